"""What a user gets back: the kernel's verdict, the second opinion, and what it cost.

`Answer` prints itself in a terminal (`str`) and in a notebook (`_repr_latex_`) through dpsym.report.
"""

from __future__ import annotations

from dataclasses import dataclass

from .kernel.statements import Claim, Point, Verdict

BUG = "internal error, please report it"  # how the reason of an answer begins that an exception has cut short


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
class Side:
    """An end of a symbol's range, which the tightest sampled point reaches or only comes close to."""

    symbol: str
    upper: bool
    reached: bool


@dataclass(frozen=True)
class Sampled:
    """The second opinion: mpmath on a grid of the domain. `opinion` is agrees, contradicts or inconclusive.

    It is a sample and proves nothing.
    """

    points: int
    digits: int
    min_slack: str  # smallest rhs - lhs seen (decimal), "" if no point could be evaluated
    at: Point
    opinion: str
    face: tuple[Side, ...] = ()  # the ends at which symbols sit in all the tightest points


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

    def explain(self) -> str:
        """The proof step by step, as text; for a claim that is not proved, what was tried."""
        from .report.proof import explain_text

        return explain_text(self)

    def latex(self) -> str:
        """The claim, the verdict and what backs it, the proof included, for a document with amsmath, amssymb, amsthm."""
        from .report.proof_latex import fragment_latex

        return fragment_latex(self)

    def _repr_latex_(self) -> str:
        from .report.latex import answer_latex

        return answer_latex(self)
