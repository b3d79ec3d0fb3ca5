"""How far a bound is from the truth: the supremum and infimum of their ratio and difference, with proofs, and a plot."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from ..kernel.statements import Claim
from ..kernel.terms import ZERO, Term, div, sub
from ..report.findings import decimals_between, number_text
from ..report.layout import together
from ..report.text import domain_texts, point_text, term_text
from ..search.plausible import signs_met
from .optimizing import Optimized, optimum_of
from .plots import draw
from .posing import Bench, Progress, QuestionError, demand_points, one_claim


@dataclass(frozen=True, repr=False)
class Explained:
    """Four optima: of bound/truth (if the truth is never 0) and of bound - truth."""

    bound: Term
    truth: Term
    question: Claim
    parts: tuple[tuple[str, Optimized], ...]
    seconds: float

    @property
    def status(self) -> str:
        """exact, enclosed or open, as the worst of the parts."""
        worst = {"open": 0, "enclosed": 1, "exact": 2, "unbounded": 2}
        return min((p.status for _, p in self.parts), key=lambda s: worst[s], default="open")

    def __getitem__(self, part: str) -> Optimized:
        return dict(self.parts)[part]

    def __str__(self) -> str:
        where = ", ".join(domain_texts(self.question.domain))
        lines = [f"bound {term_text(self.bound)}, truth {term_text(self.truth)}   for {where}"]
        return "\n".join(lines + [f"  {name:<20} {_value(p)}" for name, p in self.parts])

    __repr__ = __str__

    def latex(self) -> str:
        return together(rf"\text{{{name}}}: {p.formula()}" for name, p in self.parts)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def as_json(self) -> dict[str, Any]:
        return {
            "question": "gap",
            "bound": term_text(self.bound),
            "truth": term_text(self.truth),
            "where": domain_texts(self.question.domain),
            "status": self.status,
            "parts": {name: p.as_json() for name, p in self.parts},
            "seconds": round(self.seconds, 3),
        }

    def to_json(self) -> list[dict[str, Any]]:
        """The findings, for `dpsym replay`."""
        found = [p.to_json() for _, p in self.parts]
        return [f for f in found if f is not None]

    def plot(self, path: Any = None) -> Any:
        """Bound and truth along the first symbol, with their difference below."""
        curves = [(f"bound {term_text(self.bound)}", self.bound), (f"truth {term_text(self.truth)}", self.truth)]
        return draw("bound and truth", curves, self.question.domain, path)


def _value(p: Optimized) -> str:
    if p.value is not None:
        at = f" at {point_text(p.optimiser)}" if p.optimiser and p.attained else f", {p.how}" if p.how else ""
        return f"{number_text(p.value)}{at}"
    if p.lower is not None and p.upper is not None:
        return f"{decimals_between(p.lower, p.upper)}   (enclosed)"
    return f"{p.status}: {p.reason}" if p.reason else p.status


def explain_gap(
    bound: Any,
    truth: Any,
    where: Any = (),
    given: Any = (),
    let: Any = (),
    timeout: float = 60,
    progress: Progress | None = None,
) -> Explained:
    """How much a bound gives away: where it is closest to the truth and where it is furthest, as a ratio and as a difference."""
    start = time.perf_counter()
    question = _question(bound, truth, where, given, let)
    names = tuple(n for n in question.domain.names if n in question.statement.free)
    if not names:
        raise QuestionError("found no symbols in bound and truth, expected some to compare them along")
    demand_points(question, Bench(timeout))
    upper, lower = question.lhs, question.rhs
    parts = []
    ratio = signs_met(lower, question.fact.domain, Bench(5).work)
    kinds = [("ratio", div(upper, lower))] if len(ratio) == 1 else []
    for kind, term in (*kinds, ("difference", sub(upper, lower))):
        for size, sense in (("largest", "max"), ("smallest", "min")):
            asked = Claim(question.domain, question.given, term, ">=", ZERO)
            parts.append((f"{size} {kind}", optimum_of(asked, names, sense, Bench(timeout / 4, progress))))
    return Explained(upper, lower, question, tuple(parts), time.perf_counter() - start)


def _question(bound: Any, truth: Any, where: Any, given: Any, let: Any) -> Claim:
    if isinstance(bound, str) and isinstance(truth, str):
        for text in (bound, truth):
            if any(op in text for op in ("<", ">", "==")):
                raise QuestionError(f"found the relation {text!r}, expected an expression")
        return one_claim(f"{bound} >= {truth}", where, given, let)
    import sympy

    return one_claim(sympy.Ge(bound, truth, evaluate=False), where, given, let)
