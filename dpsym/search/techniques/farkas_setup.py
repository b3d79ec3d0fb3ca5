"""A linear goal and what may be used for it, in one Field: hypotheses, their exponentials, range ends, tangents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, permutations

from flint import fmpq

from ...kernel.arithmetic.elements import Frac, Generator, NormalError
from ...kernel.arithmetic.field import Field
from ...kernel.reals.context import nonnegative_form
from ...kernel.statements import Fact
from ...kernel.terms import ONE, TWO, ZERO, Term, add, exp, mul, num, power, relation, sub
from ..work import Work
from .farkas_basis import Base, Basis, Column, Monomial, Poly, Scale, tidy, tidy_gap

_MANY, _SQUARES = 4, 12  # symbols whose differences are squared, and squares in all
_LARGE, _FINE = 24, 4  # numerators and denominators of coefficients under exp


@dataclass(frozen=True)
class Setup:
    """The goal's gap is goal[0] * goal[1]; it is None if the sign of a denominator is not seen."""

    basis: Basis
    goal: tuple[Poly, Scale] | None
    givens: tuple[Base, ...]
    ends: tuple[Base, ...]
    tangents: tuple[Base, ...]
    squares: tuple[Base, ...]
    used: tuple[Generator, ...]
    logarithmic: bool  # whether the goal has logarithms that exp would remove

    @property
    def absolute(self) -> list[Term]:
        """The arguments of the absolute values in use."""
        return [g.term.args[0] for g in self.used if g.kind == "abs"]

    @property
    def parameters(self) -> set[str]:
        """The symbols inside exponentials and other functions."""
        return {name for g in self.used if g.kind != "sym" for name in g.free}

    def bases(self, level: int) -> list[Base]:
        """0: hypotheses and ends; 1: also weighted by ends, and tangents; 2: also products of hypotheses."""
        out = [*self.givens, *self.ends]
        if level >= 1:
            linear = [e for e in self.ends if len(e.poly) <= 2]
            out += [self.basis.weighted(b, e) for b in self.givens for e in linear]
            out += [self.basis.weighted(a, b) for i, a in enumerate(linear) for b in linear[i:]]
            out += [*self.tangents, *self.squares]
        if level >= 2:
            out += [self.basis.multiplied(a, b) for i, a in enumerate(self.givens) for b in self.givens[i:]]
        return out


def set_up(fact: Fact, work: Work) -> Setup:
    """Raises NormalError if the goal has no normal form; hypotheses without one are left out."""
    field = Field(fact.domain, work.division)
    goal = nonnegative_form(fact.statement)[0]
    conditions = [c for c in fact.domain.conditions if c.op != "!="]

    def build() -> Setup:
        # First every normal form, so that the generators are complete; then polynomials.
        wanted = field.normal(goal)
        normals = [(c, _normal(field, tidy_gap(c))) for c in conditions]
        fracs = [wanted, *(f for _, f in normals if f is not None)]
        powers = [(c, p) for c, f in normals if f is not None for p in _exponentials(field, c, f)]
        fracs += [field.normal(sub(p.lhs, p.rhs)) for _, p in powers]
        basis = Basis(fact.domain, field)
        parts = basis.split(wanted, weak=True)
        if parts is not None and not any(map(any, parts[0])) and not wanted.num.is_constant():
            parts = basis.split(wanted, weak=True, whole=True)  # the signs of the factors would say it all
        used = tuple(g for g in field.generators if any(p.degrees()[g.index] for f in fracs for p in f))
        logs = [g for g in used if g.kind == "log" and wanted.num.degrees()[g.index]]
        givens = [basis.base(c, "given") for c in conditions]
        givens += [basis.base(p, "exp", source=c) for c, p in powers]
        ends = [basis.base(r, "end") for r in basis.ends(used)]
        tangents = [basis.base(r, "tangent") for r in _tangents(used)]
        tangents += [basis.base(r, "order") for r in _orders(field, wanted, used)]
        squares = [basis.base(r, "end") for r in _squares(basis, parts[0] if parts else {}, used)]
        return Setup(
            basis,
            parts,
            _found(givens),
            _found(ends),
            _found(tangents),
            _found(squares),
            used,
            bool(logs) and exponentiable(field, wanted),
        )

    return field.stable(build)


def _found(bases: Iterable[Base | None]) -> tuple[Base, ...]:
    return tuple(b for b in bases if b is not None)


def _normal(field: Field, t: Term) -> Frac | None:
    try:
        return field.normal(t)
    except NormalError:
        return None


def exponentiable(field: Field, gap: Frac) -> bool:
    """Whether exp(gap) is a product of few powers: logarithms stand alone, and all coefficients are small."""
    if not gap.den.is_one() or gap.num.is_zero():
        return False
    logs = [g.index for g in field.generators if g.kind == "log"]
    for m, c in gap.num.to_dict().items():
        if any(m[i] for i in logs) and sum(m) != 1:
            return False
        if abs(c.p) > _LARGE or c.q > _FINE:
            return False
    return True


