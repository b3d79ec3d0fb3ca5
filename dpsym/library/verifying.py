"""What the kernel says of every entry of the library, today, without search: `dpsym verify`.

| entry | is asked | expected |
|---|---|---|
| Theorem | whether its stored certificate proves the statement as it unfolds today | proved |
| Formula | the same about its certificates; with `fails_at`, whether the statement fails there | proved, or refuted or undefined |
| KFold | whether base, step and conclusions, which must be proved, are those of its chain | proved |
| Falsehood | whether its claim fails in its model, which satisfies its hypotheses | refuted |
| Definition | whether the object is there, unfolds if it is a notion, and decides its instances, yes and no, as stated | defined |
| Unsettled | nothing: it says why | open |

What is not as expected is `rejected`, and says where, what was found and what was expected.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ..kernel.laws import models
from ..kernel.laws.chains import check_chain
from ..kernel.laws.statements import Refuted as LawsRefuted
from ..kernel.reals.check import check, refute
from ..kernel.verdicts import Proved, Refuted, Rejected, Undefined
from ..report.decimals import sides_at
from ..report.text import point_text
from .base import REJECTED, Entry, LibraryError, Verified
from .certificates import Shelf
from .chains import KFold
from .entries import Definition, Falsehood, Formula, Unsettled
from .loading import entries
from .names import unknown_entries
from .replaying import Library
from .theorem import Theorem

__all__ = ["Verified", "Verifier", "verify"]

LEAST = 1000  # bytes: what an entry without a certificate is counted as


class Verifier:
    """Asks about entries one by one; theorems that have been replayed are not replayed again."""

    def __init__(self, known: Mapping[str, Entry] | None = None, where: Path | Shelf | None = None) -> None:
        self.known = entries() if known is None else known
        self.shelf = where if isinstance(where, Shelf) else Shelf(where)
        self.library = Library(self.known, self.shelf)

    def __call__(self, name: str) -> Verified:
        entry = self.known[name]
        start = time.process_time()
        kind = type(entry).__name__.lower()
        verdict, detail, steps = self._answer(entry)
        return Verified(name, kind, verdict, detail, steps, time.process_time() - start, _shown(entry))

    def _answer(self, entry: Entry) -> tuple[str, str, int]:
        if isinstance(entry, Theorem):
            return self._theorem(entry)
        if isinstance(entry, Formula):
            return self._fails(entry) if entry.fails_at is not None else self._formula(entry)
        if isinstance(entry, KFold):
            return self._chain(entry)
        if isinstance(entry, Falsehood):
            return self._falsehood(entry)
        if isinstance(entry, Definition):
            return self._definition(entry)
        if isinstance(entry, Unsettled):
            return "open", entry.reason, 0
        raise LibraryError(f"found {entry!r}, expected an entry")

    def _theorem(self, theorem: Theorem) -> tuple[str, str, int]:
        replayed = self.library.replay(theorem.name)
        if isinstance(replayed.result, Rejected):
            return REJECTED, _said(replayed.result), 0
        return "proved", "", replayed.steps

    def _chain(self, entry: KFold) -> tuple[str, str, int]:
        for theorem in entry.theorems:
            self.library.replay(theorem.name)
        result = check_chain(entry.chain, self.library.checked)
        if isinstance(result, Rejected):
            return REJECTED, f"{entry.name}: {_said(result)}", 0
        return "proved", "", len(entry.theorems)

    def _formula(self, formula: Formula) -> tuple[str, str, int]:
        certificates = self.shelf.formula(formula.name)
        if isinstance(certificates, Rejected):
            return REJECTED, _said(certificates), 0
        if tuple(c.claim for c in certificates) != formula.claims:
            return REJECTED, f"{formula.name}: found certificates of other statements, expected today's", 0
        for certificate in certificates:
            result = check(certificate)
            if not isinstance(result, Proved):
                return REJECTED, _said(result), 0
        return "proved", "", sum(len(c.proof) for c in certificates)

    def _fails(self, formula: Formula) -> tuple[str, str, int]:
        point = formula.point
        for claim in formula.claims:
            own = tuple((n, v) for n, v in point if n in claim.domain.names)
            result = refute(claim, own)
            if isinstance(result, Refuted):
                found = sides_at(result)
                sides = f"both sides are {found.lhs}" if found.equal else f"{found.lhs} and {found.rhs}"
                return "refuted", f"at {point_text(own)}: {sides}", 0
            if isinstance(result, Undefined):
                return "undefined", f"at {point_text(own)}: {result.why}", 0
        return REJECTED, f"{formula.name}: found no failure at {point_text(point)}: {_said(result)}", 0

    def _falsehood(self, entry: Falsehood) -> tuple[str, str, int]:
        result = models.refute(entry.proposition, entry.model)
        if isinstance(result, LawsRefuted):
            from ..report.laws import model_text

            return "refuted", model_text(result), 0
        return REJECTED, f"{entry.name}: {_said(result)}", 0

    def _definition(self, entry: Definition) -> tuple[str, str, int]:
        try:
            value = entry.value
        except (ImportError, AttributeError) as error:
            return REJECTED, f"{entry.name}: found no object {entry.object}: {error}", 0
        said = [f"{value.__module__}.{value.__qualname__}", *_unfolded(value)]
        seen = set()
        for what, instance, expected in entry.examples():
            found = _instance(what, instance)
            if found != expected:
                return REJECTED, f"{entry.name}: {what}: found {found}, expected {expected}", 0
            seen.add(found)
            said.append(f"{what} {expected}")
        if seen != {"holds", "fails"}:
            return (
                REJECTED,
                f"{entry.name}: found instances that {seen or 'are none'}, expected some of both kinds",
                0,
            )
        return "defined", "; ".join(said), 0


def _instance(what: Any, instance: Any) -> str:
    """Whether an instance falls under a definition: decided by a notion, or computed before."""
    if isinstance(what, str):
        return "holds" if instance is True else "fails" if instance is False else f"{instance!r}, no truth value"
    return str(what.decide(instance).verdict)


def _unfolded(value: Any) -> list[str]:
    """What a notion means, if the object is one: facts that make sense in the language of laws."""
    from ..objects.deciding import meaning

    facts = meaning(getattr(value, "__name__", "")) if value.__module__.startswith("dpsym.objects.notions") else {}
    return [f"unfolds to {len(facts)} facts"] if facts else []


def _shown(entry: Entry) -> str:
    """What a proof of the entry shows besides its statement; the certificate of a tight bound holds that of its tightness."""
    if isinstance(entry, Theorem) and entry.tight is not None:
        return type(entry.tight).__name__.lower()
    if isinstance(entry, KFold):  # an equality for certain mechanisms: they attain the bound that others state
        return "attained" if any(t.op == "==" for t in entry.invariant) else ""
    return "refuted" if isinstance(entry, Formula) and entry.against else ""


def _said(wrong: object) -> str:
    if isinstance(wrong, Rejected):
        return f"{wrong.where}: found {wrong.found}, expected {wrong.expected}"
    return str(wrong)


# -- all of them ---------------------------------------------------------------------------------------------------


def verify(
    names: Iterable[str] = (),
    jobs: int = 1,
    on_done: Callable[[Verified], None] | None = None,
    verifier: Verifier | None = None,
) -> list[Verified]:
    """The answers to these entries (all, if none is named), in the library's order; `verifier` is one that knows others as well."""
    known = entries() if verifier is None else verifier.known
    wanted = list(names) or list(known)
    unknown = [n for n in wanted if n not in known]
    if unknown:
        raise unknown_entries(unknown)
    tell = on_done or (lambda _: None)
    answers: dict[str, Verified] = {}
    parallel = verifier is None and jobs > 1 and len(wanted) > 1
    for one in _parallel(wanted, jobs) if parallel else map(verifier or Verifier(known), wanted):
        answers[one.name] = one
        tell(one)
    return [answers[n] for n in wanted]


@cache
def _own() -> Verifier:
    """The verifier of this worker process."""
    return Verifier()


def _work(names: Sequence[str]) -> list[Verified]:
    return [_own()(n) for n in names]


def _parallel(names: Sequence[str], jobs: int) -> Iterable[Verified]:
    """A chapter is one piece of work, as its theorems cite each other; the longest chapters first."""
    chapters: dict[str, list[str]] = {}
    for n in names:
        chapters.setdefault(n.partition(".")[0], []).append(n)
    shelf = Shelf()
    weight = {c: sum(max(shelf.size(n), LEAST) for n in members) for c, members in chapters.items()}
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        work = [pool.submit(_work, chapters[c]) for c in sorted(chapters, key=lambda c: -weight[c])]
        for done in as_completed(work):
            yield from done.result()
