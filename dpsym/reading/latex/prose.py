r"""What the sentences around a formula say: conditions on its symbols, and which letters are functions and laws.

    for all $\alpha \in (1, \infty)$, assume $\epsilon > 0$, where $\bar\epsilon = e^\epsilon - 1$, thus we get $\gamma \le 2\epsilon$
    let $f : \mathcal{X} \to \mathbb{R}$ be a function; let $P$ and $Q$ be probability distributions

Words are looked for right before a formula. A formula in a sentence without such words says nothing here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..letters import Spellings
from .conditions import Stated, conditions
from .document import Piece, Source
from .formula import formula_tokens
from .stream import Scope
from .tokens import LatexError
from .tree import names, same

_ASSUMES = re.compile(
    r"(?:\b(?:for|for all|for any|for every|for each|for some|where|with|let|fix|assume|assume that|assuming|assuming that|suppose|"
    r"suppose that|if|when|whenever|given|given that|such that|provided|provided that|satisfying|satisfies|satisfy|forall|setting|"
    r"and all|and any|and every|there exist|there exists|parameters?|constants?|numbers?|integers?)|\\forall)\s*\\?,?\s*$",
    re.I,
)
_DERIVES = re.compile(
    r"\b(?:(?:we|which|this) (?:get|gets|obtain|have|conclude|know|implies|gives|shows)|implies|thus|hence|so|therefore)"
    r"(?: that| that,)?\s*$",
    re.I,
)
_GOES_ON = re.compile(r"^[\s,;]*(?:and|and all|and any)?[\s,;]*$")
_ARROW = re.compile(r"^\s*(\\?[A-Za-z]+)\s*(?::|\\colon)\s*.*(?:\\rightarrow|\\to)\b\s*(.*)$", re.S)
_REAL = re.compile(r"\\mathbb\s*\{?\s*R\s*\}?(?!\s*\^)|\\R\b|^\[")
_ITEM = re.compile(r"^[ \t]*(?:\d+\.|[-*]|\\item\b)\s", re.M)
_LETTER = re.compile(r"\s*\\?[A-Za-z]+(?:'+|_\{?\w\}?)?\s*")
_LAWS = re.compile(r"\b(?:distributions?|measures?|laws?|beliefs?|prior|posterior)\b", re.I)


@dataclass(frozen=True)
class Said:
    """A condition that a sentence states: `derived` if the text concludes it instead of assuming it."""

    stated: Stated
    place: int
    derived: bool
    written: tuple[tuple[str, str], ...] = ()  # how its letters are written


def sentences(source: Source, end: int) -> tuple[list[Said], Scope]:
    """What has been said up to a place: the conditions of its unit, and the functions and laws of the whole text before it."""
    unit = source.unit_of(end)
    scope = declarations(source, end)
    found: list[Said] = []
    earlier: list[Said] = []
    before: Piece | None = None
    mode = ""
    first_item, item = _items(source.text, unit.start, end)
    for piece in source.pieces:
        if piece.outer >= end and not _follows(source, piece, end):
            break
        elsewhere = first_item <= piece.start < item  # another item of the list
        if not piece.display:
            mode = _mode(source, piece, before, mode)
            if mode == "assumes" and (piece.start < unit.start or elsewhere):
                earlier += [s for s in _said(source, piece, scope, False) if _defines(s.stated)]
            elif mode and piece.start >= unit.start and not elsewhere:
                found += _said(source, piece, scope, mode == "derives")
        before = piece
    return _once_defined(earlier, found) + found, scope


def _defines(stated: Stated) -> str:
    """The name that a condition gives a value: where $\\bar\\epsilon = e^\\epsilon - 1$. A number is no definition."""
    r = stated.relation
    if r is None or r.value != "==" or r.args[0].kind != "name":
        return ""
    used = list(names(r.args[1]))
    return str(r.args[0].value) if used and r.args[0].value not in used else ""


def _once_defined(earlier: list[Said], found: list[Said]) -> list[Said]:
    """Definitions of other units, for names that this unit does not define; two different ones of a name are none."""
    own = {_defines(s.stated) for s in found}
    out: dict[str, Said] = {}
    clashing: set[str] = set()
    for s in earlier:
        name = _defines(s.stated)
        other = out.setdefault(name, s)
        first, second = other.stated.relation, s.stated.relation
        if first is not None and second is not None and same(first) != same(second):
            clashing.add(name)
    return [s for name, s in out.items() if name not in own | clashing]


def _items(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the first item of a list in text[start:end] begins, and the last one: each item has its own conditions."""
    starts = [start + m.start() for m in _ITEM.finditer(text[start:end])]
    return (starts[0], starts[-1]) if starts else (end, end)


