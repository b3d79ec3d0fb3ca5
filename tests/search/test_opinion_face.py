"""The face where a sample is tightest."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, log, num
from dpsym.reading.text.claims import read_claims
from dpsym.search.opinion.face import face
from dpsym.search.opinion.second import second_opinion
from dpsym.search.outcome import Side

HALF_LINE = Domain((Range("x", ZERO, None), Range("n", ONE, None, False, True, True)))
ENDS = {"x": (F(0), None), "n": (F(1), None)}
OTHERS = [{"x": F(k), "n": F(k)} for k in range(5, 45)]


@pytest.mark.parametrize(
    ("tightest", "found"),
    [
        ([{"x": F(1, 10**6), "n": F(7)}], (Side("x", False, False),)),
        ([{"x": F(1, 10**6), "n": F(1)}], (Side("x", False, False), Side("n", False, True))),
        ([{"x": F(0), "n": F(1)}], (Side("x", False, True), Side("n", False, True))),
        ([{"x": F(10**5), "n": F(10**4)}], (Side("x", True, False), Side("n", True, False))),
        ([{"x": F(1, 10**6), "n": F(7)}, {"x": F(3), "n": F(7)}], ()),
        ([{"x": F(1, 10**6), "n": F(7)}, {"x": F(1, 10**4), "n": F(9)}], (Side("x", False, False),)),
        ([{"x": F(1, 100), "n": F(2)}], ()),
        ([{"x": F(0), "n": F(7)}, {"x": F(1, 10**4), "n": F(9)}], (Side("x", False, True),)),
        ([], ()),
    ],
)
def test_faces(tightest, found) -> None:
    assert face(HALF_LINE, ENDS, tightest, [*tightest, *OTHERS]) == found


def test_an_end_that_the_sample_never_leaves_is_no_face() -> None:
    points = [{"x": F(1, 10**6), "n": F(k)} for k in (2, 3, 4)]
    assert face(HALF_LINE, ENDS, points[:1], points) == ()


def test_irrational_ends() -> None:
    domain = Domain((Range("x", ZERO, log(num(2)), False, False),))
    ends = {"x": (F(0), F(693147, 10**6))}
    others = [{"x": F(k, 10)} for k in range(1, 6)]
    assert face(domain, ends, [{"x": log(num(2))}], [{"x": log(num(2))}, *others]) == (Side("x", True, True),)
    assert face(domain, ends, [{"x": F(6930, 10**4)}], others) == (Side("x", True, False),)


@pytest.mark.parametrize(
    ("text", "where", "found"),
    [
        ("exp(x) >= 1 + x", "x > 0", (Side("x", False, False),)),
        ("loggamma(n + 1) <= n*log(n) - n + log(n)/2 + 1", "n >= 1", (Side("n", False, True),)),
        ("1/x > 0", "x > 0", (Side("x", True, False),)),
        ("(x - 1/2)**2 >= 0", "0 <= x <= 1", ()),
        ("2*x*y <= x**2 + y**2", "0 < x < 1, 0 < y < 1", ()),
    ],
)
def test_the_second_opinion_finds_the_face(text, where, found) -> None:
    (claim,) = read_claims(text, where=[where])
    sampled = second_opinion(claim, "open")
    assert sampled.face == found
    assert sampled.min_slack
