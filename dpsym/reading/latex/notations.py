r"""What a document says in words about the notation of all of mathematics: the base of \log, the least natural number.

all logarithms are to base 2, $\log$ is binary, $\log = \log_2$      \log is \ln_2 throughout
$\log$ is natural, to base e                                         as it is read anyway
another base, or two of them                                         \log is refused
$\mathbb{N}$ includes zero, $\mathbb{N} = \{0, 1, \dots\}$             \mathbb{N} is refused as a condition
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from .macros import Macro
from .tokens import tokenize

_BASES = {
    "2": "2", "two": "2", "binary": "2", "dyadic": "2", "e": "e", "natural": "e", "10": "10", "ten": "10", "decimal": "10",
}  # fmt: skip
_LOG = r"(?:\\?\blogs?\b|\blogarithms?\b|\\log\b)"
_BASE = r"(?:base|basis)[\s~$\-\\({]*([A-Za-z0-9]+)"
_SAID = re.compile(
    rf"{_LOG}[^.\n]{{0,80}}?\b{_BASE}|\b{_BASE}[^.\n]{{0,40}}?{_LOG}"
    rf"|\b(binary|natural|decimal|dyadic)\b[\s~]+{_LOG}"
    rf"|{_LOG}[^.\n]{{0,30}}?\b(?:is|are|denotes?) (?:the )?(binary|natural|decimal|dyadic)\b"
    r"|\\log\s*:?=\s*(?:\\(ln)\b|\\log_\{?(\w+)\}?)",
    re.I,
)
_NATURALS = re.compile(
    r"0\s*\\in\s*\\mathbb\s*\{?\s*N|\\mathbb\s*\{?\s*N\s*\}?\s*(?::?=|\\coloneqq)\s*\\\{\s*0|"
    r"(?:\\mathbb\s*\{?\s*N\s*\}?|natural numbers?|naturals)[^.\n]{0,60}?"
    r"(?:\bzero\b|\$0\$|\b(?:includ|contain|start)\w*[^.\n]{0,20}?\b0\b)|"
    r"(?:zero|\$0\$|\b0\b)[^.\n]{0,40}?(?:natural number|\bis natural)",
    re.I,
)


def said_of_logarithms(shown: str) -> dict[str, Macro]:
    r"""The macro that \log is in this document, if its words say that it is not the natural one."""
    found = {next(g for g in m.groups() if g).lower() for m in _SAID.finditer(shown)}
    bases = {"e" if b == "ln" else _BASES.get(b, "") for b in found}
    if bases <= {"e"}:
        return {}
    if len(bases) == 1 and (base := bases.pop()):
        return {"log": Macro("log", 0, None, tuple(tokenize(rf"\ln_{{{base}}}")))}
    why = "the words of the document give \\log a base that is not read: write \\ln, or \\log_b for each"
    return {"log": Macro("log", 0, None, (), why)}


def with_conventions(macros: Mapping[str, Macro], shown: str) -> dict[str, Macro]:
    """The macros of a document, and what its words say of standard commands that it does not define itself."""
    return {**said_of_logarithms(shown), **macros}


@lru_cache(maxsize=4)
def zero_is_natural(text: str) -> bool:
    """Whether a document says, in words or in a formula, that 0 is a natural number."""
    return _NATURALS.search(text) is not None


__all__ = ["said_of_logarithms", "with_conventions", "zero_is_natural"]
