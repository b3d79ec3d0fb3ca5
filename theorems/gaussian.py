"""The Gaussian mechanism with variance log(1/δ)/ε², from the appendix of Kasiviswanathan and Smith, and with the variance it needs.

For sensitivity 1 and deviation σ the exact δ is δ(ε) = Φ(1/(2σ) − εσ) − e^ε Φ(−1/(2σ) − εσ). With σ² = log(1/δ)/ε² its tail is like
e^(−log(1/δ)/2) = √δ, which is far above δ as δ goes to 0; near δ = 1 it fails as well. A factor 2 is missing: 2 log(1/δ)/ε² is enough
for ε <= 2 log 2 and δ <= e^(−ε/4), and 2 log(1/δ)/ε² + 1/ε for all ε > 0. The proof drops the negative term and uses
Φ(−z) <= e^(−z²/2)/2.
"""

from dpsym.library.closed_forms import density
from dpsym.library.entries import Formula
from dpsym.library.theorem import Source
from dpsym.objects import families

KEY = "kasiviswanathan-smith"
source, sharpened = Source(KEY, "Proof of Theorem A.2"), Source(KEY, "Proof of Theorem A.2", sharpened=True)
PROFILE = "Phi(1/(2*sigma) - eps*sigma) - exp(eps)*Phi(-1/(2*sigma) - eps*sigma)"

exact_delta = Formula(
    title="The exact δ of Gaussian noise of deviation σ at sensitivity 1",
    source=source,
    claim=f"hockeystick(eps, Normal(1, sigma), Normal(0, sigma)) == {PROFILE}",
    where=["eps >= 0", "sigma > 0"],
)

as_printed = Formula(
    title="Gaussian noise with variance log(1/δ)/ε² satisfies (ε,δ)-differential privacy",
    source=source,
    claim=f"{PROFILE} <= delta",
    where=["eps > 0", "0 < delta < 1"],
    let=["sigma = sqrt(log(1/delta))/eps"],
    fails_at={"eps": "1", "delta": "1/10000"},
)

as_printed_near_one = Formula(
    title="Gaussian noise with variance log(1/δ)/ε² satisfies (ε,δ)-differential privacy, at a large δ",
    source=source,
    claim=f"{PROFILE} <= delta",
    where=["eps > 0", "0 < delta < 1"],
    let=["sigma = sqrt(log(1/delta))/eps"],
    fails_at={"eps": "2", "delta": "9/10"},
)

tail = Formula(
    title="A normal variable is below −z with probability at most e^(−z²/2)/2",
    source=sharpened,
    claim="Phi(-z) <= exp(-z^2/2)/2",
    where=["z >= 0"],
)

twice_the_variance = Formula(
    title="Gaussian noise with variance 2 log(1/δ)/ε² satisfies (ε,δ)-differential privacy for ε <= 2 log 2, δ <= e^(−ε/4): "
    "here δ = e^(−ε²σ²/2) and z = εσ − 1/(2σ) >= 0",
    source=sharpened,
    claim="Phi(-z) - exp(eps)*Phi(-z - 1/sigma) <= Phi(-z) <= exp(-z^2/2)/2 <= exp(-eps^2*sigma^2/2)",
    where=["sigma > 0", "z >= 0"],
    given=["z/sigma + 1/(2*sigma^2) <= 2*log(2)"],
    let=["eps = z/sigma + 1/(2*sigma^2)"],
)

every_epsilon = Formula(
    title="Gaussian noise with variance 2 log(1/δ)/ε² + 1/ε satisfies (ε,δ)-differential privacy for all ε > 0: "
    "here δ = e^(−(ε²σ² − ε)/2) and z = εσ − 1/(2σ) >= 0",
    source=sharpened,
    claim="Phi(-z) - exp(eps)*Phi(-z - 1/sigma) <= Phi(-z) <= exp(-z^2/2)/2 <= exp(-(eps^2*sigma^2 - eps)/2)",
    where=["sigma > 0", "z >= 0"],
    let=["eps = z/sigma + 1/(2*sigma^2)"],
)

substitution = Formula(
    title="With z = εσ − 1/(2σ) the arguments of Φ are −z and −z − 1/σ",
    source=sharpened,
    claim="-(eps*sigma - 1/(2*sigma)) - 1/sigma == -1/(2*sigma) - eps*sigma",
    where=["sigma > 0", "eps > 0"],
)

nonnegative = Formula(
    title="δ <= e^(−ε/4) gives z >= 0: σ² = 2 log(1/δ)/ε² >= 1/(2ε) (l stands for log(1/δ))",
    source=sharpened,
    claim="2*l/eps^2 >= 1/(2*eps)",
    where=["eps > 0"],
    given=["l >= eps/4"],
)

