"""The spot checker, written from docs/certificates.md alone, agrees with the kernel on right certificates and sees wrong ones."""

from __future__ import annotations

import ast
import copy
import json
from pathlib import Path

import pytest

from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.reals.check import check
from dpsym.kernel.reals.codec import certificate_from_json
from dpsym.kernel.reals.rules import RULES
from dpsym.kernel.reals.rules.base import PatternRule
from dpsym.kernel.verdicts import Proved
from dpsym.reading.text.claims import read_claims
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget
from tests.independent.spotcheck import CITES, Malformed, spot_check

HERE = Path(__file__).parent

ITEMS = {item["id"]: item for item in json.loads((HERE.parent / "data" / "inequalities.json").read_text("utf-8"))}
CHOSEN = [f"T{n:02}" for n in (1, 2, 3, 5, 6, 9, 11, 12, 15, 17, 18, 19, 21, 22, 23, 26, 28)]
FARKAS = {
    "claim": "p <= exp(2*eps)*q", "where": ["eps >= 0, p, q, s in [0, 1]"], "given": ["p <= exp(eps)*s", "s <= exp(eps)*q"]
}  # fmt: skip
ROUNDED = {"claim": "floor(x) <= x", "where": []}
INTEGER = {"claim": "k <= k**2", "where": ["k in integers"]}
WHOLE = {"claim": "(1 - p)**k <= 1", "where": ["p in [0, 1], k in integers, k >= 0"]}
OTHERS: dict[str, dict] = {"whole": WHOLE, "farkas": FARKAS, "rounded": ROUNDED, "integer": INTEGER}
_found: dict[str, str] = {}


def certificate(name: str) -> dict:
    """The certificate that the search finds, found once, as a fresh JSON object."""
    if name not in _found:
        item = ITEMS.get(name) or OTHERS[name]
        (claim,) = read_claims(item["claim"], item["where"], item.get("given", ()), id=name)
        result = decide(claim, Budget(seconds=30)).result
        assert isinstance(result, Proved), result
        _found[name] = json.dumps(certificate_to_json(result.certificate))
    return json.loads(_found[name])


@pytest.mark.parametrize("name", [*CHOSEN, *OTHERS])
def test_it_finds_nothing_wrong_with_certificates_of_true_claims(name):
    report = spot_check(json.dumps(certificate(name)))
    assert report.problems == []
    assert report.unsampled == []
    assert report.compared > 10


def test_it_shares_nothing_with_dpsym():
    tree = ast.parse((HERE / "spotcheck.py").read_text("utf-8"))
    imports = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    imports |= {str(n.module) for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert imports == {"json", "fractions", "mpmath"}


def test_it_knows_every_rule_and_every_field_that_cites():
    kinds = {"name": "one", "names": "list", "name?": "end"}
    for rule, (_, fields) in RULES.items():
        cites = {f: kinds[k] for f, k in fields.items() if k in kinds and f != "symbol"}
        if "using" in fields:
            cites["using"] = "pairs"
        assert CITES[rule] == cites, rule
    assert set(CITES) == set(RULES)


# -- wrong certificates -----------------------------------------------------------------------------------------


def pattern_steps(top: dict) -> list[dict]:
    return [h["statement"] for h in top["proof"] if issubclass(RULES[h["by"]["rule"]][0], PatternRule)]


def flip_signs(top: dict) -> None:
    statement = pattern_steps(top)[-1]
    statement["signs"] = [-s for s in statement["signs"]]


def lose_a_sign(top: dict) -> None:
    """A term that is claimed to keep its sign where it changes it."""
    statement = pattern_steps(top)[0]
    x = next(i for i, row in enumerate(top["terms"]) if row == ["sym", statement["symbol"]])
    top["terms"] += [["num", "-3/2"], ["+", x, len(top["terms"])]]
    statement["term"], statement["signs"] = len(top["terms"]) - 1, [1]


def turn_a_fact(top: dict) -> None:
    """The first fact with the opposite relation."""
    statement = next(h["statement"] for h in top["proof"] if "fact" in h["statement"])
    op, a, b = top["terms"][statement["fact"]]
    top["terms"].append([{"<": ">", "<=": ">", ">": "<", ">=": "<"}[op], a, b])
    statement["fact"] = len(top["terms"]) - 1


def widen_a_domain(top: dict) -> None:
    """The first fact for all reals."""
    statement = next(h["statement"] for h in top["proof"] if "fact" in h["statement"])
    for r in statement["domain"]["ranges"]:
        r.update(lower=None, upper=None, lower_open=True, upper_open=True)


def cite_a_later_step(top: dict) -> None:
    top["proof"][0]["defined"] = [top["proof"][-1]["name"]]


def cite_nothing(top: dict) -> None:
    top["proof"][-1]["by"]["of"] = "nothing"


def prove_another_claim(top: dict) -> None:
    top["claim"]["relation"] = "<"


def leave_the_domain(top: dict) -> None:
    top["terms"].append(["num", "-5"])
    top["witness"] = [[name, len(top["terms"]) - 1] for name, _ in top["witness"]]


def repeat_a_name(top: dict) -> None:
    top["proof"][1]["name"] = top["proof"][0]["name"]


WRONG = [
    (flip_signs, "T01"), (flip_signs, "T11"), (flip_signs, "T21"), (lose_a_sign, "T02"), (turn_a_fact, "T01"),
    (turn_a_fact, "T22"), (turn_a_fact, "T28"), (widen_a_domain, "T01"), (widen_a_domain, "T18"), (cite_a_later_step, "T03"),
    (cite_nothing, "T05"), (prove_another_claim, "T06"), (leave_the_domain, "T02"), (repeat_a_name, "T19"),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "name"), WRONG, ids=lambda v: getattr(v, "__name__", v))
def test_it_sees_what_is_wrong_and_so_does_the_kernel(spoil, name):
    top = copy.deepcopy(certificate(name))
    spoil(top)
    assert spot_check(top).problems
    if spoil is not cite_a_later_step:  # what does not exist yet adds nothing, and nothing was needed
        assert not isinstance(check(certificate_from_json(top)), Proved)


def test_it_refuses_what_is_no_certificate():
    top = certificate("T02")
    for change in ({"format": "other"}, {"terms": [["exp", 0]]}, {"terms": [["exp"]]}, {"terms": 5}):
        with pytest.raises(Malformed):
            spot_check({**top, **change})
