"""Proofs and answers as LaTeX: every fragment is well formed, and says what the text says."""

from __future__ import annotations

import pytest

from dpsym.kernel.terms import log, num, sym
from dpsym.kernel.verdicts import Evidence, Open, Proved, Refuted, Undefined
from dpsym.reading.text.claims import read_claims
from dpsym.report.outline import outline
from dpsym.report.proof_latex import fragment_latex, proof_latex
from dpsym.running.answer import Answer
from dpsym.search.deciding import decide
from dpsym.search.outcome import Sampled, Side
from tests.helpers import certificates
from tests.helpers.latex import LatexError, displayed, formulas

NOTHING = Sampled(0, 50, "", (), "inconclusive")
CLAIMS = [
    ("tanh(eps/2) <= eps/2", "eps > 0", ()),
    ("p <= exp(2*eps)*q", "eps >= 0", ("p <= exp(eps)*s", "s <= exp(eps)*q")),
    ("log(1 + q*(exp(eps) - 1)) <= 2*q*eps", "0 <= q <= 1, 0 <= eps <= 1", ()),
    ("max(0, exp(eps) - exp(x))/(1 + exp(eps)) <= max(0, 1 - exp(x - eps))", "eps >= 0, x in reals", ()),
    ("Phi(-x_1) <= exp(-x_1**2/2)", "x_1 >= 0", ()),
    ("abs(x - z) <= 2*D", "D >= 0", ("abs(x - y) <= D", "abs(y - z) <= D")),
]


def all_certificates():
    for make in certificates.ALL:
        yield make()
    for text, where, given in CLAIMS:
        (claim,) = read_claims(text, where=[where], given=given)
        result = decide(claim).result
        assert isinstance(result, Proved), text
        yield result.certificate


def test_every_proof_is_well_formed_with_an_item_for_each_line() -> None:
    for certificate in all_certificates():
        text = proof_latex(certificate)
        assert formulas(text)
        assert text.startswith("\\begin{proof}")
        assert text.endswith("\\end{proof}")
        assert text.count("\\item[") == len(outline(certificate).lines)
        assert "\n\n" not in text


def test_every_formula_is_read_by_another_program() -> None:
    converter = pytest.importorskip("latex2mathml.converter")
    for certificate in all_certificates():
        for formula in displayed(proof_latex(certificate)):
            assert "<math" in converter.convert(formula)


def test_a_proof() -> None:
    (claim,) = read_claims("tanh(eps/2) <= eps/2", where=["eps > 0"])
    assert Answer.of(decide(claim)).latex() == "\n".join(
        [
            r"\noindent\textbf{Proved.} For $\varepsilon > 0$:",
            r"\[ \tanh\left(\frac{\varepsilon}{2}\right) \le \frac{\varepsilon}{2} \]",
            r"\begin{proof}\sloppy",
            r"\begin{enumerate}",
            r"\item[(1)] $\varepsilon e^{\varepsilon} - e^{\varepsilon} + 1 > 0$.",
            r"Its derivative in $\varepsilon$ is $e^{\varepsilon} \varepsilon > 0$, so it rises, from $0$ as $\varepsilon \to 0$.",
            r"\item[(2)] $\varepsilon e^{\varepsilon} + \varepsilon - 2 e^{\varepsilon} + 2 > 0$.",
            r"Its derivative in $\varepsilon$ is (1), so it rises, from $0$ as $\varepsilon \to 0$.",
            r"\item[(3)] $\tanh\left(\frac{\varepsilon}{2}\right) \le \frac{\varepsilon}{2}$.",
            r"Right minus left side is (2) times the positive $\frac{1}{2 \left(e^{\varepsilon} + 1\right)}$.",
            r"\end{enumerate}",
            r"Not vacuous: $\varepsilon = \frac{1}{2}$.",
            r"\end{proof}",
        ]
    )


