"""The rules of the real kernel. Each checks a step it is given; none computes a result.

A rule's `check(goal, have, ctx)` returns None if the goal follows, or a Rejected that says what was found and what was expected.
The goal's own terms have been shown to be defined on the goal's domain before the rule is asked. Notation: D is the goal's
domain, G the goal's gap (rhs - lhs for <=, lhs - rhs for >=), H the gap of a cited fact, == between terms is equality of normal
forms. A fact is cited only where its domain covers D.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from .balls import compare_closed
from .context import IMPLIED, Context, lower_within, nonnegative_form, upper_within, within
from .derivative import NotDifferentiable, derivative
from .statements import Domain, Fact, Have, Range, Rejected, Statement, integer_valued
from .terms import ONE, ZERO, Term, TermError, add, div, func, mul, neg, negated, relation, sub, substitute, sym

Outcome = Rejected | None


@dataclass(frozen=True)
class Rule:
    """Base of all rules. `grade` is exact or enclosure."""

    grade: ClassVar[str] = "exact"
    defines: ClassVar[bool] = False  # whether the rule itself shows that the left side of a relation is defined

    def check(self, goal: Statement, have: Have, ctx: Context) -> Outcome:
        if not isinstance(goal, Fact):
            return Rejected(have.name, "a sign pattern", f"a relation, for the rule {type(self).__name__}")
        return self.check_fact(goal, have, ctx)

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        return Rejected(have.name, "a relation", f"a sign pattern, for the rule {type(self).__name__}")


@dataclass(frozen=True)
class Given(Rule):
    """⊢ c on D, for a side condition c of D."""

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        for c in goal.domain.conditions:
            if c.lhs is goal.statement.lhs and c.rhs is goal.statement.rhs and goal.statement.op in IMPLIED[c.op]:
                return None
        return Rejected(have.name, f"{goal.statement!r}", "one of the domain's side conditions")


@dataclass(frozen=True)
class Identity(Rule):
    """lhs == rhs as normal forms ⊢ lhs R rhs, for R one of ==, <=, >=."""

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        s = goal.statement
        if s.op not in IMPLIED["=="]:
            return Rejected(have.name, f"the relation {s.op}", "==, <= or >=")
        if ctx.same(s.lhs, s.rhs, goal.domain):
            return None
        return Rejected(have.name, "sides with different normal forms", "an identity")


@dataclass(frozen=True)
class Rounding(Rule):
    """⊢ floor(a) <= a, a < floor(a) + 1, a <= ceil(a), ceil(a) < a + 1."""

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        l, op, r = goal.statement.lhs, goal.statement.op, goal.statement.rhs
        below = op == "<=" and ((l.op == "floor" and l.args[0] is r) or (r.op == "ceil" and r.args[0] is l))
        above = op == "<" and (r is add(func("floor", l), ONE) or (l.op == "ceil" and r is add(l.args[0], ONE)))
        return None if below or above else Rejected(have.name, f"{goal.statement!r}", "a bound on floor or ceil")


@dataclass(frozen=True)
class Sign(Rule):
    """G == form, form op 0 by structure ⊢ G op 0. Without a form: G op 0 by structure or by the signs of G's factors.

    The form may be a product, a sum of squares, a polynomial shifted to u = 1 + t or in Bernstein form (x - a)**i (b - x)**j
    with nonnegative coefficients: whatever shows its sign by its shape.
    """

    form: Term | None = None

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        bounds = ctx.bounds(goal.domain)
        if self.form is None:
            if ctx.holds(goal.statement, goal.domain):
                return None
            return Rejected(
                have.name, f"{goal.statement!r}, in {bounds.of(nonnegative_form(goal.statement)[0])}", "a visible sign"
            )
        gap, op = nonnegative_form(goal.statement)
        if (wrong := ctx.rejects_undefined(self.form, goal.domain, have.defined, have.name)) is not None:
            return wrong
        if not ctx.same(gap, self.form, goal.domain):
            return Rejected(have.name, f"the form {self.form!r}", "the same normal form as the gap")
        interval = bounds.of(self.form)
        if interval.satisfies(op):
            return None
        return Rejected(have.name, f"a form in {interval}", f"form {op} 0 by structure")


@dataclass(frozen=True)
class Follows(Rule):
    """a R b on E ⊢ a S b on D, for D within E and R implies S; or the same relation with equal gaps."""

    of: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        cited = ctx.fact(self.of)
        if isinstance(cited, Rejected):
            return cited
        if not ctx.covers(goal.domain, cited.domain):
            return Rejected(have.name, f"a fact on {cited.domain}", f"one that covers {goal.domain}")
        if ctx.holds(goal.statement, goal.domain, (self.of,)):
            return None
        return Rejected(have.name, f"{cited.statement!r}", f"a statement that implies {goal.statement!r}")


@dataclass(frozen=True)
class Chain(Rule):
    """a0 R1 a1, a1 R2 a2, ... ⊢ a0 R an, R the strictest that the links allow."""

    of: tuple[str, ...]

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        links = [ctx.fact(name) for name in self.of]
        at, ops = goal.statement.lhs, set()
        for name, link in zip(self.of, links):
            if isinstance(link, Rejected):
                return link
            if not ctx.covers(goal.domain, link.domain) or link.statement.lhs is not at:
                return Rejected(
                    have.name, f"the link {name}: {link.statement!r}", f"a link from {at!r} on the goal's domain"
                )
            at = link.statement.rhs
            ops.add(link.statement.op)
        if not links or at is not goal.statement.rhs:
            return Rejected(have.name, f"a chain that ends at {at!r}", f"one that ends at {goal.statement.rhs!r}")
        for weak, strict in (("<=", "<"), (">=", ">")):
            if ops <= {"==", weak, strict}:
                result = strict if strict in ops else weak if weak in ops else "=="
                if goal.statement.op in IMPLIED[result]:
                    return None
        return Rejected(have.name, f"links {sorted(ops)}", f"links that give {goal.statement.op}")


@dataclass(frozen=True)
class Combine(Rule):
    """H1 >= 0, ..., Hn >= 0, m1, ..., mn >= 0, rest >= 0, G == sum mi Hi + rest ⊢ G >= 0.

    Multipliers of equalities may have any sign. Strict if the rest, or one mi and its Hi, are strictly positive. With one fact
    this is rescaling by a factor of known sign, with hypotheses it is Farkas. `signs` names facts that show mi or rest >= 0.
    """

    using: tuple[tuple[str, Term], ...]
    rest: Term = ZERO
    signs: tuple[str, ...] = ()

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        gap, op = nonnegative_form(goal.statement)
        parts, strict, equal = [self.rest], self._positive(self.rest, goal, ctx), self.rest is ZERO
        for t in (self.rest, *(m for _, m in self.using)):
            if (wrong := ctx.rejects_undefined(t, goal.domain, have.defined, have.name)) is not None:
                return wrong
        for name, m in self.using:
            cited = ctx.fact(name)
            if isinstance(cited, Rejected):
                return cited
            if not ctx.covers(goal.domain, cited.domain):
                return Rejected(have.name, f"{name} on {cited.domain}", f"a fact that covers {goal.domain}")
            h, cited_op = nonnegative_form(cited.statement)
            if cited_op == "!=":
                return Rejected(have.name, f"{name}: {cited.statement!r}", "an inequality or an equality")
            if cited_op != "==" and not ctx.holds(relation(">=", m, ZERO), goal.domain, self.signs):
                return Rejected(
                    have.name, f"the multiplier {m!r} of {name}", "a multiplier that is visibly nonnegative"
                )
            strict = strict or (cited_op == ">" and self._positive(m, goal, ctx))
            equal = equal and cited_op == "=="
            parts.append(mul(m, h))
        if not equal and not ctx.holds(relation(">=", self.rest, ZERO), goal.domain, self.signs):
            return Rejected(have.name, f"the rest {self.rest!r}", "a rest that is visibly nonnegative")
        proved = "==" if equal else ">" if strict else ">="
        if op not in IMPLIED[proved]:
            return Rejected(have.name, f"a combination {proved} 0", f"one that gives {op} 0")
        if not ctx.same(gap, add(*parts), goal.domain):
            return Rejected(have.name, "a combination with another normal form", "the goal's gap")
        return None

    def _positive(self, t: Term, goal: Fact, ctx: Context) -> bool:
        return ctx.holds(relation(">", t, ZERO), goal.domain, self.signs)


@dataclass(frozen=True)
class Instance(Rule):
    """F on E, values of E's symbols inside E on all of D ⊢ F with those values, on D.

    This is substitution (u = exp(x) and every other change of variables) and the use of a lemma. `inside` names facts that
    show that the values lie in E.
    """

    of: str
    at: tuple[tuple[str, Term], ...]
    inside: tuple[str, ...] = ()

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        cited = ctx.fact(self.of)
        if isinstance(cited, Rejected):
            return cited
        unknown = [name for name, _ in self.at if name not in cited.domain.names]
        if unknown or len(dict(self.at)) != len(self.at):
            return Rejected(
                have.name, f"values for {[n for n, _ in self.at]}", f"at most one for each of {cited.domain.names}"
            )
        values = {name: sym(name) for name in cited.domain.names} | dict(self.at)
        for t in values.values():
            if t.free - set(goal.domain.names):
                return Rejected(have.name, f"the value {t!r}", "values in the goal's symbols")
            if (wrong := ctx.rejects_undefined(t, goal.domain, have.defined, have.name)) is not None:
                return wrong
        outside = self._outside(cited.domain, values, goal, have, ctx)
        if outside is not None:
            return Rejected(
                have.name, f"values for which {outside!r} is not shown", f"values in the domain of {self.of}"
            )
        statement = substitute(cited.statement, values)
        (g, op), (h, cited_op) = nonnegative_form(goal.statement), nonnegative_form(statement)
        if op in IMPLIED[cited_op] and (g is h or ctx.same(g, h, goal.domain)):
            return None
        if cited_op == op == "==" and ctx.same(g, neg(h), goal.domain):
            return None
        return Rejected(have.name, f"the instance {statement!r}", f"one that gives {goal.statement!r}")

    def _outside(self, domain: Domain, values: dict[str, Term], goal: Fact, have: Have, ctx: Context) -> Term | None:
        """The first membership condition that is not shown."""
        for r in domain.ranges:
            t = values[r.name]
            if t.op == "sym" and within(goal.domain.range(str(t.value)), r):
                continue
            if r.integer and not integer_valued(t, goal.domain):
                return relation("==", t, t)
            needed = []
            if r.lower is not None:
                needed.append(relation(">" if r.lower_open else ">=", t, r.lower))
            if r.upper is not None:
                needed.append(relation("<" if r.upper_open else "<=", t, r.upper))
            for c in needed:
                if not ctx.holds(c, goal.domain, self.inside):
                    return c
        for c in domain.conditions:
            c = substitute(c, values)
            meaningless = c not in goal.domain.conditions and ctx.undefined(c, goal.domain, have.defined) is not None
            if meaningless or not ctx.holds(c, goal.domain, self.inside):
                return c
        return None


@dataclass(frozen=True)
class Replace(Rule):
    """x == t on D, F on D, F[x := t] == G[x := t] ⊢ G on D, for a symbol x."""

    equal: str
    of: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        equal, cited = ctx.fact(self.equal), ctx.fact(self.of)
        for name, f in ((self.equal, equal), (self.of, cited)):
            if isinstance(f, Rejected):
                return f
            if not ctx.covers(goal.domain, f.domain):
                return Rejected(have.name, f"{name} on {f.domain}", f"a fact that covers {goal.domain}")
        x, t = equal.statement.lhs, equal.statement.rhs  # type: ignore[union-attr]
        if equal.statement.op != "==" or x.op != "sym":  # type: ignore[union-attr]
            return Rejected(have.name, f"{self.equal}: {equal}", "x == t for a symbol x")
        (g, op), (h, cited_op) = (
            nonnegative_form(substitute(s, {str(x.value): t}))
            for s in (goal.statement, cited.statement)  # type: ignore[union-attr]
        )
        if op in IMPLIED[cited_op] and (g is h or ctx.same(g, h, goal.domain)):
            return None
        return Rejected(have.name, f"{self.of}: {cited}", f"a statement that becomes {goal.statement!r}")


@dataclass(frozen=True)
class Cases(Rule):
    """F on D with c, F on D with not c ⊢ F on D. Both sides of c must be defined on D."""

    condition: Term
    yes: str
    no: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        c = self.condition
        if not c.is_relation or c.free - set(goal.domain.names):
            return Rejected(have.name, f"{c!r}", "a relation between terms in the goal's symbols")
        if (wrong := ctx.rejects_undefined(c, goal.domain, have.defined, have.name)) is not None:
            return wrong
        for name, case in ((self.yes, c), (self.no, negated(c))):
            cited = ctx.fact(name)
            if isinstance(cited, Rejected):
                return cited
            part = goal.domain.with_conditions(case)
            if not ctx.holds(goal.statement, part, (name,)):
                return Rejected(
                    have.name, f"{name}: {cited.statement!r} on {cited.domain}", f"{goal.statement!r} on {part}"
                )
        return None


@dataclass(frozen=True)
class Absurd(Rule):
    """not c on E, c a side condition of D ⊢ anything on D, for there are no such points."""

    of: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        for c in goal.domain.conditions:
            rest = Domain(goal.domain.ranges, tuple(d for d in goal.domain.conditions if d is not c))
            if ctx.holds(negated(c), rest, (self.of,)):
                return None
        return Rejected(have.name, f"{self.of}: {ctx.facts.get(self.of)}", "a fact that contradicts a side condition")


@dataclass(frozen=True)
class Split(Rule):
    """F on D with x in I1, ..., F on D with x in In, the intervals I1, ..., In cover x's range in D ⊢ F on D."""

    symbol: str
    of: tuple[str, ...]

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        if self.symbol not in goal.domain.names or not self.of:
            return Rejected(
                have.name, f"a split on {self.symbol}", "a symbol of the goal's domain and at least one part"
            )
        parts = []
        for name in self.of:
            cited = ctx.fact(name)
            if isinstance(cited, Rejected):
                return cited
            if self.symbol not in cited.domain.names:
                return Rejected(
                    have.name, f"{name}, which does not bind {self.symbol}", "a fact on a part of its range"
                )
            part = cited.domain.range(self.symbol)
            if not ctx.holds(goal.statement, goal.domain.with_range(part), (name,)):
                return Rejected(
                    have.name, f"{name}: {cited.statement!r} on {cited.domain}", f"{goal.statement!r} on a part"
                )
            parts.append(part)
        whole = goal.domain.range(self.symbol)
        if cover(parts, whole):
            return None
        return Rejected(have.name, f"parts {parts}", f"adjoining parts of {whole}")


