"""Rules of logic and linear arithmetic: hypotheses, identities, signs, chains, combinations, instances, cases."""

from __future__ import annotations

from dataclasses import dataclass

from ...statements import Fact
from ...terms import ONE, ZERO, Term, add, func, mul, neg, negated, relation, sym
from ...verdicts import require
from ..context import IMPLIED, nonnegative_form
from ..coverage import covered
from ..exhaustive import opposites
from ..judgement import FactStep
from .base import FactRule


@dataclass(frozen=True)
class Given(FactRule):
    """c a side condition of D, c implies F ⊢ F on D"""

    def conclude(self, step: FactStep) -> None:
        known = [c for c in step.domain.conditions if c.lhs is step.lhs and c.rhs is step.rhs]
        implied = any(step.op in IMPLIED[c.op] for c in known)
        require(implied, (step.statement,), "one of the domain's side conditions")


@dataclass(frozen=True)
class Identity(FactRule):
    """a == b ⊢ a R b on D

    - R is ==, <= or >=
    """

    def conclude(self, step: FactStep) -> None:
        require(step.op in IMPLIED["=="], f"the relation {step.op}", "==, <= or >=")
        require(step.same(step.lhs, step.rhs), "sides with different normal forms", "an identity")


@dataclass(frozen=True)
class Rounding(FactRule):
    """⊢ floor(a) <= a, a < floor(a) + 1, a <= ceil(a), ceil(a) < a + 1 on D"""

    def conclude(self, step: FactStep) -> None:
        l, r = step.lhs, step.rhs
        below = step.op == "<=" and ((l.op == "floor" and l.args[0] is r) or (r.op == "ceil" and r.args[0] is l))
        above = step.op == "<" and (r is add(func("floor", l), ONE) or (l.op == "ceil" and r is add(l.args[0], ONE)))
        require(below or above, (step.statement,), "a bound on floor or ceil")


@dataclass(frozen=True)
class Sign(FactRule):
    """G == form, form R 0 ⊢ G R 0 on D

    - form R 0 is seen by the structure of the form, or by the signs of its factors; without a form, G R 0 is
    - the form is defined on D

    The form may be a product, a sum of squares, a polynomial shifted to u = 1 + t or in Bernstein form (x - a)**i (b - x)**j with
    nonnegative coefficients: whatever shows its sign by its shape.
    """

    form: Term | None = None

    def conclude(self, step: FactStep) -> None:
        if self.form is None:
            require(step.shows(step.statement), (step.statement,), "a visible sign")
        else:
            require(step.same(step.gap, self.form), ("the form", self.form), "the same normal form as the gap")
            require(step.shows(relation(step.sign, self.form, ZERO)), ("the form", self.form), f"form {step.sign} 0")


@dataclass(frozen=True)
class Follows(FactRule):
    """a R b on E ⊢ a S b on D

    - E covers D
    - R implies S; or the gaps are equal, and so are the relations
    """

    of: str

    def conclude(self, step: FactStep) -> None:
        cited = step.fact(self.of)
        known = step.shows(step.statement, names=(self.of,))
        require(known, (cited.statement,), ("a statement that implies", step.statement))


@dataclass(frozen=True)
class Chain(FactRule):
    """a0 R1 a1, a1 R2 a2, ... ⊢ a0 R an on D

    - each link begins where the one before ends, the last one at the goal's right side
    - all links point one way, and R is implied by the strictest of them
    """

    of: tuple[str, ...]

    def conclude(self, step: FactStep) -> None:
        at, ops = step.lhs, set()
        for name in self.of:
            link = step.fact(name).statement
            require(link.lhs is at, (f"the link {name}:", link), ("a link from", at))
            at = link.rhs
            ops.add(link.op)
        require(bool(self.of) and at is step.rhs, ("a chain that ends at", at), ("one that ends at", step.rhs))
        ways = [(weak, strict) for weak, strict in (("<=", "<"), (">=", ">")) if ops <= {"==", weak, strict}]
        results = [strict if strict in ops else weak if weak in ops else "==" for weak, strict in ways]
        implied = any(step.op in IMPLIED[result] for result in results)
        require(implied, f"links {sorted(ops)}", f"links that give {step.op}")


@dataclass(frozen=True)
class Combine(FactRule):
    """H1 >= 0, ..., Hn >= 0, m1, ..., mn >= 0, rest >= 0, G == m1 H1 + ... + mn Hn + rest ⊢ G >= 0 on D

    - the mi and the rest are defined on D; the rest and the mi of inequalities are seen to be nonnegative, with facts in `signs`
    - for G > 0: the rest is positive, or one mi is and its Hi
    - for G == 0: all Hi == 0, and there is no rest

    With one fact this is rescaling by a factor of known sign, with hypotheses it is Farkas.
    """

    using: tuple[tuple[str, Term], ...]
    rest: Term = ZERO
    signs: tuple[str, ...] = ()

    def conclude(self, step: FactStep) -> None:
        parts, strict, equal = [self.rest], self._is(">", self.rest, step), self.rest is ZERO
        for name, m in self.using:
            h, op = nonnegative_form(step.fact(name).statement)
            require(op != "!=", f"{name}, which says !=", "an inequality or an equality")
            signed = op == "==" or self._is(">=", m, step)
            require(signed, ("the multiplier", m, f"of {name}"), "a multiplier that is visibly nonnegative")
            strict = strict or (op == ">" and self._is(">", m, step))
            equal = equal and op == "=="
            parts.append(mul(m, h))
        require(self._is(">=", self.rest, step), ("the rest", self.rest), "a rest that is visibly nonnegative")
        proved = "==" if equal else ">" if strict else ">="
        require(step.sign in IMPLIED[proved], f"a combination {proved} 0", f"one that gives {step.sign} 0")
        require(step.same(step.gap, add(*parts)), "a combination with another normal form", "the goal's gap")

    def _is(self, op: str, t: Term, step: FactStep) -> bool:
        return step.shows(relation(op, t, ZERO), names=self.signs)


