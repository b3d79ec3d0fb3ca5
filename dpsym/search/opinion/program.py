"""Terms compiled for the second opinion: straight-line programs over the values of `opinion_values`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import log2
from typing import Any

from mpmath import libmp as mp

from ...kernel.terms import BINDERS, OO, Term, neg, subterms
from .values import (
    EXACT,
    FUNCTIONS,
    Machine,
    NotDefined,
    Real,
    Unevaluable,
    Value,
    approx,
    binomial,
    difference,
    holds,
    lambert_w,
    magnitude,
    power,
    sign,
    times,
    total,
)

MAX_TERMS = 300  # of a sum or product
HEURISTIC = 2.0**-33  # the least error, relative to max(1, |value|), ascribed to quadrature and infinite sums
QUADRATURE = 1  # work of one node beside that of the integrand

Env = Mapping[str, Value]
Step = Callable[[list[Value], Env, Machine], Value]
COSTS = {"+": 1, "*": 1, "**": 3, "num": 0, "sym": 0, "const": 0, "LambertW": 60, "PhiInv": 150, "gamma": 12,
         "loggamma": 12, "binomial": 20, "erf": 8, "erfc": 8, "Phi": 10}  # fmt: skip


def _is_heuristic(t: Term) -> bool:
    """Quadrature and truncated series: their error is a guess, and may be badly wrong."""
    return t.op == "Integral" or (t.op in BINDERS and t.args[2] is OO)


class Program:
    """A straight line of steps for some terms; equal sub-terms are computed once, branches only where taken."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self.steps: list[Step] = []
        self.cost = 4  # of starting at all, then that of every step
        self.heuristic = any(_is_heuristic(u) for t in terms for u in subterms(t))
        self._slots: dict[Term, int] = {}
        self.outputs = [self._place(t) for t in terms]

    def run(self, env: Env, machine: Machine) -> list[Value]:
        machine.spend(self.cost)
        registers: list[Value] = []
        try:
            for step in self.steps:
                registers.append(step(registers, env, machine))
        except Unevaluable:
            raise
        except (ArithmeticError, ValueError, RecursionError, mp.NoConvergence) as problem:
            raise Unevaluable(str(problem)) from problem
        return [registers[i] for i in self.outputs]

    def _place(self, t: Term) -> int:
        if t not in self._slots:
            lazy = t.op in BINDERS or t.op == "Piecewise"
            inner = () if lazy else tuple(self._place(a) for a in t.args)
            self.steps.append(_step(t, inner))
            self.cost += COSTS.get(t.op, 4) * (3 if t.op == "**" and t.args[1].op != "num" else 1)
            self._slots[t] = len(self.steps) - 1
        return self._slots[t]


def _step(t: Term, i: tuple[int, ...]) -> Step:
    op = t.op
    if op == "num":
        value: Any = t.value
        constant = Fraction(int(value.p), int(value.q))
        return lambda r, env, m: constant
    if op == "sym":
        name = str(t.value)
        return lambda r, env, m: env[name]
    if op == "const":
        return _constant(str(t.value))
    if op == "+":
        return lambda r, env, m: total([r[k] for k in i], m.prec)
    if op == "*":
        return _product_step(i)
    if op == "**":
        literal = t.args[1].op == "num"
        return lambda r, env, m: power(r[i[0]], r[i[1]], m.prec, literal)
    if op in ("min", "max"):
        return _extreme_step(i, op == "max")
    if op == "binomial":
        return lambda r, env, m: binomial(r[i[0]], r[i[1]], m.prec)
    if op == "LambertW":
        branch = int(str(t.args[1].value)) if len(t.args) == 2 else 0
        return lambda r, env, m: lambert_w(r[i[0]], branch, m)
    if op == "Piecewise":
        return _piecewise_step(t)
    if op in BINDERS:
        return _integral_step(t) if op == "Integral" else _fold_step(t)
    if op not in FUNCTIONS:
        return _unknown(op)
    f, k = FUNCTIONS[op], i[0]
    return lambda r, env, m: f(r[k], m.prec)


def _unknown(op: str) -> Step:
    def step(r: list[Value], env: Env, m: Machine) -> Value:
        raise Unevaluable(f"no value for {op}")

    return step


def _constant(name: str) -> Step:
    return (lambda r, env, m: (mp.mpf_pi(m.prec), 2.0 - m.prec)) if name == "pi" else _unknown(name)


def _product_step(i: tuple[int, ...]) -> Step:
    def step(r: list[Value], env: Env, m: Machine) -> Value:
        v = r[i[0]]
        for k in i[1:]:
            v = times(v, r[k], m.prec)
        return v

    return step


