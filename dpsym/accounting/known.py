"""Guarantees and mechanisms of dpsym.objects as parts of a composition, with their neighbouring relation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..kernel.terms import Term
from ..objects import symbolic
from ..objects.errors import ObjectError
from ..objects.mechanisms.base import CHANGE_ONE, Neighbours
from ..objects.mechanisms.continuous import GaussianMechanism, LaplaceMechanism
from ..objects.mechanisms.guarantees import Guarantee
from ..objects.mechanisms.integer import DiscreteGaussianMechanism, GeometricMechanism
from ..objects.mechanisms.response import KaryResponseMechanism, ResponseMechanism
from ..objects.notions import ApproximateDP, GaussianDP, PureDP, RenyiDP, ZeroConcentratedDP
from . import parts
from .parts import Part


def part_of(what: Any, neighbours: Neighbours | None = None) -> Part:
    """A part from what stands for one: a part, a notion with numbers, a guarantee or a mechanism of dpsym.objects."""
    if isinstance(what, Part):
        return what
    if isinstance(what, Guarantee):
        what = what.value
    for kind, read in _READERS.items():
        if isinstance(what, kind):
            return read(what, neighbours)
    raise ObjectError(
        f"found {what!r} of type {type(what).__name__}, expected a guarantee or a mechanism: one of dpsym.accounting "
        "(pure, approx, zcdp, gdp, renyi, gauss, laplace, geometric, dgauss, response, poisson, fixed), or of dpsym.objects (PureDP, "
        "ApproximateDP, RenyiDP, ZeroConcentratedDP, GaussianDP, or a mechanism with noise)"
    )


def _term(value: Any) -> Term:
    return symbolic.to_term(symbolic.exact(value))


def _gaussian(m: Any, _: Neighbours | None) -> Part:
    """In any dimension: the l2 sensitivity decides."""
    return parts.gauss(_term(m.sigma), _term(m.sensitivity.value), m.sensitivity.neighbours)


def _laplace(m: Any, _: Neighbours | None) -> Part:
    if (
        m.dimension > 1
    ):  # the pair at neighbours has one coordinate for each; its level is known, its curve of errors is not
        return parts.pure(_term(m.epsilon), m.sensitivity.neighbours)
    return parts.laplace(_term(m.scale), _term(m.sensitivity.value), m.sensitivity.neighbours)


def _geometric(m: Any, _: Neighbours | None) -> Part:
    if m.dimension > 1:
        return parts.pure(_term(m.epsilon), m.sensitivity.neighbours)
    return parts.geometric(_term(m.sensitivity.value / m.epsilon), _term(m.sensitivity.value), m.sensitivity.neighbours)


def _discrete_gaussian(m: Any, _: Neighbours | None) -> Part:
    if m.dimension > 1:
        return parts.zcdp(_term(m.sensitivity.value**2 / (2 * m.sigma**2)), m.sensitivity.neighbours)
    return parts.dgauss(_term(m.sigma), _term(m.sensitivity.value), m.sensitivity.neighbours)


def _zcdp(notion: Any, neighbours: Neighbours | None) -> Part:
    xi, rho = notion.args
    if xi != 0:
        raise ObjectError(f"found {notion}, expected xi = 0")
    return parts.zcdp(_term(rho), neighbours)


_READERS: Mapping[type, Callable[[Any, Neighbours | None], Part]] = {
    PureDP: lambda n, r: parts.pure(_term(n.args[0]), r),
    ApproximateDP: lambda n, r: parts.approx(_term(n.args[0]), _term(n.args[1]), r),
    RenyiDP: lambda n, r: parts.renyi(_term(n.args[0]), _term(n.args[1]), r),
    GaussianDP: lambda n, r: parts.gdp(_term(n.args[0]), r),
    ZeroConcentratedDP: _zcdp,
    GaussianMechanism: _gaussian,
    LaplaceMechanism: _laplace,
    GeometricMechanism: _geometric,
    DiscreteGaussianMechanism: _discrete_gaussian,
    KaryResponseMechanism: lambda m, _: parts.response(_term(m.epsilon), m.answers, CHANGE_ONE),
    ResponseMechanism: lambda m, _: parts.pure(_term(m.epsilon), CHANGE_ONE),
}
