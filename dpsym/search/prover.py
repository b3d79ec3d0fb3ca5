"""The prover: tries techniques in turn, each of which leaves checked steps in the builder."""

from __future__ import annotations

from itertools import pairwise

from flint import arb, fmpq

from ..kernel.balls import Program, compare_closed
from ..kernel.boxes import NATURAL, Balls
from ..kernel.context import nonnegative_form
from ..kernel.defined import alternatives
from ..kernel.ladder import Close, FromPattern
from ..kernel.rules import Absurd, Cases, Combine, Follows, Given, Identity, Instance, Rounding, Sign, Split
from ..kernel.statements import Domain, Fact, Pattern, Range
from ..kernel.terms import FLIPPED, ZERO, Term, add, div, exp, log, negated, num, relation, sub, subterms, sym
from .boxes import box_proof
from .builder import Builder
from .exact_roots import roots
from .farkas import prove_linear
from .ladder import LadderSearch, Work, interior
from .normal import factored, linear_root, linear_roots, product, root_substitution, two_products
from .profile import minima, simplest

MAX_DEPTH = 8
BOXES_FIRST, BOXES_LAST = 120, 4000
PEEL = 6  # integers looked at one by one


class Prover:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.builder = Builder()
        self.defined: tuple[str, ...] = ()
        self.ladder = LadderSearch(self.builder, work, lambda fact: self.prove(fact, self._depth + 2))
        self._depth = 0
        self.tried: dict[str, None] = {}
        self.stuck: Fact | None = None  # the smallest goal that could not be shown
        self._failed: set[Fact] = set()

    def prove(self, fact: Fact, depth: int = 0) -> str | None:
        """The name of a step that states the fact, or None."""
        known = self.builder.known(fact)
        if known or fact in self._failed or depth > MAX_DEPTH or not self.work.spend():
            return known
        self._failed.add(fact)  # until it is shown
        step = None
        outer, self._depth = self._depth, depth
        if self.define(fact.statement, fact.domain, depth):
            step = self._attempt(fact, depth)
        self._depth = outer
        if step:
            self._failed.discard(fact)
        elif self.stuck is None or depth >= 1:
            self.stuck = self.stuck or fact
        return step

    def define(self, t: Term, domain: Domain, depth: int = 0) -> bool:
        """Show that t is defined on the domain; the facts that say so are cited by all later steps."""
        for _ in range(64):
            o = self.builder.ctx.undefined(t, domain, self.defined)
            if o is None:
                return True
            where = domain
            for r in o.bound:
                if r.name in domain.names:
                    return False
                where = where.with_range(r)
            where = where.with_conditions(*o.under)
            if not any(self._all(choice, where, depth) for choice in alternatives(o)):
                return False
        return False

    def _all(self, choice: tuple[Term, ...], domain: Domain, depth: int) -> bool:
        names = []
        for r in choice:
            step = self.prove(Fact(domain, r), depth + 1)
            if step is None:
                return False
            names.append(step)
        self.defined = (*self.defined, *names)
        self.ladder.defined = self.defined
        return True

    # -- techniques -------------------------------------------------------------------------------------------

    def _attempt(self, fact: Fact, depth: int) -> str | None:
        if fact.statement.op == "!=":
            return self._unequal(fact, depth) or self._with_conditions(fact, depth)
        step = self._at_sight(fact) or self._closed(fact)
        if step or not (fact.statement.free or fact.domain.conditions):
            return step
        if fact.statement.op == "==":
            return self._linear(fact, depth) or self._by_cases(fact, depth)
        return (
            self._boxes(fact, BOXES_FIRST)
            or self._linear(fact, depth)
            or self._without_conditions(fact, depth)
            or self._along(fact, depth)
            or self._by_root(fact, depth)
            or self._by_logarithm(fact, depth)
            or self._by_rounding(fact, depth)
            or self._by_cases(fact, depth)
            or self._with_conditions(fact, depth)
            or self._boxes(fact, BOXES_LAST)
        )

    def _try(self, technique: str) -> None:
        self.tried.setdefault(technique)

    def _have(self, fact: Fact, rule) -> str | None:
        return self.builder.have(fact, rule, self.defined)

    def _at_sight(self, fact: Fact) -> str | None:
        self._try("sign by structure")
        rules = (Given(), Sign(), Identity()) if fact.domain.conditions else (Sign(), Identity())
        found = next((s for s in (self._have(fact, r) for r in rules) if s), None)
        return found or self._as_product(fact)

    def _as_product(self, fact: Fact) -> str | None:
        """The gap as a product whose sign is visible, with symbols as powers of their roots: x + y - 2 sqrt(x y)."""
        gap, op = nonnegative_form(fact.statement)
        parts = factored(self.builder.ctx.field(fact.domain), gap) if op in (">", ">=") else None
        if parts is None or all(e % 2 for _, e in parts.factors):
            return None
        return self._have(fact, Sign(product(parts.content, parts.factors)))

    def _closed(self, fact: Fact) -> str | None:
        """A statement without symbols: balls of growing precision."""
        if fact.statement.free or fact.domain.conditions:
            return None
        self._try("balls")
        for prec in (64, 256, 1024, 4096):
            step = self._have(fact, Balls(NATURAL, prec))
            if step:
                return step
        return None

    def _boxes(self, fact: Fact, most: int) -> str | None:
        if any(r.lower is None or r.upper is None for r in fact.domain.ranges if r.name in fact.statement.free):
            return None
        if fact.statement.op == "==" or not self.work.spend(most // 100):
            return None
        self._try("balls")
        rule = box_proof(fact, most=most)
        return self._have(fact, rule) if rule else None

    def _unequal(self, fact: Fact, depth: int) -> str | None:
        for op in (">", "<"):
            step = self.prove(Fact(fact.domain, relation(op, fact.statement.lhs, fact.statement.rhs)), depth + 1)
            if step:
                return self._have(fact, Follows(step))
        return None

    def _without_conditions(self, fact: Fact, depth: int) -> str | None:
        """The fact may hold without the hypotheses."""
        if not fact.domain.conditions:
            return None
        step = self.prove(Fact(Domain(fact.domain.ranges), fact.statement), depth + 1)
        return step and self._have(fact, Follows(step))

    def _linear(self, fact: Fact, depth: int) -> str | None:
        if not fact.domain.conditions and len(fact.statement.free) < 2:
            return None
        self._try("linear combination of hypotheses")
        return prove_linear(fact, lambda f: self.prove(f, depth + 2), self.builder)

    def _along(self, fact: Fact, depth: int) -> str | None:
        """The ladder along each symbol."""
        names = [n for n in fact.domain.names if n in fact.statement.free and not fact.domain.range(n).integer]
        self._try("ladder")
        for name in names:
            step = self._ladder(fact, name)
            if step:
                return step
        for name in [n for n in fact.domain.names if n in fact.statement.free and fact.domain.range(n).integer]:
            step = self._integers(fact, name, depth)
            if step:
                return step
        if len(names) == 1 and len(fact.statement.free) == 1:
            return self._split(fact, names[0], depth)
        return None

    def _integers(self, fact: Fact, name: str, depth: int) -> str | None:
        """For integers as for reals, perhaps after the first few have been looked at one by one."""
        whole = _whole(fact.domain.range(name))
        real = Range(name, whole.lower, whole.upper, whole.lower_open, whole.upper_open)
        step = self.prove(Fact(fact.domain.with_range(real), fact.statement), depth + 1)
        if step:
            return self._have(fact, Follows(step))
        step = self._between_integers(fact, whole, depth)
        if step or whole.lower is None or whole.lower.op != "num":
            return step
        self._try("first integers one by one")
        parts, first = [], int(whole.lower.value.p)  # type: ignore[union-attr]
        for k in range(first, first + PEEL):
            last = whole.upper is not None and compare_closed(num(k), whole.upper) != -1
            at = fact.domain.with_range(Range(name, num(k), num(k), False, False, True))
            here = self.prove(Fact(at, fact.statement), depth + 1)
            if here is None:
                return None
            parts.append(here)
            if last:
                return self._have(fact, Split(name, tuple(parts)))
            above = Range(name, num(k + 1), whole.upper, False, whole.upper_open)
            beyond = self.prove(Fact(fact.domain.with_range(above), fact.statement), depth + 1)
            if beyond:
                rest = Fact(
                    fact.domain.with_range(Range(name, num(k + 1), whole.upper, False, whole.upper_open, True)),
                    fact.statement,
                )
                step = self._have(rest, Follows(beyond))
                return step and self._have(fact, Split(name, (*parts, step)))
        return None

    def _between_integers(self, fact: Fact, whole: Range, depth: int) -> str | None:
        """Leave out what lies strictly between two integers: a dip of the gap, say."""
        gap, name = nonnegative_form(fact.statement)[0], whole.name
        found = roots(gap, name, Domain((Range(name),))) if gap.free == {name} else ()
        cuts = sorted({int(_ball(t).mid().floor().unique_fmpz()) for t in found if not t.free and _ball(t).is_finite()})
        steps = []
        for part in _integer_parts(whole, cuts):
            real = Range(name, part.lower, part.upper, part.lower_open, part.upper_open)
            step = self.prove(Fact(fact.domain.with_range(real), fact.statement), depth + 1)
            step = step and self._have(Fact(fact.domain.with_range(part), fact.statement), Follows(step))
            if step is None:
                return None
            steps.append(step)
        return self._have(fact, Split(name, tuple(steps))) if steps else None

    def _ladder(self, fact: Fact, name: str) -> str | None:
        gap, op = nonnegative_form(fact.statement)
        inside = interior(fact.domain, name)
        step = self.ladder.pattern(gap, inside, name)
        if not step or self.ladder.signs(step) != (1,):
            return None
        found = self.builder.steps[step].statement
        r = fact.domain.range(name)
        if op == ">" and not (r.lower_open and r.upper_open):
            return self._ends_apart(fact, step, name)
        whole = inside.with_range(r)
        if whole != inside:
            step = self._have_pattern(Pattern(whole, name, gap, (1,), found.strict), Close(step))  # type: ignore[union-attr]
        return step and self._have(fact, FromPattern(step))

    def _have_pattern(self, goal: Pattern, rule) -> str | None:
        return self.builder.have(goal, rule, self.defined)

    def _ends_apart(self, fact: Fact, pattern: str, name: str) -> str | None:
        """A strict claim on an interval with closed ends: inside by the pattern, at the ends by value."""
        r, parts = fact.domain.range(name), []
        inside = fact.domain.with_range(Range(name, r.lower, r.upper))
        parts.append(self._have(Fact(inside, fact.statement), FromPattern(pattern)))
        for end, is_open, first in ((r.lower, r.lower_open, True), (r.upper, r.upper_open, False)):
            if end is not None and not is_open:
                at = fact.domain.with_range(Range(name, end, end, False, False))
                step = self.prove(Fact(at, fact.statement), 1)
                parts.insert(0 if first else len(parts), step)
        if any(p is None for p in parts):
            return None
        return self._have(fact, Split(name, tuple(p for p in parts if p)))

    def _split(self, fact: Fact, name: str, depth: int) -> str | None:
        """Cut the interval at points of equality, and around minima that stay above zero."""
        gap, _ = nonnegative_form(fact.statement)
        r = fact.domain.range(name)
        cuts: list[Term] = []
        for m in minima(gap, name, r):
            if m.exact is not None:
                cuts.append(m.exact)
            else:
                low, high = m.at - m.width, m.at + m.width
                cuts += [num(simplest(low, (low + m.at) / 2)), num(simplest((m.at + high) / 2, high))]
        parts = _parts(r, cuts)
        if len(parts) < 2:
            return None
        self._try("split at minima")
        steps = []
        for part in parts:
            step = self.prove(Fact(fact.domain.with_range(part), fact.statement), depth + 1)
            if step is None:
                return None
            steps.append(step)
        return self._have(fact, Split(name, tuple(steps)))

    def _by_root(self, fact: Fact, depth: int) -> str | None:
        """A root of a + b*x becomes the variable: with s = (a + b*x)**(1/n), x = (s**n - a)/b."""
        for name, base, order in linear_roots(fact.statement):
            change = root_substitution(fact, name, base, order)
            if change is None:
                continue
            self._try("substitution")
            inner, symbol, value = change
            step = self.prove(inner, depth + 1)
            if step and self.define(value, fact.domain, depth):
                done = self._have(fact, Instance(step, ((symbol, value),), self.defined))
                if done:
                    return done
        return None

    def _by_logarithm(self, fact: Fact, depth: int) -> str | None:
        """a <= b between positive products from log a <= log b: exp(y) >= 1 for y = log(b/a) >= 0."""
        gap, op = nonnegative_form(fact.statement)
        pair = two_products(self.builder.ctx.field(fact.domain), gap) if op in (">", ">=") else None
        if pair is None:
            return None
        self._try("logarithms")
        big, small = pair
        for t in pair:
            positive = Fact(fact.domain, relation(">", t, ZERO))
            if not self.builder.ctx.holds(positive.statement, fact.domain, self.defined):
                return None
        ratio = sub(log(big), log(small))
        below = self.prove(Fact(fact.domain, relation(op, ratio, ZERO)), depth + 1)
        y = Domain((Range("y", ZERO, None, op == ">", True),))
        base = self._have(Fact(y, relation(op, exp(sym("y")), num(1))), Sign())
        if below is None or base is None:
            return None
        scaled = Fact(fact.domain, relation(op, div(big, small), num(1)))
        step = self._have(scaled, Instance(base, (("y", ratio),), (below,)))
        return step and self._have(fact, Combine(((step, small),)))

    def _by_rounding(self, fact: Fact, depth: int) -> str | None:
        """What floor and ceil are bounded by, as hypotheses."""
        bounds: list[Term] = []
        for u in subterms(fact.statement):
            if u.op in ("floor", "ceil") and u.free <= set(fact.domain.names):
                a = u.args[0]
                if u.op == "floor":
                    bounds += [relation("<=", u, a), relation("<", a, add(u, num(1)))]
                else:
                    bounds += [relation("<=", a, u), relation("<", u, add(a, num(1)))]
        new = [b for b in bounds if b not in fact.domain.conditions]
        if not new:
            return None
        self._try("bounds on floor and ceil")
        facts = [self._have(Fact(fact.domain, b), Rounding()) for b in new]
        step = self.prove(Fact(fact.domain.with_conditions(*new), fact.statement), depth + 1)
        return step and self._have(fact, Instance(step, (), tuple(f for f in facts if f)))

    def _by_cases(self, fact: Fact, depth: int) -> str | None:
        """Split on the sign of what stands under abs, min or max."""
        condition = self._kink(fact)
        if condition is None:
            return None
        self._try("cases")
        steps = []
        for c in (condition, negated(condition)):
            part = Fact(fact.domain.with_conditions(c), fact.statement)
            step = self._ranged(part, c, depth) or self.prove(part, depth + 1)
            if step is None:
                return None
            steps.append(step)
        return self._have(fact, Cases(condition, *steps))

    def _kink(self, fact: Fact) -> Term | None:
        bounds = self.builder.ctx.bounds(fact.domain)
        candidates = [fact.statement, *fact.domain.conditions]
        for t in candidates:
            for u in subterms(t):
                condition = None
                if u.op == "abs":
                    condition = relation(">=", u.args[0], ZERO)
                elif u.op in ("min", "max") and len(u.args) > 1:
                    condition = relation(">=", sub(u.args[0], u.args[1]), ZERO)
                elif u.op == "Piecewise":
                    condition = u.args[1]
                if condition is not None and not condition.free <= set(fact.domain.names):
                    continue
                if (
                    condition is None
                    or condition in fact.domain.conditions
                    or negated(condition) in fact.domain.conditions
                ):
                    continue
                if not bounds.satisfies(condition) and not bounds.satisfies(negated(condition)):
                    return condition
        return None

    def _ranged(self, fact: Fact, condition: Term, depth: int) -> str | None:
        """A condition on one symbol that is the same as a range: x - 1/3 >= 0."""
        names = condition.free
        if len(names) != 1:
            return None
        name = next(iter(names))
        narrowed = _narrow(fact.domain, name, condition)
        if narrowed is None:
            return None
        rest = Domain(narrowed.ranges, tuple(c for c in fact.domain.conditions if c is not condition))
        return None if rest == fact.domain else self._on_part(fact, Fact(rest, fact.statement), condition, name, depth)

    def _on_part(self, fact: Fact, part: Fact, condition: Term, name: str, depth: int) -> str | None:
        """From the part where the condition holds, and its absence elsewhere, to the whole range."""
        inner = self.prove(part, depth + 1)
        if inner is None:
            return None
        steps = []
        for r in _around(fact.domain.range(name), part.domain.range(name)):
            domain = fact.domain.with_range(r)
            if r == part.domain.range(name):
                steps.append(self._have(Fact(domain, fact.statement), Follows(inner)))
            else:
                empty = self.prove(Fact(Domain(domain.ranges), negated(condition)), depth + 1)
                steps.append(empty and self._have(Fact(domain, fact.statement), Absurd(empty)))
        if any(s is None for s in steps):
            return None
        return self._have(fact, Split(name, tuple(s for s in steps if s))) if len(steps) > 1 else steps[0]

    def _with_conditions(self, fact: Fact, depth: int) -> str | None:
        """Side conditions on one symbol cut its range."""
        for c in fact.domain.conditions:
            step = (self._ranged(fact, c, depth) or self._cut(fact, c, depth)) if len(c.free) == 1 else None
            if step:
                return step
        return None

    def _cut(self, fact: Fact, condition: Term, depth: int) -> str | None:
        """Cut the range at the roots of a condition; drop the condition where it holds, and the part where it fails."""
        name = next(iter(condition.free))
        r = fact.domain.range(name)
        if r.integer:
            return None
        found = roots(sub(condition.lhs, condition.rhs), name, Domain((r,)))
        parts = _parts(r, [t for t in found if not t.free])
        if len(parts) < 2:
            return None
        self._try("cut by a condition")
        closed = condition.op in ("<=", ">=", "==")
        rest = tuple(c for c in fact.domain.conditions if c is not condition)
        steps: list[str] = []
        for i, part in enumerate(parts):
            inside = Range(name, part.lower, part.upper)
            if self.prove(Fact(Domain((inside,)), condition), depth + 1):
                own = _with_ends(part, i > 0, i < len(parts) - 1, closed)
                step = self.prove(Fact(Domain(fact.domain.with_range(own).ranges, rest), fact.statement), depth + 1)
                step = step and self._have(Fact(fact.domain.with_range(own), fact.statement), Follows(step))
            else:
                own = _with_ends(part, i > 0, i < len(parts) - 1, not closed)
                empty = self.prove(Fact(Domain((own,)), negated(condition)), depth + 1)
                step = empty and self._have(Fact(fact.domain.with_range(own), fact.statement), Absurd(empty))
            if step is None:
                return None
            steps.append(step)
        return self._have(fact, Split(name, tuple(steps)))


def _whole(r: Range) -> Range:
    """An integer range with closed ends: k > 0 becomes k >= 1."""
    lower, lower_open, upper, upper_open = r.lower, r.lower_open, r.upper, r.upper_open
    if lower is not None and lower.op == "num":
        v: fmpq = lower.value
        lower, lower_open = num(v.floor() + 1 if lower_open else v.ceil()), False
    if upper is not None and upper.op == "num":
        v = upper.value
        upper, upper_open = num(v.ceil() - 1 if upper_open else v.floor()), False
    return Range(r.name, lower, upper, lower_open, upper_open, True)


def _parts(r: Range, cuts: list[Term]) -> list[Range]:
    """The closed pieces of a range between the cuts that lie strictly inside it."""
    inside: list[Term] = []
    for c in cuts:
        above = r.lower is None or compare_closed(c, r.lower) == 1
        below = r.upper is None or compare_closed(c, r.upper) == -1
        if above and below and all(compare_closed(c, d) not in (0, None) for d in inside):
            inside.append(c)
    inside.sort(key=lambda t: _float(t))
    ends: list[tuple[Term | None, bool]] = [
        (r.lower, r.lower_open),
        *((c, False) for c in inside),
        (r.upper, r.upper_open),
    ]
    return [Range(r.name, a, b, a_open, b_open) for (a, a_open), (b, b_open) in pairwise(ends)]


def _with_ends(part: Range, lower_is_cut: bool, upper_is_cut: bool, closed: bool) -> Range:
    """The part with its cuts closed or open."""
    lower_open = not closed if lower_is_cut else part.lower_open
    upper_open = not closed if upper_is_cut else part.upper_open
    return Range(part.name, part.lower, part.upper, lower_open, upper_open)


def _integer_parts(whole: Range, cuts: list[int]) -> list[Range]:
    """The pieces k <= c1, c1 < k <= c2, ... of an integer range; none if there is nothing to cut."""
    parts, lower, lower_open = [], whole.lower, whole.lower_open
    for c in cuts:
        above = lower is None or compare_closed(lower, num(c)) in (-1, 0)
        below = whole.upper is None or compare_closed(num(c), whole.upper) == -1
        if above and below:
            parts.append(Range(whole.name, lower, num(c), lower_open, False, True))
            lower, lower_open = num(c + 1), False
    return [*parts, Range(whole.name, lower, whole.upper, lower_open, whole.upper_open, True)] if parts else []


def _ball(t: Term) -> arb:
    return Program([t], (), point=True).run((), 128)[0]


def _float(t: Term) -> float:
    return float(_ball(t))


def _around(whole: Range, part: Range) -> list[Range]:
    """The pieces of `whole` before, inside and after `part`."""
    pieces = []
    if part.lower is not None and (part.lower, part.lower_open) != (whole.lower, whole.lower_open):
        pieces.append(Range(whole.name, whole.lower, part.lower, whole.lower_open, not part.lower_open))
    pieces.append(part)
    if part.upper is not None and (part.upper, part.upper_open) != (whole.upper, whole.upper_open):
        pieces.append(Range(whole.name, part.upper, whole.upper, not part.upper_open, whole.upper_open))
    return pieces


def _narrow(domain: Domain, name: str, condition: Term) -> Domain | None:
    """The domain with the range cut by a condition that is linear in the symbol."""
    root = linear_root(condition, name)
    r = domain.range(name)
    if root is None or r.integer:
        return None
    at, upward = root  # the condition holds above `at` if upward
    op = condition.op if upward else FLIPPED[condition.op]
    if op in ("==", "!="):
        return None
    is_open = op in ("<", ">")
    if op in (">", ">="):
        if r.lower is not None and compare_closed(at, r.lower) in (-1, None):
            return None
        new = Range(name, at, r.upper, is_open, r.upper_open)
    else:
        if r.upper is not None and compare_closed(at, r.upper) in (1, None):
            return None
        new = Range(name, r.lower, at, r.lower_open, is_open)
    if new.lower is not None and new.upper is not None and compare_closed(new.lower, new.upper) != -1:
        return None
    return domain.with_range(new)
