"""Divergences of randomized responses of all kinds, and of two-point laws, in closed form: finite sums over the outcomes.

Binary response answers the truth with odds exp(eps); k-ary response gives each of the k - 1 other answers one share in
exp(eps) + k - 1, and those k - 2 answers that are neither truth have the same weight under both laws. Coins (Warner): with
probability p the truth, else a coin of bias q. The four-point response has an atom of weight delta for each truth.
"""

from dpsym.entries import Formula

R0, R1 = "Bernoulli(1/(1 + exp(eps)))", "Bernoulli(exp(eps)/(1 + exp(eps)))"
LEVEL = ("eps >= 0",)
BERNOULLI = ("p > 0", "p < 1", "q > 0", "q < 1")
# k-ary response: the shares of the truth and of any other answer
SHARES = ("a = exp(eps)/(exp(eps) + k - 1)", "r = 1/(exp(eps) + k - 1)")
KARY = ("eps >= 0", "k in integers", "k >= 2")
# coins: the chances of the answer 1 for the two truths
C0, C1 = "Bernoulli((1 - p)*q)", "Bernoulli(p + (1 - p)*q)"
COINS = ("p > 0", "p < 1", "q > 0", "q < 1")
# four points: the two inner weights
INNER = ("a = (1 - delta)*exp(eps)/(1 + exp(eps))", "r = (1 - delta)/(1 + exp(eps))")
FOUR = ("eps >= 0", "0 <= delta", "delta <= 1")

