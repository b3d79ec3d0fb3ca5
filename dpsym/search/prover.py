"""The prover: tries techniques in turn, each of which leaves checked steps in the builder."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from ..kernel.boxes import NATURAL, Balls
from ..kernel.context import nonnegative_form
from ..kernel.defined import alternatives
from ..kernel.derivative import NotDifferentiable, derivative
from ..kernel.field import NormalError
from ..kernel.ladder import Close, FromPattern
from ..kernel.rules import Follows, Given, Identity, Instance, Sign, Split
from ..kernel.statements import Domain, Fact, Pattern, Range
from ..kernel.terms import ZERO, Term, TermError, num, relation, subterms
from .areas import by_areas
from .boxes import box_proof
from .builder import Builder
from .cases import by_cases, by_contrapositive, by_extremes, with_conditions
from .changes import by_exponential, by_logarithm, by_root, by_rounding, by_wholeness
from .elimination import by_active_bound, by_even_powers, by_projection, tightened
from .factors import by_completing_the_square, by_factors, by_signs, by_squares
from .farkas import prove_linear
from .groups import by_groups
from .hypotheses import by_exponentials_of_conditions, by_logarithms_of_conditions, by_squared_conditions
from .inductions import by_induction
from .integers import integers
from .integrals import by_integrals, define_integrals
from .invariance import by_invariance
from .ladder import Exhausted, LadderSearch, Work, interior
from .lemmas import by_lemmas
from .normal import factored, product
from .parts import by_bounds, by_equalities
from .plausible import plausible
from .profile import minima, simplest
from .ranges import pieces
from .several import pivot
from .sums import by_closed_forms, by_terms

Technique = Callable[["Prover", Fact, int], str | None]

HYPOTHESES: tuple[Technique, ...] = (
    by_projection,
    by_squared_conditions,
    by_logarithms_of_conditions,
    by_exponentials_of_conditions,
)
MAX_DEPTH = 8
EFFORTS = (600, 5_000, 30_000, inf)  # ticks for one technique, round by round; half of it at each depth
LEAST = 60
BOXES_FIRST, BOXES_LAST = 120, 4000


class Prover:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.builder = Builder(work.tick)
        self.defined: tuple[str, ...] = ()
        self.ladder = LadderSearch(
            self.builder, work, lambda fact: self.prove(fact, self._depth + 2), lambda fact: self.prove_quickly(fact)
        )
        self._light = False  # whether only techniques that change the form of a goal are tried
        self._depth = 0
        self.tried: dict[str, None] = {}
        self.effort: float = EFFORTS[0]  # ticks for a technique at the goal itself
        self.cut_short = False  # whether some technique could have used more
        self.stuck: Fact | None = None  # the smallest goal that could not be shown
        self._failed: set[Fact] = set()
        self._not_linear: set[Fact] = set()

    def prove(self, fact: Fact, depth: int = 0) -> str | None:
        """The name of a step that states the fact, or None."""
        known = self.builder.known(fact)
        if known or fact in self._failed or depth > MAX_DEPTH or not self.work.spend():
            return known
        self._failed.add(fact)  # until it is shown
        if depth and not plausible(fact):
            return None
        step = None
        outer, self._depth = self._depth, depth
        try:
            if self.define(fact.statement, fact.domain, depth):
                step = self._attempt(fact, depth)
        except NormalError:  # a term that a technique looks at has no normal form
            step = None
        self._depth = outer
        if step:
            self._failed.discard(fact)
        elif self.stuck is None or depth >= 1:
            self.stuck = self.stuck or fact
        return step

    def prove_quickly(self, fact: Fact) -> str | None:
        """As `prove`, but without techniques that search themselves."""
        if self._light:
            return None
        failed, self._failed, self._light = self._failed, set(), True
        try:
            return self.prove(fact, self._depth + 2)
        finally:
            self._failed, self._light = failed, False

    def prove_lemma(self, fact: Fact) -> str | None:
        """A fact that is known to be within reach: its proof is not charged to the technique that needs it."""
        known = self.builder.known(fact)
        if known:
            return known
        effort, failed, light = self.effort, self._failed, self._light
        self.effort, self._failed, self._light = inf, set(), False
        try:
            with self.work.free():
                return self.prove(fact)
        finally:
            self.effort, self._failed, self._light = effort, failed, light

    def define(self, t: Term, domain: Domain, depth: int = 0) -> bool:
        """Show that t is defined on the domain; the facts that say so are cited by all later steps."""
        define_integrals(self, t, domain, depth)
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
            return self._unequal(fact, depth) or with_conditions(self, fact, depth)
        step = self._at_sight(fact) or by_integrals(self, fact, depth) or self._closed(fact)
        if step or not (fact.statement.free or fact.domain.conditions):
            return step
        if fact.domain.conditions and not self._light:
            smaller = tightened(self, fact)
            if smaller:
                self.note("smaller ranges")
                step = self.prove(smaller[0], depth)
                return step and self.have(fact, Instance(step, (), smaller[1]))
        for technique in self._techniques(fact):
            step = self._tried(technique, fact, depth)
            if step:
                return step
        return None

    def _techniques(self, fact: Fact) -> tuple[Technique, ...]:
        """What is tried, in this order."""
        if self._light:
            return (Prover._linear, by_factors, by_completing_the_square, by_exponential, by_logarithm)
        if fact.statement.op == "==":
            return (Prover._linear, by_equalities, by_closed_forms, by_signs, by_induction, by_cases)
        summed = any(u.op in ("Sum", "Product") for u in subterms(fact.statement))
        bent = any(u.op in ("abs", "min", "max", "Piecewise") for u in subterms(fact.statement))
        powered = any(u.op == "**" and u.args[1].free for u in subterms(fact.statement))
        rounded = any(u.op in ("floor", "ceil") for u in subterms(fact.statement))
        return (
            *((by_closed_forms, by_terms, by_induction, by_areas) if summed else ()),
            by_extremes,
            Prover._few_boxes,
            by_equalities,
            Prover._linear,
            *(HYPOTHESES if fact.domain.conditions else ()),
            *((by_logarithm,) if powered else ()),
            *((by_active_bound, by_even_powers) if fact.domain.conditions else ()),
            by_invariance,
            Prover._without_conditions,
            *((by_cases,) if bent else ()),  # the ladder needs derivatives
            by_bounds,
            by_groups,
            Prover._along,
            pivot,
            by_lemmas,
            by_signs,
            by_factors,
            by_squares,
            by_completing_the_square,
            by_exponential,
            by_root,
            *(() if powered else (by_logarithm,)),
            *((by_wholeness, by_rounding) if rounded else ()),
            *(() if summed else (by_induction,)),
            *(() if bent else (by_cases,)),
            with_conditions,
            by_contrapositive,
            Prover._many_boxes,
        )

    def _tried(self, technique: Technique, fact: Fact, depth: int) -> str | None:
        """One technique within its share of the work."""
        try:
            with self.work.share(max(self.effort / 2**depth, LEAST)):
                return technique(self, fact, depth)
        except (TermError, NormalError):  # a term that the technique wants cannot be built: it is not for this goal
            return None
        except Exhausted:
            self.cut_short = True
            self._depth = depth
            self.builder.ctx.forget()  # what was left half done
            self.ladder.forget_failures()
            if self.work.ticks > self.work.cap:
                raise
            return None

    def start(self, effort: float) -> None:
        """A new round: goals that failed are taken up again, with so much work for each technique."""
        self.effort, self.cut_short = effort, False
        self._failed.clear()
        self.ladder.forget_failures()
        self.stuck = None

    def note(self, technique: str) -> None:
        self.tried.setdefault(technique)

    def have(self, fact: Fact, rule) -> str | None:
        return self.builder.have(fact, rule, self.defined)

    def _at_sight(self, fact: Fact) -> str | None:
        self.note("sign by structure")
        rules = (Given(), Sign(), Identity()) if fact.domain.conditions else (Sign(), Identity())
        found = next((s for s in (self.have(fact, r) for r in rules) if s), None)
        return found or self._as_product(fact)

    def _as_product(self, fact: Fact) -> str | None:
        """The gap as a product whose sign is visible, with symbols as powers of their roots: x + y - 2 sqrt(x y)."""
        gap, op = nonnegative_form(fact.statement)
        parts = factored(self.builder.ctx.field(fact.domain), gap) if op in (">", ">=") else None
        if parts is None or all(e % 2 for _, e in parts.factors):
            return None
        return self.have(fact, Sign(product(parts.content, parts.factors)))

    def _closed(self, fact: Fact) -> str | None:
        """A statement without symbols: balls of growing precision."""
        if fact.statement.free or fact.domain.conditions:
            return None
        self.note("balls")
        for prec in (64, 256, 1024, 4096):
            step = self.have(fact, Balls(NATURAL, prec))
            if step:
                return step
        return None

    def _few_boxes(self, fact: Fact, depth: int) -> str | None:
        return self._boxes(fact, BOXES_FIRST)

    def _many_boxes(self, fact: Fact, depth: int) -> str | None:
        return self._boxes(fact, BOXES_LAST)

    def _boxes(self, fact: Fact, most: int) -> str | None:
        if any(r.lower is None or r.upper is None for r in fact.domain.ranges if r.name in fact.statement.free):
            return None
        if fact.statement.op == "==" or not self.work.spend(most // 100):
            return None
        self.note("balls")
        rule = box_proof(fact, most=most)
        return self.have(fact, rule) if rule else None

    def _unequal(self, fact: Fact, depth: int) -> str | None:
        for op in (">", "<"):
            step = self.prove(Fact(fact.domain, relation(op, fact.statement.lhs, fact.statement.rhs)), depth + 1)
            if step:
                return self.have(fact, Follows(step))
        return None

    def _without_conditions(self, fact: Fact, depth: int) -> str | None:
        """The fact may hold without the hypotheses."""
        if not fact.domain.conditions:
            return None
        step = self.prove(Fact(Domain(fact.domain.ranges), fact.statement), depth + 1)
        return step and self.have(fact, Follows(step))

    def _linear(self, fact: Fact, depth: int) -> str | None:
        if not fact.domain.conditions and len(fact.statement.free) < 2:
            return None
        if fact in self._not_linear:
            return None
        self.note("linear combination of hypotheses")
        before, self.cut_short = self.cut_short, False
        step = prove_linear(fact, lambda f: self.prove(f, depth + 2), self.builder)
        if step is None and not self.cut_short and depth == 0:
            self._not_linear.add(fact)  # more work would not help
        self.cut_short = self.cut_short or before
        return step

    def _along(self, fact: Fact, depth: int) -> str | None:
        """The ladder along each symbol."""
        names = [n for n in fact.domain.names if n in fact.statement.free and not fact.domain.range(n).integer]
        self.note("ladder")
        for name in sorted(names, key=lambda n: not self._monotone(fact, n)) if len(names) > 1 else names:
            step = self._ladder(fact, name)
            if step:
                return step
        for name in [n for n in fact.domain.names if n in fact.statement.free and fact.domain.range(n).integer]:
            step = integers(self, fact, name, depth)
            if step:
                return step
        if len(names) == 1 and len(fact.statement.free) == 1:
            return self._split(fact, names[0], depth) or self._inside_first(fact, names[0], depth)
        return None

    def _monotone(self, fact: Fact, name: str) -> bool:
        """Whether the gap visibly rises or falls along the symbol."""
        try:
            slope = derivative(nonnegative_form(fact.statement)[0], name)
        except (NotDifferentiable, TermError):
            return False
        ctx = self.builder.ctx
        inside = interior(fact.domain, name)
        return any(ctx.holds(relation(op, slope, ZERO), inside) for op in (">=", "<="))

    def _inside_first(self, fact: Fact, name: str, depth: int) -> str | None:
        """A closed end may be all that keeps a technique from working: (1 - x)**10 has no logarithm at x = 1."""
        r = fact.domain.range(name)
        if r.lower_open and r.upper_open:
            return None
        parts = [self.prove(Fact(fact.domain.with_range(Range(name, r.lower, r.upper)), fact.statement), depth + 1)]
        for end, is_open, first in ((r.lower, r.lower_open, True), (r.upper, r.upper_open, False)):
            if parts[0 if first else -1] and end is not None and not is_open:
                at = fact.domain.with_range(Range(name, end, end, False, False))
                parts.insert(0 if first else len(parts), self.prove(Fact(at, fact.statement), depth + 1))
        steps = tuple(p for p in parts if p)
        return self.have(fact, Split(name, steps)) if len(steps) == len(parts) else None

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
        return step and self.have(fact, FromPattern(step))

    def _have_pattern(self, goal: Pattern, rule) -> str | None:
        return self.builder.have(goal, rule, self.defined)

    def _ends_apart(self, fact: Fact, pattern: str, name: str) -> str | None:
        """A strict claim on an interval with closed ends: inside by the pattern, at the ends by value."""
        r, parts = fact.domain.range(name), []
        inside = fact.domain.with_range(Range(name, r.lower, r.upper))
        parts.append(self.have(Fact(inside, fact.statement), FromPattern(pattern)))
        for end, is_open, first in ((r.lower, r.lower_open, True), (r.upper, r.upper_open, False)):
            if end is not None and not is_open:
                at = fact.domain.with_range(Range(name, end, end, False, False))
                step = self.prove(Fact(at, fact.statement), 1)
                parts.insert(0 if first else len(parts), step)
        if any(p is None for p in parts):
            return None
        return self.have(fact, Split(name, tuple(p for p in parts if p)))

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
        parts = pieces(r, cuts)
        if len(parts) < 2:
            return None
        self.note("split at minima")
        steps = []
        for part in parts:
            step = self.prove(Fact(fact.domain.with_range(part), fact.statement), depth + 1)
            if step is None:
                return None
            steps.append(step)
        return self.have(fact, Split(name, tuple(steps)))
