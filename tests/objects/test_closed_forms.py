"""The tables of closed forms and the library: every case that `doit()` can return is a statement with a certificate.

The statements take values and conditions from the tables; here the whole statement is compared: that it stands in the library under its
name, that its sides are the defining integral and the table's value, and that its domain is the table's. Certificates are replayed in
test_derive.py.
"""

from __future__ import annotations

import pytest
import sympy
from sympy import Integer, Piecewise, Rational, Symbol, exp, log, sqrt

from dpsym.derive.closed_forms import formulas
from dpsym.kernel import terms
from dpsym.kernel.arithmetic.field import Field
from dpsym.kernel.statements import Claim, Range
from dpsym.kernel.terms import HALF, OO, Term, sym
from dpsym.library.closed_forms import Written
from dpsym.objects import (
    ApproximateMax,
    Bernoulli,
    BinaryResponse,
    ChiSquared,
    CoinResponse,
    DiscreteLaplace,
    FiniteLaw,
    FourPointResponse,
    Hellinger,
    HockeyStick,
    KaryResponse,
    KullbackLeibler,
    Laplace,
    MaxDivergence,
    Normal,
    Renyi,
    TotalVariation,
)
from dpsym.objects.closed_forms import LAPLACE_SCALES, NORMAL_DEVIATIONS, TABLES
from dpsym.objects.definitions import DIVERGENCES, LawTerm, defining_term
from dpsym.objects.families import FAMILIES
from dpsym.reading.text.claims import read_claims

STATED = [(f"{table.chapter}.{name}", table, stated) for table in TABLES for name, stated in table.statements()]
NAMES = [name for name, _, _ in STATED]
SUPREMA = ("maximum", "approximate_max")  # their statements are about the ratio of densities, and about levels
FAMILY = {"closed_laplace": "Laplace", "closed_normal": "Normal", "closed_discrete_laplace": "DiscreteLaplace"}


def equal(a: Term, b: Term, claim: Claim) -> bool:
    """By the kernel's normal forms."""
    return a is b or (OO not in (a, b) and Field(claim.domain).is_zero(a - b))


@pytest.mark.parametrize(("name", "table", "stated"), STATED, ids=NAMES)
def test_every_case_is_a_statement_on_its_whole_domain(name, table, stated):
    claims = formulas()[name].claims
    (wanted,) = read_claims("0 == 0", where=Written(table).where(name.partition(".")[2]))
    besides = BESIDES.get(name)
    for claim in claims:
        assert all(besides in c.free for c in set(claim.domain.conditions) - set(wanted.domain.conditions))
        for r in claim.domain.ranges:
            assert r.name == besides or r == (
                wanted.domain.range(r.name) if r.name in wanted.domain.names else Range(r.name)
            )


#: Symbols that are not of the table: the point of a ratio of weights, the levels below the least one.
BESIDES = {
    "closed_discrete_laplace.maximum": "k",
    "closed_discrete_laplace.maximum_same": "k",
    "closed_laplace.approximate_max_least": "eps",
}


#: An infinite value, or a level, is not a side of its statement.
VALUED = [
    s for s in STATED if not s[0].startswith(("closed_normal.maximum_infinite", "closed_laplace.approximate_max"))
]


@pytest.mark.parametrize(("name", "table", "stated"), VALUED, ids=[n for n, _, _ in VALUED])
def test_every_statement_says_the_value_of_the_table(name, table, stated):
    claims = formulas()[name].claims
    assert any(equal(side, stated.value, claim) for claim in claims for side in (claim.lhs, claim.rhs))


HEADS = {"tv": "TV", "hockey": "hockeystick", "kl": "KL", "renyi": "D", "hellinger": "hellinger", "chi": "chi2"}
INTEGRALS = [
    (name, table, stated)
    for name, table, stated in STATED
    if table.chapter in FAMILY and not name.partition(".")[2].startswith(SUPREMA)
]


