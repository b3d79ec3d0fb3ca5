"""Random tests in two lengths: a short one for the fast tests, the whole for the campaigns, from the same seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings


def lengths(fast: int, campaign: int) -> pytest.MarkDecorator:
    """A parameter `tries` of a test: `fast` in the fast tests, `campaign` in the campaigns."""
    many = pytest.param(campaign, marks=pytest.mark.campaign, id="many")
    return pytest.mark.parametrize("tries", [pytest.param(fast, id="some"), many])


def drawn(fast: int, campaign: int, *strategies: Any) -> Callable[[Callable[..., None]], Callable[[int], None]]:
    """What `@settings(max_examples=...)` and `@given(...)` say, in two lengths."""

    def decorate(check: Callable[..., None]) -> Callable[[int], None]:
        @lengths(fast, campaign)
        def test(tries: int) -> None:
            settings(max_examples=tries)(given(*strategies)(check))()

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return decorate
