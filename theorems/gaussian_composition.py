"""Composition of Gaussian privacy: mechanisms that are μ₁-, ..., μₖ-GDP, one after the other, are √(μ₁² + ... + μₖ²)-GDP.

A mechanism is m-Gaussian at a level u if E_u(P‖Q) is at most that of two normal laws at distance √m. Weighted by a and b that is

    ∫ (a p − b q)₊ <= G(a, b, m),     G(a, b, m) = a Φ(√m/2 − log(b/a)/√m) − b Φ(−√m/2 − log(b/a)/√m),  G(a, b, 0) = (a − b)₊.

After an outcome x the next mechanism is asked at the level u q(x)/p(x). So what is composed is what remains when the transcript is
seen beside a normal law of size m, ∫ G(p, u q, m), and what is shown is that it is at most G(1, u, m + Σ μⱼ²), for all u and m:
one more mechanism makes m + μ² of m, and the transcripts before it are asked at m + μ².

That a mechanism beside a normal law is bounded so follows from its own curve (`beside_a_normal`): the normal law is a mixture of
levels, and two normal laws make one. The latter is a rotation of the plane, which is said of densities (`rotated`, `rotated_away`).
"""

from dpsym.kernel.terms import Term
from dpsym.library.chains import Conclusion, KFold, Steps
from dpsym.library.closed_forms import density
from dpsym.library.entries import Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Pointwise,
    Real,
    Source,
    Swap,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects import families
from dpsym.objects.applied import normal_mass
from dpsym.objects.language import (
    Eq,
    Ge,
    Gt,
    Int,
    Kernel,
    Law,
    Le,
    Piecewise,
    Point,
    Symbol,
    log,
    num,
    pos,
    sqrt,
)  # fmt: skip
from dpsym.objects.unfold import HockeyStick
from theorems.vocabulary import e_eps, eps, half, third, x, y

v, w, z = Point("v"), Point("w"), Point("z")
P, Q, K, L = Law("P", x), Law("Q", x), Kernel("K", x, y), Kernel("L", x, y)
A, B, C, D = Law("A", w), Law("B", w), Law("C", v), Law("D", v)
p, q, k, l = P.density, Q.density, K.density, L.density
a, b, c, d = A.density, B.density, C.density, D.density
u, m, n, mu, t = (Symbol(name) for name in ("u", "m", "n", "mu", "t"))
fair = [half, half]
answers: Tables = {P: [1 - third, third], Q: [third, 1 - third]}
of_the_noise: Tables = {A: [1 - third, third], B: [third, 1 - third], C: fair, D: [third, 1 - third]}

# -- pairs of laws that are below others -----------------------------------------------------------------------------------

dominated = Theorem(
    title="Laws whose curve is below that of A and B, then kernels whose curves are below that of C and D: below that of the products",
    source=Source("dong-roth-su"),
    about=[P, Q, K, L, A, B, C, D],
    where=[Ge(u, 0)],
    given={
        "first": forall(v, Le(Int(pos(p * c - u * (q * d)), x), Int(pos(a * c - u * (b * d)), w))),
        "next": forall(x, Le(Int(pos(p * k - u * (q * l)), y), Int(pos(p * c - u * (q * d)), v))),
    },
    claim=Le(Int(pos(p * k - u * (q * l)), x, y), Int(pos(a * c - u * (b * d)), w, v)),
    proof=[
        have(
            "later",
            Le(Int(pos(p * k - u * (q * l)), x, y), Int(pos(p * c - u * (q * d)), x, v)),
            by=Integrate(x, "next"),
        ),
        have("turn", Eq(Int(pos(p * c - u * (q * d)), x, v), Int(pos(p * c - u * (q * d)), v, x)), by=Swap()),
        have(
            "earlier",
            Le(Int(pos(p * c - u * (q * d)), v, x), Int(pos(a * c - u * (b * d)), v, w)),
            by=Integrate(v, "first"),
        ),
        have("back", Eq(Int(pos(a * c - u * (b * d)), v, w), Int(pos(a * c - u * (b * d)), w, v)), by=Swap()),
        have("goal", by=Real(["later", "turn", "earlier", "back"])),
    ],
    tight=Attained({**answers, **of_the_noise, K: [half, half, half, half], L: [third, 1 - third, third, 1 - third]}),
    fails=[
        Variant(
            "without the first",
            {P: [1, 0], Q: [0, 1], K: fair * 2, L: fair * 2, A: fair, B: fair, C: [1], D: [1]},
            {"u": 1},
            drop=["first"],
        ),
        Variant(
            "without the next",
            {P: [1], Q: [1], K: [1, 0], L: [0, 1], A: [1], B: [1], C: fair, D: fair},
            {"u": 1},
            drop=["next"],
        ),
        Variant(
            "below half of it",
            {P: [1, 0], Q: [0, 1], K: fair * 2, L: fair * 2, A: [1, 0], B: [0, 1], C: fair, D: fair},
            {"u": 1},
            claim=Le(Int(pos(p * k - u * (q * l)), x, y), half * Int(pos(a * c - u * (b * d)), w, v)),
        ),
    ],
)

