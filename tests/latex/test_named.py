r"""What is read beyond algebra: quantities that are only named, and what stays refused because it has two readings."""

from __future__ import annotations

import mpmath
import pytest

from dpsym.reading.latex import LatexError, Scope, read_claims, read_conditions, read_expression, read_tree
from dpsym.reading.latex.derivations import read_document
from dpsym.reading.latex.formula import read_formula
from dpsym.reading.latex.lower import Lowering
from dpsym.reading.latex.tree import Node, parts
from tests.latex.truth import Point, evaluate

#: A formula, its term, and the texts of what is only named in it.
NAMED = [
    (r"f(x) + 1", "+(f1, 1)", ["f(x)"]),
    (r"\delta(\varepsilon)", "f1", [r"\delta(\varepsilon)"]),
    (r"p(y)/q(y)", "*(f1, **(f2, -1))", ["p(y)", "q(y)"]),
    (r"f(x)^2 + f(x)", "+(**(f1, 2), f1)", ["f(x)"]),
    (r"f(x, y)(z)_i", "f1", ["f(x,y)(z)_i"]),
    (r"f'(x) + f_-(x)", "+(f1, f2)", ["f'(x)", "f_-(x)"]),
    (r"p(x \mid y)", "f1", [r"p(x\mid y)"]),
    (r"\mathcal{L}(x)", "f1", [r"\mathcal L(x)"]),
    (r"\operatorname{Cov}(X, Y)", "f1", [r"\operatorname{Cov}(X,Y)"]),
    (r"\text{score}(x, c)", "f1", [r"\operatorname{score}(x,c)"]),
    (r"\texttt{d\_in} + 1", "+(f1, 1)", [r"\text{d_in}"]),
    (r"\mathrm{abs\_diff}(a, b)", "f1", [r"\text{abs_diff}(a,b)"]),
    (r"x_i + x_{i} + y_{<i}", "+(x_i, x_i, member1)", ["x_{i}", "y_{<i}"]),
    (r"x_{n+1}^2", "**(member1, 2)", ["x_{n+1}"]),
    (r"P^+ - P^-", "+(member1, *(-1, member2))", ["P_{^+}", "P_{^-}"]),
    (r"\sup_{x \in S} f(x) + c", "+(f1, c)", [r"\sup_{x\in S}f(x)"]),
    (r"\max_{i \in [k]} x_i", "f1", [r"\max_{i\in[k]}x_i"]),
    (r"\underset{x}{\min} |f(x) - c|", "f1", [r"\min_x|f(x)-c|"]),
    (r"\inf\{t : f(t) > 0\}", "f1", [r"\inf\{t:f(t)>0\}"]),
    (r"|D| + |\mathcal{X}| + |A \cap B|", "+(size1, size2, size3)", ["|D|", r"|\mathcal X|", r"|A\cap B|"]),
    (r"\#\{i : x_i > 0\}", "size1", [r"\#\{i:x_i>0\}"]),
    (r"||x - y||_2", "norm1", [r"\|x-y\|_2"]),
    (r"\langle x, y \rangle^2", "**(f1, 2)", [r"\langle x,y\rangle"]),
    (r"P[X > t] + P(X > t)", "+(Pr1, Pr2)", ["P[X>t]", "P(X>t)"]),
    (r"\mathbb{1}[x \in S]", "ind1", [r"\mathbb1[x\in S]"]),
    (r"c \sum_{i < j} x_{ij}", "*(c, sum1)", [r"\sum_{i<j}x_{ij}"]),
    (r"\int_S f(x) \, dx + 1", "+(int1, 1)", [r"\int_Sf(x)dx"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "term", "keys"), NAMED, ids=[n[0] for n in NAMED])
def test_what_is_only_named(text: str, term: str, keys: list[str]) -> None:
    node = read_tree(text)
    lowering = Lowering(text)
    lowering.reserve([node])
    assert str(lowering.term(node)) == term
    assert [a.opaque.key for a in lowering.atoms.values()] == keys


def test_of_what_is_only_named_nothing_but_its_kind_is_known() -> None:
    ranges = {r"f(x)": (None, None), r"x_i": (None, None), r"|D|": (0, None), r"P[X > t]": (0, 1), r"Q(D)": (None, None),
              r"\mathbb{1}[x \in S]": (0, 1), r"\max_x |f(x)|": (0, None), r"\min_x f(x)": (None, None)}  # fmt: skip
    for text, (lower, upper) in ranges.items():
        node = read_tree(text)
        assert (node.value.lower, node.value.upper) == (lower, upper), text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (r"\sigma(x + 1)", "a function or a product"),
        (r"x(y + 1)", "a function or a product"),
        (r"f(1 - f/2)", "a function or a product"),
        (r"f(1 - p) + f", "a function or a product"),
        (r"O(f(x))", "hides a constant"),
        (r"\Theta(n) + 1", "hides a constant"),
        (r"\tilde{\Omega}(x)", "hides a constant"),
        (r"\mathrm{poly}(n)", "hides a constant"),
        (r"\mathcal{N}(0, 1) + 1", "names a set, an algorithm or a law"),
        (r"N(\mu, \sigma^2)", "a law and no number"),
        (r"\mathsf{Laplace}(b) + x", "a law and no number"),
        (r"\max_x f(x) + g(x)", "ends where"),
        (r"\max_x |f(x)| - |g(x)|", "ends where"),
        (r"\sup_{\alpha > 1} \alpha", "a supremum is not read"),
        (r"\max_{i \le k} x_i", "without its start"),
        (r"\sum_{i=1}^n x_i + x_i", "outside its sum"),
        (r"\prod_{x \in S} f(x) g", "behind .prod"),
        (r"|f(x)|g|h|", "which bars"),
        (r"||x| - |y||", "which bars"),
        (r"\mathbf{x} + 1", "names a set, an algorithm or a law"),
        (r"x \text{mod}(y)", "words"),
        (r"\texttt{sample\_bernoulli}(p) - \texttt{sample\_bernoulli}(p)", "drawn anew"),
        (r"\operatorname{DiscreteLaplace}(b) + x", "drawn anew"),
        (r"\text{noise}(x)", "drawn anew"),
        (r"x_1 + \dots + x_n", "dots"),
        (r"{a \over b \over c}", "without braces"),
        (r"a \over b", "without braces"),
        (r"w^\top x", "top"),
    ],
)
def test_what_has_two_readings_stays_refused(text: str, message: str) -> None:
    with pytest.raises(LatexError, match=message):
        read_expression(text)


