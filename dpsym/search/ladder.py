"""The ladder: sign patterns of a term along one symbol, found by factoring, dividing and differentiating.

To find how the sign of f changes along x: drop the factors of known sign; divide what is left by something of known sign so that
the derivative is simpler (the coefficient of a logarithm, an exponential with the simplest coefficient); find the pattern of the
derivative in the same way; climb back up with the signs at the two ends. Exponential polynomials always come to an end, and so
do polynomials in one logarithm or error function over them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..kernel.arithmetic.derivative import NotDifferentiable, derivative
from ..kernel.arithmetic.polynomials import interval_of, univariate
from ..kernel.arithmetic.sturm import polynomial_pattern
from ..kernel.reals.rules.logic import Sign
from ..kernel.reals.rules.patterns import (
    LIMIT,
    Close,
    FromPattern,
    Glue,
    Ladder,
    OneSign,
    Polynomial,
    Scaled,
)
from ..kernel.statements import Domain, Fact, Pattern, Range
from ..kernel.substitution import substitute
from ..kernel.terms import ONE, ZERO, Term, TermError, mul, neg, num, power, relation, sub
from .boxes import box_proof
from .builder import Builder
from .ends import end_sign
from .normal import Cost, Factored, Shape, factored, product, shape
from .plausible import plausible
from .profile import Minimum, minima, simplest, taken_signs
from .work import Work

MAX_DEPTH = 60
MAX_SIGNS = 7
MAX_REFINED = 6  # rungs from the top at which a pattern may be refined
SMALL = 12  # terms up to which squaring away a root of a layer is worth a try
MAX_TERMS = 150  # of a polynomial that is still worth a rung
MAX_PROVED = 2  # rungs at which the prover may be asked for a sign
MAX_ACROSS = 3  # rungs from which another symbol may be tried
SLACK = 2  # rungs on one way down that do not make the term simpler
TRIES = 3  # ways down tried at each rung
ORDERS = (4, 8, 14)  # of the expansions at the ends


Prove = Callable[[Fact], str | None]


def _no_proof(fact: Fact) -> str | None:
    return None


class LadderSearch:
    """`prove` is asked for the signs of end values that depend on other symbols, `prove_quickly` for those of derivatives."""

    def __init__(
        self, builder: Builder, work: Work, prove: Prove = _no_proof, prove_quickly: Prove = _no_proof
    ) -> None:
        self.builder, self.work, self.prove, self.prove_quickly = builder, work, prove, prove_quickly
        self.defined: tuple[str, ...] = ()
        self._memo: dict[tuple[Term, Domain, str], str | None] = {}
        self._slack = SLACK

    def pattern(self, t: Term, domain: Domain, name: str, depth: int = 0) -> str | None:
        """The step that states a sign pattern of t along `name`, whose interval must be open."""
        key = (t, domain, name)
        if key not in self._memo:
            self._memo[key] = None  # a term that leads back to itself leads nowhere
            if depth < MAX_DEPTH:
                self.work.spend()
                found = self._pattern(t, domain, name, depth)
                if not found or len(self.signs(found)) > 1:
                    found = self._across(t, domain, name, depth) or self._by_proof(t, domain, name, depth) or found
                self._memo[key] = found
        return self._memo[key]

    def _refined(self, t: Term, step: str, domain: Domain, name: str, depth: int) -> str:
        """A shorter pattern, if the term does not really take all the signs that the pattern allows.

        A dip that stays above zero is cut out with a box of balls; the sides are found again and all is glued together.
        """
        found = self.signs(step)
        if len(found) < 3 or t.free != {name} or depth > MAX_REFINED:
            return step
        r = domain.range(name)
        dips = [
            (sign, m)
            for sign in (1, -1)
            for m in minima(t if sign > 0 else neg(t), name, r, self.work)
            if m.exact is None
        ]
        for sign, dip in dips:
            middle = self._box(t, sign, dip, domain, name)
            if middle is None:
                continue
            box = self.builder.steps[middle].statement.domain.range(name)
            left = self.pattern(t, domain.with_range(Range(name, r.lower, box.lower)), name, depth + 1)
            right = self.pattern(t, domain.with_range(Range(name, box.upper, r.upper)), name, depth + 1)
            if left and right:
                glued = self._glue(t, (left, middle, right), domain, name)
                if glued and len(self.signs(glued)) < len(found):
                    return glued
        return step

    def _box(self, t: Term, sign: int, dip: Minimum, domain: Domain, name: str) -> str | None:
        """The sign of t on a closed interval around a dip, by balls."""
        for shrink in (1, 4, 32):
            low, high = dip.at - dip.width / shrink, dip.at + dip.width / shrink
            ends = simplest(low, (low + dip.at) / 2), simplest((dip.at + high) / 2, high)
            part = domain.with_range(Range(name, num(ends[0]), num(ends[1]), False, False))
            fact = Fact(part, relation(">" if sign > 0 else "<", t, ZERO))
            self.work.spend()
            rule = box_proof(fact, self.work, most=60)
            done = rule and self.builder.have(fact, rule, self.defined)
            if done:
                return self.builder.have(Pattern(part, name, t, (sign,), True), OneSign(done), self.defined)
        return None

    def _glue(self, t: Term, steps: tuple[str, ...], domain: Domain, name: str) -> str | None:
        signs: list[int] = []
        for s in steps:
            more = self.signs(s)
            signs += more[1:] if signs and signs[-1] == more[0] else more
        return self.builder.have(Pattern(domain, name, t, tuple(signs), False), Glue(steps), self.defined)

    def _across(self, t: Term, domain: Domain, name: str, depth: int) -> str | None:
        """One sign, shown along another symbol."""
        if depth > MAX_ACROSS:
            return None
        for other in domain.names:
            if other != name and other in t.free and not domain.range(other).integer:
                fact = self.one_sign(t, domain, other, depth + 1)
                if fact:
                    r = self.builder.steps[fact].statement.statement  # type: ignore[union-attr]
                    goal = Pattern(domain, name, t, (1 if r.op[0] == ">" else -1,), r.op in ("<", ">"))
                    return self.builder.have(goal, OneSign(fact), self.defined)
        return None

    def _by_proof(self, t: Term, domain: Domain, name: str, depth: int) -> str | None:
        """One sign, by any other technique."""
        if not 0 < depth <= MAX_PROVED or len(t.free) < 2:
            return None
        for sign, op in ((1, ">="), (-1, "<=")):
            goal = Fact(domain, relation(op, t, ZERO))
            step = self.prove_quickly(goal) if plausible(goal, self.work) else None
            if step:
                return self.builder.have(Pattern(domain, name, t, (sign,), False), OneSign(step), self.defined)
        return None

    def one_sign(self, t: Term, domain: Domain, name: str, depth: int = 0) -> str | None:
        """A fact t >= 0 or t <= 0 on the whole domain, from a pattern along `name` with one sign."""
        inside = interior(domain, name)
        step = self.pattern(t, inside, name, depth)
        found = self.builder.steps[step].statement if step else None
        if not step or not isinstance(found, Pattern) or len(found.signs) != 1:
            return None
        r = domain.range(name)
        strict = found.strict and r.lower_open and r.upper_open
        whole = inside.with_range(r)
        if whole != inside:
            step = self.builder.have(Pattern(whole, name, t, found.signs, found.strict), Close(step), self.defined)
        op = (">" if found.signs[0] > 0 else "<") + ("" if strict else "=")
        return step and self.builder.fact(domain, relation(op, t, ZERO), FromPattern(step), self.defined)

    def forget_failures(self) -> None:
        self._memo = {key: step for key, step in self._memo.items() if step}
        self._slack = SLACK

    def signs(self, step: str) -> tuple[int, ...]:
        found = self.builder.steps[step].statement
        return found.signs if isinstance(found, Pattern) else ()

    def _pattern(self, t: Term, domain: Domain, name: str, depth: int) -> str | None:
        parts = factored(self.builder.ctx.field(domain), t)
        if parts is None:
            return None
        unknown = [(f, e) for f, e in parts.factors if e % 2 and not self._sign(f, domain)]
        if not unknown:
            return self._constant_sign(t, parts, domain, name)
        cites: list[str] = []
        if len(unknown) > 1:
            unknown, cites = self._settle(unknown, domain, name, depth)
        if len(unknown) > 1:
            return None
        if not unknown:
            return self._constant_sign(t, parts, domain, name, tuple(cites))
        f, _ = unknown[0]
        core = self.core(f, domain, name, depth)
        return core and self._scaled(t, core, self._rest(parts, f), domain, name, tuple(cites))

    def _sign(self, t: Term, domain: Domain, strict: bool = False) -> int:
        """The visible sign of a term on the domain, 0 if there is none; `strict`: only if it is never zero."""
        for op, sign in ((">", 1), ("<", -1)) if strict else ((">=", 1), ("<=", -1)):
            if self.builder.ctx.holds_where_defined(relation(op, t, ZERO), domain):
                return sign
        return 0

    def _rest(self, parts: Factored, f: Term) -> Term:
        """What is left of the product when one factor f is taken out."""
        left = [(g, e - 1 if g is f else e) for g, e in parts.factors]
        return product(parts.content, tuple((g, e) for g, e in left if e))

    def _constant_sign(
        self, t: Term, parts: Factored, domain: Domain, name: str, cites: tuple[str, ...] = ()
    ) -> str | None:
        if cites:
            return self._product_sign(t, parts, domain, name, cites)
        form = product(parts.content, parts.factors)
        for op in (">", "<", ">=", "<="):
            r = relation(op, t, ZERO)
            shown = Sign(form if op[0] == ">" else neg(form))
            fact = self.builder.fact(domain, r, Sign(), self.defined) or self.builder.fact(
                domain, r, shown, self.defined
            )
            if fact:
                goal = Pattern(domain, name, t, (1 if op[0] == ">" else -1,), op in (">", "<"))
                return self.builder.have(goal, OneSign(fact), self.defined)
        return None

    def _product_sign(self, t: Term, parts: Factored, domain: Domain, name: str, cites: tuple[str, ...]) -> str | None:
        """A product whose factors have known signs, some of them by proof: peel off the proved ones."""
        proved = [c for c in cites if isinstance(self.builder.steps[c].statement, Pattern)]
        if not proved:
            return None
        f = self.builder.steps[proved[0]].statement.term  # type: ignore[union-attr]
        facts = tuple(n for c in cites if c != proved[0] for n in self._as_fact(c))
        return self._scaled(t, proved[0], self._rest(parts, f), domain, name, facts)

    def _as_fact(self, step: str) -> tuple[str, ...]:
        """The relation that a one-sign pattern gives, as a fact to cite."""
        p = self.builder.steps[step].statement
        if not isinstance(p, Pattern) or len(p.signs) != 1:
            return ()
        op = (">" if p.signs[0] > 0 else "<") + ("" if p.strict else "=")
        fact = self.builder.fact(p.domain, relation(op, p.term, ZERO), FromPattern(step), self.defined)
        return (fact,) if fact else ()

    def _settle(
        self, unknown: list[tuple[Term, int]], domain: Domain, name: str, depth: int
    ) -> tuple[list[tuple[Term, int]], list[str]]:
        """Prove that factors have one sign; what remains unknown is returned first."""
        left, cites = [], []
        for f, e in unknown:
            step = self.core(f, domain, name, depth + 1)
            if step and len(self.signs(step)) == 1:
                cites.append(step)
            else:
                left.append((f, e))
        return left, (cites if not left else [n for c in cites for n in self._as_fact(c)])

    def _scaled(
        self, t: Term, step: str, factor: Term, domain: Domain, name: str, cites: tuple[str, ...]
    ) -> str | None:
        """The pattern of t = factor * (term of the step)."""
        found = self.builder.steps[step].statement
        if not isinstance(found, Pattern):
            return None
        if found.term is t:
            return step
        for sign in (1, -1):
            for strict in (True, False) if found.strict else (False,):
                goal = Pattern(domain, name, t, tuple(sign * s for s in found.signs), strict)
                done = self.builder.have(goal, Scaled(step, factor, cites), self.defined)
                if done:
                    return done
        return self._scaled_by_facts(t, step, factor, domain, name, cites)

    def _scaled_by_facts(
        self, t: Term, step: str, factor: Term, domain: Domain, name: str, cites: tuple[str, ...]
    ) -> str | None:
        """The factor is a product of parts whose signs are facts: multiply them in one at a time."""
        if not cites:
            return None
        found = self.builder.steps[step].statement
        current, current_step = found.term, step  # type: ignore[union-attr]
        parts = factored(self.builder.ctx.field(domain), factor)
        if parts is None:
            return None
        for f, e in parts.factors:
            piece = f if e == 1 else power(f, num(e))
            grown = mul(current, piece)
            nxt = None
            for sign in (1, -1):
                for strict in (True, False):
                    base = self.builder.steps[current_step].statement
                    goal = Pattern(domain, name, grown, tuple(sign * s for s in base.signs), strict)  # type: ignore[union-attr]
                    nxt = nxt or self.builder.have(goal, Scaled(current_step, piece, cites), self.defined)
            if nxt is None:
                return None
            current, current_step = grown, nxt
        return self._scaled(t, current_step, num(parts.content), domain, name, ())

    # -- one irreducible factor ---------------------------------------------------------------------------------

    def core(self, f: Term, domain: Domain, name: str, depth: int) -> str | None:
        """The shortest pattern that is found; one with no more signs than f is seen to take is as short as can be."""
        known = self._memo.get((f, domain, name)) if depth else None
        if known:
            return known
        sh = shape(self.builder.ctx.field(domain), f, name)
        if sh is None or sh.terms > MAX_TERMS:
            return None
        self.work.spend(1 + sh.terms // 20)
        least = len(taken_signs(f, name, domain.range(name), self.work)) if f.free == {name} else 1
        best = self._polynomial(f, domain, name) if sh.polynomial else None
        if best and len(self.signs(best)) <= least:
            return best
        squared = None if sh.layers else self._conjugate(f, sh, domain, name, depth)
        if squared:
            return squared
        for step in self._rungs(f, sh, domain, name, depth):
            best = self._shorter(best, step)
            if best and len(self.signs(best)) <= least:
                return best
        if sh.layers and sh.terms <= SMALL:
            best = self._shorter(best, self._conjugate(f, sh, domain, name, depth))
        return best and self._refined(f, best, domain, name, depth)

    def _shorter(self, one: str | None, other: str | None) -> str | None:
        """The pattern with fewer signs, the first if they have as many."""
        if not one or not other:
            return one or other
        return other if len(self.signs(other)) < len(self.signs(one)) else one

    def _rungs(self, f: Term, sh: Shape, domain: Domain, name: str, depth: int) -> Iterator[str | None]:
        """Patterns of f from those of derivatives. Few rungs in a row may lead sideways: to a term that is no simpler."""
        for cost, u, slope, q in self._ways_down(f, sh, domain, name):
            sideways = not (cost < sh.cost or sh.polynomial)  # of a polynomial the degree falls
            if sideways and self._slack == 0:
                continue
            self._slack -= sideways
            step = self._rung(f, u, slope, q, domain, name, depth)
            self._slack += sideways
            yield step

    def _polynomial(self, f: Term, domain: Domain, name: str) -> str | None:
        p = univariate(f, name, self.builder.ctx.field(domain))
        if p is None:
            return None
        signs, strict = polynomial_pattern(p, interval_of(domain.range(name)))
        return self.builder.have(Pattern(domain, name, f, signs, strict), Polynomial(), self.defined)

    def _ways_down(self, f: Term, sh: Shape, domain: Domain, name: str) -> list[tuple[Cost, Term, Term, Term]]:
        """Quotients u = f/q with their derivatives, the simplest derivative first."""
        field = self.builder.ctx.field(domain)
        found: list[tuple[Cost, int, Term, Term, Term]] = []
        divisors = dict.fromkeys([*(a for _, a in sh.layers), *sh.groups[:TRIES], ONE])
        for i, q in enumerate(divisors):
            u = self._quotient(f, q, domain)
            if u is None:
                continue
            try:
                slope = factored(field, derivative(u, name))
            except (NotDifferentiable, TermError):
                return []
            if slope is not None:
                found.append((self._cost(slope, domain, name), i, u, product(slope.content, slope.factors), q))
        return [(cost, u, slope, q) for cost, _, u, slope, q in sorted(found, key=lambda x: x[:2])[:TRIES]]

    def _quotient(self, f: Term, q: Term, domain: Domain) -> Term | None:
        """f/q if q has a visible sign and no zero on the domain."""
        if q is ONE:
            return f
        parts = factored(self.builder.ctx.field(domain), q)
        if parts is None:
            return None
        if not all(self._sign(g, domain, strict=True) for g, _ in parts.factors):
            return None
        inverse = product(1 / parts.content, tuple((g, -e) for g, e in parts.factors))
        return mul(f, inverse)

    def _cost(self, slope: Factored, domain: Domain, name: str) -> Cost:
        """How hard the factors of unknown sign look, the hardest of them."""
        field = self.builder.ctx.field(domain)
        worst: Cost = (0, 0, 0)
        for f, e in slope.factors:
            if name not in f.free or e % 2 == 0 or self._sign(f, domain):
                continue
            sh = shape(field, f, name)
            worst = max(worst, (99, 0, 0) if sh is None else sh.cost)
        return worst

    def _rung(self, f: Term, u: Term, slope: Term, q: Term, domain: Domain, name: str, depth: int) -> str | None:
        below = self.pattern(slope, domain, name, depth + 1)
        if below is None:
            return None
        found = self.builder.steps[below].statement
        if not isinstance(found, Pattern) or len(found.signs) > MAX_SIGNS:
            return None
        left, left_order = self._end(u, domain, name, False, found.signs[0])
        right, right_order = self._end(u, domain, name, True, -found.signs[-1])
        signs = (-found.signs[0], *found.signs)[1 if left else 0 : -1 if right else None]
        if not signs:
            return None
        goal = Pattern(domain, name, u, signs, found.strict)
        step = self.builder.have(goal, Ladder(below, left, right, max(left_order, right_order)), self.defined)
        return step and self._scaled(f, step, q, domain, name, ())

    def _end(self, u: Term, domain: Domain, name: str, upper: bool, wanted: int) -> tuple[str | None, int]:
        for order in ORDERS if u.free == {name} else ORDERS[:1]:  # parameters make the coefficients grow fast
            self.work.spend(order)
            found = end_sign(u, name, domain, upper, order, self.builder.ctx.tick)
            if found is not None:
                return (LIMIT if found * wanted >= 0 else None), order
        return self._end_value(u, domain, name, upper, wanted), ORDERS[0]

    def _end_value(self, u: Term, domain: Domain, name: str, upper: bool, wanted: int) -> str | None:
        """A fact about the value at a finite end: it may depend on the other symbols, or be a number too long for normal forms."""
        r, rest = domain.range(name), domain.without(name)
        at = r.upper if upper else r.lower
        if at is None:
            return None
        if u.free == {name}:
            there = relation(">=" if wanted > 0 else "<=", substitute(u, {name: at}), ZERO)
            return self.builder.have(Fact(rest, there), Sign(), self.defined) if not there.free else None
        parts = factored(self.builder.ctx.field(rest), substitute(u, {name: at}))
        if parts is None:
            return None
        op = ">=" if wanted > 0 else "<="
        return self.prove(Fact(rest, relation(op, product(parts.content, parts.factors), ZERO)))

    def _conjugate(self, f: Term, sh: Shape, domain: Domain, name: str, depth: int) -> str | None:
        """A*R + B with A > 0 > B (or A < 0 < B): its sign is that of (A R)**2 - B**2, over a factor of visible sign."""
        field = self.builder.ctx.field(domain)
        for root, a, b in sh.roots:
            if self._sign(a, domain) * self._sign(b, domain) >= 0:
                continue
            visible = [factored(field, t) for t in (a, b)]  # as products, so that their signs can be seen
            a, b = (t if v is None else product(v.content, v.factors) for t, v in zip((a, b), visible))
            other = sub(mul(a, root), b)
            square = sub(mul(a, a, root, root), mul(b, b))
            parts = factored(field, square)
            if parts is None or not self._sign(other, domain, strict=True):
                continue
            step = self.pattern(product(parts.content, parts.factors), domain, name, depth + 1)
            if step:
                return self._scaled(f, step, power(other, num(-1)), domain, name, ())
        return None


def interior(domain: Domain, name: str) -> Domain:
    """The domain with the symbol's interval open, and without side conditions on the symbol."""
    r = domain.range(name)
    kept = Domain(domain.ranges, tuple(c for c in domain.conditions if name not in c.free))
    return kept.with_range(Range(name, r.lower, r.upper, True, True))
