"""What stands for names: definitions put into one another and into terms, never larger than a limit.

Definitions of definitions may stand for terms that are exponentially longer than their text: x_1 := x_0 x_0 + x_0, x_2 := x_1 x_1 +
x_1, and so on. As a graph with shared parts such a term is small, written out it fills the memory. So the parts of what would be made
are counted first: a symbol counts as many as what is put in for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...kernel.substitution import substitute
from ...kernel.terms import Term, TermError
from ...reading.latex.tokens import LatexError
from ...report.text import text_size

MOST_PUT = 5_000  # parts of a term, written out, in which definitions were put in
MOST_WHOLE = 20_000  # parts of a claim with all its conditions


@dataclass
class Definitions:
    """Terms that stand for names, with their sizes written out; `without` says why a name that is defined has no term."""

    values: dict[str, Term] = field(default_factory=dict)
    parts: dict[str, int] = field(default_factory=dict)
    without: dict[str, str] = field(default_factory=dict)

    def put(self, t: Term) -> Term:
        """The term with definitions put in. Raises LatexError: a name must not stay behind as a symbol that may be anything."""
        wrong = next((n for n in sorted(t.free) if n in self.without), None)
        if wrong is not None:
            raise LatexError(self.without[wrong], "")
        values = {n: self.values[n] for n in t.free if n in self.values}
        if not values:
            return t
        if text_size(t, self.parts) > MOST_PUT:
            raise LatexError(f"it has more than {MOST_PUT} parts once the definitions are put in", "")
        try:
            return substitute(t, values)
        except TermError as error:
            raise LatexError(f"definitions cannot be put in: {error}", "") from None

    def define(self, name: str, value: Term) -> None:
        """One more definition, with those before put in."""
        wrong = next((n for n in sorted(value.free) if n in self.without), None)
        if wrong is not None:
            self.without[name] = self.without[wrong]  # the first that has no term, not a list that grows
            return
        try:
            self.values[name] = self.put(value)
            self.parts[name] = text_size(self.values[name])
        except LatexError as error:
            self.without[name] = f"the definition of {name} cannot be used: {error.message}"


def check_whole(terms: Iterable[Term]) -> None:
    """The terms of one claim, in which definitions were put in. Raises LatexError if they are too large together."""
    if sum(map(text_size, terms)) > MOST_WHOLE:
        message = f"it has more than {MOST_WHOLE} parts with its conditions once the definitions are put in"
        raise LatexError(message, "")


def resolved(definitions: Mapping[str, Term]) -> Definitions:
    """Definitions put into one another; those that lead back to themselves are dropped."""
    needs = {n: {k for k in t.free if k in definitions} for n, t in definitions.items()}
    out = Definitions()
    for n in _in_order(needs):
        out.define(n, definitions[n])
    return out


def _in_order(needs: Mapping[str, set[str]]) -> list[str]:
    """Names after those they need; names on a circle are left out, and the others do not need them."""
    left = needs.keys() - set(_ready_first(needs))
    needed_by = {n: {k for k in left if n in needs[k]} for n in left}
    circles = left - set(_ready_first(needed_by))
    return _ready_first({n: others - circles for n, others in needs.items() if n not in circles})


def _ready_first(needs: Mapping[str, set[str]]) -> list[str]:
    """Names after those they need, as far as that goes: without circles and what needs them."""
    needed_by: dict[str, list[str]] = {n: [] for n in needs}
    for n, others in needs.items():
        for k in others:
            needed_by[k].append(n)
    missing = {n: len(others) for n, others in needs.items()}
    order = [n for n, count in missing.items() if not count]
    for n in order:  # grows
        for k in needed_by[n]:
            missing[k] -= 1
            if not missing[k]:
                order.append(k)
    return order


__all__ = ["MOST_PUT", "Definitions", "check_whole", "resolved"]
