"""Where a claim is worst: at powers of e, beyond every bound, on a border that two symbols share."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from dpsym import best_constant, optimize, valid_region
from dpsym.kernel.arithmetic.balls import precision
from dpsym.kernel.reals.findings import Found, check_finding
from dpsym.kernel.reals.findings_codec import finding_from_json
from dpsym.kernel.reals.quadrature import enclose
from dpsym.reading.text.claims import read_term
from dpsym.report.text import range_text, term_text
from dpsym.search.profile import guesses


@pytest.mark.parametrize(
    "place", ["exp(-1/2)", "exp(1/2)", "exp(-5/3)", "-exp(-1/2)", "-exp(7/3)", "sqrt(2/3)", "-log(5)"]
)
def test_closed_forms_are_guessed_on_both_sides_of_one_and_of_zero(place: str) -> None:
    with precision(400):
        man, e = enclose(read_term(place), 400).mid().man_exp()
        about = fmpq(man) * fmpq(2) ** int(e)
        assert any(abs(enclose(g, 400) - arb(about)) < arb(10) ** -80 for g in guesses(about))


def test_no_closed_form_is_guessed_that_is_far_away() -> None:
    for q in (fmpq(1, 7), fmpq(9, 7), fmpq(-3, 11), fmpq(-9, 4)):
        with precision(400):
            place = arb(q).exp() * (1 if q > 0 else -1)
            man, e = place.mid().man_exp()
            at = fmpq(man) * fmpq(2) ** int(e)
            assert all(abs(enclose(g, 400) - arb(at)) < arb(10) ** -30 for g in guesses(at))


@pytest.mark.parametrize(
    ("claim", "where", "value"),
    [("x^2*log(1/x) <= c", "0 < x < 1", "exp(-1)/2"), ("log(x)/x^3 <= c", "x > 0", "exp(-1)/3")],
)
def test_constants_at_powers_of_e(claim: str, where: str, value: str) -> None:
    found = best_constant(claim, where=where)
    assert found.status == "exact"
    assert found.value is not None
    with precision(400):
        assert bool(abs(enclose(found.value, 400) - enclose(read_term(value), 400)) < arb(10) ** -80)


BEYOND = [
    ("exp(x) >= a*x", "x in reals, a in reals", ["a < 0", "0 <= a <= exp(1)", "a > exp(1)"]),
    ("x^2 + a*x*y + y^2 >= 0", "x in reals, y in reals, a in reals", ["a < -2", "-2 <= a <= 2", "a > 2"]),
]


@pytest.mark.parametrize(("claim", "where", "pieces"), BEYOND)
def test_regions_that_end_where_the_gap_falls_without_bound(claim: str, where: str, pieces: list[str]) -> None:
    found = valid_region(claim, "a", where=where)
    assert found.status == "exact"
    assert [range_text(r) for _, r in found.pieces] == pieces
    assert [kind for kind, _ in found.pieces] == ["fails", "holds", "fails"]
    assert isinstance(check_finding(finding_from_json(found.to_json())), Found)


@pytest.mark.parametrize("as_condition", [True, False])
def test_optima_on_a_border_of_two_symbols(as_condition: bool) -> None:
    """The border may stand among the conditions or the hypotheses; it speaks of a symbol that is not chosen."""
    ranges, border = "x >= 0, y >= 0, s > 0", "x + y <= s"
    where, given = ([ranges, border], []) if as_condition else ([ranges], [border])
    found = optimize("x*y", ["x", "y"], where=where, given=given, sense="max")
    assert found.status == "exact"
    assert {n: term_text(t) for n, t in found.optimiser} == {"x": "1/2*s", "y": "1/2*s"}
    assert isinstance(check_finding(finding_from_json(found.to_json())), Found)
