"""The routes from the parts of a composition to an answer. Each is a function of a question, in the list ROUTES.

A route returns a `Bound`, a `Missing` with the reason, or None if it has nothing to do with the parts. What is added to the list takes
part in every answer: the best is told first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import arb, ctx

from ..derive import losses as products
from ..derive.rounding import LEAST_BITS, fraction, rational
from ..kernel.terms import ZERO, Term, num
from ..objects.errors import ObjectError
from . import claims
from .by_loss import by_loss
from .composition import Composition
from .figures import ZERO_FIGURE, Value, ball, exactly, fraction_of, order, shown, told
from .optimum import (
    COARSE_ATOMS,
    COARSE_BESIDE,
    MOST_ATOMS,
    MOST_EQUAL,
    Equal,
    Losses,
    coarse,
    count_of_atoms,
    gaussian_delta,
    losses,
    product_delta,
    sorted_level,
)
from .parts import ALPHA, Part
from .results import ABOVE, BETWEEN, EXACT, Bound, Claims, Missing, Result
from .sampling import MOST_ORDER, Sampled
from .solving import level_of, real_order, whole_order

SCORE_BITS = 96
MOST_LAPLACE = 10  # answers with Laplace noise whose losses are added up: the work grows like the fourth power
MOST_PRODUCT = 4_000  # answers with other noise
NOTHING = Value(ZERO_FIGURE, ZERO_FIGURE)
CERTAIN = Value(claims.ONE_FIGURE, claims.ONE_FIGURE)


@dataclass(frozen=True)
class Question:
    """The least ε for a δ, the least δ for an ε, or a bound on D_α."""

    whole: Composition
    asked: str
    at: Term
    digits: int

    @property
    def parts(self) -> Sequence[tuple[Part, int]]:
        return self.whole.parts

    @cached_property
    def enough_left(self) -> int:
        """The sign of what of δ is left when the parts have lost what they may."""
        for bits in (LEAST_BITS, 1024, 8192):
            with ctx.workprec(bits):
                left = self.whole.left(self.at)
                if left > 0:
                    return 1
                if left < 0:
                    return -1
                if left.is_zero():
                    return 0
        raise ObjectError(
            f"found delta = {shown(self.at)}, which is not told apart from what the parts lose; expected another delta"
        )

    def left(self) -> arb:
        """What of δ is left for the parts without what they lose."""
        return self.whole.left(self.at)

    def with_lost(self, delta: arb) -> arb:
        """1 − w + w δ'."""
        if not self.whole.has_losses:
            return delta
        lost = self.whole.lost()
        return lost + (1 - lost) * delta

    def told(self, value: Callable[[], arb]) -> Value:
        return told(lambda: _not_below_zero(value()), self.digits)

    @property
    def too_little(self) -> str:
        return f"the parts may lose {_about(self.whole.lost)}, more than delta = {shown(self.at)}"


Route = Callable[[Question], "Bound | Missing | None"]


def answer(whole: Composition, asked: str, at: Term, digits: int) -> Result:
    """All routes, the best first."""
    question = Question(whole, asked, at, digits)
    bounds: list[Bound] = []
    missing: list[Missing] = []
    for route in RENYI_ROUTES if asked == "renyi" else ROUTES:
        found = route(question)
        if isinstance(found, Bound):
            bounds.append(found)
        elif isinstance(found, Missing):
            missing.append(found)
    if not bounds:
        whys = list(dict.fromkeys(m.why for m in missing))
        reasons = "; ".join(f"{', '.join(m.route for m in missing if m.why == why)}: {why}" for why in whys)
        raise ObjectError(
            f"{whole}: found no route to {asked} at {shown(at)} ({reasons or 'nothing is known of these parts together'})"
        )
    bounds.sort(key=_rank)
    return Result(whole, asked, at, tuple(bounds), tuple(missing))


