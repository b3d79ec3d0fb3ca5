"""Certificates are kept while they hold, made when they do not; a failing step is shown in the author's symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dpsym.kernel.laws import rules
from dpsym.kernel.laws.statements import Certificate, Model, Proposition, Refuted
from dpsym.kernel.terms import Term
from dpsym.library import failures
from dpsym.library.base import Entry, LibraryError
from dpsym.library.certificates import Shelf
from dpsym.library.certifying import certify
from dpsym.library.entries import Formula, Unsettled
from dpsym.library.failures import CertifyError, Failure, in_words
from dpsym.library.loading import theorems
from dpsym.library.theorem import Cite, Integrate, Pointwise, Real, Step, Theorem, forall, have
from dpsym.library.upkeep import Outcome, Upkeep, Upkept, certify_formula, follows
from dpsym.library.verifying import Verifier
from dpsym.objects.language import Ge, Int, Law, Le, Point, Symbol, exp, log, num, pos
from dpsym.search.refuting.climbing import counterexample

x = Point("x")
P, Q = Law("P", x), Law("Q", x)
p, q = P.density, Q.density
eps = Symbol("eps")
over = Int(pos(p - q), x)

excess = Theorem(
    name="made_up.excess", title="Laws within e^ε differ by at most e^ε − 1", about=[P, Q], where=[Ge(eps, 0)],
    given={"near": forall(x, Le(p, exp(eps) * q))}, claim=Le(over, exp(eps) - 1),
    proof=[
        have("cut", forall(x, Le(pos(p - q), (exp(eps) - 1) * q)), by=Pointwise(["near"], cases=[Ge(p, q)])),
        have("sum", Le(over, (exp(eps) - 1) * Int(q, x)), by=Integrate(x, "cut")),
        have("goal", by=Real(["sum", "Q.mass"])),
    ],
    witness=({"eps": 1}, {P: [1], Q: [1]}),
)  # fmt: skip
citing = Theorem(
    name="made_up.citing", title="It cites", about=[P, Q], where=[Ge(eps, 0)], given=excess.given, claim=excess.claim,
    proof=[have("goal", by=Cite(excess))], witness=excess.witness,
)  # fmt: skip
line = Formula(name="made_up.line", title="A line", claim="1 + eps <= exp(eps)")


def upkeep(where: Path, *known: Entry, again: bool = False) -> Upkeep:
    return Upkeep(Verifier({e.name: e for e in known}, where), again=again)


def outcomes(found: list[Upkept]) -> list[tuple[str, Outcome]]:
    return [(f.name, f.outcome) for f in found]


def test_what_is_missing_is_made_and_what_holds_is_kept(tmp_path: Path) -> None:
    known = (citing, excess, line)
    first = list(upkeep(tmp_path, *known)())
    made = [("made_up.excess", Outcome.MADE), ("made_up.citing", Outcome.MADE), ("made_up.line", Outcome.MADE)]
    assert outcomes(first) == made  # what is cited comes first
    assert all(f.steps > 0 for f in first)
    assert outcomes(list(upkeep(tmp_path, *known)())) == [(n, Outcome.KEPT) for n, _ in made]
    assert outcomes(list(upkeep(tmp_path, *known, again=True)(["made_up.line"]))) == made[2:]


def test_another_statement_or_another_written_step_is_made_anew(tmp_path: Path) -> None:
    assert outcomes(list(upkeep(tmp_path, excess, line)())) == [(excess.name, Outcome.MADE), (line.name, Outcome.MADE)]
    cut, sum_, goal = excess.proof
    renamed = replace(excess, proof=[replace(cut, name="pieces"), replace(sum_, by=Integrate(x, "pieces")), goal])
    other = replace(line, claim="1 + eps <= exp(eps) == exp(eps)")
    assert outcomes(list(upkeep(tmp_path, renamed, other)())) == [
        (excess.name, Outcome.MADE),
        (line.name, Outcome.MADE),
    ]
    stored = Shelf(tmp_path).theorem(excess.name)
    assert isinstance(stored, Certificate)
    assert follows(renamed, stored)
    assert not follows(excess, stored)
    assert not follows(replace(renamed, proof=renamed.proof[1:]), stored)  # a step that is not written any more


def test_what_is_left_over_is_removed_and_only_if_all_are_asked_for(tmp_path: Path) -> None:
    list(upkeep(tmp_path, excess, line)())
    assert outcomes(list(upkeep(tmp_path, line)(["made_up.line"]))) == [(line.name, Outcome.KEPT)]
    assert outcomes(list(upkeep(tmp_path, line)())) == [(line.name, Outcome.KEPT), (excess.name, Outcome.REMOVED)]
    assert Shelf(tmp_path).names() == [line.name]


def test_a_failure_is_told_stored_nowhere_and_stops_nothing(tmp_path: Path) -> None:
    wrong = replace(line, claim="exp(eps) <= 1 + eps", name="made_up.a")
    first, second = upkeep(tmp_path, wrong, line)()
    assert (first.outcome, second.outcome) == (Outcome.FAILED, Outcome.MADE)
    assert first.failure is not None
    assert first.failure.found == "refuted"
    assert first.failure.fails.startswith("at eps = ")
    assert Shelf(tmp_path).names() == [line.name]


def test_the_failing_step_is_told_before_a_model_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(excess, claim=Le(over, (exp(eps) - 1) / 4))
    looked: list[str] = []

    def looking(p: Proposition, near: Sequence[Model] = ()) -> Refuted | None:
        looked.append("looked")
        return counterexample(p, near)

    monkeypatch.setattr(failures, "counterexample", looking)
    found = Upkeep(Verifier({wrong.name: wrong}, tmp_path), seconds=0.5)([wrong.name])
    first = next(found)
    assert (first.outcome, looked) == (Outcome.FAILED, [])
    assert first.failure is not None
    assert first.failure.step.startswith("goal: ")
    (second,) = found
    assert (second.outcome, looked) == (Outcome.REFUTED, ["looked"])
    assert str(second).startswith("refuted  made_up.excess\n  fails     at eps = ")


def test_names_that_have_no_certificate_are_refused(tmp_path: Path) -> None:
    unsettled = Unsettled(name="made_up.open", title="", reason="nobody knows")
    for name in ("made_up.open", "made_up.nothing"):
        with pytest.raises(LibraryError, match=name):
            list(upkeep(tmp_path, unsettled)([name]))


def test_proofs_of_an_earlier_certificate_are_kept_where_they_still_hold() -> None:
    """With no time to search, what has been proved before is certified, and what was changed is not."""
    earlier = certify(excess)
    assert certify(excess, seconds=0, earlier=earlier) == earlier
    with pytest.raises(CertifyError):
        certify(excess, seconds=0)
    changed = replace(earlier, proof=tuple(replace(h, by=rules.Pointwise()) for h in earlier.proof))
    with pytest.raises(CertifyError):
        certify(excess, seconds=0, earlier=changed)


# -- failures -------------------------------------------------------------------------------------------------------


def failure(**changes) -> Failure:
    with pytest.raises(CertifyError) as error:
        certify(replace(excess, **changes), seconds=2)
    return error.value.failure


def steps(*first: Step) -> list[Step]:
    return [*first, *excess.proof[len(first) :]]


def test_a_false_step_is_shown_with_its_goal_and_the_least_slack_in_the_authors_symbols() -> None:
    statement = forall(x, Le(pos(p - q), eps * q))
    found = failure(proof=steps(have("cut", statement, by=Pointwise(["near"], cases=[Ge(p, q)]))))
    assert found.step == "cut: for all x: max(P(x) - Q(x), 0) <= eps*Q(x)"
    assert found.rule == "Pointwise (near)"
    assert found.found == "a goal that is false"
    assert found.expected == "a goal that follows from near in each of the cases"
    assert found.goal == "max(P(x) - Q(x), 0) <= eps*Q(x)"
    assert found.where == "eps >= 0, P(x) <= exp(eps)*Q(x), P(x) >= Q(x)"  # the case in which it fails
    assert found.slack.startswith("-")
    assert " at eps = " in found.slack
    assert "P(x) = " in found.slack
    assert "_1" not in str(found)


def test_what_multipliers_leave_is_the_goal() -> None:
    half = num(1, 2)
    found = failure(proof=steps(*excess.proof[:2], have("goal", by=Real({"sum": half}))))
    assert found.rule == "Real (sum)"
    assert ">= 0" in found.goal
    assert "Int(max(P(x) - Q(x), 0), x)" in found.goal
    assert found.found == "a goal that is false"


square = Int(p * p, x)
REFUSED = [
    (
        have("cut", Le(over, 1), by=Pointwise(["nera"])),
        ("Pointwise (nera)", "nera, which no step before states", "one of near"),
    ),
    (
        have("cut", Le(over * over, 1), by=Integrate(x, "near")),
        (
            "Integrate (near)",
            "Int(max(P(x) - Q(x), 0), x)*Int(max(P(x) - Q(x), 0), x) - 1",
            "a sum of multiples of the Ints over x",
        ),
    ),
    (
        have("cut", Le(square, Int(p, x)), by=Integrate(x, "near")),
        ("Integrate (near)", "parts whose sum is not the premise", "parts that add up to P(x) - exp(eps)*Q(x)"),
    ),
]


@pytest.mark.parametrize(("step", "shown"), REFUSED)
def test_a_step_that_is_refused_is_shown_with_its_rule(step: Step, shown: tuple[str, str, str]) -> None:
    found = failure(proof=[step])
    assert found.step.startswith("cut: Int(")
    assert (found.rule, found.found, found.expected) == shown


def test_a_missing_witness_says_what_to_write() -> None:
    found = failure(witness=None)
    assert found.step == "witness"
    line_to_write = found.expected.partition("witness=")[2]
    written = eval(line_to_write, {"P": P, "Q": Q, "log": log, "num": num})
    assert certify(replace(excess, witness=written))


@pytest.mark.parametrize(
    "t", [over, Le(p, exp(eps) * q), p ** num(-1, 2) + Int(p * Int(q, x), x), Ge(pos(num(-3, 2) - p), 0)]
)
def test_the_terms_of_a_message_are_read(t: Term) -> None:
    from dpsym.report.laws import law_text

    assert in_words(f"found {t!r}, and (this)") == f"found {law_text(t)}, and (this)"


def test_every_statement_of_the_library_is_read_in_a_message() -> None:
    from dpsym.report.laws import law_text

    for theorem in list(theorems().values())[::10]:
        for step in theorem.steps:
            assert in_words(repr(step.fact.statement)) == law_text(step.fact.statement)


def test_a_block_has_a_line_for_each_part() -> None:
    whole = Failure("a.b", "s: 1 <= 0", "f", "e", "Real", "1 <= 0", "x >= 0", "-1 at x = 0")
    labels = [text.split()[0] for text in str(whole).splitlines()[1:]]
    assert labels == ["step", "rule", "found", "expected", "goal", "where", "slack"]
    assert str(Upkept("a.b", Outcome.FAILED, failure=whole)).startswith("failed   a.b\n  step      s: 1 <= 0\n")


def test_a_formula_is_certified_or_says_what_search_found() -> None:
    assert certify_formula(line)
    with pytest.raises(CertifyError, match="refuted"):
        certify_formula(replace(line, claim="exp(eps) <= 2 + eps", where=["eps >= 0"]))
