"""Which characters a claim may hold and which names are one: the same judgement for text, LaTeX and SymPy.

A name is made of Latin letters without marks, Greek letters, digits and underscores. A Greek letter with two shapes (ε and ϵ) is one
letter as long as one shape is used. A question that writes one name in two ways (ε and ϵ, eps and ε, \\epsilon and \\varepsilon) is
refused: were they one symbol, claims would hold that nobody made; were they two, they would be printed alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from ..notation import name_latex, unicode_name

#: What may stand between the parts of a claim; any other blank could hide something.
BLANKS = frozenset(" \t\r\n\u00a0\u2009\u202f")
#: Second shapes of Greek letters.
VARIANTS = {"ϵ": "ε", "ϑ": "θ", "ϕ": "φ", "ϱ": "ρ", "ς": "σ", "ϰ": "κ", "\u00b5": "μ", "\u2126": "Ω"}
_STEERING = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def is_letter(c: str) -> bool:
    """Whether a character may be part of a name as a letter."""
    return (c.isascii() and c.isalpha()) or c in VARIANTS or c == "π" or unicode_name(c) is not None


def is_name(text: str) -> bool:
    """A letter, then letters, digits and single underscores."""
    return is_letter(text[:1] or "_") and "__" not in text and all(is_letter(c) or c in "0123456789_" for c in text)


def symbol_name(written: str) -> str:
    """The name of the symbol that is written so: of a letter with two shapes the usual one."""
    return "".join(VARIANTS.get(c, c) for c in written)


def is_hidden(c: str) -> bool:
    """Whether a character is invisible, moves the cursor or turns the direction of writing."""
    return c not in BLANKS and (unicodedata.category(c) in _HIDDEN or (c.isspace() and unicodedata.category(c) != "Zs"))


def hidden(text: str, start: int = 0, end: int | None = None) -> int | None:
    """The place of the first hidden character of text[start:end]."""
    end = len(text) if end is None else end
    return next((k for k in range(start, end) if not text[k].isprintable() and is_hidden(text[k])), None)


def steering(text: str) -> int | None:
    """The place of the first character that moves the cursor or turns the direction of writing; such a text shows another one."""
    return next((m.start() for m in _STEERING.finditer(text)), None)


def character(c: str) -> str:
    """A character by its name, for an error."""
    return unicodedata.name(c, f"U+{ord(c):04X}")


class TwoWritings(ValueError):
    """One name written in two ways."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(
            f"both {first} and {second} occur: if they are the same symbol, write one of them; if not, another letter"
        )


class Spellings:
    """How each name of one question is written: in the claim, its conditions, hypotheses and abbreviations together."""

    def __init__(self) -> None:
        self._written: dict[str, str] = {}

    def note(self, written: str, what: str = "") -> None:
        """Remembers a writing of a symbol, or of `what`; raises TwoWritings if it was written otherwise before."""
        first = self._written.setdefault(what or name_latex(symbol_name(written)), written)
        if first != written:
            raise TwoWritings(first, written)

    def items(self) -> Iterable[tuple[str, str]]:
        return self._written.items()
