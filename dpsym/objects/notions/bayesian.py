"""Bayesian privacy, simulation privacy and joint privacy, with exact levels on finite mechanisms.

The first two are about one unknown record: for each place i and each rest of the dataset, all datasets with this rest (change-one).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import sympy
from sympy import Expr

from ..deciding import PRIOR, Trial, prior_table
from ..enclosing import pairs
from ..errors import ObjectError
from ..mechanisms.base import CHANGE_ONE, Dataset, FiniteMechanism
from ..symbolic import certain, compare, greatest, to_term
from .base import Level, Notion, Witness, require_finite
from .pairwise import ZERO

OO, ONE = sympy.oo, sympy.Integer(1)


def _least(values: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    value, tag = greatest([(-v, t) for v, t in values])
    return -value, tag


def _change_one(mechanism: FiniteMechanism, notion: str) -> None:
    if isinstance(mechanism, FiniteMechanism) and mechanism.neighbours != CHANGE_ONE:
        raise ObjectError(
            f"{notion}: it is about one unknown record of a dataset of known size, so about change-one neighbours"
        )
    require_finite(mechanism)


def posterior_shift(low: Any, high: Any) -> Any:
    """The greatest total variation between a prior and its posterior when likelihoods range from low to high.

    For the prior (1 - w, w) on two values it is w (1 - w)(high - low)/((1 - w) low + w high), greatest at
    w/(1 - w) = sqrt(low/high), where it is (sqrt(high) - sqrt(low))/(sqrt(high) + sqrt(low)) = tanh(log(high/low)/4).
    More values do not help: the shift is sum over {L > Z} of prior (L/Z - 1), and moving each side's mass to its extreme
    likelihood raises it. For low = 0 < high it is the supremum 1, which is not attained.
    """
    if high == 0 or certain(low, high) == 0:
        return ZERO
    if low == 0:
        return ONE
    a, b = sympy.sqrt(low), sympy.sqrt(high)
    return (b - a) / (b + a)


class BayesianPrivacy(Notion):
    """The posterior of one record, all others known, is within eps of its prior in total variation, for every prior and output."""

    parameters: ClassVar[tuple[str, ...]] = ("eps",)
    title: ClassVar[str] = "Bayesian privacy"
    abbreviation: ClassVar[str] = "Bayesian privacy"
    relation: ClassVar[str] = "change-one"

    def definition_latex(self) -> str:
        body = r"d_{\mathrm{TV}}\left(\mathcal{D}(X_i), \mathcal{D}(X_i \mid M(X_i, x_{-i}) = y)\right)"
        return rf"\forall\, i, x_{{-i}}, \mathcal{{D}}, y :\quad {body} \le {sympy.latex(self.bound)}"

    def level(self, mechanism: FiniteMechanism) -> Level:
        _change_one(mechanism, "Bayesian privacy")
        found: list[tuple[Any, Any]] = [(ZERO, Witness())]
        for i, _, members in mechanism.fibres():
            for t, y in enumerate(mechanism.outcomes):
                likelihoods = [(mechanism.row(x)[t], x) for x in members]
                (high, x1), (low, x0) = greatest(likelihoods), _least(likelihoods)
                prior = _worst_prior(low, high, x0, x1)
                found.append((posterior_shift(low, high), Witness((x1, x0), (y,), prior, place=i)))
        value, witness = greatest(found)
        return Level.exactly(value, witness)

    def trials(self, mechanism: FiniteMechanism, level: Level) -> Iterator[Trial]:
        """For the prior that is worst."""
        prior = level.witness.prior or _uniform(mechanism)
        if level.value == 1 and compare(self.bound, ONE) == -1:  # a supremum: the likelihoods are 0 and more
            prior = nearly_certain(level.witness.datasets, self.bound)
        table = self.table(mechanism).with_field(PRIOR, prior_table(mechanism, prior))
        yield Trial(self(table.mechanism, prior=PRIOR), table)


def _uniform(mechanism: FiniteMechanism) -> tuple[tuple[Dataset, Any], ...]:
    return tuple((x, sympy.Rational(1, len(mechanism.datasets))) for x in mechanism.datasets)


def nearly_certain(datasets: tuple[Dataset, ...], bound: Any) -> tuple[tuple[Dataset, Any], ...]:
    """A prior on x1, x0 that believes in x0; an outcome that x0 cannot show moves it by more than the bound, which is below 1."""
    x1, x0 = datasets
    doubt = (1 - bound) / 2
    return ((x0, 1 - doubt), (x1, doubt))


def _worst_prior(low: Any, high: Any, x0: Dataset, x1: Dataset) -> tuple[tuple[Dataset, Any], ...]:
    """The prior on two datasets that attains `posterior_shift`; for low = 0 a prior that comes within 1/100 of the supremum."""
    if x0 == x1:
        return ((x0, ONE),)
    if low == 0:
        return ((x0, sympy.Rational(99, 100)), (x1, sympy.Rational(1, 100)))
    a, b = sympy.sqrt(low), sympy.sqrt(high)
    return ((x0, b / (a + b)), (x1, a / (a + b)))


class SimulationDP(Notion):
    """A simulator that knows all records but one is within eps of the mechanism in max divergence, both ways.

    The simulator is told the place i and the other n - 1 records, in order. For one rest, with h(y) and l(y) the greatest and
    the least probability of y, a law S with h e^-eps <= S <= l e^eps exists iff sum h <= e^eps, sum l >= e^-eps and
    h <= e^(2 eps) l; so the level is max(log sum h, -log sum l, max_y log(h/l)/2), and S lies between the two bounds.
    """

    parameters: ClassVar[tuple[str, ...]] = ("eps",)
    title: ClassVar[str] = "simulation differential privacy"
    abbreviation: ClassVar[str] = "simulation DP"
    relation: ClassVar[str] = "change-one"

    def definition_latex(self) -> str:
        both = r"D_\infty\left(M(x) \,\|\, \mathrm{Sim}(x_{-i})\right),\; D_\infty\left(\mathrm{Sim}(x_{-i}) \,\|\, M(x)\right)"
        return rf"\exists\, \mathrm{{Sim}}\; \forall\, x, i :\quad {both} \le {sympy.latex(self.bound)}"

    def trials(self, mechanism: FiniteMechanism, level: Level) -> Iterator[Trial]:
        """With the best simulator; that there is none cannot be seen."""
        if compare(level.upper, self.bound) == 1:
            return
        table = self.table(mechanism)
        applied = self(table.mechanism)
        laws: dict[tuple[int, Dataset], list[Any]] = {}
        for i, _, members in mechanism.fibres():
            columns = list(zip(*(mechanism.row(x) for x in members)))
            laws |= dict.fromkeys(((i, x) for x in members), simulator(columns, _simulation_level(columns)))
        keys = [(i, x) for i in range(table.sizes["i"]) for x in mechanism.datasets]
        values = [to_term(w) for i, x in keys for w in laws.get((i, x), mechanism.row(x))]
        yield Trial(applied, table.with_field(applied.made[0], values), decisive=False)

    def level(self, mechanism: FiniteMechanism) -> Level:
        _change_one(mechanism, "simulation privacy")
        found: list[tuple[Any, Any]] = []
        for i, _, members in mechanism.fibres():
            columns = list(zip(*(mechanism.row(x) for x in members)))
            value = _simulation_level(columns)
            found.append((value, (i, members, columns)))
        value, (i, members, columns) = greatest(found)
        table = () if value is OO else tuple(zip(mechanism.outcomes, simulator(columns, value)))
        return Level.exactly(value, Witness(tuple(members), simulator=table, place=i))


def _extremes(columns: Iterable[tuple[Any, ...]]) -> list[tuple[Any, Any]]:
    return [(_least([(w, None) for w in c])[0], greatest([(w, None) for w in c])[0]) for c in columns]


def _simulation_level(columns: list[tuple[Any, ...]]) -> Any:
    extremes = _extremes(columns)
    if any(low == 0 and high != 0 for low, high in extremes):
        return OO
    candidates = [
        sympy.log(sympy.Add(*(h for _, h in extremes))),
        -sympy.log(sympy.Add(*(l for l, _ in extremes))),
        *(sympy.log(h / l) / 2 for l, h in extremes if h != 0),
    ]
    return greatest([(c, None) for c in candidates])[0]


def simulator(columns: list[tuple[Any, ...]], eps: Expr) -> list[Any]:
    """A law between h e^-eps and l e^eps."""
    u = sympy.exp(eps)
    extremes = _extremes(columns)
    low = [h / u for _, h in extremes]
    high = [l * u for l, _ in extremes]
    room = sympy.Add(*high) - sympy.Add(*low)
    share = ZERO if certain(sympy.Add(*high), sympy.Add(*low)) == 0 else (1 - sympy.Add(*low)) / room
    return [sympy.simplify(a + share * (b - a)) for a, b in zip(low, high)]


class JointDP(Notion):
    """(eps, delta)-joint differential privacy: what all others see, the outcome without coordinate i, is private for record i.

    Outcomes are tuples with one coordinate for each record. The level is delta at this eps; `JointDP.epsilon` is the pure level.
    """

    parameters: ClassVar[tuple[str, ...]] = ("eps", "delta")
    title: ClassVar[str] = "joint differential privacy"
    abbreviation: ClassVar[str] = "joint DP"
    relation: ClassVar[str] = "change-one"

    def definition_latex(self) -> str:
        eps, delta = map(sympy.latex, self.args)
        body = rf"\Pr[M(x)_{{-i}} \in E] \le e^{{{eps}}} \Pr[M(x')_{{-i}} \in E] + {delta} \quad \forall E"
        return rf"\forall\, i, x \sim_i x' :\quad {body}"

    def level(self, mechanism: FiniteMechanism) -> Level:
        gamma = sympy.exp(self.args[0])
        return _joint(mechanism, lambda p, q: pairs.hockey_stick(gamma, p, q))

    @staticmethod
    def epsilon(mechanism: FiniteMechanism) -> Level:
        """The least eps with delta = 0."""

        def measure(p: Any, q: Any) -> tuple[Any, tuple[int, ...]]:
            value, at = pairs.max_divergence(p, q)
            return value, (at,)

        return _joint(mechanism, measure)


def _joint(mechanism: FiniteMechanism, measure: Any) -> Level:
    _change_one(mechanism, "joint privacy")
    found: list[tuple[Any, Any]] = [(ZERO, Witness())]
    for x, y in mechanism.some_pairs():
        i = next(k for k, (a, b) in enumerate(zip(x, y)) if a != b)
        seen, p, q = _marginals(mechanism, x, y, i)
        value, event = measure(p, q)
        found.append((value, Witness((x, y), tuple(seen[k] for k in event), place=i)))
    value, witness = greatest(found)
    return Level.exactly(value, witness)


def _marginals(mechanism: FiniteMechanism, x: Dataset, y: Dataset, i: int) -> tuple[list[Any], list[Any], list[Any]]:
    """The laws of the outcome without coordinate i."""
    table: dict[Any, list[Any]] = {}
    for o, a, b in zip(mechanism.outcomes, mechanism.row(x), mechanism.row(y)):
        if not isinstance(o, sympy.Tuple) or len(o) != len(x):
            raise ObjectError(
                f"joint privacy: found the outcome {o}, expected a tuple with {len(x)} coordinates, one per record"
            )
        entry = table.setdefault((*o[:i], *o[i + 1 :]), [ZERO, ZERO])
        entry[0], entry[1] = entry[0] + a, entry[1] + b
    return list(table), [v[0] for v in table.values()], [v[1] for v in table.values()]
