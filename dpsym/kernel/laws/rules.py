"""The rules for statements about all laws. Each checks a step it is given; none computes a result.

Every fact holds for almost all values of its points. The points of a fact are those of its statement, so a fact is cited only
where the conclusion speaks of the same points: a null space makes no closed statement true. A point is never put for another
that is there too, as facts say nothing about diagonals. Notation: ∀x: L <= R is a fact with the point x, ⊢ separates premises and
conclusion, ≡ is equality of normal forms where each field at points and each Int is a variable.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from ..defined import obligations
from ..statements import Fact as RealFact
from ..statements import Proof, Rejected, integer_valued
from ..terms import ONE, ZERO, Term, TermError, add, mul, relation, sub, sym
from .context import Context, rejects_real
from .sight import Reals, Sight
from .statements import Choice, Fact, Field, Setting
from .terms import (
    Substitution,
    at,
    atoms,
    fields_of,
    indicator,
    integral,
    opened,
    point,
    points_of,
    replace_points,
    space_of,
)

Outcome = Rejected | None
Renaming = tuple[tuple[Term, Term], ...]  # points by points


@dataclass(frozen=True)
class Rule:
    """Base of all rules."""

    grade: ClassVar[str] = "exact"

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        return Rejected(name, "the base of all rules", "a rule")


def _gap(r: Term) -> tuple[Term, str]:
    """A relation as (g, op) meaning g op 0, op one of <=, <, ==."""
    if r.op in (">=", ">"):
        return sub(r.rhs, r.lhs), "<=" if r.op == ">=" else "<"
    if r.op == "!=":
        raise TermError("found !=, expected <=, <, ==, >= or >")
    return sub(r.lhs, r.rhs), r.op


@dataclass(frozen=True)
class Pointwise(Rule):
    """
        facts at points of the goal ⊢ goal, in the real numbers
        --------------------------------------------------------  each field at points and each Int a fresh real in its range
                            ∀x: L R R'

    `using` names facts with a renaming of their points to different points of the goal. `finite` names facts that speak of the Ints of
    the goal. `proof` is a proof for the real kernel.
    """

    using: tuple[tuple[str, Renaming], ...] = ()
    proof: Proof = ()
    finite: tuple[str, ...] = ()

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        premises = self.premises(goal, ctx)
        if isinstance(premises, Rejected):
            return premises
        sight = ctx.sight(self.finite, goal)
        if isinstance(sight, Rejected):
            return sight
        unseen = Sight(ctx.setting, (*sight.facts, *premises), goal.points).unseen(goal.statement)
        if unseen is not None:
            return Rejected(name, f"{unseen!r}", "Ints that are seen to be finite")
        return rejects_real(self.proof, self.real(goal, premises, ctx.setting), name)

    def premises(self, goal: Fact, ctx: Context) -> tuple[Fact, ...] | Rejected:
        """The cited facts at the points of the goal."""
        out = []
        for cited, renaming in self.using:
            fact, to = ctx.fact(cited), dict(renaming)
            if isinstance(fact, Rejected):
                return fact
            landed = {p: to.get(p, p) for p in fact.points}
            alike = all(p.op == "point" and space_of(p) == space_of(q) for p, q in landed.items())
            if not alike or len(set(landed.values())) != len(landed) or not goal.points.issuperset(landed.values()):
                return Rejected(
                    cited, f"its points put at {landed}", f"different points of {sorted(map(repr, goal.points))}"
                )
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
    """Pointwise for a goal without points."""

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        if goal.points:
            return Rejected(name, f"the points {sorted(map(repr, goal.points))}", "a statement without points")
        return super().check(goal, name, ctx)


@dataclass(frozen=True)
class Integrate(Rule):
    """
        ∀x,y: L <= R      Σ cₖ Bₖ ≡ L - R      Σ cₖ Int(Bₖ, x) ≡ L' - R'      cₖ free of x
        ------------------------------------------------------------------------------------   also for ==; of < comes <=
                                    ∀y: L' <= R'

    Without a premise 0 == 0 is integrated. All Int(Bₖ, x) but one are seen to be finite, with the help of the facts in `using`. The
    one that is left is so for ==, if its cₖ is not 0, and for <=, if its cₖ > 0 and Bₖ >= 0: then what bounds it is integrable.
    """

    over: Term
    parts: tuple[tuple[Term, Term], ...]
    of: str | None = None
    using: tuple[str, ...] = ()

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        premise = Fact(relation("==", ZERO, ZERO)) if self.of is None else ctx.fact(self.of)
        sight = ctx.sight(self.using, goal)
        for found in (premise, sight):
            if isinstance(found, Rejected):
                return found
        (gap, op), (wanted, result) = _gap(premise.statement), _gap(goal.statement)  # type: ignore[union-attr]
        if result == "<" or (result == "==" and op != "=="):
            return Rejected(name, f"{result} from {op}", "<= from <= or <, or == from ==")
        if self.over in goal.points or not premise.points <= goal.points | {self.over}:  # type: ignore[union-attr]
            return Rejected(
                name, f"the points {sorted(map(repr, goal.points))}", f"those of the premise without {self.over!r}"
            )
        wrong = next(
            (t for c, b in self.parts for t in (c, b) if Fact(relation("==", t, t)).wrong_in(ctx.setting)), None
        )
        if wrong is not None or self.over.op != "point":
            return Rejected(name, f"the part {wrong!r}", "parts in the fields and symbols of the setting")
        if any(self.over in points_of(c) for c, _ in self.parts):
            return Rejected(name, "a coefficient that depends on the point of integration", "coefficients free of it")
        others = set().union(*map(points_of, (t for part in self.parts for t in part))) - goal.points - {self.over}
        if others:  # parts that cancel would bring in facts about a point of a null space
            return Rejected(name, f"parts with the points {sorted(map(repr, others))}", "points of the goal")
        return self._sums(gap, wanted, result, goal, name, sight)  # type: ignore[arg-type]

    def _sums(self, gap: Term, wanted: Term, op: str, goal: Fact, name: str, sight: Sight) -> Outcome:
        ints = [integral(b, self.over) for _, b in self.parts]
        if not sight.same(gap, add(*(mul(c, b) for c, b in self.parts))):
            return Rejected(name, "parts whose sum is not the premise", f"parts that add up to {gap!r}")
        if not sight.same(wanted, add(*(mul(c, i) for (c, _), i in zip(self.parts, ints)))):
            return Rejected(name, "parts whose Ints do not add up to the goal", f"Ints that add up to {wanted!r}")
        loose = [c for c, _ in self.parts if not sight.defined(c)]
        if loose:
            return Rejected(name, f"the coefficient {loose[0]!r}", "a coefficient that is defined")
        unseen = [(c, b) for (c, b), i in zip(self.parts, ints) if not sight.finite(i)]
        if len(unseen) > 1 or not all(self._tamed(c, b, op, sight) for c, b in unseen):
            return Rejected(name, f"Int({unseen[-1][1]!r})", "an integral that is seen to be finite")
        whole = Sight(sight.setting, (*sight.facts, *(Fact(relation("==", i, i)) for i in ints)), goal.points)
        return (
            None
            if whole.defined(goal.statement)
            else Rejected(name, f"{goal.statement!r}", "a statement that is defined")
        )

    @staticmethod
    def _tamed(c: Term, b: Term, op: str, sight: Sight) -> bool:
        """Whether the other parts show that b is integrable."""
        if op == "==":
            return sight.defined(b) and (sight.holds(relation(">", c, ZERO)) or sight.holds(relation("<", c, ZERO)))
        return sight.holds(relation(">", c, ZERO)) and sight.holds(relation(">=", b, ZERO))


@dataclass(frozen=True)
class Mass(Rule):
    """⊢ ∀x: Int(k(x,y), y) == 1, for a law or kernel k."""

    field: str

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        f = ctx.setting.by_name.get(self.field)
        if f is None or not f.mass or goal.statement.op != "==" or goal.statement.lhs.op != "Int":
            return Rejected(name, f"{self.field}: {goal.statement!r}", "Int(k(x,y), y) == 1 for a law or kernel k")
        body, y = goal.statement.lhs.args[0], point("y_", f.spaces[-1])
        density = body.op == "at" and body.value == f.name
        if (
            not density
            or goal.statement.rhs is not ONE
            or integral(at(f.name, *body.args[:-1], y), y) is not goal.statement.lhs
        ):
            return Rejected(name, f"{goal.statement!r}", f"the mass of {f.name}, over its last point, == 1")
        return None


@dataclass(frozen=True)
class Vanish(Rule):
    """
    ∀y: Int(G, x) <= 0     G >= 0
    ------------------------------   also from == 0; G >= 0 is seen with the help of `using`
           ∀x,y: G == 0                   G depends on x
    """

    of: str
    over: Term
    using: tuple[str, ...] = ()

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        premise, sight = ctx.fact(self.of), ctx.sight(self.using, goal)
        for found in (premise, sight):
            if isinstance(found, Rejected):
                return found
        s, r = goal.statement, premise.statement  # type: ignore[union-attr]
        if self.over in premise.points or r.op not in ("<=", "==") or r.rhs is not ZERO:  # type: ignore[union-attr]
            return Rejected(name, f"{self.of}: {r!r}", f"Int(G, x) <= 0 without the point {self.over!r}")
        if s.op != "==" or s.rhs is not ZERO or integral(s.lhs, self.over) is not r.lhs:
            return Rejected(name, f"{s!r}", f"G == 0 with {r.lhs!r} the Int of G")
        if not goal.points >= premise.points | {self.over}:  # type: ignore[union-attr]  # a null space shows nothing
            return Rejected(name, f"{s!r}", f"a statement with all points of the premise and {self.over!r}")
        seen = sight.nonnegative(s.lhs)  # type: ignore[union-attr]
        return None if seen else Rejected(name, f"{s.lhs!r}", "an integrand that is seen to be >= 0")


@dataclass(frozen=True)
class Swap(Rule):
    """
        F >= 0 and one side is finite, or Int(Int(|F|)) is finite
        ---------------------------------------------------------  (Tonelli, Fubini)
             ∀z: Int(Int(F, y), x) == Int(Int(F, x), y)

    Seen with the help of the facts in `using`.
    """

    using: tuple[str, ...] = ()

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        sight, (left, right) = ctx.sight(self.using, goal), goal.statement.args
        if isinstance(sight, Rejected):
            return sight
        if goal.statement.op != "==" or left.op != "Int" or left.args[0].op != "Int":
            return Rejected(name, f"{goal.statement!r}", "Int(Int(F, y), x) == Int(Int(F, x), y)")
        x, y = point("x_", space_of(left)), point("y_", space_of(left.args[0]))
        if {x, y} & goal.points:
            return Rejected(name, "points named x_ or y_", "other names")
        f = opened(opened(left, x), y)
        if integral(integral(f, x), y) is not right:
            return Rejected(name, f"{right!r}", f"{integral(integral(f, x), y)!r}")
        if sight.defined(f) and sight.integrable(f, frozenset((x, y)), sight.known(left)):
            return None
        if sight.nonnegative(f) and (sight.finite(left) or sight.finite(right)):
            return None
        return Rejected(name, f"{f!r}", "an integrand that is >= 0 with a finite Int, or dominated")


@dataclass(frozen=True)
class Instantiate(Rule):
    """
        for all events s: Φ(s)       E an indicator, or Φ affine in s and 0 <= E <= 1       E defined
        ----------------------------------------------------------------------------------------------  for tests s: 0 <= E <= 1
                                          ∀y: Φ(E)

    E is a term in `points`, the arguments of s, and perhaps in other points y, none of which Φ has; no point of Φ is lost. Ranges
    and definedness of E are seen with the help of `using`. Sound for a test E in place of an event: it is the mean of the events
    E > t, t uniform on [0, 1].
    """

    of: str
    test: str
    points: tuple[Term, ...]
    value: Term
    using: tuple[str, ...] = ()

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        fact, sight = ctx.facts.get(self.of), ctx.sight(self.using, goal)
        if isinstance(sight, Rejected):
            return sight
        s = next((t for t in fact.tests if t.name == self.test), None) if fact else None
        if fact is None or s is None or len(fact.tests) != 1:
            return Rejected(name, f"{self.of}: {fact}", f"an earlier fact for all {self.test}, and for no other tests")
        wrong = rejects_field(
            s,
            (s.name, self.points, self.value),
            sight,
            name,
            affine=_degree(fact.statement, s.name) < 2 and fact.statement.op != "!=",
        )
        if wrong is not None:
            return wrong
        if points_of(self.value) - set(self.points) & fact.points:
            return Rejected(name, f"{self.value!r}", f"no points of {self.of} besides {self.points}")
        if not goal.points >= fact.points:  # the fact may hold because a space is null
            return Rejected(name, f"{goal.statement!r}", f"a statement with all points of {self.of}")
        instance = Substitution(fields={s.name: (self.points, self.value)})(fact.statement)
        return None if instance is goal.statement else Rejected(name, f"{goal.statement!r}", f"{instance!r}")


@dataclass(frozen=True)
class Generalize(Rule):
    """
        Φ(s)       s a test or event of the setting that no hypothesis speaks of
        --------------------------------------------------------------------------
                          for all tests (events) r: Φ(r)

    Φ has no symbol that `Separate` brought in, as it may depend on s.
    """

    of: str
    field: str

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        fact, s = ctx.fact(self.of), ctx.setting.by_name.get(self.field)
        if isinstance(fact, Rejected):
            return fact
        if (
            s is None
            or any(self.field in fields_of(g.statement) for g in ctx.given)
            or fact.statement.free & ctx.separated.keys()
        ):
            return Rejected(
                name, f"the field {self.field}", "a test or event that no hypothesis speaks of, and no new symbols"
            )
        if len(goal.tests) != 1 or replace(goal.tests[0], name=s.name) != s:
            return Rejected(name, f"{goal.tests}", f"one like {s}")
        params = tuple(point(f"x{i}_", space) for i, space in enumerate(s.spaces))
        general = Substitution(fields={s.name: (params, at(goal.tests[0].name, *params))})(fact.statement)
        return None if general is goal.statement else Rejected(name, f"{goal.statement!r}", f"{general!r}")


@lru_cache(maxsize=1 << 12)
def _degree(t: Term, name: str) -> int:
    """0 if t is free of the field, 1 if t is affine in it, 2 if that is not seen."""
    if t.op == "at":
        return int(t.value == name)
    degrees = [_degree(a, name) for a in t.args]
    if t.op == "*":
        return min(2, sum(degrees))
    most = max(degrees, default=0)
    return most if t.op in ("+", "Int") or t.is_relation else 2 * min(1, most)


def is_event(t: Term, setting: Setting) -> bool:
    """Whether t takes the values 0 and 1 only."""
    if t.op == "Piecewise":
        return len(t.args) % 2 == 1 and all(v in (ZERO, ONE) for v in t.args[0::2])
    if t.op == "at":
        f = setting.by_name[str(t.value)]
        return f.integer and f.lower is ZERO and f.upper is ONE
    return t in (ZERO, ONE) or (t.op in ("*", "min", "max") and all(is_event(a, setting) for a in t.args))


def rejects_field(f: Field, choice: Choice, sight: Sight, name: str, affine: bool = False) -> Outcome:
    """None if the term in these points may stand for the field: on its spaces, defined, in its range, of mass one if it has."""
    _, params, t = choice
    if (
        len(set(params)) != len(params)
        or any(p.op != "point" for p in params)
        or tuple(map(space_of, params)) != f.spaces
    ):
        return Rejected(name, f"the points {params} for {f.name}", f"different points of {f.spaces}")
    wrong = Fact(relation("==", t, t)).wrong_in(sight.setting)
    if wrong is not None or not sight.defined(t):
        return Rejected(name, f"{wrong or repr(t)} for {f.name}", "a term that is defined here")
    if f.integer and not (is_event(t, sight.setting) or affine):
        return Rejected(name, f"{t!r} for {f.name}", "an indicator, or a test where the statement is affine")
    if f.integer and (f.lower is not ZERO or f.upper is not ONE):
        return Rejected(name, f"{t!r} for {f.name}", "an event; other fields with whole values are not instantiated")
    for op, end in ((">=", f.lower), ("<=", f.upper)):
        if end is not None and not sight.holds(relation(op, t, end)):
            return Rejected(name, f"{t!r} for {f.name}", f"a term that is seen to be {op} {end!r}")
    if f.mass and relation("==", integral(t, params[-1]), ONE) not in {g.statement for g in sight.facts}:
        return Rejected(name, f"{t!r} for {f.name}", "a fact that says it has mass one")
    return None


@dataclass(frozen=True)
class Defined(Rule):
    """
        a fact in which Int(B, x) must have a value      B has none where c₁ and ... and cₙ
        ------------------------------------------------------------------------------------
                  ∀x,y: Indicator(c₁) * ... * Indicator(cₙ) == 0

    The cᵢ are the conditions under which no piece of a `Piecewise` without default applies. So KL <= c says that q == 0 implies p == 0.
    """

    of: str
    body: Term
    over: Term

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        sight = ctx.sight((self.of,), goal)
        if isinstance(sight, Rejected):
            return sight
        if integral(self.body, self.over) not in sight.known() or self.over in sight.facts[0].points:
            return Rejected(name, f"Int({self.body!r})", f"an Int that {self.of} speaks of")
        if not goal.points >= sight.facts[0].points | {self.over}:  # a null space shows nothing
            return Rejected(name, f"{goal.statement!r}", f"a statement with all points of {self.of} and {self.over!r}")
        for o in obligations(self.body, frozenset(atoms(self.body))):  # an inner Int over a null space asks for nothing
            never = mul(*(indicator(c) for c in o.under))
            same = o.culprit.op == "Piecewise" and not o.bound and goal.statement is relation("==", never, ZERO)
            if same and sight.defined(never):  # conditions of inner pieces need not have a value everywhere
                return None
        return Rejected(
            name, f"{goal.statement!r}", "Indicators of the conditions under which the integrand has no value, == 0"
        )


@dataclass(frozen=True)
class Separate(Rule):
    """
          ∀x,y: f(x) <= g(y)           laws on all spaces of x and of y
        ----------------------------------------------------------------   c a new real symbol
          ∀x: f(x) <= c          ∀y: c <= g(y)

    The first step that names c brings it in, and the second may state the other half. Sound: c is the essential supremum of f.
    """

    of: str
    symbol: str

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        fact, c = ctx.fact(self.of), sym(self.symbol)
        if isinstance(fact, Rejected):
            return fact
        if ctx.separated.get(self.symbol) != self.of:
            return Rejected(name, f"the symbol {self.symbol}", f"a new one, or the one that separates {self.of}")
        f, g = fact.statement.args
        if fact.statement.op != "<=" or points_of(f) & points_of(g):
            return Rejected(name, f"{fact.statement!r}", "f(x) <= g(y) in different points")
        positive = {s.spaces[0] for s in ctx.setting.fields if s.mass and len(s.spaces) == 1}
        empty = {space_of(p) for p in fact.points} - positive
        if empty:
            return Rejected(name, f"the spaces {sorted(empty)}", "spaces with a law")
        if goal.statement in (relation("<=", f, c), relation("<=", c, g)):
            return None
        return Rejected(name, f"{goal.statement!r}", "f(x) <= c or c <= g(y)")


@dataclass(frozen=True)
class Cite(Rule):
    """
        a theorem: given Γ, in its setting ⊢ ∀x: Φ         its symbols, fields, spaces put by terms of ours, which satisfy
        its domain, ranges, masses and Γ
        -------------------------------------------------------------------------------------------------------------------
                                           ∀x,y: Φ with these terms

    The terms may depend on points y, none of which is an x, and none of which is in a hypothesis for all tests. `given` names our
    fact for each hypothesis; `using` names facts that show the rest: conditions, ranges, `Int(density) == 1`.
    """

    theorem: str
    claim: int = 0
    reals: tuple[tuple[str, Term], ...] = ()
    fields: tuple[Choice, ...] = ()
    spaces: tuple[tuple[str, str], ...] = ()
    points: Renaming = ()
    given: tuple[tuple[str, str], ...] = ()
    using: tuple[str, ...] = ()

    def check(self, goal: Fact, name: str, ctx: Context) -> Outcome:
        known, sight = ctx.library.get(self.theorem), ctx.sight(self.using, goal)
        if isinstance(sight, Rejected):
            return sight
        if known is None or known.exists or not 0 <= self.claim < len(known.claims):
            return Rejected(
                name, f"{self.theorem}, claim {self.claim}", "a theorem that has been checked, and one of its claims"
            )
        reals, fields = dict(self.reals), {c[0]: c for c in self.fields}
        if set(reals) != set(known.setting.where.names) or set(fields) != set(known.setting.by_name):
            return Rejected(
                name, f"terms for {sorted([*reals, *fields])}", f"one for each symbol and field of {self.theorem}"
            )
        put = Substitution(reals, dict(self.points), dict(self.spaces), {n: (c[1], c[2]) for n, c in fields.items()})
        wrong = self._places(known.claims[self.claim], known.given, put, goal, name)
        wrong = wrong if wrong is not None else self._domain(known.setting, put, name, sight)
        for f in known.setting.fields:
            spaces = tuple(put.spaces.get(s, s) for s in f.spaces)
            here = Field(f.name, spaces, f.lower, f.upper, f.integer, f.mass)
            wrong = wrong if wrong is not None else rejects_field(here, fields[f.name], sight, name)
        if wrong is not None:
            return wrong
        given = dict(self.given)
        for label, fact in known.given:
            tests = tuple(
                Field(t.name, tuple(put.spaces.get(s, s) for s in t.spaces), t.lower, t.upper, t.integer)
                for t in fact.tests
            )
            ours, theirs = ctx.facts.get(given.get(label, "")), Fact(put(fact.statement), tests)
            if ours != theirs:
                return Rejected(name, f"{ours} for the hypothesis {label}", f"{theirs}")
            if tests and not theirs.points <= {put.points[p] for p in fact.points}:
                # for all tests, almost all y: the exceptions may be others for each test
                return Rejected(
                    name, f"{ours} for the hypothesis {label}", "terms without points in a fact for all tests"
                )
        instance = put(known.claims[self.claim].statement)
        return None if instance is goal.statement else Rejected(name, f"{goal.statement!r}", f"{instance!r}")

    def _places(
        self, claim: Fact, given: tuple[tuple[str, Fact], ...], put: Substitution, goal: Fact, name: str
    ) -> Outcome:
        """The points of claim and hypotheses go to different points of the right spaces that the terms do not speak of."""
        points = claim.points.union(*(f.points for _, f in given))
        loose = set().union(
            *(points_of(t) for _, t in self.reals), *(points_of(t) - set(ps) for _, ps, t in self.fields)
        )
        landed = list(put.points.values())
        alike = all(
            q.op == "point" and space_of(q) == put.spaces.get(space_of(p), space_of(p)) for p, q in put.points.items()
        )
        if not alike or set(put.points) != points or len(set(landed)) != len(landed) or loose & set(landed):
            expected = f"different points that the terms do not mention, for each of {sorted(map(repr, points))}"
            return Rejected(name, f"the points {self.points}", expected)
        kept = loose | {put.points[p] for p in claim.points}
        if not goal.points >= kept:  # a point of a null space shows nothing
            return Rejected(name, f"{goal.statement!r}", f"a statement that mentions {sorted(map(repr, kept))}")
        return None

    def _domain(self, setting: Setting, put: Substitution, name: str, sight: Sight) -> Outcome:
        """The values of the symbols lie in the domain of the theorem."""
        for r in setting.where.ranges:
            t = put.reals[r.name]
            whole = not r.integer or (not any(atoms(t)) and integer_valued(t, sight.setting.where))
            if not whole or Fact(relation("==", t, t)).wrong_in(sight.setting) is not None or not sight.defined(t):
                return Rejected(name, f"{t!r} for {r.name}", "a term that is defined here, whole for an integer")
            needed = [relation(">" if r.lower_open else ">=", t, r.lower)] if r.lower is not None else []
            needed += [relation("<" if r.upper_open else "<=", t, r.upper)] if r.upper is not None else []
            missing = next((c for c in needed if not sight.holds(c)), None)
            if missing is not None:
                return Rejected(name, f"{t!r} for {r.name}", f"a value in its range: {missing!r}")
        for c in setting.where.conditions:
            if not sight.holds(put(c)):
                return Rejected(name, f"{put(c)!r}", "a condition of the theorem that is seen to hold")
        return None
