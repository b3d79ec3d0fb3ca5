"""The page of errors in public documents: what it says of each is decided as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dpsym import Answer, check

PAGE = (Path(__file__).parents[2] / "docs" / "findings.md").read_text("utf-8")
SESSIONS = re.findall(r'^\$ dpsym check "(.*?)" --where "(.*?)"\n(\w+)', PAGE, re.M)

PRINTED = {
    "cdp_delta.tex, 125": (
        "(a/(a - 1)*exp(eps))^(1 - a) - exp(eps)*(a/(a - 1)*exp(eps))^(-a) == "
        "(a/(a - 1)*exp(eps) - exp(eps))*(a/(a - 1)*exp(-eps))^a",
        "a > 1, eps >= 0",
    ),
    "conservative_continuous_gaussian_tail_to_alpha.tex, 63": (
        "1/2*(1 + erf(t/(s*sqrt(2)))) == 1/2*erfc(t/(s*sqrt(2)))",
        "t > 0, s > 0",
    ),
    "covariance.tex, 82": (
        "n*abs((s/(n*(n + 1)) - y/(n + 1))*(t/(n*(n + 1)) - z/(n + 1))) == "
        "n/(n + 1)^2*abs((s/n - y/(n + 1))*(t/n - z/(n + 1)))",
        "n >= 1",
    ),
    "hw1.tex, 52": ("Phi(-x) <= 1/sqrt(2*pi)*1/x*exp(-x^2/2)", "x >= 0"),
}
UNDEFINED = ("hw1.tex, 52",)


def verdict_of(claim: str, where: str) -> str:
    answer = check(claim, where=where)
    assert isinstance(answer, Answer)
    return answer.verdict


@pytest.mark.parametrize(("claim", "where", "verdict"), SESSIONS)
def test_what_holds_instead(claim: str, where: str, verdict: str) -> None:
    assert verdict_of(claim, where) == verdict == "proved"


@pytest.mark.parametrize("place", PRINTED)
def test_what_is_printed_is_refuted(place: str) -> None:
    claim, where = PRINTED[place]
    assert place in PAGE
    assert verdict_of(claim, where) == ("undefined" if place in UNDEFINED else "refuted")


def test_each_error_has_what_holds_instead() -> None:
    assert len(SESSIONS) == len(PRINTED) == 4
