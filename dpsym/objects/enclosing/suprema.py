"""The max divergence of laws without a closed form: the supremum of log p - log q over a common space, exactly.

Between the kinks of the densities log p - log q is a polynomial of degree at most 2 in x (Laplace, normal, exponential, uniform, both
discrete laws, and what `shift`, `scale` and `condition` make of them), so the supremum over a piece is at an end, at the vertex of a
concave parabola, or infinite. For Gumbel laws of one scale b it is c + k exp(-x/b), which is monotone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import sympy

from ..errors import ObjectError
from ..laws import DiscreteGaussian, DiscreteLaplace, FamilyLaw, Gumbel, Mixture
from ..symbolic import certain, greatest
from .quadrature import cuts

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


def _polynomial(p: FamilyLaw, q: FamilyLaw, x: Any, low: Any, high: Any) -> Any:
    """The difference of the exponents between two cuts, where no absolute value changes its sign."""
    gap = p.exponent(x) - q.exponent(x)
    middle = _inside(low, high)
    signed = {u: u.args[0] * (1 if certain(u.args[0].subs(x, middle), ZERO) >= 0 else -1) for u in gap.atoms(sympy.Abs)}
    return sympy.expand(gap.subs(signed))


def _over_piece(p: FamilyLaw, q: FamilyLaw, low: Any, high: Any) -> Any:
    """The supremum of the difference of the exponents between two cuts."""
    x = sympy.Symbol("x", real=True)
    middle, gap = _inside(low, high), _polynomial(p, q, x, low, high)
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


# -- mixtures ---------------------------------------------------------------------------------------------------------


def mixture_ratio(p: Any, q: Any) -> Any:
    """sup p/q where one of the laws is a mixture, as an exact number, or oo.

    Between the cuts the ratio of each part to the other law must be an exponential of a line. A sum of such is convex: for a mixture
    p it is greatest at an end. For a mixture q its infimum is wanted, which is at an end where all lines run the same way.
    """
    if isinstance(p, Mixture) and isinstance(q, Mixture):
        raise ObjectError(f"max divergence of {p} and {q}: known where one of the laws is a mixture, found two")
    mixed, other, sign = (p, q, 1) if isinstance(p, Mixture) else (q, p, -1)
    found = []
    for low, high in pairwise(cuts(p, q)):
        parts = [(law, w) for law, w in mixed.parts if w != 0 and _holds(law, low, high)]
        if not _holds(other, low, high) or not parts:
            if parts if sign == 1 else _holds(other, low, high):  # p > 0 = q
                return OO
            continue
        found.append((sign * _extreme(parts, other, low, high, sign), None))
    value = greatest(found)[0]
    return value if sign == 1 else -1 / value


def _extreme(parts: list[tuple[Any, Any]], other: Any, low: Any, high: Any, sign: int) -> Any:
    """The greatest (sign 1) or least (sign -1) value of sum w part/other on a piece; limits at infinite ends count."""
    x = sympy.Symbol("x", real=True)
    lines = [(w * law.factor() / other.factor(), _line(law, other, x, low, high)) for law, w in parts]
    slopes = [certain(line.coeff(x, 1), ZERO) for _, line in lines]
    if sign == -1 and 1 in slopes and -1 in slopes:
        raise ObjectError(
            f"max divergence: the mixture of {', '.join(str(law) for law, _ in parts)} over {other} falls and rises between {low} and "
            f"{high}, expected parts whose ratios to it run the same way"
        )
    values = []
    for end, side in ((low, -1), (high, 1)):
        if end is None and side in slopes:
            values.append(OO)
        elif end is None:
            values.append(sympy.Add(*(c * sympy.exp(line) for (c, line), s in zip(lines, slopes) if s == 0)))
        else:
            values.append(sympy.Add(*(c * sympy.exp(line.subs(x, end)) for c, line in lines)))
    return sign * greatest([(sign * v, None) for v in values])[0]


def _line(p: Any, q: Any, x: Any, low: Any, high: Any) -> Any:
    if not (isinstance(p, FamilyLaw) and isinstance(q, FamilyLaw)) or isinstance(p, Gumbel) or isinstance(q, Gumbel):
        raise ObjectError(
            f"max divergence of mixtures: found the parts {p} and {q}, expected laws of families without Gumbel's"
        )
    gap = _polynomial(p, q, x, low, high)
    if certain(gap.coeff(x, 2), ZERO) != 0:
        raise ObjectError(
            f"max divergence of mixtures: the ratio of {p} to {q} is no exponential of a line, expected one width"
        )
    return gap
