"""Every notion's level on random exact mechanisms, against brute force that shares no code with dpsym.objects.

A mechanism here is a dict from datasets to lists of Fractions. Events are all subsets of the outcomes (up to 8), priors and simulators
are random ones and all two-point ones of a grid. What no finite search can show, that a level is not too high, is shown by the witness,
whose value is computed again here.
"""

import random
from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.objects import (
    CHANGE_ONE,
    ApproximateDP,
    ApproximateRenyiDP,
    ApproximateSemanticPrivacy,
    BayesianPrivacy,
    FiniteMechanism,
    GaussianDP,
    InformedSemanticPrivacy,
    JointDP,
    ObliviousSemanticPrivacy,
    PointwiseDP,
    PureDP,
    RenyiDP,
    SemanticPrivacy,
    SimulationDP,
    TotalVariationPrivacy,
    ZeroConcentratedDP,
)

OO = sympy.oo
SMALL = arb(10) ** -25
BITS = 160
modest = settings(max_examples=20, deadline=None, derandomize=True)
many = settings(max_examples=40, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32)


# -- brute force: plain Fractions ---------------------------------------------------------------------------------------


@st.composite
def tables(draw, records=(0, 1), places=1, least=0, most=8, outcomes=None):
    """A law with small exact weights for every dataset; `least` = 0 allows impossible outcomes."""
    size = len(outcomes) if outcomes else draw(st.integers(2, most))
    rows = {}
    for x in product(records, repeat=places):
        weights = draw(st.lists(st.integers(least, 7), min_size=size, max_size=size).filter(any))
        rows[x] = [Fraction(w, sum(weights)) for w in weights]
    return rows


def built(rows, outcomes=None):
    """The object under test."""
    names = outcomes or range(len(next(iter(rows.values()))))
    return FiniteMechanism({x: dict(zip(names, row)) for x, row in rows.items()}, CHANGE_ONE)


def events(size):
    return [[i for i in range(size) if mask >> i & 1] for mask in range(1, 2**size)]


def mass(row, event):
    return sum((row[i] for i in event), Fraction(0))


def neighbours(rows):
    """Ordered pairs of laws of datasets that differ in one place."""
    return [(rows[x], rows[y]) for x in rows for y in rows if sum(a != b for a, b in zip(x, y)) == 1]


def plain(key):
    """A dataset of the witness as the key of a table of Fractions."""
    return tuple(int(r) for r in key)


def rational(value):
    value = sympy.nsimplify(value) if not isinstance(value, sympy.Rational) else value
    assert value.is_Rational, f"expected a rational number, found {value}"
    return Fraction(int(value.p), int(value.q))


def ball(x):
    """A ball of a Fraction, or of a level that is a SymPy number; by mpmath, not by the kernel."""
    if isinstance(x, (int, Fraction)):
        return arb(fmpq(Fraction(x).numerator, Fraction(x).denominator))
    with mpmath.workdps(45):
        return arb(str(sympy.N(x, 45))) + arb(0, 10**-40) * (1 + abs(arb(str(sympy.N(x, 20)))))


@pytest.fixture(autouse=True)
def _precision():
    with ctx.workprec(BITS):
        yield


def near(a, b):
    return abs(a - b) < SMALL * (1 + abs(b))


# -- pure, (eps, delta), total variation, point-wise --------------------------------------------------------------------


@many
@given(tables(), st.fractions(1, 5, max_denominator=6))
def test_pure_approximate_and_total_variation_over_all_events(rows, gamma):
    pure: Fraction | None = Fraction(1)
    delta, distance = Fraction(0), Fraction(0)
    for p, q in neighbours(rows):
        for s in events(len(p)):
            a, b = mass(p, s), mass(q, s)
            delta, distance = max(delta, a - gamma * b), max(distance, a - b)
            pure = None if pure is None or (a and not b) else max(pure, a / b) if b else pure
    m, eps = built(rows), sympy.log(sympy.Rational(gamma.numerator, gamma.denominator))
    level = PureDP(0).level(m)
    assert level.value is OO if pure is None else rational(sympy.exp(level.value)) == pure
    approximate, tv = ApproximateDP(eps, 1).level(m), TotalVariationPrivacy(0).level(m)
    assert rational(approximate.value) == delta
    assert rational(ApproximateDP.profile(m, eps)) == delta
    assert rational(tv.value) == distance
    for found, factor, value in ((approximate, gamma, delta), (tv, Fraction(1), distance)):
        p, q = (rows[plain(x)] for x in found.witness.datasets)
        s = [int(o) for o in found.witness.event]
        assert mass(p, s) - factor * mass(q, s) == value
    p, q = (rows[plain(x)] for x in level.witness.datasets)
    s = [int(o) for o in level.witness.event]
    assert mass(q, s) == 0 < mass(p, s) if pure is None else mass(p, s) == pure * mass(q, s)


