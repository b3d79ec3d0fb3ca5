"""Ball programs at many points, one operation at a time for a whole block of them."""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb, ctx

from ..kernel.arithmetic.balls import WORK
from ..kernel.reals.quadrature import Program

BLOCK = 64  # points that are computed together


class Columns(Program):
    """A program of the kernel whose registers hold columns, one value for each point of a block."""

    def run_many(self, points: Sequence[Sequence[arb]], prec: int) -> list[list[arb]]:
        """One ball for each term at each of the points, computed with `prec` bits."""
        found: list[list[arb]] = []
        old = ctx.prec
        ctx.prec = prec
        try:
            for i in range(0, len(points), BLOCK):
                self.refill(BLOCK * WORK)
                found += self._block(points[i : i + BLOCK], prec)
        finally:
            ctx.prec = old
        return found

    def _block(self, points: Sequence[Sequence[arb]], prec: int) -> list[list[arb]]:
        if set(map(len, points)) != {len(self.names)}:
            raise ValueError(f"found a point without {len(self.names)} values")
        columns = [*zip(*points), *([constant] * len(points) for constant in self.constants(prec))]
        for f, out, i, j in self.tape:
            columns[out] = list(map(f, columns[i]) if j < 0 else map(f, columns[i], columns[j]))
        return list(map(list, zip(*[columns[k] for k in self.outputs])))
