"""The formulas of the corpus: each is read as its author meant it, or refused; none is read as something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpsym.kernel.terms import sym
from dpsym.reading.latex import LatexError, read_claims, read_conditions, read_expression, read_tree
from dpsym.reading.latex.conditions import Stated
from dpsym.reading.latex.formula import read_formula
from dpsym.reading.latex.lower import Lowering
from tests.latex.truth import Point, close, evaluate, truth

HERE = Path(__file__).parent
CORPUS = json.loads((HERE / "corpus.json").read_text("utf-8"))
MACROS = r"\newcommand{\eps}{\varepsilon} \newcommand{\ee}[1]{e^{#1\eps}}"
#: Refused though they have a truth, and why that is right.
REFUSED = {
    "H25": "an infimum",  # there is no term for an infimum; as one side of <= it is a claim for every element
    "H52": "both",  # \epsilon and \varepsilon are one unless both occur
}
POINTS = [Point(seed) for seed in range(5)]


def of_kind(*kinds: str):
    return pytest.mark.parametrize("item", [i for i in CORPUS if i["kind"] in kinds], ids=lambda i: i["id"])


@of_kind("expr", "macro")
def test_expressions_mean_what_their_truth_says(item) -> None:
    if item["id"] in REFUSED:
        with pytest.raises(LatexError, match=REFUSED[item["id"]]):
            read_tree(item["latex"], MACROS)
        return
    node = read_tree(item["latex"], MACROS)
    assert all(close(evaluate(node, p), truth(item["truth"], p)) for p in POINTS)
    lowering = Lowering(item["latex"])
    lowering.reserve([node])
    assert lowering.term(node)  # and it is a term of the kernel


@of_kind("chain")
def test_chains_have_their_sides_and_relations(item) -> None:
    formula = read_formula(item["latex"])
    (statement,) = formula.statements
    wanted = item["truth"]
    assert [link.relation for link in statement.links] == wanted[1::2]
    sides = [statement.links[0].left, *(link.right for link in statement.links)]
    for side, expected in zip(sides, wanted[0::2], strict=True):
        assert side is not None
        assert all(close(evaluate(side, p), truth(expected, p)) for p in POINTS)
    assert len(read_claims(item["latex"])) == len(statement.links)


@of_kind("cond")
def test_conditions_say_what_their_truth_says(item) -> None:
    found = read_conditions(item["latex"])
    relations = [s for s in found if s.relation is not None]
    at = 0
    for subject, op, wanted in item["truth"]:
        if op == "in":
            at += _membership(subject, wanted, found, relations[at:])
        else:
            _same(relations[at], op, subject, wanted)
            at += 1
    assert at == len(relations)


def _same(stated: Stated, op: str, left: str, right: str) -> None:
    assert stated.relation is not None
    assert stated.relation.value == op
    for side, expected in zip(stated.relation.args, (left, right), strict=True):
        assert all(
            evaluate(side, p) == truth(expected, p) or close(evaluate(side, p), truth(expected, p)) for p in POINTS
        )


def _membership(subject: str, wanted, found: list[Stated], relations: list[Stated]) -> int:
    """How many relations the membership took."""
    kinds = {s.name.replace("_prime", "_p").replace("lambda", "lam"): s.kind for s in found if s.name}
    if wanted == "R":
        assert kinds[subject] == "reals"
        return 0
    if wanted == "N":
        assert kinds[subject] == "integers"
        _same(relations[0], ">=", subject, "1")
        return 1
    lower, upper, lower_open, upper_open = wanted
    _same(relations[0], ">" if lower_open else ">=", subject, str(lower))
    _same(relations[1], "<" if upper_open else "<=", subject, str(upper))
    return 2


@of_kind("ambig")
def test_what_has_two_readings_is_refused(item) -> None:
    with pytest.raises(LatexError) as error:
        read_expression(item["latex"])
    assert error.value.message
    with pytest.raises(LatexError):
        read_claims(item["latex"])


@of_kind("opaque")
def test_what_is_only_named_is_a_symbol(item) -> None:
    node = read_tree(item["latex"])
    lowering = Lowering(item["latex"])
    lowering.term(node)
    assert lowering.atoms
    assert all(a.opaque.kind in ("norm", "E") for a in lowering.atoms.values())
    assert all(sym(a.symbol) is lowering.term(a.node) for a in lowering.atoms.values())


def test_the_corpus_is_whole() -> None:
    assert len(CORPUS) == 130
    assert {i["kind"] for i in CORPUS} == {"expr", "macro", "chain", "cond", "ambig", "opaque"}
