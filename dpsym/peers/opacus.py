"""opacus' accountants, of Meta: opacus.accountants.analysis. https://pypi.org/project/opacus

opacus imports PyTorch, its analysis does not: `prepare` lets the analysis be imported without the rest, where PyTorch is not there.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ..testing import truths
from .base import Audited, Monotone, Peer


def prepare() -> None:
    """Makes opacus and opacus.accountants packages without contents, unless PyTorch is there for the real ones."""
    if importlib.util.find_spec("torch") is not None or "opacus" in sys.modules:
        return
    found = importlib.util.find_spec("opacus")
    for place in () if found is None else found.submodule_search_locations or ():
        for name, folder in (("opacus", Path(place)), ("opacus.accountants", Path(place) / "accountants")):
            package = ModuleType(name)
            package.__path__ = [str(folder)]
            sys.modules[name] = package


def gaussian_delta(sigma: float, eps: float) -> Any:
    from dpsym.peers.opacus import prepare

    prepare()
    from opacus.accountants.analysis import gdp

    return gdp.delta_eps_mu(eps=eps, mu=1 / sigma)


def gaussian_epsilon(sigma: float, delta: float) -> Any:
    from dpsym.peers.opacus import prepare

    prepare()
    from opacus.accountants.analysis import gdp

    return gdp.eps_from_mu(mu=1 / sigma, delta=delta) + 2e-12  # the tolerance of its search


def renyi_gaussian_epsilon(sigma: float, delta: float, count: int) -> Any:
    from dpsym.peers.opacus import prepare

    prepare()
    from opacus.accountants.analysis import rdp

    orders = [1 + x / 10 for x in range(1, 100)] + list(range(12, 64))  # those of its accountant
    values = rdp.compute_rdp(q=1.0, noise_multiplier=sigma, steps=count, orders=orders)
    return rdp.get_privacy_spent(orders=orders, rdp=values, delta=delta)[0]


def subsampled_gaussian_renyi(probability: float, sigma: float, alpha: float, count: int) -> Any:
    from dpsym.peers.opacus import prepare

    prepare()
    from opacus.accountants.analysis import rdp

    return rdp.compute_rdp(q=probability, noise_multiplier=sigma, steps=count, orders=float(alpha))


RENYI = "the Rényi divergence of the sampled Gaussian mechanism"

PEER = Peer(
    "opacus.accountants.analysis.gdp",
    "opacus",
    (
        Audited(
            "analysis.gdp.delta_eps_mu", gaussian_delta, truths.gaussian_delta, {"sigma": (0.02, 1e3), "eps": (0.0, 60.0)},
            "\"dual between mu-GDP and (epsilon, delta)-DP\", exact; the rounding of 1/σ, 1e-12 relative, is allowed", slack="1e-12",
            properties=(Monotone("eps", False),),
        ),
        Audited(
            "analysis.gdp.eps_from_mu", gaussian_epsilon, truths.gaussian_epsilon, {"sigma": (0.02, 1e3), "delta": (1e-30, 0.1)},
            "the inverse of the exact dual; SciPy's tolerance of 2e-12 is added, and 2e-12 of the answer allowed", slack="2e-12",
            properties=(Monotone("delta", False),),
        ),
        Audited(
            "analysis.rdp.get_privacy_spent, q = 1", renyi_gaussian_epsilon, truths.gaussian_epsilon,
            {"sigma": (0.1, 1e9), "delta": (1e-300, 0.9), "count": [1, 10, 1000]}, "a bound by Rényi privacy",
            properties=(Monotone("delta", False), Monotone("sigma", False)),
        ),
        Audited(
            "analysis.rdp.compute_rdp, whole orders", subsampled_gaussian_renyi, truths.subsampled_gaussian_renyi,
            {"probability": (1e-9, 1.0), "sigma": (0.1, 1e3), "alpha": [2, 3, 8, 32, 64], "count": [1, 1000]}, RENYI,
            properties=(Monotone("probability", True), Monotone("sigma", False)),
        ),
        Audited(
            "analysis.rdp.compute_rdp, other orders", subsampled_gaussian_renyi, truths.subsampled_gaussian_renyi,
            {"probability": (1e-6, 0.9), "sigma": (0.5, 20.0), "alpha": [1.1, 1.5, 2.5, 7.5, 10.9], "count": [1, 1000]}, RENYI,
            properties=(Monotone("probability", True), Monotone("sigma", False)),
        ),
    ),
    prepare,
)  # fmt: skip