def _extreme_step(i: tuple[int, ...], largest: bool) -> Step:
    def step(r: list[Value], env: Env, m: Machine) -> Value:
        best = r[i[0]]
        for k in i[1:]:
            s = sign(difference(r[k], best, m.prec))
            if s is None:  # too close to tell: either will do, with the larger error
                (x, e), (_, f) = approx(best, m.prec), approx(difference(r[k], best, m.prec), m.prec)
                best = (x, max(e, f) + 2)
            elif s == (1 if largest else -1):
                best = r[k]
        return best

    return step


def _piecewise_step(t: Term) -> Step:
    split = zip(t.args[0::2], t.args[1::2], strict=False)
    pairs = [(Program(c.args), c.op, Program([value])) for value, c in split]
    default = Program([t.args[-1]]) if len(t.args) % 2 else None

    def step(r: list[Value], env: Env, m: Machine) -> Value:
        for condition, op, branch in pairs:
            a, b = condition.run(env, m)
            taken = holds(op, a, b, m.prec)
            if taken is None:
                raise Unevaluable("a condition too close to call")
            if taken:
                return branch.run(env, m)[0]
        if default is None:
            raise NotDefined("no condition of Piecewise holds")
        return default.run(env, m)[0]

    return step


def _whole_end(v: Value) -> int:
    if not isinstance(v, tuple) and v.denominator == 1:
        return v.numerator
    raise Unevaluable("an end of a sum that is not an integer")


def _fold_step(t: Term) -> Step:
    """A finite sum or product term by term; an infinite one until its terms die out geometrically."""
    name, body, lower = str(t.value), Program([t.args[0]]), Program([t.args[1]])
    upper = None if t.args[2] is OO else Program([t.args[2]])
    product = t.op == "Product"

    def finite(env: Env, m: Machine, a: int, b: int) -> Value:
        if not 0 <= b - a + 1 <= MAX_TERMS:
            raise Unevaluable("a sum that is empty backwards or too long")
        parts = (body.run({**env, name: Fraction(k)}, m)[0] for k in range(a, b + 1))
        if not product:
            return total(parts, m.prec)
        v: Value = Fraction(1)
        for part in parts:
            v = times(v, part, m.prec)
        return v

    def step(r: list[Value], env: Env, m: Machine) -> Value:
        a = _whole_end(lower.run(env, m)[0])
        if upper is not None:
            return finite(env, m, a, _whole_end(upper.run(env, m)[0]))
        if product:
            raise Unevaluable("an infinite product")
        return _series(body, name, env, m, a)

    return step


def _series(body: Program, name: str, env: Env, m: Machine, a: int) -> Value:
    value: Value = Fraction(0)
    small = 0
    for k in range(a, a + MAX_TERMS):
        part = approx(body.run({**env, name: Fraction(k)}, m)[0], m.prec)
        value = total((value, part), m.prec)
        small = small + 1 if magnitude(part[0]) < magnitude(approx(value, m.prec)[0]) - 50 else 0
        if small == 8:
            return _heuristic(approx(value, m.prec)[0], magnitude(part[0]) + 10)
    raise Unevaluable("an infinite sum whose terms do not die out")


def _integral_step(t: Term) -> Step:
    name, body = str(t.value), Program([t.args[0]])
    lower, upper = (None if t.args[k] is end else Program([t.args[k]]) for k, end in ((1, neg(OO)), (2, OO)))

    def step(r: list[Value], env: Env, m: Machine) -> Value:
        inner = m.coarse()
        context = inner.context
        low, high = (
            infinity if end is None else context.make_mpf(approx(end.run(env, m)[0], m.prec)[0])
            for end, infinity in ((lower, context.ninf), (upper, context.inf))
        )

        def integrand(x: Any) -> Any:
            inner.spend(QUADRATURE)
            return context.make_mpf(approx(body.run({**env, name: (x._mpf_, EXACT)}, inner)[0], inner.prec)[0])

        try:
            value, error = context.quad(integrand, [low, high], error=True, maxdegree=4)
            other = context.quad(integrand, [low, _between(low, high, context), high], maxdegree=4)
        finally:
            m.work = inner.work
        if not all(isinstance(v, context.mpf) and context.isfinite(v) for v in (value, other, error)):
            raise Unevaluable("an integral without a finite value")
        if abs(value - other) > abs(value) / 10**6:
            raise Unevaluable("the integral changes when its interval is split")
        return _heuristic(value._mpf_, magnitude((error + abs(value - other))._mpf_) + 10)

    return step


def _between(low: Any, high: Any, context: Any) -> Any:
    third = context.mpf(1) / 3
    if context.isfinite(low):
        return low + third * (high - low if context.isfinite(high) else 1)
    return high - third if context.isfinite(high) else third


def _heuristic(x: Real, e: float) -> Value:
    return x, max(e, max(magnitude(x), 0) + log2(HEURISTIC))
