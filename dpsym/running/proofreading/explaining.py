"""What can be said of a broken step besides its counterexample: whether the error is confined to its line, and what would mend it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...kernel.terms import relation
from ...reading.latex.lower import Lowering
from ...reading.latex.tokens import LatexError
from ...search.outcome import Budget
from ..desk import Desk
from .claims import Checked, Question, pose, where_defined
from .repair import Repair, find_repair

QUICK = 3.0  # seconds for what only helps to explain a broken step
_ORDER = {("==", op): op for op in ("==", "<=", "<", ">=", ">")} | {(op, "=="): op for op in ("<=", "<", ">=", ">")}
_ORDER |= {(a, b): "<" if "<" in (a, b) else "<=" for a in ("<", "<=") for b in ("<", "<=")}
_ORDER |= {(a, b): ">" if ">" in (a, b) else ">=" for a in (">", ">=") for b in (">", ">=")}


@dataclass
class Broken:
    """The first broken step of a derivation, and what can be said about it."""

    checked: Checked
    confined: str = ""  # yes, no, unknown, last
    repair: Repair | None = None


def explain(checked: Checked, chain: Sequence[Checked], lowering: Lowering, desk: Desk) -> Broken:
    """Does the line before imply the line after? Then the error is confined to this line. And does a small edit mend it?"""
    budget = Budget(seconds=QUICK)
    k = chain.index(checked)
    after = chain[k + 1] if k + 1 < len(chain) else None
    confined = "last" if after is None else _across(checked, after, lowering, budget, desk)
    return Broken(checked, confined, find_repair(checked, after, budget, desk))


def _across(checked: Checked, after: Checked, lowering: Lowering, budget: Budget, desk: Desk) -> str:
    op = _ORDER.get((checked.step.relation, after.step.relation))
    if op is None or checked.fact is None or after.fact is None:
        return "unknown"
    goal = relation(op, checked.fact.lhs, after.fact.rhs)
    try:
        demands = (*checked.demands, *after.demands)
        posed = pose(Question(goal, checked.derivation, (), checked.given, demands=demands), lowering)
    except LatexError:
        return "unknown"
    (answer,) = desk.decide([where_defined(posed.claim)], budget)
    return {"proved": "yes", "refuted": "no", "undefined": "no"}.get(answer.verdict, "unknown")
