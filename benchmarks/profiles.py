"""The Gaussian privacy profile: milliseconds of processor time per point of delta(eps), at 30 digits."""

from __future__ import annotations

from time import process_time

from flint import arb, ctx
from sympy import Rational, ceiling, log, sqrt

from dpsym.objects import Normal, PrivacyProfile

from .tables import Goal, Part, Table

MOST_MS = 50
DIGITS = 30
RUNS = 5
SIGMAS = tuple(Rational(10) ** k for k in (-3, -2, -1, 0, 1, 3, 6, 9))
EXPONENTS = (0, 1, 10, 100, 300, 1000, 2000)  # delta is near 10**(-n); 0: eps = 0


def measure() -> Part:
    """One row for each sigma, one column for each size of delta."""
    points = {(s, n): _milliseconds(s, n) for s in SIGMAS for n in EXPONENTS}
    worst = max(ms for ms, _ in points.values())
    goal = Goal(f"every point within {MOST_MS} ms at {DIGITS} digits", f"at most {worst:.1f} ms", worst <= MOST_MS)
    rows = tuple((f"{float(s):g}", *(f"{points[s, n][0]:.2f}" for n in EXPONENTS)) for s in SIGMAS)
    headings = ("sigma", *("eps = 0" if n == 0 else f"delta ~ 1e-{n}" for n in EXPONENTS))
    title = f"Gaussian delta(eps) of distance 1: milliseconds per point, {DIGITS} digits, longest of {RUNS}"
    data = {
        f"{s}": {f"{n}": {"ms": ms, "log10_delta": size} for n in EXPONENTS for ms, size in [points[s, n]]}
        for s in SIGMAS
    }
    return Part("profiles", (Table(title, headings, rows, (goal,)),), data)


def _milliseconds(sigma: Rational, n: int) -> tuple[float, float]:
    """The longest time, the first one with cold caches, and log10 of the delta that was found."""
    profile = PrivacyProfile(Normal(0, sigma), Normal(1, sigma))
    m = 1 / sigma
    # Phi(m/2 - eps/m) is near 10**(-n) at this eps, rounded to a rational so that nothing is remembered from another point
    eps = m**2 / 2 + m * Rational(int(ceiling(1000 * sqrt(2 * n * log(10)))), 1000) if n else Rational(0)
    times = []
    for _ in range(RUNS):
        start = process_time()
        ball = profile.delta(eps, {}, DIGITS)
        times.append(1000 * (process_time() - start))
    with ctx.workprec(200):
        size = float((ball.log() / arb(10).log()).mid())
    return max(times), round(size, 1)
