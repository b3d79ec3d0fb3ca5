"""The best constant in a claim: the least (or greatest) value of a symbol for which it holds, exactly, with proofs on both sides.

At each point of the domain the claim holds from a certain constant on, its level there; the least constant for all points is the
supremum of the level. The supremum is guessed (locating.py). Then the claim is proved at the guess, and that validity spreads from
there. That it fails before is shown along a family of points: at level(x) - s(x), s > 0 tending to 0, the claim fails at x, which is
little more than algebra, and the kernel sees that level(x) - s(x) tends to the constant.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, count, product
from typing import Any

from flint import arb, fmpq

from ..kernel.arithmetic.balls import Unsupported, precision
from ..kernel.arithmetic.closed import compare_closed
from ..kernel.arithmetic.derivative import NotDifferentiable, derivative
from ..kernel.arithmetic.elements import NormalError
from ..kernel.arithmetic.field import Field
from ..kernel.reals.coverage import within
from ..kernel.reals.findings import Fails, Found, Gap, Holds, Region, Values, failing
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Claim, Domain, Range
from ..kernel.substitution import substitute
from ..kernel.terms import (
    BINDERS,
    ONE,
    ZERO,
    Term,
    TermError,
    add,
    div,
    exp,
    func,
    mul,
    neg,
    num,
    power,
    sub,
    subterms,
    sym,
)
from ..kernel.verdicts import Refuted, StepRejected
from ..notation import name_latex
from ..report.text import point_text, term_text
from ..search.exact_roots import fold
from ..search.plausible import plausible, signs_met
from ..search.refuting.sampling import simplest_between
from ..search.work import OutOfSteps
from .exchange import exchange
from .levels import gap, levels
from .locating import PREC, End, Landscape, Reached, Seen, size
from .naming import simplified
from .numbers import Numbers
from .posing import Bench, Progress, QuestionError, checked, demand_points, one_claim
from .reach import out_of_reach
from .results import Constant

EXTREMES = {True: "least", False: "greatest"}
MAX_GUESSES = 4
NO_VALUES = "the sides have no value at any of the points that were tried"


def best_constant(
    claim: Any,
    symbol: Any = "c",
    where: Any = (),
    given: Any = (),
    sense: str | None = None,
    let: Any = (),
    timeout: float = 60,
    progress: Progress | None = None,
) -> Constant:
    """The least or greatest constant for which the claim holds for all its other symbols.

    Without a `sense` it is the one that exists: the least if the claim gets weaker as the constant grows. Exact where a closed form
    is found and proved on both sides; otherwise enclosed to 12 digits, both sides proved; otherwise open.
    """
    start = time.perf_counter()
    name, question = str(symbol), one_claim(claim, where, given, let)
    if sense not in (None, "least", "greatest"):
        raise QuestionError(f"found the sense {sense!r}, expected 'least' or 'greatest'")
    _check_question(question, name)
    bench = Bench(timeout, progress)
    demand_points(question, bench)
    found = _Search(question, name, sense, bench).run()
    return replace(found, seconds=time.perf_counter() - start)


def constant_region(claim: Claim, name: str, bench: Bench) -> tuple[Region | None, str]:
    """Where the claim holds along a symbol, for all values of the others, if validity goes one way along it; else why not."""
    bound = [c for c in (*claim.domain.conditions, *claim.given) if name in c.free]
    if bound or claim.domain.range(name).integer:
        kind = (
            f"an integer {name}"
            if claim.domain.range(name).integer
            else f"the condition {term_text(bound[0])} on {name}"
        )
        return None, f"found {kind}, and other symbols that go over all their values; expected only a range of {name}"
    found = _Search(claim, name, None, bench).run()
    return (found.finding, "") if isinstance(found.finding, Region) else (None, found.reason)


def _check_question(claim: Claim, name: str) -> None:
    if name not in claim.statement.free:
        others = ", ".join(sorted(claim.statement.free)) or "no symbols"
        raise QuestionError(f"found no {name} in the claim, which has {others}; expected a constant to look for")
    if claim.domain.range(name).integer:
        raise QuestionError(f"found an integer {name}, expected a real constant; valid_region looks for integers")
    bound = [c for c in (*claim.domain.conditions, *claim.given) if name in c.free]
    if bound:
        raise QuestionError(
            f"found the condition {term_text(bound[0])} on {name}, expected conditions on other symbols"
        )


class _Search:
    def __init__(self, claim: Claim, name: str, sense: str | None, bench: Bench) -> None:
        self.claim, self.name, self.sense, self.bench = claim, name, sense, bench
        self.range = claim.domain.range(name)
        self.others = claim.domain.without(name)
        self.strict = claim.relation in ("<", ">")
        self.rising = True
        self.region = Region(claim, name, ())

    # -- the order of things ----------------------------------------------------------------------------------

    def run(self) -> Constant:
        try:
            return self._run()
        except OutOfSteps:
            return self.open("the steps of the time limit are used up")

    def _run(self) -> Constant:
        signs = self._direction()
        if len(signs) == 2 and self.range.lower is None and self.range.upper is None:
            self._narrow(Range(self.name, ZERO, None, False, True))
            signs = self._direction()
        if not signs and self._idle():
            return self._without()
        if len(signs) != 1:
            reason = "validity does not go one way along it" if signs else "it could not be evaluated"
            return self.open(f"no direction was seen in {self.name}: {reason}; ask for the region instead")
        self.rising = signs == {1}
        if self.sense not in (None, EXTREMES[self.rising]):
            grows = "grows" if self.rising else "falls"
            raise QuestionError(
                f"found {self.sense}, expected {EXTREMES[self.rising]}: the claim gets weaker as {self.name} {grows}"
            )
        self.bench.say(f"{self.name} works one way: {EXTREMES[self.rising]}")
        self.region = replace(self.region, rising=self.rising)
        monotone = self.bench.spreads(self.region)
        if monotone is None:
            return self.open(f"no proof that validity goes one way along {self.name}")
        self.region = replace(self.region, monotone=monotone)
        return self._located()

    def _idle(self) -> bool:
        """Whether nothing changes along the constant, although it is written."""
        whole = Field(self.claim.domain, self.bench.work.division)
        try:
            return whole.stable(lambda: whole.is_zero(derivative(gap(self.claim), self.name)))
        except (NotDifferentiable, NormalError, TermError):
            return False

    def _without(self) -> Constant:
        """The claim is true for every constant, or it fails at one point for all of them."""
        found = self._always()
        refuted = self.bench.refuted
        if found.status == "always" or refuted is None:
            return found
        at = tuple((n, t) for n, t in refuted.point if n != self.name)
        fails = self.bench.fails(self.region, self.range, (*at, (self.name, sym(self.name))), self.range)
        region = None if fails is None else replace(self.region, pieces=(fails,), monotone=None)
        if region is None or not isinstance(checked(region), Found):
            return self.open(f"{self.name} changes nothing, and the claim fails at {point_text(at)}")
        return self.answer("never", region, f"{self.name} changes nothing; it fails at {point_text(at)}")

    def _narrow(self, r: Range) -> None:
        """From here on the question is about constants in a smaller range: the answer says so."""
        self.range = r
        self.claim = replace(self.claim, domain=self.claim.domain.with_range(r))
        self.region = replace(self.region, claim=self.claim)

    def _direction(self) -> set[int]:
        try:
            slope = derivative(gap(self.claim), self.name)
        except NotDifferentiable:
            return set()
        met = signs_met(slope, self.claim.fact.domain, self.bench.work)
        return met or signs_met(
            slope, Domain(self.claim.domain.ranges), self.bench.work
        )  # equations are not met by chance

    def _located(self) -> Constant:
        reason = "no closed form of the level was found"
        for level in levels(self.claim, self.name, self.bench.work):
            if not self._fits(level):
                continue
            landscape = Landscape(level if self.rising else neg(level), self.others, self.claim.given, self.bench.work)
            seen = landscape.highest()
            if seen is None:
                continue
            self.bench.say(f"about {self._signed(seen.value).str(12, radius=False)}")
            if self._unbounded(level, seen):
                return self._never(level, seen)
            for guess in landscape.guesses(seen)[:MAX_GUESSES]:
                found = self._exact(level, guess if self.rising else replace(guess, value=fold(neg(guess.value))))
                if found is not None:
                    return found
            found = self._enclosed(seen)
            if found is not None:
                return found
            reason = self._about(seen)
            break
        else:
            numeric = self._by_exchange()
            if isinstance(numeric, Constant):
                return numeric
            reason = numeric or (reason if self._has_values() else NO_VALUES)
        return self.open(reason)

    def _has_values(self) -> bool:
        """Whether the sides have values somewhere, and differ."""
        return bool(signs_met(gap(self.claim), self.claim.fact.domain, self.bench.work))

    def _about(self, seen: Seen) -> str:
        value = self._signed(seen.value).str(12, radius=False)
        return f"about {value} (not proved): no proof was found there"

    def _by_exchange(self) -> Constant | str | None:
        """Without a level as a term: the constant that the worst point needs, then the worst point for that constant, and so on."""
        seen = exchange(self.claim, self.name, self.rising, self.bench.work)
        if seen is None:
            return None
        signed = seen if self.rising else replace(seen, value=-seen.value)
        found = self._enclosed(signed)
        return self._about(signed) if found is None else found

    def _signed(self, value: arb) -> arb:
        return value if self.rising else -value

    def _fits(self, level: Term) -> bool:
        """Whether the sides are equal at the level, and it has a value, at some points of the domain."""
        names = self.others.names
        try:
            at_level = substitute(gap(self.claim), {self.name: level})
            program = Numbers([level, at_level], names, point=True)
        except (Unsupported, TermError):
            return False
        landscape = Landscape(ZERO, self.others, self.claim.given, self.bench.work)
        points = landscape.sample(12)
        good = 0 if points else 1
        for point in points:
            with precision(PREC):
                value, rest = program.run([arb(x) for x in point], PREC)
            if value.is_finite() and rest.is_finite() and abs(rest) < arb(10) ** -20:
                good += 1
        return good >= 1

    # -- exact ------------------------------------------------------------------------------------------------

    def _exact(self, level: Term, guess: Reached) -> Constant | None:
        for value in written(guess.value)[:2]:
            self.bench.say(f"trying {self.name} = {term_text(value)}")
            if self._outside(value):
                return self._always()
            if self._out_of_range(value) and not guess.tends:
                return self._none_in_range(guess)
            pieces = self._pieces(level, value, guess)
            if pieces is not None:
                return self._assembled(pieces, value, guess)
            if self.bench.refuted is not None and not guess.tends:
                break
        return None

    def _outside(self, value: Term) -> bool:
        """Whether the whole range of the constant lies beyond the value."""
        end = self.range.lower if self.rising else self.range.upper
        if end is None:
            return False
        order = compare_closed(end, value)
        return order == (1 if self.rising else -1) or (order == 0 and not self._open_end)

    def _out_of_range(self, value: Term) -> bool:
        """Whether the whole range of the constant lies before the value."""
        end = self.range.upper if self.rising else self.range.lower
        return end is not None and compare_closed(end, value) == (-1 if self.rising else 1)

    def _none_in_range(self, guess: Reached) -> Constant | None:
        """No constant of the range will do: the claim fails at one point for all of them."""
        found = self.bench.fails(self.region, self.range, (*guess.at, (self.name, sym(self.name))), self.range)
        if found is None:
            return None
        region = replace(self.region, pieces=(found,))
        reason = f"for each {self.name} of its range it fails at {point_text(guess.at)}"
        return self.answer("never", region, reason) if isinstance(checked(region), Found) else None

    @property
    def _open_end(self) -> bool:
        return self.range.lower_open if self.rising else self.range.upper_open

    def _beyond(self, end: Term, is_open: bool) -> Range:
        r = self.range
        if self.rising:
            return Range(self.name, end, r.upper, is_open, r.upper_open)
        return Range(self.name, r.lower, end, r.lower_open, is_open)

    def _before(self, end: Term, is_open: bool) -> Range:
        r = self.range
        if self.rising:
            return Range(self.name, r.lower, end, r.lower_open, is_open)
        return Range(self.name, end, r.upper, is_open, r.upper_open)

    def _pieces(self, level: Term, value: Term, guess: Reached) -> tuple[Fails, Holds] | None:
        attained = not (self.strict and not guess.tends)
        if not attained:
            fails = self.bench.fails(self.region, self._before(value, False), (*guess.at, (self.name, value)), None)
            holds = None if fails is None else self.bench.holds(self.region, self._beyond(value, True))
            if fails is not None and holds is not None:
                return fails, holds
            return None
        integers = {n: x.number for n, x in guess.at if self.others.range(n).integer and x.is_whole}
        holds = self.bench.holds(self.region, self._beyond(value, False), value, 3.0 if integers else 15.0, integers)
        if holds is None:
            return None
        sharp = self._sharp(level, value, guess)
        return None if sharp is None else (sharp, holds)

    def _assembled(self, pieces: tuple[Fails, Holds], value: Term, guess: Reached) -> Constant | None:
        fails, holds = pieces
        ordered = (fails, holds) if self.rising else (holds, fails)
        region = replace(self.region, pieces=ordered)
        if not isinstance(checked(region), Found):
            return None
        where = point_text(guess.at)
        limits = ", ".join(f"{n} -> {_end_text(e)}" for n, e in guess.tends)
        how = "sharp " + (f"as {limits}" if limits else f"at {where}" if where else "")
        how += f", {where}" if limits and where else ""
        attained = holds.at is not None
        return self.answer("exact", region, value=value, attained=attained, how=how.strip())

    # -- sharpness --------------------------------------------------------------------------------------------

    def _sharp(self, level: Term, value: Term, guess: Reached) -> Fails | None:
        """A family of points along which the claim fails for constants that come arbitrarily close to the value."""
        piece = self._before(value, True)
        for values, parameter, limit, upper in self._families(level, value, guess):
            wanted = Fails(piece, values, parameter, (), limit, upper)
            if out_of_reach(self.region, wanted) is None and self._plausible(values, parameter):
                found = self.bench.fails(self.region, piece, values, parameter, limit, upper)
                if found is not None:
                    return found
        return None

    def _families(self, level: Term, value: Term, guess: Reached) -> Iterator[tuple[Values, Range, Term | None, bool]]:
        down = -1 if self.rising else 1
        if not guess.tends:
            near = fold(add(value, num(down)))
            bounded = self.range.lower if self.rising else self.range.upper
            t = self._before(value, True) if bounded is not None else None
            t = t or (
                Range(self.name, near, value, True, True) if self.rising else Range(self.name, value, near, True, True)
            )
            yield (*guess.at, (self.name, sym(self.name))), t, None, True
            step = Range(fresh("t", self.claim), ZERO, ONE, True, False)
            moved = add(value, mul(num(down), sym(step.name)))
            yield (*guess.at, (self.name, moved)), step, value, False
            return
        for put, t, small, upper in approaches(guess, self.claim.domain, self.claim):
            at_level = fold_level(level, put)
            constants = [at_level] if self.strict else [add(at_level, mul(num(down), small))]
            for c in constants:
                yield (*put.items(), (self.name, c)), t, value, upper
            for k, p in product((1, fmpq(1, 4), 4), (2, 1)):
                rate = add(value, mul(num(fmpq(down) * k), power(small, num(p)) if p != 1 else small))
                yield (*put.items(), (self.name, rate)), t, value, upper

    def _plausible(self, values: Values, parameter: Range) -> bool:
        """Whether the claims that a family needs hold at a few points."""
        try:
            claims = failing(self.claim, values, parameter)
        except (StepRejected, TermError):
            return False
        return all(plausible(c.fact, self.bench.work) for c in claims)

    # -- other answers ----------------------------------------------------------------------------------------

    def _enclosed(self, seen: Seen) -> Constant | None:
        """Two decimals around the constant, both proved."""
        low, high = decimals_around(self._signed(seen.value))
        before, beyond = (low, high) if self.rising else (high, low)
        self.bench.say(f"enclosing {self.name} between {low} and {high}")
        fails = None
        for digits in (6, 9, None):  # a short point, if it will do
            point = tuple((n, num(x if digits is None else _rounded(x, digits))) for n, x in seen.point)
            values = (*point, (self.name, num(before)))
            fails = fails or self.bench.fails(self.region, self._before(num(before), False), values, None)
        if fails is None:
            return None
        holds = self.bench.holds(self.region, self._beyond(num(beyond), False), num(beyond), 10.0, dict(seen.point))
        if holds is None:
            return None
        middle = Gap(Range(self.name, num(low), num(high), True, True))
        pieces = (fails, middle, holds) if self.rising else (holds, middle, fails)
        region = replace(self.region, pieces=pieces)
        if not isinstance(checked(region), Found):
            return None
        how = f"fails before it at {point_text(fails.values[:-1])}"
        how = how if len(how) < 100 else ""
        return self.answer("enclosed", region, lower=num(low), upper=num(high), how=how)

    def _always(self) -> Constant:
        piece = self.bench.holds(self.region, self.range)
        if piece is None:
            return self.open("it seems to hold for every constant, but no proof was found")
        region = replace(self.region, pieces=(piece,))
        if not isinstance(checked(region), Found):
            return self.open("it seems to hold for every constant, but the kernel did not accept the proof")
        return self.answer("always", region)

    def _unbounded(self, level: Term, seen: Seen) -> bool:
        """Whether the level keeps growing as one symbol goes on towards an end of its range."""
        if seen.value < 3:
            return False
        landscape = Landscape(level if self.rising else neg(level), self.others, self.claim.given, self.bench.work)
        return landscape.grows(seen)

    def _never(self, level: Term, seen: Seen) -> Constant:
        """No constant will do: for each of them a point where the claim fails."""
        r, c = self.range, sym(self.name)
        far = add(power(c, num(2)), num(2))
        for n, _ in seen.point:
            own = self.claim.domain.range(n)
            for w in _escapes(own, far):
                rest = tuple((m, num(y)) for m, y in seen.point if m != n)
                found = self.bench.fails(self.region, r, (*rest, (n, w), (self.name, c)), r, seconds=3.0)
                if found is not None:
                    region = replace(self.region, pieces=(found,), monotone=None)
                    if isinstance(checked(region), Found):
                        reason = f"for each {self.name} it fails at {point_text((*rest, (n, fold(w))))}"
                        return self.answer("never", region, reason=reason)
        names = ", ".join(n for n, _ in seen.point)
        return self.open(f"the constant that is needed seems to grow without bound along {names} (not proved)")

    def answer(self, status: str, region: Region | None, reason: str = "", **found: Any) -> Constant:
        return Constant(region, reason, 0.0, self.claim, self.name, EXTREMES[self.rising], status, **found)

    def open(self, reason: str) -> Constant:
        refuted = self.bench.refuted
        if isinstance(refuted, Refuted) and 1 <= len(refuted.point) < 4:
            reason += f"; the last claim that was tried fails at {point_text(refuted.point)}"
        return self.answer("open", None, reason)


# -- families -------------------------------------------------------------------------------------------------


def approaches(guess: Reached, domain: Domain, claim: Claim) -> Iterator[tuple[dict[str, Term], Range, Term, bool]]:
    """Ways to approach an end: values of the symbols in one parameter, its range, a small positive term, and where it tends."""
    if len(guess.tends) == 1:
        name, end = guess.tends[0]
        near = tail(domain.range(name), end)
        if near is not None:
            x = sym(name)
            small = div(ONE, x) if end.end is None else fold(sub(x, end.end) if not end.upper else sub(end.end, x))
            small = neg(small) if end.end is None and not end.upper else small
            yield {**dict(guess.at), name: x}, near, small, end.upper
        return
    if any(domain.range(n).integer for n, _ in guess.tends):
        return
    step = Range(fresh("t", claim), ZERO, num(1, 2), True, False)
    t = sym(step.name)
    for powers in product((1, 2), repeat=len(guess.tends)):
        put = dict(guess.at)
        for (name, end), k in zip(guess.tends, powers):
            small = t if k == 1 else power(t, num(k))
            if end.end is None:
                put[name] = div(ONE, small) if end.upper else neg(div(ONE, small))
            else:
                put[name] = fold(sub(end.end, small) if end.upper else add(end.end, small))
        ends = {n: put[n] for n, _ in guess.tends}
        yield {n: substitute(v, ends) for n, v in put.items()}, step, t, False


def tail(r: Range, end: End) -> Range | None:
    """The part of a range next to an end, small enough to be harmless."""
    if end.end is None:
        bound = r.lower if end.upper else r.upper
        start = ONE if end.upper else neg(ONE)
        if bound is not None:
            order = compare_closed(bound, start)
            start = start if order == (-1 if end.upper else 1) else fold(add(bound, ONE if end.upper else neg(ONE)))
        if r.integer and not start.is_whole:
            return None
        return (
            Range(r.name, start, None, False, True, r.integer)
            if end.upper
            else Range(r.name, None, start, True, False, r.integer)
        )
    if r.integer:
        return None
    other = r.lower if end.upper else r.upper
    step = num(1, 2)
    far = fold(sub(end.end, step) if end.upper else add(end.end, step))
    if other is not None and compare_closed(other, far) != (-1 if end.upper else 1):
        far = fold(div(add(end.end, other), num(2)))
    found = Range(r.name, far, end.end, False, True) if end.upper else Range(r.name, end.end, far, True, False)
    return found if within(found, r) else None


def fold_level(level: Term, put: dict[str, Term]) -> Term:
    return fold(substitute(level, put))


def fresh(name: str, claim: Claim) -> str:
    """The name, with a number after it where the claim has a symbol, free or bound, that is written in the same way."""
    terms = (*claim.domain.conditions, *claim.given, claim.statement)
    bound = (u.name for t in terms for u in subterms(t) if u.op in BINDERS)
    taken = {name_latex(n) for n in (*claim.domain.names, *bound)}
    return next(n for n in chain([name], (f"{name}{i}" for i in count(1))) if name_latex(n) not in taken)


def _escapes(r: Range, far: Term) -> Iterator[Term]:
    if r.lower is None and not r.integer:
        yield fold(sub(ZERO if r.upper is None else r.upper, far))
        yield fold(sub(ZERO if r.upper is None else r.upper, power(far, num(2))))
        yield fold(sub(ZERO if r.upper is None else r.upper, exp(far)))
    if r.upper is None and not r.integer:
        yield far if r.lower is None else fold(add(r.lower, far))
        yield fold(add(ZERO if r.lower is None else r.lower, power(far, num(2))))
        yield fold(add(ZERO if r.lower is None else r.lower, exp(far)))
    for end, s in ((r.lower, 1), (r.upper, -1)):
        if end is not None and not r.integer:
            width = ONE if r.lower is None or r.upper is None else sub(r.upper, r.lower)
            for k in (1, 2):
                yield fold(add(end, mul(num(s), width, power(far, num(-k)))))
            yield fold(add(end, mul(num(s), width, exp(neg(far)))))
    if r.integer and r.upper is None:
        yield add(ZERO if r.lower is None else r.lower, func("ceil", far))


def _end_text(end: End) -> str:
    return ("oo" if end.upper else "-oo") if end.end is None else term_text(end.end)


def written(value: Term) -> list[Term]:
    """The ways to write a number, the shortest first."""
    found: dict[Term, None] = {value: None}
    try:
        whole = Field()
        found.setdefault(fold(whole.stable(lambda: whole.term(whole.normal(value)))))
    except (NormalError, TermError, ArithmeticError):
        pass
    if size(value) > 4:
        for t in simplified(value):
            found.setdefault(t)
    about = enclose(value, PREC)
    with precision(PREC):
        same = [t for t in found if abs(enclose(t, PREC) - about) < arb(10) ** -40 * (1 + abs(about))]
    return sorted(same, key=size) or [value]


def _rounded(x: fmpq, digits: int) -> fmpq:
    """The simplest fraction that agrees with x to so many digits."""
    room = abs(x) / 10**digits
    return simplest_between(x - room, x + room)


def decimals_around(value: arb) -> tuple[fmpq, fmpq]:
    """Two decimals with 13 digits, one or two units apart, around the value."""
    with precision(PREC):
        exponent = 13 - int((abs(value).log() / arb(10).log()).mid().floor().unique_fmpz()) if value != 0 else 13
        scale = fmpq(10) ** exponent
        scaled = value * arb(scale)
        low = scaled.mid().floor().unique_fmpz()
        rest = scaled - arb(low)
    below, above = (
        int(rest < arb("1e-6")),
        int(rest > 1 - arb("1e-6")),
    )  # a number that is a decimal is not its own neighbour
    return fmpq(low - below) / scale, fmpq(low + 1 + above) / scale