def cover(parts: list[Range], whole: Range) -> bool:
    """Whether the intervals, in rising order, adjoin and contain the whole range."""
    if not parts or any(p.integer and not whole.integer for p in parts):
        return False
    adjoin = all(_adjoins(a, b, whole.integer) for a, b in pairwise(parts))
    return lower_within(whole, parts[0]) and upper_within(whole, parts[-1]) and adjoin


def _adjoins(left: Range, right: Range, integer: bool) -> bool:
    if left.upper is None or right.lower is None:
        return True
    if integer and not left.upper_open and not right.lower_open and left.upper.op == right.lower.op == "num":
        return right.lower.value.ceil() <= left.upper.value.floor() + 1  # type: ignore[union-attr]
    order = compare_closed(right.lower, left.upper)
    return order is not None and (order < 0 or (order == 0 and not (left.upper_open and right.lower_open)))


@dataclass(frozen=True)
class Chord(Rule):
    """f'' >= 0 on E, [low, high] within E, low <= x <= high on D, low < high ⊢ f(x) <= f(low) + slope (x - low) on D."""

    symbol: str
    low: Term
    high: Term
    second: str
    inside: tuple[str, ...] = ()

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        if goal.statement.op != "<=":
            return Rejected(have.name, f"the relation {goal.statement.op}", "f(x) <= chord")
        f, x = goal.statement.lhs, sym(self.symbol)
        needed = [relation("<=", self.low, x), relation("<=", x, self.high), relation("<", self.low, self.high)]
        if (wrong := _convexity(self, f, goal, have, ctx, (self.low, self.high), needed)) is not None:
            return wrong
        at_low, at_high = substitute(f, {self.symbol: self.low}), substitute(f, {self.symbol: self.high})
        slope = div(sub(at_high, at_low), sub(self.high, self.low))
        chord = add(at_low, mul(slope, sub(x, self.low)))
        same = ctx.same(goal.statement.rhs, chord, goal.domain)
        return None if same else Rejected(have.name, "another right side", f"{chord!r}")


