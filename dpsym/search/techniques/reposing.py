"""Reposing: a part of the goal becomes the variable, and the goal is stated in it.

    x = back(w) where u(x) = w      sqrt(2 log(5/(4 d))) = z and d = 5/4 exp(-z**2/2);  1/b = s and b = 1/s
    u = w                           where a symbol of u occurs in u only: any number of the range of u

Whether that makes the goal simpler is seen by how deep functions are nested around the symbol: exp(-1/b) has two, exp(-s) one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from flint import arb, fmpq

from ...kernel.arithmetic.balls import Unsupported, precision
from ...kernel.arithmetic.bounds import Interval
from ...kernel.arithmetic.field import Field
from ...kernel.reals.quadrature import Program
from ...kernel.reals.rules.logic import Given, Instance
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import FUNCTIONS, ZERO, Term, TermError, num, rebuild, relation, sub, subterms, sym
from ..exact_roots import fold, roots
from ..normal import normal_term, replace_term
from ..plausible import plausible
from ..profile import grid, midpoint, simple_fraction
from ..prover import Prover
from ..undoing import peeled
from ..work import Work, operations

PREC = 400
NESTED = 3  # functions around a symbol from which a part is named before anything else is tried
TRIES = 2
MOST_PARTS = 6  # that are replaced by any number
BINDERS = ("Sum", "Product", "Integral", "Piecewise")
ERRORS = ("Phi", "erf", "erfc")  # normal forms have erfc for all of them
NEW = "_named"
Weight = tuple[int, int, int]
Show = Callable[[Fact], str | None]


@dataclass(frozen=True)
class Reposed:
    """The goal in the new symbol, and what that stands for."""

    goal: Fact
    new: Range
    value: Term
    weight: Weight


def by_nested_part(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A part as the variable, where many functions are nested around a symbol: all work goes to the goal in it first."""
    return _named(prover, fact, depth, NESTED, depth, 1)


