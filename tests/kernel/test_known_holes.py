"""Holes that were found in earlier versions of the kernel, or at its doors. None of them may open again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pytest

from dpsym.encoding.reals import certificate_to_json, claim_to_json
from dpsym.kernel.arithmetic.closed import compare_closed
from dpsym.kernel.laws.statements import Fact as LawFact
from dpsym.kernel.laws.statements import Model, Proposition, Setting, query
from dpsym.kernel.laws.terms import integral, point
from dpsym.kernel.reals import codec
from dpsym.kernel.reals.check import check, check_step, refute
from dpsym.kernel.reals.codec import CodecError, certificate_from_json, claim_from_json
from dpsym.kernel.reals.context import Context
from dpsym.kernel.reals.rules.base import FactRule
from dpsym.kernel.reals.rules.boxes import Balls
from dpsym.kernel.reals.rules.integers import Whole
from dpsym.kernel.reals.rules.logic import Combine, Given, Identity, Instance, Sign
from dpsym.kernel.reals.rules.patterns import Ladder, OneSign
from dpsym.kernel.statements import Certificate, Claim, Domain, Fact, Have, Pattern, Range
from dpsym.kernel.terms import (
    MAX_TEXT,
    ONE,
    OO,
    TRUE,
    ZERO,
    Term,
    TermError,
    add,
    bind,
    div,
    exp,
    func,
    log,
    mul,
    num,
    piecewise,
    power,
    relation,
    sqrt,
    sym,
)
from dpsym.kernel.verdicts import Proved, Refuted, Rejected, StepRejected
from tests.helpers.refusing import rejects_model

X, Y = sym("x"), sym("y")
UNIT = Range("x", ZERO, ONE, False, False)
NOWHERE = log(mul(num(-1), exp(X)))  # a logarithm of a negative number
FLAT = Domain((UNIT, Range("y", ZERO, ZERO, False, False)))  # y in [0, 0]
CURVED = power(exp(X * Y) - 1, num(3, 2)) - X**2  # on FLAT the second derivative along x has no value


def outcome(have: Have, known: Mapping[str, Fact | Pattern] | None = None) -> Rejected | None:
    ctx = Context()
    ctx.facts.update(known or {})
    return check_step(have, ctx)


def refused(have: Have, known: Mapping[str, Fact | Pattern] | None = None) -> bool:
    return isinstance(outcome(have, known), Rejected)


@pytest.mark.parametrize("rule", ["Chord", "Tangent", "Unroll"])
def test_rules_that_are_gone_are_not_read(rule: str) -> None:
    claim = Claim(Domain((UNIT,)), (), X, "<=", ONE)
    obj = certificate_to_json(Certificate(claim, (Have("s", claim.fact, Sign()),), (("x", ZERO),)))
    assert isinstance(check(certificate_from_json(obj)), Proved)
    obj["proof"][0]["by"] = {"rule": rule, "symbol": "x", "second": "s", "at": 0, "low": 0, "high": 0, "inside": []}
    with pytest.raises(CodecError, match=rule):
        certificate_from_json(obj)


def test_the_second_derivative_that_has_no_value_gives_no_pattern() -> None:
    """1 <= 0 rested on the sign of a second derivative that is nowhere defined."""
    first = num(3, 2) * sqrt(exp(X * Y) - 1) * exp(X * Y) * Y - 2 * X
    second = num(3, 4) * power(exp(X * Y) - 1, num(-1, 2)) * exp(X * Y) ** 2 * Y**2 - 2
    assert refused(Have("s", Fact(FLAT, relation(">=", second, ZERO)), Sign()))
    known = {"c": Fact(FLAT, relation(">=", num(2), ZERO))}
    assert refused(Have("s", Pattern(FLAT, "x", second, (1,)), OneSign("c")), known)
    pattern = {"p": Pattern(FLAT, "x", num(2), (1,))}
    assert refused(Have("s", Pattern(FLAT, "x", first, (-1, 1)), Ladder("p")), pattern)


#: For every rule with a term of its own: a step in which that term is nowhere defined, and all else is right.
OWN_TERMS: dict[str, tuple[Have, Mapping[str, Fact | Pattern]]] = {
    "Sign": (
        Have("s", Fact(Domain((UNIT,)), relation(">=", ONE, ZERO)), Sign(add(ONE, NOWHERE, mul(num(-1), NOWHERE)))),
        {},
    ),
    "Combine, multiplier": (
        Have(
            "s",
            Fact(Domain((UNIT,)), relation("==", ZERO, ZERO)),
            Combine((("e", NOWHERE),)),
        ),
        {"e": Fact(Domain((UNIT,)), relation("==", ONE, ONE))},
    ),
    "Combine, rest": (
        Have("s", Fact(Domain((UNIT,)), relation(">=", ONE, ZERO)), Combine((), add(ONE, mul(ZERO, NOWHERE)))),
        {},
    ),
    "Instance": (
        Have("s", Fact(Domain((UNIT,)), relation(">=", exp(NOWHERE), ZERO)), Instance("f", (("y", NOWHERE),))),
        {"f": Fact(Domain((Range("y"),)), relation(">=", exp(Y), ZERO))},
    ),
    "Identity": (Have("s", Fact(Domain((UNIT,)), relation("==", mul(ZERO, NOWHERE), ZERO)), Identity()), {}),
    "Balls, mean value": (
        Have(
            "s",
            Fact(
                Domain((Range("x", num(-1), ONE, False, False),)),
                relation(">", add(sqrt(X**2), ONE), ZERO),
            ),
            Balls("m"),
        ),
        {},
    ),
}


@pytest.mark.parametrize("name", OWN_TERMS)
def test_a_term_that_is_nowhere_defined_shows_nothing(name: str) -> None:
    have, known = OWN_TERMS[name]
    assert refused(have, known)


def test_no_verdict_is_decoded() -> None:
    assert not [name for name in dir(codec) if "verdict" in name]


@pytest.mark.parametrize(
    "name",
    ["exp(x) <= 1 + x   for x in reals\x1b[8m", "x y", "", "1x", "а", "Α", "𝐱", "ϵ", "x\u200b", "x" * 201, "\u202ex"],
)
def test_a_name_that_prints_as_something_else_is_refused(name: str) -> None:
    with pytest.raises(TermError):
        sym(name)
    with pytest.raises(TermError):
        Range(name)
    with pytest.raises(TermError):
        bind("Sum", ONE, name, ZERO, ONE)
    obj = json.loads(
        json.dumps(claim_to_json(Claim(Domain((Range("x"),)), (), X, "<=", X))).replace('"x"', json.dumps(name))
    )
    with pytest.raises(CodecError):
        claim_from_json(obj)


def test_a_step_with_an_unprintable_name_is_not_read() -> None:
    claim = Claim(Domain((UNIT,)), (), X, "<=", ONE)
    obj = certificate_to_json(Certificate(claim, (Have("s", claim.fact, Sign()),), (("x", ZERO),)))
    obj["proof"][0]["name"] = "s\x1b[2J"
    with pytest.raises(CodecError, match="printable"):
        certificate_from_json(obj)


def doubled(t: Term, times: int, join: str = "+") -> Term:
    for _ in range(times):
        t = add(t, t) if join == "+" else mul(t, t)
    return t


@pytest.mark.parametrize("join", ["+", "*"])
def test_sixty_doublings_of_a_shared_term_are_no_tree(join: str) -> None:
    n = sym("n")
    domain = Domain((Range("n", ONE, None, False, True, True),))
    big = doubled(n, 60, join)
    assert not refused(Have("s", Fact(domain, relation(">=", big, ZERO)), Whole("f")))  # seen without a fact
    assert refused(Have("s", Fact(domain, relation("<=", big, ZERO)), Whole("f")))
    assert refused(Have("s", Fact(domain, relation(">=", big, big)), Given()))
    assert len(repr(big)) < 100_000


def test_nested_sums_share_one_allowance() -> None:
    body = mul(*(exp(div(ONE, add(sym(name), num(k)))) for k, name in enumerate("abcd")))
    for name in "abcd":
        body = bind("Sum", body, name, ONE, num(200))
    claim = Claim(Domain(), (), body, "<=", ZERO)
    assert isinstance(refute(claim, ()), Rejected)
    assert refused(Have("s", Fact(Domain(), relation("==", body, ZERO)), Identity()))


def test_numbers_that_do_not_fit_are_refused_before_they_are_computed() -> None:
    huge = power(num(10**9000), num(20000))
    claim = Claim(Domain(), (), mul(huge, huge), "<=", ZERO)
    assert isinstance(refute(claim, ()), (Rejected, Refuted))
    assert refused(Have("s", Fact(Domain(), relation("==", mul(huge, huge), ZERO)), Identity()))
    assert refused(Have("s", Fact(Domain(), relation("==", doubled(num(10**9000), 40, "*"), ZERO)), Identity()))


def test_a_point_at_which_a_condition_has_no_value_is_not_in_the_domain() -> None:
    domain = Domain((Range("x"),), (relation(">=", sqrt(X), num(-1)),))
    assert isinstance(refute(Claim(domain, (), X, ">=", ZERO), (("x", num(-1, 2)),)), Rejected)


def test_pieces_that_are_looked_at_under_many_conditions_are_counted() -> None:
    p: Term = div(ONE, X)
    for k in range(40):
        p = piecewise([(p, relation("<", X, num(k))), (add(p, ONE), relation("<", Y, num(k)))], p)
    domain = Domain((Range("x"), Range("y")))
    assert refused(Have("s", Fact(domain, relation("==", p, p)), Identity()))


@pytest.mark.parametrize("value", [relation("<=", ZERO, ONE), TRUE, OO])
def test_a_relation_is_no_value_of_a_symbol(value: Term) -> None:
    claim = Claim(Domain((Range("x"),)), (), ONE, "<=", ZERO)
    assert isinstance(refute(claim, (("x", value),)), Rejected)
    true = Claim(Domain((Range("x"),)), (), ZERO, "<=", ONE)
    assert isinstance(check(Certificate(true, (Have("s", true.fact, Sign()),), (("x", value),))), Rejected)


def test_a_point_has_one_value_for_each_symbol() -> None:
    """The first of two values was printed, and the last one judged."""
    false = Claim(Domain((Range("x"),)), (), X, "<=", ZERO)
    assert isinstance(refute(false, (("x", ONE),)), Refuted)
    assert isinstance(refute(false, (("x", num(-1)), ("x", ONE))), Rejected)
    true = Claim(Domain((Range("x", ZERO, None, False),)), (), X, ">=", ZERO)
    proof = (Have("s", true.fact, Sign()),)
    assert isinstance(check(Certificate(true, proof, (("x", ONE),))), Proved)
    assert isinstance(check(Certificate(true, proof, (("x", num(-1)), ("x", ONE)))), Rejected)


def _nested(make: Callable[[Term], Term], times: int) -> Term:
    t: Term = X
    for _ in range(times):
        t = make(t)
    return t


@pytest.mark.parametrize(
    "t",
    [
        power(add(ONE, X, Y, sym("z"), sym("w")), num(300)),
        power(sqrt(add(ONE, X, Y, sym("z"), sym("w"))), num(20_000)),
        _nested(lambda t: func("max", t, t), 60),
        _nested(lambda t: log(num(2) + t + t * t), 40),
        _nested(lambda t: func("binomial", t, t + 1), 40),
    ],
    ids=["power", "root", "max", "log", "binomial"],
)
def test_normal_forms_and_bounds_are_of_graphs_and_bounded(t: Term) -> None:
    """Each of these certificates of about 2 kB took all memory, or for ever."""
    domain = Domain(tuple(Range(n, ZERO, ONE, False, False) for n in "xyzw"), (relation(">=", X, ZERO),))
    assert refused(Have("s", Fact(domain, relation("==", t + 0, t + 1)), Identity()))
    assert refused(Have("s", Fact(domain, relation("<", t, t)), Sign()))


def test_models_on_large_spaces_are_refused() -> None:
    z = point("z", "Z")
    total = integral(integral(ONE, z), z)
    setting = Setting(fields=(query("f", "Z"),))
    many = Proposition(setting, (("h", LawFact(relation(">=", total, ZERO))),), (LawFact(relation("==", ONE, ONE)),))
    models = {n: Model((), (("Z", n),), (("f", (ZERO,) * n),)) for n in (10, 2_000)}
    refused = rejects_model(many, models[2_000])
    assert refused is not None
    assert "expected smaller spaces" in refused.found
    assert rejects_model(many, models[10]) is None


@pytest.mark.parametrize("value", [relation("<=", ZERO, ONE), TRUE])
def test_a_relation_is_no_end_of_a_range_and_has_no_pattern(value: Term) -> None:
    with pytest.raises(TermError):
        Fact(Domain((UNIT,)), X)
    with pytest.raises(TermError):
        Range("x", value, None, False)
    with pytest.raises(TermError):
        Pattern(Domain((UNIT,)), "x", value, (1,))


def test_the_ends_of_a_claim_are_looked_at_before_they_are_compared() -> None:
    end: Term = ONE
    for _ in range(60):
        end = piecewise([(end + 1, relation("<=", ZERO, ONE))], end)
    domain = Domain((Range("x", ZERO, end, False, False),))
    claim = Claim(domain, (), X, ">=", ZERO)
    wide = Domain((Range("x", ZERO, num(2), False, False),))
    found = check(Certificate(claim, (Have("a", Fact(wide, claim.statement), Sign()),), (("x", ONE),)))
    assert isinstance(found, Rejected)
    assert isinstance(refute(claim, (("x", ONE),)), Rejected)


def test_shared_sums_are_compiled_once() -> None:
    t: Term = X
    for _ in range(40):
        t = bind("Sum", t, "i", ZERO, ZERO) + bind("Product", t, "i", ZERO, ZERO)
    domain = Domain((UNIT,))
    assert refused(Have("s", Fact(domain, relation("<", t, ZERO)), Balls("n")))


def test_sums_of_long_fractions_are_rounded_on_the_way() -> None:
    parts = [power(num(1, p), num(6000)) for p in range(101, 301, 2)]
    assert not refused(Have("s", Fact(Domain((UNIT,)), relation(">=", add(*parts * 10), ZERO)), Sign()))


@pytest.mark.parametrize("exponent", [10**11, 10**15, 10**21])
def test_an_end_that_is_a_huge_power_is_not_written_out(exponent: int) -> None:
    huge = power(num(2), num(exponent))
    claim = Claim(Domain(), (), bind("Sum", sym("i"), "i", ZERO, huge), "<=", ZERO)
    assert isinstance(refute(claim, ()), Rejected)
    single = bind("Sum", log(sym("i") - huge), "i", huge, huge)
    assert isinstance(refute(Claim(Domain(), (), single, "<=", ZERO), ()), Rejected)


def test_factors_that_are_shared_are_not_written_out() -> None:
    """The integrand has no normal form, and 2**60 factors."""
    t = sym("t")
    body = exp(t) + power(t + 1, num(400))
    for _ in range(60):
        body = mul(body, body)
    step = Have("s", Fact(Domain(), relation(">", bind("Integral", body, "t", ZERO, ONE), ZERO)), Balls("n", 2))
    assert refused(step)


def test_a_sum_of_sums_is_not_written_out() -> None:
    """On a domain with a condition the parts of 20,000 sums of 20,000 parts were put in order."""
    t = add(*[add(*[X] * 20_000)] * 20_000)
    domain = Domain((UNIT,), (relation("<=", X, ONE),))
    assert not refused(Have("s", Fact(domain, relation(">=", t, ZERO)), Sign()))


def test_refusals_are_not_longer_on_the_way_than_at_the_end() -> None:
    """A domain with many long conditions was written whole, and then cut."""
    long: Term = X
    for _ in range(60):
        long = long + long
    domain = Domain((UNIT,), (relation("<=", long, ONE),) * 40_000)
    assert len(repr(domain)) < 3 * MAX_TEXT
    assert len(StepRejected((domain, [long] * 40_000), "nothing").found) < 6 * MAX_TEXT


def test_pieces_count_with_the_conditions_that_they_stand_under() -> None:
    """Piece k stands under k conditions: 2,800 pieces, 96 kB, took 2 GB, for a true claim."""
    value = power(X + 7, num(-1))

    def same(pieces: int) -> Have:
        t = piecewise([(value, relation("<", X, num(k))) for k in range(pieces)], value)
        return Have("s", Fact(Domain((UNIT,)), relation("==", t, t)), Identity())

    assert not refused(same(100))
    assert refused(same(2800))


def test_what_is_remembered_of_signs_has_an_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps on domains of their own, with ends of 16,000 bits: 100 kB took 2.4 GB, and the process died."""
    monkeypatch.setattr("dpsym.kernel.reals.context.MOST_BOUNDS", 1_000_000)
    ctx = Context()
    for k in range(200):
        ctx.bounds(Domain((UNIT,), (relation("<=", X, num(k)),) * 9))
        assert len(ctx._bounds) <= 12
    ctx.forget()
    for k in range(200):
        d = Domain((Range("x", num(2**8000 + k), None, False, True),))
        assert ctx.bounds(d).satisfies(relation(">", X + X, ZERO))
        assert ctx.field(d).bounds is ctx.bounds(d)
        assert len(ctx._bounds) <= 80


def test_sums_are_charged_by_the_length_of_their_bodies_and_the_precision() -> None:
    """Equal sums of many summands in another order were added up at all precisions to 4096 bits: 1.6 kB took minutes."""
    parts = [func("erf", sym("i") / num(k + 9000)) for k in range(1, 24)]
    one, two = (bind("Sum", add(*some), "i", ONE, num(9999)) for some in (parts, parts[::-1]))
    assert compare_closed(one, two) is None
    longer, shorter = (bind("Sum", add(*some), "i", ONE, num(9)) for some in (parts, parts[:-1]))
    assert compare_closed(longer, shorter) == 1


def test_only_rules_of_the_kernel_are_followed() -> None:
    class Anything(FactRule):
        def conclude(self, step: object) -> None:
            """Nothing is asked."""

    assert refused(Have("s", Fact(Domain(), relation("<=", ONE, ZERO)), Anything()))
