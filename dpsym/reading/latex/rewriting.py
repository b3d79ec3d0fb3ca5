r"""Other spellings of one thing, brought to one form before parsing.

\text{Var}(X), \texttt{clamp}(x)             \operatorname{Var}(X): an upright word before an argument is a function, no remark
SD(P, Q), KL(P \| Q)                         \mathrm{SD}(P, Q), \mathrm{KL}(P \| Q)
max\{x, y\}, min\{x, y\}                     \max\{x, y\}, \min\{x, y\}: letters in front of a list are no product
\texttt{d\_in}, \mathrm{abs\_diff}           one token: a name as programs have them
\underset{x \in S}{\max}, \underset{..}{E}   \max_{x \in S}
\left\{ \begin{array}{ll} ... \right.        cases
{a \over b}, {n \choose k}                   \frac{a}{b}, \binom{n}{k}
\underbrace{x}_{remark}                      {x}
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .stream import relation_of, spelled
from .tokens import LatexError, Token
from .words import DIVERGENCES

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:(?:\\_|_|\.|::)[A-Za-z0-9]+)*(?:\([a-z]'?\))?'?")
#: Words that say something about a formula and are no part of it.
_REMARKS = frozenset(
    re.findall(
        r"\w+",
        "if for where when and or by since then so let with given iff to is at of as on in from using such that otherwise else unless "
        "because hence thus but while all any every each over under via see provided assuming therefore set fix assume suppose note "
        "mod div xor rem bmod",
    )
)
_UPRIGHT = ("mathrm", "mathit", "mathsf", "mathtt", "operatorname")


def rewritten(tokens: Sequence[Token], text: str) -> list[Token]:
    """The tokens in one form."""
    out = _extremes(_divergences(_code(_words(list(tokens)))))
    out = _arrays(_below(_unbraced(out)), text)
    return _infix(out, text)


def _divergences(tokens: list[Token]) -> list[Token]:
    r"""SD(P, Q) is \mathrm{SD}(P, Q): what stands in parentheses is a list, so the letters are no product."""
    out: list[Token] = []
    k = 0
    while k < len(tokens):
        word = "".join(t.text for t in tokens[k : k + 2] if t.kind == "char")
        alone = not (out and out[-1].kind == "char" and out[-1].text.isalpha())
        if len(word) == 2 and word in DIVERGENCES and alone and _is_list(tokens, k + 2):
            first, last = tokens[k], tokens[k + 1]
            head, opening = Token("cmd", "mathrm", first.start, first.end), Token("{", "{", first.start, first.start)
            out += [head, opening, first, last, Token("}", "}", last.end, last.end)]
            k += 2
        else:
            out.append(tokens[k])
            k += 1
    return out


def _extremes(tokens: list[Token]) -> list[Token]:
    r"""max\{x, y\} is \max\{x, y\}; max(x, y) may be a product that is applied to something, and is refused."""
    out: list[Token] = []
    k = 0
    while k < len(tokens):
        word = "".join(t.text for t in tokens[k : k + 3] if t.kind == "char")
        alone = not (out and out[-1].kind == "char" and out[-1].text.isalpha())
        if word in ("max", "min") and alone and _is_list(tokens, k + 3, braced=True):
            out.append(Token("cmd", word, tokens[k].start, tokens[k + 2].end))
            k += 3
        else:
            out.append(tokens[k])
            k += 1
    return out


def _is_list(tokens: Sequence[Token], k: int, braced: bool = False) -> bool:
    """Whether parentheses or braces (or braces alone) with a comma, or with a double bar, open at a place."""
    while k < len(tokens) and (tokens[k].kind == "space" or tokens[k].is_cmd("left", "big", "Big", "bigl", "Bigl")):
        k += 1
    if k >= len(tokens) or not (tokens[k].is_cmd("{") or (tokens[k].is_char("(") and not braced)):
        return False
    depth = 0
    for t in tokens[k:]:
        depth += (t.is_char("(", "[") or t.is_cmd("{")) - (t.is_char(")", "]") or t.is_cmd("}"))
        if depth == 0:
            return False
        if depth == 1 and (t.is_char(",") or t.is_cmd("|", "Vert", "parallel")):
            return True
    return False


def _following(tokens: Sequence[Token], k: int) -> Token | None:
    return next((t for t in tokens[k + 1 :] if t.kind != "space"), None)


def _words(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    for k, t in enumerate(tokens):
        if t.kind != "text" or not _IDENTIFIER.fullmatch(t.text) or t.text.lower() in _REMARKS:
            out.append(t)
            continue
        following = _following(tokens, k)
        applied = following is not None and following.is_char("(", "[", "_", "^")
        if t.text in DIVERGENCES or not (applied or t.is_code):
            out.append(t)
        elif applied and t.text.isalnum() and following is not None and not following.is_char("_"):
            letters = (Token("char", c, t.start, t.end) for c in t.text)
            head = Token("cmd", "operatorname", t.start, t.end)
            out += [head, Token("{", "{", t.start, t.end), *letters, Token("}", "}", t.start, t.end)]
        else:
            out.append(Token("code", t.text.replace("\\_", "_"), t.start, t.end))
    return out


def _code(tokens: list[Token]) -> list[Token]:
    r"""\mathrm{abs\_diff}: a word that TeX writes with an escaped underscore."""
    out: list[Token] = []
    k = 0
    while k < len(tokens):
        t = tokens[k]
        if t.is_cmd(*_UPRIGHT) and k + 1 < len(tokens) and tokens[k + 1].kind == "{":
            close = next((j for j in range(k + 2, len(tokens)) if tokens[j].kind in ("{", "}")), len(tokens))
            word = "".join("_" if x.is_cmd("_") else spelled(x) for x in tokens[k + 2 : close])
            if "_" in word and close < len(tokens) and _IDENTIFIER.fullmatch(word):
                out.append(Token("code", word, t.start, tokens[close].end))
                k = close + 1
                continue
        out.append(t)
        k += 1
    return out


def _group(tokens: Sequence[Token], k: int) -> tuple[list[Token], int]:
    """The argument at a place, without its braces, and the place behind it."""
    while k < len(tokens) and tokens[k].kind == "space":
        k += 1
    if k >= len(tokens) or tokens[k].kind != "{":
        return list(tokens[k : k + 1]), k + 1
    depth = 0
    for j in range(k, len(tokens)):
        depth += (tokens[j].kind == "{") - (tokens[j].kind == "}")
        if not depth:
            return list(tokens[k + 1 : j]), j + 1
    return list(tokens[k + 1 :]), len(tokens)


def _unbraced(tokens: list[Token]) -> list[Token]:
    r"""\underbrace{x}_{remark} is x in a group of its own."""
    out: list[Token] = []
    k = 0
    while k < len(tokens):
        t = tokens[k]
        if not t.is_cmd("underbrace", "overbrace"):
            out.append(t)
            k += 1
            continue
        body, k = _group(tokens, k + 1)
        script = next((j for j in range(k, len(tokens)) if tokens[j].kind != "space"), len(tokens))
        if script < len(tokens) and tokens[script].is_char("_" if t.text == "underbrace" else "^"):
            _, k = _group(tokens, script + 1)
        out += [Token("{", "{", t.start, t.end), *_unbraced(body), Token("}", "}", t.start, t.end)]
    return out


def _below(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    k = 0
    while k < len(tokens):
        t = tokens[k]
        if not t.is_cmd("underset"):
            out.append(t)
            k += 1
            continue
        below, middle = _group(tokens, k + 1)
        base, stop = _group(tokens, middle)
        bare = [x for x in base if x.kind != "space"]
        if not bare or relation_of(bare[0]) is not None or bare[0].kind != "cmd":
            out.append(t)
            k += 1
            continue
        brace = (Token("{", "{", t.start, t.end), Token("}", "}", t.start, t.end))
        out += [*_below(bare), Token("char", "_", t.start, t.end), brace[0], *_below(below), brace[1]]
        k = stop
    return out


def _arrays(tokens: list[Token], text: str) -> list[Token]:
    r"""\left\{ \begin{array}{ll} ... \end{array} \right. is cases."""
    out: list[Token] = []
    k = 0
    while k < len(tokens):
        t = tokens[k]
        if t.is_cmd("{") and _environment(tokens, k + 1) == "array" and _column_end(tokens, k + 1) is not None:
            close = _array_end(tokens, k + 1)
            if close is not None and close < len(tokens) and tokens[close].is_cmd("nodelimiter"):
                name = [Token("char", c, t.start, t.end) for c in "cases"]
                brace = (Token("{", "{", t.start, t.end), Token("}", "}", t.start, t.end))
                start = _column_end(tokens, k + 1) or k + 1
                body = tokens[start : _last_end(tokens, close)]
                out += [Token("cmd", "begin", t.start, t.end), brace[0], *name, brace[1], *body]
                out += [Token("cmd", "end", t.start, t.end), brace[0], *name, brace[1]]
                k = close + 1
                continue
        if t.is_cmd("nodelimiter"):
            raise LatexError("an empty delimiter is not read: write a pair of parentheses", text, t.start, t.end)
        out.append(t)
        k += 1
    return out


def _environment(tokens: Sequence[Token], k: int) -> str:
    while k < len(tokens) and tokens[k].kind == "space":
        k += 1
    if k >= len(tokens) or not tokens[k].is_cmd("begin"):
        return ""
    return "".join(t.text for t in _group(tokens, k + 1)[0])


def _column_end(tokens: Sequence[Token], k: int) -> int | None:
    """Behind \\begin{array}{ll}: the place of the first cell, if there are two columns."""
    while k < len(tokens) and not tokens[k].is_cmd("begin"):
        k += 1
    _, k = _group(tokens, k + 1)
    columns, k = _group(tokens, k)
    return k if len([t for t in columns if t.is_char("l", "c", "r")]) == 2 else None


def _array_end(tokens: Sequence[Token], k: int) -> int | None:
    """The place behind the \\end{array} that belongs to the array at a place."""
    depth = 0
    for j in range(k, len(tokens)):
        depth += tokens[j].is_cmd("begin") - tokens[j].is_cmd("end")
        if not depth and tokens[j].is_cmd("end"):
            stop = _group(tokens, j + 1)[1]
            while stop < len(tokens) and tokens[stop].kind == "space":
                stop += 1
            return stop
    return None


def _last_end(tokens: Sequence[Token], close: int) -> int:
    return max(k for k in range(close) if tokens[k].is_cmd("end"))


def _infix(tokens: list[Token], text: str) -> list[Token]:
    r"""{a \over b} is \frac{a}{b}: what it divides is its group."""
    out = list(tokens)
    while (k := next((k for k, t in enumerate(out) if t.is_cmd("over", "choose")), None)) is not None:
        start = _open_before(out, k)
        stop = _close_behind(out, k)
        if start is None or stop is None:
            where = out[k]
            raise LatexError(
                f"\\{where.text} without braces around it: write \\frac or \\binom", text, where.start, where.end
            )
        name = "frac" if out[k].text == "over" else "binom"
        t = out[k]
        brace = (Token("{", "{", t.start, t.end), Token("}", "}", t.start, t.end))
        made = [Token("cmd", name, out[start].start, out[start].end), brace[0], *out[start + 1 : k], brace[1]]
        out[start : stop + 1] = [*made, brace[0], *out[k + 1 : stop], brace[1]]
    return out


def _open_before(tokens: Sequence[Token], k: int) -> int | None:
    depth = 0
    for j in range(k - 1, -1, -1):
        depth += (tokens[j].kind == "}") - (tokens[j].kind == "{")
        if depth < 0:
            return j
    return None


def _close_behind(tokens: Sequence[Token], k: int) -> int | None:
    depth = 0
    for j in range(k + 1, len(tokens)):
        if tokens[j].is_cmd("over", "choose") and depth == 0:
            return None
        depth += (tokens[j].kind == "{") - (tokens[j].kind == "}")
        if depth < 0:
            return j
    return None
