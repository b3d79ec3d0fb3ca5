"""prv_accountant, Microsoft's accountant by privacy random variables. https://pypi.org/project/prv-accountant

It returns a lower bound, an estimate and an upper bound; the last is audited, at errors of 0.1 in ε and δ/1000 in δ as its
documentation calls typical.
"""

from __future__ import annotations

from typing import Any

from ..testing import truths
from .base import Audited, Peer

UPPER = '"upper bound", the third number; errors of 0.1 in ε and, for δ, of a thousandth are its own arguments'


def gaussian_epsilon(sigma: float, delta: float, count: int) -> Any:
    from prv_accountant import GaussianMechanism, PRVAccountant

    accountant = PRVAccountant(
        GaussianMechanism(sigma), eps_error=0.1, delta_error=delta / 1000, max_self_compositions=count
    )
    return accountant.compute_epsilon(delta, [count])[2]


def gaussian_delta(sigma: float, eps: float, count: int) -> Any:
    from prv_accountant import GaussianMechanism, PRVAccountant

    accountant = PRVAccountant(GaussianMechanism(sigma), eps_error=0.1, delta_error=1e-9, max_self_compositions=count)
    return accountant.compute_delta(eps, [count])[2]


def laplace_delta(scale: float, eps: float, count: int) -> Any:
    from prv_accountant import LaplaceMechanism, PRVAccountant

    accountant = PRVAccountant(
        LaplaceMechanism(1 / scale), eps_error=0.1, delta_error=1e-9, max_self_compositions=count
    )
    return accountant.compute_delta(eps, [count])[2]


def pure_delta(eps: float, count: int, level: float) -> Any:
    from prv_accountant import PRVAccountant, PureDPMechanism

    accountant = PRVAccountant(PureDPMechanism(eps), eps_error=0.1, delta_error=1e-9, max_self_compositions=count)
    return accountant.compute_delta(level, [count])[2]


def approximate_delta(eps: float, count: int, level: float, delta: float) -> Any:
    from prv_accountant import ApproximateDPMechanism, PRVAccountant

    accountant = PRVAccountant(
        ApproximateDPMechanism(eps, delta), eps_error=0.1, delta_error=1e-9, max_self_compositions=count
    )
    return accountant.compute_delta(level, [count])[2]


def subsampled_gaussian_delta(probability: float, sigma: float, eps: float) -> Any:
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    mechanism = PoissonSubsampledGaussianMechanism(probability, sigma)
    accountant = PRVAccountant(mechanism, eps_error=0.1, delta_error=1e-9, max_self_compositions=1)
    return accountant.compute_delta(eps, [1])[2]


PEER = Peer(
    "prv_accountant",
    "prv-accountant",
    (
        Audited(
            "PRVAccountant.compute_epsilon, GaussianMechanism", gaussian_epsilon, truths.gaussian_epsilon,
            {"sigma": (0.5, 100.0), "delta": (1e-12, 0.01), "count": [1, 10, 100]}, UPPER,
        ),
        Audited(
            "PRVAccountant.compute_delta, GaussianMechanism", gaussian_delta, truths.gaussian_delta,
            {"sigma": (0.5, 100.0), "eps": (0.0, 20.0), "count": [1, 10, 100]}, UPPER,
        ),
        Audited(
            "PRVAccountant.compute_delta, LaplaceMechanism", laplace_delta, truths.laplace_delta,
            {"scale": (0.5, 100.0), "eps": (0.0, 5.0), "count": [1, 2, 5, 10]}, UPPER,
        ),
        Audited(
            "PRVAccountant.compute_delta, PureDPMechanism", pure_delta, truths.kov_delta,
            {"eps": (0.01, 2.0), "count": [1, 2, 10, 100], "level": (0.0, 20.0)}, UPPER,
        ),
        Audited(
            "PRVAccountant.compute_delta, ApproximateDPMechanism", approximate_delta, truths.kov_delta,
            {"eps": (0.01, 2.0), "count": [1, 2, 10, 100], "level": (0.0, 20.0), "delta": [1e-6, 1e-3, 0.1]}, UPPER,
        ),
        Audited(
            "PRVAccountant.compute_delta, PoissonSubsampledGaussianMechanism", subsampled_gaussian_delta,
            truths.subsampled_gaussian_delta, {"probability": (1e-3, 1.0), "sigma": (0.5, 20.0), "eps": (0.0, 10.0)},
            f"{UPPER}; of removing and of adding a record",
        ),
    ),
)  # fmt: skip
