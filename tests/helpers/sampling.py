"""A sample for the fast tests, all the rest for the campaigns: together they are the whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(items: Iterable[Any], every: int) -> list[Any]:
    """The items as parameters of a test; all but each `every`-th, from the first on, belong to the campaign."""
    return [item if i % every == 0 else pytest.param(item, marks=pytest.mark.campaign) for i, item in enumerate(items)]