@many
@given(tables(), st.fractions(Fraction(1, 40), Fraction(3, 4), max_denominator=40))
def test_the_inverse_profile_over_all_events(rows, delta):
    """The least e^eps >= 1 with P(S) <= e^eps Q(S) + delta for all S."""
    best: Fraction | None = Fraction(1)
    for p, q in neighbours(rows):
        for s in events(len(p)):
            over = mass(p, s) - delta
            if over > 0:
                best = None if best is None or not mass(q, s) else max(best, over / mass(q, s))
    value = ApproximateDP.epsilon(built(rows), sympy.Rational(delta.numerator, delta.denominator))
    assert value is OO if best is None else rational(sympy.exp(value)) == best


@many
@given(tables(), st.fractions(1, 4, max_denominator=6))
def test_pointwise_over_all_sets_of_good_outcomes(rows, gamma):
    """The least delta such that some set of outcomes, all within the factor, has probability >= 1 - delta under both laws."""
    worst = Fraction(0)
    for p, q in neighbours(rows):
        good = [[], *(s for s in events(len(p)) if all(p[i] <= gamma * q[i] and q[i] <= gamma * p[i] for i in s))]
        worst = max(worst, min(1 - min(mass(p, s), mass(q, s)) for s in good))
    level = PointwiseDP(sympy.log(sympy.Rational(gamma.numerator, gamma.denominator)), 1).level(built(rows))
    assert rational(level.value) == worst


# -- Rényi, concentrated, approximate Rényi, Gaussian -------------------------------------------------------------------


def power_sum(alpha, p, q):
    """A ball of sum p^alpha q^(1 - alpha); None if it is infinite."""
    if any(a and not b for a, b in zip(p, q)):
        return None
    return sum((ball(a) ** ball(alpha) * ball(b) ** ball(1 - alpha) for a, b in zip(p, q) if a), arb(0))


def renyi(alpha, p, q):
    """A ball of D_alpha; None if it is infinite."""
    total = power_sum(alpha, p, q)
    return None if total is None else total.log() / ball(alpha - 1)


@modest
@given(tables(least=1, most=6), st.sampled_from([Fraction(a, b) for a, b in ((3, 2), (2, 1), (3, 1), (17, 4), (8, 1))]))
def test_renyi_by_its_sum_and_above_every_event(rows, alpha):
    """The sum itself; and no event tells the laws better apart (data processing: P(S), 1 - P(S) against Q(S), 1 - Q(S))."""
    value = RenyiDP(sympy.Rational(alpha.numerator, alpha.denominator), 0).level(built(rows)).value
    pairs = neighbours(rows)
    assert near(ball(value), max((renyi(alpha, p, q) for p, q in pairs), key=lambda b: b.mid()))
    if alpha.denominator == 1:
        n = int(alpha)
        exact = max(sum(a**n / b ** (n - 1) for a, b in zip(p, q)) for p, q in pairs)
        assert near((ball(value) * (n - 1)).exp(), ball(exact))
    for p, q in pairs:
        for s in events(len(p))[:-1]:
            a, b = mass(p, s), mass(q, s)
            assert renyi(alpha, (a, 1 - a), (b, 1 - b)) < ball(value) + SMALL


@modest
@given(tables(most=6))
def test_renyi_at_its_ends_and_on_different_supports(rows):
    pairs, m = neighbours(rows), built(rows)
    infinite = any(a and not b for p, q in pairs for a, b in zip(p, q))
    kl = [
        sum((ball(a) * (ball(a) / ball(b)).log() for a, b in zip(p, q) if a), arb(0)) for p, q in pairs if not infinite
    ]
    found = RenyiDP(1, 0).level(m).value
    assert found is OO if infinite else near(ball(found), max(kl, key=lambda b: b.mid()))
    assert (RenyiDP(2, 0).level(m).value is OO) == infinite
    assert RenyiDP(OO, 0).level(m).value == PureDP(0).level(m).value


