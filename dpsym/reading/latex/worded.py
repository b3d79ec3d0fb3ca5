"""Words about names: `let n be a positive integer`, `for positive x`, `distributions P and Q`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .conditions import Stated, node_of
from .document import Piece
from .said import Prose
from .stream import Scope
from .tokens import Token
from .tree import Node, number

KNOWN_WORDS = frozenset(
    re.findall(
        r"\S+",
        """positive strictly nonnegative non-negative negative nonzero non-zero real reals number numbers integer integers natural
        constant constants parameter parameters fixed arbitrary given scalar scalars variable variables finite a an any two three some
        the both all every each value values privacy be is are and for let of quantity quantities""",
    )
)
COPULA = re.compile(
    r"^[\s,]*(?:(?:will |to |always |both |all )?(?:be|is|are|being)(?: assumed| taken)?(?: to be)?|denotes?|lies?|has|have"
    r"|satisf(?:y|ies))\s+(.*)",
    re.S,
)
_CLAUSE = re.compile(r"[.;:,()]|\b(?:with|such|so|then|we|where|and let|which|that|whose|if|when|of)\b")
CHANCY = frozenset(
    [
        "small",
        "large",
        "odd",
        "even",
        "sufficiently",
        "bounded",
        "distinct",
        "prime",
        "rational",
        "probability",
        "probabilities",
    ]
)


def adjectives_before(words: str) -> list[str]:
    found = re.search(
        r"(?:(?:^|\s)(?:strictly|positive|non-?negative|negative|non-?zero|real|integers?|natural|numbers?|reals|constants?|parameters?|small|large|odd|even|sufficiently|bounded|distinct|prime|rational))+\s*$",
        words,
    )
    return found[0].split() if found else []


def first_clause(words: str) -> tuple[list[str], str]:
    """The words up to the end of a clause, and those of a clause that says more of the same thing: `whose sum is one`."""
    match = _CLAUSE.search(words)
    if match is None:
        return words.split(), ""
    more = match[0] in ("with", "such", "so", "where", "which", "that", "whose", "of", "if", "when")
    rest = words[match.end() :].strip(" .,;:()")
    return words[: match.start()].split(), rest if more and rest not in ("that", "") else ""


def worded(name: str, words: Iterable[str], text: str) -> list[Stated]:
    """The conditions that known words put on a name."""
    found, node, words = [], Node("name", (), name), set(words)
    written = f"{name} {text}" if not text.endswith(name) else text
    if words & {"positive"}:
        found.append(Stated(Node("rel", (node, number(0)), ">"), text=written))
    if words & {"nonnegative", "non-negative"}:
        found.append(Stated(Node("rel", (node, number(0)), ">="), text=written))
    if words & {"negative"}:
        found.append(Stated(Node("rel", (node, number(0)), "<"), text=written))
    if words & {"nonzero", "non-zero"}:
        found.append(Stated(Node("rel", (node, number(0)), "!="), text=written))
    if words & {"natural"}:
        found.append(Stated(Node("rel", (node, number(1)), ">="), text=written))
    if words & {"integer", "integers", "natural"}:
        found.append(Stated(name=name, kind="integers", text=written))
    elif words & {"real", "reals", "number", "numbers"}:
        found.append(Stated(name=name, text=written))
    return found


def read_names(tokens: Sequence[Token], text: str, scope: Scope) -> str:
    """The name that tokens are, or nothing."""
    node = node_of(tokens, text, scope) if tokens else None
    return str(node.value) if node is not None and node.kind == "name" else ""


# -- functions and laws -------------------------------------------------------------------------------------------------------

_ARROW = re.compile(r"^\s*(\\?[A-Za-z]+)\s*(?::|\\colon)\s*.*(?:\\rightarrow|\\to)\b\s*(.*)$", re.S)
_REAL = re.compile(r"\\mathbb\s*\{?\s*R\s*\}?(?!\s*\^)|\\R\b|^\[")
_LETTER = re.compile(r"\s*\\?[A-Za-z]+(?:'+|_\{?\w\}?)?\s*")
_LAWS = re.compile(r"\b(?:distributions?|measures?|laws?|beliefs?|prior|posterior)\b", re.I)


def declaration(prose: Prose, text: str, piece: Piece) -> bool:
    written = text[piece.start : piece.end]
    arrow = _ARROW.match(written)
    if arrow and _REAL.search(arrow[2].strip()):
        prose.functions.add(arrow[1].lstrip("\\"))
        return True
    if _LETTER.fullmatch(written) and _speaks_of_laws(text, piece):
        letter = re.match(r"[A-Za-z]+", written.strip().lstrip("\\"))
        prose.laws.add(letter[0] if letter else written.strip())
        return True
    return arrow is not None


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


__all__ = [
    "CHANCY",
    "COPULA",
    "KNOWN_WORDS",
    "adjectives_before",
    "declaration",
    "first_clause",
    "read_names",
    "worded",
]
