"""The text reader: what is read, what is refused and how, and that nothing else ever comes out."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dpsym.kernel.terms import (
    MINUS_ONE,
    ONE,
    OO,
    PI,
    Term,
    add,
    bind,
    div,
    exp,
    func,
    log,
    mul,
    neg,
    num,
    piecewise,
    power,
    relation,
    sqrt,
    sub,
    sym,
)
from dpsym.reading.text.claims import (
    ReadError,
    read_claims,
    read_conditions,
    read_let,
    read_relations,
    read_term,
    unspoken,
)
from tests.helpers.lengths import drawn

a, b, c, x, y, eps, i, n = map(sym, ("a", "b", "c", "x", "y", "eps", "i", "n"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", num(7)),
        ("1/3", num(1, 3)),
        ("0.1", num(1, 10)),
        (".5", num(1, 2)),
        ("1e-9", num(1, 10**9)),
        ("2.5E3", num(2500)),
        ("-3", num(-3)),
        ("-1/3", num(-1, 3)),
        ("1/0", div(num(1), num(0))),
        ("(1)/3", div(num(1), num(3))),
        ("1/3**2", div(num(1), power(num(3), num(2)))),
        ("x/2/3", mul(x, power(num(2), MINUS_ONE), power(num(3), MINUS_ONE))),
        ("a + b + c", add(a, b, c)),
        ("a + (b + c)", add(a, add(b, c))),
        ("a - b - c", add(a, neg(b), neg(c))),
        ("a - b*c", sub(a, mul(b, c))),
        ("a - 2", sub(a, num(2))),
        ("a*b*c", mul(a, b, c)),
        ("a*b/c", mul(a, b, power(c, MINUS_ONE))),
        ("a/b/c", mul(a, power(b, MINUS_ONE), power(c, MINUS_ONE))),
        ("-x**2", neg(power(x, num(2)))),
        ("-2^2", neg(power(num(2), num(2)))),
        ("(-2)**2", power(num(-2), num(2))),
        ("2**-3", power(num(2), num(-3))),
        ("a^b^c", power(a, power(b, c))),
        ("x**-y**2", power(x, neg(power(y, num(2))))),
        ("-x*y", neg(mul(x, y))),
        ("-2*x", mul(num(-2), x)),
        ("x*-y", mul(x, neg(y))),
        ("+x", x),
        ("ln(x)", log(x)),
        ("log2(x)", div(log(x), log(2))),
        ("E", exp(1)),
        ("E**x", power(exp(1), x)),
        ("pi*x", mul(PI, x)),
        ("min(a, b, c)", func("min", a, b, c)),
        ("LambertW(x, -1)", func("LambertW", x, MINUS_ONE)),
        ("binomial(n, 2)", func("binomial", n, num(2))),
        ("Piecewise((x, x < 1), (y, True))", piecewise([(x, relation("<", x, 1))], y)),
        ("Piecewise((x, x < 1))", piecewise([(x, relation("<", x, 1))])),
        ("Sum(x**i, (i, 0, oo))", bind("Sum", power(x, i), "i", num(0), OO)),
        ("Product(i, (i, 1, n))", bind("Product", i, "i", ONE, n)),
        ("Integral(exp(-x), (x, -oo, 1))", bind("Integral", exp(neg(x)), "x", neg(OO), ONE)),
        ("gamma*x", mul(sym("gamma"), x)),
        ("gamma(x)", func("gamma", x)),
        ("lambda + ε + δ_1", add(sym("lambda"), sym("ε"), sym("δ_1"))),
        ("a − b", sub(a, b)),
        ("  x \n + y ", add(x, y)),
    ],
)
def test_terms(text: str, expected: Term) -> None:
    assert read_term(text) is expected


def test_nothing_is_simplified() -> None:
    assert read_term("x - x") is add(x, neg(x))
    assert read_term("(a - 1)/(a - 1)") is div(sub(a, num(1)), sub(a, num(1)))
    assert read_term("exp(log(x))") is exp(log(x))


def test_look_alike_letters_are_one_name() -> None:
    assert read_term("\u03f5") is read_term("\u03b5")  # the two epsilons
    assert read_term("\u00b5") is read_term("\u03bc")  # micro sign and mu


def test_relations_and_chains() -> None:
    assert read_relations("0 < p < 1") == (relation("<", 0, sym("p")), relation("<", sym("p"), 1))
    assert read_relations("a ≤ b") == (relation("<=", a, b),)
    assert read_relations("a >= b == c") == (relation(">=", a, b), relation("==", b, c))
    assert read_relations("a != b") == (relation("!=", a, b),)


def test_let() -> None:
    assert read_let("s = sqrt(2*x)/eps") == ("s", div(sqrt(mul(num(2), x)), eps))
    assert read_term("s + 1", let={"s": x}) is add(x, num(1))


def test_conditions_are_relations_and_memberships() -> None:
    found = read_conditions("eps > 0, k in integers, p, q in [0, 1), 0 < x < y")
    assert [str(c) for c in found] == [
        "eps > 0", "k in integers", *["p, q in [0, 1)"] * 4, "0 < x", "x < y",
    ]  # fmt: skip
    assert found[0].relation is relation(">", eps, 0)
    assert (found[1].name, found[1].kind) == ("k", "integers")
    assert [f.relation for f in found[2:6]] == [
        relation(op, sym(name), end) for name in "pq" for op, end in ((">=", 0), ("<", 1))
    ]


# -- what is refused ------------------------------------------------------------------------------------------

BAD_TERMS = [
    ("", "the text ends where an expression was expected\n  \n  ^"),
    ("x +", "the text ends where an expression was expected\n  x +\n     ^"),
    ("x + * y", "found '*', expected an expression\n  x + * y\n      ^"),
    ("(1 + 2", "this parenthesis is never closed\n  (1 + 2\n  ^"),
    ("1 + 2)", "this parenthesis was never opened\n  1 + 2)\n       ^"),
    ("(a, b)", "found ',', expected an operator or ')'\n  (a, b)\n    ^"),
    ("1/2x", "ambiguous: write 1/2*x or 1/(2*x)\n  1/2x\n  ^^^^"),
    ("a/b (c)", "unknown function b; KNOWN, or write b*(...) for a product\n  a/b (c)\n    ^"),
    ("2x", "no operator before 'x': write 2*x for a product\n  2x\n  ^^"),
    ("2 3", "no operator before '3': write 2*3 for a product\n  2 3\n  ^^^"),
    ("2(x+1)", "no operator before '(': write 2*(...) for a product\n  2(x+1)\n  ^^"),
    ("(a)(b)", "no operator before '(': write )*(...) for a product\n  (a)(b)\n     ^"),
    ("x(y)", "unknown function x; KNOWN, or write x*(...) for a product\n  x(y)\n  ^"),
    (
        "1 + sqr(x)",
        "unknown function sqr; did you mean sqrt, or write sqr*(...) for a product\n  1 + sqr(x)\n      ^^^",
    ),
    ("sin(x)", "unknown function sin; KNOWN, or write sin*(...) for a product\n  sin(x)\n  ^^^"),
    ("log10(x)", "unknown function log10: write log(x)/log(10)\n  log10(x)\n  ^^^^^"),
    ("log x", "log is a function: write log(...)\n  log x\n  ^^^"),
    ("exp(x, y)", "exp: found 2 arguments, expected 1\n  exp(x, y)\n  ^^^^^^^^^"),
    ("log()", "log: found 0 arguments, expected 1\n  log()\n  ^^^^^"),
    ("log2(x, y)", "log2: found 2 arguments, expected 1\n  log2(x, y)\n  ^^^^^^^^^^"),
    ("LambertW(x, 2)", "LambertW: the branch must be 0 or -1\n  LambertW(x, 2)\n  ^^^^^^^^^^^^^^"),
    ("|x|", "unexpected '|': write abs(x) for |x|\n  |x|\n  ^"),
    ("n!", "unexpected '!': write gamma(n + 1) for n!\n  n!\n   ^"),
    ("x²", "unexpected '²': write **2 for a power, _2 for an index\n  x²\n   ^"),
    ("5.", "a number needs a digit after its point\n  5.\n  ^^"),
    ("x'", "unexpected \"'\": strings and primes are not part of the syntax\n  x'\n   ^"),
    ("__import__('os')", "unexpected '__': a name starts with a letter\n  __import__('os')\n  ^^"),
    ("a__b", "the name a__b has a double underscore, which is not allowed\n  a__b\n  ^^^^"),
    (
        "x.__class__",
        "unexpected '.': there are no attributes; a number needs a digit after its point\n  x.__class__\n   ^",
    ),
    ("'x'", "unexpected \"'\": strings and primes are not part of the syntax\n  'x'\n  ^"),
    (r"\frac{1}{2}", "unexpected '\\\\': LaTeX is not read here; write plain text\n  \\frac{1}{2}\n  ^"),
    ("x = 1", "found '=': write == for equality\n  x = 1\n    ^"),
    ("x < 1", "found a relation, expected an expression\n  x < 1\n    ^"),
    ("10**10**10", "the exponent is larger than 10000\n  10**10**10\n  ^^^^^^^^^^"),
    ("1 + x**10001", "the exponent is larger than 10000\n  1 + x**10001\n      ^^^^^^^^"),
    ("x**(10**5)", "the exponent is larger than 10000\n  x**(10**5)\n  ^^^^^^^^^^"),
    ("(2**9999)**9999", "the power has more than 100000 bits\n  (2**9999)**9999\n  ^^^^^^^^^^^^^^^"),
    ("Sum(i, (i, 1, 10**6))", "more than 10000 terms\n  Sum(i, (i, 1, 10**6))\n  ^^^^^^^^^^^^^^^^^^^^^"),
    ("oo + 1", "infinity is written oo, and only as an end of a range, sum, product or integral\n  oo + 1\n  ^^"),
    ("e**x", "e is a symbol here: write exp(x) or E**x for the exponential\n  e**x\n  ^"),
    ("π", "write pi for the constant, or another name for a symbol\n  π\n  ^"),
    ("x and y", "'and' is not part of the syntax: write the conditions one by one\n  x and y\n    ^^^"),
    ("Sum(i, (i, 1, i))", "i is bound here and cannot occur in its own bounds\n  Sum(i, (i, 1, i))\n          ^"),
    ("Sum(i)", "found ')', expected Sum(f, (i, a, b))\n  Sum(i)\n       ^"),
    (
        "Sum(i, (i, 1, 2), (j, 1, 2))",
        "Sum takes one range; write one inside the other\n  Sum(i, (i, 1, 2), (j, 1, 2))\n                  ^",
    ),
    ("Sum(1, (pi, 1, 2))", "pi already has a meaning and cannot be bound\n  Sum(1, (pi, 1, 2))\n          ^^"),
    (
        "Piecewise((x, 0 < x < 1))",
        "found a chain, expected one relation or True\n  Piecewise((x, 0 < x < 1))\n                ^^^^^^^^^",
    ),
    (
        "Piecewise((x, True), (y, x < 1))",
        "a piece after the piece for True is never used\n  Piecewise((x, True), (y, x < 1))\n                       ^",
    ),
    ("Piecewise(x)", "found 'x', expected a piece (value, condition)\n  Piecewise(x)\n            ^"),
    ("x\x00", "unexpected character U+0000\n  x \n   ^"),
    ("a\n+ b\n+ ?", "unexpected character QUESTION MARK\nline 3, column 3:\n  + ?\n    ^"),
]
KNOWN = (
    "known: Integral, LambertW, Phi, PhiInv, Piecewise, Product, Sum, abs, acosh, asinh, atanh, binomial, ceil, cosh, "
    "erf, erfc, exp, floor, gamma, ln, log, log2, loggamma, max, min, sinh, sqrt, tanh"
)


@pytest.mark.parametrize(("text", "message"), BAD_TERMS, ids=[text[:20] for text, _ in BAD_TERMS])
def test_refused_terms(text: str, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_term(text)
    assert str(caught.value) == message.replace("KNOWN", KNOWN)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x + 1", "found an expression, expected a relation (== <= < >= >)\n  x + 1\n  ^^^^^"),
        ("x = 1", "found '=': write == for equality\n  x = 1\n    ^"),
        ("a < b > c", "a chain must keep one direction: write the relations one by one\n  a < b > c\n    ^^^^^"),
        ("a != b != c", "a chain must keep one direction: write the relations one by one\n  a != b != c\n    ^^^^^^^"),
        (
            "a < b and b < c",
            "'and' is not part of the syntax: write the conditions one by one\n  a < b and b < c\n        ^^^",
        ),
        (
            "x < oo",
            "infinity is written oo, and only as an end of a range, sum, product or integral\n  x < oo\n      ^^",
        ),
        ("a =< b", "unexpected '=<': write <=\n  a =< b\n    ^^"),
    ],
)
def test_refused_relations(text: str, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_relations(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text", ["(" * 10_000, "-" * 10_000, "x**" * 3_000, "log(" * 2_000, "x + (" * 1_500, "1/(" * 3000]
)
def test_deep_texts_are_refused_without_recursion_errors(text: str) -> None:
    with pytest.raises(ReadError):
        read_term(text)


def test_nested_parentheses_are_counted() -> None:
    assert read_term("(" * 90 + "x" + ")" * 90) is x
    with pytest.raises(ReadError, match="nested deeper than 100 levels") as caught:
        read_term("(" * 5_000 + "x" + ")" * 4_999)
    assert max(map(len, str(caught.value).splitlines())) < 100


@pytest.mark.parametrize("text", ["x" * 10_001, "1" * 1_001, "1e1001", "1e99999999"])
def test_long_texts_and_numbers_are_refused(text: str) -> None:
    with pytest.raises(ReadError, match="at most"):
        read_term(text)


def test_carets_stand_under_wide_characters() -> None:
    with pytest.raises(ReadError) as caught:
        read_term("x + 变 + 1")
    assert str(caught.value).splitlines()[-1] == "      ^^"


# -- claims ---------------------------------------------------------------------------------------------------


def test_claims_of_a_chain_share_where_and_given() -> None:
    first, second = read_claims("0 < p <= exp(eps)*q", ["eps > 0", "p, q in (0, 1]"], ["q <= p"], id="near")
    assert (first.id, second.id) == ("near.1", "near.2")
    assert (first.relation, second.relation) == ("<", "<=")
    assert second.domain.names == ("p", "eps", "q")
    assert first.domain.names == ("p", "q", "eps")
    assert first.given == second.given == (relation("<=", sym("q"), sym("p")),)
    assert [claim.id for claim in read_claims("0 < p < 1")] == ["1", "2"]
    assert read_claims("p < 1", id="one")[0].id == "one"


def test_lets_are_expanded_in_order() -> None:
    (claim,) = read_claims("t <= 1", ["eps > 0, t <= x"], let=["s = sqrt(eps)", "t = s + 1"])
    t = add(sqrt(eps), num(1))
    assert claim.lhs is t
    assert claim.let == (("s", sqrt(eps)), ("t", t))
    assert claim.domain.conditions == (relation("<=", t, x),)
    assert claim.domain.names == ("eps", "x")


REFUSED_CLAIMS = [
    ({"let": ["s = x", "s = y"]}, "let: s is defined twice\n  s = y\n  ^^^^^"),
    ({"let": ["s = s + 1"]}, "let: the definition of s leads back to s\n  s = s + 1\n  ^"),
    (
        {"let": ["s = t", "t = x"]},
        "let: the earlier definition of s uses t: define t first, and avoid cycles\n  t = x\n  ^^^^^",
    ),
    ({"let": ["s = t", "t = s"]}, "let: the definition of t leads back to t\n  t = s\n  ^"),
    ({"let": ["exp = x"]}, "let: exp already has a meaning and cannot be defined\n  exp = x\n  ^^^"),
    ({"let": ["s == x"]}, "let: found '==', expected a definition: name = expression\n  s == x\n    ^^"),
    ({"let": ["2 = x"]}, "let: found '2', expected a definition: name = expression\n  2 = x\n  ^"),
    (
        {"let": ["s = x"], "where": ["x > 0, s > 0"]},
        "where: s is defined by let and cannot be given a range too\n  x > 0, s > 0\n         ^^^^^",
    ),
    (
        {"let": ["s = x"], "where": ["s in reals"]},
        "where: s is defined by let and cannot be given a range too\n  s in reals\n  ^",
    ),
    (
        {"where": ["x in naturals"]},
        "where: found 'naturals', expected reals, integers or an interval such as (0, 1] "
        "(k in integers, k >= 1 is k = 1, 2, ...)\n"
        "  x in naturals\n       ^^^^^^^^",
    ),
    (
        {"where": ["x in [0, oo]"]},
        "where: an infinite end is open: write a round parenthesis\n  x in [0, oo]\n             ^",
    ),
    ({"where": ["x in (0 1)"]}, "where: no operator before '1': write 0*1 for a product\n  x in (0 1)\n        ^^^"),
    (
        {"where": ["x, y > 0"]},
        "where: found an expression, expected a condition such as x > 0 or x, y in (0, 1]\n  x, y > 0\n  ^",
    ),
    (
        {"where": ["eps"]},
        "where: found an expression, expected a relation (== <= < >= >) or x in ...\n  eps\n  ^^^",
    ),
    (
        {"where": ["eps > 1, eps < 0"]},
        "where: empty domain: no real eps satisfies eps > 1 and eps < 0\n  eps > 1, eps < 0\n           ^^^^^^^",
    ),
    ({"where": ["x > 1", "x <= 1"]}, "where: empty domain: no real x satisfies x > 1 and x <= 1\n  x <= 1\n  ^^^^^^"),
    (
        {"where": ["k in integers, 0 < k < 1"]},
        "where: empty domain: no integer k satisfies k in integers and 0 < k and k < 1\n"
        "  k in integers, 0 < k < 1\n                     ^^^^^",
    ),
    (
        {"where": ["x > log(-1)"]},
        "where: x > log(-1): the value of log is undefined or cannot be computed\n  x > log(-1)\n  ^^^^^^^^^^^",
    ),
    ({"given": ["x in reals"]}, "given: a membership belongs in where\n  x in reals\n    ^^"),
    ({"given": ["x"]}, "given: found an expression, expected a relation (== <= < >= >)\n  x\n  ^"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED_CLAIMS, ids=[str(a) for a, _ in REFUSED_CLAIMS])
def test_refused_claims(arguments: dict, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_claims("x <= 1", **arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("x != 1", "claim: a claim is one of == <= < >= >; != is for conditions and hypotheses\n  x != 1\n  ^^^^^^"),
        ("x < 1, y < 1", "claim: one claim at a time; conditions belong in where\n  x < 1, y < 1\n       ^"),
        ("x in reals", "claim: a membership is a condition, not an expression or a relation\n  x in reals\n    ^^"),
        (
            "gamma*gamma(x) < 1",
            "claim: gamma is both a symbol and a function here: write gamma*(...) for a product, or rename the symbol\n"
            "  gamma*gamma(x) < 1\n  ^^^^^^^^^^^^^^^^^^",
        ),
    ],
)
def test_refused_claim_texts(claim: str, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_claims(claim)
    assert str(caught.value) == message


def test_bound_symbols_do_not_capture() -> None:
    with pytest.raises(ReadError, match="the definition of s uses another i"):
        read_claims("Sum(s, (i, 1, 3)) <= 1", let=["s = i + 1"])
    with pytest.raises(ReadError, match="defined by let and cannot be bound"):
        read_claims("Sum(x, (s, 1, 3)) <= 1", let=["s = x"])


def test_nested_abbreviations_cannot_explode() -> None:
    lets = ["a0 = x + x"] + [f"a{k + 1} = a{k} + a{k}" for k in range(40)]
    with pytest.raises(ReadError, match="abbreviations"):
        read_claims("a40 <= 1", let=lets)


def test_towers_through_abbreviations_are_refused() -> None:
    with pytest.raises(ReadError, match="exponent is larger"):
        read_claims("10**t <= 1", let=["t = 10**10"])


def test_sums_inside_sums_multiply() -> None:
    with pytest.raises(ReadError, match="more than 10000 terms"):
        read_term("Sum(Sum(i*j, (i, 1, 200)), (j, 1, 200))")


# -- only ReadError -------------------------------------------------------------------------------------------

PIECES = """x y eps 0 1 2 10 0.5 1e-9 1e999 + - * / ** ^ ( ) , [ ] < <= == != >= > = in reals integers oo pi E True exp
log sqrt min LambertW gamma binomial floor Piecewise Sum Product Integral (i,1,3) (i,0,oo) . ' | _ __ ε ² and e s ≤ −"""
texts = st.one_of(st.text(max_size=40), st.lists(st.sampled_from([*PIECES.split(), "\n"]), max_size=25).map(" ".join))