ORDERS = [1 + Fraction(k, 24) for k in range(1, 96)] + [Fraction(k) for k in (*range(5, 40), 50, 75, 100, 300, 1000)]


@modest
@given(tables(least=1, most=5), st.sampled_from([Fraction(0), Fraction(1, 20)]))
def test_the_concentrated_level_encloses_a_fine_grid_of_orders(rows, xi):
    """No order needs more than the upper bound, the order of the witness needs the lower one, the grid comes close."""
    level = ZeroConcentratedDP(sympy.Rational(xi.numerator, xi.denominator), 0).level(built(rows))
    lower, upper = ball(level.lower), ball(level.upper)
    assert rational(level.lower) <= rational(level.upper)
    assert upper - lower < arb(10) ** -9 * (1 + upper)
    pairs = neighbours(rows)
    grid = [(renyi(a, p, q) - ball(xi)) / ball(Fraction(a)) for a in ORDERS for p, q in pairs]
    assert all(g < upper + SMALL for g in grid)
    best = max([arb(0), *grid], key=lambda b: b.mid())
    assert lower < best * arb("1.02") + arb("0.001")
    if level.lower > 0:
        order = rational(level.witness.order)
        p, q = (rows[plain(x)] for x in level.witness.datasets)
        assert (renyi(order, p, q) - ball(xi)) / ball(order) > lower - arb(10) ** -9


def left_over(rng, row, delta):
    """A random law P' with (1 - delta) P' <= P: outcomes lose mass in random order, by random amounts, delta in total."""
    rest, cut = list(row), delta
    for i in rng.sample(range(len(row)), len(row)) * 2:
        taken = min(rest[i], cut) * Fraction(rng.randint(0, 4), 4)
        rest[i], cut = rest[i] - taken, cut - taken
    for i in rng.sample(range(len(row)), len(row)):
        taken = min(rest[i], cut)
        rest[i], cut = rest[i] - taken, cut - taken
    return [r / (1 - delta) for r in rest]


def best_cut(p, q, delta):
    """min(p, b q)/(1 - delta) with the b that leaves mass one: the greatest (P(S) - delta)/Q(S), found over all events."""
    b = max((mass(p, s) - delta) / mass(q, s) for s in events(len(p)))
    return [min(x, b * y) / (1 - delta) for x, y in zip(p, q)]


@modest
@given(tables(least=1, most=5), st.sampled_from([Fraction(1, 50), Fraction(1, 10), Fraction(1, 3)]), seeds)
def test_no_decomposition_is_below_the_approximate_renyi_level_and_one_attains_it(rows, delta, seed):
    rng, alpha = random.Random(seed), 2
    given_delta = sympy.Rational(delta.numerator, delta.denominator)
    level = ball(ApproximateRenyiDP(given_delta, alpha, 0).level(built(rows)).value)
    attained = []
    for p, q in neighbours(rows):
        if sum(max(a - b, Fraction(0)) for a, b in zip(p, q)) <= delta:
            attained.append(arb(0))  # what is common to both is more than 1 - delta
            continue
        one, two = best_cut(p, q, delta), best_cut(q, p, delta)
        assert sum(one) == sum(two) == 1
        least = sum(a * a / b for a, b in zip(one, two) if a)
        for _ in range(60):
            x, y = left_over(rng, p, delta), left_over(rng, q, delta)
            if all(b for a, b in zip(x, y) if a):
                assert sum(a * a / b for a, b in zip(x, y) if a) >= least
        attained.append(ball(least).log())
    assert near(level, max(attained, key=lambda b: b.mid()))


