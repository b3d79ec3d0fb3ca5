"""Transitivity and group privacy: what closeness to a third law says of two laws.

If P is (ε₁,δ₁)-close to R and R is (ε₂,δ₂)-close to Q, with u = e^ε, then for every event

    P(E) <= u₁ R(E) + δ₁ <= u₁ u₂ Q(E) + δ₁ + u₁ δ₂        and        Q(E) <= u₁ u₂ P(E) + δ₂ + u₂ δ₁

so P and Q are (ε₁ + ε₂, δ')-close for the larger of the two constants; the smaller one is not enough. The constants cannot be improved
while the δ's are small: take Q(E) = 0, R(E) = δ₂, P(E) = δ₁ + u₁ δ₂. For larger δ's the complement of E says more,
P(E) <= 1 − (1 − δ₁ − R(E))/u₁, and the smaller of the two bounds is exact. Both bounds together give the whole privacy profile.

A change of one record is the removal of one and the addition of one. So what is ε-private for add/remove neighbours is 2ε-private for
change-one neighbours, by transitivity; nothing follows in the other direction.
"""

from collections.abc import Callable, Mapping, Sequence

from dpsym.kernel.terms import Scalar, Term
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import Attained, Instantiate, Real, Source, Step, Tables, Theorem, Variant, forall, have
from dpsym.objects.language import Ge, Gt, Int, Le, Max, Min, Point, Symbol, exp, log, num
from dpsym.objects.unfold import Indistinguishable
from theorems.finite_datasets import Added, Changed, M, add_remove, change_one, d, d_, marks, pure
from theorems.vocabulary import E, P, Q, R, delta, e_eps, eps, in_E, p, q, r, x

w = Symbol("w")
e1, e2, d1, d2 = Symbol("eps1"), Symbol("eps2"), Symbol("delta1"), Symbol("delta2")
u1, u2 = exp(e1), exp(e2)


def of(law: Term) -> Term:
    """The probability of the event E."""
    return Int(in_E * law, x)


def without_a_step(params: Mapping[str, Mapping[str, Scalar]]) -> list[Variant]:
    """Each direction of each step is needed: one law is a fair coin, and gives E too much for the others."""
    coin, rare = [num(1, 2), num(1, 2)], [num(1, 16), num(15, 16)]
    laws: dict[str, Tables] = {
        "first.PQ": {P: coin, R: rare, Q: rare},
        "first.QP": {P: rare, R: coin, Q: coin},
        "second.PQ": {P: coin, R: coin, Q: rare},
        "second.QP": {P: rare, R: rare, Q: coin},
    }
    return [
        Variant(f"without {step}", {**values, E: [1, 0]}, params[step.split(".")[0]], drop=[step])
        for step, values in laws.items()
    ]


none: dict[str, Scalar] = {"delta1": 0, "delta2": 0}
different = {
    "first": {"eps1": log(num(2)), "eps2": 0, **none},
    "second": {"eps1": 0, "eps2": log(num(2)), **none},
}
single = {step: {"eps": log(num(2)), "delta": 0, "w": 4} for step in ("first", "second")}

# -- different parameters ------------------------------------------------------------------------------------------

forth, back = d1 + u1 * d2, d2 + u2 * d1
most = Max(forth, back)

