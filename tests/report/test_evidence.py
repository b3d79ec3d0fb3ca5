"""What is printed about proofs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dpsym.kernel.reals.check import check
from dpsym.kernel.reals.rules.boxes import Balls
from dpsym.kernel.reals.rules.logic import Identity, Sign
from dpsym.kernel.statements import Certificate, Claim, Fact, Have, Rule
from dpsym.kernel.terms import num
from dpsym.kernel.verdicts import Proved
from dpsym.reading.text.claims import read_claims
from dpsym.report.answers import answer_text
from dpsym.report.evidence import combination_text, shown, summary
from dpsym.report.json import answer_json
from dpsym.running.answer import Answer
from dpsym.search.builder import Builder
from dpsym.search.outcome import Sampled
from dpsym.search.techniques.farkas import prove_linear

CHAIN = ("p <= exp(2*eps)*q", ["eps >= 0", "p, q, s in [0, 1]"], ["p <= exp(eps)*s", "s <= exp(eps)*q"])
EPS = "eps >= 0"


def read(text: str, where: list[str], given: list[str]) -> Claim:
    (claim,) = read_claims(text, where, given)
    return claim


def linear(text: str, where: list[str], given: list[str]) -> Certificate:
    claim, builder = read(text, where, given), Builder()
    name = prove_linear(claim.fact, lambda fact: builder.have(fact, Sign()), builder)
    assert name is not None
    return Certificate(claim, builder.proof(name), tuple((n, num(0)) for n in claim.domain.names))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (CHAIN, "by 1*(first hypothesis) + exp(eps)*(second hypothesis)"),
        (("p - q <= 0", [], ["q >= p"]), "by 1*(first hypothesis)"),
        (("p <= exp(eps)*q + d", [EPS, "d >= 0"], ["p <= exp(eps)*q"]), "by 1*(first hypothesis) + 1*(d >= 0)"),
        (("p < 1 + exp(eps)*q", [EPS], ["p <= exp(eps)*q"]), "by 1*(first hypothesis) + 1"),
        (
            ("p - q <= tanh(eps/2)", [EPS, "p, q in [0, 1]"], ["p <= exp(eps)*q", "1 - q <= exp(eps)*(1 - p)"]),
            "by 1/(1 + exp(eps))*(first hypothesis) + 1/(1 + exp(eps))*(second hypothesis)",
        ),
        (
            ("p <= exp(eps)/(1 + exp(eps))", [EPS], ["p <= exp(eps)*r", "p + r == 1"]),
            "by 1/(1 + exp(eps))*(first hypothesis) - exp(eps)/(1 + exp(eps))*(second hypothesis)",
        ),
        (
            ("b*d <= a*c", ["b >= 0", "d >= 0"], ["a >= b", "c >= d"]),
            "by d*(first hypothesis) + b*(second hypothesis) + 1*(first hypothesis)*(second hypothesis)",
        ),
        (
            ("abs(x) <= D", [], ["x <= D", "-D <= x"]),
            "by cases, if x >= 0: 1*(first hypothesis); if x < 0: 1*(second hypothesis)",
        ),
        (
            ("-x <= D", [], ["abs(x) <= D"]),
            "by cases, if x >= 0: 1*(first hypothesis) + 2*(x >= 0); if x < 0: 1*(first hypothesis)",
        ),
        (("abs(x - z) <= 2*D", [], ["abs(x - y) <= D", "abs(y - z) <= D"]), "by combinations in 6 cases"),
        (("log(p/q) <= eps", ["p > 0", "q > 0"], ["p <= exp(eps)*q"]), "by exp of both sides, 1/p*(first hypothesis)"),
    ],
)
def test_combinations(claim: tuple[str, list[str], list[str]], text: str) -> None:
    certificate = linear(*claim)
    assert combination_text(certificate.claim, certificate.proof) == text
    assert summary(certificate) == text


def test_hypotheses_have_names_up_to_the_tenth() -> None:
    letters = "abcdefghijkl"
    given = [f"{x} <= {y}" for x, y in pairwise(letters)]
    certificate = linear("a <= l", [], given)
    text = combination_text(certificate.claim, certificate.proof)
    assert text == "by a combination of 11 facts"  # too long to print
    assert summary(linear("2*j <= 2*k", [], given)) == "by 2*(tenth hypothesis)"
    assert summary(linear("k <= l", [], given)) == "by 1*(hypothesis 11)"


def step(claim: Claim, by: Rule) -> Certificate:
    return Certificate(claim, (Have("s1", claim.fact, by),), tuple((n, num(1)) for n in claim.domain.names))


def test_other_proofs_are_named_by_their_rules() -> None:
    square = read("x**2 >= 0", [], [])
    assert summary(step(square, Sign())) == "sign"
    assert summary(step(read("x + x == 2*x", [], []), Identity())) == "identity"
    box = read("x <= 3", ["x in [0, 2]"], [])
    assert summary(step(box, Balls((0, "n", (0, "n", "m"))))) == "balls, 3 boxes"
    assert combination_text(square, ()) is None
    assert combination_text(square, step(square, Sign()).proof) is None


def test_ladders_are_counted() -> None:
    from dpsym.kernel.reals.rules.patterns import FromPattern, Ladder, OneSign
    from dpsym.kernel.statements import Pattern
    from dpsym.kernel.terms import ONE

    claim = read("x >= 0", ["x >= 0"], [])
    x = claim.lhs
    domain = claim.domain
    inner = Have("s1", Fact(domain, read("1 > 0", [], []).statement), Sign())
    one = Have("s2", Pattern(domain, "x", ONE, (1,), True), OneSign("s1"))
    up = Have("s3", Pattern(domain, "x", x, (1,)), Ladder("s2", None, None, 0))
    certificate = Certificate(claim, (inner, one, up, Have("s4", claim.fact, FromPattern("s3"))), (("x", ONE),))
    assert summary(certificate) == "ladder, 1 step"


def answer(certificate: Certificate) -> Answer:
    result = check(certificate)
    assert isinstance(result, Proved)
    return Answer(result, Sampled(10, 50, "0", (), "agrees"), 0.1)


def test_an_answer_shows_the_summary_and_the_grade() -> None:
    found = answer(linear(*CHAIN))
    assert answer_text(found).endswith("by 1*(first hypothesis) + exp(eps)*(second hypothesis), exact")
    boxes = answer(step(read("exp(x) < 9", ["x in [0, 2]"], []), Balls((0, "n", "n"))))
    assert answer_text(boxes).endswith("   balls, 2 boxes, enclosure")


def test_json_has_one_entry_for_each_rule() -> None:
    found = answer(linear(*CHAIN))
    assert answer_json(found)["evidence"] == [
        {"rule": "Combine", "grade": "exact", "detail": "by 1*(first hypothesis) + exp(eps)*(second hypothesis)"},
        {"rule": "Given", "grade": "exact", "detail": "2 steps"},
    ]
    assert isinstance(found.result, Proved)
    assert [e.rule for e in shown(found.result)] == ["Combine", "Given"]
