"""Every law has total mass one. The discrete Gaussian's normaliser is its definition, so there is nothing to show.

The densities are those of objects.families, from which the laws are made.
"""

from dpsym.library.closed_forms import mass
from dpsym.library.entries import Formula
from dpsym.objects import families

laplace = Formula(
    title="The Laplace law has mass one",
    claim=f"{mass(families.LAPLACE, 'm', 'b')} == 1",
    where=("b > 0",),
)
normal = Formula(
    title="The normal law has mass one",
    claim=f"{mass(families.NORMAL, 'm', 's')} == 1",
    where=("s > 0",),
)
uniform = Formula(
    title="The uniform law has mass one",
    claim=f"{mass(families.UNIFORM, 'a', 'b')} == 1",
    where=("a < b",),
)
exponential = Formula(
    title="The exponential law has mass one",
    claim=f"{mass(families.EXPONENTIAL, 'r')} == 1",
    where=("r > 0",),
)
gumbel = Formula(
    title="The Gumbel law has mass one",
    claim=f"{mass(families.GUMBEL, 'm', 'b')} == 1",
    where=("b > 0",),
)
discrete_laplace = Formula(
    title="The discrete Laplace law has mass one",
    claim=f"{mass(families.DISCRETE_LAPLACE, 'm', 'b')} == 1",
    where=("b > 0", "m in integers"),
)
bernoulli = Formula(
    title="The Bernoulli law has mass one",
    claim="(1 - p) + p == 1",
    where=("0 <= p <= 1",),
)
binomial = Formula(
    title="The binomial law has mass one",
    claim="Sum(binomial(n, k)*p**k*(1 - p)**(n - k), (k, 0, n)) == 1",
    where=("0 < p < 1", "n in integers", "n >= 0"),
)
binary_response = Formula(
    title="Binary randomized response has mass one",
    claim="exp(eps)/(1 + exp(eps)) + 1/(1 + exp(eps)) == 1",
    where=("eps >= 0",),
)
kary_response = Formula(
    title="K-ary randomized response has mass one",
    claim="exp(eps)/(exp(eps) + k - 1) + Sum(1/(exp(eps) + k - 1), (i, 2, k)) == 1",
    where=("eps >= 0", "k in integers", "k >= 2"),
)
coin_response = Formula(
    title="Randomized response with coins has mass one",
    claim="(1 - (p + (1 - p)*q)) + (p + (1 - p)*q) == 1",
    where=("0 <= p <= 1", "0 <= q <= 1"),
)
four_point_response = Formula(
    title="The four-point response has mass one",
    claim="delta + (1 - delta)*exp(eps)/(1 + exp(eps)) + (1 - delta)/(1 + exp(eps)) + 0 == 1",
    where=("eps >= 0", "0 <= delta <= 1"),
)
