"""Grids are exact, and what is no grid is refused with what was found and expected."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy

from dpsym.kernel.terms import log, num
from dpsym.reading.grids import MAX_VALUES, GridError, read_grid, read_grids, read_values


def tenths(*values: int) -> tuple:
    return tuple(num(v, 10) for v in values)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("0.1", tenths(1)),
        ("0.1:0.4:4", tenths(1, 2, 3, 4)),
        ("0.1, 1/5,3e-1", tenths(1, 2, 3)),
        ("1e-6", (num(1, 10**6),)),
        ("log(2)", (log(2),)),
        ([0.1, "0.2", Fraction(3, 10)], tenths(1, 2, 3)),  # a float is read as it is printed
        (range(3), (num(0), num(1), num(2))),
        ([sympy.Rational(1, 10), sympy.log(2)], (num(1, 10), log(2))),
        (0.5, (num(1, 2),)),
        ([1, 1, "1"], (num(1),)),
    ],
)
def test_numbers_are_what_people_write(values: Any, expected: tuple) -> None:
    assert read_values("eps", values) == expected


def test_the_ends_of_an_interval_are_in_it() -> None:
    found = read_values("eps", "log(2):2:5")
    assert (found[0], found[-1], len(found)) == (log(2), num(2), 5)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ("", "expected a number"),
        ("x", "not a formula with symbols"),
        ("__import__('os')", "expected a number"),
        ("1:2", "expected lo:hi:count"),
        ("1:2:x", "expected lo:hi:count"),
        ("1:2:1", "expected 2 to"),
        (f"0:1:{MAX_VALUES + 1}", "expected 2 to"),
        ("1 <= 2", "eps"),
        (float("nan"), "eps"),
        (float("inf"), "eps"),
        (True, "expected a number"),
        (None, "expected a number"),
        (b"3", "expected a number or a text"),
        ([], "found no value"),
        (sympy.Symbol("x"), "eps"),
        (sympy.I, "eps"),
        (range(MAX_VALUES + 1), "expected at most"),
    ],
)
def test_what_is_no_grid_is_refused(values: Any, said: str) -> None:
    with pytest.raises(GridError, match="eps") as found:
        read_values("eps", values)
    assert said in str(found.value)


def test_grids_of_a_command_line() -> None:
    assert read_grids(["eps = 0.1, 0.2", "delta=0"]) == {"eps": tenths(1, 2), "delta": (num(0),)}
    assert read_grid({"eps": 0.1}) == {"eps": tenths(1)}
    with pytest.raises(GridError, match="expected NAME=VALUES"):
        read_grids(["eps"])
    with pytest.raises(GridError, match="twice"):
        read_grids(["eps=1", "eps=2"])
