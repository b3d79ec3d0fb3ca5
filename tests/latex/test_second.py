"""Formulas of the differential privacy literature, written down to find readings that are wrong: none may be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpsym.reading.latex import LatexError, read_tree
from dpsym.reading.latex.formula import read_formula
from dpsym.reading.latex.tree import parts
from tests.latex.truth import Point, close, evaluate, truth

FORMULAS = json.loads((Path(__file__).parent / "second.json").read_text("utf-8"))
POINTS = [Point(seed) for seed in range(100, 105)]


def of_kind(*kinds: str):
    return pytest.mark.parametrize("item", [i for i in FORMULAS if i["kind"] in kinds], ids=lambda i: i["id"])


def test_there_are_enough() -> None:
    assert len([i for i in FORMULAS if i["kind"] != "ambig"]) >= 100
    assert len({i["latex"] for i in FORMULAS}) == len(FORMULAS)


@of_kind("expr")
def test_expressions(item) -> None:
    node = read_tree(item["latex"])
    assert all(close(evaluate(node, p), truth(item["truth"], p)) for p in POINTS)


@of_kind("either")
def test_what_may_be_refused_is_never_read_wrong(item) -> None:
    try:
        node = read_tree(item["latex"])
    except LatexError:
        return
    assert all(close(evaluate(node, p), truth(item["truth"], p)) for p in POINTS)


@of_kind("chain")
def test_chains(item) -> None:
    (statement,) = read_formula(item["latex"]).statements
    assert [link.relation for link in statement.links] == item["truth"][1::2]
    sides = [statement.links[0].left, *(link.right for link in statement.links)]
    for side, wanted in zip(sides, item["truth"][0::2], strict=True):
        assert side is not None
        assert all(close(evaluate(side, p), truth(wanted, p)) for p in POINTS)


@of_kind("named")
def test_what_is_only_named(item) -> None:
    """No number is made up for it: in every tree some quantity is only named, or a family is."""
    node = read_tree(item["latex"])
    assert any(p.kind in ("opaque", "over", "index") for p in parts(node))


@of_kind("ambig")
def test_refusals(item) -> None:
    with pytest.raises(LatexError) as error:
        read_tree(item["latex"])
    shown = str(error.value)
    assert "line 1, column" in shown
    assert "^" in shown.splitlines()[-1]
