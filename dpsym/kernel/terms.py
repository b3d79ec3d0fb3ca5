"""Terms: the kernel's own immutable, hash-consed expression tree.

A term never simplifies itself: `x - x` stays `x + (-1)*x`, `(a-1)/(a-1)` stays a quotient, so that what a claim says,
and where it is defined, is read off the term as written. Two equal terms are the same object, so `==` is `is`.

Kinds of node (`op`, `value`, `args`):

    num    an exact rational (`value: fmpq`)
    sym    a real or integer variable (`value: str`)
    const  pi, or oo (oo only as an end of a sum, product or integral)
    + * ** n-ary sum, n-ary product, power (two arguments)
    f      a named function, one of FUNCTIONS
    Sum Product Integral    (body, lower, upper), binding the symbol named by `value`
    Piecewise               (f1, c1, f2, c2, ..., default); without a default: undefined where no condition holds
    < <= == != >= >         a relation between two terms; `true`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NoReturn, Union
from weakref import WeakValueDictionary

from flint import fmpq, fmpz

#: Every named function with its number of arguments (least, most).
FUNCTIONS: dict[str, tuple[int, int]] = {
    "exp": (1, 1),
    "log": (1, 1),
    "sqrt": (1, 1),
    "abs": (1, 1),
    "min": (1, 64),
    "max": (1, 64),
    "sinh": (1, 1),
    "cosh": (1, 1),
    "tanh": (1, 1),
    "asinh": (1, 1),
    "acosh": (1, 1),
    "atanh": (1, 1),
    "erf": (1, 1),
    "erfc": (1, 1),
    "Phi": (1, 1),
    "PhiInv": (1, 1),
    "LambertW": (1, 2),
    "gamma": (1, 1),
    "loggamma": (1, 1),
    "binomial": (2, 2),
    "floor": (1, 1),
    "ceil": (1, 1),
}
BINDERS = ("Sum", "Product", "Integral")
LAW_OPS = ("point", "at", "Int")  # of terms about laws (laws/terms.py), which are none of the real kernel's
RELATIONS = ("<", "<=", "==", "!=", ">=", ">")
CONSTANTS = ("pi", "oo")
#: a R b is the same as b FLIPPED[R] a, and the opposite of a NEGATED[R] b.
FLIPPED = {"<": ">", "<=": ">=", "==": "==", "!=": "!=", ">=": "<=", ">": "<"}
NEGATED = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<="}

#: A symbol is an identifier with primes: Latin letters, and Greek ones that do not look like Latin ones. So no name can be taken
#: for another one, or for the text around it.
NAME = re.compile(r"[A-Za-z_ΓΔΘΛΞΠΣΦΨΩα-νξπ-ω][A-Za-z0-9_ΓΔΘΛΞΠΣΦΨΩα-νξπ-ω]*'*")
MAX_NAME = 200  # characters
MAX_TEXT = 20_000  # characters of a term, or of a sentence about terms, in a message
MAX_DEPTH = 300  # deeper terms are refused: every walk in the kernel is recursive


def cut(text: str) -> str:
    """A text for a message: its beginning, if it is too long, and a word that this is not all."""
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}... (cut after {MAX_TEXT} characters)"


def listed(parts: Iterable[object]) -> str:
    """Parts of a message, one after the other; no more of them is written than is shown."""
    text = ""
    for part in parts:
        if len(text) <= MAX_TEXT:
            text += f"{', ' if text else ''}{part!r}"
    return cut(text) or "nothing"


class TermError(ValueError):
    """A term that cannot be built; the message says what was found and what was expected."""


class Term:
    __slots__ = ("__weakref__", "about_laws", "args", "depth", "free", "height", "op", "points", "value")
    op: str
    value: fmpq | str | None
    args: tuple[Term, ...]
    depth: int
    free: frozenset[str]  # names of the free symbols
    about_laws: bool  # whether a point, a field or an Int occurs in it
    height: int  # how many Ints are nested in it
    points: frozenset[str]  # values of the points in it that no Int binds

    def __reduce__(self) -> NoReturn:  # no pickling: terms travel as JSON (codec.py)
        raise TypeError("terms are not pickled; use dpsym.kernel.reals.codec")

    def __repr__(self) -> str:
        """The term in prefix form. As parts may be shared, that may be exponentially long: no more is made than is shown."""
        text, rest = "", [self]  # type: str, list[Term | str]
        while rest and len(text) <= MAX_TEXT:
            u = rest.pop()
            if isinstance(u, str) or u.op in ("num", "sym", "const"):
                text += u if isinstance(u, str) else str(u.value)
            else:
                head = u.op if u.value is None else f"{u.op}[{u.value}]"
                rest += (")", *[part for a in reversed(u.args) for part in (a, ", ")][:-1], f"{head}(")
        return cut(text)

    # Sugar for building terms; none of it simplifies.
    def __add__(self, other: Scalar) -> Term:
        return add(self, term(other))

    def __radd__(self, other: Scalar) -> Term:
        return add(term(other), self)

    def __sub__(self, other: Scalar) -> Term:
        return sub(self, term(other))

    def __rsub__(self, other: Scalar) -> Term:
        return sub(term(other), self)

    def __mul__(self, other: Scalar) -> Term:
        return mul(self, term(other))

    def __rmul__(self, other: Scalar) -> Term:
        return mul(term(other), self)

    def __truediv__(self, other: Scalar) -> Term:
        return div(self, term(other))

    def __rtruediv__(self, other: Scalar) -> Term:
        return div(term(other), self)

    def __pow__(self, other: Scalar) -> Term:
        return power(self, term(other))

    def __neg__(self) -> Term:
        return neg(self)

    @property
    def number(self) -> fmpq:
        """The value of a `num`."""
        if not isinstance(self.value, fmpq):
            raise TermError(f"found {self.op}, expected a number")
        return self.value

    @property
    def name(self) -> str:
        """The name of a symbol, constant, point or field, or the one that a binder binds."""
        if not isinstance(self.value, str):
            raise TermError(f"found {self.op}, expected a term with a name")
        return self.value

    @property
    def is_whole(self) -> bool:
        """Whether this is an integer, written as a number."""
        return self.op == "num" and self.number.q == 1

    @property
    def lhs(self) -> Term:
        return self.args[0]

    @property
    def rhs(self) -> Term:
        return self.args[1]

    @property
    def is_relation(self) -> bool:
        return self.op in RELATIONS

    @property
    def is_number(self) -> bool:
        """Whether the term stands for a number: it is no relation, and not `true`."""
        return self.op not in RELATIONS and self.op != "true"


Scalar = Union[Term, int, fmpq, fmpz, Fraction]


_interned: WeakValueDictionary[tuple[object, ...], Term] = WeakValueDictionary()


def node(op: str, args: tuple[Term, ...] = (), value: fmpq | str | None = None) -> Term:
    """The one term with this operation, value and arguments. Others build terms with the functions below."""
    label = (int(value.p), int(value.q)) if isinstance(value, fmpq) else value
    key = (op, label, tuple(map(id, args)))
    found = _interned.get(key)
    if found is not None:
        return found
    operands = args[0::2] if op == "Piecewise" else args  # a default stands at an even place too
    if not all(a.is_number for a in operands):
        raise TermError(f"{op}: found a relation, expected a number")
    made = Term()
    made.op, made.value, made.args = op, value, args
    made.depth = 1 + max((a.depth for a in args), default=0)
    made.about_laws = op in LAW_OPS or any(a.about_laws for a in args)
    made.height, made.points = _in_laws(op, args, str(value)) if made.about_laws else (0, frozenset())
    if made.depth > MAX_DEPTH:
        raise TermError(f"expression nested deeper than {MAX_DEPTH} levels")
    if op == "sym":
        made.free = frozenset((str(value),))
    else:
        made.free = frozenset().union(*(a.free for a in args)) if args else frozenset()
        if op in BINDERS:
            made.free = (args[0].free - {str(value)}) | args[1].free | args[2].free
    _interned[key] = made
    return made


def _in_laws(op: str, args: tuple[Term, ...], value: str) -> tuple[int, frozenset[str]]:
    """The height and the points of a term about laws."""
    inside = frozenset((value,) if op == "point" else ()).union(*(a.points for a in args))
    height = max((a.height for a in args), default=0)
    return (height + 1, inside - {value}) if op == "Int" else (height, inside)


def num(value: int | str | fmpq | fmpz | Fraction, denominator: int = 1) -> Term:
    """An exact rational number; strings are `p` or `p/q`."""
    if isinstance(value, str):
        top, _, bottom = value.partition("/")
        value, denominator = int(top), int(bottom or 1)
    if isinstance(value, Fraction):
        value, denominator = value.numerator, value.denominator
    if denominator == 0:
        raise TermError("found denominator 0, expected a rational number")
    return node("num", (), fmpq(value) / denominator)


def sym(name: str) -> Term:
    return node("sym", (), symbol_name(name))


#: What claims are written with besides names and functions.
WORDS = frozenset(("and", "or", "not", "in", "True", "False", "reals", "integers", "pi", "π", "E", "oo"))


def symbol_name(name: str) -> str:
    """The name, if a symbol may have it: not one that means something else where a claim is printed."""
    if name in WORDS:
        raise TermError(f"found a symbol called {name}, expected a name that has no meaning of its own")
    if len(name) > MAX_NAME or not NAME.fullmatch(name):
        raise TermError(
            f"found the name {name[:40]!a}, expected Latin or Greek letters, digits, underscores and primes"
        )
    return name


def const(name: str) -> Term:
    if name not in CONSTANTS:
        raise TermError(f"found constant {name!r}, expected one of {CONSTANTS}")
    return node("const", (), name)


ZERO, ONE, TWO, HALF, MINUS_ONE = num(0), num(1), num(2), num(1, 2), num(-1)
PI, OO = const("pi"), const("oo")
MINUS_OO = node("*", (MINUS_ONE, OO))
TRUE = node("true")


def term(value: Scalar) -> Term:
    """A term from a term or an exact number; anything else is refused."""
    if isinstance(value, Term):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, fmpq, fmpz, Fraction)):
        raise TermError(f"found {value!r} of type {type(value).__name__}, expected a term or an exact number")
    return num(value)


def add(*args: Term) -> Term:
    return args[0] if len(args) == 1 else node("+", args) if args else ZERO


def mul(*args: Term) -> Term:
    return args[0] if len(args) == 1 else node("*", args) if args else ONE


def neg(a: Term) -> Term:
    return num(-a.number) if a.op == "num" else node("*", (MINUS_ONE, a))


def sub(a: Term, b: Term) -> Term:
    return add(a, neg(b))


def power(base: Term, exponent: Term) -> Term:
    return node("**", (base, exponent))


def div(a: Term, b: Term) -> Term:
    return mul(a, power(b, MINUS_ONE))


def func(name: str, *args: Term) -> Term:
    if name not in FUNCTIONS:
        raise TermError(f"found the function {name[:40]!r}, expected one of {', '.join(FUNCTIONS)}")
    least, most = FUNCTIONS[name]
    if not least <= len(args) <= most:
        raise TermError(f"{name}: found {len(args)} arguments, expected {least} to {most}")
    if name == "LambertW" and len(args) == 2 and args[1] not in (ZERO, MINUS_ONE):
        raise TermError("LambertW: the branch must be 0 or -1")
    return node(name, args)


def exp(a: Scalar) -> Term:
    return node("exp", (term(a),))


def log(a: Scalar) -> Term:
    return node("log", (term(a),))


def sqrt(a: Scalar) -> Term:
    return node("sqrt", (term(a),))


def bind(op: str, body: Term, name: str, lower: Term, upper: Term) -> Term:
    """`Sum`, `Product` or `Integral` of body over name from lower to upper."""
    if op not in BINDERS:
        raise TermError(f"found binder {op!r}, expected one of {BINDERS}")
    return node(op, (body, lower, upper), symbol_name(name))


def piecewise(pieces: Iterable[tuple[Term, Term]], default: Term | None = None) -> Term:
    flat = [part for value, condition in pieces for part in (value, condition)]
    if not flat or any(not c.is_relation for c in flat[1::2]):
        raise TermError(
            "Piecewise: found no pieces, or a condition that is no relation, expected pieces with conditions"
        )
    return node("Piecewise", tuple(flat) + (() if default is None else (default,)))


def relation(op: str, lhs: Scalar, rhs: Scalar) -> Term:
    if op not in RELATIONS:
        raise TermError(f"found relation {op!r}, expected one of {RELATIONS}")
    return node(op, (term(lhs), term(rhs)))


def negated(r: Term) -> Term:
    return relation(NEGATED[r.op], r.lhs, r.rhs)


def rebuild(t: Term, args: tuple[Term, ...]) -> Term:
    """The same node over other arguments."""
    return t if args == t.args else node(t.op, args, t.value)


def surface(terms: Iterable[Term], closed: Callable[[Term], bool]) -> Iterator[Term]:
    """Every distinct sub-term, from left to right, each before its arguments; what is inside of a `closed` one is left out."""
    seen: set[Term] = set()
    todo = [*terms][::-1]
    while todo:
        u = todo.pop()
        if u not in seen:
            seen.add(u)
            yield u
            todo += () if closed(u) else reversed(u.args)


def subterms(*terms: Term) -> Iterator[Term]:
    """Every distinct sub-term, arguments before the terms that use them."""
    seen: set[Term] = set()

    def walk(u: Term) -> Iterator[Term]:
        if u not in seen:
            seen.add(u)
            for a in u.args:
                yield from walk(a)
            yield u

    for t in terms:
        yield from walk(t)
