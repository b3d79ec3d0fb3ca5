"""What may be given, and how questions are written: `TV` given `approx(eps, delta)`, `renyi(2)` given `pure(1/2)`, or objects.

Notions that hold both ways: pure, approx, rdp, kldp, zcdp, gdp, tv. Divergences in one direction, D(P‖Q) <= level: max, hockey, E, kl,
renyi, chi2, hellinger2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from ...kernel.laws.statements import Fact
from ...kernel.reals.points import satisfied
from ...kernel.terms import ONE, ZERO, Term, exp, log, num, relation, sqrt
from ...objects.errors import ObjectError
from ...objects.language import Ge, Gt, Le, Lt
from ...objects.symbolic import exact, to_term
from ...objects.unfold import unfold
from ...reading.text.claims import ReadError, read_term
from ...report.text import term_text
from .algebra import putting
from .quantities import KINDS, Event, Kind, Quantity, TightestError, p, q, renyi
from .rays import LINEAR


@dataclass(frozen=True)
class Smooth:
    """∫ F <= level, for (P, Q), or backwards for (Q, P)."""

    kind: Kind
    parameters: tuple[Term, ...]
    level: Term
    backwards: bool = False

    @property
    def fact(self) -> Fact:
        a, b = (q, p) if self.backwards else (p, q)
        return Fact(Le(self.kind.integral(a, b, *self.parameters), self.level))


@dataclass(frozen=True)
class Notion:
    """What is given: a piecewise linear notion with terms for its symbols, smooth constraints, all orders (zcdp) or levels (gdp)."""

    text: str
    name: str
    parameters: tuple[Term, ...]
    conditions: tuple[Term, ...]
    linear: str = ""
    values: Mapping[str, Term] = field(default_factory=dict)  # of eps and delta
    smooth: tuple[Smooth, ...] = ()

    @property
    def is_equality(self) -> bool:
        """Whether it says that P and Q are the same law."""
        return self.linear == "tv" and _is_zero(self.values["delta"])

    @property
    def facts(self) -> list[Fact]:
        if self.linear:
            return list(unfold("near", LINEAR[self.linear].given).values())
        return [c.fact for c in self.smooth]


def _linear(name: str, symbols: Sequence[str], conditions: Callable[..., tuple[Term, ...]]) -> Callable[..., Notion]:
    def build(text: str, *args: Term) -> Notion:
        values = dict(zip(symbols, args))
        flat, sure = (n in values and _is_zero(values[n]) for n in ("eps", "delta"))
        if flat and (name != "hockey" or sure):  # then the notion is a total variation distance
            return Notion(text, name, args, conditions(*args), "tv", {"delta": values.get("delta", ZERO)})
        if sure and name in ("approx", "hockey"):
            return Notion(text, name, args, conditions(*args), "pure" if name == "approx" else "max", {"eps": args[0]})
        return Notion(text, name, args, conditions(*args), name, values)

    return build


def _is_zero(t: Term) -> bool:
    return not t.free and satisfied(relation("==", t, ZERO), {}) is True


def _moment(alpha: Term, divergence: Term, backwards: bool = False) -> Smooth:
    """D_α <= divergence."""
    if alpha is ONE:
        return Smooth(KINDS["KL"], (), divergence, backwards)
    if alpha is num(1, 2):
        return Smooth(KINDS["hellinger2"], (), 1 - exp(-divergence / 2), backwards)
    order = num(alpha.number - 1) if alpha.op == "num" else alpha - 1
    level = exp(divergence) if order is ONE else exp(order * divergence)
    return Smooth(KINDS["moment"], (alpha,), level, backwards)


def _renyi(text: str, alpha: Term, d: Term) -> Notion:
    return Notion(text, "renyi", (alpha, d), _orders(alpha, d), smooth=(_moment(alpha, d),))


def _rdp(text: str, alpha: Term, d: Term) -> Notion:
    both = tuple(_moment(alpha, d, back) for back in (False, True))
    return Notion(text, "rdp", (alpha, d), _orders(alpha, d), smooth=both)


def _orders(alpha: Term, d: Term) -> tuple[Term, ...]:
    least = Ge(alpha, 1) if alpha is ONE else Gt(alpha, 1)
    return (Gt(d, 0),) if alpha is num(1, 2) else (least, Gt(d, 0))


def _kl(text: str, d: Term) -> Notion:
    return Notion(text, "kl", (d,), (Gt(d, 0),), smooth=(Smooth(KINDS["KL"], (), d),))


def _kldp(text: str, d: Term) -> Notion:
    both = tuple(Smooth(KINDS["KL"], (), d, back) for back in (False, True))
    return Notion(text, "kldp", (d,), (Gt(d, 0),), smooth=both)


def _chi2(text: str, c: Term) -> Notion:
    return Notion(text, "chi2", (c,), (Gt(c, 0),), smooth=(Smooth(KINDS["moment"], (num(2),), 1 + c),))


def _hellinger2(text: str, h: Term) -> Notion:
    return Notion(text, "hellinger2", (h,), (Gt(h, 0), Lt(h, 1)), smooth=(Smooth(KINDS["hellinger2"], (), h),))


def _level(text: str, v: Term, d: Term) -> Notion:
    """E_v <= δ for one level v >= 1."""
    found = NOTIONS["hockey"][1](text, ZERO if v is ONE else log(v), d)
    return Notion(text, "E", (v, d), (Ge(v, 1), *_share(d)), found.linear, found.values)


def _zcdp(text: str, rho: Term) -> Notion:
    return Notion(text, "zcdp", (rho,), (Gt(rho, 0),))


def _gdp(text: str, mu: Term) -> Notion:
    return Notion(text, "gdp", (mu,), (Gt(mu, 0),))


def _share(delta: Term) -> tuple[Term, ...]:
    return (Ge(delta, 0), Le(delta, 1))


NOTIONS: dict[str, tuple[tuple[str, ...], Callable[..., Notion]]] = {
    "pure": (("eps",), _linear("pure", ("eps",), lambda e: (Ge(e, 0),))),
    "approx": (("eps", "delta"), _linear("approx", ("eps", "delta"), lambda e, d: (Ge(e, 0), *_share(d)))),
    "tv": (("t",), _linear("tv", ("delta",), _share)),
    "max": (("eps",), _linear("max", ("eps",), lambda e: (Ge(e, 0),))),
    "hockey": (("eps", "delta"), _linear("hockey", ("eps", "delta"), lambda e, d: (Ge(e, 0), *_share(d)))),
    "E": (("v", "delta"), _level),
    "renyi": (("alpha", "eps"), _renyi),
    "rdp": (("alpha", "eps"), _rdp),
    "kl": (("k",), _kl),
    "kldp": (("k",), _kldp),
    "chi2": (("c",), _chi2),
    "hellinger2": (("h",), _hellinger2),
    "zcdp": (("rho",), _zcdp),
    "gdp": (("mu",), _gdp),
}


def _hockey_level(e: Term, back: bool) -> Quantity:
    return Quantity("", KINDS["E"], (exp(e),), back)


QUANTITIES: dict[str, tuple[tuple[str, ...], Callable[..., Quantity | Event]]] = {
    "TV": ((), lambda back: Quantity("", KINDS["TV"])),
    "KL": ((), lambda back: Quantity("", KINDS["KL"], (), back)),
    "renyi": (("alpha",), lambda a, back: renyi(a, back)),
    "moment": (("alpha",), lambda a, back: Quantity("", KINDS["moment"], (a,), back)),
    "chi2": ((), lambda back: Quantity("", KINDS["moment"], (num(2),), back, lambda value: value - 1)),
    "hellinger2": ((), lambda back: Quantity("", KINDS["hellinger2"])),
    "hellinger": ((), lambda back: Quantity("", KINDS["hellinger2"], (), False, sqrt)),
    "triangular": ((), lambda back: Quantity("", KINDS["triangular"])),
    "E": (("v",), lambda v, back: Quantity("", KINDS["E"], (v,), back)),
    "delta": (("eps",), _hockey_level),
    "probability": (("s",), lambda s, back: Event("", "probability", s)),
    "posterior": (("pi",), lambda s, back: Event("", "posterior", s)),
    "shift": (("pi",), lambda w, back: Quantity("", KINDS["TV"], (), False, lambda value: 2 * w * (1 - w) * value)),
}

_CALL = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*(?:\((.*)\))?\s*", re.DOTALL)


def _parts(text: str, what: str, known: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The name and the arguments of `name(a, b)`."""
    found = _CALL.fullmatch(text)
    names = {n.lower(): n for n in known}
    if found is None or found[1].lower() not in names:
        raise TightestError(f"{what}: found {text!r}, expected one of {', '.join(map(_usage(known), known))}")
    parts, depth = [""], 0
    for c in found[2] or "":
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return names[found[1].lower()], [part.strip() for part in parts] if (found[2] or "").strip() else []


