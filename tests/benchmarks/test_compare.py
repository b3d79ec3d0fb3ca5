"""The comparison is fair: translations say what the claim says, limits hold, and only contradictions count as wrong."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.compare import command, runner, solvers, tools
from benchmarks.compare.outcomes import VERDICTS, Outcome, Timed, UnsupportedError, of_chain
from benchmarks.compare.smtlib import problem
from benchmarks.compare.table import Row, part
from dpsym.kernel.statements import Claim
from dpsym.reading.text.claims import read_claims

SECONDS = 20.0  # of processor time; the solvers need a few milliseconds

CLAIMS = """
[[claim]]
id = "square"
claim = "x**2 <= x <= 1"
where = "0 <= x <= 1"
expect = "proved"

[[claim]]
id = "false"
claim = "x**2 <= x"
where = "x >= 0"
expect = "refuted"

[[claim]]
id = "hole"
claim = "1/x >= 0"
where = "x >= 0"
expect = "undefined"

[[claim]]
id = "two"
claim = "x + y >= 0"
where = ["x >= 0", "y >= 0"]
"""


def claim_of(text: str, *where: str, given: tuple[str, ...] = ()) -> Claim:
    [claim] = read_claims(text, where=where, given=given)
    return claim


def verdict(tool: str, claim: Claim) -> str:
    tools.load(tool)  # once, and not in every process
    return runner.run(tool, claim, SECONDS).outcome.verdict


# -- the SMT solvers ----------------------------------------------------------------------------------------------------

TRUE = [
    claim_of("x**2 + y**2 >= 2*x*y"),
    claim_of("sqrt(x*y) <= (x + y)/2", "x >= 0", "y >= 0"),
    claim_of("x**(3/2) <= x", "0 <= x <= 1"),
    claim_of("x**(-1/2) >= 1", "0 < x <= 1"),
    claim_of("x/(1 + x) < 1", "x >= 0"),
    claim_of("x**-2*x**2 == 1", "x > 0"),
    claim_of("abs(x + y) <= abs(x) + abs(y)"),
    claim_of("min(x, y, 3) <= max(x, y)"),
    claim_of("k**2 >= k", "k in integers"),
    claim_of("floor(x) <= x"),
    claim_of("Piecewise((x, x >= 0), (-x, True)) >= 0"),
    claim_of("Piecewise((1/x, x > 0), (0, True)) >= 0"),
    claim_of("x <= z", given=("x <= y", "y <= z")),
    claim_of("x <= 2", "x**2 <= 4"),
    claim_of("exp(x) >= 1", "x >= 0"),
    claim_of("exp(log(x)) == x", "x > 0"),
    claim_of("tanh(x) <= 1"),
    claim_of("cosh(x) >= sinh(x)"),
    claim_of("x**k == 0", "x in [0, 0]", "k in integers", "k >= 1"),
    claim_of("3*x <= pi*x", "x >= 0"),
]
FALSE = [
    claim_of("x**2 >= x"),
    claim_of("x <= sqrt(x)", "x >= 0"),
    claim_of("1/x >= x", "x > 0"),
    claim_of("x**(1/3) <= x", "0 <= x <= 1"),
    claim_of("abs(x) <= x"),
    claim_of("max(x, y) <= y"),
    claim_of("k**2 > k", "k in integers"),
    claim_of("ceil(x) <= x"),
    claim_of("Piecewise((x, x >= 0), (-x, True)) >= 1"),
    claim_of("x <= y", given=("x <= 2*y",)),
    claim_of("x <= 1", "x**2 <= 4"),
]


def shown(claim: Claim) -> str:
    return repr(claim.statement)


@pytest.mark.parametrize("claim", TRUE, ids=shown)
@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_solvers_prove_what_is_true(solver: str, claim: Claim) -> None:
    pytest.importorskip(solver)
    assert verdict(solver, claim) == "proved"


@pytest.mark.parametrize("claim", FALSE, ids=shown)
@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_solvers_refute_what_is_false(solver: str, claim: Claim) -> None:
    pytest.importorskip(solver)
    assert verdict(solver, claim) == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        claim_of("1/x >= 0", "x >= 0"),
        claim_of("sqrt(x) >= 0"),
        claim_of("r <= L", given=("sqrt(L - r) >= 0",)),
        claim_of("x**a >= 0", "a in [1/2, 1/2]"),
    ],
    ids=shown,
)
@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_solvers_speak_of_the_points_where_the_claim_is_defined(solver: str, claim: Claim) -> None:
    pytest.importorskip(solver)
    assert verdict(solver, claim) == "proved"


def test_a_model_of_z3_with_exp_must_be_a_counterexample() -> None:
    z3 = pytest.importorskip("z3")
    solver = z3.Solver()
    solver.add(z3.Real("v_x") == 1)
    assert solver.check() == z3.sat
    assert solvers._is_counterexample(claim_of("exp(x) <= 2", "x > 0"), solver.model())
    assert not solvers._is_counterexample(claim_of("1/sinh(x) <= 1/x", "x > 0"), solver.model())


def test_an_unknown_exp_gives_proofs_but_no_counterexamples(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("z3")
    monkeypatch.setattr(solvers, "_z3_knows_exp", lambda: False)
    assert runner._outcome(tools.load("z3"), claim_of("exp(x) <= exp(x) + 1")).verdict == "proved"
    said = runner._outcome(tools.load("z3"), claim_of("exp(x) <= 2"))
    assert said == Outcome("unknown", "sat, for a function in place of exp")


@pytest.mark.parametrize(
    ("claim", "lines"),
    [
        (
            claim_of("sqrt(x) <= 1/x", "x > 0"),
            [
                "(declare-const v_x Real)",
                "(assert (> v_x 0.0))",
                "(declare-const t_1 Real)",
                "(assert (and (>= t_1 0.0) (= (* t_1 t_1) v_x)))",
                "(assert (distinct v_x 0.0))",
                "(assert (not (<= t_1 (/ 1.0 v_x))))",
            ],
        ),
        (
            claim_of("log(k) <= -2/3", "k in integers"),
            [
                "(declare-const v_k Int)",
                "(declare-const t_1 Real)",
                "(assert (= (exp t_1) (to_real v_k)))",
                "(assert (not (<= t_1 (- (/ 2.0 3.0)))))",
            ],
        ),
    ],
    ids=["root", "logarithm"],
)
def test_partial_functions_are_fresh_unknowns(claim: Claim, lines: list[str]) -> None:
    assert [line for line in problem(claim).lines if line != "(assert (distinct 3.0 0.0))"] == lines


def test_what_a_branch_asks_is_asked_there_only() -> None:
    lines = problem(claim_of("Piecewise((1/x, x > 0), (0, True)) >= 0")).lines
    assert "(assert (=> (> v_x 0.0) (distinct v_x 0.0)))" in lines


@pytest.mark.parametrize(
    ("text", "name"),
    [("Phi(x) <= 1", "Phi"), ("Sum(x**i, (i, 0, 3)) >= 0", "Sum"), ("x**100 >= 0", "a power with exponent 100")],
)
def test_what_solvers_have_no_words_for_is_named(text: str, name: str) -> None:
    with pytest.raises(UnsupportedError, match=f"^{name}$"):
        problem(claim_of(text))


# -- SymPy --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "claim", "expected"),
    [
        ("SymPy ask", claim_of("x**2 + exp(x) > 0"), "proved"),
        ("SymPy ask", claim_of("x*y >= 0", "x >= 0", "y > 1"), "proved"),
        ("SymPy ask", claim_of("x <= 2", "x <= 1"), "proved"),
        ("SymPy ask", claim_of("x + y <= 2*z", given=("x <= z", "y <= z")), "proved"),
        ("SymPy ask", claim_of("sinh(x) == exp(x)/2 - exp(-x)/2"), "proved"),
        ("SymPy ask", claim_of("x + 3 <= x + 2"), "refuted"),
        ("SymPy ask", claim_of("x**2 >= x"), "unknown"),
        ("SymPy solve", claim_of("x**2 <= x", "0 <= x <= 1"), "proved"),
        ("SymPy solve", claim_of("x**2 <= x", "x >= 0"), "refuted"),
        ("SymPy solve", claim_of("x <= 1", "x in reals", given=("x**2 <= 1",)), "proved"),
        ("SymPy solve", claim_of("k**2 >= k", "k in integers"), "proved"),
        ("SymPy solve", claim_of("exp(x) >= 1 + x"), "unknown"),
        ("SymPy solve", claim_of("x <= x + y", "y >= 0"), "unsupported"),
    ],
    ids=lambda value: shown(value) if isinstance(value, Claim) else value,
)
def test_sympy(tool: str, claim: Claim, expected: str) -> None:
    assert verdict(tool, claim) == expected


# -- processes ----------------------------------------------------------------------------------------------------------


def computes(claim: Claim) -> Outcome:
    while True:
        pass


def sleeps(claim: Claim) -> Outcome:
    while True:
        time.sleep(1)


def crashes(claim: Claim) -> Outcome:
    os._exit(3)


def raises(claim: Claim) -> Outcome:
    raise ZeroDivisionError("by zero")


@pytest.mark.skipif(sys.platform != "linux", reason="a spawned process does not see what is patched here")
@pytest.mark.parametrize(
    ("decide", "expected"),
    [
        (computes, Outcome("timeout")),
        (sleeps, Outcome("timeout")),
        (crashes, Outcome("error", "the process ended with exit code 3")),
        (raises, Outcome("error", "ZeroDivisionError: by zero")),
    ],
)
def test_a_tool_that_does_not_answer(
    decide: Callable[[Claim], Outcome], expected: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "load", lambda name: decide)
    monkeypatch.setattr(runner, "START_LIMIT", 0.5)
    assert runner.run("z3", TRUE[0], 0.1).outcome == expected


# -- counting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "expect", "said", "judged"),
    [
        ("dpsym", "proved", "proved", "solved"),
        ("dpsym", "proved", "refuted", "wrong"),
        ("dpsym", "refuted", "undefined", "wrong"),
        ("dpsym", "undefined", "undefined", "solved"),
        ("dpsym", "undefined", "proved", "wrong"),
        ("z3", "undefined", "proved", "unknown"),
        ("z3", "undefined", "refuted", "unknown"),
        ("z3", "refuted", "proved", "wrong"),
        ("z3", "open", "proved", "unknown"),
        ("z3", "proved", "timeout", "timeout"),
    ],
)
def test_only_a_contradiction_is_wrong(tool: str, expect: str, said: str, judged: str) -> None:
    assert Row("f", "id", expect, {tool: Timed(Outcome(said), 0.0)}).judged(tool) == judged


def test_a_chain_is_as_good_as_its_worst_link() -> None:
    links = [Timed(Outcome(v), 1.0) for v in reversed(VERDICTS)]
    for k in range(1, len(links) + 1):
        assert of_chain(links[:k]) == Timed(links[k - 1].outcome, k)


def test_totals() -> None:
    said = [("proved", "proved", 1.0), ("refuted", "proved", 3.0), ("proved", "unsupported", 9.0)]
    rows = [Row("f", str(k), e, {"SymPy solve": Timed(Outcome(v), s)}) for k, (e, v, s) in enumerate(said)]
    table, by_file = part(rows, ["SymPy solve"], 5).tables
    assert table.rows == (("SymPy solve", "3", "2", "1", "1", "0", "0", "1", "0", "0", "0", "1", "2.00", "4"),)
    assert by_file.rows == (("f", "3", "1"),)


def test_the_whole_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(CLAIMS)
    assert command.main([str(file), "--tool", "dpsym", "--tool", "SymPy solve", "--timeout", "20"]) == 0
    printed = capsys.readouterr().out
    assert "dpsym never wrong: none wrong (met)" in printed
    compared = command.compare([file], ["dpsym", "SymPy solve"], 20)
    verdicts = [(row["id"], row["expect"], row["dpsym"], row["SymPy solve"]) for row in compared.data["rows"]]
    assert verdicts == [
        ("square", "proved", "proved", "proved"),
        ("false", "refuted", "refuted", "refuted"),
        ("hole", "undefined", "undefined", "proved"),
        ("two", "proved", "proved", "unsupported"),
    ]


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(tools.TOOLS, "z3", tools.Tool("solvers.z3", "no_such_module", "z3-solver"))
    assert command.main(["--tool", "z3"]) == 2
    message = capsys.readouterr().err
    assert "z3 needs the package z3-solver" in message
    assert ".[compare]" in message


@pytest.mark.parametrize("arguments", [["--timeout", "0"], ["--timeout", "soon"], ["--tool", "abacus"]])
def test_bad_options_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(arguments)
    assert stopped.value.code == 2
