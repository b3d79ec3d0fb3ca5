"""Divergences of two discrete Laplace laws (two-sided geometric) with one scale, at m and m + d, in closed form; both orders.

The sum over the integers is cut at the two locations and where the weights cross, and each part is geometric. t = exp(-1/b). n is the
last integer, counted from m, at which the first weight is not below exp(c/b) times the second: 2 n <= d - c <= 2 n + 2.
"""

from dpsym.entries import Formula

P, Q = "DiscreteLaplace(m, b)", "DiscreteLaplace(m + d, b)"
WHERE = ("b > 0", "m in integers", "d in integers", "d >= 1")
LAST = ("n in integers", "n >= 0", "n + 1 <= d")
POWER = (
    "power = (exp((alpha - 1)*d/b) + exp(-alpha*d/b))/(1 + exp(-1/b)) + (1 - exp(-1/b))/(1 + exp(-1/b))*exp((alpha - 1)*d/b)"
    "*(exp(-(2*alpha - 1)/b) - exp(-(2*alpha - 1)*d/b))/(1 - exp(-(2*alpha - 1)/b))"
)

tv = Formula(
    name="closed_discrete_laplace.tv",
    title="Total variation of two discrete Laplace laws",
    claim=f"TV({P}, {Q}) == 1 - (exp(-(n + 1)/b) + exp(-(d - n)/b))/(1 + exp(-1/b)) == TV({Q}, {P})",
    where=(*WHERE, *LAST, "2*n + 1 <= d", "d <= 2*n + 2"),
)
hockey = Formula(
    name="closed_discrete_laplace.hockey",
    title="Hockey-stick divergence of two discrete Laplace laws at a level within the distance",
    claim=f"hockeystick(c/b, {P}, {Q}) == value == hockeystick(c/b, {Q}, {P})",
    let=("value = 1 - (exp(-(n + 1)/b) + exp(c/b)*exp(-(d - n)/b))/(1 + exp(-1/b))",),
    where=(*WHERE, *LAST, "2*n <= d - c", "d - c <= 2*n + 2"),
)
hockey_above = Formula(
    name="closed_discrete_laplace.hockey_above",
    title="It vanishes at levels above the distance",
    claim=f"hockeystick(c/b, {P}, {Q}) == 0 == hockeystick(c/b, {Q}, {P})",
    where=(*WHERE, "c >= d"),
)
hockey_below = Formula(
    name="closed_discrete_laplace.hockey_below",
    title="It is the difference of the masses at levels below minus the distance",
    claim=f"hockeystick(c/b, {P}, {Q}) == 1 - exp(c/b) == hockeystick(c/b, {Q}, {P})",
    where=(*WHERE, "c <= -d"),
)
kl = Formula(
    name="closed_discrete_laplace.kl",
    title="Kullback-Leibler divergence of two discrete Laplace laws",
    claim=f"KL({P}, {Q}) == (d - 2*exp(-1/b)*(1 - exp(-d/b))/(1 - exp(-2/b)))/b == KL({Q}, {P})",
    where=WHERE,
)
renyi = Formula(
    name="closed_discrete_laplace.renyi",
    title="Rényi divergence of two discrete Laplace laws, of order above one",
    claim=f"D(alpha, {P}, {Q}) == log(power)/(alpha - 1) == D(alpha, {Q}, {P})",
    let=(POWER,),
    where=(*WHERE, "alpha > 1"),
)
renyi_between = Formula(
    name="closed_discrete_laplace.renyi_between",
    title="Rényi divergence of two discrete Laplace laws, of order between one half and one",
    claim=f"D(alpha, {P}, {Q}) == log(power)/(alpha - 1) == D(alpha, {Q}, {P})",
    let=(POWER,),
    where=(*WHERE, "alpha > 1/2", "alpha < 1"),
)
renyi_below = Formula(
    name="closed_discrete_laplace.renyi_below",
    title="Rényi divergence of two discrete Laplace laws, of order below one half",
    claim=f"D(alpha, {P}, {Q}) == log(power)/(alpha - 1) == D(alpha, {Q}, {P})",
    let=(POWER,),
    where=(*WHERE, "alpha > 0", "alpha < 1/2"),
)
renyi_half = Formula(
    name="closed_discrete_laplace.renyi_half",
    title="Rényi divergence of two discrete Laplace laws, of order one half",
    claim=f"D(1/2, {P}, {Q}) == log(power)/(1/2 - 1) == D(1/2, {Q}, {P})",
    let=("power = exp(-d/(2*b))*(2 + (d - 1)*(1 - exp(-1/b)))/(1 + exp(-1/b))",),
    where=WHERE,
)
hellinger = Formula(
    name="closed_discrete_laplace.hellinger",
    title="Squared Hellinger distance of two discrete Laplace laws",
    claim=f"hellinger({P}, {Q}) == value == hellinger({Q}, {P})",
    let=("value = 1 - exp(-d/(2*b))*(2 + (d - 1)*(1 - exp(-1/b)))/(1 + exp(-1/b))",),
    where=WHERE,
)
chi = Formula(
    name="closed_discrete_laplace.chi",
    title="Chi-squared divergence of two discrete Laplace laws",
    claim=f"chi2({P}, {Q}) == outer + inner - 1 == chi2({Q}, {P})",
    let=(
        "outer = (exp(d/b) + exp(-2*d/b))/(1 + exp(-1/b))",
        "inner = (1 - exp(-1/b))/(1 + exp(-1/b))*exp(d/b)*(exp(-3/b) - exp(-3*d/b))/(1 - exp(-3/b))",
    ),
    where=WHERE,
)
maximum = Formula(
    name="closed_discrete_laplace.maximum",
    title="The logarithm of the ratio of two discrete Laplace weights is at most the distance over the scale",
    claim="log((weight*exp(-abs(k - m)/b))/(weight*exp(-abs(k - m - d)/b))) <= d/b",
    let=("weight = (1 - exp(-1/b))/(1 + exp(-1/b))",),
    where=(*WHERE, "k in integers"),
)
maximum_attained = Formula(
    name="closed_discrete_laplace.maximum_attained",
    title="The bound on the ratio of two discrete Laplace weights is attained at the first location",
    claim="log((weight*exp(-abs(m - m)/b))/(weight*exp(-abs(m - m - d)/b))) == d/b",
    let=("weight = (1 - exp(-1/b))/(1 + exp(-1/b))",),
    where=WHERE,
)
