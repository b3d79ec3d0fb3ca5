"""Privacy for most datasets, in the words of Kasiviswanathan and Smith: Theorem 5.1 and Corollary 5.2, for n records.

Good datasets are (ε,δ)-private with all their neighbours, which safe says, and the prior has probability 1 − δ of them. Of f plus
Laplace noise these are the datasets at which the local sensitivity of f is at most s.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Integrate,
    Lemma,
    Pointwise,
    Source,
    Step,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import ApproximateDP, ApproximateSemanticPrivacy, Mechanism
from dpsym.objects.language import (
    Abs,
    Eq,
    Event,
    Ge,
    Gt,
    Int,
    Le,
    Query,
    Symbol,
    exp,
    log,
    num,
    pos,
)
from theorems import most_pairs
from theorems.games import (
    H,
    Hide,
    M,
    Near,
    Prior,
    belief,
    d,
    here,
    hiding,
    near,
    numbers,
    other,
    quiet,
    small,
    sticks,
    there,
    to_games,
    told,
    y,
)
from theorems.places import KEY, AtPlace, Place, n, r
from theorems.semantic_approximate import tau
from theorems.vocabulary import e_eps, eps, half, tenth

Good, Safe = Event("good", d), Event("safe", d, other)
good, safe = Good.density, Safe.density
S = Mechanism(M, Safe)
most_datasets = {"good": Ge(Int(belief * good, d), 1 - r**2)}


def good_sticks(inside: Term) -> list[Step]:
    """Neighbours of good datasets are safe."""
    return [
        have(
            f"{way}.stick",
            forall(d, other, Le(good * (near * Int(pos(a - e_eps * b), y)), good * (near * inside))),
            by=Pointwise([f"{way}.safe", "safe"], cases=[Gt(good, 0), Gt(near, 0), Gt(safe, 0)]),
        )
        for way, a, b in (("PQ", here, there), ("QP", there, here))
    ]


theorem_5_1 = Theorem(
    title="A mechanism that is (ε,δ)-DP for good datasets and their neighbours is (e^(3ε) − 1 + 2√δ, 2n√δ)-semantically private for "
    "every prior with probability 1 − δ of good datasets of n records (r stands for √δ)",
    source=Source(KEY, "Theorem 5.1"),
    about=[M, Near, Hide, Place, AtPlace, Prior, Good, Safe],
    where=numbers,
    given={
        "private": ApproximateDP(eps, r**2)(S),
        "safe": forall(d, other, Le(good * near, safe)),
        **most_datasets,
        **hiding,
    },
    claim=ApproximateSemanticPrivacy(tau, n * (2 * r))(H, prior=Prior),
    proof=[
        *sticks("private", r**2, Safe, "safe"),
        *good_sticks(r**2),
        *to_games(most_pairs.theorem_5_1, good, r**2, 2 * r, {"good": "good"}, {"E": Good}),
    ],
    witness=({"eps": 0, "r": tenth, "n": 1}, {**quiet, Good: [1, 1], Safe: [1] * 4}),
    fails=[
        Variant("without privacy", {**told, Good: [1, 1], Safe: [1] * 4}, small, drop=["private.PQ", "private.QP"]),
        Variant(
            "if neighbours of good datasets are not safe", {**told, Good: [1, 1], Safe: [0] * 4}, small, drop=["safe"]
        ),
        Variant("if no dataset is good", {**told, Good: [0, 0], Safe: [0] * 4}, small, drop=["good"]),
    ],
)

# -- Corollary 5.2: Laplace noise, of a scale for the local sensitivity of good datasets ---------------------------------------------

Value, F = Query("v", y), Query("f", d)  # an outcome is a number, and the noise is added to f
scale, constant = Symbol("s"), Symbol("c")
noise = constant * exp(-Abs(Value.density - F(d)) / (scale / eps))
noise_there = constant * exp(-Abs(Value.density - F(other)) / (scale / eps))
to_here, to_there = Abs(Value.density - F(d)), Abs(Value.density - F(other))
both_good = good * near
A, B, C, U, W = (Symbol(name) for name in ("A", "B", "C", "U", "W"))


def ratio(name: str, way: str, a: Term, b: Term, from_a: Term, from_b: Term) -> list[Step]:
    """Densities of neighbours are within e^ε: the distances from the outcome differ by the scale at most."""
    over, (of_a, of_b) = pos(a - e_eps * b), (noise, noise_there) if way == "PQ" else (noise_there, noise)
    at = {"A": from_a, "B": from_b, "C": constant, "U": scale, "W": eps}
    close = Lemma(
        Le(C * exp(-A / (U / W)), exp(W) * (C * exp(-B / (U / W)))),
        [Gt(C, 0), Gt(U, 0), Gt(W, 0), Le(B, A + U)],
        at,
    )
    return [
        have(
            f"{way}.distance",
            forall(d, other, y, Le(both_good * from_b, both_good * (from_a + scale))),
            by=Pointwise(["local"], cases=[Gt(good, 0), Gt(near, 0)]),
        ),
        have(
            f"{way}.ratio",
            forall(d, other, y, Le(both_good * of_a, both_good * (e_eps * of_b))),
            by=Pointwise([f"{way}.distance"], cases=[Gt(good, 0), Gt(near, 0)], lemmas=[close]),
        ),
        have(
            f"{way}.at",
            forall(d, other, y, Le(both_good * a, both_good * (e_eps * b))),
            by=Pointwise(
                {
                    f"{way}.ratio": 1,
                    "noise": both_good if way == "PQ" else -both_good * e_eps,
                    "noise.other": -both_good * e_eps if way == "PQ" else both_good,
                }
            ),
        ),
        have(
            f"{way}.over",
            forall(d, other, y, Le(both_good * over, 0 * a)),
            by=Pointwise([f"{way}.at"], cases=[Gt(good, 0), Gt(near, 0)]),
        ),
        have(
            f"{way}.total",
            forall(d, other, Le(both_good * Int(over, y), 0 * Int(a, y))),
            by=Integrate(y, f"{way}.over"),
        ),
        have(
            f"{way}.stick",
            forall(d, other, Le(good * (near * Int(over, y)), good * (near * 0))),
            by=Pointwise([f"{way}.total"]),
        ),
    ]


corollary_5_2 = Theorem(
    title="f plus Laplace noise of scale s/ε is (e^(3ε) − 1 + 2√δ, n√δ)-semantically private for every prior with probability 1 − δ of "
    "datasets where the local sensitivity of f is at most s (r stands for √δ)",
    source=Source(KEY, "Corollary 5.2"),
    about=[M, Near, Hide, Place, AtPlace, Prior, Good, F, Value],
    where=[Gt(eps, 0), Gt(scale, 0), Gt(constant, 0), *numbers[1:]],
    given={
        "noise": forall(d, y, Eq(here, noise)),
        "local": forall(d, other, Le(both_good * Abs(F(d) - F(other)), both_good * scale)),
        **most_datasets,
        **hiding,
    },
    claim=ApproximateSemanticPrivacy(tau, n * r)(H, prior=Prior),
    proof=[
        have("noise.other", forall(other, y, Eq(there, noise_there)), by=Pointwise([("noise", {d: other})])),
        *ratio("noise", "PQ", here, there, to_here, to_there),
        *ratio("noise", "QP", there, here, to_there, to_here),
        *to_games(most_pairs.corollary_5_2, good, num(0), r, {"good": "good"}, {"E": Good}),
    ],
    witness=(
        {"eps": tenth, "r": tenth, "n": 1, "s": 1, "c": half},
        {**quiet, Good: [1, 1], F: [0, 0], Value: [0, 0]},
    ),
    fails=[
        Variant(
            "without noise",
            {**told, Good: [1, 1], F: [0, 0], Value: [0, 0]},
            {"eps": num(1, 100), "r": tenth, "n": 1, "s": 1, "c": half},
            drop=["noise"],
        ),
        Variant(
            "if no dataset is good",
            {**told, M: [num(9, 10), tenth, tenth, num(9, 10)], Good: [0, 0], F: [0, 1], Value: [0, 1]},
            {"eps": num(1, 100), "r": tenth, "n": 1, "s": num(1, 100) / log(num(9)), "c": num(9, 10)},
            drop=["good"],
        ),
    ],
)
