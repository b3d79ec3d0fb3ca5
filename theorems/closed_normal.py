"""Divergences of two normal laws, at m and m + d, in closed form; both orders of the two laws, and coinciding laws.

The square in the exponent is completed, and erfc is the antiderivative. Values and conditions are those of objects.closed_forms.
"""

from dpsym.library.closed_forms import Written, density, log_ratio
from dpsym.library.entries import Formula
from dpsym.objects import families
from dpsym.objects.closed_forms import NORMAL, NORMAL_DEVIATIONS

P, Q = "Normal(m, s)", "Normal(m + d, s)"
FORMS = Written(NORMAL, NORMAL_DEVIATIONS)
value, where = FORMS.value, FORMS.where

tv = Formula(
    title="Total variation of two normal laws",
    claim=f"TV({P}, {Q}) == {value('tv')} == TV({Q}, {P})",
    where=where("tv"),
)
tv_same = Formula(
    title="Total variation of a normal law and itself",
    claim=f"TV({P}, {P}) == {value('tv_same')}",
    where=where("tv_same"),
)
hockey = Formula(
    title="Hockey-stick divergence of two normal laws, at any level",
    claim=f"hockeystick(eps, {P}, {Q}) == value == hockeystick(eps, {Q}, {P})",
    let=(f"value = {value('hockey')}",),
    where=where("hockey"),
)
hockey_same = Formula(
    title="Hockey-stick divergence of a normal law and itself, at any level",
    claim=f"hockeystick(eps, {P}, {P}) == {value('hockey_same')}",
    where=where("hockey_same"),
)
kl = Formula(
    title="Kullback-Leibler divergence of two normal laws",
    claim=f"KL({P}, {Q}) == {value('kl')} == KL({Q}, {P})",
    where=where("kl"),
)
kl_same = Formula(
    title="Kullback-Leibler divergence of a normal law and itself",
    claim=f"KL({P}, {P}) == {value('kl_same')}",
    where=where("kl_same"),
)
kl_deviations = Formula(
    title="Kullback-Leibler divergence of two normal laws with different deviations",
    claim=f"KL(Normal(m, s), Normal(n, r)) == {value('kl_deviations')}",
    where=where("kl_deviations"),
)
renyi = Formula(
    title="Rényi divergence of two normal laws, of order above one",
    claim=f"D(alpha, {P}, {Q}) == {value('renyi')} == D(alpha, {Q}, {P})",
    where=where("renyi"),
)
renyi_same = Formula(
    title="Rényi divergence of a normal law and itself, of order above one",
    claim=f"D(alpha, {P}, {P}) == {value('renyi_same')}",
    where=where("renyi_same"),
)
renyi_below = Formula(
    title="Rényi divergence of two normal laws, of order below one",
    claim=f"D(alpha, {P}, {Q}) == {value('renyi_below')} == D(alpha, {Q}, {P})",
    where=where("renyi_below"),
)
renyi_below_same = Formula(
    title="Rényi divergence of a normal law and itself, of order below one",
    claim=f"D(alpha, {P}, {P}) == {value('renyi_below_same')}",
    where=where("renyi_below_same"),
)
hellinger = Formula(
    title="Squared Hellinger distance of two normal laws",
    claim=f"hellinger({P}, {Q}) == {value('hellinger')} == hellinger({Q}, {P})",
    where=where("hellinger"),
)
hellinger_same = Formula(
    title="Squared Hellinger distance of a normal law and itself",
    claim=f"hellinger({P}, {P}) == {value('hellinger_same')}",
    where=where("hellinger_same"),
)
chi = Formula(
    title="Chi-squared divergence of two normal laws",
    claim=f"chi2({P}, {Q}) == {value('chi')} == chi2({Q}, {P})",
    where=where("chi"),
)
chi_same = Formula(
    title="Chi-squared divergence of a normal law and itself",
    claim=f"chi2({P}, {P}) == {value('chi_same')}",
    where=where("chi_same"),
)
# The max divergence is infinite: the ratio of the densities exceeds every bound exp(c), in either order.
FIRST, SECOND = ("m", "s"), ("m + d", "s")
maximum_infinite = Formula(
    title="The ratio of two normal densities exceeds every bound: at x = m - c s^2/d it is above exp(c)",
    claim=f"{density(families.NORMAL, 'x', *FIRST)} > exp(c)*({density(families.NORMAL, 'x', *SECOND)})",
    let=("x = m - c*s**2/d",),
    where=where("maximum_infinite"),
)
maximum_infinite_reversed = Formula(
    title="So does the ratio in the other order: at x = m + d + c s^2/d it is above exp(c)",
    claim=f"{density(families.NORMAL, 'x', *SECOND)} > exp(c)*({density(families.NORMAL, 'x', *FIRST)})",
    let=("x = m + d + c*s**2/d",),
    where=where("maximum_infinite_reversed"),
)
maximum_same = Formula(
    title="The logarithm of the ratio of equal normal densities is 0",
    claim=f"{log_ratio(families.NORMAL, 'x', FIRST, FIRST)} == {value('maximum_same')}",
    where=where("maximum_same"),
)
