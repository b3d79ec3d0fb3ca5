"""Derivations, step by step: verdicts, the first broken step, whether the error is confined, repairs that are proved."""

from __future__ import annotations

import json

import pytest

from dpsym.cli.proofreading import proofread_command
from dpsym.kernel.reals.check import check
from dpsym.kernel.verdicts import Proved
from dpsym.reading.latex.derivations import read_document
from dpsym.running.proofreading import Proofread, proofread
from dpsym.running.proofreading.report import proofread_json, proofread_text, where
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget

BUDGET = Budget(seconds=4)


def read(text: str) -> Proofread:
    return proofread(text, BUDGET, jobs=1)


def verdicts(found: Proofread) -> list[str]:
    return [c.verdict for c in found.steps]


CHAIN = r"""
\newcommand{\eps}{\varepsilon}
Let $\eps > 0$.
\begin{align*}
 e^{\eps} - 1 &\le \eps e^{\eps} && \text{(convexity)}\\
  &\le e^{2\eps} - 1 \\[2pt]
  &= (e^{\eps} - 1)(e^{\eps} - 1) \tag{3}\\
  &\le e^{2\eps}.
\end{align*}
"""


def test_a_chain_with_a_wrong_sign() -> None:
    found = read(CHAIN)
    assert verdicts(found) == ["proved", "proved", "refuted", "proved"]
    (broken,) = found.broken
    assert where(found, broken.checked) == "line 7 (3)"
    assert broken.confined == "yes"
    assert broken.repair is not None
    assert broken.repair.kind == "sign"
    assert found.steps[0].step.reason == "(convexity)"
    text = proofread_text(found, "proof.tex")
    assert "= (e^{\\eps} - 1)(e^{\\eps} - 1)" in text
    assert "reads exp(2*eps) - 1 == (exp(eps) - 1)*(exp(eps) - 1)" in text
    assert "the error is confined to this line" in text
    assert "1 displays, 1 read, 0 refused; 4 steps: 3 proved, 1 refuted" in text


REPAIRED = {
    "sign": r"$$x^2 - y^2 = (x - y)(x - y)$$",
    "quotient": r"$$e^{x - y} = e^{x} - e^{y}$$",
    "exponent": r"Let $x > 0$. $$x \cdot x \cdot x = x^2$$",
    "factor": r"$$(x + y)^2 = x^2 + xy + y^2$$",
    "hypothesis": r"$$\log(x y) = \log(x) + \log(y)$$",
    "relation": r"$$1 + x \ge e^{x}$$",
}


@pytest.mark.parametrize("kind", REPAIRED)
def test_a_repair_of_each_kind_is_proved(kind: str) -> None:
    found = read(REPAIRED[kind])
    (broken,) = found.broken
    repair = broken.repair
    assert repair is not None
    assert repair.kind == kind
    answer = decide(repair.claim, BUDGET)  # once more, apart from the search for repairs
    assert isinstance(answer.result, Proved)
    assert isinstance(check(answer.result.certificate), Proved)


def test_an_error_that_is_not_confined() -> None:
    found = read(r"Let $x > 0$. $$x \le x - 1 \le x - 2$$")
    (broken,) = found.broken
    assert broken.checked is found.steps[0]
    assert broken.confined == "no"


def test_conditions_come_from_the_sentences_before() -> None:
    claim = r"$$\frac{1}{1 - p} \ge 1 + p.$$"
    assert verdicts(read(f"Assume $0 \\le p < 1$. Then {claim}")) == ["proved"]
    assert verdicts(read(f"Then {claim}")) == ["refuted"]
    assert verdicts(read(f"We get {claim} where $p \\in [0, 1)$.")) == ["proved"]
    assert verdicts(read(f"Theorem 1. Assume $0 \\le p < 1$.\n\nTheorem 2. {claim}")) == ["refuted"]  # another unit


def test_definitions_are_put_in() -> None:
    text = r"Let $\epsilon > 0$, where $\bar\epsilon = e^\epsilon - 1$. $$\epsilon \le \bar\epsilon$$"
    assert verdicts(read(text)) == ["proved"]
    found = read(r"Let $x > 0$. $$y = x^2 + 1$$ $$y \ge 2x$$")
    assert verdicts(found) == ["definition", "proved"]


def test_displays_in_a_row_are_one_chain() -> None:
    found = read("Let $x > 0$.\n\n$$x \\le 2x \\quad (1)$$\n\n$$= x + x \\quad (2)$$\n\n$$< 3x \\quad (3)$$")
    assert verdicts(found) == ["proved"] * 3
    assert len(found.document.derivations) == 1
    assert [c.step.tag for c in found.steps] == ["(1)", "(2)", "(3)"]


