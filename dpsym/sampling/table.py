"""The table of a sample: for each point and law both sides and the slack, as numbers, text, JSON, data frame and plot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from ..kernel.laws.statements import Model
from ..report.text import term_text
from .evaluating import Number
from .rows import Row, aligned, as_float, ball_float, ball_text, exact_text, model_text, opinion_text, shown


@dataclass(frozen=True)
class Sample:
    """Rows in the order of the grid. `statements` are the claims that `Row.claim` counts; `laws` the tables behind each name of a law.

    `setting` are the lines of a statement about laws, with what it speaks of and assumes. `left_out` says which points of the grid a
    condition excludes, `notes` what else a reader should know.
    """

    name: str
    statements: tuple[str, ...]
    rows: tuple[Row, ...]
    laws: Mapping[str, Model] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    setting: tuple[str, ...] = ()

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
        lines = [self.name, *self.stated(), ""]
        lines += aligned(self._headings(), self._cells())
        lines += [f"{label}: {model_text(m)}" for label, m in self.laws.items()]
        return "\n".join([*lines, *self.remarks()])

    def stated(self) -> list[str]:
        """The statement, with all that it assumes."""
        return [f"  {line}" for line in self.setting or self.statements]

    def remarks(self) -> list[str]:
        """What is said below the table."""
        out = self.left_out
        many = f", and {len(out) - 1} more" if len(out) > 1 else ""
        return [*([f"left out: {out[0]}{many}"] if out else []), *self.notes]

    def _headings(self) -> list[str]:
        return [*self.parameters, *self._columns(), "left", "right", "slack", *(["fails"] if self._failing else [])]

    @property
    def _failing(self) -> bool:
        return any(row.fails for row in self.rows)

    def _columns(self) -> list[str]:
        """The columns that not all rows leave empty, or say the same in."""
        several = len({row.claim for row in self.rows}) > 1
        return [*(["law"] if any(row.law for row in self.rows) else []), *(["claim"] if several else [])]

    def _cells(self) -> list[list[str]]:
        names, columns, failing, found = self.parameters, self._columns(), self._failing, []
        for row in self.rows:
            at, more = dict(row.at), {"law": row.law, "claim": str(row.claim + 1)}
            cells = [exact_text(at[n]) if n in at else "" for n in names] + [more[c] for c in columns]
            cells += [shown(v) for v in (row.left, row.right, row.slack)]
            found.append([*cells, *(["fails" if row.fails else ""] if failing else [])])
        return found

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(h)}</th>" for h in self._headings())
        body = "".join(f"<tr>{''.join(f'<td>{escape(c)}</td>' for c in row)}</tr>" for row in self._cells())
        below = "".join(f"<div>{escape(line)}</div>" for line in self.remarks())
        said = "".join(f"<div>{escape(s)}</div>" for s in (self.name, *self.stated()))
        return f"{said}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}"

    # -- data

    def records(self) -> list[dict[str, Any]]:
        """One mapping for each row, with text: exact parameters, decimals of both sides as mpmath has them, and their balls."""
        return [
            {
                "parameters": {n: term_text(v) for n, v in row.at},
                "law": row.law or None,
                "claim": row.claim,
                "fails": row.fails,
                **{key: "undefined" if v.undefined else opinion_text(v) for key, v in self._numbers(row)},
                **{f"{key}_ball": ball_text(v.ball) for key, v in self._numbers(row)},
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
            "name": self.name, "setting": list(self.setting), "statements": list(self.statements), "rows": self.records(), "laws": laws,
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
        """A figure of truth (left), bound (right) and slack along the first parameter that varies; saved if a path is given."""
        from .plotting import draw

        return draw(self.name, self.parameters, self.rows, path)

    @staticmethod
    def _numbers(row: Row) -> Sequence[tuple[str, Number]]:
        return (("left", row.left), ("right", row.right), ("slack", row.slack))
