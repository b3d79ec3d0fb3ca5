"""What holds where a formula stands: the firm conditions, the soft formulas, and what was not read.

    firm       let, assume, for all, where, definitions of new names, in this part, in what encloses it, in the statement that it
               proves; and the conditions that belong to the formula's own sentence
    soft       every other formula in the sentences of these parts
    distant    what parts beside these say: it does not hold here, but an author may have had it in mind
    idle       those of the soft ones that a counterexample must satisfy, and from which nothing follows: the words deny them or leave
               open whether they are assumed, they are given up, or they restrict another claim
    unread     formulas and words in these parts that could not be read

A proof may use the firm ones only. A counterexample must satisfy them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .cues import Cue
from .document import Piece
from .said import Force, Prose, Said, Unread, are_rivals
from .sentences import Sentence
from .structure import Part, is_assumption


@dataclass(frozen=True)
class Context:
    firm: tuple[Said, ...] = ()
    soft: tuple[Said, ...] = ()
    unread: tuple[Unread, ...] = ()
    parts: tuple[Part, ...] = ()  # which count here
    place: int = 0
    everything: Sequence[Said] = ()  # that the document says
    idle: tuple[Said, ...] = ()  # soft formulas from which nothing follows here

    @property
    def is_local(self) -> bool:
        """Whether something holds in this sentence only: what is shown here does not hold behind it."""
        return any(s.force is Force.HERE for s in self.firm)

    def distant(self, names: frozenset[str]) -> Iterator[Said]:
        """What other parts have said of these names before this place, the nearest first."""
        for s in reversed(self.everything):
            if s.place < self.place and s.names & names and s.part not in self.parts:
                yield s


def settled(said: Sequence[Said]) -> list[Said]:
    """What a part says of one name in several sentences with `for`, `if` and `suppose` may be cases of each other.

    `for all $x \\ge 1$` holds in its sentence only, then; `suppose $x \\ge 1$` to the end of its paragraph, or to the next such
    sentence.
    """
    cases: dict[int, list[Said]] = {}
    for s in said:
        if _is_case(s):
            cases.setdefault(id(s.part), []).append(s)
    out = []
    for s in said:
        others = (t for t in cases.get(id(s.part), ()) if t.sentence is not s.sentence)
        rivals = [t.place for t in others if t.names & s.names] if s.passing or s.cue is Cue.RANGE else []
        if s.cue is Cue.RANGE and s.force is Force.FIRM and rivals:
            s = replace(s, force=Force.HERE)
        out.append(replace(s, rivals=tuple(rivals)) if s.passing else s)
    return out


def _is_case(s: Said) -> bool:
    return s.passing or (s.cue in (Cue.RANGE, Cue.IF) and s.stated.relation is not None)


class Contexts:
    """What holds at the formulas of a document: what each part says, found again by the part."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        displays = (p.start for p in prose.source.displays)
        self.claimed = {*displays, *(i.piece.start for i in prose.inline)}
        self.said: dict[int, list[Said]] = {}
        self.unread: dict[int, list[Unread]] = {}
        for s in prose.said:
            self.said.setdefault(id(s.part), []).append(s)
        for u in prose.unread:
            self.unread.setdefault(id(u.part), []).append(u)

    def at(self, sentence: Sentence, piece: Piece) -> Context:
        """What holds at a formula of a sentence."""
        here = _Place(self.prose, sentence, piece)
        firm: list[Said] = []
        soft: list[Said] = []
        stated = [s for part in here.parts for s in self.said.get(id(part), ())]
        for said in sorted(stated, key=lambda s: s.place):
            kind = here.kind(said)
            if kind is not None:
                (firm if kind == "firm" else soft).append(said)
        binders = [s for s in (*firm, *soft) if s.binds and (s in firm or s.force is Force.SOFT)]
        binders = [b for b in binders if b.place < piece.start or b.sentence is sentence]
        near = [t for t in (*firm, *soft) if t.place < piece.start or t.sentence is sentence]
        near = [t for t in near if t.sentence is sentence or t in firm or t.cue is Cue.QUOTED]

        def is_given_up(s: Said, binders: Sequence[Said]) -> bool:
            renewed = any(_is_renewed(s, b) for b in binders)
            return renewed or _is_released(s, self.prose, sentence) or any(_is_replaced(s, t) for t in near)

        old = [s for s in firm if is_given_up(s, binders)]
        firm = [s for s in firm if s not in old]
        soft = [s for s in soft if not (s.part in here.beside and any(_is_renewed(s, b) for b in binders))]
        others = [b for b in binders if b.cue is not Cue.CHOOSE]  # picking a value speaks of the thing that was there
        local = [t for t in soft if t.force is Force.HERE]
        idle = [
            s for s in (*old, *soft)
            if s.turned or is_given_up(s, others) or self._restricts_another(s, piece, local) or _is_restricted(s, local)
        ]  # fmt: skip
        unread = [u for part in here.parts for u in self.unread.get(id(part), ()) if here.concerns(u)]
        parts = tuple(here.parts)
        return Context(tuple(firm), (*old, *soft), tuple(unread), parts, piece.start, self.prose.said, tuple(idle))

    def _restricts_another(self, said: Said, piece: Piece, local: Sequence[Said]) -> bool:
        """`$A$ holds for $x \\ge 1$`: a condition of A alone, or of the claims it ends; what opens a sentence may go on."""
        if said not in local or said.sentence is None or said.behind is piece:
            return False
        if said.place < piece.start <= said.sentence.end:  # parted by a semicolon: at $x = 0$ both sides vanish; so ...
            return not any(said.place < p.start < piece.start and p.start in self.claimed for p in said.sentence.pieces)
        before = [said.behind] if said.behind is not None else [p for p in said.sentence.pieces if p.start < said.place]
        value = said.stated.relation is not None and said.stated.relation.value == "=="
        in_passing = value and bool(_words_before(said).split()[:-1])  # the quantity vanishes at $x = 0$
        return in_passing or any(p.start in self.claimed for p in before)