# -- the curve of two normal laws ------------------------------------------------------------------------------------------


def gap(a: Term, b: Term, m: Term) -> Term:
    """G(a, b, m): the most that a P(S) − b Q(S) can be, for normal laws P and Q at distance √m."""
    way = log(b / a) / sqrt(m)
    normals = pos(a * normal_mass(sqrt(m) / 2 - way) - b * normal_mass(-sqrt(m) / 2 - way))
    return Piecewise((pos(a - b), Le(m, 0)), (0, Le(a, 0)), (a, Le(b, 0)), default=normals)


def curve(u: Term, m: Term) -> Term:
    """G(1, u, m): E_u of normal laws at distance √m."""
    way = log(u) / sqrt(m)
    normals = pos(normal_mass(sqrt(m) / 2 - way) - u * normal_mass(-sqrt(m) / 2 - way))
    return Piecewise((pos(1 - u), Le(m, 0)), default=normals)


# -- two normal laws make one ----------------------------------------------------------------------------------------------

# v is N(0, 1) or N(c r, 1), then z is N(r v, s) or N(r v + c s², s), r² + s² = 1: a rotation, which makes z N(0, 1) or N(c, 1), and v
# N(r z, s) both times. So μ₁ = c r and μ₂ = c s² / s give c.
ROOT = "sqrt(1 - s**2)"


def normal(at: str, mean: str, deviation: str) -> str:
    return density(families.NORMAL, at, mean, deviation)


rotated = Formula(
    title="N(0, 1) at v and N(r v, s) at z is N(0, 1) at z and N(r z, s) at v, r² + s² = 1",
    claim=f"{normal('v', '0', '1')}*{normal('z', ROOT + '*v', 's')} == {normal('z', '0', '1')}*{normal('v', ROOT + '*z', 's')}",
    where=("0 < s", "s < 1", "v in reals", "z in reals"),
)
rotated_away = Formula(
    title="N(r c, 1) at v and N(r v + s² c, s) at z is N(c, 1) at z and, again, N(r z, s) at v, r² + s² = 1",
    claim=f"{normal('v', ROOT + '*c', '1')}*{normal('z', ROOT + '*v + c*s**2', 's')} == "
    f"{normal('z', 'c', '1')}*{normal('v', ROOT + '*z', 's')}",
    where=("0 < s", "s < 1", "v in reals", "z in reals", "c in reals"),
)

M, N = Kernel("M", v, z), Kernel("N", v, z)  # the second normal law, which may be moved by the first outcome
S, T, R = Law("S", z), Law("T", z), Kernel("R", z, v)
s, o, r, g, h = S.density, T.density, R.density, M.density, N.density
seen = pos(p * k * c - u * (q * l * d))
normals = pos(p * c * g - u * (q * d * h))
one = pos(p * s - u * (q * o))
same: Tables = {C: [1], D: [1], M: [1], N: [1], S: [1], T: [1], R: [1]}
told: Tables = {P: [1], Q: [1], K: [1, 0], L: [0, 1], C: [1, 0], D: [0, 1]}
tau = 1 - 2 * normal_mass(num(-1, 2))  # total variation of normal laws at distance 1
shown: Tables = {
    P: [1], Q: [1], C: [tau, 1 - tau], D: [0, 1], S: [tau, 1 - tau], T: [0, 1], M: [1, 0, 0, 1], N: [1, 0, 0, 1], R: [1, 0, 0, 1],
}  # fmt: skip

