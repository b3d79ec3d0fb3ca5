"""Counterexamples to statements about all laws: random exact models of small size. What is found is judged by the kernel.

Models that satisfy the hypotheses and do not refute are the second opinion on a theorem: they are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import repeat
from math import prod
from random import Random

from ...kernel.laws.models import Grounded, demand_model, refute
from ...kernel.laws.statements import Field, Model, Proposition, Refuted
from ...kernel.reals.points import defined_at, fails
from ...kernel.statements import Range
from ...kernel.terms import ONE, Term, TermError, add, log, mul, num, sub
from ...kernel.verdicts import refusal
from .evaluating import Evaluated, Undecided

SIZES = (1, 2, 2, 2, 3)
_SHARES = (1, 1, Fraction(1, 10), Fraction(1, 4))  # of what is drawn anew in a variation
_NUMBERS = (0, 1, 2, 3, Fraction(1, 2), Fraction(1, 3), Fraction(1, 10), Fraction(3, 2), Fraction(9, 10))


@dataclass(frozen=True)
class Opinion:
    """Random models: how many satisfied setting and hypotheses, and the first that refuted, judged by the kernel.

    `unjudged` counts those in which a claim may fail, without the kernel's word for it (it refuses large models).
    """

    tried: int
    satisfied: int
    refuted: Refuted | None = None
    unjudged: int = 0


class Look(Enum):
    """What is seen of a model that does not refute."""

    OUTSIDE = "it is not seen to satisfy setting and hypotheses"
    INSIDE = "it satisfies them, and no claim is seen to fail"
    UNJUDGED = "it satisfies them, and a claim may fail, but the kernel refuses to say so"


def random_models(p: Proposition, tries: int = 300, seed: int = 0, near: Sequence[Model] = ()) -> Opinion:
    """Looks for a model that refutes the proposition; every third one is a variation of a model in `near`, if there are any."""
    r, looks = Random(seed), Counter[Look]()
    for i in range(tries):
        look = looked_at(p, random_model(p, r, near))
        if isinstance(look, Refuted):
            return Opinion(i + 1, looks[Look.INSIDE] + looks[Look.UNJUDGED] + 1, look, looks[Look.UNJUDGED])
        looks[look] += 1
    return Opinion(tries, looks[Look.INSIDE] + looks[Look.UNJUDGED], None, looks[Look.UNJUDGED])


def looked_at(p: Proposition, model: Model) -> Refuted | Look:
    """Whether the model satisfies setting and hypotheses, and whether a claim fails in it: then it is the kernel that says so.

    All is computed outside of the kernel first (evaluating.py), the hypotheses with few instances before those with many. The kernel
    is asked about single relations that are not decided there, and about the whole model if a claim is not seen to hold in it.
    """
    try:
        seen = Evaluated(p, model)
        given = sorted((f for _, f in p.given), key=seen.cost)
        if p.exists or not seen.setting_holds() or not all(map(seen.holds, given)):
            return Look.OUTSIDE
    except Undecided:  # a number of the model itself
        return _judged(p, model, Look.INSIDE) if satisfies(p, model) else Look.OUTSIDE
    except (ValueError, ArithmeticError, LookupError):  # too large, or with a value that is none
        return Look.OUTSIDE
    try:
        doubted = any(_seems_to_fail(r) for claim in p.claims for r in seen.unseen(claim))
    except TermError:  # claims with more instances than the kernel writes out
        return Look.UNJUDGED
    return _judged(p, model, Look.UNJUDGED) if doubted else Look.INSIDE


def _seems_to_fail(r: Term) -> bool:
    """Whether a relation between numbers has no value, or does not hold."""
    return defined_at(r, {})[0] is False or fails(r, {})


def _judged(p: Proposition, model: Model, otherwise: Look) -> Refuted | Look:
    found = refute(p, model)
    return found if isinstance(found, Refuted) else otherwise


def satisfies(p: Proposition, model: Model) -> bool:
    """Whether the model certainly satisfies setting and hypotheses. One with a value that is none (log 0) does not."""
    try:
        return not p.exists and refusal("model", lambda: demand_model(p, model)) is None
    except (ValueError, ArithmeticError, LookupError):
        return False


def inside(p: Proposition, model: Model) -> bool:
    """Whether the model seems to satisfy setting and hypotheses: computed outside of the kernel, which judges what it refutes."""
    try:
        seen = Evaluated(p, model)
        given = sorted((f for _, f in p.given), key=seen.cost)
        return not p.exists and seen.setting_holds() and all(map(seen.holds, given))
    except Undecided:
        return satisfies(p, model)
    except (ValueError, ArithmeticError, LookupError):  # too large, or with a value that is none
        return False


def random_model(p: Proposition, r: Random, near: Sequence[Model] = ()) -> Model:
    """Random tables; then numbers, some of which are fitted to them, so that hypotheses have a chance to hold."""
    base = r.choice(near) if near and r.random() < 1 / 3 else None
    if base is not None:
        return varied(p, base, r)
    sizes = {s: r.choice(SIZES) for f in p.setting.fields for s in f.spaces}
    tables = {f.name: drawn_table(f, sizes, r) for f in p.setting.fields}
    laws = [f for f in p.setting.fields if f.mass]
    if len(laws) > 1 and r.random() < 0.3:  # laws that are close, or the same
        first, second = r.sample(laws, 2)
        if first.spaces == second.spaces:
            tables[second.name] = _mixed(
                tables[first.name], tables[second.name], r.choice((0, Fraction(1, 10), Fraction(1, 4)))
            )
    params = {range_.name: drawn_value(range_, r, tables) for range_ in p.setting.where.ranges}
    fields = tuple((n, tuple(num(v) for v in table)) for n, table in tables.items())
    return fitted(p, Model(tuple(params.items()), tuple(sizes.items()), fields))


def varied(p: Proposition, base: Model, r: Random) -> Model:
    """A model with one field, or one number, moved a little or drawn anew."""
    sizes, tables, params = dict(base.sizes), dict(base.fields), dict(base.params)
    fields, ranges = p.setting.fields, p.setting.where.ranges
    share = num(r.choice(_SHARES))
    if fields and (not ranges or r.random() < 0.7):
        f = r.choice(fields)
        drawn = [num(v) for v in drawn_table(f, sizes, r)]
        tables[f.name] = tuple(drawn if f.integer else map(_between, repeat(share), tables[f.name], drawn))
    elif ranges:
        range_ = r.choice(ranges)
        value = drawn_value(range_, r, {})
        params[range_.name] = value if range_.integer else _between(share, params[range_.name], value)
    return Model(tuple(params.items()), base.sizes, tuple(tables.items()))


def _between(share: Term, old: Term, new: Term) -> Term:
    return new if share is ONE else add(mul(sub(ONE, share), old), mul(share, new))


def fitted(p: Proposition, model: Model) -> Model:
    """The model with a symbol that is one side of a hypothesis set to the value of the other side: `mean == m`, `KL <= c`."""
    for _, fact in p.given:
        s = fact.statement
        if fact.tests or fact.points:
            continue
        for side, other in ((s.lhs, s.rhs), (s.rhs, s.lhs)):
            if side.op == "sym" and str(side.value) not in other.free:
                value = Grounded(model, p.setting).real(other, {}, dict(model.fields))
                params = tuple((n, value if n == side.value else v) for n, v in model.params)
                model = Model(params, model.sizes, model.fields)
                break
    return model


def drawn_value(range_: Range, r: Random, tables: Mapping[str, Sequence[Fraction]]) -> Term:
    """A number, a logarithm, or the logarithm of the greatest quotient in a table; the kernel refuses what lies outside."""
    positive = sorted(v for table in tables.values() for v in table if v > 0)
    if not range_.integer and positive and r.random() < 0.3:
        return log(num(positive[-1] / positive[0]))
    if not range_.integer and r.random() < 0.3:
        return log(num(r.choice((2, 3, Fraction(3, 2), Fraction(11, 10)))))
    value = num(Fraction(r.choice(_NUMBERS)))
    return value if range_.lower is not None or r.random() < 0.7 else num(-Fraction(r.choice(_NUMBERS)))


def drawn_table(f: Field, sizes: dict[str, int], r: Random) -> list[Fraction]:
    cells, n = prod(sizes[s] for s in f.spaces), sizes[f.spaces[-1]]
    if f.mass:
        return [v for _ in range(cells // n) for v in _law(n, r)]
    if f.integer:
        return [Fraction(r.randint(0, 1)) for _ in range(cells)]
    if f.upper is not None:
        return [Fraction(r.randint(0, 4), 4) for _ in range(cells)]
    values = [Fraction(r.choice(_NUMBERS)) for _ in range(cells)]
    return values if f.lower is not None else [v if r.random() < 0.6 else -v for v in values]


def _law(n: int, r: Random) -> list[Fraction]:
    weights = [r.choice((0, 1, 1, 2, 3, 5)) for _ in range(n)]
    weights[r.randrange(n)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def _mixed(a: list[Fraction], b: list[Fraction], share: Fraction | int) -> list[Fraction]:
    return [(1 - share) * v + share * w for v, w in zip(a, b)]


def in_numbers(model: Model) -> Model:
    """Sums and products of fractions in the tables as fractions, so that they do not grow with each change."""
    params = tuple((n, number(v)) for n, v in model.params)
    return Model(params, model.sizes, tuple((n, tuple(map(number, table))) for n, table in model.fields))


def number(t: Term) -> Term:
    value = _fraction(t)
    return t if value is None else num(value)


def _fraction(t: Term) -> Fraction | None:
    if t.op == "num":
        return Fraction(int(t.number.p), int(t.number.q))
    if t.op not in ("+", "*"):
        return None
    total = Fraction(0 if t.op == "+" else 1)
    for a in t.args:
        value = _fraction(a)
        if value is None:
            return None
        total = total + value if t.op == "+" else total * value
    return total
