"""Hypothesis strategies for exact laws and finite mechanisms, for property tests of anything that takes a law.

@given(pairs_of_laws())
def test_total_variation_is_symmetric(pair):
    p, q = pair
    assert TotalVariation(p, q).enclose().overlaps(TotalVariation(q, p).enclose())
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import sympy
from hypothesis import strategies as st

from ..objects.laws import (
    BinaryResponse,
    CoinResponse,
    DiscreteLaplace,
    Exponential,
    FiniteLaw,
    FourPointResponse,
    Gumbel,
    KaryResponse,
    Laplace,
    Law,
    Normal,
)
from ..objects.mechanisms.base import CHANGE_ONE, FiniteMechanism, from_rows

Laws = st.SearchStrategy[tuple[Law, Law]]


def exact_numbers(low: int = -3, high: int = 3, most: int = 12) -> st.SearchStrategy[Any]:
    """SymPy rationals between two integers, with small denominators."""
    return st.fractions(low, high, max_denominator=most).map(lambda v: sympy.Rational(v.numerator, v.denominator))


def positive_numbers(high: int = 3, most: int = 12) -> st.SearchStrategy[Any]:
    return exact_numbers(0, high, most).filter(lambda v: v > 0)


def probabilities(most: int = 12) -> st.SearchStrategy[Any]:
    """Strictly between 0 and 1."""
    return exact_numbers(0, 1, most).filter(lambda v: 0 < v < 1)


@st.composite
def weights(draw: st.DrawFn, size: int, least: int = 0, most: int = 7) -> list[Any]:
    """Exact weights that add up to 1; `least` = 0 allows weights that vanish."""
    parts = draw(st.lists(st.integers(least, most), min_size=size, max_size=size).filter(any))
    return [sympy.Rational(w, sum(parts)) for w in parts]


def finite_laws(size: int, least: int = 0) -> st.SearchStrategy[FiniteLaw]:
    """Laws on the outcomes 0, ..., size - 1."""
    return weights(size, least).map(lambda row: FiniteLaw(dict(enumerate(row))))


def pairs_of_laws() -> Laws:
    """Two laws of one family on one space: with two locations, with two truths, or of two rates."""
    place, scale, whole, level = exact_numbers(), positive_numbers(), st.integers(-4, 4), positive_numbers(2)
    return st.one_of(
        *(
            st.builds(lambda m, n, s, kind=kind: (kind(m, s), kind(n, s)), place, place, scale)
            for kind in (Laplace, Normal, Gumbel)
        ),
        st.builds(lambda m, n, s: (DiscreteLaplace(m, s), DiscreteLaplace(n, s)), whole, whole, scale),
        st.builds(lambda r, s: (Exponential(r), Exponential(s)), scale, scale),
        st.builds(lambda e: (BinaryResponse(e, 0), BinaryResponse(e, 1)), level),
        st.builds(lambda e, k: (KaryResponse(e, k, 0), KaryResponse(e, k, 1)), level, st.integers(2, 6)),
        st.builds(lambda p, q: (CoinResponse(p, q, 0), CoinResponse(p, q, 1)), probabilities(), probabilities()),
        st.builds(lambda e, d: (FourPointResponse(e, d, 0), FourPointResponse(e, d, 1)), level, probabilities()),
        st.integers(2, 5).flatmap(lambda size: st.tuples(finite_laws(size), finite_laws(size))),
    )


@st.composite
def finite_mechanisms(
    draw: st.DrawFn, places: int = 1, records: Sequence[int] = (0, 1), most: int = 6, least: int = 0
) -> FiniteMechanism:
    """Exact mechanisms on all datasets of so many records, with 2 to `most` outcomes; `least` = 1 excludes impossible ones."""
    datasets = list(product(records, repeat=places))
    size = draw(st.integers(2, most))
    return from_rows([draw(weights(size, least)) for _ in datasets], datasets, CHANGE_ONE)
