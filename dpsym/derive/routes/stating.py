"""A route as a theorem: each edge is cited, for both orders of the laws, and the kernel checks the whole.

What stands between two citations is written out: a hypothesis that reads otherwise than what is known is a step of its own, a condition
of a cited theorem is shown, or becomes one of the route's where it cannot be. With numbers for the symbols the last step weakens the
claim to the numbers that are told. `certified` makes the certificate and has it replayed from its JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ...encoding.laws import certificate_to_json
from ...kernel.laws.check import check
from ...kernel.laws.codec import certificate_from_json
from ...kernel.laws.statements import Certificate, Fact, Proposition, Proved
from ...kernel.laws.terms import Substitution, at, fields_of, opened, points_of, space_of
from ...kernel.reals.quadrature import compare
from ...kernel.statements import Claim, Domain, Range
from ...kernel.statements import Fact as RealFact
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Scalar, Term, exp, num, relation, subterms, sym
from ...library.certifying import certify
from ...library.loading import entries
from ...library.replaying import Library
from ...library.theorem import (
    Cite,
    Defined,
    Generalize,
    Instantiate,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Step,
    Tactic,
    Theorem,
    have,
)
from ...objects.errors import ObjectError
from ...objects.language import Eq, Event, FieldSymbol, Gt, Indicator, Int, Le, domain
from ...report.text import domain_text
from ...search.outcome import Budget
from ...search.refuting.refuter import find_witness
from ...search.residual import Unproved, prove_fact
from .finding import Link, Route, ends
from .graph import Said
from .solving import quotient
from .templates import MAX, MOMENT, OUTCOME, WAYS, Form, P, Q, other

E = Event("E", OUTCOME)
SECONDS = 2.0  # for a step between two citations; search counts steps
CONDITION_SECONDS = 0.5  # for a condition that may as well become one of the route


@dataclass(frozen=True)
class Proven:
    """A theorem of the route with a certificate that the kernel accepts."""

    theorem: Theorem
    certificate: Certificate
    base: Proven | None = None  # the theorem with symbols that one at numbers cites

    @property
    def steps(self) -> int:
        """Of all certificates."""
        return len(self.certificate.proof) + (0 if self.base is None else self.base.steps)


class Author:
    """Writes the theorem of a route, link by link."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self.where: dict[str, Range] = {}
        self.conditions: list[Term] = []
        self.steps: list[Step] = []
        self.known: dict[str, tuple[str, Fact]] = {}  # by way: the name of the fact that says the form, and the fact
        for name, r in route.free.items():
            self.narrow(replace(r, name=name))
        for p in route.notion.parameters:
            self.condition_on(route.given[p.name], p.range)
        for link in route.before:
            for r in link.edge.ranges:
                self.condition_on(link.reals[r.name], r)
        for c in route.demands:
            if c.lhs.op == "sym" and not c.rhs.free:
                self.narrow(domain(c).ranges[0])
        for c in route.demands:  # without it a parameter may have no value
            strict = c.op in ("<", ">") and c.lhs.op != "sym" and c.free
            if strict and isinstance(prove_fact(RealFact(self.domain, c), seconds=CONDITION_SECONDS), Unproved):
                self.conditions.append(c)
        for way in WAYS:
            self.known[way] = (f"given.{way}", route.notion.form.fact(way, route.start))
        self.given = dict(self.known.values())
        if route.notion.form.symmetric:
            self.given = {"given.PQ": self.given["given.PQ"]}

    # -- the domain

    def narrow(self, r: Range) -> None:
        """A range of a symbol, joined with what is known of it."""
        old = self.where.get(r.name)
        if old is None:
            self.where[r.name] = r
            return
        low, low_open = _tighter(old.lower, old.lower_open, r.lower, r.lower_open, 1)
        high, high_open = _tighter(old.upper, old.upper_open, r.upper, r.upper_open, -1)
        self.where[r.name] = Range(r.name, low, high, low_open, high_open, old.integer or r.integer)

    def condition_on(self, t: Term, r: Range) -> None:
        """The conditions of a parameter for the term that stands for it, where that is a symbol."""
        if t.op == "sym":
            self.narrow(replace(r, name=str(t.value)))

    def demand(self, name: str, r: Term) -> str | None:
        """A condition of a cited theorem as a step; None if there is nothing to show, or if it becomes one of the route's."""
        if not r.free and _seen(r) is False:
            raise Impossible(r)
        fact = RealFact(self.domain, r)
        if r.free and isinstance(prove_fact(fact, seconds=CONDITION_SECONDS), Unproved):
            self.conditions.append(r)
            return None
        self.steps.append(have(name, r, by=Real()))
        return name

    @property
    def domain(self) -> Domain:
        return Domain(tuple(self.where.values()), tuple(dict.fromkeys(self.conditions)))

    # -- links

    def link(self, number: int, link: Link) -> None:
        edge, shown = link.edge, []
        for r in edge.ranges:
            t = link.reals[r.name]
            if t.op == "sym":
                self.narrow(replace(r, name=str(t.value)))
        relations = [c for r in edge.ranges if link.reals[r.name].op != "sym" for c in ends(r, link.reals[r.name])]
        relations += [substitute(c, link.reals) for c in edge.conditions]
        for i, needed in enumerate(relations):
            name = self.demand(f"{number}.condition{i}", needed)
            shown += [name] if name else []
        for n, t in link.reals.items():
            if any(u.op == "log" for u in subterms(t)):  # that it has a value is not seen at once
                same = relation("==", t, t)
                if not isinstance(prove_fact(RealFact(self.domain, same), seconds=CONDITION_SECONDS), Unproved):
                    self.steps.append(have(f"{number}.{n}", same, by=Real()))
                    shown.append(f"{number}.{n}")
        made = {}
        for way in ("PQ",) if edge.target.symmetric else tuple(WAYS):
            label, said = next(
                ((n, s) for n, s in edge.claims.items() if s.way == way), next(iter(edge.claims.items()))
            )
            made[way] = self.cite(f"{number}.{way}", link, label, said.way != way, shown)
        if edge.target.symmetric:
            made["QP"] = made["PQ"]
        self.known = made

    def cite(self, name: str, link: Link, label: str, swap: bool, shown: Sequence[str]) -> tuple[str, Fact]:
        """One claim of an edge, perhaps with the laws exchanged."""
        theorem, edge = link.edge.theorem, link.edge
        put, fields = _instance(link, swap)
        given = {}
        for n, said in edge.given.items():
            fact = theorem.hypotheses[n]
            tests = tuple(replace(t, spaces=(space_of(OUTCOME),)) for t in fact.tests)
            wanted = Fact(put(fact.statement), tests)
            given[n] = self.fit(f"{name}.{n}", said, swap, wanted)
        claim = theorem.claims[label]
        statement = put(claim.statement)
        points = dict.fromkeys({*claim.points, *(p for f in theorem.hypotheses.values() for p in f.points)}, OUTCOME)
        by = Cite(
            theorem, dict(link.reals), fields, points, given, tuple(shown), label if len(theorem.claims) > 1 else ""
        )
        self.steps.append(have(name, statement, by=by))
        return name, Fact(statement)

    def fit(self, name: str, said: Said, swap: bool, wanted: Fact) -> str:
        """The fact that is known in the words of a hypothesis: itself, or a step that follows from it."""
        way = other(said.way) if swap and not said.form.symmetric else said.way
        known, fact = self.known[way]
        if said.form.symmetric and swap:
            known, fact = self.known[other(way)]
        if fact == wanted:
            return known
        if wanted.tests:
            return self.fit_events(name, known, fact, wanted)
        using = [known]
        if said.form is MOMENT and wanted.statement.lhs is not fact.statement.lhs:
            using.append(self.same_order(name, known, fact.statement.lhs, wanted.statement.lhs, way))
        self.steps.append(have(name, wanted.statement, by=_follows(wanted.statement, using)))
        return name

    def same_order(self, name: str, known: str, one: Term, two: Term, way: str) -> str:
        """Moments whose orders are equal, and read otherwise: 1 + (α − 1) and α."""
        self.steps += equal_orders(f"{name}", known, one, two, *WAYS[way])
        return f"{name}.order"

    def fit_events(self, name: str, known: str, fact: Fact, wanted: Fact) -> str:
        """The same for facts about all events: for the event E, which nothing is assumed of, and so for all."""
        about_e = Substitution(fields={wanted.tests[0].name: ((OUTCOME,), at(E.name, OUTCOME))})(wanted.statement)
        if fact.tests:
            said = Substitution(fields={fact.tests[0].name: ((OUTCOME,), at(E.name, OUTCOME))})(fact.statement)
            self.steps.append(have(f"{name}.of E", said, by=Instantiate(known, at(E.name, OUTCOME), OUTCOME)))
            known, fact = f"{name}.of E", Fact(said)
        if fact.statement is not about_e:
            self.steps.append(have(f"{name}.at E", about_e, by=Real([known])))
            known = f"{name}.at E"
        self.steps.append(have(name, wanted, by=Generalize(known, E)))
        return name

    # -- the claim

    def finish(self) -> Theorem:
        """The theorem, in the words of the last citation."""
        claims: dict[str, Term] = {}
        for way in ("PQ",) if self.route.form.symmetric else tuple(WAYS):
            name, fact = self.known[way]
            claims[way] = _about_e(fact)
            if fact.tests:
                by = Instantiate(name, at(E.name, OUTCOME), OUTCOME)
                self.steps.append(have(f"{way}.of E", claims[way], by=by))
            elif name.startswith("given."):
                self.steps.append(have(f"{way}.again", claims[way], by=_follows(claims[way], [name])))
        about = [P, Q, *([E] if self._speaks_of_e(claims) else [])]
        return Theorem(
            title=" then ".join(self.route.names) or f"what {self.route.notion.name} says",
            about=about,
            where=[*(c for r in self.where.values() for c in ends(r, sym(r.name))), *dict.fromkeys(self.conditions)],
            given=self.given,
            claim=claims,
            proof=self.steps,
            witness=(_point(self.domain), _alike(about)),
            integers=[r.name for r in self.where.values() if r.integer],
            name="route",
        )

    def _speaks_of_e(self, claims: Mapping[str, Term]) -> bool:
        spoken = [*claims.values(), *(s.fact.statement for s in self.steps)]
        return any(E.name in fields_of(t) for t in spoken)


