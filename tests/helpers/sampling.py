"""A sample for the fast tests, all the rest for the campaigns: together they are the whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def sampled(items: Iterable[Any], every: int) -> list[Any]:
    """The items as parameters of a test; all but each `every`-th, from the first on, belong to the campaign."""

    def rest(item: Any) -> Any:
        known = item if isinstance(item, ParameterSet) else pytest.param(item)
        return known._replace(marks=(*known.marks, pytest.mark.campaign))

    return [item if i % every == 0 else rest(item) for i, item in enumerate(items)]
