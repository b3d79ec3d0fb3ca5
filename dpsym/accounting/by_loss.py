"""The route "loss distribution": parts whose pair of laws is known, by dpsym.accounting.loss."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb

from ..derive.rounding import rational
from ..kernel.terms import ZERO
from ..objects.errors import ObjectError
from .figures import Value, down, fraction_of, up
from .loss import LossDistribution, Step, discrete_gaussian, discrete_laplace, gaussian, laplace, poisson, response
from .loss.distribution import WIDTH_OF_DELTA, WIDTH_OF_EPS, LossBound
from .parts import Noise, Part
from .results import BETWEEN, Bound, Missing
from .sampling import Sampled

NAME = "loss distribution"
MOST_TIMES = 100_000
RESTS = "losses on a grid from both sides (dpsym.accounting.loss); not checked by the kernel"
TOO_LONG = "the kernel knows no law of a sum of privacy losses"


def step_of(part: Part) -> Step | None:
    """The pair of a part, if it is known and has fractions; that of an ε-private one is randomized response."""
    if isinstance(part, Sampled):
        base, rate = step_of(part.base), fraction_of(part.rate)
        if part.scheme != "poisson" or base is None or rate is None or not 0 < rate < 1:
            return None
        return poisson(base, rate)
    if part.lost is not ZERO:
        return None
    if part.noise is not None:
        return _of_noise(part.noise)
    level = None if part.level is None or "level" not in part.sharp else fraction_of(part.level)
    if level is not None and level > 0:
        return response(level, neighbours=None)
    mu = None if part.mu is None or "mu" not in part.sharp else fraction_of(part.mu)
    return None if mu is None or mu <= 0 else gaussian(1, mu)


def _of_noise(noise: Noise) -> Step | None:
    if noise.kind == "laplace":
        return laplace(noise.parameter, noise.distance)
    if noise.kind == "geometric":
        return discrete_laplace(noise.parameter, noise.distance)
    if noise.kind == "discrete gaussian":
        return discrete_gaussian(noise.parameter, noise.distance)
    return response(noise.parameter, noise.values, neighbours=None) if noise.kind == "response" else None


def by_loss(parts: Sequence[tuple[Part, int]], asked: str, at: Fraction, digits: int) -> Bound | Missing | None:
    """δ or ε between two numbers; None where the exact optimum tells it, or where a part is not known."""
    if all(part.sharp & {"level", "mu"} and not isinstance(part, Sampled) for part, _ in parts):
        return None
    known: list[tuple[Step, int]] = []
    try:
        for part, k in parts:
            step = step_of(part)
            if step is None:
                return None
            known.append((step, k))
        count = sum(k for _, k in known)
        if count > MOST_TIMES:
            return Missing(NAME, f"{count} mechanisms, more than {MOST_TIMES}")
        whole = LossDistribution(known)
        found = whole.epsilon(at, WIDTH_OF_EPS) if asked == "epsilon" else whole.delta(at, WIDTH_OF_DELTA)
    except ObjectError as error:
        return Missing(NAME, str(error))
    if found.upper is None:
        return Missing(NAME, "no finite level is enough")
    return Bound(NAME, _value(found, digits), BETWEEN, (), lambda: TOO_LONG, RESTS)


def _value(found: LossBound, digits: int) -> Value:
    low, high = (arb(rational(x or Fraction(0))) for x in (found.lower, found.upper))
    return Value(down(low, digits), up(high, digits))
