"""`convert(given, to)`: every route from one notion to another, as a theorem, and at the user's numbers, the best first.

    convert("zCDP(rho=0.1)", "DP(delta=1e-9)")      which ε
    convert("zCDP(rho)", "DP")                      the routes, with symbols
    convert(PureDP(1), "RDP(alpha=2)")
    convert("pure(1)", "DP(delta=1e-6)", sampled="0.01", times=100, group=3)

Each listed number belongs to a theorem that the kernel has accepted. `compare` says which route is best where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any

from ...kernel.laws.statements import Certificate
from ...kernel.reals.quadrature import compare
from ...kernel.terms import ONE, ZERO, Term, num, sym
from ...library.certificates import Shelf
from ...library.failures import CertifyError
from ...library.replaying import bundle, renamed
from ...library.verifying import Verifier
from ...objects.errors import ObjectError
from ...report.text import domain_text, term_text
from ..rounding import Enclosed, decimal
from . import limits
from .asking import Asked, complete, number_of, read, shown
from .finding import Route, begin, routes
from .groups import Grouped, grouped
from .mechanisms import Arrow, arrows
from .mechanisms import at_numbers as arrow_at_numbers
from .missing import Missing, why_not
from .numbers import DIGITS, Aim, Told, conditions_hold, tell
from .solving import quotient
from .stating import Impossible, Proven, at_numbers, certified, stored, written
from .templates import APPROXIMATE, CONCENTRATED, GAUSSIAN, OF_MECHANISMS, PURE, PairNotion
from .transforming import KINDS, Staged, processing_of, staged

LONGEST = 2  # edges, by default
MOST_LISTED = 8  # routes of mechanisms that are made from others: there are dozens
MOST_FEW = 6  # of those that are made in several ways, where a route takes longer
MOST_FREE = 2  # symbols to be chosen, of such a route
MOST_STEPS = 10**6  # mechanisms, and records
MOST_SUMMED = 999  # mechanisms: the kernel sums so many terms one by one
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Listed:
    """One route: what it gives, and the theorem. `number` is the asked parameter, rounded up; without numbers it is None."""

    route: Route
    proven: Proven
    number: Fraction | None = None
    chosen: Mapping[str, Term] | None = None
    made: Staged | None = None  # how the mechanism is made from the one that is given
    steps: tuple[Proven, ...] = ()  # what leads to each of its rules, with symbols
    arrow: Arrow | None = None  # a theorem about a mechanism, in place of a route
    group: Grouped | None = None  # what is known of groups, from where the route starts

    @property
    def entries(self) -> tuple[str, ...]:
        if self.arrow is not None:
            return (self.arrow.name,)
        own = self.route.names if self.made is None else self.made.names
        return own if self.group is None else (*self.group.names, *own)

    @property
    def rules(self) -> tuple[str, ...]:
        """The entries that say what the mechanism satisfies that is made from another one."""
        if self.group is not None:
            return self.group.names
        return () if self.made is None else tuple(c.rule.name for c in self.made.stages)

    @property
    def chain(self) -> str:
        """The first of them."""
        return self.rules[0] if self.rules else ""

    @property
    def choices(self) -> str:
        """The values of free symbols, but for those that are a parameter of what is reached."""
        own = {v.value for v in self.route.values if v.op == "sym"}
        return ", ".join(f"{n} = {shown(t)}" for n, t in (self.chosen or {}).items() if n not in own)

    def bound(self) -> dict[str, str]:
        """The parameters of what is reached, in symbols."""
        values = self.route.values if self.arrow is None else self.arrow.values
        return {n: term_text(v) for n, v in zip(self.route.form.parameters, values)}

    @property
    def theorems(self) -> list[Proven]:
        """The theorem; at numbers, after the one with symbols that it cites."""
        first = [] if self.group is None else [self.group.proven]
        return [p for p in (*first, *self.steps, self.proven.base, self.proven) if p is not None]

    def latex(self) -> str:
        return "\n\n".join(p.theorem.latex() for p in self.theorems)


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
    made: Mapping[str, Term] = field(
        default_factory=dict
    )  # by kind, how the mechanism is made from the one that is given
    more: int = 0  # routes that are worse, and not listed
    open: tuple[str, ...] = ()  # routes for which no theorem was found
    summed: tuple[str, ...] = ()  # rules whose numbers are sums of too many terms
    rests: str = ""  # what `least` is also enough by, where that is no theorem of the library

    @property
    def answered(self) -> bool:
        return bool(self.routes or self.rests)

    @property
    def times(self) -> int:
        return int(self.made["times"].number) if "times" in self.made else 1

    @property
    def processed(self) -> str:
        """The entry that says that what is reached also holds of whatever is done to the outcome, without the data."""
        return processing_of(self.to.notion.form)

    @property
    def best(self) -> Listed | None:
        return self.routes[0] if self.routes else None

    @property
    def gap(self) -> Fraction | None:
        """How far the best route is above what no conversion can beat, at most."""
        if self.best is None or self.best.number is None or self.least is None:
            return None
        return self.best.number - self.least[1].lower

    def saved(self) -> list[dict[str, Any]]:
        """The theorems of all routes, for `dpsym replay`; none if a mechanism is made from others, which chains say."""
        if self.made:
            return []
        shelf = Shelf()
        found: dict[str, Certificate] = {}
        for number, listed in enumerate(self.routes):
            names: dict[str, str] = {}  # those that were made here are called alike on all routes
            for proven in listed.theorems:
                name = proven.theorem.name
                if not isinstance(shelf.theorem(name), Certificate):
                    names[name] = f"route_{number + 1}.{name}"
                found[names.get(name, name)] = renamed(proven.certificate, names)
        return bundle(found.items(), shelf)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        head = f"{self.given}{told_made(self.made)} to {self.to}"
        if self.rests and self.least is not None:
            name, found = self.least
            enough = f"  {decimal(found.upper)}  enough, and attained by {name}"
            return [f"{head}: {self.asked}", enough, f"  rests on {self.rests}; {self.missing}"]
        if self.missing is not None:
            return [f"{head}: {'no conversion' if self.missing.impossible else 'open'}", f"  {self.missing}"]
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
        lines += [f"  not told: routes by {n}, whose numbers are sums of {self.times + 1} terms" for n in self.summed]
        if self.least is not None:
            name, found = self.least
            lines.append(f"  no conversion gives less than {decimal(found.lower)}: {name}")
        return lines

    def to_json(self) -> dict[str, Any]:
        """Numbers as text, exactly as they are told."""
        found: dict[str, Any] = {"given": str(self.given), "to": str(self.to), "asked": self.asked, "times": self.times}
        found["made"] = {n: shown(t) if KINDS[n].amount is not None else True for n, t in self.made.items()}
        found["post_processing"] = self.processed
        found["not_told"] = list(self.summed)
        found["routes"] = [
            {
                "entries": list(r.entries),
                "number": None if r.number is None else decimal(r.number),
                "choices": {n: shown(t) for n, t in (r.chosen or {}).items()},
                "bound": r.bound(),
                "where": domain_text((r.proven.base or r.proven).theorem.domain),
                "rules": list(r.rules),
                "steps": r.proven.steps,
                "verdict": "proved",
            }
            for r in self.routes
        ]
        if self.least is not None:
            found["least"] = {"number": decimal(self.least[1].lower), "laws": self.least[0]}
        if self.missing is not None:
            found["missing"] = str(self.missing)
        if self.rests and self.least is not None:
            found["sharp"] = {"number": decimal(self.least[1].upper), "rests": self.rests}
        return found

    def latex(self) -> str:
        """The theorems, for a document with amsmath, amssymb and amsthm."""
        return "\n\n".join(r.latex() for r in self.routes)


def told_made(made: Mapping[str, Term]) -> str:
    """How the mechanism is made, in the order in which it is."""
    parts = [KINDS[n].words.format(shown(t)) for n, t in made.items()]
    return "".join(f", {'then ' if i else ''}{part}" for i, part in enumerate(parts))


def _symbolic_lines(r: Listed) -> list[str]:
    bound = ", ".join(f"{n} = {v}" for n, v in r.bound().items())
    where = domain_text(r.proven.theorem.domain)
    return [f"  {' > '.join(r.entries) or 'as it is said'}", f"    {bound}", f"    for {where}"]


def convert(
    given: Any,
    to: Any,
    *,
    sampled: Any = 1,
    times: int = 1,
    group: int = 1,
    post: bool = False,
    digits: int = DIGITS,
    longest: int = LONGEST,
    tell_progress: Tell | None = None,
) -> Conversion:
    """All routes of the library from what is given to what is asked for, certified.

    What is given may be said of one mechanism, and what is asked for of another one that is made from it, in this order:

        sampled   it sees a sample that has each record with this probability
        times     so many mechanisms, each of which may depend on the outcomes before it, and has a sample of its own
        group     neighbours differ in so many records
        post      something is done to the outcome, without the data
    """
    have, want = complete(given), read(to, "to")
    if want.notion is APPROXIMATE and want.values.get("delta") is ZERO:
        want = Asked(PURE, {n: t for n, t in want.values.items() if n == "eps"})
    say = tell_progress or (lambda _: None)
    asked = asked_of(want)
    made = made_by(sampled, times, group, post)
    if {have.notion.name, want.notion.name} & OF_MECHANISMS:
        if made:
            raise ObjectError(f"convert: found {told_made(made)[2:]}, expected one mechanism for {have} to {want}")
        return _of_mechanisms(have, want, asked or "", digits)
    if made:
        if asked is None and not have.symbols:
            want = _settled(have, want, made, digits)
            asked = want.missing[0] if len(want.missing) == 1 else None
        if have.symbols or want.symbols or asked is None:
            raise ObjectError(
                f"convert: found {have} to {want}, expected numbers, and one parameter left out, for {told_made(made)[2:]}"
            )
        found = _of_made(have, want, asked, made, digits, longest, say)
        return _by_path(found, digits, longest, say) if not {*made} - {"group", "post"} and "group" in made else found
    if have.symbols or want.symbols or asked is None:
        return _with_symbols(have, want, longest, say)
    return _with_numbers(have, want, asked, digits, longest, say)


def made_by(sampled: Any = 1, times: int = 1, group: int = 1, post: bool = False) -> dict[str, Term]:
    """How a mechanism is made from another one, without what changes nothing, in the order in which it is."""
    for what, count in (("mechanisms", times), ("records in a group", group)):
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_STEPS:
            raise ObjectError(f"convert: found {count!r} {what}, expected a number from 1 to {MOST_STEPS}")
    rate = ONE if sampled is None else number_of("convert: sampled", sampled)
    if rate.free or compare(rate, ZERO) != 1 or compare(rate, ONE) not in (-1, 0):
        raise ObjectError(
            f"convert: found {shown(rate)} as the rate of a sample, expected a number above 0 and at most 1"
        )
    all_kinds = {"sampled": rate, "times": num(times), "group": num(group), "post": ZERO if post else ONE}
    return {n: t for n, t in all_kinds.items() if t is not ONE}


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
def _theorem(
    notion: PairNotion, names: tuple[str, ...], number: int, goal: PairNotion, longest: int, order: Term | None = None
) -> Proven:
    """The certified theorem of a route with symbols; made once for each route."""
    route = all_routes(notion, goal, longest, order)[number]
    assert route.names == names
    return certified(written(route))


@cache
def all_routes(notion: PairNotion, goal: PairNotion, longest: int, order: Term | None = None) -> tuple[Route, ...]:
    """The routes in symbols; with the order of what is given as a number, those as well that hold at this order alone, after them."""
    given = {n: sym(n) for n in notion.names}
    found = [r for one in routes(notion, given, goal.form, longest) if (r := reached(one, goal)) is not None]
    if order is not None:
        at_order = {**given, **{p.name: order for p in notion.parameters if p.order}}
        known = {r.names for r in found}
        more = (reached(r, goal) for r in routes(notion, at_order, goal.form, longest) if r.names not in known)
        found += [r for r in more if r is not None]
    return tuple(found)


def _order_of(have: Asked) -> Term | None:
    """The order of what is given, if it is a number."""
    orders = [have.values[p.name] for p in have.notion.parameters if p.order]
    return orders[0] if orders and orders[0].op == "num" else None


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
    aim, order = aim_of(want, asked), _order_of(have)
    found = all_routes(have.notion, want.notion, longest, order)
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
            base = _theorem(have.notion, found[i].names, i, want.notion, longest, order)
            rho = quotient(found[i].values[1], found[i].values[0]) if want.notion is CONCENTRATED else None
            theorem = at_numbers(base, found[i], {**have.values, **number.chosen}, number.values, rho)
            listed.append(Listed(found[i], certified(theorem, base), number.number, number.chosen))
        except (CertifyError, Impossible):
            unproved.append(" > ".join(found[i].names))
    if not listed:
        reason = why_not(have, want)
        if unproved:
            reason = Missing(f"no certificate was found for {', '.join(unproved)}")
        elif found:
            reason = Missing(
                f"no route says anything at these numbers; tried: {', '.join(' > '.join(r.names) or 'as it is said' for r in found)}"
            )
        rests = limits.rests_on(have.notion.name, want.notion.name)
        about = _least(have, want, digits, Fraction(1)) if rests else None
        sharp = None if about is None else _least(have, want, digits, about[1].upper)
        return Conversion(have, want, asked, (), len(found), reason, sharp, open=tuple(unproved), rests=rests)
    least = _least(have, want, digits, listed[0].number or Fraction(1))
    return Conversion(have, want, asked, tuple(listed), len(found), least=least, open=tuple(unproved))


def _least(have: Asked, want: Asked, digits: int, size: Fraction) -> tuple[str, Enclosed] | None:
    """What no conversion can beat, with as many digits as a number of that size has."""
    places = digits - len(str(int(size))) + 1 if size >= 1 else digits + 2 - _zeros(size)
    return limits.least(have.notion.name, have.values, want.notion.name, want.values, places)


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
        missing = Missing(f"no certificate was found for {', '.join(unproved)} at these numbers")
    elif fitting and not listed:
        missing = Missing(f"{', '.join(a.name for a in fitting)} has conditions that {have} does not satisfy")
    return Conversion(have, want, asked, tuple(listed), len(fitting), missing, open=tuple(unproved))


@cache
def _staged(
    notion: PairNotion, goal: PairNotion, kinds: tuple[str, ...], longest: int
) -> tuple[tuple[Staged, ...], str]:
    found, missing = staged(notion, goal.form, kinds, longest)
    reaching = [Staged(s.stages, r) for s in found if (r := reached(s.route, goal)) is not None]
    few = [s for s in reaching if len(kinds) == 1 or len(s.route.free) <= MOST_FREE]
    return tuple(few), missing


@cache
def _theorem_of(route: Route) -> Proven:
    return certified(written(route))


@cache
def _is_proved(name: str) -> bool:
    return Verifier()(name).verdict == "proved"


def _of_made(
    have: Asked, want: Asked, asked: str, made: Mapping[str, Term], digits: int, longest: int, say: Tell
) -> Conversion:
    """Another mechanism: theorems lead to what each rule asks for, the kernel checks the rules, and a theorem goes on, at numbers."""
    amounts = {KINDS[n].amount: t for n, t in made.items()}
    aim, values = aim_of(want, asked), {**have.values, **{p.name: t for p, t in amounts.items() if p is not None}}
    found, stuck = _staged(have.notion, want.notion, tuple(made), longest)
    too_many = made.get("times", ONE).number > MOST_SUMMED
    told: list[tuple[Told, int]] = []
    for i, one in enumerate(found):
        say(f"{i + 1} of {len(found)}: {' > '.join(one.names)}")
        if _too_long(one, too_many):
            continue
        number = tell_route(one.route.put(values), want.notion, aim, digits)
        if number is not None and says_something(want, asked, number.number):
            told.append((number, i))
    told.sort(key=lambda pair: (pair[0].number, len(found[pair[1]].names), pair[1]))
    listed, unproved = [], []
    most = MOST_LISTED if len(made) == 1 else min(MOST_LISTED, MOST_FEW)
    for number, i in told[:most]:
        one, all_values = found[i], {**values, **number.chosen}
        if not conditions_hold(one.route.put(all_values)):
            continue
        say(f"certifying {' > '.join(one.names)}: {decimal(number.number)}")
        try:
            base, steps = _theorem_of(one.route), tuple(_theorem_of(c.first) for c in one.stages)
            rho = quotient(one.route.values[1], one.route.values[0]) if want.notion is CONCENTRATED else None
            proven = certified(at_numbers(base, one.route, all_values, number.values, rho), base)
        except (CertifyError, ObjectError):
            unproved.append(" > ".join(one.names))
            continue
        if all(_is_proved(c.rule.name) for c in one.stages):
            listed.append(Listed(one.route, proven, number.number, number.chosen, one, steps))
    summed = tuple(dict.fromkeys(c.rule.name for one in found if _too_long(one, too_many) for c in one.summing))
    if listed:
        more = max(len(told) - most, 0)
        return Conversion(
            have, want, asked, tuple(listed), len(found), made=made, more=more, open=tuple(unproved), summed=summed
        )
    return Conversion(have, want, asked, (), len(found), _why_not_made(have, want, made, stuck, unproved), made=made)


def _too_long(one: Staged, too_many: bool) -> bool:
    """Whether the number is a sum of too many terms, or one that would have to be added up for each of many choices."""
    return one.adds_up and (too_many or len(one.route.free) > 1)


def _by_path(found: Conversion, digits: int, longest: int, say: Tell) -> Conversion:
    """The routes for groups, with those from what the divergences along a path of neighbours give for them."""
    size = int(found.made["group"].number)
    say(f"divergences along {size + 1} laws")
    path = grouped(found.given, size)
    if path is None:
        return found
    onward = _with_numbers(path.asked, found.to, found.asked, digits, longest, say)
    if not onward.routes:
        return found
    more = [replace(r, group=path) for r in onward.routes]
    every = sorted((*found.routes, *more), key=lambda r: (r.number or Fraction(0), len(r.entries)))
    missing = None if every else found.missing
    dropped = max(len(every) - MOST_LISTED, 0)
    return replace(found, routes=tuple(every[:MOST_LISTED]), more=found.more + dropped, missing=missing)


def _settled(have: Asked, want: Asked, made: Mapping[str, Term], digits: int) -> Asked:
    """Of several parameters that are left out, all but the last as the shortest route has them that leaves nothing to be chosen."""
    found, _ = _staged(have.notion, want.notion, tuple(made), LONGEST)
    values = {**have.values, **{p.name: t for n, t in made.items() if (p := KINDS[n].amount) is not None}}
    fixed = [one for one in found if not one.route.free and conditions_hold(one.route.put(values))]
    if not fixed:
        return want
    route = min(fixed, key=lambda one: len(one.names)).route.put(values)
    left = {n: k for k, n in enumerate(want.notion.names) if n in want.missing[:-1]}
    told = {n: tell(replace(route, values=(route.values[k],)), Aim(0, {}), digits) for n, k in left.items()}
    settled = {n: num(t.number) for n, t in told.items() if t is not None}
    return Asked(want.notion, {n: t for n in want.notion.names if (t := {**settled, **want.values}.get(n)) is not None})


def _why_not_made(have: Asked, want: Asked, made: Mapping[str, Term], stuck: str, unproved: Sequence[str]) -> Missing:
    """Why there is no route: what no theorem speaks of, or what may be proved and is not."""
    if unproved:
        return Missing(f"no certificate was found for {', '.join(unproved)}")
    before = {n: t for n, t in made.items() if list(made).index(n) < list(made).index(stuck)} if stuck else made
    if stuck:
        what = KINDS[stuck].words.format(shown(made[stuck]))
        return Missing(f"no theorem of the library says what {have}{told_made(before)} gives for {what}")
    direct = why_not(have, want)
    if direct.laws is not None and "sampled" not in made:
        return direct
    return Missing(
        f"no theorem of the library leads from {have}{told_made(made)} to {want.notion.name} at these numbers"
    )


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
