"""From an author's theorem to a certificate: fills in what the kernel wants to be told, and has every step checked at once.

`python -m dpsym.certifying [NAME...]` writes the certificates of the library. Nothing here is trusted.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from . import theorem as author
from .answer import Budget
from .entries import Formula
from .kernel.check import check as check_real
from .kernel.codec import certificate_to_json as real_to_json
from .kernel.context import Context as RealContext
from .kernel.field import Field as NormalForms
from .kernel.field import NormalError
from .kernel.laws import models, rules
from .kernel.laws.check import check, check_step
from .kernel.laws.codec import certificate_to_json
from .kernel.laws.context import Context
from .kernel.laws.models import Model, tight_goals
from .kernel.laws.sight import Reals
from .kernel.laws.statements import Certificate, Fact, Field, Have, Proposition, Proved, Setting
from .kernel.laws.terms import Substitution, at, atoms, integral, opened, point, points_of, space_of
from .kernel.statements import Certificate as RealCertificate
from .kernel.statements import Claim, Point, Proof, Rejected
from .kernel.statements import Fact as RealFact
from .kernel.statements import Proved as RealProved
from .kernel.terms import ONE, ZERO, Term, add, mul, negated, rebuild, relation, sub, substitute, sym, term
from .library import LibraryError, collect, directory
from .objects.language import Density, FieldSymbol, domain
from .perturbing import idle_in_formula
from .search import decide
from .search.refuter import find_witness
from .search.residual import Use, combine, prove_fact
from .theorem import Step, Tactic, Theorem
from .verifying import entries

SECONDS = 60.0


class CertifyError(ValueError):
    """A step that could not be certified: the step, what was found, what was expected."""

    def __init__(self, theorem: str, rejected: Rejected) -> None:
        super().__init__(f"{theorem}, {rejected.where}\n  found     {rejected.found}\n  expected  {rejected.expected}")
        self.rejected = rejected


def certify(
    theorem: Theorem, library: Mapping[str, Proposition] | None = None, seconds: float = SECONDS
) -> Certificate:
    """A certificate that the kernel accepts, or CertifyError."""
    maker = _Maker(theorem, library or {}, seconds)
    for step in theorem.proof:
        maker.step(step)
    choice = tuple((f.name, f.points, t) for f, t in theorem.choice.items())
    tight = (maker.tight(),) if theorem.tight is not None else ()
    certificate = Certificate(theorem.proposition, tuple(maker.steps), maker.witness(tight), choice, tight)
    result = check(certificate, library)
    if not isinstance(result, Proved):
        raise CertifyError(theorem.name, result)
    return certificate


class _Maker:
    def __init__(self, theorem: Theorem, library: Mapping[str, Proposition], seconds: float) -> None:
        self.theorem, self.seconds = theorem, seconds
        self.ctx = Context(theorem.proposition, library)
        self.steps: list[Have] = []

    @property
    def setting(self) -> Setting:
        return self.ctx.setting

    def fail(self, where: str, found: str, expected: str) -> CertifyError:
        return CertifyError(self.theorem.name, Rejected(where, found, expected))

    def add(self, name: str, statement: Term, by: rules.Rule, tests: tuple[Field, ...] = ()) -> str:
        """A step of the kernel, checked."""
        have = Have(name, Fact(statement, tests), by)
        wrong = check_step(have, self.ctx)
        if wrong is not None:
            raise CertifyError(
                self.theorem.name,
                Rejected(f"step {name}, {type(by).__name__}: {wrong.where}", wrong.found, wrong.expected),
            )
        self.steps.append(have)
        return name

    def step(self, step: Step) -> None:
        make: dict[type[Tactic], Callable[..., object]] = {
            author.Pointwise: self.pointwise, author.Real: self.pointwise, author.Integrate: self.integrate, author.Under: self.under,
            author.Mass: self.mass, author.Vanish: self.vanish, author.Swap: self.swap, author.Instantiate: self.instantiate,
            author.Defined: self.defined, author.Separate: self.separate, author.Cite: self.cite,
            author.Generalize: self.generalize,
        }  # fmt: skip
        make[type(step.by)](step.name, step.statement, step.by)

    # -- rules that need proofs about reals -------------------------------------------------------------------

    def pointwise(self, name: str, statement: Term, by: author.Pointwise) -> str:
        uses = tuple((u, ()) if isinstance(u, str) else (u[0], tuple(u[1].items())) for u in by.using)
        kind = rules.Pointwise if points_of(statement) else rules.Real
        empty = kind(uses, (), tuple(by.finite))
        premises = empty.premises(Fact(statement), self.ctx)
        if isinstance(premises, Rejected):
            raise CertifyError(
                self.theorem.name, Rejected(f"step {name}: {premises.where}", premises.found, premises.expected)
            )
        reals = Reals(self.setting)
        real = reals(statement)
        goal = RealFact(reals.domain(*(f.statement for f in premises)), real)
        lemmas = [_use(lemma, reals) for lemma in by.lemmas]
        if isinstance(by.using, Mapping):
            multipliers = [(reals(f.statement), reals(term(m))) for f, m in zip(premises, by.using.values())]
            proof = combine(goal, multipliers, self.seconds)
        else:
            proof = prove_fact(goal, [reals(c) for c in by.cases], [reals(c) for c in by.helps], lemmas, self.seconds)
        if proof is None:
            raise self.fail(
                f"step {name}", f"no proof of {goal.statement!r} on {goal.domain}", "a fact about reals that is found"
            )
        return self.add(name, statement, kind(uses, proof, tuple(by.finite)))

    # -- rules for Ints ---------------------------------------------------------------------------------------

    def integrate(self, name: str, statement: Term, by: author.Integrate) -> str:
        if by.parts:
            parts = tuple((term(c), b) for c, b in by.parts)
            return self.add(name, statement, rules.Integrate(by.x, parts, by.of, tuple(by.using)))
        return self._integrate(name, statement, by.x, by.of, by.using, by.constants)

    def _integrate(
        self, name: str, statement: Term, x: Term, of: str | None, using: Sequence[str], constants: Sequence[Term]
    ) -> str:
        gap = rules._gap(statement)[0]
        parts = self._parts(name, gap, x, constants)
        return self.add(name, statement, rules.Integrate(x, parts, of, tuple(using)))

    def _parts(self, name: str, gap: Term, x: Term, constants: Sequence[Term]) -> tuple[tuple[Term, Term], ...]:
        """The statement as a sum of coefficients and integrands."""
        ints = [a for a in atoms(gap) if a.op == "Int" and space_of(a) == space_of(x) and a not in constants]
        reals = Reals(self.setting)
        real = reals(gap)
        names = [str(reals(i).value) for i in ints]
        back = {str(reals(a).value): a for a in atoms(gap)}
        forms = NormalForms(reals.domain())
        none = dict.fromkeys(names, ZERO)
        rest = substitute(real, none)
        coefficients = []
        for n in names:
            try:
                raw = sub(substitute(real, {**none, n: ONE}), rest)
                coefficients.append(forms.stable(lambda raw=raw: forms.term(forms.normal(raw))))
            except NormalError as error:
                raise self.fail(f"step {name}", f"{error}", "coefficients with a normal form") from None
        total = add(*(mul(c, sym(n)) for c, n in zip(coefficients, names)))
        if not forms.is_zero(sub(real, total)):
            raise self.fail(f"step {name}", f"{real!r}", f"a sum of multiples of the Ints over {x!r}")
        put = Substitution(back)
        return tuple((put(c), opened(i, x)) for c, i in zip(coefficients, ints))

    def under(self, name: str, statement: Term, by: author.Under) -> str:
        reals = {
            a: opened(a, by.x)
            for a in atoms(statement)
            if a.op == "Int" and space_of(a) == space_of(by.x) and a not in by.constants
        }
        inside = _replaced(statement, reals)
        self.pointwise(f"{name}.inside", inside, author.Pointwise(by.using, by.cases, by.finite))
        using = [u if isinstance(u, str) else u[0] for u in by.using]
        return self._integrate(name, statement, by.x, f"{name}.inside", [*using, *by.finite], by.constants)

    def mass(self, name: str, statement: Term, by: author.Mass) -> str:
        return self.add(name, statement, rules.Mass(by.of.name))

    def vanish(self, name: str, statement: Term, by: author.Vanish) -> str:
        return self.add(name, statement, rules.Vanish(by.of, by.x, tuple(by.using)))

    def swap(self, name: str, statement: Term, by: author.Swap) -> str:
        return self.add(name, statement, rules.Swap(tuple(by.using)))

    def defined(self, name: str, statement: Term, by: author.Defined) -> str:
        return self.add(name, statement, rules.Defined(by.of, by.body, by.x))

    def separate(self, name: str, statement: Term, by: author.Separate) -> str:
        return self.add(name, statement, rules.Separate(by.of, by.symbol))

    # -- instances --------------------------------------------------------------------------------------------

    def instantiate(self, name: str, statement: Term, by: author.Instantiate) -> str:
        fact = self.ctx.facts.get(by.of)
        if fact is None or len(fact.tests) != 1:
            raise self.fail(f"step {name}", f"{by.of}: {fact}", "a fact for all events")
        test = fact.tests[0]
        points = (by.x,) if by.x is not None else self._arguments(name, test, by.value)
        instance = Substitution(fields={test.name: (points, by.value)})(fact.statement)
        rule = rules.Instantiate(by.of, test.name, points, by.value, tuple(by.using))
        if instance is statement:
            return self.add(name, statement, rule)
        self.add(f"{name}.instance", instance, rule)
        same = relation("==", sub(statement.lhs, statement.rhs), sub(instance.lhs, instance.rhs))
        self.under(f"{name}.same", same, author.Under(points[0], by.using, by.cases))
        return self.pointwise(name, statement, author.Pointwise([f"{name}.instance", f"{name}.same"]))

    def generalize(self, name: str, statement: Fact, by: author.Generalize) -> str:
        return self.add(name, statement.statement, rules.Generalize(by.of, by.field.name), statement.tests)

    def _arguments(self, name: str, test: Field, value: Term) -> tuple[Term, ...]:
        found = []
        for space in test.spaces:
            here = [p for p in points_of(value) if space_of(p) == space]
            if len(here) != 1:
                raise self.fail(f"step {name}", f"points {here} of {space}", "one point, or the argument x")
            found.append(here[0])
        return tuple(found)

    def cite(self, name: str, statement: Term, by: author.Cite) -> str:
        known = by.theorem.proposition
        fields, using = [], list(by.using)
        spaces: dict[str, str] = {}
        for f in known.setting.fields:
            params, value = self._value(f, by.fields.get(f.name))
            fields.append((f.name, params, value))
            spaces.update(zip(f.spaces, map(space_of, params)))
            if f.mass and value.op == "at" and value.args[-1] is params[-1]:
                total = relation("==", integral(value, params[-1]), ONE)
                if total not in {g.statement for g in self.ctx.facts.values()}:
                    self.add(f"{name}.mass.{f.name}", total, rules.Mass(str(value.value)))
                using.append(next(n for n, g in self.ctx.facts.items() if g.statement is total))
        reals = tuple((n, term(by.reals.get(n, sym(n)))) for n in known.setting.where.names)
        claims = list(by.theorem.claims)
        number = claims.index(by.claim) if by.claim else 0
        needed = known.claims[number].points.union(*(f.points for _, f in known.given))
        points = tuple((p, by.points.get(p, p)) for p in sorted(needed, key=repr))
        given = tuple((label, by.given.get(label, label)) for label, _ in known.given)
        rule = rules.Cite(
            by.theorem.name, number, reals, tuple(fields), tuple(spaces.items()), points, given, tuple(using)
        )
        return self.add(name, statement, rule)

    def _value(self, f: Field, value: object) -> tuple[tuple[Term, ...], Term]:
        """The points and the term that stand for a field of a cited theorem; without any, the field of that name here."""
        if isinstance(value, (FieldSymbol, Density)):
            return value.points, value.density
        if isinstance(value, tuple):
            return value
        spaces = self.setting.by_name[f.name].spaces
        params = tuple(point(f"{s}_{i}", s) for i, s in enumerate(spaces))
        return params, at(f.name, *params)

    # -- models -----------------------------------------------------------------------------------------------

    def tight(self) -> tuple[models.Tight, tuple[Proof, ...]]:
        t = self.theorem.tight
        if t is None:
            raise self.fail("tight", "nothing", "Attained or Sharp")
        tight = self.theorem.tightness(())
        where = tight_goals(self.theorem.proposition, tight)[0].domain
        values = tuple((n, term(t.at[n])) for n in where.names) if t.at else self._point(where)
        tight = self.theorem.tightness(values)
        proofs: list[Proof] = []
        ctx = RealContext()
        for goal in tight_goals(self.theorem.proposition, tight):
            proof = () if models._seen(goal, ctx) else self._with_pieces(goal)
            if proof is None:
                raise self.fail(
                    "tight", f"no proof of {goal.statement!r} on {goal.domain}", "a fact about reals that is found"
                )
            proofs.append(proof)
        return tight, tuple(proofs)

    def _with_pieces(self, goal: RealFact) -> Proof | None:
        """By the cases of its pieces; conditions that hold or fail on the whole domain are shown first."""
        pieces = _pieces(goal.statement)
        found = prove_fact(goal, pieces, seconds=self.seconds / 6 if pieces else self.seconds)
        if found is not None or not pieces:
            return found
        sides = [
            next((r for r in (c, negated(c)) if prove_fact(RealFact(goal.domain, r), seconds=self.seconds / 6)), None)
            for c in pieces
        ]
        cases = [c for c, r in zip(pieces, sides) if r is None]
        return prove_fact(goal, cases, [r for r in sides if r is not None], seconds=self.seconds)

    def _point(self, where) -> Point:
        found = find_witness(Claim(where, (), ZERO, "<=", ONE), Budget(), time.monotonic() + self.seconds)
        if found is None:
            raise self.fail("tight", f"no point of {where}", "a domain with a point that is found, or `at`")
        return found

    def witness(self, tight: Sequence[tuple[models.Tight, tuple[Proof, ...]]]) -> Model:
        if self.theorem.witness is not None:
            params, values = self.theorem.witness
            return author.tables(values, params, self.theorem.fields)
        if tight:
            return author.at_point(tight[0][0].model, tight[0][0].point)
        raise self.fail("witness", "no model", "a model of the hypotheses, so that they are not vacuous")


def _use(lemma: author.Lemma, reals: Reals) -> Use:
    fact = RealFact(domain(*lemma.where), lemma.statement)
    at = {n: reals(term(t)) for n, t in lemma.at.items()}
    if isinstance(lemma, author.Chord) and lemma.low is not None and lemma.high is not None:
        return Use(fact, at, (lemma.symbol, lemma.low, lemma.high))
    return Use(fact, at)


def _pieces(t: Term) -> list[Term]:
    """The conditions on which the pieces of a term depend: the cases to distinguish."""
    found = [a for a in t.args if a.is_relation] if t.op == "Piecewise" else []
    return list(dict.fromkeys([*found, *(c for a in t.args if not a.is_relation for c in _pieces(a))]))


def _replaced(t: Term, values: Mapping[Term, Term]) -> Term:
    if t in values:
        return values[t]
    return t if t.op in ("at", "Int") else rebuild(t, tuple(_replaced(a, values) for a in t.args))


# -- formulas -------------------------------------------------------------------------------------------------


def certify_formula(formula: Formula, seconds: float = SECONDS) -> list[RealCertificate]:
    """Certificates of the claims of a formula, found by search, or CertifyError."""
    found = []
    for claim in formula.claims:
        result = decide(claim, Budget(seconds=seconds)).result
        if not isinstance(result, RealProved):
            raise CertifyError(formula.name, Rejected("the claim", f"{result}", "a claim that search proves"))
        certificate = without_idle_steps(result.certificate)
        if not isinstance(checked := check_real(certificate), RealProved):
            raise CertifyError(
                formula.name, Rejected("the claim", f"{checked}", "a certificate that the kernel accepts")
            )
        found.append(certificate)
    return found


def without_idle_steps(certificate: RealCertificate) -> RealCertificate:
    """The certificate without the steps that search left behind and nothing needs; each one that goes may free others."""
    while unused := next(idle_in_formula(certificate), None):
        certificate = replace(certificate, proof=tuple(h for h in certificate.proof if h.name != unused))
    return certificate


# -- the command ----------------------------------------------------------------------------------------------


def certify_library(names: Iterable[str] = (), where: Path | None = None, say: Callable[[str], None] = print) -> int:
    """Writes the certificates of these theorems (all, if none is named); the number of those that failed."""
    known, theorems, where = entries(), collect(), where or directory()
    where.mkdir(exist_ok=True)
    failed = 0
    formulas = [e for e in known.values() if isinstance(e, Formula) and e.fails_at is None]
    chosen = list(names)
    if unknown := [n for n in chosen if n not in known]:
        raise LibraryError(f"found {', '.join(unknown)}, expected names of the library")
    for formula in (f for f in formulas if not chosen or f.name in chosen):
        failed += _store_formula(formula, where, say)
    chosen = [n for n in chosen if n in theorems] if chosen else list(theorems)
    checked: dict[str, Proposition] = {}

    def do(name: str) -> None:
        nonlocal failed
        theorem = theorems[name]
        for step in theorem.proof:
            if isinstance(step.by, author.Cite) and step.by.theorem.name not in checked:
                do(step.by.theorem.name)
        if name in checked:
            return
        if isinstance(theorem, author.Principle):
            checked[name] = theorem.proposition
            return
        start = time.perf_counter()
        try:
            certificate = certify(theorem, checked)
        except CertifyError as error:
            failed += 1
            say(f"failed   {error}")
            return
        checked[name] = theorem.proposition
        (where / f"{name}.json").write_text(
            json.dumps(certificate_to_json(certificate), separators=(",", ":")) + "\n", "utf-8"
        )
        say(f"written  {name}   {len(certificate.proof)} steps, {time.perf_counter() - start:.1f} s")

    for name in chosen:
        do(name)
    return failed


def _store_formula(formula: Formula, where: Path, say: Callable[[str], None]) -> bool:
    """Writes the certificates of a formula; True if there are none."""
    start = time.perf_counter()
    try:
        data = [real_to_json(c) for c in certify_formula(formula)]
    except CertifyError as error:
        say(f"failed   {error}")
        return True
    (where / f"{formula.name}.json").write_text(json.dumps(data, separators=(",", ":")) + "\n", "utf-8")
    say(f"written  {formula.name}   {time.perf_counter() - start:.1f} s")
    return False


if __name__ == "__main__":
    sys.exit(1 if certify_library(sys.argv[1:]) else 0)