@modest
@given(tables(least=1, most=2), st.sampled_from([Fraction(1, 20), Fraction(1, 5)]))
def test_all_decompositions_of_two_outcomes(rows, delta):
    """With two outcomes P' and Q' are one number each: a grid of all of them, its ends included."""
    level = ApproximateRenyiDP(sympy.Rational(delta.numerator, delta.denominator), 2, 0).level(built(rows)).value

    def choices(p):
        low, high = max(Fraction(0), (p - delta) / (1 - delta)), min(Fraction(1), p / (1 - delta))
        return [low + (high - low) * Fraction(k, 24) for k in range(25)]

    worst = Fraction(1)
    for p, q in neighbours(rows):
        pairs = [(a, b) for a in choices(p[0]) for b in choices(q[0]) if 0 < b < 1]
        worst = max(worst, min(a * a / b + (1 - a) ** 2 / (1 - b) for a, b in pairs))
    assert ball(level).exp() < ball(worst) + SMALL
    assert ball(worst) < ball(level).exp() * arb("1.02")


@modest
@given(st.one_of(tables(), tables(least=1)))
def test_gaussian_privacy_over_all_tests(rows):
    """mu = max PhiInv(1 - P(S)) - PhiInv(1 - Q(S)) over all tests S."""
    needed = mpmath.mpf(0)
    with mpmath.workdps(40):
        for p, q in neighbours(rows):
            for s in events(len(p)):
                a, b = mass(p, s), 1 - mass(q, s)
                if a == 1 or b == 1:
                    continue
                needed = mpmath.inf if a == 0 or b == 0 else max(needed, quantile(1 - a) - quantile(b))
                if needed == mpmath.inf:
                    break
            if needed == mpmath.inf:
                break
        level = GaussianDP(0).level(built(rows)).value
        assert level is OO if needed == mpmath.inf else abs(mpmath.mpf(str(numbers(level))) - needed) < 1e-25


def numbers(level):
    """SymPy does not evaluate erfcinv."""
    inverse = level.replace(sympy.erfcinv, lambda u: sympy.Float(-quantile(rational(u) / 2) / mpmath.sqrt(2), 40))
    return sympy.N(inverse, 35)


def quantile(x):
    return mpmath.sqrt(2) * mpmath.erfinv(2 * mpmath.mpf(x.numerator) / x.denominator - 1)


# -- Bayesian, semantic -------------------------------------------------------------------------------------------------


def priors(rng, size, number=25):
    """Random priors, some of them with few possible datasets, and a grid of those on two datasets."""
    found = []
    for _ in range(number):
        weights = [rng.choice((0, 1, rng.randint(1, 1000))) for _ in range(size)]
        if any(weights):
            found.append([Fraction(w, sum(weights)) for w in weights])
    for i in range(size):
        for j in range(i):
            for w in (
                Fraction(1, 1000),
                Fraction(1, 5),
                Fraction(1, 2),
                Fraction(4, 5),
                Fraction(rng.randint(1, 999), 1000),
            ):
                found.append([w if k == i else 1 - w if k == j else Fraction(0) for k in range(size)])
    return found


def distance(a, b):
    return sum(abs(x - y) for x, y in zip(a, b)) / 2


def posterior(prior, likelihoods):
    total = sum(b * v for b, v in zip(prior, likelihoods))
    return [b * v / total for b, v in zip(prior, likelihoods)] if total else None


def fibres(rows):
    """For each place and each rest: the datasets that have this rest."""
    found: dict = {}
    for x in rows:
        for i in range(len(x)):
            found.setdefault((i, x[:i] + x[i + 1 :]), []).append(x)
    return list(found.values())


@modest
@given(st.one_of(tables(records=(0, 1, 2), most=5), tables(places=2, most=4)), seeds)
def test_no_prior_exceeds_the_bayesian_level_and_its_witness_attains_it(rows, seed):
    rng = random.Random(seed)
    level = BayesianPrivacy(0).level(built(rows))
    value = ball(level.value)
    for members in fibres(rows):
        for prior in priors(rng, len(members)):
            for t in range(len(rows[members[0]])):
                after = posterior(prior, [rows[x][t] for x in members])
                assert after is None or ball(distance(prior, after)) < value + SMALL
    if not level.witness.prior:
        assert level.value == 0
        return
    t, prior = int(level.witness.event[0]), [(plain(x), ball(w)) for x, w in level.witness.prior]
    total = sum((w * ball(rows[x][t]) for x, w in prior), arb(0))
    shift = sum((abs(w * ball(rows[x][t]) / total - w) for x, w in prior), arb(0)) / 2
    assert shift > arb("0.989") if level.value == 1 else near(shift, value)


