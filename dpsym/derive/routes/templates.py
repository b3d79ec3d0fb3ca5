"""What theorems say of a pair of laws, as patterns: forms with their parameters, and the notions of privacy that are made of them.

    form       says of (P, Q)                                           parameters
    max        p <= e^ε q almost everywhere                             ε
    events     P(S) <= e^ε Q(S) + δ for all events S                    ε, δ
    stick      ∫ (p − e^ε q)₊ <= δ                                      ε, δ
    moment     ∫ p^α q^(1−α) <= e^((α−1) r), that is D_α <= r           α, r
    kl         D_1 <= r                                                 r
    tv         half of ∫ |p − q| <= δ                                   δ
    bad        p and q not within e^ε: probability at most δ under P    ε, δ

A statement is matched against the shapes of a form: terms with holes, each of which may hold any term without points. A notion says a
form of both (P, Q) and (Q, P). Its metadata belongs to the notion and to nobody else: the range of each parameter, whether more of it
says less, and which parameters of its form are *universal*: the notion says the form for all their values (the order of concentrated
privacy, the level of Gaussian privacy).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ...kernel.laws.statements import Fact, event
from ...kernel.laws.terms import Substitution, at, points_of, space_of
from ...kernel.statements import Range
from ...kernel.terms import HALF, MINUS_ONE, ONE, ZERO, Term, exp, num, sym
from ...objects.applied import BOUND, normal_mass
from ...objects.language import Abs, Density, FieldSymbol, Gt, Int, Law, Le, Piecewise, Point
from ...objects.unfold import KL, HockeyStick, RenyiMoment, TotalVariation
from .solving import less, logarithm, quotient

Values = tuple[Term, ...]
Lawlike = FieldSymbol | Density
Build = Callable[[Lawlike, Lawlike, Sequence[Term]], Fact]

OUTCOME = Point("x")
P, Q = Law("P", OUTCOME), Law("Q", OUTCOME)
WAYS: Mapping[str, tuple[FieldSymbol, FieldSymbol]] = {"PQ": (P, Q), "QP": (Q, P)}
HOLES = (sym("hole_1"), sym("hole_2"))  # no theorem has symbols of these names


def other(way: str) -> str:
    return way[::-1]


@dataclass(frozen=True)
class Shape:
    """A way to write a form: the statement with holes, and the parameters in terms of what the holes hold."""

    build: Build
    read: Callable[[Sequence[Term]], Values]


@dataclass(frozen=True)
class Form:
    """A statement about an ordered pair of laws; the first shape is the one in which routes state it."""

    name: str
    parameters: tuple[str, ...]
    shapes: tuple[Shape, ...]
    symmetric: bool = False  # said of (P, Q) it is said of (Q, P)
    for_events: bool = False

    def fact(self, way: str, values: Sequence[Term]) -> Fact:
        """The form said of the pair, with these parameters: put into its shape as a citation would, so that numbers read alike."""
        pattern = self.shapes[0].build(*WAYS[way], HOLES)
        put = Substitution(reals={str(h.value): v for h, v in zip(HOLES, values)})
        return Fact(put(pattern.statement), pattern.tests)


def _same(holes: Sequence[Term]) -> Values:
    return tuple(holes)


def _level(holes: Sequence[Term]) -> Values:
    """A factor u as the level log u."""
    return (logarithm(holes[0]), *holes[1:])


def _order(holes: Sequence[Term]) -> Values:
    """A moment M of order α as the divergence log(M)/(α − 1)."""
    alpha, bound = holes
    return alpha, quotient(logarithm(bound), less(alpha, ONE))


def _on_events(factor: Callable[[Term], Term], with_delta: bool = True, left: bool = False) -> Build:
    def build(p: Lawlike, q: Lawlike, values: Sequence[Term]) -> Fact:
        x = p.point
        S = at(BOUND, x)
        one, two = Int(S * p.density, x), factor(values[0]) * Int(S * q.density, x)
        statement = Le(one - two, values[1]) if left else Le(one, two + values[1] if with_delta else two)
        return Fact(statement, (event(BOUND, space_of(x)),))

    return build


def _bad(factor: Callable[[Term], Term]) -> Build:
    def build(p: Lawlike, q: Lawlike, values: Sequence[Term]) -> Fact:
        u, a, b = factor(values[0]), P.density, Q.density  # the event is the same in both ways
        far = Piecewise((ONE, Gt(a, u * b)), (ONE, Gt(b, u * a)), default=ZERO)
        return Fact(Le(Int(far * p.density, p.point), values[1]))

    return build


def _moment(p: Lawlike, q: Lawlike, values: Sequence[Term]) -> Fact:
    alpha, r = values
    return Fact(Le(RenyiMoment(alpha, p, q), exp(less(alpha, ONE) * r)))


def _moment_below(p: Lawlike, q: Lawlike, values: Sequence[Term]) -> Fact:
    return Fact(Le(RenyiMoment(values[0], p, q), values[1]))


def _identity(t: Term) -> Term:
    return t


def _without_delta(holes: Sequence[Term]) -> Values:
    return holes[0], ZERO


MAX = Form(
    "max",
    ("eps",),
    (
        Shape(lambda p, q, v: Fact(Le(p.density, exp(v[0]) * q.density)), lambda h: _same(h[:1])),
        Shape(lambda p, q, v: Fact(Le(p.density, v[0] * q.density)), lambda h: _level(h[:1])),
    ),
)
EVENTS = Form(
    "events",
    ("eps", "delta"),
    (
        Shape(_on_events(exp), _same),
        Shape(_on_events(exp, with_delta=False), _without_delta),
        Shape(_on_events(exp, left=True), _same),
        Shape(_on_events(_identity), _level),
        Shape(_on_events(_identity, with_delta=False), lambda h: (logarithm(h[0]), ZERO)),
    ),
    for_events=True,
)
STICK = Form(
    "stick",
    ("eps", "delta"),
    (
        Shape(lambda p, q, v: Fact(Le(HockeyStick(p, q, exp(v[0])), v[1])), _same),
        Shape(lambda p, q, v: Fact(Le(HockeyStick(p, q, v[0]), v[1])), _level),
    ),
)
MOMENT = Form("moment", ("alpha", "r"), (Shape(_moment, _same), Shape(_moment_below, _order)))
RELATIVE = Form("kl", ("r",), (Shape(lambda p, q, v: Fact(Le(KL(p, q), v[0])), lambda h: _same(h[:1])),))
VARIATION = Form(
    "tv",
    ("delta",),
    (
        Shape(lambda p, q, v: Fact(Le(TotalVariation(p, q), v[0])), lambda h: _same(h[:1])),
        Shape(lambda p, q, v: Fact(Le(HALF * Int(Abs(q.density - p.density), p.point), v[0])), lambda h: _same(h[:1])),
    ),
    symmetric=True,
)
BAD = Form("bad", ("eps", "delta"), (Shape(_bad(exp), _same), Shape(_bad(_identity), _level)))

FORMS = (MAX, EVENTS, STICK, MOMENT, RELATIVE, VARIATION, BAD)


# -- matching ---------------------------------------------------------------------------------------------------------------


def match(pattern: Term, t: Term, found: dict[str, Term]) -> bool:
    """Whether t is the pattern with terms without points in its holes; the same one in each place of a hole."""
    if pattern in HOLES:
        name = str(pattern.value)
        if points_of(t):
            return False
        return found.setdefault(name, t) is t
    if t.op == "num" and pattern.op == "*" and pattern.args[0] is MINUS_ONE and len(pattern.args) == 2:
        return match(pattern.args[1], num(-t.number), found)  # minus a number is written as a number
    if pattern.op != t.op or pattern.value != t.value or len(pattern.args) != len(t.args):
        return False
    return all(match(a, b, found) for a, b in zip(pattern.args, t.args))


def recognise(fact: Fact, ways: Mapping[str, tuple[Lawlike, Lawlike]] = WAYS) -> tuple[Form, str, Values] | None:
    """The form that a fact about P and Q says, of which pair, and its parameters. The pairs may be others than these two laws."""
    for form in FORMS:
        if form is BAD and ways is not WAYS:
            continue  # its event is about P and Q
        for shape in form.shapes:
            for way, pair in ways.items():
                pattern, found = shape.build(*pair, HOLES), dict[str, Term]()
                if pattern.tests == fact.tests and match(pattern.statement, fact.statement, found):
                    values = shape.read([found.get(str(h.value), ZERO) for h in HOLES])
                    return form, way, values
    return None


# -- notions -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter:
    """A parameter of a notion: its range; more of it says less, unless it is an order."""

    name: str
    range: Range
    order: bool = False


def _range(name: str, lower: Term, upper: Term | None = None, lower_open: bool = False) -> Range:
    return Range(name, lower, upper, lower_open, upper is None)


EPS = Parameter("eps", _range("eps", ZERO))
DELTA = Parameter("delta", _range("delta", ZERO, ONE))
RHO = Parameter("rho", _range("rho", ZERO))
MU = Parameter("mu", _range("mu", ZERO, lower_open=True))
ALPHA = Parameter("alpha", _range("alpha", ONE, lower_open=True), order=True)


@dataclass(frozen=True)
class PairNotion:
    """A notion of privacy as it is said of the laws of two neighbours, both ways.

    `values` are the parameters of its form in terms of its own, and of the universal ones, which have these ranges.
    """

    name: str
    words: str
    parameters: tuple[Parameter, ...]
    form: Form
    values: Callable[[Mapping[str, Term]], Values]
    universal: tuple[Parameter, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.parameters)


def _named(*names: str) -> Callable[[Mapping[str, Term]], Values]:
    return lambda v: tuple(v[n] for n in names)


def _gaussian(v: Mapping[str, Term]) -> Values:
    mu, eps = v["mu"], v["eps"]
    return eps, normal_mass(mu / 2 - eps / mu) - exp(eps) * normal_mass(-mu / 2 - eps / mu)


PURE = PairNotion("pure", "{eps}-DP", (EPS,), MAX, _named("eps"))
APPROXIMATE = PairNotion("DP", "({eps}, {delta})-DP", (EPS, DELTA), EVENTS, _named("eps", "delta"))
RENYI = PairNotion("RDP", "({alpha}, {eps})-RDP", (ALPHA, EPS), MOMENT, _named("alpha", "eps"))
CONCENTRATED = PairNotion("zCDP", "{rho}-zCDP", (RHO,), MOMENT, lambda v: (v["alpha"], v["rho"] * v["alpha"]), (ALPHA,))
GAUSSIAN = PairNotion("GDP", "{mu}-GDP", (MU,), STICK, _gaussian, (EPS,))
ENTROPY = PairNotion("KL", "KL divergence at most {eps}", (EPS,), RELATIVE, _named("eps"))
TOTAL_VARIATION = PairNotion("TV", "total variation at most {delta}", (DELTA,), VARIATION, _named("delta"))
POINTWISE = PairNotion("pointwise", "point-wise ({eps}, {delta})-DP", (EPS, DELTA), BAD, _named("eps", "delta"))
# Notions of a mechanism that say more than something of two laws: no theorem about two laws has them (see `mechanisms`).
BAYESIAN = PairNotion("Bayesian", "{eps}-Bayesian privacy", (EPS,), Form("Bayesian", ("eps",), ()), _named("eps"))
SEMANTIC = PairNotion("semantic", "{eps}-semantic privacy", (EPS,), Form("semantic", ("eps",), ()), _named("eps"))
SIMULATION = PairNotion(
    "simulation", "{eps}-simulation privacy", (EPS,), Form("simulation", ("eps",), ()), _named("eps")
)
OF_MECHANISMS = frozenset({BAYESIAN.name, SEMANTIC.name, SIMULATION.name})

NOTIONS: Mapping[str, PairNotion] = {
    n.name: n
    for n in (
        PURE, APPROXIMATE, RENYI, CONCENTRATED, GAUSSIAN, ENTROPY, TOTAL_VARIATION, POINTWISE, BAYESIAN, SEMANTIC, SIMULATION,
    )
}  # fmt: skip
