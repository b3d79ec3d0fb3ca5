r"""No line of what is printed is too long: the library, its proofs, the errata and what proofreading finds, by the log of pdflatex.

Where pdflatex is not installed the model of widths that breaks the lines is asked instead, which tests/latex/test_widths.py holds
against TeX.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from dpsym.kernel.statements import Certificate
from dpsym.library.base import Entry
from dpsym.library.catalogue import rows
from dpsym.library.certificates import is_certified
from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.loading import entries
from dpsym.library.verifying import Verified, Verifier
from dpsym.report import layout
from dpsym.report.catalogue import errata_latex
from dpsym.report.entries import entry_latex, standalone
from dpsym.running.proofreading import proofread
from dpsym.running.proofreading.latex import proofread_latex
from dpsym.search.outcome import Budget
from tests.helpers.sampling import sampled

NEEDS_TEX = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
MOST = 5.0  # pt that a line may stick out
#: Entries of all kinds, among them the widest: what needed 20 lines as one.
SAMPLE = (
    "total_variation.bound", "decomposition.approximately_concentrated", "concentrated.pure_to_concentrated_order_one",
    "semantic.games",
    "closed_laplace.hockey_below", "bayesian.bayes_as_printed", "heterogeneous_composition.mixed", "transitivity.two_steps",
)  # fmt: skip
LONG = r"""
Let $x > 0$ and let $f : X \to \mathbb{R}$.
\begin{align*}
 SUM &\le SUM + SUM \\
  &\le SUM - 1
\end{align*}
$$ \Pr[M(X) \in S \mid X = x, Y = y, Z = z, W = w, V = v, U = u, T = t] \le SUM + \Pr[M(X) \in \widetilde{S}] $$
""".replace("SUM", " + ".join(rf"\frac{{x^{k}}}{{{k} + e^{{x}}}}" for k in range(2, 9)))


def printed(verifier: Verifier, name: str, entry: Entry) -> str:
    """As `dpsym latex` prints it. Theorems and formulas are not replayed, which takes long and does not change a line."""
    replayed = isinstance(entry, (Falsehood, Definition))
    answer = verifier(name) if replayed else Verified(name, type(entry).__name__.lower(), "proved")
    stored = verifier.shelf.formula(name) if isinstance(entry, Formula) and is_certified(entry) else ()
    certificates: tuple[Certificate, ...] = stored if isinstance(stored, tuple) else ()
    return entry_latex(entry, answer, certificates)


def too_wide(bodies: Iterable[tuple[str, str]], where: Path) -> dict[str, list[float]]:
    """By how much lines stick out, by the name of what is printed. One run of pdflatex for all of them."""
    marked = [rf"\typeout{{BODY {name}}}" + f"\n{body}\n" for name, body in bodies]
    (where / "all.tex").write_text(standalone("\n".join(marked)), "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, errors="replace", timeout=600)
    assert done.returncode == 0, done.stdout[-3000:]
    found: dict[str, list[float]] = {}
    name = ""
    for m in re.finditer(r"BODY (\S+)|Overfull \\hbox \(([\d.]+)pt", (where / "all.log").read_text("latin-1")):
        name = m[1] or name
        if m[2] and float(m[2]) > MOST:
            found.setdefault(name, []).append(float(m[2]))
    return found


def errata() -> str:
    return errata_latex([row for row in rows() if row.is_erratum])


@NEEDS_TEX
def test_the_judge_sees_a_line_that_is_too_wide(tmp_path: Path) -> None:
    wide = " + ".join(["x"] * 40)
    assert too_wide([("a", rf"\[ {wide} \]"), ("b", layout.display([wide]))], tmp_path).keys() == {"a"}


@NEEDS_TEX
def test_a_sample(tmp_path: Path) -> None:
    verifier = Verifier()
    bodies = [(name, printed(verifier, name, entries()[name])) for name in SAMPLE]
    assert too_wide([*bodies, ("errata", errata())], tmp_path) == {}


@NEEDS_TEX
@pytest.mark.campaign
def test_the_whole_library(tmp_path: Path) -> None:
    verifier = Verifier()
    bodies = ((name, printed(verifier, name, entry)) for name, entry in entries().items())
    assert too_wide([*bodies, ("errata", errata())], tmp_path) == {}


@NEEDS_TEX
def test_what_proofreading_finds(tmp_path: Path) -> None:
    found = proofread(LONG, Budget(seconds=2), jobs=1)
    assert found.broken
    assert too_wide([("document", proofread_latex(found))], tmp_path) == {}


def displays(body: str) -> Iterator[str]:
    """The rows of all displays of a fragment."""
    for m in re.finditer(r"\\\[ (.*?) \\\]|\\begin\{align\*\}\n(.*?)\n\\end\{align\*\}", body, re.S):
        yield from re.split(r" \\\\\n", m[1] or m[2])


@pytest.mark.parametrize("name", sampled(entries(), 12))
def test_rows_fit_by_the_model(name: str) -> None:
    r"""Every row of a display fits on a line: what the layout promises. Formulas with rows inside are left to TeX."""
    for row in displays(printed(Verifier(), name, entries()[name])):
        bare = row.removeprefix("& ")
        if "aligned" not in bare:
            assert layout.measured(bare) <= layout.LINE + MOST, bare
