"""Normal noise in several coordinates: the curve δ(ε) is that of one coordinate at the ℓ₂ distance of the answers, in deviations.

Some coordinates have the curve of a distance m, at all levels; one more has answers at distance d, and deviation s. At its outcome y
the others are compared at the level l = ε + log(s/r)(y), where r and s are its densities (`one_more`), and the curve of m at l is

    Φ(m/2 − l/m) − e^l Φ(−m/2 − l/m),    l = ε − dy/s² + d²/(2s²), linear in y.

So what is left are means of Φ(a + b(y − d)/s) for a normal y: that of Φ(a + bU), U standard normal, is Φ(a/√(1 + b²)), since the
order of integration does not matter (`mean_of_tails`) and the mean of the density at w + bU is a normal density of variance 1 + b².
The result is the curve of √(m² + (d/s)²). No rotation is needed. A first coordinate in which the answers differ has m > 0; where d = 0
nothing changes.
"""

from dpsym.library.entries import Formula
from dpsym.library.theorem import Integrate, Pointwise, Real, Swap, Theorem, Under, Variant, forall, have
from dpsym.objects.language import Eq, Event, Gt, Int, Kernel, Law, Point, Query, Symbol, pos
from theorems.vocabulary import P, Q, half, p, q, x, y

# -- the order of integration ------------------------------------------------------------------------------------------------

w = Point("w")
c = Symbol("c")
R, G, B = Law("r", y), Kernel("g", y, w), Event("b", w)
H, N = Query("h", y), Query("n", w)
r, g, b, h, n = R.density, G.density, B.density, H.density, N.density
joint = b * g * r

mean_of_tails = Theorem(
    title="The mean of the probability of an event, over a law of its density, is its probability for the mean density",
    about=[R, G, B, H, N],
    given={
        "tail": forall(y, Eq(Int(b * g, w), h)),
        "mean density": forall(w, Eq(Int(g * r, y), n)),
        "total": Eq(Int(b * n, w), c),
    },
    claim=Eq(Int(h * r, y), c),
    proof=[
        have("pull", forall(y, Eq(Int(joint, w), r * Int(b * g, w))), by=Under(w)),
        have("inner", forall(y, Eq(Int(joint, w), h * r)), by=Pointwise(["pull", "tail"])),
        have("first", Eq(Int(joint, y, w), Int(h * r, y)), by=Integrate(y, "inner")),
        have("swap", Eq(Int(joint, y, w), Int(joint, w, y)), by=Swap()),
        have("pull'", forall(w, Eq(Int(joint, y), b * Int(g * r, y))), by=Under(y, finite=["mean density"])),
        have("inner'", forall(w, Eq(Int(joint, y), b * n)), by=Pointwise(["pull'", "mean density"])),
        have("second", Eq(Int(joint, w, y), Int(b * n, w)), by=Integrate(w, "inner'", using=["total"])),
        have("goal", by=Real(["first", "swap", "second", "total"])),
    ],
    witness=({"c": half}, {R: [1], G: [half, half], B: [1, 0], H: [half], N: [half, half]}),
    fails=[
        Variant("with another tail", {R: [1], G: [1], B: [1], H: [0], N: [1]}, {"c": 1}, drop=["tail"]),
        Variant("with another density", {R: [1], G: [1], B: [1], H: [1], N: [0]}, {"c": 0}, drop=["mean density"]),
        Variant("with another total", {R: [1], G: [1], B: [1], H: [1], N: [1]}, {"c": 0}, drop=["total"]),
    ],
)

# -- one more coordinate -----------------------------------------------------------------------------------------------------

u = Symbol("u")
S = Law("s", y)
s = S.density
apart = pos(p - u * (s / r) * q)