def test_long_statements_are_displayed_in_rows() -> None:
    terms = " + ".join(f"{k}*x**{k}*exp({k}*x)" for k in range(1, 12))
    (claim,) = read_claims(f"0 <= ({terms})/(1 + x**2)", where=["x > 0"])
    text = Answer.of(decide(claim)).latex()
    formulas(text)
    assert "\\begin{aligned}" in text
    assert " \\\\ & \\quad + " in text
    assert "\n\n" not in text


# -- the other verdicts ------------------------------------------------------------------------------------------


def test_refuted() -> None:
    (claim,) = read_claims("exp(2*eps) <= 1 + 2*eps", where=["eps > 0"])
    answer = Answer(Refuted(claim, (("eps", num(1, 2)),)), NOTHING, 0.1)
    text = fragment_latex(answer)
    assert len(formulas(text)) == 4
    assert r"\textbf{Refuted.}" in text
    assert r"At $\varepsilon = \frac{1}{2}$, the left and the right side, decimals cut off:" in text
    assert r"\[ 2.71828\ldots > 2 \]" in text


def test_equal_sides_are_cut_after_a_few_digits() -> None:
    (claim,) = read_claims("3*x < x + x + x")
    answer = Answer(Refuted(claim, (("x", num(1, 7)),)), NOTHING, 0.1)
    assert "4285714285714285714285714" not in str(answer) + answer.latex() + answer._repr_latex_()
    assert "(equal)" in answer.latex()


def test_undefined() -> None:
    (claim,) = read_claims("log(x) <= x", given=["x_1 <= x"])
    text = Answer(
        Undefined(claim, (("x", num(-1)), ("x_1", num(-2))), log(sym("x")), "50% of it"), NOTHING, 0.1
    ).latex()
    assert formulas(text)
    assert r"At $x = -1$, $x_{1} = -2$, $\log\left(x\right)$ is undefined, 50\% of it." in text
    assert r", given $x_{1} \le x$:" in text


def test_open_says_what_is_left_and_where_the_sample_is_tightest() -> None:
    (claim,) = read_claims("x <= exp(x)*q", where=["0 <= x < 1, q > 0"])
    sampled = Sampled(9, 50, "3.2e-12", (("x", num(1, 10**6)), ("q", num(1, 2))), "agrees", (Side("x", False, False),))
    text = Answer(Open(claim, reason="no proof found", left=claim.fact), sampled, 0.1).latex()
    assert formulas(text)
    assert "No proof found. Left over: $x \\le e^{x} q$ for $0 \\le x < 1$, $q > 0$." in text
    assert (
        r"Smallest slack seen: $3.2 \cdot 10^{-12}$ at $x = 1 \cdot 10^{-6},\ q = \frac{1}{2}$ "
        r"(face $x \to 0$; 9 samples, not trusted)." in text
    )
    bare = Answer(Open(claim, "box_1", "a & b", "c"), NOTHING, 0.1).latex()
    assert formulas(bare)
    assert bare.endswith(r"Box\_1. Found a \& b, expected c. No point sampled.")


def test_a_claim_without_symbols() -> None:
    (claim,) = read_claims("2 < 2")
    text = Answer(Refuted(claim, ()), NOTHING, 0.1).latex()
    assert formulas(text)
    assert "In fact, the left and the right side" in text


def test_proved_without_steps_is_still_well_formed() -> None:
    from dpsym.kernel.statements import Certificate

    (claim,) = read_claims("x <= x")
    assert formulas(Answer(Proved(claim, (Evidence("s", "exact"),), Certificate(claim, (), ())), NOTHING, 0.1).latex())


@pytest.mark.parametrize(
    "bad", ["{", "$x", r"\begin{proof}", r"\begin{proof}\end{enumerate}", "a_b", "a & b", r"$\left(x$", r"$\[x\]$", "}"]
)
def test_the_judge_refuses(bad: str) -> None:
    with pytest.raises(LatexError):
        formulas(bad)
