"""Instances of the objects that definitions have become: some that fall under the definition, and some that do not.

`of(object)` gives the function that a `Definition` takes as `examples`. An instance is (notion, mechanism, verdict), which the notion
decides, or (words, truth, verdict), where the truth is computed from the object; verdicts are "holds" and "fails".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Instance = tuple[Any, Any, str]


def _response(often: int, seldom: int) -> Any:
    """Randomized response on one bit."""
    from sympy import Rational

    from dpsym.objects.mechanisms.base import from_rows

    p = Rational(often, often + seldom)
    return from_rows([[p, 1 - p], [1 - p, p]], [(0,), (1,)])


def _parity() -> Any:
    """Randomized response on the parity of two bits."""
    from sympy import Rational

    from dpsym.objects.mechanisms.base import from_rows

    even, odd = [Rational(2, 3), Rational(1, 3)], [Rational(1, 3), Rational(2, 3)]
    return from_rows([even, odd, odd, even], [(0, 0), (0, 1), (1, 0), (1, 1)])


def _leak() -> Any:
    """Two bits; the second is published once in ten times, else nothing is."""
    from sympy import Rational

    from dpsym.objects.mechanisms.base import FiniteMechanism

    shown = Rational(1, 10)
    rows = {(a, b): {0: shown * (1 - b), 1: shown * b, "nothing": 1 - shown} for a in (0, 1) for b in (0, 1)}
    return FiniteMechanism(rows, _change_one())


def _echo() -> Any:
    """Two persons; each is told his own bit."""
    from dpsym.objects.mechanisms.base import FiniteMechanism

    bits = [(a, b) for a in (0, 1) for b in (0, 1)]
    return FiniteMechanism({x: {o: int(o == x) for o in bits} for x in bits}, _change_one())


def _crossed() -> Any:
    """Two persons; each is told the other's bit."""
    from dpsym.objects.mechanisms.base import FiniteMechanism

    bits = [(a, b) for a in (0, 1) for b in (0, 1)]
    return FiniteMechanism({x: {o: int(o == x[::-1]) for o in bits} for x in bits}, _change_one())


def _change_one() -> Any:
    from dpsym.objects.mechanisms.base import CHANGE_ONE

    return CHANGE_ONE


def _notion(name: str) -> Iterator[Instance]:
    """Each notion at its level and a little below, on a mechanism whose level is known by hand."""
    from sympy import Integer, Rational, log

    from dpsym.objects import notions

    little, third, tenth = Rational(1, 1000), Rational(1, 3), Rational(1, 10)
    odds_2, odds_9 = _response(2, 1), _response(9, 1)
    known: dict[str, tuple[Any, tuple[Any, ...], Any]] = {
        "PureDP": (odds_2, (), log(2)),
        "ApproximateDP": (_leak(), (Integer(0),), tenth),
        "PointwiseDP": (_leak(), (Integer(0),), tenth),
        "TotalVariationPrivacy": (odds_2, (), third),
        "RenyiDP": (odds_2, (Integer(2),), log(Rational(3, 2))),
        "ApproximateRenyiDP": (_leak(), (tenth, Integer(2)), Integer(0)),
        "BayesianPrivacy": (odds_9, (), Rational(1, 2)),
        "SimulationDP": (_response(3, 1), (), log(2)),
        "JointDP": (_crossed(), (Integer(0),), Integer(1)),
        "SemanticPrivacy": (_parity(), (), third),
        "ZeroConcentratedDP": (odds_2, (Integer(0),), log(2) / 3 + little),
        "GaussianDP": (odds_2, (), Integer(1)),
    }
    notion = getattr(notions, name)
    if name not in known:  # (ε,δ)-semantic privacy: with odds of 2 posteriors are tanh(log(2)/4) = 0.1715... apart
        yield notion(Rational(1, 5), 0), odds_2, "holds"
        yield notion(Rational(1, 10), Rational(1, 2)), odds_2, "fails"
        return
    mechanism, before, level = known[name]
    yield notion(*before, level), mechanism, "holds"
    if name == "JointDP":
        yield notion(0, 0), _echo(), "holds"
    if name == "ZeroConcentratedDP":
        yield notion(0, log(2) / 3 - little), mechanism, "fails"
    elif name == "ApproximateRenyiDP":
        yield notion(Rational(1, 20), 2, 10), mechanism, "fails"
    elif name == "GaussianDP":
        yield notion(Rational(1, 2)), mechanism, "fails"
    else:
        yield notion(*before, level - little), mechanism, "fails"


# -- in the language of laws ---------------------------------------------------------------------------------------------


def _true(statement: Any, values: Any, **params: Any) -> bool:
    """Whether a statement holds in a model: tables of fields, values of symbols."""
    from dpsym.kernel.laws.models import Grounded
    from dpsym.kernel.laws.statements import Setting
    from dpsym.kernel.reals.points import satisfied
    from dpsym.kernel.statements import Domain, Range
    from dpsym.library.theorem import tables
    from dpsym.objects.unfold import unfold

    setting = Setting(Domain(tuple(Range(n) for n in params)), tuple(f.field for f in values))
    grounded = Grounded(tables(values, params, list(values)), setting)
    return all(satisfied(r, {}) is True for f in unfold("it", statement).values() for r in grounded.instances(f))


