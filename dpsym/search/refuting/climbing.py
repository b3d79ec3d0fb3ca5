"""Looks for a model in which a statement about all laws fails: random ones first, then small changes of those with the least room.

Before them come models with datasets in a row (rows.py), where what is said of groups fails.

Every second model is tightened as well: its numbers are moved to where hypotheses just hold, its events are filled (tightening.py).

How much room a claim has in a model is computed with mpmath and not believed; whether it fails there the kernel says. Limits count
models and their work, so a busy machine finds the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, prod
from random import Random

from mpmath import libmp as mp

from ...kernel.laws.models import MAX_EVENTS, Grounded, refute
from ...kernel.laws.statements import Fact, Model, Proposition, Refuted
from ...kernel.laws.terms import space_of
from ...kernel.terms import Term, subterms
from ..opinion.program import Program
from ..opinion.values import Exhausted, Machine, NotDefined, Unevaluable, Value, approx, difference
from .evaluating import arguments
from .models import fitted, in_numbers, inside, random_model, varied
from .rows import in_a_row
from .tightening import filled, nearer, pointed, tightened

ROWS = 300  # models with datasets in a row
RANDOM = 800  # models that are drawn
CLIMBED = 1200  # that are changes of others
TIGHTENED = 0.5  # the share of models whose numbers are moved to where hypotheses just hold
FILLED = 0.5  # of these, the share whose events are filled
SMALL = 0.5  # the share of changes that are small
POINTED = 0.25  # the share of drawn models of which a kernel is made one of point masses
KEPT = 5  # from which changes are made
WORK_OF_ALL = 1_000_000_000  # parts of claims that are written out, in all models: about a minute
INSTANCE = 200  # the work of an instance of a hypothesis
_PRECISION, _WORK = 64, 200_000
_LEAST = 1e-12  # room that is worth the kernel's while


def counterexample(p: Proposition, near: Sequence[Model] = (), seed: int = 0) -> Refuted | None:
    """A model that refutes the proposition, as the kernel says."""
    if p.exists:
        return None
    return _Climber(p, Random(seed)).climb([model for model in near if inside(p, model)])


@dataclass
class _Climber:
    p: Proposition
    random: Random
    best: list[tuple[float, Model]] = field(default_factory=list)  # the least room first
    left: int = field(default_factory=lambda: WORK_OF_ALL)

    def climb(self, near: Sequence[Model]) -> Refuted | None:
        rows = (in_a_row(self.p, self.random) for _ in range(ROWS))
        start = (self._drawn(near) for _ in range(RANDOM))
        changed = (self._changed() for _ in range(CLIMBED))
        for models in ([*near], rows, start, changed):
            if (found := self._first(models)) is not None:
                return found
        return None

    def _first(self, models: Iterable[Model | None]) -> Refuted | None:
        for model in models:
            if model is None:
                continue
            for candidate in self._placed(model):
                sizes = dict(candidate.sizes)
                self.left -= sum(self._instances(c, candidate) * written(c.statement, sizes) for c in self.p.claims)
                left = room(self.p, candidate)
                if left <= _LEAST and isinstance(found := refute(self.p, candidate), Refuted):
                    return found
                self.best = sorted([*self.best, (left, candidate)], key=lambda pair: pair[0])[:KEPT]
            if self.left < 0:
                return None
        return None

    def _drawn(self, near: Sequence[Model]) -> Model:
        model = random_model(self.p, self.random, near)
        return pointed(self.p, model, self.random) if self.random.random() < POINTED else model

    def _placed(self, model: Model) -> Iterator[Model]:
        """The model, if it satisfies the hypotheses, and the one whose numbers are where they just hold."""
        if self._holds(model):
            yield model
        if self.random.random() < TIGHTENED:
            closer = tightened(self.p, model, self.random, self._holds)
            if closer is None:
                return
            if closer != model:
                yield closer
            if self.random.random() < FILLED and (full := filled(self.p, closer, self.random, self._holds)) != closer:
                yield full

    def _holds(self, model: Model) -> bool:
        """Whether the model seems to satisfy setting and hypotheses; never, once all work is done."""
        self.left -= INSTANCE * (1 + sum(self._instances(fact, model) for _, fact in self.p.given))
        return self.left >= 0 and inside(self.p, model)

    def _instances(self, fact: Fact, model: Model) -> int:
        """How many relations between numbers a fact becomes, at most: for all places of points, and all events there."""
        sizes = dict(model.sizes)
        cells = sum(
            prod(sizes[space_of(x)] for x in points if x not in fact.points)
            for f in fact.tests
            for points in arguments(fact.statement, f.name)
        )
        return prod(sizes[space_of(x)] for x in fact.points) << min(cells, MAX_EVENTS)

    def _changed(self) -> Model | None:
        """One of the best, with one field or number moved; bounds that hypotheses name are fitted to it."""
        if not self.best:
            return None
        base = self.random.choice(self.best)[1]
        model = varied(self.p, base, self.random)
        if self.random.random() < SMALL:
            model = nearer(self.p, base, model, Fraction(1, self.random.choice((4, 8, 16))))
        model = in_numbers(model)
        try:
            return fitted(self.p, model) if self.random.random() < 0.7 else model
        except (ValueError, ArithmeticError, LookupError):  # a value that is none
            return None


def written(t: Term, sizes: Mapping[str, int]) -> int:
    """The number of parts of a term in which every Int is written out as a sum."""
    counts: dict[Term, int] = {}
    for u in subterms(t):  # parts come before what they are parts of
        own = sum(counts[a] for a in u.args)
        counts[u] = 1 + (own * sizes[space_of(u)] if u.op == "Int" else own)
    return counts[t]


def room(p: Proposition, model: Model) -> float:
    """The least difference of two sides of a claim, as a share of both, in the direction in which it holds; -inf without a value."""
    least, machine = inf, Machine(_PRECISION, _WORK)
    try:
        for r in (r for claim in p.claims for r in Grounded(model, p.setting).instances(claim)):
            least = min(least, _room(r, machine))
    except NotDefined:
        return -inf
    except (Unevaluable, Exhausted, ValueError, ArithmeticError, LookupError):
        return inf
    return least


def _room(r: Term, machine: Machine) -> float:
    a, b = Program((r.lhs, r.rhs)).run({}, machine)
    size = abs(_float(a, machine)) + abs(_float(b, machine))
    value = (
        _float(difference(b, a, machine.prec), machine) / size if size else 1.0
    )  # 0 <= 0 says nothing of what is near
    if r.op in ("==", "!="):
        return -abs(value) if r.op == "==" else abs(value)
    return value if r.op in ("<=", "<") else -value


def _float(v: Value, machine: Machine) -> float:
    return float(v) if isinstance(v, Fraction) else float(mp.to_float(approx(v, machine.prec)[0]))
