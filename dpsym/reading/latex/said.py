"""What a document says, as data: conditions with their force, formulas that were not read, claims of sentences; and their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from math import prod

from ...notation import ACCENTS, GREEK, unicode_name
from ..domains import Condition
from .conditions import Stated
from .cues import Cue
from .document import Piece, Source
from .sentences import Sentence
from .stream import Scope
from .structure import Part
from .tails import turned
from .tokens import Token
from .tree import Node, names, parts

_FONTS = (
    "mathcal",
    "mathbb",
    "mathfrak",
    "mathscr",
    "mathrm",
    "operatorname",
    "text",
    "mathsf",
    "mathtt",
    "label",
    "tag",
)


_NAMED = ("opaque", "over", "index", "law", "tail")  # quantities that are only named, and what they are made of
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
EVERYTHING = frozenset({"*"})  # the letters of words that speak of all symbols


class Force(Enum):
    """How far a formula in a sentence may be relied on."""

    FIRM = "firm"  # to the end of its part
    DEFINES = "defines"  # a new name is put in for, to the end of its part
    HERE = "here"  # for the claims of its sentence that it belongs to; soft for others
    SOFT = "soft"


class Standing(Enum):
    """How far the author vouches for a formula, and so what a point where it fails shows."""

    CLAIM = "claim"  # it is claimed: a counterexample refutes it
    REASON = "reason"  # it is used as known: a counterexample refutes it if it restricts nothing
    REMINDER = "reminder"  # it may be a condition that stands elsewhere: it is refuted if it cannot hold
    ASIDE = "aside"  # it is not claimed


@dataclass(frozen=True, eq=False)
class Said:
    """One condition that a sentence, a display or the author in a comment states.

    `behind` is the claim right before it, which it restricts; `own` the display inside which it stands.
    """

    stated: Stated
    place: int
    part: Part
    force: Force
    standing: Standing = Standing.ASIDE
    sentence: Sentence | None = None
    behind: Piece | None = None
    own: Piece | None = None
    told: Condition | None = None  # by the author, in the language of text
    cue: Cue = Cue.UNKNOWN
    label: str = ""  # where it stands, if not in the document: `--where`
    binds: frozenset[str] = frozenset()  # names that stand for something new from here on: `let`, `for every`
    passing: bool = False  # it is supposed of names that were there before: perhaps for a while
    turned: bool = False  # the words around it deny it, take it away, or leave open whether it is assumed
    rivals: tuple[int, ...] = ()  # places where the same part says other things of its names

    @property
    def names(self) -> frozenset[str]:
        if self.told is not None:
            return frozenset({self.told.name} if self.told.relation is None else self.told.relation.free)
        if self.stated.relation is None:
            return frozenset({self.stated.name})
        return frozenset(names(self.stated.relation))

    @property
    def text(self) -> str:
        return self.told.text if self.told is not None else self.stated.text


@dataclass(frozen=True, eq=False)
class Unread:
    """A formula, or words about names, that is not read and may be a condition; `letters` are those in it."""

    place: int
    part: Part
    sentence: Sentence
    letters: frozenset[str]
    text: str
    claimed: bool = False  # a display that the text claims


@dataclass(frozen=True, eq=False)
class Role:
    """What a formula of a sentence is: its cue, and whether anything speaks against taking it as a claim."""

    cue: Cue
    wrong: bool = False  # the words deny it, or say when it holds
    turned: bool = False  # they take it away, or leave open whether it is assumed
    loose: str = ""  # why a point where it fails refutes nothing


@dataclass(frozen=True, eq=False)
class Inline:
    """A formula in a sentence that is claimed or used: a step of the document."""

    piece: Piece
    sentence: Sentence
    stated: tuple[Stated, ...]
    role: Role
    standing: Standing


@dataclass
class Prose:
    """What has been said so far, in the order of the document."""

    source: Source
    said: list[Said] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    inline: list[Inline] = field(default_factory=list)
    released: list[tuple[int, Part, bool]] = field(
        default_factory=list
    )  # where assumptions are given up: all, or passing ones
    functions: set[str] = field(default_factory=set)
    laws: set[str] = field(default_factory=set)
    last: Sentence | None = None  # the sentence before
    _mentions: dict[str, list[tuple[int, Part]]] = field(default_factory=dict)  # by name; by letter, behind a blank
    _declared: dict[int, set[str]] = field(default_factory=dict)  # by part

    def say(self, said: Said) -> None:
        self.said.append(said)
        self._declared.setdefault(id(said.part), set()).update(said.names)

    # -- names ----------------------------------------------------------------------------------------------------------

    def mention(self, place: int, part: Part, found: Iterable[str], exact: bool) -> None:
        """Names that a relation speaks of; of one that is not read, its letters."""
        for name in found:
            self._mentions.setdefault(name if exact else f" {name}", []).append((place, part))

    def is_fresh(self, name: str, s: Sentence) -> bool:
        """Whether nothing was stated about a name before this sentence, in its part and what encloses it."""
        found = (*self._mentions.get(name, ()), *self._mentions.get(f" {stem(name)}", ()))
        chain = s.part.chain
        return not any(place < s.start and part in chain for place, part in found)

    def scope(self, s: Sentence) -> Scope:
        """Which names are numbers, functions and laws here."""
        declared = frozenset().union(*(self._declared.get(id(part), ()) for part in s.part.chain))
        return Scope(declared=declared, functions=frozenset(self.functions - self.laws), laws=frozenset(self.laws))


# -- letters ------------------------------------------------------------------------------------------------------------------


def letters(tokens: Sequence[Token]) -> frozenset[str]:
    """The letters of a formula, whatever it says: names without their labels. Words and fonts of sets are left out."""
    out: set[str] = set()
    skip = depth = 0
    for k, t in enumerate(tokens):
        if t.kind == "{":
            depth += 1
        elif t.kind == "}":
            depth -= 1
            skip = 0 if depth < skip else skip
        if skip and depth >= skip:
            continue
        if t.is_cmd(*_FONTS):
            skip = depth + 1 if k + 1 < len(tokens) and tokens[k + 1].kind == "{" else 0
        elif t.kind == "char" and t.text.isalpha():
            out.add(unicode_name(t.text) or t.text)
        elif t.kind == "cmd" and t.text in GREEK:
            out.add(GREEK[t.text])
    return frozenset(out - {"e", "d"})


def stem(name: str) -> str:
    """A name without accents and labels."""
    parts = name.split("_")
    while len(parts) > 1 and parts[0] in ACCENTS.values():
        parts.pop(0)
    return parts[0]


def shares_names(relation: Node) -> bool:
    """Whether both sides speak of one name: such a relation is a statement about it, and no bound of it."""
    left, right = relation.args
    return bool(set(names(left)) & set(names(right)))


def is_closed(stated: Stated) -> bool:
    """Whether a relation speaks of numbers alone: it holds or not, and restricts nothing."""
    r = stated.relation
    return r is not None and not any(names(r)) and not any(n.kind in _NAMED for n in parts(r))


def repeats(relation: Node) -> bool:
    """Whether a name stands in a relation twice: then it says more than where one of them is."""
    found = list(names(relation))
    return len(set(found)) < len(found)


@dataclass(frozen=True)
class Bound:
    """expression >= value or expression <= value, strict or not."""

    of: object  # the expression as it is written
    below: bool  # it bounds the expression from below
    value: Fraction
    strict: bool

    def is_weaker(self, other: Bound) -> bool:
        """Whether it allows more than another bound of the same expression on the same side."""
        if (self.of, self.below) != (other.of, other.below):
            return False
        if self.value == other.value:
            return other.strict and not self.strict
        return (self.value < other.value) == self.below

    def excludes(self, other: Bound) -> bool:
        """Whether no value of the expression satisfies both."""
        if self.of != other.of or self.below == other.below:
            return False
        low, high = (self, other) if self.below else (other, self)
        return low.value > high.value or (low.value == high.value and (low.strict or high.strict))


def bounds_of(stated: Stated) -> tuple[Bound, ...]:
    """The bounds that a condition x + y >= 2 or x = 2 is, written either way round."""
    r = stated.relation
    if r is None or (r.value not in _OPPOSITE and r.value != "=="):
        return ()
    (a, b), op = r.args, str(r.value)
    if _number_of(b) is None:
        a, b, op = b, a, "==" if op == "==" else turned(op)
    value = _number_of(b)
    if value is None or _number_of(a) is not None:
        return ()
    of = (a.kind, a.value, _shape(a))
    if op == "==":
        return Bound(of, True, value, False), Bound(of, False, value, False)
    return (Bound(of, op in (">", ">="), value, op in ("<", ">")),)


def are_rivals(first: Stated, second: Stated) -> bool:
    """Whether two formulas hardly speak of one thing, as they are written: x <= 1 and x <= 2, x = 1 and x > 1, p = q and p = 2 q."""
    if any(b.is_weaker(a) or b.excludes(a) for a in bounds_of(first) for b in bounds_of(second)):
        return True
    if first.relation is not None and second.relation is not None and _exclude(first.relation, second.relation):
        return True
    name = defined_name(first)
    if not name or name != defined_name(second):
        return False
    assert first.relation is not None
    assert second.relation is not None
    return _shape(first.relation) != _shape(second.relation)


def _number_of(n: Node) -> Fraction | None:
    if n.kind == "neg":
        inner = _number_of(n.args[0])
        return None if inner is None else -inner
    if n.kind == "*":
        found = [_number_of(a) for a in n.args]
        return None if None in found else prod((f for f in found if f is not None), start=Fraction(1))
    if n.kind == "inv":
        below = _number_of(n.args[0])
        return 1 / below if below else None
    return Fraction(n.value) if n.kind == "num" else None


def _exclude(a: Node, b: Node) -> bool:
    """Whether two relations cannot both hold, as they are written: k <= m and k > m, k < m and m < k."""
    if a.value not in _OPPOSITE or b.value not in _OPPOSITE:
        return False
    left, right, op = _shape(a), _shape(b), str(b.value)
    if left == right[::-1] and left != right:
        right, op = right[::-1], turned(op)
    return left == right and (str(a.value)[0] != op[0]) and len(str(a.value)) + len(op) < 4


def are_opposite(a: Node, b: Node) -> bool:
    """Whether one of two relations is the negation of the other, as they are written: x > 1 and x <= 1, 1 < x and x <= 1."""
    left, right = _shape(a), _shape(b)
    return a.value in _OPPOSITE and (
        (_OPPOSITE[a.value] == b.value and left == right)
        or (turned(_OPPOSITE[str(a.value)]) == b.value and left == right[::-1])
    )


def _shape(n: Node) -> tuple[object, ...]:
    """A node without its places."""
    return tuple((a.kind, a.value, _shape(a)) for a in n.args)


def defined_name(stated: Stated) -> str:
    """The name that `name = expression` gives a value, or nothing."""
    r = stated.relation
    if r is None or r.value != "==" or r.args[0].kind != "name" or r.args[0].value in set(names(r.args[1])):
        return ""
    return str(r.args[0].value)


__all__ = ["EVERYTHING", "Force", "Inline", "Prose", "Role", "Said", "Standing", "Unread", "are_opposite", "are_rivals", "bounds_of",
           "defined_name", "is_closed", "letters", "repeats", "shares_names", "stem"]  # fmt: skip
