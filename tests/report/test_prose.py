"""Prose with mathematics in it, and formulas of others, as LaTeX."""

from __future__ import annotations

import re

import pytest

from dpsym.library.catalogue import Row, rows
from dpsym.report.foreign import compiles, foreign_latex
from dpsym.report.prose import plain_latex
from tests.helpers.sampling import sampled

TYPESET = [
    ("TV <= 1 - exp(2*eps), without (15)", r"TV $\le$ $1 - \exp(2 \, \varepsilon)$, without (15)"),
    ("q_1 = 1: f(X') - f(X) = 1/2, not q_2.", r"$q_{1} = 1$: $f(X') - f(X) = 1 / 2$, not $q_{2}$."),
    ("Pr[B = k] = 2^k for k = 1", r"$\Pr[B = k] = 2^{k}$ for $k = 1$"),
    ("(ε₁,δ₁)-close, e^ε₁ δ₂", r"$(\varepsilon_{1},\allowbreak \delta_{1})$-close, $e^{\varepsilon_{1}} \delta_{2}$"),
    ("a law is eps-DP for add/remove neighbours", r"a law is $\varepsilon$-DP for add/remove neighbours"),
    ("a + b, and A(x) in a set", r"$a + b$, and $A(x)$ in a set"),
    ("x in {0, 1} and the factor 3 in eps", r"$x \in \{0,\allowbreak 1\}$ and the factor 3 in $\varepsilon$"),
    ("(1) eps, i.e. log 2", r"(1) $\varepsilon$, i.e. $\log 2$"),
    ("(see k_fold.pure)", r"(see \texttt{k\_\allowbreak fold.\allowbreak pure})"),
    ("½ε_j² and x̄, 50% & more_", r"$\tfrac12 \varepsilon_{j}^{2}$ and $\bar{x}$, 50\% \& more\_"),
    ("within e^(±2 eps)", r"within $e^{\pm 2 \varepsilon}$"),
    (r"in dollars $x_1 \le y$ and eps", r"in dollars $x_1 \le y$ and $\varepsilon$"),
    (r"\frac{1}{2}", r"$\frac{1}{2}$"),
    ("year's results, Rényi's law", "year's results, Rényi's law"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "latex"), TYPESET)
def test_prose(words: str, latex: str) -> None:
    assert plain_latex(words) == latex


@pytest.mark.parametrize("row", sampled([pytest.param(r, id=r.id) for r in rows() if r.is_erratum], 2))
def test_errata_have_no_ascii_mathematics(row: Row) -> None:
    """Outside of formulas no operator and no spelled letter is left, and nothing that TeX with T1 has no letter for."""
    for said in (row.printed, row.counterexample, row.corrected, row.tight, row.better, row.note):
        outside = re.sub(r"\$[^$]*\$|\\texttt\{[^}]*\}", "", plain_latex(said))
        assert not re.search(r"[<>^*≤≥]|==|\b(?:eps|delta|gamma|exp|sqrt|tanh)\b", outside), outside
        assert not re.search(r"[^\x00-\u017f‘’“”–—]", outside), outside


@pytest.mark.parametrize(
    "written",
    [
        r"\Pr[M(X) \in S]",
        r"x_1^2",
        r"x'_{i}",
        r"\frac{a}{b}",
        r"\mathbb{E}[X \mid Y]",
        r"\|x\|",
        r"\hat x_{\mathrm{a}}",
    ],
)
def test_formulas_that_compile_are_formulas(written: str) -> None:
    assert compiles(written)
    assert foreign_latex(written) == f"${written}$"


@pytest.mark.parametrize(
    "written",
    [r"\mymacro{x}", r"\input{a}", r"x_1_2", r"x^{2}'", r"\frac{a}", r"{x", "x}", r"a & b", r"a \\ b", r"\def\x{y}", "x^",
     r"\sqrt[3]{x}",
     "$x$", "x % y", r"\left. x \right)", "ε", r"\mathbb"],
)  # fmt: skip
def test_others_are_spelled(written: str) -> None:
    assert not compiles(written)
    assert foreign_latex(written).startswith(r"\texttt{")
