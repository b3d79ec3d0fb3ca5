"""Laws, divergences, notions, mechanisms and queries as SymPy objects. Names are imported on first use.

>>> from dpsym.objects import Laplace, TotalVariation
>>> TotalVariation(Laplace(0, 1), Laplace(1, 1)).doit()
1 - exp(-1/2)

Each module sees only those that stand before it:

    algebra, families, definitions          the formulas of densities and divergences, over an algebra; no SymPy
    language, unfold                        statements about all laws; no SymPy
    errors, symbolic                        exact numbers, to kernel terms and back, comparisons and balls
    enclosing.pairs, enclosing.gaussian     divergences of lists of weights; the Gaussian profile
    laws                                    probability laws
    closed_forms, finite_forms              certified closed forms (tables, data); sums of finite laws
    stats                                   laws from sympy.stats and to it
    columns, grids, plots                   a quantity compiled, at many points; as arrays and plots
    enclosing                               rigorous quadrature and summation
    divergences, privacy_loss, profile      divergences of two laws, by closed form or enclosure
    mechanisms.base, mechanisms.queries     finite mechanisms; queries and their sensitivities
    screening                               which pairs of neighbours may be worst
    notions                                 privacy notions, decided on finite mechanisms
    mechanisms                              mechanisms with their privacy and utility
    table                                   docs/objects.md

`mechanisms` is in two places because a notion is decided on a finite mechanism, and a mechanism says which notions it satisfies.
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
    "grids": ("Compiled", "Enclosures", "compiled"),
    "plots": ("plot",),
    "stats": ("law_of", "to_sympy_stats"),
    "profile": ("ApproximateMax", "ApproximateRenyi", "PrivacyProfile"),
    "privacy_loss": ("PrivacyLoss",),
    "mechanisms.base": ("ADD_REMOVE", "CHANGE_ONE", "FiniteMechanism"),
    "notions": (
        "ApproximateDP", "ApproximateRenyiDP", "ApproximateSemanticPrivacy", "BayesianPrivacy", "GaussianDP",
        "InformedSemanticPrivacy", "JointDP",
        "ObliviousSemanticPrivacy", "PointwiseDP", "PureDP", "RenyiDP", "SemanticPrivacy", "SimulationDP",
        "TotalVariationPrivacy", "ZeroConcentratedDP",
    ),
    "mechanisms.queries": (
        "EnumeratedQuery", "Query", "Sensitivity", "clipped_mean", "clipped_sum", "counting", "enumerated", "fraction",
        "histogram", "linear", "unbounded", "vector",
    ),
    "mechanisms.continuous": ("GaussianMechanism", "LaplaceMechanism"),
    "mechanisms.integer": ("DiscreteGaussianMechanism", "GeometricMechanism"),
    "mechanisms.choice": ("ExponentialMechanism", "ReportNoisyMax"),
    "mechanisms.guarantees": ("ASSUMED", "Guarantee"),
    "mechanisms.response": ("KaryResponseMechanism", "ResponseMechanism"),
}  # fmt: skip
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    return list(__all__)
