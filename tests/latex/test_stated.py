"""Theorems about laws, printed and read back in the scope that they print: the same fields, domain, hypotheses and claims."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws.statements import Fact, Field, Proposition
from dpsym.library.entries import Falsehood
from dpsym.library.loading import entries
from dpsym.library.theorem import Theorem
from dpsym.reading.latex import LatexError
from dpsym.reading.latex.stated import read_theorem
from dpsym.report.laws import proposition_latex, tidied
from tests.helpers.sampling import sampled

LIBRARY = {n: e for n, e in entries().items() if isinstance(e, (Theorem, Falsehood))}


def comparable(p: Proposition) -> tuple[list[Field], object, list[Fact], list[Fact], list[Field]]:
    """What a proposition says, without the names of its hypotheses and the order of its fields, as it is printed."""
    fields, exists = (sorted(some, key=lambda f: f.name) for some in (p.setting.fields, p.exists))
    return fields, p.setting.where, [tidied(f) for _, f in p.given], list(map(tidied, p.claims)), exists


@pytest.mark.parametrize("name", sampled(LIBRARY, 8))
def test_read_back(name: str) -> None:
    entry = LIBRARY[name]
    theorem = entry if isinstance(entry, Theorem) else entry.statement
    written = proposition_latex(theorem.proposition, "a title, with \\[ x \\]", theorem.said)
    assert comparable(read_theorem(written)) == comparable(theorem.proposition)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Let $P$ be laws of $x$.", "no sentence that starts with Then"),
        ("Let $P$ be nice.\nThen\n\\[ 1 \\le 2 \\]", "expected fields with their kind"),
        ("Let $P$ be laws of $x$.\nThen\n\\[ \\Pr[P > 1] \\le 1 \\]", "expected densities and numbers"),
        ("Let $P$ be laws of $x$.\nThen\n\\[ x \\le y \\le z \\]", "expected one relation"),
        ("Let $P$ be laws of $x$.\nThen", "no claim"),
        ("Let $P + 1$ be laws of $x$.\nThen\n\\[ 1 \\le 2 \\]", "expected a name"),
    ],
)
def test_other_forms_are_refused(text: str, found: str) -> None:
    with pytest.raises(LatexError, match=found):
        read_theorem(text)
