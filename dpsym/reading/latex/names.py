r"""Names: letters and words with accents, primes, labels below and above, and members of indexed families."""

from __future__ import annotations

from collections.abc import Sequence

from ...notation import ACCENTS, GREEK, INDICES, LETTERS, QUERIES, RESERVED, WORD, primes, unicode_name
from .stream import Stream, canonical
from .tokens import LatexError, Token
from .tree import Node, Opaque
from .words import FONTS, UPRIGHT

_TRANSPOSES = ("top", "dagger", "intercal", "perp", "circ")
_LABEL_WORDS = ("max", "min", "exp", "log", "sup", "inf", "Pr", "ln", "det")


class Names(Stream):
    """Reads names. A script above that is no label is left to the caller as a power."""

    def starts_name(self) -> bool:
        t = self.token
        if t.kind == "char":
            return t.text.isalpha()
        return t.kind == "cmd" and (
            t.text in GREEK
            or t.text in ACCENTS
            or t.text in ("mathit", "mathrm", "mathnormal")
            or (t.text in ("mathsf", "mathtt") and self.ahead().kind == "{" and self.ahead(3).kind == "char")
        )

    def name(self) -> tuple[Node, list[Token] | None]:
        """A name or a member of a family, and the tokens of a power that stood between its labels (`\\sigma^2_1`)."""
        first = self.token
        accents, stem, inner = self._stem()
        below: list[Token] | None = inner[0]
        above: list[Token] | None = inner[1]
        marks = inner[2]
        while True:
            if self.token.is_char("'"):
                marks += 1
                self.advance()
            elif self.token.is_char("_") and below is None:
                self.advance()
                below = self.group()
            elif self.token.is_char("^") and above is None:
                if marks and not self._is_prime_group():
                    break  # a power of a primed name
                self.advance()
                script = self.group()
                if script and all(t.is_cmd("prime") or t.is_char("'") for t in script):
                    marks += len(script)
                else:
                    above = script
                    continue
            elif self.token.is_char("^", "_"):
                if self.token.is_char("^") and above is not None and self._label_above(above) is not None:
                    break  # x^{*}^2 is refused by TeX too
                self.fail(f"a second {self.token.text} on one name: write braces", self.token)
            else:
                break
        return self._made(first, accents, stem, below, above, marks)

    def _made(
        self,
        first: Token,
        accents: list[str],
        stem: str,
        below: list[Token] | None,
        above: list[Token] | None,
        marks: int,
    ) -> tuple[Node, list[Token] | None]:
        euler = stem == "e" and not accents and below is None and first.is_char("e")  # e^{\mathrm{x}} is a power
        if above is not None and (raised := self._raised_index(above)) is not None:
            return self._member(first, [*accents, stem], below, raised, marks), None
        try:
            label = self._label_above(above) if above is not None and not euler else None
        except LatexError as error:
            tail = [primes(marks)] if marks else []
            return self._free_member(error, [*accents, stem], below or [], tail, first, above or []), None
        power = above if label is None else None
        if marks > 9:
            self.fail("more than nine primes", first, self.last)
        tail = [*(label or []), *([primes(marks)] if marks else [])]
        start, end = first.start, self.last.end
        if below is None:
            return Node("name", (), "_".join([*accents, stem, *tail]), start, end), power
        indices = self._indices(below, stem)
        if indices is not None:
            return Node("index", tuple(indices), "_".join([*accents, stem, *tail]), start, end), power
        try:
            labels = self._labels(below, first)
        except LatexError as error:
            return self._free_member(error, [*accents, stem], below, tail, first), power
        return Node("name", (), "_".join([*accents, stem, *labels, *tail]), start, end), power

    def _free_member(
        self,
        error: LatexError,
        stem: list[str],
        below: Sequence[Token],
        tail: list[str],
        first: Token,
        above: Sequence[Token] = (),
    ) -> Node:
        r"""x_i, x_{n+1}, y_{<i}, x^{(i)}, P^+: a member of a family at an index that nothing binds, or a name with an odd label.

        It is only named: x_i and x_1 may be one number or two. What is no label at all stays refused.
        """
        bare = [t for t in (*below, *above) if t.kind != "space"]
        if not bare or any(t.kind in ("quad", "row", "&", "end") or t.is_cmd(*_TRANSPOSES) for t in bare):
            raise error
        written = canonical(below) + (f"^{canonical(above)}" if above else "")
        letters = tuple(dict.fromkeys(t.text for t in bare if t.kind == "char" and t.text.isalpha()))
        letters += tuple(GREEK[t.text] for t in bare if t.kind == "cmd" and t.text in GREEK)
        symbol = "_".join([*stem, written, *tail]) if written.isalnum() and written.isascii() else ""
        key = f"{'_'.join([*stem, *tail])}_{{{written}}}"
        return Node("opaque", (), Opaque("member", key, symbol=symbol, labels=letters), first.start, self.last.end)

    def _raised_index(self, above: Sequence[Token]) -> list[Token] | None:
        r"""What stands in the parentheses of x^{(j)}, if a bound index stands there."""
        tokens = [t for t in above if t.kind != "space"]
        if len(tokens) < 3 or not tokens[0].is_char("(") or not tokens[-1].is_char(")"):
            return None
        return tokens[1:-1] if self.bound_in(tokens) else None

    def _member(
        self, first: Token, stem: list[str], below: list[Token] | None, raised: list[Token], marks: int
    ) -> Node:
        """A member of a family whose index stands above, perhaps with more indices or labels below."""
        indices = self._indices(raised, stem[-1]) or []
        lower = self._indices(below, stem[-1]) if below is not None else []
        labels = self._labels(below, first) if below is not None and lower is None else []
        tail = [primes(marks)] if marks else []
        name = "_".join([*stem, *labels, "sup", *tail])
        return Node("index", (*indices, *(lower or [])), name, first.start, self.last.end)

    # -- stems ----------------------------------------------------------------------------------------------------------

    def _stem(self) -> tuple[list[str], str, tuple[list[Token] | None, list[Token] | None, int]]:
        """Accents and stem, and scripts that stood inside the accent: \\hat{\\varepsilon_1}."""
        token = self.token
        if token.kind == "cmd" and token.text in ACCENTS:
            self.advance()
            group = self.group()
            inner = self.inside(group, self.last)
            if not isinstance(inner, Names) or not inner.starts_name():
                self.fail(f"\\{token.text} stands over one name; over anything else it is not read", token, self.last)
            accents, stem, scripts = inner._stem()
            below, above, marks = scripts
            while inner.token.kind != "end":
                if inner.token.is_char("'"):
                    marks += 1
                    inner.advance()
                elif inner.token.is_char("_") and below is None:
                    inner.advance()
                    below = inner.group()
                else:
                    self.fail(
                        f"\\{token.text} stands over one name; over anything else it is not read", token, self.last
                    )
            return [ACCENTS[token.text], *accents], stem, (below, above, marks)
        return [], self._letter(), (None, None, 0)

    def _letter(self) -> str:
        token = self.advance()
        if token.kind == "cmd" and token.text in GREEK:
            if token.text == "Delta":
                return self._sensitivity(token)
            return GREEK[token.text]
        if token.kind == "cmd":
            return self._word(token, self.group())
        greek = unicode_name(token.text)
        if greek:
            return self._sensitivity(token) if greek == "Delta" else greek
        if not (token.text.isascii() and token.text.isalpha()):
            self.fail(f"unexpected letter {token.text!r}", token)
        return token.text

    def _sensitivity(self, delta: Token) -> str:
        r"""\Delta f is one name. \Delta before another letter may be a product or an increment."""
        following = self.token
        letter = following.kind == "char" and following.text.isascii() and following.text.isalpha()
        letter = (
            letter or (following.kind == "cmd" and following.text in GREEK) or unicode_name(following.text) is not None
        )
        tight = self.tokens[self.at - 1].kind == "space" and self.tokens[self.at - 1].text == "!"  # \Delta\!f
        if not letter or ("Delta" in self.scope.declared and not tight):
            return "Delta"
        if following.kind == "char" and following.text in QUERIES:
            self.advance()
            self.notes.append(f"\\Delta {following.text} is one name, the sensitivity of {following.text}")
            return f"Delta{following.text}"
        self.fail(f"\\Delta {following.text} may be a product or one name: write \\cdot between them, or \\Delta_{following.text}",
                  delta, following)  # fmt: skip

    def _word(self, command: Token, group: Sequence[Token]) -> str:
        word = "".join(t.text for t in group if t.kind in ("char", "text")).strip()
        if not group or any(t.kind not in ("char", "text") for t in group) or not WORD.fullmatch(word):
            self.fail(f"\\{command.text}: found something else than a word of letters and digits", command, self.last)
        if word in LETTERS or (word in RESERVED and self.token.is_char("_", "^", "'")):
            self.fail(f"the word {word} has a meaning in names: write another one", command, self.last)
        if len(word) == 1 and command.text == "mathrm" and word != "e":
            self.fail(f"an upright {word}: is it another symbol than {word}? write it in italics", command, self.last)
        if word == "e" and command.text != "mathit":
            self.fail("an upright e alone: write \\exp(1), or \\mathit{e} for a symbol", command, self.last)
        return word

    # -- scripts --------------------------------------------------------------------------------------------------------

    def _is_prime_group(self) -> bool:
        following = self.ahead()
        return following.is_cmd("prime") or (following.kind == "{" and self.ahead(2).is_cmd("prime"))

    def _label_above(self, script: Sequence[Token]) -> list[str] | None:
        """The label that a script above is, or None if it is a power."""
        tokens = [t for t in script if t.kind != "space"]
        if len(tokens) == 1 and (tokens[0].is_char("*") or tokens[0].is_cmd("star", "ast")):
            return ["star"]
        if len(tokens) == 1 and tokens[0].kind == "text":
            return ["sup", self._plain(tokens[0])]
        if tokens and tokens[0].kind == "cmd" and tokens[0].text in ("mathrm", "operatorname", "mathsf"):
            word = "".join(t.text for t in tokens[1:] if t.kind == "char")
            if (
                all(t.kind in ("char", "{", "}") for t in tokens[1:])
                and WORD.fullmatch(word)
                and word not in ("e", "d")
            ):
                return ["sup", word]
        if len(tokens) > 2 and tokens[0].is_char("(") and tokens[-1].is_char(")"):
            digits = "".join(t.text for t in tokens[1:-1])
            if digits.isdigit():
                return ["sup", digits]
            if len(tokens) == 3:
                self.fail(
                    f"a label ({digits}) above a name: an index needs its sum; write the label in \\mathrm",
                    tokens[0],
                    tokens[-1],
                )
        bad = next(
            (
                t
                for t in tokens
                if t.is_cmd("top", "dagger", "intercal", "perp", "circ") or (len(tokens) == 1 and t.is_char("+", "-"))
            ),
            None,
        )
        if bad is not None:
            self.fail(f"a label {bad.shown} above a name is not read: write it as a word in \\mathrm", bad)
        return None

    def _plain(self, token: Token) -> str:
        word = token.text.strip()
        if not WORD.fullmatch(word) and not word.isdigit():
            self.fail(f"the label {word!r} is no word of letters and digits", token)
        if word in RESERVED:
            self.fail(f"the word {word} has a meaning in names: write another one", token)
        return word

    def _indices(self, script: Sequence[Token], stem: str) -> list[Node] | None:
        """The indices of a family, if a bound index stands in the script."""
        if not self.bound_in(script):
            return None
        indices = []
        for piece in self._index_pieces(script):
            inner = self.inside(piece, self.last)
            indices.append(inner.expression())  # type: ignore[attr-defined]
            if inner.token.kind != "end":
                self.fail(f"the index of {stem} is not read", piece[0], piece[-1])
        return indices

    def _index_pieces(self, script: Sequence[Token]) -> list[list[Token]]:
        """Indices with commas between them, or letters side by side: x_{ij} has two."""
        out: list[list[Token]] = []
        for piece in _by_comma(script):
            bare = [t for t in piece if t.kind != "space"]
            rows = len(bare) > 1 and all(t.kind == "char" and t.text.isalpha() for t in bare)
            out += [[t] for t in bare] if rows else [piece]
        return out

    def _labels(self, script: Sequence[Token], first: Token) -> list[str]:
        return [self._label(piece, first) for piece in _by_comma(script)]

    def _label(self, piece: Sequence[Token], first: Token) -> str:
        piece = [t for t in piece if t.kind not in ("space",)]
        if not piece:
            self.fail("an empty label", first, self.last)
        text = "".join(t.text for t in piece)
        if all(t.kind == "char" for t in piece):
            if text.isdigit():
                return text
            if text.isascii() and text.isalpha():
                return self._letters(text, piece)
            greek = unicode_name(text)
            if greek:
                return greek
        if len(piece) == 1 and piece[0].kind == "text":
            return self._plain(piece[0])
        if len(piece) == 1 and piece[0].kind == "cmd":
            if piece[0].text in GREEK:
                return GREEK[piece[0].text]
            if piece[0].text == "infty":
                return "oo"
            if piece[0].text in _LABEL_WORDS:
                return piece[0].text
        if piece[0].kind == "cmd" and piece[0].text in (*UPRIGHT, *FONTS):
            word = "".join(t.text for t in piece[1:] if t.kind in ("char", "text"))
            if all(t.kind in ("char", "text", "{", "}") for t in piece[1:]) and (
                WORD.fullmatch(word) or word.isdigit()
            ):
                if word in RESERVED:
                    self.fail(f"the word {word} has a meaning in names: write another one", piece[0], piece[-1])
                if piece[0].text in FONTS and piece[0].text != "mathsf":
                    self.fail("a label in another font is not read: write it in \\mathrm", piece[0], piece[-1])
                return word
        self.fail("this label is not read: a number, a letter or a word in \\mathrm is expected", piece[0], piece[-1])

    def _letters(self, text: str, piece: Sequence[Token]) -> str:
        free = [c for c in text if c in INDICES and c not in self.scope.declared]
        if (len(text) == 1 and free) or (len(text) == 2 and len(free) == 2):
            self.fail(
                f"the index {text} stands outside its sum: declare it, or write \\mathrm{{{text}}} for a label",
                piece[0],
                piece[-1],
            )
        if text in RESERVED:
            self.fail(f"the word {text} has a meaning in names: write another one", piece[0], piece[-1])
        return text


def _by_comma(tokens: Sequence[Token]) -> list[list[Token]]:
    pieces: list[list[Token]] = [[]]
    depth = 0
    for t in tokens:
        depth += (t.kind == "{" or t.is_char("(")) - (t.kind == "}" or t.is_char(")"))
        if t.is_char(",") and depth == 0:
            pieces.append([])
        else:
            pieces[-1].append(t)
    return pieces
