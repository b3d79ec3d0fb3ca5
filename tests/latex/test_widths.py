"""The model of widths against TeX itself: never narrower, and not much wider. Needs pdflatex."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dpsym.library.entries import Formula
from dpsym.library.loading import entries
from dpsym.library.theorem import Theorem
from dpsym.report.boxes import boxes, width
from dpsym.report.entries import standalone
from dpsym.report.latex import term_latex
from dpsym.report.laws import law_latex
from tests.helpers.sampling import sampled

pytestmark = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")


def formulas() -> list[str]:
    found: dict[str, None] = {}
    for entry in entries().values():
        if isinstance(entry, Formula):
            found |= dict.fromkeys(term_latex(c.statement) for c in entry.claims)
        elif isinstance(entry, Theorem):
            found |= dict.fromkeys(law_latex(f.statement) for f in entry.proposition.claims)
    return list(found)


def measured(some: list[str], where: Path) -> list[float]:
    lines = [rf"\setbox0\hbox{{$\displaystyle {latex}$}}\typeout{{WIDE \the\wd0}}" for latex in some]
    (where / "w.tex").write_text(standalone("\n".join(lines)), "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "w.tex"]
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, errors="replace", timeout=300)
    assert done.returncode == 0, done.stdout[-2000:]
    return [float(w) for w in re.findall(r"^WIDE ([\d.]+)pt", (where / "w.log").read_text("latin-1"), re.M)]


@pytest.mark.parametrize("every", sampled([9, 1], 2))
def test_widths(every: int, tmp_path: Path) -> None:
    some = formulas()[::every]
    found = measured(some, tmp_path)
    assert len(found) == len(some) > 50
    for latex, real in zip(some, found, strict=True):
        assert real - 2.0 <= width(boxes(latex)) <= 1.3 * real + 12.0, latex
