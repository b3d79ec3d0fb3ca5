"""The Laplace mechanism: f(x) + Y, where Y has density e^{−|y|/b}/(2b) with b = Δf/ε.

The density of the answer z is proportional to e^{−ε|z − f(x)|/Δ}, so between two databases the ratio is

    e^{ε(|z − f(y)| − |z − f(x)|)/Δ} <= e^{ε|f(x) − f(y)|/Δ} <= e^ε

by the triangle inequality, and equal to e^ε for all z beyond f(x), seen from f(y), if |f(x) − f(y)| = Δ. For vectors |·| is the ℓ₁
norm. All of this needs ε > 0 and 0 < Δ < ∞: for a constant f there is no density with scale 0.
"""

from dpsym.library.entries import Definition, Formula
from dpsym.library.theorem import Attained, Integrate, Pointwise, Source, Theorem, Variant, forall, have
from dpsym.objects.language import Abs, Eq, Event, Gt, Int, Le, Point, Query, Symbol, exp, log, num
from dpsym.objects.unfold import Indistinguishable
from theorems.instances import of
from theorems.vocabulary import P, Q, e_eps, eps, p, q, x

# -- the law -------------------------------------------------------------------------------------------------------

law = Definition(
    title="Lap(b): the two-sided exponential law around 0",
    source=Source("cummings", "before Theorem 5"),
    object="dpsym.objects.laws.Laplace",
    examples=of("Laplace"),
)

mass = Formula(
    title="e^{−|y|/b}/(2b) is a density",
    source=Source("cummings", "before Theorem 5"),
    claim="Integral(exp(-abs(y)/b)/(2*b), (y, -oo, oo)) == 1",
    where=["b > 0"],
)

mean = Formula(
    title="The Laplace law has mean 0",
    source=Source("cummings", "before Theorem 5"),
    claim="Integral(y*exp(-abs(y)/b)/(2*b), (y, -oo, oo)) == 0",
    where=["b > 0"],
)

variance = Formula(
    title="The Laplace law has variance 2b²",
    source=Source("cummings", "before Theorem 5"),
    claim="Integral(y**2*exp(-abs(y)/b)/(2*b), (y, -oo, oo)) == 2*b**2",
    where=["b > 0"],
)

mean_error = Formula(
    title="The Laplace law has mean size b",
    claim="Integral(abs(y)*exp(-abs(y)/b)/(2*b), (y, -oo, oo)) == b",
    where=["b > 0"],
)

tail = Formula(
    title="The Laplace law is above t in size with probability e^{−t/b}",
    claim="Integral(exp(-abs(y)/b)/(2*b), (y, -oo, -t)) + Integral(exp(-abs(y)/b)/(2*b), (y, t, oo)) == exp(-(t/b))",
    where=["b > 0", "t >= 0"],
)

mechanism = Definition(
    title="The Laplace mechanism: f(x) + Y with Y ~ Lap(Δf/ε)",
    source=Source("cummings", "Definition 4"),
    object="dpsym.objects.mechanisms.continuous.LaplaceMechanism",
    examples=of("LaplaceMechanism"),
)

# -- Theorem 5, line by line ---------------------------------------------------------------------------------------
# f and g are f(x) and f(y), D is Δf.

_WHERE = ["eps > 0", "D > 0"]

single_answers = Formula(
    title="A single answer has probability 0, so that Pr[M(x) = z]/Pr[M(y) = z], as printed, is 0/0: densities are meant",
    source=Source("cummings", "Theorem 5, line 1"),
    claim="Integral(exp(-abs(t - f)/b)/(2*b), (t, z, z)) == 0",
    where=["b > 0"],
)

step_1 = Formula(
    title="Line 1 with densities: the noise is z − f(x), and the density is the same at f(x) − z",
    source=Source("cummings", "Theorem 5, line 1"),
    claim="(eps/(2*D)*exp(-eps*abs(z - f)/D))/(eps/(2*D)*exp(-eps*abs(z - g)/D)) == "
    "(eps/(2*D)*exp(-eps*abs(f - z)/D))/(eps/(2*D)*exp(-eps*abs(g - z)/D))",
    where=_WHERE,
)

step_2 = Formula(
    title="Line 2: the density of Lap(b), b = Δf/ε, put in",
    source=Source("cummings", "Theorem 5, line 2"),
    claim="(exp(-abs(f - z)/b)/(2*b))/(exp(-abs(g - z)/b)/(2*b)) == "
    "(eps/(2*D)*exp(-eps*abs(f - z)/D))/(eps/(2*D)*exp(-eps*abs(g - z)/D))",
    where=_WHERE,
    let=["b = D/eps"],
)

