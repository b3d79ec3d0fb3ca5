"""Models with datasets in a row: those that are at most so many steps apart are neighbours, and from one to the next odds change alike.

What is said of groups, of steps and of randomized response fails there or nearly nowhere, and it is hardly ever drawn. The law of the
outcome at dataset j has the weights w_i t_i^j, an event of two datasets is 1 if they are at most k places apart, and a kernel that
draws a dataset for two others draws the one in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

from ...kernel.laws.statements import Field, Model, Proposition
from ...kernel.terms import num
from .models import SIZES, drawn_table, drawn_value, fitted

PLACES = {2: (-1, 1), 3: (-1, 0, 1)}  # of the datasets, around the middle
ODDS = tuple(Fraction(a, b) for a, b in ((2, 1), (3, 1), (3, 2), (11, 10), (21, 20)))
WEIGHTS = (1, 1, 1, 10, 100)
STEPS = (1, 1, 2)  # that neighbours are apart, at most


def in_a_row(p: Proposition, r: Random) -> Model | None:
    """A model of the setting, not yet of its hypotheses; None if no law depends on one dataset alone."""
    rows = {f.spaces[0] for f in p.setting.fields if f.mass and len(f.spaces) == 2 and f.spaces[0] != f.spaces[1]}
    if not rows:
        return None
    sizes = {s: r.choice((2, 3)) if s in rows else r.choice(SIZES) for f in p.setting.fields for s in f.spaces}
    tables = {f.name: _table(f, sizes, rows, r) for f in p.setting.fields}
    laws = {f.name: tables[f.name] for f in p.setting.fields if f.mass and f.spaces[-1] not in rows}
    params = {range_.name: drawn_value(range_, r, laws) for range_ in p.setting.where.ranges}
    fields = tuple((n, tuple(map(num, table))) for n, table in tables.items())
    return fitted(p, Model(tuple(params.items()), tuple(sizes.items()), fields))


def _table(f: Field, sizes: dict[str, int], rows: set[str], r: Random) -> list[Fraction]:
    *before, last = f.spaces
    if f.mass and last in rows:
        return _between(before, last, sizes, r)
    if f.mass and len(before) == 1 and before[0] in rows:
        return _tilted(PLACES[sizes[before[0]]], sizes[last], r)
    if f.integer and last in rows and before and before[-1] == last:
        n, steps = sizes[last], r.choice(STEPS)
        cells = 1
        for s in before[:-1]:
            cells *= sizes[s]
        return [Fraction(abs(a - b) <= steps) for _ in range(cells) for a in range(n) for b in range(n)]
    return drawn_table(f, sizes, r)


def _tilted(places: Sequence[int], n: int, r: Random) -> list[Fraction]:
    """For each place j the law with the weights w_i t_i^j."""
    odds = r.choice(ODDS)
    tilts = (
        [odds, 1 / odds] if n == 2 and r.random() < 0.6 else [r.choice((odds, 1 / odds, Fraction(1))) for _ in range(n)]
    )
    weights = [1] * n if r.random() < 0.5 else [r.choice(WEIGHTS) for _ in range(n)]
    out: list[Fraction] = []
    for j in places:
        law = [w * t**j for w, t in zip(weights, tilts)]
        out += [v / sum(law) for v in law]
    return out


def _between(before: Sequence[str], last: str, sizes: dict[str, int], r: Random) -> list[Fraction]:
    """Point masses: in the middle of the datasets at which the kernel stands, and anywhere if there are none."""
    n = sizes[last]
    out: list[Fraction] = []
    for places in product(*(range(sizes[s]) for s in before)):
        own = [place for place, s in zip(places, before) if s == last]
        here = sum(own) // len(own) if own else r.randrange(n)
        out += [Fraction(here == i) for i in range(n)]
    return out
