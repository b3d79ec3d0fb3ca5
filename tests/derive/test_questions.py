"""Constants, regions and optima: the answers to the questions of benchmarks/questions/derive.toml are those that are known."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb

from benchmarks.deriving import asked, questions
from dpsym.derive.optimizing import Optimized
from dpsym.derive.results import Constant, Derived, ValidRegion
from dpsym.kernel.arithmetic.balls import precision
from dpsym.kernel.reals.findings import Found, check_finding
from dpsym.kernel.reals.findings_codec import finding_from_json
from dpsym.kernel.reals.quadrature import enclose
from dpsym.kernel.statements import Claim, Domain
from dpsym.kernel.terms import Term
from dpsym.kernel.verdicts import Proved
from dpsym.reading.text.claims import read_term
from dpsym.search.deciding import decide
from tests.helpers.sampling import sampled

ALL = questions()
SLOW = {"amplified-log", "cube-root", "probit", "cosh-slope", "transcendental", "quintic", "classical-gaussian"}
LONG = {"probit-tanh", "duchi"}  # only `python -m benchmarks.deriving` asks these


def chosen(kind: str, every: int) -> list[Any]:
    """The quick ones, each `every`-th of them in the fast tests; the others are for the campaign."""
    quick = [pytest.param(q, id=q["id"]) for q in ALL[kind] if q["id"] not in SLOW | LONG]
    slow = [pytest.param(q, id=q["id"], marks=pytest.mark.campaign) for q in ALL[kind] if q["id"] in SLOW]
    return sampled(quick, every) + slow


def agrees(found: Term, known: str) -> bool:
    """Whether a number is the known one, or begins with the known digits."""
    if "." not in known:
        with precision(400):
            return bool(abs(enclose(found, 400) - enclose(read_term(known), 400)) < arb(10) ** -80)
    unit = arb(10) ** -len(known.partition(".")[2])
    return bool(abs(enclose(found, 400) - arb(known)) < 2 * unit)


def replayed(found: Derived) -> bool:
    """Whether the finding survives JSON and the kernel accepts it."""
    return isinstance(check_finding(finding_from_json(found.to_json())), Found)


@pytest.mark.parametrize("q", chosen("constant", 9))
def test_constants(q: dict[str, Any]) -> None:
    found = asked("constant", q)
    assert isinstance(found, Constant)
    assert found.status == q["status"]
    assert replayed(found)
    if found.status == "exact":
        assert found.value is not None
        assert agrees(found.value, q["value"])
    elif found.status == "enclosed":
        assert found.lower is not None
        assert found.upper is not None
        assert agrees(found.lower, q["value"])
        assert agrees(found.upper, q["value"])


@pytest.mark.parametrize("q", chosen("region", 6))
def test_regions(q: dict[str, Any]) -> None:
    found = asked("region", q)
    assert isinstance(found, ValidRegion)
    assert found.status == q["status"]
    assert replayed(found)
    ends = [r.upper for kind, r in found.pieces if kind != "gap" and r.upper is not None]
    holes = [r.upper for kind, r in found.pieces if kind == "gap" and r.upper is not None and r.upper is r.lower]
    outer = found.claim.domain.range(q["symbol"]).upper
    inner = sorted((e for e in (*ends, *holes) if e is not outer), key=lambda e: float(enclose(e, 64).mid()))
    assert len(inner) == len(q["ends"])
    assert all(agrees(e, known) for e, known in zip(inner, q["ends"]))


@pytest.mark.parametrize("q", chosen("optimum", 5))
def test_optima(q: dict[str, Any]) -> None:
    found = asked("optimum", q)
    assert isinstance(found, Optimized)
    assert found.status == "exact"
    assert replayed(found)
    assert found.value is not None
    known = read_term(q["value"])
    ranges = tuple(r for r in found.domain.ranges if r.name in known.free | found.value.free)
    same = decide(Claim(Domain(ranges), (), found.value, "==", known))
    assert isinstance(same.result, Proved)