step_3_as_printed = Formula(
    title="Line 3 as printed: the quotient of the densities is a difference of exponentials",
    source=Source("cummings", "Theorem 5, line 3"),
    claim="(eps/(2*D)*exp(-eps*abs(f - z)/D))/(eps/(2*D)*exp(-eps*abs(g - z)/D)) == "
    "exp(eps*abs(g - z)/D) - exp(eps*abs(f - z)/D)",
    where=_WHERE,
    fails_at={"eps": "1", "D": "1", "f": "0", "g": "1", "z": "1/2"},
)

step_3 = Formula(
    title="Line 3 with a quotient in place of the minus",
    source=Source("cummings", "Theorem 5, line 3"),
    claim="(eps/(2*D)*exp(-eps*abs(f - z)/D))/(eps/(2*D)*exp(-eps*abs(g - z)/D)) == "
    "exp(eps*abs(g - z)/D)/exp(eps*abs(f - z)/D)",
    where=_WHERE,
)

step_4_as_printed = Formula(
    title="Line 4 as printed: a difference of exponentials is the exponential of the difference",
    source=Source("cummings", "Theorem 5, line 4"),
    claim="exp(eps*abs(g - z)/D) - exp(eps*abs(f - z)/D) == exp(eps*(abs(g - z) - abs(f - z))/D)",
    where=_WHERE,
    fails_at={"eps": "1", "D": "1", "f": "0", "g": "1", "z": "1/2"},
)

step_4 = Formula(
    title="Line 4 from the quotient: the exponents are subtracted",
    source=Source("cummings", "Theorem 5, line 4"),
    claim="exp(eps*abs(g - z)/D)/exp(eps*abs(f - z)/D) == exp(eps*(abs(g - z) - abs(f - z))/D)",
    where=_WHERE,
)

step_5 = Formula(
    title="Line 5: the triangle inequality",
    source=Source("cummings", "Theorem 5, line 5"),
    claim="exp(eps*(abs(g - z) - abs(f - z))/D) <= exp(eps*abs(g - f)/D)",
    where=_WHERE,
)

step_5_attained = Formula(
    title="Line 5 is an equality for every answer beyond f(x), seen from f(y)",
    source=Source("cummings", "Theorem 5, line 5", sharpened=True),
    claim="exp(eps*(abs(g - z) - abs(f - z))/D) == exp(eps*abs(g - f)/D)",
    where=[*_WHERE, "z <= f", "f <= g"],
)

step_5_attained_above = Formula(
    title="The same on the other side",
    source=Source("cummings", "Theorem 5, line 5", sharpened=True),
    claim="exp(eps*(abs(g - z) - abs(f - z))/D) == exp(eps*abs(g - f)/D)",
    where=[*_WHERE, "z >= f", "f >= g"],
)

step_6 = Formula(
    title="Line 6: the definition of the sensitivity",
    source=Source("cummings", "Theorem 5, line 6"),
    claim="exp(eps*abs(g - f)/D) <= exp(eps/D*D) == exp(eps)",
    where=_WHERE,
    given=["abs(g - f) <= D"],
)

step_6_attained = Formula(
    title="Line 6 is an equality if |f(x) − f(y)| is the sensitivity",
    source=Source("cummings", "Theorem 5, line 6", sharpened=True),
    claim="exp(eps*abs(g - f)/D) == exp(eps)",
    where=_WHERE,
    let=["g = f + D"],
)

step_6_strict = Formula(
    title="Line 6 is strict if |f(x) − f(y)| is below the sensitivity",
    source=Source("cummings", "Theorem 5, line 6", sharpened=True),
    claim="exp(eps*abs(g - f)/D) < exp(eps)",
    where=_WHERE,
    given=["abs(g - f) < D"],
)

without_sensitivity = Formula(
    title="Line 6 for a constant f, whose sensitivity is 0",
    source=Source("cummings", "Theorem 5, line 6"),
    claim="exp(eps*abs(g - f)/D) <= exp(eps/D*D)",
    where=["eps > 0", "D >= 0"],
    given=["abs(g - f) <= D"],
    fails_at={"eps": "1", "D": "0", "f": "0", "g": "0"},
)

# -- Theorem 5, for all events -------------------------------------------------------------------------------------

D, c, a, b = Symbol("D"), Symbol("c"), Symbol("a"), Symbol("b")
Z = Query("z", x)
z = Z.density
S = Event("E", x)
in_S = S.density
far, near = exp(-(eps * Abs(z - b) / D)), exp(-(eps * Abs(z - a) / D))
coin = [e_eps / (1 + e_eps), 1 / (1 + e_eps)]

