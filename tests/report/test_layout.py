"""Long formulas over several rows: no row is wider than a line, and what is read back is the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from dpsym.kernel.terms import Term, relation
from dpsym.reading.latex import LatexError, read_claims, read_expression
from dpsym.report import layout
from dpsym.report.boxes import boxes, source, width
from dpsym.report.latex import term_latex
from dpsym.testing.strategies import terms

LONG = " + ".join(rf"\frac{{x^{{{k}}}}}{{{k} + \varepsilon}}" for k in range(2, 16))


def rows(latex: str, limit: float = layout.LINE) -> list[str]:
    found = layout.rows(latex, limit)
    assert all(row.wide <= limit for row in found)
    return list(map(str, found))


@pytest.mark.parametrize(
    ("latex", "starts"),
    [
        (r"x \le y", [r"x \le y"]),
        (LONG, ["\\frac", r"+"]),
        (rf"{LONG} \le {LONG}", ["\\frac", r"+", r"\le \frac", r"+"]),
        (rf"y \le {LONG}", [r"y \le \frac", r"+"]),
        (rf"2 \left({LONG}\right) y", [r"2 \biggl( \frac", r"+"]),
        (rf"y \le x \quad \text{{for }} {', '.join(['x > 0'] * 14)}", [r"y \le x", r"\text{for }", r"x > 0"]),
        (rf"\forall x, y\colon\ {LONG} \le y", [r"\forall x, y\colon\ \frac", r"+"]),
    ],
)  # fmt: skip
def test_where_rows_start(latex: str, starts: list[str]) -> None:
    found = rows(latex)
    for start, row in zip(starts, found, strict=False):
        assert row.replace(r"\quad ", "").startswith(start)
    assert all(row.startswith(r"\quad") for row in found[1:])
    assert len(found) >= len(starts)


@pytest.mark.parametrize(
    "inside", [r"\frac{%s}{y}", r"\sqrt{%s}", r"\max\left(%s, y\right)", r"e^{%s}", r"y^{%s}", r"\log\left(%s\right)"]
)
def test_what_is_wide_inside_of_something_is_broken_there(inside: str) -> None:
    whole = inside % LONG
    found = rows(whole)
    assert read_expression(layout.aligned(whole)) is read_expression(whole)
    assert len(found) > 1 or "aligned" in found[0]


def test_short_formulas_are_left_alone() -> None:
    assert layout.aligned(r"x \le y") == r"x \le y"
    assert layout.display([r"x \le y"]) == r"\[ x \le y \]"
    assert layout.inline("x") == "$x$"
    assert layout.inline(LONG).startswith("\n\\begin{align*}")


@given(terms(symbols=("x", "eps", "k", "rate")))
@settings(max_examples=60)
def test_narrow_lines_read_back(t: Term) -> None:
    """However narrow the line is: the rows are the same claim."""
    claim = relation("<=", t, t)
    latex = term_latex(claim)
    assert source(boxes(latex)) == latex
    (read,) = read_claims(layout.aligned(latex, 120.0))
    assert relation("<=", read.claim.lhs, read.claim.rhs) is claim


@pytest.mark.parametrize(
    "odd",
    [
        r"\left( a \\ b \right) \le c",
        r"\frac{\begin{aligned} a \\ b \end{aligned}}{c} \le d",
        r"\sqrt{a \\ b} \le c",
    ],
)
def test_a_row_that_could_be_anything_is_refused(odd: str) -> None:
    with pytest.raises(LatexError, match="does not start with a sign"):
        read_claims(odd)


def test_rows_of_cases_are_cases() -> None:
    written = r"\begin{cases} \begin{aligned} & x \\ & + 1 \end{aligned} & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}"
    assert read_expression(written) is read_expression(
        written.replace(r"\begin{aligned} & x \\ & + 1 \end{aligned}", "x + 1")
    )


@pytest.mark.parametrize(
    ("latex", "real"),
    [
        (r"\mathit{e}", 5.35),
        (r"c \int x", 23.38),
        (r"a \log x", 27.25),
        (r"\mathit{rate}", 17.49),
        (r"x \int y", 24.31),
    ],
)
def test_the_model_is_no_narrower_than_tex(latex: str, real: float) -> None:
    """Widths that pdflatex measured: slanted letters lean, and an operator behind a factor has a space on both sides."""
    assert real <= width(boxes(latex)) <= 1.3 * real + 12
