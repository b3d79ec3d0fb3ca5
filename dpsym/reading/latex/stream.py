r"""Tokens one by one: what the parsers share, and the clean-up of tokens before parsing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from ...notation import ACCENTS, GREEK, LETTERS, unicode_name
from .tokens import MAX_NESTING, SILENT, LatexError, Token
from .words import RELATIONS

_SIDES = {
    "left": 0,
    "mleft": 0,
    "mright": 1,
    "bigl": 0,
    "Bigl": 0,
    "biggl": 0,
    "Biggl": 0,
    "right": 1,
    "bigr": 1,
    "Bigr": 1,
    "biggr": 1,
    "Biggr": 1,
}
DOTS = ("dots", "ldots", "cdots", "dotsc", "dotso")
_DOTLESS = {"imath": "i", "jmath": "j"}
_BARS = {"|": ("lvert", "rvert"), "\\|": ("lVert", "rVert")}
_CLOSERS = {
    "(": ")",
    "[": "]",
    "\\{": "\\}",
    "{": "}",
    "\\lvert": "\\rvert",
    "\\lVert": "\\rVert",
    "\\lfloor": "\\rfloor",
    "\\lceil": "\\rceil",
    "\\langle": "\\rangle",
}

_OPENS, _CLOSES = (
    ("(", "[", "\\{", "{", "\\lvert", "\\lVert", "\\lfloor", "\\lceil", "\\langle"),
    (")", "]", "\\}", "}", "\\rvert", "\\rVert", "\\rfloor", "\\rceil", "\\rangle"),
)


@dataclass(frozen=True)
class Scope:
    """What the text around a formula has said about names."""

    declared: frozenset[str] = frozenset()  # numbers: k(2x) is a product
    functions: frozenset[str] = frozenset()  # f(x) is a number that is only named
    laws: frozenset[str] = frozenset()  # P(S) is a probability that is only named
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # densities with the spaces of their arguments
    points: Mapping[str, str] = field(default_factory=dict)  # points with their spaces
    things: frozenset[str] = frozenset()  # datasets, sets, vectors: |x| is a size


def cleaned(tokens: Sequence[Token], text: str) -> list[Token]:
    r"""Without what only says how a formula looks; \left| and \right| become \lvert and \rvert."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.kind == "cmd" and token.text in _SIDES and following is not None:
            shown = spelled(following)
            if following.is_char(".") and token.text in ("right", "mright"):
                out.append(Token("cmd", "nodelimiter", token.start, following.end))
                at += 1
            elif following.is_char("."):
                raise LatexError(
                    "an empty delimiter is not read: write a pair of parentheses", text, token.start, following.end
                )
            elif shown in _BARS:
                out.append(Token("cmd", _BARS[shown][_SIDES[token.text]], token.start, following.end))
                at += 1
            elif shown in ("<", ">"):
                out.append(Token("cmd", "langle" if shown == "<" else "rangle", token.start, following.end))
                at += 1
        elif token.kind == "cmd" and token.text in SILENT:
            pass
        elif token.is_cmd("lbrace", "rbrace"):
            out.append(Token("cmd", "{" if token.text == "lbrace" else "}", token.start, token.end))
        elif token.is_cmd("lbrack", "rbrack"):
            out.append(Token("char", "[" if token.text == "lbrack" else "]", token.start, token.end))
        elif token.is_cmd("mathbbm", "mathds"):
            out.append(Token("cmd", "mathbb", token.start, token.end))
        elif token.is_cmd("vert"):
            out.append(Token("char", "|", token.start, token.end))
        elif token.is_cmd("Vert", "parallel"):
            out.append(Token("cmd", "|", token.start, token.end))
        else:
            out.append(token)
        at += 1
    return out


def spelled(token: Token) -> str:
    return f"\\{token.text}" if token.kind == "cmd" else token.text


def canonical(tokens: Sequence[Token]) -> str:
    """The tokens as one text, the same however blanks, spaces, sizes and single braces were written."""
    bare = [t for t in tokens if t.kind not in ("space", "quad")]
    out, k = "", 0
    while k < len(bare):
        t = bare[k]
        single = t.kind == "{" and k + 2 < len(bare) and bare[k + 2].kind == "}" and bare[k + 1].kind in ("char", "cmd")
        piece = spelled(bare[k + 1] if single else t)
        k += 3 if single else 1
        piece = f"\\text{{{' '.join(t.text.split())}}}" if t.kind in ("text", "code") else piece
        if out and piece[:1].isalpha() and out[-1:].isalpha() and "\\" in out[-24:] and _ends_in_command(out):
            out += " "
        out += piece
    return out.rstrip(".,;")


def _ends_in_command(text: str) -> bool:
    tail = text[text.rfind("\\") + 1 :]
    return tail.isalpha()


