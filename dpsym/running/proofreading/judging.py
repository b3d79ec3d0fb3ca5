"""When a step that fails at a point is refuted. The point satisfies every condition, firm or soft, and the lines before it.

It is open all the same, and the reason says why, if
- the words around it deny it, restrict it in a way that is not read, or assert it for some values only;
- a formula or words that were not read speak of its symbols: they may be a condition;
- what fails is about different quantities that are only named, or about symbols that nothing relates;
- it may be a choice, or a bound that is meant: no symbol stands in it twice, as in s = c/eps, and it can hold;
- it needs what is soft to say something, and is a choice without it;
- the text says nothing of a symbol, and the step is an equation that may say what it is, or does not fail where such a symbol usually
  is: positive, in (0, 1) for p, q, delta and their like, a count for n, k and their like. This is never used to prove anything;
- a formula whose words are not understood may be denied there, and where it does not hold the step does not fail;
- a part beside this one has a condition under which it does not fail;
- what is assumed of other symbols cannot hold, or nobody knows whether it can: then everything follows;
- it is a soft formula that may be a condition itself: then it is refuted only if it cannot hold under the firm ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from typing import Protocol

from ...kernel.terms import NEGATED, Term, num, relation, subterms, sym
from ...kernel.verdicts import Refuted as KernelRefuted
from ...kernel.verdicts import Undefined as KernelUndefined
from ...reading.domains import Condition
from ...reading.latex.conditions import Stated
from ...reading.latex.cues import Cue
from ...reading.latex.derivations import ReadDocument
from ...reading.latex.lower import Lowering
from ...reading.latex.said import EVERYTHING, Force, Said, Standing, repeats, shares_names, stem
from ...reading.latex.tokens import LatexError
from ...reading.latex.tree import Node, names
from ...report.text import point_text
from ..answer import Answer
from .claims import Checked, Contradiction, Posed, Question, pose, related, sides_atoms
from .verdicts import Cited, Refuted, Undefined, Unproved, Used

_COUNTS = frozenset("nmkdijltNMKTL")
_CHANCES = frozenset({"p", "q", "r", "delta", "beta", "gamma", "eta", "tau"})
MOST_TURNED = 6  # formulas that may be denied, each tried in both senses
MOST_DISTANT = 8  # conditions of other parts that are tried, the nearest first


class Desk(Protocol):
    """What a judge asks for."""

    document: ReadDocument
    lowering: Lowering

    def decide(self, posed: Sequence[Posed]) -> list[Answer]: ...
    def used(self, posed: Posed) -> Used: ...
    def cited_said(self, s: Said) -> Cited: ...
    def cited_at(self, place: int, text: str) -> Cited: ...
    def step_of(self, s: Said) -> Checked | None: ...


class Judge:
    def __init__(self, checker: Desk) -> None:
        self.checker = checker

    def fails(self, c: Checked, posed: Posed, answer: Answer, soft: Sequence[Said], lines: Sequence[Cited]) -> None:
        """The verdict on a step that is not proved; `answer` is what was found with everything that is soft."""
        alone = c.outcome.answer if isinstance(c.outcome, Unproved) else None
        if not _is_failure(answer):
            why, unless = "", tuple[Cited, ...]()
            if _is_failure(alone):
                unless = tuple(map(self.checker.cited_said, (s for s in soft if s in posed.used)))
                others = tuple(x for x in lines if x not in unless)
                why = f"fails at {_point(alone)} unless {_either((*unless, *others))}"
                unless = (*unless, *others)
            c.outcome = Unproved(why, answer if alone is None else alone, unless)
            return
        why, unless = self._doubts(c, posed, soft)
        why = f"fails at {_point(answer)}; {why}" if why else ""
        c.posed, c.used = posed, self.checker.used(posed)
        if why:
            c.outcome = Unproved(why, answer, unless)
            return
        kind = Refuted if isinstance(answer.result, KernelRefuted) else Undefined
        c.outcome = kind(answer, tuple(x for x in lines), _rests_on(posed))

    def needs(self, c: Checked, cited: tuple[Cited, ...]) -> Unproved:
        """A step that follows only from formulas which the text denies, gives up, says of another claim, or concludes from it."""
        alone = c.outcome.answer if isinstance(c.outcome, Unproved) else None
        fails = f"fails at {_point(alone)}" if _is_failure(alone) else "not proved"
        return Unproved(f"{fails} unless {_either(cited)}, which the text does not say for it", alone, cited)

    def contradiction(self, c: Checked, soft: Sequence[Said], error: LatexError) -> None:
        """The soft formulas leave no point: if one of them contradicts the firm conditions, that one is the finding."""
        alone = c.outcome.answer if isinstance(c.outcome, Unproved) else None
        unless = tuple(dict.fromkeys(map(self.checker.cited_said, soft)))
        c.outcome = Unproved(f"the formulas around it cannot all hold: {error.message}", alone, unless)

    # -- doubts ---------------------------------------------------------------------------------------------------------

    def _doubts(self, c: Checked, posed: Posed, soft: Sequence[Said]) -> tuple[str, tuple[Cited, ...]]:
        d = c.derivation
        if c.step.after:
            return "false by itself; why it follows from the lines before is not stated", ()
        if d.denied:
            return "the words around it do not claim it", ()
        if d.standing is Standing.ASIDE:
            return "the words around it may only consider it", ()
        if d.loose:
            return d.loose, ()
        if reason := self._named(posed):
            return reason, ()
        vouched = d.standing is Standing.CLAIM or (d.standing is Standing.REASON and _shares(c))
        if not vouched and not self._cannot_hold(c):
            return "it is used and not shown; it may be a condition that stands elsewhere", ()
        if _restricts(posed) and not self._cannot_hold(c):
            return (
                "each symbol stands in it once, so it may be a choice or a bound that is meant; nothing that was stated implies it",
                (),
            )
        if choice := self._put_in(c, posed, soft):
            return choice
        if unread := self._unread(c, posed):
            return f"{_lines(unread)} may restrict it and was not read", unread
        try:
            found = self._turned(c, posed, soft) or self._undeclared(c, posed, soft) or self._distant(c, posed, soft)
            return found or self._supposed(c, posed, soft) or ("", ())
        except LatexError as error:
            return f"whether it fails under more conditions is not known: {error.message}", ()

    def _named(self, posed: Posed) -> str:
        left, right = sides_atoms(posed)
        keys = {a.symbol: a.opaque.key for a in posed.read.atoms}
        if left != right:
            only = ", ".join(sorted(keys[s] for s in left ^ right))
            return f"the two sides name different quantities ({only}): what relates them is not algebra"
        return ""

    def _put_in(self, c: Checked, posed: Posed, soft: Sequence[Said]) -> tuple[str, tuple[Cited, ...]] | None:
        """What is soft gives a name its value: if it speaks of another thing of that name, the step may be its choice."""
        given = [s for s in posed.put if s in soft and not self._is_proved(s)]
        if not given or c.alone is None or not _restricts(c.alone) or self._cannot_hold(c):
            return None
        cited = tuple(dict.fromkeys(map(self.checker.cited_said, given)))
        return f"without what {_lines(cited)} puts in, each symbol stands in it once, so it may be a choice", cited

    def _cannot_hold(self, c: Checked) -> bool:
        """Whether the step holds at no point of its firm conditions: its negation is proved."""
        assert c.fact is not None
        if c.fact.op == "==":
            return False
        goal = relation(NEGATED[c.fact.op], c.fact.lhs, c.fact.rhs)
        try:
            posed = pose(Question(goal, c.derivation, demands=c.demands), self.checker.lowering)
        except LatexError:
            return False
        return self.checker.decide([posed])[0].verdict == "proved"

    def _unread(self, c: Checked, posed: Posed) -> tuple[Cited, ...]:
        """Formulas and words that were not read and share a letter with the step."""
        free = _free(posed, c)
        mine = {stem(n) for n in free - {a.symbol for a in posed.read.atoms}}
        mine |= EVERYTHING
        out = [self.checker.cited_at(u.place, u.text) for u in c.derivation.context.unread if u.letters & mine]
        out += [self.checker.cited_said(s) for s in posed.lost if s.names & free]
        return tuple(dict.fromkeys(out))

    def _turned(self, c: Checked, posed: Posed, soft: Sequence[Said]) -> tuple[str, tuple[Cited, ...]] | None:
        """Formulas whose words are not understood may be denied: the step must fail where they do not hold, too."""
        free = _free(posed, c)
        unsure = [s for s in soft if _may_be_denied(s) and s.names & free and not self._is_proved(s)]
        if len(unsure) > MOST_TURNED:
            cited = tuple(map(self.checker.cited_said, unsure))
            return f"{_lines(cited)} may be denied or assumed", cited
        for s in unsure:
            assert s.stated.relation is not None
            r = self.checker.lowering.relation(s.stated.relation, s.stated.source)
            denied = Condition(relation=relation(NEGATED[r.op], r.lhs, r.rhs), text=f"not {s.text}")
            answer = self._again(c, posed, [t for t in soft if t.place != s.place], (denied,))
            if answer is not None and not _is_failure(answer):
                cited = (self.checker.cited_said(s),)
                return f"it may hold if the formula of {cited[0].place} ({cited[0].text}) does not", cited
        return None

    def _is_proved(self, s: Said) -> bool:
        step = self.checker.step_of(s)
        return step is not None and step.verdict == "proved"

    def _undeclared(self, c: Checked, posed: Posed, soft: Sequence[Said]) -> tuple[str, tuple[Cited, ...]] | None:
        """Symbols of which the text says nothing: the step must fail at usual values of them, and not only bound one of them."""
        named = {a.symbol for a in posed.read.atoms}
        said = _declared(c)
        said |= {n for s in c.derivation.formula.conditions for n in _names_of(s)}
        loose = sorted((posed.claim.lhs.free | posed.claim.rhs.free) - said - named)
        if not loose:
            return None
        shown = ", ".join(loose)
        if not related(posed):
            return f"nothing that was stated relates the symbols of the two sides; nothing is said of {shown}", ()
        once = [n for n in loose if _symbols(posed.claim.statement).get(n) == 1]
        if posed.claim.statement.op == "==" and once and not self._cannot_hold(c):
            return (
                f"nothing is said of {', '.join(once)}, and it may say what {'that is' if len(once) == 1 else 'they are'}",
                (),
            )
        extra = tuple(c for n in loose for c in _usual(n))
        answer = self._again(c, posed, soft, extra)
        if answer is not None and not _is_failure(answer):
            usual = ", ".join(str(c) for c in extra)
            return f"nothing is said of {shown}, and it does not fail for {usual}", ()
        return None

    def _distant(self, c: Checked, posed: Posed, soft: Sequence[Said]) -> tuple[str, tuple[Cited, ...]] | None:
        """Conditions of parts beside this one, on symbols that this part says nothing of."""
        own = _declared(c)
        free = _free(posed, c)
        distant = (s for s in c.derivation.context.distant(free) if not s.names <= own)
        far = (s for s in distant if s.stated.relation is None or not repeats(s.stated.relation))
        for _, group in islice(groupby(far, key=lambda s: s.place), MOST_DISTANT):  # 0 < x < 1 are two, of one place
            together = tuple(group)
            answer = self._again(c, posed, (*soft, *together), ())
            if answer is not None and not _is_failure(answer):
                cited = tuple(dict.fromkeys(map(self.checker.cited_said, together)))
                return f"it holds if {_either(cited)}, as in another part", cited
        return None

    def _supposed(self, c: Checked, posed: Posed, soft: Sequence[Said]) -> tuple[str, tuple[Cited, ...]] | None:
        """What is assumed of other symbols must be able to hold: `suppose that $e^x < 1$ ... then $0 < 0$, a contradiction`."""
        assert c.fact is not None
        assumed = [s for s in (*c.derivation.context.firm, *soft) if s.cue is Cue.LET and s not in posed.used]
        others = [
            s for s in assumed if s.stated.relation is not None and s not in posed.put and s.force is not Force.DEFINES
        ]
        if not others:
            return None
        cited = tuple(dict.fromkeys(map(self.checker.cited_said, others)))
        facts = tuple(g for g in posed.claim.given if g not in c.given)
        mine = tuple(s for s in soft if s in posed.used or s in others)
        question = Question(c.fact, c.derivation, facts, c.given, mine, demands=c.demands, everywhere=True)
        try:
            again = pose(question, self.checker.lowering)
        except Contradiction:
            return f"{_lines(cited)} cannot hold, so nothing is claimed", cited
        answer = self.checker.decide([again])[0]
        return None if _is_failure(answer) else (f"whether {_lines(cited)} can hold as well is not known", cited)

    def _again(self, c: Checked, posed: Posed, soft: Sequence[Said], extra: tuple[Condition, ...]) -> Answer | None:
        """The same question with more conditions; None if they cannot hold together. Raises LatexError if it cannot be asked."""
        assert c.fact is not None
        facts = tuple(g for g in posed.claim.given if g not in c.given)
        question = Question(c.fact, c.derivation, facts, c.given, tuple(soft), extra, demands=c.demands)
        try:
            again = pose(question, self.checker.lowering)
        except Contradiction:
            return None
        return self.checker.decide([again])[0]


def _may_be_denied(s: Said) -> bool:
    """Whether the words around a formula say neither that it is assumed nor that it is claimed."""
    r = s.stated.relation
    if r is None or s.told is not None:
        return False
    return s.cue is Cue.QUOTED or (s.cue is Cue.UNKNOWN and s.own is None and not shares_names(r))


def _is_failure(answer: Answer | None) -> bool:
    return answer is not None and isinstance(answer.result, (KernelRefuted, KernelUndefined))


def _point(answer: Answer | None) -> str:
    if answer is None or not isinstance(answer.result, (KernelRefuted, KernelUndefined)):
        return "a point"
    free = answer.result.claim.statement.free
    return point_text(tuple((n, v) for n, v in answer.result.point if n in free))


def _either(cited: Iterable[Cited]) -> str:
    """The formulas of lines 3 and 7, as a part of a sentence."""
    found = list(dict.fromkeys(cited))
    if len(found) == 1:
        return f"the formula of {found[0].place} ({found[0].text}) is a condition here"
    places = list(dict.fromkeys(x.place for x in found))
    return f"the formulas of {', '.join(places)} are conditions here"


def _lines(cited: Iterable[Cited]) -> str:
    return ", ".join(dict.fromkeys(f"{x.place} ({x.text})" for x in cited))


def _rests_on(posed: Posed) -> tuple[str, ...]:
    left, right = sides_atoms(posed)
    return tuple(a.opaque.key for a in posed.read.atoms if a.symbol in left | right)


def _free(posed: Posed, c: Checked) -> frozenset[str]:
    own = c.fact.free if c.fact is not None else frozenset()
    return posed.claim.lhs.free | posed.claim.rhs.free | own


def _declared(c: Checked) -> set[str]:
    """The names of which the parts around a step have said where they are, even if that may be given up by now."""
    context, place = c.derivation.context, c.derivation.place
    old = [s for s in context.soft if s.force in (Force.FIRM, Force.DEFINES) and s.place < place]
    stated = (*context.firm, *old)
    return {n for s in stated for n in s.names}


def _shares(c: Checked) -> bool:
    return shares_names(Node("rel", (c.step.left, c.step.right), c.step.relation))


def _usual(name: str) -> list[Condition]:
    """Where a symbol usually is of which nothing was said."""
    symbol, letter = sym(name), stem(name)
    if letter in _COUNTS:
        whole = Condition(name=name, kind="integers", text=f"{name} integer")
        return [Condition(relation=relation(">=", symbol, num(1)), text=f"{name} >= 1"), whole]
    found = [Condition(relation=relation(">", symbol, num(0)), text=f"{name} > 0")]
    if letter in _CHANCES:
        found.append(Condition(relation=relation("<", symbol, num(1)), text=f"{name} < 1"))
    return found


def _restricts(posed: Posed) -> bool:
    """Whether a relation may only say where a symbol is: x <= 1, s = c/eps, n*eps <= 1. No symbol stands in it twice.

    A relation between symbols that a condition ties together, or about one symbol that is not a side by itself, says more.
    """
    claim = posed.claim
    places = _symbols(claim.statement)
    if any(count > 1 for count in places.values()):
        return False
    tied = [t.free for t in (*claim.domain.conditions, *claim.given)]
    if any(len(places.keys() & t) > 1 for t in tied):
        return False
    bare = any(a.op == "sym" for a in (claim.lhs, claim.rhs))
    return bare or len(places) > 1


def _symbols(t: Term) -> dict[str, int]:
    """How often each symbol stands in a term, bound ones too: counted on the graph, as parts may be shared."""
    times: Counter[Term] = Counter({t: 1})
    for u in reversed([*subterms(t)]):  # each before its arguments
        for a in u.args:
            times[a] += times[u]
    return {u.name: n for u, n in times.items() if u.op == "sym"}


def _names_of(stated: Stated) -> set[str]:
    return {stated.name} if stated.relation is None else set(names(stated.relation))
