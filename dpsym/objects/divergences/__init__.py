"""Divergences of two laws as SymPy expressions.

spaces       two laws on a common space
base         what every divergence is
events       total variation, hockey stick
ratios       Kullback-Leibler, Rényi, max divergence
squares      Hellinger, chi-squared
"""

from __future__ import annotations

from .base import Divergence
from .events import HockeyStick, TotalVariation
from .ratios import KullbackLeibler, MaxDivergence, Renyi, Supremum
from .squares import ChiSquared, Hellinger

__all__ = [
    "ChiSquared",
    "Divergence",
    "Hellinger",
    "HockeyStick",
    "KullbackLeibler",
    "MaxDivergence",
    "Renyi",
    "Supremum",
    "TotalVariation",
]
