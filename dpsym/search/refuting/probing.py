"""A claim as a search problem: free coordinates, the symbols that depend on them, and one compiled program.

Equalities among the conditions (and, where the search wants it, inequalities taken at equality) are solved for a
symbol, so that a point of the free coordinates satisfies them exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

from flint import arb, ctx

from ...kernel.arithmetic.balls import Unsupported
from ...kernel.arithmetic.field import Field
from ...kernel.reals.check import refute
from ...kernel.reals.quadrature import Program
from ...kernel.statements import Claim, Point, Range
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, Term, TermError, add, div, func, mul, neg, relation, sub, subterms, sym
from ...kernel.verdicts import Refuted, Rejected, Undefined
from ..exact_roots import fold, roots
from ..work import JUDGED, Work, operations
from .sampling import Axis, Value, as_term, axis_of, ball

_PRECISIONS = (128, 640, 2560)
_MAX_TIES = 16  # after as many the highest precision is left to the kernel
_MAX_BRANCHES = 4
_MAX_ADDENDS = 24


class NoneLeft(Exception):
    """The evaluations are used up."""


@dataclass
class Meter:
    """Counts evaluations, and what they cost."""

    limit: int
    work: Work
    used: int = 0

    def tick(self, operations: int, prec: int) -> None:
        self.used += 1
        if self.used > self.limit:
            raise NoneLeft
        self.work.evaluate(operations, prec=prec)


class Probe(NamedTuple):
    """What balls say of one point."""

    values: tuple[Value, ...]
    feasible: bool | None  # whether every condition holds
    fails: bool | None  # whether the claim fails; None: a tie, or not finite
    finite: bool  # both sides, and those of every condition, have finite enclosures
    relative: float  # slack over the size of the parts of both sides: in [-1, 1], negative where the claim fails
    bounded: float  # slack over that size + 1
    excess: float  # how far the worst condition is from holding, 0 if none is

    @property
    def violates(self) -> bool:
        return self.fails is True and self.feasible is not False


@dataclass(frozen=True)
class Reduction:
    """Symbols that were solved for, as terms in the others."""

    solved: Mapping[str, Term] = field(default_factory=dict)

    def then(self, name: str, value: Term) -> Reduction:
        """With one more symbol solved for."""
        once = {name: value}
        return Reduction({**{k: substitute(t, once) for k, t in self.solved.items()}, name: value})


def constraints(claim: Claim) -> tuple[Term, ...]:
    """Side conditions and hypotheses."""
    return (*claim.domain.conditions, *claim.given)


def reductions(claim: Claim, work: Work, extra: Sequence[Term] = ()) -> list[Reduction]:
    """The ways to solve all equalities of the claim, and those of `extra` (terms that shall be zero)."""
    fixed = Reduction()
    for r in claim.domain.ranges:
        if r.lower is not None and not r.lower_open and not r.upper_open and r.lower is r.upper:
            fixed = fixed.then(r.name, fold(r.lower))
    branches = [fixed]
    gaps = [*_equalities(claim, work), *extra]
    for _ in gaps:
        branches = [b for branch in branches for b in _solve(claim, branch, gaps, work)][:_MAX_BRANCHES]
    return branches


def _equalities(claim: Claim, work: Work) -> list[Term]:
    """The gaps of equalities, stated as such or as two opposite inequalities."""
    found = [sub(c.lhs, c.rhs) for c in constraints(claim) if c.op == "=="]
    weak = [_margin(c) for c in constraints(claim) if c.op in ("<=", ">=")]
    for i, a in enumerate(weak):
        for b in weak[:i]:
            if a.free == b.free and Field(claim.domain, work.division).is_zero(add(a, b)):
                found.append(a)
    return found


def _solve(claim: Claim, branch: Reduction, gaps: Sequence[Term], work: Work) -> list[Reduction]:
    """Solves the gap that is easiest, for the symbol that is easiest."""
    open_gaps = [substitute(gap, branch.solved) for gap in gaps]
    best: tuple[tuple[bool, int, int], str, tuple[Term, ...]] | None = None
    for gap, name in ((g, n) for g in open_gaps for n in sorted(g.free)):
        found = _direct(gap, name) or roots(gap, name, claim.domain, work)
        if found:
            parts = max(sum(1 for _ in subterms(r)) for r in found)
            key = (claim.domain.range(name).integer, len(found), parts)
            if best is None or key < best[0]:
                best = (key, name, found)
    return [branch] if best is None else [branch.then(best[1], r) for r in best[2][:2]]


def _direct(gap: Term, name: str) -> tuple[Term, ...]:
    """The other side of `name == t` or `t == name`."""
    if gap.op == "+" and len(gap.args) == 2:
        left, right = gap.args[0], fold(neg(gap.args[1]))
        for a, b in ((left, right), (right, left)):
            if a is sym(name) and name not in b.free:
                return (b,)
    return ()


class Problem:
    """The claim over the free coordinates of one reduction."""

    def __init__(self, claim: Claim, reduction: Reduction, meter: Meter) -> None:
        self.claim, self.reduction, self.meter = claim, reduction, meter
        solved = reduction.solved
        self.axes: tuple[Axis, ...] = _axes(claim, solved)
        self.names = tuple(a.name for a in self.axes)
        lhs, rhs = substitute(claim.lhs, solved), substitute(claim.rhs, solved)
        self.gap = sub(rhs, lhs) if claim.relation in ("<=", "<") else sub(lhs, rhs)
        if claim.relation == "==":
            self.gap = neg(func("abs", self.gap))
        self.strict = claim.relation in ("<", ">")
        scale = add(*(func("abs", a) for a in (*_addends(lhs), *_addends(rhs))[:_MAX_ADDENDS]))
        own = [substitute(c, solved) for c in constraints(claim)]
        field = Field(claim.domain, meter.work.division)
        own = [c for c in own if not (c.op == "==" and field.is_zero(sub(c.lhs, c.rhs)))]
        ends = [c for r in claim.domain.ranges if r.name in solved for c in _range_conditions(r, solved)]
        self.conditions = (*own, *ends)
        outputs = [self.gap, div(self.gap, scale), div(self.gap, add(scale, ONE))]
        for c in self.conditions:
            margin = _margin(c)
            outputs += [margin, div(margin, add(func("abs", c.lhs), func("abs", c.rhs)))]
        self.program = Program(outputs, self.names, point=True)
        self._cost = operations(*outputs)
        self._cache: dict[tuple[Value, ...], Probe] = {}
        self._ties = 0

    def probe(self, values: tuple[Value, ...]) -> Probe:
        """The point through balls, with more bits as long as the sign of the slack is not clear."""
        found = self._cache.get(values)
        if found is None:
            found = self._probe(values, _PRECISIONS[0])
            for prec in _PRECISIONS[1:] if self._ties < _MAX_TIES else _PRECISIONS[1:2]:
                if found.feasible is False or (found.finite and found.fails is not None and found.feasible is not None):
                    break
                if prec > _PRECISIONS[1] and not found.finite:
                    break  # undefined or out of reach, whatever the precision
                found = self._probe(values, prec)
            if found.finite and found.fails is None and found.feasible is not False:
                self._ties += 1
            self._cache[values] = found
        return found

    def _probe(self, values: tuple[Value, ...], prec: int) -> Probe:
        self.meter.tick(self._cost, prec)
        with ctx.workprec(prec):
            gap, relative, bounded, *margins = self.program.run([ball(v, prec) for v in values], prec)
        feasible, excess = self._feasible(margins)
        finite = bool(gap.is_finite()) and all(m.is_finite() for m in margins[::2])
        fails: bool | None = None
        if gap.is_finite():
            zero = bool(gap.is_zero())
            fails = True if gap < 0 or (zero and self.strict) else False if gap > 0 or zero else None
        return Probe(values, feasible, fails, finite, _float(relative, gap), _float(bounded, gap), excess)

    def _feasible(self, margins: Sequence[arb]) -> tuple[bool | None, float]:
        verdict: bool | None = True
        excess = 0.0
        for c, margin, relative in zip(self.conditions, margins[::2], margins[1::2], strict=True):
            strict = c.op in ("<", ">", "!=")
            if not margin.is_finite():
                verdict, excess = None if verdict else verdict, max(excess, 10.0)
            elif margin < 0 or (strict and margin.is_zero()):
                verdict, excess = False, max(excess, -_float(relative, margin), 1e-300)
            elif not (margin > 0 or (margin.is_zero() and not strict)):
                verdict = None if verdict else verdict
        return verdict, excess

    def point(self, values: tuple[Value, ...]) -> Point:
        """The exact point of the claim's domain."""
        at = {name: as_term(v) for name, v in zip(self.names, values, strict=True)}
        for name, t in self.reduction.solved.items():
            at[name] = fold(substitute(t, at))
        return tuple((name, at[name]) for name in self.claim.domain.names)

    def judge(self, values: tuple[Value, ...]) -> Refuted | Undefined | Rejected:
        """The kernel's word on the point."""
        self.meter.work.do(JUDGED)
        self.meter.work.evaluate(self._cost)
        try:
            return refute(self.claim, self.point(values))
        except (ArithmeticError, ValueError, RecursionError) as error:
            return Rejected("point", f"{type(error).__name__}: {error}", "a point the kernel can judge")


