"""`convert(given, to)`: every route from one notion to another, as a theorem, and at the user's numbers, the best first.

    convert("zCDP(rho=0.1)", "DP(delta=1e-9)")      which ε
    convert("zCDP(rho)", "DP")                      the routes, with symbols
    convert(PureDP(1), "RDP(alpha=2)")

Each listed number belongs to a theorem that the kernel has accepted. `compare` says which route is best where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from ...kernel.terms import ZERO, Term, num, sym
from ...library.failures import CertifyError
from ...library.verifying import Verifier
from ...objects.errors import ObjectError
from ...report.text import domain_text, term_text
from ..rounding import Enclosed, decimal
from . import limits
from .asking import Asked, complete, read, shown
from .composing import TIMES, Composed, composed, rules
from .finding import Route, begin, onward, routes
from .mechanisms import Arrow, arrows
from .mechanisms import at_numbers as arrow_at_numbers
from .missing import Missing, why_not
from .numbers import DIGITS, Aim, Told, conditions_hold, tell
from .solving import quotient
from .stating import Impossible, Proven, at_numbers, certified, stored, written
from .templates import APPROXIMATE, BAYESIAN, CONCENTRATED, GAUSSIAN, PURE, SEMANTIC, PairNotion

LONGEST = 2  # edges, by default
MOST_LISTED = 12  # routes of several mechanisms: there are dozens
MOST_TIMES = 999  # mechanisms: the kernel sums so many terms one by one
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Listed:
    """One route: what it gives, and the theorem. `number` is the asked parameter, rounded up; without numbers it is None."""

    route: Route
    proven: Proven
    number: Fraction | None = None
    chosen: Mapping[str, Term] | None = None
    step: Proven | None = None  # what each of several mechanisms satisfies, with symbols
    chain: str = ""  # the entry that puts them together
    arrow: Arrow | None = None  # a theorem about a mechanism, in place of a route

    @property
    def entries(self) -> tuple[str, ...]:
        if self.arrow is not None:
            return (self.arrow.name,)
        before = tuple(link.edge.name for link in self.route.before)
        return (*before, *([self.chain] if self.chain else []), *self.route.names)

    @property
    def choices(self) -> str:
        """The values of free symbols, but for those that are a parameter of what is reached."""
        own = {v.value for v in self.route.values if v.op == "sym"}
        return ", ".join(f"{n} = {shown(t)}" for n, t in (self.chosen or {}).items() if n not in own)

    def bound(self) -> dict[str, str]:
        """The parameters of what is reached, in symbols."""
        values = self.route.values if self.arrow is None else self.arrow.values
        return {n: term_text(v) for n, v in zip(self.route.form.parameters, values)}

    def latex(self) -> str:
        """The theorem; at numbers, after the one with symbols that it cites."""
        parts = [self.step, self.proven.base, self.proven]
        return "\n\n".join(p.theorem.latex() for p in parts if p is not None)


@dataclass(frozen=True)
class Conversion:
    """The routes from what is given to what is asked for, the best first; `missing` says why there is none.

    `least` is what no conversion can beat, with the pair of laws that shows it.
    """

    given: Asked
    to: Asked
    asked: str
    routes: tuple[Listed, ...]
    tried: int = 0
    missing: Missing | None = None
    least: tuple[str, Enclosed] | None = None
    times: int = 1
    more: int = 0  # routes that are worse, and not listed
    open: tuple[str, ...] = ()  # routes for which no theorem was found

    @property
    def best(self) -> Listed | None:
        return self.routes[0] if self.routes else None

    @property
    def gap(self) -> Fraction | None:
        """How far the best route is above what no conversion can beat, at most."""
        if self.best is None or self.best.number is None or self.least is None:
            return None
        return self.best.number - self.least[1].lower

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        if self.missing is not None:
            return [f"{self.given} to {self.to}: no conversion", f"  {self.missing}"]
        several = f", {self.times} mechanisms" if self.times > 1 else ""
        head = f"{self.given}{several} to {self.to}"
        if self.routes and self.routes[0].number is None:
            return [head, *(line for r in self.routes for line in _symbolic_lines(r))]
        lines = [f"{head}: {self.asked}, by {len(self.routes)} route{'s' if len(self.routes) != 1 else ''}"]
        width = max((len(decimal(r.number)) for r in self.routes if r.number is not None), default=0)
        for r in self.routes:
            number = "" if r.number is None else decimal(r.number)
            at = f"   at {r.choices}" if r.choices else ""
            lines.append(f"  {number:<{width}}  {' > '.join(r.entries) or 'as it is said'}{at}")
        lines += [f"  {self.more} more routes give no less"] if self.more else []
        lines += [f"  open: {route}, for which no certificate was found" for route in self.open]
        if self.least is not None:
            name, found = self.least
            lines.append(f"  no conversion gives less than {decimal(found.lower)}: {name}")
        return lines

    def to_json(self) -> dict[str, Any]:
        """Numbers as text, exactly as they are told."""
        found: dict[str, Any] = {"given": str(self.given), "to": str(self.to), "asked": self.asked, "times": self.times}
        found["routes"] = [
            {
                "entries": list(r.entries),
                "number": None if r.number is None else decimal(r.number),
                "choices": {n: shown(t) for n, t in (r.chosen or {}).items()},
                "bound": r.bound(),
                "where": domain_text((r.proven.base or r.proven).theorem.domain),
                "steps": r.proven.steps,
                "verdict": "proved",
            }
            for r in self.routes
        ]
        if self.least is not None:
            found["least"] = {"number": decimal(self.least[1].lower), "laws": self.least[0]}
        if self.missing is not None:
            found["missing"] = str(self.missing)
        return found

    def latex(self) -> str:
        """The theorems, for a document with amsmath, amssymb and amsthm."""
        return "\n\n".join(r.latex() for r in self.routes)


def _symbolic_lines(r: Listed) -> list[str]:
    bound = ", ".join(f"{n} = {v}" for n, v in r.bound().items())
    where = domain_text(r.proven.theorem.domain)
    return [f"  {' > '.join(r.entries) or 'as it is said'}", f"    {bound}", f"    for {where}"]


def convert(
    given: Any,
    to: Any,
    *,
    times: int = 1,
    digits: int = DIGITS,
    longest: int = LONGEST,
    tell_progress: Tell | None = None,
) -> Conversion:
    """All routes of the library from what is given to what is asked for, certified.

    With `times`, what is given is said of each of so many mechanisms, each of which may depend on the outcomes before it.
    """
    have, want = complete(given), read(to, "to")
    if want.notion is APPROXIMATE and want.values.get("delta") is ZERO:
        want = Asked(PURE, {n: t for n, t in want.values.items() if n == "eps"})
    say = tell_progress or (lambda _: None)
    asked = asked_of(want)
    if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= MOST_TIMES:
        raise ObjectError(f"convert: found {times!r} mechanisms, expected a number from 1 to {MOST_TIMES}")
    if {have.notion, want.notion} & {BAYESIAN, SEMANTIC}:
        if times > 1:
            raise ObjectError(f"convert: found {times} mechanisms, expected one for {have} to {want}")
        return _of_mechanisms(have, want, asked or "", digits)
    if times > 1:
        if have.symbols or want.symbols or asked is None:
            raise ObjectError("convert: found symbols, expected numbers for several mechanisms")
        return _of_several(have, want, asked, times, digits, longest, say)
    if have.symbols or want.symbols or asked is None:
        return _with_symbols(have, want, longest, say)
    return _with_numbers(have, want, asked, digits, longest, say)


def asked_of(want: Asked) -> str | None:
    """The one parameter that is left out; None if several are, and so only symbols can be told."""
    if not want.missing:
        raise ObjectError(
            f"to: found {want}, with all parameters, expected one to be left out: the one that is asked for"
        )
    return want.missing[0] if len(want.missing) == 1 else None


def reached(route: Route, notion: PairNotion) -> Route | None:
    """The route as one to the notion: for a universal one, if its parameter does not depend on the universal symbol."""
    if notion is CONCENTRATED:
        alpha, r = route.values
        free = route.free.get(str(alpha.value)) if alpha.op == "sym" else None
        rho = quotient(r, alpha)
        if free is None or free.upper is not None or alpha.free & rho.free:
            return None
        return replace(route, values=(alpha, rho * alpha))
    return None if notion is GAUSSIAN else route


@cache
def _theorem(notion: PairNotion, names: tuple[str, ...], number: int, goal: PairNotion, longest: int) -> Proven:
    """The certified theorem of a route with symbols; made once for each route."""
    route = all_routes(notion, goal, longest)[number]
    assert route.names == names
    return certified(written(route))


@cache
def all_routes(notion: PairNotion, goal: PairNotion, longest: int) -> tuple[Route, ...]:
    given = {n: sym(n) for n in notion.names}
    found = [reached(r, goal) for r in routes(notion, given, goal.form, longest)]
    return tuple(r for r in found if r is not None)


def _with_symbols(have: Asked, want: Asked, longest: int, say: Tell) -> Conversion:
    listed, unproved = [], []
    have, want = (
        Asked(a.notion, {n: sym(n) for n in a.values}) for a in (have, want)
    )  # in the letters of the theorems
    found = all_routes(have.notion, want.notion, longest)
    for i, route in enumerate(found):
        say(f"{i + 1} of {len(found)}: {' > '.join(route.names)}")
        try:
            listed.append(Listed(route, _theorem(have.notion, route.names, i, want.notion, longest)))
        except (CertifyError, ObjectError):
            unproved.append(" > ".join(route.names))
    missing = None if listed else why_not(have, want)
    return Conversion(have, want, "", tuple(listed), len(found), missing, open=tuple(unproved))


def _with_numbers(have: Asked, want: Asked, asked: str, digits: int, longest: int, say: Tell) -> Conversion:
    aim = aim_of(want, asked)
    found = all_routes(have.notion, want.notion, longest)
    told: list[tuple[Told, int]] = []
    for i, route in enumerate(found):
        say(f"{i + 1} of {len(found)}: {' > '.join(route.names)}")
        number = tell_route(route.put(have.values), want.notion, aim, digits)
        if number is not None and says_something(want, asked, number.number):
            told.append((number, i))
    told.sort(key=lambda pair: (pair[0].number, len(found[pair[1]].links)))
    listed, unproved = [], []
    for number, i in told:
        say(f"certifying {' > '.join(found[i].names)}: {decimal(number.number)}")
        try:
            base = _theorem(have.notion, found[i].names, i, want.notion, longest)
            rho = quotient(found[i].values[1], found[i].values[0]) if want.notion is CONCENTRATED else None
            theorem = at_numbers(base, found[i], {**have.values, **number.chosen}, number.values, rho)
            listed.append(Listed(found[i], certified(theorem, base), number.number, number.chosen))
        except (CertifyError, Impossible):
            unproved.append(" > ".join(found[i].names))
    if not listed:
        reason = why_not(have, want)
        if unproved:
            reason = Missing(f"open: no certificate was found for {', '.join(unproved)}")
        elif found:
            reason = Missing(
                f"no route says anything at these numbers; tried: {', '.join(' > '.join(r.names) for r in found)}"
            )
        return Conversion(have, want, asked, (), len(found), reason, open=tuple(unproved))
    best = listed[0].number or Fraction(1)
    places = digits - len(str(int(best))) + 1 if best >= 1 else digits + 2 - _zeros(best)
    least = limits.least(have.notion.name, have.values, want.notion.name, want.values, places)
    return Conversion(have, want, asked, tuple(listed), len(found), least=least, open=tuple(unproved))


def _of_mechanisms(have: Asked, want: Asked, asked: str, digits: int) -> Conversion:
    """Notions of a mechanism: the theorems of the library, one by one."""
    fitting = [a for a in arrows() if (a.source, a.target) == (have.notion.name, want.notion.name)]
    start, listed, unproved = begin(have.notion, have.values), [], []
    for arrow in fitting:
        if have.symbols:
            listed.append(Listed(start, stored(arrow.theorem), arrow=arrow))
            continue
        try:
            found = arrow_at_numbers(arrow, tuple(have.values.values()), digits)
        except CertifyError:
            unproved.append(arrow.name)
            continue
        if found is not None:
            listed.append(Listed(start, found[1], found[0], arrow=arrow))
    listed.sort(key=lambda r: r.number or Fraction(0))
    missing = None if listed else why_not(have, want)
    if unproved and not listed:
        missing = Missing(f"open: {', '.join(unproved)} at these numbers, for which no certificate was found")
    elif fitting and not listed:
        missing = Missing(f"{', '.join(a.name for a in fitting)} has conditions that {have} does not satisfy")
    return Conversion(have, want, asked, tuple(listed), len(fitting), missing, open=tuple(unproved))


@cache
def _several(notion: PairNotion, goal: PairNotion, longest: int) -> tuple[tuple[Composed, Route], ...]:
    """What each step satisfies, a chain, and routes from there. Two conversions of a step must leave no symbol free."""
    given = {n: sym(n) for n in notion.names}
    found = []
    for rule in rules():
        for first in routes(notion, given, rule.asks[0].form, 2):
            if len(first.links) > 1 and first.free:
                continue
            together = composed(first, rule)
            if together is not None:
                found += [(together, r) for r in onward(together.then, goal.form, longest)]
    reaching = ((c, reached(r, goal)) for c, r in found)
    return tuple((c, r) for c, r in reaching if r is not None)


@cache
def _theorem_of(route: Route) -> Proven:
    return certified(written(route))


@cache
def _chain_is_proved(name: str) -> bool:
    return Verifier()(name).verdict == "proved"


def _of_several(have: Asked, want: Asked, asked: str, times: int, digits: int, longest: int, say: Tell) -> Conversion:
    """Several mechanisms: each step by a theorem, the chain that the kernel checks, and a theorem from there on, at numbers."""
    aim, values = aim_of(want, asked), {**have.values, TIMES.name: num(times)}
    found = _several(have.notion, want.notion, longest)
    told: list[tuple[Told, int]] = []
    for i, (together, route) in enumerate(found):
        say(f"{i + 1} of {len(found)}: {together.rule.name} > {' > '.join(route.names)}")
        number = tell_route(route.put(values), want.notion, aim, digits)
        if number is not None and says_something(want, asked, number.number):
            told.append((number, i))
    told.sort(key=lambda pair: (pair[0].number, len(found[pair[1]][1].links), pair[1]))
    listed, unproved = [], []
    for number, i in told[:MOST_LISTED]:
        together, route = found[i]
        if not conditions_hold(route.put({**values, **number.chosen})):
            continue
        say(f"certifying {together.rule.name} > {' > '.join(route.names)}: {decimal(number.number)}")
        try:
            base, step = _theorem_of(route), _theorem_of(together.first)
            rho = quotient(route.values[1], route.values[0]) if want.notion is CONCENTRATED else None
            theorem = at_numbers(base, route, {**values, **number.chosen}, number.values, rho)
            proven = certified(theorem, base)
        except (CertifyError, ObjectError):
            names = (*together.first.names, together.rule.name, *route.names)
            unproved.append(" > ".join(names))
            continue
        if _chain_is_proved(together.rule.name):
            listed.append(Listed(route, proven, number.number, number.chosen, step, together.rule.name))
    if not listed:
        reason = Missing(f"no chain of the library leads from {times} times {have} to {want.notion.name}")
        return Conversion(have, want, asked, (), len(found), reason, times=times)
    more = max(len(told) - MOST_LISTED, 0)
    return Conversion(have, want, asked, tuple(listed), len(found), times=times, more=more, open=tuple(unproved))


def says_something(want: Asked, asked: str, number: Fraction) -> bool:
    """A δ above 1 is true of everything."""
    upper = next(p.range.upper for p in want.notion.parameters if p.name == asked)
    return upper is None or number <= Fraction(int(upper.number.p), int(upper.number.q))


def _zeros(x: Fraction) -> int:
    """Minus the zeros after the point."""
    count = 0
    while x and x * 10**count < 1:
        count += 1
    return -count


def aim_of(want: Asked, asked: str) -> Aim:
    names = want.notion.names
    if want.notion is CONCENTRATED:
        return Aim(1, {}, frozenset())
    fixed = {k: want.values[n] for k, n in enumerate(names) if n != asked}
    orders = frozenset(k for k, p in enumerate(want.notion.parameters) if p.order)
    return Aim(names.index(asked), fixed, orders)


def tell_route(route: Route, notion: PairNotion, aim: Aim, digits: int) -> Told | None:
    """The number that is asked for; of a universal notion it does not depend on the universal symbol."""
    if notion is not CONCENTRATED:
        return tell(route, aim, digits)
    alpha, r = route.values
    rho = quotient(r, alpha)
    others = {n: x for n, x in route.free.items() if n not in alpha.free}
    alone = replace(route, values=(rho,), free=others, links=(), before=(), demands=())
    found = tell(alone, Aim(0, {}), digits)
    if found is None:
        return None
    return replace(found, values=(alpha, num(found.number) * alpha))
