"""Terms at many exact points, twice: in rigorous balls by the kernel's programs, and with mpmath, which shares no code with them.

A term with a condition that holds with equality (1 where f >= a, at f == a) has no narrow ball from balls of f and a. There the point
is put in exactly, the kernel decides the conditions, and what is left is enclosed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any

import mpmath
from flint import arb, ctx
from mpmath import libmp

from ..kernel.arithmetic.balls import Unsupported, holds, precision
from ..kernel.reals.context import Context
from ..kernel.reals.points import defined_at, satisfied
from ..kernel.reals.quadrature import compare, enclose
from ..kernel.statements import Domain, Range
from ..kernel.substitution import substitute
from ..kernel.terms import BINDERS, Term, TermError, rebuild, subterms
from ..objects.columns import Columns
from ..search.opinion.program import Program as Opinion
from ..search.opinion.values import Exhausted, Machine, Unevaluable, Value, approx

PREC = 128  # bits of balls
INTEGRAL_PREC = 64  # where there are integrals: quadrature takes long
BITS = 140  # of mpmath
WORK = 4_000_000  # of mpmath, at one point
WIDE = 2.0**-50  # a ball with a greater radius, relative or absolute, is tried again with the exact point
EXACT_PREC = 256  # of sums and differences of balls
_NAN = arb.nan()

#: Exact values of some symbols: closed terms, in the order of their names.
Values = tuple[Term, ...]


@dataclass(frozen=True)
class Number:
    """A value: in a ball that certainly contains it, if it is finite, and as mpmath has it, None where it cannot tell.

    `undefined` says that there certainly is none.
    """

    ball: arb
    value: Any
    undefined: bool = False
    exact: Fraction | None = None  # where mpmath had nothing to round

    @property
    def known(self) -> bool:
        return bool(self.ball.is_finite())


class Evaluator:
    """Terms over the same symbols."""

    def __init__(self, terms: Sequence[Term], names: Sequence[str]) -> None:
        self.terms, self.names = tuple(terms), tuple(names)
        self._balls = Columns(self.terms, self.names, point=True)
        self._integrals = [any(u.op == "Integral" for u in subterms(t)) for t in self.terms]
        self._prec = INTEGRAL_PREC if any(self._integrals) else PREC
        self._opinion = Opinion(self.terms)

    def balls(self, points: Sequence[Values]) -> list[list[arb]]:
        """A ball for each term at each point."""
        with precision(self._prec):
            found = self._balls.run_many([tuple(map(_ball, values)) for values in points], self._prec) if points else []
            for values, at_point in zip(points, found):
                for i, ball in enumerate(at_point):
                    if not ball.is_finite() if self._integrals[i] else _is_wide(ball):
                        at_point[i] = _narrower(ball, self.terms[i], dict(zip(self.names, values)))
        return found

    def numbers(self, points: Sequence[Values]) -> list[list[Number]]:
        """The same with the second opinion; ArithmeticError if the two contradict each other."""
        return [self._numbers(values, found) for values, found in zip(points, self.balls(points))]

    def _numbers(self, values: Values, balls: Sequence[arb]) -> list[Number]:
        point = dict(zip(self.names, values))
        seen: Sequence[Value | None] = _opinions(self._opinion, point) or [_opinion(t, point) for t in self.terms]
        for t, ball, second in zip(self.terms, balls, seen):
            if second is not None and not self._opinion.heuristic and not _agree(ball, second):
                raise ArithmeticError(f"{t!r} at {point}: found {_mpf(second)} with mpmath, expected a value in {ball}")
        return [
            Number(
                ball,
                None if v is None else _mpf(v),
                not ball.is_finite() and defined_at(t, point)[0] is False,
                v if isinstance(v, Fraction) else None,
            )
            for t, ball, v in zip(self.terms, balls, seen)
        ]


def hold(
    relations: Sequence[Term], names: Sequence[str], points: Sequence[Values], patience: int | None = None
) -> list[list[bool | None]]:
    """Whether each relation holds at each point: by balls, and where these do not tell, by the kernel's exact comparison.

    With `patience`, that is asked so many times for each relation; what is not known then is None.
    """
    if not relations or not points:
        return [[] for _ in points]
    sides = Columns([side for r in relations for side in r.args], tuple(names), point=True)
    with precision(PREC):
        found = sides.run_many([tuple(map(_ball, values)) for values in points], PREC)
    exact = [_Exactly(r, names, patience) for r in relations]
    answers = []
    for values, row in zip(points, found):
        pairs = list(zip(row[0::2], row[1::2]))
        seen = [holds(r.op, *pair) for r, pair in zip(relations, pairs)]
        answers.append([e(values, *pair) if a is None else a for e, a, pair in zip(exact, seen, pairs)])
    return answers


class _Exactly:
    """A relation that balls do not decide: sides with one normal form are equal everywhere, one without symbols is decided once."""

    def __init__(self, r: Term, names: Sequence[str], patience: int | None) -> None:
        self.relation, self.names, self.left = r, tuple(names), patience

    @cached_property
    def same(self) -> bool:
        domain = Domain(tuple(Range(n) for n in self.names))
        return Context().same_where_defined(self.relation.lhs, self.relation.rhs, domain)

    @cached_property
    def closed(self) -> bool | None:
        return satisfied(self.relation, {})

    def __call__(self, values: Values, left: arb, right: arb) -> bool | None:
        if not self.relation.free:
            return self.closed
        if self.same and left.is_finite() and right.is_finite():
            return self.relation.op in ("<=", ">=", "==")
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                return None
        return satisfied(self.relation, dict(zip(self.names, values)))


# -- balls ----------------------------------------------------------------------------------------------------


def _ball(value: Term) -> arb:
    return arb(value.number) if value.op == "num" else _enclosed(value, ctx.prec)


@lru_cache(maxsize=1 << 12)
def _enclosed(value: Term, prec: int) -> arb:
    return enclose(value, prec)


def _is_wide(ball: arb) -> bool:
    return not ball.is_finite() or bool(ball.rad() > WIDE * max(1, float(abs(ball.mid()))))


def _narrower(ball: arb, t: Term, point: Mapping[str, Term]) -> arb:
    """The value at the exact point, with conditions decided; the ball that is there if that is no better."""
    try:
        again = enclose(_decided(substitute(t, point)), 2 * ctx.prec)
    except (Unsupported, TermError):
        return ball
    better = again.is_finite() and (not ball.is_finite() or again.rad() < ball.rad())
    return again if better else ball


def _decided(t: Term) -> Term:
    """A closed term without its pieces, as far as the kernel can tell which of them apply."""
    if t.op == "Piecewise":
        for i in range(0, len(t.args) - 1, 2):
            condition = t.args[i + 1]
            order = None if condition.free else compare(*map(_decided, condition.args))
            if order is None:
                return t
            if {"<": order < 0, "<=": order <= 0, "==": order == 0, "!=": order != 0, ">=": order >= 0, ">": order > 0}[
                condition.op
            ]:
                return _decided(t.args[i])
        return _decided(t.args[-1]) if len(t.args) % 2 else t
    if t.op in BINDERS or not t.args:
        return t
    return rebuild(t, tuple(map(_decided, t.args)))


# -- mpmath ---------------------------------------------------------------------------------------------------


@cache
def _machine() -> Machine:
    return Machine(BITS, WORK)


def _opinions(program: Opinion, point: Mapping[str, Term]) -> list[Value] | None:
    machine = _machine()
    machine.work = WORK
    try:
        return program.run({n: _start(v, machine) for n, v in point.items()}, machine)
    except (Unevaluable, Exhausted):
        return None


def _opinion(t: Term, point: Mapping[str, Term]) -> Value | None:
    """One term at the exact point; conditions that are too close for it to call are decided first."""
    try:
        found = _opinions(Opinion([_decided(substitute(t, point))]), {})
    except (Unsupported, TermError):
        return None
    return found[0] if found else None


def _start(value: Term, machine: Machine) -> Value:
    if value.op == "num":
        return Fraction(int(value.number.p), int(value.number.q))
    return Opinion([value]).run({}, machine)[0]


def _agree(ball: arb, second: Value) -> bool:
    """Whether the two enclosures have a number in common."""
    if not ball.is_finite():
        return True
    x, e = approx(second, BITS)
    sign, mantissa, exponent, _ = x
    middle = arb((-1 if sign else 1) * int(mantissa)) * arb(2) ** int(exponent)
    radius = arb(2) ** int(e + 1) if e > float("-inf") else arb(0)
    return bool(abs(ball - middle).lower() <= radius)


def _mpf(v: Value) -> Any:
    x, _ = approx(v, BITS)
    return mpmath.make_mpf(libmp.normalize(*x, BITS - 10, "n"))