def test_a_declared_number_is_no_function() -> None:
    scope = Scope(declared=frozenset({"f", "n"}))
    assert str(read_expression(r"f(x + 1)", scope=scope)) == "*(f, +(x, 1))"
    assert str(read_expression(r"\sum_{i=1}^n i + n(x - y)")) == "+(Sum[i](i, 1, n), *(n, +(x, *(-1, y))))"
    with pytest.raises(LatexError, match="a function or a product"):
        read_expression(r"f(x)", scope=scope)


def test_bars_around_a_declared_number_or_a_thing() -> None:
    assert str(read_expression("|N|", scope=Scope(declared=frozenset("N")))) == "abs(N)"
    assert str(read_expression("|x|", scope=Scope(things=frozenset("x")))) == "size1"
    assert str(read_expression("|x|")) == "abs(x)"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"{a \over b}", r"\frac{a}{b}"),
        (r"{e}^{\varepsilon}", r"e^{\varepsilon}"),
        (r"{n \choose k}", r"\binom{n}{k}"),
        (r"\mleft(x\mright)", "(x)"),
        (r"\abs{x}", "|x|"),
        (r"\text{erf}(x)", r"\operatorname{erf}(x)"),
        (r"1_{x > 0}", r"\mathbf{1}\{x > 0\}"),
        (r"\mathbf{1}_{x > 0}", r"\mathbf{1}\{x > 0\}"),
        (r"\left\{\begin{array}{ll} x & \text{if } x > 0 \\ 0 & \text{otherwise} \end{array}\right.",
         r"\begin{cases} x & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}"),
    ],
)  # fmt: skip
def test_other_spellings(one: str, other: str) -> None:
    assert read_expression(one) is read_expression(other)


# -- rows -----------------------------------------------------------------------------------------------------------------------


def links(text: str) -> list[str]:
    formula = read_formula(text)
    return [f"{lk.left!r} {lk.relation} {lk.right!r}" for s in formula.statements for lk in s.links]


def test_a_row_that_is_not_read_loses_the_row() -> None:
    text = r"\begin{align} a &\le b \\ &\le 1/2x \\ &\le c \\ &\le d \end{align}"
    assert links(text) == ["name[a] <= name[b]", "name[c] <= name[d]"]  # and not b <= c
    assert len(read_formula(text).lost) == 1
    assert not read_formula(text).cut
    assert read_formula(r"\begin{align} a &\le b \\ &\le 1/2x \end{align}").cut
    assert read_formula(r"\begin{align} a &\le b \\ &\le 1/2x \\ &\le c \end{align}").cut  # nothing leads to c
    with pytest.raises(LatexError, match="ambiguous"):
        read_claims(text)  # a claim of its own is read whole or not at all


def test_a_sign_that_is_no_claim_parts_a_chain() -> None:
    assert links(r"a = b \approx c \le d") == ["name[a] == name[b]", "name[c] <= name[d]"]
    assert links(r"\begin{align} a &= b \\ &\approx c \\ &\le d \end{align}") == [
        "name[a] == name[b]",
        "name[c] <= name[d]",
    ]
    assert read_formula(r"a = b \approx c").cut
    for text in (r"a \approx b", r"a = b \approx c"):
        with pytest.raises(LatexError, match="no claim"):
            read_claims(text)


def test_nothing_goes_on_from_a_display_whose_end_is_not_read() -> None:
    for display in (r"a \le b \approx c", r"\begin{aligned} a &\le b \\ &\le 1/2x \end{aligned}"):
        document = read_document(f"$${display}$$ $$\\le d$$")
        assert [len(d.steps) for d in document.derivations] == [1]
        assert len(document.refused) == 2


