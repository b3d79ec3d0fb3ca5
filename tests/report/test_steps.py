"""Statements about any number of steps, and fields with their ranges: every form says all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape

import pytest

from dpsym.kernel.laws.statements import Fact, Field, Proposition, Setting, law
from dpsym.kernel.laws.statements import test as make_test
from dpsym.kernel.laws.terms import at, point
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, num, relation, sym
from dpsym.library.base import Verified
from dpsym.library.chains import KFold
from dpsym.library.index import statement
from dpsym.library.loading import entries
from dpsym.objects.stated import theorem_sympy
from dpsym.report.chains import chain_latex, chain_lines
from dpsym.report.entries import entry_json
from dpsym.report.latex import range_latex
from dpsym.report.laws import HTML, LATEX, TEXT, Form, fact_latex, proposition_display, proposition_lines
from dpsym.report.laws import proposition_sentences as sentences
from dpsym.report.steps import Iteration

FORMS: dict[str, tuple[Form, Callable[[KFold], str]]] = {
    "text": (TEXT, lambda e: "\n".join(chain_lines(e))),
    "index": (TEXT, statement),
    "json": (TEXT, lambda e: "\n".join(entry_json(e, Verified(e.name, "kfold", "proved"))["stated"])),
    "latex": (LATEX, lambda e: chain_latex(e, "title")),
    "notebook": (HTML, lambda e: unescape(e._repr_html_())),
}


def said(entry: KFold, form: Form) -> Iterator[str]:
    """What the statement consists of, gathered from the entry and its theorems."""
    step, state = entry.step.setting, set(entry.steps.state)
    yield from map(form.name, (*(f.name for f in entry.steps.moves), *entry.levels, *entry.steps.state))
    for law_, to in entry.steps.moves.items():
        yield from (form.name(law_.name), form.term(at(to.name, *to.points)).strip("$"))
    for start, later in entry.steps.state.values():
        yield from (form.term(num(start) if isinstance(start, int) else start), form.term(later))  # type: ignore[arg-type]
    yield from map(form.field, (f for f in step.fields if f.name not in {g.name for g in entry.steps.moves}))
    yield from map(form.range, (r for r in step.where.ranges if r.name not in state))
    yield from map(form.range, entry.base.domain.ranges)
    yield from map(form.fact, (*entry.hypotheses.values(), *entry.chain.invariant))
    for c in entry.conclusions:
        p = c.theorem.proposition
        yield from map(form.field, (f for f in p.setting.fields if f not in step.fields))
        yield from map(form.field, p.exists)
        yield from map(form.range, (r for r in p.setting.where.ranges if r != Range(r.name)))
        yield from map(form.fact, p.claims)


@pytest.mark.parametrize("name", FORMS)
def test_every_form_of_every_chain_says_all_of_it(name: str) -> None:
    form, written = FORMS[name]
    chains = [e for e in entries().values() if isinstance(e, KFold)]
    assert len(chains) > 5
    for entry in chains:
        shown = written(entry)
        assert [part for part in said(entry, form) if part not in shown] == []


def test_sympy_has_what_a_step_has_of_its_own_and_the_levels() -> None:
    entry = entries()["heterogeneous_composition.mixed"]
    assert isinstance(entry, KFold)
    stated = entry.sympy()
    assert [str(s) for s in stated.own] == ["eps", "delta"]
    assert [str(s) for s in stated.levels] == ["u", "alpha"]


def test_conditions_of_a_step_may_speak_of_symbols_of_the_base() -> None:
    entry = entries()["k_fold.advanced"]
    assert isinstance(entry, KFold)
    it = entry.iteration
    a, d = sym(it.base.ranges[0].name), sym("d_own")
    where = it.step.setting.where.with_range(Range("d_own", ZERO)).with_conditions(relation("<=", d, a))
    step = replace(it.step, setting=Setting(where, it.step.setting.fields))
    parts = list(Iteration(it.chain, it.base, step).parts(TEXT))
    assert ("step", f"with its own d_own > 0, d_own <= {a.name}") in parts


# -- fields ---------------------------------------------------------------------------------------------------

x = point("x", "x")
COUNT = Field("n", ("x",), ZERO, num(3), integer=True)
SIGNED = Field("m", ("x",), integer=True)
EVENT = Field("A", ("x",), ZERO, ONE, integer=True)
HALF_LINE = Field("f", ("x",), num(1, 2))
KERNEL = law("K", "x", "y")
ALL = (COUNT, SIGNED, EVENT, HALF_LINE, KERNEL)
CLAIM = (Fact(relation("<=", at("n", x), num(3))),)


def test_integer_valued_functions_are_no_events() -> None:
    told = ["n: an integer-valued function of x, >= 0, <= 3", "m: an integer-valued function of x", "A: an event of x"]
    told += ["f: a function of x, >= 1/2", "K: a law of y for each x"]
    for p in (Proposition(Setting(Domain(), ALL), (), CLAIM), Proposition(Setting(), (), CLAIM, ALL)):
        assert [line.strip().partition("  ")[2].strip() for line in proposition_lines(p)][:5] == told
        latex, display = sentences(p), proposition_display(p).replace(r" \\ & \quad", "")
        for kind, short, long in (
            ("integer-valued functions", r"0 \le n \le 3", r"0 \le n(x) \le 3, m(x) \text{ integer-valued functions}"),
            ("events", "A", r"A(x) \text{ events}"),
            ("functions", r"\frac{1}{2} \le f", r"\frac{1}{2} \le f(x) \text{ functions}"),
            ("laws of their last points", "K(x, y)", r"K(x, y) \text{ laws of their last points}"),
        ):
            assert kind in latex
            assert f"${short}$" in latex
            assert long in display


def test_sympy_tells_events_from_integer_valued_functions_and_what_exists_has_its_range() -> None:
    for p in (Proposition(Setting(Domain(), ALL), (), CLAIM), Proposition(Setting(), (), CLAIM, ALL)):
        stated = theorem_sympy(p)
        assert [str(f) for f in stated.events] == ["A"]
        assert [str(f) for f in stated.whole] == ["n", "m"]
        assert {str(f): ends for f, ends in stated.functions.items()}["n"] == (0, 3)
        assert [str(f) for f in stated.laws] == ["K"]


def test_tests_and_events_that_a_fact_binds_have_their_ranges() -> None:
    fact = Fact(relation("<=", at("A", x), at("T", x)), (replace(EVENT), make_test("T", "x")))
    assert fact_latex(fact).startswith(r"\forall A \in \{0, 1\} \text{ of } x, T \in [0, 1] \text{ of } x, x\colon")


def test_an_open_range_between_equal_ends_is_no_point() -> None:
    assert range_latex(Range("t", ONE, ONE)) == "1 < t < 1"
    assert range_latex(Range("t", ONE, ONE, False, False)) == "t = 1"
