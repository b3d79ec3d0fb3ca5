"""autodp: Rényi and (ε,δ) accounting by functions of a mechanism. https://pypi.org/project/autodp

Its functions have closed forms, or search for a root or a best order with SciPy; the documentation names no tolerance.
"""

from __future__ import annotations

from typing import Any

from flint import arb

from ..testing import truths
from ..testing.balls import number
from .base import Audited, Monotone, Peer

TOLERANCE = "a root of the exact δ; SciPy's tolerance of 2e-12 is added, and 2e-12 of the answer allowed"
EXACT = "a closed form, without a tolerance"


def coin_renyi(p: Any, alpha: Any, digits: int) -> arb:
    """Of a coin that tells the truth with probability p."""
    return truths.randomized_response_renyi(2 * (1 - number(p)), 2, alpha, digits=digits)


def coin_epsilon(p: Any, delta: Any, digits: int) -> arb:
    return truths.randomized_response_epsilon(2 * (1 - number(p)), 2, delta, digits=digits)


def laplace_renyi(scale: float, alpha: float) -> Any:
    from autodp import rdp_bank

    return rdp_bank.RDP_laplace({"b": scale}, alpha)


def pure_renyi(eps: float, alpha: float) -> Any:
    from autodp import rdp_bank

    return rdp_bank.RDP_pureDP({"eps": eps}, alpha)


def response_renyi(p: float, alpha: float) -> Any:
    from autodp import rdp_bank

    return rdp_bank.RDP_randresponse({"p": p}, alpha)


def closed_gaussian_epsilon(sigma: float, delta: float) -> Any:
    from autodp import dp_bank

    return dp_bank.get_eps_ana_gaussian(sigma, delta) + 2e-12  # the tolerance of its search


def renyi_gaussian_epsilon(sigma: float, delta: float) -> Any:
    from autodp import dp_bank

    return dp_bank.get_eps_gaussian(sigma, delta)


def renyi_laplace_epsilon(scale: float, delta: float) -> Any:
    from autodp import dp_bank

    return dp_bank.get_eps_laplace(scale, delta)


def closed_response_epsilon(p: float, delta: float) -> Any:
    from autodp import dp_bank

    return dp_bank.get_eps_randresp_optimal(p, delta)


def mechanism_gaussian_epsilon(sigma: float, delta: float) -> Any:
    from autodp.mechanism_zoo import GaussianMechanism

    return GaussianMechanism(sigma).get_approxDP(delta) + 2e-12  # the tolerance of its search


def mechanism_gaussian_delta(sigma: float, eps: float) -> Any:
    from autodp.mechanism_zoo import GaussianMechanism

    return GaussianMechanism(sigma).get_approx_delta(eps)


def mechanism_laplace_epsilon(scale: float, delta: float) -> Any:
    from autodp.mechanism_zoo import LaplaceMechanism

    return LaplaceMechanism(scale).get_approxDP(delta)


def mechanism_concentrated_epsilon(rho: float, delta: float) -> Any:
    from autodp.mechanism_zoo import zCDP_Mechanism

    return zCDP_Mechanism(rho).get_approxDP(delta)


def composed_gaussian_epsilon(sigma: float, delta: float, count: int) -> Any:
    from autodp.mechanism_zoo import ExactGaussianMechanism
    from autodp.transformer_zoo import ComposeGaussian

    return ComposeGaussian()([ExactGaussianMechanism(sigma)], [count]).get_approxDP(delta) + 2e-12  # the tolerance


def subsampled_gaussian_renyi(probability: float, sigma: float, alpha: int) -> Any:
    from autodp.mechanism_zoo import ExactGaussianMechanism
    from autodp.transformer_zoo import AmplificationBySampling

    sampling = AmplificationBySampling(PoissonSampling=True)
    return sampling(ExactGaussianMechanism(sigma), probability, improved_bound_flag=True).get_RDP(alpha)


SIGMA, DELTA = (0.05, 1e6), (1e-300, 0.4)

