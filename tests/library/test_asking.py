"""What an entry can be asked: its chapter, its verdict, its statement in SymPy, its notebook form."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
import sympy

import theorems
from dpsym.cli import main as cli
from dpsym.library.base import LibraryError
from dpsym.library.chains import KFold
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import Theorem
from dpsym.objects.stated import Int, StatedFormula, StatedTheorem
from dpsym.report.latex import claim_latex, domain_latex
from dpsym.report.laws import fact_latex

TV = "total_variation.bound"


def test_chapters_are_attributes_that_are_loaded_when_asked_for() -> None:
    code = (
        "import sys, theorems\n"
        "before = [m for m in sys.modules if m.startswith('theorems.') or m == 'dpsym.kernel.terms']\n"
        "assert 'pure' in dir(theorems) and 'search' in dir(theorems)\n"
        "print(before, theorems.pure.transitive.name)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[] pure.transitive\n"


def test_a_chapter_that_is_not_there_suggests_one() -> None:
    with pytest.raises(AttributeError, match="did you mean pure"):
        theorems.pur  # noqa: B018
    assert not hasattr(theorems, "_no_such")


def test_search_gives_entries_that_print_their_names() -> None:
    found = theorems.search("Rényi mixture")
    assert found[0] is theorems.renyi_mixtures.mixture
    assert repr(found).startswith("renyi_mixtures.mixture ")
    assert "renyi_mixtures.mixture" in found._repr_html_()
    assert repr(theorems.search("no such words")) == "nothing found"


def test_the_verdict_is_that_of_verify() -> None:
    assert theorems.entry(TV).check().verdict == "proved"
    assert theorems.entry("approximate_renyi.definition").check().verdict == "defined"
    with pytest.raises(LibraryError, match=r"did you mean total_variation\.bound"):
        theorems.entry("total_variation.bond")


def test_an_entry_that_no_chapter_holds_has_no_verdict() -> None:
    with pytest.raises(LibraryError, match="no chapter holds"):
        Formula(title="mine", claim="1 <= 2").check()


def test_an_entry_that_was_imported_another_way_knows_its_name() -> None:
    code = "from theorems.pure import transitive\nassert not transitive.name\nprint(transitive.check().verdict)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "proved\n"


# -- SymPy ----------------------------------------------------------------------------------------------------


def test_a_formula_is_a_relation_with_its_conditions() -> None:
    entry = theorems.entry("renyi_mixtures.quasi_convex")
    (stated,) = entry.sympy()
    assert isinstance(stated, StatedFormula)
    alpha, d1, d2, s = sorted(stated.symbols, key=str)
    assert isinstance(stated.relation, sympy.Le)
    assert stated.relation.rhs == sympy.Max(d1, d2)
    assert set(stated.conditions) >= {sympy.Gt(alpha, 1, evaluate=False), sympy.Le(s, 1, evaluate=False)}
    at = {alpha: 2, d1: 1, d2: sympy.Rational(1, 2), s: sympy.Rational(1, 3)}
    assert stated.relation.subs(at) == sympy.true


def test_a_theorem_has_hypotheses_and_claims_about_functions() -> None:
    stated = theorems.entry(TV).sympy()
    assert isinstance(stated, StatedTheorem)
    P, Q = stated.laws
    eps, delta = stated.symbols
    x = sympy.Symbol("x")
    (claim,) = stated.claims
    bound = (sympy.exp(eps) - 1 + 2 * delta) / (sympy.exp(eps) + 1)
    assert claim.relation == sympy.Le(Int(sympy.Abs(P(x) - Q(x)), x) / 2, bound, evaluate=False)
    assert set(stated.hypotheses) == {"near.PQ", "near.QP"}
    assert [str(e) for e in stated.hypotheses["near.PQ"].events] == ["S"]
    assert stated.conditions == (eps >= 0, delta >= 0, delta <= 1)
    assert claim.relation.free_symbols == {eps, delta}  # an Int binds its point
    assert claim.relation.subs({x: 3}) == claim.relation
    assert r"\mathrm{d}x" in sympy.latex(claim.relation)


def test_every_statement_has_a_form_in_sympy_and_the_others_refuse() -> None:
    chosen = [e for i, e in enumerate(theorems.entries()) if i % 8 == 0]
    for entry in chosen:
        if isinstance(entry, (Formula, Theorem, Falsehood, KFold)):
            assert entry.sympy()
        else:
            with pytest.raises(LibraryError, match="no two sides"):
                entry.sympy()


# -- notebooks ------------------------------------------------------------------------------------------------


def test_notebook_forms_carry_hypotheses_and_quantifiers() -> None:
    shown = theorems.total_variation.bound._repr_latex_()
    for part in (
        r"\text{for all } P(x), Q(x) \text{ laws}",
        r"\varepsilon \ge 0",
        r"\text{if } \forall S",
        r"\text{then }",
    ):
        assert part in shown
    html = theorems.entry(TV)._repr_html_()
    assert "<b>total_variation.bound</b>" in html
    assert r"\text{if } \forall S" in html
    formula = theorems.renyi_mixtures.quasi_convex._repr_latex_()
    assert r"\text{for }" in formula
    assert r"\alpha > 1" in formula


def test_every_entry_has_a_notebook_form_with_all_it_assumes() -> None:
    for i, entry in enumerate(theorems.entries()):
        if i % 4:
            continue
        html = unescape(entry._repr_html_())
        assert entry.name in html
        if isinstance(entry, (Theorem, Falsehood)):
            p = entry.proposition
            assert all(fact_latex(f) in html for f in (*(f for _, f in p.given), *p.claims))
            assert not p.setting.where.ranges or domain_latex(p.setting.where) in html
        if isinstance(entry, Formula):
            assert all(claim_latex(c) in html for c in entry.claims)
        if isinstance(entry, Falsehood) or (isinstance(entry, Formula) and entry.fails_at is not None):
            assert r"\text{false" in html


def test_the_ranges_of_functions_are_printed() -> None:
    theorem = theorems.entry("expectations.markov")
    assert isinstance(theorem, Theorem)
    assert r"$0 \le f$ be functions" in theorem.latex()
    assert r"0 \le f(x) \text{ functions}" in theorem._repr_latex_()


def test_a_number_that_contradicts_would_be_an_error() -> None:
    entry = Formula(title="false, and called true", claim="exp(x) <= 1 + x", where=["x > 0"])
    with pytest.raises(ArithmeticError, match="fails"):
        entry.sample({"x": [Fraction(1, 2)]})


# -- docs/library.md ------------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text("utf-8")


def test_the_python_session_of_the_page_is_run() -> None:
    (block,) = re.findall(r"^```python\n(>>>.*?)^```", PAGE, re.M | re.S)
    tests = doctest.DocTestParser().get_doctest(block, {}, "library.md", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(tests).failed == 0


def test_the_sample_of_the_page_is_what_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    (command, expected) = re.findall(r"^```console\n\$ dpsym (sample .*?)\n(.*?)^```", PAGE, re.M | re.S)[0]
    with pytest.raises(SystemExit):
        cli.main(shlex.split(command))
    assert capfd.readouterr().out == expected
