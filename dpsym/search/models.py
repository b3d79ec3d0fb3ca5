"""Counterexamples to statements about all laws: random exact models of small size. What is found is judged by the kernel.

Models that satisfy the hypotheses and do not refute are the second opinion on a theorem: they are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from random import Random

from ..kernel.laws.models import Model, refute
from ..kernel.laws.statements import Field, Proposition, Refuted
from ..kernel.statements import Range
from ..kernel.terms import Term, log, num

SIZES = (1, 2, 2, 2, 3)
_NUMBERS = (0, 1, 2, 3, Fraction(1, 2), Fraction(1, 3), Fraction(1, 10), Fraction(3, 2), Fraction(9, 10))


@dataclass(frozen=True)
class Opinion:
    """Random models: how many satisfied setting and hypotheses, and the first that refuted, judged by the kernel."""

    tried: int
    satisfied: int
    refuted: Refuted | None = None


def random_models(p: Proposition, tries: int = 300, seed: int = 0) -> Opinion:
    """Looks for a model that refutes the proposition."""
    r, satisfied = Random(seed), 0
    for i in range(tries):
        found = refute(p, _model(p, r))
        if isinstance(found, Refuted):
            return Opinion(i + 1, satisfied + 1, found)
        satisfied += found.found.startswith("claims that are not seen to fail")
    return Opinion(tries, satisfied)


def _model(p: Proposition, r: Random) -> Model:
    sizes = {s: r.choice(SIZES) for f in p.setting.fields for s in f.spaces}
    params = tuple((range_.name, _value(range_, r)) for range_ in p.setting.where.ranges)
    tables = {f.name: _table(f, sizes, r) for f in p.setting.fields}
    laws = [f for f in p.setting.fields if f.mass]
    if len(laws) > 1 and r.random() < 0.3:  # laws that are close, or the same
        first, second = r.sample(laws, 2)
        if first.spaces == second.spaces:
            tables[second.name] = _mixed(
                tables[first.name], tables[second.name], r.choice((0, Fraction(1, 10), Fraction(1, 4)))
            )
    return Model(params, tuple(sizes.items()), tuple((n, tuple(num(v) for v in table)) for n, table in tables.items()))


def _value(range_: Range, r: Random) -> Term:
    """A number, a logarithm now and then; the kernel refuses what lies outside."""
    if not range_.integer and r.random() < 0.3:
        return log(num(r.choice((2, 3, Fraction(3, 2), Fraction(11, 10)))))
    value = num(Fraction(r.choice(_NUMBERS)))
    return value if range_.lower is not None or r.random() < 0.7 else num(-Fraction(r.choice(_NUMBERS)))


def _table(f: Field, sizes: dict[str, int], r: Random) -> list[Fraction]:
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
