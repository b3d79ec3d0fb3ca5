"""Laws, divergences and notions in text: proved from the command line's reader, refused with a place."""

from __future__ import annotations

import pytest
import sympy

from dpsym import check
from dpsym.objects import Laplace, TotalVariation
from dpsym.reading.text.claims import ReadError, read_claims, read_term
from tests.helpers.sampling import sampled

LAP = "Laplace(0,1/eps), Laplace(1,1/eps)"
GAUSS = "Normal(0,1/eps), Normal(1,1/eps)"


def verdicts(claim: object, where: str | tuple[str, ...] = ()) -> list[str]:
    answers = check(claim, where=where)
    return [a.verdict for a in (answers if isinstance(answers, tuple) else (answers,))]


@pytest.mark.parametrize(
    "claim",
    [
        f"TV({LAP}) == 1 - exp(-eps/2)",
        f"KL({LAP}) == eps + exp(-eps) - 1",
        f"hockeystick(eps/2, {LAP}) == 1 - exp(-eps/4)",
        f"TV({LAP}) <= eps/2",
        f"D(2, {GAUSS}) == eps**2",
        "TV(Bernoulli(exp(eps)/(1+exp(eps))), Bernoulli(1/(1+exp(eps)))) == tanh(eps/2)",
    ],
)
def test_claims_about_concrete_laws_are_proved(claim):
    assert verdicts(claim, where="eps > 0") == ["proved"]


@pytest.mark.parametrize(
    "claim", [f"pure(eps, {LAP})", f"approx(eps, 0, {LAP})", f"renyi(2, eps**2, {GAUSS})", f"zcdp(eps**2/2, {GAUSS})"]
)
def test_notions_say_both_directions(claim):
    assert verdicts(claim, where="eps > 0") == ["proved", "proved"]


def test_too_small_a_level_is_refuted():
    assert verdicts(f"pure(eps/2, {LAP})", where="eps > 0") == ["refuted", "refuted"]


@pytest.mark.parametrize(
    "claim",
    sampled([
        "TV(Normal(0,1),Normal(1,1)) <= 1/3", "TV(Normal(0,1),Normal(1,2)) <= 39/100", "KL(Normal(0,1),Normal(1,2)) <= 44/100",
        "hellinger(Gumbel(0,1),Gumbel(1,1)) <= 1/10", "TV(Gumbel(0,1),Gumbel(1,1)) <= 1/3", "TV(Normal(0,1),Laplace(0,1)) >= 1/8",
        "hockeystick(log(2),Normal(0,1),Normal(1,1)) <= 19/100", "chi2(Normal(0,1),Normal(1,2)) <= 7/10",
        "TV(Laplace(0,1),Laplace(1,2)) <= 1/3", "KL(Exponential(1),Exponential(2)) <= 3/10",
    ], 3),
)  # fmt: skip
def test_false_claims_about_integrals_are_refuted(claim):
    assert verdicts(claim) == ["refuted"]


def test_python_and_text_unfold_to_the_same_term():
    eps = sympy.Symbol("eps", positive=True)
    from_python = TotalVariation(Laplace(0, 1 / eps), Laplace(1, 1 / eps)).defining_term()
    assert from_python.op == "Integral"
    assert from_python.free == {"eps"}
    assert read_term(f"TV({LAP})").op == "Integral"
    equation = sympy.Eq(TotalVariation(Laplace(0, 1 / eps), Laplace(1, 1 / eps)), 1 - sympy.exp(-eps / 2))
    assert verdicts(equation) == ["proved"]


def test_bound_symbols_avoid_names_in_use():
    (claim,) = read_claims("TV(Laplace(0, x), Laplace(y, x)) >= 0", where=["x > 0"])
    assert claim.lhs.value not in ("x", "y")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("TV(Laplace(0,1), 3) == 1", "expected a law"),
        ("TV(Laplace(0,1)) == 1", "second law"),
        ("Laplace(0,1) == 1", "is a law"),
        ("TV(Laplace(0), Laplace(1,1)) == 1", "found 1 parameters, expected 2"),
        ("TV(Laplace(0,1), Bernoulli(1/2)) == 1", "different spaces"),
        ("TV(Uniform(0,1), Uniform(0,2)) == 1", "different supports"),
        ("1 + pure(1, Laplace(0,1), Laplace(1,1)) == 1", "whole claim"),
        ("pure(1)", "two laws"),
        ("D(Laplace(0,1), Laplace(1,1)) == 1", "is a law"),
    ],
)
def test_what_is_refused(text, words):
    with pytest.raises(ReadError, match=words):
        read_claims(text)


def test_the_names_are_still_symbols():
    assert read_term("D*TV + KL").free == {"D", "TV", "KL"}
