"""What accountants should have answered: true values as balls of any precision, for `assert_sound` and `dpsym audit-peer`.

Each takes exact numbers (a float is the fraction it is, a text the decimal it prints) and `digits`, and returns a python-flint ball
that contains the value and tells it with so many digits of its own: 1e-2000 is told as 1e-2000, and 0 only where the value is 0.

    gaussian        δ(ε) = Φ(m/2 − ε/m) − e^ε Φ(−m/2 − ε/m), m = Δ√k/σ
    Laplace         δ(ε) = 1 − e^((ε − t)/2) for ε < t = Δ/b, else 0; k answers as in dpsym.derive.losses
    geometric       noise ∝ e^(−a|x|) on the integers, k answers as in dpsym.derive.losses
    kov             the optimum for k mechanisms that are (ε, δ)-private: 1 − (1 − δ)^k (1 − δ_k(level)), δ_k of dpsym.derive.k_fold
    response        with probability p one of n values at random, else the truth; k answers
    subsampled      each record is there with probability q; the neighbours differ by one record, added or removed, and of the two
                    directions the worse one counts
    zCDP            floors: ρ-zCDP allows two normal laws at distance √(2ρ), so no conversion may claim less than is true of these
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from flint import acb, arb, arb_poly, ctx

from ..derive.k_fold import exact_delta
from ..derive.losses import product_delta
from ..objects.errors import ObjectError
from .balls import at_least_zero, at_most, ball, between, exact, number, positive, relative, root, times

DIGITS = 30
MOST_EVALUATIONS = 20_000  # of an integrand
MOST_LOSS = 20_000  # α²/σ² in an integral: the moment has such an exponent


# -- normal noise --------------------------------------------------------------------------------------------------------


def gaussian_delta(sigma: Any, eps: Any, sensitivity: Any = 1, count: Any = 1, digits: int = DIGITS) -> arb:
    """The least δ of `count` answers with normal noise at ε."""
    square = _distance_squared(sigma, sensitivity, count)
    level = number(eps, "eps")
    return relative(lambda: _normal_delta(square, level), digits)


def gaussian_epsilon(sigma: Any, delta: Any, sensitivity: Any = 1, count: Any = 1, digits: int = DIGITS) -> arb:
    """The least ε >= 0 of `count` answers with normal noise at δ; oo for δ = 0."""
    return _normal_epsilon(_distance_squared(sigma, sensitivity, count), between(delta, "delta", 0, 1), digits)


def gaussian_sigma(eps: Any, delta: Any, sensitivity: Any = 1, count: Any = 1, digits: int = DIGITS) -> arb:
    """The least standard deviation with which `count` answers are (ε, δ)-private."""
    level, target = at_least_zero(eps, "eps"), between(delta, "delta", 0, 1)
    square = positive(sensitivity, "sensitivity") ** 2 * times(count)
    if target == 0:
        return arb.pos_inf()
    if target == 1:
        return arb(0)

    def enough(sigma: Fraction) -> bool:
        return at_most(lambda: _normal_delta(square / sigma**2, level), target, "delta of normal noise")

    return root(enough, digits, "sigma")


def gaussian_renyi(sigma: Any, alpha: Any, sensitivity: Any = 1, count: Any = 1, digits: int = DIGITS) -> arb:
    """k α Δ²/(2σ²)."""
    value = _order(alpha) * _distance_squared(sigma, sensitivity, count) / 2
    return relative(lambda: ball(value), digits)


def zcdp_delta_floor(rho: Any, eps: Any, digits: int = DIGITS) -> arb:
    """What is true of two normal laws that are ρ-zCDP: no bound for all mechanisms that are ρ-zCDP is less."""
    square, level = 2 * positive(rho, "rho"), at_least_zero(eps, "eps")
    return relative(lambda: _normal_delta(square, level), digits)


def zcdp_epsilon_floor(rho: Any, delta: Any, digits: int = DIGITS) -> arb:
    """The ε of two normal laws that are ρ-zCDP: no conversion from ρ-zCDP gives less."""
    return _normal_epsilon(2 * positive(rho, "rho"), between(delta, "delta", 0, 1), digits)


# -- Laplace and geometric noise -------------------------------------------------------------------------------------------


def laplace_delta(scale: Any, eps: Any, sensitivity: Any = 1, count: Any = 1, digits: int = DIGITS) -> arb:
    b, distance, k = positive(scale, "scale"), positive(sensitivity, "sensitivity"), times(count)
    level = at_least_zero(eps, "eps")
    if level >= k * distance / b:
        return arb(0)
    if k == 1:
        return relative(lambda: -(ball((level - distance / b) / 2).expm1()), digits)
    return relative(lambda: product_delta("laplace", b, distance, 2, k, ball(level)), digits)


def laplace_epsilon(scale: Any, delta: Any, sensitivity: Any = 1, digits: int = DIGITS) -> arb:
    """(t + 2 log(1 − δ))₊ of one answer."""
    t, target = positive(sensitivity, "sensitivity") / positive(scale, "scale"), between(delta, "delta", 0, 1)
    if target == 1 or (target > 0 and at_most(lambda: -ball(-t / 2).expm1(), target, "delta of Laplace noise")):
        return arb(0)
    return relative(lambda: ball(t) + 2 * ball(-target).log1p(), digits)


def laplace_renyi(scale: Any, alpha: Any, sensitivity: Any = 1, count: Any = 1, digits: int = DIGITS) -> arb:
    """k log(α/(2α − 1) e^((α−1)t) + (α − 1)/(2α − 1) e^(−αt))/(α − 1), and k(t − 1 + e^(−t)) at α = 1."""
    t, a, k = positive(sensitivity, "sensitivity") / positive(scale, "scale"), _order(alpha), times(count)

    def value() -> arb:
        if a == 1:
            return k * (ball(t) + ball(-t).expm1())
        rises, falls = ball((a - 1) * t).exp(), ball(-a * t).exp()
        return k * (ball(a / (2 * a - 1)) * rises + ball((a - 1) / (2 * a - 1)) * falls).log() / ball(a - 1)

    return relative(value, digits)


def geometric_delta(rate: Any, eps: Any, sensitivity: Any = 1, count: Any = 1, digits: int = DIGITS) -> arb:
    """Noise on the integers with mass ∝ e^(−rate |x|)."""
    a, distance, k = positive(rate, "rate"), times(sensitivity, "sensitivity"), times(count)
    level = at_least_zero(eps, "eps")
    if level >= k * distance * a:
        return arb(0)
    return relative(lambda: product_delta("geometric", 1 / a, Fraction(distance), 2, k, ball(level)), digits)


# -- all mechanisms that are private, and randomized response ---------------------------------------------------------------


def pure_renyi(eps: Any, alpha: Any, count: Any = 1, digits: int = DIGITS) -> arb:
    """The most that D_α can be of an ε-private mechanism: log((e^(αε) + e^((1−α)ε))/(1 + e^ε))/(α − 1), k times."""
    level, a, k = positive(eps, "eps"), _order(alpha), times(count)

    def value() -> arb:
        e = ball(level)
        if a == 1:
            return k * e * (e / 2).tanh()
        x = ball(a)
        return k * (((x * e).exp() + ((1 - x) * e).exp()) / (1 + e.exp())).log() / ball(a - 1)

    return relative(value, digits)


def kov_delta(eps: Any, count: Any, level: Any, delta: Any = 0, digits: int = DIGITS) -> arb:
    """The least δ of `count` mechanisms that are (eps, delta)-private each, at `level`."""
    step, k, at, lost = positive(eps, "eps"), times(count), at_least_zero(level, "level"), between(delta, "delta", 0, 1)
    if at >= k * step and (lost == 0 or k == 1):
        return exact(lost)

    def value() -> arb:
        kept, inner = ball(-lost).log1p() * k if lost < 1 else arb.neg_inf(), arb(0)
        if at < k * step:
            inner = exact_delta(step, k, at)
        return inner if lost == 0 else -kept.expm1() + kept.exp() * inner

    return arb(1) if lost == 1 else relative(value, digits)


def kov_epsilon(eps: Any, count: Any, delta: Any, step_delta: Any = 0, digits: int = DIGITS) -> arb:
    """The least level of `count` mechanisms that are (eps, step_delta)-private each, at `delta`; oo where none is enough."""
    step, k = positive(eps, "eps"), times(count)
    target, lost = between(delta, "delta", 0, 1), between(step_delta, "step_delta", 0, 1)
    if target == 1:
        return arb(0)
    left = 1 if lost == 0 else (1 - lost) ** k
    if left < 1 - target:
        return arb.pos_inf()
    rest = 1 - (1 - target) / left  # what the composition may lose beside the steps' own δ
    if rest == 0:
        return exact(k * step)
    if at_most(lambda: exact_delta(step, k, Fraction(0)), rest, "delta of the composition"):
        return arb(0)
    return relative(lambda: _level(_binomial_losses(step, k), ball(rest)), digits)


def randomized_response_delta(noise: Any, buckets: Any, eps: Any, count: Any = 1, digits: int = DIGITS) -> arb:
    """k answers of n-ary response that is one of the n values at random with probability `noise`; two true values are compared."""
    masses, k, level = _response(noise, buckets), times(count), at_least_zero(eps, "eps")
    if masses is None:
        return arb(0)
    return relative(lambda: _response_delta(masses, k, level), digits)


def randomized_response_epsilon(noise: Any, buckets: Any, delta: Any, count: Any = 1, digits: int = DIGITS) -> arb:
    """The least ε >= 0 of k answers at δ."""
    masses, k, target = _response(noise, buckets), times(count), between(delta, "delta", 0, 1)
    if masses is None or target == 1:
        return arb(0)
    if target == 0:
        return relative(lambda: k * _loss(masses), digits)
    if at_most(lambda: _response_delta(masses, k, Fraction(0)), target, "delta of randomized response"):
        return arb(0)
    return relative(lambda: _level(_response_losses(masses, k), ball(target)), digits)


def randomized_response_renyi(noise: Any, buckets: Any, alpha: Any, count: Any = 1, digits: int = DIGITS) -> arb:
    """k log(x^α y^(1−α) + y^α x^(1−α) + (n − 2)y)/(α − 1), x = 1 − p + p/n, y = p/n."""
    masses, a, k = _response(noise, buckets), _order(alpha), times(count)
    if masses is None:
        return arb(0)
    keep, middle, other = masses

    def value() -> arb:
        loss = _loss(masses)
        if a == 1:
            return k * ball(keep - other) * loss
        x = ball(a - 1)
        return k * (ball(keep) * (x * loss).exp() + ball(other) * (-x * loss).exp() + ball(middle)).log() / x

    return relative(value, digits)


# -- samples ---------------------------------------------------------------------------------------------------------------


def sampled_pure_epsilon(eps: Any, probability: Any, digits: int = DIGITS) -> arb:
    """log(1 + q(e^ε − 1)): an ε-private mechanism that sees each record with probability q; randomized response attains it."""
    level, q = at_least_zero(eps, "eps"), between(probability, "probability", 0, 1)
    if q == 1:
        return exact(level)
    return relative(lambda: (ball(q) * ball(level).expm1()).log1p(), digits)


def subsampled_gaussian_delta(probability: Any, sigma: Any, eps: Any, digits: int = DIGITS) -> arb:
    """One answer with normal noise about a Poisson sample: the laws are N(0) and (1 − q) N(0) + q N(1), in the worse order.

    With u = e^ε: E_u(mixture, N(0)) = q E_v(N(1), N(0)), v = (u − 1 + q)/q, and E_u(N(0), mixture) = c E_w(N(0), N(1)),
    c = 1 − u(1 − q), w = u q/c where c > 0, and 0 else.
    """
    q, level = between(probability, "probability", 0, 1), at_least_zero(eps, "eps")
    square = _distance_squared(sigma, 1, 1)
    if q == 0:
        return arb(0)
    if q == 1:
        return relative(lambda: _normal_delta(square, level), digits)

    def value() -> arb:
        grown = ball(level).expm1()
        removed = ball(q) * _normal_at(square, (grown / ball(q)).log1p())
        c = 1 - (1 + grown) * ball(1 - q)
        if c <= 0:
            return removed
        if not c > 0:  # the other order gives at most c
            return removed.max(arb(0).union(c.upper()))
        added = c * _normal_at(square, ((1 + grown) * ball(q) / c).log())
        return removed.max(added)

    return relative(value, digits)


def subsampled_gaussian_renyi(probability: Any, sigma: Any, alpha: Any, count: Any = 1, digits: int = DIGITS) -> arb:
    """k D_α((1 − q) N(0) + q N(1), N(0)), which is the worse order.

    For whole α, as Σ C(α, i) q^i (1 − q)^(α−i) = 1, the moment is 1 + Σ C(α, i) q^i (1 − q)^(α−i) (e^(i(i−1)/(2σ²)) − 1), i >= 2.
    For others it is an integral in balls; beyond [−L, R], R > 1/2, the integrand is at most the density of N(0), and
    e^(α(α−1)/(2σ²)) times that of N(α).
    """
    q, s, a, k = between(probability, "probability", 0, 1), positive(sigma, "sigma"), _order(alpha), times(count)
    if a == 1:
        raise ObjectError("found alpha = 1, expected an order above 1")
    if q in (0, 1):
        return relative(lambda: ball(q * k * a / (2 * s**2)), digits)
    if a.denominator == 1:
        return relative(lambda: k * _whole_moment(q, s, int(a)).log1p() / ball(a - 1), digits)
    if a * a > MOST_LOSS * s * s:
        raise ObjectError(
            f"found alpha = {a} and sigma = {s}, expected an order that is whole or at most {isqrt(MOST_LOSS)} sigma"
        )
    return relative(lambda: k * _moment(q, s, a).log() / ball(a - 1), digits)


# -- inside ----------------------------------------------------------------------------------------------------------------


Losses = Iterator[tuple[arb, arb]]  # with their masses
Masses = tuple[Fraction, Fraction, Fraction]  # of the losses ε, 0 and −ε


def _order(alpha: Any) -> Fraction:
    a = number(alpha, "alpha")
    if a < 1:
        raise ObjectError(f"found alpha = {a}, expected an order from 1 on")
    return a


def _distance_squared(sigma: Any, sensitivity: Any, count: Any) -> Fraction:
    return (positive(sensitivity, "sensitivity") / positive(sigma, "sigma")) ** 2 * times(count)


def _normal_delta(square: Fraction, level: Fraction) -> arb:
    return _normal_at(square, ball(level))


def _normal_at(square: Fraction, level: arb) -> arb:
    """E at e^level of two normal laws at the distance m = √square; with z, w as in dpsym.objects.enclosing.gaussian.

    For z > 1 it is e^(−z²) (f(z) − f(w))/2, f(x) = e^(x²) erfc(x) = U(1/2, 1/2, x²)/√π, where nothing is small but the first factor.
    """
    m, two = ball(square).sqrt(), arb(2).sqrt()
    z, w = (level / m - m / 2) / two, (level / m + m / 2) / two
    if z > 1:
        return (-z * z).exp() * (_scaled_erfc(z) - _scaled_erfc(w)) / 2
    return (z.erfc() - level.exp() * w.erfc()) / 2


def _scaled_erfc(x: arb) -> arb:
    return (x * x).hypgeom_u(arb(1) / 2, arb(1) / 2) / arb.pi().sqrt()


def _normal_epsilon(square: Fraction, target: Fraction, digits: int) -> arb:
    def enough(level: Fraction) -> bool:
        return at_most(lambda: _normal_delta(square, level), target, "delta of normal noise")

    if target == 0:
        return arb.pos_inf()
    if target == 1 or enough(Fraction(0)):
        return arb(0)
    return root(enough, digits, "eps")


def _response(noise: Any, buckets: Any) -> Masses | None:
    """None where all answers have one law."""
    p, n = between(noise, "noise", 0, 1), times(buckets, "buckets")
    if p == 0 and n > 1:
        raise ObjectError("found noise = 0, expected a mechanism that is private: a number above 0")
    return None if n == 1 or p == 1 else (1 - p + p / n, (n - 2) * p / n, p / n)


def _loss(masses: Masses) -> arb:
    return ball(masses[0] / masses[2]).log()


def _response_losses(masses: Masses, k: int) -> Losses:
    loss = _loss(masses)
    for i, mass in enumerate((arb_poly([ball(m) for m in masses]) ** k).coeffs()):
        yield (k - i) * loss, mass


def _response_delta(masses: Masses, k: int, level: Fraction) -> arb:
    """Σ over the sums S of k losses of P(S) (1 − e^(level − S))₊; all terms are positive."""
    at, total = ball(level), arb(0)
    for loss, mass in _response_losses(masses, k):
        rest = loss - at
        if rest <= 0:
            break
        total += mass * -(-rest).expm1().min(arb(0))
    return total


def _binomial_losses(eps: Fraction, k: int) -> Losses:
    """(k − 2j)ε with the mass C(k, j) e^((k−j)ε)/(1 + e^ε)^k."""
    shrink = ball(-eps).exp()
    weight = (1 + shrink) ** -k
    for j in range(k + 1):
        yield ball((k - 2 * j) * eps), weight
        weight = weight * shrink * (k - j) / (j + 1)


def _level(losses: Losses, target: arb) -> arb:
    """Where Σ P(S) (1 − e^(level − S))₊ = target > 0, which falls along the level and is above the target at 0.

    The sums S come greatest first. Between two of them the function is A − e^level B, A and B of the sums above: from the first sum
    at which it is above the target, the level is log((A − target)/B). A sum at which the balls do not tell asks for more bits.
    """
    mass, weighed = arb(0), arb(0)
    for loss, weight in losses:
        there = mass - loss.exp() * weighed
        if there > target:
            break
        if not there <= target:
            return arb.nan()
        mass, weighed = mass + weight, weighed + weight * (-loss).exp()
    return ((mass - target) / weighed).log()


def _whole_moment(q: Fraction, sigma: Fraction, alpha: int) -> arb:
    """The moment less 1."""
    odds, weight, total = ball(q / (1 - q)), ball(1 - q) ** alpha, arb(0)
    for i in range(1, alpha + 1):
        weight = weight * odds * (alpha - i + 1) / i
        if i > 1:
            total += weight * ball(Fraction(i * (i - 1)) / (2 * sigma**2)).expm1()
    return total


def _moment(q: Fraction, sigma: Fraction, alpha: Fraction) -> arb:
    s, a, rest, share = ball(sigma), ball(alpha), ball(1 - q), ball(q)
    square = 2 * s * s
    reach = s * (2 * (ctx.prec + 10) * arb(2).log()).sqrt()
    left, right = -reach, a + reach + 1
    norm = 1 / (s * (2 * arb.pi()).sqrt())

    def integrand(x: acb, analytic: bool) -> acb:
        base = acb(rest) + share * ((2 * x - 1) / square).exp()
        return norm * (a * base.log(analytic=analytic) - x * x / square).exp()

    left, right = left.mid(), right.mid()
    least = (
        (a * share.log() + a * (a - 1) / square).exp().max(arb(1))
    )  # the moment is above both: what is far below it is nothing
    small = arb(2) ** -ctx.prec
    inner = acb.integral(
        integrand, acb(left), acb(right), rel_tol=small, abs_tol=(least * small).mid(), eval_limit=MOST_EVALUATIONS
    ).real
    two = arb(2).sqrt()
    beyond = (-left / (s * two)).erfc() / 2
    beyond += (a * (a - 1) / square).exp() * ((right - a) / (s * two)).erfc() / 2
    # to the right of R > 1/2 the base is below e^((2x − 1)/(2σ²)), to the left of 1/2 it is below 1
    return inner + beyond.union(arb(0))


Truth = Callable[..., arb]

#: All of them by name.
TRUTHS: Mapping[str, Truth] = {
    f.__name__: f
    for f in (
        gaussian_delta, gaussian_epsilon, gaussian_sigma, gaussian_renyi, zcdp_delta_floor, zcdp_epsilon_floor, laplace_delta,
        laplace_epsilon, laplace_renyi, geometric_delta, pure_renyi, kov_delta, kov_epsilon, randomized_response_delta,
        randomized_response_epsilon, randomized_response_renyi, sampled_pure_epsilon, subsampled_gaussian_delta,
        subsampled_gaussian_renyi,
    )
}  # fmt: skip