def problems(claim: Claim, meter: Meter, extra: Sequence[Term] = ()) -> Iterator[Problem]:
    """The search problems of a claim, one for each way to solve its equalities. Terms without balls give none."""
    for reduction in reductions(claim, meter.work, extra):
        try:
            yield Problem(claim, reduction, meter)
        except (Unsupported, TermError):
            continue


def _axes(claim: Claim, solved: Mapping[str, Term]) -> tuple[Axis, ...]:
    """The axes of the free symbols; those that say how long a sum is stay short."""
    free = [r for r in claim.domain.ranges if r.name not in solved]
    parts = [u for t in (claim.lhs, claim.rhs, *constraints(claim)) for u in subterms(t) if u.op in ("Sum", "Product")]
    long = {name for u in parts for end in u.args[1:] for name in end.free}
    long |= {name for k, t in solved.items() if k in long for name in t.free}
    most = 2000 if len(free) == 1 else 40
    return tuple(replace(axis_of(r), most=most) if r.name in long else axis_of(r) for r in free)


def _range_conditions(r: Range, solved: Mapping[str, Term]) -> Iterator[Term]:
    if r.lower is not None:
        yield relation(">" if r.lower_open else ">=", solved[r.name], r.lower)
    if r.upper is not None:
        yield relation("<" if r.upper_open else "<=", solved[r.name], r.upper)


def _margin(c: Term) -> Term:
    """Positive where the condition holds with room, negative where it fails."""
    if c.op in ("<", "<="):
        return sub(c.rhs, c.lhs)
    if c.op in (">", ">="):
        return sub(c.lhs, c.rhs)
    distance = func("abs", sub(c.lhs, c.rhs))
    return distance if c.op == "!=" else neg(distance)


def _addends(t: Term, depth: int = 3) -> list[Term]:
    """The parts of a sum, looking through products with one sum: their sizes measure how much cancels."""
    if depth and t.op == "+":
        return [p for a in t.args for p in _addends(a, depth - 1)]
    if depth and t.op == "*":
        for i, a in enumerate(t.args):
            if a.op == "+":
                rest = t.args[:i] + t.args[i + 1 :]
                return [mul(*rest, p) for p in _addends(a, depth - 1)]
    return [t]


def _float(ratio: arb, gap: arb) -> float:
    if not ratio.is_finite():
        return 0.0 if gap.is_zero() else inf
    return 0.0 if ratio.contains(0) else float(ratio.mid())  # of a tie the midpoint is noise
