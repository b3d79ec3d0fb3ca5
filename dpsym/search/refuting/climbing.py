"""Looks for a model in which a statement about all laws fails: random ones first, then small changes of those with the least room.

How much room a claim has in a model is computed with mpmath and not believed; whether it fails there the kernel says. Limits count
models, so a busy machine finds the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from random import Random

from mpmath import libmp as mp

from ...kernel.laws.models import Grounded, refute
from ...kernel.laws.statements import Model, Proposition, Refuted
from ...kernel.terms import Term, num
from ..opinion.program import Program
from ..opinion.values import Exhausted, Machine, NotDefined, Unevaluable, Value, approx, difference
from .models import fitted, random_model, random_models, satisfies, varied

RANDOM = 800  # models that are drawn
CLIMBED = 1200  # that are changes of others
KEPT = 5  # from which changes are made
_PRECISION, _WORK = 64, 200_000
_LEAST = 1e-12  # room that is worth the kernel's while


def counterexample(p: Proposition, near: Sequence[Model] = (), seed: int = 0) -> Refuted | None:
    """A model that refutes the proposition; every one that is looked at certainly satisfies its hypotheses."""
    if p.exists:
        return None
    drawn = random_models(p, RANDOM, seed, near).refuted
    return drawn if drawn is not None else _Climber(p, Random(seed)).climb(near)


@dataclass
class _Climber:
    p: Proposition
    random: Random
    best: list[tuple[float, Model]] = field(default_factory=list)  # the least room first

    def climb(self, near: Sequence[Model]) -> Refuted | None:
        start = (random_model(self.p, self.random, near) for _ in range(CLIMBED // 4))
        changed = (self._changed() for _ in range(CLIMBED))
        for models in ([*near], start, changed):
            if (found := self._first(models)) is not None:
                return found
        return None

    def _first(self, models: Iterable[Model | None]) -> Refuted | None:
        for model in models:
            if model is None or not satisfies(self.p, model):
                continue
            left = room(self.p, model)
            if left <= _LEAST and isinstance(found := refute(self.p, model), Refuted):
                return found
            self.best = sorted([*self.best, (left, model)], key=lambda pair: pair[0])[:KEPT]
        return None

    def _changed(self) -> Model | None:
        """One of the best, with one field or number moved; bounds that hypotheses name are fitted to it."""
        if not self.best:
            return None
        model = _in_numbers(varied(self.p, self.random.choice(self.best)[1], self.random))
        try:
            return fitted(self.p, model) if self.random.random() < 0.7 else model
        except (ValueError, ArithmeticError, LookupError):  # a value that is none
            return None


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


def _in_numbers(model: Model) -> Model:
    """Sums and products of fractions in the tables as fractions, so that they do not grow with each change."""
    params = tuple((n, _number(v)) for n, v in model.params)
    return Model(params, model.sizes, tuple((n, tuple(map(_number, table))) for n, table in model.fields))


def _number(t: Term) -> Term:
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
