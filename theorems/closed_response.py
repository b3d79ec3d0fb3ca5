"""Divergences of randomized responses of all kinds, and of two-point laws, in closed form: finite sums over the outcomes.

Binary response answers the truth with odds exp(eps); k-ary response gives each of the k - 1 other answers one share in
exp(eps) + k - 1, and those k - 2 answers that are neither truth have the same weight under both laws. Coins (Warner): with
probability p the truth, else a coin of bias q. The four-point response has an atom of weight delta for each truth.
Values and conditions are those of objects.closed_forms.
"""

from dpsym.library.closed_forms import Written
from dpsym.library.entries import Formula
from dpsym.objects.closed_forms import BINARY, COINS, FOUR_POINTS, KARY, TWO_POINTS

FORMS = Written(BINARY, KARY, COINS, FOUR_POINTS, TWO_POINTS)
value, where = FORMS.value, FORMS.where

R0, R1 = "Bernoulli(1/(1 + exp(eps)))", "Bernoulli(exp(eps)/(1 + exp(eps)))"
# k-ary response: the shares of the truth and of any other answer
SHARES = ("a = exp(eps)/(exp(eps) + k - 1)", "r = 1/(exp(eps) + k - 1)")
# coins: the chances of the answer 1 for the two truths
C0, C1 = "Bernoulli((1 - p)*q)", "Bernoulli(p + (1 - p)*q)"
# four points: the two inner weights
INNER = ("a = (1 - delta)*exp(eps)/(1 + exp(eps))", "r = (1 - delta)/(1 + exp(eps))")

