"""Laws on finitely many outcomes with exact weights, and those that are given by few numbers: Bernoulli, binomial, coins."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import sympy
from flint import fmpq
from sympy import Basic, Expr
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean
from sympy.printing.printer import Printer

from ..errors import ObjectError
from ..families import BERNOULLI
from ..symbolic import SYMPY, compare, exact, is_zero
from .base import Law

ONE, ZERO = sympy.Integer(1), sympy.Integer(0)


def outcome(value: Expr) -> Any:
    """An outcome as a SymPy object: numbers and symbols as they are, words as names, tuples of them."""
    if isinstance(value, str):
        return Str(value)
    if isinstance(value, (tuple, sympy.Tuple)):
        return sympy.Tuple(*map(outcome, value))
    if isinstance(value, Str):
        return value
    return exact(value, "an outcome")


def plain(value: Expr) -> Any:
    """An outcome as a user wrote it: names are Python strings, so that `o == "yes"` means what it says."""
    if isinstance(value, Str):
        return str(value.name)
    return tuple(map(plain, value)) if isinstance(value, sympy.Tuple) else value


def check_weights(owner: Any, weights: Iterable[Any]) -> None:
    """Nonnegative, and one in total, as far as that can be decided; a symbolic total must be 1 by normal form."""
    weights = list(weights)
    for w in weights:
        below = compare(w, ZERO) if not w.free_symbols else (-1 if w.is_negative else None)
        if below == -1:
            raise ObjectError(f"{owner}: weights must not be negative, found {w}")
    rational = all(w.is_Rational for w in weights)
    total = _sum(weights) if rational else sympy.Add(*weights)
    if not is_zero(total - 1):
        shown = total if total.free_symbols or total.is_Rational else sympy.simplify(total)
        near = rational and abs(total - 1) * 10**9 < 1
        hint = "; a float is the binary fraction that it is, write decimals as text: '0.1'" if near else ""
        raise ObjectError(f"{owner}: the weights must sum to one, found {_shown(shown) if near else shown}{hint}")


def _sum(weights: Iterable[Any]) -> Any:
    """Of rational numbers, by python-flint: SymPy takes milliseconds for a hundred."""
    total = sum((fmpq(int(w.p), int(w.q)) for w in weights), fmpq(0))
    return sympy.Rational(int(total.p), int(total.q))


def _shown(total: Any) -> str:
    """A total that is close to 1, by what is missing or too much: its decimals would look like 1."""
    return f"1 {'-' if total < 1 else '+'} {sympy.Float(abs(total - 1), 3)}"


class FiniteLike(Law):
    """A law with a finite list of outcomes and exact weights."""

    @property
    @abstractmethod
    def outcomes(self) -> tuple[Basic, ...]:
        """All of them, each once."""

    @property
    @abstractmethod
    def weights(self) -> tuple[Expr, ...]:
        """The probabilities, in the order of the outcomes."""

    @property
    def space(self) -> tuple[Any, ...]:
        return self.outcomes

    def density(self, x: Expr) -> Expr:
        x = outcome(x)
        table = dict(zip(self.outcomes, self.weights))
        if x in table:
            return table[x]
        if isinstance(x, sympy.Expr) and x.free_symbols:
            return sympy.Piecewise(*((w, sympy.Eq(x, o)) for o, w in table.items()), (0, True))
        raise ObjectError(f"{self}: {x} is none of its outcomes {', '.join(map(str, self.outcomes))}")

    def mass(self) -> Expr:
        return sympy.Add(*self.weights, evaluate=False)

    def _values(self) -> list[tuple[Any, Any]]:
        if not all(isinstance(o, sympy.Expr) for o in self.outcomes):
            raise ObjectError(f"{self}: its outcomes are not numbers, so it has no moments")
        return list(zip(self.outcomes, self.weights))

    def mean(self) -> Expr:
        return sympy.Add(*(o * w for o, w in self._values()))

    def variance(self) -> Expr:
        mean = self.mean()
        return sympy.simplify(sympy.Add(*((o - mean) ** 2 * w for o, w in self._values())))

    def cdf(self, x: Expr) -> Expr:
        x = exact(x)
        return sympy.Add(*(sympy.Piecewise((w, o <= x), (0, True)) for o, w in self._values()))

    def as_finite(self) -> FiniteLaw:
        return FiniteLaw(dict(zip(self.outcomes, self.weights)))


class _Shown:
    """A law in a message, written out only when there is one."""

    def __init__(self, outcomes: Any, weights: Any) -> None:
        self.rows = outcomes, weights

    def __str__(self) -> str:
        return f"FiniteLaw({', '.join(f'{o}: {w}' for o, w in zip(*self.rows))})"


class FiniteLaw(FiniteLike):
    """Outcomes with exact weights: `FiniteLaw({"yes": Rational(3, 4), "no": Rational(1, 4)})`. Weights may hold symbols."""

    def __new__(cls, weights: Any, given: Any = None) -> FiniteLaw:
        if isinstance(weights, Mapping):
            outcomes = sympy.Tuple(*map(outcome, weights.keys()))
            values = sympy.Tuple(*(exact(w, "FiniteLaw: a weight") for w in weights.values()))
        elif isinstance(weights, sympy.Tuple) and isinstance(given, sympy.Tuple):  # from its own arguments
            outcomes, values = weights, given
        else:
            raise ObjectError(f"FiniteLaw: found {weights!r}, expected a table of outcomes and their weights")
        if not outcomes or len(set(outcomes)) != len(outcomes):
            raise ObjectError(f"FiniteLaw: found outcomes {outcomes}, expected one or more, each once")
        check_weights(_Shown(outcomes, values), values)
        return super().__new__(cls, outcomes, values)

    @property
    def outcomes(self) -> tuple[Basic, ...]:
        return tuple(self.args[0])

    @property
    def weights(self) -> tuple[Expr, ...]:
        return tuple(self.args[1])

    def defined_when(self) -> Boolean:
        return sympy.And(*(w >= 0 for w in self.weights if w.free_symbols))

    def _latex(self, printer: Printer) -> str:
        rows = [rf"{outcome_latex(o, printer)} \mapsto {printer._print(w)}" for o, w in zip(*self.args)]
        return rf"\left\{{{', '.join(rows)}\right\}}"


_SPECIAL = {c: f"\\{c}" for c in "{}_#$%&"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def outcome_latex(o: Any, printer: Printer) -> str:
    """Numbers as formulas, names as words."""
    if isinstance(o, Str):
        return rf"\text{{{''.join(_SPECIAL.get(c, c) for c in o.name)}}}"
    if isinstance(o, sympy.Tuple):
        return rf"\left({', '.join(outcome_latex(p, printer) for p in o)}\right)"
    return str(printer._print(o))


def _probability(owner: str, p: Any) -> Any:
    p = exact(p, f"{owner}: the probability")
    if not p.free_symbols and (compare(p, ZERO) == -1 or compare(p, ONE) == 1):
        raise ObjectError(f"{owner}: a probability must lie in [0, 1], found {p}")
    return p


class Bernoulli(FiniteLike):
    """1 with probability p, else 0."""

    latex_name: ClassVar[str] = r"\mathrm{Bern}"

    def __new__(cls, p: Any) -> Bernoulli:
        return super().__new__(cls, _probability("Bernoulli", p))

    outcomes = (ZERO, ONE)

    @property
    def weights(self) -> tuple[Expr, ...]:
        return tuple(BERNOULLI.weights(SYMPY, self.args[0]))

    def defined_when(self) -> Boolean:
        return sympy.And(*(expr >= 0 for expr, _ in BERNOULLI.conditions(SYMPY, self.args[0])))

    def stats(self) -> Any:
        from sympy.stats.frv_types import BernoulliDistribution

        return BernoulliDistribution(self.args[0], 1, 0)


class Binomial(FiniteLike):
    """The number of successes among n trials: binomial(n, k) p^k (1 - p)^(n - k) for k = 0, ..., n; n may be a symbol."""

    latex_name: ClassVar[str] = r"\mathrm{Bin}"

    def __new__(cls, n: Any, p: Any) -> Binomial:
        n = exact(n, "Binomial: the number of trials")
        if n.is_integer is False or n.is_negative:
            raise ObjectError(f"Binomial: the number of trials must be an integer that is not negative, found {n}")
        return super().__new__(cls, n, _probability("Binomial", p))

    @property
    def outcomes(self) -> tuple[Basic, ...]:
        if not self.args[0].is_Integer:
            raise ObjectError(f"{self}: the outcomes can be listed only for a given number of trials")
        return tuple(map(sympy.Integer, range(int(self.args[0]) + 1)))

    @property
    def space(self) -> Any:
        return self.outcomes if self.args[0].is_Integer else "integers"

    @property
    def weights(self) -> tuple[Expr, ...]:
        return tuple(map(self._weight, self.outcomes))

    def _weight(self, k: Any) -> Expr:
        n, p = self.args
        return sympy.binomial(n, k) * p**k * (1 - p) ** (n - k)

    def density(self, x: Expr) -> Expr:
        return self._weight(exact(x)) if not self.args[0].is_Integer else super().density(x)

    def mass(self) -> Expr:
        k = sympy.Symbol("k", integer=True)
        return sympy.Sum(self._weight(k), (k, 0, self.args[0]))

    def mean(self) -> Expr:
        return self.args[0] * self.args[1]

    def variance(self) -> Expr:
        n, p = self.args
        return n * p * (1 - p)

    def defined_when(self) -> Boolean:
        return sympy.And(self.args[1] >= 0, self.args[1] <= 1)

    def stats(self) -> Any:
        from sympy.stats.frv_types import BinomialDistribution

        return BinomialDistribution(*self.args, 1, 0)
