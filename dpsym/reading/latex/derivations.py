r"""Derivations: the displays of a document as chains of steps, each with its place, and what was refused with the reason."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..letters import Spellings, TwoWritings
from .claims import Question, with_declared
from .document import Piece, Source, Unit, scan
from .formula import Formula, Link, Statement, read_formula
from .prose import Said, sentences
from .stream import Scope
from .tokens import LatexError
from .tree import Node


@dataclass
class Step:
    """One relation of a derivation. `given` stand before an arrow; `tag` is the number of its display."""

    left: Node
    relation: str
    right: Node
    start: int
    end: int
    given: list[Node] = field(default_factory=list)
    reason: str = ""
    tag: str = ""
    defining: bool = False
    after: bool = False  # behind an arrow: it follows from what stands before


@dataclass
class Derivation:
    """A chain, perhaps of several displays in a row, in its unit, under the conditions that the text has stated."""

    unit: Unit
    steps: list[Step]
    said: list[Said]
    formula: Formula
    scope: Scope
    displays: list[int] = field(default_factory=list)  # the numbers of its displays, from 0


@dataclass
class Display:
    """A display that was read (`error` is None) or refused."""

    piece: Piece
    number: int
    formula: Formula | None = None
    error: LatexError | None = None


@dataclass
class ReadDocument:
    source: Source
    displays: list[Display]
    derivations: list[Derivation]

    @property
    def refused(self) -> list[Display]:
        return [d for d in self.displays if d.error is not None]


def read_document(text: str) -> ReadDocument:
    """Everything that the displays of a document say."""
    source = scan(text)
    out = ReadDocument(source, [], [])
    open_chain: tuple[Derivation, Piece] | None = None  # a chain that the next display may go on with
    letters: dict[int, Spellings] = {}  # of each unit: what is one letter in a proof is written in one way
    for number, piece in enumerate(source.displays):
        display = Display(piece, number)
        out.displays.append(display)
        said, scope = sentences(source, piece.outer_end)
        spellings = letters.setdefault(source.unit_of(piece.start).start, Spellings())
        try:
            _note_letters(said, spellings, display, text)
            scope = _with_declared(scope, said)
            display.formula = read_formula(text, source.macros, scope, piece.start, piece.end, spellings)
            found = _derivations(source, display, said, open_chain)
        except LatexError as error:
            display.error = error
            open_chain = None
            continue
        out.derivations += [d for d in found if d not in out.derivations]
        open_chain = (found[-1], piece) if found else None
    return out


def document_of(question: Question) -> ReadDocument:
    """A single claim as a document of one display, under its conditions and hypotheses."""
    text = question.text
    piece, unit = Piece(True, 0, len(text), 0, len(text)), Unit("", 0, len(text))
    source = Source(text, [piece], [unit])
    display = Display(piece, 0, question.formula)
    said = [Said(s, 0, False) for s in (*question.stated, *question.assumed)]
    return ReadDocument(source, [display], _derivations(source, display, said, None))


def _note_letters(said: list[Said], spellings: Spellings, display: Display, text: str) -> None:
    """The sentences around a display write its letters as the unit does."""
    for s in said:
        for letter, written in s.written:
            try:
                spellings.note(written, letter)
            except TwoWritings as error:
                raise LatexError(str(error), text, display.piece.start, display.piece.end) from None


def _with_declared(scope: Scope, said: list[Said]) -> Scope:
    return with_declared(scope, [s.stated for s in said])


def _derivations(
    source: Source, display: Display, said: list[Said], before: tuple[Derivation, Piece] | None
) -> list[Derivation]:
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
        made = Derivation(source.unit_of(display.piece.start), [], said, formula, formula.scope, [display.number])
        made.steps = _steps(statement, statement.links[0].left, formula)
        out.append(made)
    return out


def _continued(
    source: Source, display: Display, statement: Statement, before: tuple[Derivation, Piece] | None, formula: Formula
) -> Derivation:
    """A display that starts with a relation goes on with the display right before it."""
    place = display.piece
    if before is None or source.text[before[1].outer_end : place.outer].strip():
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
    return Step(left, link.relation, link.right, *place, list(given), link.reason, tag, link.defining, statement.after)
