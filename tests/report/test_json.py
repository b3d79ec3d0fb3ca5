"""The JSON contract: the same fields for every verdict, exact values as text."""

import json

from dpsym.kernel.statements import Certificate
from dpsym.kernel.terms import log, num, sym
from dpsym.kernel.verdicts import Evidence, Open, Proved, Refuted, Undefined, Verdict
from dpsym.reading.text.claims import read_claims
from dpsym.report.json import answer_json
from dpsym.running.answer import Answer
from dpsym.search.outcome import Sampled, Side

(CLAIM,) = read_claims("log(x) <= x - 1", ["x > 0, k in integers, k >= 1"], ["x <= k"], id="log.bound")
POINT = (("x", num(1, 2)), ("k", num(1)))
SAMPLED = Sampled(812, 50, "1.2e-9", POINT, "agrees", (Side("k", True, False),))
COMMON = {
    "id": "log.bound",
    "claim": "log(x) <= x - 1",
    "where": ["x > 0", "k in integers, k >= 1"],
    "given": ["x <= k"],
    "evidence": [],
    "counterexample": None,
    "lhs": None,
    "rhs": None,
    "sampled": {
        "points": 812,
        "digits": 50,
        "min_slack": "1.2e-9",
        "at": {"x": "1/2", "k": "1"},
        "face": {"k": "oo"},
        "trusted": False,
    },
    "reason": None,
    "seconds": 0.25,
}


def test_proved() -> None:
    evidence = (Evidence("Tangent", "exact", "at x = 1"),)
    answer = Answer(Proved(CLAIM, evidence, Certificate(CLAIM, (), ())), SAMPLED, 0.25)
    steps = [{"rule": "Tangent", "grade": "exact", "detail": "at x = 1"}]
    assert answer_json(answer) == {**COMMON, "verdict": "proved", "evidence": steps}


def test_refuted() -> None:
    answer = Answer(Refuted(CLAIM, POINT), SAMPLED, 0.25)
    expected = {
        **COMMON,
        "verdict": "refuted",
        "counterexample": {"x": "1/2", "k": "1"},
        "lhs": "-0.693147...",
        "rhs": "-0.5",
    }
    assert answer_json(answer) == expected


def test_undefined() -> None:
    answer = Answer(Undefined(CLAIM, POINT, log(sym("x")), "its argument is 0"), SAMPLED, 0.25)
    found = answer_json(answer)
    assert found["verdict"] == "undefined"
    assert found["counterexample"] == {"x": "1/2", "k": "1"}
    assert found["reason"] == "log(x) is undefined, its argument is 0"


def test_open() -> None:
    nothing = Sampled(0, 50, "", (), "inconclusive")
    found = answer_json(Answer(Open(CLAIM, "box 3", "a ball", "a sign", "out of steps"), nothing, 0.25))
    assert found["verdict"] == "open"
    assert found["reason"] == "out of steps; box 3: found a ball, expected a sign"
    assert found["sampled"] == {
        "points": 0,
        "digits": 50,
        "min_slack": None,
        "at": {},
        "face": {},
        "trusted": False,
    }


def test_every_verdict_has_every_field_and_serialises() -> None:
    results: list[Verdict] = [
        Proved(CLAIM, (), Certificate(CLAIM, (), ())),
        Refuted(CLAIM, POINT),
        Undefined(CLAIM, POINT, log(sym("x")), ""),
        Open(CLAIM),
    ]
    for result in results:
        found = answer_json(Answer(result, SAMPLED, 0.25))
        assert found.keys() == {*COMMON, "verdict"}
        assert json.loads(json.dumps(found)) == found
