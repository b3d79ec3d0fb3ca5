"""Probability laws as SymPy objects."""

from __future__ import annotations

from .base import FamilyLaw, Law
from .combined import Affine, LawSymbol, Mixture, Product, Truncated, condition, push_forward, scale, shift
from .continuous import Exponential, Gumbel, Laplace, Normal, Uniform
from .finite import Bernoulli, Binomial, FiniteLaw, FiniteLike
from .integer import DiscreteGaussian, DiscreteLaplace
from .response import BinaryResponse, CoinResponse, FourPointResponse, KaryResponse

__all__ = [
    "Affine",
    "Bernoulli",
    "BinaryResponse",
    "Binomial",
    "CoinResponse",
    "DiscreteGaussian",
    "DiscreteLaplace",
    "Exponential",
    "FamilyLaw",
    "FiniteLaw",
    "FiniteLike",
    "FourPointResponse",
    "Gumbel",
    "KaryResponse",
    "Laplace",
    "Law",
    "LawSymbol",
    "Mixture",
    "Normal",
    "Product",
    "Truncated",
    "Uniform",
    "condition",
    "push_forward",
    "scale",
    "shift",
]  # fmt: skip
