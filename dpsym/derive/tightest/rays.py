"""Notions that are piecewise linear: pure, (ε,δ), total variation, a max divergence or a hockey-stick divergence in one direction.

Their constraints are linear between finitely many rays p = r q. A convex and homogeneous G lies, between two neighbouring rays, below
the linear function that agrees with it on them; so it lies below a combination of p, q and the constraints that agrees with it on all
rays. Integrated, this is a bound, and the pair of laws whose weights are on the rays alone attains it: one linear program, whose basis
is the same for every convex G. If G is infinite on a ray that has weight, nothing bounds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...kernel.laws.terms import Substitution
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, add, log, mul, num, rebuild
from ...library.theorem import (
    Attained,
    Instantiate,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Step,
    Tables,
    Theorem,
    chord,
    forall,
    have,
)
from ...objects.language import Abs, Eq, Ge, Gt, Indicator, Int, Le, Lt, Symbol, exp, pos
from ...objects.unfold import HockeyStick, Indistinguishable, Pure, Statement, TotalVariation
from .algebra import Sample, putting, resolved, shorter, solve
from .quantities import HALF, P, Q, Quantity, Ray, p, q, t, x

eps, delta, u = Symbol("eps"), Symbol("delta"), Symbol("u")
e_eps = exp(eps)
MOST, LEAST = Ray(ONE, ZERO), Ray(ZERO, ONE)


@dataclass(frozen=True)
class Hinge:
    """A constraint ∫ h <= level, with the fact that says so and how it follows from the hypotheses (None: it is one)."""

    integrand: Term
    level: Term
    fact: str
    by: Instantiate | None = None
    factor: Term = ONE  # before the integral

    @property
    def body(self) -> Term:
        return self.integrand if self.factor is ONE else self.factor * self.integrand

    @property
    def integral(self) -> Term:
        found = Int(self.integrand, x)
        return found if self.factor is ONE else self.factor * found


@dataclass(frozen=True)
class Linear:
    """A piecewise linear notion. In rays, hinges and weights `u` stands for e^eps."""

    name: str
    given: Statement
    where: tuple[Term, ...]
    rays: tuple[Ray, ...]  # from p = 0 to q = 0
    hinges: tuple[Hinge, ...]
    weights: tuple[Term, ...]  # of the pair that attains every bound, on each ray, as multiples of the ray
    facts: tuple[str, ...] = ()  # that hold at every point
    cases: tuple[Term, ...] = ()
    range_u: tuple[Term, ...] = (Gt(u, 1),)

    def table(self, u_is: Term) -> Tables:
        put = {"u": u_is}
        pairs = [(w * r.p, w * r.q) for w, r in zip(self.weights, self.rays)]
        return {P: [substitute(shorter(a), put) for a, _ in pairs], Q: [substitute(shorter(b), put) for _, b in pairs]}


_over = Hinge(
    pos(p - e_eps * q), delta, "over", Instantiate("near.PQ", Indicator(Gt(p, e_eps * q)), cases=[Gt(p, e_eps * q)])
)
_under = Hinge(
    pos(q - e_eps * p), delta, "under", Instantiate("near.QP", Indicator(Gt(q, e_eps * p)), cases=[Gt(q, e_eps * p)])
)
_share = 1 / (1 + u)

LINEAR: dict[str, Linear] = {
    n.name: n
    for n in (
        Linear(
            "pure", Pure(P, Q, eps), (Gt(eps, 0),), (Ray(ONE, u), Ray(u, ONE)), (), (_share, _share),
            facts=("near.PQ", "near.QP"),
        ),
        Linear(
            "approx", Indistinguishable(P, Q, eps, delta), (Gt(eps, 0), Ge(delta, 0), Le(delta, 1)),
            (LEAST, Ray(ONE, u), Ray(u, ONE), MOST), (_over, _under),
            (delta, (1 - delta) * _share, (1 - delta) * _share, delta),
            cases=(Gt(p, e_eps * q), Gt(q, e_eps * p)),
        ),
        Linear(
            "tv", Le(TotalVariation(P, Q), delta), (Ge(delta, 0), Le(delta, 1)), (LEAST, Ray(ONE, ONE), MOST),
            (Hinge(Abs(p - q), delta, "near", factor=HALF),), (delta, 1 - delta, delta), cases=(Gt(p, q),), range_u=(),
        ),
        Linear(
            "max", forall(x, Le(p, e_eps * q)), (Gt(eps, 0),), (LEAST, Ray(u, ONE)), (), (1 - 1 / u, 1 / u),
            facts=("near",),
        ),
        Linear(
            "hockey", Le(HockeyStick(P, Q, e_eps), delta), (Ge(eps, 0), Ge(delta, 0), Le(delta, 1)),
            (LEAST, Ray(u, ONE), MOST), (Hinge(pos(p - e_eps * q), delta, "near"),),
            (1 - (1 - delta) / u, (1 - delta) / u, delta), cases=(Gt(p, e_eps * q),), range_u=(Ge(u, 1),),
        ),
    )
}  # fmt: skip


# -- the cases of a kink -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """An interval between two rays in which the kink of the quantity lies."""

    where: tuple[Term, ...]
    sample: Sample


def cases(quantity: Quantity, notion: Linear) -> list[Case]:
    """One case for each place of the kink among the rays; without a kink that moves, one."""
    base = {"u": num(3), "delta": num(1, 4), "alpha": num(2)}
    if quantity.kind.name != "E":
        return [Case((), base)]
    (v,) = quantity.parameters
    rays = [Ray(r.q, r.p) for r in reversed(notion.rays)] if quantity.backwards else notion.rays
    ends = [r for r in rays if r.p is not ZERO and r.q is not ZERO]
    at = [substitute(r.p / r.q, base) for r in ends]
    values = [at[0] / 2, *((a + b) / 2 for a, b in pairwise(at)), at[-1] * 2]
    found = []
    for i, value in enumerate(values):
        low = (Ge(v * ends[i - 1].q, ends[i - 1].p),) if i > 0 else ()
        high = (Le(v * ends[i].q, ends[i].p),) if i < len(ends) else ()
        found.append(Case(tuple(map(_short, low + high)), {**base, str(v.value): value}))
    return found


def _short(r: Term) -> Term:
    """`v*u >= 1` without factors of one."""
    sides = (mul(*[f for f in s.args if f is not ONE]) if s.op == "*" and ONE in s.args else s for s in r.args)
    a, b = (s.args[0] if s.op == "*" and len(s.args) == 1 else s for s in sides)
    return {">=": Ge, "<=": Le}[r.op](a, b)


# -- the theorem -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bound:
    """What the linear program says: coefficients of p, q and the hinges, and the value; `u` stands for e^eps."""

    p: Term
    q: Term
    hinges: tuple[Term, ...]
    value: Term


def is_unbounded(quantity: Quantity, notion: Linear) -> bool:
    """Whether the quantity is infinite on a ray that may have weight."""
    return any(quantity.at_ray(r) is None for r in notion.rays)


def bound(quantity: Quantity, notion: Linear, case: Case) -> Bound:
    """The function that agrees with the quantity on every ray."""
    heights = [resolved(h, case.sample) for r in notion.rays if (h := quantity.at_ray(r)) is not None]
    rows = [[r.p, r.q, *(_hinge_at(h, r, case.sample) for h in notion.hinges)] for r in notion.rays]
    a, b, *slopes = solve(rows, heights)
    value = shorter(add(*(w * h for w, h in zip(notion.weights, heights))))
    return Bound(a, b, tuple(slopes), value)


def _hinge_at(hinge: Hinge, ray: Ray, sample: Sample) -> Term:
    put = Substitution(fields={"P": ((x,), ray.p), "Q": ((x,), ray.q)})(hinge.body)
    return resolved(substitute(_with_u(put), {}), sample)


def _with_u(t: Term) -> Term:
    """u in place of e^eps."""
    if t is e_eps:
        return u
    return rebuild(t, tuple(map(_with_u, t.args))) if t.args else t


def theorem(quantity: Quantity, notion: Linear, case: Case) -> Theorem:
    """The bound in this case with its proof and the pair that attains it."""
    found = bound(quantity, notion, case)
    put = putting({"u": e_eps})
    a, b, *slopes = map(put, (found.p, found.q, *found.hinges))
    value, body, where = _plain(put(found.value)), quantity.body, tuple(map(put, case.where))
    above = add(a * p, b * q, *(s * h.body for s, h in zip(slopes, notion.hinges)))
    total = add(a * Int(p, x), b * Int(q, x), *(s * h.integral for s, h in zip(slopes, notion.hinges)))
    steps = [have(h.fact, Le(h.integral, h.level), by=h.by) for h in notion.hinges if h.by is not None]
    steps += list(_pointwise(quantity, notion, body, above))
    steps += list(_summed(quantity, body, total, a, b, notion))
    multipliers = {"sum": ONE, "P.mass": a, "Q.mass": b, **{h.fact: s for h, s in zip(notion.hinges, slopes)}}
    if quantity.kind.tilt:
        steps.append(have("all", Le(Int(body, x), a + b), by=Real(["split", "sum", "P.mass", "Q.mass"])))
        steps.append(have("value", Eq(a + b, value), by=Real()))
        steps.append(have("goal", by=Real(["all", "value"])))
    else:
        steps.append(have("goal", by=Real(multipliers)))
    conditions = (*notion.where, *quantity.conditions, *where)
    return Theorem(
        name=f"derived.{quantity.kind.name}_{notion.name}".lower(),
        title=f"{quantity.text} given {notion.name}",
        about=[P, Q],
        where=conditions,
        given={"near": notion.given},
        claim=Le(quantity.integral, value),
        proof=steps,
        tight=Attained(notion.table(e_eps), where=_inner(quantity, notion), at=_point(conditions, case.sample)),
    )


def _inner(quantity: Quantity, notion: Linear) -> list[Term]:
    """The triangular discrimination has pieces, where p + q > 0: the pair is looked at where all its points have mass."""
    pieces = quantity.kind.name == "triangular" and any("delta" in w.free for w in notion.weights)
    return [Gt(delta, 0), Lt(delta, 1)] if pieces else []


def _plain(t: Term) -> Term:
    """eps in place of log(e^eps)."""
    if t is log(e_eps):
        return eps
    return rebuild(t, tuple(map(_plain, t.args))) if t.args else t


def _point(conditions: Sequence[Term], sample: Sample) -> dict[str, Term]:
    """The sample as a point of the domain: e^eps is 3."""
    names = set[str]().union(*(c.free for c in conditions))
    return {n: log(sample["u"]) if n == "eps" else sample[n] for n in sorted(names)}


def _pointwise(quantity: Quantity, notion: Linear, body: Term, above: Term) -> Iterator[Step]:
    """The cut: between two rays the quantity is below what agrees with it on both."""
    lemmas = [] if quantity.kind.ratio is None else list(_chords(quantity, notion))
    more: list[Term] = []
    if quantity.kind.kink is not None:
        a, b = quantity.laws
        more.append(Gt(a, quantity.kind.kink(*quantity.parameters) * b))
    elif quantity.kind.zeros or lemmas:
        more += [Le(p, 0), Gt(q, 0)]
    order = [*notion.cases, *(c for c in more if c not in notion.cases)]
    yield have("cut", forall(x, Le(body, above)), by=Pointwise(notion.facts, cases=order, lemmas=lemmas))


def _chords(quantity: Quantity, notion: Linear) -> Iterator[Lemma]:
    """f is below its chord between two neighbouring rays; in the ratio of the densities, in the order of the quantity."""
    assert quantity.kind.ratio is not None
    f, args = quantity.kind.ratio, quantity.parameters
    a, b = quantity.laws
    rays = [Ray(r.q, r.p) for r in reversed(notion.rays)] if quantity.backwards else list(notion.rays)
    where = [Gt(t, 0), *quantity.conditions, *notion.range_u]
    at = {"t": a / b, **({"u": e_eps} if notion.range_u else {})}
    for low, high in pairwise(rays):
        if low.p is not ZERO and high.q is not ZERO:
            yield chord(f(t, *args), t, low.p / low.q, high.p / high.q, where, at)
            continue
        start = quantity.kind.at_q(*args) if low.p is ZERO else None
        if start is not None:
            r = high.p / high.q
            line = start + (f(r, *args) - start) / r * t
            yield Lemma(Le(f(t, *args), line), [*where, Le(t, r)], at)
        else:
            r, slope = low.p / low.q, quantity.kind.at_p(*args)
            assert slope is not None
            yield Lemma(Le(f(t, *args), f(r, *args) + slope * (t - r)), [*where, Ge(t, r)], at)


def _summed(quantity: Quantity, body: Term, total: Term, a: Term, b: Term, notion: Linear) -> Iterator[Step]:
    """The cut integrated. Where the integrand has both signs, what it has over its tangent is integrated."""
    facts = list(notion.facts)
    if not quantity.kind.zeros:
        pieces = [Gt(p + q, 0)] if quantity.kind.ratio is not None else []
        yield have("body>=0", forall(x, Ge(body, 0)), by=Pointwise(cases=pieces))
        yield have("sum", Le(quantity.integral, total), by=Integrate(x, "cut", using=[*facts, "body>=0"]))
        return
    first, second = quantity.laws
    cases_ = [Le(first, 0), Gt(second, 0)]
    m = quantity.kind.tilt
    excess = body - (first - second) if m else body
    below = (
        [Lemma(Le(t - 1, quantity.kind.ratio(t)), [Gt(t, 0)], {"t": first / second})]
        if m and quantity.kind.ratio
        else []
    )
    yield have("excess>=0", forall(x, Ge(excess, 0)), by=Pointwise(facts, cases=cases_, lemmas=below))
    if not m:
        yield have("sum", Le(Int(body, x), total), by=Integrate(x, "cut", using=[*facts, "excess>=0"]))
        return
    above = a * p + b * q
    yield have("excess", forall(x, Le(excess, above - (first - second))), by=Pointwise(["cut", *facts], cases=cases_))
    yield have(
        "sum",
        Le(Int(excess, x), total - Int(first, x) + Int(second, x)),
        by=Integrate(x, "excess", using=[*facts, "excess>=0"]),
    )
    yield have(
        "split",
        Eq(Int(body, x), Int(excess, x) + Int(first, x) - Int(second, x)),
        by=Integrate(x, parts=[(1, body), (-1, excess), (-1, first), (1, second)], using=["excess>=0", "sum"]),
    )


__all__ = ["LINEAR", "Bound", "Case", "Hinge", "Linear", "Lt", "bound", "cases", "is_unbounded", "theorem"]
