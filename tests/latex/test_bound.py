"""What depends on a bound symbol stays below its binder, wherever in its text the symbol stands."""

from __future__ import annotations

import pytest

from dpsym.kernel.terms import sym
from dpsym.reading.latex import LatexError, Scope, read_claims, read_conditions, read_expression, read_tree
from dpsym.reading.latex.lower import Lowering

SCOPE = Scope(functions=frozenset({"q"}), laws=frozenset({"P"}))
#: Quantities that depend on j: in a label, an index, an argument, a word.
DEPENDENT = [
    r"q_j(X)", r"q(X_j)", r"q_{1,j}(X)", r"q^{(j)}(X)", r"\mathbb{E}_j[X]", r"E_j[X]", r"P_j(S)", r"P(S_j)", r"\Pr_{x \sim P_j}[x]",
    r"D_{\alpha_j}(P \| Q)", r"D_j(P \| Q)", r"D_{\mathrm{KL}}(P_j \| Q)", r"d_{\mathrm{TV}}(P_j, Q)", r"\|x\|_j", r"\|x_j\|",
    r"\lVert x \rVert_{j}", r"\operatorname{Var}_j[X]", r"\operatorname{Var}[X_j]", r"\Pr[\text{query j is asked}]",
    r"\Pr[\text{query $j$}]", r"\mathbf{SD}(P_j, Q)", r"x_j", r"x_{1,j}", r"x_{j+1}", r"x^{(j)}", r"\hat{x}_j", r"\hat{x_j}",
    r"\Pr[\jmath = 1]", r"\sum_{x \in S_j} p_x", r"\sum_{x \in S} \Pr[x = j]", r"x_{i_j}",
]  # fmt: skip


@pytest.mark.parametrize("quantity", DEPENDENT)
def test_what_depends_on_the_index_is_not_taken_out_of_the_sum(quantity: str) -> None:
    text = rf"\sum_{{j=1}}^{{k}} c {quantity}"
    scope = Scope(SCOPE.declared | {"i"}, SCOPE.functions, SCOPE.laws)
    lowering = Lowering(text, scope)
    term = lowering.term(read_tree(text, scope=scope))
    (atom,) = lowering.atoms.values()
    assert atom.node.kind == "sum"
    assert term.free == {"c", atom.symbol}  # the constant alone is in front


@pytest.mark.parametrize("index", [r"\alpha", r"x'", r"\lambda_1"])
def test_whatever_the_index_is_called(index: str) -> None:
    text = rf"\sum_{{{index}=1}}^k c \Pr[M = {index}]"
    try:
        node = read_tree(text)
    except LatexError:
        return
    lowering = Lowering(text)
    lowering.term(node)
    assert [a.node.kind for a in lowering.atoms.values()] == ["sum"]


def test_a_greek_index_below_a_name_makes_a_family() -> None:
    assert read_expression(r"\sum_{\alpha=1}^k x_\alpha") is sym("sum1")


def test_an_integration_variable_in_an_expectation() -> None:
    assert read_expression(r"\int_0^1 \mathbb{E}_z[X] \, dz") is sym("int1")
    assert read_expression(r"\int_0^1 \Pr[X = 1] \, dz").free == {"Pr1"}


def test_an_integral_that_is_only_named_has_a_sign_only_if_it_runs_forward() -> None:
    for ends, lower in ((r"0^1", 0), (r"0^\infty", 0), (r"a^b", None), (r"1^0", None)):
        lowering = Lowering(text := rf"\int_{ends} \Pr[X = z] \, dz")
        lowering.term(read_tree(text))
        assert [a.opaque.lower for a in lowering.atoms.values()] == [lower]


def test_an_infinite_sum_is_not_parted_into_sums_that_may_diverge() -> None:
    assert read_expression(r"\sum_{i=1}^\infty (a_i - b_i)") is sym("sum1")
    assert read_expression(r"\sum_{i=1}^n (a_i - b_i)").free == {"sum1", "sum2"}


