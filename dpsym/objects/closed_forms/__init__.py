"""Closed forms of divergences: the one place where they are written.

    base                                  what a table is: values and conditions as kernel terms. No SymPy.
    laplace, normal, discrete_laplace,
    response                              the tables, data
    lookup                                the table of a pair of laws, read as a SymPy expression: what `doit()` returns

The statements of the library (theorems/closed_*.py) take values and conditions from the tables, so what `doit()` returns is the formula
that the certificates show. A test compares every case of the tables with the library: a case without a certificate fails it.
"""

from __future__ import annotations

from .base import Case, Form, Stated, Table
from .discrete_laplace import DISCRETE_LAPLACE
from .laplace import LAPLACE, LAPLACE_SCALES
from .normal import NORMAL, NORMAL_DEVIATIONS
from .response import BINARY, COINS, FOUR_POINTS, KARY, TWO_POINTS

#: Every table.
TABLES = (
    LAPLACE,
    LAPLACE_SCALES,
    NORMAL,
    NORMAL_DEVIATIONS,
    DISCRETE_LAPLACE,
    BINARY,
    KARY,
    COINS,
    FOUR_POINTS,
    TWO_POINTS,
)

__all__ = [
    "BINARY", "COINS", "DISCRETE_LAPLACE", "FOUR_POINTS", "KARY", "LAPLACE", "LAPLACE_SCALES", "NORMAL", "NORMAL_DEVIATIONS", "TABLES",
    "TWO_POINTS", "Case", "Form", "Stated", "Table",
]  # fmt: skip
