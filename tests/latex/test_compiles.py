"""What is printed as LaTeX compiles: chains with verdicts, errata, answers. Needs pdflatex."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from dpsym import check, latex
from dpsym.reading.latex.formula import read_formula
from dpsym.report.entries import standalone
from dpsym.running.proofreading import proofread
from dpsym.running.proofreading.latex import proofread_latex
from dpsym.search.outcome import Budget

pytestmark = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")

PROOF = r"""
Let $\epsilon > 0$ and let $f : X \to \mathbb{R}$.
\begin{align*}
 e^{\epsilon} - 1 &\le \epsilon e^{\epsilon} && \text{(100\% convexity)}\\
  &= (e^{\epsilon} - 1)(e^{\epsilon} - 1)\\
  &\le e^{2\epsilon} |f(x)|
\end{align*}
$$\Pr[X_i = x \mid M(X) \in S_1] \le e^{\epsilon} \Pr[Y = 1] + \sum_{i=1}^k \delta_i$$
"""


def compiled(body: str, where: Path) -> None:
    (where / "t.tex").write_text(standalone(body), "utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "t.tex"],
        cwd=where, capture_output=True, text=True, errors="replace", timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]


def test_chains_and_errata(tmp_path: Path) -> None:
    found = proofread(PROOF, Budget(seconds=3), jobs=1)
    assert found.broken
    body = proofread_latex(found)
    assert "(refuted)" in body
    compiled(body, tmp_path)


@pytest.mark.campaign
def test_answers(tmp_path: Path) -> None:
    answers = [
        check("tanh(eps/2) <= eps/2", where="eps > 0"),
        check("hat_eps_1*(x12 + 1) <= LambertW(x12, -1)", where="x12 > 0"),
        check("Sum(1/i, (i, 1, n)) >= log(n)", where="n in integers, n >= 1"),
    ]
    compiled("\n\n".join(map(latex, answers)), tmp_path)
    compiled("\n\n".join(latex(a.result) for a in answers), tmp_path)  # type: ignore[union-attr]
    compiled("\n\n".join(f"${latex(a.claim)}$" for a in answers), tmp_path)  # type: ignore[union-attr]


def test_chains_are_read_back() -> None:
    """The aligned chain that is printed is a chain of the same relations."""
    found = proofread(r"Let $x > 0$. $$x \le 2x = x + x < 3x$$", Budget(seconds=3), jobs=1)
    (statement,) = read_formula(proofread_latex(found)).statements
    assert [link.relation for link in statement.links] == ["<=", "==", "<"]