def test_the_order_of_factors_does_not_matter() -> None:
    text = r"\sum_{j=1}^k w_j q_j(X) - \sum_{i=1}^k q_i(X) w_i"
    assert read_expression(r"\sum_{j=1}^k w_j x_j - \sum_{i=1}^k x_i w_i").free == {"sum1"}
    assert read_expression(text).free == {"sum1", "sum2"}  # the text of q_j(X) is not looked into
    assert read_expression(r"\sum_{j=1}^k j \cdot j").free == {"k"}


def test_a_bound_name_is_not_known_to_be_positive() -> None:
    for index, lower in (("k", None), ("j", 0)):
        lowering = Lowering(text := rf"\sum_{{{index}=-5}}^5 k a_{index}^2", Scope(declared=frozenset("k")))
        lowering.positive = frozenset("k")
        lowering.term(read_tree(text, scope=lowering.scope))
        assert [a.opaque.lower for a in lowering.atoms.values()] == [lower]


@pytest.mark.parametrize(
    ("written", "lower", "upper"),
    [
        (r"\{0, 1, \ldots\}", "num[0]", None),
        (r"\{1, 2, \dots\}", "num[1]", None),
        (r"\{1, \ldots, n\}", "num[1]", "name[n]"),
        (r"\{0, 1, \cdots, n - 1\}", "num[0]", "+[](name[n], num[-1])"),
        (r"\{1, 2, 3, \ldots, n\}", "num[1]", "name[n]"),
        (r"\{j + 1, \ldots, n\}", "+[](name[j], num[1])", "name[n]"),
        (r"\{2, \ldots, 2^n\}", "num[2]", "^[](num[2], name[n])"),
    ],
)
def test_sets_with_dots(written: str, lower: str, upper: str | None) -> None:
    kind, *relations = read_conditions(rf"k \in {written}")
    assert kind.kind == "integers"
    ends = {s.relation.value: repr(s.relation.args[1]) for s in relations if s.relation is not None}
    assert ends == {">=": lower} | ({"<=": upper} if upper else {})


@pytest.mark.parametrize(
    "written",
    [
        r"\{2, 4, \ldots, 2n\}",
        r"\{2, \ldots, 2n\}",
        r"\{1, \ldots\}",
        r"\{1, 3, \ldots\}",
        r"\{\ldots, n\}",
        r"\{1/n, \ldots, 1\}",
        r"\{1, \ldots, n/2\}",
        r"\{1, 2, 4, \ldots, 2^n\}",
        r"\{\varepsilon, \ldots, n\varepsilon\}",
        r"\{1, \ldots, n, \ldots\}",
        r"\{1, \ldots, n, 2n\}",
        r"\{0, 1, 3\}",
        r"\{x, x + 1\}",
    ],
)
def test_sets_whose_dots_may_stand_for_other_numbers_are_refused(written: str) -> None:
    with pytest.raises(LatexError, match="this set is not read"):
        read_conditions(rf"k \in {written}")
    try:
        node = read_tree(rf"\sum_{{i \in {written}}} i")
    except LatexError:
        return
    assert node.kind == "over"  # a sum over a set that is only named


@pytest.mark.parametrize(
    "text", [r"\log(a)^p b", r"\log(a)^p", r"\ln(n)^2", r"\log_2(n)^2 x", r"2\log\left(a\right)^{2}"]
)
def test_a_power_behind_a_logarithm_has_two_readings(text: str) -> None:
    with pytest.raises(LatexError, match="the power that of the argument or of the logarithm"):
        read_expression(text)


@pytest.mark.parametrize(
    "text", [r"x \le x + 1, \forall", r"x \le x + 1 \quad \forall", r"\forall", r"\forall :", r"\forall : x \le 1"]
)
def test_a_quantifier_without_a_name_is_refused(text: str) -> None:
    for read in (read_conditions, read_claims, read_expression):
        with pytest.raises(LatexError):
            read(text)
