r"""Rows inside parentheses, a fraction, a root or a case: a formula that is too wide for a line goes on in the next row.

    \Bigl( a \\ & \quad + b \Bigr)        \frac{\begin{aligned} & a \\ & + b \end{aligned}}{c}        \max\bigl( a, \\ b \bigr)

Such a row is a part of what is open around it, and has one reading if it starts with a sign or follows a comma. All else is refused.
Rows of cases, arrays and stacks are not of this kind: there a row is a case, or an item of a list.
"""

from __future__ import annotations

from collections.abc import Sequence

from .stream import depths, relation_of
from .tokens import LatexError, Token

ROWED = frozenset({"aligned", "alignedat", "gathered", "split", "multlined"})
_SIGNS = ("+", "-", "/", "*")
_DOTS = ("cdot", "times")
_BLANK = ("space", "quad", "&")
_STACK = "substack"  # its rows are a list, no formula that goes on


def inner_rows(tokens: Sequence[Token], text: str) -> list[Token]:
    """The tokens without the rows that end inside of something, and without the environments that made them."""
    out: list[Token] = []
    frames: list[str] = []  # what is open: "(" for any delimiter, or the name of an environment
    k = 0
    while k < len(tokens):
        t = tokens[k]
        environment, behind = _environment(tokens, k)
        if environment and t.is_cmd("begin"):
            dropped = environment in ROWED and _nested(frames)
            frames.append(f"nested {environment}" if dropped else environment)
        elif environment:
            dropped = bool(frames) and frames.pop().startswith("nested ")
        if environment:
            out += [] if dropped else tokens[k:behind]
            k = behind
            continue
        step = _step(tokens, k)
        if step > 0:
            frames.append(_STACK if k > 0 and tokens[k - 1].is_cmd(_STACK) else "(")
        elif step < 0 and frames and frames[-1] in ("(", _STACK):
            frames.pop()
        if frames and (frames[-1] == "(" or frames[-1].startswith("nested ")) and t.kind in ("row", "&"):
            k = _skipped(tokens, k, out, text) if t.kind == "row" else k + 1
            continue
        out.append(t)
        k += 1
    return out


def _nested(frames: Sequence[str]) -> bool:
    """Whether an environment that starts here stands inside delimiters or a case."""
    return any(f == "(" or f in ("cases", "dcases", "array") or f.startswith("nested ") for f in frames)


def _environment(tokens: Sequence[Token], k: int) -> tuple[str, int]:
    r"""The name in \begin{name} or \end{name}, and where it ends."""
    if not tokens[k].is_cmd("begin", "end") or k + 1 >= len(tokens) or tokens[k + 1].kind != "{":
        return "", k
    close = next((j for j in range(k + 2, len(tokens)) if tokens[j].kind == "}"), None)
    return ("", k) if close is None else ("".join(x.text for x in tokens[k + 2 : close]), close + 1)


def _step(tokens: Sequence[Token], k: int) -> int:
    """1 if the token opens something, -1 if it closes something."""
    if tokens[k].kind not in ("char", "cmd", "{", "}"):
        return 0
    opened = depths([tokens[k], tokens[k]])[1]  # how deep what follows it stands
    return 1 if opened > 0 else -1 if opened < 0 else 0


def _skipped(tokens: Sequence[Token], k: int, out: Sequence[Token], text: str) -> int:
    """Behind the end of a row inside of something, where the formula goes on."""
    j = k + 1
    while j < len(tokens) and tokens[j].kind in _BLANK:
        j += 1
    last = next((t for t in reversed(out) if t.kind not in _BLANK), None)
    follows = j < len(tokens) and (
        tokens[j].is_char(*_SIGNS) or tokens[j].is_cmd(*_DOTS) or relation_of(tokens[j]) is not None
    )
    if not follows and not (last is not None and last.is_char(",")):
        message = "a row ends inside of something, and the next one does not start with a sign: write it on one row"
        raise LatexError(message, text, tokens[k].start, tokens[min(j, len(tokens) - 1)].end)
    return j
