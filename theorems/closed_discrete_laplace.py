"""Divergences of two discrete Laplace laws (two-sided geometric) with one scale, at m and m + d, in closed form; both orders of the two
laws, and coinciding laws.

The sum over the integers is cut at the two locations and where the weights cross, and each part is geometric. n is the last integer,
counted from m, at which the first weight is not below exp(eps) times the second. Values and conditions are those of
objects.closed_forms.
"""

from dpsym.library.closed_forms import Written, log_ratio
from dpsym.library.entries import Formula
from dpsym.objects import families
from dpsym.objects.closed_forms import DISCRETE_LAPLACE

P, Q = "DiscreteLaplace(m, b)", "DiscreteLaplace(m + d, b)"
FORMS = Written(DISCRETE_LAPLACE)
value, where = FORMS.value, FORMS.where

tv = Formula(
    title="Total variation of two discrete Laplace laws",
    claim=f"TV({P}, {Q}) == {value('tv')} == TV({Q}, {P})",
    where=where("tv"),
)
tv_same = Formula(
    title="Total variation of a discrete Laplace law and itself",
    claim=f"TV({P}, {P}) == {value('tv_same')}",
    where=where("tv_same"),
)
hockey = Formula(
    title="Hockey-stick divergence of two discrete Laplace laws at a level within the distance",
    claim=f"hockeystick(eps, {P}, {Q}) == value == hockeystick(eps, {Q}, {P})",
    let=(f"value = {value('hockey')}",),
    where=where("hockey"),
)
hockey_above = Formula(
    title="It vanishes at levels above the distance",
    claim=f"hockeystick(eps, {P}, {Q}) == {value('hockey_above')} == hockeystick(eps, {Q}, {P})",
    where=where("hockey_above"),
)
hockey_below = Formula(
    title="It is the difference of the masses at levels below minus the distance",
    claim=f"hockeystick(eps, {P}, {Q}) == {value('hockey_below')} == hockeystick(eps, {Q}, {P})",
    where=where("hockey_below"),
)
hockey_above_same = Formula(
    title="Hockey-stick divergence of a discrete Laplace law and itself, at a level that is not negative",
    claim=f"hockeystick(eps, {P}, {P}) == {value('hockey_above_same')}",
    where=where("hockey_above_same"),
)
hockey_below_same = Formula(
    title="Hockey-stick divergence of a discrete Laplace law and itself, at a level that is not positive",
    claim=f"hockeystick(eps, {P}, {P}) == {value('hockey_below_same')}",
    where=where("hockey_below_same"),
)
kl = Formula(
    title="Kullback-Leibler divergence of two discrete Laplace laws",
    claim=f"KL({P}, {Q}) == {value('kl')} == KL({Q}, {P})",
    where=where("kl"),
)
kl_same = Formula(
    title="Kullback-Leibler divergence of a discrete Laplace law and itself",
    claim=f"KL({P}, {P}) == {value('kl_same')}",
    where=where("kl_same"),
)
renyi = Formula(
    title="Rényi divergence of two discrete Laplace laws, of order above one",
    claim=f"D(alpha, {P}, {Q}) == value == D(alpha, {Q}, {P})",
    let=(f"value = {value('renyi')}",),
    where=where("renyi"),
)
renyi_same = Formula(
    title="Rényi divergence of a discrete Laplace law and itself, of order above one",
    claim=f"D(alpha, {P}, {P}) == {value('renyi_same')}",
    where=where("renyi_same"),
)
renyi_between = Formula(
    title="Rényi divergence of two discrete Laplace laws, of order between one half and one",
    claim=f"D(alpha, {P}, {Q}) == value == D(alpha, {Q}, {P})",
    let=(f"value = {value('renyi_between')}",),
    where=where("renyi_between"),
)
renyi_between_same = Formula(
    title="Rényi divergence of a discrete Laplace law and itself, of order between one half and one",
    claim=f"D(alpha, {P}, {P}) == {value('renyi_between_same')}",
    where=where("renyi_between_same"),
)
renyi_below = Formula(
    title="Rényi divergence of two discrete Laplace laws, of order below one half",
    claim=f"D(alpha, {P}, {Q}) == value == D(alpha, {Q}, {P})",
    let=(f"value = {value('renyi_below')}",),
    where=where("renyi_below"),
)
renyi_below_same = Formula(
    title="Rényi divergence of a discrete Laplace law and itself, of order below one half",
    claim=f"D(alpha, {P}, {P}) == {value('renyi_below_same')}",
    where=where("renyi_below_same"),
)
renyi_half = Formula(
    title="Rényi divergence of two discrete Laplace laws, of order one half",
    claim=f"D(1/2, {P}, {Q}) == value == D(1/2, {Q}, {P})",
    let=(f"value = {value('renyi_half')}",),
    where=where("renyi_half"),
)
renyi_half_same = Formula(
    title="Rényi divergence of a discrete Laplace law and itself, of order one half",
    claim=f"D(1/2, {P}, {P}) == {value('renyi_half_same')}",
    where=where("renyi_half_same"),
)
hellinger = Formula(
    title="Squared Hellinger distance of two discrete Laplace laws",
    claim=f"hellinger({P}, {Q}) == value == hellinger({Q}, {P})",
    let=(f"value = {value('hellinger')}",),
    where=where("hellinger"),
)
hellinger_same = Formula(
    title="Squared Hellinger distance of a discrete Laplace law and itself",
    claim=f"hellinger({P}, {P}) == {value('hellinger_same')}",
    where=where("hellinger_same"),
)
chi = Formula(
    title="Chi-squared divergence of two discrete Laplace laws",
    claim=f"chi2({P}, {Q}) == value == chi2({Q}, {P})",
    let=(f"value = {value('chi')}",),
    where=where("chi"),
)
chi_same = Formula(
    title="Chi-squared divergence of a discrete Laplace law and itself",
    claim=f"chi2({P}, {P}) == {value('chi_same')}",
    where=where("chi_same"),
)
# The last integer: with y = (d - b*eps)/2 it is ceil(y) - 1.
last = Formula(
    title="Twice the last integer, and two more, lie around d - b eps",
    claim="2*(ceil(y) - 1) <= 2*y <= 2*(ceil(y) - 1) + 2",
)
last_first = Formula(
    title="The last integer is not negative, at levels below the distance",
    claim="ceil(y) - 1 >= 0",
    where=("y > 0",),
)
last_within = Formula(
    title="The last integer is below the distance, at levels above minus the distance",
    claim="ceil(y) - 1 + 1 <= d",
    where=("y <= d", "d in integers"),
)
# The max divergence is the supremum of the logarithm of the ratio of the densities, in either order.
FIRST, SECOND = ("m", "b"), ("m + d", "b")
maximum = Formula(
    title="The logarithm of the ratio of two discrete Laplace weights is at most the distance over the scale, in either order",
    claim=f"-({value('maximum')}) <= {log_ratio(families.DISCRETE_LAPLACE, 'k', FIRST, SECOND)} <= {value('maximum')}",
    where=(*where("maximum"), "k in integers"),
)
maximum_attained = Formula(
    title="The bounds on the ratio of two discrete Laplace weights are attained at the two locations",
    claim=f"{log_ratio(families.DISCRETE_LAPLACE, 'm', FIRST, SECOND)} == {value('maximum_attained')}"
    f" == {log_ratio(families.DISCRETE_LAPLACE, 'm + d', SECOND, FIRST)}",
    where=where("maximum_attained"),
)
maximum_same = Formula(
    title="The logarithm of the ratio of equal discrete Laplace weights is 0",
    claim=f"{log_ratio(families.DISCRETE_LAPLACE, 'k', FIRST, FIRST)} == {value('maximum_same')}",
    where=(*where("maximum_same"), "k in integers"),
)
