"""The rules for statements about all laws. Each checks a step it is given; none computes a result.

Every fact holds for almost all values of its points. The points of a fact are those of its statement, so a fact is cited only
where the conclusion speaks of the same points: a null space makes no closed statement true. A point is never put for another
that is there too, as facts say nothing about diagonals. Notation: ∀x: L <= R is a fact with the point x, ⊢ separates premises and
conclusion, ≡ is equality of normal forms where each field at points and each Int is a variable. A rule's docstring is its declaration.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..arithmetic.defined import obligations
from ..statements import Fact as RealFact
from ..statements import Proof, Range
from ..terms import ONE, ZERO, Term, TermError, add, mul, relation, sub, sym
from ..verdicts import StepRejected, require
from .affine import degree
from .choices import demand_field, demand_values
from .context import Context, LawStep, demand_real
from .sight import Reals, Sight
from .statements import Choice, Fact, Field, Proposition, Rule, Setting
from .terms import (
    Substitution,
    at,
    atoms,
    demand_copies,
    fields_of,
    fresh,
    indicator,
    integral,
    opened,
    point,
    points_of,
    replace_points,
    space_of,
)

Renaming = tuple[tuple[Term, Term], ...]  # points by points
Put = dict[str, tuple[tuple[Term, ...], Term]]  # fields by points and terms


@dataclass(frozen=True)
class LawRule(Rule):
    """A rule for statements about all laws."""

    def brings(self, ctx: Context) -> None:
        """Adds to the setting what the goal may speak of from this step on: most rules bring in nothing."""

    @abstractmethod
    def conclude(self, step: LawStep) -> None:
        """Comes to its end if the goal follows."""


def _gap(r: Term) -> tuple[Term, str]:
    """A relation as (g, op) meaning g op 0, op one of <=, <, ==."""
    if r.op in (">=", ">"):
        return sub(r.rhs, r.lhs), "<=" if r.op == ">=" else "<"
    if r.op == "!=":
        raise TermError("found !=, expected <=, <, ==, >= or >")
    return sub(r.lhs, r.rhs), r.op


@dataclass(frozen=True)
class Pointwise(LawRule):
    """facts at points of the goal imply it, each field at points and each Int being a real number of its range ⊢ ∀x: L R M

    - `using` names facts, with a renaming of their points to different points of the goal, of the same spaces
    - every Int of the goal is seen to be finite, with the help of those facts and of the facts in `finite`
    - `proof` is a proof for the real kernel
    """

    using: tuple[tuple[str, Renaming], ...] = ()
    proof: Proof = ()
    finite: tuple[str, ...] = ()

    def conclude(self, step: LawStep) -> None:
        premises = self.premises(step)
        unseen = step.sight(self.finite).with_facts(*premises).unseen(step.statement)
        require(unseen is None, (unseen,), "Ints that are seen to be finite")
        demand_real(self.proof, self.real(step.goal, premises, step.setting))

    def premises(self, step: LawStep) -> tuple[Fact, ...]:
        """The cited facts at the points of the goal."""
        demand_copies(step.fact(cited).statement for cited, _ in self.using)
        out = []
        for cited, renaming in self.using:
            fact, to = step.fact(cited), dict(renaming)
            landed = {p: to.get(p, p) for p in fact.points}
            alike = all(space_of(p) == space_of(q) for p, q in landed.items())
            require(alike, f"{cited} at {landed}", "points of the same spaces")
            different = len(set(landed.values())) == len(landed)
            require(different, f"{cited} at {landed}", "different points")
            require(step.points.issuperset(landed.values()), f"{cited} at {landed}", "points of the goal")
            out.append(Fact(replace_points(fact.statement, landed)))
        return tuple(out)

    @staticmethod
    def real(goal: Fact, premises: tuple[Fact, ...], setting: Setting) -> RealFact:
        """What the real kernel has to accept."""
        reals = Reals(setting)
        statement = reals(goal.statement)
        return RealFact(reals.domain(*(f.statement for f in premises)), statement)


@dataclass(frozen=True)
class Real(Pointwise):
    """as Pointwise ⊢ L R M

    - the goal has no points
    """

    def conclude(self, step: LawStep) -> None:
        require(not step.points, f"the points {sorted(map(repr, step.points))}", "a statement without points")
        super().conclude(step)


@dataclass(frozen=True)
class Integrate(LawRule):
    """∀x,y: L <= R, Σ cₖ Bₖ ≡ L - R, Σ cₖ Int(Bₖ, x) ≡ L' - R' ⊢ ∀y: L' <= R'; also for ==; of < comes <=

    - x is not a point of the goal, and the premise has no other points than x and those of the goal
    - the cₖ and Bₖ are terms of the setting, in points of the goal and x; the cₖ are free of x and defined
    - all Int(Bₖ, x) but one are seen to be finite, with the help of the facts in `using`; the one that is left is so for ==, if its
      cₖ is not 0, and for <=, if its cₖ > 0 and Bₖ >= 0: then what bounds it is integrable

    Without a premise 0 == 0 is integrated.
    """

    over: Term
    parts: tuple[tuple[Term, Term], ...]
    of: str | None = None
    using: tuple[str, ...] = ()

    def conclude(self, step: LawStep) -> None:
        premise = Fact(relation("==", ZERO, ZERO)) if self.of is None else step.fact(self.of)
        (gap, op), (wanted, result) = _gap(premise.statement), _gap(step.statement)
        allowed = result == "<=" or (result == op == "==")
        require(allowed, f"{result} from {op}", "<= from <=, < or ==, or == from ==")
        self._places(step, premise)
        step.well_formed(*(t for part in self.parts for t in part))
        seen = step.sight(self.using)
        for c, _ in self.parts:
            require(seen.defined(c), ("the coefficient", c), "a coefficient that is defined")
        unseen = [(c, b) for c, b in self.parts if not seen.finite(integral(b, self.over))]
        tamed = len(unseen) <= 1 and all(_tamed(c, b, result, seen) for c, b in unseen)
        require(tamed, f"Ints of {[b for _, b in unseen]}", "all but one seen to be finite, and that one tamed")
        ints = [integral(b, self.over) for _, b in self.parts]
        whole = seen.with_facts(premise).granting(*ints)
        total = add(*(mul(c, b) for c, b in self.parts))
        require(whole.same(gap, total), "parts whose sum is not the premise", ("parts that add up to", gap))
        total = add(*(mul(c, i) for (c, _), i in zip(self.parts, ints)))
        require(
            whole.same(wanted, total), "parts whose Ints do not add up to the goal", ("Ints that add up to", wanted)
        )

    def _places(self, step: LawStep, premise: Fact) -> None:
        require(self.over.op == "point" and self.over not in step.points, (self.over,), "a point that the goal has not")
        known = step.points | {self.over}
        require(premise.points <= known, f"points {premise.points} of the premise", "those of the goal, and one more")
        require(
            not any(self.over in points_of(c) for c, _ in self.parts), "a coefficient", f"one free of {self.over!r}"
        )
        others = set().union(*(points_of(t) for part in self.parts for t in part)) - known
        require(not others, f"parts with the points {others}", "points of the goal")  # of a null space, if they cancel


def _tamed(c: Term, b: Term, op: str, sight: Sight) -> bool:
    """Whether the other parts show that b is integrable."""
    if op == "==":
        return sight.defined(b) and (sight.holds(relation(">", c, ZERO)) or sight.holds(relation("<", c, ZERO)))
    return sight.holds(relation(">", c, ZERO)) and sight.holds(relation(">=", b, ZERO))


@dataclass(frozen=True)
class Mass(LawRule):
    """⊢ ∀x: Int(k(x,y), y) == 1

    - k is a law or kernel of the setting
    """

    field: str

    def conclude(self, step: LawStep) -> None:
        f = step.setting.by_name.get(self.field)
        require(f is not None and f.mass, f"the field {self.field}", "a law or kernel")
        total = step.statement.lhs
        shape = step.statement.op == "==" and step.statement.rhs is ONE and total.op == "Int"
        require(shape, (step.statement,), "Int(k(x,y), y) == 1")
        y = fresh(space_of(total))
        body = opened(total, y)
        density = body.op == "at" and body.name == self.field and body.args[-1] is y
        require(density, (total,), f"the Int of {self.field} over its last point")


@dataclass(frozen=True)
class Vanish(LawRule):
    """∀y: Int(G, x) <= 0, G >= 0 ⊢ ∀x,y: G == 0; also from == 0

    - G >= 0 is seen with the help of `using`
    - the goal has the point x, which the premise has not, and all points of the premise
    """

    of: str
    over: Term
    using: tuple[str, ...] = ()

    def conclude(self, step: LawStep) -> None:
        premise, s = step.fact(self.of), step.statement
        r = premise.statement
        require(r.op in ("<=", "==") and r.rhs is ZERO, (f"{self.of}:", r), "Int(G, x) <= 0")
        require(s.op == "==" and s.rhs is ZERO and integral(s.lhs, self.over) is r.lhs, (s,), ("G == 0, of", r.lhs))
        step.keeps(premise.points | {self.over})
        seen = step.sight(self.using).with_facts(premise).holds(relation(">=", s.lhs, ZERO))
        require(seen, (s.lhs,), "an integrand that is seen to be >= 0")


@dataclass(frozen=True)
class Swap(LawRule):
    """F >= 0 and one side is finite, or Int(Int(|F|)) is finite ⊢ ∀z: Int(Int(F, y), x) == Int(Int(F, x), y) (Tonelli, Fubini)

    - that is seen with the help of the facts in `using`
    """

    using: tuple[str, ...] = ()

    def conclude(self, step: LawStep) -> None:
        left, right = step.statement.args
        double = step.statement.op == "==" and left.op == "Int" and left.args[0].op == "Int"
        require(double, (step.statement,), "Int(Int(F, y), x) == Int(Int(F, x), y)")
        x, y = fresh(space_of(left), "x"), fresh(space_of(left.args[0]), "y")
        f = opened(opened(left, x), y)
        require(integral(integral(f, x), y) is right, (right,), (integral(integral(f, x), y),))
        sight = step.sight(self.using)
        dominated = sight.defined(f) and sight.integrable(f, frozenset((x, y)), sight.known(left))
        inner = [(left, opened(left, x)), (right, opened(right, y))]
        positive = any(
            sight.finite(whole) and sight.granting(whole, part).holds(relation(">=", f, ZERO)) for whole, part in inner
        )
        require(dominated or positive, (f,), "an integrand that is >= 0 with a finite Int, or dominated")


@dataclass(frozen=True)
class Instantiate(LawRule):
    """for all events s: Φ(s) ⊢ ∀y: Φ(E)

    - E, a term in `points`, the arguments of s, and perhaps in other points y, is defined (with the help of `using`); Φ has no y
    - for an event s: E is an indicator, or Φ is affine in s and 0 <= E <= 1; for a test s: 0 <= E <= 1
    - the goal has all points of Φ
    - s is the only test of the fact

    Sound for a test E in place of an event: it is the mean of the events E > t, t uniform on [0, 1].
    """

    of: str
    test: str
    points: tuple[Term, ...]
    value: Term
    using: tuple[str, ...] = ()

    def conclude(self, step: LawStep) -> None:
        fact = step.ctx.facts.get(self.of)
        if fact is None or [t.name for t in fact.tests] != [self.test]:
            raise StepRejected((f"{self.of}:", fact), f"an earlier fact for all {self.test}, and for no other tests")
        affine = degree(fact.statement, self.test) < 2 and fact.statement.op != "!="
        demand_field(fact.tests[0], (self.test, self.points, self.value), step.sight(self.using), affine)
        shared = points_of(self.value) - set(self.points) & fact.points
        require(not shared, (self.value,), f"no points of {self.of} besides {self.points}")
        step.keeps(fact.points)  # the fact may hold because a space is null
        instance = Substitution(fields={self.test: (self.points, self.value)})(fact.statement)
        require(instance is step.statement, (step.statement,), (instance,))


@dataclass(frozen=True)
class Generalize(LawRule):
    """Φ(s) ⊢ for all tests (events) r: Φ(r)

    - s is a test or event of the setting that no hypothesis speaks of
    - s was not brought in by a step, and Φ has no symbol or field that was: it may depend on s
    """

    of: str
    field: str

    def conclude(self, step: LawStep) -> None:
        s, fact = step.setting.by_name.get(self.field), step.fact(self.of)
        if s is None:
            raise StepRejected(f"the field {self.field}", "a test or event of the setting")
        spoken = any(self.field in fields_of(g.statement) for g in step.ctx.given)
        require(not spoken, f"the field {self.field}", "one that no hypothesis speaks of")
        spoken_of = {self.field, *fact.statement.free, *fields_of(fact.statement)}
        require(not spoken_of & step.ctx.brought.keys(), (fact.statement,), "nothing that a step brought in")
        alike = len(step.goal.tests) == 1 and replace(step.goal.tests[0], name=s.name) == s
        require(alike, f"{step.goal.tests}", f"one like {s}")
        params = tuple(point(f"x{i}_", space) for i, space in enumerate(s.spaces))
        general = Substitution(fields={s.name: (params, at(step.goal.tests[0].name, *params))})(fact.statement)
        require(general is step.statement, (step.statement,), (general,))


@dataclass(frozen=True)
class Defined(LawRule):
    """a fact in which Int(B, x) must have a value, B has none where c₁ and ... and cₙ ⊢ ∀x,y: Indicator(c₁) ... Indicator(cₙ) == 0

    - the cᵢ are the conditions under which no piece of a `Piecewise` without default applies, and are defined
    - the goal has the point x, which the fact has not, and all points of the fact

    So KL <= c says that q == 0 implies p == 0.
    """

    of: str
    body: Term
    over: Term

    def conclude(self, step: LawStep) -> None:
        fact, sight = step.fact(self.of), step.sight((self.of,))
        known = integral(self.body, self.over) in sight.known() and self.over not in fact.points
        require(known, ("the Int of", self.body), f"an Int that {self.of} speaks of")
        step.keeps(fact.points | {self.over})
        gaps = [
            mul(*(indicator(c) for c in o.under))
            for o in obligations(
                self.body, frozenset(atoms(self.body))
            )  # an inner Int over a null space asks for nothing
            if o.culprit.op == "Piecewise" and not o.bound
        ]
        stated = any(step.statement is relation("==", never, ZERO) and sight.defined(never) for never in gaps)
        require(stated, (step.statement,), "Indicators of conditions under which the integrand has no value, == 0")


@dataclass(frozen=True)
class Separate(LawRule):
    """∀x,y: f(x) <= g(y) ⊢ ∀x: f(x) <= c, and ∀y: c <= g(y), for a new real symbol c

    - f and g have no common points, and there are laws on all their spaces
    - the first step that names c brings it in, and the second may state the other half

    Sound: c is the essential supremum of f.
    """

    of: str
    symbol: str

    def brings(self, ctx: Context) -> None:
        if self.symbol not in ctx.setting.where.names:
            ctx.setting = Setting(ctx.setting.where.with_range(Range(self.symbol)), ctx.setting.fields)
            ctx.brought = {**ctx.brought, self.symbol: self.of}

    def conclude(self, step: LawStep) -> None:
        fact, c = step.fact(self.of), sym(self.symbol)
        own = step.ctx.brought.get(self.symbol) == self.of
        require(own, f"the symbol {self.symbol}", f"a new one, or the one that separates {self.of}")
        f, g = fact.statement.args
        apart = fact.statement.op == "<=" and not points_of(f) & points_of(g)
        require(apart, (fact.statement,), "f(x) <= g(y) in different points")
        positive = {s.spaces[0] for s in step.setting.fields if s.mass and len(s.spaces) == 1}
        empty = {space_of(p) for p in fact.points} - positive
        require(not empty, f"the spaces {sorted(empty)}", "spaces with a law")
        half = step.statement in (relation("<=", f, c), relation("<=", c, g))
        require(half, (step.statement,), "f(x) <= c or c <= g(y)")


@dataclass(frozen=True)
class Cite(LawRule):
    """a theorem: given Γ, in its setting, ∀x: Φ; its symbols, fields, spaces put by terms of ours ⊢ ∀x,y: Φ with these terms

    - there is one term for each symbol and field; the terms satisfy the theorem's domain, ranges and masses, as `using` shows
    - `given` names our fact for each hypothesis of Γ; terms in one for all tests have no points of their own
    - the points of Φ and Γ go to different points of the right spaces, none of which the terms mention; the goal has them all
    - the theorem claims no existence
    """

    theorem: str
    claim: int = 0
    reals: tuple[tuple[str, Term], ...] = ()
    fields: tuple[Choice, ...] = ()
    spaces: tuple[tuple[str, str], ...] = ()
    points: Renaming = ()
    given: tuple[tuple[str, str], ...] = ()
    using: tuple[str, ...] = ()

    def conclude(self, step: LawStep) -> None:
        known = self._known(step.ctx)
        require(not known.exists, f"{self.theorem}, which says that fields exist", "a theorem about given fields")
        self._instance(known, {}, step, step.sight(self.using))

    def _known(self, ctx: Context) -> Proposition:
        known = ctx.library.get(self.theorem)
        if known is None or not 0 <= self.claim < len(known.claims):
            raise StepRejected(
                f"{self.theorem}, claim {self.claim}", "a theorem that has been checked, one of its claims"
            )
        return known

    def _instance(self, known: Proposition, existing: Put, step: LawStep, sight: Sight) -> None:
        """The goal is the claim with our terms, which are such as the theorem asks for, and with these for what exists."""
        claim, reals, fields = known.claims[self.claim], dict(self.reals), {c[0]: c for c in self.fields}
        all_there = set(reals) == set(known.setting.where.names) and set(fields) == set(known.setting.by_name)
        require(all_there, f"terms for {sorted([*reals, *fields])}", f"one for each symbol and field of {self.theorem}")
        ours = {n: (c[1], c[2]) for n, c in fields.items()} | existing
        put = Substitution(reals, dict(self.points), dict(self.spaces), ours)
        self._places(claim, known.given, put, step)
        demand_values(known.setting.where, reals, sight)
        for f in known.setting.fields:
            demand_field(_moved(f, put.spaces), fields[f.name], sight)
        for label, fact in known.given:
            self._hypothesis(label, fact, put, step)
        instance = put(claim.statement)
        require(instance is step.statement, (step.statement,), (instance,))

    def _places(self, claim: Fact, given: tuple[tuple[str, Fact], ...], put: Substitution, step: LawStep) -> None:
        """The points of claim and hypotheses go to different points of the right spaces that the terms do not speak of."""
        points = claim.points.union(*(f.points for _, f in given))
        require(set(put.points) == points, f"places for {set(put.points)}", f"one for each of {points}")
        landed = list(put.points.values())
        alike = all(
            q.op == "point" and space_of(q) == put.spaces.get(space_of(p), space_of(p)) for p, q in put.points.items()
        )
        require(alike, f"the points {self.points}", "points of the right spaces")
        require(len(set(landed)) == len(landed), f"the points {self.points}", "different points")
        own = (points_of(t) - set(params) for _, params, t in self.fields)
        loose = set().union(*(points_of(t) for _, t in self.reals), *own)
        require(not loose & set(landed), f"the points {self.points}", "points that the terms do not mention")
        step.keeps(loose | {put.points[p] for p in claim.points})

    def _hypothesis(self, label: str, fact: Fact, put: Substitution, step: LawStep) -> None:
        """Our fact says what the hypothesis says; for all tests, almost all y, the exceptions may be others for each test."""
        tests = tuple(_moved(t, put.spaces) for t in fact.tests)
        ours, theirs = step.ctx.facts.get(dict(self.given).get(label, "")), Fact(put(fact.statement), tests)
        require(ours == theirs, (ours, f"for the hypothesis {label}"), (theirs,))
        wrong = theirs.wrong_in(step.setting)
        require(wrong is None, f"{wrong}", f"a hypothesis {label} whose tests are no fields")
        bare = theirs.points <= {put.points[p] for p in fact.points}
        require(bare or not tests, f"points in the hypothesis {label}", "terms without points in a fact for all tests")


@dataclass(frozen=True)
class Obtain(Cite):
    """a theorem: given Γ, in its setting, there are fields g with ∀x: Φ(g) ⊢ ∀x: Φ(h) with our terms, for new fields h

    - as for `Cite`; `names` gives each g the name of an h, all different (without g it is `Cite` with such terms)
    - the first step that names them brings them in; later ones may state other claims of the theorem with the same terms
    - the terms have no points besides those of their fields, and do not mention the h; that they are such as the theorem asks for
      is seen at no point of the goal: of a null space it would say nothing, and the h stay

    Sound: with terms for its fields the theorem says that there are such g; they depend on nothing that is bound. Facts without h
    hold whichever they are.
    """

    names: tuple[tuple[str, str], ...] = ()

    def brings(self, ctx: Context) -> None:
        names, spaces = dict(self.names), dict(self.spaces)
        new = tuple(replace(_moved(f, spaces), name=names[f.name]) for f in self._known(ctx).exists)
        bound = {t.name for fact in ctx.facts.values() for t in fact.tests}  # it would be captured there
        if not (ctx.setting.by_name.keys() | bound) & {f.name for f in new}:
            ctx.setting = ctx.setting.with_fields(new)
            ctx.brought = {**ctx.brought, **{f.name: self._terms for f in new}}

    @property
    def _terms(self) -> object:
        return self.theorem, self.reals, self.fields, self.spaces, self.names

    def conclude(self, step: LawStep) -> None:
        known, names, fields = self._known(step.ctx), dict(self.names), step.setting.by_name
        own = all(step.ctx.brought.get(n) == self._terms for n in names.values())
        require(own, f"the fields {names}", "new ones, or those of the same theorem with the same terms")
        terms = [((), t) for _, t in self.reals] + [(params, t) for _, params, t in self.fields]
        closed = all(points_of(t) <= set(params) for params, t in terms)
        require(closed, ("the terms", *(t for _, t in terms)), "terms without other points")
        before = not any(fields_of(t) & set(names.values()) for _, t in terms)
        require(before, ("the terms", *(t for _, t in terms)), "terms that do not mention what they give")
        sight = Sight(step.setting, map(step.fact, self.using))  # at no point of the goal: what is obtained has none
        self._instance(known, {f.name: self._as(fields[names[f.name]]) for f in known.exists}, step, sight)

    @staticmethod
    def _as(f: Field) -> tuple[tuple[Term, ...], Term]:
        params = tuple(point(f"x{i}_", space) for i, space in enumerate(f.spaces))
        return params, at(f.name, *params)


def _moved(f: Field, spaces: Mapping[str, str]) -> Field:
    """The field of a theorem on our spaces."""
    return replace(f, spaces=tuple(spaces.get(s, s) for s in f.spaces))


_FIELDS: dict[type[Rule], dict[str, str]] = {
    Pointwise: {"using": "uses", "proof": "proof", "finite": "names"},
    Real: {"using": "uses", "proof": "proof", "finite": "names"},
    Integrate: {"over": "term", "parts": "terms", "of": "name?", "using": "names"},
    Mass: {"field": "name"},
    Vanish: {"of": "name", "over": "term", "using": "names"},
    Swap: {"using": "names"},
    Instantiate: {"of": "name", "test": "name", "points": "list", "value": "term", "using": "names"},
    Generalize: {"of": "name", "field": "name"},
    Defined: {"of": "name", "body": "term", "over": "term"},
    Separate: {"of": "name", "symbol": "name"},
    Cite: {
        "theorem": "name",
        "claim": "int",
        "reals": "pairs",
        "fields": "choices",
        "spaces": "renames",
        "points": "terms",
        "given": "renames",
        "using": "names",
    },
}
_FIELDS[Obtain] = {**_FIELDS[Cite], "names": "renames"}

#: Every rule by name, with the kinds of its fields, in order.
RULES = {rule.__name__: (rule, kinds) for rule, kinds in _FIELDS.items()}
