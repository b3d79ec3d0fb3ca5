"""Statements about all laws as text and LaTeX."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws.models import refute
from dpsym.kernel.laws.statements import Attained, Fact, Model, Proposition, Refuted, Setting, event, law, query
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import at, integral, point
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, TermError, func, num, relation, sym
from dpsym.library.loading import theorems
from dpsym.objects.language import Abs, Eq, Gt, Indicator, Int, Law, Le, Point, Query, Symbol, exp, pos
from dpsym.report.latex import domain_latex
from dpsym.report.laws import (
    fact_latex,
    fact_text,
    law_latex,
    law_text,
    model_text,
    proposition_display,
    proposition_sentences,
    tight_line,
)
from tests.helpers import latex as judge

x = Point("x")
x2, y = Point("x2", like=x), Point("y")
P, Q, K, F = Law("P", x), Law("Q", x), Law("k", x, y), Query("f", x)
p, q, k, f = P.density, Q.density, K.density, F.density
eps = Symbol("eps")

SHOWN = [
    (Le(Int(pos(p - exp(eps) * q), x), eps), "Int(max(P(x) - exp(eps)*Q(x), 0), x) <= eps",
     r"\int \left(P(x) - e^{\varepsilon} Q(x)\right)_+ \, \mathrm{d}x \le \varepsilon"),
    (Eq(Int(k * p, y, x), 1), "Int(Int(k(x, y)*P(x), x), y) == 1", r"\int \int k(x, y) P(x) \, \mathrm{d}x \, \mathrm{d}y = 1"),
    (p * Int(q, x), "P(x)*Int(Q(x'), x')", r"P(x) \int Q(x') \, \mathrm{d}x'"),
    (Int(q, x) ** 2, "Int(Q(x), x)**2", r"\left(\int Q(x) \, \mathrm{d}x\right)^{2}"),
    (Int(Indicator(Gt(f, eps)) * p, x), "Int(Indicator(f(x) > eps)*P(x), x)", r"\int \mathbf{1}\{f(x) > \varepsilon\} P(x) \, \mathrm{d}x"),  # noqa: E501
    (Int(Abs(p - q) + p, x), "Int(abs(P(x) - Q(x)) + P(x), x)", r"\int \left(\left|P(x) - Q(x)\right| + P(x)\right) \, \mathrm{d}x"),
]  # fmt: skip


@pytest.mark.parametrize(("t", "text", "latex"), SHOWN)
def test_terms(t, text: str, latex: str) -> None:
    assert law_text(t) == text
    assert law_latex(t) == latex


def test_facts_say_what_they_are_for() -> None:
    assert fact_text(Fact(Le(p, P(x2)))) == "for all x, x2: P(x) <= P(x2)"
    assert fact_text(Fact(Le(Int(p, x), 1), (event("S", "x"),))) == "for all events S: Int(P(x), x) <= 1"
    assert fact_latex(Fact(Le(p, q))) == r"\forall x\colon\ P(x) \le Q(x)"


def test_a_bound_test_says_what_it_is_of_where_nothing_else_does() -> None:
    """For a point w of X, on which there is a law, a <= b follows; w might be read as a point of a space that is null."""
    w = point("w", "X")
    for tests, said, shown in (
        ((event("s", "X"),), "for all events s of X and", r"s \in \{0, 1\} \text{ of } X, w"),
        ((unit("s", "X", "Y"),), "for all tests s of X, Y and", r"s \in [0, 1] \text{ of } X, Y, w"),
    ):
        s = at("s", w, *([point("v", "Y")] if len(tests[0].spaces) > 1 else []))
        alone, told = (Fact(relation("<=", s * t, s)) for t in (eps, at("P", w)))
        assert fact_text(Fact(alone.statement, tests)).startswith(said)
        assert fact_latex(Fact(alone.statement, tests)).startswith(rf"\forall {shown}".removesuffix("w"))
        assert (" of " in fact_text(Fact(told.statement, tests))) == (
            len(tests[0].spaces) > 1
        )  # P(w) says what w is of


@pytest.mark.parametrize("theorem", theorems().values(), ids=lambda t: t.name)
def test_theorems_print(theorem) -> None:
    shown = str(theorem)
    assert shown.startswith(f"{theorem.name}: {theorem.title}")
    assert all(f"  {step.name}: " in shown for step in theorem.proof)
    assert "#" not in shown
    assert judge.formulas(theorem.latex().replace("theorem}", "proof}"))
    assert theorem._repr_latex_().startswith("$")


def test_a_bound_point_does_not_bear_the_name_of_a_symbol() -> None:
    """Int(m m P, over the space m) is m**2 with the symbol m: with the point called m it would read as a second moment."""
    x, m = point("y", "m"), sym("m")
    printed = law_text(integral(m * m * at("P", x), x))
    assert printed == "Int(m*m*P(m'), m')"


def test_symbols_that_latex_prints_alike_are_refused() -> None:
    with pytest.raises(TermError, match="printed alike"):
        domain_latex(Domain((Range("eps"), Range("ε"))))
    assert domain_latex(Domain((Range("eps"), Range("delta"))))


def test_no_two_names_of_a_statement_are_printed_alike() -> None:
    """The law α and a function alpha that exists would read: there are functions α with α(x) >= α(x) + 1."""
    point_x = point("x", "X")
    greater = Fact(relation(">=", at("alpha", point_x), at("α", point_x) + ONE))
    stated = Proposition(Setting(Domain(), (law("α", "X"),)), (), (greater,), (query("alpha", "X"),))
    for printed in (proposition_sentences, proposition_display):
        with pytest.raises(TermError, match="printed alike"):
            printed(stated)
    with pytest.raises(TermError, match="printed alike"):
        law_latex(greater.statement)


def test_shared_ints_are_not_written_out() -> None:
    t, point_x = ONE, point("x", "X")
    for _ in range(60):
        t = integral(at("p", point_x) * t, point_x) + integral(at("q", point_x) * t, point_x)
    assert law_text(t) == "<more than 100001 parts>"
    assert law_latex(t) == r"\text{<more than 100001 parts>}"


def test_a_table_is_printed_with_the_sizes_that_it_does_not_tell() -> None:
    """Six values are two rows of three, or three of two: the claim fails for one of the tables alone, and both were printed alike."""
    u, v = point("u", "X"), point("v", "Y")
    rows = integral(func("max", integral(at("f", u, v), v), ZERO), u)
    setting = Setting(fields=(query("f", "X", "Y"),))
    claim = Proposition(setting, (), (Fact(relation("<=", rows, ONE)),))
    six = (("f", tuple(map(num, (2, -3, 1, 0, 0, 1)))),)
    flat, tall = (Model((), (("X", m), ("Y", n)), six) for m, n in ((2, 3), (3, 2)))
    assert not isinstance(refute(claim, flat), Refuted)
    failing = refute(claim, tall)
    assert isinstance(failing, Refuted)
    assert model_text(failing).startswith("at f = [2, -3, 1, 0, 0, 1], X has 3 points, Y has 2 points: ")
    lines = [tight_line(Attained(Domain(), m, ()), setting) for m in (flat, tall)]
    assert [line.partition("1], ")[2] for line in lines] == [
        "X has 2 points, Y has 3 points",
        "X has 3 points, Y has 2 points",
    ]
    known = Setting(fields=(*setting.fields, law("p", "X")))  # then the length of p tells that of X, and f that of Y
    pair = Model((), tall.sizes, (*six, ("p", (ONE, ZERO, ZERO))))
    assert tight_line(Attained(Domain(), pair, ()), known).endswith("f = [2, -3, 1, 0, 0, 1], p = [1, 0, 0]")