def _exponentials(field: Field, c: Term, gap: Frac) -> list[Term]:
    """exp(gap) >= 1 for a hypothesis gap >= 0, if that has no exponential that is not there already."""
    if not exponentiable(field, gap):
        return []
    known: set[tuple[int, ...]] = set()
    for g in field.generators:
        if g.kind == "exp" and g.argument is not None and g.argument.den.is_one():
            known.update(tuple(map(int, m)) for m in g.argument.num.monoms())
        elif g.kind == "log":
            known.add(tuple(int(i == g.index) for i in range(len(field.ring.gens()))))
    if not all(tuple(map(int, m)) in known for m in gap.num.monoms()):
        return []
    t = tidy_gap(c)
    if c.op == "==":
        return [relation(">=", exp(t), ONE), relation(">=", exp(sub(ZERO, t)), ONE)]
    return [relation(">" if c.op in ("<", ">") else ">=", exp(t), ONE)]


def _squares(basis: Basis, goal: Poly, used: tuple[Generator, ...]) -> list[Term]:
    """(x - y)**2 >= 0 for symbols x and y, and (m - c n)**2 >= 0 for monomials m, n with m**2, n**2 and m n in the goal."""
    size = len(basis.field.generators)
    single = [tuple(int(i == g.index) for i in range(size)) for g in used if g.kind == "sym"]
    halves = [tuple(e // 2 for e in m) for m in goal if any(m) and not any(e % 2 for e in m)]
    pairs: dict[tuple[Monomial, Monomial, fmpq], None] = {}
    for m, n in combinations(single[:_MANY], 2):
        pairs |= dict.fromkeys(((m, n, fmpq(1)), (m, n, fmpq(-1))))
    for m, n in combinations(halves[: 2 * _MANY], 2):
        cross = goal.get(tuple(a + b for a, b in zip(m, n, strict=True)))
        if cross is not None:
            first, second = (goal[tuple(2 * e for e in k)] for k in (m, n))
            for ratio in (-cross / abs(cross), -cross / (2 * first), -2 * second / cross):
                pairs.setdefault((m, n, fmpq(ratio)))
    return [
        relation(">=", power(sub(basis.monomial_term(m), basis.monomial_term(n, c)), TWO), ZERO)
        for m, n, c in list(pairs)[:_SQUARES]
    ]


def _orders(field: Field, wanted: Frac, used: tuple[Generator, ...]) -> list[Term]:
    """exp(a) <= exp(b) for exponentials of the goal, in the powers in which they occur, where a <= b is visible."""
    exponents = []
    for g in used:
        degree = int(wanted.num.degrees()[g.index])
        if g.kind == "exp" and g.argument is not None and degree and g.free:
            exponents.append(field.term(field.scale(g.argument, fmpq(degree))))
    pairs = permutations(exponents[:_MANY], 2)
    return [relation("<=", exp(tidy(a)), exp(tidy(b))) for a, b in pairs if field.term_sign(sub(b, a))[0] > 0]


def _tangents(used: tuple[Generator, ...]) -> list[Term]:
    """1 + k x <= exp(k x) for each exp(x/n), k = 1/n and -1/n, where x occurs outside exponentials as well."""
    outside = {g.free: g.term for g in used if g.kind == "sym"}
    out = []
    for g in used:
        if g.kind != "exp" or g.argument is None or not g.argument.den.is_one() or g.free not in outside:
            continue
        if len(g.argument.num) == 1 and g.argument.num.total_degree() == 1:
            k = fmpq(g.argument.num.leading_coefficient())
            multiples = [tidy(mul(num(c), outside[g.free])) for c in (k, -k)]
            out += [relation("<=", add(ONE, t), exp(t)) for t in multiples]
    return out


# -- from columns to multipliers ------------------------------------------------------------------------------


def cited_end(c: Column, setup: Setup) -> Column:
    """A monomial of the rest as a multiple of x >= 0, for the first symbol x in it that has this range."""
    for g in setup.used:
        if g.kind == "sym" and c.monomial[g.index] % 2 and not g.free & setup.parameters:
            interval = setup.basis.field.bounds.of(g.term)
            if interval.nonnegative:
                r = relation(">" if interval.positive else ">=", g.term, ZERO)
                m = tuple(e - (i == g.index) for i, e in enumerate(c.monomial))
                return Column(Base((r,), "end", r.op, {}), m, c.poly, c.strict)
    return c


def multipliers(basis: Basis, scale: Scale, group: list[tuple[Column, fmpq]]) -> tuple[Term, Term]:
    """The multiplier of a base, in a short form and in one that shows its sign term by term."""
    field, parts = basis.field, []
    total = field.zero
    for c, w in group:
        m = field.one
        for g, e in zip(list(field.generators), c.monomial):  # generators may have been added since
            if e:
                m = field.times(m, field.power(field.normal(g.term), e))
        term = basis.monomial_term(c.monomial, w)
        if c.base is not None and c.base.factor_frac is not None:
            m, term = field.times(m, c.base.factor_frac), mul(term, c.base.factor)
        total = field.plus(total, field.scale(m, w))
        parts.append(term)
    total, whole = field.times(total, scale.frac(basis)), scale.term(basis)
    own = group[0][0].base
    if own is not None and own.scale.factors:
        total = field.times(total, field.inverse(own.scale.frac(basis)))
        whole = mul(whole, *(basis.powered(f, -e) for f, e in own.scale.factors))
    long = mul(whole, add(*parts)) if whole is not ONE else add(*parts)
    return basis.frac_term(total), long
