"""Linear proofs: a goal as a nonnegative combination of hypotheses, range ends and visibly nonnegative terms.

The multipliers come from an exact linear program (lp.py) over monomials grown from the goal (farkas_basis.py). Around
it: denominators of unknown sign become lemmas first, absolute values (and min, max) are decided or split into cases, a
goal about logarithms is put as one about their exponentials. Nothing is trusted: the kernel judges every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

from flint import fmpq, fmpq_mpoly

from ...kernel.arithmetic.defined import alternatives
from ...kernel.arithmetic.elements import NormalError
from ...kernel.arithmetic.field import Field
from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Cases, Chain, Combine, Given, Identity, Instance, Sign
from ...kernel.statements import Domain, Fact, Range
from ...kernel.terms import ONE, ZERO, Term, exp, func, mul, negated, relation, sub, sym
from ..builder import Builder
from ..work import ENTRY
from .convexity import tangent_of_exp
from .farkas_basis import Base, Basis, Column, Grown, Monomial, Poly
from .farkas_setup import Setup, cited_end, multipliers, set_up
from .lp import OPTIMAL, solve

Prove = Callable[[Fact], str | None]

MAX_DEPTH = 3  # lemmas for lemmas
MAX_SPLITS = 6  # absolute values split, and signs of denominators added, in a row
MAX_PIVOTS = 300  # of one linear program
MAX_WORK = 100_000  # entries rewritten in one call, all linear programs together
_ROUNDS = (8, 4, 4)  # by level
_COLUMNS = (250, 500, 900)  # by level
_EAGER = -(10**6)  # cost of strictness: as much as possible
_STRICT, _CAP = "strict", "cap"  # rows beside the monomials


def _rewritten(field: Field, t: Term) -> Term:
    return field.term(field.normal(t))


def prove_linear(fact: Fact, prove: Prove, builder: Builder) -> str | None:
    """The name of a step of the builder that states `fact`, or None.

    `prove` is asked for what is left over: signs of denominators and of coefficients that depend on parameters only.
    """
    return _Linear(prove, builder).fact(fact, 0)


class _Linear:
    def __init__(self, prove: Prove, builder: Builder) -> None:
        self.prove, self.builder = prove, builder
        self.pivots = self.work = 0
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
        found = self.builder.have(fact, Given(), defined)
        if found is None and (depth or not fact.domain.conditions):
            found = self.builder.have(fact, Sign(), defined)
        found = found or self._node(fact, defined, depth, 0)
        if found is None and fact.statement.op != "==":  # hypotheses may show the sign of the gap in other ways
            gap = nonnegative_form(fact.statement)[0]
            found = self.builder.have(fact, Sign(), defined) or self.builder.have(fact, Combine((), gap), defined)
        if found is not None:
            self._failed.discard(fact)
        return found

    def _lemma(self, fact: Fact, depth: int) -> str | None:
        return self.fact(fact, depth) or self.prove(fact) if depth < MAX_DEPTH else None

    def _defined(self, fact: Fact, depth: int) -> tuple[str, ...] | None:
        """Facts that show goal and hypotheses to be defined; None if the goal is not.

        The lemmas for a hypothesis may use those before it only, as the kernel asks.
        """
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
            setup = set_up(fact, self.builder.work)
        except NormalError:
            return None
        if setup.basis.unresolved:
            signed = [self._signed(fact.domain, f, setup.basis, depth) for f in setup.basis.unresolved.values()]
            cut = [c for c in signed if c is not None]
            if cut:
                return self._with(fact, cut, defined, depth, splits)
        if setup.goal is None:
            return None
        arguments = setup.absolute
        found = self._levels(fact, setup, defined, quick=bool(arguments) or depth == MAX_DEPTH)
        if found is None and arguments and splits < MAX_SPLITS and depth < MAX_DEPTH:
            return self._without_absolute(fact, arguments[0], defined, depth, splits)
        if found is None and setup.logarithmic:
            found = self._by_exponential(fact, defined, depth)
        return found or (self._with_residual(fact, setup, defined) if depth == 0 else None)

    def _signed(self, domain: Domain, f: fmpq_mpoly, basis: Basis, depth: int) -> tuple[str, Term] | None:
        """The sign of a denominator as a fact, if it can be shown."""
        for s in (1, -1):
            r = relation(">", basis.poly_term(f * s), ZERO)
            name = self._lemma(Fact(domain, r), depth + 1)
            if name is not None:
                return name, r
        return None

    def _with(
        self, fact: Fact, cut: list[tuple[str, Term]], defined: tuple[str, ...], depth: int, splits: int
    ) -> str | None:
        """The goal where the facts shown are side conditions, then without them."""
        domain = fact.domain.with_conditions(*(r for _, r in cut))
        if domain == fact.domain or splits >= MAX_SPLITS:
            return None
        inner = self._resolved(Fact(domain, fact.statement), defined, depth, splits + 1)
        if inner is None:
            return None
        return self.builder.have(fact, Instance(inner, (), tuple(name for name, _ in cut)), defined)

    def _resolved(self, fact: Fact, defined: tuple[str, ...], depth: int, splits: int) -> str | None:
        """The goal with the hypotheses written without the absolute values whose sign the domain now tells."""
        ranges, conditions = fact.domain.ranges, fact.domain.conditions
        plain = Domain(ranges, tuple(c for c in conditions if not _has_absolute(c)))
        field, names, written = Field(plain, self.builder.work.division), [], list(plain.conditions)
        for c in conditions:
            if c in plain.conditions:
                continue
            sides = [field.stable(partial(_rewritten, field, t)) for t in c.args]
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
        if op == "==" or depth == MAX_DEPTH:
            return None
        powered = Fact(fact.domain, relation(op, exp(gap), ONE))
        name = self.fact(powered, depth)
        if name is None:
            return None
        t = Range("t", ONE, None, op == ">", True)
        lemma = self.builder.fact(Domain((t,)), relation(op, func("log", sym("t")), ZERO), Sign())
        return lemma and self.builder.have(fact, Instance(lemma, (("t", exp(gap)),), (name,)), defined)

    # -- linear programs --------------------------------------------------------------------------------------

    def _levels(self, fact: Fact, setup: Setup, defined: tuple[str, ...], quick: bool) -> str | None:
        """Growing bases and sets of monomials, until a linear program has a solution that the kernel accepts."""
        poly, _ = setup.goal  # type: ignore[misc]
        op = nonnegative_form(fact.statement)[1]
        tried: set[tuple[int, int, int]] = set()
        ways = ((0, False), (1, False), (2, False), (0, True), (2, True))
        for level, laurent in ways[: 1 if quick else 5 if setup.givens else 2]:
            bases = [b for b in setup.bases(level) if op != "==" or b.op == "=="]
            grown = Grown(setup.basis, poly, _COLUMNS[level], laurent)
            for _ in range(_ROUNDS[level]):
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
                if not room or not grown.growing or self.work >= MAX_WORK:
                    break
        return None

    def _weights(self, columns: list[Column], goal: Poly, strict: bool) -> dict[int, fmpq] | None:
        """Cheap nonnegative weights with sum weight * column == goal; a strict goal needs one of a strict column."""
        vectors: list[dict[Any, fmpq]] = [dict(c.poly) for c in columns]
        costs: list[int] = [c.cost for c in columns]
        target: dict[Any, fmpq] = dict(goal)
        if strict:
            for vector, c in zip(vectors, columns, strict=True):
                if c.strict:
                    vector[_STRICT] = fmpq(1)
            vectors += [{_STRICT: fmpq(-1), _CAP: fmpq(1)}, {_STRICT: fmpq(-1)}, {_CAP: fmpq(1)}]
            costs += [_EAGER, 0, 0]
            target[_CAP] = fmpq(1)
        solution = solve(vectors, target, costs, MAX_PIVOTS, max(1, MAX_WORK - self.work))
        self.pivots, self.work = self.pivots + solution.pivots, self.work + solution.work
        self.builder.work.do(ENTRY * solution.work)
        if solution.status != OPTIMAL or (strict and not solution.values.get(len(columns))):
            return None
        return {j: w for j, w in solution.values.items() if j < len(columns)}

    # -- from weights to a step -------------------------------------------------------------------------------

    def _combine(
        self,
        fact: Fact,
        setup: Setup,
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
            c = c if c.base is not None else cited_end(c, setup)
            if c.base is None:
                rest.append((c, w))
            else:
                groups.setdefault(c.base.statements, []).append((c, -w if c.negative else w))
        cited: list[tuple[str, tuple[Term, Term]]] = []
        for group in groups.values():
            name = self._cite(group[0][0].base, fact.domain, defined)  # type: ignore[arg-type]
            if name is None:
                return None
            cited.append((name, multipliers(basis, scale, group)))
        for name, m in residual:
            whole = mul(basis.monomial_term(m), scale.term(basis))
            cited.append((name, (whole, whole)))
        rests = multipliers(basis, scale, rest) if rest else (ZERO, ZERO)
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
        if base.kind == "order":
            return self._cite_order(r, domain, defined)
        if base.kind == "exp":
            return self._cite_exponential(r, base.source, domain, defined)  # type: ignore[arg-type]
        one, other = (self._cite(part, domain, defined) for part in base.parts)
        if one is None or other is None:
            return None
        gaps = [nonnegative_form(s)[0] for s in base.statements]
        return self.builder.fact(
            domain, relation(base.op, mul(*gaps), ZERO), Combine(((one, gaps[1]),), signs=(other,)), defined
        )

    def _cite_tangent(self, r: Term, domain: Domain) -> str | None:
        """1 + k x <= exp(k x), from 1 + t <= exp(t)."""
        lemma = tangent_of_exp(self.builder)
        return lemma and self.builder.fact(domain, r, Instance(lemma, (("t", r.rhs.args[0]),)))

    def _cite_exponential(self, r: Term, source: Term, domain: Domain, defined: tuple[str, ...]) -> str | None:
        given = self.builder.fact(domain, source, Given(), defined)
        t = Range("t", ZERO, None, r.op == ">", True)
        lemma = self.builder.fact(Domain((t,)), relation(r.op, exp(sym("t")), ONE), Sign())
        if given is None or lemma is None:
            return None
        return self.builder.fact(domain, r, Instance(lemma, (("t", r.lhs.args[0]),), (given,)), defined)

    def _cite_order(self, r: Term, domain: Domain, defined: tuple[str, ...]) -> str | None:
        """exp(a) <= exp(b) from exp(b - a) >= 1."""
        lemma = self.builder.fact(
            Domain((Range("t", ZERO, None, False, True),)), relation(">=", exp(sym("t")), ONE), Sign()
        )
        step = sub(r.rhs.args[0], r.lhs.args[0])
        rising = lemma and self.builder.fact(
            domain, relation(">=", exp(step), ONE), Instance(lemma, (("t", step),)), defined
        )
        return rising and self.builder.fact(domain, r, Combine(((rising, r.lhs),)), defined)

    # -- coefficients that only depend on parameters ----------------------------------------------------------

    def _with_residual(self, fact: Fact, setup: Setup, defined: tuple[str, ...]) -> str | None:
        """One coefficient, a function of the parameters alone, is left to the general prover."""
        if fact.statement.op == "==":
            return None
        poly, _ = setup.goal  # type: ignore[misc]
        inside = setup.parameters
        outer = [g.index for g in setup.used if g.kind == "sym" and g.free.isdisjoint(inside)]
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
            coefficient = {
                tuple(a - b for a, b in zip_longest(m, part, fillvalue=0)): a for m, a in left.items() if a != 0
            }
            found = self._residual(fact, setup, columns, weights, defined, coefficient, part)
            if found is not None:
                return found
        return None

    def _residual(
        self,
        fact: Fact,
        setup: Setup,
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


def _walk(t: Term) -> Iterator[Term]:
    yield t
    for a in t.args:
        yield from _walk(a)
