"""What a step may follow from: not from what the text denies, gives up, says of another claim, or concludes from the step itself."""

from __future__ import annotations

import pytest

from dpsym.running.proofreading import proofread
from dpsym.search.outcome import Budget

NOTHING_FOLLOWS = {
    "denied": r"Let $x > 0$. The bound $x \le 1$ need not hold. Still \[ x^2 \le x. \]",
    "unless": r"Let $x > 0$. Unless $x \le 1$, we have \[ x^2 \le x. \]",
    "equality": r"Let $u, v > 0$. We have $2uv \le u^2 + v^2$ with equality if and only if $u = v$. Hence \[ 2uv = u^2 + v^2. \]",
    "one of two": r"Let $a, b > 0$. Moreover let $a \le b$ or $a \le 1$. Then \[ a \le b. \]",
    "taken back": r"Let $x > 0$. It is known that $x \le 1$ in some papers, though not here. Then \[ x^2 \le x. \]",
    "of others": r"Let $x > 0$. The theorem of Smith (which assumes $x \le 1$) is older. Then \[ x^2 \le x. \]",
    "another case": r"Let $x > 0$. We treat all cases; the simple case $x \le 1$ is known. Then \[ x^2 \le x. \]",
    "rewritten": r"Let $x > 0$. After a division $x^2 \le x$ becomes $x \le 1$. Then \[ x^3 \le x. \]",
    "given up": r"Let $x \in [0, 1]$, and suppose for the moment that $x = 1$. Returning to general $x$, \[ x^2 = 1. \]",
    "given up by its line": r"Let $c > 1$. As a check take $c = 2$: then $2^c = 4$. For general $c > 1$, \[ 2^c \ge 4. \]",
    "all that is known": r"Let $x > 0$. The old version had $x \le 1$. Here we only know $x > 0$. Then \[ x^2 \le x. \]",
    "of another claim": r"Let $x \ge 0$. The inequality $x^2 \ge x$ holds for $x \ge 1$. It therefore holds that \[ x^2 \ge x. \]",
    "one point": r"Let $r \ge 0$. The quantity vanishes at $r = 0$. Hence \[ r \le r^2. \]",
    "needed by none": r"Let $x > 0$. None of the proofs need $x \le 1$. Then \[ x^2 \le x. \]",
    "the step itself": r"Let $x > 0$. The reader is told that $x \ge 1$ is implied: \[ x \ge 1. \]",
    "nowhere": r"Let $x \ge 0$. Nowhere below do we assume $x \le 1$. Then \[ x^2 \le x. \]",
    "whether or not": r"Let $x > 0$. Whether or not $x \le 1$, \[ x^2 \le x. \]",
    "an example": r"Pick any $x \in (0, 1)$, e.g. $x = 1/2$. Then \[ x(1 - x) = 1/4. \]",
    "needed elsewhere": r"Let $x > 0$. Theorem 1 needs $x \le 1$. Here we use \[ x^2 \le x. \]",
    "behind a semicolon": r"Let $x \ge 0$. At $x = 0$ both sides vanish; so \[ x^2 = x. \]",
    "another direction": r"Let $x > 0$. First assume $x \le 1$; then $x^2 \le x$. For the converse assume nothing; then \[ x \le 1. \]",
}
SOMETHING_FOLLOWS = {
    "a bound in words that are not known": r"Let $x > 0$. The rate obeys $x \le 1$. Then \[ x^2 \le x. \]",
    "a reason": r"Let $x > 0$. Since $x \le 1$, we have \[ x^2 \le x. \]",
    "a footnote": r"Let $x > 0$.\footnote{Assume $x \le 1$.} Then \[ x^2 \le x. \]",
    "a case that goes on": r"Let $x > 0$. If $x \le 1$, we gain a factor. Then \[ x^2 \le x. \]",
}


def last(text: str) -> str:
    return proofread(text, Budget(seconds=2), jobs=1, explain=False).shown[-1].verdict


@pytest.mark.parametrize("text", NOTHING_FOLLOWS.values(), ids=NOTHING_FOLLOWS.keys())
def test_nothing_follows_from_what_is_not_assumed(text: str) -> None:
    assert last(text) == "open"


@pytest.mark.parametrize("text", SOMETHING_FOLLOWS.values(), ids=SOMETHING_FOLLOWS.keys())
def test_what_may_be_assumed_carries(text: str) -> None:
    assert last(text) == "follows"


def test_two_formulas_that_give_each_other_are_not_both_shown() -> None:
    text = r"Let $K > 0$. Then \[ K^2 \ge K \] (we remark that $K \ge 1$ in most papers)."
    found = proofread(text, Budget(seconds=2), jobs=1, explain=False).shown
    assert {c.verdict for c in found} == {"open", "follows"}


def test_the_reason_names_what_would_be_needed() -> None:
    found = proofread(NOTHING_FOLLOWS["denied"], Budget(seconds=2), jobs=1, explain=False).shown[-1]
    assert "x \\le 1" in found.outcome.why  # type: ignore[union-attr]
    assert "fails at" in found.outcome.why  # type: ignore[union-attr]


@pytest.mark.parametrize(("value", "verdict"), [("0.95", "open"), ("0.9", "proved")])
def test_what_speaks_of_numbers_alone_is_no_condition(value: str, verdict: str) -> None:
    text = rf"With probability $95\%$ the noise is small, for \[ 1 - e^{{-\ln 10}} \ge {value}. \]"
    assert last(text) == verdict


def test_a_false_relation_of_numbers_behind_where_is_found() -> None:
    found = proofread(
        r"Let $x > 0$, where $\ln 2 \ge 1$. Then \[ x + 1 > x. \]", Budget(seconds=2), jobs=1, explain=False
    )
    assert "refuted" in {c.verdict for c in found.steps}


def test_what_is_concluded_from_a_contradiction_is_not_refuted() -> None:
    text = (
        r"Let $x \ge 0$. Suppose, towards a contradiction, that \[ e^x < 1. \] "
        r"Taking logarithms, $x < 0$, hence \[ 0 < 0, \] a contradiction."
    )
    assert last(text) == "open"
    assert last(text.replace("e^x < 1", "e^x > 1")) == "refuted"


def test_a_false_reason_about_an_expression_is_shown() -> None:
    text = r"Let $\delta \in (0, 1/2)$. Since $\ln(1/\delta) \ge 1$, we get \[ \ln(1/\delta) \ge \frac12. \]"
    assert [c.verdict for c in proofread(text, Budget(seconds=2), jobs=1, explain=False).shown] == ["open", "proved"]


@pytest.mark.parametrize(
    "reason",
    ["Since powers decrease for $x < 1$", "Since $f$ decreases for $x < 1$", "Since $x^2 \\le x$ for $0 < x \\le 1$"],
)
def test_a_condition_of_a_reason_is_none_of_what_it_gives(reason: str) -> None:
    assert last(rf"Let $x > 0$. {reason}, we have \[ x^3 \le x^2. \]") == "open"
    assert (
        last(r"Since powers decrease for $0 < x < 1$, we have \[ x^3 \le x^2. \]") == "proved"
    )  # all that is said of x


def test_what_is_only_rewritten_is_not_refuted() -> None:
    text = r"Assume $y \ne 0$. Dividing by $y^2 > 0$, the inequality $3y^2 \le 2y^2$ becomes \[ 3 \le 2. \]"
    assert "refuted" not in {c.verdict for c in proofread(text, Budget(seconds=2), jobs=1, explain=False).steps}
