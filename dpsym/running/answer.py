"""What a user gets back: the outcome of the search, or how it failed; it prints itself in a terminal and in a notebook."""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.statements import Claim
from ..kernel.verdicts import Open
from ..search.outcome import Budget, Outcome, Sampled
from .containment import Crash, MemoryLimit

__all__ = ["Answer", "Bug", "Crash", "Failure", "MemoryLimit", "ProcessorLimit", "WholeLimit", "failed"]


@dataclass(frozen=True)
class ProcessorLimit:
    """The worker was stopped: it has used more processor time than the steps of its budget can take."""

    seconds: float

    @property
    def reason(self) -> str:
        return f"time limit of {self.seconds:g} s of processor time reached"


@dataclass(frozen=True)
class Bug:
    """An exception cut the decision short: a bug in dpsym, but none that makes a verdict wrong."""

    traceback: str

    @property
    def reason(self) -> str:
        return f"internal error, please report it: {self.traceback.strip().splitlines()[-1]}"


@dataclass(frozen=True)
class WholeLimit:
    """It was not looked at: the steps for everything that was asked together were used up before."""

    seconds: float

    @property
    def reason(self) -> str:
        return f"not decided: the limit of {self.seconds:g} s for all claims together was reached before"


Failure = ProcessorLimit | MemoryLimit | Crash | Bug | WholeLimit


@dataclass(frozen=True, repr=False)
class Answer(Outcome):
    """The outcome of a search; `failure` says how it ended early, if it did: then the claim is open."""

    failure: Failure | None = None

    @classmethod
    def of(cls, outcome: Outcome) -> Answer:
        return cls(outcome.result, outcome.sampled, outcome.seconds, outcome.tried, outcome.steps)

    def __str__(self) -> str:
        from ..report.answers import answer_text

        return answer_text(self)

    __repr__ = __str__

    def explain(self) -> str:
        """The proof step by step, as text; for a claim that is not proved, what was tried."""
        from ..report.proof import explain_text

        return explain_text(self)

    def latex(self) -> str:
        """The claim, the verdict and what backs it, the proof included, for a document with amsmath, amssymb, amsthm."""
        from ..report.proof_latex import fragment_latex

        return fragment_latex(self)

    def _repr_latex_(self) -> str:
        from ..report.latex import answer_latex

        return answer_latex(self)


def failed(claim: Claim, budget: Budget, seconds: float, failure: Failure) -> Answer:
    """The open answer for a claim that was not decided because of a failure."""
    sampled = Sampled(0, budget.digits, "", (), "inconclusive")
    return Answer(Open(claim, reason=failure.reason), sampled, seconds, failure=failure)