def only_read_errors(read, *arguments) -> None:
    """Reads, or is refused with a place inside the text."""
    error = None
    try:
        read(*arguments)
    except ReadError as refusal:
        error = refusal
    if error is not None:
        assert 0 <= error.start <= error.end <= len(error.text)
        assert str(error).count("\n") in (2, 3)


@given(texts)
@example("Sum(x,(x,x,oo))")
@example("x\ud800")
@example("ﷺ")
@settings(max_examples=400, deadline=None)
def test_random_text_reads_or_is_refused(text: str) -> None:
    for read in (read_term, read_relations, read_conditions, read_let):
        only_read_errors(read, text)


@drawn(40, 200, texts, texts, texts, texts)
def test_random_claims_read_or_are_refused(claim: str, where: str, hypothesis: str, let: str) -> None:
    only_read_errors(read_claims, claim)
    only_read_errors(read_claims, "x <= 1", [where])
    only_read_errors(read_claims, "x <= s", ["x > 0", where], [hypothesis], ["s = 1", let])


names = st.sampled_from(["exp", "log", "sqrt", "gamma", "PhiInv", "LambertW", "acosh", "floor"])
closed = st.recursive(
    st.sampled_from(["0", "1", "2", "1/3", "pi", "0.5", "-1"]),
    lambda inner: st.one_of(
        st.builds("{}({})".format, names, inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "/", "**"]), inner),
    ),
    max_leaves=5,
)
bounds = st.builds("x {} {}".format, st.sampled_from(["<", "<=", ">", ">=", "=="]), closed)


