"""Divergences of two Laplace laws with one scale, at m and m + d, in closed form; both orders of the two laws, and coinciding laws.

The integral over the reals is cut at the two locations and where the densities cross; on each part it has an antiderivative. Any two
locations are m and m + d in one of the two orders, so nothing is lost. Values and conditions are those of objects.closed_forms.
"""

from dpsym.library.closed_forms import Written, log_ratio
from dpsym.library.entries import Formula
from dpsym.objects import families
from dpsym.objects.closed_forms import LAPLACE, LAPLACE_SCALES

P, Q = "Laplace(m, b)", "Laplace(m + d, b)"
FORMS = Written(LAPLACE, LAPLACE_SCALES)
value, where = FORMS.value, FORMS.where

tv = Formula(
    title="Total variation of two Laplace laws",
    claim=f"TV({P}, {Q}) == {value('tv')} == TV({Q}, {P})",
    where=where("tv"),
)
tv_same = Formula(
    title="Total variation of a Laplace law and itself",
    claim=f"TV({P}, {P}) == {value('tv_same')}",
    where=where("tv_same"),
)
hockey = Formula(
    title="Hockey-stick divergence of two Laplace laws at a level below the distance",
    claim=f"hockeystick(eps, {P}, {Q}) == {value('hockey')} == hockeystick(eps, {Q}, {P})",
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
    title="Hockey-stick divergence of a Laplace law and itself, at a level that is not negative",
    claim=f"hockeystick(eps, {P}, {P}) == {value('hockey_above_same')}",
    where=where("hockey_above_same"),
)
hockey_below_same = Formula(
    title="Hockey-stick divergence of a Laplace law and itself, at a level that is not positive",
    claim=f"hockeystick(eps, {P}, {P}) == {value('hockey_below_same')}",
    where=where("hockey_below_same"),
)
kl = Formula(
    title="Kullback-Leibler divergence of two Laplace laws",
    claim=f"KL({P}, {Q}) == {value('kl')} == KL({Q}, {P})",
    where=where("kl"),
)
kl_same = Formula(
    title="Kullback-Leibler divergence of a Laplace law and itself",
    claim=f"KL({P}, {P}) == {value('kl_same')}",
    where=where("kl_same"),
)
kl_scales = Formula(
    title="Kullback-Leibler divergence of two Laplace laws with different scales",
    claim="KL(Laplace(m, b), Laplace(m + d, c)) == value == KL(Laplace(m + d, b), Laplace(m, c))",
    let=(f"value = {value('kl_scales')}",),
    where=where("kl_scales"),
)
kl_scales_same = Formula(
    title="Kullback-Leibler divergence of two Laplace laws with different scales at one location",
    claim=f"KL(Laplace(m, b), Laplace(m, c)) == {value('kl_scales_same')}",
    where=where("kl_scales_same"),
)
renyi = Formula(
    title="Rényi divergence of two Laplace laws, of order above one",
    claim=f"D(alpha, {P}, {Q}) == value == D(alpha, {Q}, {P})",
    let=(f"value = {value('renyi')}",),
    where=where("renyi"),
)
renyi_same = Formula(
    title="Rényi divergence of a Laplace law and itself, of order above one",
    claim=f"D(alpha, {P}, {P}) == {value('renyi_same')}",
    where=where("renyi_same"),
)
renyi_between = Formula(
    title="Rényi divergence of two Laplace laws, of order between one half and one",
    claim=f"D(alpha, {P}, {Q}) == value == D(alpha, {Q}, {P})",
    let=(f"value = {value('renyi_between')}",),
    where=where("renyi_between"),
)
renyi_between_same = Formula(
    title="Rényi divergence of a Laplace law and itself, of order between one half and one",
    claim=f"D(alpha, {P}, {P}) == {value('renyi_between_same')}",
    where=where("renyi_between_same"),
)
renyi_below = Formula(
    title="Rényi divergence of two Laplace laws, of order below one half",
    claim=f"D(alpha, {P}, {Q}) == value == D(alpha, {Q}, {P})",
    let=(f"value = {value('renyi_below')}",),
    where=where("renyi_below"),
)
renyi_below_same = Formula(
    title="Rényi divergence of a Laplace law and itself, of order below one half",
    claim=f"D(alpha, {P}, {P}) == {value('renyi_below_same')}",
    where=where("renyi_below_same"),
)
renyi_half = Formula(
    title="Rényi divergence of two Laplace laws, of order one half",
    claim=f"D(1/2, {P}, {Q}) == value == D(1/2, {Q}, {P})",
    let=(f"value = {value('renyi_half')}",),
    where=where("renyi_half"),
)
renyi_half_same = Formula(
    title="Rényi divergence of a Laplace law and itself, of order one half",
    claim=f"D(1/2, {P}, {P}) == {value('renyi_half_same')}",
    where=where("renyi_half_same"),
)
hellinger = Formula(
    title="Squared Hellinger distance of two Laplace laws",
    claim=f"hellinger({P}, {Q}) == {value('hellinger')} == hellinger({Q}, {P})",
    where=where("hellinger"),
)
hellinger_same = Formula(
    title="Squared Hellinger distance of a Laplace law and itself",
    claim=f"hellinger({P}, {P}) == {value('hellinger_same')}",
    where=where("hellinger_same"),
)
chi = Formula(
    title="Chi-squared divergence of two Laplace laws",
    claim=f"chi2({P}, {Q}) == {value('chi')} == chi2({Q}, {P})",
    where=where("chi"),
)
chi_same = Formula(
    title="Chi-squared divergence of a Laplace law and itself",
    claim=f"chi2({P}, {P}) == {value('chi_same')}",
    where=where("chi_same"),
)
# The max divergence is the supremum of the logarithm of the ratio of the densities, in either order.
FIRST, SECOND = ("m", "b"), ("m + d", "b")
maximum = Formula(
    title="The logarithm of the ratio of two Laplace densities is at most the distance over the scale, in either order",
    claim=f"-({value('maximum')}) <= {log_ratio(families.LAPLACE, 'x', FIRST, SECOND)} <= {value('maximum')}",
    where=where("maximum"),
)
maximum_attained = Formula(
    title="The bounds on the ratio of two Laplace densities are attained at the two locations",
    claim=f"{log_ratio(families.LAPLACE, 'm', FIRST, SECOND)} == {value('maximum_attained')}"
    f" == {log_ratio(families.LAPLACE, 'm + d', SECOND, FIRST)}",
    where=where("maximum_attained"),
)
maximum_same = Formula(
    title="The logarithm of the ratio of equal Laplace densities is 0",
    claim=f"{log_ratio(families.LAPLACE, 'x', FIRST, FIRST)} == {value('maximum_same')}",
    where=where("maximum_same"),
)

