"""Samples: exact points, two arithmetics that agree, laws that satisfy the hypotheses, and errors that say what is wrong."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import mpmath
import pytest

import theorems
from dpsym.kernel.laws.models import demand_model
from dpsym.kernel.laws.statements import Model
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import num
from dpsym.kernel.verdicts import refusal
from dpsym.library.base import LibraryError
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import Obtain, Sharp, Theorem
from dpsym.reading.grids import GridError
from dpsym.sampling.evaluating import Evaluator, hold
from dpsym.sampling.table import Sample

TV = "total_variation.bound"
EPSILON = "statistical_distance.at_most_epsilon"


def sample(name: str, laws: int = 3, **grid: object) -> Sample:
    return theorems.entry(name).sample(grid, laws=laws)  # type: ignore[arg-type]


def claim_of(text: str, *where: str):
    return Formula(title="", claim=text, where=where)


# -- formulas -------------------------------------------------------------------------------------------------


def test_both_sides_of_a_formula_by_two_arithmetics() -> None:
    found = sample(EPSILON, eps="0.1:2:20")
    assert len(found) == 20
    for i, row in enumerate(found):
        eps = Fraction(1, 10) + Fraction(19, 10) * i / 19
        assert row.at == (("eps", num(eps)),)
        with mpmath.workdps(60):
            expected = 1 - mpmath.exp(-mpmath.mpf(eps.numerator) / eps.denominator)
        assert abs(row.left.value - expected) < mpmath.mpf(10) ** -38
        assert row.left.ball.rad() < 1e-35
        assert abs(float(row.left.ball.mid()) - float(expected)) < 1e-15
        assert row.right.exact == eps
        assert row.slack.ball > 0


def test_the_slack_of_each_relation() -> None:
    for text, slack in (("x <= 3", 2), ("x >= 0", 1), ("x < 3", 2), ("x > 0", 1), ("x == 1", 0)):
        (row,) = claim_of(text, "x > 0").sample({"x": 1})
        assert row.slack.exact == slack
    (row,) = Formula(title="", claim="x == 3", fails_at={"x": "1"}).sample()
    assert row.slack.exact == -2
    assert row.fails


def test_a_false_formula_is_sampled_where_it_fails() -> None:
    (row,) = sample("bayesian.taylor_as_printed")
    assert row.fails
    assert next(iter(sample("point_wise.step_2"))).fails  # a strict one, with equality
    undefined = sample("bayesian_converse.quotient_at_one")
    assert "undefined" in str(undefined)
    assert undefined.records()[0]["slack"] == "undefined"


def test_a_condition_that_holds_with_equality_is_decided() -> None:
    x = [(num(1, 10),), (num(1, 3),)]
    (claim,) = claim_of("Piecewise((1, x >= 1/10), (0, True)) <= 1", "x > 0").claims
    for (number,) in Evaluator([claim.lhs], ["x"]).numbers(x):
        assert number.ball == 1
        assert number.value == 1
    relation = claim_of("x**2 - x*x <= 0", "x > 0").claims[0].statement
    assert hold([relation], ["x"], x) == [[True], [True]]
    near = claim_of("x <= 1/3", "x > 0").claims[0].statement
    assert hold([near], ["x"], x) == [[True], [True]]
    assert hold([near], ["x"], x, patience=0) == [[True], [None]]


# -- grids that do not fit ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "grid", "said"),
    [
        (TV, {"epsilon": 1}, "found the parameter 'epsilon', expected one of eps, delta; did you mean eps?"),
        (TV, {"eps": [1, -1]}, "eps = -1: found a value outside the domain, expected eps >= 0"),
        (TV, {"delta": "3/2"}, "delta = 3/2: found a value outside the domain, expected 0 <= delta <= 1"),
        (TV, {"eps": "1/0"}, "eps"),
        (TV, {"eps": "0:1:200", "delta": "0:1:200"}, "found 40000 points, expected at most"),
        (EPSILON, {"x": 1}, "found the parameter 'x', expected one of eps"),
        ("sensitivity.empty_database", {"n": "1/2"}, "n = 1/2: found a value that is not whole"),
        ("sensitivity.empty_database", {"r": 3}, "r = 3, n = 0 violates r <= n; n was not given"),
    ],
)
def test_what_does_not_fit_is_said(name: str, grid: dict, said: str) -> None:
    with pytest.raises(GridError) as found:
        theorems.entry(name).sample(grid)
    assert said in str(found.value)


def test_a_parameter_without_a_value_is_asked_for() -> None:
    with pytest.raises(GridError, match="found no values for y, expected some: y="):
        claim_of("x <= y", "0 < x <= y").sample({"x": 1})


def test_points_that_a_condition_on_several_symbols_excludes_are_left_out() -> None:
    found = claim_of("x <= y", "0 < x <= y").sample({"x": [1, 2, 3], "y": [1, 2]})
    assert len(found) == 3
    assert found.left_out[0] == "x = 2, y = 1 violates x <= y"
    assert "left out: x = 2, y = 1 violates x <= y, and 2 more" in str(found)


@pytest.mark.parametrize("name", ["approximate_renyi.definition"])
def test_what_has_no_sides_is_refused(name: str) -> None:
    with pytest.raises(LibraryError, match="no two sides to compute"):
        theorems.entry(name).sample()


# -- laws -----------------------------------------------------------------------------------------------------


def test_the_attaining_laws_leave_no_slack() -> None:
    found = sample(TV, laws=0, eps="0.1:2:5", delta=[0, 0.5])
    assert len(found) == 10
    for row in found:
        assert row.law == "attaining"
        assert row.slack.ball.contains(0)
        assert row.slack.ball.rad() < 1e-30


def test_random_laws_satisfy_the_hypotheses_and_say_what_they_are() -> None:
    chosen = [e for e in theorems.entries() if isinstance(e, Theorem) and e.tight is not None][::12]
    looked = 0
    for theorem in chosen:
        found = theorem.sample()
        names = theorem.proposition.setting.where.names
        for row in (r for r in found if r.law.startswith("random")):
            at, law = dict(row.at), found.laws[row.law]
            tables = tuple((n, tuple(substitute(v, at) for v in table)) for n, table in law.fields)
            model = Model(tuple((n, at[n]) for n in names), law.sizes, tables)
            wrong = refusal("model", partial(demand_model, theorem.proposition, model))
            assert wrong is None, f"{theorem.name}, {row.law}: {wrong}"
            assert not row.fails
            looked += 1
    assert looked > 10


def test_samples_are_the_same_with_the_same_seed() -> None:
    first, second, other = (theorems.entry(TV).sample(seed=s) for s in (1, 1, 2))
    assert first.laws == second.laws
    assert first.laws != other.laws


def test_a_bound_that_is_approached_is_looked_at_below_it() -> None:
    sharp = next(e for e in theorems.entries() if isinstance(e, Theorem) and isinstance(e.tight, Sharp))
    row = next(iter(sharp.sample(laws=0)))
    assert row.law.startswith("approaching")
    assert 0 <= float(row.slack.ball.mid()) < 0.001 + 1e-9


def test_a_theorem_that_is_not_tight_is_looked_at_in_its_witness() -> None:
    loose = next(e for e in theorems.entries() if isinstance(e, Theorem) and e.tight is None and not e.exists)
    assert next(iter(loose.sample(laws=0))).law == "witness"


def test_what_exists_is_what_the_proof_chooses() -> None:
    chosen = [e for e in theorems.entries() if isinstance(e, Theorem) and e.exists]
    assert chosen
    for theorem in chosen:
        if any(isinstance(step.by, Obtain) for step in theorem.steps):
            with pytest.raises(LibraryError, match="which another theorem says there are"):
                theorem.sample(laws=1)
        else:
            assert len(theorem.sample(laws=1))


def test_a_falsehood_fails_in_its_counterexample() -> None:
    false = [e for e in theorems.entries() if isinstance(e, Falsehood)][::10]
    for entry in false:
        rows = [row for row in entry.sample(laws=0) if row.law == "counterexample"]
        assert any(row.fails or row.slack.undefined for row in rows)
        assert not rows[0].fails or "fails" in str(entry.sample(laws=0))


# -- tables ---------------------------------------------------------------------------------------------------


def test_the_table_says_what_is_assumed() -> None:
    text = str(sample(TV, laws=1, eps="0.1:2:3"))
    assert "given   near.PQ: for all events S:" in text
    assert "  eps  delta  law " in text
    assert " 1/10    1/2  attaining  0.524979...  0.524979...             0" in text
    assert "not given, so as in the stored certificate: delta = 1/2" in text
    assert "random 1: P = [" in text


def test_json_has_exact_parameters_decimals_and_balls() -> None:
    found = sample(TV, laws=1, eps=[0.1])
    data = json.loads(json.dumps(found.to_json()))
    first = data["rows"][0]
    assert first["parameters"] == {"eps": "1/10", "delta": "1/2"}
    assert first["left"].startswith("0.52497918747893998")
    assert first["left_ball"].startswith("[0.52497918747893998")
    assert "random 1" in data["laws"]
    assert "<td>attaining</td>" in found._repr_html_()
    assert found.least.slack.ball.contains(0)


def test_a_data_frame() -> None:
    pytest.importorskip("pandas")
    frame = sample(EPSILON, eps="0.1:2:4").to_pandas()
    assert list(frame.columns) == ["eps", "law", "claim", "left", "right", "slack"]
    assert frame["eps"].iloc[0] == 0.1


def test_a_plot_has_bound_truth_and_slack(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = sample(TV, laws=1, eps="0.1:2:4", delta=[0, 0.5])
    figure = found.plot(tmp_path / "tv.svg")
    above, below = figure.axes
    labels = [str(line.get_label()) for line in above.lines]
    assert sum(label.startswith("bound") for label in labels) == 2  # one for each delta
    assert sum(label.startswith("truth") for label in labels) == len(below.lines) - 1  # the last line below is 0
    assert (tmp_path / "tv.svg").read_text("utf-8").startswith("<?xml")
    with pytest.raises(GridError, match="expected a name that ends in"):
        found.plot(tmp_path / "tv.doc")
    with pytest.raises(GridError, match="several values"):
        sample(TV, laws=0, eps=1).plot()


def test_random_mechanisms_have_neighbours_that_are_asked_about() -> None:
    """Where no dataset has a neighbour the claim is 0 <= 0: such a mechanism is shown only if no other is found."""
    found = theorems.entry("groups_of_two.pure").sample({"eps": [1, 2]}, laws=3)
    random = [row for row in found if row.law.startswith("random")]
    telling = {row.law for row in random if row.right.ball > 0}
    assert {row.law for row in random} == {"random 1", "random 2", "random 3"}
    assert telling in (
        {"random 1", "random 2"},
        {"random 1", "random 2", "random 3"},
    )  # two more than if the first are taken
