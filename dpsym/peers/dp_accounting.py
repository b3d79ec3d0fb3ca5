"""dp_accounting, Google's accountants: privacy loss distributions, Rényi privacy, closed forms.

https://pypi.org/project/dp-accounting. PLDs are pessimistic by default ("an upper estimate to the real value"), at any interval; that
of normal noise here is 1e-3, which is faster than 1e-4. Rényi accountants are bounds, and the searches have a tolerance, which is
allowed: the calls below add it.
"""

from __future__ import annotations

from typing import Any

from flint import arb

from ..testing import truths
from .base import Audited, Monotone, Peer, Same

PESSIMISTIC = "pessimistic estimate: the answer is an upper bound"
RENYI = "a bound by Rényi privacy"


def pld_response_epsilon(noise: float, buckets: int, delta: float, count: int) -> Any:
    import dp_accounting as dp

    accountant = dp.pld.PLDAccountant(dp.NeighboringRelation.REPLACE_ONE)
    accountant.compose(dp.RandomizedResponseDpEvent(noise, buckets), count)
    return accountant.get_epsilon(delta)


def pld_response_epsilon_in_a_loop(noise: float, buckets: int, delta: float, count: int) -> Any:
    import dp_accounting as dp

    accountant = dp.pld.PLDAccountant(dp.NeighboringRelation.REPLACE_ONE)
    for _ in range(count):
        accountant.compose(dp.RandomizedResponseDpEvent(noise, buckets))
    return accountant.get_epsilon(delta)


def pld_gaussian_epsilon(sigma: float, delta: float, count: int) -> Any:
    import dp_accounting as dp

    return (
        dp.pld.PLDAccountant(value_discretization_interval=1e-3)
        .compose(dp.GaussianDpEvent(sigma), count)
        .get_epsilon(delta)
    )


def pld_gaussian_delta(sigma: float, eps: float, count: int) -> Any:
    import dp_accounting as dp

    return (
        dp.pld.PLDAccountant(value_discretization_interval=1e-3)
        .compose(dp.GaussianDpEvent(sigma), count)
        .get_delta(eps)
    )


def pld_laplace_delta(scale: float, eps: float, count: int) -> Any:
    import dp_accounting as dp

    return (
        dp.pld.PLDAccountant(value_discretization_interval=1e-3).compose(dp.LaplaceDpEvent(scale), count).get_delta(eps)
    )


def pld_geometric_delta(rate: float, eps: float, sensitivity: int, count: int) -> Any:
    import dp_accounting as dp

    return (
        dp.pld.PLDAccountant(value_discretization_interval=1e-3)
        .compose(dp.dp_event.DiscreteLaplaceDpEvent(rate, sensitivity), count)
        .get_delta(eps)
    )


def pld_subsampled_gaussian_delta(probability: float, sigma: float, eps: float) -> Any:
    import dp_accounting as dp

    event = dp.PoissonSampledDpEvent(probability, dp.GaussianDpEvent(sigma))
    return dp.pld.PLDAccountant(value_discretization_interval=1e-3).compose(event).get_delta(eps)


def pld_private_delta(eps: float, count: int, level: float, delta: float) -> Any:
    from dp_accounting.pld import common, privacy_loss_distribution

    parameters = common.DifferentialPrivacyParameters(eps, delta)
    one = privacy_loss_distribution.from_privacy_parameters(parameters)
    return one.self_compose(count).get_delta_for_epsilon(level)


def rdp_gaussian_delta(sigma: float, eps: float, count: int) -> Any:
    import dp_accounting as dp

    return dp.rdp.RdpAccountant().compose(dp.GaussianDpEvent(sigma), count).get_delta(eps)


def rdp_gaussian_epsilon(sigma: float, delta: float, count: int) -> Any:
    import dp_accounting as dp

    return dp.rdp.RdpAccountant().compose(dp.GaussianDpEvent(sigma), count).get_epsilon(delta)


def rdp_gaussian_epsilon_in_a_loop(sigma: float, delta: float, count: int) -> Any:
    import dp_accounting as dp

    accountant = dp.rdp.RdpAccountant()
    for _ in range(count):
        accountant.compose(dp.GaussianDpEvent(sigma))
    return accountant.get_epsilon(delta)


