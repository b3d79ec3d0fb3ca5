"""Derivations, step by step: verdicts, the first broken step, whether the error is confined, repairs that are proved."""

from __future__ import annotations

import json

import pytest

from dpsym.cli.proofreading import exit_code
from dpsym.kernel.reals.check import check
from dpsym.kernel.statements import Claim, Domain, Range
from dpsym.kernel.terms import MAX_TEXT, num, power, relation, subterms, sym
from dpsym.kernel.verdicts import Proved
from dpsym.reading.latex.tokens import LatexError
from dpsym.running.proofreading import Proofread, proofread
from dpsym.running.proofreading.definitions import MOST_PUT, check_whole
from dpsym.running.proofreading.findings import report_of
from dpsym.running.proofreading.formats import report_rows, report_text
from dpsym.running.proofreading.judging import _symbols
from dpsym.running.proofreading.repair import _edits
from dpsym.running.proofreading.report import where
from dpsym.running.proofreading.verdicts import Follows, Refuted, Unproved
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget

BUDGET = Budget(seconds=4)


def read(text: str) -> Proofread:
    return proofread(text, BUDGET, jobs=1)


def proofread_text(found: Proofread, name: str = "") -> str:
    return report_text(report_of(found, name), everything=True)


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
    "fraction": r"Let $x, y > 0$. $$\left(\frac{y}{x}\right)^{-1} = \frac{y}{x}$$",
    "quotient": r"$$e^{x - y} = e^{x} - e^{y}$$",
    "exponent": r"Let $x > 0$. $$x \cdot x \cdot x = x^2$$",
    "factor": r"$$(x + y)^2 = x^2 + xy + y^2$$",
    "hypothesis": r"Let $x, y \ge 0$. $$\log(x y) = \log(x) + \log(y)$$",
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


def test_edits_never_square_a_symbol_and_never_make_an_exponent_0() -> None:
    x = sym("x")
    edits = [t for _, t in _edits(power(x, num(2)) + x, Claim(Domain((Range("x"),)), (), x, "==", x))]
    assert edits
    assert not [t for t in edits for u in subterms(t) if u.op == "**" and u.rhs is num(0)]
    assert not [t for t in edits if t == power(x, num(2)) + power(x, num(2))]


def test_an_error_that_is_not_confined() -> None:
    found = read(r"Let $x > 0$. $$x \le x - 1 \le x - 2$$")
    (broken,) = found.broken
    assert broken.checked is found.steps[0]
    assert broken.confined == "no"


def test_conditions_come_from_the_sentences_before() -> None:
    claim = r"$$\frac{1}{1 - p} \ge 1 + p.$$"
    assert verdicts(read(f"Assume $0 \\le p < 1$. Then {claim}")) == ["proved"]
    assert verdicts(read(f"Then {claim}")) == ["open"]  # nothing is said of p, and p is usually below 1
    assert verdicts(read(f"Let $p \\in \\mathbb{{R}}$. Then {claim}")) == ["refuted"]
    assert verdicts(read(f"We get {claim} where $p \\in [0, 1)$.")) == ["proved"]
    assert verdicts(read(f"Theorem 1. Assume $0 \\le p < 1$.\n\nTheorem 2. {claim}")) == ["open"]  # another part


def test_definitions_are_put_in() -> None:
    text = r"Let $\epsilon > 0$, where $\bar\epsilon = e^\epsilon - 1$. $$\epsilon \le \bar\epsilon$$"
    assert verdicts(read(text)) == ["proved"]
    found = read(r"Let $x > 0$. Set $$y = x^2 + 1.$$ Then $$y \ge 2x$$")
    assert verdicts(found) == ["definition", "proved"]
    assert [x.line for x in found.steps[1].used.substitutions] == [1]
    found = read(r"Let $x > 0$. $$y = x^2 + 1$$ $$y \ge 2x$$")  # no word says that this is a definition
    assert verdicts(found) == ["open", "follows"]


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
    assert isinstance(found.steps[0].outcome, Unproved)
    assert "different quantities" in found.steps[0].outcome.why
    assert isinstance(found.steps[2].outcome, Refuted)
    assert found.steps[2].outcome.rests_on == ("Pr[A]",)
    assert "rests on Pr[A]" in proofread_text(found)


def test_a_line_may_use_the_lines_before_it() -> None:
    found = read(r"$$\Pr[A] \le 2\Pr[B]$$ Hence $$3\Pr[A] \le 6\Pr[B]$$")
    assert verdicts(found) == ["open", "follows"]
    assert isinstance(found.steps[1].outcome, Follows)
    assert [x.verdict for x in found.steps[1].outcome.needs] == ["open"]