def _rank(bound: Bound) -> tuple[Fraction | float, int]:
    with ctx.workprec(LEAST_BITS):
        upper = bound.upper.ball
        size = float("-inf") if upper.is_zero() else fraction((upper.log() * (1 << 80)).mid().floor().fmpq())
    return size, (EXACT, BETWEEN, ABOVE).index(bound.kind)


# -- routes to (ε, δ) ------------------------------------------------------------------------------------------------


def nothing_run(q: Question) -> Bound | None:
    """A composition of nothing, or of parts that say nothing of the data, is 0-private."""
    if any(p.level is None or order(p.level, 0) > 0 for p, _ in q.parts):
        return None
    if q.asked == "epsilon":
        if q.enough_left < 0:
            return None
        value = NOTHING
    else:
        value = q.told(q.whole.lost) if q.whole.has_losses else NOTHING
    return Bound(
        "0-private",
        value,
        EXACT,
        ("k_fold.approximate",) if q.parts else (),
        lambda: claims.only_lost(q.whole, q.asked, q.at, value),
    )


def basic(q: Question) -> Bound | Missing | None:
    """Σ εᵢ and 1 − Π (1 − δᵢ)."""
    if not q.parts or any(p.level is None for p, _ in q.parts):
        return None
    entry = ("k_fold.approximate",) if q.whole.has_losses else ("k_fold.pure",)
    total = claims.total([(p.level, k) for p, k in q.parts if p.level is not None])
    if q.asked == "epsilon":
        if q.enough_left < 0:
            return Missing("basic", q.too_little)
        exact = fraction_of(total)
        value = q.told(lambda: ball(total)) if exact is None else exactly(exact, q.digits)
        return Bound(
            "basic", value, ABOVE, _cited(q, "level", entry), lambda: claims.basic(q.whole, total, value.upper, q.at)
        )
    if order(total, q.at) > 0:
        return Missing("basic", f"it says nothing below eps = {_about(lambda: ball(total))}")
    value = q.told(q.whole.lost) if q.whole.has_losses else NOTHING
    return Bound(
        "basic", value, ABOVE, _cited(q, "level", entry), lambda: claims.basic_delta(q.whole, total, q.at, value.upper)
    )


def advanced(q: Question) -> Bound | Missing | None:
    """r + 2√(r log(1/δ')) with r = Σ εᵢ²/2, and δ' what is left of δ."""
    if not q.parts or any(p.level is None for p, _ in q.parts):
        return None
    r = claims.total([(p.level**2 / 2, k) for p, k in q.parts if p.level is not None])
    if order(r, 0) == 0:
        return None
    entries = _cited(q, "level", ("heterogeneous_composition.mixed",))
    if q.asked == "epsilon":
        if q.enough_left <= 0:
            return Missing("advanced", q.too_little)
        value = q.told(lambda: ball(r) + 2 * (ball(r) * -q.left().log()).sqrt())
        return Bound("advanced", value, ABOVE, entries, lambda: claims.advanced(q.whole, r, value.upper, q.at))
    if order(q.at, r) <= 0:
        return Missing("advanced", f"it says nothing up to eps = {_about(lambda: ball(r))}")
    value = q.told(lambda: q.with_lost((-((ball(q.at) - ball(r)) ** 2) / (4 * ball(r))).exp()))
    return Bound("advanced", value, ABOVE, entries, lambda: claims.advanced_delta(q.whole, r, q.at, value.upper))


def concentrated(q: Question) -> Bound | Missing | None:
    """D_α <= ρ α with ρ = Σ ρᵢ, at the best order."""
    if not q.parts or any(p.rho is None for p, _ in q.parts):
        return None
    rho = claims.total([(p.rho, k) for p, k in q.parts if p.rho is not None])
    if order(rho, 0) == 0:
        return None

    def curve(alpha: Fraction) -> arb:
        return ball(rho) * arb(rational(alpha))

    entries = _cited(q, "rho", ("k_fold.concentrated", "renyi.hockey_stick"))
    return _converted(q, "zCDP", curve, lambda a: rho * a, entries, _rests(q, "rho"), None, False)