two_steps = Theorem(
    title="Laws that are (ε₁,δ₁)- and (ε₂,δ₂)-close to a third one are (ε₁ + ε₂, max(δ₁ + e^ε₁ δ₂, δ₂ + e^ε₂ δ₁))-close",
    source=Source("brown", "Exercise 7.2"),
    about=[P, Q, R],
    where=[Ge(e1, 0), Ge(e2, 0), Ge(d1, 0), Le(d1, 1), Ge(d2, 0), Le(d2, 1)],
    given={"first": Indistinguishable(P, R, e1, d1), "second": Indistinguishable(R, Q, e2, d2)},
    claim=Indistinguishable(P, Q, e1 + e2, most),
    proof=[
        have("PR", Le(of(p), u1 * of(r) + d1), by=Instantiate("first.PQ", in_E)),
        have("RQ", Le(of(r), u2 * of(q) + d2), by=Instantiate("second.PQ", in_E)),
        have("PQ.forth", Le(of(p), u1 * u2 * of(q) + forth), by=Real(["PR", "RQ"])),
        have("PQ", Le(of(p), exp(e1 + e2) * of(q) + most), by=Real(["PQ.forth"])),
        have("QR", Le(of(q), u2 * of(r) + d2), by=Instantiate("second.QP", in_E)),
        have("RP", Le(of(r), u1 * of(p) + d1), by=Instantiate("first.QP", in_E)),
        have("QP.back", Le(of(q), u1 * u2 * of(p) + back), by=Real(["QR", "RP"])),
        have("QP", Le(of(q), exp(e1 + e2) * of(p) + most), by=Real(["QP.back"])),
    ],
    tight=Attained(
        {P: [forth, 1 - forth], R: [d2, 1 - d2], Q: [0, 1], E: [1, 0]},
        where=[Ge(forth, back), Le((u1 + 1) * d2, 1 - d1)],
        claim="claim.PQ",
    ),
    fails=[
        Variant(
            "with one order only",
            {P: [0, 1], R: [num(1, 8), num(7, 8)], Q: [num(1, 4), num(3, 4)], E: [1, 0]},
            {"eps1": 0, "eps2": log(num(2)), "delta1": num(1, 8), "delta2": 0},
            claim=Le(of(q), exp(e1 + e2) * of(p) + forth),
        ),
        Variant(
            "with δ₁ + δ₂",
            {P: [num(3, 10), num(7, 10)], R: [num(1, 10), num(9, 10)], Q: [0, 1], E: [1, 0]},
            {"eps1": log(num(2)), "eps2": 0, "delta1": num(1, 10), "delta2": num(1, 10)},
            claim=Le(of(p), exp(e1 + e2) * of(q) + d1 + d2),
        ),
        *without_a_step(different),
    ],
)

one_order_only = Falsehood(
    title="The constant δ₁ + e^ε₁ δ₂ alone serves both directions",
    source=Source("brown", "Exercise 7.2"),
    about=[P, Q, R],
    where=[Ge(e1, 0), Ge(e2, 0), Ge(d1, 0), Le(d1, 1), Ge(d2, 0), Le(d2, 1)],
    given={"first": Indistinguishable(P, R, e1, d1), "second": Indistinguishable(R, Q, e2, d2)},
    claim=Indistinguishable(P, Q, e1 + e2, forth),
    values={P: [0, 1], R: [num(1, 8), num(7, 8)], Q: [num(1, 4), num(3, 4)], E: [1, 0]},
    params={"eps1": 0, "eps2": log(num(2)), "delta1": num(1, 8), "delta2": 0},
    why="From Q to P the steps come in the other order, and the first δ is multiplied by e^ε₂.",
)

# -- the exact constant, for all δ ---------------------------------------------------------------------------------

around, around_back = 1 - (1 - d1 - d2) / u1, 1 - (1 - d1 - d2) / u2
least, least_back = Min(forth, around), Min(back, around_back)


def near(name: str, over: Term, middle: Term, under: Term, one: Term, d: Term, two: Term, dd: Term) -> list[Step]:
    """From `over` through the middle to `under`: both bounds, for the event and by its complement, and the smaller one."""
    first, second = ("first", "second") if name == "PQ" else ("second", "first")
    straight, round_about = d + one * dd, 1 - (1 - d1 - d2) / one
    away = Le(Int(middle, x) - of(middle), one * (Int(over, x) - of(over)) + d)
    other = "QP" if name == "PQ" else "PQ"
    return [
        have(f"{name}.1", Le(of(over), one * of(middle) + d), by=Instantiate(f"{first}.{name}", in_E)),
        have(f"{name}.2", Le(of(middle), two * of(under) + dd), by=Instantiate(f"{second}.{name}", in_E)),
        have(f"{name}.forth", Le(of(over), u1 * u2 * of(under) + straight), by=Real([f"{name}.1", f"{name}.2"])),
        have(f"{name}.out", away, by=Instantiate(f"{first}.{other}", 1 - in_E)),
        have(
            f"{name}.in",
            Le(1 - of(middle), one * (1 - of(over)) + d),
            by=Real([f"{name}.out", "P.mass", "Q.mass", "R.mass"]),
        ),
        have(f"{name}.around", Le(of(over), two / one * of(under) + round_about), by=Real([f"{name}.in", f"{name}.2"])),
        have(f"{name}.slope", Le(two / one * of(under), u1 * u2 * of(under)), by=Real()),
        have(
            f"{name}.goal",
            Le(of(over), u1 * u2 * of(under) + Min(straight, round_about)),
            by=Real([f"{name}.forth", f"{name}.around", f"{name}.slope"], cases=[Le(straight, round_about)]),
        ),
    ]


