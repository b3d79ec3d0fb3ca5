"""The SymPy door: what comes in means the same, and what dpsym cannot say is refused by name."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st

from dpsym.kernel.statements import Range
from dpsym.kernel.terms import ONE, PI, TWO, ZERO, Term, TermError, exp, func, num, piecewise, power, relation, sym
from dpsym.reading.domains import DomainError
from dpsym.reading.python import RefusedError, claims_from_sympy, from_term, to_term
from dpsym.reading.text.claims import ReadError, read_claims, read_term
from dpsym.search.opinion.program import Program
from dpsym.search.opinion.values import Exhausted, Machine, Unevaluable, approx, difference, magnitude
from tests.helpers.lengths import drawn

x, y = sp.symbols("x y")
eps = sp.Symbol("eps", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
k = sp.Symbol("k", integer=True)


# -- meaning ---------------------------------------------------------------------------------------------------

READ = [
    (sp.exp(x) - 1, "exp(x) - 1"),
    (sp.E, "E"),
    (sp.E**x, "exp(x)"),
    (sp.sqrt(x), "sqrt(x)"),
    (sp.Abs(x), "abs(x)"),
    (x / y, "x/y"),
    (sp.Rational(1, 3) + x, "1/3 + x"),
    (sp.Max(x, y), "max(x, y)"),
    (sp.Min(x, 1), "min(1, x)"),
    (sp.LambertW(x), "LambertW(x)"),
    (sp.LambertW(x, -1), "LambertW(x, -1)"),
    (sp.factorial(x), "gamma(x + 1)"),
    (sp.binomial(x, y), "binomial(x, y)"),
    (sp.floor(x), "floor(x)"),
    (sp.ceiling(x), "ceil(x)"),
    (sp.sech(x), "1/cosh(x)"),
    (sp.coth(x), "cosh(x)/sinh(x)"),
    (sp.loggamma(x), "loggamma(x)"),
    (sp.erfc(x), "erfc(x)"),
    (sp.Sum(x**k, (k, 0, sp.oo)), "Sum(x**k, (k, 0, oo))"),
    (sp.Product(x + k, (k, 1, y)), "Product(x + k, (k, 1, y))"),
    (sp.Integral(sp.exp(-(y**2)), (y, -sp.oo, x)), "Integral(exp(-y**2), (y, -oo, x))"),
    (sp.Piecewise((x, x > 0), (0, True)), "Piecewise((x, x > 0), (0, True))"),
    (sp.pi, "pi"),
]


@pytest.mark.parametrize(("expr", "text"), READ)
def test_reads_like_the_text(expr, text):
    got, want = to_term(expr), read_term(text)
    if got is not want:  # SymPy orders sums and products its own way: then the values must agree
        env = {"x": Fraction(7, 3), "y": Fraction(4, 5)}
        _assert_same(Program([got, want]).run(env, Machine(170, 10**5)))


def test_python_numbers():
    assert to_term(3) is num(3)
    assert to_term(Fraction(1, 3)) is num(1, 3)
    _assert_same(Program([to_term(sp.GoldenRatio), read_term("(1 + sqrt(5))/2")]).run({}, Machine(170, 10**5)))


def test_nested_limits_are_nested_binders():
    term = to_term(sp.Sum(x * k * n, (k, 1, n), (n, 1, 3)))
    value = Program([term]).run({"x": Fraction(1)}, Machine(170, 10**5))[0]
    assert value == sum(a * b for b in range(1, 4) for a in range(1, b + 1))


def _assert_same(values):
    a, b = values
    gap, e = approx(difference(a, b, 170), 170)
    assert magnitude(gap) <= max(e, magnitude(approx(a, 170)[0]) - 100)


_leaves = st.one_of(
    st.sampled_from([sym("x"), sym("y"), PI, ONE, TWO]),
    st.builds(num, st.fractions(min_value=-9, max_value=9, max_denominator=12)),
)
_names = ["exp", "log", "sqrt", "abs", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "Phi",
          "PhiInv", "LambertW", "gamma", "loggamma", "floor", "ceil"]  # fmt: skip


def _grow(children: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(
        st.builds(lambda a, b: a + b, children, children),
        st.builds(lambda a, b: a - b, children, children),
        st.builds(lambda a, b: a * b, children, children),
        st.builds(lambda a, b: a / b, children, children),
        st.builds(lambda a, m: power(a, num(m)), children, st.integers(-3, 4)),
        st.builds(func, st.sampled_from(_names), children),
        st.builds(func, st.sampled_from(["min", "max"]), children, children),
        st.builds(lambda a, b, c: piecewise([(a, relation("<", b, sym("x")))], c), children, children, children),
    )


@drawn(
    30,
    150,
    st.recursive(_leaves, _grow, max_leaves=6),
    *[st.fractions(min_value=-4, max_value=4, max_denominator=50)] * 2,
)
def test_there_and_back_means_the_same(t, a, b):
    """Wherever the term has a value, what SymPy made of it has the same."""
    env = {"x": a, "y": b}
    try:
        value = Program([t]).run(env, Machine(170, 10**5))[0]
        back = to_term(from_term(t))
        again = Program([back]).run(env, Machine(170, 10**5))[0]
    except (Unevaluable, Exhausted, RefusedError, TypeError):
        # TypeError: SymPy's own, on comparisons with complex constants in branches that are not taken
        assume(False)
    _assert_same((value, again))


@pytest.mark.parametrize("text", ["x < y", "x == 1", "x != y", "x >= 2"])
def test_relations_go_back(text):
    claim = relation(*{"x < y": ("<", sym("x"), sym("y")), "x == 1": ("==", sym("x"), ONE),
                       "x != y": ("!=", sym("x"), sym("y")), "x >= 2": (">=", sym("x"), TWO)}[text])  # fmt: skip
    assert isinstance(from_term(claim), sp.core.relational.Relational)


def test_binders_and_special_functions_go_back():
    assert from_term(read_term("Sum(x**k, (k, 0, oo))")) == sp.Sum(x ** sp.Symbol("k"), (sp.Symbol("k"), 0, sp.oo))
    assert from_term(read_term("Phi(x)")) == sp.erfc(-x / sp.sqrt(2)) / 2
    assert from_term(func("LambertW", sym("x"), num(-1))) == sp.LambertW(x, -1)


# -- refusals --------------------------------------------------------------------------------------------------

REFUSED = [
    (sp.zeta(x), "zeta(x)"),
    (sp.sin(x), "sin(x)"),
    (sp.sign(x), "sign(x)"),
    (sp.Function("f")(x), "f(x)"),
    (x + sp.Float("0.1"), r"the float 0.1; write Rational(1, 10)"),
    (0.25, "the float 0.25; write Rational(1, 4)"),
    (x + sp.I, "found I"),
    (sp.sqrt(-x * x - 1).subs(x, 0), "found I"),
    (sp.zoo, "zoo"),
    (sp.nan, "nan"),
    (sp.oo, "oo inside an expression"),
    (sp.oo + sp.I, "oo"),
    (sp.Matrix([x]), "Matrix"),
    (sp.MatrixSymbol("A", 2, 2), "MatrixSymbol"),
    (sp.Derivative(sp.Function("f")(x), x), "Derivative"),
    (sp.Limit(x, x, 0), "Limit"),
    (sp.CRootOf(x**5 - x + 1, 0), "CRootOf"),
    (sp.Integral(x), "without both ends"),
    (sp.EulerGamma, "EulerGamma"),
    (sp.Or(x < 1, y < 1), "Or"),
    (x < 1, "x < 1"),
    (sp.LambertW(x, 2), "branch"),
    (x ** (10**9), "exponent"),
    (sp.Symbol("A", commutative=False) * x, "A"),
    (sp.Wild("w"), "Wild"),
    (sp.Symbol("E"), "a symbol called E"),
    (sp.Symbol("\\epsilon"), "epsilon"),
    (sp.Symbol("exp") + 1, "a symbol called exp"),
    (sp.Piecewise((1, sp.Or(x < 0, x > 2)), (0, True)), "expected a relation"),
    ("x + 1", "type str"),
    (True, "bool"),
    ([x], "list"),
]


@pytest.mark.parametrize(("expr", "named"), REFUSED)
def test_refused_by_name(expr, named):
    with pytest.raises(RefusedError) as error:
        to_term(expr)
    assert named in str(error.value)


def test_random_variables_are_refused():
    from sympy.stats import Normal

    with pytest.raises(RefusedError, match="RandomSymbol"):
        to_term(Normal("X", 0, 1) + 1)


def test_what_is_read_is_listed():
    with pytest.raises(RefusedError, match=r"it reads: Abs, .*exp, .*tanh"):
        to_term(sp.besselj(0, x))


def test_deep_expressions_are_refused():
    deep = x
    for _ in range(150):
        deep = sp.exp(deep + 1, evaluate=False)
    with pytest.raises(RefusedError, match="deep"):
        to_term(deep)


# -- claims ----------------------------------------------------------------------------------------------------


def test_assumptions_become_the_domain():
    (claim,) = claims_from_sympy(sp.Le(sp.tanh(eps / 2), eps / 2))
    assert claim.domain.ranges == (Range("eps", ZERO, None),)
    assert claim.relation == "<="


@pytest.mark.parametrize(
    ("assumptions", "expected"),
    [
        ({}, Range("z")),
        ({"real": True}, Range("z")),
        ({"positive": True}, Range("z", ZERO)),
        ({"nonnegative": True}, Range("z", ZERO, None, False)),
        ({"negative": True}, Range("z", None, ZERO)),
        ({"nonpositive": True}, Range("z", None, ZERO, True, False)),
        ({"integer": True}, Range("z", integer=True)),
        ({"integer": True, "positive": True}, Range("z", ZERO, None, integer=True)),
        ({"real": True, "positive": False}, Range("z", None, ZERO, True, False)),
        ({"zero": True}, Range("z", ZERO, ZERO, False, False, True)),
    ],
)
def test_each_assumption(assumptions, expected):
    z = sp.Symbol("z", **assumptions)
    (claim,) = claims_from_sympy(sp.Le(z, y))
    assert claim.domain.range("z") == expected


def test_nonzero_is_a_side_condition():
    (claim,) = claims_from_sympy(sp.Le(sp.Symbol("z", nonzero=True), y))
    assert claim.domain.conditions == (relation("!=", sym("z"), ZERO),)


@pytest.mark.parametrize(
    "assumption", ["even", "odd", "prime", "irrational", "rational", "complex", "finite", "imaginary", "extended_real"]
)
def test_assumptions_a_domain_cannot_say(assumption):
    z = sp.Symbol("z", **{assumption: True})
    with pytest.raises(RefusedError, match=f"z is assumed {assumption}=True"):
        claims_from_sympy(sp.Eq(z + y, y + z + 1, evaluate=False))


def test_one_name_one_symbol():
    with pytest.raises(RefusedError, match="two different symbols are called x: one with no assumptions, one with pos"):
        claims_from_sympy(sp.Le(x, sp.Symbol("x", positive=True) + 1))
    with pytest.raises(RefusedError, match="two different symbols are called x"):
        claims_from_sympy(sp.Le(x, y), where=[sp.Symbol("x", real=True) < 1])


def test_bound_symbols_leave_no_condition():
    (claim,) = claims_from_sympy(sp.Le(sp.Sum(x**n, (n, 1, 3)), y))
    assert claim.domain.names == ("x", "y")


def test_evaluated_relations_are_refused_with_a_hint():
    for claim in (sp.Le(eps, eps), eps > 0, sp.Eq(eps, eps), sp.false):
        with pytest.raises(RefusedError, match="evaluate=False"):
            claims_from_sympy(claim)
    with pytest.raises(RefusedError, match="Eq"):
        claims_from_sympy(x == y)
    (claim,) = claims_from_sympy(sp.Le(eps, eps, evaluate=False))
    assert claim.lhs is claim.rhs is sym("eps")


def test_conditions_that_sympy_found_true_say_nothing():
    (claim,) = claims_from_sympy(sp.Le(eps, y), where=[eps > 0, y > 1])
    assert claim.domain.range("eps") == Range("eps", ZERO)


def test_where_and_given_mix_text_and_sympy():
    (claim,) = claims_from_sympy(
        sp.Le(x, y),
        where=["x > 0", sp.And(y >= 1, y < 5), sp.Q.integer(y), sp.Contains(x, sp.Interval.open(-1, 3))],
        given=[sp.Eq(y, x + 1), "x <= 2, y >= 2"],
    )
    assert claim.domain.range("x") == Range("x", ZERO, num(3))
    assert claim.domain.range("y") == Range("y", ONE, num(5), False, True, True)
    assert len(claim.given) == 3


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (sp.S.Integers, Range("x", integer=True)),
        (sp.S.Reals, Range("x")),
        (sp.S.Naturals, Range("x", ZERO, None, True, True, True)),
        (sp.S.Naturals0, Range("x", ZERO, None, False, True, True)),
        (sp.Interval.Lopen(0, 1), Range("x", ZERO, ONE, True, False)),
        (sp.Interval(0, sp.oo), Range("x", ZERO, None, False)),
    ],
)
def test_membership(members, expected):
    (claim,) = claims_from_sympy(sp.Le(x, y), where=[sp.Contains(x, members, evaluate=False)])
    assert claim.domain.range("x") == expected


def test_symbolic_ends_stay_side_conditions():
    (claim,) = claims_from_sympy(sp.Le(x, 1), where=[sp.Contains(x, sp.Interval(0, y), evaluate=False)])
    assert claim.domain.conditions == (relation("<=", sym("x"), sym("y")),)


def test_several_relations_are_several_claims():
    claims = claims_from_sympy(sp.And(x < y, y < x + 2), id="pair")
    assert [c.id for c in claims] == ["pair.1", "pair.2"]
    assert claims_from_sympy("0 < x < 1", id="c") == read_claims("0 < x < 1", id="c")


def test_bad_claims():
    for claim in (sp.Ne(x, 1), x + 1, sp.Or(x < 1, y < 1)):
        with pytest.raises(RefusedError):
            claims_from_sympy(claim)
    with pytest.raises(RefusedError, match="expected a list"):
        claims_from_sympy(x < y, where=x > 0)
    with pytest.raises(RefusedError, match="belongs in where"):
        claims_from_sympy(x < y, given=["x in reals"])
    with pytest.raises(RefusedError, match=r"Q\.prime"):
        claims_from_sympy(x < y, where=[sp.Q.prime(x)])
    with pytest.raises(RefusedError, match="expected an Interval"):
        claims_from_sympy(x < y, where=[sp.Contains(x, sp.FiniteSet(1, y), evaluate=False)])
    with pytest.raises(DomainError):
        claims_from_sympy(x < y, where=[x > 1, "x < 0"])
    with pytest.raises(ReadError):
        claims_from_sympy(x < y, where=["x >"])


def test_errors_are_value_errors():
    assert issubclass(RefusedError, ValueError)
    assert not issubclass(RefusedError, TermError)
    assert from_term(exp(sym("x"))) == sp.exp(x)
