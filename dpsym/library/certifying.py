"""From an author's theorem to a certificate: fills in what the kernel wants to be told, and has every step checked at once.

Nothing here is trusted. What cannot be made raises CertifyError, in the author's words (dpsym.library.failures).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ..kernel.arithmetic.elements import NormalError
from ..kernel.arithmetic.field import Field as NormalForms
from ..kernel.laws import rules, statements, tightness
from ..kernel.laws.check import check, check_step
from ..kernel.laws.context import Context, LawStep
from ..kernel.laws.sight import Reals
from ..kernel.laws.statements import Certificate, Fact, Field, Have, Model, Proposition, Proved, Setting
from ..kernel.laws.terms import Substitution, at, atoms, integral, name_of, opened, point, points_of, space_of
from ..kernel.laws.tightness import tight_goals
from ..kernel.reals.context import Context as RealContext
from ..kernel.statements import Claim, Domain, Point, Proof
from ..kernel.statements import Fact as RealFact
from ..kernel.substitution import substitute
from ..kernel.terms import ONE, ZERO, Term, TermError, add, mul, negated, rebuild, relation, sub, sym, term
from ..kernel.verdicts import Rejected, StepRejected
from ..objects.language import Density, FieldSymbol, domain
from ..report.laws import fact_text, law_text
from ..report.text import domain_text
from ..search.outcome import Budget
from ..search.refuting.refuter import find_witness
from ..search.residual import Unproved, Use, combine, prove_fact
from . import theorem as author
from .failures import CertifyError, Failure, in_words, with_goal, witness_to_write
from .loading import PACKAGE
from .theorem import Step, Tactic, Theorem

SECONDS = 60.0


def certify(
    theorem: Theorem,
    library: Mapping[str, Proposition] | None = None,
    seconds: float = SECONDS,
    earlier: Certificate | None = None,
) -> Certificate:
    """A certificate that the kernel accepts, or CertifyError. Proofs about reals in an earlier one are kept where they still hold."""
    maker = _Maker(theorem, library or {}, seconds, earlier)
    for step in theorem.steps:
        maker.step(step)
    maker.now = None
    choice = tuple((f.name, f.points, t) for f, t in theorem.choice.items())
    tight = (maker.tight(),) if theorem.tight is not None else ()
    certificate = Certificate(theorem.proposition, tuple(maker.steps), maker.witness(tight), choice, tight)
    result = check(certificate, library)
    if not isinstance(result, Proved):
        raise maker.refused(result)
    return certificate


class _Maker:
    def __init__(
        self, theorem: Theorem, library: Mapping[str, Proposition], seconds: float, earlier: Certificate | None
    ) -> None:
        self.theorem, self.seconds = theorem, seconds
        self.earlier = {h.fact: h.by for h in earlier.proof} if earlier is not None else {}
        self.ctx = Context(theorem.proposition, library)
        self.steps: list[Have] = []
        self.now: Step | None = None  # the step of the author that is being made
        self.obtained: dict[str, FieldSymbol] = {}  # what steps say there is

    @property
    def setting(self) -> Setting:
        return self.ctx.setting

    def fail(
        self,
        where: str,
        found: str,
        expected: str,
        left: RealFact | None = None,
        atoms: Mapping[str, Term] | None = None,
    ) -> CertifyError:
        """Why the step of the author fails, or the part `where` of the theorem; `left` is a goal about reals that was not shown."""
        step, rule = where, ""
        if self.now is not None:
            step, rule = f"{self.now.name}: {fact_text(self.now.fact)}", str(self.now.by)
            rule = rule if where == self.now.name else f"{rule}, at {where}"
        failure = Failure(self.theorem.label, step, found, expected, rule)
        return CertifyError(failure if left is None else with_goal(failure, left, atoms or {}))

    def refused(self, wrong: Rejected) -> CertifyError:
        """Why the kernel refuses a step, in the author's words."""
        return self.fail(wrong.where, in_words(wrong.found), in_words(wrong.expected))

    def add(self, name: str, statement: Term, by: statements.Rule, tests: tuple[Field, ...] = ()) -> str:
        """A step of the kernel, checked."""
        have = Have(name, Fact(statement, tests), by)
        wrong = check_step(have, self.ctx)
        if wrong is not None:
            raise self.refused(wrong)
        self.steps.append(have)
        return name

    def step(self, step: Step) -> None:
        make: dict[type[Tactic], Callable[..., object]] = {
            author.Pointwise: self.pointwise, author.Real: self.pointwise, author.Integrate: self.integrate, author.Under: self.under,
            author.Vanish: self.vanish, author.Swap: self.swap, author.Instantiate: self.instantiate,
            author.Defined: self.defined, author.Separate: self.separate, author.Cite: self.cite,
            author.Obtain: self.obtain, author.Generalize: self.generalize,
        }  # fmt: skip
        self.now = step
        for name in step.by.cited:
            self.mass(name)
            if name not in self.ctx.facts:
                raise self.fail(
                    step.name,
                    f"{name}, which no step before states",
                    f"one of {', '.join(self.ctx.facts) or 'no facts'}",
                )
        fact = step.fact
        try:
            make[type(step.by)](step.name, fact if fact.tests else fact.statement, step.by)
        except TermError as error:  # a name that is not there, points of another space
            raise self.fail(step.name, in_words(str(error)), "a step that is well-formed") from error

    def mass(self, name: str) -> None:
        """`K.mass` is a fact as soon as a step speaks of it, if K is a law or kernel of the setting."""
        known = {f"{f.name}.mass": f for f in (*self.theorem.fields, *self.obtained.values()) if f.field.mass}
        if name in known and name not in self.ctx.facts:
            self.add(name, known[name].mass, rules.Mass(known[name].name))

    # -- rules that need proofs about reals -------------------------------------------------------------------

    def pointwise(self, name: str, statement: Term, by: author.Pointwise) -> str:
        uses = tuple((u, ()) if isinstance(u, str) else (u[0], tuple(u[1].items())) for u in by.using)
        kind = rules.Pointwise if points_of(statement) else rules.Real
        empty = kind(uses, (), tuple(by.finite))
        try:
            premises = empty.premises(LawStep(Fact(statement), self.ctx))
        except StepRejected as error:
            raise self.refused(Rejected(error.where or name, error.found, error.expected)) from None
        if self._kept(name, statement, uses, tuple(by.finite)):
            return name
        reals = Reals(self.setting)
        real = reals(statement)
        goal = RealFact(reals.domain(*(f.statement for f in premises)), real)
        lemmas = [_use(lemma, reals) for lemma in by.lemmas]
        if isinstance(by.using, Mapping):
            multipliers = [(reals(f.statement), reals(term(m))) for f, m in zip(premises, by.using.values())]
            proof = combine(goal, multipliers, self.seconds)
        else:
            proof = prove_fact(goal, [reals(c) for c in by.cases], [reals(c) for c in by.helps], lemmas, self.seconds)
        if isinstance(proof, Unproved):
            spoken = (statement, *(f.statement for f in premises), *by.cases, *by.helps)
            back = {str(reals(a).value): a for t in spoken for a in atoms(t)}
            raise self.fail(name, "no proof", f"a goal that {_follows(by)}", proof.left, back)
        return self.add(name, statement, kind(uses, proof, tuple(by.finite)))

    def _kept(self, name: str, statement: Term, uses: object, finite: object) -> bool:
        """Whether the earlier certificate has this step, from the same facts, and the kernel accepts its proof here too."""
        old = self.earlier.get(Fact(statement))
        if not isinstance(old, rules.Pointwise) or (old.using, old.finite) != (uses, finite):
            return False
        have = Have(name, Fact(statement), old)
        accepted = check_step(have, self.ctx) is None
        if accepted:
            self.steps.append(have)
        return accepted

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
                coefficients.append(forms.stable(partial(_rewritten, forms, raw)))
            except NormalError as error:
                raise self.fail(name, f"{error}", "coefficients with a normal form") from None
        total = add(*(mul(c, sym(n)) for c, n in zip(coefficients, names)))
        if not forms.is_zero(sub(real, total)):
            raise self.fail(name, law_text(gap), f"a sum of multiples of the Ints over {name_of(x)}")
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
            raise self.fail(
                name, f"{by.of}, {'no earlier fact' if fact is None else fact_text(fact)}", "a fact for all events"
            )
        test = fact.tests[0]
        points = tuple(by.at) or ((by.x,) if by.x is not None else self._arguments(name, test, by.value))
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
                points = ", ".join(map(name_of, here)) or "no point"
                raise self.fail(name, f"{points} of {space}", "one point, or the argument x")
            found.append(here[0])
        return tuple(found)

    def cite(self, name: str, statement: Term, by: author.Cite) -> str:
        return self.add(name, statement, self._citation(name, by))

    def obtain(self, name: str, statement: Term, by: author.Obtain) -> str:
        wanted = [f.name for f in by.theorem.existing]
        if sorted(by.names) != sorted(wanted):
            raise self.fail(
                name, f"names for {', '.join(by.names) or 'nothing'}", f"a field for each of {', '.join(wanted)}"
            )
        names = tuple((n, f.name) for n, f in by.names.items())
        self.obtained.update((f.name, f) for f in by.names.values())
        return self.add(name, statement, rules.Obtain(**vars(self._citation(name, by)), names=names))

    def _citation(self, name: str, by: author.Cite) -> rules.Cite:
        """The instance of a theorem as the kernel wants it."""
        if not by.theorem.name:
            raise self.fail(name, f"the theorem {by.theorem.label} without a name", "one of a chapter")
        known = by.theorem.proposition
        fields, using = [], list(by.using)
        spaces: dict[str, str] = {}
        for f in known.setting.fields:
            params, value = self._value(f, by.fields.get(f.name))
            fields.append((f.name, params, value))
            spaces.update(zip(f.spaces, map(space_of, params)))
            if f.mass and value.op == "at" and value.args[-1] is params[-1]:
                using.append(self._mass_at(name, relation("==", integral(value, params[-1]), ONE), str(value.value)))
        reals = tuple((n, term(by.reals.get(n, sym(n)))) for n in known.setting.where.names)
        claims = list(by.theorem.claims)
        number = claims.index(by.claim) if by.claim else 0
        needed = known.claims[number].points.union(*(f.points for _, f in known.given))
        points = tuple((p, by.points.get(p, p)) for p in sorted(needed, key=repr))
        given = tuple((label, by.given.get(label, label)) for label, _ in known.given)
        return rules.Cite(
            by.theorem.name, number, reals, tuple(fields), tuple(spaces.items()), points, given, tuple(using)
        )

    def _mass_at(self, name: str, total: Term, field: str) -> str:
        """The fact that a law, or a kernel at these points, has mass one; `K.mass` if it says so at the same points."""
        if any(f.name == field and f.mass is total for f in self.theorem.fields if f.field.mass):
            self.mass(f"{field}.mass")
        known = next((n for n, g in self.ctx.facts.items() if g.statement is total), None)
        return known or self.add(f"{name}.mass.{field}", total, rules.Mass(field))

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

    def tight(self) -> tuple[statements.Tight, tuple[Proof, ...]]:
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
            proof = () if tightness.needs_no_proof(goal, ctx) else self._with_pieces(goal)
            if isinstance(proof, Unproved):
                raise self.fail("tight", "no proof", "laws that attain the bound on the whole domain", proof.left)
            proofs.append(proof)
        return tight, tuple(proofs)

    def _with_pieces(self, goal: RealFact) -> Proof | Unproved:
        """By the cases of its pieces; conditions that hold or fail on the whole domain are shown first."""
        pieces = _pieces(goal.statement)
        found = prove_fact(goal, pieces, seconds=self.seconds / 6 if pieces else self.seconds)
        if not isinstance(found, Unproved) or not pieces:
            return found
        sides = [next((r for r in (c, negated(c)) if self._shown(RealFact(goal.domain, r))), None) for c in pieces]
        cases = [c for c, r in zip(pieces, sides) if r is None]
        return prove_fact(goal, cases, [r for r in sides if r is not None], seconds=self.seconds)

    def _shown(self, fact: RealFact) -> bool:
        return not isinstance(prove_fact(fact, seconds=self.seconds / 6), Unproved)

    def _point(self, where: Domain) -> Point:
        found = find_witness(Claim(where, (), ZERO, "<=", ONE), Budget(seconds=self.seconds))
        if found is None:
            names = ", ".join(f'"{n}": ...' for n in where.names)
            raise self.fail("tight", f"no point of {domain_text(where)}", f"a point, at={{{names}}}")
        return found

    def witness(self, tight: Sequence[tuple[statements.Tight, tuple[Proof, ...]]]) -> Model:
        if self.theorem.witness is not None:
            params, values = self.theorem.witness
            return author.tables(values, params, self.theorem.fields)
        if tight:
            return author.at_point(tight[0][0].model, tight[0][0].point)
        proposed = witness_to_write(self.theorem.proposition, self._variables())
        expected = f"a model of the hypotheses, so that they are not vacuous: {proposed}"
        raise self.fail("witness", "no model", expected)

    def _variables(self) -> dict[str, str]:
        """What the chapter calls the fields that it holds."""
        module = sys.modules.get(f"{PACKAGE}.{self.theorem.name.partition('.')[0]}")
        held = vars(module).items() if module is not None else ()
        return {v.name: variable for variable, v in held if isinstance(v, FieldSymbol)}


def _follows(by: author.Pointwise) -> str:
    """How a goal is expected to follow."""
    given = f"follows from {', '.join(by.cited)}" if by.cited else "holds"
    how = " with these multipliers, the rest being >= 0" if isinstance(by.using, Mapping) else ""
    return f"{given}{how}{' in each of the cases' if by.cases else ''}"


def _rewritten(forms: NormalForms, t: Term) -> Term:
    return forms.term(forms.normal(t))


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
