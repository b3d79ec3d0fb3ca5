"""What may be given and asked, what is refused, and how parts are read and printed."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest
import sympy
from flint import arb

from dpsym.accounting import (
    Composition,
    approx,
    dgauss,
    fixed,
    gauss,
    gdp,
    geometric,
    laplace,
    part_of,
    poisson,
    pure,
    read_composition,
    read_item,
    renyi,
    response,
    zcdp,
)  # fmt: skip
from dpsym.accounting.figures import fraction_of
from dpsym.accounting.reading import FORMS
from dpsym.accounting.routes import RENYI_ROUTES, ROUTES
from dpsym.derive.rounding import decimal
from dpsym.library import index
from dpsym.objects import (
    ADD_REMOVE,
    CHANGE_ONE,
    ApproximateDP,
    DiscreteGaussianMechanism,
    GaussianDP,
    GaussianMechanism,
    GeometricMechanism,
    KaryResponseMechanism,
    LaplaceMechanism,
    PureDP,
    RenyiDP,
    ResponseMechanism,
    ZeroConcentratedDP,
    counting,
    histogram,
)  # fmt: skip
from dpsym.objects.errors import ObjectError
from dpsym.reading.text.tokens import ReadError

F, S = Fraction, sympy.S
NAMES = {row.name for row in index.rows()}
ONE = pure(1)
NAN, OO = float("nan"), float("inf")

PARTS = [
    pure("0.1"), approx("0.1", "1e-8"), zcdp("0.1"), gdp("log(2)"), renyi({2: "0.1", "8": "0.5"}), gauss(4), gauss("1/3", 2),
    laplace(2), geometric(2, 3), dgauss(5), response(1), response("0.5", 4), poisson(gauss(4), "0.01"), fixed(approx(1, "1e-5"), "1/3"),
]  # fmt: skip


@pytest.mark.parametrize("part", PARTS, ids=str)
def test_what_a_part_prints_is_read_as_the_same_part(part):
    assert read_item(str(part)).parts == ((part, 1),)
    assert read_item(f"{part} ** 3") == part**3
    assert hash(read_item(str(part))) == hash(Composition([part]))


REFUSED = [
    # delta
    (lambda: ONE.__pow__(2).epsilon(0), "delta: found 0, expected delta > 0 and < 1"),
    (lambda: ONE.__pow__(2).epsilon(-1), "delta: found -1"),
    (lambda: ONE.__pow__(2).epsilon(1), "delta: found 1"),
    (lambda: ONE.__pow__(2).epsilon(2.0), "delta: found 2"),
    (lambda: ONE.__pow__(2).epsilon(NAN), "delta: found nan, expected a finite number"),
    (lambda: ONE.__pow__(2).epsilon(OO), "delta: found inf"),
    (lambda: ONE.__pow__(2).epsilon(Decimal("NaN")), "delta: found NaN"),
    (lambda: ONE.__pow__(2).epsilon("abc"), "delta: found 'abc', expected a number"),
    (lambda: ONE.__pow__(2).epsilon(""), "delta: found '', expected a number"),
    (lambda: ONE.__pow__(2).epsilon(None), "delta: found None"),
    (lambda: ONE.__pow__(2).epsilon(True), "delta: found True"),
    (lambda: ONE.__pow__(2).epsilon(1j), "delta: found 1j, expected a real number"),
    (lambda: ONE.__pow__(2).epsilon([0.1, 0.2]), "delta: found .* expected one number"),
    (lambda: ONE.__pow__(2).epsilon(sympy.Symbol("d")), "delta: found d, expected a number|delta: .*symbols"),
    (lambda: ONE.__pow__(2).epsilon(sympy.oo), "delta: "),
    (lambda: ONE.__pow__(2).epsilon(sympy.nan), "delta: "),
    (lambda: ONE.__pow__(2).epsilon("1e-99999999"), "delta: "),
    # eps, alpha, digits
    (lambda: ONE.__pow__(2).delta(-1), "eps: found -1, expected eps >= 0"),
    (lambda: ONE.__pow__(2).delta(NAN), "eps: found nan"),
    (lambda: ONE.__pow__(2).delta(10**10), "eps: found 10000000000, expected eps <= 1000000000"),
    (lambda: ONE.__pow__(2).renyi(1), "alpha: found 1, expected alpha > 1"),
    (lambda: ONE.__pow__(2).renyi(OO), "alpha: found inf"),
    (lambda: ONE.__pow__(2).epsilon("0.1", digits=0), "digits: found 0, expected an integer from 1"),
    (lambda: ONE.__pow__(2).epsilon("0.1", digits=2.5), "digits: found 2.5, expected an integer"),
    # how often
    (lambda: ONE**-1, "found -1, expected an integer from 0"),
    (lambda: ONE**2.0, "found 2.0, expected an integer"),
    (lambda: ONE**F(1, 2), "found Fraction\\(1, 2\\), expected an integer"),
    (lambda: ONE**"3", "found '3', expected an integer"),
    (lambda: ONE**True, "found True, expected an integer"),
    (lambda: ONE ** (10**9), "expected an integer from 0 to 10000000"),
    (lambda: Composition([(ONE, -2)]), "found -2, expected an integer"),
    (lambda: Composition([ONE**6000000, ONE**6000000]), "found 12000000 mechanisms"),
    # parts
    (lambda: pure(-1), "pure: eps: found -1, expected eps >= 0"),
    (lambda: pure(NAN), "pure: eps: found nan"),
    (lambda: pure("oo"), "pure: eps: found 'oo'"),
    (lambda: pure(1e300), "pure: eps: found 1.*expected eps <= 1000000000"),
    (lambda: approx(1, 1), "approx: delta: found 1, expected delta >= 0 and < 1"),
    (lambda: approx(1, -0.1), "approx: delta: found -0.1"),
    (lambda: gauss(0), "gauss: sigma: found 0, expected sigma > 0"),
    (lambda: gauss(1, 0), "gauss: sensitivity: found 0, expected sensitivity > 0"),
    (lambda: laplace(-1), "laplace: b: found -1"),
    (lambda: geometric(1, 1.5), "sensitivity: found 1.5, expected an integer"),
    (lambda: dgauss(1, "1/2"), "sensitivity: found '1/2', expected an integer"),
    (lambda: response(1, 1), "response: values: found 1, expected an integer from 2"),
    (lambda: renyi(1, 1), "renyi: alpha: found 1, expected alpha > 1"),
    (lambda: renyi(2), "renyi: found 2 alone"),
    (lambda: renyi({}), "renyi: found no order"),
    (lambda: zcdp("x"), "zcdp: rho: found 'x'"),
    (lambda: poisson(ONE, 2), "poisson: q: found 2, expected q >= 0 and <= 1"),
    (lambda: poisson(ONE, -0.5), "poisson: q: found -0.5"),
    (lambda: fixed(ONE, NAN), "fixed: q: found nan"),
    (lambda: poisson(poisson(ONE, "0.1"), "0.1"), "which is sampled already"),
    (lambda: poisson(ONE**2, "0.1"), "expected one guarantee or mechanism"),
    (lambda: poisson(3, "0.1"), "expected one guarantee or mechanism"),
    # relations
    (lambda: pure(1, "add/remove"), "neighbours: found 'add/remove', expected CHANGE_ONE or ADD_REMOVE"),
    (lambda: Composition([ONE], "bounded"), "found neighbours 'bounded', expected CHANGE_ONE or ADD_REMOVE"),
    (lambda: Composition([pure(1, ADD_REMOVE), pure(1, CHANGE_ONE)]), "expected one relation; changing a record"),
    (lambda: Composition([pure(1, ADD_REMOVE)], CHANGE_ONE), "expected one relation"),
    (lambda: pure(1, ADD_REMOVE) ** 2 + gauss(1, 1, CHANGE_ONE) ** 3, "expected one relation"),
    (lambda: Composition([pure(1, ADD_REMOVE), ONE]), "pure\\(1\\), which names no neighbouring relation"),
    # what is no part
    (lambda: Composition("pure(1)"), "expected a list of guarantees and mechanisms"),
    (lambda: Composition(5), "found 5, expected a list"),
    (lambda: Composition(ONE), "found pure\\(1\\), expected a list of parts: Composition\\(\\[pure\\(1\\)\\]\\)"),
    (lambda: ONE**2 + poisson(ONE, "0.1"), "which names no neighbouring relation"),
    (lambda: Composition([ONE]).epsilon(0), "expected delta > 0 and < 1; at 0 the eps of pure parts add up"),
    (lambda: float((gauss(1) ** 10).delta(1000).upper), "found 9.5760319e-21504, expected a number that a float can be"),
    (lambda: Composition(["pure(1)"]), "found 'pure\\(1\\)' of type str, expected a guarantee or a mechanism"),
    (lambda: Composition([1]), "found 1 of type int"),
    (lambda: Composition([None]), "found None of type NoneType"),
    (lambda: Composition([PureDP(sympy.Symbol("eps", positive=True))]), "eps"),
    (lambda: Composition([ZeroConcentratedDP(1, 1)]), "expected xi = 0"),
    # nothing can be said
    (lambda: (approx(1, "0.01") ** 10).epsilon("1e-6"), "exact optimum, .*, basic: the parts may lose 0.0957, more than delta = 1e-6"),
    (lambda: (approx(1, "0.01") ** 10).renyi(2), "D_alpha is infinite"),
    (lambda: (renyi(2, 1) ** 3).renyi(3), "known are orders up to 2"),
    (lambda: (poisson(renyi(3, 1), "0.1") ** 3).renyi("7/2"), "known are orders up to 3"),
    (lambda: (ONE**3).epsilon("0.1")["privacy"], "found no route 'privacy'"),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "message"), REFUSED)
def test_refused_with_what_was_found_and_expected(ask, message):
    with pytest.raises(ObjectError, match=message):
        ask()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found the end of the text, expected one of pure"),
        ("pur(1)", "did you mean pure"),
        ("pure", "expected '\\('"),
        ("pure()", "expected a number"),
        ("pure(1", "expected '\\)'"),
        ("pure(1) ** 2.5", "expected how often it is run, an integer"),
        ("pure(1) ** -2", "expected how often it is run, an integer"),
        ("pure(1) pure(2)", "expected \\*\\* or the end"),
        ("pure(1, 2)", "found 2 numbers, expected pure\\(eps\\)"),
        ("pure(rho=1)", "found 'rho', expected pure\\(eps\\)"),
        ("approx(1)", "found no delta, expected approx\\(eps, delta\\)"),
        ("gauss(1, sigma=2)", "found sigma twice"),
        ("poisson(0.1, gauss(1))", "expected one of pure"),
        ("poisson(gauss(1))", "expected ','"),
        ("renyi(2)", "orders and levels in turn"),
        ("renyi(2, 1, 2, 3)", "an order twice"),
        ("pure(__import__)", "double underscore|name starts"),
        ("pure(exp(1e9))", "eps"),
        ("pure(1/0)", "eps"),
        ("poisson(" * 9 + "pure(1)", "more than 4 deep"),
    ],
)
def test_text_that_is_no_part(text, message):
    with pytest.raises((ReadError, ObjectError), match=message):
        read_item(text)


def test_text_has_names_and_relations():
    assert read_item("Gaussian(sigma=4, sensitivity=2) ** 2") == gauss(4, 2) ** 2
    assert read_item("approx(delta=1e-8, eps=1)") == Composition([approx(1, "1e-8")])
    assert read_composition(["pure(1)", "poisson(pure(1), 0.1)"], ADD_REMOVE).neighbours == ADD_REMOVE
    assert set(FORMS) >= {str(p).partition("(")[0] for p in PARTS}


def test_two_parts_make_a_composition():
    assert gauss(4) + ONE == Composition([gauss(4), ONE])
    assert gauss(4) + ONE**3 == Composition([gauss(4), ONE**3])
    with pytest.raises(TypeError):
        gauss(4) + 3


def test_a_figure_is_a_float_for_plots():
    told = (ONE**3).epsilon("1e-6")
    assert float(told.upper) == float(told.upper.fraction) == float(str(told.upper))
    assert float((ONE**0).epsilon("1e-6").upper) == 0


def test_nothing_is_private_at_level_0():
    for whole in (Composition(), ONE**0, Composition([(ONE, 0)]), Composition([pure(0), gauss(1) ** 0])):
        assert whole.epsilon("1e-6").upper.mantissa == 0
        assert whole.epsilon("1e-6").exact
        assert whole.delta(0).upper.mantissa == 0
        assert whole.renyi(2).upper.mantissa == 0
        assert whole.epsilon("1e-6").certificate().accepted
    lossy = approx(0, "0.25") ** 2
    assert lossy.delta(3).upper.fraction == lossy.delta(3).lower.fraction == F(7, 16)
    assert lossy.epsilon("0.5").upper.mantissa == 0


def test_numbers_are_read_as_they_are_written():
    same = [pure("0.1"), pure(0.1), pure(F(1, 10)), pure(Decimal("0.1")), pure("1/10"), pure(S(1) / 10)]
    assert len(set(same)) == 1
    assert (ONE**3).epsilon(1e-6).best == (ONE**3).epsilon("1e-6").best == (ONE**3).epsilon(S(1) / 10**6).best
    assert pure("log(2)") == pure(sympy.log(2))


def test_objects_are_parts():
    near = counting().sensitivity(ADD_REMOVE)
    wide = histogram(4).sensitivity(CHANGE_ONE, "l2")
    assert part_of(LaplaceMechanism(near, S(1) / 2)) == laplace(2, 1, ADD_REMOVE)
    assert part_of(GaussianMechanism(near, 3)) == gauss(3, 1, ADD_REMOVE)
    assert part_of(GeometricMechanism(near, S(1) / 2)) == geometric(2, 1, ADD_REMOVE)
    assert part_of(DiscreteGaussianMechanism(near, 3)) == dgauss(3, 1, ADD_REMOVE)
    assert part_of(GaussianMechanism(wide, 2)).neighbours == CHANGE_ONE
    assert part_of(LaplaceMechanism(histogram(4).sensitivity(CHANGE_ONE), 1)) == pure(1, CHANGE_ONE)
    assert part_of(KaryResponseMechanism(1, 4)) == response(1, 4, CHANGE_ONE)
    assert part_of(ResponseMechanism(S(1) / 2, S(1) / 2)) == pure("log(3)", CHANGE_ONE)
    assert part_of(LaplaceMechanism(near, 1).privacy()) == pure(1)
    assert [part_of(n) for n in (PureDP(1), ApproximateDP(1, S(1) / 9), RenyiDP(2, 1), GaussianDP(1), ZeroConcentratedDP(0, 1))] == [
        pure(1), approx(1, "1/9"), renyi(2, 1), gdp(1), zcdp(1),
    ]  # fmt: skip
    mixed = Composition([GaussianMechanism(near, 3), (LaplaceMechanism(near, 1), 5)])
    assert mixed == Composition([GaussianMechanism(near, 3), LaplaceMechanism(near, 1) ** 5])
    assert Composition([KaryResponseMechanism(1, 4) ** 3]) == response(1, 4, CHANGE_ONE) ** 3
    assert Composition([(mixed, 2)]) == mixed**2
    assert mixed.neighbours == ADD_REMOVE
    assert mixed.epsilon("1e-6").upper.fraction > 0


@pytest.mark.parametrize("part", PARTS, ids=str)
def test_every_alternative_is_an_upper_bound_and_names_entries(part):
    found = (part**5).epsilon("1e-3")
    assert [b.upper.ball.mid() for b in found.bounds] == sorted(b.upper.ball.mid() for b in found.bounds)
    assert all(b.value.lower == b.value.upper or b.value.lower.ball < b.value.upper.ball for b in found.bounds)
    assert {e for b in found.bounds for e in b.entries} <= NAMES
    exact = [b for b in found.bounds if b.exact]
    assert all(b.upper == e.value.lower or b.upper.ball > e.value.lower.ball for e in exact for b in found.bounds)
    assert json.loads(json.dumps(found.to_json()))["upper"] == str(found.upper)
    assert str(part) in str(found)


@pytest.mark.parametrize("part", PARTS, ids=str)
def test_delta_of_the_level_is_the_delta(part):
    for bound in (part**5).epsilon("1e-3", 12).bounds:
        back = (part**5).delta(bound.upper.fraction, 12)
        if bound.route in {b.route for b in back.bounds}:
            if bound.alpha is None:
                assert back[bound.route].value.lower.ball <= arb("0.001").upper()
            wide = bound.route == "loss distribution"  # told to 1e-2
            assert back.upper.ball <= arb("0.00101" if wide else "0.0010001")


def test_the_answer_has_as_many_digits_as_are_asked_for():
    found = (gauss(3) ** 7).epsilon("1e-9", digits=40)
    assert len(str(found.upper.mantissa)) > 35
    assert found.ball.rel_accuracy_bits() > 125
    assert (gauss(3) ** 7).epsilon("1e-9", digits=5).upper.fraction >= found.upper.fraction


def test_profile_falls():
    rows = Composition([gauss(4) ** 10, pure("0.1")]).profile()
    deltas = [r.upper.fraction for r in rows]
    assert len(rows) == 9
    assert deltas == sorted(deltas, reverse=True)
    assert "delta" in str(rows)
    assert [str(r.upper) for r in (pure(1) ** 2).profile([0, 2])][1] == "0"


def test_routes_are_a_list_to_which_others_are_added():
    assert len(ROUTES) == len({r.__name__ for r in ROUTES})
    assert all(r.__doc__ for r in (*ROUTES, *RENYI_ROUTES))


def test_a_float_of_numpy_is_the_decimal_that_it_prints() -> None:
    numpy = pytest.importorskip("numpy")
    assert pure(numpy.float64(0.1)) == pure("0.1")
    with pytest.raises(ObjectError, match="found nan, expected a finite number"):
        pure(numpy.float64("nan"))


def test_numbers_of_many_places() -> None:
    least = pure("1e-99999")  # took most of a minute to print
    assert str(least) == "pure(1e-99999)"
    assert fraction_of(least.level) == Fraction(1, 10**99999)
    with pytest.raises(ObjectError, match="found a number of 4905 characters, expected at most 1000"):
        Composition([pure(1)]).delta("0." + 4900 * "1" + "e-5")


@pytest.mark.parametrize(
    "x", [Fraction(3, 2**40), Fraction(-7, 5**41), Fraction(1, 2**3 * 5**70), Fraction(9), Fraction(1, 5**625)]
)
def test_decimals_are_the_number(x: Fraction) -> None:
    assert Fraction(decimal(x)) == x
    assert "/" not in decimal(x)
    assert decimal(x / 3**10) == str(x / 3**10)


@pytest.mark.parametrize("levels", [5, "123"])
def test_levels_of_a_profile_are_a_list(levels: object) -> None:
    with pytest.raises(ObjectError, match="expected a list of levels"):
        Composition([pure(1)]).profile(levels)