@drawn(30, 150, st.lists(bounds, max_size=3))
def test_random_ends_read_or_are_refused(conditions: list[str]) -> None:
    only_read_errors(read_claims, "x <= 1", conditions)
    only_read_errors(read_claims, "x <= 1", ["x in integers", *conditions])


def test_a_claim_may_end_with_its_conditions_and_hypotheses() -> None:
    """As an answer prints them."""
    behind = read_claims("p <= exp(eps)*q   for p in [0, 1], eps > 0, n in integers   given p <= q, q >= 0")
    apart = read_claims("p <= exp(eps)*q", where=["p in [0, 1], eps > 0, n in integers"], given=["p <= q, q >= 0"])
    assert behind == apart
    (both,) = read_claims("x <= y for x > 0", where=["y > x"])
    assert both == read_claims("x <= y", where=["x > 0", "y > x"])[0]
    pair = "pure(eps, Laplace(0, b), Laplace(1, b))"
    assert read_claims(f"{pair} for eps >= 1/b") == read_claims(pair, where=["eps >= 1/b"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x <= for", "'for' cannot stand here"),
        ("x <= given", "'given' cannot stand here"),
        ("x <= 1 for for > 0", "'for' cannot stand here"),
        ("x <= 1 for given in reals", "given is not a symbol"),
        ("x <= 1 given x > 0 for x < 1", "found 'for', which stands behind a claim"),
        ("x <= 1 for x > 2, x < 1", "claim: empty domain"),
        ("(x for y) <= 1", "expected an operator or ')'"),
        ("x <= 1 for", "the text ends where an expression was expected"),
        ("50 % 7 <= 1", "a per cent sign stands right behind a number"),
        ("x%2 <= 1", "a per cent sign stands right behind a number"),
        ("50%7 <= 1", "no operator before '7'"),
    ],
)
def test_words_behind_a_claim_stand_nowhere_else(text: str, said: str) -> None:
    with pytest.raises(ReadError, match=re.escape(said)):
        read_claims(text)


@pytest.mark.parametrize(
    ("text", "value"), [("50%", "1/2"), ("200%*x", "2*x"), (".5%", "0.005"), ("1/50%", "1/(1/2)"), ("1e2%", "1")]
)
def test_per_cent(text: str, value: str) -> None:
    assert read_term(text) == read_term(value)


def test_conditions_that_say_nothing_about_the_claim() -> None:
    def strays(claim: str, *where: str) -> dict[str, list[str]]:
        return unspoken(read_claims(claim, where)[0])

    assert strays("esp <= exp(esp)", "eps > 0") == {"eps": ["esp"]}
    assert strays("x <= 1", "x < y, y < z, z < 1/2") == {}
    assert strays("x <= 1", "x < y, u < v, u > 0") == {"u": [], "v": []}
    assert strays("x <= 1 given x <= y", "y < 0") == {}