class Impossible(ObjectError):
    """A condition of a cited theorem that fails at these numbers."""

    def __init__(self, condition: Term) -> None:
        super().__init__(f"found that {condition!r} fails")
        self.condition = condition


def _about_e(fact: Fact) -> Term:
    tests = {t.name: ((OUTCOME,), at(E.name, OUTCOME)) for t in fact.tests}
    return Substitution(fields=tests)(fact.statement) if tests else fact.statement


def _follows(statement: Term, using: Sequence[str]) -> Pointwise:
    return Pointwise(using) if points_of(statement) else Real(using)


def _tighter(a: Term | None, a_open: bool, b: Term | None, b_open: bool, sign: int) -> tuple[Term | None, bool]:
    """The end that leaves less, of two ends on one side."""
    if a is None or b is None:
        return (b, b_open) if a is None else (a, a_open)
    order = compare(a, b)
    if order is None:
        raise ObjectError(f"found the ends {a!r} and {b!r} of one range, expected two that can be compared")
    if order == 0:
        return a, a_open or b_open
    return (a, a_open) if order == sign else (b, b_open)


def _seen(r: Term) -> bool | None:
    """Whether a relation between numbers holds, if that is seen."""
    order = compare(r.lhs, r.rhs)
    allowed = {"<": (-1,), "<=": (-1, 0), "==": (0,), ">=": (0, 1), ">": (1,), "!=": (-1, 1)}[r.op]
    return None if order is None else order in allowed