def _follows(source: Source, piece: Piece, end: int) -> bool:
    """Whether a formula stands right behind the display, in the same sentence: `where $x > 0$`."""
    between = source.text[end : piece.outer]
    return not piece.display and bool(
        re.fullmatch(r"[\s$,.\]\\]{0,6}\s*(?:where|for|for all|for any|with|whenever|if)\s*", between)
    )


def _mode(source: Source, piece: Piece, before: Piece | None, mode: str) -> str:
    start = before.outer_end if before is not None else 0
    words = source.text[max(start, piece.outer - 80) : piece.outer]
    if mode and before is not None and not before.display and _GOES_ON.match(source.text[start : piece.outer]):
        return mode
    if _ASSUMES.search(words):
        return "assumes"
    return "derives" if _DERIVES.search(words) else ""


def _said(source: Source, piece: Piece, scope: Scope, derived: bool) -> list[Said]:
    """What a formula in a sentence states, read once for each set of names that are functions or laws."""
    key = (piece.start, scope.functions, scope.laws, derived)
    if key not in source.said:
        source.said[key] = _read(source, piece, scope, derived)
    return source.said[key]


def _read(source: Source, piece: Piece, scope: Scope, derived: bool) -> list[Said]:
    spellings = Spellings()
    try:
        tokens = formula_tokens(source.text, source.macros, piece.start, piece.end, spellings)
        found = conditions(tokens, source.text, scope)
    except (LatexError, RecursionError):
        return []  # a sentence about sets, algorithms or datasets: it says nothing about numbers
    return [Said(s, piece.start, derived, tuple(spellings.items())) for s in found]


# -- functions and laws -----------------------------------------------------------------------------------------------------


def declarations(source: Source, end: int) -> Scope:
    """Functions to the reals, and laws, that the text before a place has introduced."""
    functions: set[str] = set()
    laws: set[str] = set()
    for piece in source.pieces:
        if piece.outer >= end:
            break
        if piece.display:
            continue
        written = source.text[piece.start : piece.end]
        arrow = _ARROW.match(written)
        if arrow and _REAL.search(arrow[2].strip()):
            functions.add(arrow[1].lstrip("\\"))
        elif _LETTER.fullmatch(written) and _speaks_of_laws(source.text, piece):
            laws.add(_spelled(written))
    laws |= set(re.findall(r"\bdistributions? ([a-zA-Z])\b(?!')", source.text[:end]))
    return Scope(functions=frozenset(functions - laws), laws=frozenset(laws))


def _speaks_of_laws(text: str, piece: Piece) -> bool:
    """`distributions $P$ and $Q$`, `let $P$ and $Q$ be distributions`: the words stand close by in the sentence."""
    before = re.split(r"[.;:]\s", text[max(0, piece.outer - 60) : piece.outer])[-1]
    after = re.split(r"[.;:]\s", text[piece.outer_end : piece.outer_end + 60])[0]
    if re.search(r"(?:distributions?|measures?)\s*(?:\$[^$]*\$\s*(?:,|and|,\s*and)\s*)*$", before, re.I):
        return True
    return bool(
        re.match(
            r"\s*(?:(?:,|and|,\s*and)\s*\$[^$]*\$\s*)*(?:be|are|is|denote)\s[\w\s]{0,30}" + _LAWS.pattern, after, re.I
        )
    )


def _spelled(letter: str) -> str:
    marks = letter.strip().lstrip("\\")
    stem = re.match(r"[A-Za-z]+", marks)
    return stem[0] if stem else marks


__all__ = ["Said", "declarations", "sentences"]
