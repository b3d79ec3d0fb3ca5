"""Closed forms and masses: formulas of the library whose stored certificates the kernel replays, for the objects that have them.

The library's own tests verify every entry; here a sample is replayed, and all in the campaign.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import Rational, exp

from dpsym.derive.closed_forms import MODULES, PRINCIPLES, derivation, derive, formulas, stored
from dpsym.kernel.reals.quadrature import enclose
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import num
from dpsym.kernel.verdicts import Rejected
from dpsym.objects import (
    BinaryResponse,
    ChiSquared,
    CoinResponse,
    DiscreteLaplace,
    FourPointResponse,
    Hellinger,
    HockeyStick,
    KaryResponse,
    KullbackLeibler,
    Laplace,
    MaxDivergence,
    Normal,
    ObjectError,
    Renyi,
    TotalVariation,
    Uniform,
)

NAMES = list(formulas())


SAMPLE = (
    "closed_laplace.hockey",
    "closed_normal.tv",
    "closed_discrete_laplace.renyi_half",
    "closed_response.kary_tv",
    "masses.gumbel",
)


@pytest.mark.parametrize(
    "name", [*SAMPLE, *(pytest.param(n, marks=pytest.mark.campaign) for n in NAMES if n not in SAMPLE)]
)
def test_stored_certificates_replay(name):
    found = stored(name)
    replayed = found.replay()
    assert not isinstance(replayed, Rejected), replayed
    assert len(replayed) == len(found.claims)
    assert found.steps


def test_a_certificate_of_another_statement_is_rejected():
    found = stored("closed_laplace.tv")
    other = replace(found, certificates=stored("closed_laplace.kl").certificates)
    assert isinstance(other.replay(), Rejected)


@pytest.mark.parametrize(
    "name",
    [
        "closed_laplace.kl",
        "closed_response.kary_hockey",
        "masses.gumbel",
        pytest.param("closed_laplace.hockey", marks=pytest.mark.campaign),
        pytest.param("closed_discrete_laplace.hockey", marks=pytest.mark.campaign),
    ],
)
def test_search_finds_them_again(name):
    assert not isinstance(derive(name).replay(), Rejected)


EVERY = (TotalVariation, KullbackLeibler, MaxDivergence, Hellinger, ChiSquared)
PAIRS = [
    (Laplace(0, 2), Laplace(1, 2)), (Normal(0, 2), Normal(1, 2)), (DiscreteLaplace(0, 2), DiscreteLaplace(3, 2)),
    (BinaryResponse(1, 0), BinaryResponse(1, 1)), (KaryResponse(1, 4, 0), KaryResponse(1, 4, 1)),
]  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS, ids=lambda p: type(p[0]).__name__)
def test_an_object_finds_its_derivations(pair):
    for d in (*(kind(*pair) for kind in EVERY), HockeyStick(exp(Rational(1, 4)), *pair), Renyi(2, *pair)):
        assert all(not isinstance(x.replay(), Rejected) for x in derivation(d))


def test_pairs_without_a_derivation_say_so():
    with pytest.raises(ObjectError, match="no derivation"):
        derivation(TotalVariation(Uniform(0, 1), Uniform(0, 2)))
    with pytest.raises(ObjectError, match="no derivation"):
        derivation(TotalVariation(Laplace(0, 1), Normal(0, 1)))
    with pytest.raises(ObjectError, match="expected one of"):
        derive("closed_laplace.nothing")


def test_every_module_is_there():
    assert {n.partition(".")[0] for n in NAMES} == set(MODULES)
    assert set(PRINCIPLES) == {"DiscreteGaussian"}


AT = {"m": 2, "d": 3, "b": Rational(5, 4), "s": Rational(5, 4), "n": 1, "alpha": Rational(5, 2),
      "eps": Rational(3, 4), "x": Rational(1, 2), "k": 5, "p": Rational(1, 3), "q": Rational(2, 7),
      "delta": Rational(1, 9)}  # fmt: skip
LAP, GAUSS, DISCRETE = (Laplace(2, AT["b"]), Laplace(5, AT["b"])), (Normal(2, AT["s"]), Normal(5, AT["s"])), (
    DiscreteLaplace(2, AT["b"]),
    DiscreteLaplace(5, AT["b"]),
)  # fmt: skip
LEVEL = exp(AT["eps"])
BINARY, KARY = [
    tuple(f(t) for t in (0, 1))
    for f in (lambda t: BinaryResponse(AT["eps"], t), lambda t: KaryResponse(AT["eps"], 5, t))
]
COINS = CoinResponse(AT["p"], AT["q"], 1), CoinResponse(AT["p"], AT["q"], 0)
FOUR = FourPointResponse(AT["eps"], AT["delta"], 0), FourPointResponse(AT["eps"], AT["delta"], 1)
OBJECTS = {
    "closed_laplace.tv": TotalVariation(*LAP), "closed_laplace.kl": KullbackLeibler(*LAP), "closed_laplace.chi": ChiSquared(*LAP),
    "closed_laplace.hellinger": Hellinger(*LAP), "closed_laplace.renyi": Renyi(AT["alpha"], *LAP),
    "closed_laplace.hockey": HockeyStick(LEVEL, *LAP),
    "closed_normal.tv": TotalVariation(*GAUSS), "closed_normal.kl": KullbackLeibler(*GAUSS), "closed_normal.chi": ChiSquared(*GAUSS),
    "closed_normal.hellinger": Hellinger(*GAUSS), "closed_normal.renyi": Renyi(AT["alpha"], *GAUSS),
    "closed_normal.hockey": HockeyStick(exp(AT["eps"]), *GAUSS),
    "closed_discrete_laplace.tv": TotalVariation(*DISCRETE), "closed_discrete_laplace.kl": KullbackLeibler(*DISCRETE),
    "closed_discrete_laplace.chi": ChiSquared(*DISCRETE), "closed_discrete_laplace.hellinger": Hellinger(*DISCRETE),
    "closed_discrete_laplace.renyi": Renyi(AT["alpha"], *DISCRETE), "closed_discrete_laplace.hockey": HockeyStick(LEVEL, *DISCRETE),
    "closed_response.binary_tv": TotalVariation(*BINARY), "closed_response.binary_kl": KullbackLeibler(*BINARY),
    "closed_response.binary_chi": ChiSquared(*BINARY), "closed_response.binary_hellinger": Hellinger(*BINARY),
    "closed_response.binary_renyi": Renyi(AT["alpha"], *BINARY), "closed_response.binary_hockey": HockeyStick(exp(AT["x"]), *BINARY),
    "closed_response.kary_tv": TotalVariation(*KARY), "closed_response.kary_kl": KullbackLeibler(*KARY),
    "closed_response.kary_chi": ChiSquared(*KARY), "closed_response.kary_hellinger": Hellinger(*KARY),
    "closed_response.kary_renyi": Renyi(AT["alpha"], *KARY), "closed_response.kary_hockey": HockeyStick(exp(AT["x"]), *KARY),
    "closed_response.coins_tv": TotalVariation(*COINS), "closed_response.coins_kl": KullbackLeibler(*COINS),
    "closed_response.coins_chi": ChiSquared(*COINS), "closed_response.coins_hockey": HockeyStick(exp(AT["x"]), *COINS),
    "closed_response.four_tv": TotalVariation(*FOUR), "closed_response.four_hockey": HockeyStick(exp(AT["x"]), *FOUR),
    "closed_response.four_hellinger": Hellinger(*FOUR),
}  # fmt: skip


@pytest.mark.parametrize("name", OBJECTS)
def test_formulas_speak_of_the_objects(name):
    """The right side of the formula and the object's quadrature or summation agree to 40 digits."""
    claim = formulas()[name].claims[0]
    at = {
        symbol: num(int(AT[symbol].p), int(AT[symbol].q)) if isinstance(AT[symbol], Rational) else num(AT[symbol])
        for symbol in claim.rhs.free
    }
    shown, found = enclose(substitute(claim.rhs, at), 256), OBJECTS[name].quadrature({}, 45)
    assert shown.overlaps(found)
    assert found.rad() < abs(found.mid()) * 1e-40
