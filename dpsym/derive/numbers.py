"""Numbers for guesses: compiled terms whose values are nan where they cannot be had."""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb

from ..kernel.reals.quadrature import Program


class Numbers(Program):
    """A program for points; a power whose exponent has too many digits for Arb has no value."""

    def run(self, values: Sequence[arb], prec: int) -> list[arb]:
        try:
            return super().run(values, prec)
        except OverflowError:
            return [arb.nan() for _ in self.outputs]