def _usage(known: Mapping[str, Any]) -> Callable[[str], str]:
    return lambda n: f"{n}({', '.join(known[n][0])})" if known[n][0] else n


def _term(value: Any, where: str) -> Term:
    """A parameter: text, a number (a float as it prints), a SymPy expression or a term."""
    if isinstance(value, Term):
        return value
    if isinstance(value, bool):
        raise TightestError(f"{where}: found {value!r}, expected a number or a formula")
    if isinstance(value, (int, Fraction, Rational)):
        return num(Fraction(value))
    if isinstance(value, Real):
        value = repr(float(value))
    if isinstance(value, str):
        try:
            return read_term(value)
        except ReadError as error:
            raise TightestError(f"{where}: found {value!r}, expected a number or a formula\n{error}") from None
    try:
        return to_term(exact(value, where))
    except ObjectError as error:
        raise TightestError(str(error)) from None


def read_quantity(value: Any) -> Quantity | Event:
    """`renyi(2)`, `KL(Q, P)`, the class `TotalVariation`, or a pair such as `(Renyi, 2)`."""
    if isinstance(value, (Quantity, Event)):
        return value
    if not isinstance(value, str):
        value = _object_text(value)
    name, args = _parts(value, "quantity", QUANTITIES)
    back = args[-2:] == ["Q", "P"]
    args = args[:-2] if args[-2:] in (["Q", "P"], ["P", "Q"]) else args
    wanted, build = QUANTITIES[name]
    if len(args) != len(wanted):
        raise TightestError(f"quantity: found {value!r}, expected {_usage(QUANTITIES)(name)}")
    terms = [_term(a, f"{name}: {n}") for a, n in zip(args, wanted)]
    found = build(*terms, back)
    _demand(name, _ranges(name, terms) or found.conditions)
    return _named(found, value.strip())


