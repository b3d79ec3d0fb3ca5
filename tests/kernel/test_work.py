"""What one question may cost: products of limits are limits too, and what exceeds them is not seen."""

from __future__ import annotations

import pytest
from flint import fmpq, fmpq_poly

from dpsym.kernel.arithmetic import elements
from dpsym.kernel.arithmetic.bounds import Bounds, Interval
from dpsym.kernel.arithmetic.elements import MAX_BITS, MAX_SIZE, WORK, Meter, NormalError, box, height
from dpsym.kernel.arithmetic.field import Field
from dpsym.kernel.arithmetic.limits import limit_sign
from dpsym.kernel.arithmetic.polynomials import univariate_pattern
from dpsym.kernel.arithmetic.signs import _descartes, factors_of
from dpsym.kernel.arithmetic.sturm import polynomial_pattern, sturm_chain
from dpsym.kernel.reals import context
from dpsym.kernel.reals.context import Context
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ZERO, add, func, mul, num, power, relation, sub, sym

X, Y, Z = sym("x"), sym("y"), sym("z")
LONG = 3**5000


def test_a_meter_counts_operations_times_bits_and_bounds_each_result() -> None:
    meter = Meter(1000)
    assert meter.allows(5, 36)
    assert meter.left == 500
    assert not meter.allows(6, 36)
    assert not meter.allows(1, 0)
    assert meter.spent == 1164
    meter.refill()
    assert (meter.left, meter.spent) == (WORK, 1164)
    assert not meter.allows(1, MAX_BITS + 1)
    assert not meter.allows(1, 36, MAX_SIZE // 100 + 1)
    with pytest.raises(NormalError):
        Meter(99).charge(1, 36)


def test_heights_are_those_over_the_common_denominator() -> None:
    field = Field()
    x = field.normal(X).num
    assert height(field.ring.constant(0)) == 0
    assert height(1 + LONG * x + x * x) >= LONG.bit_length()  # neither the first nor the last coefficient
    assert height(x / 3 + x * x / 5) >= 4
    assert box([3, 0, 7]) == (8, 32)
    assert box([]) == (1, 1)


def test_a_power_of_many_long_terms_has_no_normal_form() -> None:
    wide = add(*(mul(num(LONG + k), s) for k, s in enumerate((X, Y, Z))))
    assert not Field().is_zero(sub(power(wide, num(60)), power(wide, num(60))))
    short = add(X, Y, Z)
    assert Field().is_zero(sub(power(short, num(60)), power(short, num(60))))


def test_each_question_has_its_own_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    field, square = Field(), sub(power(add(X, Y), num(2)), add(mul(X, X), mul(num(2), X, Y), mul(Y, Y)))
    field.meter.left = -1
    assert field.is_zero(square)
    monkeypatch.setattr(elements, "WORK", 10)
    field.forget()
    assert not field.is_zero(square)
    shared = Meter(10)
    assert not Field(meter=shared).is_zero(square)  # one that asks for another question has its allowance


def test_what_is_long_to_factor_is_its_own_factor() -> None:
    field = Field()
    p, q = (field.normal(add(power(X, num(100)), power(Y, num(n)), num(n))).num for n in (100, 99))
    assert len(factors_of(p * q)[1]) == 1
    assert len(factors_of(field.normal(sub(power(X, num(2)), num(1))).num)[1]) == 2


def test_descartes_rule_does_not_raise_long_ends_to_high_powers() -> None:
    coefficients = {0: fmpq(-1), 20_000: fmpq(1)}
    assert _descartes(coefficients, Interval(fmpq(2), None), Meter()) == (1, True)
    assert _descartes(coefficients, Interval(fmpq(LONG), None), Meter()) == (0, False)


def test_sturm_chains_are_made_of_integers_without_common_divisor() -> None:
    chain = sturm_chain(fmpq_poly([fmpq(1, 3), fmpq(-7, 2), 0, 5]))
    assert all(q.denom() == 1 and q.numer().content() == 1 for q in chain)
    assert chain[0] == fmpq_poly([2, -21, 0, 30])
    assert polynomial_pattern(fmpq_poly([2, -3, 1]), Interval(None, None)) == ((1, -1, 1), True)


def test_a_pattern_of_long_numbers_is_not_seen() -> None:
    r = Range("x", num(0), num(1))
    long = add(*(mul(num(LONG + k), power(X, num(k))) for k in range(80)))
    assert univariate_pattern(long, "x", Field(Domain((r,))), r) is None
    assert Field(Domain((Range("x"),))).term_sign(long) == (0, False)


def test_a_high_power_of_a_tail_has_its_limit() -> None:
    t = power(func("erfc", X), num(15_000))
    assert limit_sign(t, "x", Domain(), None, True, 4, lambda: None) == 0


def test_long_products_of_intervals_keep_their_sign() -> None:
    bounds = Bounds(Domain((Range("x", num(fmpq(LONG, 2**7900))),)))
    product = mul(*(add(X, num(j)) for j in range(40)))
    assert bounds.of(product).positive
    assert bounds.of(mul(num(-1), product)).negative
    assert bounds.of(ZERO) == Interval(fmpq(0), fmpq(0))


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question has its allowance of work; what all of them leave behind has one of its own."""
    monkeypatch.setattr(context, "MOST_KEPT", 10**7)
    ctx, x = Context(), sym("x")
    for j in range(60):
        assert ctx.same_where_defined((x + 3**j) ** 30, (3**j + x) ** 30, Domain((Range("x", num(j)),)))
        kept = sum(f.meter.spent for f in ctx._fields.values())
        assert kept < 2 * 10**7
    assert len(ctx._fields) < 60


def test_what_fits_is_kept_and_what_is_forgotten_is_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    ctx, x = Context(), sym("x")
    first, second, third = (Domain((Range("x", num(j)),)) for j in range(3))
    kept = ctx.field(first)
    assert ctx.field(second) is not kept
    assert ctx.field(first) is kept  # there is room for both
    assert ctx.bounds(first).satisfies(relation(">", x + 1, ZERO))
    monkeypatch.setattr(context, "MOST_BOUNDS", ctx._kept["bits"] - 1)
    others = ctx.bounds(third)
    assert ctx.bounds(third) is others
    ctx.bounds(second)
    assert ctx.bounds(third) is others  # the count began anew
    assert ctx.field(first) is not kept
