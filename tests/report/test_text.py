"""Printed text reads back as the same term, and answers look as the documentation says."""

import pytest
from hypothesis import given, settings

from dpsym.kernel.statements import Certificate
from dpsym.kernel.terms import MINUS_ONE, Term, add, div, log, mul, neg, num, power, sym
from dpsym.kernel.verdicts import Evidence, Open, Proved, Refuted, Undefined
from dpsym.reading.text.claims import read_claims, read_term
from dpsym.report.answers import answer_text, sample_text
from dpsym.report.text import claim_text, domain_text, point_text, relation_text, term_text
from dpsym.running.answer import Answer
from dpsym.search.outcome import Sampled, Side
from dpsym.testing.strategies import relations, terms
from tests.helpers.lengths import drawn

a, b, c, x, y = map(sym, "abcxy")
THREE_INVERSE = power(num(3), MINUS_ONE)


@pytest.mark.parametrize(
    "text",
    [
        "a - b*c", "-x*y", "-(2*x)", "a - 2*x", "a + -2*x", "-2*x + a", "(a + b) + c", "a - (b + c)", "a*(b + c)",
        "(a*b)*c", "a/b/c", "a/(b*c)", "a/b**2", "x**-1", "x**-1*y", "2**-3", "(-2)**2", "-2**2", "(1/2)**n",
        "x**(1/2)",
        "x**(-y)", "a**b**c", "(a**b)**c", "1/3*x", "x*1/3", "x/(1/3)", "1/(3)", "2*x/3", "-1/x", "-(-x)", "x*(-2)",
        "x*(-y)", "exp(1)**x", "1/0", "-1*x*y", "log(x)/log(2)", "min(a, b, c)", "LambertW(x, -1)", "pi*x",
        "Sum(x**i/i, (i, 1, oo))", "Integral(exp(-x**2), (x, -oo, oo))", "Piecewise((x, x < 1), (2, True))",
        "Piecewise((x, x < 1), (2, x >= 1))", "sqrt(2*log(5/(4*delta)))/eps",
    ],
)  # fmt: skip
def test_minimal_parentheses(text: str) -> None:
    assert term_text(read_term(text)) == text


@pytest.mark.parametrize(
    ("t", "text"),
    [
        (mul(num(1), THREE_INVERSE), "1/(3)"),
        (mul(num(-1), THREE_INVERSE), "-1/(3)"),
        (mul(num(2), x, THREE_INVERSE), "2*x/3"),
        (mul(num(1, 2), THREE_INVERSE), "1/2/3"),
        (mul(x, num(2), THREE_INVERSE), "x*2/(3)"),
        (mul(MINUS_ONE, num(2)), "-1*2"),
        (add(x, mul(MINUS_ONE, num(2))), "x + -1*2"),
        (add(x, neg(neg(y))), "x - (-y)"),
        (add(x, neg(add(x, y))), "x - (x + y)"),
        (add(x, neg(mul(num(-2), y))), "x - (-2*y)"),
        (neg(power(num(2), x)), "-2**x"),
        (neg(div(num(1), x)), "-(1/x)"),
        (power(neg(x), num(2)), "(-x)**2"),
        (mul(mul(x, y), add(x, y)), "(x*y)*(x + y)"),
        (power(num(1, 3), num(-1)), "(1/3)**-1"),
        (mul(x, power(num(-2), MINUS_ONE)), "x/(-2)"),
    ],
)
def test_terms_that_no_text_would_build_print_as_they_are(t: Term, text: str) -> None:
    assert term_text(t) == text
    assert read_term(text) is t


@drawn(100, 500, terms())
def test_print_then_read_is_the_identity(t: Term) -> None:
    assert read_term(term_text(t)) is t


@drawn(100, 500, terms(functions=("exp",), binders=False, cases=False))
def test_print_then_read_is_the_identity_on_arithmetic(t: Term) -> None:
    assert read_term(term_text(t)) is t


@given(relations(terms(max_leaves=5), ("<", "<=", "==", ">=", ">")))
@settings(max_examples=100, deadline=None)
def test_print_then_read_is_the_identity_on_claims(r: Term) -> None:
    (claim,) = read_claims(relation_text(r))
    assert claim.statement is r


def test_deep_terms_print() -> None:
    t = x
    for _ in range(290):
        t = log(t)
    assert term_text(t) == "log(" * 290 + "x" + ")" * 290


# -- domains and claims ---------------------------------------------------------------------------------------

WHERE = (
    "eps > 0, 0 <= p <= 1, k in integers, x in reals, n in integers, 1 <= n < 9, s == 3, t < log(2), p < q, x**2 >= 1"
)


def test_domains() -> None:
    (claim,) = read_claims("eps <= p + k + x + n + s + t", [WHERE, "q in (-oo, 1]"])
    assert domain_text(claim.domain) == (
        "eps > 0, 0 <= p <= 1, k in integers, x in reals, n in integers, 1 <= n < 9, s == 3, t < log(2), q <= 1, "
        "p < q, x**2 >= 1"
    )
    (again,) = read_claims("eps <= p + k + x + n + s + t", [domain_text(claim.domain)])
    assert again == claim


def test_claims() -> None:
    (claim,) = read_claims("tanh(eps/2) <= eps/2", ["eps > 0"])
    assert claim_text(claim) == "tanh(eps/2) <= eps/2   for eps > 0"
    (claim,) = read_claims("p <= q", ["p >= 0"], ["p <= exp(eps)*q"])
    assert claim_text(claim) == "p <= q   for p >= 0, q in reals, eps in reals   given p <= exp(eps)*q"
    (claim,) = read_claims("1 < 2")
    assert claim_text(claim) == "1 < 2"