def renyi_curves(q: Question) -> Bound | Missing | None:
    """D_α <= Σ D_α of the parts, at the best order."""
    if not q.parts or not all(p.has_curve for p, _ in q.parts):
        return None
    if all(p.rho is not None and p.divergence is not None and _is_line(p) for p, _ in q.parts):
        return None  # the same as zCDP
    most, only_whole = _orders(q)
    if most is not None and most < 2 and only_whole:
        return Missing("Renyi", "no integer order is known of all parts")
    entries = _cited(q, "divergence", ("k_fold.renyi", "renyi.hockey_stick"))
    return _converted(
        q,
        "Renyi",
        lambda a: _curve(q, a),
        lambda a: _curve_term(q, a),
        entries,
        _rests(q, "divergence"),
        most,
        only_whole,
    )


def gaussian(q: Question) -> Bound | Missing | None:
    """√(Σ μᵢ²)-GDP."""
    if not q.parts or any(p.mu is None for p, _ in q.parts):
        return None
    if all(p.mu is not None and order(p.mu, 0) == 0 for p, _ in q.parts):
        return None
    groups = [(p.mu, k) for p, k in q.parts if p.mu is not None]
    sharp = all("mu" in p.sharp for p, _ in q.parts)
    entries = _cited(q, "mu", ("gaussian_composition.gaussian", "gaussian.curve_to_gdp"))
    return _by_curve(
        q,
        "GDP",
        lambda: _curve_of_errors(_mu(groups)),
        EXACT if sharp else ABOVE,
        entries,
        _rests(q, "mu"),
        lambda value: claims.gaussian(q.whole, groups, q.asked, q.at, value.upper),
    )


def optimum(q: Question) -> Bound | Missing | None:
    """The exact optimum of (εᵢ, δᵢ)-private parts, beside μ-GDP ones."""
    normal = [(p.mu, k) for p, k in q.parts if p.mu is not None and "mu" in p.sharp and p.level is None]
    private = [(p, k) for p, k in q.parts if p.level is not None]
    if len(normal) + len(private) < len(q.parts) or not private:
        return None
    groups = _merged((p.level, k) for p, k in private if p.level is not None and order(p.level, 0) > 0)
    if not groups and not normal:
        return None
    sharp = all("level" in p.sharp for p, _ in private)
    several = () if len(groups) == 1 and not normal else ("optimal_composition.one_more",)
    beside = ("gaussian_composition.dominated",) if normal else ()
    entries = _cited(q, "level", (*several, *beside, "optimal_composition.exact", "optimal_composition.exact_attained"))
    rests = f"{several[0]} once for each mechanism (dpsym.accounting.optimum): the kernel checks one" if several else ""
    atoms = count_of_atoms(groups)
    if atoms > MOST_ATOMS and len(groups) > 1:
        return _between(q, groups, normal, sharp, entries, rests)
    if atoms > (MOST_ATOMS if normal else MOST_EQUAL):
        return Missing("exact optimum", f"{atoms} values of the loss, more than {MOST_ATOMS if normal else MOST_EQUAL}")
    found = _optimum(q, groups, normal)
    if isinstance(found, Missing):
        return found
    if q.asked == "epsilon" and not normal:
        found = _not_above(found, claims.total(groups), q.digits)
    claimed = lambda: claims.optimum(q.whole, groups, normal, q.asked, q.at, found.upper, atoms)  # noqa: E731
    route = "exact optimum" if sharp else "optimum of the levels"
    return Bound(route, found, EXACT if sharp else ABOVE, entries, claimed, rests)


