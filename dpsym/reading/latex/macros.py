r"""Macros: \newcommand, \renewcommand, \providecommand, \def, \let, \DeclareMathOperator, \DeclarePairedDelimiter.

Definitions are collected from a whole document, the preamble included, and expanded token by token. What a macro stands for has
the span of the place where the macro was used, so that an error points there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from .tokens import MAX_TOKENS, LatexError, Token, _closing, tokenize

MAX_EXPANSIONS = 2_000  # in one formula
_NAME = re.compile(r"\s*\{?\s*\\([A-Za-z]+|.)\s*\}?")
_START = re.compile(
    r"\\(newcommand|renewcommand|providecommand|DeclareRobustCommand|def|let|DeclareMathOperator|DeclarePairedDelimiter)"
    r"(\*?)(?![A-Za-z])"
)


@dataclass(frozen=True)
class Macro:
    """A name, how many arguments it takes, the default of the first if it is optional, and what it stands for."""

    name: str
    arguments: int
    default: tuple[Token, ...] | None
    body: tuple[Token, ...]
    broken: str = ""  # why it cannot be used


Macros = Mapping[str, Macro]


def definitions(text: str) -> dict[str, Macro]:
    """Every macro that the text defines; of two definitions of one name the last counts."""
    return {macro.name: macro for macro, _, _ in _found(text)}


def definition_spans(text: str) -> list[tuple[int, int]]:
    """Where the definitions of a text stand; of definitions within a definition the outer one."""
    out: list[tuple[int, int]] = []
    for macro, start, end in _found(text):
        if not macro.broken and (not out or start >= out[-1][1]):
            out.append((start, end))
    return out


def _found(text: str) -> Iterator[tuple[Macro, int, int]]:
    for match in _START.finditer(text):
        if text[text.rfind("\n", 0, match.start()) + 1 : match.start()].replace("\\%", "").count("%"):
            continue
        made = _definition(text, match)
        if made is not None:
            yield made[0], match.start(), made[1]


def _definition(text: str, match: re.Match[str]) -> tuple[Macro, int] | None:
    """The macro that is defined here, and where its definition ends."""
    named = _NAME.match(text, match.end())
    if named is None:
        return None
    name, at = named[1], named.end()
    try:
        if match[1] == "let":
            target = re.compile(r"\s*=?\s*(\\[A-Za-z]+|\S)").match(text, at)
            return (Macro(name, 0, None, tuple(tokenize(target[1]))), target.end()) if target else None
        if match[1] == "def":
            return _def(text, name, at)
        if match[1] == "DeclareMathOperator":
            body, end = _group(text, at)
            return Macro(name, 0, None, tuple(tokenize(rf"\operatorname{{{body}}}"))), end
        if match[1] == "DeclarePairedDelimiter":
            left, at = _group(text, at)
            right, end = _group(text, at)
            argument = (Token("char", "#", 0, 0), Token("char", "1", 0, 0))
            return Macro(name, 1, None, (*tokenize(left), *argument, *tokenize(right))), end
        return _newcommand(text, name, at)
    except LatexError as error:
        return Macro(name, 0, None, (), error.message), at


def _group(text: str, at: int) -> tuple[str, int]:
    while at < len(text) and text[at].isspace():
        at += 1
    if at >= len(text) or text[at] != "{":
        raise LatexError("a definition without braces", text, at, at + 1)
    close = _closing(text, at, len(text))
    return text[at + 1 : close], close + 1


def _def(text: str, name: str, at: int) -> tuple[Macro, int]:
    parameters = re.compile(r"\s*((?:#[1-9])*)\s*(?=\{)").match(text, at)
    if parameters is None:
        return Macro(name, 0, None, (), "its definition has delimited arguments, which are not read"), at
    body, end = _group(text, parameters.end())
    return Macro(name, parameters[1].count("#"), None, tuple(tokenize(body))), end


def _newcommand(text: str, name: str, at: int) -> tuple[Macro, int]:
    options = re.compile(r"\s*(?:\[\s*([0-9])\s*\])?\s*(?:\[([^\]]*)\])?\s*(?=\{)").match(text, at)
    if options is None:
        return Macro(name, 0, None, (), "its definition is not read"), at
    body, end = _group(text, options.end())
    default = None if options[2] is None else tuple(tokenize(options[2]))
    return Macro(name, int(options[1] or 0), default, tuple(tokenize(body))), end


#: Macros of packages that documents use without defining them.
_PACKAGES: Macros = {
    name: Macro(name, 1, None, tuple(tokenize(rf"\l{fence} #1\r{fence}")))
    for name, fence in (("norm", "Vert"), ("abs", "vert"))
}


@dataclass
class _Expander:
    text: str
    macros: Macros
    count: int = 0
    out: list[Token] = field(default_factory=list)

    def run(self, tokens: list[Token]) -> list[Token]:
        pending = list(reversed(tokens))
        out: list[Token] = []
        while pending:
            token = pending.pop()
            macro = self.macros.get(token.text) if token.kind == "cmd" else None
            if macro is None:
                out.append(token)
                if len(out) > MAX_TOKENS:
                    raise LatexError(
                        f"more than {MAX_TOKENS} tokens once the macros are expanded", self.text, token.start, token.end
                    )
                continue
            self.count += 1
            if self.count > MAX_EXPANSIONS or len(pending) > MAX_TOKENS:
                raise LatexError(f"the macro \\{macro.name} expands without end", self.text, token.start, token.end)
            if macro.broken:
                raise LatexError(f"the macro \\{macro.name}: {macro.broken}", self.text, token.start, token.end)
            pending += reversed(self._expanded(macro, token, pending))
        return out

    def _expanded(self, macro: Macro, call: Token, pending: list[Token]) -> list[Token]:
        arguments = [self._argument(macro, call, pending, k) for k in range(macro.arguments)]
        out: list[Token] = []
        body = iter(macro.body)
        for token in body:
            if not token.is_char("#"):
                out.append(replace(token, start=call.start, end=call.end))
                continue
            which = next(body, None)
            if which is None or not which.text.isdigit() or not 1 <= int(which.text) <= len(arguments):
                raise LatexError(
                    f"the macro \\{macro.name} uses an argument it does not take", self.text, call.start, call.end
                )
            out += arguments[int(which.text) - 1]
        return out

    def _argument(self, macro: Macro, call: Token, pending: list[Token], k: int) -> list[Token]:
        while pending and pending[-1].kind == "space":
            pending.pop()
        if k == 0 and macro.default is not None:
            if not (pending and pending[-1].is_char("[")):
                return [replace(t, start=call.start, end=call.end) for t in macro.default]
            pending.pop()
            taken: list[Token] = []
            while pending and not pending[-1].is_char("]"):
                taken.append(pending.pop())
            if not pending:
                raise LatexError(
                    f"the optional argument of \\{macro.name} is never closed", self.text, call.start, call.end
                )
            pending.pop()
            return taken
        if not pending or pending[-1].kind in ("}", "&", "row"):
            raise LatexError(f"\\{macro.name} takes {macro.arguments} arguments", self.text, call.start, call.end)
        first = pending.pop()
        return [first] if first.kind != "{" else self._braced(first, pending)

    def _braced(self, opening: Token, pending: list[Token]) -> list[Token]:
        depth = 1
        taken: list[Token] = []
        while pending:
            token = pending.pop()
            depth += (token.kind == "{") - (token.kind == "}")
            if depth == 0:
                return taken
            taken.append(token)
        raise LatexError("this brace is never closed", self.text, opening.start, opening.end)


def expand(tokens: list[Token], macros: Macros, text: str) -> list[Token]:
    """The tokens with every macro replaced by what it stands for; those of the document come before those of packages."""
    return _Expander(text, {**_PACKAGES, **macros}).run(tokens)
