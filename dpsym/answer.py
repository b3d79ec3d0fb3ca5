"""What a user gets back: the kernel's verdict, the second opinion, and what it cost.

`Answer` prints itself in a terminal (`str`) and in a notebook (`_repr_latex_`) through dpsym.report.
"""

from __future__ import annotations

from dataclasses import dataclass

from .kernel.statements import Claim, Point, Verdict


@dataclass(frozen=True)
class Budget:
    """Limits of one decision. Steps and evaluations come first, so that a loaded machine gives the same verdict."""

    seconds: float = 20.0  # a last resort: when it strikes, the answer is `open` and says so
    steps: int = 100_000
    evaluations: int = 200_000
    digits: int = 50  # of the second opinion
    refute: bool = True  # look for counterexamples
    prove: bool = True  # look for proofs


@dataclass(frozen=True)
class Sampled:
    """The second opinion: mpmath on a grid of the domain. `opinion` is agrees, contradicts or inconclusive."""

    points: int
    digits: int
    min_slack: str  # smallest rhs - lhs seen (decimal), "" if no point could be evaluated
    at: Point
    opinion: str


@dataclass(frozen=True)
class Answer:
    result: Verdict  # Proved, Refuted, Undefined or Open
    sampled: Sampled
    seconds: float
    tried: tuple[str, ...] = ()  # the techniques tried, in order

    @property
    def verdict(self) -> str:
        return self.result.verdict

    @property
    def claim(self) -> Claim:
        return self.result.claim

    def __bool__(self) -> bool:
        raise TypeError("an answer may be unknown and is not a bool; compare answer.verdict with 'proved'")

    def __str__(self) -> str:
        from .report.text import answer_text

        return answer_text(self)

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        from .report.latex import answer_latex

        return answer_latex(self)