def _instance(link: Link, swap: bool) -> tuple[Substitution, dict[str, FieldSymbol]]:
    """How the statements of an edge read here: its symbols, laws and event by ours."""
    edge = link.edge
    ours = (Q, P) if swap else (P, Q)
    fields: dict[str, FieldSymbol] = dict(zip(edge.laws, ours))
    if edge.event:
        fields[edge.event] = E
    theorem = edge.theorem
    points = {p for f in (*theorem.hypotheses.values(), *theorem.claims.values()) for p in f.points}
    space = theorem.setting.by_name[edge.laws[0]].spaces[0]
    put = Substitution(
        dict(link.reals),
        dict.fromkeys(points, OUTCOME),
        {space: space_of(OUTCOME)},
        {n: (f.points, f.density) for n, f in fields.items()},
    )
    return put, fields


def written(route: Route) -> Theorem:
    """The theorem of a route, not proved yet."""
    author = Author(route)
    for number, link in enumerate(route.links, 1):
        author.link(number, link)
    return author.finish()


def equal_orders(
    name: str, known: str, one: Term, two: Term, p: FieldSymbol, q: FieldSymbol, shown: Sequence[str] = ()
) -> list[Step]:
    """That two moments of p and q are equal, as their orders are; the first has a value, by the fact `known`."""
    a, b, x = p.density, q.density, OUTCOME
    support = Eq(Indicator(Gt(a, 0), Le(b, 0)), 0)
    at_x = Eq(opened(two, x), opened(one, x))
    by = Pointwise([f"{name}.support", *shown], cases=[Le(a, 0), Gt(b, 0)])
    return [
        have(f"{name}.support", support, by=Defined(known, opened(one, x), x)),
        have(f"{name}.at", at_x, by=by),
        have(f"{name}.order", Eq(two, one), by=Integrate(x, f"{name}.at", [f"{name}.at", known])),
    ]


