"""The refuter: exact counterexamples to false claims, nothing for true ones, witnesses of satisfiable hypotheses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.kernel.reals.check import refute
from dpsym.kernel.reals.points import conjunction, in_ranges, satisfied
from dpsym.kernel.statements import Claim, Domain
from dpsym.kernel.terms import num, sqrt
from dpsym.kernel.verdicts import Refuted, Undefined
from dpsym.reading.text.claims import read_claims, read_term
from dpsym.search.deciding import decide
from dpsym.search.exact_roots import fold, recognised, roots
from dpsym.search.outcome import Budget
from dpsym.search.refuting.refuter import Refuter, find_counterexample, find_witness
from dpsym.search.refuting.sampling import axis_of, points_on, simplest_between, trimmed, values_on
from dpsym.search.work import Work

BENCHMARK = json.loads((Path(__file__).parent.parent / "data" / "inequalities.json").read_text("utf-8"))


def claim(text: str, where: str = "", hypotheses: str = "") -> Claim:
    (only,) = read_claims(text, where=[where] if where else [], given=hypotheses.split("; ") if hypotheses else [])
    return only


FALSE = [
    # nudged constants
    ("1 + x + x**2/2 + x**3/5 <= exp(x)", "x >= 0"),
    ("tanh(x) <= 999999999*x/1000000000", "x > 0"),
    ("log(1 + x) <= x - x**2/2 + x**3/(3 + 1/10**6)", "x >= 0"),
    ("cosh(x) <= exp(x**2*(1/2 - 1/10**9))", "x in reals"),
    ("1 - exp(-x) >= x - x**2/2 + x**3/10", "x >= 0"),
    ("x*tanh(x/2) <= (1/2 - 1/10**15)*x**2", "x > 0"),
    ("log(cosh(x)) <= 49*x**2/100", "x in reals"),
    ("erfc(x/sqrt(2))/2 <= 2*exp(-x**2/2)/5", "x >= 0"),
    ("exp(x) - 1 <= x*exp(x) - x**2/2 - x**3/3 - 1/10**20", "x >= 0"),
    ("1 - x <= exp(-x)*(1 - 1/10**30)", "x in reals"),
    ("sqrt(1 + x) <= 1 + x/2 - x**2/8", "x in (0, 1)"),
    ("atanh(x) <= x + x**3/3", "0 <= x, x < 1"),
    # slivers
    ("exp(x) <= 1 + x + x**2", "x >= 0, x <= 1.7933"),
    ("(x - 1/3)**2 >= 1/10**12", "x >= 0, x <= 1"),
    ("(x - sqrt(2))**2 >= 1/10**20", "x > 0"),
    ("abs(x - 1/7) >= 1/10**9", "x in reals"),
    ("x*log(x) >= -367879441/1000000000", "x > 0"),
    ("exp(x) - exp(1)*x >= 1/10**16", "x in reals"),
    ("x*exp(-x) <= 36787944/10**8", "x > 0"),
    ("x <= 1 - 1/10**24", "x > 0, x < 1"),
    # strict claims that fail at one point only
    ("(x - 1/3)**2 > 0", "x in reals"),
    ("(x**2 - 2)**2 > 0", "x > 0"),
    ("exp(x) > 1 + x", "x in reals"),
    ("x - 1 > log(x)", "x > 0"),
    ("(exp(x) - 2)**2 > 0", "x >= 0"),
    ("exp(2*x) - 6*exp(x) + 9 > 0", "x >= 0"),
    ("x*log(x) + exp(-1) > 0", "x > 0"),
    ("exp(x) - 2*x > 2 - 2*log(2)", "x in reals"),
    ("(x**2 - x - 1)**2 > 0", "x > 0"),
    ("abs(x - pi/4) > 0", "x > 0"),
    ("x < exp(x) - 1", "x >= 0"),
    ("log(x) < x/exp(1)", "x > 0"),
    ("x**4 - 2*x**2*sqrt(3) + 3 > 0", "x >= 0"),
    ("(x**3 - 5)**2 > 0", "x >= 0"),
    ("sqrt(x) < x/2 + 1/2", "x >= 0"),
    ("exp(x)/(2 - exp(x)) < exp(3*x)", "x > 0, x <= log((1+sqrt(5))/2)"),
    # extreme parameters
    ("exp(x) <= 10**400", "x >= 0"),
    ("log(x) <= 20", "x > 0"),
    ("x**2 <= 10**17", "x > 0"),
    ("log(1/d) <= 36/d**(1/100)", "d > 0, d < 1"),
    ("x <= exp(x/10**4)*36*10**2", "x > 0"),
    ("x**10 <= exp(x)", "x > 357/10"),
    ("1/x <= 10**14", "x > 0"),
    # several variables
    ("2*sqrt(x*y) <= (1 - 1/10**9)*(x + y)", "x >= 0, y >= 0"),
    ("p*(1-p)*(exp(x)-1)/(p*exp(x)+1-p) <= 999999*tanh(x/4)/1000000", "p >= 0, p <= 1, x >= 0"),
    ("r + 2*sqrt(r*L) < r*a + L/(a - 1)", "a > 1, r > 0, L > 0"),
    ("r + 2*sqrt(r*L) <= (r*a + L/(a - 1))*(1 - 1/10**8)", "a > 1, r > 0, L > 0"),
    ("log((exp(a*x)+exp((1-a)*x))/(1+exp(x))) <= 99*a*(a-1)*x**2/200", "a >= 1, x >= 0"),
    ("a*log(a/c) + b*log(b/d) >= (a+b)*log((a+b)/(c+d)) + 1/10**9", "a, b, c, d in (0, 1]"),
    ("x**2 + y**2 + z**2 > x*y + y*z + z*x", "x, y, z in reals"),
    ("(x - 1/3)**2 + (y - 1/7)**2 > 0", "x, y in reals"),
    ("q*exp(x) + 1 - q <= exp(q*x)", "q >= 0, q <= 1, x >= 0"),
    ("x*y <= 1/4 - 1/10**7", "x >= 0, y >= 0, x + y <= 1"),
    ("abs(p - q) <= 1 - 1/10**10", "p, q in [0, 1]"),
    ("x + y <= sqrt(2)*(1 - 1/10**6)", "x**2 + y**2 <= 1"),
    ("exp(k*x) <= 1 + k*x + k**2*x**2", "k >= 1, x >= 0, x <= 1"),
    ("x*y*z*w <= 1/256 - 1/10**6", "x, y, z, w in [0, 1], x + y + z + w <= 1"),
    # integers
    ("n**2 <= 2**n", "n in integers, n >= 1"),
    ("n**2 + n + 41 <= 10**6", "n in integers, n >= 0"),
    ("Sum(1/i, (i, 1, n)) <= 1 + log(n) - 1/100", "n in integers, n >= 1"),
    ("(n - 17)**2 > 0", "n in integers"),
    ("(n - 1017)**2 > 0", "n in integers, n >= 0"),
    ("binomial(n, 2) <= n**2/4", "n in integers, n >= 2"),
    # equalities
    ("abs(x) == x", "x in reals"),
    ("sqrt(x**2) == x", "x >= -1/1000"),
    ("exp(x)**2 == exp(2*x) + x**50/10**90", "x in reals"),
    ("(x + y)**2 == x**2 + y**2", "x, y in reals"),
    ("max(x, y) == x", "x >= 0, y >= 0, y <= 1/10**9"),
    # pieces and kinks
    ("Piecewise((1, x == 3/8), (0, True)) <= 0", "x in reals"),
    ("floor(x) > x - 1/2", "x >= 0"),
    ("abs(x - 2/9) + abs(y - sqrt(3)) > 0", "x in reals, y > 0"),
]

NEAR = "p <= exp(eps)*s; s <= exp(eps)*q"
BOTH = "p <= exp(eps)*q; 1 - q <= exp(eps)*(1 - p)"
FALSE_GIVEN = [
    ("p <= exp(2*eps)*q*(1 - 1/10**9)", "eps >= 0, p, q, s in (0, 1]", NEAR),
    ("p < exp(2*eps)*q", "eps >= 0, p, q, s in (0, 1]", NEAR),
    ("p <= exp(2*eps)*q*(1 - 1/10**9)", "eps >= 1, p, q, s in (0, 1]", NEAR),
    ("p < exp(2*eps)*q", "eps >= 1, p, q, s in (0, 1]", NEAR),
    ("p <= 2*q", "eps > 0, eps <= 347/1000, p, q, s in (0, 1]", NEAR),
    ("p - q <= 999*(exp(eps) - 1)/(1000*(exp(eps) + 1))", "eps >= 0, p, q in [0, 1]", BOTH),
    ("p - q <= 999999*(exp(eps) - 1)/(1000000*(exp(eps) + 1))", "eps >= 1/2, eps <= 1, p, q in [0, 1]", BOTH),
    ("p - q < (exp(eps) - 1)/(exp(eps) + 1)", "eps >= 1/2, eps <= 1, p, q in [0, 1]", BOTH),
    ("p*q <= 24/100", "p, q in [0, 1]", "p == 1 - q"),
    ("x**2 + y**2 >= 51/100", "x, y in reals", "x + y == 1"),
    ("x + y <= 14142/10000", "x, y in reals", "x**2 + y**2 == 1"),
    ("exp(a) <= 3", "a >= 0, b >= 0, b <= 3", "exp(a) == 1 + b"),
    ("x <= 1/2", "x, y in [0, 1]", "x <= y; y <= x; x + y <= 1 + 1/10**8"),
    ("p*log(p/q) + s*log(s/r) >= 2001*(p - q)**2/1000", "p, q, r, s in (0, 1)", "p + s == 1; q + r == 1"),
    ("x > 0", "x, y in reals", "x == y; y**2 == 0"),
    ("x*y <= 99/10000", "x, y in reals", "x**2 + y**2 <= 2/100"),
    ("n <= 9", "n, m in integers", "n + m == 10; m >= 0; n >= 0"),
]

UNDEFINED = [
    ("log(x) <= x", "x >= 0", ""),
    ("1/(x - 1)**2 > 0", "x >= 0", ""),
    ("1/(x**2 - 2)**2 > 0", "x > 0", ""),
    ("1/(exp(x) - 2)**2 > 0", "x > 0", ""),
    ("x/x == 1", "x in reals", ""),
    ("sqrt(x - 1/10) <= x + 1", "x >= 0", ""),
    ("log((x - y)**2) <= (x - y)**2", "x, y in reals", ""),
    ("1/(x - y)**2 > 0", "x, y in (0, 1)", ""),
    ("x <= 2", "x >= 0, x <= 1", "log(x) <= 0"),
    ("sqrt((x - 1/7)**2 - 1/10**12) >= 0", "x in reals", ""),
    ("(p*log(p) - p)**2 >= 0", "p in [0, 1]", ""),
    ("atanh(x)**2 >= 0", "x in [0, 1]", ""),
    ("acosh(1 + (x - 1/3)**2 - 1/10**10) >= 0", "x in [0, 1]", ""),
    ("Piecewise((x, x > 0), (-x, x < 0)) >= 0", "x in reals", ""),
    ("1/(n - 12)**2 > 0", "n in integers", ""),
]

TRUE = [
    ("exp(x) >= 1 + x", "x in reals", ""),
    ("exp(x) > 1 + x", "x > 0", ""),
    ("(x**2 - 2)**2 > 0", "x in integers", ""),
    ("(x - 1/3)**2 >= 0", "x in reals", ""),
    ("x**2 + 1 > 0", "x in reals", ""),
    ("sqrt(x**2) == abs(x)", "x in reals", ""),
    ("cosh(x)**2 - sinh(x)**2 == 1", "x in reals", ""),
    ("x + y <= sqrt(2)", "x**2 + y**2 <= 1", ""),
    ("p <= exp(2*eps)*q", "eps >= 0, p, q, s in [0, 1]", "p <= exp(eps)*s; s <= exp(eps)*q"),
    ("n < 2**n", "n in integers, n >= 0", ""),
    ("x*y <= 1/4", "x, y in [0, 1]", "x + y == 1"),
    ("log(x) < x", "x > 0", ""),
    ("x < log((1+sqrt(5))/2)", "x >= 0, x < log((1+sqrt(5))/2)", ""),
    ("1/x + x >= 2", "x > 0", ""),
    ("a*log(a/c) + b*log(b/d) >= (a+b)*log((a+b)/(c+d))", "a, b, c, d in (0, 1]", ""),
    ("x <= 1", "x, y in reals", "x**2 + y**2 <= 1"),
    ("2 < 3", "", ""),
    ("Sum(1/i, (i, 1, n)) <= 1 + log(n)", "n in integers, n >= 1", ""),
    ("Sum(binomial(n, i)*p**i*(1 - p)**(n - i), (i, 0, n)) <= 1 + 1/10**9", "n in integers, n >= 1, p in (0, 1)", ""),
]

SATISFIABLE = [
    ("x in reals, y in reals", "x**2 + y**2 <= 1/100"),
    ("eps >= 0, p, q, s in [0, 1]", "p <= exp(eps)*s; s <= exp(eps)*q"),
    ("p, q in [0, 1]", "p == 1 - q"),
    ("x > 0, x <= log((1+sqrt(5))/2)", ""),
    ("x > 48/100, x < log((1+sqrt(5))/2)", ""),
    ("x >= log(2), x <= log(2)", ""),
    ("k in integers, k > 7/2, k < 9/2", ""),
    ("k in integers, x in [3, 3]", "k >= x"),
    ("x, y in reals", "x**2 + y**2 == 1; x == 2*y"),
    ("x, y in reals", "(x - 1/3)**2 + (y - 22/7)**2 <= 1/10**8"),
    ("x > 0, y > 0", "x*y >= 10**6; x <= 10**3; y <= 1001"),
    ("p, q, r in [0, 1]", "p + q + r == 1; p >= 2*q; q >= 2*r; r > 0"),
    ("x, y in [0, 1]", "x + y >= 2"),
    ("d > 0, eps > 0", "d <= 10**(-9); eps <= 1/100; d >= exp(-30*eps)/10**10"),
    ("x in reals", "x**2 == 2"),
    ("a, b in reals", "exp(a) == 3; b == a**2"),
    ("", ""),
]


@pytest.mark.parametrize("item", [i for i in BENCHMARK if i["expect"] == "refuted"], ids=lambda i: i["id"])
def test_false_claims_of_the_benchmark_are_refuted(item: dict) -> None:
    _check_refuted(read_claims(item["claim"], where=item["where"], given=item.get("given", []))[0])


@pytest.mark.parametrize("item", [i for i in BENCHMARK if i["expect"] == "proved"], ids=lambda i: i["id"])
def test_true_claims_of_the_benchmark_are_left_alone(item: dict) -> None:
    c = read_claims(item["claim"], where=item["where"], given=item.get("given", []))[0]
    search = Refuter(c, Budget(), Work())
    assert search.run() is None
    assert search.meter.used > 50
    _check_witness(c)


@pytest.mark.parametrize(("text", "where"), FALSE, ids=lambda s: s)
def test_false_claims_are_refuted(text: str, where: str) -> None:
    _check_refuted(claim(text, where))


@pytest.mark.parametrize(("text", "where", "hypotheses"), FALSE_GIVEN, ids=lambda s: s)
def test_false_claims_under_hypotheses_are_refuted(text: str, where: str, hypotheses: str) -> None:
    _check_refuted(claim(text, where, hypotheses))


@pytest.mark.parametrize(("text", "where", "hypotheses"), UNDEFINED, ids=lambda s: s)
def test_claims_without_meaning_somewhere_are_undefined(text: str, where: str, hypotheses: str) -> None:
    c = claim(text, where, hypotheses)
    found = find_counterexample(c, Budget())
    assert isinstance(found, Undefined)
    assert refute(c, found.point) == found


@pytest.mark.parametrize(("text", "where", "hypotheses"), TRUE, ids=lambda s: s)
def test_true_claims_are_left_alone(text: str, where: str, hypotheses: str) -> None:
    c = claim(text, where, hypotheses)
    assert find_counterexample(c, Budget()) is None
    _check_witness(c)


@pytest.mark.parametrize(("where", "hypotheses"), SATISFIABLE, ids=lambda s: s)
def test_satisfiable_hypotheses_have_a_witness(where: str, hypotheses: str) -> None:
    c = claim("0 <= 1", where, hypotheses)
    _check_witness(c)


@pytest.mark.parametrize(
    ("where", "hypotheses"),
    [
        ("x in reals", "x**2 < 0"),
        ("x > 0, y > 0", "x < y; y < x"),
        ("x in integers", "x**2 == 2"),
        ("x >= 0", "log(x) > x"),
    ],
)
def test_contradictory_hypotheses_have_no_witness(where: str, hypotheses: str) -> None:
    assert find_witness(claim("0 <= 1", where, hypotheses), Budget()) is None


@pytest.mark.parametrize(
    ("text", "where", "point"),
    [
        ("exp(2*eps) <= 1 + 2*eps", "eps > 0", {"eps": "1/2"}),
        ("sqrt(x) <= 10**6*x", "x > 0, x <= 1", {"x": "1/10000000000000"}),
        ("exp(x) <= 1 + x + x**2", "x >= 0, x <= 2", {"x": "2"}),
        ("x <= 1000003/1000", "x >= 0", {"x": "10000"}),
        ("(x**2 - 2)**2 > 0", "x > 0", {"x": "sqrt(2)"}),
        ("(exp(x) - 2)**2 > 0", "x > 0", {"x": "log(2)"}),
    ],
)
def test_counterexamples_are_simple_numbers(text: str, where: str, point: dict[str, str]) -> None:
    found = find_counterexample(claim(text, where), Budget())
    assert isinstance(found, Refuted)
    assert {name: str(value) for name, value in found.point} == point


@pytest.mark.parametrize("nudge", ["1/10**9", "1/10**30"])
@pytest.mark.parametrize("item", [i for i in BENCHMARK if i["expect"] == "proved"], ids=lambda i: i["id"])
def test_true_claims_that_touch_are_refuted_once_nudged(item: dict, nudge: str) -> None:
    lhs, rhs = item["claim"].split(" <= ")
    _check_refuted(read_claims(f"{lhs} + {nudge} <= {rhs}", where=item["where"], given=item.get("given", []))[0])


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("p <= 2*q", "eps > 0, eps <= 347/1000, p, q, s in (0, 1]"),
        ("p - q <= 99*(exp(eps) - 1)/(100*(exp(eps) + 1))", "eps >= 1/3, eps <= 10/29, p, q, s in [0, 1]"),
    ],
)
def test_simpler_numbers_stay_in_the_domain(text: str, where: str) -> None:
    c = claim(text, where, BOTH if "p - q" in text else NEAR)
    found = find_counterexample(c, Budget())
    assert isinstance(found, Refuted)
    assert all(value.op == "num" for _, value in found.point)
    assert in_ranges(c.domain, dict(found.point)) is True


def test_a_refutation_is_preferred_to_a_point_without_meaning() -> None:
    found = find_counterexample(claim("log(x) <= x - 11/10", "x >= 0"), Budget())
    assert isinstance(found, Refuted)


def test_the_search_is_deterministic_and_counts() -> None:
    c = claim("2*(p-q)**2 <= p*log(p/q)+(1-p)*log((1-p)/(1-q))", "p, q in (0, 1)")
    first, second = Refuter(c, Budget(), Work()), Refuter(c, Budget(), Work())
    assert first.run() is None
    assert second.run() is None
    assert first.meter == second.meter
    assert first.meter.used > 500
    small = Refuter(c, Budget(evaluations=500), Work())
    assert small.run() is None
    assert small.meter.used <= 51


def test_the_search_ends_with_its_steps() -> None:
    c = claim("x*y*z <= 1 + x**3 + y**3 + z**3", "x >= 0, y >= 0, z >= 0")
    plenty, scarce = Work(), Work(limit=5_000)
    assert find_counterexample(c, Budget(), plenty) is None
    assert find_counterexample(c, Budget(), scarce) is None
    assert not plenty.over
    assert scarce.over
    assert scarce.steps < 10_000 < plenty.steps


def test_terms_without_balls_are_left_to_others() -> None:
    assert find_counterexample(claim("Integral(LambertW(t), (t, 0, x)) <= x - 1", "x >= 0"), Budget()) is None


@pytest.mark.campaign
def test_integrals() -> None:
    _check_refuted(claim("Integral(exp(-t**2), (t, 0, x)) <= x - 1", "x >= 0"))
    _check_refuted(claim("Integral(log(1 + t), (t, 0, x)) >= x**2/2", "x > 0"))
    _check_refuted(claim("Integral(exp(-x*t), (t, 0, oo)) <= 1/(2*x)", "x > 0"))
    for text in ("Integral(1/t, (t, 0, x)) <= 1", "Integral(1/t, (t, x, oo)) >= 1", "Integral(t, (t, x, 0)) >= 1"):
        assert find_counterexample(claim(text, "x > 0"), Budget(evaluations=200)) is None


def _check_refuted(c: Claim) -> None:
    found = find_counterexample(c, Budget())
    assert isinstance(found, Refuted)
    assert refute(c, found.point) == found


def _check_witness(c: Claim) -> None:
    witness = find_witness(c, Budget())
    assert witness is not None
    at = dict(witness)
    conditions = (*c.domain.conditions, *c.given)
    assert conjunction((in_ranges(c.domain, at), *(satisfied(r, at) for r in conditions))) is True


# -- the parts ------------------------------------------------------------------------------------------------


@given(st.fractions(max_denominator=500), st.fractions(max_denominator=500))
def test_the_simplest_rational_between_two_is_between_and_simplest(a, b) -> None:
    low, high = sorted((fmpq(a.numerator, a.denominator), fmpq(b.numerator, b.denominator)))
    x = simplest_between(low, high)
    assert low <= x <= high
    assert all((low * q).ceil() > (high * q).floor() for q in range(1, int(x.q)))


@given(st.fractions(), st.integers(8, 80))
def test_trimming_keeps_the_leading_bits(a, bits: int) -> None:
    x = fmpq(a.numerator, a.denominator)
    assert abs(trimmed(x, bits) - x) <= abs(x) / (1 << (bits - 2))


@pytest.mark.parametrize(
    "where", ["x > 0", "x in reals", "x in [0, 1)", "x < 3", "x in integers, x > 2", "x > log(2), x < log(3)"]
)
def test_samples_lie_on_their_axis(where: str) -> None:
    axis = axis_of(claim("x == x", where).domain.ranges[0])
    values = values_on(axis, dense=True)
    assert len(values) > 20
    assert all(axis.contains(v) for v in values if isinstance(v, fmpq))


def test_points_of_several_symbols_are_distinct_and_as_many_as_asked() -> None:
    axes = [axis_of(r) for r in claim("x == y", "x > 0, y in [0, 1]").domain.ranges]
    points = list(points_on(axes, 400))
    assert len(points) == len(set(points)) == 400
    assert points == list(points_on(axes, 400))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3*x - 1", {"1/3"}),
        ("x**2 - 2", {"sqrt(2)", "*(-1, sqrt(2))"}),
        ("exp(x) - 2", {"log(2)"}),
        ("log(x) + 1", {"exp(-1)", "*(-1, exp(-1))"}),
        ("x - sqrt(x)", {"0", "1"}),
        ("x*exp(x) - x", {"0"}),
        ("x + exp(x)", set()),
    ],
)
def test_roots_are_read_off_the_factors(text: str, expected: set[str]) -> None:
    domain = claim("x == x", "x >= 0").domain
    assert {str(r) for r in roots(read_term(text), "x", domain, Work())} == expected


def test_roots_in_several_symbols() -> None:
    found = roots(read_term("(x - y)**2*(x**2 + 1)"), "x", Domain(), Work())
    assert {str(r) for r in found} == {"y", "sqrt(-1)", "*(-1, sqrt(-1))"}  # not all have a value


def test_folding_does_rational_arithmetic_only() -> None:
    assert fold(read_term("sqrt(4/9) + 1/3 - log(1)")) is num(1)
    assert fold(read_term("sqrt(2)")) is sqrt(num(2))
    assert fold(read_term("1/(1 - 1)")).op != "num"


@settings(deadline=None)
@given(st.sampled_from(["1/3", "sqrt(2)", "log(2)", "exp(-1)", "pi/4", "(1+sqrt(5))/2", "log((1+sqrt(5))/2)", "-22/7"]))
def test_closed_forms_are_recognised(text: str) -> None:
    from dpsym.kernel.reals.quadrature import compare as compare_closed
    from dpsym.kernel.reals.quadrature import enclose

    exact = read_term(text)
    x = enclose(exact, 80).mid().fmpq()
    assert any(compare_closed(t, exact) == 0 for t in recognised(x))


SHADOWED = "Piecewise((Sum(Integral(1, (t, i, 0)), (i, 0, 2)), i >= 1), (-1, True)) < 0"  # nowhere defined for i >= 1


@pytest.mark.parametrize(
    ("text", "where", "undefined", "otherwise"),
    [
        ("1 <= 0", ["i in integers", "i >= 1"], SHADOWED, "refuted"),
        ("i <= 0", ["i in integers", "i >= 1"], SHADOWED, "refuted"),
        ("i >= 0", ["i in integers", "i >= 1"], SHADOWED, "proved"),
        ("x <= 1", ["x in reals"], "Integral(1, (t, 1, 0)) < 0", "refuted"),  # reversed ends: no value, no points
    ],
)
def test_undefined_conditions_leave_no_points(text: str, where: list[str], undefined: str, otherwise: str) -> None:
    """What is decided without the condition is open with it, be it one on the domain or a hypothesis."""

    def verdict(*conditions: str, given: tuple[str, ...] = ()) -> str:
        (read,) = read_claims(text, where=[*where, *conditions], given=list(given))
        return decide(read, Budget(seconds=5)).verdict

    assert verdict() == otherwise
    assert verdict(undefined) == "open"
    assert verdict(given=(undefined,)) == "open"


def test_a_claim_that_is_nowhere_defined_is_not_decided() -> None:
    (read,) = read_claims(SHADOWED.replace("< 0", ">= 0"), where=["i in integers", "i >= 1"])
    assert decide(read, Budget(seconds=5)).verdict in ("open", "undefined")
    assert not isinstance(refute(read, (("i", num(1)),)), Refuted)
    (other,) = read_claims(SHADOWED.replace("Integral(1, (t, i, 0))", "1"), where=["i in integers", "i >= 1"])
    assert isinstance(refute(other, (("i", num(1)),)), Refuted)


def test_a_bound_symbol_with_the_name_of_a_free_one_is_not_called_undefined() -> None:
    (read,) = read_claims("Piecewise((Sum(1/x, (x, 1, 3)), x >= 0), (0, True)) <= 2", where=["x >= 0"])
    assert not isinstance(refute(read, (("x", num(1)),)), Undefined)
