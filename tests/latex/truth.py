"""Independent numbers for formulas: the truth of a corpus (mpmath syntax) and the reader's typed tree, evaluated apart.

The truth is a Python expression over a fixed list of names, compiled by this test helper from the test's own data; the tree is
walked here with plain mpmath. Neither shares code with the kernel.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import mpmath
from mpmath import mpf

from dpsym.reading.latex.tree import Node

#: How the truth spells names that the reader spells otherwise.
RENAMED = {
    "eps_prime": "eps_p", "delta_prime": "delta_p", "delta_prime2": "delta_pp", "lambda": "lam", "alpha_prime": "alpha_p",
    "mu_prime": "mu_p",
}  # fmt: skip
FAMILIES = {"eps": "EPS", "delta": "DEL", "sigma": "SIG"}


class Point:
    """Random values for every name, the same whoever asks. Integers for names of counts; all values allow roots and logarithms."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def number(self, name: str) -> mpf:
        rng = random.Random(f"{self.seed}:{name}")
        if name in ("k", "n", "N", "m", "T"):
            return mpf(rng.randint(2, 5) if name != "n" else rng.randint(6, 8))
        if name in ("j", "i"):
            return mpf(rng.randint(1, 2))
        if name in ("delta", "p", "q", "beta", "delta_p", "delta_pp", "tilde_delta", "hat_delta"):
            return mpf(rng.randint(5, 45)) / 100
        if name in ("alpha", "lam", "alpha_p", "Delta", "d"):
            return mpf(rng.randint(110, 300)) / 100
        return mpf(rng.randint(20, 95)) / 100

    def family(self, name: str) -> Callable[[object], mpf]:
        return lambda i: mpf(random.Random(f"{self.seed}:{name}:{int(i)}").randint(5, 45)) / 100  # type: ignore[call-overload]

    def value(self, name: str) -> mpf:
        """The value of a name as the reader spells it."""
        stem, _, index = name.rpartition("_")
        if stem in FAMILIES and index.isdigit():
            return self.family(FAMILIES[stem])(index)
        return self.number(RENAMED.get(name, name.replace("_prime", "_p")))


def truth(expression: str, point: Point) -> mpf:
    """The value of an expression of the corpus."""
    functions = {
        name: getattr(mpmath, name)
        for name in ("exp", "log", "sqrt", "binomial", "tanh", "cosh", "sinh", "erf", "erfc", "ceil", "floor",
                     "quad", "inf", "atanh", "asinh", "acosh")
    }  # fmt: skip
    functions |= {
        "Phi": mpmath.ncdf,
        "PhiInv": phi_inverse,
        "Gamma": mpmath.gamma,
        "pi": mpmath.pi,
        "mpf": mpf,
        "abs": abs,
        "max": max,
        "min": min,
        "sum": sum,
        "int": int,
    }
    functions |= {"range": range, "mpmath": mpmath, "prod": mpmath.fprod}
    functions |= {family: point.family(family) for family in FAMILIES.values()}

    class Names(dict):
        def __missing__(self, name: str) -> object:
            if name == "prod1":
                return mpmath.fprod(1 - point.family("DEL")(i) for i in range(1, int(point.number("k")) + 1))
            return point.number(name)

    code = compile(expression, "<truth>", "eval")
    scope = Names(functions)
    for name in code.co_names:  # generator expressions look names up as globals, which know no __missing__
        scope.setdefault(name, scope[name])
    for inner in (c for c in code.co_consts if hasattr(c, "co_names")):
        for name in inner.co_names:
            scope.setdefault(name, scope[name])
    return mpf(eval(code, {"__builtins__": {}, **scope}))


def phi_inverse(p: mpf) -> mpf:
    return mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1)


_CALLS: Mapping[str, Callable[..., mpf]] = {
    "exp": mpmath.exp, "log": mpmath.log, "sqrt": mpmath.sqrt, "abs": abs, "min": min, "max": max, "sinh": mpmath.sinh,
    "cosh": mpmath.cosh, "tanh": mpmath.tanh, "asinh": mpmath.asinh, "acosh": mpmath.acosh, "atanh": mpmath.atanh,
    "erf": mpmath.erf, "erfc": mpmath.erfc, "Phi": mpmath.ncdf, "PhiInv": phi_inverse, "gamma": mpmath.gamma,
    "loggamma": mpmath.loggamma, "binomial": mpmath.binomial, "floor": mpmath.floor, "ceil": mpmath.ceil,
    "LambertW": lambda x, k=0: mpmath.lambertw(x, int(k)),
}  # fmt: skip
_RELATIONS: Mapping[str, Callable[[mpf, mpf], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b, ">": lambda a, b: a > b,
}  # fmt: skip


def evaluate(node: Node, point: Point, bound: Mapping[str, mpf] | None = None) -> mpf:
    """The value of a typed tree."""
    bound = bound or {}
    args = [] if node.kind in ("sum", "prod", "int", "cases") else [evaluate(a, point, bound) for a in node.args]
    if node.kind == "num":
        return mpf(node.value.numerator) / node.value.denominator
    if node.kind == "const":
        return +mpmath.pi if node.value == "pi" else mpmath.inf
    if node.kind == "name":
        return bound[node.value] if node.value in bound else point.value(node.value)
    if node.kind == "index":
        return point.family(FAMILIES.get(node.value, node.value))(args[0])
    if node.kind in ("+", "*"):
        return mpmath.fsum(args) if node.kind == "+" else mpmath.fprod(args)
    if node.kind in ("inv", "neg", "group"):
        return {"inv": lambda x: 1 / x, "neg": lambda x: -x, "group": lambda x: x}[node.kind](args[0])
    if node.kind == "^":
        return args[0] ** args[1]
    if node.kind == "call":
        return _CALLS[node.value](*args)
    if node.kind == "cases":
        return _cases(node, point, bound)
    body, lower, upper = node.args
    low, high = evaluate(lower, point, bound), evaluate(upper, point, bound)
    if node.kind == "int":
        return mpmath.quad(lambda x: evaluate(body, point, {**bound, node.value: x}), [low, high])
    terms = [evaluate(body, point, {**bound, node.value: mpf(i)}) for i in range(int(low), int(high) + 1)]
    return mpmath.fsum(terms) if node.kind == "sum" else mpmath.fprod(terms)


def _cases(node: Node, point: Point, bound: Mapping[str, mpf]) -> mpf:
    for value, condition in zip(node.args[::2], node.args[1::2]):
        if _RELATIONS[condition.value](*(evaluate(a, point, bound) for a in condition.args)):
            return evaluate(value, point, bound)
    return evaluate(node.args[-1], point, bound)


def close(a: mpf, b: mpf) -> bool:
    return bool(abs(a - b) <= mpf(10) ** -12 * max(1, abs(a), abs(b)))
