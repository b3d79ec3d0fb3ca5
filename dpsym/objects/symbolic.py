"""The SymPy side of the objects: the algebra SYMPY, exact numbers, and the way to kernel terms and back to comparisons.

Numbers are exact: ints, fractions, SymPy numbers. A float (of Python, NumPy, mpmath or SymPy) is the rational number that it is,
0.1 = 3602879701896397/2**55; text is the decimal or fraction that it prints, "0.1" = 1/10. Nothing is ever sympified. Comparisons of
exact numbers are made by the kernel (`compare`: balls of growing precision, equality by normal forms), not by SymPy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from numbers import Integral
from typing import Any

import sympy
from flint import arb, fmpq, fmpz
from mpmath.libmp import to_rational
from sympy.core.relational import Relational

from ..kernel import terms
from ..kernel.arithmetic.elements import NormalError
from ..kernel.arithmetic.field import Field
from ..kernel.reals.quadrature import Program
from ..kernel.reals.quadrature import compare as compare_closed
from ..kernel.statements import Domain, Range
from ..kernel.terms import Term, func, num
from .errors import ObjectError


class _SymPy:
    """SymPy expressions; nothing here is evaluated beyond what SymPy does when it builds an expression."""

    pi = sympy.pi
    oo = sympy.oo
    exp, log, abs = sympy.exp, sympy.log, sympy.Abs
    max, min, binomial, erfc = sympy.Max, sympy.Min, sympy.binomial, sympy.erfc
    sqrt = staticmethod(sympy.sqrt)

    def index(self, name: str) -> Any:
        return sympy.Symbol(name, integer=True)

    def minus(self, x: Any, y: Any) -> Any:
        return x - y

    def number(self, p: int, q: int = 1) -> Any:
        return sympy.Rational(p, q)

    def total(self, f: Any, x: Any, lower: Any, upper: Any) -> Any:
        return sympy.Sum(f, (x, lower, upper))

    def integral(self, f: Any, x: Any, lower: Any, upper: Any) -> Any:
        return sympy.Integral(f, (x, lower, upper))


SYMPY = _SymPy()


MAX_TEXT = 2000  # characters of a number, and the most that its decimal exponent may be
_DECIMAL = re.compile(r"([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?(?:/(\d+))?", re.ASCII)


def exact(value: Any, what: str = "a number") -> Any:
    """A SymPy expression from a number or an expression, exactly; `what` says in the error what it was for."""
    if hasattr(value, "_sympy_"):  # a number that carries its proof
        value = value._sympy_()
    if isinstance(value, str):
        return _from_text(value, what)
    if isinstance(value, sympy.Expr):
        return _real(_without_floats(value), what)
    if isinstance(value, (bool, complex)):
        raise ObjectError(f"{what}: found {value!r} of type {type(value).__name__}, expected a real number")
    if isinstance(value, (int, fmpz, Integral)):
        return sympy.Integer(int(value))
    if isinstance(value, fmpq):
        return sympy.Rational(int(value.p), int(value.q))
    if hasattr(value, "_mpf_"):
        return _real(_from_binary(value._mpf_), what)
    if hasattr(value, "as_integer_ratio"):
        return _from_ratio(value, what)
    raise ObjectError(
        f"{what}: found {value!r} of type {type(value).__name__}, expected a number, exact or a float, or a text like '0.1'"
    )


def _real(value: Any, what: str) -> Any:
    if value in (sympy.nan, sympy.zoo) or value.is_extended_real is False:
        raise ObjectError(f"{what}: found {value}, expected a real number")
    return value


def whole(value: Any, what: str, least: int = 1) -> Any:
    """A whole number, or an expression that may be one, exactly."""
    found = exact(value, what)
    if (
        found.is_infinite
        or found.is_integer is False
        or (found.is_number and compare(found, sympy.Integer(least)) == -1)
    ):
        raise ObjectError(f"{what}: found {found}, expected a whole number of at least {least}")
    return found


def proportion(value: Any, what: str) -> Any:
    """A number in [0, 1], or an expression that may be one, exactly."""
    found = exact(value, what)
    if not found.free_symbols and (compare(found, sympy.Integer(0)) == -1 or compare(found, sympy.Integer(1)) == 1):
        raise ObjectError(f"{what}: found {found}, expected a number in [0, 1]")
    return found


def _from_ratio(value: Any, what: str) -> Any:
    """Of a fraction, a float, a decimal, or a float of NumPy: the number that it is."""
    try:
        above, below = map(int, value.as_integer_ratio())
    except OverflowError:
        return sympy.oo if value > 0 else -sympy.oo
    except ValueError:
        raise ObjectError(f"{what}: found {value}, expected a real number") from None
    return sympy.Rational(above, below)


def _from_binary(parts: Any) -> Any:
    """Of a number of mpmath or a float of SymPy, given by (sign, mantissa, exponent, bits)."""
    _, mantissa, exponent, _ = parts
    if not mantissa and exponent:
        return {-456: sympy.oo, -789: -sympy.oo}.get(int(exponent), sympy.nan)
    return sympy.Rational(*map(int, to_rational(parts)))


def _without_floats(value: Any) -> Any:
    """The expression with every float in it as the rational number that it is."""
    if isinstance(value, sympy.Float):
        return _from_binary(value._mpf_)
    floats = value.atoms(sympy.Float)
    return value.xreplace({f: _from_binary(f._mpf_) for f in floats}) if floats else value


def _from_text(text: str, what: str) -> Any:
    """The number that a decimal or a fraction prints."""
    found = _DECIMAL.fullmatch(text.strip()) if len(text) <= MAX_TEXT else None
    exponent = int(found[3] or 0) if found else 0
    if found is None or abs(exponent) > MAX_TEXT or (found[4] and int(found[4]) == 0):
        shown = text if len(text) <= 60 else f"{text[:60]}..."
        raise ObjectError(f"{what}: found the text {shown!r}, expected a number such as '0.1', '1e-6' or '1/3'")
    whole, _, rest = found[2].partition(".")
    number = Fraction(int(f"{found[1]}{whole or 0}{rest}"), 10 ** len(rest)) * Fraction(10) ** exponent
    number /= int(found[4] or 1)
    return sympy.Rational(number.numerator, number.denominator)


_FUNCTIONS: dict[Any, str] = {
    sympy.exp: "exp", sympy.log: "log", sympy.Abs: "abs", sympy.Min: "min", sympy.Max: "max", sympy.sinh: "sinh",
    sympy.cosh: "cosh", sympy.tanh: "tanh", sympy.asinh: "asinh", sympy.acosh: "acosh", sympy.atanh: "atanh",
    sympy.erf: "erf", sympy.erfc: "erfc", sympy.gamma: "gamma", sympy.loggamma: "loggamma",
    sympy.binomial: "binomial", sympy.floor: "floor", sympy.ceiling: "ceil", sympy.LambertW: "LambertW",
}  # fmt: skip
_BINDERS: dict[Any, str] = {sympy.Sum: "Sum", sympy.Product: "Product", sympy.Integral: "Integral"}
_RELATIONS: dict[Any, str] = {
    sympy.Le: "<=", sympy.Lt: "<", sympy.Ge: ">=", sympy.Gt: ">", sympy.Eq: "==", sympy.Ne: "!=",
}  # fmt: skip


def to_term(expr: Any) -> Term:
    """The kernel's term for an exact SymPy expression, as SymPy left it. Assumptions of symbols are left behind."""
    if expr.is_Rational:
        return num(int(expr.p), int(expr.q))
    if expr.is_Symbol:
        return terms.sym(expr.name)
    if expr in (sympy.pi, sympy.E, sympy.oo, -sympy.oo):
        constants = {sympy.pi: terms.PI, sympy.E: terms.exp(1), sympy.oo: terms.OO}
        return constants[expr] if expr in constants else terms.neg(terms.OO)
    if expr.is_Add or expr.is_Mul:
        args = sorted(
            expr.args, key=lambda a: bool(a.as_coeff_Mul()[0].is_negative or (a.is_Pow and a.exp.is_negative))
        )
        return (terms.add if expr.is_Add else terms.mul)(*map(to_term, args))
    if expr.is_Pow:
        return _power(*expr.args)
    if isinstance(expr, sympy.Piecewise):
        return _piecewise(expr)
    if type(expr) in _FUNCTIONS:
        return func(_FUNCTIONS[type(expr)], *map(to_term, expr.args))
    if isinstance(expr, sympy.erfcinv):
        return terms.neg(terms.div(func("PhiInv", terms.div(to_term(expr.args[0]), terms.TWO)), terms.sqrt(2)))
    if isinstance(expr, sympy.erfinv):
        return terms.div(func("PhiInv", terms.div(to_term(expr.args[0]) + 1, terms.TWO)), terms.sqrt(2))
    if type(expr) in _BINDERS:
        body = to_term(expr.args[0])
        for x, lower, upper in expr.args[1:]:
            body = terms.bind(_BINDERS[type(expr)], body, x.name, to_term(lower), to_term(upper))
        return body
    raise ObjectError(f"found {expr} of type {type(expr).__name__}, which has no counterpart in the kernel")


