"""Numbers of a model moved to where a hypothesis just holds: that is where claims have the least room.

A level that a hypothesis bounds (`KL <= c`, `m <= e^eps m'`, a moment below `exp((alpha - 1) rho alpha)`) is seldom hit by drawing. Here a
number is moved, up or down, by doubling and then by halving, as far as setting and hypotheses still hold, or until they begin to hold.
Everything is computed outside of the kernel (evaluating.py). The number that is found is rounded to a fraction with few digits.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from ...kernel.laws.statements import Model, Proposition
from ...kernel.statements import Range
from ...kernel.terms import Term, num
from ..opinion.program import Program
from ..opinion.values import Exhausted, Machine, NotDefined, Unevaluable, approx

Holds = Callable[[Model], bool]
DOUBLED, HALVED = 8, 18
_DIGITS = 1 << 20  # the largest denominator of what is moved
_FAR = Fraction(1, 64)  # the first step, for a number that is 0


def tightened(p: Proposition, model: Model, r: Random, holds: Holds) -> Model | None:
    """The model with one number after the other moved until hypotheses just hold; None if they do not hold at all."""
    ranges = [range_ for range_ in p.setting.where.ranges if not range_.integer and _matters(p, range_.name)]
    r.shuffle(ranges)
    if not holds(model):
        begun = next((m for range_ in ranges for up in (1, -1) if (m := _begun(model, range_, up, holds))), None)
        if begun is None:
            return None
        model = begun
    for range_ in ranges:
        way = r.choice((1, -1))
        model = _moved(model, range_, way, holds) or _moved(model, range_, -way, holds) or model
    return model


def _matters(p: Proposition, name: str) -> bool:
    return any(name in fact.statement.free for _, fact in p.given)


def _begun(model: Model, range_: Range, way: int, holds: Holds) -> Model | None:
    """The number moved this way until the hypotheses hold, if they ever do; then back as far as they do."""
    start = _value(model, range_.name)
    if start is None:
        return None
    outside = start
    for value in _doubling(start, way, range_):
        found = _put(model, range_.name, value)
        if holds(found):
            return _between(model, range_.name, value, outside, holds)
        outside = value
    return None


def _moved(model: Model, range_: Range, way: int, holds: Holds) -> Model | None:
    """The number moved this way as far as the hypotheses hold, or to the end of its range; None if they hold further than is looked."""
    start = _value(model, range_.name)
    if start is None:
        return None
    inside, values = start, _doubling(start, way, range_)
    for value in values:
        if not holds(_put(model, range_.name, value)):
            return _between(model, range_.name, inside, value, holds)
        inside = value
    ended = inside == _end(range_.upper if way > 0 else range_.lower)
    return _put(model, range_.name, inside) if ended and values else None


def _doubling(start: Fraction, way: int, range_: Range) -> list[Fraction]:
    """Further and further away, up to the end of the range; towards 0 by halving."""
    step, out = abs(start) / 2 or _FAR, []
    for _ in range(DOUBLED):
        value = start + way * step
        end = _end(range_.upper if way > 0 else range_.lower)
        if end is not None and (value - end) * way >= 0:
            return [*out, *([] if (range_.upper_open if way > 0 else range_.lower_open) else [end])]
        out.append(value)
        step *= 2
    return out


def _between(model: Model, name: str, inside: Fraction, outside: Fraction, holds: Holds) -> Model:
    for _ in range(HALVED):
        middle = (inside + outside) / 2
        if holds(_put(model, name, middle)):
            inside = middle
        else:
            outside = middle
    away = inside + (inside - outside)  # a little further inside there is a simpler number
    for value in (_simplest(min(inside, away), max(inside, away)), inside):
        found = _put(model, name, value)
        if holds(found):
            return found
    return model


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator in [low, high], by Stern and Brocot."""
    whole = low.__floor__()
    if whole == low or whole + 1 <= high:
        return Fraction(whole if whole == low else whole + 1)
    return whole + 1 / _simplest(1 / (high - whole), 1 / (low - whole))


def _put(model: Model, name: str, value: Fraction) -> Model:
    params = tuple((n, num(value) if n == name else v) for n, v in model.params)
    return Model(params, model.sizes, model.fields)


def _end(t: Term | None) -> Fraction | None:
    return None if t is None else _fraction(t)


def _value(model: Model, name: str) -> Fraction | None:
    return _fraction(dict(model.params)[name])


def _fraction(t: Term) -> Fraction | None:
    """A number as a fraction, rounded if it is not one."""
    machine = Machine(64, 10_000)
    try:
        value = Program((t,)).run({}, machine)[0]
        if isinstance(value, Fraction):
            return value.limit_denominator(_DIGITS)
        sign, mantissa, exponent, _ = approx(value, machine.prec)[0]
    except (NotDefined, Unevaluable, Exhausted, ValueError, ArithmeticError):
        return None
    exact = Fraction(-int(mantissa) if sign else int(mantissa)) * Fraction(2) ** exponent
    return exact.limit_denominator(_DIGITS)
