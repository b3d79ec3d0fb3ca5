"""A proof as text: every rule has a reason, and a known proof reads as expected."""

from __future__ import annotations

from dpsym.kernel.codec import RULES
from dpsym.kernel.statements import Proved
from dpsym.reading.text import read_claims
from dpsym.report.proof import _REASONS, proof_text
from dpsym.search import decide


def test_every_rule_has_a_reason() -> None:
    assert {cls for cls, _ in RULES.values()} == set(_REASONS)


def test_a_ladder_reads_from_the_derivative_up() -> None:
    (claim,) = read_claims("exp(x) - 1 <= x*exp(x)", where=["x >= 0"])
    result = decide(claim).result
    assert isinstance(result, Proved)
    lines = proof_text(result.certificate).splitlines()
    assert "exp(x)*x > 0" in lines[0]
    assert "by its sign" in lines[0]
    assert any("its derivative is" in line and "limit at x -> 0" in line for line in lines)
    assert "exp(x) - 1 <= x*exp(x)" in lines[-2]
    assert lines[-1].strip().startswith("not vacuous: x = ")


def test_a_combination_shows_its_multipliers() -> None:
    (claim,) = read_claims("p <= exp(2*eps)*q", where=["eps >= 0"], given=["p <= exp(eps)*s", "s <= exp(eps)*q"])
    result = decide(claim).result
    assert isinstance(result, Proved)
    assert "as (1) + exp(eps)*(2)" in proof_text(result.certificate)
