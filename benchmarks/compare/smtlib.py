"""From a claim to an SMT-LIB problem that has a solution exactly where the claim is defined and fails.

The problem is `domain and given and not claim`. The functions of SMT-LIB are total (a division by zero has any value at
all), those of a claim are not. So every part of the claim that asks something of its arguments puts that into the
problem: a denominator is not zero, a root y of x is a fresh y >= 0 with y*y = x, the logarithm l of x a fresh l with
exp(l) = x. A point where some part has no value is then no solution. Hence

    unsat   the claim holds at every point of its domain where it is defined,
    sat     it fails at a point where it is defined.

That is the claim itself if it is defined on its whole domain. Whether it is, is not asked: a solver never answers
`undefined`. Terms are written as they are, without simplification; of identities only the definitions of the hyperbolic
functions are used. There are no words for sums, integrals and the special functions: `UnsupportedError` names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce

from flint import fmpq

from dpsym.kernel.arithmetic.integrality import integer_valued
from dpsym.kernel.statements import Claim, Domain
from dpsym.kernel.terms import PI, Term, exp, log, relation, sqrt, sym

from .outcomes import UnsupportedError

MAX_POWER = 64  # a power is written out as a product; higher ones are not

_DEFINITIONS: dict[str, Callable[[Term], Term]] = {
    "sinh": lambda x: (exp(x) - 1 / exp(x)) / 2,
    "cosh": lambda x: (exp(x) + 1 / exp(x)) / 2,
    "tanh": lambda x: (exp(2 * x) - 1) / (exp(2 * x) + 1),
    "asinh": lambda x: log(x + sqrt(x**2 + 1)),
    "acosh": lambda x: log(x + sqrt(x**2 - 1)),
    "atanh": lambda x: log((1 + x) / (1 - x)) / 2,
}


@dataclass(frozen=True)
class Problem:
    """The lines of the problem, and which of `exp`, `real.pi` and `Int` they use."""

    lines: tuple[str, ...]
    uses: frozenset[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def problem(claim: Claim) -> Problem:
    """A point of the domain that satisfies the hypotheses, where the claim is defined and does not hold."""
    writer = _Writer(claim.domain)
    for condition in (*_ranges(claim.domain), *claim.domain.conditions, *claim.given):
        writer.require(writer.relation(condition))
    writer.require(f"(not {writer.relation(claim.statement)})")
    return Problem(tuple(writer.lines), frozenset(writer.uses))


def _ranges(domain: Domain) -> Iterator[Term]:
    for r in domain.ranges:
        if r.lower is not None:
            yield relation(">" if r.lower_open else ">=", sym(r.name), r.lower)
        if r.upper is not None:
            yield relation("<" if r.upper_open else "<=", sym(r.name), r.upper)


class _Writer:
    """Writes terms as text; what they ask of their arguments becomes lines of the problem.

    `under` is the condition of the branch of a Piecewise that is being written: what is asked there is asked there only.
    """

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.lines: list[str] = []
        self.uses: set[str] = set()
        self.under: tuple[str, ...] = ()
        self._written: dict[tuple[Term, tuple[str, ...]], str] = {}
        self._fresh = 0
        for r in domain.ranges:
            self._declare(symbol_name(r.name), "Int" if r.integer else "Real")

    def require(self, condition: str) -> None:
        self.lines.append(f"(assert (=> {_all(self.under)} {condition}))" if self.under else f"(assert {condition})")

    def relation(self, r: Term) -> str:
        op = {"==": "=", "!=": "distinct"}.get(r.op, r.op)
        return f"({op} {self.term(r.lhs)} {self.term(r.rhs)})"

    def term(self, t: Term) -> str:
        key = (t, self.under)
        if key not in self._written:
            self._written[key] = self._term(t)
        return self._written[key]

    def _declare(self, name: str, sort: str) -> None:
        if sort == "Int":
            self.uses.add("Int")
        self.lines.append(f"(declare-const {name} {sort})")

    def _new(self, sort: str = "Real") -> str:
        """A fresh unknown."""
        self._fresh += 1
        name = f"t_{self._fresh}"
        self._declare(name, sort)
        return name

    def _shared(self, text: str) -> str:
        """A name for a text that is used several times."""
        if not text.startswith("("):
            return text
        self._fresh += 1
        self.lines.append(f"(define-fun t_{self._fresh} () Real {text})")
        return f"t_{self._fresh}"

    def _term(self, t: Term) -> str:
        if t.op == "num":
            return _number(_rational(t))
        if t.op == "sym":
            name = symbol_name(str(t.value))
            return f"(to_real {name})" if self.domain.range(str(t.value)).integer else name
        if t is PI:
            return self._used("real.pi")
        if t.op == "+":
            return f"(+ {' '.join(map(self.term, t.args))})"
        if t.op == "*":
            return self._product(t)
        if t.op == "**":
            return self._power(t.args[0], t.args[1])
        if t.op == "Piecewise":
            return self._piecewise(t)
        return self._function(t)

    def _used(self, word: str) -> str:
        self.uses.add(word)
        return word

    # -- products and powers

    def _product(self, t: Term) -> str:
        """A fraction: factors to a negative power go below the line."""
        below = [f.args[0] ** -_rational(f.args[1]) for f in t.args if _is_divisor(f)]
        above = [f for f in t.args if not _is_divisor(f)]
        return self._fraction(_times([*map(self.term, above)]), [*map(self.term, below)])

    def _fraction(self, above: str, below: list[str]) -> str:
        for divisor in below:
            self.require(f"(distinct {divisor} 0.0)")
        return f"(/ {above} {_times(below)})" if below else above

    def _power(self, base: Term, exponent: Term) -> str:
        if exponent.op != "num":
            return self._real_power(base, exponent)
        value = _rational(exponent)
        n, q = int(value.p), int(value.q)
        if max(abs(n), q) > MAX_POWER:
            raise UnsupportedError(f"a power with exponent {value}")
        b = self.term(base) if q == 1 else self._root(self.term(base), q)
        b = self._shared(b) if abs(n) > 1 else b
        written = _times([b] * abs(n))
        return written if n >= 0 else self._fraction("1.0", [written])

    def _root(self, x: str, degree: int) -> str:
        y = self._new()
        self.require(f"(and (>= {y} 0.0) (= {_times([y] * degree)} {x}))")
        return y

    def _real_power(self, base: Term, exponent: Term) -> str:
        """b**e = exp(e*log(b)) for b > 0; 0**e is 0, or 1 if e = 0; for b < 0 an exponent that is whole has a parity.

        A negative base under an exponent that need not be whole has no value.
        """
        self.uses.add("exp")
        b, e = self._shared(self.term(base)), self._shared(self.term(exponent))
        y, l = self._new(), self._new()
        self.require(f"(=> (> {b} 0.0) (and (= (exp {l}) {b}) (= {y} (exp (* {e} {l})))))")
        self.require(f"(=> (= {b} 0.0) (and (>= {e} 0.0) (= {y} (ite (= {e} 0.0) 1.0 0.0))))")
        if not integer_valued(exponent, self.domain):
            self.require(f"(>= {b} 0.0)")
            return y
        half = self._new("Int")
        even, odd = f"(= {e} (* 2.0 (to_real {half})))", f"(= {e} (+ 1.0 (* 2.0 (to_real {half}))))"
        size = f"(exp (* {e} {l}))"
        value = f"(or (and {even} (= {y} {size})) (and {odd} (= {y} (- {size}))))"
        self.require(f"(=> (< {b} 0.0) (and (= (exp {l}) (- {b})) {value}))")
        return y

    # -- functions

    def _function(self, t: Term) -> str:
        if t.op in _DEFINITIONS:
            return self.term(_DEFINITIONS[t.op](t.args[0]))
        writers: dict[str, Callable[..., str]] = {
            "exp": self._exp, "log": self._log, "sqrt": self._sqrt, "abs": self._abs, "min": self._min,
            "max": self._max, "floor": self._floor, "ceil": self._ceil,
        }  # fmt: skip
        if t.op not in writers:
            raise UnsupportedError(str(t.value) if t.op == "const" else t.op)
        return writers[t.op](*map(self.term, t.args))

    def _exp(self, x: str) -> str:
        return f"({self._used('exp')} {x})"

    def _log(self, x: str) -> str:
        l = self._new()
        self.require(f"(= {self._exp(l)} {x})")
        return l

    def _sqrt(self, x: str) -> str:
        return self._root(x, 2)

    def _abs(self, x: str) -> str:
        x = self._shared(x)
        return f"(ite (>= {x} 0.0) {x} (- {x}))"

    def _min(self, *args: str) -> str:
        return reduce(lambda a, b: self._shared(f"(ite (<= {a} {b}) {a} {b})"), map(self._shared, args))

    def _max(self, *args: str) -> str:
        return reduce(lambda a, b: self._shared(f"(ite (>= {a} {b}) {a} {b})"), map(self._shared, args))

    def _floor(self, x: str) -> str:
        self.uses.add("Int")
        return f"(to_real (to_int {x}))"

    def _ceil(self, x: str) -> str:
        return f"(- {self._floor(f'(- {x})')})"

    def _piecewise(self, t: Term) -> str:
        """Nested `ite`; a point where no condition holds and there is no default is excluded."""
        outer, pieces = self.under, []
        for value, condition in zip(t.args[0::2], t.args[1::2], strict=False):
            test = self.relation(condition)
            otherwise = self.under
            self.under = (*otherwise, test)
            pieces.append((test, self.term(value)))
            self.under = (*otherwise, f"(not {test})")
        if len(t.args) % 2:
            last = self.term(t.args[-1])
        else:
            last = "0.0"
            self.require("false")
        self.under = outer
        return reduce(lambda rest, piece: f"(ite {piece[0]} {piece[1]} {rest})", reversed(pieces), last)


def _is_divisor(t: Term) -> bool:
    return t.op == "**" and t.args[1].op == "num" and _rational(t.args[1]) < 0


def _rational(t: Term) -> fmpq:
    return t.value


def _number(q: fmpq) -> str:
    size = f"{abs(int(q.p))}.0" if q.q == 1 else f"(/ {abs(int(q.p))}.0 {int(q.q)}.0)"
    return f"(- {size})" if q < 0 else size


def _times(factors: list[str]) -> str:
    return f"(* {' '.join(factors)})" if len(factors) > 1 else factors[0] if factors else "1.0"


def _all(conditions: tuple[str, ...]) -> str:
    return f"(and {' '.join(conditions)})" if len(conditions) > 1 else conditions[0]


def symbol_name(name: str) -> str:
    """A name that no solver uses for something else; letters beyond ASCII become their numbers."""
    return "v_" + "".join(c if c.isascii() else f".{ord(c):x}." for c in name)
