"""The privacy loss of a pair of laws: the random variable Z = log(p(Y)/q(Y)) for Y ~ P.

It is defined where P and Q have the same support. Its moments come from the Rényi divergence: E e^(s Z) = e^(s D_{1 + s}).

    law          loss of N(0, s^2) against N(d, s^2)     N(m^2/2, m^2), m = d/s
                 loss of Lap(0, b) against Lap(d, b)     P[Z <= z] = exp(-(d/b - z)/2)/2 for -d/b <= z < d/b, an atom at d/b
                 loss of finite laws                     log(p/q) with probability p
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr
from sympy.printing.printer import Printer

from .divergences import KullbackLeibler, Renyi
from .divergences.spaces import is_finite, same_space
from .errors import ObjectError
from .laws import FiniteLaw, Laplace, Law, Normal
from .laws.base import Printed
from .symbolic import certain


class PrivacyLoss(Printed):
    """PrivLoss(P || Q)."""

    def __new__(cls, p: Any, q: Any) -> PrivacyLoss:
        same_space("PrivacyLoss", p, q)
        if is_finite(p):
            for o in p.outcomes:
                if (p.density(o) == 0) != (q.density(o) == 0):
                    raise ObjectError(
                        f"PrivacyLoss: the supports of {p} and {q} differ at {o}, so the loss is undefined"
                    )
        return super().__new__(cls, p, q)

    @property
    def _gaussian(self) -> Any:
        p, q = self.args
        same = isinstance(p, Normal) and isinstance(q, Normal) and p.args[1] == q.args[1]
        return sympy.Abs(p.args[0] - q.args[0]) / p.args[1] if same else None

    @property
    def _laplace(self) -> Any:
        p, q = self.args
        same = isinstance(p, Laplace) and isinstance(q, Laplace) and p.args[1] == q.args[1]
        return sympy.Abs(p.args[0] - q.args[0]) / p.args[1] if same else None

    def law(self) -> Law:
        """The law of the loss, where it is one of ours."""
        p, q = self.args
        if self._gaussian is not None:
            m = self._gaussian
            return Normal(m**2 / 2, m)
        if is_finite(p):
            table: dict[Any, Any] = {}
            for o, w in zip(p.outcomes, p.weights):
                if w != 0:
                    z = sympy.log(w / q.density(o))
                    key = next(
                        (k for k in table if not z.free_symbols and not k.free_symbols and certain(k, z) == 0), z
                    )
                    table[key] = table.get(key, sympy.Integer(0)) + w
            return FiniteLaw(table)
        raise ObjectError(f"{self}: its law is not one of the laws here; it has a distribution function and moments")

    def cdf(self, z: Any) -> Expr:
        """P[Z <= z]."""
        if self._laplace is not None:
            x = self._laplace
            return sympy.Piecewise((0, z < -x), (sympy.exp(-(x - z) / 2) / 2, z < x), (1, True))
        return self.law().cdf(z)

    def moment_generating(self, s: Any) -> Expr:
        """E exp(s Z), s > -1, s != 0."""
        s = sympy.Integer(s) if isinstance(s, int) else s
        return sympy.exp(s * Renyi(1 + s, *self.args).doit())

    def mean(self) -> Expr:
        return KullbackLeibler(*self.args).doit()

    def moment(self, k: int) -> Expr:
        """E Z^k."""
        p, q = self.args
        if is_finite(p):
            pairs = [(w, q.density(o)) for o, w in zip(p.outcomes, p.weights) if w != 0]
            return sympy.Add(*(w * sympy.log(w / v) ** k for w, v in pairs))
        s = sympy.Symbol("s", positive=True)
        total = sympy.log(sympy.exp(s * Renyi(1 + s, *self.args).doit()))
        generating = sympy.exp(sympy.expand_log(total, force=True))
        return sympy.simplify(sympy.limit(sympy.diff(generating, s, k), s, 0))

    def variance(self) -> Expr:
        return sympy.simplify(self.moment(2) - self.mean() ** 2)

    def _latex(self, printer: Printer) -> str:
        p, q = self.args
        return rf"\mathrm{{PrivLoss}}\left({printer._print(p)} \,\|\, {printer._print(q)}\right)"
