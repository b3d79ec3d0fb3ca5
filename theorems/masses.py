"""Every law has total mass one. The discrete Gaussian's normaliser is its definition, so there is nothing to show."""

from dpsym.entries import Formula

laplace = Formula(
    name="masses.laplace",
    title="The Laplace law has mass one",
    claim="Integral(exp(-abs(x - m)/b)/(2*b), (x, -oo, oo)) == 1",
    where=("b > 0",),
)
normal = Formula(
    name="masses.normal",
    title="The normal law has mass one",
    claim="Integral(exp(-(x - m)**2/(2*s**2))/(s*sqrt(2*pi)), (x, -oo, oo)) == 1",
    where=("s > 0",),
)
uniform = Formula(
    name="masses.uniform",
    title="The uniform law has mass one",
    claim="Integral(1/(b - a), (x, a, b)) == 1",
    where=("a < b",),
)
exponential = Formula(
    name="masses.exponential",
    title="The exponential law has mass one",
    claim="Integral(r*exp(-r*x), (x, 0, oo)) == 1",
    where=("r > 0",),
)
gumbel = Formula(
    name="masses.gumbel",
    title="The Gumbel law has mass one",
    claim="Integral(exp(-(x - m)/b - exp(-(x - m)/b))/b, (x, -oo, oo)) == 1",
    where=("b > 0",),
)
discrete_laplace = Formula(
    name="masses.discrete_laplace",
    title="The discrete Laplace law has mass one",
    claim="Sum((1 - exp(-1/b))/(1 + exp(-1/b))*exp(-abs(k - m)/b), (k, -oo, oo)) == 1",
    where=("b > 0", "m in integers"),
)
bernoulli = Formula(
    name="masses.bernoulli",
    title="The Bernoulli law has mass one",
    claim="(1 - p) + p == 1",
    where=("0 <= p <= 1",),
)
binomial = Formula(
    name="masses.binomial",
    title="The binomial law has mass one",
    claim="Sum(binomial(n, k)*p**k*(1 - p)**(n - k), (k, 0, n)) == 1",
    where=("0 < p < 1", "n in integers", "n >= 0"),
)
binary_response = Formula(
    name="masses.binary_response",
    title="Binary randomized response has mass one",
    claim="exp(eps)/(1 + exp(eps)) + 1/(1 + exp(eps)) == 1",
    where=("eps >= 0",),
)
kary_response = Formula(
    name="masses.kary_response",
    title="K-ary randomized response has mass one",
    claim="exp(eps)/(exp(eps) + k - 1) + Sum(1/(exp(eps) + k - 1), (i, 2, k)) == 1",
    where=("eps >= 0", "k in integers", "k >= 2"),
)
coin_response = Formula(
    name="masses.coin_response",
    title="Randomized response with coins has mass one",
    claim="(1 - (p + (1 - p)*q)) + (p + (1 - p)*q) == 1",
    where=("0 <= p <= 1", "0 <= q <= 1"),
)
four_point_response = Formula(
    name="masses.four_point_response",
    title="The four-point response has mass one",
    claim="delta + (1 - delta)*exp(eps)/(1 + exp(eps)) + (1 - delta)/(1 + exp(eps)) + 0 == 1",
    where=("eps >= 0", "0 <= delta <= 1"),
)