def defined(name: str, first: tuple[Term, str], second: tuple[Term, str]) -> Term:
    """The definition of the divergence that a statement is called after, of two laws given by location and scale."""
    chapter, _, kind = name.partition(".")
    head = HEADS[kind.split("_")[0]]
    order = HALF if "half" in kind else sym("alpha")
    parameters = {"D": (order,), "hockeystick": (terms.exp(sym("eps")),)}.get(head, ())
    laws = [LawTerm(FAMILIES[FAMILY[chapter]], (location, sym(scale))) for location, scale in (first, second)]
    return defining_term(DIVERGENCES[head][0], parameters, laws[0], laws[1], frozenset())


@pytest.mark.parametrize(("name", "table", "stated"), INTEGRALS, ids=[n for n, _, _ in INTEGRALS])
def test_every_statement_is_about_the_definition_in_both_orders(name, table, stated):
    """The other sides are the defining integrals of the pair, P against Q and Q against P; for coinciding laws, P against P."""
    one = two = "s" if table.chapter == "closed_normal" else "b"
    if table is LAPLACE_SCALES or table is NORMAL_DEVIATIONS:
        two = "c" if table is LAPLACE_SCALES else "r"
    here, there = sym("m"), sym("n") if table is NORMAL_DEVIATIONS else sym("m") + sym("d")
    if name.endswith("_same"):
        wanted = {defined(name, (here, one), (here, two))}
    elif table is NORMAL_DEVIATIONS:
        wanted = {defined(name, (here, one), (there, two))}
    else:
        wanted = {defined(name, (here, one), (there, two)), defined(name, (there, one), (here, two))}
    found = {
        side
        for claim in formulas()[name].claims
        for side in (claim.lhs, claim.rhs)
        if not equal(side, stated.value, claim)
    }
    assert found == wanted


# -- what doit() returns --------------------------------------------------------------------------------------------

B, D, GAMMA, ALPHA = (Symbol(n, positive=True) for n in ("b", "d", "gamma", "alpha"))
X, Y = Symbol("x", real=True), Symbol("y", real=True)
THIRD = Rational(1, 3)
PAIRS = [
    (Laplace(0, 2), Laplace(3, 2)), (Laplace(1, 2), Laplace(1, 2)), (Laplace(0, 1), Laplace(1, 2)), (Laplace(X, B), Laplace(Y, B)),
    (Normal(0, 2), Normal(3, 2)), (Normal(1, 2), Normal(1, 2)), (Normal(0, 1), Normal(1, 2)), (Normal(X, B), Normal(Y, B)),
    (DiscreteLaplace(0, 2), DiscreteLaplace(3, 2)), (DiscreteLaplace(4, 2), DiscreteLaplace(4, 2)),
    (BinaryResponse(1, 0), BinaryResponse(1, 1)), (BinaryResponse(D, 0), BinaryResponse(D, 1)),
    (KaryResponse(1, 4, 0), KaryResponse(1, 4, 2)), (KaryResponse(D, 5, 0), KaryResponse(D, 5, 4)),
    (CoinResponse(THIRD, THIRD, 1), CoinResponse(THIRD, THIRD, 0)), (CoinResponse(THIRD, THIRD, 0), CoinResponse(THIRD, THIRD, 1)),
    (FourPointResponse(1, THIRD, 0), FourPointResponse(1, THIRD, 1)), (FourPointResponse(D, X, 0), FourPointResponse(D, X, 1)),
    (Bernoulli(THIRD), Bernoulli(Rational(1, 5))),
]  # fmt: skip
LEVELS = [exp(Rational(n, 2)) for n in range(-5, 6)] + [GAMMA]
ORDERS = [THIRD, Rational(1, 2), Rational(2, 3), Integer(2), ALPHA]


def divergences(p, q):
    yield from (kind(p, q) for kind in (TotalVariation, KullbackLeibler, MaxDivergence, Hellinger, ChiSquared))
    yield from (HockeyStick(g, p, q) for g in LEVELS)
    yield from (Renyi(a, p, q) for a in ORDERS if not isinstance(p, FourPointResponse))
    yield from (ApproximateMax(t, p, q) for t in (0, THIRD, 1))


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_what_is_returned_is_certified_or_the_definition(pair):
    """A closed form of laws that are not finite has certificates behind it, under names that the library knows."""
    known = formulas()
    for d in divergences(*pair):
        names = d.certified_by()
        assert set(names) <= known.keys()
        if d.closed_form() is not None and pair[0].space in ("reals", "integers"):
            assert names, d


