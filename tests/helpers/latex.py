"""A small judge of LaTeX fragments: balanced braces and environments, and formulas where formulas belong."""

from __future__ import annotations

import re
from collections.abc import Iterator

DISPLAYS = ("align*",)  # environments that are formulas
INNER = ("cases", "aligned")  # environments inside of formulas
TEXTUAL = ("proof", "enumerate", "description")
_TOKEN = re.compile(r"\\(?:begin|end)\{[^}]*\}|\\[a-zA-Z]+|\\.|[{}$&_^]", re.S)


class LatexError(ValueError):
    """What is wrong, with the text around it."""


def formulas(fragment: str) -> list[str]:
    """Every formula of a fragment, after checking that it is well formed."""
    text = re.sub(r"(?<!\\)%.*", "", fragment)
    found: list[str] = []
    stack: list[str] = []  # open braces, environments and formulas
    start = 0
    for token in _TOKEN.finditer(text):
        word = token.group()
        if opened := _opens(word, stack):
            if opened in ("$", "\\[", *DISPLAYS):
                if any(s in ("$", "\\[", *DISPLAYS) for s in stack):
                    raise LatexError(f"a formula inside a formula: {text[max(0, token.start() - 60) : token.end()]}")
                start = token.end()
            stack.append(opened)
        elif closed := _closes(word, stack):
            if not stack or stack.pop() != closed:
                raise LatexError(f"{word} closes nothing: {text[max(0, token.start() - 60) : token.end()]}")
            if closed in ("$", "\\[", *DISPLAYS):
                found.append(text[start : token.start()])
        else:
            _place(word, stack, text, token.start())
    if stack:
        raise LatexError(f"still open at the end: {stack}")
    for formula in found:
        if not formula.strip() or formula.count("\\left") != len(re.findall(r"\\right(?![a-z])", formula)):
            raise LatexError(f"empty, or with unmatched delimiters: {formula}")
    return found


def _opens(word: str, stack: list[str]) -> str:
    if word.startswith("\\begin{"):
        name = word[7:-1]
        if name not in (*DISPLAYS, *INNER, *TEXTUAL):
            raise LatexError(f"an unknown environment {name}")
        return name
    return word if word in ("{", "\\[") or (word == "$" and "$" not in stack) else ""


def _closes(word: str, stack: list[str]) -> str:
    if word.startswith("\\end{"):
        return word[5:-1]
    return {"}": "{", "\\]": "\\[", "$": "$"}.get(word, "")


def _place(word: str, stack: list[str], text: str, at: int) -> None:
    """Indices and alignment marks stand in formulas only."""
    allowed = {"_": ("$", "\\[", *DISPLAYS), "^": ("$", "\\[", *DISPLAYS), "&": (*DISPLAYS, *INNER)}.get(word)
    if allowed and not any(s in allowed for s in stack):
        raise LatexError(f"{word} outside of a formula: {text[max(0, at - 60) : at + 20]}")


def displayed(fragment: str) -> Iterator[str]:
    """The formulas with their environments, as another program would read them."""
    for formula in formulas(fragment):
        yield rf"\begin{{align*}}{formula}\end{{align*}}" if formula.lstrip().startswith("&") else formula
