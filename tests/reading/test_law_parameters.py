"""A law's parameters have a range, and it belongs to every claim that names the law: in text, LaTeX and Python alike."""

from __future__ import annotations

import pytest
import sympy
from sympy import Le

from dpsym import check, objects
from dpsym.objects.families import FAMILIES, FINITE_FAMILIES
from dpsym.reading.latex import LatexError
from dpsym.reading.latex import read_claims as read_latex
from dpsym.reading.objects import LAWS, NOTIONS
from dpsym.reading.python import RefusedError, claims_from_sympy
from dpsym.reading.text.claims import ReadError, read_claims
from dpsym.report.text import domain_text
from dpsym.running.proofreading import proofread
from dpsym.search.outcome import Budget

#: Each law with symbols for its parameters, and the domain of a claim about it.
RANGES = {
    "Laplace(m, b)": "b > 0, m in reals", "Normal(m, b)": "b > 0, m in reals", "Gumbel(m, b)": "b > 0, m in reals",
    "DiscreteLaplace(m, b)": "b > 0, m in reals", "Exponential(b)": "b > 0", "Bernoulli(b)": "0 <= b <= 1",
    "Uniform(m, b)": "b in reals, m in reals, b - m > 0",
}  # fmt: skip


def test_every_law_of_the_text_forms_has_its_range_here() -> None:
    assert {law.partition("(")[0] for law in RANGES} == set(LAWS)
    assert set(LAWS) | {"DiscreteGaussian"} == {*FAMILIES, *FINITE_FAMILIES}


@pytest.mark.parametrize("law", RANGES)
def test_text(law: str) -> None:
    (claim,) = read_claims(f"TV({law}, {law}) <= 1")
    assert sorted(domain_text(claim.domain).split(", ")) == sorted(RANGES[law].split(", "))
    for texts in ({"given": [f"TV({law}, {law}) <= 1"]}, {"where": [f"TV({law}, {law}) <= 1"]}):
        (other,) = read_claims("x <= x + 1", **texts)  # type: ignore[arg-type]
        assert set(claim.domain.conditions) <= set(other.domain.conditions)
        assert {r for r in claim.domain.ranges if r.lower is not None} <= set(other.domain.ranges)
    (abbreviated,) = read_claims("u <= 1", let=[f"u = TV({law}, {law})"])
    assert abbreviated.domain == claim.domain
    (unused,) = read_claims("x <= 1", let=[f"u = TV({law}, {law})"])
    assert unused.domain.names == ("x",)


@pytest.mark.parametrize("law", RANGES)
def test_python_objects(law: str) -> None:
    name, _, rest = law.rstrip(")").partition("(")
    p = getattr(objects, name)(*map(sympy.Symbol, rest.split(", ")))
    (claim,) = claims_from_sympy(Le(objects.TotalVariation(p, p), 1, evaluate=False))
    (text,) = read_claims(f"TV({law}, {law}) <= 1")
    assert set(claim.domain.ranges) == set(text.domain.ranges)
    assert len(claim.domain.conditions) == len(text.domain.conditions)


@pytest.mark.parametrize(
    ("formula", "domain"),
    [
        (r"\mathrm{TV}(\mathrm{Lap}(0, b), \mathrm{Lap}(1, b)) \le 1", "b > 0"),
        (r"\mathrm{TV}(\mathrm{Bern}(p), \mathrm{Bern}(q)) \le 1", "0 <= p <= 1, 0 <= q <= 1"),
        (r"\mathrm{TV}(N(0, \sigma^2), N(1, \sigma^2)) \le 1", "sigma in reals, abs(sigma) > 0"),
    ],
)
def test_latex(formula: str, domain: str) -> None:
    (found,) = read_latex(formula)
    assert domain_text(found.claim.domain) == domain
    (other,) = read_latex(r"x \le x + 1", given=[formula])
    assert set(found.claim.domain.conditions) <= set(other.claim.domain.conditions)


def test_proofreading_uses_them() -> None:
    found = proofread(r"$$\mathrm{TV}(\mathrm{Bern}(p), \mathrm{Bern}(q)) \le 1$$", Budget(seconds=5), jobs=1)
    assert [c.verdict for c in found.steps] == ["proved"]


def test_a_bound_that_was_refuted_outside_of_the_laws_range_is_proved() -> None:
    assert check("TV(Bernoulli(p), Bernoulli(q)) <= 1").verdict == "proved"  # type: ignore[union-attr]