def test_names_are_those_of_the_range():
    p, q = Laplace(0, 2), Laplace(3, 2)
    assert TotalVariation(p, q).certified_by() == ("closed_laplace.tv",)
    assert TotalVariation(p, p).certified_by() == ("closed_laplace.tv_same",)
    assert HockeyStick(exp(2), p, q).certified_by() == ("closed_laplace.hockey_above",)
    assert HockeyStick(exp(-2), p, q).certified_by() == ("closed_laplace.hockey_below",)
    assert HockeyStick(exp(1), p, q).certified_by() == ("closed_laplace.hockey",)
    assert Renyi(Rational(1, 2), p, q).certified_by() == ("closed_laplace.renyi_half",)
    assert Renyi(Rational(3, 4), p, q).certified_by() == ("closed_laplace.renyi_between",)
    unknown = TotalVariation(Laplace(X, B), Laplace(Y, B)).certified_by()
    assert unknown == ("closed_laplace.tv", "closed_laplace.tv_same")
    assert TotalVariation(Laplace(0, 1), Laplace(0, 2)).certified_by() == ()


def test_forms_by_cases():
    p, q = Laplace(0, B), Laplace(D, B)
    inside = 1 - sqrt(GAMMA) * exp(-D / (2 * B))
    wanted = Piecewise((0, log(GAMMA) >= D / B), (1 - GAMMA, log(GAMMA) <= -D / B), (inside, True))
    assert HockeyStick(GAMMA, p, q).doit() == wanted
    assert HockeyStick(GAMMA, Laplace(0, B), Laplace(0, B)).doit() == Piecewise((0, log(GAMMA) >= 0), (1 - GAMMA, True))
    far = HockeyStick(GAMMA, Normal(X, B), Normal(Y, B)).doit()
    assert far.subs({X: 1, Y: 1, GAMMA: Rational(1, 3)}) == Rational(2, 3)
    assert MaxDivergence(Normal(X, B), Normal(Y, B)).doit().subs({X: 1, Y: 1}) == 0
    assert MaxDivergence(Normal(X, B), Normal(Y, B)).doit().subs({X: 1, Y: 2}) is sympy.oo


def test_every_level_has_a_case():
    """The cases of a form cover all levels and orders: at no exact number is the form missing, boundaries included."""
    for p, q in PAIRS:
        if p.free_symbols or isinstance(p, FiniteLaw) or type(p) is not type(q) or p.args[1:] != q.args[1:]:
            continue
        for d in (*(HockeyStick(g, p, q) for g in LEVELS[:-1]), *(Renyi(a, p, q) for a in ORDERS[:-1])):
            assert d.closed_form() is not None


def test_weights_that_may_vanish_do_not_make_a_divergence_infinite():
    """At delta = 0 the two laws have one support; so with a symbol for delta nothing can be said of KL."""
    delta = Symbol("delta", nonnegative=True)
    for kind in (KullbackLeibler, ChiSquared, MaxDivergence):
        d = kind(FourPointResponse(1, delta, 0), FourPointResponse(1, delta, 1))
        assert d.doit() == d
        assert d.subs(delta, 0).doit() != sympy.oo
        assert d.subs(delta, THIRD).doit() is sympy.oo


def test_no_closed_form_without_certificate():
    """The Rényi and Hellinger divergences of normal laws with different deviations are known, but not certified: they are enclosed."""
    p, q = Normal(0, 1), Normal(1, 2)
    for d in (Hellinger(p, q), Renyi(2, p, q), Renyi(Rational(1, 2), p, q)):
        assert d.closed_form() is None
    affinity = sqrt(Rational(4, 5)) * exp(Rational(-1, 20))
    assert abs(Hellinger(p, q).enclose({}, 30) - float((1 - affinity).evalf(30))) < 1e-14
