"""What the writer prints, the reader reads back: the same term, the same claim."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.kernel.statements import Claim, Domain, Range
from dpsym.kernel.terms import Term, num, relation, sym
from dpsym.notation import name_latex
from dpsym.reading.latex import read_claims, read_expression
from dpsym.reading.text.claims import read_claims as read_text_claims
from dpsym.report.latex import claim_latex, term_latex
from dpsym.testing.strategies import relations, terms

NAMES = ("x", "y", "eps", "delta_prime", "hat_eps_1", "sigma_2", "rate", "Delta", "Deltaf", "p", "k", "bar_mu_sup_opt",
         "alpha_star", "e", "d", "x_i", "f", "gamma")  # fmt: skip


@given(terms(symbols=NAMES))
@settings(max_examples=300)
def test_random_terms(t: Term) -> None:
    assert read_expression(term_latex(t)) is t


def ranges(name: str) -> st.SearchStrategy[Range]:
    ends = st.sampled_from([None, num(0), num(1, 2), num(1)])

    def made(lower: Term | None, lower_open: bool, upper: bool, upper_open: bool, integer: bool) -> Range:
        top = num(3) if upper else None
        return Range(name, lower, top, lower_open or lower is None, upper_open or top is None, integer)

    return st.builds(made, ends, st.booleans(), st.booleans(), st.booleans(), st.booleans())


SMALL = terms(symbols=("eps", "x_1", "k"), max_leaves=5)
#: A condition with a number on one side is an end of a range, or is decided at once.
OPEN = st.builds(
    lambda r: relation(r.op, r.lhs + sym("eps"), r.rhs + sym("k")), relations(SMALL, ("<=", "<", ">=", ">", "!="))
)
CLAIMS = st.builds(
    lambda eps, x, k, conditions, given, goal: Claim(
        Domain((eps, x, k), conditions), given, goal.lhs, goal.op, goal.rhs
    ),
    ranges("eps"),
    ranges("x_1"),
    ranges("k"),
    st.lists(OPEN, max_size=2, unique=True).map(tuple),
    st.lists(relations(SMALL), max_size=2, unique=True).map(tuple),
    relations(SMALL, ("==", "<=", "<", ">=", ">")),
)


@given(CLAIMS)
@settings(max_examples=60)
def test_random_claims(claim: Claim) -> None:
    comes_back(claim)


@pytest.mark.campaign
@given(CLAIMS)
@settings(max_examples=1000)
def test_many_random_claims(claim: Claim) -> None:
    comes_back(claim)


def comes_back(claim: Claim) -> None:
    (read,) = read_claims(claim_latex(claim))
    assert read.claim == claim


@pytest.mark.parametrize(
    "name",
    [
        *NAMES,
        "eps_1_2",
        "tilde_delta_prime2",
        "eps_tot",
        "x_12",
        "Delta_oo",
        "mu_n",
        "ell",
        "lambda",
        "x12",
        "eps_delta",
    ],
)
def test_names(name: str) -> None:
    assert read_expression(name_latex(name)) is sym(name)


@pytest.mark.parametrize(
    ("claim", "where", "given"),
    [
        ("tanh(eps/2) <= eps/2", ["eps > 0"], []),
        ("p <= exp(eps)*q", ["eps > 0, p in [0, 1], k in integers, n == 3, p != q, q <= 1"], ["q >= p/2"]),
        ("Sum(binomial(n, i)*p**i, (i, 0, n)) == (1 + p)**n", ["n in integers, n >= 1, 0 < p < 1"], []),
        ("Integral(exp(-t**2/2), (t, x, oo)) <= exp(-x**2/2)/x", ["x > 0"], []),
        ("a/b/c*d <= 1/2*x/y - 3/2/y", ["a*b*c*d <= 1"], []),
    ],
)
def test_claims_in_text(claim: str, where: list[str], given: list[str]) -> None:
    (wanted,) = read_text_claims(claim, where, given)
    (read,) = read_claims(claim_latex(wanted))
    assert read.claim == replace(wanted, let=())


def test_relations_of_a_symbol_with_parentheses_keep_their_dot() -> None:
    product = sym("f") * (sym("x") + 1)
    assert term_latex(product) == r"f \cdot \left(x + 1\right)"
    assert term_latex(relation("<=", product, 1)) == r"f \cdot \left(x + 1\right) \le 1"
