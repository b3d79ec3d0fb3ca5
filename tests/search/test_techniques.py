"""Techniques one by one: a claim that needs each, and one like it that is false. The rule named must occur in the proof."""

from __future__ import annotations

import pytest

from dpsym.kernel.reals.check import check
from dpsym.kernel.verdicts import Proved
from dpsym.running.checking import to_claims
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget
from dpsym.search.prover import EFFORTS, Prover
from dpsym.search.strategy import Strategy
from dpsym.search.techniques.cases import by_ends
from dpsym.search.work import Work

BUDGET = Budget(seconds=120)

PROVED = [
    # inverse functions as variables
    ("PhiInv(1 - d) <= sqrt(2*log(1/d))", ["0 < d <= 1/2"], [], "Instance"),
    ("-2*PhiInv(1/(1 + exp(eps))) <= eps*sqrt(pi/2)", ["eps >= 0"], [], "Instance"),
    ("LambertW(-x, -1) <= log(x)", ["0 < x <= exp(-1)"], [], "Instance"),
    ("PhiInv(y) <= PhiInv(1/3)", ["0 < y <= 1/3"], [], "Ladder"),
    # a minimum at a place that is told by a constant of the claim
    ("x/(1 + exp(x)) <= LambertW(exp(-1))", ["x >= 0"], [], "Ladder"),
    # contrapositive
    ("x <= PhiInv(p)", ["x in reals", "0 < p < 1"], ["Phi(x) <= p"], "Absurd"),
    # projection and active bounds
    ("log(a/(1 - a)) >= log(b/(1 - b)) + 4*(a - b)", ["0 < a < 1", "0 < b < 1", "e >= 0"], ["a - b > e/4"], "Instance"),
    # logarithms of hypotheses and of goals with symbolic powers
    ("p <= (exp(r)*q)**(1 - 1/a)", ["a > 1", "0 < p <= 1", "0 < q <= 1", "r >= 0"], ["p**a*q**(1 - a) <= exp((a - 1)*r)"], "Instance"),
    ("t - 1 <= t**a*(a - 1)**(a - 1)/a**a", ["t > 0", "a > 1"], [], "Cases"),
    # ranges tightened by a condition between symbols
    ("exp(-k/n) >= 1 - k/n", ["k >= 1", "n >= k + 1"], [], "Instance"),
    # sums and products
    ("Product(1 - i/n, (i, 0, k - 1)) >= 1 - k*(k - 1)/(2*n)", ["n in integers", "k in integers", "k >= 1", "n >= k"], [], "Induct"),
    (
        "Sum(binomial(a, j)*(1 - q)**(a - j)*q**j*exp(j*(j - 1)*y), (j, 0, a)) >= 1",
        ["a in integers", "a >= 1", "0 < q < 1", "y >= 0"],
        [],
        "Termwise",
    ),
    ("Sum(i*binomial(n, i)*q**i*(1 - q)**(n - i), (i, 0, n)) == n*q", ["n in integers", "n >= 0", "0 < q < 1"], [], "Binomial"),
    (
        "Sum(binomial(n + 1, i)*exp(i**2), (i, 0, n + 1)) == Sum(binomial(n, i)*(exp(i**2) + exp((i + 1)**2)), (i, 0, n))",
        ["n in integers", "n >= 0"],
        [],
        "Pascal",
    ),
    ("x*Sum(exp(i**2*n), (i, 1, n)) <= Sum(exp(i**2*n)*(x + 1), (i, 1, n))", ["n in integers", "n >= 1", "x >= 0"], [], "Linear"),
    ("Product(1 - b/2**i, (i, 1, k)) >= 1 - b", ["0 <= b <= 1", "k in integers", "k >= 1"], [], "Induct"),
    ("Sum(1/i**2, (i, 2, n)) <= 1", ["n in integers", "n >= 2"], [], "Telescope"),
    # groups of terms
    (
        "(sqrt(p) - sqrt(q))**2 + (sqrt(1 - p) - sqrt(1 - q))**2 <= (p - q)**2/(p + q) + (p - q)**2/(2 - p - q)",
        ["0 < p < 1", "0 < q < 1"],
        [],
        "Combine",
    ),
    # wholeness
    ("floor(x) - floor(y) <= ceil(x - y)", ["x in reals", "y in reals"], [], "Whole"),
    # a part as the variable: 1/b, sqrt(2*log(5/(4*d)))
    ("TV(Laplace(0, b), Laplace(1, b)) <= 1/(2*b)", ["b > 0"], [], "Instance"),
    (
        "Phi(eps/(2*sqrt(2*log(2/d))) - sqrt(2*log(2/d))) - exp(eps)*Phi(-eps/(2*sqrt(2*log(2/d))) - sqrt(2*log(2/d))) <= d",
        ["0 < eps <= 1", "0 < d < 1"],
        [],
        "Instance",
    ),
    # roots of any degree, and logarithms with a root inside, undone
    ("sinh(x)/x >= cosh(x)**(1/3)", ["x > 0"], [], "Absurd"),
    ("asinh(sinh(x)*cosh(x)) <= 2*x", ["x > 0"], [], "Instance"),
    # a closed end at which a symbolic power vanishes, apart; an end of many digits
    ("(1 - x)**n*(1 + n*x) <= 1", ["0 <= x <= 1", "n >= 1"], [], "Split"),
    ("sinh(x) <= 2*x", ["0 < x <= 2.1773189849653"], [], "Ladder"),
    # the smallest value along a symbol, one after the other
    ("x + y + z + 1/(x*y*z) >= 4", ["x > 0", "y > 0", "z > 0"], [], "Combine"),
    ("exp(x) + exp(y) - x - 2*y >= 3 - 2*log(2)", ["x in reals", "y in reals"], [], "Combine"),
]  # fmt: skip