def _power(base: Any, exponent: Any) -> Term:
    if base is sympy.E:
        return terms.exp(to_term(exponent))
    if exponent == sympy.Rational(1, 2):
        return terms.sqrt(to_term(base))
    if exponent == sympy.Rational(-1, 2):
        return terms.power(terms.sqrt(to_term(base)), terms.MINUS_ONE)
    return terms.power(to_term(base), to_term(exponent))


def _piecewise(expr: Any) -> Term:
    """The pieces. A condition that is made of several becomes pieces in pieces, as the kernel's have one relation each."""
    pieces = list(expr.args)
    whole = pieces[-1][1] is sympy.true
    if all(isinstance(c, Relational) for _, c in pieces[: len(pieces) - whole]):
        listed = [(to_term(value), relation_term(c)) for value, c in pieces[: len(pieces) - whole]]
        last = to_term(pieces[-1][0]) if whole else None
        return terms.piecewise(listed, last) if listed else to_term(pieces[-1][0])
    rest = to_term(pieces.pop()[0]) if whole else None
    for value, condition in reversed(pieces):
        rest = _where(condition, to_term(value), rest)
    if rest is None:
        raise ObjectError(f"found {expr}, expected pieces with a value")
    return rest


def _where(condition: Any, value: Term, rest: Term | None) -> Term | None:
    """The value where the condition holds, else the rest; None has no value anywhere."""
    if condition is sympy.true or condition is sympy.false:
        return value if condition is sympy.true else rest
    if isinstance(condition, sympy.And):
        inner: Term | None = value
        for part in reversed(condition.args):
            inner = rest if inner is None else _where(part, inner, rest)
        return inner
    if isinstance(condition, sympy.Or):
        for part in reversed(condition.args):
            rest = _where(part, value, rest)
        return rest
    return terms.piecewise([(value, relation_term(condition))], rest)


