"""`assert_sound`: is a function that answers in floats a bound of what is true? Decided by balls, at random points and at the corners.

    from dpsym.testing import assert_sound, truths

    def test_my_accountant():
        assert_sound(my_delta, truths.gaussian_delta, {"sigma": (0.1, 1e3), "eps": (0.0, 50.0)})

The function gets the arguments of a point by name, the truth gets the same, floats as exact fractions, and `digits`, and returns a ball
(or an int, a Fraction, an fmpq). An answer is the number it is, to the last bit:

    sound       certainly not below the truth (`bound="upper"`), or not above it ("lower")
    unsound     certainly below the truth; "negative" where the truth is not, "infinite" where it lies
    undecided   the balls of the most digits still contain the answer, or the truth cannot be told at that point
    error       no number: an exception, nan, None, a bool, a text, an array

`slack` is relative and exact: with slack s an upper bound is unsound only below (1 − s) times a positive truth. An unsound point and an
error are made simple: arguments are replaced by simpler ones as long as the answer is as bad.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import isfinite, isinf, isnan
from typing import Any, Literal

from flint import arb, ctx, fmpq

from ..objects.errors import ObjectError
from .balls import ball, bits, number
from .domains import Domain, Point, domain_of, simpler_points

DIGITS = (20, 60, 300)
POINTS = 200
MOST_POINTS = 1_000_000
MOST_SHRINKS = 200  # calls to make one point simple
SHOWN = 3  # findings of a kind that a report prints

Function = Callable[..., Any]
Truth = Callable[..., Any]
Bound = Literal["upper", "lower"]
Verdict = Literal["sound", "unsound", "undecided", "error"]
#: How far an unsound answer is off, relative to the truth unless that is 0.
SIZES = (("rounding", Fraction(1, 10**9)), ("visible", Fraction(1, 4)))
WORST = "factor"


@dataclass(frozen=True)
class Case:
    """One call, and what was decided about its answer."""

    point: Point
    verdict: Verdict
    answer: str
    truth: str = ""
    reason: str = ""
    size: str = ""  # of what an unsound answer is off by: rounding, visible, factor
    ratio: str = ""  # of truth and answer, the greater over the smaller, in decimals that are known; oo
    off: float = 0.0  # the logarithm of the ratio, to sort by
    digits: int = 0  # with which it was decided

    @property
    def kind(self) -> str:
        """What must stay as it is while the point is made simpler."""
        return self.verdict + (f" {self.reason.partition(':')[0]}" if self.verdict == "error" else "")

    def to_json(self) -> dict[str, Any]:
        shown = {"point": _plain(self.point), "verdict": self.verdict, "answer": self.answer, "truth": self.truth}
        more = {"reason": self.reason, "size": self.size, "ratio": self.ratio, "digits": self.digits}
        return {**shown, **{k: v for k, v in more.items() if v}, "text": str(self)}

    def __str__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.point.items())
        said = [f"{given}: found {self.answer}"]
        if self.truth:
            said.append(f"truth {self.truth}")
        if self.ratio:
            said.append(f"off by a factor of {self.ratio}")
        if self.reason:
            said.append(self.reason)
        return ", ".join(said)


@dataclass(frozen=True)
class Report:
    """What was found of one function. `cases` are all calls, `simple` the worst findings at points made simple."""

    name: str
    bound: Bound
    slack: Fraction
    seed: int
    cases: tuple[Case, ...]
    simple: tuple[Case, ...] = field(default=())

    def _of(self, verdict: Verdict) -> tuple[Case, ...]:
        return tuple(c for c in self.cases if c.verdict == verdict)

    @cached_property
    def sound(self) -> tuple[Case, ...]:
        return self._of("sound")

    @cached_property
    def unsound(self) -> tuple[Case, ...]:
        """The worst first."""
        return tuple(sorted(self._of("unsound"), key=lambda c: -c.off))

    @cached_property
    def undecided(self) -> tuple[Case, ...]:
        return self._of("undecided")

    @cached_property
    def errors(self) -> tuple[Case, ...]:
        return self._of("error")

    @property
    def worst(self) -> Case | None:
        """The unsound answer that is off the most."""
        return self.unsound[0] if self.unsound else None

    @property
    def ok(self) -> bool:
        return not self.unsound and not self.errors

    def to_json(self) -> dict[str, Any]:
        return {
            "function": self.name,
            "bound": self.bound,
            "slack": str(self.slack),
            "seed": self.seed,
            "points": len(self.cases),
            "sound": len(self.sound),
            "unsound": [c.to_json() for c in self.unsound],
            "undecided": [c.to_json() for c in self.undecided],
            "errors": [c.to_json() for c in self.errors],
            "worst": self.worst.to_json() if self.worst else None,
            "simple": [c.to_json() for c in self.simple],
        }

    def json(self) -> str:
        return json.dumps(self.to_json(), indent=1, ensure_ascii=False)

    def __str__(self) -> str:
        counts = f"{len(self.sound)} sound, {len(self.unsound)} unsound, {len(self.undecided)} undecided"
        lines = [f"{self.name}, {self.bound} bound: {len(self.cases)} points, {counts}, {len(self.errors)} errors"]
        for label, cases in (("unsound", self.unsound), ("error", self.errors), ("undecided", self.undecided)):
            lines += [f"  {label:<9} {case}" for case in cases[:SHOWN]]
            if len(cases) > SHOWN:
                lines.append(f"  {'':<9} and {len(cases) - SHOWN} more")
        lines += [f"  simple    {case}" for case in self.simple]
        return "\n".join(lines)


class UnsoundError(AssertionError):
    """The report of a function that is no bound, or gave no number."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report


