r"""How symbols are written in LaTeX: the one table that the reader and the writer share.

A name is made of parts joined by underscores: accents, the stem, labels below, labels above, primes.

    hat_eps_1_prime    \hat{\varepsilon}_{1}'        x_12        x_{12}          eps_star       \varepsilon^{*}
    eps_tot            \varepsilon_{\mathrm{tot}}    rate        \mathrm{rate}   eps_sup_opt    \varepsilon^{\mathrm{opt}}
    Deltaf             \Delta\!f or \Delta f, the sensitivity    e           \mathit{e}, since e alone is Euler's number
"""

from __future__ import annotations

import re

_SAME = """alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi omega
Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell"""
#: Commands of Greek letters and the names they mean; variants of one letter are one name.
GREEK: dict[str, str] = {
    **{
        name: name
        for name in re.findall(r"\w+", _SAME)
    },
    "epsilon": "eps", "varepsilon": "eps", "varphi": "phi", "vartheta": "theta", "varrho": "rho", "varsigma": "sigma",
    "varkappa": "kappa",
}  # fmt: skip
_UNICODE = dict(
    zip(
        "αβγδεζηθικλμνξρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ",
        re.findall(r"\w+", _SAME.replace("delta", "delta eps").replace(" ell", "")),
        strict=True,
    )
)
#: Names of letters, with the command that the writer prints.
LETTERS = {
    **{name: f"\\{command}" for command, name in GREEK.items() if not command.startswith("var") and name != "eps"},
    "eps": r"\varepsilon",
    "epsilon": r"\varepsilon",
    "phi": r"\varphi",
}
#: Accent commands and the part of the name they become; wide and narrow accents are one.
ACCENTS = {
    "hat": "hat", "widehat": "hat", "tilde": "tilde", "widetilde": "tilde", "bar": "bar", "overline": "bar",
    "dot": "dot", "check": "check", "breve": "breve", "underline": "underline", "vec": "vec",
}  # fmt: skip
_PRINTED_ACCENT = {"hat": "hat", "tilde": "tilde", "bar": "bar"}
#: Letters that a \Delta in front makes a sensitivity, one name: \Delta f.
QUERIES = frozenset("fghqu")
#: Letters that are indices: below a name they stand for a number, so they need a sum, a product or a declaration.
INDICES = frozenset("ijklmnt")
RESERVED = frozenset({*ACCENTS.values(), *LETTERS, "sup", "star", "oo", "prime"})
_PRIME = re.compile(r"prime([2-9]?)")
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")


def unicode_name(letter: str) -> str | None:
    """The name of a Greek letter written as itself."""
    return _UNICODE.get(letter)


def primes(count: int) -> str:
    """The part of a name for this many primes."""
    return "prime" if count == 1 else f"prime{count}"


def name_latex(name: str) -> str:
    """The formula of a name; reading it gives the name again."""
    parts = [part for part in name.split("_") if part] or [name]
    accents = []
    while len(parts) > 1 and parts[0] in ACCENTS.values():
        accents.append(parts.pop(0))
    text = _stem(parts.pop(0))
    for accent in reversed(accents):
        text = rf"\{_PRINTED_ACCENT.get(accent, accent)}{{{text}}}"
    tail = ""
    if parts and (found := _PRIME.fullmatch(parts[-1])):
        tail = "'" * int(found[1] or 1)
        parts.pop()
    above = ""
    if parts and parts[-1] == "star":
        above = "^{*}"
        parts.pop()
    elif len(parts) > 1 and parts[-2] == "sup":
        above = f"^{{{_label(parts[-1], above=True)}}}"
        del parts[-2:]
    below = ",".join(_label(part) for part in parts)
    return text + (f"_{{{below}}}" if below else "") + above + tail


def _stem(stem: str) -> str:
    if stem in LETTERS:
        return LETTERS[stem]
    if stem in _UNICODE:
        return LETTERS[_UNICODE[stem]]
    if stem.startswith("Delta") and stem[5:] in QUERIES and len(stem) == 6:
        return rf"\Delta\!{stem[5:]}"
    if stem == "e":
        return r"\mathit{e}"
    return stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"


def _label(label: str, above: bool = False) -> str:
    """A label below or above. Single index letters are set upright, so that they are read as labels."""
    if label == "oo":
        return r"\infty"
    if label in LETTERS:
        return LETTERS[label]
    if label in _UNICODE:
        return LETTERS[_UNICODE[label]]
    if label.isdigit():
        return f"({label})" if above else label
    if len(label) == 1 and label not in INDICES and not above:
        return label
    return rf"\mathrm{{{label}}}"