binary_tv = Formula(
    title="Total variation of binary randomized response",
    claim=f"TV({R0}, {R1}) == {value('binary_tv')} == tanh(eps/2)",
    where=where("binary_tv"),
)
binary_hockey = Formula(
    title="Hockey-stick divergence of binary randomized response at a level within its own",
    claim=f"hockeystick(x, {R0}, {R1}) == {value('binary_hockey')}",
    where=where("binary_hockey"),
)
binary_hockey_above = Formula(
    title="It vanishes at levels above its own",
    claim=f"hockeystick(x, {R0}, {R1}) == {value('binary_hockey_above')}",
    where=where("binary_hockey_above"),
)
binary_hockey_below = Formula(
    title="It is the difference of the masses at levels below minus its own",
    claim=f"hockeystick(x, {R0}, {R1}) == {value('binary_hockey_below')}",
    where=where("binary_hockey_below"),
)
binary_kl = Formula(
    title="Kullback-Leibler divergence of binary randomized response",
    claim=f"KL({R0}, {R1}) == {value('binary_kl')} == eps*tanh(eps/2)",
    where=where("binary_kl"),
)
binary_renyi = Formula(
    title="Rényi divergence of binary randomized response, of order above one",
    claim=f"D(alpha, {R0}, {R1}) == {value('binary_renyi')}",
    where=where("binary_renyi"),
)
binary_renyi_below = Formula(
    title="Rényi divergence of binary randomized response, of order below one",
    claim=f"D(alpha, {R0}, {R1}) == {value('binary_renyi_below')}",
    where=where("binary_renyi_below"),
)
binary_hellinger = Formula(
    title="Squared Hellinger distance of binary randomized response",
    claim=f"hellinger({R0}, {R1}) == {value('binary_hellinger')}",
    where=where("binary_hellinger"),
)
binary_chi = Formula(
    title="Chi-squared divergence of binary randomized response",
    claim=f"chi2({R0}, {R1}) == {value('binary_chi')}",
    where=where("binary_chi"),
)
binary_maximum = Formula(
    title="Max divergence of binary randomized response",
    claim=f"max(log((exp(eps)/(1 + exp(eps)))/(1/(1 + exp(eps)))), log((1/(1 + exp(eps)))/(exp(eps)/(1 + exp(eps)))))"
    f" == {value('binary_maximum')}",
    where=where("binary_maximum"),
)
kary_tv = Formula(
    title="Total variation of k-ary randomized response",
    claim=f"abs(a - r)/2 + abs(r - a)/2 + Sum(abs(r - r)/2, (i, 3, k)) == {value('kary_tv')}",
    let=SHARES,
    where=where("kary_tv"),
)
kary_hockey = Formula(
    title="Hockey-stick divergence of k-ary randomized response at a level from 0 to its own",
    claim=f"max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + Sum(max(0, r - exp(x)*r), (i, 3, k)) == {value('kary_hockey')}",
    let=SHARES,
    where=where("kary_hockey"),
)
kary_hockey_negative = Formula(
    title="Hockey-stick divergence of k-ary randomized response at a level from minus its own to 0",
    claim=f"max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + Sum(max(0, r - exp(x)*r), (i, 3, k)) == {value('kary_hockey_negative')}",
    let=SHARES,
    where=where("kary_hockey_negative"),
)
kary_hockey_above = Formula(
    title="It vanishes at levels above its own",
    claim=f"max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + Sum(max(0, r - exp(x)*r), (i, 3, k)) == {value('kary_hockey_above')}",
    let=SHARES,
    where=where("kary_hockey_above"),
)
kary_hockey_below = Formula(
    title="It is the difference of the masses at levels below minus its own",
    claim=f"max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + Sum(max(0, r - exp(x)*r), (i, 3, k)) == {value('kary_hockey_below')}",
    let=SHARES,
    where=where("kary_hockey_below"),
)
kary_kl = Formula(
    title="Kullback-Leibler divergence of k-ary randomized response",
    claim=f"a*log(a/r) + r*log(r/a) + Sum(r*log(r/r), (i, 3, k)) == {value('kary_kl')}",
    let=SHARES,
    where=where("kary_kl"),
)
kary_renyi = Formula(
    title="Rényi divergence of k-ary randomized response, of order above one",
    claim=f"log(a**alpha*r**(1 - alpha) + r**alpha*a**(1 - alpha) + (k - 2)*(r**alpha*r**(1 - alpha)))/(alpha - 1)"
    f" == {value('kary_renyi')}",
    let=SHARES,
    where=where("kary_renyi"),
)
kary_renyi_below = Formula(
    title="Rényi divergence of k-ary randomized response, of order below one",
    claim=f"log(a**alpha*r**(1 - alpha) + r**alpha*a**(1 - alpha) + (k - 2)*(r**alpha*r**(1 - alpha)))/(alpha - 1)"
    f" == {value('kary_renyi_below')}",
    let=SHARES,
    where=where("kary_renyi_below"),
)
kary_hellinger = Formula(
    title="Squared Hellinger distance of k-ary randomized response",
    claim=f"(sqrt(a) - sqrt(r))**2/2 + (sqrt(r) - sqrt(a))**2/2 + Sum((sqrt(r) - sqrt(r))**2/2, (i, 3, k))"
    f" == {value('kary_hellinger')}",
    let=SHARES,
    where=where("kary_hellinger"),
)
kary_chi = Formula(
    title="Chi-squared divergence of k-ary randomized response",
    claim=f"(a - r)**2/r + (r - a)**2/a + Sum((r - r)**2/r, (i, 3, k)) == {value('kary_chi')}",
    let=SHARES,
    where=where("kary_chi"),
)
kary_maximum = Formula(
    title="Max divergence of k-ary randomized response",
    claim=f"max(log(a/r), log(r/a), log(r/r)) == {value('kary_maximum')}",
    let=SHARES,
    where=where("kary_maximum"),
)
two_point_tv = Formula(
    title="Total variation of two laws on two points",
    claim=f"TV(Bernoulli(p), Bernoulli(q)) == {value('two_point_tv')}",
    where=where("two_point_tv"),
)
two_point_hockey = Formula(
    title="Hockey-stick divergence of two laws on two points: the best of the four events",
    claim=f"hockeystick(x, Bernoulli(p), Bernoulli(q)) == {value('two_point_hockey')}",
    where=where("two_point_hockey"),
)
two_point_chi = Formula(
    title="Chi-squared divergence of two laws on two points",
    claim=f"chi2(Bernoulli(p), Bernoulli(q)) == {value('two_point_chi')}",
    where=where("two_point_chi"),
)
two_point_hellinger = Formula(
    title="Squared Hellinger distance of two laws on two points",
    claim=f"hellinger(Bernoulli(p), Bernoulli(q)) == {value('two_point_hellinger')}",
    where=where("two_point_hellinger"),
)
two_point_kl = Formula(
    title="Kullback-Leibler divergence of two laws on two points",
    claim=f"KL(Bernoulli(p), Bernoulli(q)) == {value('two_point_kl')}",
    where=where("two_point_kl"),
)
two_point_renyi = Formula(
    title="Rényi divergence of two laws on two points, of order above one",
    claim=f"D(alpha, Bernoulli(p), Bernoulli(q)) == {value('two_point_renyi')}",
    where=where("two_point_renyi"),
)
coins_tv = Formula(
    title="Total variation of randomized response with coins",
    claim=f"TV({C1}, {C0}) == {value('coins_tv')}",
    where=where("coins_tv"),
)
coins_hockey = Formula(
    title="Hockey-stick divergence of randomized response with coins, truth 1 against truth 0, at a level that is not negative",
    claim=f"hockeystick(x, {C1}, {C0}) == {value('coins_hockey')}",
    where=where("coins_hockey"),
)
coins_hockey_reversed = Formula(
    title="Hockey-stick divergence of randomized response with coins, truth 0 against truth 1, at a level that is not negative",
    claim=f"hockeystick(x, {C0}, {C1}) == {value('coins_hockey_reversed')}",
    where=where("coins_hockey_reversed"),
)
coins_chi = Formula(
    title="Chi-squared divergence of randomized response with coins",
    claim=f"chi2({C1}, {C0}) == {value('coins_chi')}",
    where=where("coins_chi"),
)
coins_kl = Formula(
    title="Kullback-Leibler divergence of randomized response with coins",
    claim=f"KL({C1}, {C0}) == {value('coins_kl')}",
    where=where("coins_kl"),
)
coins_maximum = Formula(
    title="Max divergence of randomized response with coins, truth 1 against truth 0",
    claim=f"max(log((p + (1 - p)*q)/((1 - p)*q)), log((1 - p - (1 - p)*q)/(1 - (1 - p)*q))) == {value('coins_maximum')}",
    where=where("coins_maximum"),
)
four_tv = Formula(
    title="Total variation of the four-point response",
    claim=f"abs(delta - 0)/2 + abs(a - r)/2 + abs(r - a)/2 + abs(0 - delta)/2 == {value('four_tv')}",
    let=INNER,
    where=where("four_tv"),
)
four_hockey = Formula(
    title="Hockey-stick divergence of the four-point response at a level within its own",
    claim=f"max(0, delta - exp(x)*0) + max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + max(0, 0 - exp(x)*delta)"
    f" == {value('four_hockey')}",
    let=INNER,
    where=where("four_hockey"),
)
four_hockey_above = Formula(
    title="Its atom is what is left at levels above its own",
    claim=f"max(0, delta - exp(x)*0) + max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + max(0, 0 - exp(x)*delta)"
    f" == {value('four_hockey_above')}",
    let=INNER,
    where=where("four_hockey_above"),
)
four_hockey_below = Formula(
    title="Hockey-stick divergence of the four-point response at levels below minus its own",
    claim=f"max(0, delta - exp(x)*0) + max(0, a - exp(x)*r) + max(0, r - exp(x)*a) + max(0, 0 - exp(x)*delta)"
    f" == {value('four_hockey_below')}",
    let=INNER,
    where=where("four_hockey_below"),
)
four_hellinger = Formula(
    title="Squared Hellinger distance of the four-point response",
    claim=f"(sqrt(delta) - sqrt(0))**2/2 + (sqrt(a) - sqrt(r))**2/2 + (sqrt(r) - sqrt(a))**2/2 + (sqrt(0) - sqrt(delta))**2/2"
    f" == {value('four_hellinger')}",
    let=INNER,
    where=where("four_hellinger"),
)
