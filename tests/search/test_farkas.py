"""Claims of differential privacy that follow from hypotheses by linear reasoning, and near misses that do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

import pytest

from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.reals.check import check, refute
from dpsym.kernel.reals.codec import certificate_from_json
from dpsym.kernel.reals.points import in_ranges, satisfied
from dpsym.kernel.reals.rules.logic import Instance, Sign
from dpsym.kernel.statements import Certificate, Claim, Fact, Point
from dpsym.kernel.terms import Term, num
from dpsym.kernel.verdicts import Proved, Refuted
from dpsym.reading.text.claims import read_claims
from dpsym.search.builder import Builder
from dpsym.search.strategy import new_prover
from dpsym.search.techniques.farkas import MAX_WORK, _Linear, prove_linear
from dpsym.search.work import Work
from tests.helpers.sampling import sampled

EPS = "eps >= 0"
GRID = ["0", "1/2", "1", "1/4", "2", "3/4", "-1"]

#: claim; where; given
TRUE: list[tuple[str, list[str], list[str]]] = [
    # chains of indistinguishability
    ("p <= exp(2*eps)*q", [EPS, "p, q, s in [0, 1]"], ["p <= exp(eps)*s", "s <= exp(eps)*q"]),
    ("p <= exp(3*eps)*q", [EPS, "p, q, r, s in [0, 1]"], ["p <= exp(eps)*r", "r <= exp(eps)*s", "s <= exp(eps)*q"]),
    (
        "p <= exp(4*eps)*q",
        [EPS, "p, q, r, s, t in [0, 1]"],
        ["p <= exp(eps)*r", "r <= exp(eps)*s", "s <= exp(eps)*t", "t <= exp(eps)*q"],
    ),
    ("p <= exp(a + b)*q", ["a >= 0", "b >= 0"], ["p <= exp(a)*s", "s <= exp(b)*q"]),
    ("p <= exp(eps)*q", [EPS], ["p <= exp(eps/2)*s", "s <= exp(eps/2)*q"]),
    (
        "p <= exp(2*eps)*q + (1 + exp(eps))*delta",
        [EPS, "p, q, s, delta in [0, 1]"],
        ["p <= exp(eps)*s + delta", "s <= exp(eps)*q + delta"],
    ),
    (
        "p <= exp(2*eps)*q + 2*exp(eps)*delta",
        [EPS, "p, q, s, delta in [0, 1]"],
        ["p <= exp(eps)*s + delta", "s <= exp(eps)*q + delta"],
    ),
    (
        "p <= exp(3*eps)*q + (exp(3*eps) - 1)/(exp(eps) - 1)*delta",
        ["eps > 0", "p, q, r, s, delta in [0, 1]"],
        ["p <= exp(eps)*r + delta", "r <= exp(eps)*s + delta", "s <= exp(eps)*q + delta"],
    ),
    # a bound may be weakened
    ("p <= exp(eps)*q + delta", [EPS, "p, q, delta in [0, 1]"], ["p <= exp(eps)*q"]),
    ("p <= exp(2*eps)*q", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q"]),
    ("p <= exp(b)*q", ["a >= 0", "p, q in [0, 1]"], ["p <= exp(a)*q", "a <= b"]),
    ("p <= exp(c)*q", ["p, q, s in [0, 1]"], ["p <= exp(a)*s", "s <= exp(b)*q", "a + b <= c"]),
    ("q >= exp(-eps)*p", [EPS], ["p <= exp(eps)*q"]),
    ("exp(-eps)*q <= p", [EPS], ["q <= exp(eps)*p"]),
    ("exp(-eps)*(q - delta) <= p", [EPS, "delta >= 0"], ["q <= exp(eps)*p + delta"]),
    # simulation: both laws are near a third
    (
        "p <= exp(2*eps)*q",
        [EPS, "p, q, s in [0, 1]"],
        ["exp(-eps)*s <= p", "p <= exp(eps)*s", "exp(-eps)*s <= q", "q <= exp(eps)*s"],
    ),
    # mixtures, post-processing
    (
        "lam*p + (1 - lam)*r <= exp(eps)*(lam*q + (1 - lam)*s)",
        [EPS, "lam in [0, 1]"],
        ["p <= exp(eps)*q", "r <= exp(eps)*s"],
    ),
    (
        "lam*p + (1 - lam)*r <= exp(eps)*(lam*q + (1 - lam)*s) + delta",
        [EPS, "lam in [0, 1]", "delta >= 0"],
        ["p <= exp(eps)*q + delta", "r <= exp(eps)*s + delta"],
    ),
    ("lam*p + (1 - lam)*q <= exp(eps)*q", [EPS, "lam, p, q in [0, 1]"], ["p <= exp(eps)*q"]),
    ("lam*p + (1 - lam)*q <= (1 + lam*(exp(eps) - 1))*q", [EPS, "lam, p, q in [0, 1]"], ["p <= exp(eps)*q"]),
    ("p + r <= exp(eps)*(q + s) + 2*delta", [EPS], ["p <= exp(eps)*q + delta", "r <= exp(eps)*s + delta"]),
    # total variation
    ("p - q <= (exp(eps) - 1)*q", [EPS], ["p <= exp(eps)*q"]),
    ("p - q <= 1 - exp(-eps)", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q"]),
    ("p - q <= tanh(eps/2)", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q", "1 - q <= exp(eps)*(1 - p)"]),
    (
        "p - q <= (exp(eps) - 1 + 2*delta)/(exp(eps) + 1)",
        [EPS, "p, q, delta in [0, 1]"],
        ["p <= exp(eps)*q + delta", "1 - q <= exp(eps)*(1 - p) + delta"],
    ),
    (
        "abs(p - q) <= tanh(eps/2)",
        [EPS, "p, q in [0, 1]"],
        ["p <= exp(eps)*q", "q <= exp(eps)*p", "1 - q <= exp(eps)*(1 - p)", "1 - p <= exp(eps)*(1 - q)"],
    ),
    ("p - q <= exp(eps) - 1 + delta", [EPS, "p, q, delta in [0, 1]"], ["p <= exp(eps)*q + delta"]),
    # randomized response, equalities
    ("p <= exp(eps)/(1 + exp(eps))", [EPS], ["p <= exp(eps)*r", "p + r == 1"]),
    ("r >= 1/(1 + exp(eps))", [EPS], ["p <= exp(eps)*r", "p + r == 1"]),
    ("p == exp(eps)/(1 + exp(eps))", [EPS], ["p == exp(eps)*r", "p + r == 1"]),
    ("p - r == tanh(eps/2)", [EPS], ["p == exp(eps)*r", "p + r == 1"]),
    ("p <= exp(eps)*q", [EPS, "a >= 0", "b >= 0"], ["p == a + b", "q == a*exp(-eps) + b"]),
    # products, composition
    ("p1*p2 <= exp(2*eps)*q1*q2", [EPS, "p1, p2, q1, q2 in [0, 1]"], ["p1 <= exp(eps)*q1", "p2 <= exp(eps)*q2"]),
    ("p1*p2 <= exp(a + b)*q1*q2", ["p1, p2, q1, q2 in [0, 1]"], ["p1 <= exp(a)*q1", "p2 <= exp(b)*q2"]),
    ("b*d <= a*c", ["b >= 0", "d >= 0"], ["a >= b", "c >= d"]),
    (
        "p1*p2 <= exp(2*eps)*q1*q2 + (1 + exp(eps))*delta",
        [EPS, "p1, p2, q1, q2, delta in [0, 1]"],
        ["p1 <= exp(eps)*q1 + delta", "p2 <= exp(eps)*q2 + delta"],
    ),
    ("(a - b)*(c - d) >= 0", [], ["a >= b", "c >= d"]),
    # conditional probabilities, odds
    ("p/(p + q) <= exp(eps)/(1 + exp(eps))", [EPS, "p > 0", "q > 0"], ["p <= exp(eps)*q"]),
    ("p/q <= exp(eps)", [EPS, "q > 0", "p >= 0"], ["p <= exp(eps)*q"]),
    ("p <= exp(eps)*q", [EPS, "q > 0", "p >= 0"], ["p/q <= exp(eps)"]),
    ("p/(1 - p) <= exp(eps)*q/(1 - q)", [EPS, "p, q in (0, 1)"], ["p*(1 - q) <= exp(eps)*q*(1 - p)"]),
    (
        "lam*p/(lam*p + (1 - lam)*q) <= exp(eps)*lam/(exp(eps)*lam + 1 - lam)",
        [EPS, "lam in (0, 1)", "p > 0", "q > 0"],
        ["p <= exp(eps)*q"],
    ),
    (
        "p*a/(q*b) <= exp(2*eps)",
        [EPS, "q > 0", "b > 0", "p >= 0", "a >= 0"],
        ["p <= exp(eps)*q", "a <= exp(eps)*b"],
    ),
    # logarithms
    ("log(p/q) <= eps", ["p > 0", "q > 0"], ["p <= exp(eps)*q"]),
    ("p <= exp(eps)*q", ["p > 0", "q > 0"], ["log(p/q) <= eps"]),
    ("log(p/q) <= a + b", ["p > 0", "q > 0", "s > 0"], ["log(p/s) <= a", "log(s/q) <= b"]),
    ("abs(log(p/q)) <= eps", ["p > 0", "q > 0"], ["p <= exp(eps)*q", "q <= exp(eps)*p"]),
    # absolute values, min, max
    ("x <= D", [], ["abs(x) <= D"]),
    ("-x <= D", [], ["abs(x) <= D"]),
    ("abs(x) <= D", [], ["x <= D", "-D <= x"]),
    ("abs(x - z) <= 2*D", [], ["abs(x - y) <= D", "abs(y - z) <= D"]),
    ("abs(a - c) <= abs(a - b) + abs(b - c)", [], []),
    ("max(p, q) <= exp(eps)*min(p, q)", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q", "q <= exp(eps)*p"]),
    ("abs(x) <= y", ["y >= 0"], ["x <= y", "x >= 0"]),
    # strict
    ("p < exp(2*eps)*q", [EPS], ["p < exp(eps)*s", "s <= exp(eps)*q"]),
    ("p < exp(2*eps)*q", ["eps > 0", "q > 0", "p >= 0"], ["p <= exp(eps)*q"]),
    ("p < 1 + exp(eps)*q", [EPS], ["p <= exp(eps)*q"]),
    # with 1 + eps <= exp(eps)
    ("p <= exp(eps)*q", [EPS, "p, q in [0, 1]"], ["p <= (1 + eps)*q"]),
    ("p - q <= eps*p", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q"]),
]

FALSE: list[tuple[str, list[str], list[str]]] = [
    # a hypothesis is missing
    ("p <= exp(2*eps)*q", [EPS, "p, q, s in [0, 1]"], ["p <= exp(eps)*s"]),
    ("p <= exp(3*eps)*q", [EPS, "p, q, r, s in [0, 1]"], ["p <= exp(eps)*r", "s <= exp(eps)*q"]),
    ("p - q <= tanh(eps/2)", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q"]),
    ("p1*p2 <= exp(2*eps)*q1*q2", [EPS], ["p1 <= exp(eps)*q1", "p2 <= exp(eps)*q2"]),
    ("b*d <= a*c", ["b >= 0"], ["a >= b", "c >= d"]),
    ("lam*p + (1 - lam)*r <= lam*q + (1 - lam)*s", ["lam >= 0"], ["p <= q", "r <= s"]),
    ("p <= exp(eps)/(1 + exp(eps))", [EPS, "r >= 0"], ["p <= exp(eps)*r"]),
    ("p <= exp(2*eps)*q", ["eps in reals"], ["p <= exp(eps)*q", "q >= 0"]),
    ("p <= exp(b)*q", ["a >= 0", "p, q in [0, 1]"], ["p <= exp(a)*q"]),
    # a constant is too small
    ("p <= exp(2*eps)*q*99/100", [EPS, "p, q, s in [0, 1]"], ["p <= exp(eps)*s", "s <= exp(eps)*q"]),
    ("p <= exp(2*eps)*q + 2*d", [EPS, "p, q, s, d in [0, 1]"], ["p <= exp(eps)*s + d", "s <= exp(eps)*q + d"]),
    ("p <= exp(3*eps/2)*q", [EPS, "p, q, s in [0, 1]"], ["p <= exp(eps)*s", "s <= exp(eps)*q"]),
    ("p - q <= tanh(eps/2) - 1/10**9", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q", "1 - q <= exp(eps)*(1 - p)"]),
    ("p - q <= 4*(1 - exp(-eps))/5", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q"]),
    ("p - q <= (exp(eps) - 1)*q - 1/10**12", [EPS], ["p <= exp(eps)*q"]),
    ("abs(x - z) <= 19*D/10", ["D >= 0"], ["abs(x - y) <= D", "abs(y - z) <= D"]),
    ("p/(p + q) <= 99/100*exp(eps)/(1 + exp(eps))", [EPS, "p > 0", "q > 0"], ["p <= exp(eps)*q"]),
    ("p <= (1 + eps)*q", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q"]),
    ("p1*p2 <= exp(eps)*q1*q2", [EPS, "p1, p2, q1, q2 in [0, 1]"], ["p1 <= exp(eps)*q1", "p2 <= exp(eps)*q2"]),
    ("log(p/q) <= eps - 1/100", ["p > 0", "q > 0"], ["p <= exp(eps)*q"]),
    # the wrong way round
    ("q <= exp(eps)*p", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q"]),
    ("exp(-eps)*p >= q", [EPS], ["p <= exp(eps)*q"]),
    ("p >= exp(2*eps)*q", [EPS, "p, q, s in [0, 1]"], ["p <= exp(eps)*s", "s <= exp(eps)*q"]),
    ("abs(a - c) >= abs(a - b) + abs(b - c)", [], []),
    ("p <= exp(b)*q", ["a >= 0", "p, q in [0, 1]"], ["p <= exp(a)*q", "b <= a"]),
    # equality is attained
    ("p < exp(2*eps)*q", [EPS], ["p <= exp(eps)*s", "s <= exp(eps)*q"]),
    ("p == exp(2*eps)*q", [EPS], ["p <= exp(eps)*s", "s <= exp(eps)*q"]),
    ("abs(x) < D", [], ["abs(x) <= D"]),
]


def prove(claim: Claim) -> tuple[Builder, str | None]:
    """The linear prover with nothing but signs by structure behind it."""
    builder = Builder()

    def by_sign(fact: Fact) -> str | None:
        return builder.have(fact, Sign())

    return builder, prove_linear(claim.fact, by_sign, builder)


def points(claim: Claim, conditions: Sequence[Term]) -> Iterator[Point]:
    """The points of a small grid that certainly lie in the ranges and satisfy the conditions."""
    names = claim.domain.names
    for values in islice(product(map(num, GRID), repeat=len(names)), 200_000):
        point = tuple(zip(names, values, strict=True))
        at = dict(point)
        if in_ranges(claim.domain, at) is True and all(satisfied(c, at) is True for c in conditions):
            yield point


def read(claim: str, where: Sequence[str], given: Sequence[str]) -> Claim:
    (found,) = read_claims(claim, where, given)
    return found


@pytest.mark.parametrize(("claim", "where", "given"), sampled([pytest.param(*f, id=f[0]) for f in TRUE], 2))
def test_true_claims_are_proved_and_check(claim: str, where: list[str], given: list[str]) -> None:
    found = read(claim, where, given)
    builder, name = prove(found)
    assert name is not None, builder.refusal
    witness = next(points(found, found.fact.domain.conditions))
    certificate = Certificate(found, builder.proof(name), witness)
    result = check(certificate_from_json(certificate_to_json(certificate)))
    assert isinstance(result, Proved), result


@pytest.mark.parametrize(("claim", "where", "given"), sampled([pytest.param(*f, id=f[0]) for f in FALSE], 5))
def test_false_claims_are_not_proved(claim: str, where: list[str], given: list[str]) -> None:
    found = read(claim, where, given)
    assert prove(found)[1] is None
    counterexamples = (refute(found, point) for point in points(found, found.fact.domain.conditions))
    assert any(isinstance(verdict, Refuted) for verdict in counterexamples)


def test_coefficients_of_the_parameters_are_left_to_the_prover() -> None:
    claim = read("p <= (1 + eps + eps**2)*q", ["eps in [0, 1]", "p, q in [0, 1]"], ["p <= exp(eps)*q"])
    builder, name = prove(claim)
    assert name is None
    asked: list[Fact] = []

    def general(fact: Fact) -> str | None:
        asked.append(fact)
        prover = new_prover(Work())
        prover.builder = builder
        prover.ladder.builder = builder
        return prover.prove(fact)

    name = prove_linear(claim.fact, general, builder)
    assert name is not None
    assert all(fact.statement.free == {"eps"} and not fact.domain.conditions for fact in asked)
    certificate = Certificate(claim, builder.proof(name), next(points(claim, claim.given)))
    assert isinstance(check(certificate), Proved)


def test_a_denominator_of_unknown_sign_becomes_a_lemma() -> None:
    claim = read("p/(a - b) <= c/(a - b)", [], ["p <= c", "a > d", "d > b"])
    builder, name = prove(claim)
    assert name is not None
    assert any(isinstance(h.by, Instance) for h in builder.proof(name))
    certificate = Certificate(claim, builder.proof(name), next(points(claim, claim.given)))
    assert isinstance(check(certificate), Proved)
    assert prove(read("p/(a - b) <= c/(a - b)", [], ["p <= c", "a > d", "d >= e"]))[1] is None


def test_the_work_is_bounded_and_the_same_every_time() -> None:
    claim = read("(1 + 2*x)/(1 - 2*x) <= exp(2*x)", ["x > 0", "x < 1/2"], [])
    counts = set()
    for _ in range(2):
        builder = Builder()
        search = _Linear(lambda fact: None, builder)
        assert search.fact(claim.fact, 0) is None
        counts.add((search.pivots, search.work))
    ((pivots, work),) = counts
    assert 0 < pivots <= 5_000
    assert work <= 2 * MAX_WORK
