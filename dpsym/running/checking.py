"""The entry from Python: `check` decides one claim, `check_file` a file of claims."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..kernel.statements import Claim
from ..reading.text.claims import read_claims
from ..reading.text.file import Entry, read_claims_file
from ..search.outcome import Budget
from .answer import Answer
from .workers import decide_all

#: How bad a verdict is: a chain is as good as its worst link.
SEVERITY = ("refuted", "undefined", "open", "proved")


@dataclass(frozen=True)
class Checked:
    """One entry of a file of claims with the answers to its claims (several if it states a chain)."""

    entry: Entry
    answers: tuple[Answer, ...]

    @property
    def verdict(self) -> str:
        """The verdict on the whole entry: refuted, undefined or open if one of its claims is, in this order."""
        return min((a.verdict for a in self.answers), key=SEVERITY.index)

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the one the file expects, or `proved` if it expects none."""
        return self.verdict == (self.entry.expect or "proved")


def check(
    claim: Any, where: Any = (), given: Any = (), let: Any = (), timeout: float = 20, id: str = ""
) -> Answer | tuple[Answer, ...]:
    """Decides a claim: text such as `"tanh(eps/2) <= eps/2"`, or a SymPy relation such as `tanh(eps/2) <= eps/2`.

    `where` holds the conditions on the symbols, `given` the hypotheses, `let` (for text) the abbreviations; each is one
    condition or a list of them. A chain `a <= b <= c` gives a tuple with one answer for each link. Search stops after
    the steps that take about `timeout` seconds on a quiet machine. Text that cannot be read raises ReadError, a SymPy
    expression that has no counterpart RefusedError; both are ValueErrors.
    """
    claims = to_claims(claim, _listed(where), _listed(given), _listed(let), id)
    answers = decide_all(claims, budget_for(timeout))
    return answers[0] if len(answers) == 1 else tuple(answers)


def check_file(path: str | Path, timeout: float = 20, jobs: int | None = None) -> tuple[Checked, ...]:
    """Decides every claim of a TOML file, on all cores unless `jobs` says otherwise."""
    return check_entries(read_claims_file(path), budget_for(timeout), jobs)


def check_entries(
    entries: Iterable[Entry],
    budget: Budget,
    jobs: int | None = None,
    on_done: Callable[[int, Answer], None] | None = None,
) -> tuple[Checked, ...]:
    """Decides the claims of all entries together. `on_done` counts the claims through all entries."""
    entries = tuple(entries)
    answers = iter(decide_all([claim for entry in entries for claim in entry.claims], budget, jobs, on_done))
    return tuple(Checked(entry, tuple(next(answers) for _ in entry.claims)) for entry in entries)


def to_claims(
    claim: Any, where: tuple[Any, ...], given: tuple[Any, ...], let: tuple[Any, ...], id: str
) -> tuple[Claim, ...]:
    """Text through the reader, everything else through the translation from SymPy."""
    if isinstance(claim, Claim):
        if where or given or let:
            raise TypeError("a Claim has its conditions already; where, given and let go with text or SymPy relations")
        return (claim,)
    if isinstance(claim, str):
        for part in (*where, *given, *let):
            if not isinstance(part, str):
                raise TypeError(f"the claim is text, but {part!r} is {type(part).__name__}; write all of it as text")
        return read_claims(claim, where=where, given=given, let=let, id=id)
    if let:
        raise TypeError("let is for claims in text; in Python, substitute the expression")
    from ..reading.python import claims_from_sympy

    return claims_from_sympy(claim, where=where, given=given, id=id)


def budget_for(timeout: float) -> Budget:
    """The default budget with the steps of so many seconds."""
    if not isinstance(timeout, (int, float)) or isinstance(timeout, bool):
        raise TypeError(f"found a time limit of type {type(timeout).__name__}, expected a number of seconds")
    if not (math.isfinite(timeout) and timeout > 0):
        raise ValueError(f"found a time limit of {timeout} s, expected a positive number of seconds")
    return Budget(seconds=float(timeout))


def _listed(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (list, tuple, set, frozenset)) else (value,)
