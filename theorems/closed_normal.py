"""Divergences of two normal laws, at m and m + d, in closed form; both orders of the two laws.

The square in the exponent is completed, and erfc is the antiderivative.
"""

from dpsym.entries import Formula

P, Q = "Normal(m, s)", "Normal(m + d, s)"
WHERE = ("s > 0", "d > 0")

tv = Formula(
    name="closed_normal.tv",
    title="Total variation of two normal laws",
    claim=f"TV({P}, {Q}) == 2*Phi(d/(2*s)) - 1 == TV({Q}, {P})",
    where=WHERE,
)
hockey = Formula(
    name="closed_normal.hockey",
    title="Hockey-stick divergence of two normal laws, at any level",
    claim=f"hockeystick(eps, {P}, {Q}) == value == hockeystick(eps, {Q}, {P})",
    let=("value = Phi(d/(2*s) - eps*s/d) - exp(eps)*Phi(-d/(2*s) - eps*s/d)",),
    where=WHERE,
)
kl = Formula(
    name="closed_normal.kl",
    title="Kullback-Leibler divergence of two normal laws",
    claim=f"KL({P}, {Q}) == d**2/(2*s**2) == KL({Q}, {P})",
    where=WHERE,
)
kl_deviations = Formula(
    name="closed_normal.kl_deviations",
    title="Kullback-Leibler divergence of two normal laws with different deviations",
    claim="KL(Normal(m, s), Normal(n, r)) == log(r/s) + (s**2 + (m - n)**2)/(2*r**2) - 1/2",
    where=("s > 0", "r > 0"),
)
renyi = Formula(
    name="closed_normal.renyi",
    title="Rényi divergence of two normal laws, of order above one",
    claim=f"D(alpha, {P}, {Q}) == alpha*d**2/(2*s**2) == D(alpha, {Q}, {P})",
    where=(*WHERE, "alpha > 1"),
)
renyi_below = Formula(
    name="closed_normal.renyi_below",
    title="Rényi divergence of two normal laws, of order below one",
    claim=f"D(alpha, {P}, {Q}) == alpha*d**2/(2*s**2) == D(alpha, {Q}, {P})",
    where=(*WHERE, "alpha > 0", "alpha < 1"),
)
hellinger = Formula(
    name="closed_normal.hellinger",
    title="Squared Hellinger distance of two normal laws",
    claim=f"hellinger({P}, {Q}) == 1 - exp(-d**2/(8*s**2)) == hellinger({Q}, {P})",
    where=WHERE,
)
chi = Formula(
    name="closed_normal.chi",
    title="Chi-squared divergence of two normal laws",
    claim=f"chi2({P}, {Q}) == exp(d**2/s**2) - 1 == chi2({Q}, {P})",
    where=WHERE,
)
maximum_infinite = Formula(
    name="closed_normal.maximum_infinite",
    title="The ratio of two normal densities exceeds every bound: at x = m - c s^2/d it is above exp(c)",
    claim="exp(-(x - m)**2/(2*s**2))/(s*sqrt(2*pi)) > exp(c)*(exp(-(x - m - d)**2/(2*s**2))/(s*sqrt(2*pi)))",
    let=("x = m - c*s**2/d",),
    where=WHERE,
)
