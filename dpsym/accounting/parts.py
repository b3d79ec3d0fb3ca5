"""What is composed: guarantees and mechanisms, each with what is known of its two laws at neighbours.

A part may know several things. Each is a closed term, or one in the order α, so that a claim about it can be put before the kernel:

    level, lost     it is (ε, δ)-private: pure privacy has lost = 0
    mu              it is μ-GDP
    rho             it is ρ-concentrated: D_α <= ρ α for all α > 1
    divergence      D_α at the order α, both ways
    noise           the kind of noise, where the law of the privacy loss is known (dpsym.derive.losses)

and `sharp` names those of them that are attained: by the notion, if the part is a guarantee, by two neighbours, if it is a mechanism.

    part                    (ε, δ)            μ                         D_α
    pure(ε)                 ε                 −2 Φ⁻¹(1/(1 + e^ε))       log(cosh((α − ½)ε)/cosh(ε/2))/(α − 1)
    approx(ε, δ)            ε, δ              as pure, but for δ        as pure, but for δ
    zcdp(ρ)                                                             ρ α
    gdp(μ), gauss           −                 μ = Δ/σ                   μ² α/2
    laplace, t = Δ/b        t                 as pure                   log(α e^((α−1)t)/(2α−1) + (α−1) e^(−αt)/(2α−1))/(α − 1)
    geometric               t                 as pure                   closed_discrete_laplace.renyi
    dgauss                                                              α Δ²/(2σ²)
    response(ε, n)          ε                 as pure                   log((e^(αε) + e^((1−α)ε) + n − 2)/(e^ε + n − 1))/(α − 1)
    renyi                                                               as given

"But for δ": a pair that is (ε, δ)-close is ε-close but for a part of mass δ of each law (k_fold.in_parts), so all of a composition
is as if no δ were lost, but for 1 − Π (1 − δⱼ).

The neighbouring relation is part of the type. A part that names none has the one of its composition; two that name different ones are
not composed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from flint import arb, ctx

from ..kernel.arithmetic.balls import Program
from ..kernel.substitution import substitute
from ..kernel.terms import ONE, ZERO, Term, exp, func, log, num, sym
from ..objects.closed_forms.discrete_laplace import POWER as GEOMETRIC_POWER
from ..objects.closed_forms.laplace import POWER as LAPLACE_POWER
from ..objects.errors import ObjectError
from ..objects.mechanisms.base import Neighbours
from .desk import Served
from .figures import ball, fraction_of, order, read, require, shown, whole

ALPHA = sym("alpha")
MOST_TIMES = 10_000_000
MOST_LEVEL = 10**9  # of ε, ρ and μ
ANY = "all orders"


@dataclass(frozen=True)
class Noise:
    """What dpsym.derive.losses knows a kind of noise by."""

    kind: str
    parameter: Fraction
    distance: Fraction
    values: int = 2


@dataclass(frozen=True)
class Part(Served):
    """A guarantee or a mechanism; `text` is how it is written."""

    text: str
    neighbours: Neighbours | None = None
    level: Term | None = None
    lost: Term = ZERO
    mu: Term | None = None
    divergence: Term | None = None  # in the symbol alpha
    rho: Term | None = None  # it is ρ-concentrated
    noise: Noise | None = None
    sharp: frozenset[str] = frozenset()  # of "level", "mu", "divergence"
    entries: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    rests: Mapping[str, str] = field(
        default_factory=dict, compare=False
    )  # on what each rests that the kernel does not check
    symmetric: bool = False  # whether a pair that an involution of the outcomes exchanges dominates it

    def __str__(self) -> str:
        return self.text

    def __pow__(self, times: int) -> Any:
        """The composition of so many of them."""
        return self.desk.compose([self]) ** times

    def __add__(self, other: Any) -> Any:
        """The two, one after the other."""
        return self.desk.compose([self]) + other

    # -- Rényi curves

    @property
    def only_whole(self) -> bool:
        """Whether it has a curve at integer orders only."""
        return False

    def most_order(self) -> Fraction | None:
        """The greatest order of which something is known; None if there is none."""
        return None

    @property
    def has_curve(self) -> bool:
        return self.divergence is not None

    def renyi(self, alpha: Fraction) -> arb:
        """A bound on D_α both ways, at about the current precision; what is lost comes beside it."""
        assert self.divergence is not None
        program = _program(self.divergence)
        (value,) = program.run([arb(alpha.numerator) / alpha.denominator], ctx.prec)
        return value

    def renyi_term(self, alpha: Term) -> Term | None:
        """The same as a term, for a claim; None if it would be too long."""
        return None if self.divergence is None else substitute(self.divergence, {"alpha": alpha})

    def cited(self, what: str) -> tuple[str, ...]:
        return tuple(self.entries.get(what, ()))


@lru_cache(maxsize=1024)
def _program(t: Term) -> Program:
    return Program([t], ("alpha",), point=True)


@dataclass(frozen=True)
class Curve(Part):
    """Rényi levels at some orders. D_α does not fall along α, so the next order above bounds the one that is asked for."""

    orders: tuple[tuple[Fraction, Term], ...] = ()

    def most_order(self) -> Fraction | None:
        return self.orders[-1][0]

    @property
    def has_curve(self) -> bool:
        return True

    def renyi(self, alpha: Fraction) -> arb:
        found = self.renyi_at(alpha)
        return arb("inf") if found is None else ball(found)

    def renyi_at(self, alpha: Fraction) -> Term | None:
        return next((level for a, level in self.orders if a >= alpha), None)

    def renyi_term(self, alpha: Term) -> Term | None:
        value = fraction_of(alpha)
        return None if value is None else self.renyi_at(value)


# -- constructors ----------------------------------------------------------------------------------------------------


def _relation(neighbours: Any) -> Neighbours | None:
    if neighbours is not None and not isinstance(neighbours, Neighbours):
        raise ObjectError(
            f"neighbours: found {neighbours!r}, expected CHANGE_ONE or ADD_REMOVE of dpsym.objects, or None"
        )
    return neighbours


def _level(what: str, value: Any) -> Term:
    return require(what, require(what, read(what, value), ">= 0"), f"<= {MOST_LEVEL}")


def _positive(what: str, value: Any) -> Term:
    return require(what, require(what, read(what, value), "> 0"), f"<= {MOST_LEVEL}")


def pure_divergence(eps: Term) -> Term:
    """D_α of randomized response: the greatest of ε-private pairs (renyi.pure)."""
    return log(func("cosh", (ALPHA - num(Fraction(1, 2))) * eps) / func("cosh", eps / 2)) / (ALPHA - 1)


def pure_mu(eps: Term) -> Term:
    """The least μ whose normal laws are not closer than any ε-private pair."""
    return -2 * func("PhiInv", 1 / (1 + exp(eps)))


def pure_rho(eps: Term) -> Term:
    """The least ρ of all ε-private pairs (concentrated.pure_is_concentrated)."""
    return eps * func("tanh", eps / 2)


DOMINATED = "that no curve of errors of an eps-private pair is below that of its normal laws"
PURE_ENTRIES = {
    "level": ("optimal_composition.exact",),
    "divergence": ("renyi.pure",),
    "rho": ("concentrated.pure_is_concentrated",),
    "mu": ("randomized_response.representation",),
}


def pure(eps: Any, neighbours: Any = None) -> Part:
    """ε-differential privacy."""
    level = _level("pure: eps", eps)
    return private(f"pure({shown(level)})", level, ZERO, _relation(neighbours), ("level", "divergence"))


def approx(eps: Any, delta: Any, neighbours: Any = None) -> Part:
    """(ε, δ)-differential privacy, 0 <= δ < 1."""
    level = _level("approx: eps", eps)
    lost = require("approx: delta", read("approx: delta", delta), ">= 0 and < 1")
    return private(
        f"approx({shown(level)}, {shown(lost)})", level, lost, _relation(neighbours), ("level", "divergence")
    )


def private(
    text: str, level: Term, lost: Term, neighbours: Neighbours | None, sharp: tuple[str, ...], **more: Any
) -> Part:
    """A part of which its (ε, δ) is known; what else is not told in `more` follows from that."""
    nothing = order(level, 0) == 0
    following = {"mu": pure_mu, "divergence": pure_divergence, "rho": pure_rho}
    more.setdefault("rests", {"mu": DOMINATED})
    known = {name: ZERO if nothing else f(level) for name, f in following.items()}
    entries = PURE_ENTRIES | more.pop("entries", {})
    told = {
        "level": level, "lost": lost, "neighbours": neighbours, "sharp": frozenset(sharp), "entries": entries, "symmetric": True,
    }  # fmt: skip
    return Part(text, **(known | told | more))


def zcdp(rho: Any, neighbours: Any = None) -> Part:
    """ρ-zero-concentrated privacy: D_α <= ρ α for all α > 1."""
    level = _level("zcdp: rho", rho)
    entries = {"divergence": ("concentrated.zcdp",), "rho": ("concentrated.zcdp",)}
    return Part(
        f"zcdp({shown(level)})",
        _relation(neighbours),
        divergence=level * ALPHA,
        rho=level,
        sharp=frozenset({"divergence"}),
        entries=entries,
    )


def gdp(mu: Any, neighbours: Any = None) -> Part:
    """μ-Gaussian privacy."""
    level = _level("gdp: mu", mu)
    rests = dict.fromkeys(("divergence", "rho"), "Blackwell's theorem: mu-GDP laws are made from two normal ones")
    return _gaussian(f"gdp({shown(level)})", level, _relation(neighbours), rests)


def gauss(sigma: Any, sensitivity: Any = 1, neighbours: Any = None) -> Part:
    """Normal noise of deviation σ on answers that are at most `sensitivity` apart (l2)."""
    s, d = _positive("gauss: sigma", sigma), _positive("gauss: sensitivity", sensitivity)
    return _gaussian(_written("gauss", ("sigma", s), ("sensitivity", d)), _quotient(d, s), _relation(neighbours))


def _gaussian(
    text: str, mu: Term, neighbours: Neighbours | None, rests: Mapping[str, str] = MappingProxyType({})
) -> Part:
    entries = {
        "divergence": ("concentrated.normal", "gaussian.below_sensitivity"),
        "rho": ("concentrated.normal", "gaussian.below_sensitivity"),
        "mu": ("gaussian.curve", "gaussian.curve_grows", "gaussian_composition.gaussian"),
    }
    level = ZERO if order(mu, 0) == 0 else None
    return Part(
        text,
        neighbours,
        level=level,
        mu=mu,
        divergence=_square(mu) / 2 * ALPHA,
        rho=_square(mu) / 2,
        sharp=frozenset({"mu", "divergence", *(["level"] if level is not None else [])}),
        entries=entries,
        rests=rests,
        symmetric=True,
    )


def laplace(b: Any, sensitivity: Any = 1, neighbours: Any = None) -> Part:
    """Laplace noise of scale b on one answer that moves by at most `sensitivity`."""
    s, d = _positive("laplace: b", b), _positive("laplace: sensitivity", sensitivity)
    t = _quotient(d, s)
    divergence = log(substitute(LAPLACE_POWER, {"alpha": ALPHA, "d": t, "b": ONE})) / (ALPHA - 1)
    return private(
        _written("laplace", ("b", s), ("sensitivity", d)),
        t,
        ZERO,
        _relation(neighbours),
        ("divergence",),
        divergence=divergence,
        noise=_noise("laplace", s, d),
        entries={
            "level": ("laplace.private", "optimal_composition.exact"),
            "divergence": ("closed_laplace.renyi",),
            "mu": (),
        },
        rests={
            "mu": "that the curve of errors of Laplace noise is above that of its normal laws (dpsym.derive.losses)"
        },
    )


def geometric(b: Any, sensitivity: Any = 1, neighbours: Any = None) -> Part:
    """Discrete Laplace (two-sided geometric) noise of scale b on one answer that is an integer."""
    s = _positive("geometric: b", b)
    d = num(whole("geometric: sensitivity", sensitivity_of(sensitivity), 1, MOST_LEVEL))
    divergence = log(substitute(GEOMETRIC_POWER, {"alpha": ALPHA, "d": d, "b": s})) / (ALPHA - 1)
    entries = {
        "level": ("geometric.law", "laplace.private", "optimal_composition.exact"),
        "divergence": ("closed_discrete_laplace.renyi",),
    }
    return private(
        _written("geometric", ("b", s), ("sensitivity", d)),
        _quotient(d, s),
        ZERO,
        _relation(neighbours),
        ("divergence",),
        divergence=divergence,
        noise=_noise("geometric", s, d),
        entries=entries,
    )


def dgauss(sigma: Any, sensitivity: Any = 1, neighbours: Any = None) -> Part:
    """Discrete Gaussian noise on one answer that is an integer."""
    s = _positive("dgauss: sigma", sigma)
    d = num(whole("dgauss: sensitivity", sensitivity_of(sensitivity), 1, MOST_LEVEL))
    return Part(
        _written("dgauss", ("sigma", s), ("sensitivity", d)),
        _relation(neighbours),
        divergence=_square(_quotient(d, s)) / 2 * ALPHA,
        rho=_square(_quotient(d, s)) / 2,
        noise=_noise("discrete gaussian", s, d),
        symmetric=True,
        entries=dict.fromkeys(("divergence", "rho"), ("discrete_gaussian.moment", "discrete_gaussian.shifted_sum")),
        rests=dict.fromkeys(
            ("divergence", "rho"), "that sums over all integers may be shifted (dpsym.objects.ASSUMED)"
        ),
    )


def response(eps: Any, values: Any = 2, neighbours: Any = None) -> Part:
    """Randomized response among n values: the true one with odds e^ε against each other one."""
    level = _level("response: eps", eps)
    n = whole("response: values", sensitivity_of(values), 2, 10**6)
    text = f"response({shown(level)})" if n == 2 else f"response({shown(level)}, {n})"
    if n == 2:
        return private(
            text, level, ZERO, _relation(neighbours), ("level", "divergence"), noise=_noise("response", level, ONE)
        )
    total = exp(ALPHA * level) + exp((1 - ALPHA) * level) + (n - 2)
    return private(
        text,
        level,
        ZERO,
        _relation(neighbours),
        ("divergence",),
        divergence=log(total / (exp(level) + (n - 1))) / (ALPHA - 1),
        noise=_noise("response", level, ONE, n),
        entries={"divergence": ("closed_response.kary_renyi",)},
    )


def renyi(orders: Any, level: Any = None, neighbours: Any = None) -> Part:
    """A Rényi curve: `renyi(2, 0.1)`, `renyi({2: 0.1, 8: 0.5})`."""
    table = orders if isinstance(orders, Mapping) else {orders: level}
    if not isinstance(orders, Mapping) and level is None:
        raise ObjectError(
            f"renyi: found {orders!r} alone, expected an order and a level, or a mapping of orders to levels"
        )
    if not table:
        raise ObjectError("renyi: found no order, expected one or more")
    found: dict[Fraction, Term] = {}
    for a, one in table.items():
        alpha = fraction_of(require("renyi: alpha", read("renyi: alpha", a), "> 1"))
        if alpha is None:
            raise ObjectError(f"renyi: found the order {a!r}, expected a rational number above 1")
        if alpha in found:
            raise ObjectError(f"renyi: found the order {alpha} twice, expected each once")
        found[alpha] = _level("renyi: eps", one)
    rows = tuple(sorted(found.items()))
    inner = ", ".join(f"{shown(num(a))}, {shown(t)}" for a, t in rows)
    return Curve(
        f"renyi({inner})",
        _relation(neighbours),
        orders=rows,
        sharp=frozenset(),
        entries={"divergence": ("conversions.rdp",)},
        rests={"divergence": "that D_alpha does not fall along alpha"},
    )


def sensitivity_of(value: Any) -> Any:
    """An integer that may come as text or as a closed term."""
    if isinstance(value, (str, Term)):
        found = fraction_of(read("an integer", value))
        return int(found) if found is not None and found.denominator == 1 else value
    return value


def _written(name: str, first: tuple[str, Term], sensitivity: tuple[str, Term]) -> str:
    more = "" if sensitivity[1] is ONE else f", {sensitivity[0]}={shown(sensitivity[1])}"
    return f"{name}({first[0]}={shown(first[1])}{more})"


def _quotient(a: Term, b: Term) -> Term:
    x, y = fraction_of(a), fraction_of(b)
    return a / b if x is None or y is None else num(x / y)


def _square(t: Term) -> Term:
    x = fraction_of(t)
    return t**2 if x is None else num(x**2)


def _noise(kind: str, parameter: Term, distance: Term, values: int = 2) -> Noise | None:
    p, d = fraction_of(parameter), fraction_of(distance)
    return None if p is None or d is None or p == 0 else Noise(kind, p, d, values)