def _indistinguishable() -> Iterator[Instance]:
    from dpsym.objects.language import log, num
    from dpsym.objects.unfold import Indistinguishable
    from theorems.vocabulary import P, Q, delta, eps

    coin = {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)]}
    near = Indistinguishable(P, Q, eps, delta)
    yield "odds of 2, ε = log 2, δ = 0", _true(near, coin, eps=log(num(2)), delta=0), "holds"
    yield "odds of 2, ε = 0, δ = 1/3", _true(near, coin, eps=0, delta=num(1, 3)), "holds"
    yield "odds of 2, ε = 0, δ = 33/100", _true(near, coin, eps=0, delta=num(33, 100)), "fails"
    yield (
        "laws that are told apart, δ = 99/100",
        _true(near, {P: [1, 0], Q: [0, 1]}, eps=1, delta=num(99, 100)),
        "fails",
    )


def _kernel() -> Iterator[Instance]:
    from dpsym.objects.language import Eq, Int, num
    from theorems.vocabulary import K, P, k, y

    mass, datasets = Eq(Int(k, y), 1), {P: [num(1, 2), num(1, 2)]}
    yield "a law for each of two datasets", _true(mass, {**datasets, K: [num(1, 2), num(1, 2), 1, 0]}), "holds"
    yield "a row of mass 9/10", _true(mass, {**datasets, K: [num(1, 2), num(1, 2), num(9, 10), 0]}), "fails"


def _mean_error() -> Iterator[Instance]:
    from dpsym.objects.language import Eq, Query, Symbol, num
    from dpsym.objects.unfold import MeanError
    from theorems.vocabulary import P, x

    F, c = Query("f", x), Symbol("c")
    error, values = MeanError(P, F.density, 1), {P: [num(1, 4), num(3, 4)], F: [3, 1]}
    yield "3 one time in four, else 1, for the truth 1: 1/2", _true(Eq(error, c), values, c=num(1, 2)), "holds"
    yield "the same: 1", _true(Eq(error, c), values, c=1), "fails"


def _posterior() -> Iterator[Instance]:
    from dpsym.objects.language import Eq, Query, num
    from dpsym.objects.unfold import posterior
    from theorems.vocabulary import P, x

    L, B = Query("L", x, lower=0), Query("B", x)
    bayes = Eq(posterior(P, L.density).density, B.density)
    values = {P: [num(1, 3), num(2, 3)], L: [num(1, 2), num(1, 4)]}
    yield "prior 1 : 2, likelihoods 2 : 1: even", _true(bayes, {**values, B: [num(1, 2), num(1, 2)]}), "holds"
    yield "the same: the prior", _true(bayes, {**values, B: [num(1, 3), num(2, 3)]}), "fails"
    yield "an impossible transcript", _true(bayes, {**values, L: [0, 0], B: [num(1, 3), num(2, 3)]}), "fails"


# -- laws, divergences, mechanisms ---------------------------------------------------------------------------------------


def _divergence(name: str) -> Iterator[Instance]:
    from sympy import Integer, Rational, log

    from dpsym.objects import FiniteLaw, divergences
    from dpsym.objects.symbolic import compare

    third = Rational(1, 3)
    p, q = FiniteLaw({0: 2 * third, 1: third}), FiniteLaw({0: third, 1: 2 * third})
    made = getattr(divergences, name)
    before, value = {
        "TotalVariation": ((), third), "MaxDivergence": ((), log(2)), "HockeyStick": ((Rational(3, 2),), Rational(1, 6)),
    }[name]  # fmt: skip
    found = made(*before, p, q).doit()
    yield f"it is {value} for weights 2 : 1 and 1 : 2", compare(found, value) == 0, "holds"
    yield f"it is {value}/2", compare(found, value / 2) == 0, "fails"
    yield "it is 0 for equal laws", compare(made(*before, p, p).doit(), Integer(0)) == 0, "holds"


def _laplace() -> Iterator[Instance]:
    from sympy import Integer, Rational, exp

    from dpsym.objects import Laplace
    from dpsym.objects.symbolic import compare

    at = Laplace(0, 2).density(Integer(4))
    yield "the density of Lap(0, 2) at 4 is e^−2/4", compare(at, exp(-2) / 4) == 0, "holds"
    yield "it is e^−4/4", compare(at, exp(-4) / 4) == 0, "fails"
    yield "the mean of Lap(1/2, 2) is 1/2", compare(Laplace(Rational(1, 2), 2).mean(), Rational(1, 2)) == 0, "holds"