@dataclass(frozen=True)
class Tangent(Rule):
    """f'' >= 0 on E, x and c in E ⊢ f(c) + f'(c) (x - c) <= f(x) on D."""

    symbol: str
    at: Term
    second: str
    inside: tuple[str, ...] = ()

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        if goal.statement.op != "<=":
            return Rejected(have.name, f"the relation {goal.statement.op}", "tangent <= f(x)")
        f, x = goal.statement.rhs, sym(self.symbol)
        if (wrong := _convexity(self, f, goal, have, ctx, (self.at, x), [])) is not None:
            return wrong
        slope = substitute(derivative(f, self.symbol), {self.symbol: self.at})
        if (wrong := ctx.rejects_undefined(slope, goal.domain, have.defined, have.name)) is not None:
            return wrong
        line = add(substitute(f, {self.symbol: self.at}), mul(slope, sub(x, self.at)))
        same = ctx.same(goal.statement.lhs, line, goal.domain)
        return None if same else Rejected(have.name, "another left side", f"{line!r}")


def _convexity(
    rule: Chord | Tangent, f: Term, goal: Fact, have: Have, ctx: Context, ends: tuple[Term, ...], needed
) -> Outcome:
    """The cited fact says f'' >= 0 on an interval of the symbol that contains all `ends`, and f is defined there."""
    cited = ctx.fact(rule.second)
    if isinstance(cited, Rejected):
        return cited
    name = rule.symbol
    if (
        name not in goal.domain.names
        or name not in cited.domain.names
        or any(name in c.free for c in cited.domain.conditions)
    ):
        return Rejected(have.name, f"{rule.second} on {cited.domain}", f"a fact on an interval of {name}")
    span = cited.domain.range(name)
    others, mine = cited.domain.without(name), goal.domain.without(name)
    if span.integer or not ctx.covers(mine, others):
        return Rejected(
            have.name, f"{rule.second} on {cited.domain}", "a real interval, on a domain that covers the goal's"
        )
    for e in ends:
        if (wrong := ctx.rejects_undefined(e, goal.domain, have.defined, have.name)) is not None:
            return wrong
        if span.lower is not None:
            needed.append(relation(">" if span.lower_open else ">=", e, span.lower))
        if span.upper is not None:
            needed.append(relation("<" if span.upper_open else "<=", e, span.upper))
    for c in needed:
        if not ctx.holds(c, goal.domain, rule.inside):
            return Rejected(have.name, f"{c!r} is not shown", "points inside the interval of convexity")
    if (wrong := ctx.rejects_undefined(f, mine.with_range(span), have.defined, have.name)) is not None:
        return wrong
    try:
        first = derivative(f, name)
        second = derivative(first, name)
    except (NotDifferentiable, TermError) as error:
        return Rejected(have.name, str(error), "a twice differentiable term")
    inside = mine.with_range(Range(name, span.lower, span.upper))
    wrong = ctx.rejects_undefined(
        first, inside, have.defined, have.name
    )  # f' must be continuous: -sqrt(x**2) has f'' == 0
    if wrong is not None:
        return wrong
    if not ctx.holds(relation(">=", second, ZERO), mine.with_range(span), (rule.second,)):
        return Rejected(have.name, f"{cited.statement!r}", f"{second!r} >= 0")
    return None