def by_part(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A part as the variable, or any number in place of a part, wherever that leaves fewer functions around it."""
    return _named(prover, fact, depth, 2, depth + 1, TRIES) or _generalised(prover, fact, depth)


def _named(prover: Prover, fact: Fact, depth: int, nested: int, below: int, tries: int) -> str | None:
    if any(u.op in BINDERS for u in subterms(fact.statement)):
        return None
    found: list[Reposed] = []
    for r in fact.domain.ranges:
        if r.integer or r.name not in fact.statement.free or nesting(fact.statement, r.name) < nested:
            continue
        before = nesting(_simpler(prover, fact.statement, fact.domain, r.name), r.name)
        if before >= nested:
            found += (p for p in _reposed(prover, fact, r) if p.weight[0] < before)
    for reposed in sorted(found, key=lambda p: p.weight)[:tries]:
        prover.note("a part as the variable")
        step = _shown(prover, fact, reposed, depth, below)
        if step:
            return step
    return None


def _shown(
    prover: Prover, fact: Fact, reposed: Reposed, depth: int, below: int, show: Show | None = None
) -> str | None:
    """The fact from the one in the new symbol: its value lies in its range, the conditions are those of the fact."""
    if not plausible(reposed.goal, prover.work) or not prover.define(reposed.value, fact.domain, depth):
        return None
    inside = _membership(prover, fact.domain, reposed.value, reposed.new, depth)
    if inside is None:
        return None
    step = show(reposed.goal) if show else prover.prove(reposed.goal, below)
    given = [prover.have(Fact(fact.domain, c), Given()) for c in fact.domain.conditions]
    cited = (*inside, *(g for g in given if g), *prover.defined)
    return step and prover.have(fact, Instance(step, ((reposed.new.name, reposed.value),), cited))


def _membership(prover: Prover, domain: Domain, u: Term, r: Range, depth: int) -> tuple[str, ...] | None:
    steps = []
    for end, op, is_open in ((r.lower, ">", r.lower_open), (r.upper, "<", r.upper_open)):
        if end is None:
            continue
        step = prover.prove(Fact(domain, relation(op if is_open else op + "=", u, end)), depth + 2)
        if step is None:
            return None
        steps.append(step)
    return tuple(steps)


# -- how deep a symbol lies -----------------------------------------------------------------------------------------


def nesting(t: Term, name: str) -> int:
    """How many functions are nested around the symbol, where that is most; 1/x counts, x**2 does not."""
    depths: dict[Term, int] = {}

    def walk(u: Term) -> int:
        if name not in u.free or not u.args:
            return 0
        if u not in depths:
            depths[u] = max(map(walk, u.args)) + _counts(u)
        return depths[u]

    return walk(t)


def _counts(u: Term) -> bool:
    if u.op == "**":
        return not (u.args[1].is_whole and u.args[1].number > 0)
    return u.op in FUNCTIONS


def _weight(t: Term, name: str) -> Weight:
    around = {u for u in subterms(t) if name in u.free}
    return nesting(t, name), sum(map(_counts, around)), len(around)


# -- a part that can be solved for its symbol -----------------------------------------------------------------------


def _reposed(prover: Prover, fact: Fact, r: Range) -> Iterator[Reposed]:
    name, new = r.name, r.name + NEW
    if new in fact.domain.names:
        return
    seen: set[Term] = set()
    for u in subterms(fact.statement):
        if u in seen or u.free != {name} or not _counts(u):
            continue
        seen.add(u)
        span = _image(u, r, new, prover.work)
        back = None if span is None else _solution(u, r, sym(new), prover.work)
        if span is None or back is None:
            continue
        where = Domain(tuple(span if q.name == name else q for q in fact.domain.ranges))
        changed, *conditions = (
            _simpler(prover, substitute(replace_term(c, u, sym(new)), {name: back}), where, new)
            for c in (fact.statement, *fact.domain.conditions)
        )
        yield Reposed(Fact(where.with_conditions(*conditions), changed), span, u, _weight(changed, new))


def _simpler(prover: Prover, c: Term, domain: Domain, name: str) -> Term:
    """The relation as it is, or with arguments or whole sides in normal form, whichever has fewer functions around the symbol."""
    plain = relation(c.op, fold(c.lhs), fold(c.rhs))
    field = prover.builder.ctx.field(domain)
    ways = [plain, relation(c.op, *(_tidied(field, s) for s in plain.args))]
    sides = [normal_term(field, s) for s in c.args]
    if all(s is not None for s in sides):
        ways.append(relation(c.op, *(s for s in sides if s is not None)))
    return min(ways, key=lambda r: _weight(r, name)[0])


def _tidied(field: Field, t: Term) -> Term:
    """t with the arguments of its functions, where they are elementary, in normal form."""
    if not t.args:
        return t
    if t.op in FUNCTIONS and len(t.args) == 1 and not any(u.op in ERRORS for u in subterms(t.args[0])):
        argument = normal_term(field, t.args[0])
        return t if argument is None else rebuild(t, (argument,))
    return rebuild(t, tuple(_tidied(field, a) for a in t.args))


def _solution(u: Term, r: Range, w: Term, work: Work) -> Term | None:
    """A term in w that is the symbol where u = w, as numbers say."""
    points = grid(r)
    some = points[len(points) // 7 :: max(1, len(points) // 3)]
    tried = [fold(t) for t in peeled(u, w, r.name)]
    if not tried:
        tried = list(roots(sub(u, w), r.name, Domain((r, Range(w.name))), work))
    for back in tried:
        try:
            program = Program([substitute(back, {w.name: u})], (r.name,), point=True)
        except (Unsupported, TermError):
            continue
        work.evaluate(operations(back, u), len(some), PREC)
        with precision(PREC):
            values = [program.run((arb(x),), PREC)[0] - arb(x) for x in some]
            if all(v.is_finite() and abs(v) < arb(10) ** -60 * (1 + abs(arb(x))) for v, x in zip(values, some)):
                return back
    return None


def _image(u: Term, r: Range, new: str, work: Work) -> Range | None:
    """The values of a part that rises or falls along its symbol, between those at the ends of the range."""
    try:
        program = Program([u], (r.name,), point=True)
    except Unsupported:
        return None
    points = grid(r)
    work.evaluate(operations(u), len(points), PREC)
    with precision(PREC):
        values = [program.run((arb(x),), PREC)[0] for x in points]
        rises = all(a < b for a, b in pairwise(values))
        if not rises and not all(a > b for a, b in pairwise(values)):
            return None
    ends = [_at_end(program, u, r, upper) for upper in (False, True)]
    (low, low_open), (high, high_open) = ends if rises else reversed(ends)
    return Range(new, low, high, low_open, high_open)


def _at_end(program: Program, u: Term, r: Range, upper: bool) -> tuple[Term | None, bool]:
    """The value at an end of the range, or its limit if that is 0 or another simple number; else nothing is said."""
    end, is_open = (r.upper, r.upper_open) if upper else (r.lower, r.lower_open)
    if end is not None:
        try:
            value = fold(substitute(u, {r.name: end}))
            with precision(PREC):
                if Program([value], (), point=True).run((), PREC)[0].is_finite():
                    return value, is_open
        except (TermError, Unsupported):
            pass
    sign = 1 if upper else -1
    with precision(PREC):
        at = None if end is None else Program([end], (), point=True).run((), PREC)[0]
        steps = [arb(2) ** k for k in (100, 200, 300)]
        values = [program.run((sign * d if at is None else at - sign / d,), PREC)[0] for d in steps]
        if not all(v.is_finite() for v in values) or abs(values[2] - values[1]) > arb(2) ** -60:
            return None, True
        if abs(values[2]) < arb(2) ** -60:
            return ZERO, True
        middle = midpoint(values[2])
    close = None if middle is None else simple_fraction(middle)
    return (None, True) if close is None else (num(close), True)


# -- a part whose symbols occur nowhere else ------------------------------------------------------------------------


def _generalised(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Any number of the range of a part in place of the part: exp(log(x)**2) >= 1 + log(x)**2.

    The part has a symbol that occurs nowhere else. Others of its symbols may, and stay: t u log(u) <= t for u = exp(-B/t).
    """
    parts = dict.fromkeys(u for u in subterms(fact.statement) if u.args and u.free and not u.is_relation)
    found = [(u, own) for u in parts if (own := _alone(u, fact))]
    for u, own in sorted(found, key=lambda p: (len(p[0].free - p[1]), -sum(1 for _ in subterms(p[0]))))[:MOST_PARTS]:
        step = _any_number(prover, fact, u, own, depth)
        if step:
            return step
    return None


def for_any_share(prover: Prover, fact: Fact, u: Term, show: Show) -> str | None:
    """The fact from the one with any number between 0 and 1 in place of the part u, if u has a symbol that occurs nowhere else.

    Conditions on that symbol are not used. `show` proves what is left.
    """
    bare = Fact(Domain(fact.domain.ranges), fact.statement)
    own = _alone(u, bare)
    return _any_number(prover, fact, u, own, 0, Interval(fmpq(0), fmpq(1), True, True), show) if own else None


def _any_number(
    prover: Prover,
    fact: Fact,
    u: Term,
    own: frozenset[str],
    depth: int,
    within: Interval | None = None,
    show: Show | None = None,
) -> str | None:
    new = sorted(own)[0] + NEW
    if new in fact.domain.names:
        return None
    span = _range(within or prover.builder.ctx.bounds(fact.domain).of(u), new)
    kept = (c for c in fact.domain.conditions if not c.free & own)
    where = Domain((*(r for r in fact.domain.ranges if r.name not in own), span), tuple(kept))
    goal = Fact(where, replace_term(fact.statement, u, sym(new)))
    prover.note("a part as the variable")
    return _shown(prover, fact, Reposed(goal, span, u, (0, 0, 0)), depth, depth if within else depth + 1, show)


def _alone(u: Term, fact: Fact) -> frozenset[str]:
    """The symbols that occur in a part only; none if it cannot be replaced by a number."""
    if u in fact.statement.args or _bound_inside(u, fact.domain):
        return frozenset()
    own = u.free - replace_term(fact.statement, u, ZERO).free
    kept = any(c.free & own for c in fact.domain.conditions) or any(fact.domain.range(n).integer for n in own)
    return frozenset() if kept else frozenset(own)


def _bound_inside(u: Term, domain: Domain) -> bool:
    return not u.free <= set(domain.names) or any(v.op in BINDERS for v in subterms(u))


def _range(found: Interval, new: str) -> Range:
    low = None if found.lo is None else num(fmpq(found.lo))
    high = None if found.hi is None else num(fmpq(found.hi))
    return Range(new, low, high, low is None or found.lo_open, high is None or found.hi_open)