def _optimum(q: Question, groups: Sequence[tuple[Term, int]], normal: Sequence[tuple[Term, int]]) -> Value | Missing:
    if not groups and not normal:  # levels that were rounded down to 0
        return q.told(q.whole.lost) if q.asked == "delta" and q.whole.has_losses else NOTHING
    if q.asked == "delta":
        if not normal and order(claims.total(groups), q.at) <= 0:  # no loss is as great
            return q.told(q.whole.lost) if q.whole.has_losses else NOTHING
        return told(lambda: q.with_lost(_sum(groups, normal)(ball(q.at))), q.digits)
    if q.enough_left < 0 or (q.enough_left == 0 and normal):
        return Missing("exact optimum", q.too_little)
    if q.enough_left == 0:
        return q.told(lambda: ball(claims.total(groups)))
    if normal or (any(fraction_of(t) is None for t, _ in groups) and len(groups) > 1):
        held: dict[int, Callable[[arb], arb]] = {}

        def curve(level: arb) -> arb:
            if ctx.prec not in held:
                held[ctx.prec] = _sum(groups, normal)
            return held[ctx.prec](level)

        return level_of(curve, q.left, q.digits, "the exact delta")
    if len(groups) == 1:
        equal = Equal(*groups[0])
        return _level(lambda: equal.level(q.left()), q.digits)
    return _level(lambda: sorted_level(losses(groups), q.left()), q.digits)


def _not_above(found: Value, most: Term, digits: int) -> Value:
    """No level is above the sum of the levels, which a ball that is rounded outwards may be."""
    exact = fraction_of(most)
    if exact is None or found.upper.fraction <= exact:
        return found
    end = exactly(exact, digits)
    return Value(end.lower if found.lower.fraction > end.lower.fraction else found.lower, end.upper)


def _sum(groups: Sequence[tuple[Term, int]], normal: Sequence[tuple[Term, int]]) -> Callable[[arb], arb]:
    """δ of a level without what is lost, at the current precision."""
    if len(groups) == 1 and not normal:
        return Equal(*groups[0]).delta
    found = losses(groups) if groups else Losses({(0,): arb(1)}, Fraction(1), ())
    mu = _mu(normal) if normal else None
    return lambda level: product_delta(found, mu, level)


def _between(
    q: Question,
    groups: Sequence[tuple[Term, int]],
    normal: Sequence[tuple[Term, int]],
    sharp: bool,
    entries: tuple[str, ...],
    rests: str,
) -> Bound | Missing:
    """Two optima, of levels that are rounded up and down."""
    places = COARSE_BESIDE if normal else COARSE_ATOMS
    ends = [_optimum(q, coarse(groups, above, places), normal) for above in (False, True)]
    if isinstance(ends[0], Missing) or isinstance(ends[1], Missing):
        return next(e for e in ends if isinstance(e, Missing))
    value = Value(ends[0].lower, ends[1].upper)
    why = f"{claims.TOO_LONG}: {count_of_atoms(groups)} values of the loss, rounded to a lattice with {places}"
    return Bound("optimum on a lattice", value, BETWEEN if sharp else ABOVE, entries, lambda: why, rests)


def products_of_noise(q: Question) -> Bound | Missing | None:
    """Answers with noise of one kind: the law of the sum of their privacy losses."""
    if len(q.parts) != 1 or q.parts[0][0].noise is None or q.parts[0][0].lost is not ZERO:
        return None
    k, noise = q.parts[0][1], q.parts[0][0].noise
    assert noise is not None
    if noise.kind == "response" and noise.values == 2:
        return None  # the exact optimum
    most = MOST_LAPLACE if noise.kind == "laplace" else MOST_PRODUCT
    if k > most or not products.reachable(noise.kind, noise.distance, k):
        return Missing("privacy loss", f"{k} answers, of which the law of the loss is too much work")

    def curve(level: arb) -> arb:
        return products.product_delta(noise.kind, noise.parameter, noise.distance, noise.values, k, level)

    rests = "the law of the sum of the privacy losses (dpsym.derive.losses); not checked by the kernel"
    try:
        return _by_curve(
            q,
            "privacy loss",
            lambda: curve,
            EXACT,
            (),
            rests,
            lambda _: "the kernel knows no law of a sum of privacy losses",
        )
    except ObjectError as error:
        return Missing("privacy loss", str(error))


