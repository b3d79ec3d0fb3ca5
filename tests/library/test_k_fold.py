"""Statements about any number of steps against brute force: random adaptive mechanisms, up to four of them, on exact tables.

Nothing of the kernel or the library is used to compute: transcripts are listed, their probabilities multiplied, and what is asked of
each step is measured off the tables (the largest ratio, the largest excess, the moment). Then the bound is compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from random import Random

import pytest
from mpmath import mp, mpf

from dpsym.library.chains import KFold
from dpsym.library.loading import entries

MOST = 4  # steps
Table = dict[tuple[int, ...], tuple[Fraction, Fraction]]  # a transcript, with its two probabilities
Kernels = Callable[[tuple[int, ...]], tuple[list[Fraction], list[Fraction]]]  # two laws, given the outcomes so far


@dataclass
class Adaptive:
    """Random mechanisms: after each history a pair of laws of its own, drawn once."""

    random: Random
    zeros: bool = False  # whether outcomes may be impossible under one law

    def __post_init__(self) -> None:
        self._drawn: dict[tuple[int, ...], tuple[list[Fraction], list[Fraction]]] = {}

    def __call__(self, history: tuple[int, ...]) -> tuple[list[Fraction], list[Fraction]]:
        if history not in self._drawn:
            size = self.random.choice((2, 2, 3))
            self._drawn[history] = (self._law(size), self._law(size))
        return self._drawn[history]

    def _law(self, size: int) -> list[Fraction]:
        least = 0 if self.zeros else 1
        weights = [self.random.randint(least, 5) for _ in range(size)]
        weights[self.random.randrange(size)] += 1
        return [Fraction(w, sum(weights)) for w in weights]


def transcripts(kernels: Kernels, steps: int) -> list[Table]:
    """The tables after 0, 1, ..., steps outcomes."""
    tables: list[Table] = [{(): (Fraction(1), Fraction(1))}]
    for _ in range(steps):
        longer: Table = {}
        for history, (a, b) in tables[-1].items():
            k, l = kernels(history)
            for y, (c, d) in enumerate(zip(k, l)):
                longer[(*history, y)] = (a * c, b * d)
        tables.append(longer)
    return tables


def ratio(pairs: list[tuple[Fraction, Fraction]]) -> Fraction:
    """The largest quotient of the two laws, either way."""
    return max(max(a / b, b / a) for a, b in pairs if a or b)


def stick(pairs: list[tuple[Fraction, Fraction]], u: mpf | Fraction) -> mpf:
    """E_u."""
    return mp.fsum(max(_mpf(a) - _mpf(u) * _mpf(b), 0) for a, b in pairs)


def moment(pairs: list[tuple[Fraction, Fraction]], alpha: mpf) -> mpf:
    return mp.fsum(_mpf(a) ** alpha * _mpf(b) ** (1 - alpha) for a, b in pairs if a)


def _mpf(x: mpf | Fraction) -> mpf:
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def step_pairs(kernels: Kernels, table: Table) -> list[list[tuple[Fraction, Fraction]]]:
    """The two laws of the next outcome, after each history."""
    return [list(zip(*kernels(history))) for history in table]


def mirrored(pairs: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    return [(b, a) for a, b in pairs]


# -- one check for each entry: tables, kernels ---------------------------------------------------------------------------------

CHECKS: dict[str, Callable[[Random], None]] = {}
SLACK = mpf(10) ** -30


def check(name: str) -> Callable[[Callable[[Random], None]], Callable[[Random], None]]:
    def register(f: Callable[[Random], None]) -> Callable[[Random], None]:
        CHECKS[name] = f
        return f

    return register


@check("k_fold.pure")
def _pure(random: Random) -> None:
    kernels = Adaptive(random)
    tables, total = transcripts(kernels, MOST), Fraction(1)
    for before, after in pairwise(tables):
        total *= max(map(ratio, step_pairs(kernels, before)))
        assert ratio(list(after.values())) <= total


@check("k_fold.approximate")
def _approximate(random: Random) -> None:
    kernels = Adaptive(random, zeros=True)
    tables = transcripts(kernels, MOST)
    s, d, t = mpf(0), mpf(0), mpf(0)
    for before, after in pairwise(tables):
        eps = mpf(random.randint(0, 8)) / 8
        near = [max(stick(p, mp.exp(eps)), stick(mirrored(p), mp.exp(eps))) for p in step_pairs(kernels, before)]
        s, d, t = s + eps, d + (1 - d) * max(near), t + max(near)
        pairs = list(after.values())
        assert max(stick(pairs, mp.exp(s)), stick(mirrored(pairs), mp.exp(s))) <= d + SLACK
        assert d <= t + SLACK


@check("k_fold.in_parts")
def _in_parts(random: Random) -> None:
    """Parts of mass D are taken from both laws, where each is larger, so that what is left is within e^s."""
    kernels = Adaptive(random, zeros=True)
    s, d = mpf(0), mpf(0)
    for before, after in pairwise(transcripts(kernels, MOST)):
        eps = mpf(random.randint(0, 8)) / 8
        d += (1 - d) * max(
            max(stick(p, mp.exp(eps)), stick(mirrored(p), mp.exp(eps))) for p in step_pairs(kernels, before)
        )
        s += eps
        pairs = [(_mpf(a), _mpf(b)) for a, b in after.values()]
        lost = max(_excess(pairs, mp.exp(s)), _excess([(b, a) for a, b in pairs], mp.exp(s)))
        assert lost <= d + SLACK
        left = zip(_left(pairs, mp.exp(s), lost), _left([(b, a) for a, b in pairs], mp.exp(s), lost))
        for one, two in left:
            assert min(one, two) >= -SLACK
            assert one <= mp.exp(s) * two + SLACK
            assert two <= mp.exp(s) * one + SLACK


def _excess(pairs: list[tuple[mpf, mpf]], u: mpf) -> mpf:
    return sum((max(a - u * b, mpf(0)) for a, b in pairs), mpf(0))


def _left(pairs: list[tuple[mpf, mpf]], u: mpf, lost: mpf) -> list[mpf]:
    """The first law without a part of this mass, between (a - u b)+ and (a - b)+."""
    far, near = _excess(pairs, u), _excess(pairs, mpf(1))
    share = (lost - far) / (near - far) if near > far else mpf(0)
    return [a - (1 - share) * max(a - u * b, mpf(0)) - share * max(a - b, mpf(0)) for a, b in pairs]


@check("k_fold.renyi")
def _renyi(random: Random) -> None:
    kernels, alpha = Adaptive(random), mpf(random.choice((11, 15, 20, 40))) / 10
    tables, total = transcripts(kernels, MOST), mpf(1)
    for before, after in pairwise(tables):
        total *= max(moment(p, alpha) for p in step_pairs(kernels, before))
        assert moment(list(after.values()), alpha) <= total * (1 + SLACK)


@check("k_fold.concentrated")
def _concentrated(random: Random) -> None:
    """A pure mechanism is concentrated: ε tanh(ε/2) for each."""
    kernels = Adaptive(random)
    tables, total = transcripts(kernels, MOST), mpf(0)
    for before, after in pairwise(tables):
        eps = mp.log(_mpf(max(map(ratio, step_pairs(kernels, before)))))
        total += eps * mp.tanh(eps / 2)
        for alpha in (mpf("1.01"), mpf(2), mpf(5)):
            assert moment(list(after.values()), alpha) <= mp.exp((alpha - 1) * alpha * total) * (1 + SLACK)


@check("k_fold.advanced")
def _advanced(random: Random) -> None:
    kernels = Adaptive(random)
    tables = transcripts(kernels, MOST)
    eps = mp.log(_mpf(max(ratio(p) for t in tables[:-1] for p in step_pairs(kernels, t))))
    for count, after in enumerate(tables[1:], 1):
        rho = count * eps * mp.tanh(eps / 2)
        for h in (mpf("0.1"), mpf(1), mpf(3)):
            assert stick(list(after.values()), mp.exp(rho + 2 * rho * h)) <= mp.exp(-rho * h**2) + SLACK


def _optimum(n: int, eps: mpf, u: mpf) -> mpf:
    weights = (comb(n, i) * max(mp.exp(i * eps) - u * mp.exp((n - i) * eps), 0) for i in range(n + 1))
    return mp.fsum(weights) / (1 + mp.exp(eps)) ** n


@check("optimal_composition.exact")
def _exact(random: Random) -> None:
    kernels = Adaptive(random, zeros=True)
    tables, kept, eps = transcripts(kernels, MOST), mpf(1), mpf(random.randint(1, 12)) / 8
    for n, (before, after) in enumerate(pairwise(tables), 1):
        near = [max(stick(p, mp.exp(eps)), stick(mirrored(p), mp.exp(eps))) for p in step_pairs(kernels, before)]
        kept *= 1 - max(near)
        for u in (mpf(0), mpf("0.3"), mpf(1), mpf("1.7"), mp.exp(2 * eps)):
            assert stick(list(after.values()), u) <= 1 - kept + kept * _optimum(n, eps, u) + SLACK


@check("optimal_composition.exact_attained")
def _attained(random: Random) -> None:
    """Randomized response with odds 2 or 3/2, which shows the law with a probability that may differ from step to step."""
    odds = random.choice((Fraction(2), Fraction(3, 2)))
    shown = [Fraction(random.randint(0, 3), 8) for _ in range(MOST)]

    def response(history: tuple[int, ...]) -> tuple[list[Fraction], list[Fraction]]:
        d = shown[len(history)]
        yes, no = (1 - d) * odds / (1 + odds), (1 - d) / (1 + odds)
        one, other = [d, 0 * d, yes, no], [0 * d, d, no, yes]
        return (one, other) if sum(history) % 2 else ([*one[:2], no, yes], [*other[:2], yes, no])

    kept, eps = mpf(1), mp.log(_mpf(odds))
    for n, after in enumerate(transcripts(response, MOST)[1:], 1):
        kept *= 1 - _mpf(shown[n - 1])
        for u in (mpf(0), mpf("0.3"), mpf(1), mpf("1.7"), mpf(5)):
            assert abs(stick(list(after.values()), u) - (1 - kept + kept * _optimum(n, eps, u))) <= SLACK


@check("releases.never")
def _never(random: Random) -> None:
    """After each history a law of outcomes 0, 1, ... if nothing happens, and one more outcome for what may happen."""
    rate, quiet = Fraction(random.randint(0, 7), 8), Adaptive(random, zeros=True)

    def kernels(history: tuple[int, ...]) -> tuple[list[Fraction], list[Fraction]]:
        law = quiet(history)[0]
        return [(1 - rate) * w for w in law] + [rate], [*law, 0 * rate]

    assert {sum(a for a, b in pairs if b) for pairs in step_pairs(kernels, {(): (rate, rate)})} == {1 - rate}
    for n, after in enumerate(transcripts(kernels, MOST)):
        assert sum(a for a, b in after.values() if b) == (1 - rate) ** n
        assert all(a == (1 - rate) ** n * b for a, b in after.values() if b)
        assert sum(a for a, b in after.values() if not b) == 1 - (1 - rate) ** n


@check("heterogeneous_composition.mixed")
def _mixed(random: Random) -> None:
    kernels = Adaptive(random, zeros=True)
    tables, kept, r = transcripts(kernels, MOST), mpf(1), mpf(0)
    for before, after in pairwise(tables):
        eps = mpf(random.randint(1, 12)) / 8
        near = [max(stick(p, mp.exp(eps)), stick(mirrored(p), mp.exp(eps))) for p in step_pairs(kernels, before)]
        kept, r = kept * (1 - max(near)), r + eps**2 / 2
        pairs = list(after.values())
        for alpha, u in product((mpf("1.1"), mpf(2), mpf(6)), (mpf("0.3"), mpf(1), mpf(4))):
            tail = (alpha - 1) ** (alpha - 1) / alpha**alpha * u ** (1 - alpha) * mp.exp((alpha - 1) * r * alpha)
            assert stick(pairs, u) <= 1 - kept + kept * tail + SLACK
        for h in (mpf("0.2"), mpf(1), mpf(2)):
            assert stick(pairs, mp.exp(r + 2 * r * h)) <= 1 - kept + kept * mp.exp(-r * h**2) + SLACK


def _normal_mass(x: mpf) -> mpf:
    return mp.erfc(-x / mp.sqrt(2)) / 2


def _normals(a: mpf, b: mpf, m: mpf) -> mpf:
    """The most that a P(S) - b Q(S) is for normal laws at distance √m."""
    if m == 0 or a == 0 or b == 0:
        return max(a - b, mpf(0))
    way = mp.log(b / a) / mp.sqrt(m)
    return a * _normal_mass(mp.sqrt(m) / 2 - way) - b * _normal_mass(-mp.sqrt(m) / 2 - way)


@check("gaussian_composition.gaussian")
def _gaussian(random: Random) -> None:
    """An ε-private mechanism is μ-GDP if normal laws at distance μ have the total variation of its randomized response."""
    kernels = Adaptive(random)
    t = mpf(0)
    for before, after in pairwise(transcripts(kernels, MOST)):
        odds = _mpf(max(map(ratio, step_pairs(kernels, before))))
        t += (2 * mp.sqrt(2) * mp.erfinv((odds - 1) / (odds + 1))) ** 2
        pairs = [(_mpf(a), _mpf(b)) for a, b in after.values()]
        for u, m in product((mpf("0.3"), mpf(1), mpf(4)), (mpf(0), mpf("0.5"))):
            assert mp.fsum(_normals(a, u * b, m) for a, b in pairs) <= _normals(mpf(1), u, t + m) + SLACK


def _path(random: Random, zeros: bool) -> list[list[Fraction]]:
    draw = Adaptive(random, zeros)
    return [draw._law(3) for _ in range(MOST + 1)]


@check("group_privacy.records")
def _records(random: Random) -> None:
    laws, total = _path(random, zeros=False), Fraction(1)
    for a, b in pairwise(laws):
        total *= ratio(list(zip(a, b)))
        assert ratio(list(zip(laws[0], b))) <= total


@check("group_privacy.group")
def _group(random: Random) -> None:
    laws, s, d = _path(random, zeros=True), mpf(0), mpf(0)
    for a, b in pairwise(laws):
        eps = mpf(random.randint(0, 8)) / 8
        d, s = d + mp.exp(s) * stick(list(zip(a, b)), mp.exp(eps)), s + eps
        assert stick(list(zip(laws[0], b)), mp.exp(s)) <= d + SLACK


@check("group_privacy.path")
def _distances(random: Random) -> None:
    laws, total = _path(random, zeros=True), Fraction(0)
    for a, b in pairwise(laws):
        total += sum((abs(c - d) for c, d in zip(a, b)), Fraction(0)) / 2
        assert sum((abs(c - d) for c, d in zip(laws[0], b)), Fraction(0)) / 2 <= total


def test_every_statement_about_any_number_of_steps_is_checked() -> None:
    assert {n for n, e in entries().items() if isinstance(e, KFold)} == set(CHECKS)


def tried(name: str, times: int) -> None:
    for seed in range(times):
        with mp.workdps(50):
            CHECKS[name](Random(f"{name} {seed}"))


@pytest.mark.parametrize("name", CHECKS)
def test_random_adaptive_mechanisms(name: str) -> None:
    tried(name, 6)


@pytest.mark.campaign
@pytest.mark.parametrize("name", CHECKS)
def test_many_random_adaptive_mechanisms(name: str) -> None:
    tried(name, 300)


@pytest.mark.parametrize(
    "name", [n for n in CHECKS if not {"group_privacy", "advanced", "exact_attained"} & {*n.split(".")}]
)
def test_the_checks_can_fail(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If what is asked of a step is measured too small, the bound does not hold of all mechanisms."""
    monkeypatch.setattr(f"{__name__}.step_pairs", lambda kernels, table: [[(Fraction(1), Fraction(1))]])
    with pytest.raises(AssertionError):
        tried(name, 60)