def rdp_concentrated_epsilon(rho: float, delta: float) -> Any:
    import dp_accounting as dp

    return dp.rdp.RdpAccountant().compose(dp.ZCDpEvent(rho)).get_epsilon(delta)


def rdp_laplace(scale: float, alpha: float, count: int) -> Any:
    import dp_accounting as dp

    return dp.rdp.RdpAccountant([alpha]).compose(dp.LaplaceDpEvent(scale), count).rdp[0]


def rdp_response(noise: float, buckets: int, alpha: float, count: int) -> Any:
    import dp_accounting as dp

    accountant = dp.rdp.RdpAccountant([alpha], dp.NeighboringRelation.REPLACE_ONE)
    return accountant.compose(dp.RandomizedResponseDpEvent(noise, buckets), count).rdp[0]


def rdp_subsampled_gaussian(probability: float, sigma: float, alpha: float) -> Any:
    import dp_accounting as dp

    event = dp.PoissonSampledDpEvent(probability, dp.GaussianDpEvent(sigma))
    return dp.rdp.RdpAccountant([alpha]).compose(event).rdp[0]


def closed_gaussian_epsilon(sigma: float, delta: float) -> Any:
    from dp_accounting import get_epsilon_gaussian

    return get_epsilon_gaussian(sigma, delta, tol=1e-12) + 1e-12  # its tolerance


def closed_gaussian_sigma(eps: float, delta: float) -> Any:
    from dp_accounting import get_sigma_gaussian

    return get_sigma_gaussian(eps, delta, tol=1e-12) + 1e-12  # its tolerance


def smallest_gaussian_noise(eps: float, delta: float, count: int) -> Any:
    from dp_accounting.pld import accountant, common

    parameters = common.DifferentialPrivacyParameters(eps, delta)
    return accountant.get_smallest_gaussian_noise(parameters, count)


def advanced_composition(eps: float, count: int, delta: float, step_delta: float) -> Any:
    from dp_accounting.pld import accountant, common

    found = accountant.advanced_composition(common.DifferentialPrivacyParameters(eps, step_delta), count, delta)
    return float("inf") if found is None else found  # None is documented: no level is enough


def pld_replaced_gaussian_epsilon(sigma: float, delta: float) -> Any:
    import dp_accounting as dp

    accountant = dp.pld.PLDAccountant(dp.NeighboringRelation.REPLACE_ONE, value_discretization_interval=1e-3)
    return accountant.compose(dp.GaussianDpEvent(sigma)).get_epsilon(delta)


def rdp_replaced_gaussian_epsilon(sigma: float, delta: float) -> Any:
    import dp_accounting as dp

    accountant = dp.rdp.RdpAccountant(neighboring_relation=dp.NeighboringRelation.REPLACE_ONE)
    return accountant.compose(dp.GaussianDpEvent(sigma)).get_epsilon(delta)


def rdp_replaced_laplace(scale: float, alpha: float) -> Any:
    import dp_accounting as dp

    accountant = dp.rdp.RdpAccountant([alpha], dp.NeighboringRelation.REPLACE_ONE)
    return accountant.compose(dp.LaplaceDpEvent(scale)).rdp[0]


def replaced_gaussian_epsilon(sigma: Any, delta: Any, digits: int) -> arb:
    """Values of norm at most 1 are summed: replacing one moves the sum by 2 at most, and two opposite values do."""
    return truths.gaussian_epsilon(sigma, delta, sensitivity=2, digits=digits)


def replaced_laplace_renyi(scale: Any, alpha: Any, digits: int) -> arb:
    return truths.laplace_renyi(scale, alpha, sensitivity=2, digits=digits)


REPLACED = (
    "the event bounds the norm of each value by C and sums them, so replacing one moves the sum by up to 2 C, as PLDAccountant has it; "
    "were C the sensitivity to a replacement, RdpAccountant would be right, and PLDAccountant too careful"
)
SIGMA, DELTA, COUNT = (0.3, 300.0), (1e-12, 0.1), [1, 2, 10, 100, 1000]
SMALL = (1e-300, 0.1)

