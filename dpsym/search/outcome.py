"""What a search is given and what it hands back: the budget, the kernel's verdict, the second opinion, and what was done."""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.statements import Claim, Point
from ..kernel.verdicts import Verdict
from .work import RATE


@dataclass(frozen=True)
class Budget:
    """Limits of one decision. Only steps and evaluations are counted, so that a loaded machine gives the same verdict."""

    seconds: float = 20.0  # about what the steps take on a quiet machine
    evaluations: int = 200_000
    digits: int = 50  # of the second opinion
    refute: bool = True  # look for counterexamples
    prove: bool = True  # look for proofs

    @property
    def steps(self) -> int:
        return int(self.seconds * RATE)


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
class Outcome:
    """The kernel's verdict on a claim, with what search saw on the way."""

    result: Verdict  # Proved, Refuted, Undefined or Open
    sampled: Sampled
    seconds: float
    tried: tuple[str, ...] = ()  # the techniques tried, in order
    steps: int = 0  # of search, as they are counted against the budget

    @property
    def verdict(self) -> str:
        return self.result.verdict

    @property
    def claim(self) -> Claim:
        return self.result.claim

    def __bool__(self) -> bool:
        raise TypeError("an answer may be unknown and is not a bool; compare answer.verdict with 'proved'")