beside_a_normal = Theorem(
    title="A √n-GDP mechanism makes m + n of m: beside normal laws at distance √m it is below normal laws at distance √(m + n)",
    source=Source("dong-roth-su"),
    about=[P, Q, K, L, C, D, M, N, S, T, R],
    where=[Gt(u, 0), Ge(m, 0), Ge(n, 0)],
    given={
        "private": forall(x, v, Le(Int(seen, y), gap(p * c, u * (q * d), n))),
        "side": forall(x, y, Eq(Int(seen, v), gap(p * k, u * (q * l), m))),
        "second": forall(x, v, Eq(Int(normals, z), gap(p * c, u * (q * d), n))),
        "rotated": forall(v, z, Eq(c * g, s * r)),
        "rotated_away": forall(v, z, Eq(d * h, o * r)),
        "total": forall(x, Eq(Int(one, z), gap(p, u * q, m + n))),
    },
    claim=forall(x, Le(Int(gap(p * k, u * (q * l), m), y), gap(p, u * q, m + n))),
    proof=[
        have("mixed", forall(x, Eq(Int(gap(p * k, u * (q * l), m), y), Int(seen, y, v))), by=Under(y, using=["side"])),
        have("turn", forall(x, Eq(Int(seen, y, v), Int(seen, v, y))), by=Swap()),
        have("below", forall(x, Le(Int(seen, v, y), Int(gap(p * c, u * (q * d), n), v))), by=Integrate(v, "private")),
        have(
            "both",
            forall(x, Eq(Int(gap(p * c, u * (q * d), n), v), Int(normals, v, z))),
            by=Under(v, using=["second"]),
        ),
        have("back", forall(x, Eq(Int(normals, v, z), Int(normals, z, v))), by=Swap()),
        have(
            "at_z.sum",
            forall(x, z, Eq(Int(normals, v), one * Int(r, v))),
            by=Under(v, using=["rotated", "rotated_away"], cases=[Ge(p * s, u * (q * o))]),
        ),
        have("at_z", forall(x, z, Eq(Int(normals, v), one)), by=Pointwise(["at_z.sum", "R.mass"])),
        have("one", forall(x, Eq(Int(normals, z, v), Int(one, z))), by=Under(z, using=["at_z"])),
        have("goal", by=Pointwise(["mixed", "turn", "below", "both", "back", "one", "total"])),
    ],
    witness=({"u": 1, "m": 0, "n": 0}, {P: [1], Q: [1], K: fair, L: fair, **same}),
    fails=[
        Variant(
            "without privacy",
            {P: [1], Q: [1], K: [1, 0], L: [0, 1], **same},
            {"u": 1, "m": 0, "n": 0},
            drop=["private"],
        ),
        Variant(
            "beside other laws",
            {**shown, K: [1, 0], L: [1 - tau, tau]},
            {"u": 1, "m": 1, "n": 0},
            drop=["side"],
        ),
        Variant(
            "without a second normal law",
            {**shown, K: [1, 0], L: [half, half]},
            {"u": 1, "m": 0, "n": 1},
            drop=["second"],
        ),
        Variant(
            "without the rotation",
            {**told, M: [1, 1], N: [1, 1], S: [1], T: [1], R: [0, 1]},
            {"u": 1, "m": 0, "n": 0},
            drop=["rotated"],
        ),
        Variant(
            "with a rotation of the first law alone",
            {**told, M: [1, 1], N: [1, 1], S: [1], T: [1], R: [1, 0]},
            {"u": 1, "m": 0, "n": 0},
            drop=["rotated_away"],
        ),
        Variant(
            "where the two make more",
            {**told, M: [1, 0, 0, 1], N: [1, 0, 0, 1], S: [1, 0], T: [0, 1], R: [1, 0, 0, 1]},
            {"u": 1, "m": 0, "n": 0},
            drop=["total"],
        ),
    ],
)

