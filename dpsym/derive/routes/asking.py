"""What is given and what is asked, as people write it: `zCDP(rho=0.1)`, `DP(delta=1e-9)`, `RDP(2, 0.1)`, or a notion as an object.

A number is read exactly, 0.1 as one tenth. A parameter that is a name stays a symbol. In what is asked for, one parameter is left out:
the one that is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ...kernel.reals.quadrature import compare
from ...kernel.terms import NAME, ONE, ZERO, Term, num, sym
from ...objects.errors import ObjectError
from ...reading.grids import GridError, read_values
from ...report.text import range_text, term_text
from ..rounding import decimal
from .finding import ends
from .templates import APPROXIMATE, CONCENTRATED, ENTROPY, NOTIONS, PURE, RENYI, PairNotion, Parameter

#: Other names of notions: those that they have as objects.
OBJECTS = {
    "PureDP": "pure", "ApproximateDP": "DP", "RenyiDP": "RDP", "ZeroConcentratedDP": "zCDP", "GaussianDP": "GDP",
    "TotalVariationPrivacy": "TV", "PointwiseDP": "pointwise", "BayesianPrivacy": "Bayesian", "SemanticPrivacy": "semantic",
    "SimulationDP": "simulation",
}  # fmt: skip
MOST = 10**12  # a parameter that is larger says nothing
_WRITTEN = re.compile(r"\s*([A-Za-z]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


@dataclass(frozen=True)
class Asked:
    """A notion with values for some of its parameters: numbers or symbols."""

    notion: PairNotion
    values: Mapping[str, Term]

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(n for n in self.notion.names if n not in self.values)

    @property
    def symbols(self) -> frozenset[str]:
        return frozenset[str]().union(*(t.free for t in self.values.values()))

    def __str__(self) -> str:
        values = {n: shown(self.values[n]) if n in self.values else n for n in self.notion.names}
        return self.notion.words.format(**values)


def shown(t: Term) -> str:
    """A number as a decimal, if it is one."""
    return decimal(Fraction(int(t.number.p), int(t.number.q))) if t.op == "num" else term_text(t)


def read(what: Any, role: str) -> Asked:
    """A notion from text or from an object of `dpsym.objects`; ObjectError if that is not possible."""
    if isinstance(what, Asked):
        return what
    found = _from_text(what, role) if isinstance(what, str) else _from_object(what, role)
    check_range(found)
    return found


def check_range(asked: Asked) -> None:
    """ObjectError if a number is out of the range of its parameter."""
    for p in asked.notion.parameters:
        if p.name in asked.values:
            _in_range(asked.notion, p, asked.values[p.name])


def complete(what: Any) -> Asked:
    """What is given: every parameter has a value. (ε, 0)-DP is ε-DP."""
    found = read(what, "given")
    if found.missing:
        raise ObjectError(
            f"given: found {found.notion.name} without {', '.join(found.missing)}, expected {_usage(found.notion)}"
        )
    if found.notion is APPROXIMATE and found.values["delta"] is ZERO:
        return Asked(PURE, {"eps": found.values["eps"]})
    return found


def _usage(notion: PairNotion) -> str:
    return f"{notion.name}({', '.join(f'{n}=...' for n in notion.names)})"


def _from_text(text: str, role: str) -> Asked:
    matched = _WRITTEN.fullmatch(text)
    names = {n.lower(): n for n in NOTIONS} | {o.lower(): n for o, n in OBJECTS.items()}
    name = matched.group(1).lower() if matched else ""
    if matched is None or name not in names:
        raise ObjectError(
            f"{role}: found {text.strip()[:80]!r}, expected one of {', '.join(map(_usage, NOTIONS.values()))}"
        )
    notion = NOTIONS[names[name]]
    values: dict[str, Term] = {}
    for k, part in enumerate(_arguments(matched.group(2) or "")):
        left, equals, right = (piece.strip() for piece in part.partition("="))
        parameter = left if equals else notion.names[k] if k < len(notion.names) else ""
        value = right if equals else left
        if parameter not in notion.names or parameter in values:
            raise ObjectError(f"{role}: found {part.strip()!r} in {text.strip()[:80]!r}, expected {_usage(notion)}")
        values[parameter] = _value(f"{role}: {parameter}", value)
    return Asked(notion, values)


def _arguments(text: str) -> list[str]:
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p for p in parts if p.strip()]


def _value(what: str, text: Any) -> Term:
    if isinstance(text, str) and NAME.fullmatch(text) and text not in ("oo", "pi"):
        return sym(text)
    try:
        found = read_values(what, text)
    except GridError as error:
        raise ObjectError(str(error)) from None
    if len(found) != 1:
        raise ObjectError(f"{what}: found {len(found)} values, expected one number")
    return found[0]


def number_of(what: str, value: Any) -> Term:
    """A number as people write it, or a name; what else it may be is an error."""
    return _value(what, value)


def _from_object(what: Any, role: str) -> Asked:
    from ...objects.notions.base import Notion
    from ...objects.symbolic import to_term

    if not isinstance(what, Notion) or type(what).__name__ not in OBJECTS:
        usages = ", ".join(map(_usage, NOTIONS.values()))
        raise ObjectError(
            f"{role}: found {what!r}, expected one of {usages}, as text, or as an object of dpsym.objects"
        )
    notion = NOTIONS[OBJECTS[type(what).__name__]]
    values = dict(zip(what.parameters, map(to_term, what.args)))
    if notion is CONCENTRATED and values.pop("xi") is not ZERO:
        raise ObjectError(f"{role}: found {what}, expected xi = 0: conversions speak of rho-zCDP")
    if notion is RENYI and compare_order(values["alpha"]) == 0:
        return Asked(ENTROPY, {"eps": values["eps"]})
    return Asked(notion, values)


def compare_order(alpha: Term) -> int | None:
    return None if alpha.free else compare(alpha, ONE)


def _in_range(notion: PairNotion, p: Parameter, value: Term) -> None:
    """A number must lie in the range of its parameter; a symbol is restricted to it."""
    for r in ends(p.range, sym(p.name)) if not value.free else []:
        order = compare(value, r.rhs)
        allowed = {">": (1,), ">=": (0, 1), "<": (-1,), "<=": (-1, 0)}[r.op]
        if order not in allowed:
            said = range_text(replace(p.range, name=p.name))
            raise ObjectError(f"{notion.name}: found {p.name} = {shown(value)}, expected {said}")
    if not value.free and compare(value, num(MOST)) != -1:
        raise ObjectError(f"{notion.name}: found {p.name} = {shown(value)[:60]}, expected a number below {MOST}")
    if value.free and value.op != "sym":
        raise ObjectError(f"{notion.name}: found {p.name} = {shown(value)}, expected a number or a name")
