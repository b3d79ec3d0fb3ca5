"""Terms made ready for a reader keep their value, and names for long terms can be undone."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import Term
from dpsym.reading.text.claims import read_term
from dpsym.report.text import term_text
from dpsym.report.tidy import abbreviations, replaced, tidy
from dpsym.testing.strategies import terms
from tests.helpers.independent import NotDefined, Unsure, points, value
from tests.helpers.lengths import drawn


@pytest.mark.parametrize(
    ("written", "tidied"),
    [
        ("(2*x - exp(x) + 1) + 0", "2*x - exp(x) + 1"),
        ("exp(x)**1", "exp(x)"),
        ("1*(d/(exp(x)*(exp(x) - 1)))", "d/(exp(x)*(exp(x) - 1))"),
        ("-1*(2*x - 1)/exp(x)", "-(2*x - 1)/exp(x)"),
        ("0 + (q + 0)*p", "q*p"),
        ("1/24/(x - 1)/(x + 1)/y", "1/(24*(x - 1)*(x + 1)*y)"),
        ("1/2*x", "x/2"),
        ("-1/x*(x - 1)**-2", "-1/(x*(x - 1)**2)"),
        ("-1/8/exp(x)*(4*exp(x))", "-1/2"),
        ("2*(1/(4*x))", "1/(2*x)"),
        ("x**-1", "1/x"),
        ("(k + 1) + 1", "k + 2"),
        ("a + -2*x", "a - 2*x"),
        ("-2*x + a", "-2*x + a"),
        ("a - x**2", "a - x**2"),
        ("a - 1/x", "a - 1/x"),
        ("1 - x", "1 - x"),
        ("0*log(x)", "0*log(x)"),  # undefined where log(x) is
        ("x/x", "x/x"),  # undefined at 0
        ("1/0", "1/0"),
        ("Sum(1*i + 0, (i, 1, n))", "Sum(i, (i, 1, n))"),
    ],
)
def test_tidy(written: str, tidied: str) -> None:
    assert term_text(tidy(read_term(written))) == tidied


@drawn(60, 300, terms(functions=("exp", "log", "sqrt"), binders=False, cases=False))
def test_tidying_keeps_the_value(t: Term) -> None:
    """And it has a value where the term has one, nowhere else."""
    done = tidy(t)
    assert done.free <= t.free
    for env in points(Domain(tuple(Range(name) for name in sorted(t.free))), Random(1), 3):
        assert valued(done, env) == pytest.approx(valued(t, env), rel=1e-12, abs=1e-12, nan_ok=True)


def valued(t: Term, env: dict[str, Fraction]) -> complex:
    """The value, or a number of its own where there is none; nan, which equals nothing but itself, where nobody can tell."""
    try:
        return complex(value(t, env))
    except NotDefined:
        return complex(0, 1)
    except Unsure:
        return complex("nan")


def test_names_can_be_undone() -> None:
    long = "x**2 + exp(x) + exp(2*x) + sqrt(x + 1)"
    shown = [read_term(f"a*({long})"), read_term(f"log(exp({long}) + 1)/({long})"), read_term(f"({long})**2 + A")]
    named = abbreviations(shown, {"A", "x"})
    assert [name for name, _ in named] == ["B"]
    for t in shown:
        short = replaced(t, named)
        assert len(term_text(short)) < len(term_text(t))
        assert substitute(short, dict(named)) is t


def test_names_come_after_those_they_use() -> None:
    inner = "exp(x) + exp(2*x) + exp(3*x)"
    outer = f"sqrt({inner}) + log({inner}) + x**5 + y**7"
    shown = [read_term(f"({outer})*{k} + ({inner})*y") for k in range(2, 6)]
    named = abbreviations(shown, ())
    assert len(named) >= 2
    for t in shown:
        short = replaced(t, named)
        assert len(short.free & {name for name, _ in named}) >= 2
        for name, long in reversed(named):
            short = substitute(short, {name: long})
        assert short is t
    known: set[str] = set()
    for name, t in named:
        assert not t.free & ({n for n, _ in named} - known)
        known.add(name)


def test_what_is_bound_gets_no_name() -> None:
    body = "exp(i) + exp(2*i) + exp(3*i) + i**7"
    shown = [read_term(f"Sum({body}, (i, 1, n))*{k}") for k in range(1, 9)]
    assert all("i" not in t.free for _, t in abbreviations(shown, ()))
    assert [replaced(t, (("A", read_term(body)),)) for t in shown] == shown
