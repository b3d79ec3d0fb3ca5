"""Text to tokens with positions, and the one error of the text reader.

A character that has no place in the syntax is refused here, with what to write instead.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from ..letters import BLANKS, character, is_letter, symbol_name

MAX_LENGTH = 10_000  # characters of one text
MAX_DIGITS = 1_000  # of one number, written out
_WINDOW = 72  # characters of a long line that an error shows

#: Two characters before one: the longest operator wins.
_OPERATORS = ("**", "<=", ">=", "==", "!=", "*", "/", "+", "-", "^", "<", ">", "=", "(", ")", "[", "]", ",")
#: Signs that mean exactly one operator.
_SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "∞": "oo", "⩽": "<=", "⩾": ">="}
_ONE_BY_ONE = "write the conditions one by one"
_NO_STRING = "strings and primes are not part of the syntax"
_NO_LATEX = "LaTeX is not read here; write plain text"
_PER_CENT = "a per cent sign stands right behind a number; for a remainder write a - b*floor(a/b)"
_NO_NAME = "a name starts with a letter"
#: What to write instead, for what people write in other places; longer entries first.
_INSTEAD = {
    "=<": "write <=", "=>": "write >=", "<>": "write !=", ":=": "write =", "//": "write floor(a/b)", "∈": "write in",
    "&&": _ONE_BY_ONE, "||": _ONE_BY_ONE, "&": _ONE_BY_ONE, "|": "write abs(x) for |x|", "√": "write sqrt(x)",
    "!": "write gamma(n + 1) for n!", "%": _PER_CENT, "·": "write *", "×": "write *", "÷": "write /",
    "'": _NO_STRING, '"': _NO_STRING, "{": "write ( )", "}": "write ( )", "\\": _NO_LATEX, "$": _NO_LATEX,
    "__": _NO_NAME, "_": _NO_NAME, ";": "write a comma between conditions",
    ".": "there are no attributes; a number needs a digit after its point",
}  # fmt: skip
_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


class ReadError(ValueError):
    """A text that cannot be read: what is wrong, and the span of the text that is at fault.

    `source` names where the text came from (`claim`, `where`, ...); callers may set it.
    """

    def __init__(self, message: str, text: str, start: int = 0, end: int | None = None, source: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.start = start
        self.end = len(text) if end is None else end
        self.source = source

    def __str__(self) -> str:
        head = f"{self.source}: {self.message}" if self.source else self.message
        return f"{head}\n{excerpt(self.text, self.start, self.end)}"


def excerpt(text: str, start: int, end: int) -> str:
    """The line of the span with carets under it; a long line is cut, and a text of several lines says which it is."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    line = text[first : len(text) if last < 0 else last]
    column, width = start - first, max(1, min(end, first + len(line)) - start)
    where = f"line {text.count(chr(10), 0, start) + 1}, column {column + 1}:\n" if "\n" in text.strip() else ""
    cut = max(0, column - _WINDOW // 2) if len(line) > _WINDOW else 0
    shown = line[cut : cut + _WINDOW]
    before = ("…" if cut else "") + shown[: column - cut]
    marked = shown[column - cut : column - cut + width]
    after = shown[column - cut + width :] + ("…" if cut + _WINDOW < len(line) else "")
    carets = "^" * max(1, _columns(marked))
    return f"{where}  {_visible(before + marked + after)}\n  {' ' * _columns(before)}{carets}"


def _visible(line: str) -> str:
    """The line with every character that would move the cursor replaced by a blank."""
    return "".join(c if c.isprintable() else " " for c in line)


def _columns(part: str) -> int:
    """How many terminal columns a text takes: wide characters take two, combining marks none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in part if c.isprintable())
    return len(part) + wide - sum(unicodedata.combining(c) > 0 for c in part if c.isprintable())


@dataclass(frozen=True)
class Token:
    """A lexeme: kind is `number`, `name`, `op` or `end`; `text` is what it means, `written` a name as it stands there."""

    kind: str
    text: str
    start: int
    end: int
    written: str = ""

    @property
    def shown(self) -> str:
        return "the end of the text" if self.kind == "end" else repr(self.text)


def tokenize(text: str) -> list[Token]:
    """Every token of the text, closed by one `end` token."""
    if len(text) > MAX_LENGTH:
        raise ReadError(f"the text has {len(text)} characters, at most {MAX_LENGTH} are read", text, 0, 1)
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        if text[at] in BLANKS:
            at += 1
            continue
        token = _token(text, at)
        tokens.append(token)
        at = token.end
    return [*tokens, Token("end", "", len(text.rstrip()), len(text.rstrip()))]


def _token(text: str, at: int) -> Token:
    c = text[at]
    if c in "0123456789." and (match := _NUMBER.match(text, at)):
        return _number(text, match)
    if is_letter(c):
        return _name(text, at)
    if c in _SAME:
        return Token("name" if c == "∞" else "op", _SAME[c], at, at + 1)
    for length in (2, 1):
        part = text[at : at + length]
        if part in _INSTEAD and not text.startswith("!=", at):
            raise ReadError(f"unexpected {part!r}: {_INSTEAD[part]}", text, at, at + len(part))
        if part in _OPERATORS:
            return Token("op", part, at, at + len(part))
    if unicodedata.category(c) in ("No", "Lm"):  # x², x₁
        digit = unicodedata.normalize("NFKC", c)
        raise ReadError(f"unexpected {c!r}: write **{digit} for a power, _{digit} for an index", text, at, at + 1)
    raise ReadError(f"unexpected character {character(c)}{_plain(c)}", text, at, at + 1)


def _plain(c: str) -> str:
    """What to write instead of a letter that names are not made of: 𝐱, é, ℓ, а."""
    if not c.isalpha():
        return ""
    plain = unicodedata.normalize("NFKD", c)[0]
    hint = f": write {plain}" if plain != c and is_letter(plain) else ""
    return f"{hint or ':'}{', as' if hint else ''} names are made of unmarked Latin and Greek letters"


def _number(text: str, match: re.Match[str]) -> Token:
    start, end = match.span()
    mantissa, _, exponent = match.group().lower().partition("e")
    if len(mantissa) > MAX_DIGITS or len(exponent) > 6 or abs(int(exponent or 0)) > MAX_DIGITS:
        raise ReadError(f"the number is too long; at most {MAX_DIGITS} digits are read", text, start, end)
    if text.startswith(".", end) and not text[end + 1 : end + 2].isalpha():
        raise ReadError("a number needs a digit after its point", text, start, end + 1)
    if text.startswith("%", end):  # 50% is 1/2; a % b stays refused, also without blanks: two numbers side by side
        return Token("number", str(Fraction(match.group()) / 100), start, end + 1)
    return Token("number", match.group(), start, end)


def _name(text: str, start: int) -> Token:
    end = start
    while end < len(text) and (is_letter(text[end]) or text[end] in "0123456789_"):
        end += 1
    written = text[start:end]
    if end < len(text) and text[end].isalpha():
        message = f"unexpected character {character(text[end])}{_plain(text[end])}"
        raise ReadError(message, text, end, end + 1)
    if "__" in written:
        raise ReadError(f"the name {written} has a double underscore, which is not allowed", text, start, end)
    return Token("name", symbol_name(written), start, end, written)