def test_a_relation_without_anything_before_it_is_refused() -> None:
    found = read("Hence\n\n$$\\le x$$")
    assert next(d.error.message for d in found.refused if d.error).startswith("this starts with a relation")


def test_probabilities_are_quantities_that_are_only_named() -> None:
    text = r"Let $\epsilon > 0$. $$\Pr[A] \le e^{\epsilon}\Pr[B]$$ $$\Pr[A] \cdot 2 = \Pr[A] + \Pr[A]$$"
    text += r" $$e^{\epsilon}\Pr[A] \le (1+\epsilon)\Pr[A]$$"
    found = read(text)
    assert verdicts(found) == ["open", "proved", "refuted"]
    assert "different quantities" in found.steps[0].why
    assert found.steps[2].rests_on == ("Pr[A]",)
    assert "rests on Pr[A]" in proofread_text(found)


def test_a_line_may_use_the_lines_before_it() -> None:
    found = read(r"$$\Pr[A] \le 2\Pr[B]$$ Hence $$3\Pr[A] \le 6\Pr[B]$$")
    assert verdicts(found) == ["open", "proved"]
    assert found.steps[1].using


def test_a_broken_line_is_not_used() -> None:
    found = read(r"Let $x > 1$. $$x \le 1$$ $$x^2 \le 1$$")
    assert verdicts(found) == ["refuted", "refuted"]


def test_an_arrow_makes_a_hypothesis() -> None:
    assert verdicts(read(r"Let $x, y > 0$. $$x \le y \Rightarrow x^2 \le y^2$$")) == ["proved"]
    assert verdicts(read(r"$$x \le y \Rightarrow x^2 \le y^2$$")) == ["refuted"]


def test_concrete_laws_are_objects() -> None:
    text = r"Let $\sigma > 0$ and $\alpha > 1$."
    text += r" $$D_\alpha(\mathcal{N}(0, \sigma^2) \| \mathcal{N}(1, \sigma^2)) = \frac{\alpha}{2\sigma^2}$$"
    found = read(text)
    assert not found.refused
    (step,) = found.steps
    assert step.posed is not None
    assert not step.posed.read.atoms
    assert step.verdict == "proved"
    (wrong,) = read(r"$$D_2(\mathcal{N}(0, 1) \| \mathcal{N}(1, 1)) = 2$$").steps  # it is 1
    assert wrong.posed is not None
    assert wrong.verdict in ("open", "refuted")


def test_json_has_a_row_for_each_step_and_each_refusal() -> None:
    rows = list(proofread_json(read(CHAIN + r"$$f(x) = 1$$")))
    assert [r["verdict"] for r in rows] == ["proved", "proved", "refuted", "proved", "refused"]
    assert rows[2]["counterexample"] == {"eps": "1/2"}
    assert rows[2]["repair"]["kind"] == "sign"
    assert "may be a function" in rows[4]["reason"]
    assert json.loads(json.dumps(rows)) == rows


@pytest.mark.parametrize(
    ("text", "code"),
    [("$$x \\le x$$", 0), ("$$x \\le x - 1$$", 1), ("$$\\Pr[A] \\le \\Pr[B]$$", 3), ("$$x \\le x$$ $$f(x) = 1$$", 3)],
)
def test_exit_codes(text: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert proofread_command(read_document(text), "t", "text", 4, 1, False) == code
    assert capsys.readouterr().out


def test_what_a_sentence_concludes_is_used_and_said_to_be_unchecked() -> None:
    found = read(r"Let $x > 0$. Thus we get $y \le x$. $$2y \le 2x$$")
    assert verdicts(found) == ["proved"]
    assert "which the text concludes in a sentence and which was not checked" in proofread_text(found)


def test_hypotheses_written_beside_a_display_count() -> None:
    found = read(r"$$x \ge 0 \quad \text{given } x > 1$$")
    assert verdicts(found) == ["proved"]
    assert "given x > 1" in proofread_text(found)


def test_definitions_are_put_in_whatever_their_order_and_circles_are_left_alone() -> None:
    found = read(r"Let $a = b + 1$, where $b = c^2$. Let $p = q$, where $q = p$. $$a \ge 1$$ $$p^2 \ge 0$$")
    assert verdicts(found) == ["proved", "proved"]


def test_definitions_that_are_too_deep_leave_a_step_open() -> None:
    """The name must not stay behind as a symbol: x_400 >= x_0 would be refuted."""
    text = "".join(f"$$x_{{{k + 1}}} := x_{{{k}}} + 1$$\n" for k in range(400))
    found = read(text + "$$x_{400} \\ge x_0$$ $$x_{400} \\ge x_{399}$$")
    assert verdicts(found)[-2:] == ["open", "open"]
    assert "nested too deeply" in found.steps[-1].why
