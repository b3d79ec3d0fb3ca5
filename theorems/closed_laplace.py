"""Divergences of two Laplace laws with one scale, at m and m + d, in closed form; both orders of the two laws.

The integral over the reals is cut at the two locations and where the densities cross; on each part it has an antiderivative. Any two
locations are m and m + d in one of the two orders, so nothing is lost. The level of the hockey stick is eps = c/b.
"""

from dpsym.entries import Formula

P, Q = "Laplace(m, b)", "Laplace(m + d, b)"
WHERE = ("b > 0", "d > 0")

tv = Formula(
    name="closed_laplace.tv",
    title="Total variation of two Laplace laws",
    claim=f"TV({P}, {Q}) == 1 - exp(-d/(2*b)) == TV({Q}, {P})",
    where=WHERE,
)
hockey = Formula(
    name="closed_laplace.hockey",
    title="Hockey-stick divergence of two Laplace laws at a level below the distance",
    claim=f"hockeystick(c/b, {P}, {Q}) == 1 - exp((c - d)/(2*b)) == hockeystick(c/b, {Q}, {P})",
    where=(*WHERE, "c > -d", "c < d"),
)
hockey_above = Formula(
    name="closed_laplace.hockey_above",
    title="It vanishes at levels above the distance",
    claim=f"hockeystick(c/b, {P}, {Q}) == 0 == hockeystick(c/b, {Q}, {P})",
    where=(*WHERE, "c >= d"),
)
hockey_below = Formula(
    name="closed_laplace.hockey_below",
    title="It is the difference of the masses at levels below minus the distance",
    claim=f"hockeystick(c/b, {P}, {Q}) == 1 - exp(c/b) == hockeystick(c/b, {Q}, {P})",
    where=(*WHERE, "c <= -d"),
)
kl = Formula(
    name="closed_laplace.kl",
    title="Kullback-Leibler divergence of two Laplace laws",
    claim=f"KL({P}, {Q}) == d/b + exp(-d/b) - 1 == KL({Q}, {P})",
    where=WHERE,
)
kl_scales = Formula(
    name="closed_laplace.kl_scales",
    title="Kullback-Leibler divergence of two Laplace laws with different scales",
    claim="KL(Laplace(m, b), Laplace(m + d, c)) == log(c/b) + b/c*exp(-d/b) + d/c - 1 == KL(Laplace(m + d, b), Laplace(m, c))",
    where=(*WHERE, "c > 0"),
)
renyi = Formula(
    name="closed_laplace.renyi",
    title="Rényi divergence of two Laplace laws, of order above one",
    claim=f"D(alpha, {P}, {Q}) == log(power)/(alpha - 1) == D(alpha, {Q}, {P})",
    let=("power = alpha/(2*alpha - 1)*exp((alpha - 1)*d/b) + (alpha - 1)/(2*alpha - 1)*exp(-alpha*d/b)",),
    where=(*WHERE, "alpha > 1"),
)
renyi_between = Formula(
    name="closed_laplace.renyi_between",
    title="Rényi divergence of two Laplace laws, of order between one half and one",
    claim=f"D(alpha, {P}, {Q}) == log(power)/(alpha - 1) == D(alpha, {Q}, {P})",
    let=("power = alpha/(2*alpha - 1)*exp((alpha - 1)*d/b) + (alpha - 1)/(2*alpha - 1)*exp(-alpha*d/b)",),
    where=(*WHERE, "alpha > 1/2", "alpha < 1"),
)
renyi_below = Formula(
    name="closed_laplace.renyi_below",
    title="Rényi divergence of two Laplace laws, of order below one half",
    claim=f"D(alpha, {P}, {Q}) == log(power)/(alpha - 1) == D(alpha, {Q}, {P})",
    let=("power = alpha/(2*alpha - 1)*exp((alpha - 1)*d/b) + (alpha - 1)/(2*alpha - 1)*exp(-alpha*d/b)",),
    where=(*WHERE, "alpha > 0", "alpha < 1/2"),
)
renyi_half = Formula(
    name="closed_laplace.renyi_half",
    title="Rényi divergence of two Laplace laws, of order one half",
    claim=f"D(1/2, {P}, {Q}) == log(exp(-d/(2*b))*(1 + d/(2*b)))/(1/2 - 1) == D(1/2, {Q}, {P})",
    where=WHERE,
)
hellinger = Formula(
    name="closed_laplace.hellinger",
    title="Squared Hellinger distance of two Laplace laws",
    claim=f"hellinger({P}, {Q}) == 1 - exp(-d/(2*b))*(1 + d/(2*b)) == hellinger({Q}, {P})",
    where=WHERE,
)
chi = Formula(
    name="closed_laplace.chi",
    title="Chi-squared divergence of two Laplace laws",
    claim=f"chi2({P}, {Q}) == 2*exp(d/b)/3 + exp(-2*d/b)/3 - 1 == chi2({Q}, {P})",
    where=WHERE,
)
maximum = Formula(
    name="closed_laplace.maximum",
    title="The logarithm of the ratio of two Laplace densities is at most the distance over the scale",
    claim="log((exp(-abs(x - m)/b)/(2*b))/(exp(-abs(x - m - d)/b)/(2*b))) <= d/b",
    where=WHERE,
)
maximum_attained = Formula(
    name="closed_laplace.maximum_attained",
    title="The bound on the ratio of two Laplace densities is attained at the first location",
    claim="log((exp(-abs(m - m)/b)/(2*b))/(exp(-abs(m - m - d)/b)/(2*b))) == d/b",
    where=WHERE,
)
