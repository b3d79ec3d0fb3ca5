"""Routes between notions: which edges there are, that routes become theorems, and that no number is below the truth."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import pytest

import dpsym
from dpsym.derive.routes.answer import Conversion, convert
from dpsym.derive.routes.asking import complete, read
from dpsym.derive.routes.finding import routes
from dpsym.derive.routes.graph import edge_of, edges
from dpsym.derive.routes.stating import accepted, certified, written
from dpsym.derive.routes.templates import EVENTS, FORMS, HOLES, MOMENT, NOTIONS, WAYS, recognise
from dpsym.kernel.laws.statements import Fact
from dpsym.kernel.terms import num, relation, sym
from dpsym.library.failures import CertifyError
from dpsym.library.loading import theorems
from dpsym.objects import ApproximateDP, PureDP, RenyiDP, ZeroConcentratedDP
from dpsym.objects.errors import ObjectError
from tests.helpers.sampling import sampled

# -- the graph


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f.name)
def test_each_form_is_recognised_in_each_of_its_shapes(form: Any) -> None:
    values = (sym("a"), sym("b"))[: len(form.parameters)]
    for shape in form.shapes:
        for way, pair in WAYS.items():
            found = recognise(shape.build(*pair, (sym("a"), sym("b"))))
            assert found is not None
            assert found[0] is form
            assert found[1] == way or form.symmetric
    assert recognise(form.fact("PQ", values)) == (form, "PQ", values)


def test_what_is_no_form_is_not_recognised() -> None:
    pattern = MOMENT.shapes[0].build(*WAYS["PQ"], HOLES)
    assert recognise(Fact(EVENTS.fact("PQ", (num(1), num(0))).statement)) is None  # about one event, which is none
    assert recognise(Fact(relation(">=", pattern.statement.lhs, pattern.statement.rhs))) is None


def test_edges_of_the_library() -> None:
    found = {e.name: (e.source.name, e.target.name) for e in edges()}
    expected = {
        "renyi.hockey_stick": ("moment", "stick"),
        "conversions.renyi_to_approximate": ("moment", "events"),
        "conversions.concentrated_to_approximate": ("moment", "stick"),
        "concentrated.pure_is_concentrated": ("max", "moment"),
        "total_variation.bound": ("events", "tv"),
        "hockey_stick.to_events": ("stick", "events"),
        "renyi_divergence.kl_below": ("moment", "kl"),
        "point_wise.from_events": ("events", "bad"),
    }
    assert expected.items() <= found.items()
    assert len(found) >= 30


def test_theorems_that_are_no_conversions_are_no_edges() -> None:
    known = theorems()
    for name in ("expectations.markov", "delta.null_event", "composition.two", "laplace.private", "moments.difference"):
        assert edge_of(known[name]) is None, name


# -- theorems

STARTS = [
    ("zCDP", "DP"), ("RDP", "DP"), ("GDP", "DP"), ("TV", "DP"), ("DP", "TV"), ("DP", "pointwise"), ("pointwise", "DP"), ("pure", "KL"),
    ("pure", "TV"), ("zCDP", "KL"), ("RDP", "KL"), ("pure", "DP"), ("zCDP", "TV"),
]  # fmt: skip


def _all() -> list[tuple[str, str, tuple[str, ...], int]]:
    found = []
    for start, goal in STARTS:
        given = {n: sym(n) for n in NOTIONS[start].names}
        for i, r in enumerate(routes(NOTIONS[start], given, NOTIONS[goal].form, 2)):
            found.append((start, goal, r.names, i))
    return found


@pytest.mark.parametrize("case", sampled(_all(), 20), ids=lambda case: " ".join((*case[:2], *case[2])))
def test_routes_become_theorems(case: tuple[str, str, tuple[str, ...], int]) -> None:
    start, goal, names, number = case
    given = {n: sym(n) for n in NOTIONS[start].names}
    route = list(routes(NOTIONS[start], given, NOTIONS[goal].form, 2))[number]
    assert route.names == names
    proven = certified(written(route))
    cited = {s.by.theorem.name for s in proven.theorem.steps if hasattr(s.by, "theorem")}
    assert cited == set(names)


def test_a_route_with_a_better_bound_than_it_has_is_refused() -> None:
    route = next(routes(NOTIONS["DP"], {"eps": sym("eps"), "delta": sym("delta")}, NOTIONS["TV"].form, 1))
    theorem = written(route)
    (claim,) = theorem.claims.values()
    smaller = relation("<=", claim.statement.lhs, claim.statement.rhs - num(1, 100))
    with pytest.raises(CertifyError):
        certified(
            replace(
                theorem,
                claim={"PQ": smaller},
                name="wrong",
                proof=[*theorem.proof[:-1], replace(theorem.proof[-1], statement=smaller)],
            )
        )
    proven = certified(theorem)
    with pytest.raises(ObjectError, match="expected a certificate"):
        accepted(replace(theorem, claim={"PQ": smaller}), proven.certificate, {})


# -- numbers


def test_the_known_example() -> None:
    """ρ = 0.1, δ = 1e-9: the conversion of Canonne, Kamath and Steinke at the best order, recomputed with mpmath."""
    found = convert("zCDP(rho=0.1)", "DP(delta=1e-9)")
    assert len(found.routes) == 5
    assert [r.number for r in found.routes] == sorted(r.number for r in found.routes if r.number is not None)
    best = found.best
    assert best is not None
    assert best.number == Fraction("2.71549")
    with mpmath.workdps(30):
        rho, delta = mpmath.mpf("0.1"), mpmath.mpf("1e-9")

        def level(alpha: Any) -> Any:
            return rho * alpha + (
                mpmath.log(1 / delta) + (alpha - 1) * mpmath.log(1 - 1 / alpha) - mpmath.log(alpha)
            ) / (alpha - 1)

        least = min(level(mpmath.mpf(k) / 1000) for k in range(10_000, 20_000))
        assert 0 <= mpmath.mpf("2.71549") - least < mpmath.mpf("2e-5")
        printed = rho + 2 * mpmath.sqrt(rho * mpmath.log(1 / delta))
        assert abs(printed - float(found.routes[-2].number or 0)) < 1e-4
    assert found.least is not None
    assert found.least[1].lower < best.number
    assert found.gap is not None
    assert 0 < found.gap < Fraction("0.14")
    assert best.proven.base is not None
    assert best.proven.steps > 10


SHARP = [
    ("DP(0.7, 1e-3)", "TV"), ("pure(1)", "TV"), ("pure(0.3)", "KL"), ("zCDP(0.2)", "RDP(alpha=3)"), ("GDP(0.8)", "DP(delta=1e-4)"),
]  # fmt: skip


@pytest.mark.parametrize("case", sampled(SHARP, 3), ids=" to ".join)
def test_the_bound_of_each_route_is_above_the_pair_that_is_worst(case: tuple[str, str]) -> None:
    found = convert(*case, longest=1)
    assert found.least is not None
    assert all(r.number is not None and r.number >= found.least[1].lower for r in found.routes)
    assert found.gap is not None
    assert found.gap < Fraction(1, 10**4)  # these are sharp


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(8))
def test_no_route_is_below_the_truth_on_random_pairs(seed: int) -> None:
    """A random pair, its exact levels as what is given, and what the routes say of it."""
    dice = random.Random(seed)
    p, q = _random_law(dice), _random_law(dice)
    with mpmath.workdps(40):
        rate = max(max(_ratio(a, b), _ratio(b, a)) for a, b in zip(p, q))
        eps = _up(mpmath.log(rate))
        level = Fraction(dice.randint(0, 5), 10)
        stick = max(_stick(p, q, level), _stick(q, p, level))
        alpha = Fraction(dice.randint(3, 9), 2)
        order = max(_renyi(p, q, alpha), _renyi(q, p, alpha))
        truth = {"TV": _stick(p, q, Fraction(0)), "KL": max(_kl(p, q), _kl(q, p)), "RDP": order, "DP": stick}
    given = [f"pure({eps})", f"DP({level}, {_up(stick)})", f"RDP({alpha}, {_up(order)})"]
    asked = {"TV": "TV", "KL": "KL", "RDP": f"RDP(alpha={alpha})", "DP": f"DP(eps={level})"}
    told = 0
    for start in given:
        for name, to in asked.items():
            found = convert(start, to, longest=1)
            for r in found.routes:
                assert r.number is not None
                assert float(r.number) >= float(truth[name]) - 1e-12, (start, to, r.entries)
                told += 1
    assert told >= 6


def test_no_route_is_below_the_truth_on_one_pair() -> None:
    """P = (1/2, 1/4, 1/4), Q = (1/4, 1/4, 1/2): D_∞ is log 2, the distance 1/4, and D_1 is log(2)/4."""
    for given, to, truth in (("pure(0.694)", "TV", 0.25), ("DP(0, 0.25)", "TV", 0.25), ("pure(0.694)", "KL", 0.1732)):
        found = convert(given, to, longest=1)
        assert found.routes
        assert all(float(r.number or 0) >= truth for r in found.routes)


def _random_law(dice: random.Random) -> list[Fraction]:
    weights = [dice.randint(1, 9) for _ in range(3)]
    return [Fraction(w, sum(weights)) for w in weights]


def _mpf(x: Fraction) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator


def _ratio(a: Fraction, b: Fraction) -> Any:
    return _mpf(a) / _mpf(b)


def _up(x: Any) -> Fraction:
    return max(Fraction(int(mpmath.ceil(x * 10**6)), 10**6), Fraction(1, 10**6))


def _stick(p: list[Fraction], q: list[Fraction], eps: Fraction) -> Any:
    return sum(max(_mpf(a) - mpmath.exp(_mpf(eps)) * _mpf(b), 0) for a, b in zip(p, q))


def _renyi(p: list[Fraction], q: list[Fraction], alpha: Fraction) -> Any:
    a = _mpf(alpha)
    return mpmath.log(sum(_mpf(x) ** a * _mpf(y) ** (1 - a) for x, y in zip(p, q))) / (a - 1)


def _kl(p: list[Fraction], q: list[Fraction]) -> Any:
    return sum(_mpf(x) * mpmath.log(_ratio(x, y)) for x, y in zip(p, q))


# -- asking and answering


def test_notions_as_objects_and_text() -> None:
    assert read(PureDP(1), "given") == read("pure(1)", "given")
    assert read(ZeroConcentratedDP(0, Fraction(1, 10)), "given") == read("zCDP(0.1)", "given")
    assert read(RenyiDP(2, 1), "given") == read("RDP(alpha=2, eps=1)", "given")
    assert read(RenyiDP(1, 1), "given") == read("KL(1)", "given")
    assert read(ApproximateDP(1, 0), "given") == read("dp(1, 0)", "given")
    assert complete("DP(1, 0)") == read("pure(1)", "given")
    assert read("zCDP(rho=1e-3)", "given").values["rho"] is num(1, 1000)


@pytest.mark.parametrize(
    ("given", "to", "said"),
    [
        ("zCDP(rho=-1)", "DP(delta=0.1)", "expected rho >= 0"), ("DP(1, 2)", "TV", "expected 0 <= delta <= 1"),
        ("RDP(1, 0.1)", "DP(delta=0.1)", "expected alpha > 1"), ("nonsense", "TV", "expected one of"), ("pure", "TV", "without eps"),
        ("pure(1)", "TV(0.1)", "expected one to be left out"), ("pure(1, 2)", "TV", "expected pure"),
        ("pure(1", "TV", "expected one of"),
        ("pure(eps=1, eps=2)", "TV", "expected pure"), ("pure(2*x)", "TV", "expected a number"), ("pure(oo)", "TV", "expected"),
        ("GDP(0)", "DP(delta=0.1)", "expected mu > 0"), ("pure(exp(exp(100)))", "TV", "below"),
        ("pure(1/0)", "TV", "expected eps >= 0"),
        ("pure(" + "(" * 400 + "1", "TV", "expected"), ("DP(1, 0.1)(2)", "TV", "expected a number"),
    ],
)  # fmt: skip
def test_bad_input(given: str, to: str, said: str) -> None:
    with pytest.raises(ObjectError, match=said):
        convert(given, to)


def test_conversions_that_do_not_exist() -> None:
    for to in ("pure", "zCDP", "KL", "RDP(alpha=2)"):
        found = convert("DP(1, 1e-5)", to)
        assert found.routes == ()
        assert found.missing is not None
        assert found.missing.laws is not None
        assert "checked by the kernel" in str(found)
    normal = convert("zCDP(1)", "pure")
    assert normal.missing is not None
    assert "not bounded" in str(normal)
    assert "not bounded" in str(convert("zCDP(1)", "DP(delta=0)"))
    assert "no theorem" in str(convert("TV(0.1)", "GDP"))
    everything = convert("DP(1, 1)", "TV").best  # is within 1 in total variation
    assert everything is not None
    assert everything.number == 1
    assert "open" in str(convert("pure(0)", "zCDP"))  # the theorems are for eps > 0


def test_symbols() -> None:
    found = convert("zCDP(rho)", "DP")
    assert found.routes[0].entries == ("conversions.renyi_to_approximate",)
    assert all(r.number is None for r in found.routes)
    assert "rho + 2*(rho*h)" in str(found)
    assert r"\begin{theorem}" in found.latex() or "theorem" in found.latex()


@pytest.mark.campaign
def test_universal_targets() -> None:
    found = convert("pure(0.5)", "zCDP")
    assert [r.number for r in found.routes] == [Fraction("0.12246"), Fraction("0.125"), Fraction("0.125")]
    with mpmath.workdps(20):
        assert 0 <= 0.12246 - mpmath.tanh(mpmath.mpf(1) / 4) / 2 < 1e-6
    for r in found.routes:
        assert "alpha" in r.proven.theorem.domain.names  # for all orders
    again = convert("zCDP(0.1)", "RDP(alpha=5)")
    assert again.routes[0].number == Fraction(1, 2)


def test_json_and_text() -> None:
    found: Conversion = convert("TV(0.1)", "DP(eps=1)")
    data = found.to_json()
    assert data["routes"][0]["number"] == "0.1"
    assert data["routes"][0]["verdict"] == "proved"
    assert "0.1  statistical_distance.close_laws" in str(found)


def test_comparing() -> None:
    found = dpsym.compare("zCDP(rho)", "DP(delta=1e-6)", {"rho": "0.01:1:3"})
    assert len(found.rows) == 3
    (region,) = found.regions
    assert region[2] == "conversions.renyi_to_approximate"
    with pytest.raises(ValueError, match="expected values of rho"):
        dpsym.compare("zCDP(rho)", "DP(delta=1e-6)", {"eps": "0.01:1:3"})
    with pytest.raises(ObjectError, match="expected rho >= 0"):
        dpsym.compare("zCDP(rho)", "DP(delta=1e-6)", {"rho": [-1, 1]})


def test_regions_change_where_another_route_is_better() -> None:
    """Pinsker is better for small divergences, Bretagnolle and Huber for large ones: √(d/2) and √(1 − e^−d) cross near d = 1.6."""
    found = dpsym.compare("KL(d)", "TV", {"d": ["0.1", "1", "1.5", "1.7", "3"]})
    low, high = found.regions
    assert low[:2] == ((num(1, 10),), (num(3, 2),))
    assert low[2] in ("pinsker.line", "pinsker.pinsker")  # the line at its best v is the root
    assert high == ((num(17, 10),), (num(3),), "pinsker.bretagnolle_huber")


def test_plots(tmp_path: Any) -> None:
    one = dpsym.compare("TV(d)", "DP(eps=1)", {"d": "0.1:0.5:3"})
    one.plot(tmp_path / "one.svg")
    two = dpsym.compare("DP(e, d)", "TV", {"e": [1, 2], "d": ["1e-6", "1e-2"]})
    two.plot(tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_text().count("<path") > 3
    assert (tmp_path / "two.svg").exists()
    with pytest.raises(ValueError, match=r"ends in \.svg"):
        one.plot(tmp_path / "one.txt")


def test_theorems_about_one_order_are_edges_at_that_order() -> None:
    """The sharp bound for a second moment m = e^r: at the level 1 + (m - 1)/(4 delta) - delta of the hockey stick it is delta."""
    m, delta = mpmath.e ** mpmath.mpf("0.5"), mpmath.mpf("1e-5")
    level = mpmath.log(1 + (m - 1) / (4 * delta) - delta)
    best = convert("RDP(2, 0.5)", "DP(delta=1e-5)").best
    assert best is not None
    assert best.number is not None
    assert best.entries[0] == "contact.second_moment"
    assert level <= float(best.number) < level + 1e-5
    names = {r.entries[0] for r in convert("RDP(3, 0.5)", "DP(delta=1e-5)").routes}
    assert "contact.second_moment" not in names
