"""Parts as text: `gauss(sigma=4) ** 100`, `poisson(gauss(1), q=0.01) ** 1000`, `approx(0.1, delta=1e-8)`.

    item    = part [ ** integer ]
    part    = name ( argument, ... )           name and arguments as the functions of dpsym.accounting have them
    argument = [ name = ] number               for poisson and fixed the first is a part
    renyi(2, 0.1, 8, 0.5)                      orders and levels in turn

What a part prints is read as the same part. Numbers are those of claims: 0.1, 1e-6, 1/3, log(2). Nothing is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from ..objects.errors import ObjectError
from ..objects.mechanisms.base import ADD_REMOVE, CHANGE_ONE, Neighbours
from ..reading.text.tokens import ReadError, Token, excerpt, tokenize
from . import parts, sampling
from .composition import Composition
from .parts import Part

MOST_DEPTH = 4  # of parts in parts


@dataclass(frozen=True)
class Form:
    """How a kind of part is written: what makes it, and its arguments in order; the first `needed` must be there."""

    make: Callable[..., Part]
    arguments: tuple[str, ...]
    needed: int = 1
    on_a_part: bool = False


FORMS: Mapping[str, Form] = {
    "pure": Form(parts.pure, ("eps",)),
    "approx": Form(parts.approx, ("eps", "delta"), 2),
    "zcdp": Form(parts.zcdp, ("rho",)),
    "gdp": Form(parts.gdp, ("mu",)),
    "renyi": Form(parts.renyi, (), 2),
    "gauss": Form(parts.gauss, ("sigma", "sensitivity")),
    "laplace": Form(parts.laplace, ("b", "sensitivity")),
    "geometric": Form(parts.geometric, ("b", "sensitivity")),
    "dgauss": Form(parts.dgauss, ("sigma", "sensitivity")),
    "response": Form(parts.response, ("eps", "values")),
    "poisson": Form(sampling.poisson, ("q",), 1, True),
    "fixed": Form(sampling.fixed, ("q",), 1, True),
}
#: Other words for them.
ALIASES = {
    "dp": "approx", "gaussian": "gauss", "normal": "gauss", "rdp": "renyi", "discrete_laplace": "geometric",
    "discrete_gaussian": "dgauss", "randomized_response": "response", "kary": "response",
}  # fmt: skip
RELATIONS: Mapping[str, Neighbours] = {str(r): r for r in (ADD_REMOVE, CHANGE_ONE)}


def read_relation(text: str) -> Neighbours:
    """A neighbouring relation by its name."""
    name = text.strip().lower()
    if name not in RELATIONS:
        raise ObjectError(f"neighbours: found {text!r}, expected {' or '.join(RELATIONS)}")
    return RELATIONS[name]


def read_composition(texts: Sequence[str], neighbours: Neighbours | None = None) -> Composition:
    """Parts as text, each perhaps to a power."""
    return Composition([read_item(text) for text in texts], neighbours)


def read_item(text: str) -> Composition:
    """One part, perhaps to a power; ReadError if it cannot be read, ObjectError if its numbers are not right."""
    reader = _Reader(text)
    part, times = reader.part(0), 1
    if reader.taken("**"):
        token = reader.next()
        if token.kind != "number" or not token.text.isdigit():
            raise reader.error(token, f"found {token.shown}, expected how often it is run, an integer")
        times = int(token.text)
    if reader.here.kind != "end":
        raise reader.error(reader.here, f"found {reader.here.shown}, expected ** or the end")
    return Composition([(part, times)])


class _Reader:
    """One text, token by token."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.at = text, tokenize(text), 0

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def next(self) -> Token:
        token = self.here
        self.at += token.kind != "end"
        return token

    def taken(self, op: str) -> bool:
        if self.here.kind == "op" and self.here.text == op:
            self.at += 1
            return True
        return False

    def error(self, token: Token, message: str) -> ReadError:
        return ReadError(message, self.text, token.start, max(token.end, token.start + 1))

    def expect(self, op: str) -> Token:
        token = self.here
        if not self.taken(op):
            raise self.error(token, f"found {token.shown}, expected {op!r}")
        return token

    def part(self, depth: int) -> Part:
        token = self.next()
        name = token.written.lower()
        name = ALIASES.get(name, name)
        if token.kind != "name" or name not in FORMS:
            near = get_close_matches(name, [*FORMS, *ALIASES], 1)
            hint = f"; did you mean {near[0]}?" if near and token.kind == "name" else ""
            found = repr(token.written) if token.kind == "name" else token.shown
            raise self.error(token, f"found {found}, expected one of {', '.join(FORMS)}{hint}")
        if depth > MOST_DEPTH:
            raise self.error(token, f"found parts in parts more than {MOST_DEPTH} deep")
        form = FORMS[name]
        self.expect("(")
        inner = [self.part(depth + 1)] if form.on_a_part else []
        if form.on_a_part:
            self.expect(",")
        try:
            return self._made(name, form, inner, self._arguments())
        except ObjectError as error:
            raise ObjectError(f"{error}\n{excerpt(self.text, token.start, self.tokens[self.at - 1].end)}") from None

    def _made(self, name: str, form: Form, inner: list[Part], told: list[tuple[Token | None, str]]) -> Part:
        if name == "renyi":
            return self._curve(told)
        values: dict[str, str] = {}
        for place, (given, value) in enumerate(told):
            if given is None and place >= len(form.arguments):
                raise ObjectError(f"{name}: found {len(told)} numbers, expected {_usage(name)}")
            called = form.arguments[place] if given is None else given.written
            if called not in form.arguments:
                raise ObjectError(f"{name}: found {called!r}, expected {_usage(name)}")
            if called in values:
                raise ObjectError(f"{name}: found {called} twice, expected {_usage(name)}")
            values[called] = value
        missing = [a for a in form.arguments[: form.needed] if a not in values]
        if missing:
            raise ObjectError(f"{name}: found no {' and no '.join(missing)}, expected {_usage(name)}")
        return form.make(*inner, **values)

    def _curve(self, told: list[tuple[Token | None, str]]) -> Part:
        if any(given is not None and given.written not in ("alpha", "eps") for given, _ in told):
            raise ObjectError(f"renyi: expected {_usage('renyi')}")
        numbers = [value for _, value in told]
        if len(numbers) % 2 or not numbers:
            raise ObjectError(
                f"renyi: found {len(numbers)} numbers, expected orders and levels in turn: {_usage('renyi')}"
            )
        if len(set(numbers[::2])) < len(numbers) // 2:
            raise ObjectError("renyi: found an order twice, expected each once")
        table: dict[Any, Any] = dict(zip(numbers[::2], numbers[1::2]))
        return parts.renyi(table)

    def _arguments(self) -> list[tuple[Token | None, str]]:
        """Each argument as its name, if it has one, and the text of its number."""
        found: list[tuple[Token | None, str]] = []
        while True:
            name = None
            if (
                self.here.kind == "name"
                and self.tokens[self.at + 1].text == "="
                and self.tokens[self.at + 1].kind == "op"
            ):
                name = self.next()
                self.at += 1
            found.append((name, self._number()))
            if not self.taken(","):
                self.expect(")")
                return found

    def _number(self) -> str:
        """The text up to the next comma or closing parenthesis that is not inside others."""
        start, depth = self.here, 0
        end = start.start
        while True:
            token = self.here
            if token.kind == "end":
                raise self.error(token, "found the end of the text, expected ')'")
            if depth == 0 and token.kind == "op" and token.text in (",", ")"):
                break
            depth += (token.text in "([") - (token.text in ")]") if token.kind == "op" else 0
            end = token.end
            self.at += 1
        if end == start.start:
            raise self.error(start, f"found {start.shown}, expected a number")
        return self.text[start.start : end]


def _usage(name: str) -> str:
    form = FORMS[name]
    if name == "renyi":
        return "renyi(alpha, eps, ...)"
    told = [a if i < form.needed else f"[{a}]" for i, a in enumerate(form.arguments)]
    return f"{name}({', '.join([*(['PART'] if form.on_a_part else []), *told])})"
