"""JSON: every stored certificate survives the round trip; whatever is altered is refused, rejected, or proves what it states."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest

from dpsym.encoding.laws import certificate_to_json
from dpsym.kernel.laws.check import check
from dpsym.kernel.laws.codec import certificate_from_json
from dpsym.kernel.laws.statements import Certificate, Proved
from dpsym.kernel.reals.codec import CodecError
from dpsym.kernel.verdicts import Rejected
from dpsym.library.certificates import Shelf
from dpsym.library.loading import directory, theorems
from dpsym.library.replaying import Library

THEOREMS = theorems()
LIBRARY = {name: t.proposition for name, t in THEOREMS.items()}
FILES = {name: json.loads((directory() / f"{name}.json").read_text("utf-8")) for name in THEOREMS}


def stored(name: str) -> Certificate:
    certificate = Shelf().theorem(name)
    assert isinstance(certificate, Certificate)
    return certificate


@pytest.mark.parametrize("name", THEOREMS)
def test_round_trip(name: str) -> None:
    certificate = stored(name)
    assert certificate_from_json(json.loads(json.dumps(certificate_to_json(certificate)))) == certificate


@pytest.mark.parametrize("name", ["total_variation.bound", "renyi.hockey_stick", "post_processing.stays_close", "semantic.prior_to_posterior",  # noqa: E501
                                  "randomized_response.representation", "expectations.layer_cake"])  # fmt: skip
def test_altered_files_never_crash_and_never_prove_more(name: str) -> None:
    r = Random(name)
    for _ in range(60):
        data = copy.deepcopy(FILES[name])
        _alter(data, r)
        try:
            certificate = certificate_from_json(data)
        except CodecError:
            continue
        result = check(certificate, LIBRARY)
        assert isinstance(result, (Proved, Rejected))
        if isinstance(result, Proved) and certificate.proposition != THEOREMS[name].proposition:
            assert _true_in_its_models(certificate)


def _true_in_its_models(certificate) -> bool:
    """An altered statement that is proved all the same: no model that comes with it may refute it."""
    from dpsym.kernel.laws.models import refute
    from dpsym.kernel.laws.statements import Refuted

    return not isinstance(refute(certificate.proposition, certificate.witness), Refuted)


def _alter(node, r: Random) -> None:
    """Changes one leaf somewhere."""
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = r.choice(keys)
        if isinstance(node[key], (dict, list)) and node[key] and r.random() < 0.95:
            node = node[key]
            continue
        old = node[key]
        choices: list[Any] = [None, 0, 1, -1, "x", [], {}, True, 10**6, "", "#1:x", "Int"]
        if isinstance(old, int) and not isinstance(old, bool):
            choices += [old + 1, old - 1, max(0, old - 5)] * 3
        node[key] = r.choice(choices)
        return


@pytest.mark.parametrize("data", [None, [], {}, {"format": "dpsym-theorem"}, {"format": "dpsym-certificate", "version": 1, "terms": []},
                                  {"format": "dpsym-theorem", "version": 2, "terms": [["Int", "#2:x", 0]]},
                                  {"format": "dpsym-theorem", "version": 2, "terms": [["point", "!1:x"]]},
                                  {"format": "dpsym-theorem", "version": 2, "terms": [["point", "x"]]},
                                  {"format": "dpsym-theorem", "version": 2, "terms": [["at", "p"]]}])  # fmt: skip
def test_malformed_files_are_refused(data) -> None:
    with pytest.raises(CodecError):
        certificate_from_json(data)


def test_a_law_term_in_a_proof_about_reals_is_refused() -> None:
    """The real kernel takes p(x) and q(x) for the same opaque function; it must never see them."""
    from dataclasses import replace

    from dpsym.kernel.laws import rules
    from dpsym.kernel.laws.statements import Fact, Have, Proposition, Setting, law
    from dpsym.kernel.laws.terms import at, point
    from dpsym.kernel.reals.rules.logic import Identity
    from dpsym.kernel.statements import Domain
    from dpsym.kernel.statements import Fact as RealFact
    from dpsym.kernel.statements import Have as RealHave
    from dpsym.kernel.terms import ONE, TermError, relation

    x = point("x")
    claim = relation("==", at("p", x), at("q", x))
    with pytest.raises(TermError, match="between numbers"):
        RealFact(Domain(), claim)
    cheat = (RealHave("s", RealFact(Domain(), relation("==", ONE, ONE)), Identity()),)
    good = stored("total_variation.triangle")
    p = Proposition(Setting(Domain(), (law("p", "x"), law("q", "x"))), (), (Fact(claim),))
    forged = replace(good, proposition=p, proof=(Have("h", Fact(claim), rules.Pointwise((), cheat)),), tight=())
    assert isinstance(check(forged), Rejected)


def test_a_theorem_is_compared_with_what_it_says_today() -> None:
    wrong = {**THEOREMS, "total_variation.bound": THEOREMS["total_variation.triangle"]}
    result = Library(wrong).replay("total_variation.bound").result
    assert isinstance(result, Rejected)


def test_a_small_certificate_with_an_exponentially_long_term_is_refused_at_once() -> None:
    rows = [["num", "1"], *(["+", i, i] for i in range(200))]
    field = {"name": "p", "spaces": ["x"], "lower": 200, "upper": None, "integer": False, "mass": False}
    proposition = {
        "where": {"ranges": [], "conditions": []},
        "fields": [field],
        "given": [],
        "claims": [],
        "exists": [],
    }
    top = {"format": "dpsym-theorem", "version": 2, "terms": rows, "proposition": proposition, "proof": [], "witness": {},
           "choice": [], "tight": []}  # fmt: skip
    with pytest.raises(CodecError, match=r"\.\.\."):
        certificate_from_json(top)
