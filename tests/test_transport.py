"""Between processes a verdict is never read, it is made again by the kernel."""

from __future__ import annotations

import ast
import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import dpsym
from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.reals.rules.logic import Identity, Sign
from dpsym.kernel.statements import Certificate, Claim, Domain, Fact, Have
from dpsym.kernel.terms import ONE, ZERO, num, relation
from dpsym.kernel.verdicts import Open, Proved
from dpsym.reading.text.claims import read_claims
from dpsym.running.answer import Bug, MemoryLimit
from dpsym.running.transport import (
    TransportError,
    failure_from_json,
    failure_to_json,
    outcome_from_json,
    outcome_to_json,
)
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget, Outcome, Sampled, Side

CLAIMS = {
    "proved": read_claims("tanh(eps/2) <= eps/2", ("eps > 0",))[0],
    "refuted": read_claims("exp(2*eps) <= 1 + 2*eps", ("eps > 0",))[0],
    "undefined": read_claims("log(1 - 2*delta) <= 0", ("0 <= delta < 1",))[0],
    "open": read_claims("loggamma(n + 1) <= n*log(n) - n + log(n)/2 + 1", ("n >= 1",))[0],
}
OUTCOMES = {verdict: decide(claim, Budget(seconds=0.5, evaluations=300)) for verdict, claim in CLAIMS.items()}
JUNK: list[Any] = [None, True, 0, -1, "", "proved", "refuted", "open", [], {}, [[]], {"a": 1}, 10**9, 0.5]


def through_text(obj: Any) -> Any:
    return json.loads(json.dumps(obj))


@pytest.mark.parametrize("verdict", CLAIMS)
def test_an_outcome_arrives_as_it_was_sent(verdict: str) -> None:
    sent = OUTCOMES[verdict]
    assert sent.verdict == verdict
    assert outcome_from_json(through_text(outcome_to_json(sent)), CLAIMS[verdict]) == sent


def test_what_is_left_over_and_the_face_of_a_sample_arrive() -> None:
    claim = CLAIMS["open"]
    left = Fact(claim.domain, relation("!=", claim.lhs, ZERO))
    sampled = Sampled(4, 50, "1e-3", (("n", num(1)),), "agrees", (Side("n", False, True),))
    sent = Outcome(Open(claim, "box", "a", "b", "why", left), sampled, 0.5, ("balls",), 17)
    assert outcome_from_json(through_text(outcome_to_json(sent)), claim) == sent


FALSE = Claim(Domain(()), (), ONE, "<=", ZERO)


def message(**fields: Any) -> dict[str, Any]:
    """An outcome about 1 <= 0, with these fields in place of its own."""
    sent = Outcome(Open(FALSE), Sampled(0, 50, "", (), "inconclusive"), 0.0)
    return {**through_text(outcome_to_json(sent)), **fields}


@pytest.mark.parametrize(
    "proof",
    [(), (Have("s1", FALSE.fact, Sign()),), (Have("s1", FALSE.fact, Identity()),)],
    ids=["none", "sign", "same"],
)
def test_a_proof_of_what_is_false_does_not_arrive(proof: tuple[Have, ...]) -> None:
    forged = message(verdict="proved", certificate=certificate_to_json(Certificate(FALSE, proof, ())))
    with pytest.raises(TransportError, match="the kernel says"):
        outcome_from_json(forged, FALSE)


def test_a_proof_of_another_claim_does_not_arrive() -> None:
    proved = OUTCOMES["proved"].result
    assert isinstance(proved, Proved)
    forged = message(verdict="proved", certificate=certificate_to_json(proved.certificate))
    with pytest.raises(TransportError, match="expected one of"):
        outcome_from_json(forged, FALSE)


@pytest.mark.parametrize(("verdict", "sent"), [("refuted", "undefined"), ("undefined", "refuted")])
def test_a_point_shows_what_it_shows(verdict: str, sent: str) -> None:
    forged = through_text(outcome_to_json(OUTCOMES[verdict])) | {"verdict": sent}
    with pytest.raises(TransportError, match="the kernel says"):
        outcome_from_json(forged, CLAIMS[verdict])


@pytest.mark.parametrize("verdict", ["refuted", "undefined"])
def test_a_point_that_shows_nothing_refutes_nothing(verdict: str) -> None:
    sent = through_text(outcome_to_json(OUTCOMES[verdict]))
    with pytest.raises(TransportError, match="the kernel says"):
        outcome_from_json(sent, CLAIMS["proved"] if verdict == "refuted" else CLAIMS["refuted"])


@pytest.mark.parametrize("verdict", CLAIMS)
def test_a_message_that_is_not_one_raises_nothing_but_value_errors(verdict: str) -> None:
    """What is read in spite of a change is a verdict that the kernel has confirmed, so the same one or `open`."""
    sent, rng = through_text(outcome_to_json(OUTCOMES[verdict])), Random(5)
    for path in paths(sent):
        for junk in rng.sample(JUNK, 2):
            changed = copy.deepcopy(sent)
            spot = changed
            for key in path[:-1]:
                spot = spot[key]
            spot[path[-1]] = junk
            try:
                found = outcome_from_json(changed, CLAIMS[verdict])
            except ValueError:
                continue
            assert found.verdict in (verdict, "open")


def paths(obj: Any, at: tuple = ()) -> list[tuple]:
    keys = list(obj) if isinstance(obj, dict) else list(range(len(obj))) if isinstance(obj, list) else []
    found = [(*at, key) for key in keys]
    deeper = [p for key in keys for p in paths(obj[key], (*at, key))]
    return (found + deeper)[:120]


@pytest.mark.parametrize("failure", [Bug("Traceback\nValueError: no"), MemoryLimit(8 << 30)])
def test_failures_are_types(failure: Bug | MemoryLimit) -> None:
    assert failure_from_json(through_text(failure_to_json(failure))) == failure


@pytest.mark.parametrize("obj", [{"failure": "none"}, {"failure": "bug"}, {"failure": "memory", "traceback": "x"}])
def test_other_failures_are_refused(obj: dict[str, str]) -> None:
    with pytest.raises(TransportError):
        failure_from_json(obj)


def test_only_the_kernels_judges_make_definite_verdicts() -> None:
    """Outside of check.py and models.py nothing in dpsym calls the constructors of Proved, Refuted and Undefined."""
    root = Path(dpsym.__file__).parent
    makers = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if name in ("Proved", "Refuted", "Undefined"):
                    makers.add(path.relative_to(root).as_posix())
    assert makers == {"kernel/reals/check.py", "kernel/laws/check.py", "kernel/laws/models.py"}
