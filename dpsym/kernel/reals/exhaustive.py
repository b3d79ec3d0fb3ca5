"""Cases that leave nothing out."""

from __future__ import annotations

from ..terms import Term, negated


def opposites(condition: Term) -> tuple[Term, Term]:
    """A relation and its opposite. Where both sides have a value, and there only, one of the two holds."""
    return condition, negated(condition)
