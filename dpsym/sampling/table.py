"""The table of a sample: for each point and law both sides of the statement and the slack, as numbers, text, JSON, data frame and plot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from flint import arb

from ..kernel.arithmetic.balls import precision
from ..kernel.laws.statements import Model
from ..kernel.statements import Point
from ..kernel.terms import Term
from ..report.decimals import decimal
from ..report.text import term_text
from .evaluating import EXACT_PREC, Number

SHOWN = 6  # digits in a table
IN_JSON = 20
SHORTEST = 12  # an exact value with a longer text is shown as a decimal
AROUND_ZERO = 1e-12  # slacks that are closer to 0 are drawn at 0


@dataclass(frozen=True)
class Row:
    """Both sides at one point, in one law. The slack is what is left until the statement fails: right - left for <= and ==."""

    at: Point
    law: str
    claim: int
    left: Number
    right: Number
    slack: Number

    @property
    def fails(self) -> bool:
        """Whether the slack is certainly negative."""
        return bool(self.slack.ball < 0)


@dataclass(frozen=True)
class Sample:
    """Rows in the order of the grid. `statements` are the claims that `Row.claim` counts; `laws` the tables behind each name of a law.

    `left_out` says which points of the grid a condition excludes, `notes` what else a reader should know.
    """

    name: str
    statements: tuple[str, ...]
    rows: tuple[Row, ...]
    laws: Mapping[str, Model] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(n for row in self.rows for n, _ in row.at))

    @property
    def least(self) -> Row:
        """The row with the least slack."""
        known = [row for row in self.rows if row.slack.known]
        return min(known or self.rows, key=lambda row: float(row.slack.ball.mid()) if row.slack.known else 0.0)

    # -- text

    def __str__(self) -> str:
        lines = [self.name, *(f"  {s}" for s in self.statements), ""] if self.name else [*self.statements, ""]
        lines += _aligned(self._headings(), self._cells())
        lines += [f"{label}: {model_text(m)}" for label, m in self.laws.items()]
        return "\n".join([*lines, *self.remarks()])

    def remarks(self) -> list[str]:
        """What is said below the table."""
        out = self.left_out
        many = f", and {len(out) - 1} more" if len(out) > 1 else ""
        return [*([f"left out: {out[0]}{many}"] if out else []), *self.notes]

    def _headings(self) -> list[str]:
        return [*self.parameters, *self._columns(), "left", "right", "slack"]

    def _columns(self) -> list[str]:
        """The columns that not all rows leave empty, or say the same in."""
        several = len({row.claim for row in self.rows}) > 1
        return [*(["law"] if any(row.law for row in self.rows) else []), *(["claim"] if several else [])]

    def _cells(self) -> list[list[str]]:
        columns, found = self._columns(), []
        for row in self.rows:
            at, more = dict(row.at), {"law": row.law, "claim": str(row.claim + 1)}
            cells = [exact_text(at[n]) if n in at else "" for n in self.parameters] + [more[c] for c in columns]
            found.append([*cells, *(_shown(v.ball) for v in (row.left, row.right, row.slack))])
        return found

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(h)}</th>" for h in self._headings())
        body = "".join(f"<tr>{''.join(f'<td>{escape(c)}</td>' for c in row)}</tr>" for row in self._cells())
        below = "".join(f"<div>{escape(line)}</div>" for line in self.remarks())
        said = "".join(f"<div>{escape(s)}</div>" for s in (self.name, *self.statements))
        return f"{said}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}"

    # -- data

    def records(self) -> list[dict[str, Any]]:
        """One mapping for each row, with text: exact parameters, decimals of both sides as mpmath has them, and their balls."""
        return [
            {
                "parameters": {n: term_text(v) for n, v in row.at},
                "law": row.law or None,
                "claim": row.claim,
                **{key: _opinion(v) for key, v in self._numbers(row)},
                **{f"{key}_ball": _in_ball(v.ball) for key, v in self._numbers(row)},
            }
            for row in self.rows
        ]

    def to_json(self) -> dict[str, Any]:
        laws = {
            label: {
                "sizes": dict(m.sizes),
                "fields": {n: [term_text(v) for v in table] for n, table in m.fields},
            }
            for label, m in self.laws.items()
        }
        return {
            "name": self.name, "statements": list(self.statements), "rows": self.records(), "laws": laws,
            "left_out": list(self.left_out), "notes": list(self.notes),
        }  # fmt: skip

    def to_pandas(self) -> Any:
        """A data frame of floats, which are no longer exact."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_pandas needs pandas: pip install 'dpsym[pandas]'") from None
        return pandas.DataFrame(
            [
                {
                    **{n: as_float(v) for n, v in row.at},
                    "law": row.law,
                    "claim": row.claim,
                    **{key: ball_float(v.ball) for key, v in self._numbers(row)},
                }
                for row in self.rows
            ]
        )

    def plot(self, path: Any = None) -> Any:
        """A figure of both sides (the truth and the bound) and the slack along the first parameter that varies; saved if a path is given."""
        from .plotting import draw

        return draw(self, path)

    @staticmethod
    def _numbers(row: Row) -> Sequence[tuple[str, Number]]:
        return (("left", row.left), ("right", row.right), ("slack", row.slack))


# -- numbers as text ------------------------------------------------------------------------------------------


def exact_text(value: Term) -> str:
    """The exact value, or a decimal with dots where that is too long."""
    text = term_text(value)
    return text if len(text) <= SHORTEST else _shown(_ball(value))


def _ball(value: Term) -> arb:
    from ..kernel.reals.quadrature import enclose

    return enclose(value, EXACT_PREC)


def _shown(ball: arb, digits: int = SHOWN) -> str:
    """A decimal; of a value that no narrow ball is known of the ball, or `?`."""
    with precision(EXACT_PREC):
        text = decimal(ball, digits)
    return text if text != "?" or not ball.is_finite() else ball.str(digits)


def _opinion(v: Number) -> str | None:
    import mpmath

    return None if v.value is None else str(mpmath.nstr(v.value, IN_JSON))


def _in_ball(ball: arb) -> str | None:
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


def _aligned(headings: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    table = [headings, *cells]
    widths = [max(len(row[i]) for row in table) for i in range(len(headings))]
    left = [h == "law" for h in headings]
    return [
        "  ".join(c.ljust(w) if to_left else c.rjust(w) for c, w, to_left in zip(row, widths, left)).rstrip()
        for row in table
    ]
