"""Steps that follow from what is not proved: what they need, and whether the text says that for them.

A soft formula must hold at a counterexample, whatever the words around it are. For a step to follow from it, it must be assumed or
claimed for the step: `Context.idle` are those that are not. A step that needs one of them is open. So is one that needs a line which
is open for this reason, a line that was said under an assumption given up since, or a formula that needs the step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...reading.latex.lower import Lowering
from ...reading.latex.said import Said
from ...reading.latex.tokens import LatexError
from ..answer import Answer
from .claims import Checked, Posed
from .judging import Judge
from .verdicts import Cited, Follows, Shown, Unproved, Used

ROUNDS = 4  # of leaving out lines that turned out to be open
SINGLES = 6  # soft formulas that are tried one by one


@dataclass(frozen=True)
class Help:
    """What may be used for a step besides the firm conditions: lines, and soft formulas with the lines that they are."""

    lines: tuple[Checked, ...] = ()
    soft: tuple[Said, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lines or self.soft)


Found = tuple[Checked, Help, Posed, Answer]  # a step, what proves it, and how it was asked


class Asked(Protocol):
    """What is asked of the one who checks."""

    lowering: Lowering
    judge: Judge

    def decide(self, posed: Sequence[Posed]) -> list[Answer]: ...
    def ask(self, c: Checked, help: Help) -> Posed | None: ...
    def used(self, posed: Posed) -> Used: ...
    def cited(self, c: Checked) -> Cited: ...
    def cited_said(self, s: Said) -> Cited: ...
    def step_of(self, s: Said) -> Checked | None: ...
    def help_for(self, c: Checked, proved: bool) -> Help: ...
    def is_shown_true(self, s: Said, c: Checked) -> bool: ...


class Follower:
    """Gives its verdict to each step that was proved from everything that stands around it."""

    def __init__(self, checker: Asked) -> None:
        self.checker = checker

    def run(self, found: Sequence[Found]) -> None:
        """Which of the unproved formulas is needed: one alone if one is enough, all of them else."""
        found = self._carried(found)
        tries: list[tuple[int, Help, Posed]] = []
        for k, (c, help, _, _) in enumerate(found):
            good = self.checker.help_for(c, proved=True)
            for one in _singles(help, good):
                if (posed := self.checker.ask(c, one)) is not None:
                    tries.append((k, one, posed))
        answers = self.checker.decide([posed for _, _, posed in tries])
        best: dict[int, tuple[Help, Posed, Answer]] = {}
        for (k, one, posed), answer in zip(tries, answers, strict=True):
            if answer.verdict == "proved":
                best.setdefault(k, (one, posed, answer))
        rests: dict[int, list[Checked]] = {}
        for k, (c, help, posed, answer) in enumerate(found):
            help, posed, answer = best.get(k, (help, posed, answer))
            c.posed, c.used = posed, self.checker.used(posed)
            good = self.checker.help_for(c, proved=True)
            soft = _concerned(help.soft, posed)
            used: list[Checked | Said] = [*help.lines, *soft]
            lines = tuple(dict.fromkeys(self._cited(x) for x in used if x in good.lines or x in good.soft))
            needs = tuple(dict.fromkeys(self._cited(x) for x in used if x not in good.lines and x not in good.soft))
            c.outcome = Follows(answer, needs, lines) if needs else Shown(answer, lines)
            rests[id(c)] = [
                b for x in used if (b := x if isinstance(x, Checked) else self.checker.step_of(x)) is not None
            ]
        for c in reversed([c for c, *_ in found]):
            if isinstance(c.outcome, Follows) and (_rests_on_itself(c, rests) or _rests_on_idle(c, rests)):
                c.outcome = self.checker.judge.needs(c, c.outcome.needs)

    def _carried(self, found: Sequence[Found]) -> list[Found]:
        """What follows without formulas that carry nothing here, and without lines that are open for that reason."""
        kept, opened = list(found), set[int]()
        for _ in range(ROUNDS):
            less = [(f, self._without_idle(f, opened)) for f in kept]
            tries = [(f[0], help, self.checker.ask(f[0], help)) for f, help in less if help is not None]
            if not tries:
                break
            answers = iter(self.checker.decide([posed for _, _, posed in tries if posed is not None]))
            again: dict[int, Found] = {}
            for c, help, posed in tries:
                if posed is not None and (answer := next(answers)).verdict == "proved":
                    again[id(c)] = (c, help, posed, answer)
                else:
                    opened.add(id(c))
            for f, rest in less:
                if id(f[0]) in opened and rest is not None:
                    f[0].outcome = self._only_with(f, rest)
            kept = [again.get(id(f[0]), f) for f in kept if id(f[0]) not in opened]
        return kept

    def _without_idle(self, found: Found, opened: set[int]) -> Help | None:
        """What a step may still rest on; nothing if it rests on nothing that is to be left out."""
        c, help, posed, _ = found
        idle = [s for s in help.soft if s in c.derivation.context.idle or self._says_the_same(s, c)]
        idle = [s for s in idle if not self.checker.is_shown_true(s, c)]
        others = [b for b in help.lines if b.derivation is not c.derivation]
        gone = [b for b in others if id(b) in opened or _was_under(b, c)]
        if not gone and not _concerned(idle, posed):
            return None
        return Help(tuple(b for b in help.lines if b not in gone), tuple(s for s in help.soft if s not in idle))

    def _says_the_same(self, s: Said, c: Checked) -> bool:
        """Whether a formula is the step itself: nothing is shown by saying it twice."""
        try:
            r = s.stated.relation
            return r is not None and s.told is None and self.checker.lowering.relation(r, s.stated.source) is c.fact
        except LatexError:
            return False

    def _only_with(self, found: Found, help: Help) -> Unproved:
        """Why a step is open that only follows from what carries nothing."""
        c, more, posed, _ = found
        left: list[Checked | Said] = [b for b in more.lines if b not in help.lines]
        left += _concerned([s for s in more.soft if s not in help.soft], posed)
        cited = tuple(dict.fromkeys(map(self._cited, left)))
        return self.checker.judge.needs(c, cited)

    def _cited(self, found: Checked | Said) -> Cited:
        return self.checker.cited(found) if isinstance(found, Checked) else self.checker.cited_said(found)


def _was_under(b: Checked, c: Checked) -> bool:
    """Whether a line was said under an assumption that is given up where the step stands."""
    used = (*b.posed.used, *b.posed.put) if b.posed is not None else ()
    return any(s in b.derivation.context.firm and s in c.derivation.context.idle for s in used)


def _concerned(soft: Sequence[Said], posed: Posed) -> list[Said]:
    return [s for s in soft if s in posed.used or s in posed.put]


def _singles(help: Help, good: Help) -> list[Help]:
    """One unproved formula at a time, the nearest first, with what is proved; all that one sentence says counts as one."""
    groups: dict[int, list[Said]] = {}
    for s in help.soft:
        if s not in good.soft:
            groups.setdefault(s.place, []).append(s)
    out = [Help(good.lines, (*good.soft, *group)) for _, group in sorted(groups.items(), reverse=True)]
    out += [Help((*good.lines, b), good.soft) for b in reversed(help.lines) if b not in good.lines]
    return out[:SINGLES]


def _rests_on_itself(c: Checked, rests: Mapping[int, Sequence[Checked]]) -> bool:
    """Whether what a step follows from follows from it: two formulas that give each other are both not shown."""
    todo, seen = [*rests[id(c)]], set[int]()
    while todo:
        b = todo.pop()
        if b is c:
            return True
        if id(b) not in seen and isinstance(b.outcome, Follows):
            seen.add(id(b))
            todo += rests.get(id(b), ())
    return False


def _rests_on_idle(c: Checked, rests: Mapping[int, Sequence[Checked]]) -> bool:
    """Whether a line that it needs follows itself from what is given up where the step stands."""
    idle = c.derivation.context.idle
    lines = [b for b in rests[id(c)] if isinstance(b.outcome, Follows) and b.derivation is not c.derivation]
    return any(s in idle for b in lines if b.posed is not None for s in (*b.posed.used, *b.posed.put))


__all__ = ["Follower", "Found", "Help"]
