"""Findings: the right ones are accepted, and each condition that makes one right is missed if it alone does not hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest

from dpsym.derive.reach import out_of_reach
from dpsym.encoding.findings import finding_to_json
from dpsym.kernel.reals import findings as kernel
from dpsym.kernel.reals.codec import CodecError
from dpsym.kernel.reals.findings import (
    Fails,
    Finding,
    Found,
    Gap,
    Holds,
    Optimum,
    Region,
    check_finding,
    failing,
    holding,
    optimal,
    spreading,
)
from dpsym.kernel.reals.findings_codec import finding_from_json
from dpsym.kernel.statements import Certificate, Claim, Domain, Range
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import ONE, TWO, ZERO, Term, div, func, log, num, relation, sub, sym
from dpsym.kernel.verdicts import Proved, Rejected, StepRejected
from dpsym.reading.text.claims import read_claims, read_relations, read_term
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget

c, d, n, t, x = map(sym, "cdntx")


@cache
def proof(claim: Claim) -> Certificate:
    result = decide(claim, Budget(seconds=5)).result
    assert isinstance(result, Proved), claim
    return result.certificate


def proofs(claims: tuple[Claim, ...]) -> tuple[Certificate, ...]:
    return tuple(map(proof, claims))


def claim(text: str, *where: str, given: tuple[str, ...] = ()) -> Claim:
    return read_claims(text, where=where, given=given)[0]


def up_to(end: Term, is_open: bool = True, name: str = "c") -> Range:
    return Range(name, None, end, True, is_open)


def from_(end: Term, is_open: bool = False, name: str = "c") -> Range:
    return Range(name, end, None, is_open, True)


def region(question: Claim, symbol: str = "c", rising: bool = True, monotone: bool = True) -> Region:
    empty = Region(question, symbol, (), None, rising)
    return replace(empty, monotone=proof(spreading(empty))) if monotone else empty


def holds(r: Region, piece: Range, at: Term | None = None) -> Holds:
    return Holds(piece, proof(holding(r, piece, at)), at)


def fails(
    r: Region, piece: Range, parameter: Range | None, limit: Term | None = None, upper: bool = True, **values: Term
) -> Fails:
    put = tuple(values.items())
    return Fails(piece, put, parameter, proofs(failing(r.claim, put, parameter)), limit, upper)


# -- right findings ---------------------------------------------------------------------------------------------------


@cache
def at_an_end() -> Region:
    """x <= c for 0 <= x <= 1: c >= 1; below it fails at x = 1."""
    r = region(claim("x <= c", "0 <= x <= 1"))
    near = Range("c", ZERO, ONE, True, True)
    return replace(r, pieces=(fails(r, up_to(ONE), near, x=ONE, c=c), holds(r, from_(ONE), ONE)))


@cache
def at_a_point() -> Region:
    """The same between two numbers that are very close."""
    low, high = num(10**13 - 1, 10**13), ONE
    r = region(claim("x <= c", "0 <= x <= 1"))
    first = fails(r, up_to(low, False), None, x=ONE, c=low)
    return replace(r, pieces=(first, Gap(Range("c", low, high, True, True)), holds(r, from_(high), high)))


@cache
def at_a_limit() -> Region:
    """n/(n + 1) <= c for all integers n >= 1: c >= 1; below it fails as n grows."""
    r = region(claim("n/(n + 1) <= c", "n in integers, n >= 1"))
    tail = Range("n", ONE, None, False, True, True)
    values = {"n": n, "c": read_term("1 - 2/n")}
    return replace(r, pieces=(fails(r, up_to(ONE), tail, ONE, True, **values), holds(r, from_(ONE), ONE)))


@cache
def at_a_finite_end() -> Region:
    """x <= c for 0 < x < 1: c >= 1; below it fails as x rises to 1."""
    r = region(claim("x <= c", "0 < x < 1"))
    tail = Range("x", ZERO, ONE, True, True)
    values = {"x": x, "c": read_term("2*x - 1")}
    return replace(r, pieces=(fails(r, up_to(ONE), tail, ONE, True, **values), holds(r, from_(ONE), ONE)))


@cache
def greatest() -> Region:
    """x >= c for 1 <= x <= 2: c <= 1."""
    r = region(claim("x >= c", "1 <= x <= 2"), rising=False)
    near = Range("c", ONE, TWO, True, True)
    return replace(r, pieces=(holds(r, up_to(ONE, False), ONE), fails(r, from_(ONE, True), near, x=ONE, c=c)))


@cache
def piecewise() -> Region:
    """x**2 > x: below 0 and above 1."""
    r = region(claim("x**2 > x", "x in reals"), "x", monotone=False)
    middle = Range("x", ZERO, ONE, False, False)
    pieces = (holds(r, up_to(ZERO, True, "x")), fails(r, middle, middle, x=x), holds(r, from_(ONE, True, "x")))
    return replace(r, pieces=pieces)


@cache
def over_integers() -> Region:
    """n**2 <= 6*n for integers n >= 1: up to 6."""
    r = region(claim("n**2 <= 6*n", "n in integers, n >= 1"), "n", monotone=False)
    first, rest = Range("n", ONE, num(6), False, False, True), Range("n", num(7), None, False, True, True)
    return replace(r, pieces=(holds(r, first), fails(r, rest, rest, n=n)))


@cache
def both_sides() -> Region:
    """x - c <= c with given: c >= 1/2 for x <= 1, where the hypothesis is x <= 1."""
    r = region(claim("x - c <= c", "0 <= x <= 5", given=("x <= 1",)))
    near = Range("c", ZERO, num(1, 2), True, True)
    half = num(1, 2)
    return replace(r, pieces=(fails(r, up_to(half), near, x=ONE, c=c), holds(r, from_(half), half)))


@cache
def never() -> Region:
    """x <= c for all real x: no c, as x = c + 1 shows for c >= 0, and so for all."""
    r = region(claim("x <= c", "x in reals"))
    return replace(r, pieces=(fails(r, Range("c"), from_(ZERO), x=c + 1, c=c),))


@cache
def with_a_hole() -> Region:
    """1/x**2 > 0 wherever it has a value."""
    r = region(claim("1/x**2 > 0", "x in reals"), "x", monotone=False)
    hole = Gap(Range("x", ZERO, ZERO, False, False))
    return replace(r, pieces=(holds(r, up_to(ZERO, True, "x")), hole, holds(r, from_(ZERO, True, "x"))))


@cache
def at_an_integer() -> Region:
    """1/n <= c for all integers n >= 1: c >= 1, as n = 1 shows."""
    r = region(claim("1/n <= c", "n in integers, n >= 1"))
    near = Range("c", ZERO, ONE, True, True)
    return replace(r, pieces=(fails(r, up_to(ONE), near, n=ONE, c=c), holds(r, from_(ONE), ONE)))


@cache
def smallest() -> Optimum:
    """x**2 - 2*t*x is least at x = t, if 0 <= x, t <= 1 and x <= 2*t, and -t**2 there."""
    question = claim("x**2 - 2*t*x >= 0", "0 <= x <= 1", "0 <= t <= 1", "x <= 2*t")
    value = read_term("-t**2")
    o = Optimum(question.domain, (), question.lhs, ("x",), False, value, (("x", t),), ())
    return replace(o, certificates=proofs(optimal(o)))


@cache
def infimum() -> Optimum:
    """1/x comes as close to 0 as one likes."""
    question = claim("1/x >= 0", "x >= 1")
    slack = Range("s", ZERO, ONE, True, False)
    o = Optimum(question.domain, (), question.lhs, ("x",), False, ZERO, (("x", div(ONE, sym("s"))),), (), slack)
    return replace(o, certificates=proofs(optimal(o)))


@cache
def supremum() -> Optimum:
    """-1/x comes as close to 0 as one likes, for each integer n that is given to be small."""
    question = claim("-1/x + n >= 0", "x >= 1", "n in integers, n >= 0", given=("n <= 3",))
    slack = Range("s", ZERO, ONE, True, True)
    o = Optimum(question.domain, question.given, question.lhs, ("x",), True, n, (("x", div(ONE, sym("s"))),), (), slack)
    return replace(o, certificates=proofs(optimal(o)))


RIGHT: list[Callable[[], Finding]] = [
    at_an_end, at_a_point, at_a_limit, at_a_finite_end, greatest, piecewise, over_integers, both_sides, never, with_a_hole,
    at_an_integer, smallest, infimum, supremum,
]  # fmt: skip


@pytest.mark.parametrize("make", RIGHT, ids=lambda f: f.__name__)
def test_right_findings_are_accepted_and_survive_json(make: Callable[[], Finding]) -> None:
    finding = make()
    assert isinstance(check_finding(finding), Found)
    read = finding_from_json(json.loads(json.dumps(finding_to_json(finding))))
    assert read == finding
    assert isinstance(check_finding(read), Found)
    with pytest.raises(TypeError):
        bool(check_finding(finding))


# -- wrong ones: each has one flaw ------------------------------------------------------------------------------------


def changed(base: Callable[[], Region], number: int, **fields: object) -> Region:
    """The region with other fields in one of its pieces."""
    pieces = list(base().pieces)
    pieces[number] = replace(pieces[number], **fields)  # type: ignore[arg-type]
    return replace(base(), pieces=tuple(pieces))


def integer_trap() -> Region:
    """n = 2/(1 - c) would do, if n were real: everything that is asked of it is proved, but it is no integer."""
    good = at_a_limit()
    near = Range("c", ZERO, ONE, False, True)
    w = read_term("2/(1 - c)")
    real = replace(good.claim, domain=good.claim.domain.with_range(Range("n", ONE, None, False, True)))
    put = (("n", w), ("c", c))
    piece = Fails(up_to(ONE), put, near, proofs(failing(real, put, near)))
    return replace(good, pieces=(piece, good.pieces[1]))


def too_far() -> Region:
    """Failure for 0 < c < 1 says nothing of c = 1: x < c would have been another claim."""
    return changed(at_an_end, 0, piece=up_to(ONE, False))


def too_far_at_a_point() -> Region:
    first, _, last = at_a_point().pieces
    return replace(at_a_point(), pieces=(replace(first, piece=up_to(ONE)), last))


def limit_included() -> Region:
    return changed(at_a_limit, 0, piece=up_to(ONE, False))


def wrong_limit() -> Region:
    """1 - 2/n does not tend to 2."""
    first, last = at_a_limit().pieces
    assert isinstance(first, Fails)
    two = replace(first, piece=up_to(TWO), limit=TWO)
    return replace(at_a_limit(), pieces=(two, replace(last, piece=from_(TWO))))


def wrong_end() -> Region:
    return changed(at_a_finite_end, 0, upper=False)


def limit_without_a_parameter() -> Region:
    return changed(at_a_point, 0, limit=num(2))


def limit_with_symbols() -> Region:
    return changed(at_a_limit, 0, limit=n)


def neither_number_nor_parameter() -> Region:
    """c = x - t**2 for 0 < t < 1: fails for each t, but the values need not come close to 1 from everywhere below."""
    r = region(claim("x <= c", "0 <= x <= 1"))
    some = Range("t", num(1, 2), ONE, True, True)
    piece = fails(r, up_to(ONE), some, x=ONE, c=sub(ONE, t))
    return replace(r, pieces=(piece, at_an_end().pieces[1]))


def no_parameter_at_all() -> Region:
    return changed(at_an_end, 0, parameter=None)


def holds_without_spreading() -> Region:
    r = at_an_end()
    alone = fails(replace(r, monotone=None), up_to(ONE), up_to(ONE), x=ONE, c=c)
    return replace(r, pieces=(alone, r.pieces[1]), monotone=None)


def fails_without_spreading() -> Region:
    r = at_an_end()
    return replace(r, pieces=(r.pieces[0], holds(r, from_(ONE))), monotone=None)


def spreads_the_other_way() -> Region:
    return replace(at_an_end(), rising=False)


def spreading_of_less() -> Region:
    """That validity spreads among positive constants says nothing of the others."""
    r = at_an_end()
    less = replace(r.claim, domain=r.claim.domain.with_range(from_(ZERO)))
    return replace(r, monotone=proof(spreading(replace(r, claim=less))))


def condition_on_the_symbol() -> Region:
    """x <= c for x >= c, x <= 1: where the domain moves with c, validity need not spread: c > 1 has no x at all."""
    question = claim("x <= c", "0 <= x <= 1", "x >= c - 5")
    return replace(at_an_end(), claim=question)


def value_outside_the_range() -> Region:
    """For c >= 2 alone the question is another one: the value 1 is not among them."""
    r = at_an_end()
    question = replace(r.claim, domain=r.claim.domain.with_range(from_(TWO)))
    new = region(question)
    return replace(new, pieces=(holds(new, from_(TWO), ONE),))


def middle_piece_beyond_the_range() -> Region:
    """The last piece ends where the range does, but the one before it goes on to 3, where x (2 - x) >= 1/2 fails."""
    end = num(1, 2)
    r = region(claim("x*(2 - x) >= 1/2", "1/2 <= x <= 1"), "x")
    far, last = Range("x", end, num(3), False, False), Range("x", ONE, ONE, False, False)
    return replace(r, pieces=(holds(r, far, end), holds(r, last, end)))


def real_piece_that_spreads_over_integers() -> Region:
    """n <= floor(n) spreads from 0 to all integers; of 1/2 nothing is shown, and it fails there."""
    r = region(claim("n <= floor(n)", "n in integers", "n >= 0"), "n")
    return replace(r, pieces=(holds(r, from_(ZERO, name="n"), ZERO),))


def piece_beyond_the_range() -> Region:
    """x (2 - x) >= 1/2 spreads from 1/2 to 1, where the range ends: of x >= 1/2 nothing is shown, and at 3 it fails."""
    end = num(1, 2)
    r = region(claim("x*(2 - x) >= 1/2", "1/2 <= x <= 1"), "x")
    return replace(r, pieces=(holds(r, from_(end, name="x"), end),))


def piece_before_the_range() -> Region:
    end = num(1, 2)
    r = region(claim("x*(2 - x) <= 3/4", "0 <= x <= 1/2"), "x", rising=False)
    return replace(r, pieces=(holds(r, up_to(end, False, name="x"), end),))


def piece_before_the_value() -> Region:
    r = at_an_end()
    first, last = r.pieces
    half = num(1, 2)
    return replace(r, pieces=(replace(first, piece=up_to(half)), replace(last, piece=from_(half))))


def hole_between_pieces() -> Region:
    return changed(at_an_end, 1, piece=from_(ONE, True))


def end_left_out() -> Region:
    return replace(piecewise(), pieces=piecewise().pieces[:2])


def beginning_left_out() -> Region:
    return replace(piecewise(), pieces=piecewise().pieces[1:])


def wrong_order() -> Region:
    return replace(piecewise(), pieces=piecewise().pieces[::-1])


def piece_of_another_symbol() -> Region:
    return changed(piecewise, 0, piece=up_to(ZERO, True, "y"))


def undefined_end() -> Region:
    """An end log(0) is no number: a gap between two of them is no gap."""
    end = log(ZERO)
    gap = Gap(Range("x", end, end, False, False))
    return replace(piecewise(), pieces=(piecewise().pieces[0], gap, *piecewise().pieces[1:]))


def wide_gap() -> Region:
    r, low = at_a_point(), num(99, 100)
    early = fails(r, up_to(low, False), None, x=ONE, c=low)
    return replace(r, pieces=(early, Gap(Range("c", low, ONE, True, True)), r.pieces[2]))


def inverted_gap() -> Region:
    """From 1 back to 1/2: all is covered, and what is printed of the gap would be no interval."""
    r, half = at_an_end(), num(1, 2)
    again = fails(r, Range("c", half, ONE, False, True), Range("c", ZERO, ONE, True, True), x=ONE, c=c)
    return replace(r, pieces=(r.pieces[0], Gap(Range("c", ONE, half, False, True)), again, r.pieces[1]))


def endless_gap() -> Region:
    return replace(at_an_end(), pieces=(Gap(up_to(ONE)), at_an_end().pieces[1]))


def endless_gap_above() -> Region:
    return replace(at_an_end(), pieces=(at_an_end().pieces[0], Gap(from_(ONE))))


def nothing_but_gaps() -> Region:
    question = claim("x <= c", "0 <= x <= 1", "c == 1")
    return Region(question, "c", (Gap(Range("c", ONE, ONE, False, False)),))


def no_pieces() -> Region:
    return replace(at_an_end(), pieces=())


def too_many_pieces() -> Region:
    point = Gap(Range("c", ONE, ONE, False, False))
    first, last = at_an_end().pieces
    return replace(at_an_end(), pieces=(first, *[point] * kernel.MAX_PIECES, last))


def equality() -> Region:
    question = claim("x == c", "0 <= x <= 1")
    return replace(at_an_end(), claim=question)


def unknown_symbol() -> Region:
    return replace(at_an_end(), symbol="y")


def witness_outside() -> Region:
    """x = 2 is not in 0 <= x <= 1, and what is proved of it is less than is asked."""
    r = at_an_end()
    put = (("x", TWO), ("c", c))
    near = Range("c", ZERO, TWO, True, True)
    wide = replace(r.claim, domain=r.claim.domain.with_range(Range("x", ZERO, num(3), False, False)))
    piece = Fails(up_to(TWO), put, near, proofs(failing(wide, put, near)))
    return replace(r, pieces=(piece, replace(r.pieces[1], piece=from_(TWO))))


def hypothesis_not_satisfied() -> Region:
    """x = 2 violates the hypothesis x <= 1."""
    r = both_sides()
    put = (("x", TWO), ("c", c))
    near = Range("c", ZERO, ONE, True, True)
    free = replace(r.claim, given=())
    piece = Fails(up_to(ONE), put, near, proofs(failing(free, put, near)))
    return replace(r, pieces=(piece, replace(r.pieces[1], piece=from_(ONE))))


def value_missing() -> Region:
    return changed(at_an_end, 0, values=(("c", c),))


def value_twice() -> Region:
    return changed(at_an_end, 0, values=(("x", ONE), ("c", c), ("x", ONE)))


def value_of_nothing() -> Region:
    return changed(at_an_end, 0, values=(("x", ONE), ("c", c), ("y", ONE)))


def foreign_value() -> Region:
    return changed(at_an_end, 0, values=(("x", sym("y")), ("c", c)))


def undefined_value() -> Region:
    """The claim does not speak of x, which ranges over all reals: log(-1) is none of them."""
    question = replace(claim("c >= 1", "c in reals"), domain=Domain((Range("c"), Range("x"))))
    r = region(question)
    near = Range("c", ZERO, ONE, True, True)
    good = fails(r, up_to(ONE), near, c=c, x=ZERO)
    bad = replace(good, values=(("c", c), ("x", log(num(-1)))))
    return replace(r, pieces=(bad, holds(r, from_(ONE), ONE)))


def undefined_parameter() -> Region:
    """A parameter between undefined ends takes no values."""
    r = at_an_end()
    none = Range("t", log(ZERO), log(num(-1)), True, True)
    put = (("x", ONE), ("c", num(1, 2)))
    certificates = proofs(failing(r.claim, put, None))
    return replace(r, pieces=(Fails(up_to(ONE), put, none, certificates), r.pieces[1]))


def swapped_certificates() -> Region:
    return changed(at_a_point, 0, certificates=at_a_point().pieces[0].certificates[::-1])  # type: ignore[union-attr]


def certificate_left_out() -> Region:
    return changed(at_a_point, 0, certificates=at_a_point().pieces[0].certificates[:-1])  # type: ignore[union-attr]


def certificate_without_proof() -> Region:
    last = at_an_end().pieces[1]
    assert isinstance(last, Holds)
    return changed(at_an_end, 1, certificate=replace(last.certificate, proof=()))


def certificate_of_another_claim() -> Region:
    return changed(at_an_end, 1, certificate=proof(claim("x <= 2", "0 <= x <= 1")))


def real_piece_for_integers() -> Region:
    r = over_integers()
    first = r.pieces[0].piece
    real = Range("n", first.lower, first.upper, False, False)
    return replace(r, pieces=(holds(replace(r, claim=_real(r.claim)), real), r.pieces[1]))


def _real(question: Claim) -> Claim:
    return replace(question, domain=question.domain.with_range(Range("n", ONE, None, False, True)))


def empty_parameter() -> Region:
    """Between 1 and 1 there is nothing: no value of c fails."""
    return changed(at_an_end, 0, parameter=Range("c", ONE, ONE, True, True))


def integers_among_reals() -> Region:
    """x <= c for 0 <= x <= 9/2 fails for the integers c < 5, but not for c = 19/4."""
    r = region(claim("x <= c", "0 <= x <= 9/2"))
    some = Range("c", ONE, num(5), False, True, True)
    last = holds(r, from_(num(5)), num(5))
    return replace(r, pieces=(fails(r, up_to(num(5)), some, x=num(9, 2), c=c), last))


def equality_that_spreads() -> Region:
    """c == 1 holds at 1; that c grows says nothing."""
    question = claim("c >= 1", "c >= 1")
    r = region(question)
    at = holding(replace(r, claim=replace(question, relation="==")), from_(ONE), ONE)
    return replace(r, claim=replace(question, relation="=="), pieces=(Holds(from_(ONE), proof(at), ONE),))


def undefined_range() -> Region:
    """A range that begins at log(-1)."""
    r = at_an_end()
    question = replace(r.claim, domain=r.claim.domain.with_range(from_(log(num(-1)))))
    return replace(r, claim=question)


#: What each is refused for.
WRONG_REGIONS: dict[Callable[[], Region], str] = {
    integer_trap: "an integer",
    too_far: "no further than",
    too_far_at_a_point: "no further than",
    limit_included: "no further than",
    wrong_limit: "a value that tends to 2",
    wrong_end: "a value that tends to 1",
    limit_without_a_parameter: "a parameter that tends",
    limit_with_symbols: "a number",
    neither_number_nor_parameter: "a number, the parameter, or a limit",
    integers_among_reals: "a number, the parameter, or a limit",
    no_parameter_at_all: "symbols of",
    holds_without_spreading: "a proof that it spreads",
    fails_without_spreading: "a proof that validity spreads",
    spreads_the_other_way: "one of Claim",
    spreading_of_less: "one of Claim",
    condition_on_the_symbol: "conditions on other symbols alone",
    value_outside_the_range: "a value certainly in the range",
    piece_before_the_value: "beyond 1",
    piece_beyond_the_range: "an interval within",
    piece_before_the_range: "an interval within",
    middle_piece_beyond_the_range: "an interval within",
    real_piece_that_spreads_over_integers: "an interval within",
    hole_between_pieces: "intervals in rising order",
    end_left_out: "intervals in rising order",
    beginning_left_out: "intervals in rising order",
    wrong_order: "intervals in rising order",
    piece_of_another_symbol: "an interval within",
    undefined_end: "certainly defined",
    wide_gap: "shorter than 1e-12",
    inverted_gap: "ends in order",
    endless_gap: "two ends",
    endless_gap_above: "two ends",
    nothing_but_gaps: "a piece that says something",
    no_pieces: "1 to 200",
    too_many_pieces: "1 to 200",
    equality: "one of <= < >= >",
    equality_that_spreads: "one of <= < >= >",
    unknown_symbol: "a symbol of the claim",
    witness_outside: "one of Claim",
    hypothesis_not_satisfied: "4 of them",
    value_missing: "one value for each symbol",
    value_twice: "one value for each symbol",
    value_of_nothing: "one value for each symbol",
    foreign_value: "symbols of",
    undefined_value: "seen to be defined",
    undefined_parameter: "certainly defined",
    swapped_certificates: "one of Claim",
    certificate_left_out: "3 of them",
    certificate_without_proof: "1 to 10000 steps",
    certificate_of_another_claim: "one of Claim",
    real_piece_for_integers: "an interval within",
    empty_parameter: "one of Claim",
    undefined_range: "certainly defined",
}


@pytest.mark.parametrize("make", WRONG_REGIONS, ids=lambda f: f.__name__)
def test_a_region_with_one_flaw_is_refused(make: Callable[[], Region]) -> None:
    answer = check_finding(make())
    assert isinstance(answer, Rejected)
    assert answer.found
    assert WRONG_REGIONS[make] in answer.expected


def test_what_is_out_of_reach_can_be_asked_before_anything_is_proved() -> None:
    r = at_a_limit()
    good = r.pieces[0]
    assert isinstance(good, Fails)
    assert out_of_reach(r, replace(good, certificates=())) is None
    assert _unreached(r, good, limit=TWO) == "a value that tends to 2"


def test_integers_do_not_tend_to_a_number() -> None:
    some = Range("n", ONE, num(5), False, True, True)
    values = (("n", n), ("c", read_term("1 - (5 - n)/9")))
    expected = _unreached(at_a_limit(), at_a_limit().pieces[0], parameter=some, values=values)
    assert expected == "an interval, or numbers up to infinity"


def test_a_limit_is_one_along_the_reals_where_the_value_is_defined() -> None:
    values = (("n", n), ("c", read_term("1 - 2/n + 0*(n - 5/2)**(-1)")))
    assert "seen to be defined" in _unreached(at_a_limit(), at_a_limit().pieces[0], values=values)


def _unreached(r: Region, piece: object, **fields: object) -> str:
    assert isinstance(piece, Fails)
    answer = out_of_reach(r, replace(piece, certificates=(), **fields))  # type: ignore[arg-type]
    assert isinstance(answer, Rejected)
    return answer.expected


# -- the claims that are asked for, as they are written ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rising", "wanted"),
    [
        ("x <= c", True, "c <= d"),
        ("x < c", True, "c <= d"),
        ("x >= c", False, "d <= c"),
        ("c <= x", False, "d <= c"),
        ("x - c <= c", True, "c - (x - c) <= d - (x - d)"),
        ("2*c > x - c", True, "2*c - (x - c) <= 2*d - (x - d)"),
    ],
)
def test_what_spreading_asks_for(text: str, rising: bool, wanted: str) -> None:
    question = claim(text, "0 <= x <= 1", "c in reals")
    found = spreading(Region(question, "c", (), None, rising))
    (statement,) = (read_claims(wanted)[0],)
    other = {"d": sym("c'")}
    assert found.statement is substitute(statement.statement, other)
    assert found.domain.conditions == (relation("<=" if rising else ">=", c, sym("c'")),)
    assert found.domain.range("c'") == replace(question.domain.range("c"), name="c'")


def test_what_failing_asks_for() -> None:
    question = claim("x <= c", "0 <= x <= 1", "n in integers, n >= 1", "x <= n", given=("n <= 9",))
    wide, narrow = Range("t", ZERO, TWO, True, False), Range("t", ZERO, ONE, True, False)
    values = (("x", t), ("n", ONE), ("c", ZERO))
    texts = ["t >= 0", "t <= 1", "1 >= 1", "t <= 1", "1 <= 9", "t > 0"]
    assert [f.statement for f in failing(question, values, wide)] == [read_relations(w)[0] for w in texts]
    assert [f.statement for f in failing(question, values, narrow)] == [read_relations(w)[0] for w in texts[2:]]


def test_a_value_is_defined_if_that_it_lies_in_its_range_is_to_be_shown() -> None:
    question = claim("x <= c", "x >= 0")
    one = Range("t", ZERO, None, True, True)
    values = (("x", read_term("log(exp(t) - t - t**2/2)")), ("c", num(-1)))
    assert failing(question, values, one)
    with pytest.raises(StepRejected):
        failing(claim("x <= c", "x in reals"), values, one)


def test_what_an_optimum_asks_for() -> None:
    question = claim("x - n >= 0", "x >= 0", "n >= 0", "t >= 0", "n <= t", "x >= t", given=("n + t <= 9", "x <= 10"))
    low = Optimum(question.domain, question.given, question.lhs, ("x",), False, t - n, (("x", t),), ())
    texts = ["x - n >= t - n", "t >= 0", "t >= t", "t <= 10", "t - n == t - n"]
    claims = optimal(low)
    assert [w.statement for w in claims] == [read_relations(w)[0] for w in (texts[0], *texts[2:])]
    for w in claims[1:]:
        assert w.domain.names == ("n", "t")
        assert w.domain.conditions == (relation("<=", n, t),)
        assert w.given == (relation("<=", n + t, num(9)),)
    s = Range("s", ZERO, ONE, True, False)
    assert optimal(replace(low, slack=s))[-1].statement is relation("<=", t - n, (t - n) + sym("s"))
    assert optimal(replace(low, slack=s, greatest=True))[-1].statement is relation(">=", t - n, (t - n) - sym("s"))


def value_with_a_chosen_symbol() -> Optimum:
    return replace(smallest(), value=read_term("-x**2"))


def optimiser_elsewhere() -> Optimum:
    """x = 2*t - 1 is not where the value is taken: the certificate that is missing cannot be had."""
    return replace(smallest(), optimiser=(("x", ONE),))


def optimiser_missing() -> Optimum:
    return replace(smallest(), optimiser=())


def nothing_chosen() -> Optimum:
    return replace(smallest(), over=(), optimiser=(), certificates=smallest().certificates[:1])


def chosen_twice() -> Optimum:
    return replace(smallest(), over=("x", "x"), optimiser=(("x", t), ("x", t)))


def chosen_of_nothing() -> Optimum:
    return replace(smallest(), over=("y",), optimiser=(("y", t),))


def other_sense() -> Optimum:
    return replace(smallest(), greatest=True)


def outside_of_a_condition() -> Optimum:
    """Where x <= t/2 the least value is another one; x = t violates it."""
    domain = Domain(smallest().domain.ranges, (relation("<=", x, div(t, TWO)),))
    new = replace(smallest(), domain=domain)
    wanted = optimal(new)
    known = [proof(w) for w in (wanted[0], *wanted[1:-2], wanted[-1])]
    return replace(new, certificates=tuple(known))


def slack_that_is_large() -> Optimum:
    """Within s for s >= 1 says nothing."""
    o = replace(infimum(), slack=Range("s", ONE, TWO, True, False), optimiser=(("x", ONE),))
    return replace(o, certificates=proofs(optimal_unchecked(o)))


def slack_that_is_zero() -> Optimum:
    return replace(infimum(), slack=Range("s", ZERO, ONE, False, False))


def slack_without_room() -> Optimum:
    return replace(infimum(), slack=Range("s", ZERO, ZERO, True, True))


def slack_that_is_taken() -> Optimum:
    return replace(infimum(), slack=Range("x", ZERO, ONE, True, False), optimiser=(("x", div(ONE, x)),))


def slack_with_an_undefined_end() -> Optimum:
    return replace(infimum(), slack=Range("s", ZERO, log(ZERO), True, True))


def undefined_domain() -> Optimum:
    o = smallest()
    ranges = tuple(
        Range("t", ZERO, func("log", num(-1)), False, False) if r.name == "t" else r for r in o.domain.ranges
    )
    return replace(o, domain=Domain(ranges, o.domain.conditions))


def integer_optimiser() -> Optimum:
    """Over the integers x**2 - x is least at 0 and 1, not at 1/2."""
    question = claim("x**2 - x >= 0", "x in reals")
    real = Optimum(question.domain, (), question.lhs, ("x",), False, num(-1, 4), (("x", num(1, 2)),), ())
    whole = Domain((Range("x", integer=True),))
    certificates = proofs(optimal(real))
    first = replace(certificates[0].claim, domain=whole)
    return replace(real, domain=whole, certificates=(proof(first), *certificates[1:]))


def optimal_unchecked(o: Optimum) -> tuple[Claim, ...]:
    """The claims of an optimum whose slack is refused, as if it were not."""
    good = replace(o, slack=Range("s", ZERO, ONE, True, False))
    assert o.slack is not None
    return tuple(
        replace(w, domain=Domain(tuple(o.slack if r.name == "s" else r for r in w.domain.ranges)))
        for w in optimal(good)
    )


WRONG_OPTIMA: dict[Callable[[], Optimum], str] = {
    value_with_a_chosen_symbol: "a term in ['t']",
    optimiser_elsewhere: "5 of them",
    optimiser_missing: "one value for each of them",
    nothing_chosen: "different symbols of the domain",
    chosen_twice: "different symbols of the domain",
    chosen_of_nothing: "different symbols of the domain",
    other_sense: "one of Claim",
    outside_of_a_condition: "3 of them",
    slack_that_is_large: "takes small positive values",
    slack_that_is_zero: "takes small positive values",
    slack_without_room: "takes small positive values",
    slack_that_is_taken: "takes small positive values",
    slack_with_an_undefined_end: "certainly defined",
    undefined_domain: "certainly defined",
    integer_optimiser: "an integer",
}


@pytest.mark.parametrize("make", WRONG_OPTIMA, ids=lambda f: f.__name__)
def test_an_optimum_with_one_flaw_is_refused(make: Callable[[], Optimum]) -> None:
    answer = check_finding(make())
    assert isinstance(answer, Rejected)
    assert answer.found
    assert WRONG_OPTIMA[make] in answer.expected


# -- JSON -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [at_a_point, infimum], ids=lambda f: f.__name__)
def test_damaged_json_is_refused_with_a_place(make: Callable[[], Finding]) -> None:
    good = finding_to_json(make())
    for key in good:
        damage: list[object] = [None, 7, "x", [], {}, [7], [[1]]]
        for bad in damage:
            value = {**good, key: bad}
            with suppress(CodecError):
                assert isinstance(check_finding(finding_from_json(value)), (Found, Rejected))
    with pytest.raises(CodecError):
        finding_from_json([])
    with pytest.raises(CodecError):
        finding_from_json({**good, "finding": "miracle"})
