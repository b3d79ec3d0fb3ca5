"""What a reader sees without help, and what must be told."""

from __future__ import annotations

import pytest

from dpsym import latex
from dpsym.kernel.reals.context import Context
from dpsym.kernel.reals.rules.logic import Sign
from dpsym.kernel.statements import Fact, Have
from dpsym.kernel.verdicts import Open
from dpsym.reading.text.claims import read_claims
from dpsym.report.seen import factored, needs_facts, visible
from dpsym.report.text import term_text


def fact(text: str, *where: str) -> Fact:
    (claim,) = read_claims(text, where=where)
    return Fact(claim.domain, claim.statement)


@pytest.mark.parametrize(
    ("seen", "text", "where"),
    [
        (True, "x + exp(x) > 0", ("x >= 0",)),
        (True, "x*y <= 1", ("x*y <= 1",)),  # a condition
        (False, "x**2 - 2*x + 1 >= 0", ("x >= 0",)),  # a square, but it must be factored
        (False, "x + exp(x) > 0", ()),  # false
    ],
)
def test_what_the_ranges_of_the_parts_show(seen: bool, text: str, where: tuple[str, ...]) -> None:
    assert visible(fact(text, *where)) is seen


@pytest.mark.parametrize(
    ("needed", "text", "where"),
    [
        (False, "log(x) <= x", ("x > 0",)),
        (False, "x <= x + 1", ()),
        (True, "log(exp(x) - x) >= 0", ()),  # that the argument is positive is a fact of its own
    ],
)
def test_which_steps_need_facts_to_be_defined(needed: bool, text: str, where: tuple[str, ...]) -> None:
    assert needs_facts(Have("goal", fact(text, *where), Sign()), Context()) is needed


def test_a_product_is_shown_if_it_is_short() -> None:
    square = fact("x**2 - 2*x + 1 >= 0")
    found = factored(square.statement.lhs, square.domain)
    assert found is not None
    assert term_text(found) == "(x - 1)**2"
    long = fact(" + ".join(f"x{i}*y{i}" for i in range(30)) + " >= 0")
    assert factored(long.statement.lhs, long.domain) is None


def test_latex_of_terms_claims_and_verdicts() -> None:
    (claim,) = read_claims("exp(x) >= 1", where=["x >= 0"])
    assert latex(claim.lhs) == "e^{x}"
    assert latex(claim).startswith(r"e^{x} \ge 1")
    assert r"\textbf{Open" in latex(Open(claim))
    with pytest.raises(TypeError, match="found int, expected an answer"):
        latex(1)
