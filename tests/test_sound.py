"""assert_sound on functions made up for it: what is sound, unsound by how much, undecided, and no number at all."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction

import pytest
from flint import arb, ctx

from dpsym.objects.errors import ObjectError
from dpsym.testing import UnsoundError, assert_sound, examine, truths
from dpsym.testing.domains import Between, Choices, cost, domain_of

HERE = {"x": (0.001, 1000.0)}


def root(x, digits):
    """√x, which is no double for most x."""
    with ctx.workprec(4 * digits + 20):
        return arb(x.numerator).sqrt() / arb(x.denominator).sqrt()


def factor(f):
    """√x, correctly rounded, times a factor that is exact."""
    return lambda x: Fraction(math.sqrt(x)) * f


def test_a_bound_is_sound():
    report = assert_sound(factor(Fraction(10**15 + 1, 10**15)), root, HERE)
    assert report.ok
    assert len(report.sound) == len(report.cases) == 200
    assert report.worst is None


def test_unsound_by_1e_15_is_seen():
    report = examine(factor(Fraction(10**15 - 1, 10**15)), root, HERE)
    assert len(report.unsound) == 200
    assert {c.size for c in report.unsound} == {"rounding"}
    assert report.worst is not None
    assert report.worst.ratio.startswith("1 + 1.")
    assert examine(factor(Fraction(10**15 - 1, 10**15)), root, HERE, slack="2e-15").ok


def test_lower_bounds_are_the_other_way_round():
    assert examine(factor(Fraction(10**15 - 1, 10**15)), root, HERE, "lower").ok
    assert len(examine(factor(Fraction(10**15 + 1, 10**15)), root, HERE, "lower").unsound) == 200
    assert examine(factor(Fraction(10**15 + 1, 10**15)), root, HERE, "lower", slack="2e-15").ok


def test_off_by_a_factor_is_made_simple_and_told():
    with pytest.raises(UnsoundError) as raised:
        assert_sound(lambda x: math.sqrt(x) / (3 if x > 70 else 1 / 3), root, HERE)
    report = raised.value.report
    (simple,) = report.simple
    assert simple.size == report.unsound[0].size == "factor"
    assert simple.point == {"x": 100.0}  # the simplest above 70
    assert "unsound" in str(raised.value)
    assert "x=100.0: found 3.33" in str(raised.value)
    assert "truth 10.0000000000, off by a factor of 3.000" in str(raised.value)


def test_a_simple_point_is_as_bad():
    """Wrong by rounding everywhere, and by a factor at large x: the factor is what is shown."""
    report = examine(
        lambda x: Fraction(math.sqrt(x)) * Fraction(10**14 - 1, 10**14) / (2 if x > 500 else 1), root, HERE
    )
    assert {c.size for c in report.unsound} == {"rounding", "factor"}
    assert report.simple[0].point["x"] > 500


def never(x, digits):
    """1, as balls see it."""
    with ctx.workprec(4 * digits):
        return arb(3).sqrt() ** 2 / 3


def test_equality_is_never_decided_in_balls():
    report = assert_sound(lambda x: 1.0, never, HERE)
    assert len(report.undecided) == 200
    assert not report.sound
    assert "300 digits do not tell it" in report.undecided[0].reason
    with pytest.raises(UnsoundError):
        assert_sound(lambda x: 1.0, never, HERE, undecided="fail")


def test_equality_is_decided_where_the_truth_is_exact():
    assert len(assert_sound(lambda x: x, lambda x, digits: x, HERE).sound) == 200


def test_more_digits_decide_what_few_do_not():
    tiny = Fraction(1, 10**100)
    report = examine(lambda x: 1 - tiny, never, HERE, points=5)
    assert {(c.verdict, c.digits) for c in report.cases} == {("unsound", 300)}
    assert {c.digits for c in examine(lambda x: 1 - Fraction(1, 10**30), never, HERE, points=5).cases} == {60}


def raising(x):
    raise OverflowError(f"math range error at {x}")


@pytest.mark.parametrize(
    ("function", "answer", "reason"),
    [
        (raising, "no answer", "OverflowError: math range error"),
        (lambda x: math.nan, "nan", "nan, expected a number"),
        (lambda x: Decimal("nan"), "Decimal('NaN')", "nan, expected a number"),
        (lambda x: None, "None", "None, expected a number"),
        (lambda x: True, "True", "a truth value, expected a number"),
        (lambda x: "1", "'1'", "a value of type str, expected a number"),
        (lambda x: [1.0], "[1.0]", "a value of type list, expected a number"),
        (lambda x: 1j, "1j", "a value of type complex, expected a number"),
        (lambda x: arb("0.1"), "", "a ball that is not exact"),
        (lambda: 1.0, "no answer", "TypeError"),
    ],
)
def test_what_is_no_number_is_an_error(function, answer, reason):
    report = examine(function, root, HERE, points=6)
    assert len(report.errors) == 6
    assert all(c.answer.startswith(answer) and c.reason.startswith(reason) for c in report.errors)
    assert [c.point for c in report.simple] == [{"x": 1.0}]
    with pytest.raises(UnsoundError):
        assert_sound(function, root, HERE, points=6)
    assert assert_sound(function, root, HERE, points=6, errors="allow").errors


@pytest.mark.parametrize(
    ("answer", "bound", "verdict", "reason"),
    [
        (math.inf, "upper", "sound", ""),
        (math.inf, "lower", "unsound", "infinite"),
        (-math.inf, "upper", "unsound", "negative"),
        (-math.inf, "lower", "sound", ""),
        (-1e-300, "upper", "unsound", "negative"),
        (0, "upper", "unsound", ""),
        (0.0, "lower", "sound", ""),
        (Decimal("1e400"), "upper", "sound", ""),
        (10**400, "lower", "unsound", ""),
    ],
)
def test_infinite_negative_and_huge_answers(answer, bound, verdict, reason):
    case = examine(lambda x: answer, root, HERE, bound, points=1).cases[0]
    assert (case.verdict, case.reason) == (verdict, reason)


def test_an_infinite_truth_has_no_finite_upper_bound():
    def infinite(x, digits):
        return arb.pos_inf()

    assert len(examine(lambda x: 1e300, infinite, HERE, points=4).unsound) == 4
    assert examine(lambda x: math.inf, infinite, HERE, points=4).ok


def test_negative_truths_have_their_slack_on_their_side():
    def below(x, digits):
        return -x

    assert examine(lambda x: -x * (1 + 1e-6), below, HERE, slack="1e-5").ok
    assert examine(lambda x: -x * (1 + 1e-6), below, HERE).unsound


def test_floats_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    assert examine(lambda x: numpy.float64(2 * math.sqrt(x)), root, HERE).ok
    assert examine(lambda x: numpy.array([1.0, 2.0]), root, HERE, points=2).errors


def test_a_truth_that_is_not_told_leaves_a_point_undecided():
    def truth(x, digits):
        raise ObjectError("found x, expected y")

    report = examine(lambda x: 1.0, truth, HERE, points=3)
    assert [c.reason for c in report.undecided] == ["the truth is not told: found x, expected y"] * 3


def test_the_report_is_json():
    report = examine(
        lambda x, kind: math.nan if kind == "b" else 0.0, lambda x, kind, digits: x, {**HERE, "kind": ["a", "b"]}
    )
    read = json.loads(report.json())
    assert read["points"] == 200 == read["sound"] + len(read["unsound"]) + len(read["errors"])
    assert read["worst"] in read["unsound"]
    assert {c["verdict"] for c in read["simple"]} == {"unsound", "error"}
    assert read["errors"][0]["point"]["kind"] == "b"


def test_a_seed_gives_the_same_report():
    first, second, other = (examine(lambda x: 0.5, root, HERE, seed=s).json() for s in (1, 1, 2))
    assert first == second != other


def test_the_usual_formula_is_found_out():
    """Cancellation and underflow, as in many an accountant."""

    def tail(x):
        return math.erfc(x / math.sqrt(2)) / 2

    def usual(sigma, eps):
        return tail(eps * sigma - 0.5 / sigma) - math.exp(eps) * tail(eps * sigma + 0.5 / sigma)

    report = examine(usual, truths.gaussian_delta, {"sigma": (0.1, 100.0), "eps": (0.0, 500.0)})
    assert any(c.answer == "0.0" and c.size == "factor" for c in report.unsound)
    assert any(c.size == "rounding" for c in report.unsound)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"domain": {}}, "expected a dict of ranges"),
        ({"domain": {"x": 1.0}}, "x = 1.0, expected a pair"),
        ({"domain": {"x": (2.0, 1.0)}}, "expected ends in their order"),
        ({"domain": {"x": (0.0, math.inf)}}, "expected a finite int or float"),
        ({"domain": {"x y": (0.0, 1.0)}}, "expected a name"),
        ({"bound": "above"}, "expected 'upper' or 'lower'"),
        ({"slack": -1}, "expected a number from 0"),
        ({"slack": math.nan}, "expected a finite number"),
        ({"points": 0}, "expected a number from 1"),
        ({"digits": ()}, "expected whole numbers"),
        ({"errors": "ignore"}, "expected 'fail' or 'allow'"),
    ],
)
def test_bad_input_is_refused(given, said):
    with pytest.raises(ObjectError, match=said):
        assert_sound(lambda x: x, root, **{"domain": HERE, **given})


def test_points_are_corners_first_and_stay_inside():
    domain = domain_of({"a": (1, 10), "b": (1e-6, 1e6), "c": ["x", "y", "z"]})
    points = list(domain.points(100, 0))
    assert {(p["a"], p["b"], p["c"]) for p in points[:8]} == {
        (a, b, c) for a in (1, 10) for b in (1e-6, 1e6) for c in "xz"
    }
    assert all(
        isinstance(p["a"], int) and 1 <= p["a"] <= 10 and 1e-6 <= p["b"] <= 1e6 and p["c"] in "xyz" for p in points
    )
    assert any(p["b"] < 1e-3 for p in points[8:])


def test_simpler_values_are_inside_and_simpler():
    for axis, x in (
        (Between(0.3, 7.5), 3.14159),
        (Between(50, 5000), 1234),
        (Between(1e-300, 1e-10), 3.7e-200),
        (Between(-5.0, 5.0), -4.4),
    ):
        found = list(axis.simpler(x))
        assert found
        assert all(v in axis and cost(v) < cost(x) for v in found)
    assert list(Choices((1, 2, 3)).simpler(3)) == [1, 2]
