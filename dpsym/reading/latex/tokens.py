r"""LaTeX to tokens with positions, and the one error of the LaTeX reader.

Blanks and comments are dropped, so no reading can depend on them: TeX prints `1 2` and `12` alike. Commands that print a space
stay, as `space` (narrow: \, \; \! ~) or `quad` (wide).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from ..letters import BLANKS, character, hidden
from ..text.tokens import ReadError, excerpt

MAX_FORMULA = 20_000  # characters of one formula
MAX_TOKENS = 20_000  # of one formula once its macros are expanded
MAX_NESTING = 60  # of groups and parentheses

_NARROW = {",", ";", ":", "!", ">", " ", "thinspace", "medspace", "thickspace", "negthinspace", "enspace", "nobreak"}
_WIDE = {"quad", "qquad", "hfill", "enskip"}
#: Commands that say how something looks and nothing of what it means.
SILENT = frozenset(
    re.findall(
        r"\w+",
        "displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag allowbreak relax big Big bigg Bigg "
        "bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm middle left right mathopen mathclose mathord mathbin mathrel "
        "theequation rm bf it noindent centering small footnotesize normalsize large protect ensuremath mathstrut strut "
        "smash mleft mright hfil break goodbreak nobreakspace",
    )
)
_UNICODE = {
    "≤": "le",
    "≥": "ge",
    "≠": "ne",
    "∞": "infty",
    "∈": "in",
    "·": "cdot",
    "×": "times",
    "π": "pi",
    "√": None,
    "′": "'",
}


class LatexError(ReadError):
    """LaTeX that is not read: what is wrong, where (line, column, caret), and what to write instead."""

    def __str__(self) -> str:
        line = self.text.count("\n", 0, self.start) + 1
        column = self.start - (self.text.rfind("\n", 0, self.start) + 1) + 1
        shown = excerpt(self.text, self.start, self.end)
        shown = shown if shown.startswith("  ") else shown.partition("\n")[2]
        head = f"{self.source}: " if self.source else ""
        return f"{head}line {line}, column {column}: {self.message}\n{shown}"


@dataclass(frozen=True)
class Token:
    r"""A lexeme. kind: `cmd` (text without its backslash), `char`, `{`, `}`, `space`, `quad`, `row` (\\), `&`, `text`, `end`.

    `text` tokens are the words of \text{...}, `code` is one name of a program. The span is that of the source; what a macro stands
    for has the macro's span.
    """

    kind: str
    text: str
    start: int
    end: int
    is_code: bool = False  # words in \texttt: the name of something in a program

    @property
    def shown(self) -> str:
        return (
            "the end of the formula"
            if self.kind == "end"
            else f"\\{self.text}"
            if self.kind == "cmd"
            else repr(self.text)
        )

    def is_char(self, *chars: str) -> bool:
        return self.kind == "char" and self.text in chars

    def is_cmd(self, *names: str) -> bool:
        return self.kind == "cmd" and self.text in names


TEXTS = ("text", "mbox", "textrm", "textit", "textnormal", "intertext", "shortintertext", "hbox",
         "tag", "tag*", "label", "eqref", "ref",
         "cite", "footnote", "textbf", "textsf", "texttt", "vspace", "hspace", "hspace*", "vspace*", "phantom", "hphantom", "vphantom",
         "mspace", "color", "textcolor", "qedhere", "textup", "addtocounter", "refstepcounter")  # fmt: skip
#: Of these only the words of the first group are kept; the others are dropped with their argument.
WORDS = (
    "text",
    "mbox",
    "textrm",
    "textit",
    "textnormal",
    "intertext",
    "shortintertext",
    "hbox",
    "textbf",
    "textsf",
    "textup",
    "texttt",
)
DROPPED = (
    "label",
    "eqref",
    "ref",
    "cite",
    "footnote",
    "vspace",
    "hspace",
    "hspace*",
    "vspace*",
    "phantom",
    "hphantom",
    "vphantom",
    "mspace",
    "addtocounter",
    "refstepcounter",
)


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of text[start:end], without an end token."""
    end = len(text) if end is None else end
    if end - start > MAX_FORMULA:
        raise LatexError(
            f"the formula has {end - start} characters, at most {MAX_FORMULA} are read", text, start, start + 1
        )
    if (place := hidden(text, start, end)) is not None:
        raise LatexError(f"unexpected character {character(text[place])}", text, place, place + 1)
    tokens: list[Token] = []
    at = start
    while at < end:
        c = text[at]
        if c in BLANKS:
            at += 1
        elif c == "%":
            at = _line_end(text, at, end)
        elif c == "\\":
            at = _command(text, at, end, tokens)
        else:
            tokens.append(_char(text, at))
            at += 1
    return tokens