def relation_term(condition: Any) -> Term:
    if not isinstance(condition, Relational) or type(condition) not in _RELATIONS:
        raise ObjectError(f"found the condition {condition}, expected one relation")
    return terms.relation(_RELATIONS[type(condition)], to_term(condition.lhs), to_term(condition.rhs))


_SYMPY_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: f for f, name in _FUNCTIONS.items()},
    "sqrt": sympy.sqrt,
    "Phi": lambda x: sympy.erfc(-x / sympy.sqrt(2)) / 2,
    "PhiInv": lambda p: -sympy.sqrt(2) * sympy.erfcinv(2 * p),
}
_SYMPY_RELATIONS = {op: f for f, op in _RELATIONS.items()}
_SYMPY_BINDERS = {op: f for f, op in _BINDERS.items()}


def from_term(
    t: Term, values: Mapping[str, Any] | None = None, functions: Mapping[str, Callable[..., Any]] | None = None
) -> Any:
    """The SymPy expression of a term, with these values for its symbols, over plain symbols without; some functions may be replaced.

    SymPy rewrites it as it is built: not for proofs.
    """
    memo: dict[Term, Any] = {}
    known, named = values or {}, {**_SYMPY_FUNCTIONS, **(functions or {})}

    def walk(u: Term) -> Any:
        if u not in memo:
            name = str(u.value)
            if u.op == "sym":
                memo[u] = known[name] if name in known else sympy.Symbol(name)
            else:
                memo[u] = _sympy_node(u, [walk(a) for a in u.args], named)
        return memo[u]

    return walk(t)


def _sympy_node(u: Term, args: list[Any], named: Mapping[str, Callable[..., Any]]) -> Any:
    op, value = u.op, u.value
    if op == "num":
        return sympy.Rational(int(value.p), int(value.q))  # type: ignore[union-attr]
    if op == "const":
        return sympy.pi if u is terms.PI else sympy.oo
    if op == "+":
        return sympy.Add(*args)
    if op == "*":
        return sympy.Mul(*args)
    if op == "**":
        huge = args[0].is_number and args[1].is_Rational and abs(args[1]) > 1000
        return sympy.Pow(*args, evaluate=not huge)
    if op in terms.RELATIONS:
        return _SYMPY_RELATIONS[op](*args, evaluate=False)
    if op in terms.BINDERS:
        return _SYMPY_BINDERS[op](args[0], (sympy.Symbol(str(value)), args[1], args[2]))
    if op == "Piecewise":
        pairs = list(zip(args[0::2], args[1::2], strict=False))
        return sympy.Piecewise(*pairs, *([(args[-1], True)] if len(args) % 2 else []))
    return named[op](*args)