def _laplace_mechanism() -> Iterator[Instance]:
    from sympy import Integer, Rational

    from dpsym.objects import ADD_REMOVE, CHANGE_ONE, LaplaceMechanism, PureDP, histogram

    one = LaplaceMechanism(histogram(4).sensitivity(CHANGE_ONE), Rational(1, 2))
    yield "the scale for a histogram under change-one, ε = 1/2, is 2/ε", one.scale == Integer(4), "holds"
    yield "it is the same under add/remove", one.scale == _scale(ADD_REMOVE), "fails"
    yield "its privacy is ε", one.privacy() == PureDP(Rational(1, 2)), "holds"


def _scale(neighbours: Any) -> Any:
    from sympy import Rational

    from dpsym.objects import LaplaceMechanism, histogram

    return LaplaceMechanism(histogram(4).sensitivity(neighbours), Rational(1, 2)).scale


def _coin_response() -> Iterator[Instance]:
    from sympy import Rational

    from dpsym.objects import CoinResponse

    half = Rational(1, 2)
    yield (
        "truth and a fair coin: 1 is reported 3 times in 4",
        CoinResponse(half, half, 1).weights[1] == 3 * half / 2,
        "holds",
    )
    yield "for the bit 0 as well", CoinResponse(half, half, 0).weights[1] == 3 * half / 2, "fails"


def _privacy_loss() -> Iterator[Instance]:
    from sympy import Rational, log

    from dpsym.objects import FiniteLaw, ObjectError
    from dpsym.objects.privacy_loss import PrivacyLoss

    third = Rational(1, 3)
    p, q = FiniteLaw({0: 2 * third, 1: third}), FiniteLaw({0: third, 1: 2 * third})
    law = PrivacyLoss(p, q).law()
    chances = dict(zip(law.outcomes, law.weights))
    yield "it is log 2 with probability 2/3", chances.get(log(2)) == 2 * third, "holds"
    yield "it is log 2 with probability 1/3", chances.get(log(2)) == third, "fails"
    try:
        PrivacyLoss(p, FiniteLaw({0: 1, 1: 0}))
        found = True
    except ObjectError:
        found = False
    yield "it has a value when supports differ", found, "fails"


def _games() -> Iterator[Instance]:
    from dpsym.objects.notions.semantic import games

    (_, first), (_, last) = games(_parity(), 0)
    yield "Game 1 shows A(0, 1) for (1, 1)", first[(1, 1)] == (0, 1), "holds"
    yield "Game 2 shows A(0, 1) for (1, 1)", last[(1, 1)] == (0, 1), "fails"


def _neighbours() -> Iterator[Instance]:
    from dpsym.objects.mechanisms.base import ADD_REMOVE, CHANGE_ONE

    yield "one record changed, change-one", CHANGE_ONE.related((0, 1), (0, 2)), "holds"
    yield "two records changed, change-one", CHANGE_ONE.related((0, 1), (1, 2)), "fails"
    yield "one record left out, add/remove", ADD_REMOVE.related((0, 1), (1,)), "holds"
    yield "one record left out, change-one", CHANGE_ONE.related((0, 1), (1,)), "fails"
    yield "one record changed, add/remove", ADD_REMOVE.related((0, 1), (0, 2)), "fails"


def _sensitivity() -> Iterator[Instance]:
    from dpsym.objects import ADD_REMOVE, CHANGE_ONE, histogram

    change, add = (histogram(4).sensitivity(n).value for n in (CHANGE_ONE, ADD_REMOVE))
    yield "a histogram moves by 2 when a record changes", change == 2, "holds"
    yield "a histogram moves by 2 when a record is added", add == 2, "fails"


def _finite_mechanism() -> Iterator[Instance]:
    from sympy import Rational

    from dpsym.objects.mechanisms.base import from_rows

    half = Rational(1, 2)

    def made(rows: Any) -> bool:
        try:
            from_rows(rows, [(0,), (1,)])
        except ValueError:
            return False
        return True

    yield "a law for each dataset", made([[half, half], [1, 0]]), "holds"
    yield "a row of mass 3/2", made([[half, 1], [1, 0]]), "fails"
    yield "a negative probability", made([[half, half], [2, -1]]), "fails"


_OTHERS: dict[str, Callable[[], Iterator[Instance]]] = {
    "Indistinguishable": _indistinguishable, "Kernel": _kernel, "MeanError": _mean_error, "posterior": _posterior,
    "Laplace": _laplace, "LaplaceMechanism": _laplace_mechanism, "CoinResponse": _coin_response, "PrivacyLoss": _privacy_loss,
    "games": _games, "Neighbours": _neighbours, "Sensitivity": _sensitivity, "FiniteMechanism": _finite_mechanism,
}  # fmt: skip


def of(name: str) -> Callable[[], Iterator[Instance]]:
    """The instances of an object: a notion, a divergence, or one of the others."""
    if name in _OTHERS:
        return _OTHERS[name]
    if name in ("TotalVariation", "HockeyStick", "MaxDivergence"):
        return lambda: _divergence(name)
    return lambda: _notion(name)
