"""What search reads off normal forms: factors, groups of exponentials, coefficients of logarithms. Everything as terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import gcd, lcm

from flint import fmpq, fmpq_mpoly

from ..kernel.arithmetic.derivative import NotDifferentiable, derivative
from ..kernel.arithmetic.elements import Frac, Generator, NormalError
from ..kernel.arithmetic.field import Field
from ..kernel.arithmetic.signs import factors_of
from ..kernel.reals.context import Context
from ..kernel.statements import Domain, Fact, Range
from ..kernel.substitution import substitute
from ..kernel.terms import ONE, ZERO, Term, add, div, exp, mul, neg, num, power, rebuild, relation, subterms, sym

Cost = tuple[int, int, int]  # degrees in layers, in roots, and of the coefficients of exponentials: less is simpler
MAX_SIDES = 8  # terms of a gap whose two sides are compared by their logarithms
MAX_DEGREE = 6  # of roots that are undone
LAYERED = ("log", "erfc")  # generators whose derivative is free of them


@dataclass(frozen=True)
class Factored:
    """content * prod factor**exponent, the factors irreducible polynomials in the generators."""

    content: fmpq
    factors: tuple[tuple[Term, int], ...]


@dataclass(frozen=True)
class Shape:
    """An irreducible polynomial along one symbol: how it may be divided before it is differentiated."""

    polynomial: bool  # in the symbol alone, with rational coefficients
    layers: tuple[tuple[Term, Term], ...]  # (generator, its leading coefficient), for logarithms and error functions
    groups: tuple[Term, ...]  # exponential monomials, the one with the simplest coefficient first
    roots: tuple[tuple[Term, Term, Term], ...]  # (root R, A, B) with the polynomial equal to A*R + B
    terms: int
    cost: Cost


def normal_term(field: Field, t: Term) -> Term | None:
    """t rewritten as its normal form."""
    try:
        return field.stable(lambda: field.term(field.normal(t)))
    except NormalError:
        return None


def factored(field: Field, t: Term) -> Factored | None:
    """The factorisation of t's normal form; None if it has none or is zero."""
    try:
        return field.stable(lambda: _factored(field, rationalised(field, field.normal(t))))
    except NormalError:
        return None


def rationalised(field: Field, a: Frac) -> Frac:
    """The same element with no square root in the denominator."""
    for g in reversed(field.generators):
        if g.kind == "root" and g.degree == 2 and a.den.degrees()[g.index] == 1:
            high = _leading(field, a.den, g) * field.gens[g.index]
            other = a.den - high - high
            a = field.fraction(a.num * other, a.den * other)
    return a


def unrooted(field: Field, p: fmpq_mpoly) -> fmpq_mpoly:
    """p with each symbol x whose root occurs written as a power of that root, so that squares can be seen."""
    images = None
    degrees = p.degrees()
    for g in field.generators:
        single = field.single(g.base) if g.kind == "root" and g.base is not None and degrees[g.index] else None
        if single is not None and single.kind in ("sym", "log") and degrees[single.index]:
            images = images or list(field.gens)
            images[single.index] = field.gens[g.index] ** g.degree
    return p if images is None else p.compose(*images, ctx=field.ring)


def _factored(field: Field, a: Frac) -> Factored | None:
    if a.num.is_zero():
        return None
    content, factors = fmpq(1), []
    for p, sign in ((a.num, 1), (a.den, -1)):
        c, parts = factors_of(unrooted(field, p))
        content *= fmpq(c) ** sign
        for f, e in parts:
            factors.append((field.poly_term(f), sign * int(e)))
    return Factored(content, tuple(factors))


def product(content: fmpq, factors: tuple[tuple[Term, int], ...]) -> Term:
    parts = [] if content == 1 else [num(content)]
    for f, e in factors:
        parts.append(f if e == 1 else power(f, num(e)))
    return mul(*parts) if parts else ONE