# -- any number of mechanisms ----------------------------------------------------------------------------------------------

gaussian_steps = Steps(x, {P: K, Q: L}, {"t": (0, t + mu**2)})
so_far = Le(Int(gap(p, u * q, m), x), curve(u, t + m))

gaussian_start = Theorem(
    title="Laws that are equal, beside a normal law: the curve of the normal law",
    about=[P, Q],
    where=[Gt(u, 0), Ge(m, 0)],
    given=gaussian_steps.equal,
    claim=gaussian_steps.before(so_far),
    proof=[
        have(
            "at",
            forall(x, Eq(gap(p, u * q, m), curve(u, 0 + m) * p)),
            by=Pointwise(["equal"], cases=[Le(m, 0), Le(p, 0)]),
        ),
        have("sum", Eq(Int(gap(p, u * q, m), x), curve(u, 0 + m) * Int(p, x)), by=Integrate(x, "at")),
        have("goal", by=Real(["sum", "P.mass"])),
    ],
    witness=({"u": 1, "m": 1}, {P: fair, Q: fair}),
)

gaussian_step = Theorem(
    title="A transcript that is t-Gaussian and a mechanism that makes m + μ² of m: (t + μ²)-Gaussian",
    source=Source("dong-roth-su"),
    about=[P, Q, K, L],
    where=[Gt(u, 0), Ge(m, 0), Ge(mu, 0)],
    given={
        "so_far": Le(Int(gap(p, u * q, m + mu**2), x), curve(u, t + (m + mu**2))),
        "next": forall(x, Le(Int(gap(p * k, u * (q * l), m), y), gap(p, u * q, m + mu**2))),
    },
    claim=gaussian_steps.after(so_far),
    proof=[
        have(
            "one_more",
            Le(Int(gap(p * k, u * (q * l), m), x, y), Int(gap(p, u * q, m + mu**2), x)),
            by=Integrate(x, "next", using=["so_far"]),
        ),
        have("goal", by=Real(["one_more", "so_far"])),
    ],
    witness=({"u": 1, "m": 0, "mu": 0, "t": 0}, {P: [1], Q: [1], K: fair, L: fair}),
)

gaussian_end = Theorem(
    title="A transcript that is t-Gaussian at every level, beside nothing, is √t-GDP",
    source=Source("dong-roth-su"),
    about=[P, Q],
    where=[Gt(t, 0)],
    given={"so_far": Le(Int(gap(p, e_eps * q, num(0)), x), curve(e_eps, t + 0))},
    claim=Le(
        HockeyStick(P, Q, e_eps),
        normal_mass(sqrt(t) / 2 - eps / sqrt(t)) - e_eps * normal_mass(-sqrt(t) / 2 - eps / sqrt(t)),
    ),
    proof=[
        have("stick", Eq(HockeyStick(P, Q, e_eps), Int(gap(p, e_eps * q, num(0)), x)), by=Under(x)),
        have(
            "sign",
            Ge(normal_mass(sqrt(t) / 2 - eps / sqrt(t)), e_eps * normal_mass(-sqrt(t) / 2 - eps / sqrt(t))),
            by=Real(),
        ),
        have("goal", by=Real(["stick", "sign", "so_far"])),
    ],
    witness=({"t": 1, "eps": 1}, {P: fair, Q: fair}),
)

gaussian = KFold(
    title="Mechanisms that are μⱼ-GDP, also beside a normal law, each of which may depend on the outcomes before it: √(Σ μⱼ²)-GDP",
    source=Source("dong-roth-su"),
    steps=gaussian_steps,
    invariant=[so_far],
    base=gaussian_start,
    step=gaussian_step,
    uses={"so_far": {"u": u, "m": m + mu**2}},
    levels=["u", "m"],
    conclusions=[Conclusion(gaussian_end, {"so_far": {"u": e_eps, "m": num(0)}})],
)