binary_tv = Formula(
    name="closed_response.binary_tv",
    title="Total variation of binary randomized response",
    claim=f"TV({R0}, {R1}) == tanh(eps/2)",
    where=LEVEL,
)
binary_hockey = Formula(
    name="closed_response.binary_hockey",
    title="Hockey-stick divergence of binary randomized response at a level within its own",
    claim=f"hockeystick(x, {R0}, {R1}) == (exp(eps) - exp(x))/(1 + exp(eps))",
    where=(*LEVEL, "x >= -eps", "x <= eps"),
)
binary_hockey_above = Formula(
    name="closed_response.binary_hockey_above",
    title="It vanishes at levels above its own",
    claim=f"hockeystick(x, {R0}, {R1}) == 0",
    where=(*LEVEL, "x >= eps"),
)
binary_hockey_below = Formula(
    name="closed_response.binary_hockey_below",
    title="It is the difference of the masses at levels below minus its own",
    claim=f"hockeystick(x, {R0}, {R1}) == 1 - exp(x)",
    where=(*LEVEL, "x <= -eps"),
)
binary_kl = Formula(
    name="closed_response.binary_kl",
    title="Kullback-Leibler divergence of binary randomized response",
    claim=f"KL({R0}, {R1}) == eps*tanh(eps/2)",
    where=LEVEL,
)
binary_renyi = Formula(
    name="closed_response.binary_renyi",
    title="Rényi divergence of binary randomized response, of order above one",
    claim=f"D(alpha, {R0}, {R1}) == log((exp(alpha*eps) + exp((1 - alpha)*eps))/(1 + exp(eps)))/(alpha - 1)",
    where=(*LEVEL, "alpha > 1"),
)
binary_renyi_below = Formula(
    name="closed_response.binary_renyi_below",
    title="Rényi divergence of binary randomized response, of order below one",
    claim=f"D(alpha, {R0}, {R1}) == log((exp(alpha*eps) + exp((1 - alpha)*eps))/(1 + exp(eps)))/(alpha - 1)",
    where=(*LEVEL, "alpha > 0", "alpha < 1"),
)
binary_hellinger = Formula(
    name="closed_response.binary_hellinger",
    title="Squared Hellinger distance of binary randomized response",
    claim=f"hellinger({R0}, {R1}) == (exp(eps/2) - 1)**2/(1 + exp(eps))",
    where=LEVEL,
)
binary_chi = Formula(
    name="closed_response.binary_chi",
    title="Chi-squared divergence of binary randomized response",
    claim=f"chi2({R0}, {R1}) == (exp(eps) - 1)**2*exp(-eps)",
    where=LEVEL,
)
binary_maximum = Formula(
    name="closed_response.binary_maximum",
    title="Max divergence of binary randomized response",
    claim="max(log((exp(eps)/(1 + exp(eps)))/(1/(1 + exp(eps)))), log((1/(1 + exp(eps)))/(exp(eps)/(1 + exp(eps))))) == eps",
    where=LEVEL,
)
kary_tv = Formula(
    name="closed_response.kary_tv",
    title="Total variation of k-ary randomized response",
    claim="abs(a - r)/2 + abs(r - a)/2 + Sum(abs(r - r)/2, (i, 3, k)) == (exp(eps) - 1)/(exp(eps) + k - 1)",
    let=SHARES,
    where=KARY,
)
kary_hockey = Formula(
    name="closed_response.kary_hockey",
    title="Hockey-stick divergence of k-ary randomized response at a level from 0 to its own",
    claim="max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + Sum(max(0, r - exp(x)*r), (i, 3, k))"
    " == (exp(eps) - exp(x))/(exp(eps) + k - 1)",
    let=SHARES,
    where=(*KARY, "x >= 0", "x <= eps"),
)
kary_hockey_negative = Formula(
    name="closed_response.kary_hockey_negative",
    title="Hockey-stick divergence of k-ary randomized response at a level from minus its own to 0",
    claim="max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + Sum(max(0, r - exp(x)*r), (i, 3, k))"
    " == 1 - exp(x) + (exp(x)*exp(eps) - 1)/(exp(eps) + k - 1)",
    let=SHARES,
    where=(*KARY, "x >= -eps", "x <= 0"),
)
kary_kl = Formula(
    name="closed_response.kary_kl",
    title="Kullback-Leibler divergence of k-ary randomized response",
    claim="a*log(a/r) + r*log(r/a) + Sum(r*log(r/r), (i, 3, k)) == eps*(exp(eps) - 1)/(exp(eps) + k - 1)",
    let=SHARES,
    where=KARY,
)
kary_renyi = Formula(
    name="closed_response.kary_renyi",
    title="Rényi divergence of k-ary randomized response, of order above one",
    claim="log(a**alpha*r**(1 - alpha) + r**alpha*a**(1 - alpha) + (k - 2)*(r**alpha*r**(1 - alpha)))/(alpha - 1)"
    " == log((exp(alpha*eps) + exp((1 - alpha)*eps) + k - 2)/(exp(eps) + k - 1))/(alpha - 1)",
    let=SHARES,
    where=(*KARY, "alpha > 1"),
)
kary_hellinger = Formula(
    name="closed_response.kary_hellinger",
    title="Squared Hellinger distance of k-ary randomized response",
    claim="(sqrt(a) - sqrt(r))**2/2 + (sqrt(r) - sqrt(a))**2/2 + Sum((sqrt(r) - sqrt(r))**2/2, (i, 3, k))"
    " == (exp(eps/2) - 1)**2/(exp(eps) + k - 1)",
    let=SHARES,
    where=KARY,
)
kary_chi = Formula(
    name="closed_response.kary_chi",
    title="Chi-squared divergence of k-ary randomized response",
    claim="(a - r)**2/r + (r - a)**2/a + Sum((r - r)**2/r, (i, 3, k)) == (exp(eps) - 1)**2*(1 + exp(-eps))/(exp(eps) + k - 1)",
    let=SHARES,
    where=KARY,
)
kary_maximum = Formula(
    name="closed_response.kary_maximum",
    title="Max divergence of k-ary randomized response",
    claim="max(log(a/r), log(r/a), log(r/r)) == eps",
    let=SHARES,
    where=KARY,
)
two_point_tv = Formula(
    name="closed_response.two_point_tv",
    title="Total variation of two laws on two points",
    claim="TV(Bernoulli(p), Bernoulli(q)) == abs(p - q)",
    where=BERNOULLI,
)
two_point_hockey = Formula(
    name="closed_response.two_point_hockey",
    title="Hockey-stick divergence of two laws on two points: the best of the four events",
    claim="hockeystick(x, Bernoulli(p), Bernoulli(q)) == max(0, 1 - exp(x), p - exp(x)*q, 1 - p - exp(x)*(1 - q))",
    where=BERNOULLI,
)
two_point_chi = Formula(
    name="closed_response.two_point_chi",
    title="Chi-squared divergence of two laws on two points",
    claim="chi2(Bernoulli(p), Bernoulli(q)) == (p - q)**2/(q*(1 - q))",
    where=BERNOULLI,
)
two_point_hellinger = Formula(
    name="closed_response.two_point_hellinger",
    title="Squared Hellinger distance of two laws on two points",
    claim="hellinger(Bernoulli(p), Bernoulli(q)) == 1 - sqrt(p*q) - sqrt((1 - p)*(1 - q))",
    where=BERNOULLI,
)
two_point_kl = Formula(
    name="closed_response.two_point_kl",
    title="Kullback-Leibler divergence of two laws on two points",
    claim="KL(Bernoulli(p), Bernoulli(q)) == p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))",
    where=BERNOULLI,
)
two_point_renyi = Formula(
    name="closed_response.two_point_renyi",
    title="Rényi divergence of two laws on two points, of order above one",
    claim="D(alpha, Bernoulli(p), Bernoulli(q)) == log(p**alpha*q**(1 - alpha) + (1 - p)**alpha*(1 - q)**(1 - alpha))/(alpha - 1)",
    where=(*BERNOULLI, "alpha > 1"),
)
coins_tv = Formula(
    name="closed_response.coins_tv",
    title="Total variation of randomized response with coins",
    claim=f"TV({C1}, {C0}) == p",
    where=COINS,
)
coins_hockey = Formula(
    name="closed_response.coins_hockey",
    title="Hockey-stick divergence of randomized response with coins, truth 1 against truth 0, at a level that is not negative",
    claim=f"hockeystick(x, {C1}, {C0}) == max(0, p + (1 - p)*q - exp(x)*(1 - p)*q)",
    where=(*COINS, "x >= 0"),
)
coins_hockey_reversed = Formula(
    name="closed_response.coins_hockey_reversed",
    title="Hockey-stick divergence of randomized response with coins, truth 0 against truth 1, at a level that is not negative",
    claim=f"hockeystick(x, {C0}, {C1}) == max(0, 1 - (1 - p)*q - exp(x)*(1 - p)*(1 - q))",
    where=(*COINS, "x >= 0"),
)
coins_chi = Formula(
    name="closed_response.coins_chi",
    title="Chi-squared divergence of randomized response with coins",
    claim=f"chi2({C1}, {C0}) == p**2/((1 - p)*q*(1 - (1 - p)*q))",
    where=COINS,
)
coins_kl = Formula(
    name="closed_response.coins_kl",
    title="Kullback-Leibler divergence of randomized response with coins",
    claim=f"KL({C1}, {C0}) == (p + (1 - p)*q)*log(1 + p/((1 - p)*q)) + (1 - p)*(1 - q)*log(1 - p/(1 - (1 - p)*q))",
    where=COINS,
)
coins_maximum = Formula(
    name="closed_response.coins_maximum",
    title="Max divergence of randomized response with coins, truth 1 against truth 0",
    claim="max(log((p + (1 - p)*q)/((1 - p)*q)), log((1 - p - (1 - p)*q)/(1 - (1 - p)*q))) == log(1 + p/((1 - p)*q))",
    where=COINS,
)
four_tv = Formula(
    name="closed_response.four_tv",
    title="Total variation of the four-point response",
    claim="abs(delta - 0)/2 + abs(a - r)/2 + abs(r - a)/2 + abs(0 - delta)/2 == delta + (1 - delta)*tanh(eps/2)",
    let=INNER,
    where=FOUR,
)
four_hockey = Formula(
    name="closed_response.four_hockey",
    title="Hockey-stick divergence of the four-point response at a level within its own",
    claim="max(0, delta - exp(x)*0) + max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + max(0, 0 - exp(x)*delta)"
    " == delta + (1 - delta)*(exp(eps) - exp(x))/(1 + exp(eps))",
    let=INNER,
    where=(*FOUR, "x >= -eps", "x <= eps"),
)
four_hockey_above = Formula(
    name="closed_response.four_hockey_above",
    title="Its atom is what is left at levels above its own",
    claim="max(0, delta - exp(x)*0) + max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + max(0, 0 - exp(x)*delta) == delta",
    let=INNER,
    where=(*FOUR, "x >= eps"),
)
four_hellinger = Formula(
    name="closed_response.four_hellinger",
    title="Squared Hellinger distance of the four-point response",
    claim="(sqrt(delta) - sqrt(0))**2/2 + (sqrt(a) - sqrt(r))**2/2 + (sqrt(r) - sqrt(a))**2/2 + (sqrt(0) - sqrt(delta))**2/2"
    " == 1 - (1 - delta)/cosh(eps/2)",
    let=INNER,
    where=FOUR,
)