# -- comparisons ---------------------------------------------------------------------------------------------------


def compare(a: Any, b: Any) -> int | None:
    """-1, 0 or 1 as a < b, a == b or a > b, both exact numbers or infinite; None if the kernel cannot tell."""
    if a == b:
        return 0
    if a in (sympy.oo, -sympy.oo) or b in (sympy.oo, -sympy.oo):
        return 1 if a is sympy.oo or b == -sympy.oo else -1
    if a.is_Rational and b.is_Rational:
        return int(bool(a > b)) - int(bool(a < b))
    if a.free_symbols or b.free_symbols:
        return None
    return compare_closed(to_term(a), to_term(b))


def certain(a: Any, b: Any) -> int:
    """As `compare`, but an error where it cannot be told."""
    found = compare(a, b)
    if found is None:
        raise ObjectError(f"cannot tell whether {a} is below, at or above {b}")
    return found


def greatest(candidates: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    """The (value, tag) with the greatest value; the first of equals."""
    best = candidates[0]
    for candidate in candidates[1:]:
        if certain(candidate[0], best[0]) > 0:
            best = candidate
    return best


def maximum(*args: Any) -> Any:
    """The greatest; of numbers by the kernel's comparison, as SymPy's Max fails on expressions that are equal."""
    if any(a.free_symbols for a in args):
        return sympy.Max(*args)
    return greatest([(a, None) for a in args])[0]


def is_zero(expr: Any) -> bool:
    """Whether the kernel's normal form of an expression, symbols and all, is 0."""
    if expr.is_Rational:
        return bool(expr == 0)
    t = to_term(expr)
    try:
        return bool(Field(Domain(tuple(Range(n) for n in sorted(t.free)))).is_zero(t))
    except NormalError:
        return False


# -- enclosures ----------------------------------------------------------------------------------------------------

Values = Mapping[Any, Any]


def substituted(expr: Any, values: Values) -> Any:
    """The expression (or object) with exact values for its symbols, given by symbol or by name."""
    if not values:
        return expr
    by_name = {s.name: s for s in expr.free_symbols}
    pairs: dict[Any, Any] = {}
    for key, value in values.items():
        symbol = by_name.get(key) if isinstance(key, str) else key
        if symbol is not None:
            pairs[symbol] = exact(value, f"the value of {key}")
    return expr.subs(pairs, simultaneous=True)


def bits(digits: int) -> int:
    """Bits for so many decimal digits."""
    return int(digits * 3.33) + 8


def decimals(prec: int) -> int:
    """Decimal digits for so many bits, no fewer than they hold, as log2(10) > 3."""
    return prec // 3 + 1


def refine(evaluate: Callable[[int], arb], digits: int, most: int = 1 << 18, floor: int | None = None) -> arb:
    """The value to `digits` digits: precision grows until the relative radius is below 10**(-digits).

    A value that stays indistinguishable from 0 is returned as it is enclosed at `most` bits, or once it is seen to be below
    10**(-floor).
    """
    prec = bits(digits) + 16
    goal = arb(10) ** -digits
    while True:
        ball = evaluate(prec)
        if ball.is_finite() and (ball.is_zero() or ball.rad() <= abs(ball.mid()) * goal):
            return ball
        if 2 * prec > most or (floor is not None and ball.is_finite() and abs(ball).upper() < arb(10) ** -floor):
            return ball
        prec *= 2


def ball_of(expr: Any, digits: int = 30) -> arb:
    """A ball of a closed exact expression, to `digits` digits."""
    if expr.free_symbols:
        raise ObjectError(f"{expr} has symbols without a value: {sorted(s.name for s in expr.free_symbols)}")
    if expr is sympy.oo:
        return arb.pos_inf()
    program = Program([to_term(expr)], (), point=True)
    ball = refine(lambda prec: program.run((), prec)[0], digits, 4 * bits(digits) + 64)
    if not ball.contains(0):
        return ball
    return arb(0) if is_zero(expr) else refine(lambda prec: program.run((), prec)[0], digits, 1 << 15)
