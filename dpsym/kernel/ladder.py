"""Sign patterns and the monotonicity ladder.

A pattern says how the sign of a term may change along one symbol. From the pattern of the derivative and the values at the
ends follows the pattern of the term: on each piece the term is monotone, so it changes sign there at most once.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq, fmpq_poly

from .balls import compare_closed
from .bounds import EVERYTHING, Interval, closed_interval
from .context import IMPLIED, Context, nonnegative_form
from .defined import continuous
from .derivative import NotDifferentiable, derivative
from .field import Frac, NormalError
from .limits import end_sign
from .rules import Outcome, Rule, cover
from .signs import MAX_DEGREE
from .statements import Domain, Fact, Have, Pattern, Range, Rejected, Statement
from .sturm import polynomial_pattern
from .terms import ZERO, Term, TermError, mul, neg, relation, substitute

LIMIT = "limit"  # in place of a fact's name: the end value is a limit that the kernel expands itself


@dataclass(frozen=True)
class PatternRule(Rule):
    """Base of the rules whose conclusion is a sign pattern."""

    def check(self, goal: Statement, have: Have, ctx: Context) -> Outcome:
        if not isinstance(goal, Pattern):
            return Rejected(have.name, "a relation", f"a sign pattern, for the rule {type(self).__name__}")
        alternating = all(a == -b for a, b in zip(goal.signs, goal.signs[1:]))
        if not goal.signs or not alternating or any(s not in (1, -1) for s in goal.signs):
            return Rejected(have.name, f"signs {goal.signs}", "alternating signs 1 and -1")
        if goal.symbol not in goal.domain.names or goal.domain.range(goal.symbol).integer:
            return Rejected(have.name, f"the symbol {goal.symbol}", "a real symbol of the domain")
        if any(goal.symbol in c.free for c in goal.domain.conditions):
            return Rejected(have.name, f"side conditions on {goal.symbol}", "an interval of the symbol")
        return self.check_pattern(goal, have, ctx)

    def check_pattern(self, goal: Pattern, have: Have, ctx: Context) -> Outcome:
        return Rejected(have.name, "a sign pattern", f"another rule than {type(self).__name__}")


@dataclass(frozen=True)
class OneSign(PatternRule):
    """t >= 0 on D ⊢ t has pattern (+) on D; strict for >. Likewise (-)."""

    of: str

    def check_pattern(self, goal: Pattern, have: Have, ctx: Context) -> Outcome:
        ops = {1: ">", -1: "<"} if goal.strict else {1: ">=", -1: "<="}
        if len(goal.signs) == 1 and ctx.holds(relation(ops[goal.signs[0]], goal.term, ZERO), goal.domain, (self.of,)):
            return None
        return Rejected(
            have.name, f"{ctx.facts.get(self.of)}", f"a fact that gives the signs {goal.signs}, strict: {goal.strict}"
        )


@dataclass(frozen=True)
class Polynomial(PatternRule):
    """t == p(x)/q(x), p q in Q[x], whose sign changes in the interval are counted by a Sturm chain ⊢ the pattern of t."""

    def check_pattern(self, goal: Pattern, have: Have, ctx: Context) -> Outcome:
        p = univariate(goal.term, goal.symbol, goal.domain, ctx)
        if p is None:
            return Rejected(have.name, f"{goal.term!r}", f"a rational function of {goal.symbol} alone")
        span = interval_of(goal.domain.range(goal.symbol))
        signs, strict = polynomial_pattern(p, span)
        if signs == goal.signs and (strict or not goal.strict):
            return None
        return Rejected(have.name, f"signs {goal.signs}, strict: {goal.strict}", f"signs {signs}, strict: {strict}")


@dataclass(frozen=True)
class Sturm(Rule):
    """G == p(x)/q(x), p q in Q[x] with no change of sign on the interval, by a Sturm chain ⊢ G >= 0 (> 0: no root either)."""

    symbol: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        gap, op = nonnegative_form(goal.statement)
        p = univariate(gap, self.symbol, goal.domain, ctx) if self.symbol in goal.domain.names else None
        if p is None:
            return Rejected(have.name, f"{gap!r}", f"a rational function of {self.symbol} alone")
        span = interval_of(goal.domain.range(self.symbol))
        signs, strict = polynomial_pattern(p, span)
        strict = strict and all(p(e) != 0 for e in span.closed_ends)
        if signs == (1,) and op in IMPLIED[">" if strict else ">="]:
            return None
        return Rejected(have.name, f"signs {signs}, roots: {not strict}", f"a polynomial that is {op} 0")


@dataclass(frozen=True)
class Scaled(PatternRule):
    """s has a pattern, t == m s, m > 0 (or m < 0: the signs flip) ⊢ t has the pattern. m >= 0 gives it without strictness."""

    of: str
    factor: Term
    signs: tuple[str, ...] = ()

    def check_pattern(self, goal: Pattern, have: Have, ctx: Context) -> Outcome:
        cited = ctx.pattern(self.of)
        if isinstance(cited, Rejected):
            return cited
        if cited.symbol != goal.symbol or not ctx.covers(goal.domain, cited.domain):
            return Rejected(
                have.name,
                f"{self.of} along {cited.symbol} on {cited.domain}",
                "a pattern that covers the goal's domain",
            )
        if (wrong := ctx.rejects_undefined(self.factor, goal.domain, have.defined, have.name)) is not None:
            return wrong
        if not ctx.same(goal.term, mul(self.factor, cited.term), goal.domain):
            return Rejected(have.name, f"the factor {self.factor!r}", "goal == factor * cited term")
        weak = "" if goal.strict else "="
        for op, flip in ((">", 1), ("<", -1)):
            carried = goal.signs == tuple(flip * s for s in cited.signs) and (cited.strict or not goal.strict)
            if carried and ctx.holds(relation(op + weak, self.factor, ZERO), goal.domain, self.signs):
                return None
        return Rejected(
            have.name, f"signs {goal.signs} from {cited.signs}", "a factor of known sign that carries them over"
        )


@dataclass(frozen=True)
class Ladder(PatternRule):
    """t' has pattern (s1, ..., sk) inside D, the signs of t at the ends ⊢ the pattern of t on D.

    In general (-s1, s1, ..., sk); without the first if s1 t >= 0 at the left end; without the last if -sk t >= 0 at the right.
    `left` and `right` name a fact about the value at a finite end where t is defined, or are LIMIT, and the limit is expanded
    to `order`.
    """

    of: str
    left: str | None = None
    right: str | None = None
    order: int = 4

    def check_pattern(self, goal: Pattern, have: Have, ctx: Context) -> Outcome:
        cited = ctx.pattern(self.of)
        if isinstance(cited, Rejected):
            return cited
        inside = _interior(goal.domain, goal.symbol)
        if cited.symbol != goal.symbol or not ctx.covers(inside, cited.domain):
            return Rejected(
                have.name, f"{self.of} along {cited.symbol} on {cited.domain}", f"a pattern that covers {inside}"
            )
        try:
            slope = derivative(goal.term, goal.symbol)
        except (NotDifferentiable, TermError) as error:
            return Rejected(have.name, str(error), "a differentiable term")
        if (
            wrong := ctx.rejects_undefined(slope, inside, have.defined, have.name)
        ) is not None:  # no kinks: t' is continuous inside
            return wrong
        if not ctx.same(slope, cited.term, inside):
            return Rejected(have.name, f"{self.of}: the term {cited.term!r}", "the derivative of the goal's term")
        signs = [-cited.signs[0], *cited.signs]
        for upper, end, wanted in ((False, self.left, cited.signs[0]), (True, self.right, -cited.signs[-1])):
            if end is not None:
                if (wrong := self._end(goal, have, ctx, end, upper, wanted)) is not None:
                    return wrong
                signs = signs[:-1] if upper else signs[1:]
        if tuple(signs) != goal.signs or (goal.strict and not cited.strict):
            return Rejected(
                have.name, f"signs {goal.signs}, strict: {goal.strict}", f"signs {tuple(signs)}, strict: {cited.strict}"
            )
        return None

    def _end(self, goal: Pattern, have: Have, ctx: Context, end: str, upper: bool, wanted: int) -> Outcome:
        """wanted * (value or limit of the term at the end) >= 0."""
        side = "upper" if upper else "lower"
        if end == LIMIT:
            found = end_sign(goal.term, goal.symbol, goal.domain, upper, self.order, ctx.tick)
            if found is not None and found * wanted >= 0:
                return None
            return Rejected(have.name, f"limit sign {found} at the {side} end", f"limit sign {wanted} or 0")
        r = goal.domain.range(goal.symbol)
        at = r.upper if upper else r.lower
        if at is None or not continuous(goal.term):
            return Rejected(
                have.name, f"a value at the {side} end {at!r}", "a finite end of a continuous term, or a limit"
            )
        value = substitute(goal.term, {goal.symbol: at})
        wrong = ctx.rejects_undefined(value, goal.domain.without(goal.symbol), have.defined, have.name)
        if wrong is not None:  # where the value exists it is the limit
            return wrong
        wanted_relation = relation(">=" if wanted > 0 else "<=", value, ZERO)
        if ctx.holds(wanted_relation, goal.domain.without(goal.symbol), (end,)):
            return None
        return Rejected(have.name, f"{end}: {ctx.facts.get(end)}", f"{wanted_relation!r}")


@dataclass(frozen=True)
class Close(PatternRule):
    """t has a pattern inside D, t is continuous on D ⊢ t has the pattern on D, closed ends included."""

    of: str

    def check_pattern(self, goal: Pattern, have: Have, ctx: Context) -> Outcome:
        cited = ctx.pattern(self.of)
        if isinstance(cited, Rejected):
            return cited
        alike = (cited.term, cited.symbol, cited.signs) == (goal.term, goal.symbol, goal.signs)
        if not alike or goal.strict > cited.strict:
            return Rejected(
                have.name, f"signs {cited.signs} of {cited.term!r}", "the same pattern, inside the goal's domain"
            )
        r = goal.domain.range(goal.symbol)
        if r.lower is not None and r.upper is not None and compare_closed(r.lower, r.upper) != -1:
            return Rejected(have.name, f"the range {r}", "an interval with an interior to close")
        if not continuous(goal.term) or not ctx.covers(_interior(goal.domain, goal.symbol), cited.domain):
            return Rejected(have.name, f"a pattern on {cited.domain}", "a continuous term, all of the interior")
        return None


@dataclass(frozen=True)
class Glue(PatternRule):
    """t has patterns on adjoining intervals that cover the symbol's range in D ⊢ t has the joined pattern on D.

    Equal signs that meet become one piece, which is strict only if t is visibly nonzero where the intervals meet: so it is not.
    """

    of: tuple[str, ...]

    def check_pattern(self, goal: Pattern, have: Have, ctx: Context) -> Outcome:
        joined: list[int] = []
        parts: list[Range] = []
        strict = True
        for name in self.of:
            cited = ctx.pattern(name)
            if isinstance(cited, Rejected):
                return cited
            if (cited.term, cited.symbol) != (goal.term, goal.symbol) or goal.symbol not in cited.domain.names:
                return Rejected(have.name, f"{name}: a pattern of {cited.term!r}", "patterns of the goal's term")
            part = cited.domain.range(goal.symbol)
            if part.integer or not ctx.covers(goal.domain.with_range(part), cited.domain):
                return Rejected(have.name, f"{name} on {cited.domain}", "patterns on parts of the goal's domain")
            strict = strict and cited.strict and (not joined or joined[-1] != cited.signs[0])
            joined += cited.signs[1:] if joined and joined[-1] == cited.signs[0] else cited.signs
            parts.append(part)
        if not cover(parts, goal.domain.range(goal.symbol)):
            return Rejected(have.name, f"parts {parts}", f"adjoining parts of {goal.domain.range(goal.symbol)}")
        if tuple(joined) != goal.signs or (goal.strict and not strict):
            return Rejected(
                have.name, f"signs {goal.signs}, strict: {goal.strict}", f"signs {tuple(joined)}, strict: {strict}"
            )
        return None


@dataclass(frozen=True)
class FromPattern(Rule):
    """t has pattern (+) on D, G == t ⊢ G >= 0 on D; > 0 if strict and the symbol's interval is open. Likewise (-), G == -t."""

    of: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        cited = ctx.pattern(self.of)
        if isinstance(cited, Rejected):
            return cited
        if not ctx.covers(goal.domain, cited.domain):
            return Rejected(have.name, f"{self.of} on {cited.domain}", f"a pattern that covers {goal.domain}")
        gap, op = nonnegative_form(goal.statement)
        r = goal.domain.range(cited.symbol)
        proved = ">" if cited.strict and r.lower_open and r.upper_open and not r.integer else ">="
        same = ctx.same(gap, cited.term if cited.signs == (1,) else neg(cited.term), goal.domain)
        if len(cited.signs) == 1 and same and op in IMPLIED[proved]:
            return None
        return Rejected(
            have.name, f"signs {cited.signs} of {cited.term!r}, which gives {proved}", f"{goal.statement!r}"
        )


