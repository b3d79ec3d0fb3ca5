"""The geometric mechanism: f(x) + Y for integers f(x), where Y has probability c e^{−ε|k|/Δ} at the integer k.

This is the Laplace law on the integers: `laplace.private` and `laplace.private_vector` are about laws of this form on any space, and
say that the mechanism is ε-private, for vectors with the ℓ₁ sensitivity. With r = e^{−ε/Δ}, c = (1 − r)/(1 + r) and b = Δ/ε.
"""

from dpsym.library.closed_forms import density
from dpsym.library.entries import Formula
from dpsym.objects import families

_AT = density(families.DISCRETE_LAPLACE, "j", "0", "b")
_OURS, _THEIRS = (density(families.DISCRETE_LAPLACE, "j", location, "b") for location in ("f", "g"))

law = Formula(
    title="The weights of the geometric mechanism are c e^{−ε|j − f|/Δ}",
    claim=f"{_OURS} == (1 - exp(-(eps/D)))/(1 + exp(-(eps/D)))*exp(-(eps*abs(j - f)/D))",
    let=["b = D/eps"],
    where=["eps > 0", "D > 0", "j in integers", "f in integers"],
)
ratio = Formula(
    title="The weights of the geometric mechanism at databases whose answers f and g differ by at most Δ are within e^ε",
    claim=f"{_OURS} <= exp(eps)*({_THEIRS})",
    let=["b = D/eps"],
    where=["eps > 0", "D > 0", "j in integers", "f in integers", "g in integers"],
    given=["abs(f - g) <= D"],
)

# b = 1/log(1 + v) runs through all scales, and with v = e^{1/b} − 1 the sums have simple denominators

variance = Formula(
    title="The two-sided geometric law has variance 2r/(1 − r)² (its scale b is 1/ln(1 + v), v > 0)",
    claim=f"Sum(j**2*({_AT}), (j, -oo, oo)) == 2*exp(-1/b)/(1 - exp(-1/b))**2",
    let=["b = 1/log(1 + v)"],
    where=["v > 0"],
)
mean = Formula(
    title="The two-sided geometric law has mean 0",
    claim=f"Sum(j*({_AT}), (j, -oo, oo)) == 0",
    let=["b = 1/log(1 + v)"],
    where=["v > 0"],
)
mean_error = Formula(
    title="The two-sided geometric law has mean size 2r/(1 − r²)",
    claim=f"Sum(abs(j)*({_AT}), (j, -oo, oo)) == 2*exp(-1/b)/(1 - exp(-2/b))",
    let=["b = 1/log(1 + v)"],
    where=["v > 0"],
)
tail = Formula(
    title="The error is above n with probability 2 r^(n + 1)/(1 + r)",
    claim=f"Sum({_AT}, (j, -oo, -(n + 1))) + Sum({_AT}, (j, n + 1, oo)) == 2*exp(-(n + 1)/b)/(1 + exp(-1/b))",
    where=["b > 0", "n in integers", "n >= 0"],
)
accuracy = Formula(
    title="By the union bound the greatest of k errors is above n with probability at most β if n + 1 >= b ln(2k/((1 + r) β))",
    claim="k*(2*exp(-(n + 1)/b)/(1 + exp(-1/b))) <= beta",
    where=["b > 0", "beta > 0", "k > 0", "n >= 0"],
    given=["n + 1 >= b*log(2*k/((1 + exp(-1/b))*beta))"],
)
threshold = Formula(
    title="max(0, ⌈y⌉ − 1) is not negative, and one more than it is at least y",
    claim="max(0, ceil(y) - 1) + 1 >= y",
)
