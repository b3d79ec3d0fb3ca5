"""Every step of every derivation: its verdict, from the firm conditions alone, with lines that are proved, and with all that is soft.

1. Each step is decided under the firm conditions.
2. What is not proved is tried again with the lines and soft formulas before it that are proved, until nothing changes.
3. What is still not proved is decided with everything that stands in its parts, proved or not. If that proves it, it `follows`, and
   what it needs is named. Only if that is refuted, at a point that satisfies all of it, can the step be refuted (`judging` says when).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ...kernel.statements import Claim
from ...reading.latex.cues import Cue
from ...reading.latex.derivations import Derivation, Display, ReadDocument, Step, read_document
from ...reading.latex.lower import Lowering
from ...reading.latex.outside import Outside, Told
from ...reading.latex.positions import Assembled, Place, plain
from ...reading.latex.said import Said, Standing, are_rivals, defined_name, repeats
from ...reading.latex.tokens import LatexError
from ...reading.latex.tree import Node, names
from ...search.outcome import Budget
from ..answer import Answer
from ..desk import Desk
from .claims import Checked, Contradiction, Posed, Question, fact_of, pose
from .explaining import Broken, explain
from .following import Follower, Help
from .judging import Judge
from .verdicts import Cited, Condition, Definition, Follows, Shown, Unproved, Used

ROUNDS = 4  # of using lines that were proved in the round before


@dataclass
class Proofread:
    """A document with the verdicts on its steps; `text` leads from its characters back to the files it was read from."""

    document: ReadDocument
    text: Assembled
    steps: list[Checked] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)

    def place(self, offset: int) -> Place:
        return self.text.place(offset)

    @property
    def refused(self) -> list[Display]:
        return self.document.refused

    @cached_property
    def shown(self) -> list[Checked]:
        """The steps that a report speaks of.

        What sentences only use or mention is among them if it is broken, needed, or not proved though it may be a claim.
        """
        needs = {(x.file, x.line) for s in self.steps if isinstance(s.outcome, Follows) for x in s.outcome.needs}

        def is_needed(c: Checked) -> bool:
            cited = cited_at(self.text, c.step.start, "")
            return (cited.file, cited.line) in needs

        return [
            c
            for c in self.steps
            if is_shown(c) or c.is_broken or (c.verdict != "proved" and (may_claim(c) or is_needed(c)))
        ]

    @cached_property
    def _by_derivation(self) -> dict[int, list[Checked]]:
        out: dict[int, list[Checked]] = {}
        for c in self.steps:
            out.setdefault(id(c.derivation), []).append(c)
        return out

    def of(self, derivation: Derivation) -> list[Checked]:
        return self._by_derivation.get(id(derivation), [])


def cited_at(text: Assembled, offset: int, shown: str) -> Cited:
    """A formula at a place of the text; the file is named if there are several."""
    place = text.place(offset)
    several = len({origin.name for origin in text.origins}) > 1
    cell = f"cell {place.cell}" if place.cell else ""
    return Cited(place.line, shown, file=place.file if several else cell)


def is_shown(c: Checked) -> bool:
    return not c.derivation.is_inline or c.derivation.standing is Standing.CLAIM


def may_claim(c: Checked) -> bool:
    """Whether a formula in a sentence without a known cue says something that can be false.

    A name stands in it twice, or it relates several names of which the text has said where they are, or it is a reason that says
    something of an expression in one of them.
    """
    relation = Node("rel", (c.step.left, c.step.right), c.step.relation)
    return c.derivation.standing is not Standing.ASIDE and (repeats(relation) or _relates_known(c, relation))


def _relates_known(c: Checked, relation: Node) -> bool:
    context = c.derivation.context
    assumed = (s for s in context.soft if s.cue in (Cue.LET, Cue.RANGE, Cue.IF, Cue.QUOTED))
    known = {n for s in (*context.firm, *assumed) for n in s.names}
    says_more = len(set(names(relation))) > 1 or (
        c.derivation.standing is Standing.REASON and all(n.kind != "name" for n in relation.args)
    )  # since $f(x) \ge 1$
    return c.step.relation != "==" and says_more and set(names(relation)) <= known


def proofread(
    text: str, budget: Budget | None = None, jobs: int | None = None, explain: bool = True, where: Sequence[str] = ()
) -> Proofread:
    """Reads a document and checks every derivation of it, under the conditions of `where` besides its own."""
    document = read_document(text, Outside(tuple(map(Told, where))))
    return check_document(document, budget or Budget(), Desk(jobs), explain)


def check_document(
    document: ReadDocument,
    budget: Budget,
    desk: Desk | None = None,
    explain: bool = True,
    on_done: Callable[[int, int], None] | None = None,
    text: Assembled | None = None,
) -> Proofread:
    """Checks every derivation of a document that was read. `explain` also looks for repairs of broken steps."""
    text = text or plain(document.source.text)
    checker = Checker(document, text, budget, desk or Desk())
    checker.run(on_done)
    out = Proofread(document, text, checker.steps)
    out.broken = list(_broken(out, checker, explain))
    return out


def _broken(out: Proofread, checker: Checker, wanted: bool) -> Iterator[Broken]:
    for derivation in out.document.derivations:
        chain = out.of(derivation)
        refuted = (c for c in chain if c.verdict == "refuted")
        first = next(refuted, None) or next((c for c in chain if c.is_broken), None)
        if first is not None:
            yield explain(first, chain, checker.lowering, checker.desk) if wanted else Broken(first)


class Checker:
    """Decides the steps of one document, round by round."""

    def __init__(self, document: ReadDocument, text: Assembled, budget: Budget, desk: Desk) -> None:
        self.document, self.text, self.budget, self.desk = document, text, budget, desk
        self.lowering = Lowering(document.source.text)
        for d in document.derivations:
            self.lowering.reserve([n for s in d.steps for n in (s.left, s.right)])
        self.steps = list(posed_steps(document, self.lowering))
        self.order = {id(c): k for k, c in enumerate(self.steps)}
        self.by_place: dict[int, list[Checked]] = {}
        for c in self.steps:
            if c.derivation.is_inline:
                self.by_place.setdefault(c.derivation.place, []).append(c)
        self.named = {a.symbol for a in self.lowering.atoms.values()}
        self.by_name: dict[str, list[Checked]] = {}  # lines that others may use
        for c in self.steps:
            for name in c.fact.free if c.fact is not None and is_shown(c) else ():
                self.by_name.setdefault(name, []).append(c)
        self.judge = Judge(self)
        self.asked: dict[int, set[Claim]] = {}  # what was asked of a step with lines that are proved

    def run(self, on_done: Callable[[int, int], None] | None) -> None:
        first = [c for c in self.steps if c.alone is not None and self._is_asked(c)]
        self._decide_alone(first, on_done)
        left = {n for c in first if c.verdict != "proved" and c.fact is not None for n in c.fact.free}
        reminders = [
            c
            for c in self.steps
            if c.alone is not None and not self._is_asked(c) and c.alone.claim.statement.free & left
        ]
        self._decide_alone(reminders, None)
        for _ in range(ROUNDS):
            if not self._with_proved_lines():
                break
        self._with_everything()

    def _is_asked(self, c: Checked) -> bool:
        return not c.derivation.is_inline or c.derivation.standing in (Standing.CLAIM, Standing.REASON) or may_claim(c)

    def cited(self, c: Checked) -> Cited:
        text = " ".join(self.document.source.text[c.step.start : c.step.end].split())
        return replace(self.cited_at(c.step.start, c.step.tag or text), verdict=c.verdict)

    def cited_said(self, s: Said) -> Cited:
        step = self.step_of(s)
        verdict = step.verdict if step is not None else ""
        return replace(self.cited_at(max(s.place, 0), s.text), verdict=verdict, label=s.label)

    def cited_at(self, place: int, text: str) -> Cited:
        return cited_at(self.text, place, text)

    def step_of(self, s: Said) -> Checked | None:
        """The soft formula as a step of its own: the worst one, if it is a chain."""
        found = self.by_place.get(s.place, [])
        return next((c for c in found if c.verdict != "proved"), found[0] if found else None)

    # -- rounds ---------------------------------------------------------------------------------------------------------

    def decide(self, posed: Sequence[Posed], on_done: Callable[[int, Answer], None] | None = None) -> list[Answer]:
        return self.desk.decide([p.claim for p in posed], self.budget, on_done)

    def _decide_alone(self, todo: Sequence[Checked], on_done: Callable[[int, int], None] | None) -> None:
        count = 0

        def done(index: int, answer: Answer) -> None:
            nonlocal count
            count += 1
            if on_done is not None:
                on_done(count, len(todo))

        answers = self.decide([c.alone for c in todo if c.alone is not None], done)
        for c, answer in zip(todo, answers, strict=True):
            assert c.alone is not None
            c.posed, c.used = c.alone, self.used(c.alone)
            c.outcome = (
                Shown(answer) if answer.verdict == "proved" and not c.derivation.denied else Unproved("", answer)
            )
        for c in todo:
            if c.verdict == "proved" and c.alone is not None and (rival := self._rival(c, c.alone)) is not None:
                cited = self.cited_said(rival)
                c.outcome = Unproved(
                    f"the formula of {cited.place} ({cited.text}) gives another value", c.answer, (cited,)
                )

    def _rival(self, c: Checked, posed: Posed) -> Said | None:
        """A formula of the text that gives another value to a name for which one was put in, and is not shown to be the same."""
        later = [t for t in c.derivation.context.soft if t.place < c.derivation.place and self._is_asked_value(t)]
        return next((t for s in posed.put for t in later if s.place < t.place and are_rivals(s.stated, t.stated)), None)

    def _is_asked_value(self, s: Said) -> bool:
        """Whether a soft formula says what a name is, and it is not proved that it is."""
        step = self.step_of(s)
        return bool(defined_name(s.stated)) and (step is None or step.verdict != "proved")

    def used(self, posed: Posed) -> Used:
        return Used(tuple(dict.fromkeys(map(self.cited_said, posed.used))), tuple(map(self.cited_said, posed.put)))

    def _unproved(self) -> list[Checked]:
        return [
            c
            for c in self.steps
            if isinstance(c.outcome, Unproved) and c.outcome.answer is not None and not c.derivation.denied
        ]

    def _with_proved_lines(self) -> bool:
        todo: list[tuple[Checked, Help, Posed]] = []
        for c in self._unproved():
            help = self.help_for(c, proved=True)
            asked = self.asked.setdefault(id(c), set())
            if help and (posed := self.ask(c, help)) is not None and posed.claim not in asked:
                asked.add(posed.claim)
                todo.append((c, help, posed))
        answers = self.decide([posed for _, _, posed in todo])
        changed = False
        for (c, help, posed), answer in zip(todo, answers, strict=True):
            if answer.verdict == "proved" and self._rival(c, posed) is None:
                c.posed, c.used, changed = posed, self.used(posed), True
                lines = (*map(self.cited, help.lines), *map(self.cited_said, help.soft))
                c.outcome = Shown(answer, tuple(dict.fromkeys(lines)))
        return changed

    def _with_everything(self) -> None:
        """Twice, if need be: a line that turned out to be broken is no line that others may rely on."""
        todo = self._unproved()
        for _ in range(2):
            relied = {id(c): self.help_for(c, proved=False).lines for c in todo}
            self._decide_with_everything(todo)
            todo = [
                c
                for c in todo
                if isinstance(c.outcome, Unproved) and any(b.is_broken for b in relied[id(c)]) and c.alone is not None
            ]

    def _decide_with_everything(self, todo: Sequence[Checked]) -> None:
        asked: list[tuple[Checked, Help, Posed]] = []
        for c in todo:
            help = self.help_for(c, proved=False)
            try:
                posed = self._posed(c, help)
            except Contradiction as error:
                self.judge.contradiction(c, help.soft, error)
                continue
            except LatexError as error:
                c.outcome = Unproved(error.message, c.answer)
                continue
            asked.append((c, help, posed))
        new = [posed for c, _, posed in asked if not self._is_known(c, posed)]
        fresh = iter(self.decide(new))
        follows = []
        for c, help, posed in asked:
            known = c.answer if self._is_known(c, posed) else None
            answer = known if known is not None else next(fresh)
            if answer.verdict == "proved" and is_shown(c):
                follows.append((c, help, posed, answer))
            elif answer.verdict == "proved":  # two reasons may give each other; neither is shown by that
                c.outcome = Unproved("it is used and not shown", c.answer)
            else:
                self.judge.fails(c, posed, answer, help.soft, [self.cited(b) for b in help.lines])
        Follower(self).run(follows)

    def _is_known(self, c: Checked, posed: Posed) -> bool:
        """Whether the same was asked of the step alone."""
        return c.alone is not None and posed.claim == c.alone.claim and c.answer is not None

    # -- what may be used -----------------------------------------------------------------------------------------------

    def help_for(self, c: Checked, proved: bool) -> Help:
        k = self.order[id(c)]
        near = {id(b): b for name in (c.fact.free if c.fact is not None else ()) for b in self.by_name.get(name, ())}
        before = sorted((b for b in near.values() if self.order[id(b)] < k), key=lambda b: self.order[id(b)])
        only = proved or not is_shown(c)  # what is only used is not derived from what may rest on it
        lines = [b for b in before if self._is_usable(b, c) and (self._is_shown_here(b, c) or not only)]
        soft = [s for s in c.derivation.context.soft if not proved or self.is_shown_true(s, c)]
        return Help(tuple(lines), tuple(soft))

    def _is_shown_here(self, b: Checked, c: Checked) -> bool:
        """Whether a line is proved, under conditions that all hold at the step: names may stand for something new since."""
        if b.verdict != "proved" or b.posed is None:
            return False
        same = b.derivation is c.derivation
        return same or {*b.posed.used, *b.posed.put} <= set(c.derivation.context.firm)

    def is_shown_true(self, s: Said, c: Checked) -> bool:
        step = self.step_of(s)
        return step is not None and self._is_shown_here(step, c) and not step.derivation.context.is_local

    def _is_usable(self, before: Checked, c: Checked) -> bool:
        """A line before, in a part that encloses this one, that is not broken and speaks of the same symbols."""
        if before.fact is None or c.fact is None or before.is_broken or not before.is_claim or before.derivation.denied:
            return False
        if not is_shown(before) or before.given or before.step.after or before.fact is c.fact:
            return False
        if before.derivation is not c.derivation and not self._reaches(before.derivation, c.derivation):
            return False
        shared = before.fact.free & c.fact.free
        if c.fact.free & self.named:
            return bool(shared & self.named)
        return bool(shared) and not before.fact.free & self.named

    def _reaches(self, before: Derivation, here: Derivation) -> bool:
        """Whether what is shown there holds here: its part encloses this one, and it used nothing of its own sentence."""
        local = before.context.is_local or before.formula.conditions or before.formula.given
        if local or before.part not in here.part.chain:
            return False
        proves = any(p.of is before.part for p in here.part.chain)
        return before.part.holds_at(here.place) and not proves

    def ask(self, c: Checked, help: Help) -> Posed | None:
        try:
            return self._posed(c, help)
        except LatexError:
            return None

    def _posed(self, c: Checked, help: Help) -> Posed:
        assert c.fact is not None
        facts = tuple(b.fact for b in help.lines if b.fact is not None)
        demands = tuple(d for b in (c, *help.lines) for d in b.demands)
        place = (c.step.start, c.step.end)
        return pose(
            Question(c.fact, c.derivation, facts, c.given, help.soft, (), place, c.step.reason, demands), self.lowering
        )


def posed_steps(document: ReadDocument, lowering: Lowering) -> Iterator[Checked]:
    """Every step as a claim under the firm conditions. What is only named is the same quantity throughout the document."""
    for derivation in document.derivations:
        lowering.scope = derivation.scope
        for step in derivation.steps:
            yield _posed_step(step, derivation, lowering)


def _posed_step(step: Step, derivation: Derivation, lowering: Lowering) -> Checked:
    found = Checked(step, derivation)
    if derivation.means:
        found.outcome = Definition("it says what a word means")
        return found
    if step.is_definition:
        found.outcome = Definition()
        return found
    if step.is_condition:
        found.outcome = Condition()
        return found
    try:
        found.demands = tuple(lowering.demands(step.left, step.right, *step.given))
        found.fact = fact_of(step, lowering)
        found.given = tuple(lowering.relation(n) for n in step.given)
        place = (step.start, step.end)
        asked = Question(found.fact, derivation, (), found.given, (), (), place, step.reason, found.demands)
        found.alone = found.posed = pose(asked, lowering)
    except LatexError as error:
        found.outcome = Unproved(error.message)
    return found


__all__ = ["Broken", "Checker", "Proofread", "check_document", "posed_steps", "proofread"]