PEER = Peer(
    "autodp.transformer_zoo",  # imports all of it
    "autodp",
    (
        Audited(
            "rdp_bank.RDP_laplace", laplace_renyi, truths.laplace_renyi, {"scale": (1e-3, 1e6), "alpha": (1.0, 1e5)}, EXACT,
            properties=(Monotone("alpha", True), Monotone("scale", False)),
        ),
        Audited(
            "rdp_bank.RDP_pureDP", pure_renyi, truths.pure_renyi, {"eps": (1e-6, 500.0), "alpha": (1.0, 1e5)}, EXACT,
            properties=(Monotone("alpha", True), Monotone("eps", True)),
        ),
        Audited(
            "rdp_bank.RDP_randresponse", response_renyi, coin_renyi, {"p": (0.5, 0.999), "alpha": (1.0, 1e5)}, EXACT,
            properties=(Monotone("alpha", True), Monotone("p", True)),
        ),
        Audited(
            "dp_bank.get_eps_ana_gaussian", closed_gaussian_epsilon, truths.gaussian_epsilon, {"sigma": SIGMA, "delta": DELTA},
            TOLERANCE, slack="2e-12",
            properties=(Monotone("delta", False), Monotone("sigma", False)),
        ),
        Audited(
            "dp_bank.get_eps_gaussian", renyi_gaussian_epsilon, truths.gaussian_epsilon, {"sigma": SIGMA, "delta": DELTA},
            "a bound by Rényi privacy", properties=(Monotone("delta", False),),
        ),
        Audited(
            "dp_bank.get_eps_laplace", renyi_laplace_epsilon, truths.laplace_epsilon, {"scale": (0.01, 1e3), "delta": DELTA},
            "a bound by Rényi privacy", properties=(Monotone("delta", False),),
        ),
        Audited(
            "dp_bank.get_eps_randresp_optimal", closed_response_epsilon, coin_epsilon, {"p": (0.5, 0.999), "delta": (0.0, 0.9)},
            EXACT, properties=(Monotone("delta", False),),
        ),
        Audited(
            "mechanism_zoo.GaussianMechanism.get_approxDP", mechanism_gaussian_epsilon, truths.gaussian_epsilon,
            {"sigma": SIGMA, "delta": DELTA}, TOLERANCE,
            slack="2e-12", properties=(Monotone("delta", False),),
        ),
        Audited(
            "mechanism_zoo.GaussianMechanism.get_approx_delta", mechanism_gaussian_delta, truths.gaussian_delta,
            {"sigma": (0.1, 1e3), "eps": (0.0, 100.0)}, "δ as a function of ε of the mechanism",
            properties=(Monotone("eps", False), Monotone("sigma", False)),
        ),
        Audited(
            "mechanism_zoo.LaplaceMechanism.get_approxDP", mechanism_laplace_epsilon, truths.laplace_epsilon,
            {"scale": (0.01, 1e3), "delta": DELTA}, "a bound by Rényi privacy", properties=(Monotone("delta", False),),
        ),
        Audited(
            "mechanism_zoo.zCDP_Mechanism.get_approxDP", mechanism_concentrated_epsilon, truths.zcdp_epsilon_floor,
            {"rho": (1e-12, 1e3), "delta": DELTA}, "a bound by Rényi privacy; two normal laws show what no bound can be below",
            properties=(Monotone("delta", False),),
        ),
        Audited(
            "transformer_zoo.ComposeGaussian", composed_gaussian_epsilon, truths.gaussian_epsilon,
            {"sigma": SIGMA, "delta": DELTA, "count": [1, 10, 1000]}, TOLERANCE,
            slack="2e-12", properties=(Monotone("delta", False),),
        ),
        Audited(
            "transformer_zoo.AmplificationBySampling, Poisson", subsampled_gaussian_renyi, truths.subsampled_gaussian_renyi,
            {"probability": (1e-6, 0.99), "sigma": (0.5, 1e3), "alpha": [2, 3, 8, 32, 64]}, "the improved bound for Poisson samples",
            properties=(Monotone("probability", True),),
        ),
    ),
)  # fmt: skip
