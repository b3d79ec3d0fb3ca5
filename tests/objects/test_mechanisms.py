"""Queries and mechanisms: sensitivities against brute force, privacy of the worst pair, utility, and errors."""

from __future__ import annotations

from itertools import product

import pytest
import sympy
from flint import arb, ctx
from sympy import Rational, log

from dpsym.objects import (
    ADD_REMOVE,
    CHANGE_ONE,
    ExponentialMechanism,
    FiniteMechanism,
    GaussianMechanism,
    GeometricMechanism,
    HockeyStick,
    Laplace,
    LaplaceMechanism,
    MaxDivergence,
    Normal,
    ObjectError,
    PureDP,
    Renyi,
    ReportNoisyMax,
    ResponseMechanism,
    clipped_mean,
    clipped_sum,
    counting,
    fraction,
    histogram,
    linear,
    shift,
    unbounded,
    vector,
)
from dpsym.objects.mechanisms.base import binary_response
from dpsym.objects.symbolic import ball_of


def brute(f, values, n, neighbours):
    """The greatest l1 move of f between a dataset of n records with values in `values` and a neighbour."""
    sizes = (n,) if neighbours is CHANGE_ONE else (n - 1, n + 1)
    others = [x for size in sizes for x in product(values, repeat=size)]
    moves = [
        sum(abs(a - b) for a, b in zip(f(x), f(y)))
        for x in product(values, repeat=n)
        for y in others
        if neighbours.related(x, y)
    ]
    return max(moves)


VALUES = [Rational(-1), Rational(0), Rational(2)]


@pytest.mark.parametrize("neighbours", [CHANGE_ONE, ADD_REMOVE], ids=str)
@pytest.mark.parametrize(
    ("query", "f", "values"),
    [
        (counting(), lambda x: [sum(1 for r in x if r > 0)], VALUES),
        (fraction(2), lambda x: [Rational(sum(1 for r in x if r > 0), len(x))], VALUES),
        (linear(-1, 2), lambda x: [sum(x)], VALUES),
        (clipped_sum(-1, 2), lambda x: [sum(min(max(r, -1), 2) for r in x)], [*VALUES, Rational(50)]),
        (clipped_mean(-1, 2, 2), lambda x: [sum(x) / len(x)], VALUES),
        (histogram(3), lambda x: [sum(1 for r in x if r == v) for v in VALUES], VALUES),
    ],
    ids=lambda p: getattr(p, "name", ""),
)
def test_sensitivities_agree_with_brute_force(query, f, values, neighbours):
    assert query.sensitivity(neighbours).value == brute(f, values, 2, neighbours)


def test_a_vector_adds_up():
    both = vector(counting(), histogram(3))
    assert both.dimension == 4
    assert both.sensitivity(CHANGE_ONE).value == 3
    assert both.sensitivity(ADD_REMOVE, "l2").value == sympy.sqrt(2)


def test_the_laplace_mechanism_is_private_exactly():
    mechanism = LaplaceMechanism(histogram(4).sensitivity(CHANGE_ONE), Rational(1, 2))
    assert mechanism.scale == 4
    assert mechanism.dimension == 4
    assert mechanism.privacy() == PureDP(Rational(1, 2))
    assert MaxDivergence(mechanism.noise, shift(mechanism.noise, 2)).doit() == Rational(1, 2)
    one = LaplaceMechanism(counting().sensitivity(ADD_REMOVE), 1)
    assert one.variance() == 2
    assert one.expected_error() == 1
    assert sympy.simplify(one.tail(one.accuracy(Rational(1, 20))) - Rational(1, 20)) == 0
    t = mechanism.exact_accuracy(Rational(1, 20))
    assert abs(sympy.N(mechanism.tail(t), 30) - Rational(1, 20)) < 1e-25
    assert sympy.N(mechanism.accuracy(Rational(1, 20)) - t) > 0


