"""Models moved to where hypotheses just hold: that is where claims have the least room.

A level that a hypothesis bounds (`KL <= c`, `m <= e^eps m'`, a moment below `exp((alpha - 1) rho alpha)`) is seldom hit by drawing.
Here a number is moved, up or down, by doubling and then by halving, as far as setting and hypotheses still hold, or until they begin to
hold; it is rounded to a fraction with few digits. An event that a claim is multiplied by (which datasets are in question) is filled as
far as hypotheses allow; and a kernel that draws something that has to be somewhere (a dataset in between) is more often right if it
draws one thing. Everything is computed outside of the kernel (evaluating.py).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from ...kernel.laws.statements import Model, Proposition
from ...kernel.statements import Range
from ...kernel.terms import ONE, ZERO, Term, add, mul, num
from ..opinion.program import Program
from ..opinion.values import Exhausted, Machine, NotDefined, Unevaluable, approx

Holds = Callable[[Model], bool]
DOUBLED, HALVED, FILLED = 8, 18, 30
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
    """Further and further away; towards an end of the range nearer and nearer to it, and then the end, if it belongs to it."""
    end = _end(range_.upper if way > 0 else range_.lower)
    if end is None:
        step = abs(start) / 2 or _FAR
        return [start + way * step * 2**k for k in range(DOUBLED)]
    is_open = range_.upper_open if way > 0 else range_.lower_open
    near = [end + (start - end) / 4**k for k in range(1, DOUBLED + 1)] if start != end else []
    return [*near, *([] if is_open else [end])]


def _between(model: Model, name: str, inside: Fraction, outside: Fraction, holds: Holds) -> Model:
    for _ in range(HALVED):
        middle = (inside + outside) / 2
        if holds(_put(model, name, middle)):
            inside = middle
        else:
            outside = middle
    away = inside + (inside - outside)  # a little further inside there is a simpler number
    for value in (simplest(min(inside, away), max(inside, away)), inside):
        found = _put(model, name, value)
        if holds(found):
            return found
    return model


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator in [low, high], by Stern and Brocot."""
    whole = low.__floor__()
    if whole == low or whole + 1 <= high:
        return Fraction(whole if whole == low else whole + 1)
    return whole + 1 / simplest(1 / (high - whole), 1 / (low - whole))


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


def filled(p: Proposition, model: Model, r: Random, holds: Holds) -> Model:
    """Cells of events changed one by one, if the hypotheses still hold: more often from 0 to 1 than back."""
    tables = dict(model.fields)
    cells = [(f.name, i) for f in p.setting.fields if f.integer for i in range(len(tables[f.name]))]
    r.shuffle(cells)
    for name, i in cells[:FILLED]:
        old = tables[name]
        if old[i] is ONE and r.random() < 0.8:
            continue
        tables[name] = (*old[:i], ZERO if old[i] is ONE else ONE, *old[i + 1 :])
        found = Model(model.params, model.sizes, tuple(tables.items()))
        if holds(found):
            model = found
        else:
            tables[name] = old
    return model


def pointed(p: Proposition, model: Model, r: Random) -> Model:
    """Rows of one of the laws and kernels replaced by point masses."""
    laws = [f for f in p.setting.fields if f.mass]
    if not laws:
        return model
    f = r.choice(laws)
    size, tables = dict(model.sizes)[f.spaces[-1]], dict(model.fields)
    rows: list[Term] = []
    for _ in range(len(tables[f.name]) // size):
        here = r.randrange(size)
        rows += [ONE if i == here else ZERO for i in range(size)]
    tables[f.name] = tuple(rows)
    return Model(model.params, model.sizes, tuple(tables.items()))


def nearer(p: Proposition, base: Model, model: Model, share: Fraction) -> Model:
    """The base with its laws and functions moved this share of the way to those of the model; events and numbers are the model's."""
    whole, old = {f.name for f in p.setting.fields if f.integer}, dict(base.fields)
    tables = tuple(
        (
            n,
            table
            if n in whole
            else tuple(add(mul(num(1 - share), a), mul(num(share), b)) for a, b in zip(old[n], table)),
        )
        for n, table in model.fields
    )
    return Model(model.params, model.sizes, tables)