#: All routes to (ε, δ). A new one is put here.
def loss_distribution(q: Question) -> Bound | Missing | None:
    """The sum of the privacy losses, on a grid from both sides."""
    at = fraction_of(q.at)
    return None if at is None else by_loss(q.parts, q.asked, at, q.digits)


ROUTES: list[Route] = [
    nothing_run, optimum, gaussian, products_of_noise, loss_distribution, renyi_curves, concentrated, advanced, basic,
]  # fmt: skip


# -- routes to D_α ---------------------------------------------------------------------------------------------------


def renyi_sum(q: Question) -> Bound | Missing | None:
    """Σ D_α."""
    if q.whole.has_losses:
        return Missing("sum of D_alpha", f"the parts may lose {_about(q.whole.lost)}, and D_alpha is infinite then")
    without = next((p for p, _ in q.parts if not p.has_curve), None)
    if without is not None:
        return Missing("sum of D_alpha", f"no Renyi curve of {without} is known")
    alpha = fraction_of(q.at)
    assert alpha is not None
    with ctx.workprec(LEAST_BITS):
        if not _curve(q, alpha).is_finite():
            most, _ = _orders(q)
            return Missing("sum of D_alpha", f"known are orders up to {MOST_ORDER if most is None else most}")
    kind = EXACT if all("divergence" in p.sharp for p, _ in q.parts) else ABOVE
    value = q.told(lambda: _curve(q, alpha)) if q.parts else NOTHING
    return Bound(
        "sum of D_alpha",
        value,
        kind,
        _cited(q, "divergence", ("k_fold.renyi",)),
        lambda: claims.at_most_level(_curve_term(q, num(alpha)), value.upper),
        _rests(q, "divergence"),
    )


RENYI_ROUTES: list[Route] = [renyi_sum]


# -- what they share -------------------------------------------------------------------------------------------------


def _cited(q: Question, what: str, whole: Iterable[str]) -> tuple[str, ...]:
    """The entries of the parts, those of what puts them together, and of what is lost."""
    own = [e for p, _ in q.parts for e in p.cited(what)]
    more = ("k_fold.in_parts",) if q.whole.has_losses and what != "level" else ()
    return tuple(dict.fromkeys([*own, *whole, *more]))


def _rests(q: Question, what: str) -> str:
    return "; ".join(dict.fromkeys(p.rests[what] for p, _ in q.parts if what in p.rests))


def _about(value: Callable[[], arb]) -> str:
    found = value()
    return str(told(lambda: found, 3).upper) if found > 0 else "0"


def _not_below_zero(x: arb) -> arb:
    return arb(0) if x <= 0 else x


def _merged(groups: Iterable[tuple[Term, int]]) -> list[tuple[Term, int]]:
    found: dict[Term, int] = {}
    for t, k in groups:
        found[t] = found.get(t, 0) + k
    return list(found.items())


def _level(value: Callable[[], arb | None], digits: int) -> Value:
    """A level that balls may not tell at once."""

    def ball_of() -> arb:
        found = value()
        return arb.nan() if found is None else _not_below_zero(found)

    return told(ball_of, digits)


def _mu(groups: Sequence[tuple[Term, int]]) -> arb:
    total = arb(0)
    for t, k in groups:
        total += k * ball(t) ** 2
    return total.sqrt()


def _curve_of_errors(mu: arb) -> Callable[[arb], arb]:
    return lambda level: gaussian_delta(mu, level)