exact = Theorem(
    title="The exact constant of two steps, for δ₁ + δ₂ <= 1: the smaller of δ₁ + e^ε₁ δ₂ and 1 − e^−ε₁ (1 − δ₁ − δ₂)",
    source=Source("brown", "Exercise 7.2", sharpened=True),
    about=[P, Q, R, E],
    where=[Ge(e1, 0), Ge(e2, 0), Ge(d1, 0), Le(d1, 1), Ge(d2, 0), Le(d2, 1), Le(d1 + d2, 1)],
    given={"first": Indistinguishable(P, R, e1, d1), "second": Indistinguishable(R, Q, e2, d2)},
    claim={"PQ": Le(of(p), u1 * u2 * of(q) + least), "QP": Le(of(q), u1 * u2 * of(p) + least_back)},
    proof=[
        *near("PQ", p, r, q, u1, d1, u2, d2),
        *near("QP", q, r, p, u2, d2, u1, d1),
    ],
    tight=Attained({P: [least, 1 - least], R: [d2, 1 - d2], Q: [0, 1], E: [1, 0]}, claim="PQ"),
    fails=[
        Variant(
            "with nine tenths of it",
            {P: [num(3, 10), num(7, 10)], R: [num(1, 10), num(9, 10)], Q: [0, 1], E: [1, 0]},
            {"eps1": log(num(2)), "eps2": 0, "delta1": num(1, 10), "delta2": num(1, 10)},
            claim=Le(of(p), u1 * u2 * of(q) + num(9, 10) * least),
        ),
        *without_a_step(different),
    ],
)

# -- the whole profile, for equal parameters -----------------------------------------------------------------------

room = 1 - (e_eps + 2) * delta
level = (e_eps * (e_eps + delta) - w * room) / (e_eps * (e_eps + 1))
lam = (w - 1) / (e_eps**2 - 1)


def mixed(name: str, over: Term, middle: Term, under: Term) -> list[Step]:
    """λ times the bound for the event and 1 − λ times the one by its complement."""
    first, second = ("first", "second") if name == "PQ" else ("second", "first")
    other = "QP" if name == "PQ" else "PQ"
    away = Le(Int(middle, x) - of(middle), e_eps * (Int(over, x) - of(over)) + delta)
    masses = [f"{name}.out", "P.mass", "Q.mass", "R.mass"]
    return [
        have(f"{name}.1", Le(of(over), e_eps * of(middle) + delta), by=Instantiate(f"{first}.{name}", in_E)),
        have(f"{name}.2", Le(of(middle), e_eps * of(under) + delta), by=Instantiate(f"{second}.{name}", in_E)),
        have(f"{name}.out", away, by=Instantiate(f"{first}.{other}", 1 - in_E)),
        have(f"{name}.in", Le(1 - of(middle), e_eps * (1 - of(over)) + delta), by=Real(masses)),
        have(
            f"{name}.goal",
            Le(of(over), w * of(under) + level),
            by=Real({f"{name}.1": lam, f"{name}.in": (1 - lam) / e_eps, f"{name}.2": w / e_eps}),
        ),
    ]


profile = Theorem(
    title="Laws that are (ε,δ)-close to a third one: every (ε', δ') with ε' <= 2ε that they satisfy, w = e^ε'",
    source=Source("brown", "Exercise 7.2", sharpened=True),
    about=[P, Q, R, E],
    where=[Gt(eps, 0), Ge(delta, 0), Le(delta, 1), Le((e_eps + 2) * delta, 1), Ge(w, 1), Le(w, e_eps**2)],
    given={"first": Indistinguishable(P, R, eps, delta), "second": Indistinguishable(R, Q, eps, delta)},
    claim={"PQ": Le(of(p), w * of(q) + level), "QP": Le(of(q), w * of(p) + level)},
    proof=[
        *mixed("PQ", p, r, q),
        *mixed("QP", q, r, p),
    ],
    tight=Attained(
        {
            P: [(e_eps + delta) / (e_eps + 1), (1 - delta) / (e_eps + 1)],
            R: [(1 - delta) / (e_eps + 1), (e_eps + delta) / (e_eps + 1)],
            Q: [room / (e_eps * (e_eps + 1)), 1 - room / (e_eps * (e_eps + 1))],
            E: [1, 0],
        },
        claim="PQ",
    ),
    fails=[
        Variant(
            "with nine tenths of it",
            {P: [num(2, 3), num(1, 3)], R: [num(1, 3), num(2, 3)], Q: [num(1, 6), num(5, 6)], E: [1, 0]},
            {"eps": log(num(2)), "delta": 0, "w": 2},
            claim=Le(of(p), w * of(q) + num(9, 10) * level),
        ),
        *without_a_step(single),
    ],
)

