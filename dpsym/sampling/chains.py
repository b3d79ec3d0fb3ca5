"""Samples of statements about any number of steps: random exact laws go on for a few steps, and the invariant is looked at after each.

In each step kernels (or the laws that take the place) and the numbers of the step are drawn until they certainly satisfy what is
asked of it, or are those of a step that is known; the tables of the laws are multiplied out, and the state goes on. What the grid
names is the same in all steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from ..kernel.laws.chains import Chain
from ..kernel.laws.statements import Field, Model, Proposition, Setting
from ..kernel.laws.terms import space_of
from ..kernel.statements import Domain
from ..kernel.substitution import substitute
from ..kernel.terms import ONE, Term, mul, num
from ..reading.grids import Grid
from ..report.laws import fact_text, proposition_lines
from ..search.refuting.models import drawn_table, drawn_value, fitted, number, satisfies
from .claims import notes
from .laws import model_rows
from .points import Points, demand_inside, demand_known, grid_points
from .rows import Row
from .table import Sample

STEPS = 3  # that are looked at
DRAWS = 80  # for one step
OUTCOMES = (2, 2, 3)
CLOSE = (
    Fraction(0),
    Fraction(1, 10),
    Fraction(1, 3),
    Fraction(1),
)  # how much laws that are drawn differ from the one before


@dataclass(frozen=True)
class ChainQuestion:
    """A chain; its step with what is asked for hypotheses and the invariant for claims; the domain of what all steps share."""

    chain: Chain
    step: Proposition
    shared: Domain
    defaults: Mapping[str, Term] = field(default_factory=dict)
    known: Model | None = None  # a step that satisfies what is asked, for values of its own


def sample_chain(name: str, question: ChainQuestion, grid: Grid, laws: int, seed: int) -> Sample:
    """Rows after one, two and three steps of random laws, for every point of the grid."""
    demand_known(grid, question.shared.names)
    for n, values in grid.items():
        demand_inside(n, values, question.shared)
    points = grid_points(question.shared, grid, question.defaults, lenient=True)
    found: list[Row] = []
    shown: dict[str, Model] = {}
    short = 0
    for draw in range(1, laws + 1):
        for values in points.values:
            start = {**dict(points.filled), **dict(zip(points.names, values))}
            models = list(_Run(question, start, Random(f"{seed} {draw}")).models())
            short += len(models) < STEPS
            for after, model in enumerate(models, 1):
                label = f"random {draw}, {after} {'step' if after == 1 else 'steps'}"
                found += model_rows(_invariant(question, model), label, model, Points((), ((),)))
                shown[label] = model
    said = [f"found fewer than {STEPS} steps that satisfy what is asked, {short} times"] if short else []
    statements = tuple(fact_text(f) for f in question.step.claims)
    extra = (*notes(dict(points.filled)), *said)
    setting = tuple(line.strip() for line in proposition_lines(question.step))
    return Sample(name, statements, tuple(found), shown, points.left_out, extra, setting)


def _invariant(question: ChainQuestion, model: Model) -> Proposition:
    """The invariant as a statement about the laws that go on, with the numbers of the model."""
    tracked = {m.law for m in question.chain.moves}
    fields = tuple(f for f in question.step.setting.fields if f.name in tracked)
    ranges = tuple(question.step.setting.where.range(n) for n, _ in model.params)
    return Proposition(Setting(Domain(ranges, ()), fields), (), question.step.claims)


class _Run:
    """One path: the tables of the laws, the state, and what is the same in all steps."""

    def __init__(self, question: ChainQuestion, shared: Mapping[str, Term], random: Random) -> None:
        self.question, self.shared, self.random = question, dict(shared), random
        chain, setting = question.chain, question.step.setting
        self.asked = question.step
        self.space, self.outcome = space_of(chain.history), space_of(chain.outcome)
        tracked = {m.law for m in chain.moves}
        self.drawn = [f for f in setting.fields if f.name not in tracked]
        grows = any(m.kernel is not None for m in chain.moves)
        start = [ONE] if grows else [num(v) for v in _law(random, random.choice(OUTCOMES))]
        self.laws = {f.name: tuple(start) for f in setting.fields if f.name in tracked}
        self.state = {s.name: substitute(s.start, self.shared) for s in chain.state}

    def models(self) -> Iterator[Model]:
        """The laws and numbers after each step, as long as a step is found."""
        for _ in range(STEPS):
            step = next(filter(None, (self._step() for _ in range(DRAWS))), None) or self._known_step()
            if step is None:
                return
            self._go_on(step)
            size = len(next(iter(self.laws.values())))
            yield Model(tuple({**self.shared, **self.state}.items()), ((self.space, size),), tuple(self.laws.items()))

    def _step(self) -> Model | None:
        """A random step, if it certainly satisfies what is asked."""
        sizes = {self.space: len(next(iter(self.laws.values())))}
        for s in (s for f in self.drawn for s in f.spaces):
            sizes.setdefault(s, self.random.choice(OUTCOMES))
        tables = {f.name: drawn_table(f, sizes, self.random) for f in self.drawn}
        self._closer(tables)
        fixed = {**self.shared, **self.state}
        ranges = self.asked.setting.where.ranges
        own = {r.name: drawn_value(r, self.random, tables) for r in ranges if r.name not in fixed}
        values = {n: tuple(map(num, t)) for n, t in tables.items()} | self.laws
        model = Model(tuple({**own, **fixed}.items()), tuple(sizes.items()), tuple(values.items()))
        try:
            params = dict(fitted(self.asked, model).params)
        except (ValueError, ArithmeticError, LookupError):  # a value that is none
            return None
        model = replace(model, params=tuple({**params, **fixed}.items()))
        return model if satisfies(self.asked, model) else None

    def _known_step(self) -> Model | None:
        """The step that is known, the same after every history."""
        known = self.question.known
        if known is None:
            return None
        size, sizes, tables = len(next(iter(self.laws.values()))), dict(known.sizes), dict(known.fields)
        values = dict(self.laws)
        for f in self.drawn:
            rows = sizes[self.space] if f.spaces[0] == self.space else 1
            width = len(tables[f.name]) // rows
            whole = [tables[f.name][i % rows * width : (i % rows + 1) * width] for i in range(size)]
            one = f.spaces[0] == self.space and len(f.spaces) > 1
            values[f.name] = tuple(v for row in whole for v in row) if one else tables[f.name]
        params = tuple({**dict(known.params), **self.shared, **self.state}.items())
        model = Model(params, tuple({**sizes, self.space: size}.items()), tuple(values.items()))
        return model if satisfies(self.asked, model) else None

    def _closer(self, tables: dict[str, list[Fraction]]) -> None:
        """Laws that are drawn moved towards the first of their kind, or towards the law whose place one of them takes."""
        share, groups = self.random.choice(CLOSE), dict[tuple[str, ...], list[Field]]()
        for f in (f for f in self.drawn if f.mass):
            groups.setdefault(f.spaces, []).append(f)
        for spaces, members in groups.items():
            near = [Fraction(str(v.value)) for v in self.laws[self._last]] if spaces == (self.space,) else None
            for f in members:
                first = near if near is not None else tables[members[0].name]
                tables[f.name] = [(1 - share) * a + share * b for a, b in zip(first, tables[f.name])]

    @property
    def _last(self) -> str:
        """The law whose place is taken, or any."""
        taken = [m.law for m in self.question.chain.moves if m.kernel is None and m.of != m.law]
        return (taken or [*self.laws])[0]

    def _go_on(self, step: Model) -> None:
        tables, params = dict(step.fields), dict(step.params)
        after = {}
        for m in self.question.chain.moves:
            now = tables[m.of]
            if m.kernel is not None:
                width = len(tables[m.kernel]) // len(now)
                now = tuple(mul(now[i // width], k) for i, k in enumerate(tables[m.kernel]))
            after[m.law] = tuple(map(number, now))
        self.laws = after
        self.state = {s.name: number(substitute(s.next, params)) for s in self.question.chain.state}


def _law(random: Random, size: int) -> list[Fraction]:
    weights = [random.randint(1, 5) for _ in range(size)]
    return [Fraction(w, sum(weights)) for w in weights]