def test_lists_are_equal_member_by_member() -> None:
    assert links(r"(a, b) = (c, d + 1)") == ["name[a] == name[c]", "name[b] == +[](name[d], num[1])"]
    for text in (r"(a, b) = (c, d, x)", r"(a, b) \le (c, d)", r"[a, b] = [c, d]"):
        with pytest.raises(LatexError):
            read_formula(text)


def test_a_display_without_a_row_that_is_read_is_refused() -> None:
    with pytest.raises(LatexError, match="ambiguous"):
        read_formula(r"\begin{align} a &\le 1/2x \\ &\le c \end{align}")


def test_a_reason_takes_the_rest_of_its_row() -> None:
    text = r"\begin{align} a &\le b && \text{since } t > 0 \text{ and } 1/2x \\ &\le c && \text{by } f(x) \end{align}"
    assert links(text) == ["name[a] <= name[b]", "name[b] <= name[c]"]
    assert read_formula(text).conditions == []
    kept = read_formula(r"a \le b \quad \text{by Lemma 2 if } x > 0")  # a condition is not lost in a reason
    assert [s.text for s in kept.conditions] == ["x > 0"]
    with pytest.raises(LatexError, match="words between"):
        read_formula(r"a \le b \quad \text{by } f(x) \text{ for all } x > 0")


def test_a_condition_that_is_not_read_may_not_speak_of_a_number() -> None:
    assert links(r"\Pr[M(x) = y] \le 1 \quad \text{for all neighbouring } x \sim x'")
    for text in (r"\forall y \in \mathcal{Y} : y \le 1", r"x \le 1 \quad \text{for all small } x",
                 r"\begin{align} a &\le b \\ &\le c \quad \text{where } b \text{ is a vector} \end{align}"):  # fmt: skip
        with pytest.raises(LatexError):
            read_formula(text)
    assert read_conditions(r"\forall x") == []


# -- laws -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"\Pr[\mathrm{Lap}(b) > t]", lambda b, t: mpmath.exp(-t / b) / 2 if t >= 0 else 1 - mpmath.exp(t / b) / 2),
        (r"\Pr[t \ge \textsf{Lap}(m, b)]", lambda b, t, m: 1 - mpmath.exp(-(t - m) / b) / 2 if t >= m else mpmath.exp((t - m) / b) / 2),
        (r"P[|\mathrm{Lap}(b)| \le t]", lambda b, t: 1 - mpmath.exp(-t / b)),
        (r"\Pr[\mathcal{N}(m, \sigma^2) \le t]", lambda t, m, sigma: mpmath.ncdf(t, m, sigma)),
        (r"\Pr[|\mathcal{N}(0, \sigma^2)| > t]", lambda t, sigma: 2 * mpmath.ncdf(-t / sigma)),
        (r"\Pr[\mathrm{Unif}(0, b) < t]", lambda b, t: min(1, t / b)),
        (r"\Pr[\mathrm{Bern}(p) = 0]", lambda p: 1 - p),
    ],
)  # fmt: skip
def test_probabilities_of_laws_are_exact(text: str, value) -> None:
    node = read_tree(text, scope=Scope(declared=frozenset("m")))
    assert node.kind == "tail"
    names = value.__code__.co_varnames
    for seed in range(3):
        point = Point(seed)
        expected = value(**{n: point.value(n) for n in names})
        assert mpmath.almosteq(evaluate(_absolute(node.args[0]), point), expected, 1e-12)


def _absolute(node: Node) -> Node:
    """A deviation is an absolute value."""
    args = tuple(_absolute(a) for a in node.args)
    return Node("call", args, "abs") if node.kind == "dev" else Node(node.kind, args, node.value)


@pytest.mark.parametrize(
    "text",
    [
        r"\Pr[\mathrm{Lap}(b) = t]",
        r"\Pr[\mathrm{Lap}(b) > X]",  # X may be random
        r"\Pr[\mathrm{Lap}(b) > f(x)]",
        r"\Pr[\mathrm{Lap}(b) > \mathrm{Lap}(b)]",
        r"\Pr[\mathrm{Lap}(b) > t \mid A]",
        r"\Pr[\mathrm{Geom}(p) > k]",
        r"\Pr[\mathrm{Exp}(\lambda) > t]",
        r"\Pr_{t \sim P}[\mathrm{Lap}(b) > t]",
        r"\Pr[|\mathrm{Lap}(m, b)| > t]",
    ],
)
def test_other_probabilities_are_only_named(text: str) -> None:
    assert [p.kind for p in parts(read_tree(text))] == ["opaque"]


def test_a_law_demands_its_parameters() -> None:
    (read,) = read_claims(r"\Pr[\mathrm{Lap}(b) > t] \le \frac12 e^{-t/b}", where=[r"t \ge 0"])
    (scale,) = (r for r in read.claim.domain.ranges if r.name == "b")
    assert scale.lower is not None
    assert (str(scale.lower), scale.lower_open) == ("0", True)
