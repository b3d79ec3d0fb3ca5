"""Privacy notions: definitions over pairs of laws, and decisions on finite mechanisms with a witness."""

from __future__ import annotations

from .base import Decision, Level, Notion, Witness
from .bayesian import BayesianPrivacy, JointDP, SimulationDP
from .concentrated import ZeroConcentratedDP
from .pairwise import (
    ApproximateDP,
    ApproximateRenyiDP,
    GaussianDP,
    PointwiseDP,
    PureDP,
    RenyiDP,
    TotalVariationPrivacy,
    epsilon_of,
)
from .semantic import ApproximateSemanticPrivacy, InformedSemanticPrivacy, ObliviousSemanticPrivacy, SemanticPrivacy

__all__ = [
    "ApproximateDP", "ApproximateRenyiDP", "ApproximateSemanticPrivacy", "BayesianPrivacy", "Decision", "GaussianDP",
    "InformedSemanticPrivacy", "JointDP", "Level", "Notion", "ObliviousSemanticPrivacy", "PointwiseDP", "PureDP", "RenyiDP",
    "SemanticPrivacy",
    "SimulationDP", "TotalVariationPrivacy", "Witness", "ZeroConcentratedDP", "epsilon_of",
]  # fmt: skip