def assert_sound(
    function: Function,
    truth: Truth,
    domain: Mapping[str, Any] | Domain,
    bound: Bound = "upper",
    slack: Any = 0,
    *,
    points: int = POINTS,
    seed: int = 0,
    digits: tuple[int, ...] = DIGITS,
    errors: Literal["fail", "allow"] = "fail",
    undecided: Literal["fail", "allow"] = "allow",
    name: str | None = None,
) -> Report:
    """The report of `examine`; raises UnsoundError, which holds it, for an unsound answer and, unless they are allowed, errors.

    Points that are undecided are no failure unless `undecided="fail"`, but they are in the report, and nothing is said of them.
    """
    for option, given in (("errors", errors), ("undecided", undecided)):
        if given not in ("fail", "allow"):
            raise ObjectError(f"assert_sound: found {option} = {given!r}, expected 'fail' or 'allow'")
    report = examine(function, truth, domain, bound, slack, points=points, seed=seed, digits=digits, name=name)
    failed = report.unsound or (errors == "fail" and report.errors) or (undecided == "fail" and report.undecided)
    if failed:
        raise UnsoundError(report)
    return report


def examine(
    function: Function,
    truth: Truth,
    domain: Mapping[str, Any] | Domain,
    bound: Bound = "upper",
    slack: Any = 0,
    *,
    points: int = POINTS,
    seed: int = 0,
    digits: tuple[int, ...] = DIGITS,
    name: str | None = None,
    shrinks: int = MOST_SHRINKS,
) -> Report:
    """Calls the function at the corners of the domain and at random points, `points` in all, and decides each answer.

    At most `shrinks` calls more make one finding simple.
    """
    if bound not in ("upper", "lower"):
        raise ObjectError(f"assert_sound: found bound = {bound!r}, expected 'upper' or 'lower'")
    allowed = number(slack, "slack")
    if not 0 <= allowed < 1:
        raise ObjectError(f"assert_sound: found slack = {allowed}, expected a number from 0 to below 1")
    if isinstance(points, bool) or not isinstance(points, int) or not 1 <= points <= MOST_POINTS:
        raise ObjectError(f"assert_sound: found points = {points!r}, expected a number from 1 to {MOST_POINTS}")
    if not digits or any(isinstance(d, bool) or not isinstance(d, int) or not 1 <= d <= 10_000 for d in digits):
        raise ObjectError(f"assert_sound: found digits = {digits!r}, expected whole numbers from 1 to 10000")
    where = domain_of(domain)
    judge = Judge(function, truth, bound, allowed, tuple(sorted(digits)))
    cases = tuple(judge(point) for point in where.points(points, seed))
    called = name or str(getattr(function, "__name__", repr(function)))
    found = Report(called, bound, allowed, seed, cases)
    firsts = {c.kind: c for c in reversed(found.errors)}
    simple = [simplified(judge, where, c, shrinks) for c in (*found.unsound[:1], *list(firsts.values())[:SHOWN])]
    return Report(called, bound, allowed, seed, cases, tuple(simple))


@dataclass(frozen=True)
class Judge:
    """Calls a function at a point and decides its answer."""

    function: Function
    truth: Truth
    bound: Bound
    slack: Fraction
    digits: tuple[int, ...]

    def __call__(self, point: Point) -> Case:
        try:
            answer = self.function(**point)
        except Exception as error:  # of the function that is examined, whatever it is
            return Case(point, "error", "no answer", reason=f"{type(error).__name__}: {_line(str(error))}")
        value, shown = read_answer(answer), _line(repr(answer))
        if isinstance(value, str):
            return Case(point, "error", shown, reason=value)
        return self._decided(point, value, shown)

    def _decided(self, point: Point, value: Fraction | arb, shown: str) -> Case:
        exact_point = exactly(point)
        reason, told = f"{self.digits[-1]} digits do not tell it from the truth", ""
        for digits in self.digits:
            try:
                true = as_ball(self.truth(**exact_point, digits=digits), digits)
            except ObjectError as error:
                return Case(point, "undecided", shown, reason=f"the truth is not told: {error}")
            with ctx.workprec(bits(digits) + 60):
                mine = value if isinstance(value, arb) else ball(value)
                goal = self._goal(true)
                sound = mine >= goal if self.bound == "upper" else mine <= goal
                unsound = mine < goal if self.bound == "upper" else mine > goal
                told = shown_ball(true)
                if sound:
                    return Case(point, "sound", shown, told, digits=digits, off=_log_ratio(mine, true))
                if unsound:
                    return self._unsound(point, mine, true, shown, digits)
        return Case(point, "undecided", shown, told, reason)

    def _goal(self, true: arb) -> arb:
        """What an answer must not be below, or above: the truth less, or more, its slack."""
        away = abs(true) * ball(self.slack) if self.slack else arb(0)
        return true - away if self.bound == "upper" else true + away

    def _unsound(self, point: Point, mine: arb, true: arb, shown: str, digits: int) -> Case:
        reason = "negative" if mine < 0 and true >= 0 else "infinite" if not mine.is_finite() else ""
        off = _log_ratio(mine, true)
        gap = abs(mine - true) if true.is_finite() else arb.pos_inf()
        if not true.is_zero():
            gap /= abs(true)
        size = next((name for name, most in SIZES if gap <= ball(most)), WORST)
        low, high = (mine, true) if self.bound == "upper" else (true, mine)
        ratio = shown_ratio(high / low) if low > 0 and high.is_finite() else "oo"
        return Case(point, "unsound", shown, shown_ball(true), reason, size, ratio, off, digits)