def test_a_broken_line_is_not_used() -> None:
    found = read(r"Let $x > 1$. $$x \le 1$$ $$x^2 \le 1$$")
    assert verdicts(found) == ["refuted", "refuted"]


def test_an_arrow_makes_a_hypothesis() -> None:
    assert verdicts(read(r"Let $x, y > 0$. $$x \le y \Rightarrow x^2 \le y^2$$")) == ["proved"]
    assert verdicts(read(r"Let $x, y \in \mathbb{R}$. $$x \le y \Rightarrow x^2 \le y^2$$")) == ["refuted"]


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
    rows = list(report_rows(report_of(read(CHAIN + r"$$\sigma(x + 1) = 1$$"))))
    assert [r["verdict"] for r in rows] == ["proved", "proved", "refuted", "proved", "refused"]
    assert rows[2]["counterexample"] == {"eps": "1/2"}
    assert rows[2]["repair"]["kind"] == "sign"
    assert "may be a function" in rows[4]["reason"]
    assert json.loads(json.dumps(rows)) == rows


@pytest.mark.parametrize(
    ("text", "code"),
    [("$$x \\le x$$", 0), ("$$x \\le x - 1$$", 1), ("$$\\Pr[A] \\le \\Pr[B]$$", 3), ("$$x \\le x$$ $$f(x) = 1$$", 3)],
)
def test_exit_codes(text: str, code: int) -> None:
    assert exit_code(report_of(read(text))) == code


def test_what_a_sentence_concludes_is_a_step() -> None:
    found = read(r"Let $x > 0$. Thus we get $y \le x$. $$2y \le 2x$$")
    assert verdicts(found) == ["open", "follows"]
    assert "follows 2y \\le 2x   from what is not proved: y \\le x (line 1, open)" in proofread_text(found)


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
    assert isinstance(found.steps[-1].outcome, Unproved)
    assert "deeper than" in found.steps[-1].outcome.why


def grown(count: int, goal: str) -> str:
    """Definitions of definitions: the last stands for 2*3^count - 1 parts, written out."""
    return "".join(f"$$x_{{{k + 1}}} := x_{{{k}}} x_{{{k}}} + x_{{{k}}}$$\n" for k in range(count)) + goal


def test_definitions_that_grow_leave_a_step_open() -> None:
    found = read(grown(60, r"$$x_{60} \ge 0$$ $$x_{7} - x_{7} = 0$$ $$x_{7} x_{7} \ge 0$$ $$x_{60} = x_{60}$$"))
    assert verdicts(found)[-4:] == ["open", "open", "open", "open"]
    first, two, square, _ = (c.outcome for c in found.steps[-4:])
    assert isinstance(first, Unproved)
    assert isinstance(two, Unproved)
    assert isinstance(square, Unproved)
    why = f"it has more than {MOST_PUT} parts once the definitions are put in"
    assert first.why == f"the definition of x_8 cannot be used: {why}"  # the first that is too large, not x_60
    assert two.why == square.why == why
    assert len(proofread_text(found)) < 20_000


def test_definitions_below_the_limit_are_put_in_and_shown_up_to_the_limit_of_texts() -> None:
    found = read(grown(7, r"$$x_{7}^2 \ge 0$$").replace("x_{0}", r"\mathrm{beginning}"))
    assert verdicts(found)[-1] == "proved"
    (row,) = [r for r in report_rows(report_of(found)) if r["verdict"] == "proved"]
    assert "cut after" in row["claim"]
    assert len(row["claim"]) < MAX_TEXT + 100
    assert len(proofread_text(found)) < 2 * MAX_TEXT


def test_a_claim_is_not_too_large_with_its_conditions() -> None:
    t = sym("x")
    for _ in range(11):
        t = t * t  # 4,095 parts
    check_whole([t] * 4)
    with pytest.raises(LatexError, match="with its conditions"):
        check_whole([t] * 5)


def test_no_edit_is_looked_for_in_a_large_right_side() -> None:
    found = read(grown(5, r"$$x_0^2 + 1 \le x_{5} - x_{5}$$"))
    assert verdicts(found)[-1] == "refuted"
    assert found.broken[0].repair is None or found.broken[0].repair.right is None


def test_symbols_are_counted_on_the_graph() -> None:
    t = sym("x") + num(1)
    for _ in range(200):
        t = t * t
    assert _symbols(relation("<=", t, sym("y"))) == {"x": 2**200, "y": 1}