def _ranges(name: str, terms: Sequence[Term]) -> tuple[Term, ...]:
    if name == "renyi":
        return () if terms[0] in (ONE, num(1, 2)) else (Gt(terms[0], 1),)
    return (Gt(terms[0], 0), Lt(terms[0], 1)) if name == "shift" else ()


def _named(found: Quantity | Event, text: str) -> Quantity | Event:
    if isinstance(found, Event):
        return Event(text, found.kind, found.level)
    return Quantity(text, found.kind, found.parameters, found.backwards, found.shown)


_CLASSES = {
    "TotalVariation": "TV", "KullbackLeibler": "KL", "ChiSquared": "chi2", "Hellinger": "hellinger2", "Renyi": "renyi",
    "HockeyStick": "E",
}  # fmt: skip


def _object_text(value: Any) -> str:
    kind, *args = value if isinstance(value, tuple) else (value,)
    name = _CLASSES.get(getattr(kind, "__name__", ""))
    if name is None:
        raise TightestError(
            f"quantity: found {value!r}, expected a text such as 'renyi(2)' or one of {', '.join(_CLASSES)}"
        )
    terms = [term_text(_term(a, name)) for a in args]
    return f"{name}({', '.join(terms)})" if terms else name


_NOTION_CLASSES = {
    "PureDP": "pure", "ApproximateDP": "approx", "TotalVariationPrivacy": "tv", "RenyiDP": "rdp", "GaussianDP": "gdp",
}  # fmt: skip