def simplified(judge: Judge, domain: Domain, case: Case, most: int = MOST_SHRINKS) -> Case:
    """The same finding at simpler arguments: an error of the same kind, or an unsound answer that is as bad."""
    first, calls = case, 0
    while True:
        for point in simpler_points(domain, case.point):
            if calls >= most:
                return case
            calls += 1
            found = judge(point)
            if found.kind == first.kind and (first.verdict != "unsound" or _as_bad(found, first)):
                case = found
                break
        else:
            return case


def _as_bad(found: Case, first: Case) -> bool:
    """Off by a factor too, or of the same size and by a quarter as much at least; 0 or less only for what was so."""
    if (found.ratio == "oo") != (first.ratio == "oo") and found.size == WORST:
        return False
    return _order(found.size) >= _order(first.size) and (found.size == WORST or found.off >= first.off / 4)


def read_answer(answer: Any) -> Fraction | arb | str:
    """The number that an answer is; an infinite one as a ball; a text says why it is none."""
    if answer is None:
        return "None, expected a number"
    if isinstance(answer, bool) or type(answer).__name__ in ("bool_", "bool"):
        return "a truth value, expected a number"
    if isinstance(answer, arb):
        return answer if answer.is_exact() and not answer.is_nan() else "a ball that is not exact, expected a number"
    if hasattr(answer, "item") and getattr(answer, "ndim", 0) == 0:  # a scalar of numpy
        answer = answer.item()
    if isinstance(answer, (int, Fraction, fmpq)):
        return number(answer)
    if isinstance(answer, (float, Decimal)):
        if isnan(answer):
            return "nan, expected a number"
        if isinf(answer):
            return arb.pos_inf() if answer > 0 else arb.neg_inf()
        return Fraction(answer)
    return f"a value of type {type(answer).__name__}, expected a number"


def as_ball(true: Any, digits: int) -> arb:
    if isinstance(true, arb):
        if true.is_nan():
            raise ObjectError("found nan, expected a ball")
        return true
    with ctx.workprec(bits(digits) + 60):
        if isinstance(true, float) and isinf(true):
            return arb.pos_inf() if true > 0 else arb.neg_inf()
        return ball(number(true, "the truth"))


def exactly(point: Point) -> Point:
    return {n: number(v) if isinstance(v, float) else v for n, v in point.items()}


def told(truth: Truth, **point: Any) -> str:
    """A truth at a point, in fifteen decimals that are known."""
    return shown_ball(as_ball(truth(**exactly(point), digits=20), 20), 15)


def shown_ball(x: arb, digits: int = 12) -> str:
    """Decimals that are known."""
    if not x.is_finite():
        return "oo" if x > 0 else "-oo"
    return str(x.str(digits, radius=False))


def shown_ratio(x: arb) -> str:
    """A ratio above 1: `591.1`, or `1 + 2.2e-16` where it is close to 1."""
    more = x - 1
    return f"1 + {shown_ball(more, 2)}" if more < arb("1e-3") else shown_ball(x, 4)


def _log_ratio(mine: arb, true: arb) -> float:
    """|log(mine/true)|, oo where one of them is not positive or not finite."""
    if not (mine > 0 and true > 0 and mine.is_finite() and true.is_finite()):
        return float("inf")
    found = float(abs((mine / true).log()).mid())
    return found if isfinite(found) else float("inf")


def _order(size: str) -> int:
    names = [name for name, _ in SIZES]
    return names.index(size) if size in names else len(names) if size == WORST else -1


def _line(text: str, most: int = 160) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 3] + "..."


def _plain(point: Point) -> dict[str, Any]:
    return {n: v if isinstance(v, (bool, int, float, str, type(None))) else str(v) for n, v in point.items()}
