"""Privacy loss distributions with two certain sides: what k answers of several mechanisms cost, as exactly as is asked for.

**Curves are enough.** The curve of a pair (P, Q) is h(u) = E_u(P, Q) = ∫ (p - u q)₊. For products,

    E_u(P1 x P2, Q1 x Q2) = ∫ p1(x) E_{u q1(x)/p1(x)}(P2, Q2) dx,

which rises with the curve of the second pair, and by symmetry with that of the first. So if each pair is replaced by one whose curve is
nowhere less, the curve of the composition is nowhere less; and nowhere greater if theirs are. P1 and Q1 need not have mass 1. The same
holds for mechanisms that depend on what was answered before: for each x the curve of the second is below that of its worst pair.

**Three replacements.** (1) Each pair by one with losses on a grid, from above and from below, off by the square of the step (`grids`).
(2) Each mass by an integer over a power of two, rounded up or down: more mass makes a curve greater, less makes it less (`powers`).
(3) The ends of a sum, whose tilted mass is small, by nothing; from above what they might have been is added in the end (`tails`).
Everything else is exact: products are those of integer polynomials. Nothing is said by floats but where to look (`planning`).

**How good it is.** The widths are measured, not estimated: the two sides are computed apart, and what is told is their distance.
Losses on a common lattice (responses, integer noise, of commensurable parameters) need no grid, and normal noise is merged into one.

    LossDistribution([(poisson(gaussian(1), "0.01"), 10_000)]).epsilon("1e-5")
"""

from .distribution import LossBound, LossDistribution
from .steps import Step, discrete_gaussian, discrete_laplace, gaussian, laplace, poisson, response, table

__all__ = [
    "LossBound",
    "LossDistribution",
    "Step",
    "discrete_gaussian",
    "discrete_laplace",
    "gaussian",
    "laplace",
    "poisson",
    "response",
    "table",
]