def hidden(x, i):
    return (*x[:i], 0, *x[i + 1 :])


@modest
@given(st.one_of(tables(records=(0, 1, 2), most=4), tables(places=2, most=4)), seeds)
def test_no_prior_exceeds_the_semantic_level_and_its_witness_attains_it(rows, seed):
    rng, datasets = random.Random(seed), list(rows)
    level = SemanticPrivacy(0).level(built(rows), default=0)
    places, outcomes = range(len(datasets[0])), range(len(rows[datasets[0]]))
    undefined = False
    for prior in [*priors(rng, len(rows)), *([Fraction(x == y) for y in datasets] for x in datasets)]:
        for t, i in product(outcomes, places):
            real = posterior(prior, [rows[x][t] for x in datasets])
            game = posterior(prior, [rows[hidden(x, i)][t] for x in datasets])
            if real is not None and game is None:
                undefined = True
            elif real is not None:
                assert level.value is OO or ball(distance(real, game)) < ball(level.value) + SMALL
    assert undefined == (level.value is OO)
    if level.value is OO or not level.witness.prior:
        return
    t, i = int(level.witness.event[0]), level.witness.place
    prior = [(plain(x), ball(w)) for x, w in level.witness.prior]
    real = sum((w * ball(rows[x][t]) for x, w in prior), arb(0))
    game = sum((w * ball(rows[hidden(x, i)][t]) for x, w in prior), arb(0))
    shown = [abs(w * ball(rows[x][t]) / real - w * ball(rows[hidden(x, i)][t]) / game) for x, w in prior]
    shift = sum(shown, arb(0)) / 2
    assert shift > arb("0.989") if level.value == 1 else near(shift, ball(level.value))


def bad_transcripts(rows, prior, eps):
    datasets, found = list(rows), []
    for t in range(len(rows[datasets[0]])):
        real = posterior(prior, [rows[x][t] for x in datasets])
        if real is None:
            continue
        for i in range(len(datasets[0])):
            game = posterior(prior, [rows[hidden(x, i)][t] for x in datasets])
            if game is None or distance(real, game) > eps:
                found.append(t)
                break
    return found


def bad_mass(rows, prior, eps, oblivious):
    bad = bad_transcripts(rows, prior, eps)
    if oblivious:
        return max(mass(row, bad) for row in rows.values())
    return sum(b * mass(row, bad) for b, row in zip(prior, rows.values()))


@pytest.mark.parametrize("oblivious", [False, True])
@settings(max_examples=20, deadline=None, derandomize=True)
@given(
    st.one_of(tables(most=4), tables(records=(0, 1, 2), most=3), tables(places=2, most=3)),
    st.sampled_from([Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)]),
    seeds,
)
def test_the_enclosure_of_approximate_semantic_privacy(oblivious, rows, eps, seed):
    """No prior has more bad transcripts than the upper bound; the witness has as many as the lower one."""
    rng, datasets = random.Random(seed), list(rows)
    notion = ObliviousSemanticPrivacy if oblivious else ApproximateSemanticPrivacy
    bound = sympy.Rational(1, 5)
    level = notion(sympy.Rational(eps.numerator, eps.denominator), bound).level(built(rows), default=0, budget=60)
    lower, upper = rational(level.lower), rational(level.upper)
    assert 0 <= lower <= upper <= 1
    points = [[Fraction(x == y) for y in datasets] for x in datasets]
    for prior in [*priors(rng, len(rows), 40), *points]:
        assert bad_mass(rows, prior, eps, oblivious) <= upper
    if level.witness.prior:
        given_prior = {plain(x): rational(w) for x, w in level.witness.prior}
        assert bad_mass(rows, [given_prior.get(x, Fraction(0)) for x in datasets], eps, oblivious) == lower


