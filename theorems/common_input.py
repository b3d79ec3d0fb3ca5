"""A common X in front of two mechanisms: Parts 3 and 4 of Claim 3.3 of Kasiviswanathan and Smith.

If A(a) and A'(a) are (ε,δ)-indistinguishable for every a, then so are (X, A(X)) and (X, A'(X)): an event S has a slice S_a for
each a. If this fails for values that X takes with probability δ, everything may be lost there: δ + (1 − δ) δ = 2δ − δ² in all, a
little less than the 2δ of the source, and attained. The printed proofs lose a factor e^ε in "by symmetry", and have < for <=.
"""

from dpsym.kernel.laws.statements import Fact, event
from dpsym.kernel.laws.terms import at, space_of
from dpsym.kernel.terms import Scalar, Term
from dpsym.library.entries import Falsehood
from dpsym.library.theorem import (
    Attained,
    Instantiate,
    Integrate,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Eq,
    Event,
    FieldSymbol,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    Lt,
    Point,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import Statement
from theorems.vocabulary import delta, e_eps, eps, half

KEY = "kasiviswanathan-smith"
ranges = [Ge(eps, 0), Ge(delta, 0), Le(delta, 1)]

a, b = Point("a"), Point("b")
X, A, B, T, D = Law("X", a), Kernel("A", a, b), Kernel("B", a, b), Event("T", a), Event("E", a, b)
f, g, h, t, d = X.density, A.density, B.density, T.density, D.density


def slices(k: Term, m: Term, on: Term | None = None) -> Fact:
    """k(a, S_a) <= e^ε m(a, S_a) + δ for all a (in `on`) and all S, S_a = {b : (a, b) in S}."""
    s = at("S", a, b)
    left, right = Int(s * k, b), e_eps * Int(s * m, b) + delta
    return Fact(Le(left, right) if on is None else Le(on * left, on * right), (event("S", space_of(a), space_of(b)),))


def pair(k: Term) -> Term:
    """The probability that (X, A(X)) is in E."""
    return Int(d * f * k, a, b)


def inside(k: Term) -> Term:
    """The probability of E_a, given X = a."""
    return Int(d * k, b)


def in_turn(k: Term, n: str) -> list[Step]:
    """Pr[(X, A(X)) in E] is the sum over a of Pr[A(X) in E_a | X = a] Pr[X = a]."""
    return [
        have(f"{n}.pull", forall(a, Eq(Int(d * f * k, b), f * inside(k))), by=Under(b)),
        have(f"{n}", Eq(pair(k), Int(f * inside(k), a)), by=Integrate(a, f"{n}.pull")),
    ]


def in_front(k: Term, m: Term, n: str, of: str, sums: tuple[str, str]) -> list[Step]:
    right = e_eps * Int(f * inside(m), a) + delta * Int(f, a)
    return [
        have(f"{n}.near", forall(a, Le(inside(k), e_eps * inside(m) + delta)), by=Instantiate(of, d)),
        have(f"{n}.at", forall(a, Le(f * inside(k), f * (e_eps * inside(m) + delta))), by=Pointwise([f"{n}.near"])),
        have(f"{n}.s2", Le(Int(f * inside(k), a), right), by=Integrate(a, f"{n}.at")),
        have(f"{n}.s3", Le(pair(k), e_eps * pair(m) + delta), by=Real([f"{n}.s2", "X.mass", *sums])),
    ]


both = {"AB": Le(pair(g), e_eps * pair(h) + delta), "BA": Le(pair(h), e_eps * pair(g) + delta)}

every = Theorem(
    title="If A(a) and A'(a) are (ε,δ)-indistinguishable for every a, then so are (X, A(X)) and (X, A'(X))",
    source=Source(KEY, "Claim 3.3(3)"),
    about=[X, A, B, D],
    where=ranges,
    given={"AB": slices(g, h), "BA": slices(h, g)},
    claim=both,
    proof=[
        *in_turn(g, "s1"),
        *in_turn(h, "s1'"),
        *in_front(g, h, "AB", "AB", ("s1", "s1'")),
        *in_front(h, g, "BA", "BA", ("s1'", "s1")),
    ],
    tight=Attained({X: [1], A: [delta, 1 - delta], B: [0, 1], D: [1, 0]}, claim="AB"),
    fails=[
        Variant(
            "with a smaller δ",
            {X: [1], A: [half, half], B: [0, 1], D: [1, 0]},
            {"eps": 1, "delta": half},
            claim=Le(pair(g), e_eps * pair(h) + num(9, 10) * delta),
        ),
        Variant(
            "without the first direction",
            {X: [1], A: [half, half], B: [1, 0], D: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["AB"],
        ),
        Variant(
            "without the second direction",
            {X: [1], A: [1, 0], B: [half, half], D: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["BA"],
        ),
    ],
)

proof_3, proof_4 = Source(KEY, "Proof of Claim 3.3(3)"), Source(KEY, "Proof of Claim 3.3(4)")
close = {"AB": slices(g, h), "BA": slices(h, g)}
nothing: dict[FieldSymbol, list[Scalar]] = {X: [1], A: [1], B: [1], D: [0]}
two_thirds: dict[FieldSymbol, list[Scalar]] = {X: [1], A: [num(1, 3), num(2, 3)], B: [num(2, 3), num(1, 3)], D: [1, 0]}
weighted = Int(f * (e_eps * inside(h) + delta), a)

part_3_step_2 = Falsehood(
    title="Σ_a Pr[A(X) in S_a | X = a] Pr[X = a] < Σ_a (e^ε Pr[A'(X) in S_a | X = a] + δ) Pr[X = a]",
    source=proof_3,
    about=[X, A, B, D],
    where=ranges,
    given=close,
    claim=Lt(Int(f * inside(g), a), weighted),
    values=nothing,
    params={"eps": 0, "delta": 0},
    why="Both sides are 0 for the empty set: <= is right.",
)

part_3_step_3 = Falsehood(
    title="Σ_a (e^ε Pr[A'(X) in S_a | X = a] + δ) Pr[X = a] < δ + e^ε Pr[(X, A'(X)) in S]",
    source=proof_3,
    about=[X, A, B, D],
    where=ranges,
    given=close,
    claim=Lt(weighted, delta + e_eps * pair(h)),
    values=nothing,
    params={"eps": 0, "delta": 0},
    why="The two sides are equal, always.",
)

part_3_step_4 = Falsehood(
    title="Pr[(X, A'(X)) in S] < δ + Pr[(X, A(X)) in S]",
    source=proof_3,
    about=[X, A, B, D],
    where=ranges,
    given=close,
    claim=Lt(pair(h), delta + pair(g)),
    values=two_thirds,
    params={"eps": log(num(2)), "delta": 0},
    why="The factor e^ε is missing.",
)


def mostly(k: Term, m: Term, n: str, of: str, kernel: FieldSymbol, sums: tuple[str, str]) -> list[Step]:
    """On T as in Part 3; off T the probability is at most one, and X is there with probability at most δ."""
    rare, worst = Int((1 - t) * f, a), (1 - t) * f + f * (t * (e_eps * inside(m) + delta))
    right = rare + e_eps * Int(f * inside(m), a) + delta * (Int(f, a) - rare)
    return [
        have(f"{n}.most", forall(a, Le(inside(k), Int(k, b))), by=Under(b)),
        have(f"{n}.near", forall(a, Le(t * inside(k), t * (e_eps * inside(m) + delta))), by=Instantiate(of, d)),
        have(
            f"{n}.at",
            forall(a, Le(f * inside(k), worst)),
            by=Pointwise([f"{n}.near", f"{n}.most", f"{kernel.name}.mass"], cases=[Ge(t, 1)]),
        ),
        have(
            f"{n}.less",
            forall(a, Le(f * inside(k), (1 - t) * f + e_eps * (f * inside(m)) + delta * (f - (1 - t) * f))),
            by=Pointwise({f"{n}.at": 1}),
        ),
        have(f"{n}.s2", Le(Int(f * inside(k), a), right), by=Integrate(a, f"{n}.less")),
        have(
            f"{n}.s3",
            Le(pair(k), e_eps * pair(m) + (2 * delta - delta**2)),
            by=Real({f"{n}.s2": 1, "X.mass": delta, "rare": 1 - delta, sums[0]: 1, sums[1]: e_eps}),
        ),
    ]


twice = 2 * delta - delta**2
rare_given: dict[str, Statement] = {
    "rare": Le(Int((1 - t) * f, a), delta),
    "AB": slices(g, h, t),
    "BA": slices(h, g, t),
}

most = Theorem(
    title="If A(a) and A'(a) are (ε,δ)-indistinguishable for all a but those that X takes with probability δ, "
    "then (X, A(X)) and (X, A'(X)) are (ε, 2δ − δ²)-indistinguishable",
    source=Source(KEY, "Claim 3.3(4)", sharpened=True),
    about=[X, A, B, T, D],
    where=ranges,
    given=rare_given,
    claim={"AB": Le(pair(g), e_eps * pair(h) + twice), "BA": Le(pair(h), e_eps * pair(g) + twice)},
    proof=[
        *in_turn(g, "s1"),
        *in_turn(h, "s1'"),
        *mostly(g, h, "AB", "AB", A, ("s1", "s1'")),
        *mostly(h, g, "BA", "BA", B, ("s1'", "s1")),
    ],
    tight=Attained(
        {X: [delta, 1 - delta], A: [1, 0, delta, 1 - delta], B: [0, 1, 0, 1], T: [0, 1], D: [1, 0, 1, 0]}, claim="AB"
    ),
    fails=[
        Variant(
            "with δ",
            {X: [half, half], A: [1, 0, half, half], B: [0, 1, 0, 1], T: [0, 1], D: [1, 0, 1, 0]},
            {"eps": 1, "delta": half},
            claim=Le(pair(g), e_eps * pair(h) + delta),
        ),
        Variant(
            "when exceptions are likely",
            {X: [1], A: [1, 0], B: [0, 1], T: [0], D: [1, 0]},
            {"eps": 1, "delta": 0},
            drop=["rare"],
        ),
        Variant(
            "without the first direction",
            {X: [1], A: [half, half], B: [1, 0], T: [1], D: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["AB"],
        ),
        Variant(
            "without the second direction",
            {X: [1], A: [1, 0], B: [half, half], T: [1], D: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["BA"],
        ),
    ],
)

part_4_step_0 = Falsehood(
    title="X is in T = {a : A(a) <= e^ε A'(a)} with probability at least 1 − δ",
    source=proof_4,
    about=[X, A, B],
    where=ranges,
    given=close,
    claim=Le(Int(Indicator(Gt(Int(pos(g - e_eps * h), b), 0)) * f, a), delta),
    values={X: [1], A: [num(1, 10), num(9, 10)], B: [0, 1]},
    params={"eps": 0, "delta": num(1, 10)},
    why="T must be the a for which A(a) and A'(a) are (ε,δ)-indistinguishable; laws have no order.",
)

step_1_claim = Le(pair(g), Int((1 - t) * f, a) + Int(t * f * inside(g), a))

part_4_step_1 = Theorem(
    title="Pr[(X, A(X)) in S] <= Pr[X not in T] + Σ_(a in T) Pr[A(X) in S_a | X = a] Pr[X = a]",
    source=proof_4,
    about=[X, A, T, D],
    claim=step_1_claim,
    proof=[
        *in_turn(g, "turn"),
        have("most", forall(a, Le(inside(g), Int(g, b))), by=Under(b)),
        have(
            "at",
            forall(a, Le(f * inside(g), (1 - t) * f + t * f * inside(g))),
            by=Pointwise(["most", "A.mass"], cases=[Ge(t, 1)]),
        ),
        have("sum", Le(Int(f * inside(g), a), step_1_claim.rhs), by=Integrate(a, "at")),
        have("goal", by=Real(["turn", "sum"])),
    ],
    tight=Attained({X: [1], A: [1], T: [0], D: [1]}),
    fails=[
        Variant(
            "without the exceptions",
            {X: [1], A: [1], T: [0], D: [1]},
            claim=Le(pair(g), Int(t * f * inside(g), a)),
        )
    ],
)

part_4_step_2 = Falsehood(
    title="Pr[X not in T] + Σ_(a in T) Pr[A(X) in S_a | X = a] Pr[X = a] "
    "< δ + Σ_(a in T) (e^ε Pr[A'(X) in S_a | X = a] + δ) Pr[X = a]",
    source=proof_4,
    about=[X, A, B, T, D],
    where=ranges,
    given=rare_given,
    claim=Lt(Int((1 - t) * f, a) + Int(t * f * inside(g), a), delta + Int(t * f * (e_eps * inside(h) + delta), a)),
    values={**nothing, T: [1]},
    params={"eps": 0, "delta": 0},
    why="Both sides are 0 for the empty set and δ = 0: <= is right.",
)

part_4_step_3 = Falsehood(
    title="δ + Σ_(a in T) (e^ε Pr[A'(X) in S_a | X = a] + δ) Pr[X = a] < 2δ + e^ε Pr[(X, A'(X)) in S]",
    source=proof_4,
    about=[X, A, B, T, D],
    where=ranges,
    given=rare_given,
    claim=Lt(delta + Int(t * f * (e_eps * inside(h) + delta), a), 2 * delta + e_eps * pair(h)),
    values={**nothing, T: [1]},
    params={"eps": 0, "delta": 0},
    why="Both sides are equal if T is everything: <= is right.",
)

part_4_step_4 = Falsehood(
    title="Pr[(X, A'(X)) in S] < 2δ + Pr[(X, A(X)) in S]",
    source=proof_4,
    about=[X, A, B, T, D],
    where=ranges,
    given=rare_given,
    claim=Lt(pair(h), 2 * delta + pair(g)),
    values={**two_thirds, T: [1]},
    params={"eps": log(num(2)), "delta": 0},
    why="The factor e^ε is missing.",
)
