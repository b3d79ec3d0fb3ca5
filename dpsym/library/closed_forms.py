"""The tables of closed forms (objects.closed_forms) and the densities of the families in the text syntax, for statements."""

from __future__ import annotations

from collections.abc import Sequence

from ..objects.closed_forms.base import Stated, Table
from ..objects.definitions import LawTerm
from ..objects.families import Family
from ..reading.text.claims import read_term
from ..report.text import relation_text, term_text


class Written:
    """Values and conditions of tables by the names of their statements: `value("tv")`, `where("tv")`."""

    def __init__(self, *tables: Table) -> None:
        self.stated: dict[str, Stated] = {name: s for table in tables for name, s in table.statements()}

    def value(self, name: str) -> str:
        return term_text(self.stated[name].value)

    def where(self, name: str) -> tuple[str, ...]:
        found = self.stated[name]
        return (*(f"{i} in integers" for i in found.integers), *map(relation_text, found.where))


def density(family: Family, x: str, *parameters: str) -> str:
    """The density (or weight) of a law of a family at a point, by its definition; point and parameters as text."""
    law = LawTerm(family, tuple(map(read_term, parameters)))
    return term_text(law.density(read_term(x)))


def log_ratio(family: Family, x: str, first: Sequence[str], second: Sequence[str]) -> str:
    """The logarithm of the ratio of two densities of a family: its supremum over x is the max divergence."""
    return f"log(({density(family, x, *first)})/({density(family, x, *second)}))"


def mass(family: Family, *parameters: str) -> str:
    """The integral (or sum) of a density over its support."""
    x = "k" if family.space == "integers" else "x"
    ends = LawTerm(family, tuple(map(read_term, parameters))).ends()
    low, high = (text if end is None else term_text(end) for end, text in zip(ends, ("-oo", "oo"), strict=True))
    return f"{'Sum' if family.space == 'integers' else 'Integral'}({density(family, x, *parameters)}, ({x}, {low}, {high}))"
