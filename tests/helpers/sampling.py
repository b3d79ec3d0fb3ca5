"""A sample for the fast tests, all the rest for the campaigns: together they are the whole."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def sampled(items: Iterable[Any], every: int) -> list[Any]:
    """The items as parameters of a test; all but each `every`-th, from the first on, belong to the campaign."""

    def rest(item: Any) -> Any:
        known = item if isinstance(item, ParameterSet) else pytest.param(item)
        return known._replace(marks=(*known.marks, pytest.mark.campaign))

    return [item if i % every == 0 else rest(item) for i, item in enumerate(items)]


WHOLE = "DPSYM_CAMPAIGN" in os.environ  # the campaigns at full length, which continuous integration has no time for


def share(items: Sequence[Any], every: int) -> Sequence[Any]:
    """Each `every`-th item; all of them in the campaigns at full length."""
    return items if WHOLE else items[::every]
