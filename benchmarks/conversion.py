"""From Rényi to (ε,δ): the sharp conversion against that of Mironov (property 8 of source 004) and that of Canonne, Kamath and Steinke.

For D_α(P‖Q) <= ρ and a given ε:

    Mironov     δ = exp((α − 1)(ρ − ε))
    CKS         δ = exp((α − 1)(ρ − ε)) (1 − 1/α)^(α − 1)/α             conversions.renyi_to_approximate of the library
    sharp       the greatest E_{e^ε}(P‖Q), certified from above and below

`python -m benchmarks.conversion` prints a table over a grid, with enclosures, and writes a plot; that sharp <= CKS <= Mironov at every
point is decided by balls.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx, fmpq

from dpsym.derive.tightest.asking import tightest
from dpsym.derive.tightest.numbers import PRECISION

ORDERS = (Fraction(3, 2), Fraction(2), Fraction(4), Fraction(8), Fraction(32))
DIVERGENCES = (Fraction(1, 20), Fraction(1, 2))
LEVELS = (Fraction(0), Fraction(1, 4), Fraction(1), Fraction(2))


@dataclass(frozen=True)
class Point:
    """One point of the grid with the three bounds; `sharp` is an upper end, `digits` how many digits its lower end confirms."""

    alpha: Fraction
    rho: Fraction
    eps: Fraction
    sharp: arb
    cks: arb
    mironov: arb
    digits: int

    @property
    def ordered(self) -> bool:
        """Certainly sharp <= CKS <= Mironov."""
        with ctx.workprec(PRECISION):
            return bool(self.sharp <= self.cks) and bool(self.cks <= self.mironov)


def printed(alpha: Fraction, rho: Fraction, eps: Fraction) -> tuple[arb, arb]:
    """CKS and Mironov."""
    a, r, e = (arb(fmpq(w.numerator, w.denominator)) for w in (alpha, rho, eps))
    mironov = ((a - 1) * (r - e)).exp()
    return mironov * (1 - 1 / a) ** (a - 1) / a, mironov


def point(alpha: Fraction, rho: Fraction, eps: Fraction) -> Point:
    found = tightest(f"E(exp({eps}))", given=f"renyi({alpha}, {rho})")
    if found.value is None:
        raise ArithmeticError(f"E given renyi({alpha}, {rho}) at eps = {eps}: found {found.status}, expected a number")
    with ctx.workprec(PRECISION):
        cks, mironov = printed(alpha, rho, eps)
        digits = 30 if found.number is None else found.number.digits
        return Point(alpha, rho, eps, found.value.upper(), cks, mironov, digits)


def grid() -> Iterator[Point]:
    for alpha in ORDERS:
        for rho in DIVERGENCES:
            for eps in LEVELS:
                yield point(alpha, rho, eps)


def plot(path: str, alpha: Fraction = Fraction(8), rho: Fraction = Fraction(1, 4)) -> None:
    """The three bounds over ε, for one order."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "dpsym"
    from matplotlib import pyplot

    found = [point(alpha, rho, Fraction(i, 4)) for i in range(9)]
    figure, axes = pyplot.subplots(figsize=(6, 4))
    levels = [float(p.eps) for p in found]
    for name, style in (("mironov", ":"), ("cks", "--"), ("sharp", "-")):
        values = [min(1.0, float(getattr(p, name).mid())) for p in found]
        axes.semilogy(levels, values, style, label={"mironov": "Mironov", "cks": "CKS", "sharp": "sharp"}[name])
    axes.set(xlabel="ε", ylabel="δ", title=f"D_{alpha} <= {rho}")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main(path: str = "docs/conversion.svg") -> int:
    print(
        "| α | ρ | ε | sharp δ | CKS | Mironov | digits | sharp <= CKS <= Mironov |\n|---|---|---|---|---|---|---|---|"
    )
    fine = True
    for p in grid():
        values = " | ".join(w.str(8, radius=False) for w in (p.sharp, p.cks, p.mironov))
        print(f"| {p.alpha} | {p.rho} | {p.eps} | {values} | {p.digits} | {'yes' if p.ordered else 'NO'} |", flush=True)
        fine = fine and p.ordered
    plot(path)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