@settings(max_examples=12, deadline=None, derandomize=True)
@given(tables(places=2, most=3), st.sampled_from([Fraction(1, 10), Fraction(1, 4)]), seeds)
def test_the_enclosure_for_informed_beliefs(rows, eps, seed):
    """Beliefs on datasets that differ in one record, one of which is the real one; the witness is such a belief."""
    rng, datasets = random.Random(seed), list(rows)
    level = InformedSemanticPrivacy(sympy.Rational(eps.numerator, eps.denominator), 1).level(
        built(rows), default=0, budget=60
    )
    lower, upper = rational(level.lower), rational(level.upper)
    fibres = [[x for x in datasets if x[1 - i] == r] for i in (0, 1) for r in {x[1 - i] for x in datasets}]

    def worst(prior):
        bad = bad_transcripts(rows, prior, eps)
        support = {x for x, w in zip(datasets, prior) if w}
        return max(mass(rows[x], bad) for f in fibres if support <= set(f) for x in f)

    for fibre in fibres:
        for inner in priors(rng, len(fibre), 20):
            weights = dict(zip(fibre, inner))
            assert worst([weights.get(x, Fraction(0)) for x in datasets]) <= upper
    given_prior = {plain(x): rational(w) for x, w in level.witness.prior}
    assert worst([given_prior.get(x, Fraction(0)) for x in datasets]) >= lower


# -- simulation, joint --------------------------------------------------------------------------------------------------


@modest
@given(st.one_of(tables(records=(0, 1, 2), least=1, most=5), tables(places=2, least=1, most=4)), seeds)
def test_no_simulator_beats_the_simulation_level_and_the_witness_attains_it(rows, seed):
    rng, level = random.Random(seed), SimulationDP(0).level(built(rows))
    value = ball(level.value)

    def needed(members, simulated):
        return max(
            (max(r / s, s / r) for x in members for r, s in zip(rows[x], simulated)), key=lambda v: ball(v).mid()
        )

    # the worst rest of all: some simulator may serve the others better
    members = [plain(x) for x in level.witness.datasets]
    mean = [sum(c) / len(members) for c in zip(*(rows[x] for x in members))]
    for _ in range(60):
        weights = [m * rng.randint(600, 1400) if rng.random() < 0.7 else Fraction(rng.randint(1, 100)) for m in mean]
        simulated = [w / sum(weights) for w in weights]
        assert ball(needed(members, simulated)).log() > value - SMALL
    found = [ball(s) for _, s in level.witness.simulator]
    assert near(sum(found, arb(0)), arb(1))
    attained = max(
        (abs((ball(r) / s).log()) for x in members for r, s in zip(rows[x], found)), key=lambda b: b.mid()
    )  # fmt: skip
    assert near(attained, value)


@modest
@given(tables(records=(0, 1, 2), least=1, most=2))
def test_all_simulators_on_two_outcomes(rows):
    level = ball(SimulationDP(0).level(built(rows)).value).exp()
    grid = [Fraction(k, 400) for k in range(1, 400)]
    best = min(max(max(r[0] / s, s / r[0], r[1] / (1 - s), (1 - s) / r[1]) for r in rows.values()) for s in grid)
    assert level < ball(best) + SMALL
    assert ball(best) < level * arb("1.03")


@modest
@given(tables(most=5))
def test_a_simulator_exists_only_on_equal_supports(rows):
    same = len({tuple(bool(w) for w in row) for row in rows.values()}) == 1
    assert (SimulationDP(0).level(built(rows)).value is not OO) == same


VIEWS = list(product((0, 1), repeat=3))


@modest
@given(tables(places=3, outcomes=VIEWS), st.fractions(1, 3, max_denominator=4))
def test_joint_privacy_over_all_events_of_the_others(rows, gamma):
    pure: Fraction | None = Fraction(1)
    delta = Fraction(0)
    for x in rows:
        for i in range(3):
            y = (*x[:i], 1 - x[i], *x[i + 1 :])
            seen = sorted({v[:i] + v[i + 1 :] for v in VIEWS})
            p, q = ([sum(w for v, w in zip(VIEWS, rows[z]) if v[:i] + v[i + 1 :] == o) for o in seen] for z in (x, y))
            for s in events(len(seen)):
                a, b = mass(p, s), mass(q, s)
                delta = max(delta, a - gamma * b)
                pure = None if pure is None or (a and not b) else max(pure, a / b) if b else pure
    m = built(rows, VIEWS)
    level = JointDP(sympy.log(sympy.Rational(gamma.numerator, gamma.denominator)), 1).level(m)
    assert rational(level.value) == delta
    value = JointDP.epsilon(m).value
    assert value is OO if pure is None else rational(sympy.exp(value)) == pure
