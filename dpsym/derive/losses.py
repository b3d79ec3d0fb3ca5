"""k answers with independent noise, exactly: the hockey-stick divergence of the product laws, from the law of the privacy loss.

The loss of one answer is l = log(p/q) at an outcome of P; losses of independent answers add up, and

    E_u(P^k, Q^k) = Σ P(L = l) (1 − u e^(−l))₊,    L the sum of the losses.

    geometric           P(x) ∝ e^(−|x|/b), shifted by d: the loss is (d − 2x)/b for 0 <= x <= d, at the ends that of all x beyond
    response            e^ε, 1, and 1 in each of the other n − 2 values, over their sum: losses ε, −ε, 0
    discrete Gaussian   the loss is (d² − 2dx)/(2σ²): the sum of the x is what counts; x beyond ±N has a mass that is bounded
    Laplace             losses ±t, t = d/b, with masses ½ and e^(−t)/2, and the density e^(−(t − l)/2)/4 in between

The first three are coefficients of a power of a polynomial, all of them positive. For Laplace noise m of the k losses lie inside, and
their sum has the density (e^(−t/2)/4)^m e^(S/2) U(S), U the m-fold convolution of the indicator of (−t, t): at S = mt − y it is
Σᵣ (−1)^r C(m, r) (y − 2rt)₊^(m−1)/(m − 1)!. Its integrals against e^(±y/2) are c^m/m! ₁F₁(m; m + 1; ±c/2). Signs alternate, and balls
that are too wide for a decision are made again with more bits.

Concentrated privacy, D_α <= ρα for all α > 1, is decided from one order to the next. ψ(α) = (α − 1) D_α is convex, so on [a, b] it
lies below its chord; and the parabola ρα(α − 1) less a line is >= 0 there if √u + √v >= √ρ (b − a) for its values u, v >= 0 at the
ends. Next to 1, D_b <= ρ is enough, as D_α does not fall along α; and from α = D_∞/ρ on there is nothing to show. If D_1 > ρ,
or D_b > ρb at an order that was met, it does not hold.

Gaussian privacy compares curves of errors: (Q(S), 1 − P(S)) over the events S = {loss >= l}. That of losses on a lattice is piecewise
linear, and that of two normal laws is convex: it lies below if it does at the corners, so μ is the greatest Φ⁻¹(P(S)) − Φ⁻¹(Q(S)).
That of Laplace noise is x y = e^(−t)/4 in its middle part. There −Φ⁻¹(x) − Φ⁻¹(y) is greatest at x = y, as log Φ is concave:
μ = −2 Φ⁻¹(e^(−t/2)/2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, isqrt

from flint import arb, arb_poly, ctx

from ..objects.errors import ObjectError
from .rounding import rational

MOST_INSIDE = 40  # answers with Laplace noise: the work grows like their fourth power
MOST_PLACES = 20_000  # coefficients of the polynomial


def reachable(noise: str, distance: Fraction, times: int) -> bool:
    """Whether so many answers are not too much work."""
    return times <= MOST_INSIDE if noise == "laplace" else 2 * times * distance <= MOST_PLACES


def product_delta(noise: str, parameter: Fraction, distance: Fraction, values: int, times: int, eps: arb) -> arb:
    """E at e^ε of `times` answers, at the current precision."""
    if noise == "laplace":
        return _laplace(arb(rational(distance / parameter)), times, eps)
    return _summed(*_LATTICE[noise](parameter, distance, values), times, eps)


# -- losses on a lattice ---------------------------------------------------------------------------------------------


Lattice = tuple[
    Sequence[arb], arb, arb, arb
]  # masses of outcomes 0, 1, ...; the loss at 0; how it falls; what is left out


def _geometric(b: Fraction, distance: Fraction, values: int) -> Lattice:
    d, step = int(distance), arb(rational(1 / b))
    a = (-step).exp()
    inner = [(1 - a) / (1 + a) * a**x for x in range(1, d)]
    return [1 / (1 + a), *inner, a**d / (1 + a)], d * step, 2 * step, arb(0)


def _response(eps: Fraction, distance: Fraction, values: int) -> Lattice:
    a = arb(rational(eps))
    total = a.exp() + values - 1
    return [a.exp() / total, (values - 2) / total, 1 / total], a, a, arb(0)


def _discrete_gaussian(sigma: Fraction, distance: Fraction, values: int) -> Lattice:
    """The outcomes within N of 0; the terms beyond fall faster than those of a geometric series."""
    square = arb(rational(2 * sigma**2))
    n = int(sigma * isqrt(2 * ctx.prec)) + 2  # e^(−N²/(2σ²)) is below 2^(−prec)
    if n > MOST_PLACES:
        raise ObjectError(
            f"found sigma = {float(sigma):.4g}, expected at most {MOST_PLACES // isqrt(2 * ctx.prec)} for several answers"
        )
    weights = [(-arb(x * x) / square).exp() for x in range(-n, n + 1)]
    beyond = 2 * (-arb((n + 1) ** 2) / square).exp() / (1 - (-arb(2 * n + 3) / square).exp())
    whole = sum(weights, arb(0))
    total = whole + beyond.union(arb(0))
    d = arb(rational(distance))
    step = 2 * d / square
    return [w / total for w in weights], (d * d + 2 * d * n) / square, step, (beyond / whole).upper()


_LATTICE: Mapping[str, Callable[[Fraction, Fraction, int], Lattice]] = {
    "geometric": _geometric,
    "response": _response,
    "discrete gaussian": _discrete_gaussian,
}


def _summed(masses: Sequence[arb], first: arb, step: arb, left_out: arb, times: int, eps: arb) -> arb:
    """Σ over the powers of the polynomial; outcomes that are left out add something between 0 and their mass."""
    total = arb(0)
    for i, mass in enumerate((arb_poly(list(masses)) ** times).coeffs()):
        kept = 1 - (eps - times * first + i * step).exp()
        if not kept <= 0:
            total += mass * kept.max(arb(0))
    missing = times * left_out
    return total + missing.union(arb(0))


# -- Laplace noise ---------------------------------------------------------------------------------------------------


def _laplace(t: arb, times: int, eps: arb) -> arb:
    total, up, down, inside = arb(0), arb(1) / 2, (-t).exp() / 2, (-t / 2).exp() / 4
    for m in range(times + 1):
        for i in range(times - m + 1):
            j = times - m - i
            ways = comb(times, m) * comb(times - m, i)
            level = eps - (i - j) * t  # what the losses inside must be above
            if not level >= m * t:
                total += ways * up**i * down**j * inside**m * _above(m, t, level)
    return total


def _above(m: int, t: arb, level: arb) -> arb:
    """∫ (1 − e^(level − S))₊ e^(S/2) U(S) dS; for m = 0 the sum is 0."""
    if m == 0:
        return (1 - level.exp()).max(arb(0))
    length = (m * t - level).min(2 * m * t).max(arb(0))  # y goes from 0 to it
    rising, falling = (m * t / 2).exp(), (level - m * t / 2).exp()
    total = arb(0)
    for r in range(m + 1):
        c = (length - 2 * r * t).max(arb(0))
        if c.is_zero():
            break
        one, two = (_moment(m, c, s) for s in (-1, 1))
        total += (-1) ** r * comb(m, r) * (rising * (-r * t).exp() * one - falling * (r * t).exp() * two)
    return total.max(arb(0))


def _moment(m: int, c: arb, sign: int) -> arb:
    """∫ over (0, c) of u^(m−1) e^(±u/2)/(m − 1)! du."""
    return c**m / factorial(m) * (sign * c / 2).hypgeom_1f1(arb(m), arb(m + 1))


# -- all orders at once ----------------------------------------------------------------------------------------------

MOST_ORDERS = 4000
FIRST = Fraction(1, 10**9)  # of the steps along α, relative to a − 1 but for the first


def concentrated(noise: str, parameter: Fraction, distance: Fraction, values: int, rho: arb) -> bool | None:
    """Whether D_α <= ρα for all α > 1, of one answer; None if balls of this precision, or so many orders, do not tell."""
    moment, mean, most = _orders(noise, parameter, distance, values)
    if mean > rho:
        return False

    def psi(h: Fraction) -> arb:
        return moment(arb(rational(h))).log()  # at the order 1 + h

    def spare(h: Fraction, value: arb) -> arb:
        return rho * arb(rational(h * (1 + h))) - value

    here, last = Fraction(0), arb(0)
    step = FIRST
    for _ in range(MOST_ORDERS):
        if arb(rational(1 + here)) * rho >= most:
            return True
        there = here + step
        value = psi(there)
        left, right, width = spare(here, last), spare(there, value), arb(rational(step))
        if right < 0:
            return False
        first = here == 0 and value <= rho * width
        if first or (left >= 0 and right >= 0 and left.sqrt() + right.sqrt() >= rho.sqrt() * width):
            here, last, step = there, value, step * 2
        else:
            step /= 2
            if step < FIRST / 10**9:
                return None
    return None


def _orders(noise: str, parameter: Fraction, distance: Fraction, values: int) -> tuple[Callable[[arb], arb], arb, arb]:
    """E e^(h l), which is the moment of order 1 + h, the mean of the loss, and its greatest value."""
    if noise == "laplace":
        t = arb(rational(distance / parameter))
        return lambda h: ((1 + h) * (h * t).exp() + h * (-(1 + h) * t).exp()) / (1 + 2 * h), t - 1 + (-t).exp(), t
    masses, first, step, _ = _LATTICE[noise](parameter, distance, values)
    losses = [first - i * step for i in range(len(masses))]
    mean = sum((m * x for m, x in zip(masses, losses)), arb(0))
    return lambda h: sum((m * (h * x).exp() for m, x in zip(masses, losses)), arb(0)), mean, first


# -- curves of errors ------------------------------------------------------------------------------------------------


def gaussian_level(noise: str, parameter: Fraction, distance: Fraction, values: int, times: int) -> arb:
    """The least μ of μ-GDP; for Laplace noise, of one answer."""
    if noise == "laplace":
        return -2 * _quantile((-arb(rational(distance / parameter)) / 2).exp() / 2)
    masses, first, step, _ = _LATTICE[noise](parameter, distance, values)
    all_masses = (arb_poly(list(masses)) ** times).coeffs()
    p, q, level = arb(0), arb(0), None
    for i, mass in enumerate(all_masses[:-1]):
        p, q = p + mass, q + mass * (i * step - times * first).exp()
        here = _quantile(p) - _quantile(q)
        level = here if level is None else level.max(here)
    return arb(0) if level is None else level


def _quantile(p: arb) -> arb:
    """Φ⁻¹."""
    return arb(2).sqrt() * (2 * p - 1).erfinv()