def test_the_gaussian_calibrations():
    sensitivity = counting().sensitivity(ADD_REMOVE, "l2")
    eps, delta = Rational(1, 2), Rational(1, 10**5)
    sigma = GaussianMechanism.exact_sigma(sensitivity, eps, delta, 25)
    mid = sigma.mid().fmpq()
    exact = GaussianMechanism(sensitivity, Rational(int(mid.p), int(mid.q)))
    assert abs(exact.delta(eps) - arb(10) ** -5) < arb(10) ** -18
    classical = GaussianMechanism.classical(sensitivity, eps, delta)
    assert classical.delta(eps) < arb(10) ** -5
    assert sympy.N(classical.sigma) > float(sigma.mid())
    assert exact.concentrated().args[1] == 1 / (2 * exact.sigma**2)


def test_the_geometric_mechanism():
    mechanism = GeometricMechanism(counting().sensitivity(ADD_REMOVE), log(2))
    assert MaxDivergence(mechanism.noise, shift(mechanism.noise, 1)).doit() == log(2)
    assert sympy.simplify(mechanism.expected_error()) == Rational(4, 3)
    assert sympy.simplify(mechanism.tail(0)) == Rational(2, 3)  # 1 - P[Y = 0], P[Y = 0] = 1/3


def test_the_exponential_mechanism_is_private_on_all_neighbours():
    mechanism = ExponentialMechanism(counting().sensitivity(CHANGE_ONE), log(4))
    table = {x: mechanism.law({"a": sum(x), "b": 2 - sum(x)}) for x in product((0, 1), repeat=2)}
    assert PureDP(log(4)).decide(FiniteMechanism(table, CHANGE_ONE)).verdict == "holds"
    assert ReportNoisyMax(counting().sensitivity(CHANGE_ONE), 1).noise.args[1] == 2


def test_randomized_response_and_its_estimator():
    warner = ResponseMechanism(Rational(1, 2), Rational(1, 2))
    share = sympy.Symbol("pi", positive=True)
    assert warner.epsilon == log(3)
    assert warner.bias(share) == 0
    assert warner.expected_share(share) == share / 2 + Rational(1, 4)
    assert warner.estimator_variance(0, 100) == Rational(3, 16) / 25
    assert sympy.simplify(ResponseMechanism.with_epsilon(log(3)).epsilon - log(3)) == 0


ADDS = FiniteMechanism({(): {0: 1, 1: 0}, (0,): {0: 0, 1: 1}}, ADD_REMOVE)
LONGER = FiniteMechanism({(0, 0): {0: 1, 1: 0}, (0, 1): {0: 0, 1: 1}}, CHANGE_ONE)


def test_composition_of_finite_mechanisms():
    """Levels add up for two randomized responses: the pair of truths against the pair of lies; post-processing gives one back."""
    one, two = binary_response(log(3)), binary_response(log(2))
    both = one.composed_with(two)
    assert both.neighbours == CHANGE_ONE
    assert len(both.outcomes) == 4
    assert both.row((0,)) == tuple(v * w for v in one.row((0,)) for w in two.row((0,)))
    assert sympy.simplify(PureDP(1).level(both).value - log(6)) == 0
    assert both.map(lambda o: o[0]).row((0,)) == one.row((0,))


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: unbounded("median"), "median: its sensitivity is unbounded"),
        (lambda: clipped_sum(-sympy.oo, 1), "unbounded"),
        (lambda: LaplaceMechanism(1, 1), "expected a Sensitivity, which names its neighbouring relation"),
        (lambda: GaussianMechanism(counting().sensitivity(CHANGE_ONE), 0), "must be positive, found 0"),
        (lambda: GaussianMechanism(counting().sensitivity(CHANGE_ONE), 1).epsilon, "it has no eps"),
        (lambda: LaplaceMechanism(histogram(3).sensitivity(CHANGE_ONE, "l2"), 1), "needs the l1 sensitivity"),
        (lambda: binary_response(1).composed_with(ADDS), "change-one neighbours, the other for add/remove neighbours"),
        (lambda: binary_response(1).composed_with(LONGER), "not on the same datasets"),
        (lambda: ResponseMechanism(0, Rational(1, 2)).estimate(Rational(1, 2)), "the reports say nothing"),
    ],
)
def test_bad_input(build, words):
    with pytest.raises(ObjectError, match=words):
        build()


