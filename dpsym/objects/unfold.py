"""Definitions: what divergences and notions of privacy say of all laws, as terms and facts in the language of `Int`.

A reader must agree with these. They run again at every replay: a certificate is compared with what they give then.

Notions of a mechanism on a space of datasets are in `dpsym.objects.applied`; here are those of two laws.

A law is anything with a `density` at a `point`: a law symbol, or a term (`Density`) such as a push-forward.

Supports. KL and the Rényi moment have no value where q == 0 < p. So `KL(P, Q) <= c` says that q == 0 implies p == 0: that may be used
when it is given (rule Defined), and must be shown when it is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ..kernel.laws.statements import Fact, Field, event
from ..kernel.laws.terms import at, space_of
from ..kernel.terms import HALF, ZERO, Scalar, Term, TermError, term
from .applied import BOUND, CLAIMED, Applied, refuse
from .definitions import Demand, parameter_demands
from .language import Abs, Density, FieldSymbol, Gt, Int, Le, Piecewise, exp, log, pos

__all__ = [
    "BOUND",
    "CLAIMED",
    "KL",
    "HockeyStick",
    "Indistinguishable",
    "MeanError",
    "Pure",
    "RenyiMoment",
    "TotalVariation",
    "unfold",
]


class HasDensity(Protocol):
    @property
    def density(self) -> Term: ...

    @property
    def point(self) -> Term: ...


# -- laws made from others ------------------------------------------------------------------------------------


def push_forward(p: HasDensity, k: FieldSymbol) -> Density:
    """The law of y when x follows p and y follows k(x, .): the mechanism k after p."""
    if len(k.points) != 2 or space_of(k.points[0]) != space_of(p.point):
        raise TermError(f"{k.name}: found a kernel on {k.field.spaces}, expected one from {space_of(p.point)}")
    return Density(Int(p.density * k(p.point, k.points[1]), p.point), (k.points[1],))


def posterior(prior: HasDensity, likelihood: Term) -> Density:
    """Bayes' rule: what is believed of a parameter after a transcript of this likelihood. No value if the transcript is impossible."""
    weighted = likelihood * prior.density
    return Density(weighted / Int(weighted, prior.point), (prior.point,))


# -- divergences ----------------------------------------------------------------------------------------------


def _common(p: HasDensity, q: HasDensity) -> tuple[Term, Term, Term]:
    if p.point is not q.point:
        raise TermError(f"found laws at {p.point!r} and {q.point!r}, expected the same point")
    return p.density, q.density, p.point


def TotalVariation(p: HasDensity, q: HasDensity) -> Term:
    """Half the integral of |p - q|: the largest difference of probabilities of an event."""
    a, b, x = _common(p, q)
    return HALF * Int(Abs(a - b), x)


def HockeyStick(p: HasDensity, q: HasDensity, u: Scalar) -> Term:
    """E_u: the integral of max(p - u q, 0). With u = exp(eps) it is the least delta, for this direction."""
    a, b, x = _common(p, q)
    return Int(pos(a - term(u) * b), x)


def KL(p: HasDensity, q: HasDensity) -> Term:
    """The integral of p log(p/q): 0 where p == 0, without value where q == 0 < p."""
    a, b, x = _common(p, q)
    return Int(Piecewise((ZERO, Le(a, ZERO)), (a * log(a / b), Gt(b, ZERO))), x)


def RenyiMoment(alpha: Scalar, p: HasDensity, q: HasDensity) -> Term:
    """The integral of p**alpha q**(1 - alpha): exp((alpha - 1) D_alpha(P||Q)). 0 where p == 0, without value where q == 0 < p."""
    a, b, x = _common(p, q)
    return Int(Piecewise((ZERO, Le(a, ZERO)), (a ** term(alpha) * b ** (1 - term(alpha)), Gt(b, ZERO))), x)


# -- utility --------------------------------------------------------------------------------------------------


def MeanError(p: HasDensity, answer: Scalar, truth: Scalar) -> Term:
    """The mean of |answer - truth| when the outcome follows p; `answer` is what the outcome says, `truth` the value of the query."""
    return Int(Abs(term(answer) - term(truth)) * p.density, p.point)


# -- notions --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Indistinguishable:
    """P(S) <= e^eps Q(S) + delta and Q(S) <= e^eps P(S) + delta for all events S."""

    p: HasDensity
    q: HasDensity
    eps: Scalar
    delta: Scalar = 0

    def __post_init__(self) -> None:
        for name, value in self.values.items():
            refuse(type(self).__name__, value, parameter_demands(name, value))

    @property
    def values(self) -> dict[str, Term]:
        """Its parameters by name."""
        return {"eps": term(self.eps), "delta": term(self.delta)}

    @property
    def conditions(self) -> tuple[Demand, ...]:
        """What the symbols among its parameters must satisfy."""
        return tuple(c for n, v in self.values.items() if v.op == "sym" for c in parameter_demands(n, v))

    def directions(self) -> Mapping[str, tuple[HasDensity, HasDensity]]:
        return {"PQ": (self.p, self.q), "QP": (self.q, self.p)}

    def facts(self, bound: str = BOUND) -> Mapping[str, Fact]:
        """One fact for each direction, for all events."""
        out = {}
        for name, (p, q) in self.directions().items():
            a, b, x = _common(p, q)
            s = event(bound, space_of(x))
            S = at(bound, x)
            delta = term(self.delta)
            most = exp(term(self.eps)) * Int(S * b, x)
            out[name] = Fact(Le(Int(S * a, x), most if delta is ZERO else most + delta), (s,))
        return out


@dataclass(frozen=True)
class Pure(Indistinguishable):
    """p <= e^eps q and q <= e^eps p almost everywhere: both max divergences are at most eps. This is delta = 0."""

    def facts(self, bound: str = BOUND) -> Mapping[str, Fact]:
        out = {}
        for name, (p, q) in self.directions().items():
            a, b, _ = _common(p, q)
            out[name] = Fact(Le(a, exp(term(self.eps)) * b))
        return out


Notion = Indistinguishable
Statement = Term | Fact | Indistinguishable | Applied


def unfold(name: str, statement: Statement, bound: str = BOUND) -> dict[str, Fact]:
    """Named facts: `near` becomes `near.PQ` and `near.QP` for a notion, and stays `near` for a relation."""
    if isinstance(statement, (Indistinguishable, Applied)):
        return {f"{name}.{part}": fact for part, fact in statement.facts(bound).items()}
    return {name: statement if isinstance(statement, Fact) else Fact(statement)}


def open_tests(facts: Mapping[str, Fact]) -> tuple[dict[str, Fact], tuple[Field, ...]]:
    """Claims for all events are claims about an arbitrary event: the facts without their tests, and the tests as fields."""
    tests = dict.fromkeys(t for f in facts.values() for t in f.tests)
    return {name: Fact(f.statement) for name, f in facts.items()}, tuple(tests)
