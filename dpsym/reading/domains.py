"""From conditions to a Domain: which of them are ends of a symbol's range, and which are side conditions.

A relation between a symbol and a number is an end of the symbol's range; the tightest wins. Everything else is kept as
a side condition, as is an end whose order with another end cannot be decided. A domain that is seen to be empty is
refused: every claim would hold on it.

A law that is written in a claim brings the demands on its parameters along (a scale is positive, a probability lies in [0, 1]): those
that the stated conditions do not already show become conditions of the claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..kernel.arithmetic.balls import Unsupported
from ..kernel.reals.context import Context
from ..kernel.reals.quadrature import compare as compare_closed
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Domain, Range
from ..kernel.terms import BINDERS, FLIPPED, MINUS_OO, OO, ZERO, Term, TermError, num, relation, subterms
from ..objects.definitions import Demand

KINDS = ("reals", "integers")
_PRECISIONS = (128, 1024)  # an end without a finite enclosure at both has no value
_FAR = 2**256  # integers are looked for between two ends up to here
_WORK = 20_000  # steps of normal forms to see that a demand is met
_PARTS = 500  # of a demand that is looked at


@dataclass(frozen=True)
class Condition:
    """A relation, or the membership of the symbol `name` in a kind (reals, integers). `text` is as it was written."""

    relation: Term | None = None
    name: str = ""
    kind: str = "reals"
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        if self.text:
            return self.text
        r = self.relation
        return f"{self.name} in {self.kind}" if r is None else f"{r.lhs!r} {r.op} {r.rhs!r}"


class DomainError(ValueError):
    """Conditions that make no domain. `conditions` are those at fault, the last of them the one that broke it."""

    def __init__(self, message: str, conditions: tuple[Condition, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.conditions = conditions


def build_domain(conditions: Sequence[Condition], names: Iterable[str], demands: Sequence[Demand] = ()) -> Domain:
    """The domain of `names`, then of the other symbols of the conditions, in the order they appear."""
    names, conditions = tuple(names), list(conditions)
    domain = _build(conditions, names)
    for demand in demands:
        if not certain(demand.relation, domain):
            check_demand(demand)
            conditions.append(Condition(relation=_bound(demand.relation)))
            domain = _build(conditions, names)
    return domain


def check_demand(demand: Demand) -> None:
    """Refuses a demand on numbers that they do not meet."""
    r = demand.relation
    if r.free:
        return
    condition = Condition(relation=r, text=demand.words)
    try:
        _check_defined(r.lhs, condition)
        _closed(r, condition)
    except DomainError:
        raise DomainError(f"{demand.words}, found {r.lhs!r}", (condition,)) from None


def certain(r: Term, domain: Domain) -> bool:
    """Whether the kernel sees, without search, that a relation is defined and holds on the whole domain."""
    if not r.free <= set(domain.names) or sum(1 for _ in subterms(r)) > _PARTS:
        return False
    steps = iter(range(_WORK))

    def tick() -> None:
        if next(steps, None) is None:
            raise _TooLong

    ctx = Context(tick)
    try:
        return ctx.undefined(r, domain, ()) is None and ctx.holds_where_defined(r, domain)
    except (_TooLong, TermError):
        return False


def met_by_index(r: Term, binder: Term) -> bool:
    """Whether a relation holds for each value of the bound symbol of a sum, product or integral between numbers."""
    name, (_, lower, upper) = str(binder.value), binder.args
    try:
        ends = {
            "lower": None if lower.free or lower is MINUS_OO else lower,
            "upper": None if upper.free or upper is OO else upper,
        }
        index = Range(name, ends["lower"], ends["upper"], False, False, integer=binder.op != "Integral")
    except TermError:
        return False
    return r.free == {name} and certain(r, Domain((index,)))


class _TooLong(Exception):
    pass


def _bound(r: Term) -> Term:
    """A demand as a bound of one symbol, where it is one: 1/eps > 0 is eps > 0, and 1 - p >= 0 is p <= 1."""
    left = r.lhs
    if r.rhs is not ZERO:
        return r
    if left.op == "+" and len(left.args) == 2 and left.args[0].op == "num" and _negated(left.args[1]) is not None:
        return relation(FLIPPED[r.op], _negated(left.args[1]) or left, left.args[0])
    factors = [f for f in (left.args if left.op == "*" else (left,)) if not (f.op == "num" and f.value > 0)]  # type: ignore[operator]
    if r.op == ">" and len(factors) == 1:
        (f,) = factors
        base = f.lhs if f.op == "**" and f.rhs.op == "num" and f.rhs.value == -1 else f
        if base.op == "sym":
            return relation(">", base, ZERO)
    return r


def _negated(t: Term) -> Term | None:
    """x of -x, for a symbol x."""
    if t.op == "*" and len(t.args) == 2 and t.args[0].op == "num" and t.args[0].value == -1 and t.args[1].op == "sym":
        return t.args[1]
    return None


def _build(conditions: Sequence[Condition], names: Iterable[str]) -> Domain:
    ranges = {name: _Ends(name) for name in names}
    for condition in conditions:
        for name in [condition.name] if condition.relation is None else free_symbols(condition.relation):
            ranges.setdefault(name, _Ends(name))
    side: list[Term] = []
    for condition in conditions:
        if condition.relation is None:
            _add_kind(ranges[condition.name], condition)
        else:
            side += _add_relation(ranges, condition)
    for ends in ranges.values():
        ends.check_not_empty()
    return Domain(tuple(ends.range for ends in ranges.values()), tuple(dict.fromkeys(side)))


def free_symbols(t: Term) -> Iterator[str]:
    """The free symbols of a term in the order they are written."""
    seen: set[str] = set()
    pending: list[tuple[Term, frozenset[str]]] = [(t, frozenset())]
    while pending:
        u, bound = pending.pop()
        if u.op == "sym" and u.value not in bound and u.value not in seen:
            seen.add(str(u.value))
            yield str(u.value)
        elif u.free - bound - seen:
            inner = bound | {str(u.value)} if u.op in ("Sum", "Product", "Integral") else bound
            pending += [(a, inner if i == 0 else bound) for i, a in reversed(list(enumerate(u.args)))]


def _add_kind(ends: _Ends, condition: Condition) -> None:
    if condition.kind not in KINDS:
        raise DomainError(f"unknown set {condition.kind}; known: {', '.join(KINDS)}", (condition,))
    ends.used.append(condition)
    if condition.kind == "integers":
        ends.range = replace(ends.range, integer=True)


def _add_relation(ranges: dict[str, _Ends], condition: Condition) -> list[Term]:
    """Puts the condition into a range; what does not fit there comes back as side conditions."""
    r = condition.relation
    if r is None or not r.is_relation:
        raise DomainError(f"found {r!r}, expected a relation", (condition,))
    if r.rhs.op == "sym" and not r.lhs.free:
        r = relation(FLIPPED[r.op], r.rhs, r.lhs)
    if r.rhs in (OO, MINUS_OO) or r.lhs in (OO, MINUS_OO):
        return _infinite(r, condition)
    for closed in (t for t in r.args if not t.free):
        _check_defined(closed, condition)
    if not r.free:
        return _closed(r, condition)
    if r.lhs.op != "sym" or r.rhs.free or r.op == "!=" or not _evaluable(r.rhs):
        return [condition.relation or r]
    return ranges[str(r.lhs.value)].narrow(r, condition)


def _infinite(r: Term, condition: Condition) -> list[Term]:
    """Every number is below oo and above -oo: the condition says nothing, or nothing satisfies it."""
    if r.lhs in (OO, MINUS_OO):
        r = relation(FLIPPED[r.op], r.rhs, r.lhs)
    if r.lhs in (OO, MINUS_OO):
        raise DomainError(f"{condition} has no symbol", (condition,))
    if r.op == "!=" or r.op in (("<", "<=") if r.rhs is OO else (">", ">=")):
        if r.lhs.op != "sym":
            message = "infinity bounds a symbol only; of a formula, state the condition under which it has a value"
            raise DomainError(f"{condition}: {message}", (condition,))
        return []
    raise DomainError(f"empty domain: no number satisfies {condition}", (condition,))


def _closed(r: Term, condition: Condition) -> list[Term]:
    """A relation between two numbers: true says nothing, false leaves no point, undecided stays."""
    sign = compare_closed(r.lhs, r.rhs) if all(map(_evaluable, r.args)) else None
    if sign is None:
        return [r]
    holds = {"<": sign < 0, "<=": sign <= 0, "==": sign == 0, "!=": sign != 0, ">=": sign >= 0, ">": sign > 0}[r.op]
    if not holds:
        raise DomainError(f"empty domain: {condition} is false", (condition,))
    return []


def _evaluable(t: Term) -> bool:
    try:
        return bool(enclose(t, _PRECISIONS[0]).is_finite() or enclose(t, _PRECISIONS[1]).is_finite())
    except Unsupported:
        return False


def _check_defined(t: Term, condition: Condition) -> None:
    """Refuses a number that has no value, such as log(-1), and names the first part without one."""
    parts = list(subterms(t))
    if _evaluable(t) or any(u.op in BINDERS for u in parts):  # of an infinite sum or an integral nothing is known here
        return
    for u in parts:
        if not u.is_relation and not _evaluable(u):
            part = "a power or quotient" if u.op == "**" else u.op
            raise DomainError(f"{condition}: the value of {part} is undefined or cannot be computed", (condition,))


class _Ends:
    """A range that is being narrowed, with the conditions that made it."""

    def __init__(self, name: str) -> None:
        self.range = Range(name)
        self.used: list[Condition] = []

    def narrow(self, r: Term, condition: Condition) -> list[Term]:
        """Takes `name R number` into account; an end of undecided order with the one in force is a side condition."""
        sides = {"<": ("upper",), "<=": ("upper",), ">": ("lower",), ">=": ("lower",), "==": ("lower", "upper")}[r.op]
        left_over = [side for side in sides if not self._narrow(side, r.rhs, r.op in ("<", ">"))]
        if len(left_over) < len(sides):
            self.used.append(condition)
        return [r] if left_over else []

    def _narrow(self, side: str, end: Term, is_open: bool) -> bool:
        current: Term | None = getattr(self.range, side)
        order = compare_closed(end, current) if current is not None else 1 if side == "lower" else -1
        if order is None:
            return False
        if order == 0:
            is_open = is_open or getattr(self.range, f"{side}_open")
            end = current or end
        elif (order > 0) != (side == "lower"):
            return True
        new = {side: end, f"{side}_open": is_open}
        self.range = replace(self.range, **new)  # type: ignore[arg-type]
        return True

    def check_not_empty(self) -> None:
        r = self.range
        if r.lower is None or r.upper is None:
            return
        order = compare_closed(r.lower, r.upper)
        if order is None:
            return
        empty = order > 0 or (order == 0 and (r.lower_open or r.upper_open))
        if empty or (r.integer and _no_integer(r.lower, r.upper, r.lower_open, r.upper_open)):
            kind = "integer" if r.integer else "real"
            reasons = " and ".join(dict.fromkeys(map(str, self.used)))
            raise DomainError(f"empty domain: no {kind} {r.name} satisfies {reasons}", tuple(self.used))


def _no_integer(lower: Term, upper: Term, lower_open: bool, upper_open: bool) -> bool:
    """Whether certainly no integer lies between two numbers. Undecided is no."""

    def above(n: int) -> bool | None:
        order = compare_closed(num(n), lower)
        return None if order is None else order > 0 or (order == 0 and not lower_open)

    low, high = -1, 1
    while above(low) and low > -_FAR:
        low *= 2
    while above(high) is False and high < _FAR:
        high *= 2
    if above(low) is not False or above(high) is not True:
        return False
    while high - low > 1:  # low is not above the lower end, high is
        middle = (low + high) // 2
        answer = above(middle)
        if answer is None:
            return False
        low, high = (low, middle) if answer else (middle, high)
    order = compare_closed(num(high), upper)
    return order is not None and (order > 0 or (order == 0 and upper_open))