def shape(field: Field, t: Term, name: str) -> Shape | None:
    try:
        return field.stable(lambda: _shape(field, field.normal(t), name))
    except NormalError:
        return None


def _shape(field: Field, a: Frac, name: str) -> Shape | None:
    if not a.den.is_constant():
        return None
    p = a.num
    used = [g for g, d in zip(field.generators, p.degrees()) if d]
    moving = [g for g in used if name in g.free]
    only = all(g.kind == "sym" and g.term.value == name for g in used)
    layers = [
        (g.term, field.poly_term(_leading(field, p, g))) for g in moving if g.kind in LAYERED
    ]  # fmt: skip
    roots = []
    for g in moving:
        if g.kind == "root" and g.degree == 2:
            high = _leading(field, p, g)
            roots.append((g.term, field.poly_term(high), field.poly_term(p - high * field.gens[g.index])))
    groups, size = _groups(field, p, moving)
    degrees = p.degrees()
    depth = sum(int(degrees[g.index]) for g in moving if g.kind not in ("sym", "exp", "root", "pi"))
    rooted = sum(int(degrees[g.index]) for g in moving if g.kind == "root")
    cost = (depth, rooted, 0 if only else size)
    return Shape(only, tuple(layers), groups, tuple(roots), len(p), cost)


def _leading(field: Field, p: fmpq_mpoly, g: Generator) -> fmpq_mpoly:
    """The leading coefficient of p as a polynomial in the generator g."""
    degree = p.degrees()[g.index]
    kept = {
        tuple(0 if i == g.index else e for i, e in enumerate(m)): c for m, c in p.to_dict().items() if m[g.index] == degree
    }  # fmt: skip
    return field.ring.from_dict(kept)


def _groups(field: Field, p: fmpq_mpoly, moving: list[Generator]) -> tuple[tuple[Term, ...], int]:
    """The exponential monomials of p, those with coefficients of low degree in the symbol first; and their total size."""
    exps = [g for g in moving if g.kind == "exp"]
    others = [g for g in moving if g.kind != "exp"]
    cost: dict[tuple[int, ...], tuple[int, int]] = {}
    for m in p.to_dict():
        key = tuple(int(m[g.index]) for g in exps)
        degree = sum(int(m[g.index]) * (1 if g.kind == "sym" else 3) for g in others)
        old = cost.get(key, (0, 0))
        cost[key] = (max(old[0], degree), old[1] + 1)
    order = sorted(cost, key=lambda k: (cost[k], sum(k), k))
    monomials = tuple(mul(*(power(g.term, num(e)) for g, e in zip(exps, k) if e)) if any(k) else ONE for k in order)
    return monomials, sum(degree + 1 for degree, _ in cost.values())


def quotient(field: Field, t: Term, q: Term) -> Term | None:
    """t/q as a normal form."""
    return normal_term(field, t if q is ONE else div(t, q))


def linear_in(field: Field, t: Term, name: str) -> tuple[Term, Term] | None:
    """(slope, rest) with t == slope*x + rest, both free of the symbol x."""
    try:
        return field.stable(lambda: _linear_in(field, field.normal(t), name))
    except NormalError:
        return None


def _linear_in(field: Field, a: Frac, name: str) -> tuple[Term, Term] | None:
    moving = [g for g in field.generators if name in g.free and (a.num.degrees()[g.index] or a.den.degrees()[g.index])]
    if len(moving) != 1 or moving[0].kind != "sym" or a.num.degrees()[moving[0].index] != 1:
        return None
    if a.den.degrees()[moving[0].index]:
        return None
    high = _leading(field, a.num, moving[0])
    rest = a.num - high * field.gens[moving[0].index]
    return field.term(field.fraction(high, a.den)), field.term(field.fraction(rest, a.den))


def coefficient(ctx: Context, domain: Domain, t: Term, u: Term) -> Term | None:
    """The coefficient of the sub-term u in t, if t is linear in it."""
    slot = "_slot"
    if slot in domain.names:
        return None
    parts = linear_in(ctx.field(domain.with_range(Range(slot))), replace_term(t, u, sym(slot)), slot)
    return parts[0] if parts else None