one_more = Theorem(
    title="The hockey-stick divergence with one more coordinate is a mean of those of the others, at the level l with e^l = u s/r",
    about=[P, Q, R, S, H],
    where=[Gt(u, 0)],
    given={"positive": forall(y, Gt(r, 0)), "others": forall(y, Eq(Int(apart, x), h))},
    claim=Eq(Int(pos(p * r - u * (q * s)), y, x), Int(h * r, y)),
    proof=[
        have("at", forall(x, y, Eq(pos(p * r - u * (q * s)), r * apart)), by=Pointwise(["positive"])),
        have(
            "sum",
            forall(y, Eq(Int(pos(p * r - u * (q * s)), x), r * Int(apart, x))),
            by=Integrate(x, "at", using=["others", "positive"]),
        ),
        have("inner", forall(y, Eq(Int(pos(p * r - u * (q * s)), x), h * r)), by=Pointwise(["sum", "others"])),
        have("goal", by=Integrate(y, "inner", using=["positive"])),
    ],
    witness=({"u": 1}, {P: [1, 0], Q: [half, half], R: [1], S: [1], H: [half]}),
    fails=[
        Variant("with another curve", {P: [1], Q: [1], R: [1], S: [1], H: [1]}, {"u": 1}, drop=["others"]),
    ],
)

# -- normal laws: the coordinate y has the law N(d, s) for one database and N(0, s) for the other -------------------------------------
# b is d/(sm); v is √(1 + b²)

level = Formula(
    title="The level that is left: e^l times the one density is e^ε times the other",
    claim="exp(l)*(exp(-((y - d)**2/(2*s**2)))/(s*sqrt(2*pi))) == exp(eps)*(exp(-(y**2/(2*s**2)))/(s*sqrt(2*pi)))",
    let=["l = eps - d*y/s**2 + d**2/(2*s**2)"],
    where=["s > 0"],
)
first_argument = Formula(
    title="The first argument of the curve at that level is linear in the noise y − d",
    claim="m/2 - l/m == (m**2 + d**2/s**2 - 2*eps)/(2*m) + b*(y - d)/s",
    let=["l = eps - d*y/s**2 + d**2/(2*s**2)", "b = d/(s*m)"],
    where=["s > 0", "m > 0"],
)
second_argument = Formula(
    title="The second argument is linear in the noise y of the other law",
    claim="-(m/2) - l/m == -((m**2 + d**2/s**2 + 2*eps)/(2*m)) + b*y/s",
    let=["l = eps - d*y/s**2 + d**2/(2*s**2)", "b = d/(s*m)"],
    where=["s > 0", "m > 0"],
)
tail = Formula(
    title="Φ(a + b(y − d)/s) is the tail of a density at w + b(y − d)/s",
    claim="Integral(exp(-((w + b*(y - d)/s)**2/2))/sqrt(2*pi), (w, -oo, a)) == Phi(a + b*(y - d)/s)",
    where=["s > 0"],
)
square = Formula(
    title="The square in y is completed",
    claim="(w + b*z)**2/2 + z**2/2 == v**2*(z + b*w/v**2)**2/2 + w**2/(2*v**2)",
    let=["v = sqrt(1 + b**2)"],
)
mean_density = Formula(
    title="The mean of that density over a normal y is a normal density of variance v² = 1 + b² (f is bw/v²)",
    claim="Integral(exp(-(v**2*((y - d)/s + f)**2/2) - w**2/(2*v**2))/(2*pi*s), (y, -oo, oo)) == exp(-(w**2/(2*v**2)))/(v*sqrt(2*pi))",
    where=["s > 0", "v > 0"],
)
total = Formula(
    title="Its tail is Φ(a/v)",
    claim="Integral(exp(-(w**2/(2*v**2)))/(v*sqrt(2*pi)), (w, -oo, a)) == Phi(a/v)",
    where=["v > 0"],
)
first = Formula(
    title="The first mean is Φ(n/2 − ε/n) for the distance n = √(m² + (d/s)²)",
    claim="((m**2 + d**2/s**2 - 2*eps)/(2*m))/sqrt(1 + b**2) == n/2 - eps/n",
    let=["b = d/(s*m)", "n = sqrt(m**2 + (d/s)**2)"],
    where=["s > 0", "m > 0"],
)
second = Formula(
    title="The second mean is Φ(−n/2 − ε/n): together they are the curve of n",
    claim="-((m**2 + d**2/s**2 + 2*eps)/(2*m))/sqrt(1 + b**2) == -(n/2) - eps/n",
    let=["b = d/(s*m)", "n = sqrt(m**2 + (d/s)**2)"],
    where=["s > 0", "m > 0"],
)
