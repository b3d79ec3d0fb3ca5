"""The Gaussian mechanism with variance log(1/δ)/ε², from the appendix of Kasiviswanathan and Smith, and with the variance it needs.

For sensitivity 1 and deviation σ the exact δ is δ(ε) = Φ(1/(2σ) − εσ) − e^ε Φ(−1/(2σ) − εσ). With σ² = log(1/δ)/ε² its tail is like
e^(−log(1/δ)/2) = √δ, which is far above δ as δ goes to 0; near δ = 1 it fails as well. A factor 2 is missing: 2 log(1/δ)/ε² is enough
for ε <= 2 log 2 and δ <= e^(−ε/4), and 2 log(1/δ)/ε² + 1/ε for all ε > 0. The proof drops the negative term and uses
Φ(−z) <= e^(−z²/2)/2.
"""

from dpsym.library.entries import Formula
from dpsym.library.theorem import Source

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
    title="With z = εσ − 1/(2σ) the arguments of Φ are −z and −z − 1/σ, and z >= 0 is δ <= e^(−ε/4) at δ = e^(−ε²σ²/2)",
    source=sharpened,
    claim="-(eps*sigma - 1/(2*sigma)) - 1/sigma == -1/(2*sigma) - eps*sigma",
    where=["sigma > 0", "eps > 0"],
)

nonnegative = Formula(
    title="δ <= e^(−ε/4) is z >= 0: σ² = 2 log(1/δ)/ε² >= 1/(2ε) (l stands for log(1/δ))",
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
