"""Odd input of mechanisms, queries and notions: a right answer, or an ObjectError that says what was found."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import mpmath
import numpy
import pytest
import sympy
from sympy import Float, Rational, S, Symbol, log, nan, oo

from dpsym.objects import (
    ADD_REMOVE,
    CHANGE_ONE,
    ApproximateDP,
    ApproximateRenyiDP,
    ApproximateSemanticPrivacy,
    BayesianPrivacy,
    ExponentialMechanism,
    FiniteLaw,
    FiniteMechanism,
    GaussianDP,
    GaussianMechanism,
    InformedSemanticPrivacy,
    JointDP,
    KaryResponseMechanism,
    Laplace,
    LaplaceMechanism,
    Normal,
    ObjectError,
    ObliviousSemanticPrivacy,
    PointwiseDP,
    PureDP,
    Query,
    RenyiDP,
    ReportNoisyMax,
    ResponseMechanism,
    SemanticPrivacy,
    Sensitivity,
    SimulationDP,
    TotalVariationPrivacy,
    ZeroConcentratedDP,
    clipped_mean,
    counting,
    enumerated,
    fraction,
    histogram,
    linear,
    vector,
)
from dpsym.objects.symbolic import exact

H, x = Rational(1, 2), Symbol("x")
COUNT, COUNT_L2 = counting().sensitivity(CHANGE_ONE), counting().sensitivity(CHANGE_ONE, "l2")
M = FiniteMechanism({(0,): {0: 3 * H / 2, 1: H / 2}, (1,): {0: H / 2, 1: 3 * H / 2}}, CHANGE_ONE)
ALONE = FiniteMechanism({(0,): {0: H, 1: H}}, CHANGE_ONE)
EMPTY = FiniteMechanism({(): {0: H, 1: H}}, CHANGE_ONE)
MIXED = FiniteMechanism(
    {(0,): {0: H, 1: H}, (1,): {0: H / 2, 1: 3 * H / 2}, (0, 0): {0: H, 1: H}, (0, 1): {0: H, 1: H}}, CHANGE_ONE
)
EVERY = [
    PureDP(1), ApproximateDP(1, H), PointwiseDP(1, H), TotalVariationPrivacy(H), RenyiDP(2, 1), ApproximateRenyiDP(H, 2, 1),
    GaussianDP(1), ZeroConcentratedDP(0, 1), BayesianPrivacy(H), SimulationDP(1), JointDP(1, H), SemanticPrivacy(H),
    ApproximateSemanticPrivacy(H, H), ObliviousSemanticPrivacy(H, H), InformedSemanticPrivacy(H, H),
]  # fmt: skip
SEMANTIC = [n for n in EVERY if isinstance(n, (SemanticPrivacy, ApproximateSemanticPrivacy))]


@pytest.mark.parametrize("notion", EVERY, ids=lambda n: type(n).__name__)
@pytest.mark.parametrize("mechanism", [ALONE, EMPTY], ids=["one dataset", "the empty dataset"])
def test_without_neighbours_every_notion_refuses_alike(notion: Any, mechanism: FiniteMechanism) -> None:
    for ask in (notion.decide, notion.level):
        with pytest.raises(ObjectError, match="no two of its datasets are change-one neighbours"):
            ask(mechanism)


@pytest.mark.parametrize("notion", EVERY, ids=lambda n: type(n).__name__)
@pytest.mark.parametrize("mechanism", [None, 5, "m", Normal(0, 1)], ids=str)
def test_what_is_no_mechanism_is_refused(notion: Any, mechanism: Any) -> None:
    for ask in (notion.decide, notion.level):
        with pytest.raises(ObjectError, match="expected a FiniteMechanism"):
            ask(mechanism)


@pytest.mark.parametrize("notion", SEMANTIC, ids=lambda n: type(n).__name__)
def test_datasets_of_mixed_length_have_no_game(notion: Any) -> None:
    with pytest.raises(ObjectError, match="found datasets of 1 and 2 records"):
        notion.decide(MIXED)


def test_datasets_of_mixed_length_are_neighbours_within_a_length() -> None:
    assert PureDP(1).level(MIXED).value == log(2)
    assert PureDP(1).level(MIXED).witness.datasets == ((0,), (1,))
    assert TotalVariationPrivacy(1).level(MIXED).value == H / 2


#: what is asked, and the answer
RIGHT: dict[str, tuple[Callable[[], Any], Any]] = {
    "epsilon at delta 0": (lambda: ApproximateDP.epsilon(M, 0), log(3)),
    "epsilon at delta 1": (lambda: ApproximateDP.epsilon(M, 1), 0),
    "epsilon at a float": (lambda: ApproximateDP.epsilon(M, 0.25), log(2)),
    "epsilon at a text": (lambda: ApproximateDP.epsilon(M, "0.1"), log(Rational(13, 5))),
    "profile at a float": (lambda: ApproximateDP.profile(M, 0.0), H),
    "histogram of a SymPy number": (lambda: histogram(S(4)), histogram(4)),
    "histogram of a NumPy number": (lambda: histogram(numpy.int64(4)), histogram(4)),
    "fraction of a SymPy number": (lambda: fraction(S(4)).change_one[0], H / 2),
    "order oo": (lambda: RenyiDP(oo, 2).decide(M).verdict, "holds"),
    "order 1": (lambda: RenyiDP(1.0, 1).level(M).value, log(3) / 2),
    "weights as texts": (lambda: FiniteLaw({0: "0.1", 1: "0.9"}), FiniteLaw({0: Rational(1, 10), 1: Rational(9, 10)})),
    "both of a kind": (lambda: len(M.composed_with(M).outcomes), 4),
}


@pytest.mark.parametrize("name", RIGHT)
def test_odd_input_that_has_an_answer(name: str) -> None:
    ask, answer = RIGHT[name]
    found = ask()
    assert found == answer or sympy.simplify(found - answer) == 0


def test_the_least_normal_noise_at_level_zero() -> None:
    """At eps = 0 delta is the total variation, 1 - 2 Phi(-1/(2 sigma))."""
    for delta in (H, Rational(1, 10**6)):
        sigma = GaussianMechanism.exact_sigma(COUNT_L2, 0, delta, 20)
        with mpmath.workdps(40):
            wanted = 1 / (2 * mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(int(delta.p)) / int(delta.q)))
            assert abs(mpmath.mpf(sigma.str(25, radius=False)) / wanted - 1) < mpmath.mpf(10) ** -19


def each(
    name: str, ask: Callable[[Any], Any], words: str, values: tuple[Any, ...]
) -> dict[str, tuple[Callable[[], Any], str]]:
    """The same is asked of each value."""
    return {name.format(repr(v)): (partial(ask, v), words) for v in values}


#: what is asked, and words of the error
WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    **each("epsilon at delta {}", lambda d: ApproximateDP.epsilon(M, d), "ApproximateDP.epsilon: delta",
           (-1, 2, oo, -oo, nan, x, None, True, 1j, "one", "", float("nan"), float("inf"))),
    **each("a level {}", lambda e: PureDP(e), "PureDP: eps",
           (-1, oo, nan, None, True, 1j, "e", float("inf"))),
    **each("an order {}", lambda a: RenyiDP(a, 1), "RenyiDP",
           (0, -1, H, 0.5, nan, None, True, 1j, "a")),
    **each("composition with {}", lambda m: M.composed_with(m), "composition of mechanisms: found",
           (None, 1, COUNT, PureDP(1), LaplaceMechanism(COUNT, 1))),
    **each("a mechanism of {}", lambda t: FiniteMechanism(t, CHANGE_ONE), "FiniteMechanism",
           (None, [], {}, "abc", 5, {0: {0: 1}}, {"a": {0: 1}}, {(0,): None}, {(0,): 5}, {(0,): [H, H]},
                 {(0,): Normal(0, 1)}, {(0,): {0: 1}, (1,): {1: 1}})),
    **each("weights {}", lambda t: FiniteMechanism({(0,): t}, CHANGE_ONE), "FiniteLaw",
           ({}, {0: 2, 1: -1}, {0: nan}, {0: oo}, {0: 1j}, {0: True}, {0: H})),
    "floats that sum to one up to rounding": (lambda: FiniteLaw({0: 0.1, 1: 0.9}), r"found 1 \+ .*E-17; a float is the binary"),
    **each("a histogram of {}", lambda k: histogram(k), "histogram",
           (1, 0, -1, H, oo, x, None, True, "k")),
    **each("a fraction of {}", lambda n: fraction(n), "number of records",
           (1 / 2, H, 0, -1, oo, nan, None, True)),
    **each("a mean of {}", lambda n: clipped_mean(0, 1, n), "number of records",
           (1 / 2, H, 0, oo)),
    **each("a range to {}", lambda e: linear(0, e), "end|clipping",
           (0, -1, oo, nan, None, True, "b")),
    **each("a sensitivity {}", lambda v: Sensitivity(v, CHANGE_ONE), "Sensitivity",
           (0, -1, oo, nan, None, True)),
    "a sensitivity without a relation": (lambda: Sensitivity(1), "expected CHANGE_ONE or ADD_REMOVE"),
    "a norm that is a number": (lambda: Sensitivity(1, CHANGE_ONE, 5), "the norm: found 5"),
    "a vector of numbers": (lambda: vector(1), "vector: found 1"),
    "a query of no sensitivity": (lambda: Query("q"), "found no sensitivity"),
    "a query of dimension 0": (lambda: Query("q", 0, 1), "the dimension"),
    "a query with two norms": (lambda: Query("q", 1, (1, 1)), "expected three of them"),
    "a query that is longer in l2": (lambda: Query("q", 2, (1, 2, 1)), "expected l1 >= l2 >= loo"),
    "a query for the other relation": (lambda: Query("q", 1, 1).sensitivity(ADD_REMOVE), "not known"),
    "a query without a function": (lambda: enumerated(5, [(0,)]), "expected a function"),
    "a query on no datasets": (lambda: enumerated(sum, []), "found 0 datasets"),
    "a query whose answers differ in length": (lambda: enumerated(lambda d: d, [(0,), (0, 1)]), "answers of"),
    "a query that returns nothing": (lambda: enumerated(lambda d: None, [(0,)]), "the answer at"),
    "a query that is constant": (lambda: enumerated(len, [(0,), (1,)]).sensitivity(CHANGE_ONE), "is 0"),
    "an answer elsewhere": (lambda: enumerated(sum, [(0,), (1,)])((2,)), "expected one of its datasets"),
    "an infinite level of a response": (lambda: KaryResponseMechanism(oo, 3), "must be finite"),
    **each("{} respondents", lambda n: ResponseMechanism(H, H).variance(H, n), "number of respondents",
           (0, H, -1, oo)),
    "a share of 2": (lambda: ResponseMechanism(H, H).variance(2, 5), "the share"),
    "an estimate of nothing": (lambda: ResponseMechanism(H, H).estimate(None), "the reported share"),
    **each("{} candidates", lambda k: ExponentialMechanism(COUNT, 1).accuracy(k, H), "number of candidates",
           (0, H, -1)),
    **each("{} noisy candidates", lambda k: ReportNoisyMax(COUNT, 1).accuracy(k, H), "number of candidates",
           (0, H)),
    "monotone or not": (lambda: ReportNoisyMax(COUNT, 1, None), "monotone"),
    "a dataset that is a number": (lambda: M.law(5), "expected a tuple of records"),
    "a row of nothing": (lambda: M.row(None), "expected a tuple of records"),
    "post-processing by a number": (lambda: M.map(5), "expected a function"),
    "noise for delta 0": (lambda: GaussianMechanism.exact_sigma(COUNT_L2, 1, 0), r"delta must lie in \(0, 1\)"),
    "noise for a negative level": (lambda: GaussianMechanism.exact_sigma(COUNT_L2, -1, H), "eps must not be negative"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_odd_input_is_refused(name: str) -> None:
    ask, words = WRONG[name]
    with pytest.raises(ObjectError, match=words):
        ask()


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (0.1, Rational(3602879701896397, 2**55)), (numpy.float64(0.1), Rational(3602879701896397, 2**55)),
        (numpy.float32(0.5), H), (numpy.int64(3), S(3)), (numpy.uint8(3), S(3)), (Fraction(1, 3), Rational(1, 3)),
        (Decimal("0.1"), Rational(1, 10)), (mpmath.mpf(0.25), H / 2), (Float(0.1), Rational(3602879701896397, 2**55)),
        ("0.1", Rational(1, 10)), (" -1e-3 ", Rational(-1, 1000)), ("1/3", Rational(1, 3)), (".5", H), ("2.", S(2)),
        (float("inf"), oo), (mpmath.inf, oo), (0.5 * Symbol("y"), Symbol("y") / 2),
    ],
)  # fmt: skip
def test_numbers_are_what_they_are_or_print(given: Any, number: Any) -> None:
    assert exact(given) == number


@pytest.mark.parametrize(
    "given",
    [True, numpy.bool_(True), None, 1j, numpy.complex128(1), float("nan"), mpmath.nan, "nan", "oo", "1e99999", "0x10", "1/0", "1_0", "",
     "9" * 5000, "__import__('os')", [], {}, object(), numpy.array([1.0]), sympy.I, nan, sympy.zoo],
    ids=lambda g: str(g)[:20],
)  # fmt: skip
def test_what_is_no_number_is_refused(given: Any) -> None:
    with pytest.raises(ObjectError, match=r"^a number: found"):
        exact(given)


def test_laws_of_floats_are_those_of_the_numbers_that_they_are() -> None:
    assert Laplace(0, 0.5) == Laplace(0, H)
    assert LaplaceMechanism(COUNT, 0.25).scale == 4
