"""Values as decimals for people: cut off, never rounded up, with enough digits to tell two values apart."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb

from ..kernel.arithmetic.balls import precision
from ..kernel.reals.points import satisfied
from ..kernel.reals.quadrature import Program
from ..kernel.substitution import substitute
from ..kernel.terms import Term, relation
from ..kernel.verdicts import Refuted

_NOTHING = 12  # a ball around 0 of a smaller radius than 10 to minus this is printed as 0


@dataclass(frozen=True)
class Sides:
    """The two sides of a relation as decimals, and whether they are certainly equal."""

    lhs: str
    rhs: str
    equal: bool

    @property
    def detail(self) -> str:
        return "equal" if self.equal else ""


def sides(r: Term) -> Sides:
    """The sides of a relation without symbols."""
    lhs, rhs = enclosures(r.lhs, r.rhs)
    if satisfied(relation("==", r.lhs, r.rhs), {}):
        same = min(lhs, rhs, key=len)
        return Sides(same, same, True)
    return Sides(lhs, rhs, False)


def sides_at(result: Refuted) -> Sides:
    """The sides of a claim at the point where it fails."""
    return sides(substitute(result.claim.statement, dict(result.point)))


def enclosures(a: Term, b: Term) -> tuple[str, str]:
    """Decimals of two closed terms, cut off after as many digits as it takes to tell them apart (at most 400)."""
    program = Program([a, b], (), point=True)
    digits = 6
    while True:
        with precision(4 * digits + 300):
            runs = [program.run((), prec) for prec in (64, 128, 4 * digits + 300)]
            x, y = (_narrowest([run[i] for run in runs]) for i in (0, 1))
            texts = decimal(x, digits), decimal(y, digits)
        if texts[0].strip(".") != texts[1].strip(".") or digits >= 400:
            return texts
        digits *= 2


def _narrowest(values: list[arb]) -> arb:
    """The best of several enclosures of a number: more precision may give a wider one where an integral is given up."""
    finite = [v for v in values if v.is_finite()]
    return min(finite, key=lambda v: v.rad().mid()) if finite else values[-1]


def decimal(x: arb, digits: int) -> str:
    """`2.71828...`, cut off and never rounded up; `2` or `0.5` where that is the exact value; `?` where no digit is known."""
    if x.is_finite() and x.contains(0) and x.rad() < arb(10) ** -_NOTHING:
        return "0"
    digits = min(digits, int(x.rel_accuracy_bits() * 0.301))
    if not x.is_finite() or x.contains(0) or digits < 1:
        return "?"
    exponent = _decimal_exponent(x)
    scaled = abs(x) * arb(10) ** (digits - 1 - exponent)
    whole = scaled.floor()
    if not (whole.is_exact() and whole.is_integer()):  # the value is, or is too close to, a short decimal
        nearest = (scaled + arb(0.5)).floor()
        whole = nearest if nearest.is_exact() else scaled.mid().floor()
    exact = x.is_exact() and whole.is_exact() and (scaled - whole).is_zero()
    figures = str(whole.unique_fmpz() or 0)
    exponent += len(figures) - digits
    return ("-" if x < 0 else "") + _place_point(figures[:digits], exponent, exact)


def _decimal_exponent(x: arb) -> int:
    """The exponent e with 10**e <= |x| < 10**(e + 1), or one less if |x| is too close to a power of ten to tell."""
    e = int((abs(x).log() / arb(10).log()).mid().floor().unique_fmpz())
    return e - 1 if abs(x) < arb(10) ** e else e


def _place_point(figures: str, exponent: int, exact: bool) -> str:
    dots = "" if exact else "..."
    if -5 <= exponent < len(figures):
        padded = "0" * -exponent + figures if exponent < 0 else figures
        cut = max(exponent, 0) + 1
        text = padded[:cut] + "." + padded[cut:]
        return text.rstrip("0").rstrip(".") if exact else text + dots
    mantissa = figures[0] + "." + figures[1:]
    return (mantissa.rstrip("0").rstrip(".") if exact else mantissa + dots) + f"e{exponent:+d}"