def read_notion(value: Any) -> Notion:
    """`approx(1, 1e-6)`, or a notion such as `ApproximateDP(eps, delta)`."""
    if isinstance(value, Notion):
        return value
    if not isinstance(value, str):
        name, args = _notion_object(value)
        text = ""
    else:
        text = value.strip()
        name, raw = _parts(value, "given", NOTIONS)
        args = [_term(a, f"{name}: {n}") for a, n in zip(raw, NOTIONS[name][0])]
        if len(raw) != len(NOTIONS[name][0]):
            raise TightestError(f"given: found {value!r}, expected {_usage(NOTIONS)(name)}")
    text = text or f"{name}({', '.join(map(term_text, args))})"
    found = NOTIONS[name][1](text, *args)
    _demand(name, found.conditions)
    return found


def _notion_object(value: Any) -> tuple[str, list[Term]]:
    kind = type(value).__name__
    args = [_term(a, kind) for a in getattr(value, "args", ())]
    if kind == "ZeroConcentratedDP" and len(args) == 2 and args[0] is ZERO:
        return "zcdp", args[1:]
    if kind not in _NOTION_CLASSES:
        known = ", ".join(_NOTION_CLASSES)
        raise TightestError(
            f"given: found {value!r}, expected a text such as 'approx(1, 1e-6)' or one of {known}, ZeroConcentratedDP(0, rho)"
        )
    return _NOTION_CLASSES[kind], args


def _demand(name: str, conditions: Sequence[Term]) -> None:
    """Refuses numbers that are out of range."""
    for c in conditions:
        if not c.free and satisfied(c, {}) is not True:
            raise TightestError(f"{name}: found {term_text(c.lhs)}, expected a value {c.op} {term_text(c.rhs)}")


def read_values(at: Mapping[str, Any] | None) -> dict[str, Term]:
    """Numbers for symbols."""
    found = {}
    for name, value in (at or {}).items():
        number = _term(value, str(name))
        if number.free:
            raise TightestError(f"at: found {name} = {term_text(number)}, expected a number")
        found[str(name)] = number
    return found


def at_values(
    quantity: Quantity | Event, notion: Notion, values: Mapping[str, Term]
) -> tuple[Quantity | Event, Notion]:
    """The question with numbers for its symbols."""
    own = (quantity.level,) if isinstance(quantity, Event) else quantity.parameters
    free = frozenset[str]().union(*(t.free for t in (*own, *notion.parameters)))
    if strange := sorted(set(values) - free):
        raise TightestError(f"at: found {', '.join(strange)}, expected {', '.join(sorted(free)) or 'no symbols'}")
    put = putting(values)
    name = notion.name
    moved = NOTIONS[name][1](notion.text, *map(put, notion.parameters))
    _demand(name, moved.conditions)
    if isinstance(quantity, Event):
        level = put(quantity.level)
        found: Quantity | Event = Event(quantity.text, quantity.kind, level)
    else:
        shown = quantity.shown
        found = Quantity(
            quantity.text,
            quantity.kind,
            tuple(map(put, quantity.parameters)),
            quantity.backwards,
            lambda v: put(shown(v)),
        )
    _demand(quantity.text, found.conditions)
    return found, moved


__all__ = ["NOTIONS", "QUANTITIES", "Notion", "Smooth", "at_values", "read_notion", "read_quantity", "read_values"]