def _interior(domain: Domain, name: str) -> Domain:
    r = domain.range(name)
    return domain.with_range(Range(name, r.lower, r.upper, True, True))


def interval_of(r: Range) -> Interval:
    """A range as an interval with rational ends, rounded outward where an end is not rational."""
    lo, hi = (EVERYTHING if end is None else closed_interval(end) for end in (r.lower, r.upper))
    exact_lo, exact_hi = lo.lo == lo.hi, hi.lo == hi.hi
    return Interval(
        lo.lo, hi.hi, lo.lo is None or (exact_lo and r.lower_open), hi.hi is None or (exact_hi and r.upper_open)
    )


# -- polynomials in one variable ------------------------------------------------------------------------------------


def univariate(t: Term, name: str, domain: Domain, ctx: Context) -> fmpq_poly | None:
    """A polynomial in the symbol that has the sign of t wherever t is defined, if t is a rational function of it alone."""
    field = ctx.field(domain)
    try:
        a: Frac = field.stable(lambda: field.normal(t))
    except NormalError:
        return None
    index = next((g.index for g in field.generators if g.kind == "sym" and g.term.value == name), None)
    product = fmpq_poly([1])
    for p in (a.num, a.den):
        coefficients: dict[int, fmpq] = {}
        if index is not None and p.degrees()[index] > MAX_DEGREE:
            return None
        for exponents, c in p.to_dict().items():
            if any(e and i != index for i, e in enumerate(exponents)):
                return None
            coefficients[0 if index is None else int(exponents[index])] = fmpq(c)
        product *= fmpq_poly([coefficients.get(i, 0) for i in range(max(coefficients, default=0) + 1)])
    return product
