"""What can be asked for: f-divergences of two laws, a probability, a posterior; as terms of the kernel and as functions on rays.

An f-divergence is ∫ G(p, q) for a G that is convex and homogeneous: G(cp, cq) = c G(p, q). It is known by its values on rays: at (1, 0)
and (0, 1), where it may be infinite, and f(t) = G(t, 1) between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...kernel.terms import HALF, ONE, ZERO, Term, add, func, num
from ...objects.errors import ObjectError
from ...objects.language import Abs, Gt, Int, Law, Le, Lt, Piecewise, Point, Symbol, exp, log, pos, sqrt

x = Point("x")
P, Q = Law("P", x), Law("Q", x)
p, q = P.density, Q.density
t = Symbol("t")


class TightestError(ObjectError):
    """A question that cannot be asked; the message says what was found and what was expected."""


@dataclass(frozen=True)
class Kind:
    """A family of quantities. Functions take the densities first, then the parameters of the quantity."""

    name: str
    title: str
    body: Callable[..., Term]  # the integrand
    at_p: Callable[..., Term | None]  # G(1, 0), None where it is infinite
    at_q: Callable[..., Term | None]  # G(0, 1)
    ratio: Callable[..., Term] | None = None  # G(t, 1) of a smooth one
    kink: Callable[..., Term] | None = None  # where one that is piecewise linear bends
    parameters: tuple[str, ...] = ()
    conditions: Callable[..., Sequence[Term]] = lambda *args: ()
    factor: Term = ONE  # it stands before the integral
    tilt: int = 0  # G - tilt (p - q) >= 0
    zeros: bool = False  # its integrand has no value where q = 0 < p
    least: Term = ZERO  # the value for P = Q

    def integral(self, a: Term, b: Term, *parameters: Term) -> Term:
        found = Int(self.body(a, b, *parameters), x)
        return found if self.factor is ONE else self.factor * found


def _supported(value: Term, a: Term, b: Term) -> Term:
    return Piecewise((ZERO, Le(a, 0)), (value, Gt(b, 0)))


def _inside(value: Term, a: Term, b: Term) -> Term:
    """The value where a + b > 0, 0 where both vanish."""
    return Piecewise((value, Gt(add(a, b), 0)), default=ZERO)


KINDS: dict[str, Kind] = {
    k.name: k
    for k in (
        Kind(
            "TV", "the total variation distance",
            body=lambda a, b: Abs(a - b), factor=HALF, at_p=lambda: ONE, at_q=lambda: ONE,
            kink=lambda: ONE,
        ),
        Kind(
            "E", "the hockey-stick divergence",
            body=lambda a, b, v: pos(a - v * b), at_p=lambda v: ONE, at_q=lambda v: ZERO,
            kink=lambda v: v, parameters=("v",), conditions=lambda v: (Gt(v, 0),),
        ),
        Kind(
            "KL", "the Kullback-Leibler divergence",
            body=lambda a, b: _supported(a * log(a / b), a, b), at_p=lambda: None, at_q=lambda: ZERO,
            ratio=lambda t: t * log(t), tilt=1, zeros=True,
        ),
        Kind(
            "moment", "the moment ∫ p^α q^(1−α)",
            body=lambda a, b, alpha: _supported(a**alpha * b ** (1 - alpha), a, b),
            at_p=lambda alpha: None, at_q=lambda alpha: ZERO, ratio=lambda t, alpha: t**alpha,
            parameters=("alpha",), conditions=lambda alpha: (Gt(alpha, 1),), zeros=True, least=ONE,
        ),
        Kind(
            "hellinger2", "the squared Hellinger distance ½ ∫ (√p − √q)²",
            body=lambda a, b: HALF * (sqrt(a) - sqrt(b)) ** 2, at_p=lambda: HALF, at_q=lambda: HALF,
            ratio=lambda t: HALF * (sqrt(t) - 1) ** 2,
        ),
        Kind(
            "triangular", "the triangular discrimination ∫ (p − q)²/(p + q)",
            body=lambda a, b: _inside((a - b) ** 2 / (a + b), a, b), at_p=lambda: ONE, at_q=lambda: ONE,
            ratio=lambda t: (t - 1) ** 2 / (t + 1),
        ),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Quantity:
    """A quantity with its parameters: `shown` of the value of `kind`, for (P, Q), or for (Q, P) if it is reversed."""

    text: str
    kind: Kind
    parameters: tuple[Term, ...] = ()
    backwards: bool = False
    shown: Callable[[Term], Term] = field(default=lambda value: value, compare=False)

    @property
    def conditions(self) -> tuple[Term, ...]:
        return tuple(self.kind.conditions(*self.parameters))

    @property
    def laws(self) -> tuple[Term, Term]:
        return (q, p) if self.backwards else (p, q)

    @property
    def integral(self) -> Term:
        return self.kind.integral(*self.laws, *self.parameters)

    @property
    def body(self) -> Term:
        """The integrand with its factor."""
        found = self.kind.body(*self.laws, *self.parameters)
        return found if self.kind.factor is ONE else self.kind.factor * found

    def at_ray(self, ray: Ray) -> Term | None:
        """G on a ray, up to signs that a case decides; None where it is infinite."""
        if self.backwards:
            ray = Ray(ray.q, ray.p)
        if ray.q is ZERO or ray.p is ZERO:
            found = (self.kind.at_p if ray.q is ZERO else self.kind.at_q)(*self.parameters)
            return found if found is None or self.kind.factor is ONE else self.kind.factor * found
        if self.kind.ratio is None:
            found = self.kind.body(ray.p, ray.q, *self.parameters)
            return found if self.kind.factor is ONE else self.kind.factor * found
        return ray.q * self.kind.ratio(ray.p / ray.q, *self.parameters)


@dataclass(frozen=True)
class Ray:
    """The pairs (p, q) that are multiples of this one."""

    p: Term
    q: Term


@dataclass(frozen=True)
class Event:
    """A quantity that speaks of an event S: its probability under P, Q(S) being s, or what is believed after it, if the prior is s."""

    text: str
    kind: str  # "probability" or "posterior"
    level: Term

    @property
    def conditions(self) -> tuple[Term, ...]:
        return (Gt(self.level, 0), Lt(self.level, 1))


def renyi(alpha: Term, backwards: bool = False) -> Quantity:
    """The Rényi divergence: the logarithm of a moment, or of 1 − H² if the order is one half."""
    name = "renyi(%s)"
    if alpha.op == "num" and alpha is num(1, 2):
        return Quantity(name, KINDS["hellinger2"], (), backwards, lambda value: -2 * log(1 - value))
    if alpha is ONE:
        return Quantity(name, KINDS["KL"], (), backwards)
    return Quantity(name, KINDS["moment"], (alpha,), backwards, lambda value: log(value) / (alpha - 1))


__all__ = [
    "HALF", "KINDS", "ONE", "ZERO", "Event", "Kind", "P", "Q", "Quantity", "Ray", "TightestError", "exp", "func", "p",
    "q", "renyi", "t", "x",
]  # fmt: skip
