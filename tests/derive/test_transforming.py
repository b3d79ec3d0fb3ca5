"""Mechanisms that are made from others: numbers beside formulas in mpmath, and random exact laws, which are never above them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from mpmath import exp, expm1, log, log1p, mp, mpf

from dpsym.derive.routes.answer import convert
from dpsym.derive.routes.composing import group_rules
from dpsym.derive.routes.templates import FORMS, NOTIONS
from dpsym.derive.routes.transforming import (
    processing_of,
    processing_rule_of,
    processing_rules,
    sampling_rule_of,
    sampling_rules,
    staged,
)
from dpsym.objects.errors import ObjectError
from dpsym.report.text import term_text
from theorems import post_processing, renyi_mixtures, subsampling

CLOSE = mpf(10) ** -5  # six digits, rounded up


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(40):
        yield


def _above(number: Fraction | None, exact: mpf) -> bool:
    """The number is the exact one, rounded up."""
    assert number is not None
    told = mpf(number.numerator) / number.denominator
    return bool(exact <= told <= exact * (1 + CLOSE))


def _best(given: str, to: str, **made: Any) -> Fraction | None:
    found = convert(given, to, **made).best
    assert found is not None
    return found.number


# -- what is read off the library ------------------------------------------------------------------------------------------------


def test_the_rules_about_records() -> None:
    found = {r.name: (r.asks[0].form.name, {n: term_text(t) for n, t in r.state.items()}) for r in group_rules()}
    assert found["group_privacy.records"] == ("max", {"s": "k_steps*eps"})
    assert found["group_privacy.path"] == ("tv", {"s": "k_steps*delta"})
    assert found["group_privacy.group"][1]["d"] == "delta*((exp(k_steps*eps) - 1)/(exp(eps) - 1))"
    approximate = next(r for r in group_rules() if r.name == "group_privacy.group")
    assert [term_text(c) for c in approximate.conditions] == ["eps > 0"]  # there the sum has a closed form


def test_the_rules_about_samples() -> None:
    found = {r.name: [term_text(v) for v in r.gives.values] for r in sampling_rules()}
    assert found["subsampling.pure"] == ["log(1 + s*(exp(eps) - 1))"]
    assert found["subsampling.approximate"] == ["log(1 + s*(exp(eps) - 1))", "s*delta"]
    assert found["subsampling.hockey_stick"] == ["log(1 + s*(u - 1))", "s*d"]
    assert found["subsampling.total_variation"] == ["s*delta"]
    assert all(r.amount == "s" for r in sampling_rules())
    assert sampling_rule_of(renyi_mixtures.mixture) is None  # of four laws
    assert sampling_rule_of(renyi_mixtures.concentrated_triangle) is None  # of three, and nothing is mixed
    assert sampling_rule_of(subsampling.pure) is not None


def test_the_rules_about_what_is_done_to_an_outcome() -> None:
    found = {r.name: (r.asks[0].form.name, r.gives.form.name) for r in processing_rules()}
    assert found["post_processing.max_divergence"] == ("max", "max")
    assert found["post_processing.hockey_stick"] == ("stick", "stick")  # stated as E_u(KP, KQ) <= E_u(P, Q)
    assert found["post_processing.stays_close"] == ("events", "tv")
    assert processing_rule_of(subsampling.pure) is None
    assert processing_rule_of(post_processing.total_variation) is not None
    assert {f.name for f in FORMS if processing_of(f)} == {"max", "events", "stick", "moment", "kl", "tv"}


def test_where_nothing_is_known_the_kind_is_told() -> None:
    assert staged(NOTIONS["KL"], NOTIONS["KL"].form, ("times",), 2) == ((), "times")


# -- numbers ----------------------------------------------------------------------------------------------------------------------


def test_groups_by_divergences_along_a_path() -> None:
    """Concentrated privacy adds up like a norm; one order alone leaves a lower one. Normal laws in a row attain the first."""
    found = convert("zCDP(0.1)", "zCDP", group=2)
    assert found.best is not None
    assert found.best.group is not None
    assert found.best.number == Fraction(4, 10)
    assert found.best.entries == ("renyi_mixtures.triangle",)
    assert len(found.best.group.proven.theorem.about) == 3
    assert _best("RDP(8, 0.5)", "RDP(alpha=4)", group=2) == Fraction(107143, 100000)  # 15/14, at the order 64/15
    assert _best("RDP(8, 0.5)", "RDP(alpha=4)") == Fraction(1, 2)


def test_one_order_along_a_path_against_random_laws() -> None:
    """D at the order that is left is not above what is told, for four laws whose neighbours have D_3 <= r exactly."""
    rng = Random(5)
    for _ in range(20):
        laws = [[mpf(rng.randint(1, 9)) for _ in range(3)] for _ in range(4)]
        laws = [[w / sum(law) for w in law] for law in laws]
        both = [pair for a, b in pairwise(laws) for pair in ((a, b), (b, a))]
        most = max(_renyi(a, b, mpf(3)) for a, b in both)
        order, level = mpf(3), most
        for _ in range(2):
            order, level = order * 3 / (order + 2), level * 3 / 2 + most
        assert _renyi(laws[0], laws[-1], order) <= level


def _renyi(p: list[mpf], q: list[mpf], alpha: mpf) -> mpf:
    return log(sum(a**alpha * b ** (1 - alpha) for a, b in zip(p, q))) / (alpha - 1)


def test_gaussian_privacy_says_what_it_rests_on() -> None:
    for to, number in (("zCDP", Fraction(1, 8)), ("RDP(alpha=4)", Fraction(1, 2)), ("KL", Fraction(1, 8))):
        found = convert("GDP(0.5)", to)
        assert not found.routes
        assert found.answered
        assert found.least is not None
        assert found.least[1].upper == number
        assert "Blackwell" in str(found)
    assert not convert("GDP(1)", "pure").answered


def test_groups() -> None:
    assert _best("pure(0.1)", "pure", group=3) == Fraction(3, 10)
    assert _best("TV(0.1)", "TV", group=3) == Fraction(3, 10)
    exact = mpf(10) ** -6 * expm1(mpf("0.3")) / expm1(mpf("0.1"))
    found = convert("DP(0.1, 1e-6)", "DP", group=3)
    assert str(found.to) == "(0.3, delta)-DP"  # eps as the route has it
    assert found.best is not None
    assert found.best.rules == ("group_privacy.group",)
    assert _above(found.best.number, exact)
    assert found.best.proven.base is not None
    assert [p.theorem.name for p in found.best.steps] == ["route"]


def test_samples() -> None:
    level = log1p(mpf("0.01") * expm1(1))
    assert mp.nstr(level, 8) == "0.017036863"
    assert _above(_best("pure(1)", "pure", sampled="0.01"), level)
    assert _best("DP(1, 1e-6)", "DP(eps=0.0170369)", sampled="0.01") == Fraction(1, 10**8)


@pytest.mark.campaign
def test_samples_of_other_notions() -> None:
    assert _best("TV(0.1)", "TV", sampled="0.25") == Fraction(1, 40)
    assert _best("KL(0.1)", "KL", sampled="0.25") == Fraction(1, 40)
    assert _above(_best("RDP(3, 0.5)", "RDP(alpha=3)", sampled="0.1"), log1p(mpf("0.1") * expm1(1)) / 2)
    assert _best("zCDP(0.1)", "zCDP", sampled="0.1") == Fraction(1, 10)


@pytest.mark.campaign
def test_all_of_them_in_their_order() -> None:
    """Samples first, then mechanisms, then records, whatever the order in which they are written."""
    found = convert("pure(1)", "pure", group=3, times=10, sampled="0.01", post=True)
    assert found.best is not None
    assert found.best.rules == (
        "subsampling.pure",
        "k_fold.pure",
        "group_privacy.records",
        "post_processing.max_divergence",
    )
    assert _above(found.best.number, 30 * log1p(mpf("0.01") * expm1(1)))
    assert str(found).startswith(
        "1-DP, on a sample with rate 0.01, then 10 mechanisms, then groups of 3, then after processing to eps-DP"
    )
    told = found.to_json()
    assert told["made"] == {"sampled": "0.01", "times": "10", "group": "3", "post": True}
    assert told["post_processing"] == "post_processing.max_divergence"
    assert told["routes"][0]["rules"][0] == "subsampling.pure"
    assert "\\begin{theorem}" in found.latex()


def test_a_million_mechanisms() -> None:
    assert _best("pure(0.0001)", "pure", times=10**6) == 100
    assert _best("zCDP(1e-8)", "zCDP", times=10**6) == Fraction(1, 100)


@pytest.mark.campaign
def test_a_sum_of_too_many_terms_is_not_told() -> None:
    found = convert("DP(0.001, 1e-9)", "DP(delta=1e-2)", times=1000)
    assert found.summed == ("optimal_composition.exact",)
    assert "routes by optimal_composition.exact, whose numbers are sums of 1001 terms" in str(found)
    assert "optimal_composition.exact" not in {r.chain for r in found.routes}


@pytest.mark.campaign
def test_a_gaussian_mechanism_on_a_sample() -> None:
    """E at e^ε of N(0, 1) and N(1, 1) is δ; on a sample q δ at log(1 + q (e^ε − 1)), at the best ε."""
    number = _best("GDP(1)", "DP(delta=1e-6)", sampled="0.01")
    assert number is not None
    level = log(1 + expm1(mpf(number.numerator) / number.denominator) * 100)
    delta = mp.ncdf(mpf("0.5") - level) - exp(level) * mp.ncdf(-mpf("0.5") - level)
    assert delta / 100 <= mpf(10) ** -6
    assert delta / 100 >= mpf(10) ** -6 * mpf("0.999")


# -- random exact laws --------------------------------------------------------------------------------------------------------------


def _law(random: Random, n: int) -> list[Fraction]:
    weights = [random.randint(1, 12) for _ in range(n)]
    return [Fraction(w, sum(weights)) for w in weights]


def _most(p: list[Fraction], q: list[Fraction]) -> Fraction:
    """The greatest ratio, both ways."""
    return max(max(a / b, b / a) for a, b in zip(p, q))


def _stick(p: list[Fraction], q: list[Fraction], u: Fraction) -> Fraction:
    return max(sum((max(a - u * b, Fraction(0)) for a, b in zip(*pair)), Fraction(0)) for pair in ((p, q), (q, p)))


def test_random_laws_on_samples_are_never_above() -> None:
    random = Random(14)
    for _ in range(300):
        laws = p, q, r = [_law(random, 4) for _ in range(3)]
        s = Fraction(random.randint(1, 20), 20)
        one, two = ([(1 - s) * c + s * a for a, c in zip(law, r)] for law in (p, q))
        pairs = [(a, b) for a in laws for b in laws if a is not b]
        u = max(_most(a, b) for a, b in pairs)
        assert _most(one, two) <= 1 + s * (u - 1)
        level = 1 + Fraction(random.randint(0, 30), 20)
        delta = max(_stick(a, b, level) for a, b in pairs)
        assert _stick(one, two, 1 + s * (level - 1)) <= s * delta


def test_a_law_that_attains_the_sample_bound() -> None:
    u, s, delta = Fraction(3), Fraction(1, 5), Fraction(1, 10)
    rest = [(1 - delta) * u / (1 + u), (1 - delta) / (1 + u)]
    p, r = [delta, *rest, Fraction(0)], [Fraction(0), *rest[::-1], delta]
    one = [(1 - s) * c + s * a for a, c in zip(p, r)]
    assert _stick(one, r, 1 + s * (u - 1)) == s * delta


def test_random_paths_of_laws_are_never_above() -> None:
    random = Random(15)
    for _ in range(300):
        path = [_law(random, 4) for _ in range(4)]
        u = max(_most(a, b) for a, b in pairwise(path))
        assert _most(path[0], path[-1]) <= u**3
        level = 1 + Fraction(random.randint(1, 30), 20)
        delta = max(_stick(a, b, level) for a, b in pairwise(path))
        assert _stick(path[0], path[-1], level**3) <= delta * (level**3 - 1) / (level - 1)


# -- bad input ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", ["0", "-0.1", "1.5", "q", "1e-3,1e-2", "x y"])
def test_bad_rates(rate: str) -> None:
    with pytest.raises(ObjectError, match="sample"):
        convert("pure(1)", "pure", sampled=rate)


@pytest.mark.parametrize("group", [0, -1, True, 2.5, 10**7])
def test_bad_groups(group: int) -> None:
    with pytest.raises(ObjectError, match="records in a group, expected a number from 1"):
        convert("pure(1)", "pure", group=group)


def test_what_no_theorem_covers() -> None:
    assert "says what KL divergence at most 1 gives for 2 mechanisms" in str(convert("KL(1)", "KL", times=2))
    assert "no theorem of the library leads from" in str(convert("KL(1)", "KL", group=2))
    assert "is impossible under Q" in str(
        convert("DP(1, 0.1)", "pure", group=2)
    )  # two laws that the kernel has checked
    with pytest.raises(ObjectError, match="expected one mechanism"):
        convert("pure(1)", "Bayesian", group=2)
    with pytest.raises(ObjectError, match="expected numbers"):
        convert("pure(eps)", "pure", sampled="0.1")


def test_what_changes_nothing_is_nothing() -> None:
    found = convert("pure(1)", "pure", sampled=1, times=1, group=1)
    assert found.made == {}
    assert found.best is not None
    assert found.best.rules == ()
