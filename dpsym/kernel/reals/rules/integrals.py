"""Integrals: values by antiderivatives, comparison of integrands, absolute bounds, and joining of ranges.

Integral(f, (t, a, b)) is defined where a <= b, f is defined at every t strictly between a and b, and the integral of |f| is
finite. A continuous f on a closed and bounded range needs no rule for that (see defined.py); for infinite ranges and for
ends at which f has no value, the rules with `defines` show it along with their conclusion, and whatever speaks of the same
integral later cites that fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...statements import Domain
from ...substitution import substitute
from ...terms import Term, add, bind, func, relation, sub
from ...verdicts import require
from ..context import IMPLIED
from ..coverage import at_end
from ..judgement import FactStep, finite
from .base import FactRule
from .binders import between, combined, demand_ends, ends_rise, over_one_range


@dataclass(frozen=True)
class Antiderivative(FactRule):
    """F' == f between a and b, F tends to `low` at a and to `high` at b ⊢ Integral(f, (t, a, b)) == high - low on D

    - f, F and F' are defined between a and b, and F is differentiable there
    - a <= b; low and high are terms in the symbols of D
    - at an end where F has a value, that is the limit; elsewhere a < b, and the limit is expanded to `order` terms

    F is made of functions that do not oscillate, so f keeps its sign near each end, and finite limits of F mean that the integral
    converges absolutely.
    """

    defines: ClassVar[bool] = True
    of: Term
    low: Term
    high: Term
    order: int = 4

    def conclude(self, step: FactStep) -> None:
        u = step.lhs
        require(step.op == "==" and u.op == "Integral", (step.statement,), "Integral(f, (t, a, b)) == value")
        inside = between(u, step.domain)
        demand_ends(u, step)
        slope = step.slope(self.of, u.name, inside)
        require(step.same(u.args[0], slope, inside), ("the derivative", slope), ("the integrand", u.args[0]))
        require(ends_rise(u, step, "<="), ("the ends", u.args[1], u.args[2]), "ends in rising order")
        self._end(step, inside, False, self.low)
        self._end(step, inside, True, self.high)
        require(step.same(step.rhs, sub(self.high, self.low)), (step.rhs,), (self.high, "minus", self.low))

    def _end(self, step: FactStep, inside: Domain, upper: bool, claimed: Term) -> None:
        """The antiderivative tends to the value that is given for an end."""
        u, end = step.lhs, step.lhs.args[1 + upper]
        step.demand(claimed)
        if finite(end):  # where F has a value, it is the limit: F is continuous wherever it is defined
            there = substitute(self.of, {u.name: end})
            whole = end.free or step.is_defined(self.of, at_end(step.domain, u.name, end))  # 0**0 is 1, and no limit
            if whole and step.is_defined(there, step.domain) and step.same(there, claimed):
                return
            require(ends_rise(u, step, "<"), (there, "at", end), ("a value", claimed, ", or ends that differ"))
        at = end if finite(end) else None
        found = step.limit(sub(self.of, claimed), u.name, inside, at, upper, self.order)
        require(found == 0, ("no limit of", self.of, "at", end), ("the limit", claimed))


@dataclass(frozen=True)
class Pointwise(FactRule):
    """c1 f1 + ... + cn fn >= 0 between a and b ⊢ c1 Integral(f1) + ... + cn Integral(fn) >= 0 on D; likewise == and >

    - the integrals have the same symbol and ends; the ci are defined on D and do not depend on the symbol
    - all integrals are defined on D; in Integral(f) == Integral(g) the left one is, as the right one is and f is
    - for > the ends differ
    """

    defines: ClassVar[bool] = True
    of: str

    def conclude(self, step: FactStep) -> None:
        parts = over_one_range(step.gap, "Integral")
        inside = between(parts[0], step.domain)
        if (step.lhs.op, step.op, step.rhs.op) == ("Integral", "==", "Integral"):
            step.demand(step.lhs.args[0], inside)
            step.grant(step.domain, step.lhs)  # as the right one is, once the integrands are equal
        proved = combined(step, parts, self.of, inside)
        if proved == ">" and not ends_rise(parts[0], step, "<"):
            proved = ">="
        require(step.sign in IMPLIED[proved], f"an integrand {proved} 0", f"one that gives {step.sign} 0")


@dataclass(frozen=True)
class Dominated(FactRule):
    """|f| <= g between a and b ⊢ |Integral(f, (t, a, b))| <= Integral(g, (t, a, b)) on D: it converges too

    - f is defined between a and b, and Integral(g) on D
    """

    defines: ClassVar[bool] = True
    of: str

    def conclude(self, step: FactStep) -> None:
        v = step.rhs
        require(step.lhs.op == "abs" and step.op == "<=", (step.statement,), "|Integral(f)| <= Integral(g)")
        u = step.lhs.args[0]
        alike = (u.op, u.value, u.args[1:]) == (v.op, v.value, v.args[1:]) and v.op == "Integral"
        require(alike, (step.statement,), "two integrals over one range")
        inside = between(u, step.domain)
        wanted = relation("<=", func("abs", u.args[0]), v.args[0])
        require(step.shows(wanted, inside, (self.of,)), self.of, (wanted, "on", inside))


@dataclass(frozen=True)
class Join(FactRule):
    """⊢ Integral(f, (t, a, b)) == Integral(f, (t, a, c)) + Integral(f, (t, c, b)) on D

    - both parts are defined on D, so a <= c <= b and the whole converges
    - f is defined between a and b, c included
    """

    defines: ClassVar[bool] = True
    at: Term

    def conclude(self, step: FactStep) -> None:
        u = step.lhs
        require(
            step.op == "==" and u.op == "Integral" and finite(self.at), (step.statement,), "an integral cut at a number"
        )
        f, a, b = u.args
        parts = add(bind("Integral", f, u.name, a, self.at), bind("Integral", f, u.name, self.at, b))
        require(step.rhs is parts, (step.rhs,), (parts,))
        step.demand(f, between(u, step.domain))
