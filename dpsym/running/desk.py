"""Where claims are handed in to be decided: what was asked before comes from the store, the rest from workers, within one limit.

The limit counts the steps of all answers, those from the store too: a run that finds everything in the store gives the same verdicts
as the first one. Once it is reached, the claims that are left are open, and say so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..kernel.statements import Claim
from ..search.outcome import Budget
from ..search.work import RATE
from .answer import Answer, Bug, WholeLimit, failed
from .store import Store
from .workers import decide_all

BATCH = 24  # claims that are decided together; the limit is looked at between two batches

OnDone = Callable[[int, Answer], None]


class Desk:
    """Decides claims. `seconds` is the limit for all of them, in steps that take about so long; none without it."""

    def __init__(self, jobs: int | None = None, store: Store | None = None, seconds: float | None = None) -> None:
        self.jobs, self.store, self.seconds = jobs, store, seconds
        self.steps = 0
        self.left_out = 0  # claims that were not decided because of the limit
        self.bugs: list[Bug] = []
        self.cut_short = 0  # searches that a worker did not end by itself: they may go otherwise the next time
        self._answers: dict[tuple[Claim, Budget], Answer] = {}  # what was asked at this desk before
        # by identity; the answer is held, so that its number stays its own
        self._keys: dict[int, tuple[Answer, str]] = {}

    @property
    def is_used_up(self) -> bool:
        return self.seconds is not None and self.steps >= self.seconds * RATE

    def key_of(self, answer: Answer) -> str:
        """The key under which the store has this answer; nothing if it has not."""
        found = self._keys.get(id(answer))
        return found[1] if found is not None else ""

    def decide(self, claims: Sequence[Claim], budget: Budget, on_done: OnDone | None = None) -> list[Answer]:
        """The answers to all claims, in their order; `on_done(index, answer)` is called for each."""
        out: list[Answer] = []
        size = BATCH if self.seconds is not None else max(1, len(claims))
        for start in range(0, len(claims), size):
            batch = claims[start : start + size]
            out += self._batch(batch, budget, lambda k, a, start=start: on_done(start + k, a) if on_done else None)  # type: ignore[misc]
        return out

    def _batch(self, claims: Sequence[Claim], budget: Budget, on_done: OnDone) -> list[Answer]:
        used_up = self.is_used_up
        missing: dict[Claim, list[int]] = {}
        out: dict[int, Answer] = {}
        for k, claim in enumerate(claims):
            answer = self._known(claim, budget, used_up)
            if answer is None:
                missing.setdefault(claim, []).append(k)
            else:
                out[k] = answer
                on_done(k, answer)
        asked = list(missing.items())

        def arrived(index: int, answer: Answer) -> None:
            for k in asked[index][1]:
                on_done(k, answer)

        for (claim, places), answer in zip(
            asked, decide_all([c for c, _ in asked], budget, self.jobs, arrived), strict=True
        ):
            self._keep(claim, budget, answer)
            out |= dict.fromkeys(places, answer)
        return [out[k] for k in range(len(claims))]

    def _known(self, claim: Claim, budget: Budget, used_up: bool) -> Answer | None:
        """The answer if it was asked before, here or in another run; an open one if there are no steps left."""
        if (known := self._answers.get((claim, budget))) is not None:
            return known
        if used_up:
            assert self.seconds is not None
            self.left_out += 1
            return failed(claim, budget, 0.0, WholeLimit(self.seconds))
        if self.store is None:
            return None
        key = self.store.key(claim, budget)
        answer = self.store.recall(key, claim)
        if answer is not None:
            self._keys[id(answer)] = (answer, key)
            self._count(claim, budget, answer)
        return answer

    def _count(self, claim: Claim, budget: Budget, answer: Answer) -> None:
        self._answers[claim, budget] = answer
        self.steps += answer.steps if answer.failure is None else budget.steps

    def _keep(self, claim: Claim, budget: Budget, answer: Answer) -> None:
        self._count(claim, budget, answer)
        self.cut_short += answer.failure is not None
        if isinstance(answer.failure, Bug):
            self.bugs.append(answer.failure)
        if self.store is not None and answer.failure is None:
            key = self.store.key(claim, budget)
            self.store.keep(key, claim, budget, answer)
            self._keys[id(answer)] = (answer, key)
