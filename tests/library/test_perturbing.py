"""Steps that can be left out are found, in proofs about laws and in proofs about reals, without checking again what does not ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from dpsym.kernel.laws.check import check
from dpsym.kernel.laws.statements import Certificate, Proposition
from dpsym.kernel.reals.check import check as check_real
from dpsym.kernel.verdicts import Rejected
from dpsym.library.base import Entry
from dpsym.library.certificates import Shelf
from dpsym.library.entries import Formula
from dpsym.library.loading import directory, entries
from dpsym.library.perturbing import EVERYTHING, Asked, idle_in_formula, idle_in_theorem, propositions
from dpsym.library.theorem import Theorem
from tests.helpers.sampling import sampled

ENTRIES = entries()
LIBRARY = propositions(ENTRIES)
SHORT = 7


def short(kind: type[Entry]) -> list[str]:
    """Entries of that kind whose stored proof has two to `SHORT` steps; only one in twenty is looked at, and none decoded."""
    found = []
    for name in [n for n, e in ENTRIES.items() if isinstance(e, kind)][::20]:
        path = directory() / f"{name}.json"
        stored = json.loads(path.read_text("utf-8")) if path.exists() else []
        first = stored[0] if isinstance(stored, list) and stored else stored
        if first and 2 <= len(first["proof"]) <= SHORT:
            found.append(name)
    return found


def without(certificate: Certificate, i: int) -> Certificate:
    return replace(certificate, proof=certificate.proof[:i] + certificate.proof[i + 1 :])


def left_out_one_by_one(certificate: Certificate, library: Mapping[str, Proposition]) -> list[str]:
    """What `idle_in_theorem` says, by its definition."""
    return [
        have.name
        for i, have in enumerate(certificate.proof)
        if not isinstance(check(without(certificate, i), library), Rejected)
    ]


def with_copies(certificate: Certificate) -> Certificate:
    """Every step stated a second time, at the end: then the copies are idle, and the last steps too."""
    copies = tuple(replace(h, name=f"{h.name}.again") for h in certificate.proof)
    return replace(certificate, proof=certificate.proof + copies)


@pytest.mark.parametrize("name", sampled(short(Theorem), 3))
def test_idle_steps_of_a_theorem_are_those_without_which_it_is_accepted(name: str) -> None:
    certificate = Shelf().theorem(name)
    assert isinstance(certificate, Certificate)
    doubled = with_copies(certificate)
    expected = left_out_one_by_one(doubled, LIBRARY)
    assert list(idle_in_theorem(doubled, LIBRARY)) == expected
    assert {f"{h.name}.again" for h in certificate.proof} <= set(expected)


@pytest.mark.parametrize("name", sampled(short(Formula), 3))
def test_idle_steps_of_a_formula_are_those_without_which_it_is_accepted(name: str) -> None:
    found = Shelf().formula(name)
    assert isinstance(found, tuple)
    c = found[0]
    first = c.proof[0]
    planted = replace(c, proof=(replace(first, name="planted"), *c.proof))
    assert not isinstance(check_real(planted), Rejected)
    expected = [
        h.name
        for i, h in enumerate(planted.proof[:-1])
        if not isinstance(check_real(replace(planted, proof=planted.proof[:i] + planted.proof[i + 1 :])), Rejected)
    ]
    assert list(idle_in_formula(planted)) == expected
    assert "planted" in expected


LOOKS: dict[str, Callable[[Asked[int]], object]] = {
    "iter": list,
    "keys": Asked.keys,
    "values": Asked.values,
    "items": Asked.items,
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_who_walks_over_all_facts_has_asked_for_everything(look: Callable[[Asked[int]], object]) -> None:
    facts = Asked({"a": 1})
    look(facts)
    assert EVERYTHING in facts.names


def test_who_asks_for_one_fact_has_asked_for_it() -> None:
    facts = Asked({"a": 1, "b": 2, "c": 3})
    found = facts["a"], facts.get("b"), "c" in facts, "d" in facts
    assert found == (1, 2, True, False)
    assert facts.names == {"a", "b", "c", "d"}