def replace_term(t: Term, old: Term, new: Term) -> Term:
    """t with every occurrence of a sub-term replaced."""
    if t is old:
        return new
    return rebuild(t, tuple(replace_term(a, old, new) for a in t.args)) if t.args else t


def linear_root(condition: Term, name: str) -> tuple[Term, bool] | None:
    """For a relation linear in the symbol with rational slope: its root, and whether lhs - rhs increases."""
    try:
        slope = _constant(derivative(condition.lhs - condition.rhs, name))
    except NotDifferentiable:
        return None
    if slope is None or slope == 0:
        return None
    at_zero = substitute(condition.lhs - condition.rhs, {name: ZERO})
    root = normal_term(Field(), div(neg(at_zero), num(slope)))
    return None if root is None or root.free else (root, slope > 0)


def _constant(t: Term) -> fmpq | None:
    value = normal_term(Field(), t)
    return value.value if value is not None and value.op == "num" else None


def linear_roots(t: Term) -> list[tuple[str, Term, int]]:
    """The sub-terms (a + b*x)**(1/n) of t, as (x, a + b*x, n): n a common denominator for each base."""
    found: dict[Term, int] = {}
    for u in subterms(t):
        if u.op == "sqrt" and len(u.free) == 1:
            found[u.args[0]] = lcm(found.get(u.args[0], 1), 2)
        elif u.op == "**" and len(u.args[0].free) == 1 and u.args[1].op == "num" and u.args[1].value.q != 1:  # type: ignore[union-attr]
            found[u.args[0]] = lcm(found.get(u.args[0], 1), int(u.args[1].value.q))  # type: ignore[union-attr]
    return [(next(iter(base.free)), base, n) for base, n in found.items()]


def root_substitution(fact: Fact, name: str, base: Term, order: int) -> tuple[Fact, str, Term] | None:
    """The fact in s = base**(1/order): (fact in s, the name s, base**(1/order)); base is linear in the symbol."""
    root = linear_root(relation(">=", base, ZERO), name)
    r = fact.domain.range(name)
    if root is None or r.integer or any(name in c.free for c in fact.domain.conditions):
        return None
    slope = _constant(derivative(base, name))
    new = name + "_root"
    if slope is None or new in fact.domain.names:
        return None
    back = add(root[0], div(power(sym(new), num(order)), num(slope)))
    ends = [(r.lower, r.lower_open), (r.upper, r.upper_open)]
    if slope < 0:
        ends.reverse()
    mapped = [
        None if e is None else normal_term(Field(), power(substitute(base, {name: e}), num(1, order))) for e, _ in ends
    ]
    if any(m is None and e is not None for m, (e, _) in zip(mapped, ends, strict=True)):
        return None  # an end without a root there
    if mapped[0] is None:
        mapped[0], ends[0] = ZERO, (None, False)
    changed = Range(new, mapped[0], mapped[1], ends[0][1], ends[1][1])
    domain = Domain(tuple(changed if q.name == name else q for q in fact.domain.ranges), fact.domain.conditions)
    return Fact(domain, substitute(fact.statement, {name: back})), new, power(base, num(1, order))


def _of_normal(
    look: Callable[[Field, Frac], tuple[Term, Term] | None], field: Field, t: Term
) -> tuple[Term, Term] | None:
    return look(field, field.normal(t))


def two_products(field: Field, gap: Term) -> list[tuple[Term, Term]]:
    """Pairs (a, b) with the gap a positive multiple of a - b, at least one of them a product with exponentials in it."""
    found = []
    for look in (_two_products, _isolated, _two_sides):
        try:
            pair = field.stable(partial(_of_normal, look, field, gap))
        except NormalError:
            pair = None
        if pair is not None:
            found.append(pair)
            if look is _two_products:
                break
    return found