PEER = Peer(
    "dp_accounting",
    "dp-accounting",
    (
        Audited(
            "pld.PLDAccountant.get_epsilon, RandomizedResponseDpEvent",
            pld_response_epsilon,
            truths.randomized_response_epsilon,
            {"noise": (0.1, 1.0), "buckets": (2, 10), "delta": DELTA, "count": [1, 2, 10, 100, 1000]},
            PESSIMISTIC,
            properties=(Same("count=k as k steps", pld_response_epsilon_in_a_loop), Monotone("delta", False)),
        ),
        Audited(
            "pld.PLDAccountant.get_epsilon, GaussianDpEvent",
            pld_gaussian_epsilon,
            truths.gaussian_epsilon,
            {"sigma": (1.0, 300.0), "delta": DELTA, "count": [1, 2, 10]},
            PESSIMISTIC,
            properties=(Monotone("sigma", False),),
        ),
        Audited(
            "pld.PLDAccountant.get_delta, GaussianDpEvent",
            pld_gaussian_delta,
            truths.gaussian_delta,
            {"sigma": (1.0, 300.0), "eps": (0.0, 20.0), "count": [1, 2, 10]},
            PESSIMISTIC,
            properties=(Monotone("eps", False),),
        ),
        Audited(
            "pld.PLDAccountant.get_delta, LaplaceDpEvent",
            pld_laplace_delta,
            truths.laplace_delta,
            {"scale": (0.5, 100.0), "eps": (0.0, 5.0), "count": [1, 2, 5, 10]},
            PESSIMISTIC,
            properties=(Monotone("eps", False),),
        ),
        Audited(
            "pld.PLDAccountant.get_delta, DiscreteLaplaceDpEvent",
            pld_geometric_delta,
            truths.geometric_delta,
            {"rate": (0.01, 3.0), "eps": (0.0, 20.0), "sensitivity": [1, 2, 5], "count": [1, 2, 10, 100]},
            PESSIMISTIC,
            properties=(Monotone("eps", False),),
        ),
        Audited(
            "pld.PLDAccountant.get_delta, PoissonSampledDpEvent",
            pld_subsampled_gaussian_delta,
            truths.subsampled_gaussian_delta,
            {"probability": (1e-4, 1.0), "sigma": (0.5, 50.0), "eps": (0.0, 10.0)},
            f"{PESSIMISTIC}, of removing and of adding a record",
            properties=(Monotone("eps", False),),
        ),
        Audited(
            "pld.from_privacy_parameters.self_compose",
            pld_private_delta,
            truths.kov_delta,
            {"eps": (0.01, 2.0), "count": [1, 2, 10, 100, 1000], "level": (0.0, 50.0), "delta": [0.0, 1e-9, 1e-5]},
            PESSIMISTIC,
            properties=(Monotone("level", False),),
        ),
        Audited(
            "rdp.RdpAccountant.get_delta, GaussianDpEvent",
            rdp_gaussian_delta,
            truths.gaussian_delta,
            {"sigma": SIGMA, "eps": (0.0, 500.0), "count": COUNT},
            RENYI,
            properties=(Monotone("eps", False), Monotone("sigma", False)),
        ),
        Audited(
            "rdp.RdpAccountant.get_epsilon, GaussianDpEvent",
            rdp_gaussian_epsilon,
            truths.gaussian_epsilon,
            {"sigma": (0.01, 1e9), "delta": SMALL, "count": COUNT},
            RENYI,
            properties=(
                Same("count=k as k steps", rdp_gaussian_epsilon_in_a_loop), Monotone("delta", False), Monotone("sigma", False)
            ),
        ),
        Audited(
            "rdp.RdpAccountant.get_epsilon, ZCDpEvent",
            rdp_concentrated_epsilon,
            truths.zcdp_epsilon_floor,
            {"rho": (1e-20, 1e3), "delta": SMALL},
            f"{RENYI}; two normal laws show what no bound can be below",
            properties=(Monotone("delta", False), Monotone("rho", True)),
        ),
        Audited(
            "rdp.RdpAccountant.rdp, LaplaceDpEvent",
            rdp_laplace,
            truths.laplace_renyi,
            {"scale": (1e-3, 1e6), "alpha": (1.0, 1000.0), "count": [1, 10]},
            "\"the above formula is exactly tight for the Laplace mechanism\"",
            properties=(Monotone("alpha", True), Monotone("scale", False)),
        ),
        Audited(
            "rdp.RdpAccountant.rdp, RandomizedResponseDpEvent",
            rdp_response,
            truths.randomized_response_renyi,
            {"noise": (1e-6, 1.0), "buckets": (2, 100), "alpha": (1.01, 1000.0), "count": [1, 10]},
            "the formula of its documentation, which is exact",
            properties=(Monotone("alpha", True), Monotone("noise", False)),
        ),
        Audited(
            "rdp.RdpAccountant.rdp, PoissonSampledDpEvent, whole orders",
            rdp_subsampled_gaussian,
            truths.subsampled_gaussian_renyi,
            {"probability": (1e-9, 1.0), "sigma": (0.1, 1e3), "alpha": [2, 3, 8, 32, 64, 256]},
            "the Rényi divergence of the Poisson sampled Gaussian mechanism",
            properties=(Monotone("probability", True), Monotone("sigma", False)),
        ),
        Audited(
            "rdp.RdpAccountant.rdp, PoissonSampledDpEvent, other orders",
            rdp_subsampled_gaussian,
            truths.subsampled_gaussian_renyi,
            {"probability": (1e-6, 0.9), "sigma": (0.5, 20.0), "alpha": [1.1, 1.5, 2.5, 7.5, 10.9]},
            "the Rényi divergence of the Poisson sampled Gaussian mechanism",
            properties=(Monotone("probability", True), Monotone("sigma", False)),
        ),
        Audited(
            "pld.PLDAccountant.get_epsilon, GaussianDpEvent, REPLACE_ONE",
            pld_replaced_gaussian_epsilon,
            replaced_gaussian_epsilon,
            {"sigma": (2.0, 300.0), "delta": DELTA},
            REPLACED,
            properties=(Monotone("sigma", False),),
        ),
        Audited(
            "rdp.RdpAccountant.get_epsilon, GaussianDpEvent, REPLACE_ONE",
            rdp_replaced_gaussian_epsilon,
            replaced_gaussian_epsilon,
            {"sigma": (0.3, 300.0), "delta": DELTA},
            REPLACED,
            properties=(Monotone("sigma", False),),
        ),
        Audited(
            "rdp.RdpAccountant.rdp, LaplaceDpEvent, REPLACE_ONE",
            rdp_replaced_laplace,
            replaced_laplace_renyi,
            {"scale": (0.01, 1e3), "alpha": (1.01, 100.0)},
            REPLACED,
            properties=(Monotone("scale", False),),
        ),
        Audited(
            "get_epsilon_gaussian",
            closed_gaussian_epsilon,
            truths.gaussian_epsilon,
            {"sigma": (1e-3, 1e18), "delta": SMALL},
            "\"exact calibration and accounting\", with the tolerance 1e-12, which is added; 1e-12 of the answer more is allowed",
            slack="1e-12",
            properties=(Monotone("delta", False), Monotone("sigma", False)),
        ),
        Audited(
            "get_sigma_gaussian",
            closed_gaussian_sigma,
            truths.gaussian_sigma,
            {"eps": (1e-6, 1e4), "delta": SMALL},
            "\"exact calibration and accounting\", with the tolerance 1e-12, which is added; 1e-12 of the answer more is allowed",
            slack="1e-12",
            properties=(Monotone("delta", False), Monotone("eps", False)),
        ),
        Audited(
            "pld.accountant.get_smallest_gaussian_noise",
            smallest_gaussian_noise,
            truths.gaussian_sigma,
            {"eps": (1e-3, 50.0), "delta": (1e-50, 0.1), "count": [1, 10, 1000]},
            "\"finds smallest noise for desired privacy\": the mechanism with it satisfies the target; 1e-7 of it is allowed",
            slack="1e-7",
            properties=(Monotone("delta", False), Monotone("eps", False)),
        ),
        Audited(
            "pld.accountant.advanced_composition",
            advanced_composition,
            truths.kov_epsilon,
            {"eps": (1e-3, 1.0), "count": [1, 2, 10, 100, 1000], "delta": (1e-30, 0.1), "step_delta": [0.0, 1e-20, 1e-9]},
            "\"the result is still (total_epsilon, total_delta)-DP\"",
            properties=(Monotone("delta", False),),
        ),
    ),
)  # fmt: skip
