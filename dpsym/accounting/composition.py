"""`Composition([...])`: mechanisms that are run one after the other, each of which may depend on the outcomes before it.

    Composition([gauss(sigma=4)] * 100 + [pure("0.1")]).epsilon("1e-6")
    (gauss(sigma=4) ** 100).delta(1)

Answers are made by the routes of dpsym.accounting.routes. Parts that are equal are counted, not repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import arb, fmpq

from ..derive.rounding import rational
from ..kernel.terms import ZERO, Term
from ..objects.errors import ObjectError
from ..objects.mechanisms.base import Neighbours
from .desk import Served
from .figures import DIGITS, MOST_DIGITS, ball, fraction_of, order, read, require, shown, whole
from .known import part_of
from .parts import MOST_LEVEL, MOST_TIMES, Part
from .results import Profile, Result

MOST_BITS = 200_000  # of the fraction 1 - Π (1 − δⱼ)
SHOWN = 12  # parts that are written out
MOST_PARTS = 20_000  # different ones


class Composition(Served):
    """Parts with how often each is run; all for one neighbouring relation."""

    def __init__(self, parts: Iterable[Any] = (), neighbours: Neighbours | None = None) -> None:
        if isinstance(parts, Part):
            raise ObjectError(f"Composition: found {parts}, expected a list of parts: Composition([{parts}])")
        if isinstance(parts, (str, bytes)) or not isinstance(parts, Iterable):
            raise ObjectError(f"Composition: found {parts!r}, expected a list of guarantees and mechanisms")
        if neighbours is not None and not isinstance(neighbours, Neighbours):
            raise ObjectError(
                f"Composition: found neighbours {neighbours!r}, expected CHANGE_ONE or ADD_REMOVE of dpsym.objects"
            )
        counted: dict[Part, int] = {}
        for part, times in _flat(parts):
            counted[part] = counted.get(part, 0) + times
        self.parts: tuple[tuple[Part, int], ...] = tuple((p, k) for p, k in counted.items() if k)
        if len(self.parts) > MOST_PARTS:
            raise ObjectError(f"Composition: found {len(self.parts)} different parts, expected at most {MOST_PARTS}")
        if self.size > MOST_TIMES:
            raise ObjectError(f"Composition: found {self.size} mechanisms, expected at most {MOST_TIMES}")
        self._left: dict[Term, fmpq] = {}
        self.neighbours = _one_relation(list(counted), neighbours)

    @property
    def size(self) -> int:
        """The number of mechanisms."""
        return sum(k for _, k in self.parts)

    def __pow__(self, times: int) -> Composition:
        n = whole("Composition: the number of times", times, 0, MOST_TIMES)
        return Composition([(p, k * n) for p, k in self.parts], self.neighbours)

    def __add__(self, other: Any) -> Composition:
        if not isinstance(other, (Composition, Part)):
            return NotImplemented
        return Composition([self, other])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Composition) and (dict(self.parts), self.neighbours) == (
            dict(other.parts),
            other.neighbours,
        )

    def __hash__(self) -> int:
        return hash((frozenset(self.parts), self.neighbours))

    def __str__(self) -> str:
        told = [str(p) if k == 1 else f"{p} ** {k}" for p, k in self.parts[:SHOWN]]
        more = len(self.parts) - len(told)
        return ", ".join([*told, *([f"and {more} more"] if more else [])]) or "nothing"

    def __repr__(self) -> str:
        about = "" if self.neighbours is None else f", {self.neighbours} neighbours"
        return f"Composition({self}{about})"

    # -- what is asked

    def epsilon(self, delta: Any, digits: int = DIGITS) -> Result:
        """The least ε that may be claimed with this δ: `upper` is safe."""
        asked = read("delta", delta)
        if order(asked, 0) == 0:
            raise ObjectError(
                "delta: found 0, expected delta > 0 and < 1; at 0 the eps of pure parts add up, as in "
                "`dpsym convert 'pure(0.1)' pure --times 10`"
            )
        asked = require("delta", asked, "> 0 and < 1")
        return self._answer("epsilon", asked, digits)

    def delta(self, eps: Any, digits: int = DIGITS) -> Result:
        """The least δ that may be claimed with this ε: `upper` is safe."""
        asked = require("eps", require("eps", read("eps", eps), ">= 0"), f"<= {MOST_LEVEL}")
        return self._answer("delta", asked, digits)

    def renyi(self, alpha: Any, digits: int = DIGITS) -> Result:
        """A bound on D_α both ways, for α > 1."""
        asked = require("alpha", require("alpha", read("alpha", alpha), "> 1"), f"<= {MOST_LEVEL}")
        if fraction_of(asked) is None:
            raise ObjectError(f"alpha: found {shown(asked)}, expected a rational number")
        return self._answer("renyi", asked, digits)

    def profile(self, levels: Sequence[Any] | None = None, digits: int = DIGITS) -> Profile:
        """δ at some levels: by default at nine of them between 0 and the level of δ = 1e-9."""
        if levels is None:
            most = self.epsilon(Fraction(1, 10**9), 2).upper.fraction
            levels = [most * i / 8 for i in range(9)] if most else [0]
        if isinstance(levels, (str, bytes)) or not isinstance(levels, Iterable):
            raise ObjectError(f"profile: found {levels!r}, expected a list of levels")
        return Profile(self, tuple(self.delta(level, digits) for level in levels))

    def _answer(self, asked: str, value: Term, digits: int) -> Result:
        found: Result = self.desk.answer(self, asked, value, whole("digits", digits, 1, MOST_DIGITS))
        return found

    # -- what the routes ask

    @cached_property
    def has_losses(self) -> bool:
        """Whether something may be lost, δⱼ > 0."""
        return any(p.lost is not ZERO and order(p.lost, 0) > 0 for p, _ in self.parts)

    @cached_property
    def lost_exactly(self) -> Fraction | None:
        """1 − Π (1 − δⱼ), if it is a fraction of moderate length."""
        kept, bits = Fraction(1), 0
        for p, k in self.parts:
            one = fraction_of(p.lost)
            if one is None:
                return None
            bits += k * one.denominator.bit_length() if one else 0
            if bits > MOST_BITS:
                return None
        for p, k in self.parts:
            kept *= (1 - (fraction_of(p.lost) or Fraction(0))) ** k
        return 1 - kept

    def lost(self) -> arb:
        """1 − Π (1 − δⱼ), at the current precision."""
        exact = self.lost_exactly if self.has_losses else Fraction(0)
        if exact is not None:
            return arb(rational(exact))
        total = arb(0)
        for p, k in self.parts:
            total += k * (-ball(p.lost)).log1p()
        return -total.expm1()

    def lost_term(self) -> Term:
        """The same, as a term."""
        if not self.has_losses:
            return ZERO
        product = None
        for p, k in self.parts:
            if p.lost is not ZERO:
                factor = (1 - p.lost) ** k
                product = factor if product is None else product * factor
        assert product is not None
        return 1 - product

    def left(self, delta: Term) -> arb:
        """What of δ is left for the rest: (δ − lost)/(1 − lost); of indeterminate sign if balls do not tell."""
        exact, wanted = self.lost_exactly if self.has_losses else Fraction(0), fraction_of(delta)
        if exact is not None and wanted is not None:
            if delta not in self._left:  # a fraction of many digits, which is asked for again and again
                self._left[delta] = rational((wanted - exact) / (1 - exact))
            return arb(self._left[delta])
        lost = self.lost()
        return (ball(delta) - lost) / (1 - lost)


def _flat(parts: Iterable[Any]) -> Iterator[tuple[Part, int]]:
    """Each part with its number; pairs (part, k) and compositions may be among them."""
    for one in parts:
        if isinstance(one, Composition):
            yield from one.parts
        elif isinstance(one, tuple) and len(one) == 2 and not isinstance(one[1], Part):
            times = whole(f"Composition: how often {one[0]} is run", one[1], 0, MOST_TIMES)
            yield from ((p, k * times) for p, k in _flat([one[0]]))
        else:
            yield part_of(one), 1


def _one_relation(parts: Sequence[Part], told: Neighbours | None) -> Neighbours | None:
    """The relation of all parts; it must be told if some of them name one and others none."""
    named = {p.neighbours: p for p in parts if p.neighbours is not None}
    found = [f"{p} for {relation} neighbours" for relation, p in named.items() if relation != told]
    if told is not None and found:
        found.append(f"the question for {told} ones")
    if len(found) > 1:
        raise ObjectError(
            f"Composition: found {' and '.join(found[:2])}, expected one relation; changing a "
            "record is removing one and adding one, so the levels differ, by up to a factor 2 for pure privacy"
        )
    relation = told if told is not None else next(iter(named), None)
    without = next((p for p in parts if p.neighbours is None), None)
    if relation is not None and told is None and without is not None:
        raise ObjectError(
            f"Composition: found {without}, which names no neighbouring relation, beside {named[relation]} for {relation} neighbours; "
            f"expected the relation of all, --neighbours {relation} (in Python neighbours=...), if that is meant for {without}"
        )
    return relation
