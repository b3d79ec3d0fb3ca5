"""The second opinion: it catches wrong verdicts, never accuses a true one, and its error bounds hold."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from dpsym.kernel.statements import Claim, Domain, Range
from dpsym.kernel.terms import ONE, OO, PI, TWO, ZERO, Term, bind, func, num, piecewise, sym
from dpsym.kernel.terms import exp as exp_
from dpsym.kernel.terms import log as log_
from dpsym.kernel.terms import relation as rel
from dpsym.kernel.terms import sqrt as sqrt_
from dpsym.reading.text.claims import read_claims, read_term
from dpsym.search.opinion.program import Program
from dpsym.search.opinion.second import second_opinion
from dpsym.search.opinion.values import Exhausted, Machine, Unevaluable, approx
from dpsym.search.outcome import Sampled
from tests.helpers.lengths import drawn

TRUE = [
    ("tanh(x/2) <= x/2", ["x >= 0"]),
    ("tanh(x) < 1", ["x > 0"]),
    ("exp(x) >= 1 + x", []),
    ("exp(x) - 1 <= x*exp(x)", ["x > 0"]),
    ("x*(1 - x) <= 1/4", ["0 <= x <= 1"]),
    ("sqrt(x*(1 - x)) <= 1/2", ["0 <= x <= 1"]),
    ("(1 - tanh(x))*cosh(x)**2 >= 1/2", ["x > 0"]),  # 1 - tanh is rounded to zero far out, cosh is not
    ("floor(tanh(x)) <= 0", ["x > 0"]),
    ("ceil(exp(-x)) == 1", ["x > 0"]),
    ("exp(x + y) == exp(x)*exp(y)", []),
    ("cosh(x)**2 - sinh(x)**2 == 1", []),
    ("x < x + 10**(-18)*exp(-x)", ["x > 0"]),
    ("x - x**3/6 < x", ["x > 0"]),
    ("Phi(PhiInv(p)) == p", ["0 < p < 1"]),
    ("LambertW(x)*exp(LambertW(x)) == x", ["x >= -1/3"]),
    ("LambertW(x, -1) <= -1", ["-1/3 < x < 0"]),
    ("erfc(x) <= exp(-x**2)", ["x >= 0"]),
    ("loggamma(x + 1) == loggamma(x) + log(x)", ["x > 0"]),
    ("gamma(x + 1) == x*gamma(x)", ["x > 0"]),
    ("binomial(n, k) <= 2**n", ["n in integers", "k in integers", "0 <= k", "k <= n"]),
    ("Sum(x**k/gamma(k + 1), (k, 0, 5)) < exp(x)", ["x > 0"]),
    ("Product(1 + x/k, (k, 1, 4)) >= 1 + x", ["x >= 0"]),
    ("Sum(x**k, (k, 0, oo)) == 1/(1 - x)", ["0 < x < 1"]),
    ("Integral(exp(-x*t), (t, 0, oo)) == 1/x", ["x > 0"]),
    ("Integral(exp(-(t - m)**2/(2*s**2))/(s*sqrt(2*pi)), (t, -oo, oo)) == 1", ["s > 0"]),
    ("exp(exp(exp(x))) > exp(exp(x))", ["x > 0"]),
    ("x**x >= 1/2", ["x > 0"]),
    ("atanh(x) >= x", ["0 <= x < 1"]),
    ("acosh(x) <= log(2*x)", ["x >= 1"]),
    ("min(x, y) <= (x + y)/2", []),
    ("Piecewise((x, x >= 0), (-x, True)) == abs(x)", []),
    ("log(1 + x) <= x", ["x > -1"]),
]
FALSE = [
    ("exp(x) <= 1 + x + x**2", ["x > 0"]),
    ("x*(1 - x) < 1/4", ["0 <= x <= 1"]),
    ("x <= x**2", ["x >= 0"]),
    ("exp(x) == 1 + x", []),
    ("tanh(x) <= x - x**3/3", ["x > 0"]),
    ("x + y <= 1", ["0 <= x <= 1", "0 <= y <= 1"]),
    ("2**n <= n**3 + 1", ["n in integers", "n >= 0"]),
    ("Phi(x) <= 1/2", []),
    ("1/x <= 1", ["x > 0"]),
    ("x <= (1 - 10**(-18))*x", ["x > 0"]),
    ("sqrt(x) <= x", ["x > 0"]),
    ("log(1/d) >= 1", ["0 < d < 1"]),
]


def _claim(text: str, where: list[str], given: list[str] | None = None) -> Claim:
    return read_claims(text, where=where, given=given or [])[0]


@pytest.mark.parametrize(("text", "where"), TRUE)
def test_true_claims_are_not_contradicted(text, where):
    sampled = second_opinion(_claim(text, where), "proved")
    assert sampled.opinion != "contradicts", sampled
    assert sampled.points > 0


@pytest.mark.parametrize(("text", "where"), FALSE)
def test_false_claims_called_proved_are_contradicted(text, where):
    sampled = second_opinion(_claim(text, where), "proved")
    assert sampled.opinion == "contradicts", sampled


@pytest.mark.parametrize("text", [text for text, _ in TRUE if "Sum" not in text and "Integral" not in text])
def test_most_true_claims_are_agreed_with(text):
    where = dict(TRUE)[text]
    assert second_opinion(_claim(text, where), "proved").opinion == "agrees"


def test_slack_below_sight_is_inconclusive():
    """tanh(x) < 1 near x = 300, where the slack is 1e-260."""
    claim = _claim("tanh(x) < 1", ["300 <= x <= 301"])
    sampled = second_opinion(claim, "proved")
    assert sampled.opinion == "inconclusive"
    assert sampled.min_slack.startswith("<1e-")


def test_more_digits_see_it():
    assert second_opinion(_claim("tanh(x) < 1", ["300 <= x <= 301"]), "proved", digits=300).opinion == "agrees"


def test_tiny_margins_are_decided():
    claim = _claim("1 - 10**(-18) < 1 - 10**(-18) + 10**(-30)*exp(-x)", ["0 < x < 1"])
    assert second_opinion(claim, "proved").opinion == "agrees"


def test_quadrature_never_contradicts():
    """A peak that quadrature misses must not become an accusation."""
    peak = "Integral(exp(-(t - 1000)**2*10**6)*1000/sqrt(pi), (t, 0, oo)) + 0*x == 1"
    assert second_opinion(_claim(peak, ["0 < x < 1"]), "proved").opinion == "inconclusive"


def test_refuted_at_the_point():
    claim = _claim("exp(x) <= 2", ["x > 0"])
    right, wrong, outside = ((("x", num(v)),) for v in (1, Fraction(1, 2), -1))
    assert second_opinion(claim, "refuted", extra=[right]).opinion == "agrees"
    assert second_opinion(claim, "refuted", extra=[wrong]).opinion == "contradicts"
    assert second_opinion(claim, "refuted", extra=[outside]).opinion == "contradicts"
    assert second_opinion(claim, "refuted").opinion == "inconclusive"


def test_refuted_at_an_irrational_point():
    claim = _claim("exp(x) < 2", ["x > 0"])
    log2 = (("x", log_(TWO)),)
    assert second_opinion(claim, "refuted", extra=[log2]).opinion == "inconclusive"  # equality is never certain
    assert second_opinion(claim, "refuted", extra=[(("x", log_(num(3))),)]).opinion == "agrees"


def test_refuted_by_exact_equality():
    claim = _claim("x**2 < 1", ["0 <= x <= 1"])
    assert second_opinion(claim, "refuted", extra=[(("x", ONE),)]).opinion == "agrees"


def test_refuting_points_must_satisfy_the_hypotheses():
    claim = _claim("x <= 0", ["x > 0", "y > 0"], ["y == x**2"])
    assert second_opinion(claim, "refuted", extra=[(("x", ONE), ("y", TWO))]).opinion == "contradicts"
    assert second_opinion(claim, "refuted", extra=[(("x", TWO), ("y", num(4)))]).opinion == "agrees"


def test_undefined():
    claim = _claim("log(x) <= x", ["x >= 0"])
    assert second_opinion(claim, "undefined", extra=[(("x", ZERO),)]).opinion == "agrees"
    assert second_opinion(claim, "undefined", extra=[(("x", ONE),)]).opinion == "contradicts"


def test_open_never_contradicts():
    for text, where in FALSE:
        assert second_opinion(_claim(text, where), "open").opinion == "inconclusive"


def test_hypotheses_are_respected():
    claim = _claim("x + y <= 1", ["x >= 0", "y >= 0"], ["x**2 + y <= 1/2", "x <= 1/2"])
    assert second_opinion(claim, "proved").opinion == "agrees"


def test_equations_are_solved_for_a_symbol():
    sampled = second_opinion(_claim("x < y", ["x > 0", "y > 0"], ["y == exp(x)"]), "proved")
    assert sampled.opinion == "agrees"
    at = dict(sampled.at)
    assert at["y"] is exp_(at["x"])


def test_unsolvable_equations_leave_no_sample():
    sampled = second_opinion(_claim("x <= y", ["x > 0", "y > 0"], ["x*exp(x) == y*exp(y) + 1"]), "proved")
    assert sampled == Sampled(0, 50, "", (), "inconclusive")


def test_closed_claims():
    assert second_opinion(_claim("pi < 22/7", []), "proved").opinion == "agrees"
    assert second_opinion(_claim("pi > 22/7", []), "proved").opinion == "contradicts"


def test_irrational_ends():
    x = sym("x")
    domain = Domain((Range("x", ZERO, log_(TWO), False, False),))
    assert second_opinion(Claim(domain, (), exp_(x), "<=", TWO), "proved").opinion == "agrees"
    assert second_opinion(Claim(domain, (), exp_(x), "<=", num(199, 100)), "proved").opinion == "contradicts"


def test_violations_beside_an_open_end_are_found():
    assert second_opinion(_claim("x >= 10**(-15)", ["x > 0"]), "proved").opinion == "contradicts"
    assert second_opinion(_claim("x <= 1 - 10**(-15)", ["0 < x < 1"]), "proved").opinion == "contradicts"


def test_deterministic_and_without_side_effects():
    before = mpmath.mp.prec
    claim = _claim("x*y <= exp(x + y)", ["x > 0", "y > 0"])
    assert second_opinion(claim, "proved") == second_opinion(claim, "proved")
    assert mpmath.mp.prec == before


def test_the_sample_is_in_the_domain():
    sampled = second_opinion(_claim("k >= 3", ["k in integers", "k >= 3"]), "proved")
    assert sampled.at == (("k", num(3)),)
    assert sampled.min_slack == "0"


def test_huge_numbers_do_not_hang():
    for text in ("exp(exp(x)) > x", "x**x**x > 0", "gamma(x)**x > 0", "Product(exp(exp(k)), (k, 1, 200)) > x"):
        assert second_opinion(_claim(text, ["x > 1"]), "proved").opinion != "contradicts"


# -- the error bounds -------------------------------------------------------------------------------------------

_X, _Y = sym("x"), sym("y")
_leaves = st.one_of(
    st.sampled_from([_X, _Y, PI, ONE, TWO]),
    st.builds(num, st.fractions(min_value=-20, max_value=20, max_denominator=30)),
)
_names = ["exp", "log", "sqrt", "abs", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "Phi",
          "PhiInv", "LambertW", "gamma", "loggamma", "floor", "ceil"]  # fmt: skip


def _grow(children: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(
        st.builds(lambda a, b: a + b, children, children),
        st.builds(lambda a, b: a - b, children, children),
        st.builds(lambda a, b: a * b, children, children),
        st.builds(lambda a, b: a / b, children, children),
        st.builds(lambda a, n: a**n, children, st.integers(-4, 6)),
        st.builds(lambda a, b: a**b, children, children),
        st.builds(lambda f, a: func(f, a), st.sampled_from(_names), children),
        st.builds(lambda f, a, b: func(f, a, b), st.sampled_from(["min", "max", "binomial"]), children, children),
        st.builds(lambda a, b, c, d: piecewise([(a, rel("<=", b, c))], d), children, children, children, children),
    )


terms = st.recursive(_leaves, _grow, max_leaves=8)
points = st.fractions(min_value=-50, max_value=50, max_denominator=1000)


@drawn(120, 600, terms, points, points)
def test_error_bounds_hold(t, x, y):
    """A value at low precision and one at high precision differ by no more than the two bounds together."""
    env = {"x": x, "y": y}
    try:
        low = approx(Program([t]).run(env, Machine(120, 10**5))[0], 120)
        high = approx(Program([t]).run(env, Machine(600, 10**5))[0], 600)
    except (Unevaluable, Exhausted):
        assume(False)
    context = mpmath.MPContext()
    context.prec = 3000
    gap = abs(context.make_mpf(low[0]) - context.make_mpf(high[0]))
    assert gap <= sum(context.mpf(2) ** e for _, e in (low, high))


REFERENCES = [
    ("exp(x)", lambda m, x: m.exp(x)), ("log(x)", lambda m, x: m.log(x)), ("sqrt(x)", lambda m, x: m.sqrt(x)),
    ("x**(1/3)", lambda m, x: m.cbrt(x)), ("x**x", lambda m, x: x**x), ("x**(-3)", lambda m, x: 1 / x**3),
    ("sinh(x)", lambda m, x: m.sinh(x)), ("cosh(x)", lambda m, x: m.cosh(x)), ("tanh(x)", lambda m, x: m.tanh(x)),
    ("asinh(x)", lambda m, x: m.asinh(x)), ("acosh(1 + x)", lambda m, x: m.acosh(1 + x)),
    ("atanh(x/(1 + x))", lambda m, x: m.atanh(x / (1 + x))), ("erf(x)", lambda m, x: m.erf(x)),
    ("erfc(x)", lambda m, x: m.erfc(x)), ("Phi(x)", lambda m, x: m.ncdf(x)), ("Phi(-x)", lambda m, x: m.ncdf(-x)),
    ("PhiInv(x/(1 + x))", lambda m, x: m.sqrt(2) * m.erfinv(2 * x / (1 + x) - 1)),
    ("LambertW(x)", lambda m, x: m.lambertw(x)),
    ("LambertW(-exp(-1 - x), -1)", lambda m, x: m.lambertw(-m.exp(-1 - x), -1)),
    ("gamma(x)", lambda m, x: m.gamma(x)), ("loggamma(x)", lambda m, x: m.loggamma(x)),
    ("binomial(x + 2, x)", lambda m, x: m.binomial(x + 2, x)), ("floor(x)", lambda m, x: m.floor(x)),
    ("ceil(x)", lambda m, x: m.ceil(x)), ("log2(x)", lambda m, x: m.log(x, 2)),
    ("max(x, pi)", lambda m, x: max(x, m.pi)), ("min(x, 1, pi)", lambda m, x: min(x, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reference"), REFERENCES)
@pytest.mark.parametrize("x", [Fraction(1, 7), Fraction(1, 2), Fraction(9, 4), Fraction(17, 3)])
def test_values_are_those_of_mpmath(text, reference, x):
    context = mpmath.MPContext()
    context.dps = 40
    value = approx(Program([read_term(text)]).run({"x": x}, Machine(200, 10**5))[0], 200)
    expected = reference(context, context.mpf(x.numerator) / x.denominator)
    assert abs(context.make_mpf(value[0]) - expected) <= abs(expected) * context.mpf(10) ** -34


@pytest.mark.parametrize(
    "t",
    [log_(ZERO), log_(num(-1)), sqrt_(num(-1)), ONE / ZERO, num(-8) ** num(1, 3), func("atanh", TWO),
     func("acosh", ZERO), func("gamma", num(-2)), func("PhiInv", ONE), func("LambertW", num(-1)),
     func("LambertW", ONE, num(-1)), ZERO ** num(-1), ZERO ** (PI - PI + num(-1)), exp_(exp_(num(1000))),
     bind("Sum", sym("k"), "k", ONE, num(10**6)), bind("Sum", ONE / sym("k"), "k", ONE, OO)],
)  # fmt: skip
def test_no_value(t):
    with pytest.raises(Unevaluable):
        Program([t]).run({}, Machine(170, 10**5))


def test_zero_to_the_zero():
    assert Program([ZERO**0]).run({}, Machine(170, 100)) == [1]