# The delta-approximate max divergence is the least level, not negative, at which the hockey stick is at most delta.
approximate_max = Formula(
    title="The level at which the hockey-stick divergence of two Laplace laws is delta",
    claim=f"hockeystick(level, {P}, {Q}) == delta == hockeystick(level, {Q}, {P})",
    let=(f"level = {value('approximate_max')}",),
    where=where("approximate_max"),
)
approximate_max_least = Formula(
    title="At levels below, the hockey-stick divergence of two Laplace laws is above delta",
    claim=f"{value('hockey')} > delta",
    where=(*where("approximate_max_least"), "eps >= 0", f"eps < {value('approximate_max_least')}"),
)
approximate_max_zero = Formula(
    title="Where that level is not positive, the hockey-stick divergence is at most delta at level 0",
    claim=f"hockeystick({value('approximate_max_zero')}, {P}, {Q}) == {value('tv')} <= delta",
    where=where("approximate_max_zero"),
)
approximate_max_zero_same = Formula(
    title="The hockey-stick divergence of a Laplace law and itself is at most delta at level 0",
    claim=f"hockeystick({value('approximate_max_zero_same')}, {P}, {P}) <= delta",
    where=where("approximate_max_zero_same"),
)
approximate_max_one = Formula(
    title="The hockey-stick divergence of two Laplace laws is at most 1 at level 0",
    claim=f"hockeystick({value('approximate_max_one')}, {P}, {Q}) == {value('tv')} <= 1",
    where=where("approximate_max_one"),
)
approximate_max_one_same = Formula(
    title="The hockey-stick divergence of a Laplace law and itself is at most 1 at level 0",
    claim=f"hockeystick({value('approximate_max_one_same')}, {P}, {P}) <= 1",
    where=where("approximate_max_one_same"),
)