@dataclass(frozen=True)
class Instance(FactRule):
    """F on E, values v of E's symbols ⊢ F[v] on D, or a relation with the same gap that F[v] implies

    - the values are defined on D, in the symbols of D, at most one for each symbol of E
    - they lie in E: in the ranges, integers where E asks for them, and E's side conditions hold of them (with facts in `inside`)

    This is substitution (u = exp(x) and every other change of variables) and the use of a lemma.
    """

    of: str
    at: tuple[tuple[str, Term], ...]
    inside: tuple[str, ...] = ()

    def conclude(self, step: FactStep) -> None:
        cited = step.earlier(self.of, Fact)
        names = [name for name, _ in self.at]
        known = len(set(names)) == len(names) and set(names) <= set(cited.domain.names)
        require(known, f"values for {names}", f"at most one for each of {cited.domain.names}")
        values = {name: sym(name) for name in cited.domain.names} | dict(self.at)
        step.inside(values, cited.domain, self.inside)
        found = relation(cited.statement.op, *(step.instance(t, values) for t in cited.statement.args))
        (g, op), (h, cited_op) = (step.gap, step.sign), nonnegative_form(found)
        implied = op in IMPLIED[cited_op] and step.same(g, h)
        flipped = cited_op == op == "==" and step.same(g, neg(h))
        require(implied or flipped, ("the instance", found), ("one that gives", step.statement))


@dataclass(frozen=True)
class Replace(FactRule):
    """x == t on D, F on D, F[x := t] == G[x := t] ⊢ G on D

    - x is a symbol
    - F's relation implies G's
    """

    equal: str
    of: str

    def conclude(self, step: FactStep) -> None:
        equal, cited = step.fact(self.equal).statement, step.fact(self.of).statement
        x, t = equal.args
        require(equal.op == "==" and x.op == "sym", (f"{self.equal}:", equal), "x == t for a symbol x")
        put = {x.name: t}  # at the points of D it changes no value
        ours, theirs = (relation(s.op, *(step.instance(u, put) for u in s.args)) for s in (step.statement, cited))
        (g, op), (h, cited_op) = nonnegative_form(ours), nonnegative_form(theirs)
        implied = op in IMPLIED[cited_op] and step.same(g, h)
        require(implied, (f"{self.of}:", cited), ("a statement that becomes", step.statement))


@dataclass(frozen=True)
class Cases(FactRule):
    """F on D with c, F on D with not c ⊢ F on D

    - both sides of c are defined on D
    """

    condition: Term
    yes: str
    no: str

    def conclude(self, step: FactStep) -> None:
        c = self.condition
        require(c.is_relation, (c,), "a relation")
        step.demand(c)
        for name, case in zip((self.yes, self.no), opposites(c)):
            part = step.domain.with_conditions(case)
            step.fact(name, part)
            require(step.shows(step.statement, part, (name,)), name, (step.statement, "on", part))


@dataclass(frozen=True)
class Absurd(FactRule):
    """not c on D, c a side condition of D ⊢ anything on D, for there are no such points"""

    of: str

    def conclude(self, step: FactStep) -> None:
        step.fact(self.of)
        absurd = any(step.shows(negated(c), names=(self.of,)) for c in step.domain.conditions)
        require(absurd, self.of, "a fact that contradicts a side condition")


@dataclass(frozen=True)
class Split(FactRule):
    """F on D with x in I1, ..., F on D with x in In ⊢ F on D

    - the intervals I1, ..., In, in rising order, cover the range of x in D
    """

    symbol: str
    of: tuple[str, ...]

    def conclude(self, step: FactStep) -> None:
        require(self.symbol in step.domain.names, f"a split on {self.symbol}", "a symbol of the goal's domain")
        parts = []
        for name in self.of:
            cited = step.earlier(name, Fact)
            require(self.symbol in cited.domain.names, name, f"a fact on a part of the range of {self.symbol}")
            part = cited.domain.range(self.symbol)
            here = step.domain.with_range(part)
            require(step.shows(step.statement, here, (name,)), (f"{name}:", cited), (step.statement, "on", here))
            parts.append(part)
        whole = step.domain.range(self.symbol)
        require(covered(whole, parts), ("parts", parts), ("adjoining parts of", whole))
