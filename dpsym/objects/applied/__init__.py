"""Notions of privacy applied to a mechanism: what `PureDP(eps)(M)` says, as facts in the language of laws. No SymPy here.

This is the only place that says what a notion means. Theorems assume and claim these facts, `dpsym.objects.deciding` evaluates the
same facts on the table of a finite mechanism, and a `Definition` of the library is verified by unfolding it here and deciding it.

A mechanism is a density m(d, y), from a space of datasets d to outcomes y. Datasets have a neighbouring relation, an event
near(d, d') or, if records have places, near(i, d, d'): d and d' agree in all records but i, perhaps. Some notions need more:

    hide(i, d, d')    a kernel: d' is d without record i (replaced by a default value), so that Game i shows ∫ hide(i, d, d') m(d', y)
    place(i)          a law of places with a positive weight for each
    view(i, y, z)     a kernel: z is what all but person i see of the outcome y

*For all* pairs of datasets is for almost all, as in every fact: of a countable space with the counting measure these are all.
Neighbours are asked by a factor: near·a <= near·b says nothing of other pairs. Both directions are asked, so near need not be
symmetric. Nothing is said of the diagonal, where there is nothing to ask.

*For all priors*: a prior b(d) is a law of the setting. A theorem that claims the notion for a prior of which nothing is assumed
claims it for all priors. A theorem that assumes the notion assumes it for the priors that it names (a law, or a term such as a coin
between two datasets): for fewer than all, so it says more. The same holds of the order of concentrated privacy. Statements about
posteriors are multiplied by the normalisers, so nothing is asked of an outcome that cannot be shown, Z = 0; if Game 0 can show an
outcome and Game i cannot, that is a breach.

Parameters have the ranges of `parameter_demands`: a number out of range is refused here, and what symbols must satisfy is a condition
(`Applied.conditions`) that a theorem must have. A level that is a formula is part of what is said.
"""

from __future__ import annotations

from collections.abc import Mapping

from .base import BOUND, CLAIMED, Applied, Mechanism, Notion, Said, holds, refuse, spoken_in
from .pairs import (
    ApproximateDP,
    ApproximateRenyiDP,
    GaussianDP,
    PointwiseDP,
    PureDP,
    RenyiDP,
    TotalVariationPrivacy,
    ZeroConcentratedDP,
    normal_mass,
)
from .records import BayesianPrivacy, JointDP, SimulationDP
from .semantic import (
    ApproximateSemanticPrivacy,
    Games,
    InformedSemanticPrivacy,
    ObliviousSemanticPrivacy,
    SemanticPrivacy,
)

__all__ = [
    "BOUND",
    "CLAIMED",
    "NOTIONS",
    "Applied",
    "ApproximateDP",
    "ApproximateRenyiDP",
    "ApproximateSemanticPrivacy",
    "BayesianPrivacy",
    "Games",
    "GaussianDP",
    "InformedSemanticPrivacy",
    "JointDP",
    "Mechanism",
    "Notion",
    "ObliviousSemanticPrivacy",
    "PointwiseDP",
    "PureDP",
    "RenyiDP",
    "Said",
    "SemanticPrivacy",
    "SimulationDP",
    "TotalVariationPrivacy",
    "ZeroConcentratedDP",
    "holds",
    "normal_mass",
    "refuse",
    "spoken_in",
]  # fmt: skip

#: By the name that they have as SymPy objects, too.
NOTIONS: Mapping[str, type[Notion]] = {
    n.__name__: n
    for n in (
        PureDP, ApproximateDP, PointwiseDP, TotalVariationPrivacy, RenyiDP, ZeroConcentratedDP, ApproximateRenyiDP, GaussianDP,
        BayesianPrivacy, SimulationDP, JointDP, SemanticPrivacy, ApproximateSemanticPrivacy, ObliviousSemanticPrivacy,
        InformedSemanticPrivacy,
    )
}  # fmt: skip
