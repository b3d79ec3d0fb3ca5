"""Sharp bounds: never below a random pair, attained by their own, and nothing is called exact that is not."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import mpmath
import pytest
import sympy
from flint import arb, ctx

from benchmarks import conversion, pairs
from benchmarks import tightest as table
from dpsym import tightest
from dpsym.derive.tightest.asking import _derived
from dpsym.derive.tightest.covering import covered
from dpsym.derive.tightest.matching import matches
from dpsym.derive.tightest.notions import read_notion, read_quantity
from dpsym.derive.tightest.numbers import PRECISION, bracket, convex, limit
from dpsym.derive.tightest.quantities import Quantity, TightestError
from dpsym.kernel.laws.check import check
from dpsym.kernel.laws.statements import Proved
from dpsym.kernel.terms import log, num
from dpsym.objects import ApproximateDP, GaussianDP, PureDP, Renyi, RenyiDP, TotalVariation, ZeroConcentratedDP
from dpsym.objects.language import Ge, Gt, Le, Symbol
from dpsym.report.layout import fits
from dpsym.report.text import term_text
from tests.helpers.sampling import sampled

#: `python -m benchmarks.tightest` checks all of them
QUICK = [q for q in table.questions() if q not in table.NUMBERS and not q[0].startswith("KL")][::3]


@pytest.mark.parametrize("question", sampled(QUICK, 20), ids=lambda q: f"{q[0]} given {q[1]}")
def test_no_pair_is_above_and_one_is_equal(question: tuple[str, str]) -> None:
    """`rows` raises if a random pair is above the bound, or if the pair that is said to attain it does not."""
    (row,) = table.rows([question])
    assert row.status in ("exact", "curve", "unbounded", "partial", "open")
    if row.status == "exact":
        assert row.pairs > 0
        assert row.attained


@pytest.mark.parametrize("question", sampled(table.NUMBERS[::3], 16), ids=lambda q: f"{q[0]} given {q[1]}")
def test_numbers_have_twelve_digits(question: tuple[str, str]) -> None:
    (row,) = table.rows([question])
    assert row.status in ("number", "curve")
    assert int(row.attained.split()[0]) >= 12


@pytest.mark.parametrize(
    ("quantity", "given", "value"),
    sampled(
        [
            pytest.param("TV", "approx(1, 1e-6)", (sympy.E - 1 + sympy.Rational(2, 10**6)) / (sympy.E + 1)),
            pytest.param("E(2)", "renyi(2, log(3))", (sympy.sqrt(3) - 1) / 2),
            pytest.param("E(2)", "renyi(2, log(5))", sympy.Rational(3, 5)),
            pytest.param("TV", "chi2(1/4)", sympy.Rational(1, 4)),
            pytest.param("TV", "hellinger2(1/5)", sympy.Rational(3, 5)),
            pytest.param("KL", "renyi(3, 0.25)", sympy.Rational(1, 4)),
            pytest.param("hellinger2", "kl(1)", 1 - sympy.exp(-sympy.Rational(1, 2))),
            pytest.param("renyi(1/2)", "tv(1/2)", 2 * sympy.log(2)),
            pytest.param("posterior(1/2)", "pure(log(3))", sympy.Rational(3, 4)),
            pytest.param("KL", "zcdp(0.1)", sympy.Rational(1, 10)),
            pytest.param("chi2", "gdp(1)", sympy.E - 1),
        ],
        3,
    ),
)
def test_known_values(quantity: str, given: str, value: sympy.Expr) -> None:
    found = tightest(quantity, given=given)
    assert found.status == "exact"
    assert found.value is not None
    expected = mpmath.mpf(str(sympy.N(value, 40)))
    assert abs(mpmath.mpf(found.value.str(30, radius=False)) - expected) < mpmath.mpf(10) ** -15


def test_a_branch_alone_is_not_the_whole_answer() -> None:
    """E_v given a Rényi divergence has a closed form for large divergences only; a domain that is not covered is not called exact."""
    found = tightest("E(v)", given="renyi(alpha, r)")
    assert found.status == "curve"
    v = Symbol("v")
    assert covered([[Le(v, 1)]], [Gt(v, 0)]) == ""
    assert covered([[Le(v, 1)], [Ge(v, 2)]], [Gt(v, 0)]) == ""
    assert covered([[Le(v, 1)], [Ge(v, 1)]], [Gt(v, 0)])
    assert tightest("renyi(b)", given="renyi(a, r)").status == "partial"


def test_theorems_that_are_attained_at_single_parameters_are_not_cited() -> None:
    """renyi.hockey_stick is attained at one moment for each level, so it is no sharp bound at others."""
    given, asked = read_notion("renyi(alpha, r)"), read_quantity("E(v)")
    assert isinstance(asked, Quantity)
    names = {m.theorem.name for m in matches(given.facts, asked.integral)}
    assert "contact.renyi_curve" in names
    assert "renyi.hockey_stick" not in names


def test_derived_theorems_are_replayed_by_the_kernel() -> None:
    for theorem, certificate in _derived("TV", False, "hockey"):
        assert certificate.proposition == theorem.proposition
        assert certificate.tight
        assert isinstance(check(certificate, {}), Proved)


def test_what_nothing_bounds_has_a_family() -> None:
    found = tightest("chi2", given="approx(eps, delta)")
    assert found.status == "unbounded"
    assert found.family is not None
    assert found.family.proved


UNBOUNDED = [("KL", "tv(t)"), ("KL(Q, P)", "tv(t)"), ("KL", "approx(eps, delta)"), ("KL", "hockey(eps, delta)")]


@pytest.mark.campaign
@pytest.mark.parametrize(("quantity", "given"), [*UNBOUNDED, ("KL(Q, P)", "max(eps)"), ("KL(Q, P)", "kl(k)")])
def test_families_are_proved(quantity: str, given: str) -> None:
    found = tightest(quantity, given=given)
    assert found.status == "unbounded"
    assert found.family is not None
    assert found.family.proved


@pytest.mark.parametrize(
    ("quantity", "given"),
    [
        ("chi2", "kl(k)"),
        ("renyi(3)", "chi2(1)"),
        ("renyi(3)", "renyi(2, eps)"),
        ("renyi(3)", "rdp(2, 1)"),
        ("chi2", "kldp(1)"),
    ],
)
def test_families_of_moments(quantity: str, given: str) -> None:
    """Given a divergence of lower order, in one direction or in both."""
    found = tightest(quantity, given=given)
    assert found.status == "unbounded"
    assert found.family is not None
    assert found.family.proved


@pytest.mark.parametrize(("given", "value"), [("renyi(2, 1e-300)", "2.5e-301"), ("renyi(2, 1e-900)", "2.5e-901")])
def test_tiny_bounds_have_their_digits(given: str, value: str) -> None:
    """(e^(eps/2) - 1)/2 is a difference of numbers that agree in hundreds of digits; it is no 0."""
    found = tightest("E(2)", given=given).value
    assert found is not None
    with ctx.workprec(20_000):
        assert abs(found / arb(value) - 1) < arb(10) ** -15


@pytest.mark.parametrize(
    ("quantity", "given", "value"),
    [
        ("renyi(10**9)", "pure(1e-300)", "5e-592"),  # α ε²/2 up to a relative 1e-291
        ("renyi(10**30)", "pure(10**30)", "1e+30"),
        ("TV", "pure(1e-300)", "5e-301"),
    ],
)
def test_numbers_of_any_size_are_not_simplified(quantity: str, given: str, value: str) -> None:
    """To SymPy exp(x) beside exp(10**9 x) are powers of one symbol, and a polynomial of degree 10**9 ends the process."""
    found = tightest(quantity, given=given)
    assert found.status == "exact"
    assert found.value is not None
    with ctx.workprec(20_000):
        assert abs(found.value / arb(value) - 1) < arb(10) ** -15


def test_a_bracket_without_a_digit_is_open() -> None:
    found = tightest("E(1e9)", given="rdp(1000001/1000, 1e-9)")
    assert found.number is not None
    assert not found.number.digits
    assert found.status == "open"
    assert "too wide" in found.note


@pytest.mark.parametrize("given", ["pure(0)", "tv(0)", "approx(0, 0)", "approx(1 - 1, 0)"])
def test_equal_laws_are_not_unbounded(given: str) -> None:
    found = tightest("KL", given=given)
    assert (found.status, str(found.value)) == ("exact", "0")


def test_no_posterior_of_an_impossible_event() -> None:
    """With δ = 0 the bound is that of pure privacy, not 1."""
    found = tightest("posterior(1/2)", given="approx(log(3), 0)")
    assert term_text(found.branches[0].bound) == "3/4"


def test_a_bracket_holds_the_closed_form_and_no_pair_is_above() -> None:
    goal = convex("E", [num(2)], False)
    found = bracket(goal, [limit(convex("moment", [num(2)], False), num(3))])
    assert found is not None
    with ctx.workprec(PRECISION):
        closed = (arb(3).sqrt() - 1) / 2
        assert found.lower <= closed
        assert closed <= found.upper
        assert found.upper - found.lower < arb(10) ** -12
    r, count = Random(5), 0
    with mpmath.workdps(pairs.DIGITS):
        upper = mpmath.mpf(found.upper.str(30, radius=False))
        for _ in range(200):
            p, q = pairs.random_pair(r)
            if pairs.moment(p, q, 2) <= 3:
                count += 1
                assert pairs.hockey(p, q, 2) <= upper
    assert count > 20


def test_questions_may_be_objects() -> None:
    eps = sympy.Symbol("eps", positive=True)
    assert tightest(TotalVariation, given=PureDP(eps)).status == "exact"
    assert tightest((Renyi, 2), given=GaussianDP(1)).status == "exact"
    assert read_notion(ApproximateDP(1, sympy.Rational(1, 10))).name == "approx"
    assert read_notion(RenyiDP(2, 1)).name == "rdp"
    assert read_notion(ZeroConcentratedDP(0, 1)).name == "zcdp"
    assert term_text(read_notion(f"pure({0.1})").parameters[0]) == "1/10"


@pytest.mark.parametrize(
    ("quantity", "given", "said"),
    [
        ("foo", "pure(1)", "found 'foo', expected one of TV"),
        ("TV", "foo(1)", "found 'foo(1)', expected one of pure(eps)"),
        ("TV", "pure(-1)", "pure: found -1, expected a value >= 0"),
        ("TV", "approx(1, 2)", "approx: found 2, expected a value <= 1"),
        ("TV", "approx(1)", "expected approx(eps, delta)"),
        ("renyi(1/3)", "pure(1)", "renyi: found 1/3, expected a value > 1"),
        ("E(-1)", "pure(1)", "E: found -1, expected a value > 0"),
        ("TV", "pure(1", "expected one of"),
        ("TV", "pure(import os)", "pure: eps: found 'import os'"),
        ("TV", "kl(0)", "kl: found 0, expected a value > 0"),
        ("probability(2)", "pure(1)", "probability: found 2, expected a value < 1"),
    ],
)
def test_bad_questions_say_what_was_found(quantity: str, given: str, said: str) -> None:
    with pytest.raises(TightestError) as error:
        tightest(quantity, given=given)
    assert said in str(error.value)


def test_values_for_symbols_that_are_not_there() -> None:
    with pytest.raises(TightestError, match="found y, expected eps"):
        tightest("TV", given="pure(eps)", at={"y": 1})
    with pytest.raises(TightestError, match="pure: found -1"):
        tightest("TV", given="pure(eps)", at={"eps": -1})


def test_an_answer_is_data_and_no_truth_value() -> None:
    found = tightest("TV", given="pure(eps)", at={"eps": "1e-3"})
    data = json.loads(json.dumps(found.to_json()))
    assert data["at"] == {"eps": "1/1000"}
    assert data["status"] == "exact"
    with pytest.raises(TypeError):
        bool(found)
    assert "\\tanh" in tightest("TV", given="pure(eps)").latex()


def test_long_answers_are_laid_out() -> None:
    shown = tightest("TV", given="kl(k)").latex()
    assert shown.startswith(r"\begin{align*}")
    assert r"\text{where }" in shown
    lines = [line.partition("& ")[2].removesuffix(r" \\") for line in shown.splitlines()[1:-1]]
    assert all(fits(line) for line in lines)


def _below(alpha: Fraction, rho: Fraction, eps: Fraction) -> None:
    point = conversion.point(alpha, rho, eps)
    assert point.digits >= 12
    assert point.ordered


def test_the_sharp_conversion_is_never_above_the_printed_ones() -> None:
    _below(Fraction(4), Fraction(1, 4), Fraction(1))


@pytest.mark.campaign
def test_the_sharp_conversion_on_the_grid() -> None:
    for alpha in conversion.ORDERS[::2]:
        for eps in conversion.LEVELS[::2]:
            _below(alpha, Fraction(1, 4), eps)


def test_the_order_of_a_moment_is_read_off_any_form() -> None:
    """χ² <= c is D_2 <= log(1 + c)."""
    c = Symbol("c")
    found = tightest("KL", given="chi2(c)")
    assert found.status == "exact"
    assert found.branches[0].bound is log(1 + c)


@pytest.mark.parametrize(("notion", "size"), [("kldp(1e-12)", 1e-12), ("rdp(2, 0.001)", 5e-4), ("zcdp(0.001)", 1e-3)])
def test_laws_that_are_nearly_equal_have_numbers_too(notion: str, size: float) -> None:
    """The places of the best pair lie next to the kink of the distance. Between two normal laws, and Pinsker for KL <= 2 size."""
    found = tightest("TV", given=notion).number
    assert found is not None
    assert found.digits >= 12
    assert mpmath.erf(mpmath.sqrt(size) / 2) < float(found.lower) <= mpmath.sqrt(size)
