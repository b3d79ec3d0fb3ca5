"""Samples of statements about all laws: in the laws that attain a bound, and in random exact finite laws that satisfy its hypotheses.

A model has tables of terms in the parameters, so it is written out once and looked at over the whole grid: the hypotheses become
relations between numbers, and where all of them certainly hold the sides of the claims are computed. Of a claim for all points, or for
all events, the instance with the least slack is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from random import Random

from ..kernel.laws.models import Grounded
from ..kernel.laws.statements import Model, Proposition, Sharp, Tight
from ..kernel.reals.points import satisfied
from ..kernel.statements import Domain
from ..kernel.substitution import substitute
from ..kernel.terms import Term, TermError, add, mul, num, sub, sym
from ..reading.grids import Grid
from ..report.laws import fact_text, proposition_lines
from ..report.text import term_text
from ..search.refuting.models import fitted, random_model
from .claims import STRICT, notes, slack
from .evaluating import Evaluator, hold
from .points import Points, demand_inside, demand_known, grid_points
from .rows import Row
from .table import Sample

GAP = Fraction(1, 1000)  # how far below a bound that is approached, and not attained, it is looked at
DRAWS = 8  # random models for each that is wanted
SHARES = (Fraction(1), Fraction(1, 3), Fraction(1, 10), Fraction(1, 40))  # of their differences that laws keep
PATIENCE = 10  # exact comparisons of a hypothesis, over the grid
MOST_INSTANCES = 64  # of a claim


@dataclass(frozen=True)
class Question:
    """A proposition, how it is tight, models of its hypotheses by name, and values of parameters that the grid may leave out."""

    proposition: Proposition
    tight: Tight | None = None
    near: Mapping[str, Model] = field(default_factory=dict)
    defaults: Mapping[str, Term] = field(default_factory=dict)


def sample_laws(name: str, question: Question, grid: Grid, laws: int, seed: int) -> Sample:
    """Rows for the attaining laws, the models that are known, and the random ones; the grid goes through all of them."""
    p, tight = question.proposition, question.tight
    domain = p.setting.where
    demand_known(grid, tuple(dict.fromkeys((*domain.names, *(tight.where.names if tight is not None else ())))))
    inside = {n: v for n, v in grid.items() if n in domain.names}
    for n, values in inside.items():
        demand_inside(n, values, domain)
    found: list[Row] = []
    shown: dict[str, Model] = {}
    said: list[str] = []
    out: tuple[str, ...] = ()
    filled: dict[str, Term] = {}
    if tight is not None:
        label, model, where = _attaining(p, tight)
        own = {n: v for n, v in grid.items() if n in where.names}
        points = grid_points(where, own, question.defaults, lenient=True)
        found += model_rows(p, label, model, points, only=tight.claim)
        shown[label], out, filled = model, points.left_out, dict(points.filled)
        said += [f"{label}: {n} == {term_text(v)}" for n, v in model.params if n in grid and v != sym(n)]
        out = tuple(f"{label}: {one}" for one in out)
    for label, model in question.near.items():  # of its own parameters, whatever the grid says
        found += model_rows(p, label, model, Points((), ((),)))
        shown[label] = model
    if laws > 0:
        searched = _Random(question, grid, seed)
        more = searched.rows(laws)
        found += more.rows
        shown |= more.laws
        said += more.notes
    statements = tuple(map(fact_text, p.claims))
    return Sample(
        name,
        statements,
        tuple(found),
        shown,
        out,
        (*notes(filled), *said),
        tuple(line.strip() for line in proposition_lines(p)),
    )


def _attaining(p: Proposition, tight: Tight) -> tuple[str, Model, Domain]:
    """The model of a tight bound. One that only approaches the bound is looked at a little below it."""
    if not isinstance(tight, Sharp):
        return "attaining", tight.model, tight.where
    grounded = Grounded(replace(tight.model, fields=_zero(tight.model)), p.setting)
    bound = grounded.real(p.claims[tight.claim].statement.rhs, {}, grounded.tables)
    below = {tight.symbol: sub(bound, num(GAP))}
    fields = tuple((n, tuple(substitute(v, below) for v in table)) for n, table in tight.model.fields)
    return f"approaching, {tight.symbol} = bound - {GAP}", replace(tight.model, fields=fields), tight.where


def _zero(model: Model) -> tuple[tuple[str, tuple[Term, ...]], ...]:
    """Its tables without entries: the bound of a claim that is approached does not look at them."""
    return tuple((n, tuple(num(0) for _ in table)) for n, table in model.fields)


def model_rows(p: Proposition, label: str, model: Model, points: Points, only: int | None = None) -> list[Row]:
    """The claims in a model whose hypotheses hold at the points, point by point."""
    grounded = Grounded(model, p.setting)
    chosen = [(i, f) for i, f in enumerate(p.claims) if only in (None, i)]
    columns = [
        _claim_rows(grounded, i, list(islice(grounded.instances(f), MOST_INSTANCES)), label, points) for i, f in chosen
    ]
    return [row for at_point in zip(*columns) for row in at_point]


def _claim_rows(grounded: Grounded, number: int, instances: Sequence[Term], label: str, points: Points) -> list[Row]:
    """One row for each point: that of the instance with the least slack, one that says more than 0 <= 0 if there is any."""
    numbers = Evaluator([side for r in instances for side in r.args], points.names).numbers(points.values)
    found = []
    for values, sides in zip(points.values, numbers):
        given = dict(zip(points.names, values))
        params = {n: substitute(v, given) for n, v in grounded.params.items()}
        at = tuple({**params, **given}.items())
        pairs = zip(instances, sides[0::2], sides[1::2])
        rows = [
            Row(at, label, number, left, right, slack(r.op, left, right), r.op in STRICT) for r, left, right in pairs
        ]
        found.append(min(rows, key=_room))
    return found


def _room(row: Row) -> tuple[bool, float]:
    says_nothing = row.left.ball == 0 and row.right.ball == 0
    return says_nothing, float(row.slack.ball.mid()) if row.slack.known else float("inf")


# -- random laws ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    rows: list[Row]
    laws: dict[str, Model]
    notes: list[str]


class _Random:
    """Random models whose hypotheses certainly hold somewhere on the grid."""

    def __init__(self, question: Question, grid: Grid, seed: int) -> None:
        self.question, self.grid, self.random = question, grid, Random(seed)
        self.p = question.proposition
        self.where = self.p.setting.where

    def rows(self, wanted: int) -> _Found:
        found = _Found([], {}, [])
        idle: list[tuple[Model, list[Row]]] = []  # in which nothing is asked: no dataset has a neighbour, for example
        for _ in range(DRAWS * wanted):
            if len(found.laws) >= wanted:
                return found
            try:
                taken = next(filter(None, map(self._look, self._candidates())), None)
            except (
                TermError,
                ValueError,
                ArithmeticError,
                LookupError,
            ):  # a value that is none, a grid that does not fit
                continue
            if taken is not None:
                model, points = taken
                label = f"random {len(found.laws) + 1}"
                rows = model_rows(self.p, label, model, points)
                if all(_room(row)[0] for row in rows):
                    idle.append((model, rows))
                    continue
                found.laws[label] = model
                found.rows.extend(rows)
        for model, rows in idle[: wanted - len(found.laws)]:
            label = f"random {len(found.laws) + 1}"
            found.laws[label] = model
            found.rows.extend(replace(row, law=label) for row in rows)
        if len(found.laws) < wanted:
            found.notes.append(
                f"found {len(found.laws)} random laws in {DRAWS * wanted} draws that satisfy the hypotheses on the grid"
            )
        return found

    def _candidates(self) -> Iterator[Model]:
        """A random model, or laws that attain the bound mixed with random ones; then the same with laws closer to each other."""
        drawn = random_model(self.p, self.random)
        tight = self.question.tight
        if tight is not None and not isinstance(tight, Sharp) and self.random.random() < 0.5:
            mixed = self._mixed(tight.model, Fraction(self.random.randint(1, 4), 8))
            if set(mixed.params) == {(n, sym(n)) for n in self.where.names}:
                yield mixed
        for share in SHARES:
            yield self._pulled(drawn, share)

    def _mixed(self, model: Model, share: Fraction) -> Model:
        """All laws on a space mixed with one random law: what holds of two laws and their ratio mostly holds of the mixtures."""
        sizes, other = dict(model.sizes), {}
        tables = dict(model.fields)
        for f in self.p.setting.fields:
            if f.mass and len(f.spaces) == 1:
                space = f.spaces[-1]
                if space not in other:
                    weights = [self.random.randint(1, 4) for _ in range(sizes[space])]
                    other[space] = [Fraction(w, sum(weights)) for w in weights]
                tables[f.name] = tuple(
                    add(mul(num(1 - share), v), num(share * w)) for v, w in zip(tables[f.name], other[space])
                )
        return Model(model.params, model.sizes, tuple(tables.items()))

    def _pulled(self, model: Model, share: Fraction) -> Model:
        """The laws of the same spaces moved towards their mean, so that they keep this share of their differences."""
        tables = dict(model.fields)
        groups: dict[tuple[str, ...], list[str]] = {}
        for f in self.p.setting.fields:
            if f.mass:
                groups.setdefault(f.spaces, []).append(f.name)
        for members in groups.values() if share != 1 else ():
            columns = list(zip(*(map(_fraction, tables[n]) for n in members)))
            means = [sum(column) / len(members) for column in columns]
            for i, n in enumerate(members):
                tables[n] = tuple(num(share * column[i] + (1 - share) * m) for column, m in zip(columns, means))
        return Model(tuple((n, sym(n)) for n in self.where.names), model.sizes, tuple(tables.items()))

    def _look(self, model: Model) -> tuple[Model, Points] | None:
        """The model, and the points of the grid where it certainly satisfies the hypotheses."""
        model, defaults = self._completed(model)
        grid = {n: v for n, v in self.grid.items() if n in self.where.names}
        points = grid_points(self.where, grid, defaults, lenient=True)
        grounded = Grounded(model, self.p.setting)
        setting = list(dict.fromkeys(grounded.setting_holds()))
        if not all(satisfied(r, {}) is True for r in setting if not r.free):
            return None
        given = (r for _, f in self.p.given for r in grounded.instances(f))
        relations = [*(r for r in setting if r.free), *dict.fromkeys(given)]
        kept = [
            values
            for values, answers in zip(points.values, hold(relations, points.names, points.values, PATIENCE))
            if all(a is True for a in answers)
        ]
        return (model, replace(points, values=tuple(kept))) if kept else None

    def _completed(self, model: Model) -> tuple[Model, dict[str, Term]]:
        """Values for the parameters that the grid leaves out: fitted to the tables where a hypothesis says what they are."""
        known = {n: self.grid[n][0] for n in self.where.names if n in self.grid}
        missing = [n for n in self.where.names if n not in self.grid]
        start = {**{n: self.question.defaults.get(n, num(1)) for n in missing}, **known}
        values: Mapping[str, Term] = start
        if missing and not any(v.free for _, table in model.fields for v in table):
            values = dict(fitted(self.p, Model(tuple(start.items()), model.sizes, model.fields)).params)
        return model, {n: values[n] for n in missing}


def _fraction(v: Term) -> Fraction:
    return Fraction(int(v.number.p), int(v.number.q))