def _by_curve(
    q: Question,
    route: str,
    curve: Callable[[], Callable[[arb], arb]],
    kind: str,
    entries: tuple[str, ...],
    rests: str,
    claimed: Callable[[Value], object],
) -> Bound | Missing:
    """A route that knows δ at every level; `curve` makes it for the current precision."""
    if q.asked == "delta":
        value = told(lambda: q.with_lost(_not_below_zero(curve()(ball(q.at)))), q.digits)
    elif q.enough_left <= 0:
        return Missing(route, q.too_little)
    else:
        value = level_of(lambda level: curve()(level), q.left, q.digits, f"delta by {route}")
    claim: Claims = lambda: claimed(value)  # type: ignore[assignment,return-value]  # noqa: E731
    return Bound(route, value, kind, entries, claim, rests)


def _converted(
    q: Question,
    route: str,
    curve: Callable[[Fraction], arb],
    term: Callable[[Term], Term | None],
    entries: tuple[str, ...],
    rests: str,
    most: Fraction | None,
    only_whole: bool,
) -> Bound | Missing:
    """A Rényi curve at its best order α: E_u <= e^((α−1) D_α) u^(1−α) (α − 1)^(α−1)/α^α (renyi.hockey_stick)."""
    if q.asked == "epsilon" and q.enough_left <= 0:
        return Missing(route, q.too_little)

    def exponent(alpha: Fraction) -> arb:
        """(α − 1) log(1 − 1/α) − log α."""
        a = arb(rational(alpha))
        return (a - 1) * (1 - 1 / a).log() - a.log()

    def level(alpha: Fraction) -> arb:
        return curve(alpha) + (exponent(alpha) - q.left().log()) / arb(rational(alpha - 1))

    def delta(alpha: Fraction) -> arb:
        """The logarithm of δ'."""
        return arb(rational(alpha - 1)) * (curve(alpha) - ball(q.at)) + exponent(alpha)

    wanted = level if q.asked == "epsilon" else delta

    def score(alpha: Fraction) -> float:
        with ctx.workprec(SCORE_BITS):
            found = wanted(alpha)
            return float(found.mid()) if found.is_finite() else float("inf")

    alpha = _best_order(score, most, only_whole, any(isinstance(p, Sampled) for p, _ in q.parts) and route == "Renyi")
    if alpha is None:
        return Missing(route, "no order gives a finite level")
    if q.asked == "epsilon":
        value = q.told(lambda: level(alpha))
    else:
        with ctx.workprec(SCORE_BITS):
            vacuous = not delta(alpha) < 0
        value = CERTAIN if vacuous else told(lambda: q.with_lost(delta(alpha).exp()), q.digits)
    return Bound(
        route,
        value,
        ABOVE,
        entries,
        lambda: claims.converted(q.whole, term(num(alpha)), num(alpha), q.asked, q.at, value.upper),
        rests,
        alpha,
    )


def _best_order(
    score: Callable[[Fraction], float], most: Fraction | None, only_whole: bool, sampled: bool
) -> Fraction | None:
    found = []
    if not only_whole:
        found.append(real_order(score, most))
    if only_whole or sampled:
        found.append(whole_order(score, MOST_ORDER if most is None else min(int(most), MOST_ORDER)))
    return min((a for a in found if a is not None), key=score, default=None)


def _orders(q: Question) -> tuple[Fraction | None, bool]:
    """The greatest order of which all curves say something, and whether they do at integers only."""
    known = [a for p, _ in q.parts if (a := p.most_order()) is not None]
    return min(known, default=None), any(p.only_whole for p, _ in q.parts)


def _curve(q: Question, alpha: Fraction) -> arb:
    total = arb(0)
    for p, k in q.parts:
        total += k * p.renyi(alpha)
    return total


def _curve_term(q: Question, alpha: Term) -> Term | None:
    found = []
    for p, k in q.parts:
        one = p.renyi_term(alpha)
        if one is None:
            return None
        found.append((one, k))
    return claims.total(found)


def _is_line(p: Part) -> bool:
    """Whether the curve of the part is ρ α."""
    return p.rho is not None and p.divergence == p.rho * ALPHA