# -- at numbers -----------------------------------------------------------------------------------------------------------


def at_numbers(
    proven: Proven, route: Route, values: Mapping[str, Term], told: Sequence[Term], rho: Term | None = None
) -> Theorem:
    """The theorem of a route with numbers for its symbols, but for universal ones, weakened to the parameters that are told."""
    base, form = proven.theorem, route.form
    put = {n: values.get(n, sym(n)) for n in base.domain.names}
    steps: list[Step] = []
    left = [r for r in base.domain.ranges if r.name not in values]
    demands = [c for r in base.domain.ranges if r.name in values for c in ends(r, put[r.name])]
    demands += [substitute(c, put) for c in base.domain.conditions]
    shown = []
    for i, r in enumerate(demands):
        if not r.free and _seen(r) is False:
            raise Impossible(r)
        steps.append(have(f"condition{i}", r, by=Real()))
        shown.append(f"condition{i}")
    numbers = Substitution(reals=put)
    claims: dict[str, Term] = {}

    def level(way: str) -> Tactic:
        """Of a universal notion: its parameter is at most the number told, and so is the bound at every order."""
        if rho is None:
            return Real()
        bound, most = base.claims[way].statement.rhs, form.fact(way, (told[0], MUCH * told[0])).statement.rhs
        known = {n: t for n, t in put.items() if n in bound.free}
        where = [c for r in base.domain.ranges if r.name in known for c in ends(r, sym(r.name))]
        number = quotient(told[1], told[0])
        lemma = Lemma(relation("<=", bound, most), [*where, relation("<=", rho, MUCH)], {**known, "D": number})
        steps.append(have(f"{way}.number", relation("<=", substitute(rho, put), number), by=Real()))
        return Real([f"{way}.number"], lemmas=[lemma])

    for way, claim in base.claims.items():
        statement = numbers(claim.statement)
        by = Cite(base, put, {f.name: f for f in base.about}, {}, {}, shown, way if len(base.claims) > 1 else "")
        steps.append(have(f"{way}.route", statement, by=by))
        claims[way] = _about_e(form.fact(way, told))
        if form is MOMENT and statement.lhs is not claims[way].lhs:
            steps += equal_orders(f"{way}.equal", f"{way}.route", statement.lhs, claims[way].lhs, *WAYS[way])
            statement = relation("<=", claims[way].lhs, statement.rhs)
            again = Real([f"{way}.route", f"{way}.equal.order"])
            steps.append(have(f"{way}.at the order", statement, by=again))
        steps += _weakened(form, way, steps[-1].name, statement, claims[way], level(way))
    return Theorem(
        title=f"{base.title}, at numbers",
        about=base.about,
        where=[c for r in left for c in ends(r, sym(r.name))],
        given={n: Fact(numbers(f.statement), f.tests) for n, f in base.hypotheses.items()},
        claim=claims,
        proof=steps,
        witness=(_point(Domain(tuple(left))), _alike(base.about)),
        name="at_numbers",
    )


A, B, SMALL, GREAT, LITTLE, MUCH = (sym(n) for n in ("A", "B", "u", "U", "d", "D"))


def _weakened(form: Form, way: str, name_of_known: str, known: Term, wanted: Term, level: Tactic) -> list[Step]:
    """The claim with greater numbers: each of them is greater, and what is multiplied with it is not negative.

    The numbers are symbols of a lemma, so that nobody has to bring an exponential of a fraction with many digits to a normal form.
    """
    parts: dict[str, Term] = {}
    weight = WAYS[way][1].density if form is MAX else Int(E.density * WAYS[way][1].density, OUTCOME)
    if form.for_events or form is MAX:
        said, parts = _split(known, weight)
        _, others = _split(wanted, weight)
        parts |= {"U": others["u"], "D": others.get("d", ZERO)}
        goal = relation("<=", A, GREAT * B + MUCH if "d" in others else GREAT * B)
        pairs = [("level", "u", "U"), ("delta", "d", "D")] if "d" in parts else [("level", "u", "U")]
        where = [said, relation("<=", SMALL, GREAT), relation(">=", B, ZERO)]
        where += [relation("<=", LITTLE, MUCH)] if "d" in parts else [relation(">=", MUCH, ZERO)]
    else:
        parts = {"A": known.lhs, "u": known.rhs, "U": wanted.rhs}
        goal, where = relation("<=", A, GREAT), [relation("<=", A, SMALL), relation("<=", SMALL, GREAT)]
        pairs = [("level", "u", "U")]
    steps: list[Step] = []
    for name, small, great in pairs:
        by = level if name == "level" else Real()
        if parts[small].op == parts[great].op == "exp" and by == Real():
            by = _by_exponents(steps, f"{way}.exponent", parts[small], parts[great])
        steps.append(have(f"{way}.{name}", relation("<=", parts[small], parts[great]), by=by))
    used = {str(t.value) for r in (goal, *where) for t in (A, B, SMALL, GREAT, LITTLE, MUCH) if str(t.value) in r.free}
    lemma = Lemma(goal, where, {n: t for n, t in parts.items() if n in used})
    uses = [name_of_known, *(f"{way}.{name}" for name, _, _ in pairs)]
    by = Pointwise(uses, lemmas=[lemma]) if points_of(wanted) else Real(uses, lemmas=[lemma])
    return [*steps, have(f"{way}.told", wanted, by=by)]


