"""LaTeX from terms: names, fractions, parentheses."""

import pytest

from dpsym.kernel.statements import Certificate, Claim, Domain, Range
from dpsym.kernel.terms import Term, TermError, bind, log, num, sym
from dpsym.kernel.verdicts import Evidence, Open, Proved, Undefined, Verdict
from dpsym.notation import name_latex
from dpsym.reading.text.claims import read_claims, read_term
from dpsym.report.latex import answer_latex, claim_latex, term_latex
from dpsym.running.answer import Answer
from dpsym.search.outcome import Sampled
from dpsym.testing.strategies import terms
from tests.helpers.lengths import drawn


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("eps", r"\varepsilon"), ("ε", r"\varepsilon"), ("delta", r"\delta"), ("Delta", r"\Delta"),
        ("eps_1", r"\varepsilon_{1}"), ("x", "x"), ("x12", r"\mathrm{x12}"), ("delta_max", r"\delta_{\mathrm{max}}"),
        ("rate", r"\mathrm{rate}"), ("p_i_j", r"p_{\mathrm{i},\mathrm{j}}"), ("x_12", "x_{12}"),
        ("sigma_2", r"\sigma_{2}"), ("hat_eps_1_prime", r"\hat{\varepsilon}_{1}'"),
        ("Deltaf", r"\Delta\!f"), ("e", r"\mathit{e}"), ("lambda", r"\lambda"), ("x_", "x"),
    ],
)  # fmt: skip
def test_names(name: str, latex: str) -> None:
    assert name_latex(name) == latex


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("1/3", r"\frac{1}{3}"),
        ("-1/3", r"-\frac{1}{3}"),
        ("a - b*c", "a - b c"),
        ("a + -2*x", r"a + \left(-2 x\right)"),
        ("-x*y", "-x y"),
        ("a - (b + c)", r"a - \left(b + c\right)"),
        ("a/b/c", "a b^{-1} c^{-1}"),
        ("1/2*eps/y", r"\frac{\frac{1}{2} \varepsilon}{y}"),
        ("3/2/y", r"\frac{\frac{3}{2}}{y}"),
        ("-2/x", r"\frac{-2}{x}"),
        ("1/x*y", "1 x^{-1} y"),
        ("x**-1", "x^{-1}"),
        ("(a + b)/(c - d)", r"\frac{a + b}{c - d}"),
        ("(a + b)*c", r"\left(a + b\right) c"),
        ("2*3*x", r"2 \cdot 3 x"),
        ("x*1/2", r"x \cdot \frac{1}{2}"),
        ("x*(-2)", r"x \cdot \left(-2\right)"),
        ("x**2", "x^{2}"),
        ("(x/y)**2", r"\left(\frac{x}{y}\right)^{2}"),
        ("(-x)**2", r"\left(-x\right)^{2}"),
        ("(a**b)**c", r"\left(a^{b}\right)^{c}"),
        ("a**b**c", "a^{b^{c}}"),
        ("(1/2)**n", r"\left(\frac{1}{2}\right)^{n}"),
        ("exp(-eps)", r"e^{-\varepsilon}"),
        ("exp(x)**2", r"\left(e^{x}\right)^{2}"),
        ("E", "e^{1}"),
        ("pi", r"\pi"),
        ("sqrt(x)*y", r"\sqrt{x} y"),
        ("sqrt(x)**2", r"\left(\sqrt{x}\right)^{2}"),
        ("log(x)", r"\log\left(x\right)"),
        ("erf(x)", r"\operatorname{erf}\left(x\right)"),
        ("Phi(x)", r"\Phi\left(x\right)"),
        ("PhiInv(p)", r"\Phi^{-1}\left(p\right)"),
        ("LambertW(x)", r"\operatorname{W}\left(x\right)"),
        ("LambertW(x, -1)", r"\operatorname{W}_{-1}\left(x\right)"),
        ("gamma(x)", r"\Gamma\left(x\right)"),
        ("abs(x)", r"\left|x\right|"),
        ("floor(x)", r"\left\lfloor x\right\rfloor"),
        ("binomial(n, k)", r"\binom{n}{k}"),
        ("max(a, b)", r"\max\left(a, b\right)"),
        ("Sum(x**i/i, (i, 1, oo))", r"\sum_{i=1}^{\infty} \frac{x^{i}}{i}"),
        ("2*Sum(i + 1, (i, 1, n))", r"2 \left(\sum_{i=1}^{n} \left(i + 1\right)\right)"),
        ("Integral(exp(-x), (x, 0, oo))", r"\int_{0}^{\infty} e^{-x} \, \mathrm{d}x"),
        ("Piecewise((x, x < 1), (2, True))", r"\begin{cases} x & \text{if } x < 1 \\ 2 & \text{otherwise} \end{cases}"),
    ],
)
def test_terms(text: str, latex: str) -> None:
    assert term_latex(read_term(text)) == latex


@drawn(40, 200, terms())
def test_delimiters_match(t: Term) -> None:
    latex = term_latex(t)
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left") == latex.count(r"\right")
    assert "+ -" not in latex
    assert "--" not in latex


def test_claims() -> None:
    (claim,) = read_claims(
        "p <= exp(eps)*q", ["eps > 0, p in [0, 1], k in integers, n == 3, p != q, q <= 1"], ["q >= p/2"]
    )
    assert claim_latex(claim) == (
        r"p \le e^{\varepsilon} q \quad \text{for } 0 \le p \le 1,\ \varepsilon > 0,\ q \le 1,"
        r"\ k \in \mathbb{Z},\ n = 3,\ p \ne q"
        r" \quad \text{given } q \ge \frac{p}{2}"
    )
    (claim,) = read_claims("x < 1", ["y >= 0"])
    assert claim_latex(claim) == r"x < 1 \quad \text{for } x \in \mathbb{R},\ y \ge 0"


SAMPLED = Sampled(3, 50, "0.5", (("x", num(3)),), "agrees")


def test_answers() -> None:
    (claim,) = read_claims("log(x) <= x")
    head = r"\text{WHICH:} \quad \log\left(x\right) \le x \quad \text{for } x \in \mathbb{R} \qquad "
    point = (("x", num(-1)),)
    evidence = (Evidence("Ladder", "exact", "100% of {a_b}"),)
    cases: dict[Verdict, str] = {
        Proved(claim, evidence, Certificate(claim, (), ())): r"\text{100\% of \{a\_b\}, exact}",
        Undefined(claim, point, log(sym("x")), ""): r"\text{at } x = -1:\ \log\left(x\right) \text{ is undefined}",
        Open(
            claim, reason="out of steps"
        ): r"\text{out of steps; smallest slack seen: 0.5 at x = 3 (3 samples, not trusted)}",
    }
    for result, tail in cases.items():
        answer = Answer(result, SAMPLED, 0.1)
        assert answer_latex(answer) == "$" + head.replace("WHICH", answer.verdict) + tail + "$"
        assert answer._repr_latex_() == answer_latex(answer)


def test_a_bound_symbol_is_not_printed_like_a_free_one() -> None:
    """Sum(eps, (epsilon, 1, 1)) is eps; printed it would be 1."""
    t = bind("Sum", sym("eps"), "epsilon", num(1), num(1))
    claim = Claim(Domain((Range("eps", num(-1), num(0), False, False),)), (), t, "<=", num(0))
    with pytest.raises(TermError, match="which are printed alike"):
        term_latex(t)
    with pytest.raises(TermError, match="which are printed alike"):
        claim_latex(claim)