def mentions(tokens: Sequence[Token], name: str) -> bool:
    """Whether the letter or the word of a name stands in the tokens, perhaps with other marks."""
    stem = next((p for p in name.split("_") if p not in ACCENTS.values()), name)
    stem = "Delta" if stem.startswith("Delta") else stem
    letters = "".join(t.text if t.kind == "char" else " " for t in tokens)
    if len(stem) > 1 and stem not in LETTERS:
        return stem in letters or any(t.kind in ("text", "code") and stem in t.text for t in tokens)
    for t in tokens:
        if t.kind == "char" and stem in (t.text, unicode_name(t.text)):
            return True
        if t.kind == "cmd" and stem in (GREEK.get(t.text), _DOTLESS.get(t.text)):
            return True
        if t.kind in ("text", "code") and re.search(rf"(?<![A-Za-z]){stem}(?![A-Za-z])|\\(?:var)?{stem}", t.text):
            return True
        if t.kind in ("text", "code") and any(unicode_name(c) == stem for c in t.text):
            return True
    return False


def relation_of(token: Token) -> str | None:
    """The relation that a token is."""
    if token.kind == "char":
        return {"<": "<", ">": ">", "=": "==", "≤": "<=", "≥": ">="}.get(token.text)
    return RELATIONS.get(token.text) if token.kind == "cmd" else None


def depths(tokens: Sequence[Token]) -> list[int]:
    """How deep in delimiters and inner environments each token stands; an opening one counts as outside."""
    out, depth = [], 0
    for t in tokens:
        shown = spelled(t) if t.kind in ("char", "cmd", "{", "}") else ""
        if shown in _CLOSES or t.is_cmd("end"):
            depth -= 1
        out.append(depth)
        if shown in _OPENS or t.is_cmd("begin"):
            depth += 1
    return out


class Stream:
    """A position in a list of tokens. Narrow spaces are skipped, except inside numbers."""

    def __init__(self, tokens: Sequence[Token], text: str, end: int, scope: Scope) -> None:
        self.tokens = [*tokens, Token("end", "", end, end)]
        self.text = text
        self.scope = scope
        self.at = 0
        self.depth = 0
        self.bars = 0  # how many bars are open
        self.bound: list[str] = []  # indices in force
        self.notes: list[str] = []  # what a reader should know about this reading
        self._skip()

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    @property
    def last(self) -> Token:
        at = self.at - 1
        while at > 0 and self.tokens[at].kind == "space":
            at -= 1
        return self.tokens[max(at, 0)]

    def _skip(self) -> None:
        while self.tokens[self.at].kind == "space":
            self.at += 1

    def ahead(self, count: int = 1) -> Token:
        at = self.at
        for _ in range(count):
            at = min(at + 1, len(self.tokens) - 1)
            while self.tokens[at].kind == "space":
                at += 1
        return self.tokens[at]

    def advance(self) -> Token:
        token = self.token
        if token.kind != "end":
            self.at += 1
            self._skip()
        return token

    def fail(self, message: str, first: Token, last: Token | None = None) -> NoReturn:
        raise LatexError(message, self.text, first.start, max(first.end, (last or first).end))

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_NESTING * 3:
            self.fail(f"nested deeper than {MAX_NESTING} levels", self.token)

    def leave(self) -> None:
        self.depth -= 1

    # -- groups of tokens ---------------------------------------------------------------------------------------------

    def group(self) -> list[Token]:
        """The argument of a command or a script: the tokens of a braced group, or one token."""
        first = self.token
        if first.kind in ("end", "}", "&", "row", "quad", "text") or first.is_char("^", "_"):
            if first.kind == "text":
                return [self.advance()]
            self.fail(f"found {first.shown}, expected an argument", first)
        if first.kind != "{":
            return [self.advance()]
        return self.balanced()[1:-1]

    def balanced(self) -> list[Token]:
        """The tokens from an opening delimiter to the one that closes it, both included. In braces, (0, 1] may stand."""
        opening = self.token
        if opening.kind == "{":
            return self._braced()
        stack: list[str] = []
        taken: list[Token] = []
        while self.token.kind != "end":
            token = self.tokens[self.at]
            shown = spelled(token)
            if shown in _CLOSERS:
                stack.append(_CLOSERS[shown])
            elif stack and shown == stack[-1]:
                stack.pop()
            elif shown in ("}",) and stack:
                break
            taken.append(token)
            self.at += 1
            if not stack:
                self._skip()
                return taken
            if len(stack) > MAX_NESTING:
                break
        self.fail("this is never closed", opening)

    def _braced(self) -> list[Token]:
        opening, start, depth = self.token, self.at, 0
        for at in range(start, len(self.tokens) - 1):
            depth += (self.tokens[at].kind == "{") - (self.tokens[at].kind == "}")
            if depth > MAX_NESTING:
                break
            if not depth:
                self.at = at + 1
                self._skip()
                return self.tokens[start : at + 1]
        self.fail("this is never closed", opening)

    def bound_in(self, tokens: Sequence[Token]) -> list[str]:
        """The bound names that may occur anywhere in these tokens: in a label, an index, an argument, a word.

        The letter of the name decides, whatever marks it bears: that too much counts as dependent is safe, too little is not.
        """
        return [name for name in dict.fromkeys(self.bound) if mentions(tokens, name)]

    def inside(self, tokens: Sequence[Token], end: Token) -> Stream:
        """A stream of the same kind over some of the tokens, with the same names in force."""
        other = type(self)(tokens, self.text, end.start, self.scope)
        other.bound, other.depth, other.notes = self.bound, self.depth, self.notes
        return other
