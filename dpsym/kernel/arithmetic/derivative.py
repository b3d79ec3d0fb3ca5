"""The derivative of a term, by the rules of calculus, valid wherever the result is defined."""

from __future__ import annotations

from collections.abc import Callable

from ..terms import MINUS_ONE, ONE, PI, TWO, ZERO, Term, add, div, exp, func, log, mul, neg, num, power, sqrt, sub


class NotDifferentiable(ValueError):
    """The term has a part (abs, floor, Piecewise, ...) with no derivative rule here."""


def derivative(t: Term, name: str) -> Term:
    """d t / d name. Factors 0 and 1 are dropped; nothing else is simplified."""
    memo: dict[Term, Term] = {}

    def d(u: Term) -> Term:
        if name not in u.free:
            return ZERO
        found = memo.get(u)
        if found is None:
            found = memo[u] = _rule(u, d)
        return found

    return d(t)


def _times(*factors: Term) -> Term:
    if ZERO in factors:
        return ZERO
    return mul(*(f for f in factors if f is not ONE))


def _plus(*terms: Term) -> Term:
    return add(*(t for t in terms if t is not ZERO))


def _rule(u: Term, d: Callable[[Term], Term]) -> Term:
    if u.op == "sym":
        return ONE
    if u.op == "+":
        return _plus(*map(d, u.args))
    if u.op == "*":
        return _plus(*(_times(*u.args[:i], d(a), *u.args[i + 1 :]) for i, a in enumerate(u.args)))
    if u.op == "**":
        return _power_rule(u, d)
    if u.op in _OUTER:
        return _times(_OUTER[u.op](u.args[0]), d(u.args[0]))
    if u.op == "LambertW":  # W' = W / (x (1 + W))
        return _times(div(u, mul(u.args[0], add(ONE, u))), d(u.args[0]))
    raise NotDifferentiable(f"no derivative rule for {u.op}")


def _power_rule(u: Term, d: Callable[[Term], Term]) -> Term:
    base, exponent = u.args
    if exponent.op == "num":
        lower = num(exponent.number - 1)
        body = ONE if lower is ZERO else base if lower is ONE else power(base, lower)
        return ZERO if exponent is ZERO else _times(exponent, body, d(base))
    along_base = _times(exponent, power(base, sub(exponent, ONE)), d(base))
    return _plus(along_base, _times(u, log(base), d(exponent)))


def _gauss(a: Term) -> Term:
    return exp(neg(power(a, TWO)))


_OUTER: dict[str, Callable[[Term], Term]] = {
    "exp": exp,
    "log": lambda a: power(a, MINUS_ONE),
    "sqrt": lambda a: div(num(1, 2), sqrt(a)),
    "sinh": lambda a: func("cosh", a),
    "cosh": lambda a: func("sinh", a),
    "tanh": lambda a: power(func("cosh", a), num(-2)),
    "asinh": lambda a: div(ONE, sqrt(add(power(a, TWO), ONE))),
    "acosh": lambda a: div(ONE, sqrt(sub(power(a, TWO), ONE))),
    "atanh": lambda a: div(ONE, sub(ONE, power(a, TWO))),
    "erf": lambda a: div(mul(TWO, _gauss(a)), sqrt(PI)),
    "erfc": lambda a: div(mul(num(-2), _gauss(a)), sqrt(PI)),
    "Phi": lambda a: div(exp(mul(num(-1, 2), power(a, TWO))), sqrt(mul(TWO, PI))),
    "PhiInv": lambda a: mul(sqrt(mul(TWO, PI)), exp(mul(num(1, 2), power(func("PhiInv", a), TWO)))),
}
