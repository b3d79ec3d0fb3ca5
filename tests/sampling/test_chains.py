"""Statements about any number of steps in numbers and in SymPy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy

import theorems
from dpsym.library.base import LibraryError
from dpsym.library.chains import KFold
from dpsym.library.loading import entries
from dpsym.objects.language import Le
from dpsym.reading.grids import GridError

CHAINS = [n for n, e in entries().items() if isinstance(e, KFold)]


#: What a step assumes for all numbers m, beside a normal law, holds in no table of laws.
FOR_ALL_LEVELS = "gaussian_composition.gaussian"


def test_a_chain_that_no_table_satisfies_says_so() -> None:
    with pytest.raises(
        LibraryError, match="found hypotheses for all m, expected ones that a table of laws can satisfy"
    ):
        theorems.entry(FOR_ALL_LEVELS).sample({}, laws=1)


@pytest.mark.parametrize("name", [n for n in CHAINS if n != FOR_ALL_LEVELS])
def test_rows_after_each_step_and_none_fails(name: str) -> None:
    found = theorems.entry(name).sample({}, laws=1)
    after = {row.law for row in found}
    assert after >= {"random 1, 1 step", "random 1, 2 steps", "random 1, 3 steps"}
    assert not any(row.fails for row in found)


def test_laws_have_mass_one_and_the_state_goes_on() -> None:
    found = theorems.entry("k_fold.pure").sample({}, laws=2, seed=3)
    for model in found.laws.values():
        assert all(sum(Fraction(str(v.value)) for v in table) == 1 for _, table in model.fields)
    sizes = [len(dict(found.laws[f"random 1, {n}"].fields)["P"]) for n in ("1 step", "2 steps", "3 steps")]
    assert sizes == sorted(sizes) and len(set(sizes)) == 3  # noqa: PT018
    assert {str(n) for row in found for n, _ in row.at} == {"s"}


def test_what_all_steps_share_is_on_the_grid() -> None:
    found = theorems.entry("k_fold.renyi").sample({"alpha": ["3/2", 3]}, laws=1)
    assert {str(dict(row.at)["alpha"].value) for row in found} == {"3/2", "3"}
    with pytest.raises(GridError):
        theorems.entry("k_fold.renyi").sample({"r": [1]}, laws=1)


def test_a_false_invariant_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With e^s for e^(s/2) a row fails, and that is an error."""
    from dpsym.library.desk import Librarian
    from dpsym.objects.language import exp
    from theorems.k_fold import P, Q, s

    ask = Librarian._chain_question

    def sharper(self: Librarian, entry: KFold):
        question = ask(self, entry)
        claims = (replace(question.step.claims[0], statement=Le(P.density, exp(-s) * Q.density)),)
        return replace(question, step=replace(question.step, claims=claims))

    monkeypatch.setattr(Librarian, "_chain_question", sharper)
    with pytest.raises(ArithmeticError, match="in which it fails"):
        theorems.entry("k_fold.pure").sample({}, laws=2)


def test_in_sympy() -> None:
    stated = theorems.entry("k_fold.pure").sympy()
    x, y, s, eps = sympy.Symbol("x"), sympy.Symbol("y"), sympy.Symbol("s", real=True), sympy.Symbol("eps", real=True)
    p, k = (sympy.Function(n, real=True) for n in "PK")
    assert stated.moves[p] == p(x) * k(x, y)
    assert stated.state == {s: (0, s + eps)}
    assert [str(f.relation) for f in stated.step.claims] == ["P(x) <= Q(x)*exp(s)", "Q(x) <= P(x)*exp(s)"]
    assert set(stated.step.hypotheses) == {"PQ", "QP"}
    assert len(theorems.entry("k_fold.advanced").sympy().conclusions) == 1


def test_a_definition_has_no_two_sides() -> None:
    with pytest.raises(LibraryError):
        theorems.entry("sensitivity.definition").sympy()