as_printed_fails_for_small_delta = Formula(
    title="At ε = 1, variance log(1/δ) is not enough for any δ from e^−64 to e^−9, about 1/8103 (w stands for √log(1/δ))",
    source=source,
    claim="Phi(1/(2*w) - w) - exp(1)*Phi(-1/(2*w) - w) > exp(-w^2)",
    where=["3 <= w <= 8"],
)

as_printed_fails_at_a_common_delta = Formula(
    title="At δ = 1/10000, variance log(1/δ)/ε² is not enough for any ε from 1 to 10",
    source=source,
    claim="Phi(eps/(2*w) - w) - exp(eps)*Phi(-eps/(2*w) - w) > 1/10000",
    where=["1 <= eps <= 10"],
    let=["w = sqrt(log(10000))"],
)

# -- the law of the noise ----------------------------------------------------------------------------------------------------

variance = Formula(
    title="The normal law has variance σ²",
    claim=f"Integral(y**2*({density(families.NORMAL, 'y', '0', 's')}), (y, -oo, oo)) == s**2",
    where=["s > 0"],
)

mean = Formula(
    title="The normal law at 0 has mean 0",
    claim=f"Integral(y*({density(families.NORMAL, 'y', '0', 's')}), (y, -oo, oo)) == 0",
    where=["s > 0"],
)

mean_error = Formula(
    title="The normal law has mean size σ √(2/π)",
    claim=f"Integral(abs(y)*({density(families.NORMAL, 'y', '0', 's')}), (y, -oo, oo)) == s*sqrt(2/pi)",
    where=["s > 0"],
)

two_tails = Formula(
    title="A normal error is above zσ in size with probability at most e^(−z²/2)",
    claim=f"Integral({density(families.NORMAL, 'y', '0', 's')}, (y, -oo, -(s*z))) + "
    f"Integral({density(families.NORMAL, 'y', '0', 's')}, (y, s*z, oo)) == 2*Phi(-z) <= exp(-(z**2/2))",
    where=["s > 0", "z >= 0"],
)

accuracy = Formula(
    title="By the union bound the greatest of k normal errors is above σ √(2 ln(k/β)) with probability at most β",
    claim="k*exp(-((t/s)**2/2)) == beta",
    let=["t = s*sqrt(2*log(k/beta))"],
    where=["s > 0", "k in integers", "k >= 1", "0 < beta <= 1"],
)

# -- the exact curve: m is Δ/σ -------------------------------------------------------------------------------------------------

CURVE = "Phi(m/2 - eps/m) - exp(eps)*Phi(-m/2 - eps/m)"

curve = Formula(
    title="δ(ε) of normal noise of deviation s for answers at distance d, at any level: Φ(m/2 − ε/m) − e^ε Φ(−m/2 − ε/m), m = d/s",
    claim=f"hockeystick(eps, Normal(0, s), Normal(d, s)) == {CURVE} == hockeystick(eps, Normal(d, s), Normal(0, s))",
    let=["m = d/s"],
    where=["s > 0", "d > 0"],
)

curve_grows = Formula(
    title="δ(ε) of normal noise rises with the distance of the answers: the worst neighbours are Δ apart",
    claim=f"{CURVE} <= Phi(n/2 - eps/n) - exp(eps)*Phi(-n/2 - eps/n)",
    where=["m > 0", "n >= m"],
)

curve_of_equal_answers = Formula(
    title="It is above that of equal answers",
    claim=f"max(0, 1 - exp(eps)) <= {CURVE}",
    where=["m > 0"],
)

# -- several coordinates: the squares of the distances add up ------------------------------------------------------------------

squares_add_up = Formula(
    title="Independent normal noise in each coordinate: Rényi divergences add up (k_fold.concentrated), to α times "
    "the squared ℓ₂ distance over 2σ²: the step from a distance √a of some coordinates to one more, at distance d",
    claim="alpha*(a/(2*s**2)) + alpha*d**2/(2*s**2) == alpha*((a + d**2)/(2*s**2))",
    where=["s > 0", "alpha > 1", "a >= 0"],
)

below_sensitivity = Formula(
    title="At a distance of at most Δ the Rényi divergence is at most α Δ²/(2σ²)",
    claim="alpha*(a/(2*s**2)) <= alpha*(D**2/(2*s**2))",
    where=["s > 0", "alpha > 1", "D > 0", "a >= 0"],
    given=["sqrt(a) <= D"],
)

# -- Gaussian privacy ----------------------------------------------------------------------------------------------------------
# A = P(S) and B = Q(S) for an event S; Q(S) = Φ(−w) for a unique w if 0 < Q(S) < 1. The trade-off of N(0, 1) and N(m, 1) says
# P(S) <= Φ(m − w).