private = Theorem(
    title="The Laplace mechanism is ε-private",
    source=Source("cummings", "Theorem 5"),
    about=[P, Q, Z],
    where=[Gt(eps, 0), Gt(D, 0), Gt(c, 0)],
    given={"P": forall(x, Eq(p, c * near)), "Q": forall(x, Eq(q, c * far)), "sensitivity": Le(Abs(a - b), D)},
    claim=Indistinguishable(P, Q, eps),
    proof=[
        have("PQ.ratio", forall(x, Le(near, e_eps * far)), by=Pointwise(["sensitivity"])),
        have("PQ.at", forall(x, Le(p, e_eps * q)), by=Pointwise(["P", "Q", "PQ.ratio"])),
        have("PQ.in", forall(x, Le(in_S * p, e_eps * (in_S * q))), by=Pointwise(["PQ.at"])),
        have("PQ", Le(Int(in_S * p, x), e_eps * Int(in_S * q, x)), by=Integrate(x, "PQ.in")),
        have("QP.ratio", forall(x, Le(far, e_eps * near)), by=Pointwise(["sensitivity"])),
        have("QP.at", forall(x, Le(q, e_eps * p)), by=Pointwise(["P", "Q", "QP.ratio"])),
        have("QP.in", forall(x, Le(in_S * q, e_eps * (in_S * p))), by=Pointwise(["QP.at"])),
        have("QP", Le(Int(in_S * q, x), e_eps * Int(in_S * p, x)), by=Integrate(x, "QP.in")),
    ],
    tight=Attained(
        {P: coin, Q: coin[::-1], Z: [a, a + D], S: [1, 0]}, params={"b": a + D, "c": coin[0]}, claim="claim.PQ"
    ),
    fails=[
        Variant(
            "when the sensitivity is larger",
            {P: [num(4, 5), num(1, 5)], Q: [num(1, 5), num(4, 5)], Z: [0, 2], S: [1, 0]},
            {"eps": log(num(2)), "D": 1, "a": 0, "b": 2, "c": num(4, 5)},
            drop=["sensitivity"],
        ),
        Variant(
            "when the noise of P has another law",
            {P: [1, 0], Q: [num(1, 3), num(2, 3)], Z: [0, 1], S: [1, 0]},
            {"eps": log(num(2)), "D": 1, "a": 0, "b": 1, "c": num(2, 3)},
            drop=["P"],
        ),
        Variant(
            "when the noise of Q has another law",
            {P: [num(2, 3), num(1, 3)], Q: [0, 1], Z: [0, 1], S: [1, 0]},
            {"eps": log(num(2)), "D": 1, "a": 0, "b": 1, "c": num(2, 3)},
            drop=["Q"],
        ),
        Variant(
            "with a smaller constant",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], Z: [0, 1], S: [1, 0]},
            {"eps": log(num(2)), "D": 1, "a": 0, "b": 1, "c": num(2, 3)},
            claim=Le(Int(in_S * p, x), exp(num(9, 10) * eps) * Int(in_S * q, x)),
        ),
    ],
)

profile = Formula(
    title="The least δ for a level t below ε of the Laplace mechanism, at distance d of the scale b: 1 − e^{(t − d/b)/2}",
    source=Source("cummings", "Theorem 5", sharpened=True),
    claim="hockeystick(t, Laplace(0, b), Laplace(d, b)) == 1 - exp((t - d/b)/2)",
    where=["b > 0", "d > 0", "t >= 0", "t < d/b"],
)

# -- vectors: independent noise in every coordinate, the ℓ₁ norm in the exponent -------------------------------------

i = Point("i")
A, B, V = Query("a", i), Query("b", i), Query("v", i, x)
av, bv, v = A.density, B.density, V.density
to_a, to_b, apart = Int(Abs(v - av), i), Int(Abs(v - bv), i), Int(Abs(av - bv), i)
fa, fb = exp(-(eps * to_a / D)), exp(-(eps * to_b / D))

