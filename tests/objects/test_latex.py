"""LaTeX of every object: what a paper prints, no SymPy names, and it compiles where pdflatex is installed. The page is current."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import sympy
from sympy import Interval, Rational, Symbol, latex

import dpsym
import dpsym.objects as objects
from dpsym.library.loading import theorems
from dpsym.objects import ADD_REMOVE, CHANGE_ONE, FiniteMechanism, Gumbel, language
from dpsym.objects.table import table
from dpsym.report.laws import law_latex

B, EPS, DELTA, ALPHA, MU = (Symbol(n, positive=True) for n in ("b", "varepsilon", "delta", "alpha", "mu"))
HALF = Rational(1, 2)
P, Q = objects.LawSymbol("P"), objects.LawSymbol("Q")
LAP = objects.Laplace(0, B), objects.Laplace(1, B)
GAUSS = objects.Normal(0, B), objects.Normal(1, B)
RESPONSE = objects.BinaryResponse(EPS, 0), objects.BinaryResponse(EPS, 1)
LAWS = [
    *LAP, *GAUSS, objects.Bernoulli(HALF), objects.Binomial(5, HALF), objects.Uniform(0, 1), objects.Exponential(B),
    Gumbel(0, B), objects.DiscreteLaplace(0, B), objects.DiscreteGaussian(0, B), *RESPONSE, objects.KaryResponse(EPS, 3, 0),
    objects.CoinResponse(HALF, HALF, 1), objects.FourPointResponse(EPS, DELTA, 1),
    objects.FiniteLaw({"yes": Rational(3, 4), "50% or a_b": Rational(1, 4)}), objects.FiniteLaw({(0, "x"): 1}),
    objects.Product(*LAP), objects.Mixture({GAUSS[0]: Rational(1, 3), GAUSS[1]: Rational(2, 3)}),
    objects.shift(objects.Exponential(B), 1), objects.scale(objects.shift(objects.Exponential(B), 1), 2),
    objects.condition(objects.Normal(0, 1), Interval(-1, 1)), P,
]  # fmt: skip
PAIRS = [(P, Q), LAP, GAUSS, RESPONSE]
DIVERGENCES = [
    kind(*values, p, q)
    for p, q in PAIRS
    for kind, values in [
        (objects.TotalVariation, ()), (objects.HockeyStick, (sympy.exp(EPS),)), (objects.KullbackLeibler, ()),
        (objects.Renyi, (ALPHA,)), (objects.Renyi, (2,)), (objects.MaxDivergence, ()), (objects.Hellinger, ()),
        (objects.ChiSquared, ()), (objects.ApproximateMax, (DELTA,)), (objects.ApproximateRenyi, (ALPHA, DELTA)),
    ]
]  # fmt: skip
NOTIONS = [
    objects.PureDP(EPS), objects.ApproximateDP(EPS, DELTA), objects.PointwiseDP(EPS, DELTA), objects.TotalVariationPrivacy(DELTA),
    objects.RenyiDP(ALPHA, EPS), objects.ZeroConcentratedDP(0, B), objects.ZeroConcentratedDP(EPS, B),
    objects.ApproximateRenyiDP(DELTA, ALPHA, EPS), objects.GaussianDP(MU), objects.BayesianPrivacy(EPS), objects.SemanticPrivacy(EPS),
    objects.ApproximateSemanticPrivacy(EPS, DELTA), objects.ObliviousSemanticPrivacy(EPS, DELTA),
    objects.InformedSemanticPrivacy(EPS, DELTA), objects.SimulationDP(EPS),
    objects.JointDP(EPS, DELTA),
]  # fmt: skip
COUNT, CELLS = objects.counting(), objects.histogram(3)
ONE, MANY = COUNT.sensitivity(ADD_REMOVE), CELLS.sensitivity(CHANGE_ONE)
MECHANISMS = [
    objects.LaplaceMechanism(ONE, EPS), objects.LaplaceMechanism(MANY, EPS), objects.GaussianMechanism(ONE, B),
    objects.GaussianMechanism(CELLS.sensitivity(CHANGE_ONE, "l2"), B), objects.GeometricMechanism(ONE, EPS),
    objects.DiscreteGaussianMechanism(ONE, B), objects.ExponentialMechanism(ONE, EPS), objects.ReportNoisyMax(ONE, EPS),
    objects.ReportNoisyMax(ONE, EPS, monotone=True), objects.ResponseMechanism(HALF, Rational(1, 3)),
    FiniteMechanism({(0, "a"): {"yes": HALF, "no": HALF}, (1, "a"): {"yes": 1, "no": 0}}, CHANGE_ONE),
]  # fmt: skip
QUERIES = [
    COUNT, CELLS, objects.fraction(10), objects.linear(), objects.clipped_sum(0, 1), objects.clipped_mean(0, 1, 10),
    objects.vector(COUNT, CELLS), ONE, MANY, CHANGE_ONE, ADD_REMOVE,
]  # fmt: skip
OTHERS = [objects.PrivacyLoss(*pair) for pair in PAIRS] + [
    objects.PrivacyProfile(P, Q), objects.PrivacyProfile(*GAUSS, symmetric=True)
]  # fmt: skip
OBJECTS = [*LAWS, *DIVERGENCES, *NOTIONS, *MECHANISMS, *QUERIES, *OTHERS]
#: Printed as words by papers too.
WORDS = ("Gumbel",)


def formulas() -> list[str]:
    """Everything that objects print: themselves, densities, masses, definitions, closed forms, profiles, fields, theorems."""
    found = [latex(o) for o in OBJECTS]
    x = Symbol("x", real=True)
    for law in LAWS:
        if law.space in ("reals", "integers", "any"):
            found.append(latex(law.density(x)))
        found.append(latex(law.mass()))
        found.append(latex(law.defined_when()))
    for d in DIVERGENCES:
        found.append(latex(d.doit()))
        found.append(latex(d.definition()))
        found.append(latex(d.defined_when()))
    for n in NOTIONS:
        found.append(n.definition_latex())
        if hasattr(n, "definition"):
            found += [latex(n.definition(*pair)) for pair in ((P, Q), GAUSS)]
    for m in MECHANISMS[:6]:
        found += [
            latex(m.noise),
            latex(m.variance()),
            latex(m.expected_error()),
            latex(m.tail(B)),
            latex(m.accuracy(DELTA)),
        ]
    for loss in (objects.PrivacyLoss(*LAP), objects.PrivacyLoss(*GAUSS), objects.PrivacyLoss(*RESPONSE)):
        found += [latex(loss.cdf(x)), latex(loss.moment_generating(ALPHA)), latex(loss.mean())]
    return found + fields()


def fields() -> list[str]:
    """Pieces of the language of statements about all laws."""
    p = language.Point("x")
    law, other, test = language.Law("P", p), language.Law("Q", p), language.Test("s", p)
    query = language.Query("f", p)
    d, u = law.density, language.exp(language.Symbol("eps"))
    return [
        law_latex(t)
        for t in (
            d, test.density, query.density, law.mass, language.Int(language.pos(d - u * other.density), p),
            language.Int(test.density * d, p), language.Indicator(language.Gt(d, u * other.density)),
            language.Piecewise((d, language.Gt(d, u)), default=0), language.Le(language.Int(language.Abs(d - u), p), u),
        )
    ]  # fmt: skip


@pytest.mark.parametrize("thing", OBJECTS, ids=lambda o: type(o).__name__)
def test_latex_is_what_a_paper_prints(thing):
    text = latex(thing)
    assert "operatorname" not in text
    assert type(thing).__name__ in WORDS or type(thing).__name__ not in text
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
    assert text.count(r"\left") == text.count(r"\right")
    assert thing._repr_latex_() == f"$\\displaystyle {text}$"
    assert str(thing)
    assert sympy.pretty(thing)


def test_no_formula_has_a_name_of_sympy_or_of_a_class():
    r"""\operatorname is for functions that papers print so; no name of an object of ours or of SymPy stands in a formula."""
    classes = {name for name in objects.__all__ if name[0].isupper()} - set(WORDS)
    for text in formulas():
        named = re.findall(r"\\(?:operatorname|mathrm|text)\{([^{}]*)\}", text)
        assert not classes & set(named), text
        wrong = set(re.findall(r"\\operatorname\{([^{}]*)\}", text)) - {"erfc", "erf"}
        assert not wrong, (wrong, text)
        assert not re.search(r"Piecewise|Function|Lambda|ImageSet|LawSymbol|Tuple", text), text


def test_the_usual_symbols():
    assert latex(objects.Normal(0, B)) == r"\mathcal{N}\left(0, b^{2}\right)"
    assert latex(objects.Laplace(0, B)) == r"\mathrm{Lap}\left(0, b\right)"
    assert latex(objects.Renyi(ALPHA, P, Q)) == r"D_{\alpha}\left(P \,\|\, Q\right)"
    assert latex(objects.TotalVariation(P, Q)) == r"d_{\mathrm{TV}}\left(P, Q\right)"
    assert latex(objects.PureDP(EPS)) == r"\varepsilon\text{-DP}"
    assert latex(ONE) == r"\Delta_{1}^{\sim_{\pm}} = 1"
    assert latex(objects.shift(objects.Exponential(B), -1)) == r"\mathrm{Exp}\left(b\right) -1"
    mixed = objects.Mixture({GAUSS[0]: HALF, GAUSS[1]: HALF})
    assert latex(objects.Product(mixed, LAP[0])).startswith(r"\left(\frac{1}{2} \cdot \mathcal{N}")
    shown = r"M(x) = f(x) + Z,\quad Z \sim \mathrm{Lap}\left(0, \frac{2}{\varepsilon}\right)^{\otimes 3}"
    assert latex(objects.LaplaceMechanism(MANY, EPS)) == shown


@pytest.mark.campaign
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_everything_compiles(tmp_path):
    lines = [rf"\[ {text} \]" for text in formulas()]
    lines += [theorem.latex() for theorem in theorems().values()]
    packages = "amsmath,amssymb,amsthm"
    head = (
        f"\\documentclass{{article}}\\usepackage{{{packages}}}\\newtheorem*{{theorem}}{{Theorem}}\\begin{{document}}\n"
    )
    (tmp_path / "objects.tex").write_text(head + "\n".join(lines) + "\n\\end{document}\n")
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "objects.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
    )
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Missing character" not in (tmp_path / "objects.log").read_text(errors="replace")


def test_the_page_of_objects_is_current():
    page = Path(dpsym.__file__).parent.parent / "docs" / "objects.md"
    assert page.read_text("utf-8") == table(), "run python -m dpsym.objects.table > docs/objects.md"


def test_the_page_has_no_broken_cells():
    for line in table().splitlines():
        if line.startswith("|") and not re.match(r"\|[-|]+\|$", line):
            assert line.count("|") - line.count(r"\|") in (4, 5), line


def test_the_examples_of_the_page_are_right() -> None:
    import doctest

    page = Path(dpsym.__file__).parent.parent / "docs" / "objects.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted > 5
    assert found.failed == 0