def _line_end(text: str, at: int, end: int) -> int:
    found = text.find("\n", at, end)
    return end if found < 0 else found + 1


def _command(text: str, at: int, end: int, tokens: list[Token]) -> int:
    """The command at a backslash; returns where it ends."""
    if at + 1 >= end:
        raise LatexError("a backslash at the end of the formula", text, at, at + 1)
    stop = at + 1
    while stop < end and text[stop].isascii() and text[stop].isalpha():
        stop += 1
    if stop == at + 1:
        stop += 1
        name = text[at + 1]
        if name.isspace():
            name = " "
    else:
        name = text[at + 1 : stop]
        if text.startswith("*", stop) and f"{name}*" in (*TEXTS, "operatorname*") and stop < end:
            stop += 1
            name += "*"
    if name == "\\" or name in ("newline", "cr"):
        tokens.append(Token("row", "\\\\", at, stop))
        return _row_spacing(text, stop, end)
    if name in _NARROW:
        tokens.append(Token("space", name, at, stop))
    elif name in _WIDE:
        tokens.append(Token("quad", name, at, stop))
    elif name in TEXTS:
        return _text(text, name, at, stop, end, tokens)
    else:
        tokens.append(Token("cmd", name, at, stop))
    return stop


_LENGTH = re.compile(r"\s*\[\s*-?\s*[0-9.]+\s*(?:pt|em|ex|mm|cm)\s*\]")


def _row_spacing(text: str, at: int, end: int) -> int:
    r"""Behind `\\`: a star, and a length in brackets, `\\[2pt]`. Anything else in brackets is a formula."""
    if text.startswith("*", at) and at < end:
        at += 1
    match = _LENGTH.match(text, at, end)
    return match.end() if match else at


def _text(text: str, name: str, at: int, stop: int, end: int, tokens: list[Token]) -> int:
    r"""\text{...}: its words as one token; \label{...} and the like are dropped."""
    while stop < end and text[stop].isspace():
        stop += 1
    if stop >= end or text[stop] != "{":
        tokens.append(Token("cmd", name, at, stop))
        return stop
    close = _closing(text, stop, end)
    words = text[stop + 1 : close]
    if name in WORDS:
        tokens.append(Token("text", words, at, close + 1, name in ("texttt", "textsf")))
    elif name in ("tag", "tag*"):
        tokens.append(Token("quad", "tag", at, at))
        tokens.append(Token("text", f"({words})", at, close + 1))
    elif name not in DROPPED:
        tokens.append(Token("cmd", name, at, stop))
        return stop
    elif name == "addtocounter" and text.startswith("{", close + 1) and close + 1 < end:
        close = _closing(text, close + 1, end)
    return close + 1


def _closing(text: str, opening: int, end: int) -> int:
    """The place of the brace that closes the one at `opening`."""
    depth, at = 0, opening
    while at < end:
        c = text[at]
        if c == "\\":
            at += 1
        elif c == "{":
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    raise LatexError("this brace is never closed", text, opening, opening + 1)


def _char(text: str, at: int) -> Token:
    c = text[at]
    if c in "{}&":
        return Token(c, c, at, at + 1)
    if c == "~":
        return Token("space", c, at, at + 1)
    if c in "−–":
        return Token("char", "-", at, at + 1)
    if c in _UNICODE:
        command = _UNICODE[c]
        if command == "'":
            return Token("char", "'", at, at + 1)
        if command is not None:
            return Token("cmd", command, at, at + 1)
    if c in "$":
        raise LatexError("a dollar sign inside a formula", text, at, at + 1)
    if not c.isprintable() or (not c.isascii() and unicodedata.category(c) in ("No", "Sk")):
        raise LatexError(f"unexpected character {character(c)}", text, at, at + 1)
    return Token("char", c, at, at + 1)