def test_points() -> None:
    assert point_text((("eps", num(1, 2)), ("p", log(2)))) == "eps = 1/2, p = log(2)"


# -- answers --------------------------------------------------------------------------------------------------

SAMPLED = Sampled(812, 50, "1.2e-9", (("x", num(3)),), "agrees")


def claim_of(text: str, *where: str):
    return read_claims(text, where)[0]


def proved(claim, *evidence: Evidence) -> Answer:
    return Answer(Proved(claim, evidence, Certificate(claim, (), ())), SAMPLED, 0.1)


def test_proved() -> None:
    answer = proved(claim_of("tanh(eps/2) <= eps/2", "eps > 0"), Evidence("Ladder", "exact", "ladder, 3 steps"))
    assert answer_text(answer) == "proved    tanh(eps/2) <= eps/2   for eps > 0   ladder, 3 steps, exact"
    assert str(answer) == answer_text(answer)


def test_proved_shows_the_weakest_grade() -> None:
    claim = claim_of("x <= x")
    steps = Evidence("Polynomial", "exact"), Evidence("Boxes", "enclosure", "17 boxes")
    assert answer_text(proved(claim, *steps)) == "proved    x <= x   for x in reals   Polynomial, 17 boxes, enclosure"


def test_refuted() -> None:
    claim = claim_of("exp(2*eps) <= 1 + 2*eps", "eps > 0")
    answer = Answer(Refuted(claim, (("eps", num(1, 2)),)), SAMPLED, 0.1)
    assert answer_text(answer) == (
        "refuted   exp(2*eps) <= 1 + 2*eps   for eps > 0   at eps = 1/2:  2.71828... > 2"
    )  # fmt: skip
    closed = Answer(Refuted(claim_of("2 < 2"), ()), SAMPLED, 0.1)
    assert answer_text(closed) == "refuted   2 < 2   2 >= 2, equal"


def test_undefined() -> None:
    answer = Answer(Undefined(claim_of("log(x) <= x"), (("x", num(-1)),), log(x), "its argument is -1"), SAMPLED, 0.1)
    assert answer_text(answer) == (
        "undefined log(x) <= x   for x in reals   at x = -1: log(x) is undefined, its argument is -1"
    )


def test_open() -> None:
    answer = Answer(Open(claim_of("x <= exp(x)"), reason="out of steps"), SAMPLED, 0.1)
    assert answer_text(answer) == (
        "open      x <= exp(x)   for x in reals\n"
        "          out of steps; smallest slack seen: 1.2e-9 at x = 3 (812 samples, not trusted)"
    )
    result = Open(claim_of("x <= 1"), "box x in [0, 1]", "[-1, 1]", "a positive ball", "budget spent")
    nothing = Answer(result, Sampled(0, 50, "", (), "inconclusive"), 0.1)
    assert answer_text(nothing).endswith(
        "\n          budget spent; box x in [0, 1]: found [-1, 1], expected a positive ball; no point sampled"
    )
    one = Answer(Open(claim_of("x <= 1")), Sampled(1, 50, "", (), "inconclusive"), 0.1)
    assert answer_text(one).endswith("   no slack seen (1 sample, not trusted)")


def test_open_names_the_face_where_the_sample_is_tightest() -> None:
    claim = claim_of("x <= n*y", "0 < x <= 1, n >= 1, y in reals")
    at = (("x", num(1, 10**6)), ("n", num(10**7)), ("y", num(10**20 + 1, 10**20)))
    sides = (Side("x", False, False), Side("n", True, False))
    text = answer_text(Answer(Open(claim), Sampled(9, 50, "3.2e-12", at, "agrees", sides), 0.1))
    assert text.endswith(
        "smallest slack seen: 3.2e-12 at x = 1e-6, n = 1e7, y = 1 + 1e-20 (face x -> 0, n -> oo; 9 samples, not trusted)"
    )
    reached = Sampled(9, 50, "0", (("x", num(1)), ("n", num(1)), ("y", num(1))), "agrees", (Side("x", True, True),))
    assert "(face x = 1; 9 samples, not trusted)" in answer_text(Answer(Open(claim), reached, 0.1))


@pytest.mark.parametrize(
    ("value", "text"),
    [("1/1000000", "1e-6"), ("-3/10000", "-3e-4"), ("1/1000", ""), ("7000000", "7e6"), ("100", ""), ("0", ""),
     ("999999/1000000", "1 - 1e-6"), ("-999999/1000000", "-1 + 1e-6"), ("1/3", ""), ("123456789123/10000000000000", "")],
)  # fmt: skip
def test_numbers_with_many_zeros(value: str, text: str) -> None:
    assert sample_text(num(value)) == text
    assert sample_text(x) == ""


def test_long_answers_continue_on_an_indented_line() -> None:
    claim = claim_of("p <= exp(eps)*q + delta", "eps >= 0, 0 <= delta <= 1, p, q in [0, 1]")
    detail = "by 1*(first hypothesis) + exp(eps)*(second hypothesis)"
    first, second = answer_text(proved(claim, Evidence("Linear", "exact", detail))).splitlines()
    assert first.startswith("proved    p <= exp(eps)*q + delta   for 0 <= p <= 1, eps >= 0")
    assert second == f"          {detail}, exact"
