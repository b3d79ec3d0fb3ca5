"""Laws from sympy.stats and to it.

    law_of(sympy.stats.Normal("X", 0, 1))          Normal(0, 1); also 2*X + 3, and distributions without a name
    to_sympy_stats(Laplace(0, b), "X")             the random symbol X

A finite random symbol is a `FiniteLaw` of its values. Divergences take what `law_of` takes.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.symbol import Str

from .errors import ObjectError
from .laws import (
    Affine,
    Bernoulli,
    Binomial,
    Exponential,
    FamilyLaw,
    FiniteLaw,
    FiniteLike,
    Gumbel,
    Laplace,
    Law,
    Mixture,
    Normal,
    Uniform,
    scale,
    shift,
)  # fmt: skip
from .symbolic import compare, exact

MOST_OUTCOMES = 10_000
KNOWN = "normal, Laplace, uniform, exponential and Gumbel laws and those on finitely many outcomes"


def law_of(x: Any) -> Any:
    """The law of a random symbol, of an affine function of one, or of a distribution of sympy.stats. All else is left as it is."""
    if isinstance(x, Law) or not isinstance(x, sympy.Basic):
        return x
    from sympy.stats.rv import Distribution, RandomSymbol, random_symbols

    if isinstance(x, Distribution):
        return _of_distribution(x)
    if isinstance(x, RandomSymbol):
        return _of_symbol(x)
    named = random_symbols(x) if isinstance(x, sympy.Expr) else []
    if not named:
        return x
    if len(named) > 1:
        raise ObjectError(f"law_of: found {x} with the random symbols {named}, expected one")
    return _of_affine(x, named[0])


def _of_affine(x: Any, variable: Any) -> Law:
    law, at = _of_symbol(variable), sympy.Dummy(real=True)
    moved = x.xreplace({variable: at})
    if isinstance(law, FiniteLike):
        table: dict[Any, Any] = {}
        for o, w in zip(law.outcomes, law.weights):
            image = exact(moved.xreplace({at: o}), f"law_of: the value of {x}")
            table[image] = table.get(image, sympy.Integer(0)) + w
        return FiniteLaw(table)
    slope = sympy.diff(moved, at)
    known = None if slope.free_symbols or at in slope.free_symbols else compare(slope, sympy.Integer(0))
    rises = known == 1 if known is not None else at not in slope.free_symbols and bool(slope.is_positive)
    if not rises:
        raise ObjectError(f"law_of: found {x}, expected a random symbol, or a + b*{variable} with b > 0")
    return shift(scale(law, slope), moved.xreplace({at: sympy.Integer(0)}))


def _of_symbol(x: Any) -> Any:
    from sympy.stats.rv import PSpace, RandomSymbol

    space = x.pspace
    name = type(space).__name__
    if not isinstance(space, PSpace) or not isinstance(x, RandomSymbol):
        raise ObjectError(f"law_of: found {x}, expected a random symbol with a law")
    if name in ("SingleContinuousPSpace", "SingleFinitePSpace", "SingleDiscretePSpace"):
        return _of_distribution(space.distribution)
    raise ObjectError(f"law_of: found {x} of a space {name}, expected a random symbol that stands for itself")


def _of_distribution(d: Any) -> Law:
    """By the name of its class and its arguments."""
    from sympy.stats import crv_types, frv, frv_types

    if isinstance(d, crv_types.NormalDistribution):
        return Normal(d.mean, d.std)
    if isinstance(d, crv_types.LaplaceDistribution):
        return Laplace(d.mu, d.b)
    if isinstance(d, crv_types.UniformDistribution):
        return Uniform(d.left, d.right)
    if isinstance(d, crv_types.ExponentialDistribution):
        return Exponential(d.rate)
    if isinstance(d, crv_types.GumbelDistribution) and d.minimum in (False, sympy.false):
        return Gumbel(d.mu, d.beta)  # sympy.stats has the scale first
    if isinstance(d, frv_types.BernoulliDistribution) and (d.succ, d.fail) == (1, 0):
        return Bernoulli(d.p)
    if isinstance(d, frv_types.BinomialDistribution) and (d.succ, d.fail) == (1, 0):
        return Binomial(d.n, d.p)
    if isinstance(d, frv.SingleFiniteDistribution):
        return _of_finite(d)
    raise ObjectError(f"law_of: found {d}, expected one of {KNOWN}")


def _of_finite(d: Any) -> FiniteLaw:
    try:
        table = dict(d.dict)
    except (TypeError, ValueError, NotImplementedError, AttributeError):
        table = {}
    if not 0 < len(table) <= MOST_OUTCOMES:
        raise ObjectError(f"law_of: found {d}, expected a law with up to {MOST_OUTCOMES} outcomes that can be listed")
    return FiniteLaw({Str(o.name) if isinstance(o, sympy.Symbol) else o: w for o, w in table.items()})


def to_sympy_stats(law: Any, name: str = "X") -> Any:
    """A random symbol of this name with the law. Outcomes that are names become symbols."""
    from sympy.stats import ContinuousRV, DiscreteRV, FiniteRV
    from sympy.stats.crv import SingleContinuousDistribution, SingleContinuousPSpace
    from sympy.stats.frv import SingleFinitePSpace

    if not isinstance(law, Law):
        raise ObjectError(f"to_sympy_stats: found {law!r}, expected a law")
    symbol = sympy.Symbol(name, real=True)
    if isinstance(law, FiniteLike):
        if any(isinstance(o, sympy.Tuple) for o in law.outcomes):
            raise ObjectError(f"to_sympy_stats: found the outcome {law.outcomes[0]}, expected numbers or names")
        if isinstance(law, (Bernoulli, Binomial)):
            return SingleFinitePSpace(symbol, law.stats()).value
        table = {sympy.Symbol(o.name) if isinstance(o, Str) else o: w for o, w in zip(law.outcomes, law.weights)}
        return FiniteRV(symbol, table)
    if isinstance(law, FamilyLaw) and not isinstance(law, Affine) and _has_stats(law):
        distribution = law.stats()
        if isinstance(distribution, SingleContinuousDistribution):
            return SingleContinuousPSpace(symbol, distribution).value
    if isinstance(law, (FamilyLaw, Mixture)) and law.space in ("reals", "integers"):
        if law.space == "integers":
            return DiscreteRV(
                sympy.Symbol(name, integer=True), law.density(sympy.Symbol(name, integer=True)), sympy.S.Integers
            )
        low, high = law.ends()
        where = sympy.Interval(-sympy.oo if low is None else low, sympy.oo if high is None else high)
        return ContinuousRV(symbol, law.density(symbol), where)
    raise ObjectError(f"to_sympy_stats: {law} has no counterpart in sympy.stats")


def _has_stats(law: FamilyLaw) -> bool:
    return type(law).stats is not FamilyLaw.stats
