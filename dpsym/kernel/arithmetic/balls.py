"""Rigorous enclosures: terms compiled to straight-line programs over Arb balls.

`Program(terms, names).run(values, prec)` returns one ball for each term; each ball contains the exact value at every
point of the box `values` at which the term is defined. A ball that is not finite says nothing. Common sub-terms are
computed once, closed ones once for each precision. Precision is an argument; flint's global setting is put back
afterwards.

Programs for points (`point=True`) use flint's functions as they are. Programs for boxes take more care, as flint's
functions overestimate on wide balls. Both enclose on any balls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from operator import add, ge, gt, le, lt, mul, neg, sub, truediv

from flint import arb, ctx, fmpq

from ..terms import MINUS_ONE, NEGATED, ONE, TWO, ZERO, Term, num, subterms

MAX_SUM_TERMS = 10_000
WORK = 2_000_000  # operations of summands and pieces at 128 bits, those that stand in each other included
_NAN, _ZERO = arb.nan(), arb(0)
_MOST_INTEGER = arb(2) ** 64  # an end of a sum beyond it is none
_WIDE = arb(1e-6)  # balls wider than this are mapped by their end points under monotone functions

Function = Callable[..., arb]
Step = tuple[Function, int, tuple[int, ...]]  # a function, the register of its value, those of its arguments


class Unsupported(ValueError):
    """A term that has no ball program (a part without enclosures, a symbol without a value)."""


def precision(prec: int) -> AbstractContextManager[None]:
    """A context in which flint works at `prec` bits."""
    context: AbstractContextManager[None] = ctx.workprec(prec)
    return context


def _increasing(f: Function) -> Function:
    """The enclosure of an increasing function: f(lower) to f(upper) on wide balls."""

    def apply(x: arb) -> arb:
        return f(x) if x.rad() < _WIDE else f(x.lower()).union(f(x.upper()))

    return apply


def _on_nonnegative(f: Function) -> Function:
    """For an f of arguments >= 0: where the term is defined the argument is, but rounding may push its ball below."""
    return lambda x: f(x.nonnegative_part()) if x.upper() >= _ZERO else _NAN


def _first(plain: Function, careful: Function) -> Function:
    """The plain function where it has a finite value, else the careful one."""

    def apply(x: arb) -> arb:
        y = plain(x)
        return y if y.is_finite() else careful(x)

    return apply


_sqrt = _on_nonnegative(_increasing(arb.sqrt))


def _erfc(x: arb) -> arb:
    return x.erfc() if x.rad() < _WIDE else x.upper().erfc().union(x.lower().erfc())


def _cosh(x: arb) -> arb:
    return x.cosh() if x.rad() < _WIDE else arb(x.abs_lower()).cosh().union(arb(x.abs_upper()).cosh())


def _erfcinv(x: arb) -> arb:
    y = x.erfcinv()
    return y if y.is_finite() else _NAN


def _one(x: arb) -> arb:
    return arb(1) if x.is_finite() else _NAN


def _whole_power(n: int) -> Function:
    """x**n, n > 1, by the end points on wide balls and on balls around 0."""

    def even(x: arb) -> arb:
        if x.contains(_ZERO):
            return _ZERO.union(arb(x.abs_upper()) ** n)
        if x.rad() >= _WIDE:
            return (arb(x.abs_lower()) ** n).union(arb(x.abs_upper()) ** n)
        return x * x if n == 2 else x**n

    return even if n % 2 == 0 else _increasing(lambda x: x**n)


def _rational_power(e: fmpq, point: bool) -> Function:
    """x**e for x >= 0, e > 0 and not an integer: increasing."""
    p, q = int(e.p), int(e.q)

    def plain(x: arb) -> arb:
        return x.root(q) ** p

    careful = _on_nonnegative(_increasing(plain))
    return _first(plain, careful) if point else careful


def _real_power(x: arb, y: arb) -> arb:
    if x > _ZERO:
        return (y * x.log()).exp()
    if not (y > _ZERO and x.upper() >= _ZERO):
        return _NAN
    whole = y.contains_integer() and not x >= _ZERO  # a negative base may have a whole power
    top = arb(x.abs_upper()) if whole else x.upper()
    bound = (y * top.log()).exp() if top > _ZERO else _ZERO  # 0**y is 0 for y > 0
    return (-bound).union(bound) if whole else _ZERO.union(bound)


def _real_power_at_point(x: arb, y: arb) -> arb:
    return x**y if x > _ZERO else _real_power(x, y)


def _binomial(n: arb, k: arb) -> arb:
    return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()


_UNARY: dict[str, Function] = {
    "exp": _increasing(arb.exp),
    "log": _increasing(arb.log),
    "sqrt": _sqrt,
    "abs": abs,
    "sinh": _increasing(arb.sinh),
    "cosh": _cosh,
    "tanh": _increasing(arb.tanh),
    "asinh": _increasing(arb.asinh),
    "acosh": _increasing(arb.acosh),
    "atanh": _increasing(arb.atanh),
    "erf": _increasing(arb.erf),
    "erfc": _erfc,
    "gamma": arb.gamma,
    "loggamma": arb.lgamma,
    "floor": arb.floor,
    "ceil": arb.ceil,
}
#: On a single point the plain functions are as good, and faster.
_UNARY_AT_POINT: dict[str, Function] = {
    **_UNARY,
    "exp": arb.exp,
    "log": arb.log,
    "sqrt": _first(arb.sqrt, _sqrt),
    "sinh": arb.sinh,
    "cosh": arb.cosh,
    "tanh": arb.tanh,
    "asinh": arb.asinh,
    "acosh": arb.acosh,
    "atanh": arb.atanh,
    "erf": arb.erf,
    "erfc": arb.erfc,
}

_COMPARE: dict[str, Callable[[arb, arb], bool]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "==": lambda a, b: a.is_exact() and b.is_exact() and a == b,
    "!=": lambda a, b: a < b or a > b,
}


def holds(op: str, a: arb, b: arb) -> bool | None:
    """True or False when every pair of points of the two balls says so, else None."""
    if _COMPARE[op](a, b):
        return True
    if _COMPARE[NEGATED[op]](a, b):
        return False
    return None


class Program:
    """A tape of operations on registers; the first registers hold the values of `names`.

    Integrals have no program here (see reals/quadrature.py). Programs of pieces, sums and products are shared by all parts of a
    program that have the same terms, and so is the work that they may do.
    """

    def __init__(
        self,
        terms: Sequence[Term],
        names: Sequence[str],
        point: bool = False,
        within: Program | None = None,
    ) -> None:
        self._parts: dict[tuple[tuple[Term, ...], tuple[str, ...]], Program] = {} if within is None else within._parts
        self._left: list[int] = [WORK] if within is None else within._left
        self.names = tuple(names)
        self._point = point
        self._unary = _UNARY_AT_POINT if point else _UNARY
        self._symbols = {name: i for i, name in enumerate(self.names)}
        self._slots: dict[Term, int] = {}
        self._size = len(self.names)
        self._closed: set[int] = set()  # registers that hold the same value at every point
        self._steps: list[Step] = []
        self.outputs = [self._compile(t) for t in terms]
        steps = self._needed_steps()
        self._prelude = [step for step in steps if step[1] in self._closed]
        #: (f, out, i, j): register out is f of the registers i and j, or of i alone where j < 0.
        self.tape = [
            (f, out, args[0], args[1] if len(args) == 2 else -1) for f, out, args in steps if out not in self._closed
        ]
        self._cache: tuple[int, list[arb]] | None = None

    def run(self, values: Sequence[arb], prec: int) -> list[arb]:
        """One ball for each term, at the box `values`, computed with `prec` bits."""
        self.refill(WORK)
        return self.rerun(values, prec)

    def rerun(self, values: Sequence[arb], prec: int) -> list[arb]:
        """The same with what the runs before have left of their work."""
        old = ctx.prec
        if old == prec:  # setting it takes longer than an addition
            return self._run(values, prec)
        ctx.prec = prec
        try:
            return self._run(values, prec)
        finally:
            ctx.prec = old

    def refill(self, work: int) -> None:
        """Allow so much work of parts from here on."""
        self._left[0] = work

    def _spend(self, runs: int, parts: Iterable[Program]) -> bool:
        """Whether so many runs of these parts may still be done, at the current precision."""
        self._left[0] -= max(1, runs) * sum(1 + len(part.tape) for part in parts) * max(1, ctx.prec // 128)
        return self._left[0] >= 0

    def _run(self, values: Sequence[arb], prec: int) -> list[arb]:
        r = [*values, *self.constants(prec)]
        if len(r) != self._size:
            raise ValueError(f"found {len(values)} values, expected {len(self.names)}")
        for f, out, i, j in self.tape:
            r[out] = f(r[i]) if j < 0 else f(r[i], r[j])
        return [r[k] for k in self.outputs]

    def constants(self, prec: int) -> list[arb]:
        """The registers behind the symbols, the closed ones computed; `prec` is the current precision."""
        if self._cache is None or self._cache[0] != prec:
            r = [_NAN] * self._size
            for f, out, args in self._prelude:
                r[out] = f(*[r[k] for k in args])
            self._cache = (prec, r[len(self.names) :])
        return self._cache[1]

    # -- compilation ------------------------------------------------------------------------------------------

    def _emit(self, f: Function, *args: int) -> int:
        """A register for f of at most two registers; of none: a constant."""
        out = self._size
        self._size += 1
        self._steps.append((f, out, args))
        if self._closed.issuperset(args):
            self._closed.add(out)
        return out

    def _needed_steps(self) -> list[Step]:
        """The steps on which the outputs depend."""
        needed, steps = set(self.outputs), []
        for step in reversed(self._steps):
            if step[1] in needed:
                needed.update(step[2])
                steps.append(step)
        return steps[::-1]

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
            return self._emit(partial(arb, t.number))
        if op == "sym":
            if t.value not in self._symbols:
                raise Unsupported(f"the symbol {t.value} has no value")
            return self._symbols[t.name]
        if op == "const":
            return self._emit(arb.pi if t.value == "pi" else arb.nan)  # oo is no number
        if op == "+":
            return self._sum(t.args)
        if op == "*":
            return self._product(t.args)
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
        if op in ("Phi", "PhiInv"):
            return self._normal(op, self._slot(t.args[0]))
        if op == "binomial":
            return self._emit(_binomial, self._slot(t.args[0]), self._slot(t.args[1]))
        if op == "LambertW":
            principal = len(t.args) == 1 or t.args[1] is ZERO
            return self._emit(arb.lambertw if principal else _lower_lambert, self._slot(t.args[0]))
        if op == "Piecewise":
            return self._piecewise(t)
        if op in ("Sum", "Product"):
            return self._fold(t)
        if op == "Integral":
            return self._integral(t)
        raise Unsupported(f"no ball arithmetic for {op}")

    def _sum(self, args: tuple[Term, ...]) -> int:
        out = self._slot(args[0])
        for a in args[1:]:
            if a.op == "*" and a.args[0] is MINUS_ONE:
                out = self._emit(sub, out, self._product(a.args[1:]))
            else:
                out = self._emit(add, out, self._slot(a))
        return out

    def _product(self, args: tuple[Term, ...]) -> int:
        if len(args) > 1 and args[0] is MINUS_ONE:
            return self._emit(neg, self._product(args[1:]))
        out = self._slot(args[0])
        for a in args[1:]:
            if a.op == "**" and a.args[1] is MINUS_ONE:
                out = self._emit(truediv, out, self._slot(a.args[0]))
            else:
                out = self._emit(mul, out, self._slot(a))
        return out

    def _power(self, base: Term, exponent: Term) -> int:
        if exponent.op == "num":
            return self._numeric_power(self._slot(base), exponent.number)
        if base.op == "num" and base.number > 0:
            logarithm = self._emit(arb.log, self._slot(base))
            return self._emit(self._unary["exp"], self._emit(mul, self._slot(exponent), logarithm))
        return self._emit(_real_power_at_point if self._point else _real_power, self._slot(base), self._slot(exponent))

    def _numeric_power(self, base: int, e: fmpq) -> int:
        if e < 0:
            return self._emit(truediv, self._slot(ONE), self._numeric_power(base, -e))
        if e == 0:
            return self._emit(_one, base)
        if e == 1:
            return base
        if e == fmpq(1, 2):
            return self._emit(self._unary["sqrt"], base)
        if e.q != 1:
            return self._emit(_rational_power(e, self._point), base)
        if not self._point:
            return self._emit(_whole_power(int(e.p)), base)
        return self._emit(mul, base, base) if e == 2 else self._emit(pow, base, self._slot(num(e)))

    def _normal(self, op: str, x: int) -> int:
        """Phi(x) = erfc(-x/sqrt(2))/2 and its inverse."""
        two = self._slot(TWO)
        root = self._emit(arb.sqrt, two)
        if op == "Phi":
            tail = self._emit(self._unary["erfc"], self._emit(neg, self._emit(truediv, x, root)))
            return self._emit(truediv, tail, two)
        return self._emit(neg, self._emit(mul, root, self._emit(_erfcinv, self._emit(mul, two, x))))

    def _piecewise(self, t: Term) -> int:
        """The hull of every branch that may be taken."""
        default = len(t.args) % 2 == 1
        pairs = [(t.args[i], t.args[i + 1]) for i in range(0, len(t.args) - 1, 2)]
        names = self._names_in(t)
        parts = [self._inner([value, c.lhs, c.rhs], names) for value, c in pairs]
        last = self._inner([t.args[-1]], names) if default else None
        every = [*parts, last] if last else parts
        operators = [c.op for _, c in pairs]

        def choose(*values: arb) -> arb:
            if not self._spend(1, every):
                return _NAN
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

        return self._emit_of(choose, names)

    def _fold(self, t: Term) -> int:
        """A finite sum or product whose ends are integers at the point."""
        body, lower, upper = t.args
        names = self._names_in(t)
        ends = self._inner([lower, upper], names)
        inner = self._inner([body], (*names, t.name))
        start, combine = (_ZERO, add) if t.op == "Sum" else (arb(1), mul)

        def fold(*values: arb) -> arb:
            a, b = (integer_in(end) for end in ends._run(values, ctx.prec))
            if a is None or b is None or b - a >= MAX_SUM_TERMS or not self._spend(int(b - a) + 2, (inner,)):
                return _NAN
            total = start
            for k in range(int(a), int(b) + 1):
                total = combine(total, inner._run((*values, arb(k)), ctx.prec)[0])
            return total

        return self._emit_of(fold, names)

    def _integral(self, t: Term) -> int:
        raise Unsupported("no ball arithmetic for an integral here")

    def _inner(self, terms: Sequence[Term], names: Sequence[str]) -> Program:
        """A program of the same kind, which is run as a part of this one; those of the same terms are the same."""
        key = (tuple(terms), tuple(names))
        if key not in self._parts:
            self._parts[key] = type(self)(terms, names, self._point, self)
        return self._parts[key]

    def _names_in(self, t: Term) -> tuple[str, ...]:
        return tuple(name for name in self.names if name in t.free)

    def _emit_of(self, f: Function, names: tuple[str, ...]) -> int:
        """An operation on many symbols at once: their values are gathered in one register."""
        gathered = self._emit(tuple)
        for name in names:
            gathered = self._emit(lambda values, v: (*values, v), gathered, self._symbols[name])
        return self._emit(lambda values: f(*values), gathered)


def _binds(t: Term) -> bool:
    return any(u.op in ("Sum", "Product", "Integral", "Piecewise") for u in subterms(t))


def _lower_lambert(x: arb) -> arb:
    return x.lambertw(branch=-1)


def integer_in(x: arb) -> int | None:
    """The integer that a ball is; None if it is none, or too large to be written out."""
    small = x.is_finite() and x.is_exact() and abs(x) < _MOST_INTEGER
    return int(x.unique_fmpz()) if small and x.is_integer() else None


def enclose(t: Term, prec: int) -> arb:
    """A ball around the value of a closed term, if it has one."""
    return Program([t], (), point=True).run((), prec)[0]