def test_what_the_conditions_show_is_not_said_again() -> None:
    (claim,) = read_claims("TV(Laplace(0, 1/eps), Laplace(1, 1/eps)) <= 1", where=["eps > 2"])
    assert domain_text(claim.domain) == "eps > 2"
    (claim,) = read_claims("TV(Laplace(0, 1/eps), Laplace(1, 1/eps)) <= 1")
    assert domain_text(claim.domain) == "eps > 0"


@pytest.mark.parametrize(
    ("law", "words"),
    [
        ("Laplace(0, 0)", "the scale must be positive, found 0"), ("Normal(0, -1)", "the standard deviation must be positive"),
        ("Uniform(1, 1)", "upper end must be above"), ("Exponential(-2)", "the rate must be positive"),
        ("Bernoulli(2)", "at most 1"), ("Bernoulli(-1)", "must not be negative"), ("Gumbel(0, log(1/2))", "must be positive"),
    ],
)  # fmt: skip
def test_numbers_out_of_range_are_refused(law: str, words: str) -> None:
    with pytest.raises(ReadError, match=words):
        read_claims(f"TV({law}, {law}) <= 1")
    with pytest.raises(ReadError, match=words):
        read_claims("x <= 1", let=[f"u = TV({law}, {law})"])


def test_latex_refuses_them_too() -> None:
    with pytest.raises(LatexError, match="the scale must be positive"):
        read_latex(r"\mathrm{TV}(\mathrm{Lap}(0, -1), \mathrm{Lap}(1, -1)) \le 1")


def test_orders_and_levels() -> None:
    pair = "Laplace(0, 1), Laplace(1, 1)"
    domains = {
        f"D(a, {pair}) <= 1": "a > 0, a != 1", f"renyi(a, e, {pair})": "a > 1, e >= 0", f"pure(e, {pair})": "x in reals, e >= 0",
        f"approx(e, d, {pair})": "e >= 0, 0 <= d <= 1", f"zcdp(r, {pair})": "alpha > 1, r >= 0", f"KL({pair}) <= u": "u in reals",
        f"approx(e, 1 - e, {pair})": "e >= 0",
    }  # fmt: skip
    assert {claim.partition("(")[0] for claim in domains} >= set(NOTIONS)
    for text, domain in domains.items():
        for claim in read_claims(text):
            assert domain_text(claim.domain) == domain, text
    refused = {
        f"D(0, {pair}) <= 1": "the order must be positive", f"D(1, {pair}) <= 1": r"must not be 1.*KL\(P, Q\)",
        f"renyi(1, 1, {pair})": r"must not be 1.*KL\(P, Q\)", f"renyi(1/2, 1, {pair})": "at least 1",
        f"approx(1, 2, {pair})": "delta must be at most 1", f"approx(1, -1, {pair})": "delta must not be negative",
        f"pure(log(1/2), {pair})": "eps must not be negative", f"zcdp(-1, {pair})": "rho must not be negative",
    }  # fmt: skip
    for text, words in refused.items():
        with pytest.raises(ReadError, match=words):
            read_claims(text)


def test_a_level_that_is_a_formula_is_part_of_the_claim() -> None:
    """approx(e, 1 - e, ...) fails where 1 - e is negative; the range of a level must not hide that."""
    answers = check("approx(e, 1 - e, Bernoulli(1/2), Bernoulli(1/2))")
    assert {a.verdict for a in answers} == {"refuted"}  # type: ignore[union-attr]


def test_laws_under_a_sum() -> None:
    (claim,) = read_claims("Sum(TV(Bernoulli(i/10), Bernoulli(p)), (i, 0, 10)) <= 11")
    assert domain_text(claim.domain) == "0 <= p <= 1"
    with pytest.raises(ReadError, match="which the range of i does not show"):
        read_claims("Sum(TV(Bernoulli(i), Bernoulli(0)), (i, 0, n)) <= n + 1")


def test_weights_with_symbols_must_not_be_negative() -> None:
    p, q = sympy.symbols("p q")
    law = objects.FiniteLaw({"a": p, "b": q, "c": 1 - p - q})
    (claim,) = claims_from_sympy(Le(objects.TotalVariation(law, law), 1, evaluate=False))
    assert len(claim.domain.conditions) == 1
    assert {r.name for r in claim.domain.ranges if r.lower is not None} == {"p", "q"}


def test_python_refuses_a_divergence_that_is_out_of_range() -> None:
    b = sympy.Symbol("b", negative=True)
    with pytest.raises((RefusedError, objects.ObjectError)):
        claims_from_sympy(Le(objects.TotalVariation(objects.Laplace(0, b), objects.Laplace(1, b)), 1, evaluate=False))
