"""Linear proofs: a goal as a nonnegative combination of hypotheses, range ends and visibly nonnegative terms.

The multipliers come from an exact linear program (lp.py) over monomials grown from the goal (farkas_basis.py). Around it:
denominators of unknown sign become lemmas first, absolute values (and min, max) are decided or split into cases, a goal
about logarithms is put as one about their exponentials. Nothing here is trusted: every step is put before the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from flint import fmpq

from ..kernel.context import nonnegative_form
from ..kernel.defined import alternatives
from ..kernel.derivative import derivative
from ..kernel.field import Field, Frac, Generator, NormalError
from ..kernel.rules import Cases, Chain, Combine, Given, Identity, Instance, Sign, Tangent
from ..kernel.statements import Domain, Fact, Range
from ..kernel.terms import ONE, ZERO, Term, add, exp, func, mul, negated, num, relation, sub, sym
from .builder import Builder
from .farkas_basis import Base, Basis, Column, Grown, Monomial, Poly, Scale, tidy_gap
from .lp import OPTIMAL, solve

Prove = Callable[[Fact], str | None]

MAX_DEPTH = 3  # lemmas for lemmas
MAX_SPLITS = 4  # absolute values split in a row
MAX_PIVOTS = 20_000  # of one call, all linear programs together
_ROUNDS = 4
_COLUMNS = (250, 500, 900)  # by level
_EAGER = -(10**6)  # cost of strictness: as much as possible
_STRICT, _CAP = "strict", "cap"  # rows beside the monomials


def prove_linear(fact: Fact, prove: Prove, builder: Builder) -> str | None:
    """The name of a step of the builder that states `fact`, or None.

    `prove` is asked for what is left over: signs of denominators and of coefficients that depend on parameters only.
    """
    return _Linear(prove, builder).fact(fact, 0)


@dataclass(frozen=True)
class _Setup:
    """A goal and all that may be used for it, in one Field."""

    basis: Basis
    goal: tuple[Poly, Scale] | None
    givens: tuple[Base, ...]
    ends: tuple[Base, ...]
    tangents: tuple[Base, ...]
    used: tuple[Generator, ...]

    @property
    def absolute(self) -> list[Term]:
        """The arguments of the absolute values in use."""
        return [g.term.args[0] for g in self.used if g.kind == "abs"]

    def bases(self, level: int) -> list[Base]:
        """0: hypotheses and ends; 1: also weighted by ends; 2: also products of hypotheses, and tangents."""
        out = [*self.givens, *self.ends]
        if level >= 1:
            linear = [e for e in self.ends if len(e.poly) <= 2]
            out += [self.basis.weighted(b, e) for b in self.givens for e in linear]
            out += [self.basis.weighted(a, b) for i, a in enumerate(linear) for b in linear[i:]]
            out += self.tangents
        if level >= 2:
            out += [self.basis.multiplied(a, b) for i, a in enumerate(self.givens) for b in self.givens[i:]]
        return out


class _Linear:
    def __init__(self, prove: Prove, builder: Builder) -> None:
        self.prove, self.builder = prove, builder
        self.pivots = 0
        self._failed: set[Fact] = set()

    # -- the way in -------------------------------------------------------------------------------------------

    def fact(self, fact: Fact, depth: int) -> str | None:
        known = self.builder.known(fact)
        if known is not None or fact.statement.op == "!=" or fact in self._failed:
            return known
        self._failed.add(fact)  # while it is being proved, and if it is not
        defined = self._defined(fact, depth)
        if defined is None:
            return None
        found = self.builder.have(fact, Given(), defined) or self.builder.have(fact, Sign(), defined)
        if found is None:
            found = self._node(fact, defined, depth, 0)
        if found is None and fact.statement.op != "==":  # the factors of the gap may show its sign
            found = self.builder.have(fact, Combine((), nonnegative_form(fact.statement)[0]), defined)
        if found is not None:
            self._failed.discard(fact)
        return found

    def _lemma(self, fact: Fact, depth: int) -> str | None:
        return self.fact(fact, depth) or self.prove(fact) if depth < MAX_DEPTH else None

    def _defined(self, fact: Fact, depth: int) -> tuple[str, ...] | None:
        """Facts that show goal and hypotheses to be defined; None if the goal is not. Lemmas see earlier hypotheses only."""
        names: list[str] = []
        domain = fact.domain
        for i, c in enumerate(domain.conditions):
            self._show_defined(c, Domain(domain.ranges, domain.conditions[:i]), names, depth)
        return tuple(names) if self._show_defined(fact.statement, domain, names, depth) else None

    def _show_defined(self, t: Term, domain: Domain, names: list[str], depth: int) -> bool:
        for _ in range(16):
            o = self.builder.ctx.undefined(t, domain, tuple(names))
            if o is None:
                return True
            if o.under or o.bound:
                return False
            for choice in alternatives(o):
                shown = [self._lemma(Fact(domain, r), depth + 1) for r in choice if r.op != "!="]
                if shown and all(shown):
                    names += [name for name in shown if name is not None]
                    break
            else:
                return False
        return False

    # -- one goal on one domain -------------------------------------------------------------------------------

    def _node(self, fact: Fact, defined: tuple[str, ...], depth: int, splits: int) -> str | None:
        try:
            setup = self._setup(fact)
        except NormalError:
            return None
        if setup.basis.unresolved:
            cut = [
                c for f in setup.basis.unresolved.values() for c in self._signed(fact.domain, f, setup.basis, depth) if c is not None
            ]
            if cut:
                return self._with(fact, cut, defined, depth, splits)
        if setup.goal is None:
            return None
        arguments = setup.absolute
        found = self._levels(fact, setup, defined, quick=bool(arguments))
        if found is None and arguments and splits < MAX_SPLITS and depth < MAX_DEPTH:
            return self._without_absolute(fact, arguments[0], defined, depth, splits)
        found = found or self._by_exponential(fact, defined, depth)
        return found or (self._with_residual(fact, setup, defined) if depth == 0 else None)

    def _signed(self, domain: Domain, f, basis: Basis, depth: int) -> Iterable[tuple[str, Term] | None]:
        """The sign of a denominator as a fact, if it can be shown."""
        for s in (1, -1):
            r = relation(">", basis.poly_term(f * s), ZERO)
            name = self._lemma(Fact(domain, r), depth + 1)
            if name is not None:
                return [(name, r)]
        return []

    def _with(
        self, fact: Fact, cut: list[tuple[str, Term]], defined: tuple[str, ...], depth: int, splits: int
    ) -> str | None:
        """The goal where the facts shown are side conditions, then without them."""
        domain = fact.domain.with_conditions(*(r for _, r in cut))
        if domain == fact.domain:
            return None
        inner = self._resolved(Fact(domain, fact.statement), defined, depth, splits)
        if inner is None:
            return None
        return self.builder.have(fact, Instance(inner, (), tuple(name for name, _ in cut)), defined)

    def _resolved(self, fact: Fact, defined: tuple[str, ...], depth: int, splits: int) -> str | None:
        """The goal with the hypotheses written without the absolute values whose sign the domain now tells."""
        ranges, conditions = fact.domain.ranges, fact.domain.conditions
        plain = Domain(ranges, tuple(c for c in conditions if not _has_absolute(c)))
        field, names, written = Field(plain), [], list(plain.conditions)
        for c in conditions:
            if c in plain.conditions:
                continue
            sides = [field.stable(lambda t=t: field.term(field.normal(t))) for t in c.args]
            r = relation(c.op, *sides)
            if r is not c:
                links = (
                    self.builder.fact(plain, relation("==", sides[0], c.lhs), Identity()),
                    self.builder.fact(fact.domain, c, Given(), defined),
                    self.builder.fact(plain, relation("==", c.rhs, sides[1]), Identity()),
                )
                name = self.builder.fact(fact.domain, r, Chain(links)) if all(links) else None  # type: ignore[arg-type]
                if name is None:
                    r = c
                else:
                    names.append(name)
            written.append(r)
        inner = self._node(Fact(Domain(ranges, tuple(dict.fromkeys(written))), fact.statement), defined, depth, splits)
        if inner is None or not names:
            return inner
        return self.builder.have(fact, Instance(inner, (), tuple(names)), defined)

    def _without_absolute(
        self, fact: Fact, argument: Term, defined: tuple[str, ...], depth: int, splits: int
    ) -> str | None:
        """Where the sign of the argument can be shown, with that; otherwise both cases."""
        yes = relation(">=", argument, ZERO)
        for r in (yes, relation("<=", argument, ZERO)):
            name = self.fact(Fact(fact.domain, r), MAX_DEPTH) if depth < MAX_DEPTH else None
            if name is not None:
                return self._with(fact, [(name, r)], defined, depth, splits)
        names = []
        for case in (yes, negated(yes)):
            part = Fact(fact.domain.with_conditions(case), fact.statement)
            name = self._resolved(part, defined, depth, splits + 1)
            if name is None:
                return None
            names.append(name)
        return self.builder.have(fact, Cases(yes, *names), defined)

    def _by_exponential(self, fact: Fact, defined: tuple[str, ...], depth: int) -> str | None:
        """log a <= b as a <= exp(b): exp(gap) >= 1 implies gap >= 0."""
        gap, op = nonnegative_form(fact.statement)
        if op == "==" or depth >= MAX_DEPTH or not any(t.op == "log" for t in _walk(gap)):
            return None
        powered = Fact(fact.domain, relation(op, exp(gap), ONE))
        name = self.fact(powered, depth + 1)
        if name is None:
            return None
        t = Range("t", ONE, None, op == ">", True)
        lemma = self.builder.fact(Domain((t,)), relation(op, func("log", sym("t")), ZERO), Sign())
        return lemma and self.builder.have(fact, Instance(lemma, (("t", exp(gap)),), (name,)), defined)

    # -- what there is to combine -----------------------------------------------------------------------------

    def _setup(self, fact: Fact) -> _Setup:
        field = Field(fact.domain)
        goal = nonnegative_form(fact.statement)[0]
        conditions = [c for c in fact.domain.conditions if c.op != "!="]

        def build() -> _Setup:
            frac = field.normal(goal)
            fracs = [frac, *(f for f in (_normal(field, tidy_gap(c)) for c in conditions) if f is not None)]
            powers = [(c, p) for c in conditions for p in _exponentials(field, c)]
            for _, p in powers:
                field.normal(sub(p.lhs, p.rhs))
            basis = Basis(fact.domain, field)
            parts = basis.split(frac, weak=True)
            if parts is not None and not any(map(any, parts[0])):
                parts = basis.split(frac, weak=True, whole=True) if not frac.num.is_constant() else parts
            givens = [basis.base(c, "given") for c in conditions]
            givens += [basis.base(p, "exp", source=c) for c, p in powers]
            fracs += [field.normal(sub(p.lhs, p.rhs)) for _, p in powers]
            used = tuple(g for g in field.generators if any(f.num.degrees()[g.index] or f.den.degrees()[g.index] for f in fracs))
            ends = [basis.base(r, "end") for r in basis.ends(used)]
            tangents = [basis.base(r, "tangent") for r in _tangents(used)]
            return _Setup(basis, parts, *(tuple(b for b in x if b is not None) for x in (givens, ends, tangents)), used)

        return field.stable(build)

    # -- linear programs --------------------------------------------------------------------------------------

    def _levels(self, fact: Fact, setup: _Setup, defined: tuple[str, ...], quick: bool) -> str | None:
        """Growing bases and growing sets of monomials, until the linear program has a solution that the kernel accepts."""
        poly, _ = setup.goal  # type: ignore[misc]
        op = nonnegative_form(fact.statement)[1]
        tried: set[tuple[int, int, int]] = set()
        for level, laurent in ((0, False), (1, False), (2, False), (0, True), (2, True))[: 1 if quick else 5]:
            bases = [b for b in setup.bases(level) if op != "==" or b.op == "=="]
            grown = Grown(setup.basis, poly, _COLUMNS[level], laurent)
            for _ in range(_ROUNDS):
                room = grown.round(bases)
                columns = grown.all_columns(rest=op != "==")
                key = (len(columns), len(bases), len(grown.monomials))
                if key not in tried:
                    tried.add(key)
                    weights = self._weights(columns, poly, op == ">")
                    if weights is not None:
                        found = self._combine(fact, setup, columns, weights, defined)
                        if found is not None:
                            return found
                if not room or not grown.growing or self.pivots > MAX_PIVOTS:
                    break
        return None

    def _weights(self, columns: list[Column], goal: Poly, strict: bool) -> dict[int, fmpq] | None:
        """Nonnegative weights with sum weight * column == goal, cheap ones first; for a strict goal with a strict column."""
        vectors: list[dict] = [dict(c.poly) for c in columns]
        costs: list[int] = [c.cost for c in columns]
        target: dict = dict(goal)
        if strict:
            for vector, c in zip(vectors, columns, strict=True):
                if c.strict:
                    vector[_STRICT] = fmpq(1)
            vectors += [{_STRICT: fmpq(-1), _CAP: fmpq(1)}, {_STRICT: fmpq(-1)}, {_CAP: fmpq(1)}]
            costs += [_EAGER, 0, 0]
            target[_CAP] = fmpq(1)
        solution = solve(vectors, target, costs, max(0, MAX_PIVOTS - self.pivots))
        self.pivots += solution.pivots
        if solution.status != OPTIMAL or (strict and not solution.values.get(len(columns))):
            return None
        return {j: w for j, w in solution.values.items() if j < len(columns)}

    # -- from weights to a step -------------------------------------------------------------------------------

    def _combine(
        self,
        fact: Fact,
        setup: _Setup,
        columns: list[Column],
        weights: dict[int, fmpq],
        defined: tuple[str, ...],
        residual: tuple[tuple[str, Monomial], ...] = (),
    ) -> str | None:
        basis, scale = setup.basis, setup.goal[1]  # type: ignore[index]
        groups: dict[tuple[Term, ...], list[tuple[Column, fmpq]]] = {}
        rest: list[tuple[Column, fmpq]] = []
        for j, w in weights.items():
            c = columns[j]
            c = c if c.base is not None else _cited_end(c, setup)
            if c.base is None:
                rest.append((c, w))
            else:
                groups.setdefault(c.base.statements, []).append((c, -w if c.negative else w))
        cited: list[tuple[str, list[Term]]] = []
        for group in groups.values():
            name = self._cite(group[0][0].base, fact.domain, defined)  # type: ignore[arg-type]
            if name is None:
                return None
            cited.append((name, _multipliers(basis, scale, group)))
        cited += [(name, [mul(basis.monomial_term(m), scale.term(basis))]) for name, m in residual]
        rests = _multipliers(basis, scale, rest) if rest else [ZERO]
        for pick in (0, -1):  # the short forms; then the ones that show their sign
            using = tuple((name, forms[pick]) for name, forms in cited)
            found = self.builder.have(fact, Combine(using, rests[pick]), defined)
            if found is not None:
                return found
        return None

    def _cite(self, base: Base, domain: Domain, defined: tuple[str, ...]) -> str | None:
        """A step that states the base on the domain."""
        r = base.statements[0]
        if base.kind == "given":
            return self.builder.fact(domain, r, Given(), defined)
        if base.kind == "end":
            return self.builder.fact(domain, r, Sign(), defined)
        if base.kind == "tangent":
            return self._cite_tangent(r, domain)
        if base.kind == "exp":
            return self._cite_exponential(r, base.source, domain, defined)  # type: ignore[arg-type]
        gaps = [nonnegative_form(s)[0] for s in base.statements]
        return self.builder.fact(domain, relation(base.op, mul(*gaps), ZERO), Sign(), defined)

    def _cite_tangent(self, r: Term, domain: Domain) -> str | None:
        (name,) = r.rhs.free
        curved = relation(">=", derivative(derivative(r.rhs, name), name), ZERO)
        second = self.builder.fact(Domain((Range(name),)), curved, Sign())
        return second and self.builder.fact(domain, r, Tangent(name, ZERO, second))

    def _cite_exponential(self, r: Term, source: Term, domain: Domain, defined: tuple[str, ...]) -> str | None:
        given = self.builder.fact(domain, source, Given(), defined)
        t = Range("t", ZERO, None, r.op == ">", True)
        lemma = self.builder.fact(Domain((t,)), relation(r.op, exp(sym("t")), ONE), Sign())
        if given is None or lemma is None:
            return None
        return self.builder.fact(domain, r, Instance(lemma, (("t", r.lhs.args[0]),), (given,)), defined)

    # -- coefficients that only depend on parameters ----------------------------------------------------------

    def _with_residual(self, fact: Fact, setup: _Setup, defined: tuple[str, ...]) -> str | None:
        """One coefficient, a function of the parameters alone, is left to the general prover."""
        if fact.statement.op == "==":
            return None
        poly, _ = setup.goal  # type: ignore[misc]
        inside = {name for g in setup.used if g.kind != "sym" for name in g.free}
        outer = [g.index for g in setup.used if g.kind == "sym" and g.term.free.isdisjoint(inside)]
        if not inside or not outer:
            return None

        def outer_part(m: Monomial) -> Monomial:
            return tuple(e if i in outer else 0 for i, e in enumerate(m))

        grown = Grown(setup.basis, poly, _COLUMNS[1])
        for _ in range(2):
            grown.round(setup.bases(0))
        columns = grown.all_columns(rest=True)
        for part in dict.fromkeys(map(outer_part, grown.monomials)):
            if any(e % 2 and not grown.nonnegative[i] for i, e in enumerate(part)):
                continue
            kept = [replace(c, poly={m: a for m, a in c.poly.items() if outer_part(m) != part}) for c in columns]
            goal = {m: a for m, a in poly.items() if outer_part(m) != part}
            weights = self._weights(kept, goal, strict=False)
            if weights is None:
                continue
            left = dict(poly)
            for j, w in weights.items():
                for m, a in columns[j].poly.items():
                    left[m] = left.get(m, fmpq(0)) - w * a
            coefficient = {tuple(a - b for a, b in zip(m, part, strict=True)): a for m, a in left.items() if a != 0}
            found = self._residual(fact, setup, columns, weights, defined, coefficient, part)
            if found is not None:
                return found
        return None

    def _residual(
        self,
        fact: Fact,
        setup: _Setup,
        columns: list[Column],
        weights: dict[int, fmpq],
        defined: tuple[str, ...],
        coefficient: Poly,
        part: Monomial,
    ) -> str | None:
        op = nonnegative_form(fact.statement)[1]
        r = relation(op, setup.basis.poly_term(setup.basis.mpoly(coefficient)), ZERO)
        ranges = tuple(x for x in fact.domain.ranges if x.name in r.free)
        conditions = tuple(c for c in fact.domain.conditions if c.free <= r.free)
        name = self.prove(Fact(Domain(ranges, conditions), r)) if coefficient else None
        return name and self._combine(fact, setup, columns, weights, defined, ((name, part),))


# -- pieces ---------------------------------------------------------------------------------------------------


def _has_absolute(t: Term) -> bool:
    return any(u.op in ("abs", "min", "max") for u in _walk(t))


def _walk(t: Term) -> Iterable[Term]:
    yield t
    for a in t.args:
        yield from _walk(a)


def _normal(field: Field, t: Term) -> Frac | None:
    try:
        return field.normal(t)
    except NormalError:
        return None


def _exponentials(field: Field, c: Term) -> list[Term]:
    """exp(gap) >= 1 for a hypothesis gap >= 0, if that has no exponential that is not there already."""
    gap = tidy_gap(c)
    frac = _normal(field, gap)
    if frac is None or not frac.den.is_one() or frac.num.is_zero():
        return []
    known = {
        m for g in field.generators if g.kind == "exp" and g.argument and g.argument.den.is_one() for m in g.argument.num.monoms()
    }
    logs = {tuple(int(i == g.index) for i in range(len(m))) for g in field.generators if g.kind == "log" for m in frac.num.monoms()}
    if not all(m in known or tuple(map(int, m)) in logs for m in frac.num.monoms()):
        return []
    strict = ">" if c.op in ("<", ">") else ">="
    powers = [relation(strict, exp(gap), ONE)]
    return powers + [relation(">=", exp(sub(ZERO, gap)), ONE)] if c.op == "==" else powers


def _tangents(used: tuple[Generator, ...]) -> list[Term]:
    """1 + k x <= exp(k x) for each exp(x/n), k = 1/n and -1/n, where x occurs outside exponentials as well."""
    outside = {g.term for g in used if g.kind == "sym"}
    out = []
    for g in used:
        if g.kind == "exp" and g.argument is not None and g.argument.den.is_one() and len(g.argument.num) == 1:
            x = next((t for t in outside if t.free == g.free), None)
            if x is not None and g.argument.num.total_degree() == 1:
                k = fmpq(g.argument.num.leading_coefficient())
                out += [relation("<=", add(ONE, mul(num(c), x)), exp(mul(num(c), x))) for c in (k, -k)]
    return out


def _cited_end(c: Column, setup: _Setup) -> Column:
    """A monomial of the rest as a multiple of x >= 0, for the first symbol x in it that has this range."""
    inside = {name for g in setup.used if g.kind != "sym" for name in g.free}
    for g in setup.used:
        if g.kind == "sym" and c.monomial[g.index] % 2 and not g.free & inside:
            interval = setup.basis.field.bounds.of(g.term)
            if interval.nonnegative:
                r = relation(">" if interval.positive else ">=", g.term, ZERO)
                m = tuple(e - (i == g.index) for i, e in enumerate(c.monomial))
                return Column(Base((r,), "end", r.op, {}), m, c.poly, c.strict)
    return c


def _multipliers(basis: Basis, scale: Scale, group: list[tuple[Column, fmpq]]) -> list[Term]:
    """The multiplier of a base, in a short form and in one that shows its sign term by term."""
    field, parts = basis.field, []
    total = field.zero
    for c, w in group:
        m = field.one
        for g in field.generators:
            if c.monomial[g.index]:
                m = field.times(m, field.power(field.normal(g.term), c.monomial[g.index]))
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
    return [basis.frac_term(total), long]
