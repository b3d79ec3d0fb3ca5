"""Semantic privacy (Kasiviswanathan and Smith): what an adversary concludes hardly depends on whether record i was used.

For a prior b on datasets and a transcript t, Game 0 shows A(x) and Game i shows A(x_-i), x with record i replaced by a default
value; the posteriors are b_0 ~ b(x) A(x)(t) and b_i ~ b(x) A(x_-i)(t).

    eps-semantic               SD(b_0, b_i) <= eps for all b, t, i
    (eps, delta)-semantic      for all b: with probability 1 - delta over x ~ b, t ~ A(x): for all i
    reality-oblivious          for all b and all x: with probability 1 - delta over t ~ A(x): for all i
    informed                   the same for beliefs b on datasets that agree with x in all records but one

A transcript that Game 0 can show and Game i cannot has no posterior in Game i: it counts as a violation at every eps.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any, ClassVar

import sympy

from ..deciding import PRIOR, Trial, prior_table
from ..errors import ObjectError
from ..laws.finite import outcome
from ..mechanisms.base import CHANGE_ONE, Dataset, FiniteMechanism
from ..symbolic import compare, exact, greatest
from .base import Level, Notion, Witness, require_finite
from .bayesian import _least, _uniform, nearly_certain, posterior_shift

ZERO, ONE, OO = sympy.Integer(0), sympy.Integer(1), sympy.oo
MAX_SIMPLICES = 1_000
WIDTH = Fraction(1, 1000)  # of an enclosure that is good enough


def games(mechanism: FiniteMechanism, default: Any) -> list[tuple[int, dict[Dataset, Dataset]]]:
    """For each place i, x -> x_-i."""
    sizes = sorted(set(map(len, mechanism.datasets)))
    if len(sizes) > 1:
        raise ObjectError(
            f"semantic privacy: found datasets of {' and '.join(map(str, sizes))} records, expected datasets of one length, "
            "as a record is replaced at each place"
        )
    found = []
    for i in range(len(mechanism.datasets[0])):
        without = {x: mechanism.without(x, i, default) for x in mechanism.datasets}
        missing = [y for y in without.values() if y not in mechanism.datasets]
        if missing:
            raise ObjectError(f"semantic privacy: the mechanism has no law for {missing[0]}, which Game {i + 1} needs")
        found.append((i, without))
    return found


def _default(mechanism: FiniteMechanism, default: Any) -> Any:
    """The default value, of a mechanism that has records which can be replaced."""
    if isinstance(mechanism, FiniteMechanism) and mechanism.neighbours != CHANGE_ONE:
        raise ObjectError("semantic privacy replaces a record by a default value, so it is about change-one neighbours")
    require_finite(mechanism)
    return outcome(default) if default is not None else min((r for x in mechanism.datasets for r in x), key=str)


class SemanticPrivacy(Notion):
    """eps-semantic privacy, with its exact level.

    With r(x) = A(x)(t)/A(x_-i)(t), b_0 is b_i reweighted by r, and b_i is any law on the datasets that Game i allows. So the
    distance is at most (sqrt(R) - 1)/(sqrt(R) + 1) for R = max r/min r, and a prior on two datasets attains it.
    """

    parameters: ClassVar[tuple[str, ...]] = ("eps",)
    title: ClassVar[str] = "eps-semantic privacy"
    abbreviation: ClassVar[str] = "semantic privacy"
    relation: ClassVar[str] = "change-one, with a default value"

    def definition_latex(self) -> str:
        body = r"\mathrm{SD}\left(\bar b_0[\cdot \mid t], \bar b_i[\cdot \mid t]\right)"
        return rf"\forall\, b, t, i :\quad {body} \le {sympy.latex(self.bound)}"

    def level(self, mechanism: FiniteMechanism, default: Any = None) -> Level:
        found: list[tuple[Any, Any]] = [(ZERO, Witness())]
        for i, without in games(mechanism, _default(mechanism, default)):
            for t, y in enumerate(mechanism.outcomes):
                found.append(_transcript_level(mechanism, without, t, y, i))
        value, witness = greatest(found)
        return Level.exactly(value, witness)

    def trials(self, mechanism: FiniteMechanism, level: Level) -> Iterator[Trial]:
        """For the prior that is worst."""
        prior = level.witness.prior or _uniform(mechanism)
        value = _default(mechanism, None)
        if level.value == 1 and compare(self.bound, ONE) == -1:  # a supremum: a ratio is 0
            without = dict(games(mechanism, value))[level.witness.place or 0]
            t = mechanism.outcomes.index(level.witness.event[0])
            believed = nearly_certain(level.witness.datasets, self.bound)  # after Game i
            weights = [(x, w / mechanism.row(without[x])[t]) for x, w in believed]
            prior = tuple((x, w / sympy.Add(*(v for _, v in weights))) for x, w in weights)
        yield _trial(self, mechanism, prior, value)


def _trial(notion: Notion, mechanism: FiniteMechanism, prior: Any, default: Any) -> Trial:
    table = notion.table(mechanism, default).with_field(PRIOR, prior_table(mechanism, prior))
    return Trial(notion(table.mechanism, prior=PRIOR), table)


def _transcript_level(
    mechanism: FiniteMechanism, without: dict[Dataset, Dataset], t: int, y: Any, i: int
) -> tuple[Any, Witness]:
    ratios: list[tuple[Any, Dataset]] = []
    for x in mechanism.datasets:
        real, hidden = mechanism.row(x)[t], mechanism.row(without[x])[t]
        if hidden == 0 and real != 0:
            note = f"Game {i + 1} cannot show {y}"
            return OO, Witness((x, without[x]), (y,), ((x, ONE),), place=i, note=note)
        if hidden != 0:
            ratios.append((real / hidden, x))
    if not ratios:
        return ZERO, Witness()
    (high, x1), (low, x0) = greatest(ratios), _least(ratios)
    value = posterior_shift(low, high)
    return value, Witness((x1, x0), (y,), _prior(mechanism, without, t, (low, x0), (high, x1)), place=i)


def _prior(mechanism: FiniteMechanism, without: Any, t: int, low: Any, high: Any) -> tuple[tuple[Dataset, Any], ...]:
    """The prior b whose Game-i posterior puts sqrt(high) : sqrt(low) on the datasets of low and of high ratio."""
    (a, x0), (b, x1) = low, high
    if x0 == x1:
        return ((x0, ONE),)
    w0, w1 = (sympy.Integer(99), ONE) if a == 0 else (sympy.sqrt(b), sympy.sqrt(a))
    v0, v1 = w0 / mechanism.row(without[x0])[t], w1 / mechanism.row(without[x1])[t]
    return ((x0, v0 / (v0 + v1)), (x1, v1 / (v0 + v1)))


# -- (eps, delta): an optimisation over priors --------------------------------------------------------------------------

Prior = tuple[Fraction, ...]


@dataclass(frozen=True)
class Beliefs:
    """The priors on some datasets, and which dataset may be the real one; None if it follows the prior."""

    about: Sequence[Dataset]
    real: Sequence[Dataset] | None


class _Search:
    """Upper and lower bounds of the probability of bad transcripts over all priors, by cutting the simplex of priors.

    On a simplex of priors with corners v_j, the numbers h_x = b(x) (A(x)(t) Z_i - A(x_-i)(t) Z_0) and Z_0 Z_i are quadratic,
    so sum (h_x)_+ - eps Z_0 Z_i is at most the greatest of its Bernstein coefficients (with (h_x)_+ taken of each one): if none
    is positive, t is good for i on the whole simplex. The objective is linear in the prior, so its corners bound it.
    """

    def __init__(self, mechanism: FiniteMechanism, default: Any, eps: Fraction, case: Beliefs) -> None:
        self.datasets, self.eps = list(case.about), eps
        self.rows = [_fractions(mechanism.row(x)) for x in self.datasets]
        self.real = None if case.real is None else [_fractions(mechanism.row(x)) for x in case.real]
        self.hidden = [
            [_fractions(mechanism.row(without[x])) for x in self.datasets]
            for _, without in games(mechanism, default)
        ]  # fmt: skip
        self.transcripts = range(len(mechanism.outcomes))

    def value(self, b: Prior) -> Fraction:
        return self._objective(b, [t for t in self.transcripts if self._bad(b, t)])

    def _objective(self, b: Prior, bad: list[int]) -> Fraction:
        if self.real is not None:
            return max(sum((row[t] for t in bad), Fraction(0)) for row in self.real)
        return sum((w * row[t] for w, row in zip(b, self.rows) for t in bad), Fraction(0))

    def _bad(self, b: Prior, t: int) -> bool:
        z0 = sum(w * row[t] for w, row in zip(b, self.rows))
        if z0 == 0:
            return False
        for hidden in self.hidden:
            z = sum(w * row[t] for w, row in zip(b, hidden))
            if z == 0:
                return True
            gaps = (w * (r[t] / z0 - h[t] / z) for w, r, h in zip(b, self.rows, hidden))
            if sum(g for g in gaps if g > 0) > self.eps:
                return True
        return False

    def _surely_good(self, corners: list[Prior], t: int) -> bool:
        n = range(len(corners))
        for hidden in self.hidden:
            if any(
                h[t] == 0 and r[t] != 0 and any(c[x] for c in corners)
                for x, (h, r) in enumerate(zip(hidden, self.rows))
            ):
                return False
            z0 = [sum(w * row[t] for w, row in zip(c, self.rows)) for c in corners]
            z = [sum(w * row[t] for w, row in zip(c, hidden)) for c in corners]
            for j in n:
                for k in range(j, len(corners)):
                    mixed = -self.eps * (z0[j] * z[k] + z0[k] * z[j])
                    for x, (r, h) in enumerate(zip(self.rows, hidden)):
                        gap = corners[j][x] * (r[t] * z[k] - h[t] * z0[k]) + corners[k][x] * (
                            r[t] * z[j] - h[t] * z0[j]
                        )
                        mixed += max(gap, Fraction(0))
                    if mixed > 0:
                        return False
        return True

    def upper(self, corners: list[Prior], open_: Sequence[int]) -> tuple[Fraction, list[int]]:
        """A bound on the simplex, and the transcripts that may be bad there, out of those that may be on a larger one."""
        maybe = [t for t in open_ if not self._surely_good(corners, t)]
        return max(self._objective(c, maybe) for c in corners), maybe

    def run(self, budget: int, width: Fraction, bound: Fraction | None) -> tuple[Fraction, Fraction, Prior]:
        """Stops when the enclosure is no wider than `width`, or lies on one side of `bound` if there is one."""
        size = len(self.datasets)
        corners: list[Prior] = [tuple(Fraction(int(i == j)) for i in range(size)) for j in range(size)]
        best, at = max((self.value(c), c) for c in [*corners, _centre(corners)])
        order = count()
        top, maybe = self.upper(corners, self.transcripts)
        queue = [(-top, next(order), corners, maybe)]
        for _ in range(budget):
            top, _, corners, maybe = -queue[0][0], *queue[0][1:]
            if top <= best + width or (bound is not None and (best > bound or top <= bound)):
                break
            heapq.heappop(queue)
            for part in _halves(corners):
                found = max((self.value(c), c) for c in (part[-1], _centre(part)))
                best, at = max((best, at), found)
                high, rest = self.upper(part, maybe)
                heapq.heappush(queue, (-high, next(order), part, rest))
        return best, max(best, -queue[0][0]), at


def _fractions(row: Sequence[Any]) -> list[Fraction]:
    if not all(w.is_Rational for w in row):
        raise ObjectError("(eps, delta)-semantic privacy is decided on tables of rational probabilities")
    return [Fraction(int(w.p), int(w.q)) for w in row]


def _centre(corners: list[Prior]) -> Prior:
    return tuple(sum(c) / len(corners) for c in zip(*corners))


def _halves(corners: list[Prior]) -> list[list[Prior]]:
    """The simplex cut in the middle of its longest edge; the new corner is last."""
    ends = [(i, j) for i in range(len(corners)) for j in range(i)]
    i, j = max(ends, key=lambda e: sum((a - b) ** 2 for a, b in zip(corners[e[0]], corners[e[1]])))
    middle = tuple((a + b) / 2 for a, b in zip(corners[i], corners[j]))
    return [[c for k, c in enumerate(corners) if k != cut] + [middle] for cut in (i, j)]


def _rational_bound(bound: Any) -> Fraction | None:
    """The bound, if the search may stop as soon as it is decided."""
    return Fraction(int(bound.p), int(bound.q)) if bound.is_Rational else None


def _rational_distance(notion: Notion) -> Fraction:
    eps = notion.args[0]
    if not eps.is_Rational:
        raise ObjectError(f"{notion}: the bound eps on the distance must be rational here, found {eps}")
    return Fraction(int(eps.p), int(eps.q))


class ApproximateSemanticPrivacy(Notion):
    """(eps, delta)-semantic privacy; the level is delta at this eps, as an enclosure that is as narrow as the decision needs."""

    parameters: ClassVar[tuple[str, ...]] = ("eps", "delta")
    title: ClassVar[str] = "(eps, delta)-semantic privacy"
    abbreviation: ClassVar[str] = "semantic privacy"
    relation: ClassVar[str] = "change-one, with a default value"

    def definition_latex(self) -> str:
        eps, delta = map(sympy.latex, self.args)
        body = r"\mathrm{SD}\left(\bar b_0[\cdot \mid t], \bar b_i[\cdot \mid t]\right)"
        over = r"x \leftarrow b,\, t \leftarrow A(x)"
        return rf"\forall\, b :\quad \Pr_{{{over}}}\left[\forall i : {body} \le {eps}\right] \ge 1 - {delta}"

    def beliefs(self, mechanism: FiniteMechanism) -> Sequence[Beliefs]:
        """Whose beliefs count; the level is the greatest of all."""
        return [Beliefs(mechanism.datasets, None)]

    def trials(self, mechanism: FiniteMechanism, level: Level) -> Iterator[Trial]:
        """For the worst prior that was found."""
        yield _trial(self, mechanism, level.witness.prior or _uniform(mechanism), _default(mechanism, None))

    def level(self, mechanism: FiniteMechanism, default: Any = None, budget: int = MAX_SIMPLICES) -> Level:
        eps, value = _rational_distance(self), _default(mechanism, default)
        low, high, witness = Fraction(0), Fraction(0), Witness()
        for case in self.beliefs(mechanism):
            best, top, at = _Search(mechanism, value, eps, case).run(budget, WIDTH, _rational_bound(self.bound))
            high = max(high, top)
            if best >= low:
                low, witness = best, Witness(prior=tuple((x, exact(w)) for x, w in zip(case.about, at) if w))
        return Level(exact(low), exact(high), witness)


class ObliviousSemanticPrivacy(ApproximateSemanticPrivacy):
    """Reality-oblivious (eps, delta)-semantic privacy: the dataset need not be one the prior believes in."""

    title: ClassVar[str] = "reality-oblivious semantic privacy"

    def beliefs(self, mechanism: FiniteMechanism) -> Sequence[Beliefs]:
        return [Beliefs(mechanism.datasets, mechanism.datasets)]

    def definition_latex(self) -> str:
        eps, delta = map(sympy.latex, self.args)
        body = r"\mathrm{SD}\left(\bar b_0[\cdot \mid t], \bar b_i[\cdot \mid t]\right)"
        return (
            rf"\forall\, b, x :\quad \Pr_{{t \leftarrow A(x)}}\left[\forall i : {body} \le {eps}\right] \ge 1 - {delta}"
        )


class InformedSemanticPrivacy(ObliviousSemanticPrivacy):
    """The same for informed beliefs alone: constant on all records but one, where they agree with the dataset."""

    title: ClassVar[str] = "semantic privacy for informed beliefs"

    def beliefs(self, mechanism: FiniteMechanism) -> Sequence[Beliefs]:
        return [Beliefs(members, members) for _, _, members in mechanism.fibres()]

    def definition_latex(self) -> str:
        whose = r"\forall\, x, j, b \text{ on } \{x' : x'_{-j} = x_{-j}\}"
        return super().definition_latex().replace(r"\forall\, b, x", whose, 1)
