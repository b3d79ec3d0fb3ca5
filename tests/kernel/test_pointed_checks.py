"""Certificates, exact points and the vocabulary of the real kernel, each test aimed at one condition."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flint import acb, arb

from dpsym.kernel.reals.check import MAX_STEPS, check, check_step, refute, rejects_proof
from dpsym.kernel.reals.context import Context
from dpsym.kernel.reals.judgement import Step
from dpsym.kernel.reals.points import MAX_INSTANCES, conjunction, defined_at, fails, in_domain, satisfied
from dpsym.kernel.reals.quadrature import _log_gamma
from dpsym.kernel.reals.rules.logic import Given, Identity, Sign
from dpsym.kernel.reals.rules.patterns import OneSign
from dpsym.kernel.statements import Certificate, Claim, Domain, Fact, Have, Pattern, Range
from dpsym.kernel.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    OO,
    PI,
    TWO,
    ZERO,
    Term,
    TermError,
    bind,
    exp,
    func,
    log,
    num,
    piecewise,
    power,
    relation,
    sqrt,
    sym,
)
from dpsym.kernel.verdicts import Proved, Refuted, Rejected, Undefined

X, Y, K, N, T = (sym(name) for name in "xyknt")
REALS = Domain((Range("x"),))
SQUARE = Fact(REALS, relation(">=", X**2, ZERO))
CLAIM = Claim(REALS, (), X**2, ">=", ZERO)
STEP = Have("1", SQUARE, Sign())
FALSE = Fact(REALS, relation(">=", X, ONE))
GOOD = Certificate(CLAIM, (STEP,), (("x", ONE),))
#: 0, as a computation to any precision cannot tell.
GHOST = func("gamma", num(1, 3)) * func("gamma", num(2, 3)) - 2 * PI / sqrt(num(3))


# -- certificates -----------------------------------------------------------------------------------------------------

ACCEPTED = {
    "a square": GOOD,
    "two steps": replace(GOOD, proof=(Have("0", Fact(REALS, relation("==", X, X)), Identity()), STEP)),
    "an end that is defined": Certificate(
        Claim(Domain((Range("x", log(TWO)),)), (), X**2, ">=", ZERO),
        (Have("1", Fact(Domain((Range("x", log(TWO)),)), SQUARE.statement), Sign()),),
        (("x", ONE),),
    ),
}
REJECTED = {
    "no steps": (replace(GOOD, proof=()), "1 to"),
    "too many steps": (replace(GOOD, proof=(STEP,) * (MAX_STEPS + 1)), "1 to"),
    "a wrong step before the last": (replace(GOOD, proof=(Have("0", FALSE, Sign()), STEP)), "a visible sign"),
    "a wrong last step": (
        Certificate(Claim(REALS, (), X, ">=", ONE), (Have("1", FALSE, Sign()),), (("x", ONE),)),
        "a visible sign",
    ),
    "another statement": (Certificate(Claim(REALS, (), X, ">=", ONE), (STEP,), (("x", ONE),)), "the claim"),
    "a smaller domain": (
        replace(GOOD, proof=(Have("1", Fact(Domain((Range("x", ZERO),)), SQUARE.statement), Sign()),)),
        "the claim",
    ),
    "a name that is empty": (replace(GOOD, proof=(replace(STEP, name=""),)), "a new name"),
    "a name that is taken": (replace(GOOD, proof=(STEP, STEP)), "a new name"),
    "a name that is reserved": (replace(GOOD, proof=(replace(STEP, name="limit"),)), "a new name"),
    "an unknown name": (replace(GOOD, proof=(replace(STEP, defined=("0",)),)), "names of earlier steps"),
    "a hypothesis that may have no value": (
        Certificate(
            Claim(REALS, (relation(">=", log(X), ZERO),), X**2, ">=", ZERO),
            (Have("1", Fact(REALS.with_conditions(relation(">=", log(X), ZERO)), SQUARE.statement), Sign()),),
            (("x", TWO),),
        ),
        "a hypothesis that is defined",
    ),
    "a witness elsewhere": (
        Certificate(
            Claim(REALS, (relation(">=", X, ONE),), X, ">=", ONE),
            (Have("1", Fact(REALS.with_conditions(relation(">=", X, ONE)), relation(">=", X, ONE)), Given()),),
            (("x", ZERO),),
        ),
        "certainly satisfies domain and hypotheses",
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    assert isinstance(check(ACCEPTED[name]), Proved)


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name: str) -> None:
    certificate, expected = REJECTED[name]
    answer = check(certificate)
    assert isinstance(answer, Rejected)
    assert expected in answer.expected


def test_a_pattern_is_no_claim() -> None:
    """The last step must be a fact, though the pattern says as much."""
    last = Have("2", Pattern(REALS, "x", X**2, (1,)), OneSign("1"))
    assert check_step(Have("0", SQUARE, Sign()), Context()) is None
    refused = rejects_proof((STEP, last), SQUARE, Context())
    assert refused is not None
    assert "the claim" in refused.expected


@pytest.mark.parametrize("r", [Range("x", log(MINUS_ONE)), Range("x", None, log(MINUS_ONE))])
def test_an_end_must_have_a_value(r: Range) -> None:
    refused = check_step(Have("1", Fact(Domain((r,)), SQUARE.statement), Sign()), Context())
    assert refused is not None
    assert refused.expected == "an end that is certainly defined"


def test_a_step_is_named_where_it_is_refused() -> None:
    for name, where in (("goal", "goal"), ("", "a step")):
        refused = check_step(Have(name, FALSE, Sign()), Context())
        assert refused is not None
        assert refused.where == where


def test_a_context_forgets() -> None:
    ctx = Context()
    bounds, field = ctx.bounds(REALS), ctx.field(REALS)
    assert ctx.bounds(REALS) is bounds
    assert ctx.field(REALS) is field
    assert ctx.holds_where_defined(relation(">=", X**2 - 2 * X + 1, ZERO), REALS)
    remembered = dict(ctx._shown)
    ctx.forget()
    assert remembered
    assert not ctx._shown
    assert ctx.bounds(REALS) is not bounds
    assert ctx.field(REALS) is not field


def test_what_a_context_sees() -> None:
    apart, plane = relation("!=", X, Y), Domain((Range("x"), Range("y")))
    ctx, there = Context(), plane.with_conditions(relation("!=", X, Y))
    assert ctx.holds_where_defined(apart, there)
    assert not ctx.holds_where_defined(apart, plane)
    assert ctx.covers(there.with_range(Range("x", ZERO)), there)
    assert not ctx.covers(plane, there)
    above = Domain((Range("x"),), (relation(">", X, MINUS_ONE),))
    assert ctx.covers(Domain((Range("x", ZERO),)), above)
    assert not ctx.covers(REALS, above)
    ctx.facts["equal"] = Fact(plane, relation("==", X, Y))
    for op in ("<=", ">=", "=="):
        assert ctx.holds_where_defined(relation(op, X, Y), plane, ("equal",))
    assert not ctx.holds_where_defined(relation("<", X, Y), plane, ("equal",))


def test_what_a_step_is_granted_is_granted_to_no_other() -> None:
    ctx, t = Context(), log(X)
    assert ctx.undefined(t, REALS, granted=(t,)) is None
    assert ctx.undefined(t, REALS) is not None
    ctx.facts["value"] = Fact(REALS, relation("<=", HIDDEN, num(9)))
    assert ctx.undefined(HIDDEN, REALS, ("value",)) is None
    assert ctx.undefined(HIDDEN, REALS) is not None


#: Defined, as e**t > t; the kernel does not see it without a fact.
HIDDEN = bind("Integral", log(exp(T) - T) * exp(-3 * T), "t", ONE, OO)


def test_an_integral_has_a_value_as_a_fact_says() -> None:
    ctx = Context()
    ctx.facts["part"] = Fact(Domain((Range("x", ZERO),)), relation("<=", HIDDEN, X + 9))
    ctx.facts["pattern"] = Pattern(REALS, "x", HIDDEN, (1,))
    assert ctx.undefined(HIDDEN, Domain((Range("x", ONE),)), ("part",)) is None
    assert ctx.undefined(HIDDEN, REALS, ("part", "pattern")) is not None
    assert ctx.undefined(bind("Integral", exp(-T), "t", ZERO, OO), REALS) is None  # it visibly converges


# -- refutations ------------------------------------------------------------------------------------------------------

WHY = {
    "division by zero": (1 / X, ZERO),
    "an even root of a negative number": (power(X, HALF), MINUS_ONE),
    "its argument must be positive": (log(X), MINUS_ONE),
    "its argument is outside the branch": (func("LambertW", X, MINUS_ONE), ONE),
    "outside its domain": (power(X, X), num(-1, 2)),
    "no condition holds": (piecewise([(ONE, relation(">", X, ZERO))]), ZERO),
}


@pytest.mark.parametrize("why", WHY)
def test_why_a_term_has_no_value(why: str) -> None:
    t, at = WHY[why]
    answer = refute(Claim(REALS, (), t, "<=", t + 1), (("x", at),))
    assert isinstance(answer, Undefined)
    assert answer.why == why


def test_a_refutation_needs_a_point_where_all_is_certain() -> None:
    at = (("x", ZERO),)
    assert isinstance(refute(Claim(REALS, (), X, ">=", ONE), at), Refuted)
    assert isinstance(refute(Claim(Domain((Range("x", ONE),)), (), X, ">=", TWO), at), Rejected)
    assert isinstance(refute(Claim(REALS, (relation(">=", X, ONE),), X, ">=", TWO), at), Rejected)
    assert isinstance(refute(Claim(REALS, (relation(">=", GHOST + X, ZERO),), X, ">=", TWO), at), Rejected)
    assert isinstance(refute(Claim(REALS, (), GHOST + X, ">", ZERO), at), Rejected)
    assert isinstance(refute(Claim(REALS, (relation(">=", log(X), ZERO),), X, ">=", ONE), at), Undefined)


# -- exact points -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("op", ["<", "<=", "==", "!=", ">=", ">"])
def test_comparisons(op: str) -> None:
    for a, b in ((0, 1), (1, 1), (1, 0)):
        true = {"<": a < b, "<=": a <= b, "==": a == b, "!=": a != b, ">=": a >= b, ">": a > b}[op]
        r = relation(op, num(a), X)
        assert satisfied(r, {"x": num(b)}) is true
        assert fails(r, {"x": num(b)}) is not true
    assert satisfied(relation(op, GHOST, ZERO), {}) is None
    assert not fails(relation(op, GHOST, ZERO), {})


def test_nothing_fails_and_nothing_holds_where_a_side_has_no_value() -> None:
    gone = {"x": MINUS_ONE}
    assert not fails(relation("!=", log(X) - log(X), ZERO), gone)
    assert not fails(relation(">", func("gamma", num(-1, 2)), num(9)), {})  # a value that no rule shows to be one
    assert conjunction([None, True]) is None
    assert satisfied(relation("==", log(X) - log(X), ZERO), gone) is False
    assert in_domain(REALS, {"x": log(MINUS_ONE)}) is not True
    assert in_domain(REALS, {"x": ONE, "y": ONE}) is False
    assert in_domain(REALS, {"x": Y}) is False
    assert in_domain(REALS, {"x": relation("<=", ZERO, ONE)}) is False


def total(body: Term, name: str, lower: Term | int, upper: Term | int, op: str = "Sum") -> Term:
    ends = (num(e) if isinstance(e, int) else e for e in (lower, upper))
    return bind(op, body, name, *ends)


POLE = total(1 / (K - 2), "k", 1, 3)  # k == 2 has no value
MIST = sqrt(func("gamma", num(1, 3)) - 2)
AT = {
    "a branch that is not taken": (piecewise([(log(X), relation(">", X, ZERO))], ZERO), {"x": ZERO}, True),
    "a branch that is taken": (piecewise([(log(X), relation("<=", X, ZERO))], ZERO), {"x": ZERO}, False),
    "a branch that may be taken": (piecewise([(log(MINUS_ONE), relation(">", GHOST, ZERO))], ZERO), {}, None),
    "an argument that may be positive": (log(GHOST), {}, None),
    "one part of two has no value": (log(X) + log(GHOST), {"x": ZERO}, False),
    "one part of two may have no value": (log(X) + log(GHOST), {"x": ONE}, None),
    "the first part of two may have no value": (log(GHOST) + log(X), {"x": ONE}, None),
    "gamma between its poles": (func("gamma", X), {"x": num(-1, 2)}, None),
    "gamma at a pole": (func("gamma", X), {"x": MINUS_ONE}, False),
    "gamma at a pole, perhaps": (func("gamma", X), {"x": GHOST - 1}, None),
    "a binomial of a negative integer": (func("binomial", X, TWO), {"x": num(-3)}, False),
    "a binomial of a negative number": (func("binomial", X, TWO), {"x": num(-5, 2)}, None),
    "a root of a negative number": (power(X, Y), {"x": num(-2), "y": HALF}, False),
    "a whole power of a negative number": (power(X, Y), {"x": num(-2), "y": MINUS_ONE}, True),
    "a root with an exponent of many digits": (power(X, num(2**301 + 1, 2)), {"x": MINUS_ONE}, False),
    "a negative power of zero": (power(X, Y), {"x": ZERO, "y": MINUS_ONE}, False),
    "a positive power of zero": (power(X, Y), {"x": ZERO, "y": HALF}, True),
    "a power that may be whole": (power(X, Y), {"x": num(-2), "y": ONE + GHOST}, None),
    "a sum that diverges": (total(1 / K, "k", 1, OO), {}, None),
    "an integral with a part that balls decide": (MIST + total(exp(T), "t", 0, 1, "Integral"), {}, True),
    "a sum term by term": (total(1 / K, "k", 1, MAX_INSTANCES), {}, True),
    "a sum of too many terms": (total(1 / K, "k", 1, MAX_INSTANCES + 1), {}, None),
    "a sum with a pole": (POLE, {}, False),
    "a sum of sums": (total(total(1 / N, "k", 1, 2), "n", 1, 2), {}, None),
    "a pole between the integers": (total(1 / (T - HALF), "t", 0, 2, "Integral"), {}, None),
    "ends with symbols": (total(1 / K, "k", 1, N), {}, None),
    "a lower end that is no integer": (total(1 / K, "k", HALF, 3), {}, None),
    "an upper end that is no integer": (total(1 / K, "k", 1, num(7, 2)), {}, None),
    "a lower end that may be an integer": (total(1 / K, "k", 1 + GHOST, 3), {}, None),
    "an upper end that may be an integer": (total(1 / K, "k", 1, 3 + GHOST), {}, None),
}


@pytest.mark.parametrize("name", AT)
def test_where_a_term_is_defined(name: str) -> None:
    t, point, expected = AT[name]
    assert defined_at(t, point)[0] is expected


def guarded(value: Term, t: Term, upper: Term) -> Term:
    """The value where 0 <= t <= upper, and 0 elsewhere."""
    return piecewise([(piecewise([(value, relation("<=", t, upper))], ZERO), relation(">=", t, ZERO))], ZERO)


COUNTED = total(K, "k", 0, 1)  # it binds a symbol of the same name
SHADOWED = {
    "conditions on the outer symbol of that name": (guarded(POLE, K, ONE), {"k": ZERO}),
    "conditions on another symbol": (guarded(POLE, Y, ONE), {"y": ZERO}),
    "conditions on a sum over a symbol of that name": (guarded(POLE, COUNTED, ONE), {}),
}


@pytest.mark.parametrize("name", SHADOWED)
def test_conditions_around_a_sum_are_not_its_ends(name: str) -> None:
    """The index would run over 0 and 1, and the pole at 2 would not be seen."""
    t, point = SHADOWED[name]
    assert defined_at(t, point)[0] is not True


# -- the vocabulary ---------------------------------------------------------------------------------------------------

MALFORMED = {
    "a name that is none": lambda: Range("1x"),
    "a closed end at minus infinity": lambda: Range("x", None, None, False),
    "a closed end at infinity": lambda: Range("x", None, None, True, False),
    "a lower end with symbols": lambda: Range("x", Y),
    "an upper end with symbols": lambda: Range("x", None, Y),
    "an end that is a relation": lambda: Range("x", relation("<=", ZERO, ONE)),
    "a pattern of a relation": lambda: Pattern(REALS, "x", relation("<=", X, ONE), (1,)),
    "a symbol with two ranges": lambda: Domain((Range("x"), Range("x", ZERO))),
    "a condition that is no relation": lambda: Domain((Range("x"),), (X,)),
    "a condition on a symbol without a range": lambda: Domain((Range("x"),), (relation("<=", X, Y),)),
    "a claim that is no relation": lambda: Claim(REALS, (), X, "+", ZERO),
    "a claim that two sides differ": lambda: Claim(REALS, (), X, "!=", ZERO),
    "a hypothesis that is no relation": lambda: Claim(REALS, (X,), X, "<=", ONE),
    "a hypothesis on a symbol without a range": lambda: Claim(REALS, (relation("<=", Y, ONE),), X, "<=", ONE),
    "a claim on a symbol without a range": lambda: Claim(REALS, (), Y, "<=", ONE),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name: str) -> None:
    with pytest.raises(TermError):
        MALFORMED[name]()


def test_a_claim_says_which_relation_is_none() -> None:
    with pytest.raises(TermError, match="claim: found relation"):
        Claim(REALS, (), X, "+", ZERO)


def test_a_range_is_replaced_or_added() -> None:
    both = Domain((Range("x"), Range("y")))
    positive, more = Range("x", ZERO), Range("t")
    assert both.with_range(positive) == Domain((positive, Range("y")))
    assert both.with_range(more) == Domain((Range("x"), Range("y"), more))
    assert (both.range("x"), both.range("y")) == (Range("x"), Range("y"))
    assert both.without("x") == Domain((Range("y"),))
    assert Range("x", ZERO, ONE, False, False).lower is ZERO


def test_what_is_granted_on_one_domain_is_granted_where_it_covers_another() -> None:
    above, higher = (Domain((Range("x", end, None, True),)) for end in (ZERO, ONE))
    below = Domain((Range("x", None, ZERO, True, True),))
    step = Step(Have("goal", SQUARE, Identity()), Context())
    odd = log(exp(X) - X - ONE)  # defined off 0, which the kernel does not see by itself
    assert not step.is_defined(odd, above)
    step.grant(above, odd)
    assert step.is_defined(odd, above)
    assert step.is_defined(odd, higher)
    assert not step.is_defined(odd, below)
    assert not step.is_defined(odd, REALS)
    assert step.is_defined(X, REALS)
    assert not step.is_defined(log(X), REALS)


def test_the_logarithm_of_gamma_has_no_value_near_its_cut() -> None:
    assert _log_gamma(acb(-0.5), True).real.is_nan()
    assert _log_gamma(acb(arb(0, 0.5), 1), True).real.is_nan()
    assert _log_gamma(acb(3), True).real.overlaps(arb(2).log())
