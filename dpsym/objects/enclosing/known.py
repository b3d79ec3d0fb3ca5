"""Balls as answers: they print the digits that were asked for, or those that are known, and `oo`; what is too wide is no answer."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, ctx

MORE = (1, 3, 9, 27)  # times the digits that are asked for, one after the other


class Ball(arb):
    """An enclosure as flint's `arb`, which prints itself with the digits that were asked for."""

    def __init__(self, value: arb, digits: int) -> None:
        super().__init__(value)
        self.digits = digits

    def __str__(self) -> str:
        if self == arb.pos_inf():
            return "oo"
        text: str = self.str(self.digits)
        return text

    __repr__ = __str__


def is_known(ball: arb, digits: int) -> bool:
    """Whether so many significant digits are known, or the value is exactly 0, or infinite."""
    if ball == arb.pos_inf() or ball.is_zero():
        return True
    with ctx.workprec(64):
        return bool(ball.is_finite() and ball.rad() <= abs(arb(ball.mid())) * arb(10) ** -digits)


def near_zero(ball: arb, digits: int) -> bool:
    """Whether it is below 10**(-2*digits): the value may be 0."""
    with ctx.workprec(64):
        return bool(ball.is_finite() and ball.abs_upper() < arb(10) ** (-2 * digits))


def bits_of(ball: arb) -> int:
    """A precision at which 1 less the ball, a number of about 1, is not wider than the ball."""
    radius = ball.rad()
    return 64 if radius.is_zero() else 64 - min(int(radius.man_exp()[1]), 0)


def to_digits(evaluate: Callable[[int], arb], digits: int, more: tuple[int, ...] = MORE) -> arb:
    """The first enclosure with so many digits when more and more are asked for, else the last one."""
    found = evaluate(digits)
    for times in more[1:]:
        if is_known(found, digits):
            break
        found = evaluate(times * digits + 20 * times)
    return found


def width_of(ball: arb) -> str:
    """The radius over the middle, for an error."""
    with ctx.workprec(64):
        if not ball.is_finite():
            return "infinite"
        if ball.contains(0):
            return f"below {ball.abs_upper().str(3, radius=False)} only"
        return str((ball.rad() / abs(arb(ball.mid()))).str(2, radius=False))
