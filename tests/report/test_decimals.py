"""Decimals say what is known: no digit that is not, no number that is another one."""

from __future__ import annotations

import pytest
from flint import arb, fmpq

from dpsym.kernel.arithmetic.balls import precision
from dpsym.kernel.terms import ONE, ZERO, exp, num
from dpsym.report.decimals import decimal
from dpsym.report.findings import decimals, decimals_between


def test_an_end_close_to_zero_is_not_called_zero() -> None:
    tiny = exp(ONE) + num(1, 10**90) - exp(ONE)
    assert decimals(tiny, 6) == "0.000000..."
    assert decimals(ZERO, 6) == "0"
    with precision(200):
        assert decimal(arb(fmpq(1, 10**30)), 3).endswith("e-30")


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (num(10**15), num(10**15 + 700), "1000000000000000 to 1000000000000700"),
        (num(10**13), num(10**13 + 5), "10000000000000 to 10000000000005"),
        (num(31415926, 10**7), num(31415927, 10**7), "3.141592..."),
        (num(-31415927, 10**7), num(-31415926, 10**7), "-3.141592..."),
    ],
)
def test_digits_in_common_are_those_of_the_number(low, high, text) -> None:
    assert decimals_between(low, high) == text
