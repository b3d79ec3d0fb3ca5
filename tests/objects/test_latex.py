"""LaTeX of every object: what a paper prints, no SymPy names, and it compiles where pdflatex is installed. The page is current."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import sympy
from sympy import Rational, Symbol, latex

import dpsym
from dpsym.objects import (
    ApproximateDP,
    ApproximateMax,
    ApproximateRenyi,
    BayesianPrivacy,
    BinaryResponse,
    ChiSquared,
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    FiniteLaw,
    FourPointResponse,
    GaussianDP,
    Gumbel,
    Hellinger,
    HockeyStick,
    JointDP,
    KullbackLeibler,
    Laplace,
    LawSymbol,
    MaxDivergence,
    Mixture,
    Normal,
    PrivacyLoss,
    Product,
    PureDP,
    Renyi,
    SemanticPrivacy,
    SimulationDP,
    TotalVariation,
    Uniform,
    ZeroConcentratedDP,
    condition,
    shift,
)
from dpsym.objects.table import table

B, EPS, DELTA, ALPHA = (Symbol(n, positive=True) for n in ("b", "varepsilon", "delta", "alpha"))
P, Q = LawSymbol("P"), LawSymbol("Q")
OBJECTS = [
    Laplace(0, B), Normal(0, B), Uniform(0, 1), Exponential(B), Gumbel(0, B), DiscreteLaplace(0, B), DiscreteGaussian(0, B),
    FiniteLaw({"yes": Rational(3, 4), "no": Rational(1, 4)}), BinaryResponse(EPS, 0), FourPointResponse(EPS, DELTA, 1),
    Product(Laplace(0, B), Laplace(1, B)), Mixture({Normal(0, 1): Rational(1, 3), Normal(1, 1): Rational(2, 3)}),
    shift(Exponential(B), 1), condition(Normal(0, 1), sympy.Interval(-1, 1)), P,
    TotalVariation(P, Q), HockeyStick(sympy.exp(EPS), P, Q), KullbackLeibler(P, Q), Renyi(ALPHA, P, Q), MaxDivergence(P, Q),
    Hellinger(P, Q), ChiSquared(P, Q), ApproximateMax(DELTA, P, Q), ApproximateRenyi(ALPHA, DELTA, P, Q), PrivacyLoss(P, Q),
    PureDP(EPS), ApproximateDP(EPS, DELTA), ZeroConcentratedDP(0, B), GaussianDP(B), BayesianPrivacy(EPS), SemanticPrivacy(EPS),
    SimulationDP(EPS), JointDP(EPS, DELTA),
]  # fmt: skip


@pytest.mark.parametrize("thing", OBJECTS, ids=lambda o: type(o).__name__)
def test_latex_is_what_a_paper_prints(thing):
    text = latex(thing)
    assert "operatorname" not in text
    assert isinstance(thing, Gumbel) or type(thing).__name__ not in text  # Gumbel's law has no other name
    assert text.count("{") == text.count("}")
    assert text.count(r"\left") == text.count(r"\right")
    assert thing._repr_latex_() == f"$\\displaystyle {text}$"
    assert str(thing)
    assert sympy.pretty(thing)


def test_the_usual_symbols():
    assert latex(Normal(0, B)) == r"\mathcal{N}\left(0, b^{2}\right)"
    assert latex(Laplace(0, B)) == r"\mathrm{Lap}\left(0, b\right)"
    assert latex(Renyi(ALPHA, P, Q)) == r"D_{\alpha}\left(P \,\|\, Q\right)"
    assert latex(TotalVariation(P, Q)) == r"d_{\mathrm{TV}}\left(P, Q\right)"
    assert latex(PureDP(EPS)) == r"\varepsilon\text{-DP}"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_everything_compiles(tmp_path):
    lines = [rf"\[ {latex(o)} \]" for o in OBJECTS]
    lines += [rf"\[ {o.definition_latex()} \]" for o in OBJECTS if hasattr(o, "definition_latex")]
    source = (
        "\\documentclass{article}\\usepackage{amsmath,amssymb}\\begin{document}\n"
        + "\n".join(lines)
        + "\n\\end{document}\n"
    )
    (tmp_path / "objects.tex").write_text(source)
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "objects.tex"], cwd=tmp_path, capture_output=True
    )
    assert run.returncode == 0, run.stdout[-2000:]


def test_the_page_of_objects_is_current():
    page = Path(dpsym.__file__).parent.parent / "docs" / "objects.md"
    assert page.read_text("utf-8") == table(), "run python -m dpsym.objects.table > docs/objects.md"


def test_the_page_has_no_broken_cells():
    for line in table().splitlines():
        if line.startswith("|") and not re.match(r"\|[-|]+\|$", line):
            assert line.count("|") - line.count(r"\|") in (4, 5), line
