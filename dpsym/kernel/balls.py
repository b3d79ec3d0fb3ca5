"""Rigorous enclosures: terms compiled to straight-line programs over Arb balls.

`Program(terms, names).run(values, prec)` returns one ball for each term; each ball contains the exact value at every point
of the box `values` at which the term is defined. A ball that is not finite says nothing. Common sub-terms are computed once.
Precision is an argument; flint's global setting is put back afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, mul, neg, truediv

from flint import arb, ctx, fmpq, fmpz

from .terms import ZERO, Term, subterms

MAX_SUM_TERMS = 10_000
_NAN = arb.nan()
_WIDE = 1e-6  # balls wider than this are mapped by their end points under monotone functions


class Unsupported(ValueError):
    """A term that has no ball program (an infinite sum, an integral)."""


def precision(prec: int):
    """A context in which flint works at `prec` bits."""
    return ctx.workprec(prec)


def _increasing(f: Callable[[arb], arb]) -> Callable[[arb], arb]:
    """The enclosure of an increasing function: f(lower) to f(upper) on wide balls."""

    def apply(x: arb) -> arb:
        if x.rad() < _WIDE:
            return f(x)
        low, high = f(x.lower()), f(x.upper())
        return low.union(high)

    return apply


def _sqrt(x: arb) -> arb:
    # The argument is >= 0 wherever the term is defined; a ball's rounding may still dip below.
    return _increasing(arb.sqrt)(x.nonnegative_part()) if x.upper() >= 0 else _NAN


def _erfc(x: arb) -> arb:
    if x.rad() < _WIDE:
        return x.erfc()
    return x.upper().erfc().union(x.lower().erfc())


def _cosh(x: arb) -> arb:
    if x.rad() < _WIDE:
        return x.cosh()
    top = arb(x.abs_upper()).cosh()
    return arb(x.abs_lower()).cosh().union(top)


def _phi(x: arb) -> arb:
    return _erfc(-x / arb(2).sqrt()) / 2


def _phi_inv(x: arb) -> arb:
    return -arb(2).sqrt() * (2 * x).erfcinv()


def _integer_power(n: int) -> Callable[[arb], arb]:
    if n < 0:
        positive = _integer_power(-n)
        return lambda x: 1 / positive(x)
    if n == 2:
        return lambda x: x * x if not x.contains(0) else arb(0).union(arb(x.abs_upper()) ** 2)
    if n % 2 == 0:
        return lambda x: x**n if not x.contains(0) else arb(0).union(arb(x.abs_upper()) ** n)
    return lambda x: x**n if x.rad() < _WIDE else (x.lower() ** n).union(x.upper() ** n)


def _rational_power(e: fmpq) -> Callable[[arb], arb]:
    """x**e for x >= 0 (x > 0 if e < 0), e not an integer: monotone, so mapped by its end points on wide balls."""
    p, q = int(e.p), int(e.q)
    if p < 0:
        positive = _rational_power(-e)
        return lambda x: 1 / positive(x)

    def increasing(x: arb) -> arb:
        return x.root(q) ** p

    def apply(x: arb) -> arb:
        return _increasing(increasing)(x.nonnegative_part()) if x.upper() >= 0 else _NAN

    return apply


def _real_power(x: arb, y: arb) -> arb:
    if x > 0:
        return (y * x.log()).exp()
    if y > 0 and x.upper() >= 0:  # 0**y is 0 for y > 0
        top = x.upper()
        return arb(0).union((y * top.log()).exp()) if top > 0 else arb(0)
    return _NAN


def _binomial(n: arb, k: arb) -> arb:
    return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()


def _lambert(branch: int) -> Callable[[arb], arb]:
    f = arb.lambertw if branch == 0 else lambda x: x.lambertw(branch=-1)
    return f


_UNARY: dict[str, Callable[[arb], arb]] = {
    "exp": _increasing(arb.exp), "log": _increasing(arb.log), "sqrt": _sqrt, "abs": abs, "sinh": _increasing(arb.sinh),
    "cosh": _cosh, "tanh": _increasing(arb.tanh), "asinh": _increasing(arb.asinh), "acosh": _increasing(arb.acosh),
    "atanh": _increasing(arb.atanh), "erf": _increasing(arb.erf), "erfc": _erfc, "Phi": _phi, "PhiInv": _phi_inv,
    "gamma": arb.gamma, "loggamma": arb.lgamma, "floor": arb.floor, "ceil": arb.ceil,
}  # fmt: skip
#: On a single point the plain functions are as good, and faster.
_UNARY_AT_POINT: dict[str, Callable[[arb], arb]] = {
    **_UNARY, "exp": arb.exp, "log": arb.log, "sinh": arb.sinh, "cosh": arb.cosh, "tanh": arb.tanh, "asinh": arb.asinh,
    "acosh": arb.acosh, "atanh": arb.atanh, "erf": arb.erf, "erfc": arb.erfc,
}  # fmt: skip

_COMPARE = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a.is_exact() and b.is_exact() and a == b,
    "!=": lambda a, b: a < b or a > b,
}
_OPPOSITE = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<="}


def holds(op: str, a: arb, b: arb) -> bool | None:
    """True or False when every pair of points of the two balls says so, else None."""
    if _COMPARE[op](a, b):
        return True
    if _COMPARE[_OPPOSITE[op]](a, b):
        return False
    return None


class Program:
    """A tape of operations on registers; the first registers hold the values of `names`."""

    def __init__(self, terms: Sequence[Term], names: Sequence[str], point: bool = False) -> None:
        self.names = tuple(names)
        self._unary = _UNARY_AT_POINT if point else _UNARY
        self._slots: dict[Term, int] = {}
        self._symbols = {name: i for i, name in enumerate(self.names)}
        self._size = len(self.names)
        self._constants: list[tuple[int, Callable[[], arb]]] = []
        self._tape: list[tuple[Callable[..., arb], int, int, int]] = []
        self._outputs = [self._compile(t) for t in terms]
        self._cache: tuple[int, list[arb]] | None = None

    def run(self, values: Sequence[arb], prec: int) -> list[arb]:
        """One ball for each term, at the box `values`, computed with `prec` bits."""
        old = ctx.prec
        ctx.prec = prec
        try:
            return self._run(values, prec)
        finally:
            ctx.prec = old

    def run_many(self, points: Sequence[Sequence[arb]], prec: int) -> list[list[arb]]:
        old = ctx.prec
        ctx.prec = prec
        try:
            return [self._run(values, prec) for values in points]
        finally:
            ctx.prec = old

    def _run(self, values: Sequence[arb], prec: int) -> list[arb]:
        if self._cache is None or self._cache[0] != prec:
            template = [_NAN] * self._size
            for slot, make in self._constants:
                template[slot] = make()
            self._cache = (prec, template)
        r = self._cache[1].copy()
        r[: len(self.names)] = values
        for f, out, i, j in self._tape:
            r[out] = f(r[i]) if j < 0 else f(r[i], r[j])
        return [r[k] for k in self._outputs]

    # -- compilation ------------------------------------------------------------------------------------------

    def _emit(self, f: Callable[..., arb], i: int, j: int = -1) -> int:
        out = self._size
        self._size += 1
        self._tape.append((f, out, i, j))
        return out

    def _constant(self, make: Callable[[], arb]) -> int:
        out = self._size
        self._size += 1
        self._constants.append((out, make))
        return out

    def _compile(self, t: Term) -> int:
        for u in subterms(t) if not _binds(t) else (t,):
            if u not in self._slots and not u.is_relation:
                self._slots[u] = self._node(u)
        return self._slots[t]

    def _slot(self, t: Term) -> int:
        if t not in self._slots:
            self._slots[t] = self._node(t)
        return self._slots[t]

    def _node(self, t: Term) -> int:
        op = t.op
        if op == "num":
            value = t.value
            return self._constant(lambda: arb(value))
        if op == "sym":
            if t.value not in self._symbols:
                raise Unsupported(f"the symbol {t.value} has no value")
            return self._symbols[str(t.value)]
        if op == "const":
            return self._constant(arb.pi if t.value == "pi" else arb.pos_inf)
        if op == "+":
            return self._sum(t)
        if op == "*":
            return self._product(t)
        if op == "**":
            return self._power(*t.args)
        if op in self._unary:
            return self._emit(self._unary[op], self._slot(t.args[0]))
        if op in ("min", "max"):
            f = arb.min if op == "min" else arb.max
            out = self._slot(t.args[0])
            for a in t.args[1:]:
                out = self._emit(f, out, self._slot(a))
            return out
        if op == "binomial":
            return self._emit(_binomial, self._slot(t.args[0]), self._slot(t.args[1]))
        if op == "LambertW":
            branch = 0 if len(t.args) == 1 or t.args[1] is ZERO else -1
            return self._emit(_lambert(branch), self._slot(t.args[0]))
        if op == "Piecewise":
            return self._piecewise(t)
        if op in ("Sum", "Product"):
            return self._fold(t)
        raise Unsupported(f"no ball arithmetic for {op}")

    def _sum(self, t: Term) -> int:
        out = self._slot(t.args[0])
        for a in t.args[1:]:
            if a.op == "*" and len(a.args) == 2 and a.args[0].op == "num" and a.args[0].value == -1:
                out = self._emit(_subtract, out, self._slot(a.args[1]))
            else:
                out = self._emit(add, out, self._slot(a))
        return out

    def _product(self, t: Term) -> int:
        out = -1
        for a in t.args:
            if out >= 0 and a.op == "**" and a.args[1].op == "num" and a.args[1].value == -1:
                out = self._emit(truediv, out, self._slot(a.args[0]))
            elif out < 0 and a.op == "num" and a.value == -1:
                out = self._emit(neg, self._slot(t.args[1])) if len(t.args) == 2 else self._slot(a)
                if len(t.args) == 2:
                    return out
            else:
                out = self._slot(a) if out < 0 else self._emit(mul, out, self._slot(a))
        return out

    def _power(self, base: Term, exponent: Term) -> int:
        if exponent.op == "num":
            e = exponent.value
            if e.q == 1:  # type: ignore[union-attr]
                return self._emit(_integer_power(int(e.p)), self._slot(base))  # type: ignore[union-attr]
            if e == fmpq(1, 2):
                return self._emit(_sqrt, self._slot(base))
            return self._emit(_rational_power(e), self._slot(base))  # type: ignore[arg-type]
        if base.op == "num" and base.value > 0:  # type: ignore[operator]
            return self._emit(self._unary["exp"], self._emit(mul, self._slot(exponent), self._slot_log(base)))
        return self._emit(_real_power, self._slot(base), self._slot(exponent))

    def _slot_log(self, base: Term) -> int:
        value = base.value
        return self._constant(lambda: arb(value).log())

    def _piecewise(self, t: Term) -> int:
        """The hull of every branch that may be taken."""
        default = len(t.args) % 2 == 1
        pairs = [(t.args[i], t.args[i + 1]) for i in range(0, len(t.args) - 1, 2)]
        parts = [Program([value, c.lhs, c.rhs], self.names) for value, c in pairs]
        last = Program([t.args[-1]], self.names) if default else None
        operators = [c.op for _, c in pairs]

        def choose(*values: arb) -> arb:
            hull: arb | None = None
            for op, part in zip(operators, parts):
                value, a, b = part._run(values, ctx.prec)
                taken = holds(op, a, b)
                if taken is not False:
                    hull = value if hull is None else hull.union(value)
                if taken:
                    return hull
            if last is None:
                return _NAN
            value = last._run(values, ctx.prec)[0]
            return value if hull is None else hull.union(value)

        return self._emit_all(choose)

    def _fold(self, t: Term) -> int:
        """A finite sum or product whose ends are integers at the point."""
        body, lower, upper = t.args
        ends = Program([lower, upper], self.names)
        inner = Program([body], (*self.names, str(t.value)))
        start, combine = (arb(0), add) if t.op == "Sum" else (arb(1), mul)

        def fold(*values: arb) -> arb:
            a, b = (_integer(end) for end in ends._run(values, ctx.prec))
            if a is None or b is None or b - a >= MAX_SUM_TERMS:
                return _NAN
            total = start
            for k in range(int(a), int(b) + 1):
                total = combine(total, inner._run((*values, arb(k)), ctx.prec)[0])
            return total

        return self._emit_all(fold)

    def _emit_all(self, f: Callable[..., arb]) -> int:
        """An operation on all the symbols at once: the values are gathered in one register."""
        count = len(self.names)
        gathered = self._emit(lambda first: (first,), 0) if count else self._constant(lambda: ())  # type: ignore[arg-type,return-value]
        for i in range(1, count):
            gathered = self._emit(lambda values, v: (*values, v), gathered, i)
        return self._emit(lambda values: f(*values), gathered)


def _binds(t: Term) -> bool:
    return any(u.op in ("Sum", "Product", "Integral", "Piecewise") for u in subterms(t))


def _subtract(a: arb, b: arb) -> arb:
    return a - b


def _integer(x: arb) -> fmpz | None:
    return x.unique_fmpz() if x.is_exact() and x.is_finite() and x.is_integer() else None


def enclose(t: Term, prec: int) -> arb:
    """A ball around the value of a closed term; not finite if it may be undefined."""
    return Program([t], (), point=True).run((), prec)[0]


def compare_closed(a: Term, b: Term, most: int = 4096) -> int | None:
    """-1, 0 or 1 as a < b, a == b or a > b for closed terms; None if balls of `most` bits and algebra cannot tell."""
    from .field import Field  # equality of exact numbers is algebra

    if a.op == "num" and b.op == "num":
        return (a.value > b.value) - (a.value < b.value)  # type: ignore[operator]
    program = Program([a, b], (), point=True)
    prec = 64
    while prec <= most:
        x, y = program.run((), prec)
        if x < y:
            return -1
        if x > y:
            return 1
        if prec == 128 and x.is_finite() and y.is_finite() and Field().is_zero(a + (-b)):
            return 0
        prec *= 2
    return None