private_vector = Theorem(
    title="The Laplace mechanism for vectors, with the ℓ₁ sensitivity, is ε-private in every dimension",
    source=Source("cummings", "Section 2.2"),
    about=[P, Q, A, B, V],
    where=[Gt(eps, 0), Gt(D, 0), Gt(c, 0)],
    given={"P": forall(x, Eq(p, c * fa)), "Q": forall(x, Eq(q, c * fb)), "sensitivity": Le(apart, D)},
    claim=Indistinguishable(P, Q, eps),
    proof=[
        have("to_b<=to_a.in", forall(i, x, Le(Abs(v - bv), Abs(v - av) + Abs(av - bv))), by=Pointwise()),
        have(
            "to_b<=to_a",
            forall(x, Le(to_b, to_a + apart)),
            by=Integrate(i, "to_b<=to_a.in", using=["P", "Q", "sensitivity"]),
        ),
        have("PQ.ratio", forall(x, Le(fa, e_eps * fb)), by=Pointwise(["to_b<=to_a", "sensitivity"])),
        have("PQ.at", forall(x, Le(p, e_eps * q)), by=Pointwise(["P", "Q", "PQ.ratio"])),
        have("PQ.in", forall(x, Le(in_S * p, e_eps * (in_S * q))), by=Pointwise(["PQ.at"])),
        have("PQ", Le(Int(in_S * p, x), e_eps * Int(in_S * q, x)), by=Integrate(x, "PQ.in")),
        have("to_a<=to_b.in", forall(i, x, Le(Abs(v - av), Abs(v - bv) + Abs(av - bv))), by=Pointwise()),
        have(
            "to_a<=to_b",
            forall(x, Le(to_a, to_b + apart)),
            by=Integrate(i, "to_a<=to_b.in", using=["P", "Q", "sensitivity"]),
        ),
        have("QP.ratio", forall(x, Le(fb, e_eps * fa)), by=Pointwise(["to_a<=to_b", "sensitivity"])),
        have("QP.at", forall(x, Le(q, e_eps * p)), by=Pointwise(["P", "Q", "QP.ratio"])),
        have("QP.in", forall(x, Le(in_S * q, e_eps * (in_S * p))), by=Pointwise(["QP.at"])),
        have("QP", Le(Int(in_S * q, x), e_eps * Int(in_S * p, x)), by=Integrate(x, "QP.in")),
    ],
    tight=Attained(
        {P: coin, Q: coin[::-1], A: [0, 0], B: [D / 2, D / 2], V: [0, D / 2, 0, D / 2], S: [1, 0]},
        params={"c": coin[0]},
        claim="claim.PQ",
    ),
    fails=[
        Variant(
            "when the sensitivity is larger",
            {P: [num(4, 5), num(1, 5)], Q: [num(1, 5), num(4, 5)], A: [0], B: [2], V: [0, 2], S: [1, 0]},
            {"eps": log(num(2)), "D": 1, "c": num(4, 5)},
            drop=["sensitivity"],
        ),
        Variant(
            "when the noise of P has another law",
            {P: [1, 0], Q: [num(1, 3), num(2, 3)], A: [0], B: [1], V: [0, 1], S: [1, 0]},
            {"eps": log(num(2)), "D": 1, "c": num(2, 3)},
            drop=["P"],
        ),
        Variant(
            "when the noise of Q has another law",
            {P: [num(2, 3), num(1, 3)], Q: [0, 1], A: [0], B: [1], V: [0, 1], S: [1, 0]},
            {"eps": log(num(2)), "D": 1, "c": num(2, 3)},
            drop=["Q"],
        ),
        Variant(
            "with a smaller constant",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], A: [0], B: [1], V: [0, 1], S: [1, 0]},
            {"eps": log(num(2)), "D": 1, "c": num(2, 3)},
            claim=Le(Int(in_S * p, x), exp(num(9, 10) * eps) * Int(in_S * q, x)),
        ),
        Variant(
            "with the ℓ∞ sensitivity, here 1",
            {P: [num(4, 5), num(1, 5)], Q: [num(1, 5), num(4, 5)], A: [0, 0], B: [1, 1], V: [0, 1, 0, 1], S: [1, 0]},
            {"eps": log(num(2)), "D": 1, "c": num(4, 5)},
            drop=["sensitivity"],
        ),
    ],
)

# -- Gaussian noise in place of Laplace noise ------------------------------------------------------------------------

gaussian_is_not_pure = Formula(
    title="With Gaussian noise the ratio of densities is above e^ε far out, for every ε: no (ε,0)-privacy",
    source=Source("cummings", "Remark 2"),
    claim="exp(-(z - D)**2/(2*s**2))/(s*sqrt(2*pi)) > exp(eps)*(exp(-z**2/(2*s**2))/(s*sqrt(2*pi)))",
    where=["D > 0", "s > 0", "eps >= 0", "z > eps*s**2/D + D/2"],
)

gaussian_profile = Formula(
    title="The least δ of Gaussian noise: the excess beyond that point",
    source=Source("cummings", "Remark 2", sharpened=True),
    claim="Integral((exp(-(z - D)**2/(2*s**2)) - exp(eps)*exp(-z**2/(2*s**2)))/(s*sqrt(2*pi)), (z, eps*s**2/D + D/2, oo)) == "
    "Phi(D/(2*s) - eps*s/D) - exp(eps)*Phi(-D/(2*s) - eps*s/D)",
    where=["D > 0", "s > 0", "eps >= 0"],
)

gaussian_needs_delta = Formula(
    title="The least δ of Gaussian noise is positive, and below 1",
    source=Source("cummings", "Remark 2", sharpened=True),
    claim="0 < Phi(D/(2*s) - eps*s/D) - exp(eps)*Phi(-D/(2*s) - eps*s/D) < 1",
    where=["D > 0", "s > 0", "eps >= 0"],
)
