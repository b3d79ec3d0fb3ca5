"""Questions that make no sense are refused with what was found and expected; answers print themselves; nothing is believed."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sympy
from flint import arb, fmpq

from dpsym import QuestionError, best_constant, explain_gap, optimize, valid_region
from dpsym.cli.main import main
from dpsym.derive.attempting import attempt, modest
from dpsym.derive.constants import decimals_around, tail
from dpsym.derive.exchange import exchange
from dpsym.derive.levels import levels
from dpsym.derive.locating import End, Landscape, limit_value
from dpsym.derive.naming import named, related, solved
from dpsym.derive.parts import in_parts, joined
from dpsym.kernel.reals.check import check
from dpsym.kernel.reals.quadrature import enclose
from dpsym.kernel.statements import Certificate, Claim, Domain, Range
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import ONE, ZERO, num, power, sym
from dpsym.kernel.verdicts import Proved
from dpsym.reading.text.claims import ReadError, read_claims, read_term
from dpsym.report.findings import decimals_between, short_text
from dpsym.report.text import range_text, term_text
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget
from dpsym.search.work import Work
from tests.helpers.sampling import sampled

BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: best_constant("tanh(x) <= x", where="x > 0"), "found no c in the claim, which has x"),
    (lambda: best_constant("0 <= x <= c", where="x > 0"), "found a chain of 2 relations, expected one"),
    (lambda: best_constant("x == c", where="x > 0"), "found an equality, expected one of"),
    (lambda: best_constant("n <= c", "c", where=["0 <= n <= 1", "c in integers"]), "found an integer c"),
    (lambda: best_constant("x <= c", where=["x > 0", "x <= 2*c"]), "found the condition x <= 2*c on c"),
    (lambda: best_constant("x <= c", where="0 < x < 1", sense="biggest"), "found the sense 'biggest'"),
    (lambda: best_constant("x <= c", where="0 < x < 1", sense="greatest"), "expected least: the claim gets weaker"),
    (lambda: valid_region("x <= 1", "y", where="x > 0"), "found no y in the claim, which has x"),
    (lambda: valid_region("x <= y", "x", where="x > 0, y > 0", forall="z"), "found forall z, expected the symbols besides x: y"),
    (lambda: optimize("x <= 1", "x"), "found a relation, expected an expression"),
    (lambda: optimize("x**2", "y"), "found no y in the expression, which has x"),
    (lambda: optimize("x**2", "x", sense="least"), "found the sense 'least', expected 'min' or 'max'"),
    (lambda: explain_gap("x <= 1", "x"), "found the relation 'x <= 1'"),
    (lambda: explain_gap("2", "1"), "found no symbols"),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "message"), BAD, ids=lambda v: v if isinstance(v, str) else "")
def test_questions_that_make_no_sense(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(QuestionError) as caught:
        ask()
    assert message in str(caught.value)


def test_an_empty_region_is_refused_by_the_reader() -> None:
    with pytest.raises(ReadError):
        best_constant("x <= c", where="x > 1, x < 0")


def test_sympy_and_floats_as_they_print() -> None:
    x, c = sympy.Symbol("x", positive=True), sympy.Symbol("c", real=True)
    found = best_constant(sympy.tanh(x) <= c * x, c)
    assert found.exact
    assert found.value is ONE
    region = valid_region("0.1*x <= 1e-6", "x", where="x > 0")
    assert [term_text(r.upper) for r in region.holds if r.upper is not None] == ["1/100000"]


def test_a_constant_that_is_always_or_never_enough() -> None:
    assert best_constant("x*c <= 1", where="0 <= x <= 1, c <= 0").status == "always"
    assert best_constant("x <= c", where="0 <= x <= 1, c < 1/2").status == "never"
    never = best_constant("x**2 <= c*x", where="x > 0")
    assert never.status == "never"
    assert "for each c it fails at x = " in str(never)


def test_answers_print_themselves_and_are_no_truth_values() -> None:
    found = best_constant("exp(x) <= c", where="0 <= x <= 1")
    assert str(found).startswith("least     c = exp(1) = 2.71828...   exp(x) <= c   for 0 <= x <= 1, c in reals\n")
    assert "holds exactly for c >= exp(1); sharp at x = 1" in str(found)
    assert found.latex() == "c \\ge e^{1}"
    assert found.as_json()["value"] == "exp(1)"
    assert len(found.proofs) >= 3
    with pytest.raises(TypeError):
        bool(found)


def test_hypotheses_that_are_equations() -> None:
    found = best_constant("x*y <= c", where="x > 0, y > 0", given="x + y == 1")
    assert found.exact
    assert found.value is num(1, 4)


def test_no_direction_is_said() -> None:
    found = best_constant("c**3 - c <= x", where="0 <= x <= 1, -2 < c < 2")
    assert found.status == "open"
    assert "no direction was seen in c" in found.reason


def test_where_a_claim_is_undefined_is_said() -> None:
    found = valid_region("log(1 - 2*d) <= 0", "d", where="0 <= d < 1")
    assert found.status == "open"
    assert "the claim is undefined at d = " in found.reason


@pytest.mark.campaign
def test_gaps() -> None:
    found = explain_gap("eps", "1 - exp(-eps)", where="0 < eps <= 1")
    assert found.status == "exact"
    ratio, least = found["largest ratio"], found["smallest ratio"]
    assert ratio.value is not None
    assert abs(float(enclose(ratio.value, 64)) - 1.5819767) < 1e-6
    assert least.value is ONE
    assert not least.attained
    assert "smallest difference  0, sharp as eps -> 0" in str(found)


# -- the parts that guess ---------------------------------------------------------------------------------------------


def test_levels_undo_what_stands_around_the_constant() -> None:
    claim = read_claims("Phi(2*exp(c*x) - 1) >= y", where=("x > 0", "0 < y < 1"))[0]
    (level, *_) = levels(claim, "c", Work())
    assert term_text(level) == "log(1/2*(PhiInv(y) + 1))/x"


@pytest.mark.parametrize(
    ("text", "end", "upper", "known"),
    [("sinh(x)/x", ZERO, False, "1"), ("(1 + 1/x)**x", None, True, "exp(1)"), ("x*exp(-x)", None, True, "0")],
)
def test_limits(text: str, end: Any, upper: bool, known: str) -> None:
    found = limit_value(read_term(text), "x", Domain(), end, upper, Work())
    assert found is not None
    assert term_text(found) == known


def test_limits_that_are_infinite_are_none() -> None:
    assert limit_value(read_term("exp(x)/x"), "x", Domain(), None, True, Work()) is None


@pytest.mark.parametrize(
    "text", ["LambertW(-2*exp(-2)) + 2", "sqrt(7)/3 - 1/5", "log(3 + sqrt(5))", "sqrt(sqrt(29)/10 - 3/10)"]
)
def test_closed_forms_from_digits(text: str) -> None:
    t = read_term(text)
    with_digits = enclose(t, 400).mid().fmpq()
    found = list(related(with_digits))
    assert found
    assert all(abs(enclose(f, 200) - enclose(t, 200)) < arb(10) ** -30 for f in found)


def test_digits_of_nothing_have_no_name() -> None:
    assert list(related(fmpq(123456789123456789, 987654321987654323))) == []
    assert list(named(fmpq(123456789123456789, 987654321987654323))) == []
    assert list(named(None)) == []


def number(n: int) -> int:
    return n


def mistaken() -> int:
    raise OSError("ours")


def test_sympy_is_given_up_and_its_errors_are_no_answer() -> None:
    before = sys.gettrace()

    def endless() -> int:
        while True:
            with suppress(Exception):  # as SymPy does: what ends an attempt is no Exception
                number(len("7"))

    assert attempt(endless, 1000) is None
    assert attempt(lambda: [number(n) for n in range(90)][-1], 100) == 89  # calls are counted, not seconds
    assert attempt(lambda: [number(n) for n in range(110)][-1], 100) is None
    assert sys.gettrace() is before
    assert modest(read_term("gamma(7/2) + exp(x)**3"))
    assert not modest(read_term("gamma(1048577/2)"))  # SymPy would write out its factors, without a call
    assert not modest(power(sym("x"), num(100001)))
    assert attempt(lambda: 1 // 0) is None

    def stubborn() -> int:
        while True:
            try:
                endless()
            except Exception:
                continue

    assert attempt(stubborn, 1000) is None  # SymPy cannot catch what gives it up
    with pytest.raises(OSError, match="ours"):
        attempt(mistaken)
    assert attempt(lambda: 7) == 7
    (root, *_) = solved(read_term("exp(2*x) - 3"), "x", None)
    assert term_text(root) in ("log(3)/2", "log(sqrt(3))", "1/2*log(3)")


QUANTIFIED = [
    ("exp(a*x) <= 1 + 2*a*x", "a", ["a > 0", "0 <= x <= 1"], "1.25643120862616967"),
    ("log(1 + q*(exp(eps) - 1)) <= 2*q*eps", "eps", ["eps > 0", "0 <= q <= 1"], "1.25643120862616967"),
    ("(exp(eps) - 1)*q <= exp(2*q*eps) - 1", "eps", ["eps > 0", "0 < q < 1"], "1.25643120862616967"),
    ("log(1 + q*(exp(eps) - 1)) <= 3*q*eps", "eps", ["eps >= 0", "0 <= q <= 1"], "1.90381369444038348"),
]


@pytest.mark.parametrize(
    ("claim", "symbol", "where", "end"), sampled([pytest.param(*q, id=q[0]) for q in QUANTIFIED], len(QUANTIFIED))
)
def test_regions_for_all_values_of_another_symbol(claim: str, symbol: str, where: list[str], end: str) -> None:
    """Validity does not go one way along the symbol: the gap rises, then falls."""
    found = valid_region(claim, symbol, where=where)
    assert found.status == "exact"
    (piece,) = found.holds
    assert piece.upper is not None
    assert abs(enclose(piece.upper, 200) - arb(end)) < arb(10) ** -13


def test_regions_with_several_pieces_for_all_values_of_another_symbol() -> None:
    found = valid_region("(x - a)**2 >= 1", "a", where=["a in reals", "0 <= x <= 1"], forall="x")
    assert [(str(p.lower), str(p.upper)) for p in found.holds] == [("None", "-1"), ("2", "None")]
    found = valid_region("x*(1 - x) <= a*(1 - a)", "a", where=["0 < a < 1", "0 <= x <= 1/4"])
    assert [(str(p.lower), str(p.upper)) for p in found.holds] == [("1/4", "3/4")]
    assert found.status == "exact"


def test_regions_of_claims_that_jump() -> None:
    found = valid_region("floor(x) <= 2", "x", where="x >= 0")
    assert [(str(p.upper), p.upper_open) for p in found.holds] == [("3", True)]
    found = valid_region("x - floor(x) <= 1/2", "x", where="0 <= x <= 3")
    assert found.status == "exact"
    assert [str(p.lower) for p in found.holds] == ["0", "1", "2", "3"]
    assert [str(p.upper) for p in found.holds] == ["1/2", "3/2", "5/2", "3"]
    found = valid_region("ceil(x) <= 2*x", "x", where="0 < x <= 4")
    assert [(str(p.lower), str(p.upper)) for p in found.holds] == [("1/2", "4")]


def test_local_search_finds_a_narrow_peak() -> None:
    t = read_term("exp(-1000*(x - 7/10)**2) + 1/2*exp(-(x - 3)**2)")
    seen = Landscape(t, Domain((Range("x", ZERO, num(10), False, False),)), (), Work()).highest()
    assert seen is not None
    assert abs(dict(seen.point)["x"] - fmpq(7, 10)) < fmpq(1, 100)


def test_exchange_comes_to_the_constant() -> None:
    claim = read_claims("exp(c*x) >= 1 + x + x**2", where=("x > 0",))[0]
    seen = exchange(claim, "c", True, Work())
    assert seen is not None
    assert abs(float(seen.value) - 1.12157676124533) < 1e-13


def test_decimals_around_a_number() -> None:
    for value in ("3.7868601931608412", "-0.0012345678901234567", "123456.78901234567"):
        low, high = decimals_around(arb(value))
        assert arb(low) < arb(value) < arb(high)
        assert (high - low) * 10**12 < max(abs(low), abs(high))
    assert short_text(num(-1, 8)) == "-0.125"
    assert short_text(num(1, 3)) == "1/3"
    assert decimals_between(num(33333331, 10**8), num(33333339, 10**8)) == "0.3333333..."


def test_tails_stay_inside() -> None:
    unit = Range("x", ZERO, ONE, True, True)
    assert tail(unit, End(ZERO, False)) == Range("x", ZERO, num(1, 2), True, False)
    assert tail(unit, End(ONE, True)) == Range("x", num(1, 2), ONE, False, True)
    assert tail(Range("n", num(3), None, False, True, True), End(None, True)) == Range(
        "n", num(4), None, False, True, True
    )
    assert tail(Range("n", ZERO, num(5), False, False, True), End(num(5), True)) is None


def test_parts_make_one_certificate() -> None:
    claim = read_claims("x*exp(-x) <= 1", where=("x >= 0",))[0]

    def prove(part: Claim) -> Certificate | None:
        result = decide(part, Budget(seconds=3)).result
        return result.certificate if isinstance(result, Proved) else None

    whole = in_parts(claim, {"x": fmpq(1)}, prove)
    assert whole is not None
    assert whole.claim == claim
    assert isinstance(check(whole), Proved)
    assert in_parts(claim, {"y": fmpq(1)}, prove) is None
    part = read_claims("x*exp(-x) <= 1", where=("0 <= x <= 1",))[0]
    found = prove(part)
    assert found is not None
    assert joined(claim, "x", [found]) is None  # a part is not the whole


# -- the command line -------------------------------------------------------------------------------------------------


PAGE = (Path(__file__).parents[2] / "docs" / "deriving.md").read_text("utf-8")


@pytest.mark.campaign
def test_the_page_prints_what_the_commands_print(capfd: pytest.CaptureFixture[str]) -> None:
    sessions = [s for block in re.findall(r"```console\n(.*?)```", PAGE, re.S) for s in block.split("$ dpsym ")[1:]]
    assert len(sessions) >= 8
    for session in sessions:
        command, _, expected = session.partition("\n")
        _, out, err = run(capfd, *shlex.split(command))
        assert (out or err) == expected, command  # what is refused is said on the other stream


@pytest.mark.campaign
def test_the_python_of_the_page() -> None:
    examples = doctest.DocTestParser().get_doctest(PAGE, {}, "deriving.md", None, 0)
    assert len(examples.examples) >= 4
    assert doctest.DocTestRunner(verbose=False).run(examples).failed == 0


def test_a_gap(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capfd, "gap", "2*x", "x", "--where", "1 <= x <= 3")
    assert code == 0
    assert "largest ratio        2 at x = " in out
    assert "smallest difference  1 at x = 1" in out


def run(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, err = capfd.readouterr()
    return int(ended.value.code or 0), out, err


def test_constant_is_saved_and_replayed(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    code, out, _ = run(capfd, "constant", "tanh(x) <= c*x", "--where", "x > 0", "--save", str(path), "--json")
    assert code == 0
    assert json.loads(out)["value"] == "1"
    code, out, _ = run(capfd, "replay", str(path))
    assert code == 0
    assert (
        out
        == "proved    where it holds along c: tanh(x) <= c*x   for x > 0, c in reals\n  fails     c < 1\n  holds     c >= 1\n"
    )
    damaged = json.loads(path.read_text("utf-8"))
    damaged["rising"] = False
    path.write_text(json.dumps(damaged), "utf-8")
    code, out, _ = run(capfd, "replay", str(path))
    assert code == 1
    assert out.startswith("rejected  where it holds along c")


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (("region", "1e-6*exp(x) <= 0.1", "x", "--where", "x > 0"), 0, "holds     0 < x <= log(100000)"),
        (("optimize", "-x + exp(x)", "--over", "x", "--latex"), 0, r"\min_{x} -x + e^{x} = 1"),
        (("constant", "exp(x) <= c*x", "--where", "x > 0"), 1, "never     no c"),
        (("constant", "tanh(x) <= k*x", "--where", "x > 0"), 2, "found no c in the claim"),
        (("constant", "gamma(x) >= c", "--where", "x > 0", "--timeout", "1"), 3, "not proved"),
        (("region", "x <= 1 <= 2", "x"), 2, "found a chain of 2 relations"),
        (("gap", "x", "tanh(", "--where", "x > 0"), 2, "error: "),
    ],
)
def test_commands(capfd: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, text: str) -> None:
    found, out, err = run(capfd, *arguments)
    assert found == code
    assert text in out + err
    assert "Traceback" not in err


@pytest.mark.campaign
def test_plots(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "gap.svg"
    code, _, _ = run(capfd, "gap", "x", "tanh(x)", "--where", "0 < x < 1", "--plot", str(path))
    assert code == 0
    assert "<svg" in path.read_text("utf-8")
    code, _, err = run(capfd, "constant", "tanh(x) <= c*x", "--where", "x > 0", "--plot", str(tmp_path / "x.doc"))
    assert code == 2
    assert "expected a name that ends in" in err


class _Dropped:
    """Something whose end calls Python functions, in a way that is tried below."""


class _Deleted(_Dropped):
    def __del__(self) -> None:
        number(1)


def _calls_back(way: str) -> list[Any]:
    """What is to be kept while things are dropped."""
    if way == "callback":
        return [weakref.ref(kept := _Dropped(), lambda _: number(1)), kept]
    if way == "no argument":
        kept = _Dropped()
        return [weakref.ref(kept, lambda *_: number(1)), kept]
    if way == "not seen":

        def forget(reference: Any) -> None:
            del reference
            number(1)

        kept = _Dropped()
        return [weakref.ref(kept, forget), kept]
    if way == "set":
        kept = _Dropped()
        return [weakref.WeakSet([kept]), kept]
    return [_Deleted()]


@pytest.mark.parametrize("way", ["callback", "no argument", "not seen", "set", "deleted"])
def test_attempts_end_though_things_are_dropped(way: str) -> None:
    made = 0

    def endless() -> None:
        nonlocal made
        while made < 50_000:
            made += 1
            _calls_back(way)

    reports: list[Any] = []
    before, hook = sys.gettrace(), sys.unraisablehook
    sys.unraisablehook = reports.append
    try:
        for calls in range(100, 120):  # the count runs out in each of the functions
            made = 0
            assert attempt(endless, calls) is None
            assert made < 5_000
            assert sys.gettrace() is before
    finally:
        sys.unraisablehook = hook
    assert not reports


def test_attempts_that_ran_over_have_no_result() -> None:
    def last() -> int:
        with suppress(BaseException):
            number(number(3))
        return 1

    assert attempt(last, 1) is None


def test_attempts_end_though_what_ends_them_is_caught() -> None:
    made = 0

    def stubborn() -> None:
        nonlocal made
        while made < 50_000:
            made += 1
            with suppress(BaseException):
                number(made)

    assert attempt(stubborn, 100) is None
    assert made < 5_000


CONTRADICTORY = [("x > 0", "x < 0"), ("x > 1", "x^2 < 1/2"), ("x > 0", "exp(x) < 1 + x")]


@pytest.mark.parametrize(("where", "given"), CONTRADICTORY)
def test_conditions_that_contradict_each_other_are_refused(where: str, given: str) -> None:
    ways: list[Callable[[], Any]] = [
        lambda: best_constant("x <= c", where=where, given=given),
        lambda: valid_region("x <= 1", "x", where=where, given=given),
        lambda: optimize("x", "x", where=where, given=given),
        lambda: explain_gap("x + 1", "x", where=where, given=given),
    ]
    for ask in ways:
        with pytest.raises(QuestionError, match=r"contradict each other: .* is proved"):
            ask()


def test_hypotheses_that_few_points_satisfy_are_no_contradiction() -> None:
    found = best_constant("x + y <= c", where="x > 0, y > 0", given=["x == 1/3", "y <= x"])
    assert (found.status, str(found.value)) == ("exact", "2/3")


def test_what_has_no_value_is_said_to_have_none() -> None:
    assert "no value" in optimize("log(x)", "x", where="x < 0").reason


@pytest.mark.parametrize(
    ("expression", "where", "value"),
    [
        ("y^2*s^2/2 - y*t", "y in reals, s > 0, t > 0", "-t^2/(2*s^2)"),  # at s = 1/4096 the optimum is out of sight
        ("exp(-a*y) + b*y", "y in reals, a > 0, b > 0", "b/a*(1 + log(a/b))"),
    ],
)
def test_optima_that_lie_far_out_for_some_values(expression: str, where: str, value: str) -> None:
    found = optimize(expression, "y", where=where)
    assert found.status == "exact"
    assert found.value is not None
    at = {"s": "2", "t": "3", "a": "7/5", "b": "1/3"}
    known = read_term(value)
    put = {n: read_term(at[n]) for n in known.free}
    assert abs(enclose(substitute(found.value, put), 200) - enclose(substitute(known, put), 200)) < arb(10) ** -40


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        ("exp(a*x) >= 1 + x", ["a > 0", "x in reals"]),
        ("x**2 - 2*a*x + 2*a - 1 >= 0", ["a in reals", "x in reals"]),
        ("a*(x - 1) >= log(x)", ["a > 0", "x > 0"]),
    ],
)
def test_a_single_value_is_a_piece_of_a_quantified_region(claim: str, where: list[str]) -> None:
    """Both sides of a place fail, and the claim holds at the place: the tangent is the only line that will do."""
    found = valid_region(claim, "a", where=where)
    assert found.status == "exact"
    assert [range_text(r) for r in found.holds] == ["a == 1"]
    assert len(found.pieces) == 3


def test_a_single_value_at_which_a_strict_claim_fails() -> None:
    found = valid_region("(a - 1)**2 + x**2 > 0", "a", where=["a in reals", "x in reals"])
    assert found.status == "exact"
    assert [range_text(r) for r in found.holds] == ["a < 1", "a > 1"]
