"""The max divergence of laws without a closed form: the supremum of log p - log q over a common space, exactly.

Between the kinks of the densities log p - log q is a polynomial of degree at most 2 in x (Laplace, normal, exponential, uniform, both
discrete laws, and what `shift`, `scale` and `condition` make of them), so the supremum over a piece is at an end, at the vertex of a
concave parabola, or infinite. For Gumbel laws of one scale b it is c + k exp(-x/b), which is monotone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import sympy

from .errors import ObjectError
from .laws import DiscreteGaussian, DiscreteLaplace, FamilyLaw, Gumbel
from .quadrature import cuts
from .symbolic import certain, greatest

OO, ZERO = sympy.oo, sympy.Integer(0)


def supremum(p: Any, q: Any) -> Any:
    """sup log p/q without the factors of the densities, as an exact SymPy number, or oo; laws with numbers for parameters."""
    if not (isinstance(p, FamilyLaw) and isinstance(q, FamilyLaw)):
        raise ObjectError(
            f"max divergence of {p} and {q}: known for finite laws, for laws of families, and for products of them"
        )
    if isinstance(p, Gumbel) or isinstance(q, Gumbel):
        return _gumbel(p, q)
    found = []
    for low, high in pairwise(cuts(p, q)):
        if not _holds(p, low, high):
            continue
        if not _holds(q, low, high):
            return OO
        found.append((_over_piece(p, q, low, high), None))
    return greatest(found)[0]


def _gumbel(p: Any, q: Any) -> Any:
    """-(x - m)/b - exp(-(x - m)/b) against the same at n: (m - n)/b - (e^(m/b) - e^(n/b)) e^(-x/b)."""
    if not (isinstance(p, Gumbel) and isinstance(q, Gumbel) and certain(p.args[1], q.args[1]) == 0):
        raise ObjectError(f"max divergence of {p} and {q}: Gumbel laws are compared with each other, at one scale")
    return (p.args[0] - q.args[0]) / p.args[1] if certain(p.args[0], q.args[0]) >= 0 else OO


def _holds(law: FamilyLaw, low: Any, high: Any) -> bool:
    """Whether a piece lies in the support."""
    a, b = law.ends()
    return (a is None or (low is not None and certain(low, a) >= 0)) and (
        b is None or (high is not None and certain(high, b) <= 0)
    )


def _inside(low: Any, high: Any) -> Any:
    """A point of the piece."""
    if low is None:
        return ZERO if high is None else high - 1
    return low + 1 if high is None else (low + high) / 2


def _over_piece(p: FamilyLaw, q: FamilyLaw, low: Any, high: Any) -> Any:
    """The supremum of the difference of the exponents between two cuts."""
    x = sympy.Symbol("x", real=True)
    gap = p.exponent(x) - q.exponent(x)
    middle = _inside(low, high)
    signed = {u: u.args[0] * (1 if certain(u.args[0].subs(x, middle), ZERO) >= 0 else -1) for u in gap.atoms(sympy.Abs)}
    gap = sympy.expand(gap.subs(signed))
    steep, slope = gap.coeff(x, 2), gap.coeff(x, 1)
    bend = certain(steep, ZERO)
    for end, side in ((low, -1), (high, 1)):
        if end is None and (bend > 0 or (bend == 0 and side * certain(slope, ZERO) > 0)):
            return OO
    points = [e for e in (low, high) if e is not None]
    if bend < 0:
        vertex = -slope / (2 * steep)
        whole = isinstance(p, (DiscreteLaplace, DiscreteGaussian))
        near = [sympy.floor(vertex), sympy.ceiling(vertex)] if whole else [vertex]
        points += [v for v in near if (low is None or certain(v, low) >= 0) and (high is None or certain(v, high) <= 0)]
    if not points:  # a line without slope, from end to end
        points = [middle]
    return greatest([(gap.subs(x, v), None) for v in points])[0]