EXACT = [
    (1, Rational(1, 10**5)), (0, Rational(1, 10)), (Rational(1, 10**9), Rational(1, 10**9)), (1, Rational(1, 10**2000)),
    (100, Rational(1, 10)), (1, 1 - Rational(1, 10**50)), (log(2), Rational(1, 3)), (10**4, Rational(1, 10**6)),
]  # fmt: skip


@pytest.mark.parametrize(("eps", "delta"), EXACT, ids=range(len(EXACT)))
def test_exact_calibration_is_certified_at_both_ends(eps, delta):
    """By balls of the profile itself, with 20 digits more than the ends were found with."""
    sensitivity = histogram(3).sensitivity(CHANGE_ONE, "l2")  # sqrt(2)
    ball = GaussianMechanism.exact_sigma(sensitivity, eps, delta, 30)
    with ctx.workprec(400):
        assert ball.rad() <= ball.mid() * arb(10) ** -30
        ends = [ball.lower().fmpq(), ball.upper().fmpq()]
    low, high = (
        HockeyStick(sympy.exp(eps), Normal(0, s), Normal(sympy.sqrt(2), s)).log({}, 50)
        for s in (Rational(int(e.p), int(e.q)) for e in ends)
    )
    with ctx.workprec(400):
        target = ball_of(sympy.sympify(delta), 120).log()
        assert low > target
        assert high <= target
    used = GaussianMechanism.exact(sensitivity, eps, delta, 30)
    assert used.sigma >= Rational(int(ends[1].p), int(ends[1].q))


def test_exact_calibration_at_a_boundary_that_no_ball_decides():
    ball = GaussianMechanism.exact_sigma(counting().sensitivity(ADD_REMOVE), 0, sympy.erf(1 / (2 * sympy.sqrt(2))), 30)
    assert ball.contains(1)
    assert ball.rad() < 1e-30


@pytest.mark.parametrize(
    ("eps", "delta", "words"), [(1, 0, "delta must"), (1, 1, "delta must"), (-1, Rational(1, 2), "eps must not")]
)
def test_exact_calibration_refuses(eps, delta, words):
    with pytest.raises(ObjectError, match=words):
        GaussianMechanism.exact_sigma(counting().sensitivity(ADD_REMOVE), eps, delta)


def test_mechanisms_are_sympy_objects():
    eps = sympy.Symbol("eps", positive=True)
    m = LaplaceMechanism(histogram(3).sensitivity(CHANGE_ONE), eps)
    assert m.subs(eps, 2) == LaplaceMechanism(histogram(3).sensitivity(CHANGE_ONE), 2)
    assert m.func(*m.args) == m
    assert hash(m.func(*m.args)) == hash(m)
    assert m.free_symbols == {eps}
    assert m.subs(eps, 2).scale == 1
    table = FiniteMechanism({(0,): {0: 1 / (1 + eps), 1: eps / (1 + eps)}, (1,): {0: 1, 1: 0}}, CHANGE_ONE)
    assert table.subs(eps, 1).row((0,)) == (Rational(1, 2), Rational(1, 2))
    assert table.func(*table.args) == table
    with pytest.raises(ObjectError, match="eps must be positive"):
        m.subs(eps, -1)


def test_a_function_of_outcomes_sees_names_as_strings():
    from dpsym.objects.laws import FiniteLaw, condition, push_forward

    answers = FiniteLaw({"yes": Rational(3, 4), "no": Rational(1, 4)})
    assert push_forward(answers, lambda o: 1 if o == "yes" else 0) == FiniteLaw({1: Rational(3, 4), 0: Rational(1, 4)})
    assert condition(answers, lambda o: o == "yes") == FiniteLaw({"yes": 1})


def test_only_finite_mechanisms_are_decided():
    with pytest.raises(ObjectError, match="expected a FiniteMechanism"):
        PureDP(1).decide(LaplaceMechanism(counting().sensitivity(ADD_REMOVE), 1))


def test_orders_one_and_infinity_are_put_in_by_values():
    alpha = sympy.Symbol("alpha", positive=True)
    renyi = Renyi(alpha, Laplace(0, 1), Laplace(1, 1))
    assert renyi.enclose({alpha: 1}).overlaps(arb(-1).exp())
    assert renyi.enclose({alpha: sympy.oo}) == 1
