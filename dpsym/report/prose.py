r"""Prose with mathematics in it, as LaTeX: what is a formula in `TV(P, Q) <= tanh(eps/4), attained by (1/2, 1/2)` is typeset.

A title, a note or an erratum is written for a terminal, with ASCII or Unicode mathematics between its words. A formula starts where an
operand does and goes on as long as operators and operands follow:

    operand    number | letter | Greek letter or its name | f(...), Pr[...] | (...), [...], {...}, |...| | -operand, each with _ ^ '
    operator   + - * / = == < <= > >= != in -> and their signs; nothing at all between a number or a Greek letter and what follows

Words are no operands, so that `eps-DP` and `add/remove` stay what they are, and a, A and I are words unless an operator stands beside
them. Formulas in dollars are left alone; so is a text that is one formula, with backslashes. This is about how a text looks, and
nothing is ever read back from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..notation import LETTERS, name_latex, unicode_name
from .latex import decimal_latex

_ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿᵏ", "0123456789-+nk", strict=True))
_BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₋₊ᵢⱼₖₙₓₐ", "0123456789-+ijknxa", strict=True))
_ATOMS = {
    "∞": r"\infty", "𝒳": r"\mathcal{X}", "𝒴": r"\mathcal{Y}", "𝒬": r"\mathcal{Q}", "ℓ": r"\ell", "∂": r"\partial", "½": r"\tfrac12",
    "ℝ": r"\mathbb{R}", "ℕ": r"\mathbb{N}", "ℤ": r"\mathbb{Z}", "π": r"\pi", "…": r"\ldots", "...": r"\ldots", "∅": r"\emptyset",
}  # fmt: skip
_PREFIXES = {
    "Σ": r"\sum",
    "∑": r"\sum",
    "∫": r"\int ",
    "Π": r"\prod",
    "∏": r"\prod",
    "√": r"\surd",
    "∀": r"\forall ",
    "∃": r"\exists ",
}
_OPERATORS = {
    "+-": r"\pm", "+/-": r"\pm",
    "<=": r"\le", ">=": r"\ge", "!=": r"\ne", "==": "=", "->": r"\to", "||": r"\|", "=": "=", "<": "<", ">": ">", "+": "+", "-": "-",
    "−": "-", "/": "/", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "∈": r"\in", "∉": r"\notin", "·": r"\cdot",
    "×": r"\times", "→": r"\to", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow",
    "∥": r"\|", "‖": r"\|", "±": r"\pm", "∧": r"\wedge", "∨": r"\vee",
    "∪": r"\cup", "∩": r"\cap", "∼": r"\sim", "∣": r"\mid", "⊆": r"\subseteq", "≡": r"\equiv", "∝": r"\propto", "*": "*",
}  # fmt: skip
_FUNCTIONS = {
    **{name: rf"\{name}" for name in ("exp", "log", "ln", "sinh", "cosh", "tanh", "min", "max", "sup", "inf", "Pr")},
    "atanh": r"\operatorname{artanh}", "artanh": r"\operatorname{artanh}", "asinh": r"\operatorname{arsinh}",
    "acosh": r"\operatorname{arcosh}", "arcosh": r"\operatorname{arcosh}", "Int": r"\int",
}  # fmt: skip
_PAIRS = {"(": ")", "[": "]", "{": "}", "⌈": "⌉", "⌊": "⌋", "⟨": "⟩"}
_DELIMITERS = {
    "{": r"\{",
    "}": r"\}",
    "⌈": r"\lceil ",
    "⌉": r"\rceil",
    "⌊": r"\lfloor ",
    "⌋": r"\rfloor",
    "⟨": r"\langle ",
    "⟩": r"\rangle",
}
_TEXT = {
    "_": r"\_", "^": r"\^{}", "~": r"\~{}", "%": r"\%", "&": r"\&", "#": r"\#", "{": r"\{", "}": r"\}", "$": r"\$",
    "|": "$|$",
}  # fmt: skip
_MARKS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "bar", "\u0307": "dot"}
_WHOLE = {"ē": r"\bar{e}", "x̄": r"\bar{x}"}
_WORDS = frozenset({"a", "A", "I"})  # letters that are words where they stand alone
_GREEK = "α-ωΓΔΘΛΞΦΨΩ"
_SIGNS = "".join(
    (*_ABOVE, *_BELOW, *_PREFIXES, *(c for c in _ATOMS if len(c) == 1))
)  # letters of Unicode that are no words
_TOKEN = re.compile(
    r"(?P<abbreviation>\b(?:e\.g|i\.e|i\.i\.d|w\.r\.t|a\.e|a\.s|p\.m)\.)"
    r"|(?P<entry>\b[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\b|\b[a-z]{2,}(?:_[a-z0-9]{2,})+\b)"
    rf"|(?P<greek>[{_GREEK}])"
    rf"|(?P<word>[^\W\d_{_GREEK}{_SIGNS}]+(?:['’][^\W\d_]{{2,}}|['’]s\b)?)"
    r"|(?P<number>\d+(?:[.,]\d+)*(?:\.\.\.(?![\d.]))?(?:e[+-]?\d+)?)"
    r"|(?P<operator>\+/?-|<=|>=|!=|==|->|\|\|)"
    r"|(?P<dots>\.\.\.)"
    r"|(?P<blank>\s+)"
    r"|(?P<other>.)",
    re.S,
)


def plain_latex(words: str) -> str:
    """Words with formulas between them, or a text that is LaTeX already: what is in dollars, or, with a backslash, all of it."""
    if "$" not in words and "\\" in words:
        return f"${words}$"
    pieces = re.split(r"(\$[^$]*\$)", words)
    return "".join(p if p.startswith("$") or "\\" in p else _Scanner(p).latex() for p in pieces)


@dataclass(frozen=True)
class _Found:
    """A formula: how it is printed, where it ends, and whether more than numbers and dots stand in it."""

    latex: str
    end: int
    strong: bool


class _Scanner:
    """The tokens of a text; a method takes a place and gives what starts there, or None."""

    def __init__(self, text: str) -> None:
        self.tokens = [(str(m.lastgroup), m[0]) for m in _TOKEN.finditer(text)]

    def latex(self) -> str:
        out: list[str] = []
        at = 0
        while at < len(self.tokens):
            found = self._formula(at) if self._starts(at) else None
            if found is not None and found.strong:
                out.append(f"${found.latex.strip()}$")
                at = found.end
            else:
                out.append(self._prose(at))
                at += 1
        return "".join(out)

    def _kind(self, at: int) -> str:
        return self.tokens[at][0] if 0 <= at < len(self.tokens) else ""

    def _text(self, at: int) -> str:
        return self.tokens[at][1] if 0 <= at < len(self.tokens) else ""

    def _prose(self, at: int) -> str:
        kind, text = self.tokens[at]
        if kind == "entry":
            shown = text.replace("_", r"\_\allowbreak ").replace(".", r".\allowbreak ")
            return rf"\texttt{{{shown}}}"
        if text == "*":
            return r" $\cdot$ "
        if text in _BELOW or text in _ABOVE:
            return f"$_{{{_BELOW[text]}}}$" if text in _BELOW else f"$^{{{_ABOVE[text]}}}$"
        if text in _ATOMS or text in _PREFIXES or (text in _OPERATORS and text not in ("-", "/")):
            return f"${(_ATOMS | _PREFIXES | _OPERATORS)[text]}$"
        return "".join(_TEXT.get(c) or (f"${_DELIMITERS[c]}$" if c in _DELIMITERS else c) for c in text)

    def _starts(self, at: int) -> bool:
        """A formula does not start in the middle of a word, and a, A, I start one only before an operator or their arguments."""
        if self._kind(at - 1) in ("word", "number", "greek"):
            return False
        if self._text(at) not in _WORDS:
            return True
        after = at + 1 + (self._kind(at + 1) == "blank")
        sign = self._text(after)
        return self._text(at + 1) in ("(", "^", "_", "'") or (sign in _OPERATORS and sign not in ("-", "/", "<", ">"))

    # -- formulas -----------------------------------------------------------------------------------------------------

    def _formula(self, at: int, inside: bool = False) -> _Found | None:
        """Operands with operators between them."""
        found = self._operand(at)
        while found is not None:
            longer = self._joined(found, inside)
            if longer is None:
                return found
            found = longer
        return None

    def _joined(self, left: _Found, inside: bool) -> _Found | None:
        """The formula with one more operand."""
        at = left.end
        blank = self._kind(at) == "blank"
        place = at + blank
        sign = self._text(place)
        if sign in _OPERATORS or (sign == "in" and blank):
            behind = place + 1 + (self._kind(place + 1) == "blank")
            even = blank == (behind > place + 1)
            right = self._operand(behind) if even or sign not in ("-", "/") else None
            sets = ("(", "[", r"\{", r"\math")
            if right is None or (sign == "in" and not inside and not (left.strong and right.latex.startswith(sets))):
                return None
            return _Found(f"{left.latex} {self._sign(sign, right)} {right.latex}", right.end, True)
        right = self._operand(place) if self._adjoins(left, place, blank, inside) else None
        return None if right is None else _Found(f"{left.latex} {right.latex}", right.end, True)

    @staticmethod
    def _sign(sign: str, right: _Found) -> str:
        if sign == "in":
            return r"\in"
        if sign == "*":
            return r"\cdot" if right.latex[0].isdigit() else r"\,"
        return _OPERATORS[sign]

    def _adjoins(self, left: _Found, at: int, blank: bool, inside: bool) -> bool:
        """Whether what follows is a factor: 2n, 3eps, kε, 2(1 + x), e^eps q, (1 - p) log 2."""
        kind, text = self._kind(at), self._text(at)
        if not text or text in _WORDS:
            return False
        letter = kind == "greek" or text in (*LETTERS, *_FUNCTIONS, "sqrt") or (kind == "word" and len(text) == 1)
        if not blank:
            return letter or (text in "({" and left.strong) or (text in _PREFIXES or text == "∞")
        if left.latex.endswith(")") and not left.strong:  # (1) before a sentence
            return False
        ends = left.latex[-1] in "})" or left.latex[-1].isdigit() or re.search(r"\\[A-Za-z]+$", left.latex) is not None
        return (ends or inside) and letter and not (text.isupper() and not left.strong)

    def _operand(self, at: int) -> _Found | None:
        kind, text = self._kind(at), self._text(at)
        found: _Found | None = None
        if text in ("-", "−", "±", "+-", "+/-") and self._kind(at + 1) not in ("blank", ""):
            inner = self._operand(at + 1)
            return None if inner is None else _Found(f"{_OPERATORS[text]} {inner.latex}", inner.end, inner.strong)
        if kind == "number":
            found = _Found(decimal_latex(text.replace(",", "{,}")), at + 1, False)
        elif text in _ATOMS:
            found = _Found(_ATOMS[text], at + 1, text not in ("...", "…"))
        elif kind == "greek" or kind == "word":
            found = self._name(at)
        elif text in _PREFIXES:
            found = self._prefixed(at)
        elif text in _PAIRS:
            found = self._group(at)
        elif text == "|":
            found = self._bars(at)
        return None if found is None else self._scripts(found)

    def _name(self, at: int) -> _Found | None:
        kind, text = self._kind(at), self._text(at)
        mark = _MARKS.get(self._text(at + 1), "")
        if text in _FUNCTIONS:
            return self._function(at)
        if text == "sqrt" and self._text(at + 1) == "(":
            inner = self._group(at + 1)
            return None if inner is None else _Found(rf"\sqrt{{{inner.latex[1:-1]}}}", inner.end, True)
        if kind == "greek" or text in LETTERS:
            shown = name_latex(unicode_name(text) or text)
        elif len(text) == 1:
            shown = _WHOLE.get(text, text)
        elif self._text(at + 1) in ("(", "[", "_") and text.isascii():
            inner = self._scripts(_Found(rf"\mathrm{{{text}}}", at + 1, True))
            group = self._group(inner.end)
            if group is None:
                return inner if inner.end > at + 1 else None
            return _Found(inner.latex + group.latex, group.end, True)
        else:
            return None
        end = at + 1
        if mark:
            shown, end = rf"\{mark}{{{shown}}}", end + 1
        if len(text) == 1 and kind == "word" and self._kind(end) == "number":
            shown, end = f"{shown}_{{{self._text(end)}}}", end + 1
        return self._applied(_Found(shown, end, True))

    def _applied(self, name: _Found) -> _Found:
        """With scripts and arguments, where they stand right behind."""
        name = self._scripts(name)
        group = self._group(name.end) if self._text(name.end) in ("(", "[") else None
        return name if group is None else _Found(name.latex + group.latex, group.end, True)

    def _function(self, at: int) -> _Found | None:
        """log(x), log 2, max over what follows; the name alone is a word."""
        name = self._scripts(_Found(_FUNCTIONS[self._text(at)], at + 1, True))
        if self._text(name.end) in ("(", "[", "{"):
            group = self._group(name.end)
            return None if group is None else _Found(name.latex + group.latex, group.end, True)
        if self._text(at) in ("log", "ln", "exp", "artanh") and self._kind(name.end) == "blank":
            place = name.end + 1
            plain = self._kind(place) in ("number", "greek") or self._text(place) in LETTERS
            inner = (
                self._operand(place)
                if plain or (len(self._text(place)) == 1 and self._text(place) not in _WORDS)
                else None
            )
            return None if inner is None else _Found(f"{name.latex} {inner.latex}", inner.end, True)
        return None

    def _prefixed(self, at: int) -> _Found:
        sign = self._scripts(_Found(_PREFIXES[self._text(at)], at + 1, True))
        inner = self._operand(sign.end + (self._kind(sign.end) == "blank"))
        return sign if inner is None else _Found(f"{sign.latex} {inner.latex}", inner.end, True)

    def _group(self, at: int) -> _Found | None:
        """Formulas between delimiters, parted by commas; with anything else in it, it is prose."""
        opening = self._text(at)
        if opening not in _PAIRS:
            return None
        closing, parts, place, strong = _PAIRS[opening], [], at + 1, opening == "{"
        while True:
            place += self._kind(place) == "blank"
            found = self._formula(place, inside=True)
            if found is None:
                return None
            parts.append(found.latex)
            strong = strong or found.strong
            place = found.end + (self._kind(found.end) == "blank")
            mark = self._text(place)
            if mark == closing:
                left, right = (_DELIMITERS.get(d, d) for d in (opening, closing))
                return _Found(f"{left}{''.join(parts)}{right}", place + 1, strong)
            if mark not in (",", ";", ":", "|"):
                return None
            parts.append({"|": r" \mid ", ",": r",\allowbreak "}.get(mark, f"{mark} "))
            place += 1

    def _bars(self, at: int) -> _Found | None:
        inner = self._formula(at + 1, inside=True)
        if inner is None or self._text(inner.end) != "|":
            return None
        return _Found(f"|{inner.latex}|", inner.end + 1, True)

    def _scripts(self, base: _Found) -> _Found:
        """With what stands below and above it; several signs in a row are one script."""
        latex, at, strong = base.latex, base.end, base.strong
        while True:
            text = self._text(at)
            if text in ("'", "′", "’") and (self._kind(at + 1) != "word" or (strong and self._text(at + 1) in _WORDS)):
                latex, at, strong = f"{latex}'", at + 1, True
            elif text in _BELOW or text in _ABOVE:
                table, sign = (_BELOW, "_") if text in _BELOW else (_ABOVE, "^")
                signs = ""
                while self._text(at) in table:
                    signs, at = signs + table[self._text(at)], at + 1
                latex, strong = f"{latex}{sign}{{{signs}}}", True
            elif text in ("^", "_") and (script := self._script(at + 1, text)) is not None:
                latex, at, strong = f"{latex}{text}{{{script.latex}}}", script.end, True
            else:
                return _Found(latex, at, strong)

    def _script(self, at: int, sign: str) -> _Found | None:
        """A number, a name, or what is between delimiters, without them."""
        kind, text = self._kind(at), self._text(at)
        if text in ("+", "*", "∞"):
            return _Found({"∞": r"\infty"}.get(text, text), at + 1, True)
        if text in ("(", "{"):
            inner = self._group(at)
            return None if inner is None else _Found(re.sub(r"^(\\\{|\()|(\\\}|\))$", "", inner.latex), inner.end, True)
        if kind == "word" and text not in LETTERS and len(text) > 1:
            return _Found(rf"\mathrm{{{text}}}", at + 1, True)
        if kind == "number":
            return _Found(text, at + 1, True)
        if kind in ("word", "greek"):
            shown = name_latex(unicode_name(text) or text) if kind == "greek" or text in LETTERS else text
            found = _Found(shown, at + 1, True)
            return self._scripts(found) if sign == "^" else found
        return self._operand(at) if text == "-" else None