def single_logarithm(field: Field, gap: Term) -> tuple[Term, fmpq] | None:
    """(X, c) if the gap is c log X, c > 0, X a product of powers with whole exponents."""
    try:
        return field.stable(lambda: _single_logarithm(field, field.normal(gap)))
    except NormalError:
        return None


def _single_logarithm(field: Field, a: Frac) -> tuple[Term, fmpq] | None:
    factors: list[tuple[Term, fmpq]] = []
    for exponents, c in a.num.to_dict().items():
        used = [(g, int(e)) for g, e in zip(field.generators, exponents) if e]
        if len(used) != 1 or used[0][1] != 1 or used[0][0].kind != "log" or not a.den.is_constant():
            return None
        factors.append((used[0][0].term.args[0], fmpq(c)))
    scale = lcm(*(int(c.q) for _, c in factors)) if factors else 0
    whole = [(t, int((c * scale).p)) for t, c in factors]
    common = gcd(*(e for _, e in whole)) if whole else 0
    if not common or max(abs(e) for _, e in whole) // common > 12:
        return None
    bottom = fmpq(a.den.leading_coefficient())
    sign = 1 if bottom > 0 else -1
    return product(fmpq(1), tuple((t, sign * e // common) for t, e in whole)), fmpq(common, scale) / abs(bottom)


def rooted_logarithm(field: Field, gap: Term) -> tuple[Term, fmpq] | None:
    """(Y, c) with the gap c log Y, c > 0, where it is r +- c log X and a root stands in X: Y = X**(+-1) exp(r/c).

    The inverse hyperbolic functions are such logarithms: acosh(a) = log(a + sqrt(a**2 - 1)).
    """
    try:
        return field.stable(lambda: _rooted_logarithm(field, field.normal(gap)))
    except NormalError:
        return None


def _rooted_logarithm(field: Field, a: Frac) -> tuple[Term, fmpq] | None:
    if not a.den.is_constant():
        return None
    rooted = [
        g
        for g in field.generators
        if g.kind == "log" and a.num.degrees()[g.index] == 1 and any(h.kind == "root" for h in _used(field, g.argument))
    ]
    if len(rooted) != 1:
        return None
    (g,) = rooted
    high = _leading(field, a.num, g)
    if not high.is_constant():
        return None
    c = fmpq(high.leading_coefficient()) / fmpq(a.den.leading_coefficient())
    rest = field.poly_term(a.num - high * field.gens[g.index])
    factor = exp(mul(num(1 / (abs(c) * fmpq(a.den.leading_coefficient()))), rest))
    x = g.term.args[0]
    return (mul(x, factor) if c > 0 else div(factor, x)), abs(c)


def _two_sides(field: Field, a: Frac) -> tuple[Term, Term] | None:
    """The terms with positive and with negative coefficients, factored, if there are few and some are exponentials."""
    used = _used(field, a)
    if len(a.num) > MAX_SIDES or not any(g.kind == "exp" and g.free for g in used):
        return None
    if not all(field.bounds.of(g.term).positive for g in used):
        return None
    sides = [{m: abs(c) for m, c in a.num.to_dict().items() if (c > 0) == positive} for positive in (True, False)]
    if not all(sides) or min(len(s) for s in sides) == 0:
        return None
    below = [(field.poly_term(f), -int(e)) for f, e in factors_of(a.den)[1]]
    if field.signs.product_sign(Frac(field.ring.constant(1), a.den))[0] <= 0:
        return None
    out = []
    for side in sides:
        content, factors = factors_of(field.ring.from_dict(side))
        if sum(len(f) > 1 for f, _ in factors) > 1:
            return None
        out.append(product(fmpq(content), (*((field.poly_term(f), int(e)) for f, e in factors), *below)))
    return out[0], out[1]


def _isolated(field: Field, a: Frac) -> tuple[Term, Term] | None:
    """One exponential times a factor of visible sign against the rest, which has another exponential or none."""
    exps = [g.index for g in _used(field, a) if g.kind == "exp" and g.free]
    groups: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
    for m, c in a.num.to_dict().items():
        groups.setdefault(tuple(int(m[i]) for i in exps), {})[m] = c
    if len(groups) != 2:
        return None
    parts = [field.fraction(field.ring.from_dict(part), a.den) for part in groups.values()]
    for powered, rest in (parts, parts[::-1]):
        sign = field.signs.product_sign(powered)[0]
        if sign:
            one, other = field.term(powered if sign > 0 else field.scale(powered, fmpq(-1))), field.term(rest)
            return (one, neg(other)) if sign > 0 else (other, one)
    return None


def _two_products(field: Field, a: Frac) -> tuple[Term, Term] | None:
    terms = a.num.to_dict()
    if len(terms) != 2 or len(a.den) != 1:
        return None
    (m, c), (n, d) = terms.items()
    if c * d > 0:
        return None
    if c < 0:
        m, c, n, d = n, d, m, c
    below = next(iter(a.den.to_dict()))

    def quotient_of(exponents: Sequence[int], coefficient: fmpq) -> Term:
        factors = tuple((g.term, int(e) - int(f)) for g, e, f in zip(field.generators, exponents, below) if e != f)
        return product(fmpq(coefficient), factors)

    return quotient_of(m, c), quotient_of(n, -d)


def rooted_parts(field: Field, gap: Term) -> list[tuple[Term, Term, int]]:
    """(u, v, n) with the gap a positive multiple of u - v, one of them a multiple of a root of degree n: A R and -B."""
    try:
        return field.stable(lambda: _rooted_parts(field, rationalised(field, field.normal(gap))))
    except NormalError:
        return []


def _rooted_parts(field: Field, a: Frac) -> list[tuple[Term, Term, int]]:
    if a.num.is_zero() or field.signs.product_sign(Frac(field.ring.constant(1), a.den))[0] <= 0:
        return []
    out = []
    for g in reversed(field.generators):
        if g.kind != "root" or g.degree > MAX_DEGREE or a.num.degrees()[g.index] != 1:
            continue
        high = _leading(field, a.num, g)
        rest = a.num - high * field.gens[g.index]
        with_root, without = mul(field.poly_term(high), g.term), field.poly_term(rest)
        out.append((with_root, neg(without), g.degree))
        out.append((without, neg(with_root), g.degree))
    return out


def quadratic_in(field: Field, gap: Term) -> list[tuple[Term, Term, Term, Term]]:
    """(x, a, b, c) with the gap a positive multiple of a x**2 + b x + c, for the generators x of degree two."""
    try:
        return field.stable(lambda: _quadratic_in(field, field.normal(gap)))
    except NormalError:
        return []


def _quadratic_in(field: Field, a: Frac) -> list[tuple[Term, Term, Term, Term]]:
    out: list[tuple[Term, Term, Term, Term]] = []
    if not a.den.is_constant():
        return out
    for g in field.generators:
        if a.num.degrees()[g.index] != 2 or g.kind not in ("sym", "exp", "log"):
            continue
        high = _leading(field, a.num, g)
        x = field.gens[g.index]
        linear = a.num - high * x * x
        middle = _leading(field, linear, g) if linear.degrees()[g.index] else field.ring.constant(0)
        low = linear - middle * x
        out.append((g.term, field.poly_term(high), field.poly_term(middle), field.poly_term(low)))
    return out


def unsigned(field: Field, r: Term) -> list[Term]:
    """The arguments of absolute values that the normal form of a relation's gap needs because their sign is not seen."""
    try:
        used = field.stable(lambda: _used(field, field.normal(r.lhs - r.rhs)))
    except NormalError:
        return []
    found: dict[Term, None] = {}
    for g in used:
        for u in subterms(g.term):
            if u.op == "abs":
                found.setdefault(u.args[0])
    return list(found)


def _used(field: Field, a: Frac) -> list[Generator]:
    return [g for g in field.generators if a.num.degrees()[g.index] or a.den.degrees()[g.index]]
