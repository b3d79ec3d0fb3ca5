r"""LaTeX that somebody else wrote, set in a document of ours: as a formula if it is certain to compile, in typewriter letters if not.

A formula of an author may use macros of their document, other packages, or rows of a display. It is certain to compile if it is made of
letters, digits, signs and commands that LaTeX with amsmath has (`_KNOWN`), its groups are balanced and nothing is left without its
argument. No command in the list reads a file, defines anything or leaves mathematics.
"""

from __future__ import annotations

import re

from ..notation import GREEK
from . import layout
from .latex import escaped

_KNOWN = frozenset(GREEK) | frozenset(
    [
        *(
            "pi",
            "infty",
            "in",
            "notin",
            "le",
            "leq",
            "ge",
            "geq",
            "ne",
            "neq",
            "cdot",
            "times",
            "pm",
            "mid",
            "sim",
            "to",
            "colon",
        ),
        *(
            "cup",
            "cap",
            "setminus",
            "subseteq",
            "emptyset",
            "wedge",
            "vee",
            "forall",
            "exists",
            "ldots",
            "dots",
            "cdots",
            "prime",
        ),
        *(
            "Pr",
            "log",
            "ln",
            "exp",
            "min",
            "max",
            "sup",
            "inf",
            "sinh",
            "cosh",
            "tanh",
            "sum",
            "prod",
            "int",
            "ell",
            "partial",
        ),
        *(
            "mathbb",
            "mathcal",
            "mathrm",
            "mathbf",
            "mathit",
            "mathsf",
            "operatorname",
            "hat",
            "bar",
            "tilde",
            "vec",
            "overline",
        ),
        *(
            "frac",
            "sqrt",
            "binom",
            "quad",
            "qquad",
            "langle",
            "rangle",
            "lfloor",
            "rfloor",
            "lceil",
            "rceil",
            "star",
            "circ",
        ),
        *("lvert", "rvert", "lVert", "rVert", "approx", "Rightarrow", "implies", "widehat", "widetilde", "varepsilon"),
    ]
)
_TAKES = {"frac": 2, "binom": 2} | dict.fromkeys(
    ("mathbb", "mathcal", "mathrm", "mathbf", "mathit", "mathsf", "operatorname", "hat", "bar", "tilde", "vec", "overline", "sqrt",
     "widehat", "widetilde"), 1
)  # fmt: skip
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.S)
_PLAIN = re.compile(r"[A-Za-z0-9+\-*/=<>()\[\]|,.;:!'{}^_]|\s+|\\[{}|,;! ]")


_SIZES = re.compile(r"\\(?:left|right|mleft|mright|[bB]igg?[lrm]?)(?![A-Za-z])\s*(?!\.)")


def foreign_latex(written: str) -> str:
    """What was written, as a formula in a line or displayed; or as it is spelled, if it may not compile."""
    squeezed = " ".join(written.split()).rstrip(".,; ")
    bare = _SIZES.sub("", squeezed)
    if compiles(bare):
        return layout.inline(bare).rstrip("\n")
    spelled = r"\allowbreak ".join(map(escaped, _TOKEN.findall(squeezed)))
    return rf"\texttt{{{spelled}}}"


def compiles(written: str) -> bool:
    """Whether it is certain that TeX sets the formula."""
    tokens = _TOKEN.findall(written)
    return bool(written.strip()) and _formula(tokens, 0) == len(tokens)


def _formula(tokens: list[str], at: int) -> int | None:
    """Where the formula from here on ends: at a closing brace or at the end. None if it may not compile."""
    scripts: set[str] = set()  # of the last atom
    while at < len(tokens) and tokens[at] != "}":
        token = tokens[at]
        if token in ("^", "_"):
            if token in scripts:
                return None
            scripts.add(token)
            found = _argument(tokens, at + 1)
        elif token == "'":
            found = None if "^" in scripts else at + 1
        else:
            scripts = scripts if token.isspace() else set()
            found = _atom(tokens, at)
        if found is None:
            return None
        at = found
    return at


def _atom(tokens: list[str], at: int) -> int | None:
    token = tokens[at]
    if token == "{":
        return _argument(tokens, at)
    name = token[1:] if re.fullmatch(r"\\[A-Za-z]+", token) else ""
    if not (name in _KNOWN if name else _PLAIN.fullmatch(token)):
        return None
    found: int | None = at + 1
    for _ in range(_TAKES.get(name, 0)):
        found = _argument(tokens, found) if found is not None else None
    return found


def _argument(tokens: list[str], at: int) -> int | None:
    """Behind a group, or behind one sign or command that takes nothing."""
    while at < len(tokens) and tokens[at].isspace():
        at += 1
    if at >= len(tokens) or tokens[at] in ("}", "^", "_", "'", "["):
        return None
    if tokens[at] != "{":
        return _atom(tokens, at) if _TAKES.get(tokens[at][1:], 0) == 0 else None
    end = _formula(tokens, at + 1)
    return end + 1 if end is not None and end < len(tokens) else None