def _by_exponents(steps: list[Step], name: str, small: Term, great: Term) -> Tactic:
    """e^a <= e^b as a <= b, which may be an equality of fractions."""
    a, b = small.args[0], great.args[0]
    steps.append(have(name, relation("<=", a, b), by=Real()))
    lemma = Lemma(relation("<=", exp(SMALL), exp(GREAT)), [relation("<=", SMALL, GREAT)], {"u": a, "U": b})
    return Real([name], lemmas=[lemma])


def _split(statement: Term, weight: Term) -> tuple[Term, dict[str, Term]]:
    """A <= u B + d, A <= u B or A − u B <= d, with its parts."""
    left, right = statement.args
    if left.op == "+":  # A − u B <= d
        first, taken = left.args
        u = taken.args[1].args[0]
        return relation("<=", A - SMALL * B, LITTLE), {"A": first, "B": weight, "u": u, "d": right}
    if right.op == "+":
        return relation("<=", A, SMALL * B + LITTLE), {
            "A": left,
            "B": weight,
            "u": right.args[0].args[0],
            "d": right.args[1],
        }
    return relation("<=", A, SMALL * B), {"A": left, "B": weight, "u": right.args[0]}


def _point(domain: Domain) -> dict[str, Term]:
    """Values of the symbols."""
    found = find_witness(Claim(domain, (), ZERO, "<=", ONE), Budget(seconds=SECONDS))
    if found is None:
        raise ObjectError(f"found no point of {domain_text(domain)}, expected a domain with some")
    return dict(found)


def _alike(about: Sequence[FieldSymbol]) -> dict[FieldSymbol, list[Scalar]]:
    """Equal laws, which satisfy every notion."""
    return {f: [num(1, 2), num(1, 2)] if f in (P, Q) else [1, 0] for f in about}


@cache
def _library() -> Library:
    return Library(entries())


def stored(theorem: Theorem) -> Proven:
    """A theorem of the library with its certificate, replayed."""
    library = _library()
    library.replay(theorem.name)
    certificate = library.shelf.theorem(theorem.name)
    if theorem.name not in library.checked or not isinstance(certificate, Certificate):
        raise ObjectError(f"{theorem.name}: found no certificate that the kernel accepts, expected one of the library")
    return Proven(theorem, certificate)


def certified(theorem: Theorem, base: Proven | None = None) -> Proven:
    """The theorem with a certificate that was written to JSON, read again and accepted by the kernel. CertifyError if there is none.

    It may cite `base`, whose certificate is replayed first, and theorems of the library, which are replayed as well.
    """
    library = _library()
    for step in theorem.steps:
        if isinstance(step.by, Cite) and (base is None or step.by.theorem is not base.theorem):
            library.replay(step.by.theorem.name)
    known = dict(library.checked)
    if base is not None:
        accepted(base.theorem, base.certificate, known)
        known[base.theorem.name] = base.theorem.proposition
    made = certify(theorem, known, SECONDS)
    read = certificate_from_json(certificate_to_json(made))
    accepted(theorem, read, known)
    return Proven(theorem, read, base)


def accepted(theorem: Theorem, certificate: Certificate, known: Mapping[str, Proposition]) -> None:
    """That the kernel accepts the certificate, and that it is one of this theorem."""
    result = check(certificate, known)
    if certificate.proposition != theorem.proposition or not isinstance(result, Proved):
        raise ObjectError(f"{theorem.label}: found {result}, expected a certificate that the kernel accepts")
