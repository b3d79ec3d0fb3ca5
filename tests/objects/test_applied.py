"""One meaning: what a notion says in the language of laws, and what the algorithms for its level say, on random mechanisms."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, ClassVar

import pytest
import sympy
from sympy import Integer, Rational, log, oo

from dpsym.kernel.terms import OO, TermError, num
from dpsym.library.theorem import Theorem
from dpsym.objects import applied, notions
from dpsym.objects.deciding import NEAR, PRIOR, M, Trial, prior_table
from dpsym.objects.errors import ContradictionError
from dpsym.objects.language import Density, Event, Ge, Gt, Int, Kernel, Law, Le, Point, Query, Symbol, exp
from dpsym.objects.mechanisms.base import ADD_REMOVE, CHANGE_ONE, FiniteMechanism, from_rows
from dpsym.objects.notions.base import Level, Notion, Witness
from dpsym.objects.symbolic import compare, exact
from dpsym.objects.unfold import Indistinguishable

BITS = [(a, b) for a in (0, 1) for b in (0, 1)]
TABLES = 3
MECHANISM = applied.Mechanism(M, NEAR)


def concrete(cls: Any) -> list[Any]:
    return [cls, *(c for below in cls.__subclasses__() for c in concrete(below))]


SYMPY = {c.__name__: c for c in concrete(Notion) if c.__module__.startswith("dpsym.") and not c.__abstractmethods__}


def law(rng: random.Random, size: int, zeros: bool) -> list[Any]:
    weights = [rng.randint(0 if zeros else 1, 5) for _ in range(size)]
    weights[rng.randrange(size)] += 1
    return [Rational(w, sum(weights)) for w in weights]


def tables(zeros: bool) -> list[FiniteMechanism]:
    rng = random.Random(20 + zeros)
    return [from_rows([law(rng, 3, zeros) for _ in BITS], BITS) for _ in range(TABLES)]


def joint(m: FiniteMechanism) -> FiniteMechanism:
    """The outcomes as pairs."""
    pairs = [(0, 0), (0, 1), (1, 1)]
    return FiniteMechanism({x: dict(zip(pairs, m.row(x))) for x in m.datasets}, CHANGE_ONE)


def others(name: str) -> tuple[Any, ...]:
    """The parameters before the bound."""
    before = {
        "ApproximateDP": (log(2),), "PointwiseDP": (log(2),), "RenyiDP": (Integer(2),), "JointDP": (log(2),),
        "ZeroConcentratedDP": (Integer(0),), "ApproximateRenyiDP": (Rational(1, 10), Integer(2)),
        "ApproximateSemanticPrivacy": (Rational(1, 5),), "ObliviousSemanticPrivacy": (Rational(1, 5),),
        "InformedSemanticPrivacy": (Rational(1, 5),),
    }  # fmt: skip
    return before.get(name, ())


def test_every_notion_has_one_meaning() -> None:
    assert set(SYMPY) == set(applied.NOTIONS)
    for name, cls in SYMPY.items():
        assert tuple(f.name for f in fields(applied.NOTIONS[name])) == cls.parameters


@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize("name", sorted(applied.NOTIONS))
def test_level_and_meaning_agree(name: str, zeros: bool) -> None:
    """Just above its level the meaning holds, just below it fails, where the trial is decisive; and the decision says the same."""
    step, seen = Rational(1, 1000), set()
    for table in tables(zeros):
        m = joint(table) if name == "JointDP" else table
        level = SYMPY[name](*others(name), 1).level(m)
        bounds = (
            [(Integer(10), False)] if level.lower == oo else [(level.upper + step, True), (level.lower - step, False)]
        )
        for bound, expected in bounds:
            if compare(bound, Integer(0)) == -1 or (
                SYMPY[name].parameters[-1] == "delta" and compare(bound, Integer(1)) == 1
            ):
                continue
            notion = SYMPY[name](*others(name), bound)
            found = notion.decide(m)
            assert found.verdict == ("holds" if expected else "fails")
            for trial in notion.trials(m, found.level):
                seen.add(trial.holds())
                assert trial.holds() in (
                    (True, None) if expected else (False,) if trial.decisive else (False, True, None)
                )
    assert zeros or True in seen
    if name not in (
        "SimulationDP",
        "ApproximateRenyiDP",
        "GaussianDP",
    ):  # that nothing exists, or fails for some eps, is not seen
        assert False in seen


@pytest.mark.parametrize(
    "name", ["BayesianPrivacy", "SemanticPrivacy", *(n for n in applied.NOTIONS if n.endswith("cPrivacy"))]
)
def test_no_prior_is_worse(name: str) -> None:
    """For all priors is for all priors: random ones never break what the level promises."""
    rng = random.Random(5)
    for m in tables(False)[:4]:
        level = SYMPY[name](*others(name), 1).level(m)
        notion = SYMPY[name](*others(name), level.upper)
        table = notion.table(m, Integer(0))
        for _ in range(6):
            prior = list(zip(m.datasets, law(rng, len(m.datasets), True)))
            trial = Trial(notion(table.mechanism, prior=PRIOR), table.with_field(PRIOR, prior_table(m, prior)))
            assert trial.holds() is True


def test_events_are_tried_for_each_pair() -> None:
    """The worst event is found by its outcomes; all 2^3 events say the same."""
    from itertools import product

    for m in tables(True)[:6]:
        delta = Rational(1, 5)
        notion = notions.ApproximateDP(log(2), delta)
        found = next(notion.trials(m, notion.level(m))).holds()
        brute = all(
            sum(w for w, s in zip(m.row(x), S) if s) <= 2 * sum(w for w, s in zip(m.row(y), S) if s) + delta
            for x, y in m.pairs()
            for S in product((0, 1), repeat=3)
        )
        assert found is brute


def test_a_wrong_level_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    m = from_rows([[Rational(3, 4), Rational(1, 4)], [Rational(1, 4), Rational(3, 4)]], [(0,), (1,)])
    for wrong, bound in ((Integer(0), 1), (Integer(5), 2)):
        monkeypatch.setattr(notions.PureDP, "level", lambda self, m, w=wrong: Level.exactly(w, Witness()))
        with pytest.raises(ContradictionError):
            notions.PureDP(bound).decide(m)


def test_datasets_of_different_sizes() -> None:
    half = Rational(1, 2)
    table = {(): [1, 0], (0,): [half, half], (1,): [half, half]}
    m = FiniteMechanism({x: dict(enumerate(row)) for x, row in table.items()}, ADD_REMOVE)
    assert notions.ApproximateDP(0, half).decide(m).verdict == "holds"
    assert notions.ApproximateDP(0, Rational(2, 5)).decide(m).verdict == "fails"
    n = FiniteMechanism({x: dict(enumerate(row)) for x, row in table.items()}, CHANGE_ONE)
    assert notions.BayesianPrivacy(0).decide(n).verdict == "holds"
    assert notions.SimulationDP(0).decide(n).verdict == "holds"


def test_a_prior_is_not_normalised_by_hand() -> None:
    """Informed beliefs are the prior on a fibre over its total: weights of all datasets say the same of each fibre."""
    m = tables(False)[0]
    notion = notions.BayesianPrivacy(exact(Fraction(1, 50)))
    table = notion.table(m)
    for scale in (1, 7):
        prior = [(x, Rational(scale * w, 10)) for x, w in zip(m.datasets, (1, 2, 3, 4))]
        trial = Trial(notion(table.mechanism, prior=PRIOR), table.with_field(PRIOR, prior_table(m, prior)))
        assert trial.holds() is False


def test_symbolic_and_sympy_notions_say_the_same() -> None:
    d, y = Point("d"), Point("y")
    m = applied.Mechanism(Kernel("M", d, y), Event("near", d, Point("d'", like=d)))
    eps = sympy.Symbol("eps")
    assert notions.PureDP(eps)(m) == applied.PureDP(Symbol("eps"))(m)
    facts = applied.PureDP(Symbol("eps"))(m).facts()
    assert list(facts) == ["PQ", "QP"]
    assert M.points == (d, y)
    assert NEAR.name == "near"


def test_roles_that_a_notion_does_not_have_are_refused() -> None:
    d, y = Point("d"), Point("y")
    m = applied.Mechanism(Kernel("M", d, y), Event("near", d, Point("d'", like=d)))
    with pytest.raises(ValueError, match="prior"):
        applied.PureDP(1)(m, prior=Law("b", d))
    with pytest.raises(ValueError, match="prior"):
        applied.BayesianPrivacy(1)(m).facts()
    with pytest.raises(ValueError, match="hide"):
        applied.SemanticPrivacy(1)(m, prior=Law("b", d)).facts()
    with pytest.raises(ValueError, match="view"):
        applied.JointDP(1, 0)(applied.Mechanism(m.law, Event("near", Point("i"), d, Point("d'", like=d)))).facts()


def theorem(claim: Any, *about: Any) -> Theorem:
    return Theorem(name="t", title="t", about=list(about), claim=claim, proof=[])


def test_what_a_quantifier_of_a_notion_binds_occurs_nowhere_else() -> None:
    """Else `M is (alpha rho, 0)-zCDP, for all alpha > 1` is said of each alpha with a level of its own."""
    alpha, eps, d = Symbol("alpha"), Symbol("eps"), MECHANISM.law.points[0]
    with pytest.raises(TermError, match="the order alpha"):
        applied.ZeroConcentratedDP(alpha * eps, 0)(MECHANISM)
    with pytest.raises(TermError, match="the order eps"):
        applied.GaussianDP(eps)(MECHANISM)
    e, y = Point("e", like=d), MECHANISM.outcome
    k = Kernel("k", y, Point("z"))
    mixed = MECHANISM.of(Density(Int(M(d, y) * k(y, Point("z")), y), (d, Point("z"))))
    with pytest.raises(TermError, match="the prior k in the mechanism"):
        applied.BayesianPrivacy(0)(mixed, prior=Law("k", d))
    wide = Kernel(applied.CLAIMED, y, Point("z"))
    law = Density(Int(M(d, y) * wide(y, Point("z")), y), (d, Point("z")))
    with pytest.raises(TermError, match="found a field called E"):
        applied.ApproximateDP(0, 0)(MECHANISM.of(law)).facts(applied.CLAIMED)
    with pytest.raises(TermError, match="expected a number"):
        applied.ApproximateDP(0, Int(M(d, y) * Event("E", d, e, y).density, y) + 0 * eps)
    with pytest.raises(TermError, match="the order"):
        applied.ZeroConcentratedDP(0, 1)(MECHANISM, order=1 + Int(M(d, y), y))


def test_the_points_in_play_are_different_and_none_is_loose() -> None:
    """M at another dataset than the one asked of, an outcome that is the neighbour, a place that is the outcome."""
    d, other = NEAR.points
    y, i = MECHANISM.outcome, Point("i")
    e = Point("e", like=d)
    own = Kernel("k", y, other)
    for law in (
        Density(M(e, y), (d, y)),
        Density(Int(M(d, y) * own(y, other), y), (d, other)),
        Density(M(d, y), (e, y)),
    ):
        with pytest.raises(TermError, match="mechanism: found"):
            MECHANISM.of(law)
    at_places = Event("near", i, d, other)
    for bad in (Kernel("M", d, i), Kernel("M", Point("believed", like=d), y), Kernel("M", d, y, Point("z"))):
        with pytest.raises(TermError, match="found"):
            applied.Mechanism(bad, at_places)
    with pytest.raises(TermError, match="believed, which notions bind"):
        applied.BayesianPrivacy(0)(applied.Mechanism(M, at_places), prior=Law("b", Point("believed", like=d)))


def test_a_notion_has_the_roles_that_it_asks_for_and_no_others() -> None:
    """Without its order, concentrated privacy was asked at one order and printed for none."""
    for notion in (
        applied.ZeroConcentratedDP(0, 0),
        applied.GaussianDP(1),
        applied.BayesianPrivacy(1),
        applied.SimulationDP(1),
    ):
        with pytest.raises(TermError, match="expected one if and only if"):
            applied.Applied(notion, MECHANISM)
    with pytest.raises(TermError, match="found order"):
        applied.Applied(applied.PureDP(1), MECHANISM, order=num(2))


def test_places_are_no_outcomes_and_laws_of_places_are_laws() -> None:
    d, other = NEAR.points
    y, i = MECHANISM.outcome, Point("i")
    for hide, place in (
        (Kernel("hide", i, d, other), Density(0 * Law("place", i).density, (i,))),
        (Kernel("hide", y, d, other), Law("place", y)),
    ):
        with pytest.raises(TermError, match="found"):
            applied.Mechanism(M, NEAR, hide=hide, place=place)  # type: ignore[arg-type]
    released = Kernel("N", i, d, y)
    with pytest.raises(TermError, match="loose points"):
        applied.Mechanism(
            Density(released(i, d, y), (d, y)), NEAR, hide=Kernel("hide", i, d, other), place=Law("place", i)
        )


def test_no_gaussian_privacy_at_zero_is_asked_by_a_formula_that_divides_by_zero() -> None:
    mu = Symbol("mu")
    assert [str(c.relation) for c in applied.GaussianDP(mu)(MECHANISM).conditions].count(">(mu, 0)") == 1
    least, zero = applied.GaussianDP(0)(MECHANISM), applied.GaussianDP(exp(num(0)) - 1)(MECHANISM)
    assert list(least.facts().values()) == list(zero.facts().values())
    at_places = applied.Mechanism(M, Event("near", Point("i"), *NEAR.points))
    weights = applied.BayesianPrivacy(1)(
        at_places, prior=Density(Law("b", NEAR.points[0]).density / 2, NEAR.points[:1])
    )
    assert "for the weights of a prior" in applied.Said(weights).words(str)


def test_words_stand_above_the_facts_that_they_mean() -> None:
    d, y = MECHANISM.law.points[0], MECHANISM.outcome
    trivial = Le(NEAR.density * M(d, y), NEAR.density * M(d, y))
    replaced = {"c": applied.PureDP(0)(MECHANISM), "c.PQ": trivial, "c.QP": trivial}
    with pytest.raises(TermError, match="expected a name that no other has"):
        _ = theorem(replaced, M, NEAR).proposition
    with pytest.raises(TermError, match="near, said to exist"):
        _ = replace(theorem(applied.PureDP(0)(MECHANISM), M), exists=[NEAR]).proposition
    with pytest.raises(TermError, match="among what the theorem is about"):
        _ = theorem(applied.PureDP(0)(MECHANISM), M, Query("near", *NEAR.points, lower=0, upper=0)).proposition
    named = replace(theorem(applied.PureDP(0)(MECHANISM), M, NEAR), given={"0": trivial})
    assert [type(key) for key in named.said] == [int]
    assert sum("0-DP" in line for line in named.lines()) == 1


def test_the_parts_of_a_mechanism_are_of_their_kinds() -> None:
    """Neighbours that are a function in [0, 0] make every mechanism 0-DP, and laws that exist without mass any notion hold."""
    d, other = NEAR.points
    never = Query("near", d, other, lower=0, upper=0)
    free = Query("M", d, MECHANISM.outcome, lower=0)
    for wrong in ((M, never), (free, NEAR)):
        with pytest.raises(TermError, match=r"expected an event|expected a law"):
            applied.Mechanism(*wrong)
    made = tuple(Query(n, *NEAR.points, MECHANISM.outcome, lower=0) for n in ("P1", "Q1", "P2", "Q2"))
    with pytest.raises(TermError, match="expected laws such as"):
        applied.ApproximateRenyiDP(0, 2, 0)(MECHANISM, made=made)
    with pytest.raises(TermError, match="found Field"):
        applied.BayesianPrivacy(0)(MECHANISM, prior=Query("b", d, lower=0, upper=1))


def test_a_law_that_is_a_term_is_called_by_what_it_is_made_of() -> None:
    d, y, z = MECHANISM.law.points[0], MECHANISM.outcome, Point("z")
    k, n, q = Kernel("k", y, z), Kernel("N", y, d, z), Kernel("Q", y)
    after = MECHANISM.of(Density(Int(M(d, y) * k(y, z), y), (d, z)))
    assert after.label == "k after M"
    assert MECHANISM.of(Density(M(d, y) * n(y, d, z), (d, y, z))).label == "M and N"
    assert MECHANISM.of(Density(n(y, d, z), (d, z))).label == "N"
    later, product = Kernel("L", z, d, y), 0 * M(d, y)
    for law in (
        Density(q(y) + product, (d, y)),
        Density(product, (d, y)),
        Density(Int(k(y, z) * M(d, y), y), (d, z)),
        Density(later(z, d, y) * n(y, d, z), (d, y, z)),
    ):
        with pytest.raises(TermError, match="expected M"):
            MECHANISM.of(law)
    assert theorem(applied.PureDP(0)(after), M, NEAR, k).proposition.claims
    with pytest.raises(TermError, match="for k, expected a law"):
        _ = theorem(applied.PureDP(0)(after), M, NEAR, Query("k", y, z, lower=0)).proposition


def test_two_notions_do_not_share_what_they_say_to_exist() -> None:
    """With one simulator for both, `M and N are eps-simulation private` says that they are close to each other."""
    d, other = NEAR.points
    y, i = MECHANISM.outcome, Point("i")
    a = applied.Mechanism(M, Event("near", i, d, other))
    n = Kernel("N", d, y)
    b = a.of(n)
    one, two = Law("Sim", i, d, y), Law("Sim2", i, d, y)
    given = {"M": applied.SimulationDP(1)(a), "N": applied.SimulationDP(1)(b)}
    about = [M, n, a.near, one]
    trivial = theorem(Le(0, 1), *about)
    with pytest.raises(TermError, match="found Sim, said to exist, in another notion too"):
        _ = replace(trivial, given=given).proposition
    apart = {**given, "N": applied.SimulationDP(1)(b, made=(two,))}
    assert len(replace(trivial, about=[*about, two], given=apart).proposition.given) == 4
    orders = {k: applied.ApproximateRenyiDP(0, k, 1)(MECHANISM) for k in (2, 3)}
    made = applied.ApproximateRenyiDP(0, 2, 1)(MECHANISM).made
    with pytest.raises(TermError, match="found P1, P2, Q1, Q2, said to exist"):
        _ = replace(theorem(Le(0, 1), M, NEAR, *made), given={f"at {k}": s for k, s in orders.items()}).proposition


def test_notions_of_a_record_have_places_and_priors_are_before_the_outcome() -> None:
    """Without places a simulator does for all neighbours at once; what is believed after the outcome is no prior."""
    d, other = NEAR.points
    y, i = MECHANISM.outcome, Point("i")
    at_places = applied.Mechanism(M, Event("near", i, d, other))
    for wrong in (
        lambda: applied.SimulationDP(0)(MECHANISM),
        lambda: applied.BayesianPrivacy(0)(MECHANISM, prior=Law("b", d)),
        lambda: applied.SimulationDP(0)(applied.Mechanism(M, Event("near", i, Point("j"), d, other))),
    ):
        with pytest.raises(TermError, match=r"expected near\(i, d, d'\)"):
            wrong()
    for prior in (Kernel("b", y, d), Density(Law("b", d).density * M(d, y), (d,))):
        with pytest.raises(TermError, match="believed after"):
            applied.BayesianPrivacy(0)(at_places, prior=prior)


def test_a_notion_of_somebody_else_is_none() -> None:
    """Its words would stand above facts of its own."""

    @dataclass(frozen=True)
    class Better(applied.PureDP):
        says: ClassVar[str] = "{M} is {eps}-DP for everybody"

    with pytest.raises(TermError, match="which says what they mean"):
        Better(0)(MECHANISM)


OUT_OF_RANGE = {
    "eps": lambda: applied.PureDP(-1),
    "a formula that is a number": lambda: applied.PureDP(exp(num(-1)) - 1),
    "delta below": lambda: applied.ApproximateDP(1, num(-1, 2)),
    "delta above": lambda: applied.ApproximateDP(1, 2),
    "infinite delta": lambda: applied.ApproximateDP(1, OO),
    "alpha": lambda: applied.RenyiDP(num(1, 2), 1),
    "approximate alpha": lambda: applied.ApproximateRenyiDP(0, num(1, 2), 1),
    "rho": lambda: applied.ZeroConcentratedDP(0, -1),
    "xi": lambda: applied.ZeroConcentratedDP(-1, 1),
    "mu": lambda: applied.GaussianDP(-1),
    "the order of concentrated privacy": lambda: applied.ZeroConcentratedDP(0, 1)(MECHANISM, order=1),
    "the level of Gaussian privacy": lambda: applied.GaussianDP(1)(MECHANISM, order=-1),
    "two laws": lambda: Indistinguishable(Law("P", Point("y")), Law("Q", Point("y")), 1, 2),
}


@pytest.mark.parametrize("make", OUT_OF_RANGE.values(), ids=OUT_OF_RANGE)
def test_numbers_out_of_range_are_refused(make: Any) -> None:
    with pytest.raises(TermError, match="must"):
        make()


def test_symbols_have_conditions() -> None:
    eps, delta, alpha = Symbol("eps"), Symbol("delta"), Symbol("alpha")

    def found(a: applied.Applied) -> list[Any]:
        return [c.relation for c in a.conditions]

    assert found(applied.ApproximateDP(eps, delta)(MECHANISM)) == [Ge(eps, 0), Ge(delta, 0), Le(delta, 1)]
    assert found(applied.RenyiDP(alpha, eps)(MECHANISM)) == [Gt(alpha, 1), Ge(eps, 0)]
    assert found(applied.RenyiDP(2 * alpha, 1)(MECHANISM)) == [Gt(2 * alpha, 1)]
    assert found(applied.ZeroConcentratedDP(0, 1)(MECHANISM)) == [Gt(alpha, 1)]
    assert found(applied.GaussianDP(1)(MECHANISM)) == [Ge(eps, 0)]
    assert found(applied.PureDP(2 * eps)(MECHANISM)) == []  # a level that is a formula is part of what is said


@pytest.mark.parametrize("notion", [applied.RenyiDP(1, 1), applied.RenyiDP(num(2) - 1, 1)])
def test_order_one_is_kl(notion: applied.Notion) -> None:
    """However 1 is written: the moment of order 1 would say nothing."""
    assert all("log" in repr(f.statement) for f in notion(MECHANISM).facts().values())


def test_a_theorem_has_the_conditions_of_its_notions() -> None:
    alpha, eps = Symbol("alpha"), Symbol("eps")
    statement = applied.RenyiDP(alpha, eps)(MECHANISM)

    def theorem(*where: Any) -> Theorem:
        return Theorem(title="", about=[M, NEAR], where=where, given={"private": statement}, claim=Le(0, 1), proof=[])

    for where in ((), (Ge(eps, 0),), (Ge(eps, 0), Gt(alpha, 0)), (Gt(alpha, 1),)):
        with pytest.raises(TermError, match=r"expected where="):
            _ = theorem(*where).proposition
    assert theorem(Ge(eps, 0), Gt(alpha, 1)).proposition.given
