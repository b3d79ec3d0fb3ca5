"""A name before parentheses: a product only where it cannot be the value of a function."""

from __future__ import annotations

import pytest

from dpsym import proofread

DECLARED = r"Let $\varepsilon > 0$ and $0 < \delta < 1$ and $\rho > 0$. Then "


@pytest.mark.parametrize(
    "curve", [r"\delta(\varepsilon) \le 1", r"\rho(\varepsilon) \le \rho\varepsilon", r"\delta( \rho ) \ge 0"]
)
def test_a_declared_letter_at_a_lone_name_may_be_a_curve(curve: str) -> None:
    report = proofread(DECLARED + rf"\[ {curve} \]")
    assert "may be a function or a product" in str(report)
    assert "declare it" not in str(report)


def test_a_declared_letter_before_a_sum_is_a_factor() -> None:
    report = proofread(DECLARED + r"\[ \delta(\varepsilon + 1) \le \varepsilon + 1 \]")
    assert "may be a function" not in str(report)
