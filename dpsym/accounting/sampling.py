"""A mechanism on a sample of the records.

    poisson(part, q)   each record by itself with probability q; neighbours differ by a record that is added or removed
    fixed(part, q)     a uniform sample of fixed size, the share q of the records; neighbours differ in one record

With the record in the sample the mechanism has the law P, with another one in its place Q, and without it R, averaged over the rest of
the sample; R is averaged over what stands in the place of the record. The laws of neighbours are (1 − q) R + q P and, for `poisson`, R,
for `fixed` (1 − q) R + q Q.

**(ε, δ)** becomes (log(1 + q (e^ε − 1)), q δ): subsampling.pure and subsampling.approximate, for both.

**Rényi**, at integer orders n >= 2. M_j = e^((j−1) D_j) bounds the moment of order j both ways, M_0 = M_1 = 1. Moments are jointly
convex, so averages over the rest of the sample change nothing. Three bounds on the moment of order n of the two neighbours:

 1. 1 + q (M_n − 1), for both: subsampling.renyi.

 2. `poisson`, with t = P/R and w = 1 + q (t − 1):
    - of (1 − q) R + q P against R: E_R w^n = Σ_j C(n, j) (1 − q)^(n−j) q^j E_R t^j, at most the same with M_j.
    - of R against (1 − q) R + q P: E_R w^(1−n). By w^(1−n) = 1 − (n−1)(w−1) + (w−1)² Σ_{m=1..n−1} (n−m) w^(−m), by E_R t = 1,
      and by 1/w <= 1 − q + q/t (1/w is convex in w), it is at most

          1 + q² Σ_{m=1..n−1} (n−m) Σ_{j=0..m} C(m, j) (1−q)^(m−j) q^j c_j,
          c_0 = M_2 − 1,  c_j = M_(j+1) + M_(j−1) − 2 >= E_R (t−1)² t^(−j)  for j >= 1, as E_R t^(1−j) >= 1.

      If the pair (P, R) is dominated by one that an involution of the outcomes exchanges (noise that is symmetric, all ε-private
      pairs, μ-GDP ones), the moment is no greater than that of the first line. For an outcome with the ratio t and its image with 1/t
      come with the weights 1 and t, and with a = 1 − q + q t, b = 1 − q + q/t, a + t b = 1 + t, a b >= 1,

          a^n + t b^n >= a^(1−n) + t b^(1−n):

      for t >= 1 put a = e^u, b = e^(−v), u >= v >= 0: with β = n − 1/2 it is √a sinh(βu) >= t √b sinh(βv), equal at β = 1/2, and
      sinh(βu)/sinh(βv) does not fall along β.

 3. `fixed`, b = (1 − q) R + q Q and a = b + q (P − Q): the moment is 1 + Σ_{j>=2} C(n, j) q^j E_b ((P−Q)/b)^j, and |p − q|^j b^(1−j)
    is convex in b. Against R: |p − q|^j <= p^j + q^j, (p − q)² <= 2 (p − r)² + 2 (q − r)². So

          1 + C(n, 2) q² min(4 (M_2 − 1), 2 M_2) + Σ_{j>=3} C(n, j) q^j 2 M_j,

    and an ε-private mechanism has |p − q| <= (e^ε − 1) min(p, q), so (e^ε − 1)^j M_j instead of 2 M_j.

The kernel has checked what the library states: 1., the levels, and 2. at order 2, 1 + q² (M_2 − 1) both ways (subsampling.order_two).
The rest of 2. and 3. are argued here, and tests compare them with exact laws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from flint import arb, ctx

from ..kernel.terms import ONE, ZERO, Term, exp, log, num
from ..objects.errors import ObjectError
from ..objects.mechanisms.base import ADD_REMOVE, CHANGE_ONE, Neighbours
from .figures import ball, fraction_of, order, read, require, shown
from .parts import Part, private, pure_divergence

MOST_ORDER = 256  # integer orders: the work grows like their square
LONGEST = 24  # orders whose bound is written out for the kernel
NOT_CHECKED = "of a sampled mechanism (dpsym.accounting.sampling); not checked by the kernel"
ARGUED = {
    "poisson": f"the binomial bound at integer orders above 2, and chords between them, {NOT_CHECKED}",
    "fixed": f"the bound with three laws at integer orders, and chords between them, {NOT_CHECKED}",
}


def poisson(part: Part, q: Any) -> Part:
    """The part on a Poisson sample: for neighbours that differ by a record that is added or removed."""
    return _sampled(part, q, "poisson", ADD_REMOVE)


def fixed(part: Part, q: Any) -> Part:
    """The part on a uniform sample of fixed size: for neighbours that differ in one record."""
    return _sampled(part, q, "fixed", CHANGE_ONE)


def _sampled(part: Part, q: Any, scheme: str, neighbours: Neighbours) -> Part:
    if not isinstance(part, Part):
        raise ObjectError(f"{scheme}: found {part!r}, expected one guarantee or mechanism")
    if isinstance(part, Sampled):
        raise ObjectError(f"{scheme}: found {part}, which is sampled already, expected what is run on the sample")
    rate = require(f"{scheme}: q", read(f"{scheme}: q", q), ">= 0 and <= 1")
    if part.neighbours not in (None, neighbours):
        raise ObjectError(
            f"{scheme}: found {part} for {part.neighbours} neighbours, expected {neighbours} ones, for which this sampling amplifies"
        )
    text = f"{scheme}({part}, {shown(rate)})"
    if rate is ONE:
        return replace(part, text=text, neighbours=neighbours)
    if order(rate, 0) == 0:
        return private(text, ZERO, ZERO, neighbours, ("level", "divergence", "mu"))
    level: Term | None = None
    entries: dict[str, tuple[str, ...]] = {"divergence": ("subsampling.renyi",)}
    if part.level is not None:
        level = log(1 + rate * (exp(part.level) - 1))
        name = "subsampling.pure" if part.lost is ZERO else "subsampling.approximate"
        entries["level"] = (name, *part.cited("level"))
        entries["divergence"] = (name, "renyi.pure")
    if scheme == "poisson" and part.has_curve and part.lost is ZERO:
        entries["divergence"] += ("subsampling.order_two",)
    if part.rho is not None and part.lost is ZERO:
        entries["rho"] = ("subsampling.concentrated", *part.cited("rho"))
    lost = part.lost if part.lost is ZERO else _product(rate, part.lost)
    made = private(text, level, lost, neighbours, (), entries=entries) if level is not None else None
    return Sampled(
        text,
        neighbours,
        level=level,
        lost=lost,
        mu=None if made is None else made.mu,
        rho=part.rho if part.lost is ZERO and part.rho is not None else None if made is None else made.rho,
        entries=entries,
        rests={
            **_rests(part, "divergence", ARGUED[scheme]),
            **_rests(part, "rho"),
            **({} if made is None else made.rests),
        },
        base=part,
        rate=rate,
        scheme=scheme,
    )


def _rests(part: Part, what: str, *more: str) -> dict[str, str]:
    found = [*more, *([part.rests[what]] if what in part.rests else [])]
    return {what: "; ".join(found)} if found else {}


def _product(a: Term, b: Term) -> Term:
    x, y = fraction_of(a), fraction_of(b)
    return a * b if x is None or y is None else num(x * y)


@dataclass(frozen=True)
class Sampled(Part):
    """A part on a sample. At integer orders its curve is the least of the bounds above; where it is ε-private, it has one at all."""

    base: Part = field(default_factory=lambda: Part("nothing"))
    rate: Term = ONE
    scheme: str = "poisson"

    @property
    def _expands(self) -> bool:
        """Whether moments of what is run on the sample are known, without a part that is lost."""
        return self.base.has_curve and self.base.lost is ZERO

    @property
    def only_whole(self) -> bool:
        return self.level is None

    @property
    def has_curve(self) -> bool:
        return self.level is not None or self._expands

    def most_order(self) -> Fraction | None:
        most = self.base.most_order()
        if self.level is not None:
            return None
        whole_most = Fraction(MOST_ORDER) if most is None else Fraction(min(int(most), MOST_ORDER))
        return whole_most

    def renyi(self, alpha: Fraction) -> arb:
        found = [self._private(alpha)] if self.level is not None else []
        most = self.base.most_order()
        if self._expands and 1 < alpha <= MOST_ORDER and (most is None or alpha <= int(most)):
            found.append(self._between_integers(alpha))
        if self._expands and alpha.denominator != 1 and most is None:  # bound 1 has no need of integers
            moment = ((alpha_ball(alpha) - 1) * self.base.renyi(alpha)).exp()
            found.append((1 + ball(self.rate) * (moment - 1)).log() / (alpha_ball(alpha) - 1))
        return _least(found) if found else arb("inf")

    def _between_integers(self, alpha: Fraction) -> arb:
        """The logarithm of a moment is convex in its order and 0 at 1: between two integers it is below the chord of their bounds."""
        n, rest = divmod(alpha, 1)
        ends = [arb(0) if m == 1 else _log_moment(self, m, ctx.prec) for m in ((n, n + 1) if rest else (n,))]
        chord = ends[0] if not rest else ends[0] + alpha_ball(rest) * (ends[1] - ends[0])
        return chord / (alpha_ball(alpha) - 1)

    def _private(self, alpha: Fraction) -> arb:
        assert self.level is not None
        return Part("", divergence=pure_divergence(self.level)).renyi(alpha)

    def renyi_term(self, alpha: Term) -> Term | None:
        """The bound that is least at this order, written out."""
        value = fraction_of(alpha)
        if value is None:
            return None
        own = Part("", divergence=pure_divergence(self.level)).renyi_term(alpha) if self.level is not None else None
        if not self._expands or value.denominator != 1 or not 2 <= value <= LONGEST:
            return own
        n = int(value)
        if own is not None and self._private(value) <= _log_moment(self, n, ctx.prec) / (n - 1):
            return own
        moments = [_moment_term(self.base, j) for j in range(n + 1)]
        if any(m is None for m in moments):
            return None
        # the least of the bounds each way, and of these two the greater
        shapes = _bounds(self)
        balls = _moments(self.base, n, ctx.prec)
        ways = [min(way, key=lambda f: float(f(n, balls, ball(self.rate)).log().mid())) for way in shapes]
        worst = max(ways, key=lambda f: float(f(n, balls, ball(self.rate)).log().mid()))
        return log(worst(n, moments, self.rate)) / (n - 1)


def alpha_ball(alpha: Fraction) -> arb:
    return arb(alpha.numerator) / alpha.denominator


def _least(found: Sequence[arb]) -> arb:
    least = found[0]
    for one in found[1:]:
        least = least.min(one)
    return least


@lru_cache(maxsize=20_000)
def _log_moment(part: Sampled, n: int, bits: int) -> arb:
    """log of the bound on the moment of order n: of each way the least, and of these the greater."""
    with ctx.workprec(bits + 32):
        moments, q = _moments(part.base, n, bits + 32), ball(part.rate)
        if moments[n] == 1:  # the three laws are the same: what balls of the other bounds would only be near
            return arb(0)
        worst = arb(0)
        for way in _bounds(part):
            worst = worst.max(_least([f(n, moments, q) for f in way]).log())
        return worst


@lru_cache(maxsize=256)
def _moments(base: Part, n: int, bits: int) -> tuple[arb, ...]:
    with ctx.workprec(bits):
        return (arb(1), arb(1), *(((j - 1) * base.renyi(Fraction(j))).exp() for j in range(2, n + 1)))


def _moment_term(base: Part, j: int) -> Term | None:
    if j < 2:
        return ONE
    level = base.renyi_term(num(j))
    return None if level is None else exp((j - 1) * level)


Bound = Callable[[int, Sequence[Any], Any], Any]


def _bounds(part: Sampled) -> tuple[tuple[Bound, ...], ...]:
    """For each way, the bounds of which each holds."""
    if part.scheme == "fixed":
        level = part.base.level
        plain = (_convex, _ternary, _ternary_wide)
        return (plain,) if level is None else ((*plain, lambda n, m, q: _ternary_close(n, m, q, _spread(level, m))),)
    forward = (_convex, _binomial)
    return (forward,) if part.base.symmetric else (forward, (_convex, _reverse))


def _spread(level: Term, moments: Sequence[Any]) -> Any:
    """e^ε − 1, as a term or as a ball."""
    return exp(level) - 1 if isinstance(moments[-1], Term) else ball(level).expm1()


def _convex(n: int, m: Sequence[Any], q: Any) -> Any:
    return 1 + q * (m[n] - 1)


def _binomial(n: int, m: Sequence[Any], q: Any) -> Any:
    first = (1 - q) ** n
    return sum((comb(n, j) * (1 - q) ** (n - j) * q**j * m[j] for j in range(1, n + 1)), first)


def _reverse(n: int, m: Sequence[Any], q: Any) -> Any:
    def excess(j: int) -> Any:
        return m[2] - 1 if j == 0 else m[j + 1] + m[j - 1] - 2

    def weight(j: int) -> Any:
        parts = [(n - k) * comb(k, j) * (1 - q) ** (k - j) for k in range(max(j, 1), n)]
        return sum(parts[1:], parts[0])

    return 1 + q**2 * sum((q**j * weight(j) * excess(j) for j in range(1, n)), weight(0) * excess(0))


def _ternary(n: int, m: Sequence[Any], q: Any) -> Any:
    return _ternary_from(n, m, q, 4 * (m[2] - 1), 2, 1)


def _ternary_wide(n: int, m: Sequence[Any], q: Any) -> Any:
    return _ternary_from(n, m, q, 2 * m[2], 2, 1)


def _ternary_close(n: int, m: Sequence[Any], q: Any, spread: Any) -> Any:
    return _ternary_from(n, m, q, spread**2 * m[2], 1, spread)


def _ternary_from(n: int, m: Sequence[Any], q: Any, second: Any, factor: int, spread: Any) -> Any:
    """1 + C(n, 2) q² second + Σ_{j>=3} C(n, j) q^j factor spread^j M_j."""
    more = (comb(n, j) * factor * (q**j * spread**j * m[j]) for j in range(3, n + 1))
    return sum(more, 1 + comb(n, 2) * (q**2 * second))
