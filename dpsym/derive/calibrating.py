"""`calibrate(noise, to)`: the least noise for a target, rounded to its safe side, with the next decimal shown not to be enough.

    calibrate("gaussian", "DP(eps=1, delta=1e-6)")                  the least sigma at sensitivity 1
    calibrate("laplace", "pure(eps=0.5)", sensitivity=2, times=10)  the least b for ten answers

What a notion says of the noise is a divergence of the law at 0 and at the sensitivity (`dpsym.objects`): its closed form, which the
library proves, or an enclosure. It is compared with the target at two decimals next to each other. Both comparisons are claims about
numbers; where there is a closed form the kernel proves the one and refutes the other.

More answers with independent noise. Max, Rényi and relative-entropy divergences of products add up. k normal answers are one with
√k times the distance. k randomized bits have the exact optimum of k-fold composition. For (ε, δ) and total variation with other noise
the law of the sum of the privacy losses is used (losses.py). Where that is too much work, it is the optimum of all mechanisms of the
level of one answer: that is safe, and whether less noise would do is not said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, ctx

from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Claim, Domain
from ..kernel.terms import Term
from ..kernel.verdicts import Proved, Refuted
from ..objects import symbolic
from ..objects.divergences import Divergence, HockeyStick, KullbackLeibler, MaxDivergence, Renyi, TotalVariation
from ..objects.errors import ObjectError
from ..objects.laws import DiscreteGaussian, DiscreteLaplace, KaryResponse, Laplace, Normal
from ..reading.grids import GridError, read_values
from ..report.layout import display
from ..report.text import claim_text
from ..search.deciding import decide
from ..search.outcome import Budget
from .k_fold import exact_delta
from .losses import concentrated, gaussian_level, product_delta, reachable
from .plots import new_figure, saved
from .rounding import Enclosed, at_most, decided, decimal, enclosed, exact_end, fraction, rational, turning_point, unit
from .routes.asking import Asked, complete, shown
from .routes.templates import PURE

DIGITS = 6
MOST_TIMES = 10_000
SECONDS = 10.0
FURTHEST = 200  # doublings of the noise, up or down

__all__ = ["Calibrated", "Side", "calibrate"]


@dataclass(frozen=True)
class Noise:
    """A kind of noise with one parameter. `more` is 1 if more of it is more noise, and -1 if less is."""

    name: str
    parameter: str
    law: Callable[[Any, Any, int], Any]  # at a location, with the parameter, among so many values
    more: int = 1
    whole: bool = False  # whether the sensitivity must be an integer


NOISES: Mapping[str, Noise] = {
    n.name: n
    for n in (
        Noise("gaussian", "sigma", lambda at, s, _: Normal(at, s)),
        Noise("laplace", "b", lambda at, s, _: Laplace(at, s)),
        Noise("geometric", "b", lambda at, s, _: DiscreteLaplace(at, s), whole=True),
        Noise("discrete gaussian", "sigma", lambda at, s, _: DiscreteGaussian(at, s), whole=True),
        Noise("response", "eps", lambda at, s, n: KaryResponse(s, n, at), more=-1, whole=True),
    )
}
#: Notions that add up over independent answers.
ADDITIVE = ("pure", "RDP", "KL", "zCDP")


@dataclass(frozen=True)
class Side:
    """The noise with this parameter, what the notion measures there, the target, and which of them is greater, for certain.

    `claim` is the comparison as a claim about numbers, with the kernel's answer to it; None where there is no closed form.
    """

    parameter: Fraction
    measured: Enclosed
    target: Term
    safe: bool
    claim: Claim | None = None
    verdict: Proved | Refuted | None = None


@dataclass(frozen=True)
class Calibrated:
    """The least noise: `safe` is enough. `unsafe`, one place beside it, is not; None where that is not known."""

    noise: Noise
    to: Asked
    sensitivity: Fraction
    times: int
    safe: Side
    unsafe: Side | None
    proved_by: tuple[str, ...]
    note: str = ""
    rests: str = ""  # on what the comparisons rest besides the kernel
    measure: Callable[[Fraction], float] = field(default=lambda _: float("nan"), compare=False, repr=False)

    @property
    def value(self) -> Fraction:
        return self.safe.parameter

    def __str__(self) -> str:
        name = self.noise.parameter
        times = f", {self.times} answers" if self.times > 1 else ""
        lines = [
            f"{self.noise.name} noise for {self.to}, sensitivity {decimal(self.sensitivity)}{times}: {name} = {decimal(self.value)}"
        ]
        for word, side in (("enough", self.safe), ("not enough", self.unsafe)):
            if side is not None:
                sign = "<=" if side.safe else ">"
                by = "" if side.verdict is None else f"   {type(side.verdict).__name__.lower()} by the kernel"
                lines.append(
                    f"  {word:<10}  {name} = {decimal(side.parameter)}: {_measured(side.measured)} {sign} {shown(side.target)}{by}"
                )
        lines += [f"  by {', '.join(self.proved_by)}"] if self.proved_by else []
        lines += [f"  rests on {self.rests}"] if self.rests else []
        return "\n".join([*lines, *([f"  {self.note}"] if self.note else [])])

    def to_json(self) -> dict[str, Any]:
        """Numbers as text, exactly as they are told."""
        return {
            "noise": self.noise.name,
            "to": str(self.to),
            "sensitivity": decimal(self.sensitivity),
            "times": self.times,
            "parameter": self.noise.parameter,
            "value": decimal(self.value),
            "not_enough": None if self.unsafe is None else decimal(self.unsafe.parameter),
            "claims": [_claim_json(s) for s in (self.safe, self.unsafe) if s is not None],
            "proved_by": list(self.proved_by),
            "note": self.note,
            "rests": self.rests,
        }

    def plot(self, path: Any = None) -> Any:
        """What is measured along the parameter, the target, and the least noise. Floats, for the eye only."""
        figure = new_figure(path, 4.5)
        axes = figure.subplots()
        places = [self.value * Fraction(i, 20) for i in range(10, 41)]
        axes.plot([float(x) for x in places], [self.measure(x) for x in places], label=str(self.to.notion.name))
        axes.axhline(float(enclose(self.safe.target, 64).mid()), color="black", linewidth=0.5)
        axes.axvline(
            float(self.value), color="C1", linewidth=1, label=f"{self.noise.parameter} = {decimal(self.value)}"
        )
        axes.set_title(f"{self.noise.name} noise for {self.to}")
        axes.set_xlabel(self.noise.parameter)
        axes.legend(fontsize="x-small")
        return saved(figure, path)

    def latex(self) -> str:
        name = {"sigma": r"\sigma", "eps": r"\varepsilon"}.get(self.noise.parameter, self.noise.parameter)
        least = rf"{name} = {decimal(self.value)}"
        if self.unsafe is None:
            return display([least])
        return display([rf"{least} \text{{ is enough, }} {name} = {decimal(self.unsafe.parameter)} \text{{ is not}}"])


def _measured(found: Enclosed) -> str:
    return decimal(found.upper) if found.lower == found.upper else f"{decimal(found.lower)}..."


def _claim_json(side: Side) -> dict[str, Any]:
    verdict = "" if side.verdict is None else type(side.verdict).__name__.lower()
    return {
        "parameter": decimal(side.parameter),
        "enough": side.safe,
        "claim": "" if side.claim is None else claim_text(side.claim),
        "verdict": verdict,
    }


def calibrate(
    noise: str, to: Any, *, sensitivity: Any = 1, times: int = 1, values: int = 2, digits: int = DIGITS
) -> Calibrated:
    """The least noise of a kind that satisfies the notion, for `times` answers with independent noise."""
    kind = NOISES.get(noise.strip().lower().replace("_", " ").replace("-", " "))
    if kind is None:
        raise ObjectError(f"calibrate: found {noise!r}, expected one of {', '.join(NOISES)}")
    target = complete(to)
    if target.symbols:
        raise ObjectError(f"calibrate: found {target}, expected numbers, not {', '.join(sorted(target.symbols))}")
    if isinstance(times, bool) or not 1 <= times <= MOST_TIMES:
        raise ObjectError(f"calibrate: found {times} answers, expected a number from 1 to {MOST_TIMES}")
    distance = _distance(kind, sensitivity)
    question = Question(kind, target, distance, times, values)
    safe, unsafe = question.ends(digits)
    ends = [question.side(safe, True, digits), None if unsafe is None else question.side(unsafe, False, digits)]
    if ends[0] is None:
        raise ObjectError(f"calibrate: found no side of {target} that is enough")
    by, note = question.proved_by(safe), question.note
    return Calibrated(kind, target, distance, times, ends[0], ends[1], by, note, question.rests, question.about)


def _distance(kind: Noise, sensitivity: Any) -> Fraction:
    try:
        (read,) = read_values("sensitivity", sensitivity)
    except (GridError, ValueError) as error:
        raise ObjectError(f"calibrate: {error}") from None
    value = symbolic.from_term(read, {})
    if not value.is_Rational or value <= 0:
        raise ObjectError(f"calibrate: found the sensitivity {sensitivity}, expected a positive rational number")
    if kind.whole and not value.is_Integer:
        raise ObjectError(f"calibrate: found the sensitivity {value}, expected an integer for {kind.name} noise")
    if kind.name == "response" and value != 1:
        raise ObjectError(f"calibrate: found the sensitivity {value}, expected 1 for randomized response")
    return Fraction(int(value.p), int(value.q))


class Question:
    """Whether a parameter is enough, decided one by one."""

    def __init__(self, kind: Noise, to: Asked, distance: Fraction, times: int, values: int) -> None:
        self.kind, self.to, self.distance, self.times, self.values = kind, to, distance, times, values
        name = to.notion.name
        self.target = to.values[to.notion.names[-1]]
        self.note = ""
        _refuse_unknown(kind, name, values)
        known = (name, kind.name) in _KNOWN and (kind.name != "response" or values == 2)
        self.orders = name == "zCDP" and not known  # the level has no closed form
        self.curve = name == "GDP" and not known
        if self.curve and kind.name == "laplace" and times > 1:
            raise ObjectError(f"calibrate: found {times} answers and {to} with laplace noise, expected one answer")
        several = times > 1 and name not in ADDITIVE and kind.name != "gaussian" and not self.curve
        bits = kind.name == "response" and values == 2 and name == "DP" and to.values["eps"].op == "num"
        self.losses = several and not bits and reachable(kind.name, distance, times)
        self.optimum = several and not self.losses
        if self.optimum and not bits:
            if name != "DP" or kind.name == "discrete gaussian" or to.values["eps"].op != "num":
                raise ObjectError(
                    f"calibrate: found {times} answers and {to} with {kind.name} noise, expected fewer answers"
                )
            self.note = "safe by the optimum of all mechanisms of this level; whether less noise would do is not said"

    @property
    def rests(self) -> str:
        """What is computed and argued in dpsym and not shown by the kernel (losses.py has the arguments)."""
        if self.orders:
            return "balls, and that (alpha - 1)*D(alpha) is convex: all orders from a few; not checked by the kernel"
        if self.curve:
            return (
                "balls, and that the curve of errors is decided at its corners or its middle; not checked by the kernel"
            )
        if self.losses:
            return "balls, and the law of the sum of the privacy losses; not checked by the kernel"
        return ""

    @property
    def both_sides(self) -> bool:
        return not self.note

    def expression(self, parameter: Fraction) -> Divergence | sympy.Expr:
        """What the notion measures: a divergence, or a number where the library knows its value for all orders at once."""
        s, name = _rational(parameter), self.to.notion.name
        apart = _rational(self.distance) * (sympy.sqrt(self.times) if self.kind.name == "gaussian" else 1)
        if name == "zCDP":
            if self.kind.name == "response":
                return s * sympy.tanh(s / 2)
            return apart**2 / (2 * s**2)
        if name == "GDP":
            return apart / s
        if name == "KL" and self.kind.name == "gaussian":
            return apart**2 / (2 * s**2)
        p, q = (self.kind.law(at, s, self.values) for at in (sympy.Integer(0), apart))
        value = {n: symbolic.from_term(t, {}) for n, t in self.to.values.items()}
        if name == "pure":
            return MaxDivergence(p, q)
        if name == "RDP":
            return Renyi(value["alpha"], p, q)
        if name == "KL":
            return KullbackLeibler(p, q)
        return TotalVariation(p, q) if name == "TV" else HockeyStick(sympy.exp(value["eps"]), p, q)

    def form(self, parameter: Fraction) -> sympy.Expr | None:
        """The closed form, for all answers together."""
        if self.optimum or self.losses or self.orders or self.curve:
            return None
        found = self.expression(parameter)
        value = found.closed_form() if isinstance(found, Divergence) else found
        return None if value is None else self._count * value

    @property
    def _count(self) -> int:
        return self.times if self.to.notion.name in ADDITIVE and self.kind.name != "gaussian" else 1

    def ball(self, parameter: Fraction) -> arb:
        """What is measured, at about the current precision."""
        if self.optimum:
            level = self._level(parameter)
            return exact_delta(level, self.times, fraction(self.to.values["eps"].number))
        if self.curve:
            return gaussian_level(self.kind.name, parameter, self.distance, self.values, self.times)
        if self.losses:
            eps = enclose(self.to.values["eps"], ctx.prec) if "eps" in self.to.values else arb(0)
            return product_delta(self.kind.name, parameter, self.distance, self.values, self.times, eps)
        found = self.expression(parameter)
        digits = symbolic.decimals(ctx.prec)
        one = found.enclose({}, digits) if isinstance(found, Divergence) else symbolic.ball_of(found, digits)
        return self._count * one

    def _level(self, parameter: Fraction) -> Fraction:
        """The pure level of one answer."""
        return parameter if self.kind.more < 0 else self.distance / parameter

    def enough(self, parameter: Fraction) -> bool:
        if self.orders:
            return decided(lambda: self._at_all_orders(parameter), f"{self.to} at {decimal(parameter)}")
        form = self.form(parameter)
        order = None if form is None else symbolic.compare(form, symbolic.from_term(self.target, {}))
        if order is not None:
            return order <= 0
        most = symbolic.from_term(self.target, {})
        return decided(
            lambda: at_most(self.ball(parameter), symbolic.ball_of(most, symbolic.decimals(ctx.prec))),
            f"{self.to} at {self.kind.parameter} = {decimal(parameter)}",
        )

    def _at_all_orders(self, parameter: Fraction, level: Fraction | None = None) -> bool | None:
        """Whether D_α <= ρα for all answers together, ρ the target or another level."""
        rho = enclose(self.target, ctx.prec) if level is None else arb(rational(level))
        return concentrated(self.kind.name, parameter, self.distance, self.values, rho / self.times)

    def ends(self, digits: int) -> tuple[Fraction, Fraction | None]:
        """The last decimal that is enough, and the first that is not, one place apart."""
        good, bad = self._apart()
        low, high = min(good, bad), max(good, bad)
        edge = Fraction(10) ** _exponent(low)
        if low < edge < high:  # the digits are counted from the first one of the answer
            good, bad = (edge, bad) if self.enough(edge) else (good, edge)
        step = unit(digits - _exponent(min(good, bad)))
        one, two = (good // step, bad // step) if self.kind.more > 0 else (good // step, -((-bad) // step))
        one = -((-good) // step) if self.kind.more > 0 else one  # rounded to its own side
        while abs(one - two) > 1:
            middle = (one + two) // 2
            if self.enough(middle * step):
                one = middle
            else:
                two = middle
        return one * step, two * step if self.both_sides else None

    def _apart(self) -> tuple[Fraction, Fraction]:
        """A parameter that is enough, and one that is not, by a factor of 2 apart."""
        good = bad = None
        now = Fraction(1)
        for _ in range(FURTHEST):
            if self.enough(now):
                good = now
            else:
                bad = now
            if good is not None and bad is not None:
                return good, bad
            noisier = good is None
            last, now = now, now * 2 if noisier == (self.kind.more > 0) else now / 2
        kind, furthest = ("enough" if good is None else "too small"), FURTHEST - 1
        raise ObjectError(
            f"calibrate: found no {self.kind.parameter} between 1 and 2^{furthest if last > 1 else -furthest} that is {kind} for "
            f"{self.to}; expected a target for which one of these is enough, and another is not"
        )

    def side(self, parameter: Fraction, safe: bool, digits: int) -> Side | None:
        """One of the two comparisons; with a closed form the kernel decides it as a claim."""
        form = self.form(parameter)
        measured = self._measured(parameter, form, digits)
        if form is None:
            return Side(parameter, measured, self.target, safe)
        claim = Claim(Domain(()), (), symbolic.to_term(form), "<=", self.target)
        result = decide(claim, Budget(seconds=SECONDS)).result
        if isinstance(result, Proved if safe else Refuted):
            return Side(parameter, measured, self.target, safe, claim, result)
        if isinstance(result, (Proved, Refuted)):
            raise ArithmeticError(f"{claim_text(claim)}: found {result}, expected the answer of the balls")
        return Side(parameter, measured, self.target, safe)

    def _measured(self, parameter: Fraction, form: sympy.Expr | None, digits: int) -> Enclosed:
        if form is not None and form.is_Rational:
            value = Fraction(int(form.p), int(form.q))
            if "/" not in decimal(value):
                return Enclosed(value, value)
        if self.orders:
            return self._level_at_all_orders(parameter, digits)
        with ctx.workprec(64):
            size = self.ball(parameter)
        places = digits + 2 - _exponent(exact_end(abs(size).upper()) or Fraction(1))
        return enclosed(lambda: self.ball(parameter), places)

    def _level_at_all_orders(self, parameter: Fraction, digits: int) -> Enclosed:
        """The least ρ with D_α <= ρα for all α, next to the target."""
        target = exact_end(enclose(self.target, 64).upper())
        most, what = 64 * target, f"the least rho at {decimal(parameter)}"
        return turning_point(
            lambda r: decided(lambda: self._at_all_orders(parameter, r), what),
            Fraction(0),
            most,
            digits + 2 - _exponent(target),
        )

    def about(self, parameter: Fraction) -> float:
        """What is measured, as a float."""
        if self.orders:
            return float(self._level_at_all_orders(parameter, 3).upper)
        with ctx.workprec(128):
            return float(self.ball(parameter).mid())

    def proved_by(self, parameter: Fraction) -> tuple[str, ...]:
        """The entries of the library that show the closed form, and those that put several answers together."""
        name = self.to.notion.name
        if self.optimum:
            return ("optimal_composition.exact", "optimal_composition.exact_attained")
        if self.losses or self.orders or self.curve:
            return ()
        found = self.expression(parameter)
        own = found.certified_by() if isinstance(found, Divergence) else _KNOWN[name, self.kind.name]
        return (*own, *(_SEVERAL.get(name, ("several_coordinates.one_more",)) if self.times > 1 else ()))


#: What shows a number that holds for all orders at once.
_KNOWN: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("zCDP", "gaussian"): ("concentrated.normal",),
    ("zCDP", "discrete gaussian"): ("discrete_gaussian.moment",),
    ("zCDP", "response"): ("concentrated.pure_is_concentrated", "concentrated.mean_loss"),
    ("GDP", "gaussian"): ("gaussian.curve",),
    ("KL", "gaussian"): ("concentrated.normal_order_one",),
}


#: What puts several answers together; the other notions are those of normal noise.
_SEVERAL: Mapping[str, tuple[str, ...]] = {
    "pure": ("k_fold.pure", "renyi_processing.max_product"),
    "RDP": ("k_fold.renyi", "renyi_processing.product"),
    "zCDP": ("k_fold.concentrated", "renyi_processing.product"),
    "KL": ("renyi_processing.kl_product",),
}


def _refuse_unknown(kind: Noise, name: str, values: int) -> None:
    """Notions of which the level of this noise is not known, or is infinite."""
    if name == PURE.name and "gaussian" in kind.name:
        raise ObjectError(
            f"calibrate: found {kind.name} noise, whose loss is not bounded, expected a notion other than pure privacy"
        )
    if name == "GDP" and kind.name == "discrete gaussian":
        raise ObjectError(
            f"calibrate: found {name} with {kind.name} noise, whose level has no closed form here, expected another notion"
        )
    if name not in ("pure", "DP", "RDP", "zCDP", "GDP", "KL", "TV"):
        raise ObjectError(f"calibrate: found {name}, expected pure, DP, RDP, zCDP, GDP, KL or TV")


def _rational(x: Fraction) -> Any:
    return sympy.Rational(x.numerator, x.denominator)


def _exponent(x: Fraction) -> int:
    """The number of digits before the point; for numbers below 1, minus the zeros after it."""
    count = len(str(int(x))) if x >= 1 else 0
    while x and x < Fraction(1, 10):
        x, count = x * 10, count - 1
    return count
