"""Rows of a sample, and their numbers as text and as floats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import mpmath
from flint import arb

from ..kernel.arithmetic.balls import precision
from ..kernel.laws.statements import Model
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Point
from ..kernel.terms import Term
from ..report.decimals import decimal
from ..report.text import term_text
from .evaluating import EXACT_PREC, Number

SHOWN = 6  # digits in a table
IN_JSON = 20
SHORTEST = 12  # an exact value with a longer text is shown as a decimal
AROUND_ZERO = 1e-12  # what is closer to 0 is drawn at 0


@dataclass(frozen=True)
class Row:
    """Both sides at one point, in one law. The slack is what is left until the statement fails: right - left for <= and ==."""

    at: Point
    law: str
    claim: int
    left: Number
    right: Number
    slack: Number
    strict: bool = False  # the relation is < or >

    @property
    def fails(self) -> bool:
        """Whether the statement is seen to fail here: the slack is certainly negative, or exactly 0 where that is not enough."""
        return bool(self.slack.ball < 0) or (self.strict and self.slack.exact == 0)


# -- numbers as text ------------------------------------------------------------------------------------------


def exact_text(value: Term) -> str:
    """The exact value, or a decimal with dots where that is too long."""
    text = term_text(value)
    return text if len(text) <= SHORTEST else _shown(_ball(value))


def _ball(value: Term) -> arb:
    return enclose(value, EXACT_PREC)


def shown(v: Number) -> str:
    """`0.864664...` or the exact decimal, `undefined`, or `?` where neither arithmetic tells."""
    if v.undefined:
        return "undefined"
    if v.exact is not None and 10**SHOWN % v.exact.denominator == 0 and abs(v.exact) < 10**SHOWN:
        text = f"{Decimal(v.exact.numerator) / Decimal(v.exact.denominator):f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return _shown(v.ball)


def _shown(ball: arb, digits: int = SHOWN) -> str:
    """A decimal; of a value that no narrow ball is known of the ball, or `?`."""
    with precision(EXACT_PREC):
        text = decimal(ball, digits)
    return text if text != "?" or not ball.is_finite() else ball.str(digits)


def opinion_text(v: Number) -> str | None:
    return None if v.value is None else str(mpmath.nstr(v.value, IN_JSON))


def ball_text(ball: arb) -> str | None:
    return ball.str(IN_JSON) if ball.is_finite() else None


def as_float(value: Term) -> float:
    return float(value.number.p) / float(value.number.q) if value.op == "num" else float(_ball(value).mid())


def ball_float(ball: arb) -> float:
    """For drawing: what cannot be told from 0 is 0."""
    if not ball.is_finite():
        return float("nan")
    return 0.0 if ball.contains(0) and ball.rad() < AROUND_ZERO else float(ball.mid())


def model_text(model: Model) -> str:
    return ", ".join(f"{name} = [{', '.join(term_text(v) for v in table)}]" for name, table in model.fields)


def aligned(headings: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    table = [headings, *cells]
    widths = [max(len(row[i]) for row in table) for i in range(len(headings))]
    left = [h == "law" for h in headings]
    return [
        "  ".join(c.ljust(w) if to_left else c.rjust(w) for c, w, to_left in zip(row, widths, left)).rstrip()
        for row in table
    ]