def _words_between(said: Said, piece: Piece) -> list[str]:
    """The words of a sentence between a condition and a formula behind it."""
    if said.sentence is None or said.place > piece.start:
        return []
    return [
        w
        for p, w in zip(said.sentence.pieces, said.sentence.words, strict=False)
        if said.place < p.start <= piece.start
    ]


def _words_before(said: Said) -> str:
    """The words of its clause before a formula of a sentence."""
    assert said.sentence is not None
    starts = [p.start for p in said.sentence.pieces]
    words = said.sentence.words[starts.index(said.place)] if said.place in starts else ""
    return re.split(r"[,;:]", words)[-1]


def _is_restricted(said: Said, local: Sequence[Said]) -> bool:
    """Whether its own sentence says it under a condition that holds in that sentence only: `for $x \\ge 1$ the bound $A$ is known`."""

    def reaches(t: Said) -> bool:
        return t.place < said.place if t.behind is None else t.behind.start == said.place

    return any(t.sentence is said.sentence and t is not said and t.names & said.names and reaches(t) for t in local)


def _is_renewed(said: Said, binder: Said) -> bool:
    """Whether a name in it stands for something new since: `let $x \\ge 1$ ... let $x > 0$ ...`."""
    later = binder.place > said.place and binder.sentence is not said.sentence
    return later and said.told is None and not said.label and bool(binder.binds & said.names)


def _is_replaced(said: Said, later: Said) -> bool:
    """Whether its names have another range or value since: `let $x \\in [0, 1]$ ... for $x \\in [0, 2]$` states a weaker bound, of
    another x; `let $p = q$ ... takes instead $p = 2q$` speaks of another p."""
    if later.place <= said.place or later.sentence is said.sentence or said.told is not None or later.told is not None:
        return False
    if later.cue not in (Cue.LET, Cue.RANGE, Cue.IF, Cue.QUOTED, Cue.UNKNOWN, Cue.CHOOSE, Cue.DEFINE):
        return False
    return are_rivals(said.stated, later.stated)


def _is_released(said: Said, prose: Prose, sentence: Sentence) -> bool:
    """Whether words since then say that what was assumed in its part is assumed no more."""
    if said.told is not None or said.label or said.sentence is sentence:
        return False
    passed = said.sentence is None or said.sentence.paragraph != sentence.paragraph
    if said.passing and said.rivals and (passed or any(said.place < r < sentence.start for r in said.rivals)):
        return True
    return any(
        part is said.part and said.place < place <= sentence.start and (of_all or said.passing)
        for place, part, of_all in prose.released
    )


class _Place:
    def __init__(self, prose: Prose, sentence: Sentence, piece: Piece) -> None:
        self.sentence, self.piece = sentence, piece
        self.chain = sentence.part.chain
        self.proved = [p.of for p in self.chain if p.of is not None]
        inside = [
            q for p in self.proved for q in p.walk() if q not in self.chain
        ]  # items of the statement that is proved
        around = [p for p in self.chain if not any(_is_open(c) for c in self.chain if c.parent is p)]  # items are apart
        lists = [c for p in around for c in p.children if _is_open(c) and c.start < piece.start]
        self.beside = [q for c in lists for q in c.walk() if q not in self.chain]
        self.parts = list(dict.fromkeys([*self.chain, *inside, *self.beside]))
        self.single = {id(p) for p in self.proved if _one_sentence(prose, p)}

    def kind(self, said: Said) -> str | None:
        if said.sentence is self.sentence:
            return self._same_sentence(said)
        if said.part not in self.chain:
            return "soft"
        if said.place > self.piece.start:
            paragraph = said.sentence.paragraph if said.sentence is not None else -1
            near = 0 <= paragraph - self.sentence.paragraph <= 1
            return "soft" if near and said.force is not Force.DEFINES else None
        proves = any(said.part is p for p in self.proved)
        certain = proves or said.part.holds_at(self.piece.start)
        if said.force in (Force.FIRM, Force.DEFINES) and certain:
            return "firm"
        return "firm" if said.force is Force.HERE and proves and id(said.part) in self.single else "soft"

    def _same_sentence(self, said: Said) -> str | None:
        if said.place == self.piece.start:
            return None  # itself
        if said.own is not None:
            return None if said.own is self.piece else "soft"
        if said.force is Force.SOFT:
            return "soft"
        if said.behind is self.piece:
            return "firm"
        if said.force is Force.HERE and ";" in " ".join(_words_between(said, self.piece)):
            return "soft"
        if said.place > self.piece.start:
            return "soft"
        return "firm" if said.behind is None or said.force is not Force.HERE else "soft"

    def concerns(self, unread: Unread) -> bool:
        """In this part and what encloses it, before the formula or in its paragraph."""
        if unread.place == self.piece.start:
            return False
        if unread.claimed and any(p in unread.part.chain for p in self.proved):
            return False  # what is to be proved is no condition of its proof
        behind = unread.sentence.paragraph == self.sentence.paragraph and not unread.claimed
        return unread.place < self.piece.start or behind


def _is_open(part: Part) -> bool:
    """Lists and assumptions with a name: what they say is meant for the text behind them, too."""
    return part.kind in ("list", "item") or is_assumption(part)


def _one_sentence(prose: Prose, part: Part) -> bool:
    """Whether all that a statement says with `if` and `for` stands in one of its sentences."""
    return len({id(s.sentence) for s in prose.said if s.part is part and s.force is Force.HERE}) <= 1


__all__ = ["Context", "Contexts", "settled"]