REFUTED = [
    ("PhiInv(1 - d) <= sqrt(log(1/d))", ["0 < d <= 1/2"], []),
    ("LambertW(-x, -1) <= 2*log(x)", ["0 < x <= exp(-1)"], []),
    ("x/(1 + exp(x)) < LambertW(exp(-1))", ["x >= 0"], []),
    ("abs(Phi(x) - 3/4) > 0", ["x >= 0"], []),
    ("abs(x*exp(x) - 1) > 0", ["x >= 0"], []),
    ("x >= PhiInv(p)", ["x in reals", "0 < p < 1"], ["Phi(x) <= p"]),
    ("p <= exp(r)*q", ["a > 1", "0 < p <= 1", "0 < q <= 1", "r >= 0"], ["p**a*q**(1 - a) <= exp((a - 1)*r)"]),
    ("t - 1 < t**a*(a - 1)**(a - 1)/a**a", ["t > 0", "a > 1"], []),
    (
        "Product(1 - i/n, (i, 0, k - 1)) >= 1 - k*(k - 1)/(3*n)",
        ["n in integers", "k in integers", "k >= 1", "n >= k"],
        [],
    ),
    (
        "Sum(binomial(n + 1, i)*exp(i**2), (i, 0, n + 1)) == Sum(binomial(n, i)*(exp(i**2) + exp(i)), (i, 0, n))",
        ["n in integers", "n >= 0"],
        [],
    ),
    ("(x + 1)*Sum(exp(i**2*n), (i, 1, n)) <= Sum(exp(i**2*n)*x, (i, 1, n))", ["n in integers", "n >= 1", "x >= 0"], []),
    ("Sum(i*binomial(n, i)*q**i*(1 - q)**(n - i), (i, 0, n)) == n*q**2", ["n in integers", "n >= 0", "0 < q < 1"], []),
    ("Product(1 - b/2**i, (i, 1, k)) >= 1 - 9*b/10", ["0 <= b <= 1", "k in integers", "k >= 1"], []),
    ("Sum(1/i**2, (i, 2, n)) <= 3/5", ["n in integers", "n >= 2"], []),
    ("floor(x) - floor(y) <= floor(x - y)", ["x in reals", "y in reals"], []),
    ("TV(Laplace(0, b), Laplace(1, b)) <= 1/(3*b)", ["b > 0"], []),
    (
        "Phi(eps/(2*sqrt(2*log(2/d))) - sqrt(2*log(2/d))) - exp(eps)*Phi(-eps/(2*sqrt(2*log(2/d))) - sqrt(2*log(2/d))) <= d",
        ["0 < eps <= 9", "0 < d < 1"],
        [],
    ),
    ("sinh(x)/x >= cosh(x)**(1/2)", ["x > 0"], []),
    ("asinh(sinh(x)*cosh(x)) <= 3*x/2", ["x > 0"], []),
    ("(1 - x)**n*(1 + n*x) < 1", ["0 <= x <= 1", "n >= 1"], []),
    ("sinh(x) <= 2*x", ["0 < x <= 2.1773189849654"], []),
    ("x + y + z + 1/(x*y*z) > 4", ["x > 0", "y > 0", "z > 0"], []),
    ("exp(x) + exp(y) - x - 2*y >= 2 - log(2)/2", ["x in reals", "y in reals"], []),
]


@pytest.mark.parametrize(("claim", "where", "given", "rule"), PROVED, ids=[p[0] for p in PROVED])
def test_proved_by(claim: str, where: list[str], given: list[str], rule: str) -> None:
    answer = decide(to_claims(claim, tuple(where), tuple(given), (), "")[0], BUDGET)
    assert isinstance(answer.result, Proved)
    assert rule in {type(h.by).__name__ for h in answer.result.certificate.proof}
    assert isinstance(check(answer.result.certificate), Proved)


@pytest.mark.parametrize(("claim", "where", "given"), REFUTED, ids=[r[0] for r in REFUTED])
def test_refuted(claim: str, where: list[str], given: list[str]) -> None:
    assert decide(to_claims(claim, tuple(where), tuple(given), (), "")[0], BUDGET).verdict == "refuted"


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        ("Integral(x^a, (x, 0, 1)) <= 1", "a >= 0"),
        ("a*y + Sum(k^a, (k, 0, 3)) <= 2", "a >= 0, 0 <= y <= 1"),
        ("y^a*Integral(t^a, (t, 0, 1)) <= 1", "a >= 0, 0 <= y <= 1"),
    ],
)
def test_ends_are_those_of_symbols_of_the_domain(claim: str, where: str) -> None:
    """The base of a power may be bound under an integral or a sum: it has no range in the domain."""
    (c,) = to_claims(claim, (where,), (), (), "")
    prover = Prover(Work(10**6), Strategy())
    prover.start(EFFORTS[0])
    by_ends(prover, c.fact, 0)
