"""Exactly where a claim holds along one symbol: pieces on which it, or its negation at some point, is proved; they cover the range.

With other symbols, for all values of which the claim is to hold, validity goes one way as a rule, and the question is that of the best
constant; else the others are eliminated where the gap is smallest (quantified.py).
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from ..kernel.statements import Claim
from ..search.work import OutOfSteps
from .pieces import Search
from .posing import Bench, Progress, QuestionError, demand_points, one_claim
from .quantified import Quantified
from .results import ValidRegion


def valid_region(
    claim: Any,
    symbol: Any,
    where: Any = (),
    given: Any = (),
    forall: Any = None,
    let: Any = (),
    timeout: float = 60,
    progress: Progress | None = None,
) -> ValidRegion:
    """Which values of the symbol make the claim true for all values of the others (`forall` may name them)."""
    start = time.perf_counter()
    name, question = str(symbol), one_claim(claim, where, given, let)
    _check_question(question, name, forall)
    bench = Bench(timeout, progress)
    demand_points(question, bench)
    try:
        found = _found(question, name, bench)
    except OutOfSteps:
        found = ValidRegion(None, "the steps of the time limit are used up", 0.0, question, name, "open")
    return replace(found, seconds=time.perf_counter() - start)


def _check_question(claim: Claim, name: str, forall: Any) -> None:
    if name not in claim.domain.names:
        all_names = ", ".join(claim.domain.names) or "no symbols"
        raise QuestionError(f"found no {name} in the claim, which has {all_names}; expected the symbol of the region")
    others = set(claim.domain.names) - {name}
    if forall is not None:
        said = {str(s) for s in ((forall,) if isinstance(forall, str) else forall)}
        if said != others:
            raise QuestionError(
                f"found forall {', '.join(sorted(said)) or 'nothing'}, expected the symbols besides {name}: "
                f"{', '.join(sorted(others)) or 'none'}"
            )


def _found(claim: Claim, name: str, bench: Bench) -> ValidRegion:
    if len(claim.domain.names) > 1:
        return Quantified(claim, name, bench).run()
    search = Search(claim, name, bench)
    if claim.given or claim.domain.conditions:
        return search.open("found conditions that are not ranges, expected the range of one symbol")
    return search.integers() if search.range.integer else search.along()
