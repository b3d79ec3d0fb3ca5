"""Infinity is an end of a range, never a way to lose the definedness of a term; ends of SymPy's sums are in order."""

from __future__ import annotations

import pytest
from sympy import Ge, Integral, Le, Lt, Product, Sum, Symbol, oo, sqrt

from dpsym import check
from dpsym.reading.latex import LatexError
from dpsym.reading.latex import read_claims as read_latex
from dpsym.reading.latex import read_conditions as read_latex_conditions
from dpsym.reading.python import RefusedError, claims_from_sympy
from dpsym.reading.text.claims import ReadError, read_claims
from dpsym.report.text import domain_text


@pytest.mark.parametrize(
    "condition", ["sqrt(x) < oo", "-oo < log(x)", "1/x != oo", "oo > sqrt(x)", "0 <= sqrt(x) < oo", "x + 1 < oo"]
)
def test_a_formula_below_infinity_is_refused(condition: str) -> None:
    with pytest.raises(ReadError, match="infinity bounds a symbol only"):
        read_claims("x >= 0", where=[condition])


@pytest.mark.parametrize("condition", ["x < oo", "-oo < x", "x in (-oo, oo)", "x != oo"])
def test_a_symbol_below_infinity_is_a_number(condition: str) -> None:
    (claim,) = read_claims("x >= 0", where=[condition])
    assert domain_text(claim.domain) == "x in reals"


@pytest.mark.parametrize(
    "condition", [r"\sqrt{x} < \infty", r"\sqrt{x} \in [-\infty, \infty]", r"\log x \in (-\infty, \infty)"]
)
def test_latex_refuses_it_too(condition: str) -> None:
    with pytest.raises(LatexError, match="state the condition under which it has a value"):
        read_latex(r"x \ge 0", where=[condition])


@pytest.mark.parametrize("interval", [r"[0, \infty)", r"[0, \infty]"])
def test_an_interval_with_one_finite_end_keeps_the_definedness(interval: str) -> None:
    (found,) = read_latex(r"x \ge 0", where=[rf"\sqrt{{x}} \in {interval}"])
    assert domain_text(found.claim.domain) == "x in reals, sqrt(x) >= 0"


def test_infinity_is_no_side_of_a_claim_or_hypothesis() -> None:
    x = Symbol("x")
    with pytest.raises(RefusedError, match="infinity may only be an end"):
        claims_from_sympy(Lt(x, oo, evaluate=False))
    with pytest.raises(RefusedError, match="infinity may only be an end"):
        claims_from_sympy(Le(x, 1), given=[Lt(sqrt(x), oo, evaluate=False)])


@pytest.mark.parametrize(
    "condition", ["sqrt(x) >= 0", "log(x) < 5", "sqrt(x) != 7", "y <= 1 + sqrt(x)", "0*log(x) == 0"]
)
def test_a_point_where_a_condition_has_no_value_is_not_in_the_domain(condition: str) -> None:
    """x >= -1/10 fails at negative x only, and there the condition has no value."""
    assert check("x >= -1/10", where=[condition], timeout=10).verdict in ("proved", "open")  # type: ignore[union-attr]


@pytest.mark.parametrize("formula", [r"\forall", r"x > 0, \forall", r"\forall \,"])
def test_an_empty_condition_is_refused(formula: str) -> None:
    with pytest.raises(LatexError):
        read_latex_conditions(formula)
    for claim in (
        rf"x \le x + 1, {formula}",
        rf"x \le x + 1 \quad {formula}",
        rf"x \le x + 1 \quad \text{{for }} {formula}",
    ):
        with pytest.raises(LatexError):
            read_latex(claim)


# -- SymPy's sums: Karr's convention gives reversed ends the value of minus the rest ------------------------------------------

i, j = Symbol("i", integer=True), Symbol("j", integer=True)
n, m = Symbol("n", integer=True), Symbol("m", integer=True, nonnegative=True)
x, y, t = Symbol("x"), Symbol("y", positive=True), Symbol("t")


@pytest.mark.parametrize(
    "term",
    [
        Sum(i, (i, 1, n)), Sum(i, (i, 2, m)), Sum(i, (i, 3, -4)), Sum(i, (i, oo, 1)), Product(i, (i, 1, n)), Product(i, (i, 1, -1)),
        Integral(t, (t, 0, x)), Integral(t, (t, 1, y)), Sum(Sum(j, (j, i, n)), (i, 0, m)), Sum(j, (j, 0, i), (i, -m, m)),
        1 + Sum(i, (i, 1, n)) ** 2,
    ],
)  # fmt: skip
def test_reversed_ends_are_refused(term: object) -> None:
    with pytest.raises(RefusedError, match="the domain must show that they are in order"):
        claims_from_sympy(Ge(term, 0, evaluate=False))
    with pytest.raises(RefusedError, match="the domain must show that they are in order"):
        claims_from_sympy(Ge(1, 0, evaluate=False), given=[Ge(term, 0, evaluate=False)])


@pytest.mark.parametrize(
    "term",
    [
        Sum(i, (i, 0, m)), Sum(i, (i, 1, m)), Sum(i, (i, 3, 2)), Sum(2**-i, (i, 0, oo)), Integral(t, (t, 0, y)), Integral(t, (t, 1, 1)),
        Sum(j, (j, i, m), (i, 0, m)), Sum(j, (j, 0, i), (i, 0, m)), Product(i, (i, 1, m)),
    ],
)  # fmt: skip
def test_ends_in_order_are_read(term: object) -> None:
    assert claims_from_sympy(Ge(term, 0, evaluate=False))


def test_a_condition_may_put_them_in_order() -> None:
    assert claims_from_sympy(Ge(Sum(i, (i, 1, n)), 0), where=["n >= 0"])
    assert claims_from_sympy(Ge(Integral(t, (t, 0, x)), 0), where=[x >= 0])
    assert claims_from_sympy(Ge(Sum(i, (i, n, Symbol("k", integer=True))), 0), where=["k >= n"])
