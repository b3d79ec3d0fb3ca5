"""The contestants of the benchmark compute the same numbers, and its tables can be saved. Nothing here takes the time."""

from __future__ import annotations

import json
from pathlib import Path

import mpmath
import pytest
from flint import ctx

from benchmarks import evaluator, sampling, tables
from benchmarks.expressions import EXPRESSIONS, Expression


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=lambda e: e.name)
def test_contestants_agree(expression: Expression) -> None:
    with ctx.workprec(evaluator.BITS), mpmath.workdps(evaluator.DIGITS):
        competing = evaluator.contestants(expression, evaluator.EVALF_POINTS)
        evaluator.check_agreement(expression, competing)


def test_disagreement_is_noticed() -> None:
    first, second = EXPRESSIONS[:2]
    with ctx.workprec(evaluator.BITS), mpmath.workdps(evaluator.DIGITS):
        competing = evaluator.contestants(first, evaluator.EVALF_POINTS)
        for who, run in evaluator.contestants(second, evaluator.EVALF_POINTS).items():
            with pytest.raises(ArithmeticError):
                evaluator.check_agreement(first, {**competing, who: run})
            competing = evaluator.contestants(first, evaluator.EVALF_POINTS)


def test_tables_are_saved_between_their_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("before\n<!-- a -->\nold\n<!-- end of a -->\nafter\n")
    monkeypatch.setattr(tables, "README", readme)
    monkeypatch.setattr(tables, "RESULTS", tmp_path / "results")
    goal = tables.Goal("at most 2", "3", False)
    part = tables.Part("a", (tables.Table("Title", ("what", "s"), (("x | y", "1"),), (goal,)),), {"x": 1})
    tables.save(part)
    tables.save(part)
    text = "**Title**\n\n| what | s |\n| --- | --: |\n| x \\| y | 1 |\n\n- at most 2: 3 (MISSED)\n"
    assert readme.read_text() == f"before\n<!-- a -->\n{text}<!-- end of a -->\nafter\n"
    assert json.loads((tmp_path / "results" / "a.json").read_text()) == {"x": 1}
    assert not part.met
    with pytest.raises(ValueError, match="found no place"):
        tables.save(tables.Part("b", ()))


def test_the_grids_of_the_sampling_benchmark_lie_in_the_domains() -> None:
    for name, theorem in list(sampling.tight().items())[::20]:
        grid = sampling.grid_of(theorem)
        assert all(len(values) == sampling.POINTS for values in grid.values()), name
        assert len(theorem.sample({n: values[::25] for n, values in grid.items()}, laws=0)) > 0, name