gdp_to_curve = Formula(
    title="m-Gaussian privacy gives δ(ε) of normal noise, at every level: P(S) <= e^ε Q(S) + δ(ε)",
    claim=f"A <= exp(eps)*B + ({CURVE})",
    where=["m > 0"],
    given=["B == Phi(-w)", "A <= Phi(m - w)"],
)

curve_to_gdp = Formula(
    title="δ(ε) of normal noise, at all levels, gives m-Gaussian privacy: the level ε = m(w − m/2) says P(S) <= Φ(m − w)",
    claim="A <= Phi(m - w)",
    where=["m > 0"],
    let=["eps = m*(w - m/2)"],
    given=["B == Phi(-w)", f"A <= exp(eps)*B + ({CURVE})"],
)

curve_at_negative_levels = Formula(
    title="The levels ε < 0 come from those above 0, for the complement of S and the laws exchanged",
    claim=f"A <= exp(eps)*B + ({CURVE})",
    where=["m > 0"],
    given=["1 - B <= exp(-eps)*(1 - A) + (Phi(m/2 + eps/m) - exp(-eps)*Phi(-m/2 + eps/m))"],
)

curve_vanishes = Formula(
    title="δ(ε) of normal noise falls to 0, so that P(S) = 0 where Q(S) = 0",
    claim=f"{CURVE} <= exp(-((eps/m - m/2)**2/2))/2",
    where=["m > 0", "eps >= m**2/2"],
)

# -- the classical calibration, σ = Δ √(2 ln(5/(4δ)))/ε: c is √(2 ln(5/(4δ))), so that δ = (5/4) e^(−c²/2) --------------------------

CLASSICAL = "Phi(eps/(2*c) - c) - exp(eps)*Phi(-(eps/(2*c)) - c)"

classical_curve = Formula(
    title="The exact δ of the classical calibration does not depend on Δ: m = ε/c",
    claim=f"Phi(D/(2*s) - eps*s/D) - exp(eps)*Phi(-(D/(2*s)) - eps*s/D) == {CLASSICAL}",
    let=["c = sqrt(2*log(5/(4*delta)))", "s = D*sqrt(2*log(5/(4*delta)))/eps"],
    where=["0 < delta < 1", "eps > 0", "D > 0"],
)

classical_level = Formula(
    title="δ is (5/4) e^(−c²/2), and c runs through all numbers above √(2 ln(5/4))",
    claim="5/4*exp(-(c**2/2)) == delta",
    let=["c = sqrt(2*log(5/(4*delta)))"],
    where=["0 < delta < 1"],
)

classical = Formula(
    title="The classical calibration is (ε,δ)-private for 0 < ε <= 1 and all δ",
    claim=f"{CLASSICAL} <= 5/4*exp(-(c**2/2))",
    where=["c > sqrt(2*log(5/4))", "0 < eps <= 1"],
)

classical_slope = Formula(
    title="The slope of the exact δ of the classical calibration in ε, for a fixed δ, is positive",
    claim="exp(-((eps/(2*c) - c)**2/2))/(c*sqrt(2*pi)) - exp(eps)*Phi(-(eps/(2*c)) - c) > 0",
    where=["c > 0", "eps >= 0"],
)

classical_rises = Formula(
    title="The exact δ rises by the integral of that slope: the classical calibration is private up to a level that depends on δ",
    claim="Integral(exp(-((t/(2*c) - c)**2/2))/(c*sqrt(2*pi)) - exp(t)*Phi(-(t/(2*c)) - c), (t, a, eps)) == "
    f"({CLASSICAL}) - (Phi(a/(2*c) - c) - exp(a)*Phi(-(a/(2*c)) - c))",
    where=["c > 0", "a >= 0", "eps >= a"],
)

classical_at_most = Formula(
    title="At ε = 15/4 the classical calibration is (ε,δ)-private for all δ, and so it is for all ε below",
    claim="Phi(e/(2*c) - c) - exp(e)*Phi(-(e/(2*c)) - c) <= 5/4*exp(-(c**2/2))",
    let=["e = 15/4"],
    where=["c > sqrt(2*log(5/4))"],
)

classical_beyond = Formula(
    title="The classical calibration is (ε,δ)-private for all ε and δ: it fails at ε = 19/5 already",
    claim=f"{CLASSICAL} <= delta",
    let=["c = sqrt(2*log(5/(4*delta)))"],
    where=["0 < delta < 1", "eps > 0"],
    fails_at={"eps": "19/5", "delta": "9/10"},
)
