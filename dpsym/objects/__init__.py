"""Laws, divergences, notions, mechanisms and queries as SymPy objects. Names are imported on first use.

>>> from dpsym.objects import Laplace, TotalVariation
>>> TotalVariation(Laplace(0, 1), Laplace(1, 1)).doit()
1 - exp(-1/2)

`families`, `definitions` and `algebra` hold the formulas and do not import SymPy; the text reader uses them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_MODULES: dict[str, tuple[str, ...]] = {
    "errors": ("ObjectError",),
    "laws": (
        "Affine", "Bernoulli", "BinaryResponse", "Binomial", "CoinResponse", "DiscreteGaussian", "DiscreteLaplace",
        "Exponential", "FiniteLaw", "FourPointResponse", "Gumbel", "KaryResponse", "Laplace", "LawSymbol", "Mixture",
        "Normal", "Product", "Truncated", "Uniform", "condition", "push_forward", "scale", "shift",
    ),
    "divergences": (
        "ChiSquared", "Hellinger", "HockeyStick", "KullbackLeibler", "MaxDivergence", "Renyi", "TotalVariation",
    ),
    "profile": ("ApproximateMax", "ApproximateRenyi", "PrivacyProfile"),
    "privacy_loss": ("PrivacyLoss",),
    "mechanism": ("ADD_REMOVE", "CHANGE_ONE", "FiniteMechanism"),
    "notions": (
        "ApproximateDP", "ApproximateRenyiDP", "ApproximateSemanticPrivacy", "BayesianPrivacy", "GaussianDP", "JointDP",
        "ObliviousSemanticPrivacy", "PointwiseDP", "PureDP", "RenyiDP", "SemanticPrivacy", "SimulationDP",
        "TotalVariationPrivacy", "ZeroConcentratedDP",
    ),
    "queries": (
        "clipped_mean", "clipped_sum", "counting", "fraction", "histogram", "linear", "unbounded", "vector",
    ),
    "mechanisms": (
        "DiscreteGaussianMechanism", "ExponentialMechanism", "GaussianMechanism", "GeometricMechanism",
        "LaplaceMechanism", "ReportNoisyMax", "ResponseMechanism",
    ),
}  # fmt: skip
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    return list(__all__)