# -- groups --------------------------------------------------------------------------------------------------------

group_closed_form = Formula(
    title="k steps of (ε,δ): the δ's add up to δ (e^{kε} − 1)/(e^ε − 1)",
    claim="delta*Sum(exp(j*eps), (j, 0, k - 1)) == delta*(exp(k*eps) - 1)/(exp(eps) - 1)",
    where=["eps > 0", "delta >= 0", "k in integers", "k >= 1"],
)

group_attained = Formula(
    title="A chain of laws with P_{j+1}(E) = e^ε P_j(E) + δ, from 0 on, is (ε,δ)-close at every step while (e^ε + 1) P_j(E) <= 1 − δ",
    claim="1 - s <= exp(eps)*(1 - (exp(eps)*s + delta)) + delta",
    where=["eps >= 0", "0 <= delta <= 1", "s >= 0", "(exp(eps) + 1)*s <= 1 - delta"],
)

# -- add/remove and change-one -------------------------------------------------------------------------------------


# Datasets of up to two records a or b, written as words.

WORDS = ["", "a", "b", "aa", "ab", "ba", "bb"]
related: Tables = {Added: marks(WORDS, add_remove), Changed: marks(WORDS, change_one)}

middle = Point("e", like=d)
two_steps_each = forall(
    d, d_, Le(Changed(d, d_), Int(Added(d, middle) * Added(middle, d_), middle))
)  # a removal and an addition


def rows(laws: Mapping[str, Sequence[Scalar]], name: Callable[[str], str]) -> list[Scalar]:
    """The table of a mechanism: the law of each dataset, by the name that stands for it."""
    return [weight for word in WORDS for weight in laws[name(word)]]


def balance(word: str) -> str:
    """The sign of #a − #b."""
    a, b = word.count("a"), word.count("b")
    return "+" if a > b else "-" if a < b else "0"


sevenths = {n: [num(w, 7) for w in row] for n, row in (("-", (4, 2, 1)), ("0", (2, 4, 1)), ("+", (1, 4, 2)))}

change_is_twice = Falsehood(
    title="What is ε-DP for add/remove neighbours is (2 − 1/1000)ε-DP for change-one neighbours",
    source=Source("cummings", "Remark 1"),
    about=[M, Added, Changed],
    where=[Ge(eps, 0)],
    given={"a change is two steps": two_steps_each, "private": pure(M, Added, eps)},
    claim=pure(M, Changed, num(1999, 1000) * eps),
    values={**related, M: rows(sevenths, balance)},
    params={"eps": log(num(2))},
    why="#a − #b, cut to −1, 0, 1, decides between three laws with ratios 2, 2 and 4: a record b that becomes a loses 2 ln 2.",
)

thirds = {"no": [num(2, 3), num(1, 3)], "yes": [num(1, 3), num(2, 3)]}

change_is_the_same = Falsehood(
    title="What is ε-DP for change-one neighbours is ε/2-DP for add/remove neighbours: the levels differ by a factor 2",
    source=Source("cummings", "Remark 1"),
    about=[M, Added, Changed],
    where=[Ge(eps, 0)],
    given={"a change is two steps": two_steps_each, "private": pure(M, Changed, eps)},
    claim=pure(M, Added, eps / 2),
    values={**related, M: rows(thirds, lambda word: "yes" if "a" in word else "no")},
    params={"eps": log(num(2))},
    why="Whether there is an a, through randomized response: both a record that is added and one that is changed lose ln 2.",
)

size_is_private = Falsehood(
    title="What is ε-DP for change-one neighbours is 2ε-DP for add/remove neighbours",
    source=Source("cummings", "Remark 1"),
    about=[M, Added, Changed],
    where=[Ge(eps, 0)],
    given={"a change is two steps": two_steps_each, "private": pure(M, Changed, eps)},
    claim=pure(M, Added, 2 * eps),
    values={**related, M: [int(len(word) == size) for word in WORDS for size in (0, 1, 2)]},
    params={"eps": 10},
    why="The size of the dataset is 0-DP for change-one neighbours, which have the same size, and not private at all for add/remove.",
)
