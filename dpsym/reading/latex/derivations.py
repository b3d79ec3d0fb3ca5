r"""Derivations: the displays of a document and what its sentences claim, as chains of steps with their places and what holds there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...kernel.terms import relation, sym
from ..domains import Condition
from ..letters import Spellings
from ..text.claims import read_conditions as read_text_conditions
from ..text.claims import read_let
from ..text.tokens import ReadError
from . import cues
from .claims import Question, read_conditions, with_declared
from .conditions import Stated
from .context import Context, Contexts, settled
from .cues import Cue
from .document import Directive, Piece, Source, scan
from .formula import Formula, Link, Statement, formula_tokens, read_formula
from .outside import Outside, Told, conventional
from .prose import SentenceReader
from .said import Force, Prose, Role, Said, Standing, defined_name, is_closed, letters, repeats, shares_names
from .sentences import Sentence, sentences
from .stream import Scope
from .structure import Part
from .tokens import LatexError
from .tree import Node, names, parts


@dataclass(eq=False)
class Step:
    """One relation of a derivation. `given` stand before an arrow; `tag` is the number of its display.

    `is_definition`: it gives a new name its meaning; `is_condition`: the text assumes it.
    """

    left: Node
    relation: str
    right: Node
    start: int
    end: int
    given: list[Node] = field(default_factory=list)
    reason: str = ""
    tag: str = ""
    is_definition: bool = False
    is_condition: bool = False
    after: bool = False  # behind an arrow: it follows from what stands before


@dataclass(eq=False)
class Derivation:
    """A chain, perhaps of several displays in a row, or what a sentence claims; in its part, with what holds there.

    `standing` says how far the author vouches for it, `loose` why a point where it fails refutes nothing, `denied` that the words
    around it say that it is false. `means`: it says what a word means, and claims nothing.
    """

    part: Part
    steps: list[Step]
    formula: Formula
    scope: Scope
    place: int
    context: Context = field(default_factory=Context)
    displays: list[int] = field(default_factory=list)  # the numbers of its displays, from 0
    standing: Standing = Standing.CLAIM
    loose: str = ""
    denied: bool = False
    means: bool = False

    @property
    def is_inline(self) -> bool:
        return not self.displays


@dataclass
class Display:
    """A display that was read, refused (`error` and no `formula`), read but for some rows (`error` says which), or left out
    because the author says so (`ignored`)."""

    piece: Piece
    number: int
    formula: Formula | None = None
    error: LatexError | None = None
    ignored: bool = False


@dataclass
class ReadDocument:
    source: Source
    root: Part
    displays: list[Display]
    derivations: list[Derivation]
    conventions: tuple[Said, ...] = ()  # that hold because nothing in the document speaks of their names

    @property
    def refused(self) -> list[Display]:
        return [d for d in self.displays if d.error is not None]


def read_document(text: str, outside: Outside | None = None) -> ReadDocument:
    """Everything that a document claims, each step with what holds there, also by what is said of it from outside."""
    outside = outside or Outside()
    return _Reader(scan(text, outside.macros), outside).read()


def document_of(question: Question) -> ReadDocument:
    """A single claim as a document of one display, under its conditions and hypotheses."""
    text = question.text
    piece, part = Piece(True, 0, len(text), 0, len(text)), Part("document", "", 0, len(text))
    display = Display(piece, 0, question.formula)
    said = tuple(Said(s, 0, part, Force.FIRM) for s in (*question.stated, *question.assumed))
    made = _chains(Source(text, text, [piece]), display, part, None)
    for derivation in made:
        derivation.context = Context(said)
    return ReadDocument(Source(text, text, [piece]), part, [display], made)


class _Reader:
    """Goes through the sentences of a document in their order."""

    def __init__(self, source: Source, outside: Outside) -> None:
        self.source, self.outside = source, outside
        self.found, self.root = sentences(source)
        self.prose = Prose(source)
        self.displays = [Display(p, k) for k, p in enumerate(source.displays)]
        self.by_piece = {d.piece: d for d in self.displays}
        self.derivations: list[Derivation] = []
        self.homes: list[tuple[Derivation, Sentence, Piece]] = []
        self.spellings: dict[int, Spellings] = {}
        self.open_chain: tuple[Derivation, Piece] | None = None  # a chain that the next display may go on with
        self._told(outside.conditions)

    def read(self) -> ReadDocument:
        pending = list(self.source.directives)
        for sentence in self.found:
            while pending and pending[0].start < sentence.end:
                self._directive(pending.pop(0))
            self._sentence(sentence)
        for directive in pending:
            self._directive(directive)
        self._inline()
        conventions = self._conventions()
        self.prose.said = [*conventions, *settled(self.prose.said)]
        where = Contexts(self.prose)
        for derivation, sentence, piece in self.homes:
            derivation.context = where.at(sentence, piece)
        self.derivations.sort(key=lambda d: d.place)
        return ReadDocument(self.source, self.root, self.displays, self.derivations, tuple(conventions))

    # -- what the author says to the tool --------------------------------------------------------------------------------

    def _told(self, conditions: Sequence[Told]) -> None:
        for told in conditions:
            try:
                for said in _told_conditions(told.condition, self.root, -1, told.label):
                    self.prose.say(said)
            except ReadError as error:
                error.source = told.label
                raise

    def _conventions(self) -> list[Said]:
        """What a profile says of the names in the steps of this document."""
        if not self.outside.conventions:
            return []
        steps = [st for d in self.derivations for st in d.steps]
        used = (n for st in steps for node in (st.left, st.right, *st.given) for n in names(node))
        return conventional(self.outside.conventions, self.prose, used, self.root)

    def _directive(self, d: Directive) -> None:
        part = self.root.at(d.start)
        try:
            if d.word == "assume":
                for said in _told_conditions(d.said, part, d.start):
                    self.prose.say(said)
            elif d.word == "define":
                self.prose.say(_told_definition(d.said, part, d.start))
        except ReadError as error:
            message = f"dpsym: {d.word}: {error.message}"
            raise LatexError(message, self.source.text, d.start, d.end) from None
        if d.word == "ignore":
            line = self.source.line(d.start)
            found = (
                x for x in self.displays if x.piece.outer_end > d.start or self.source.line(x.piece.outer_end) == line
            )
            if (display := next(found, None)) is not None:
                display.ignored = True

    # -- sentences ------------------------------------------------------------------------------------------------------

    def _sentence(self, s: Sentence) -> None:
        home = next((p for p in s.part.chain if p.kind in ("section", "statement", "document")), self.root)
        spellings = self.spellings.setdefault(id(home), Spellings())
        reader = SentenceReader(self.prose, s, spellings)
        self.prose.laws |= set(re.findall(r"\bdistributions? ([a-zA-Z])\b(?!')", self.source.shown[s.start : s.end]))
        try:
            reader.read()
        except LatexError as error:  # one letter written in two ways
            for piece in s.pieces:
                if piece.display:
                    self.by_piece[piece].error = error
            return
        for k, piece in enumerate(s.pieces):
            if piece.display:
                self._display(k, self.by_piece[piece], reader, spellings)
        reader.finish()

    def _display(self, k: int, display: Display, reader: SentenceReader, spellings: Spellings) -> None:
        piece, s = display.piece, reader.s
        if display.ignored:
            self._mention(piece, reader)
            return
        before = self.open_chain
        self.open_chain = None
        try:
            scope = self.prose.scope(s)
            formula = read_formula(self.source.text, self.source.macros, scope, piece.start, piece.end, spellings)
            display.formula = formula
            made = _chains(self.source, display, s.part, before)
        except LatexError as error:
            display.error = error
            self._mention(piece, reader)
            if reader.roles[k].cue is not Cue.NOTHING:
                assumed = reader.roles[k].cue in (Cue.LET, Cue.RANGE, Cue.IF, Cue.DEFINE, Cue.CHOOSE)
                reader.not_read(piece, self._letters(piece), claimed=not assumed)
            return
        if formula.lost:  # the rows that are left stand; what the others say is not known
            display.error = formula.lost[0]
            self._mention(piece, reader)
            reader.not_read(piece, self._letters(piece), claimed=True)
        used = frozenset(n for st in formula.statements for node in (*st.nodes, *st.given) for n in names(node))
        reader.seen.append((piece.start, used, True))
        for x in (*formula.conditions, *formula.given):
            self.prose.say(Said(x, piece.start, s.part, Force.HERE, Standing.ASIDE, s, None, piece))
        for x in formula.reasons:  # behind the display: no place of it is that of the display
            self.prose.say(Said(x, piece.end, s.part, Force.SOFT, Standing.REASON, s, cue=Cue.REASON))
        if formula.doubts:
            reader.not_read(Piece(False, piece.end, piece.end, piece.outer, piece.outer_end), self._letters(piece))
        for derivation in made:
            if derivation not in self.derivations:
                self.derivations.append(derivation)
                self.homes.append((derivation, s, piece))
                self._play(derivation, reader.roles[k], reader, k)
        self.open_chain = (made[-1], piece) if made and not formula.cut else None

    def _letters(self, piece: Piece) -> frozenset[str]:
        try:
            return letters(formula_tokens(self.source.text, self.source.macros, piece.start, piece.end))
        except LatexError:
            return frozenset(re.findall(r"[A-Za-z]", self.source.text[piece.start : piece.end]))

    def _mention(self, piece: Piece, reader: SentenceReader) -> None:
        reader.seen.append((piece.start, self._letters(piece), False))

    def _play(self, derivation: Derivation, role: Role, reader: SentenceReader, k: int) -> None:
        """What the words around a display make of it."""
        derivation.loose, derivation.denied = role.loose, role.wrong
        cue, steps = role.cue, derivation.steps
        plain = not any(st.given or st.after for st in steps)
        if cue is Cue.NOTHING:
            derivation.means = reader.defining or not all(self._is_of_known(st, reader) for st in steps)
            if not derivation.means:
                derivation.standing = Standing.ASIDE
                derivation.loose = "it stands in a definition, and says something of names that are known"
            return
        if plain and len(steps) >= 1 and self._defines(steps[0], derivation, cue, reader, k):
            steps[0].is_definition = True
            for later in steps[1:]:
                later.is_definition = False
            return
        if any(st.is_definition for st in steps) or cue in (Cue.DEFINE, Cue.CHOOSE):
            self._redefines(steps, reader, k, cue)
        if any(st.is_definition for st in steps):
            derivation.loose = derivation.loose or "the name that it defines has been used before"
            for st in steps:
                st.is_definition = False
        if cue in (Cue.DEFINE, Cue.CHOOSE):
            derivation.loose = derivation.loose or "the name has been used before: it may be a choice or a claim"
        if cue in (Cue.LET, Cue.IF, Cue.RANGE) and plain and self._assumed(steps, cue, reader, k):
            reader.take([_stated(st, self.source.text) for st in steps], role, reader.s.pieces[k], reader.behind[k])
            for st in steps:
                st.is_condition = True
            return
        derivation.standing = {
            Cue.QUOTED: Standing.ASIDE, Cue.REASON: Standing.REASON, Cue.REMINDER: Standing.REMINDER, Cue.CHOOSE: Standing.ASIDE,
            Cue.DEFINE: Standing.ASIDE, Cue.IF: Standing.ASIDE, Cue.RANGE: Standing.REMINDER, Cue.LET: Standing.ASIDE,
        }.get(cue, Standing.CLAIM)  # fmt: skip

    def _defines(self, step: Step, derivation: Derivation, cue: Cue, reader: SentenceReader, k: int) -> bool:
        """`name = expression` of a new name, with := or a cue."""
        stated = _stated(step, self.source.text)
        name = defined_name(stated)
        if not name or not self.prose.is_fresh(name, reader.s):
            return False
        if not (step.is_definition or cue in (Cue.DEFINE, Cue.CHOOSE, Cue.LET, Cue.RANGE)):
            return False
        piece = reader.s.pieces[k]
        self.prose.say(
            Said(
                stated,
                piece.start,
                reader.s.part,
                Force.DEFINES,
                Standing.ASIDE,
                reader.s,
                reader.behind[k],
                None,
                None,
                cue,
            )
        )
        return True

    def _is_of_known(self, step: Step, reader: SentenceReader) -> bool:
        """Whether a step is about numbers that were spoken of before, and gives none of them or of the quantities in it a meaning."""
        node = Node("rel", (step.left, step.right), step.relation)
        named = any(n.kind in ("opaque", "over", "index", "law", "tail") for n in parts(node))
        return not named and repeats(node) and not any(self.prose.is_fresh(n, reader.s) for n in names(node))

    def _redefines(self, steps: Sequence[Step], reader: SentenceReader, k: int, cue: Cue) -> None:
        """A name gets another meaning: what was said of it before does not count from here on."""
        for step in steps:
            stated = _stated(step, self.source.text)
            if name := defined_name(stated):
                piece, s = reader.s.pieces[k], reader.s
                self.prose.say(
                    Said(stated, piece.start, s.part, Force.SOFT, sentence=s, cue=cue, binds=frozenset({name}))
                )

    def _assumed(self, steps: Sequence[Step], cue: Cue, reader: SentenceReader, k: int) -> bool:
        """Whether a display behind `let`, `if` or `where` is a condition.

        An equation of a name that is not new is a claim. What speaks of numbers alone (`..., for [1 - 1/20 = 0.95]`) restricts nothing.
        What `consider`, `for`, `at` or `once` stands before may be a claim if it says more than where a name is."""
        stated = [_stated(st, self.source.text) for st in steps]
        if cue is not Cue.LET and any(is_closed(x) for x in stated):
            return False
        if any(x.relation is not None and repeats(x.relation) for x in stated) and not cues.assumes(reader.s.words[k]):
            return False
        if cue is Cue.LET:
            return reader._assumes() or not any(map(defined_name, stated))
        claims = any(x.relation is not None and shares_names(x.relation) for x in stated) or any(
            map(defined_name, stated)
        )
        found = re.search(r"\bexists?\b|there (?:is|are)|can find|so that", reader.s.all_words)
        return not (cue is Cue.RANGE and (claims or found))

    # -- what sentences claim -------------------------------------------------------------------------------------------

    def _inline(self) -> None:
        for found in self.prose.inline:
            piece, s = found.piece, found.sentence
            steps = [
                Step(x.relation.args[0], str(x.relation.value), x.relation.args[1], piece.start, piece.end)
                for x in found.stated
                if x.relation is not None and x.relation.value != "!="
            ]
            if not steps:
                continue
            formula = Formula(
                notes=list(dict.fromkeys(x.note for x in found.stated if x.note)), scope=self.prose.scope(s)
            )
            made = Derivation(s.part, steps, formula, formula.scope, piece.start, standing=found.standing)
            made.loose, made.denied = found.role.loose, found.role.wrong
            self.derivations.append(made)
            self.homes.append((made, s, piece))


def _stated(step: Step, text: str) -> Stated:
    node = Node("rel", (step.left, step.right), step.relation, step.start, step.end)
    return Stated(node, text=" ".join(text[step.start : step.end].split()), defining=step.is_definition)


# -- conditions from outside ----------------------------------------------------------------------------------------------------


def _told_conditions(text: str, part: Part, place: int, label: str = "") -> list[Said]:
    r"""`eps > 0` as text, `\varepsilon > 0` as LaTeX. Raises ReadError."""
    if "\\" in text:
        return [Said(s, place, part, Force.FIRM, label=label) for s in read_conditions(text)]
    return [Said(Stated(text=c.text), place, part, Force.FIRM, told=c, label=label) for c in read_text_conditions(text)]


def _told_definition(text: str, part: Part, place: int) -> Said:
    if "\\" in text:
        found = read_conditions(text)
        if len(found) != 1 or not defined_name(found[0]):
            raise LatexError("expected one definition: name = expression", text)
        return Said(found[0], place, part, Force.DEFINES)
    name, value = read_let(text)
    told = Condition(relation=relation("==", sym(name), value), text=text)
    return Said(Stated(text=text), place, part, Force.DEFINES, told=told)


# -- chains ---------------------------------------------------------------------------------------------------------------------


def _chains(source: Source, display: Display, part: Part, before: tuple[Derivation, Piece] | None) -> list[Derivation]:
    formula = display.formula
    assert formula is not None
    if not formula.has_relation:
        raise LatexError("an expression, and no claim", source.text, display.piece.start, display.piece.end)
    out: list[Derivation] = []
    for statement in formula.statements:
        if statement.alone is not None:
            raise LatexError("a row that is no relation", source.text, statement.alone.start, statement.alone.end)
        if statement.leading:
            out.append(_continued(source, display, statement, before, formula))
            continue
        steps = _steps(statement, statement.links[0].left, formula)
        made = Derivation(part, steps, formula, formula.scope, display.piece.start, displays=[display.number])
        out.append(made)
    return out


def _continued(
    source: Source, display: Display, statement: Statement, before: tuple[Derivation, Piece] | None, formula: Formula
) -> Derivation:
    """A display that starts with a relation goes on with the display right before it."""
    place = display.piece
    if before is None or source.shown[before[1].outer_end : place.outer].strip():
        message = "this starts with a relation, and no display that was read stands right before it"
        raise LatexError(message, source.text, place.start, place.start + 1)
    chain = before[0]
    chain.steps += _steps(statement, chain.steps[-1].right, formula)
    chain.displays.append(display.number)
    chain.formula.conditions += formula.conditions
    chain.formula.notes += [n for n in formula.notes if n not in chain.formula.notes]
    return chain


def _steps(statement: Statement, left: Node | None, formula: Formula) -> list[Step]:
    given = [*statement.given, *(s.relation for s in formula.given if s.relation is not None)]
    out = []
    for link in statement.links:
        assert left is not None
        out.append(_step(link, left, statement, formula.tag, given))
        left = link.right
    return out


def _step(link: Link, left: Node, statement: Statement, tag: str, given: list[Node]) -> Step:
    place = (link.start, link.end)
    return Step(
        left,
        link.relation,
        link.right,
        *place,
        list(given),
        link.reason,
        tag,
        is_definition=link.defining,
        after=statement.after,
    )


__all__ = ["Derivation", "Display", "ReadDocument", "Step", "document_of", "read_document", "with_declared"]
