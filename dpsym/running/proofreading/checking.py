"""Every step of every derivation: its reading, its verdict, the first broken step, whether the error is confined, a repair.

A step is checked under the conditions that the text has stated. If that does not prove it, the lines before it in the same unit that
are not themselves broken may be used, and the report says so. A step whose two sides name different quantities (probabilities,
values of functions) states something about them that algebra cannot decide: it is open, and may be used as an assumption.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ...kernel.terms import relation
from ...kernel.verdicts import Refuted, Undefined
from ...reading.latex.derivations import Derivation, Display, ReadDocument, Step, read_document
from ...reading.latex.lower import Lowering
from ...reading.latex.tokens import LatexError
from ...search.outcome import Budget
from ..answer import Answer
from ..workers import decide_all
from .claims import Checked, Posed, Setting, is_definition, pose, related, sides_atoms, terms_of, where_defined
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


@dataclass
class Proofread:
    document: ReadDocument
    steps: list[Checked] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)

    @property
    def refused(self) -> list[Display]:
        return self.document.refused

    def of(self, derivation: Derivation) -> list[Checked]:
        return [c for c in self.steps if c.derivation is derivation]


def proofread(text: str, budget: Budget | None = None, jobs: int | None = None, explain: bool = True) -> Proofread:
    """Reads a document and checks every derivation of it."""
    return check_document(read_document(text), budget or Budget(), jobs, explain)


def check_document(
    document: ReadDocument,
    budget: Budget,
    jobs: int | None = None,
    explain: bool = True,
    on_done: Callable[[int, int], None] | None = None,
) -> Proofread:
    """Checks every derivation of a document that was read. `explain` also looks for repairs of broken steps."""
    out = Proofread(document, list(_posed(document)))
    _decide(out, budget, jobs, on_done)
    _decide_with_lines_before(out, budget, jobs)
    for derivation in document.derivations:
        chain = out.of(derivation)
        refuted = (c for c in chain if c.verdict == "refuted")
        first = next(refuted, None) or next((c for c in chain if c.is_broken), None)
        if first is not None:
            found = Broken(first)
            if explain:
                _explain(found, chain, jobs)
            out.broken.append(found)
    return out


# -- posing -----------------------------------------------------------------------------------------------------------------


def _posed(document: ReadDocument) -> Iterator[Checked]:
    """Every step as a claim. One setting for each unit: what is only named is the same quantity throughout a proof."""
    settings: dict[int, Setting] = {}
    for derivation in document.derivations:
        setting = settings.setdefault(derivation.unit.start, Setting(Lowering(document.source.text, derivation.scope)))
        setting.lowering.scope = derivation.scope
        setting.lowering.reserve([n for s in derivation.steps for n in (s.left, s.right)])
        for step in derivation.steps:
            yield _posed_step(step, derivation, setting)


def _posed_step(step: Step, derivation: Derivation, setting: Setting) -> Checked:
    found = Checked(step, derivation)
    try:
        found.demands = tuple(setting.lowering.demands(step.left, step.right, *step.given))
        if is_definition(step, setting):
            setting.demands += found.demands
            setting.defined[str(step.left.value)] = setting.lowering.term(step.right)
            found.verdict, found.why = "definition", "it says what the name stands for"
            return found
        found.fact = terms_of(step, setting)
        setting.named |= found.fact.free
        given = [setting.lowering.relation(n) for n in step.given]
        found.setting, found.given = setting, tuple(given)
        found.posed = pose(
            found.fact,
            derivation,
            setting,
            given=given,
            where=(step.start, step.end),
            reason=step.reason,
            demands=found.demands,
        )
        found.alone = found.posed
    except LatexError as error:
        found.why = error.message
    return found


# -- deciding ---------------------------------------------------------------------------------------------------------------


def _decide(out: Proofread, budget: Budget, jobs: int | None, on_done: Callable[[int, int], None] | None) -> None:
    todo = [c for c in out.steps if c.posed is not None]
    count = 0

    def done(index: int, answer: Answer) -> None:
        nonlocal count
        count += 1
        if on_done is not None:
            on_done(count, len(todo))

    answers = decide_all([c.posed.claim for c in todo if c.posed is not None], budget, jobs, done)
    for c, answer in zip(todo, answers, strict=True):
        _judge(c, answer)


def _judge(c: Checked, answer: Answer) -> None:
    assert c.posed is not None
    c.answer, c.verdict, c.why = answer, answer.verdict, ""
    left, right = sides_atoms(c.posed)
    keys = {a.symbol: a.opaque.key for a in c.posed.read.atoms}
    if not isinstance(answer.result, (Refuted, Undefined)):
        return
    if c.step.after:
        c.verdict, c.why = "open", "false by itself; why it follows from the lines before is not stated"
        return
    named = [keys[s] for s in keys if s in left | right]
    if left != right:
        c.verdict = "open"
        only = ", ".join(sorted(keys[s] for s in left ^ right))
        c.why = f"the two sides name different quantities ({only}): what relates them is not algebra"
    elif not related(c.posed):
        c.verdict, c.why = "open", "nothing that was stated relates the symbols of the two sides"
    elif named:
        c.rests_on = tuple(named)


def _decide_with_lines_before(out: Proofread, budget: Budget, jobs: int | None) -> None:
    """Steps that are not proved, again with what the lines before them in the unit state."""
    todo: list[tuple[Checked, Posed, tuple[str, ...]]] = []
    for k, c in enumerate(out.steps):
        if c.posed is None or c.fact is None or c.setting is None or c.verdict in ("proved", "definition"):
            continue
        lines = [b for b in out.steps[:k] if _usable(b, c)]
        if not lines:
            continue
        facts = [b.fact for b in lines if b.fact is not None]
        try:
            place, demands = (c.step.start, c.step.end), [d for b in (c, *lines) for d in b.demands]
            stronger = pose(c.fact, c.derivation, c.setting, facts, c.given, place, c.step.reason, demands=demands)
        except LatexError:
            continue
        todo.append((c, stronger, tuple(_label(b, out) for b in lines)))
    answers = decide_all([posed.claim for _, posed, _ in todo], budget, jobs)
    for (c, posed, using), answer in zip(todo, answers, strict=True):
        _merge(c, posed, using, answer)


def _merge(c: Checked, posed: Posed, using: tuple[str, ...], answer: Answer) -> None:
    """Proved with the lines before: proved. Refuted with them: refuted, at a point that satisfies them too."""
    if answer.verdict == "proved":
        c.posed, c.answer, c.verdict, c.using, c.why, c.rests_on = posed, answer, "proved", using, "", ()
    elif answer.verdict in ("refuted", "undefined") and c.is_broken:
        c.posed, c.using = posed, using
        _judge(c, answer)
    elif c.is_broken and answer.verdict == "open":
        c.verdict, c.why = "open", f"false by itself; undecided with {', '.join(using)}"


def _usable(before: Checked, c: Checked) -> bool:
    """A line before in the same unit that is not broken and speaks of the same symbols: of the same named quantities, if any."""
    if before.fact is None or c.fact is None or before.is_broken or before.verdict == "definition":
        return False
    if before.derivation.unit is not c.derivation.unit or before.fact is c.fact or c.setting is None:
        return False
    named = {a.symbol for a in c.setting.lowering.atoms.values()}
    shared = before.fact.free & c.fact.free
    return bool(shared & named) if c.fact.free & named else bool(shared) and not before.fact.free & named


def _label(c: Checked, out: Proofread) -> str:
    return c.step.tag or f"line {out.document.source.line(c.step.start)}"


# -- explaining -------------------------------------------------------------------------------------------------------------


def _explain(found: Broken, chain: Sequence[Checked], jobs: int | None) -> None:
    """Does the line before imply the line after? Then the error is confined to this line. And does a small edit mend it?"""
    budget = Budget(seconds=QUICK)
    checked = found.checked
    k = chain.index(checked)
    after = chain[k + 1] if k + 1 < len(chain) else None
    if after is None:
        found.confined = "last"
    else:
        found.confined = _across(checked, after, budget, jobs)
    found.repair = find_repair(checked, after, budget, jobs)


def _across(checked: Checked, after: Checked, budget: Budget, jobs: int | None) -> str:
    op = _ORDER.get((checked.step.relation, after.step.relation))
    if op is None or checked.setting is None or checked.fact is None or after.fact is None:
        return "unknown"
    goal = relation(op, checked.fact.lhs, after.fact.rhs)
    try:
        demands = (*checked.demands, *after.demands)
        posed = pose(goal, checked.derivation, checked.setting, given=checked.given, demands=demands)
    except LatexError:
        return "unknown"
    (answer,) = decide_all([where_defined(posed.claim)], budget, jobs)
    return {"proved": "yes", "refuted": "no", "undefined": "no"}.get(answer.verdict, "unknown")
