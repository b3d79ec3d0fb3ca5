"""What a tool says about a claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dpsym.kernel.statements import Claim

#: Every verdict, the worst first: a chain of claims is as good as its worst link.
VERDICTS = ("refuted", "undefined", "error", "unsupported", "timeout", "unknown", "proved")
DEFINITE = frozenset({"proved", "refuted", "undefined"})


class Outcome(NamedTuple):
    """One of VERDICTS, and a few words on how it came about."""

    verdict: str
    detail: str = ""


class Timed(NamedTuple):
    """An outcome and the seconds of processor time that it took, translation included."""

    outcome: Outcome
    seconds: float


class UnsupportedError(ValueError):
    """The tool has no words for a part of the claim; the message names it."""


Decide = Callable[[Claim], Outcome]


def of_chain(links: Sequence[Timed]) -> Timed:
    """The outcome of an entry with several claims: that of its worst link, and the time of all."""
    worst = min(links, key=lambda link: VERDICTS.index(link.outcome.verdict))
    return Timed(worst.outcome, sum(link.seconds for link in links))
