r"""Probabilities of concrete laws, exact: \Pr[\mathrm{Lap}(b) > t], \Pr[|\mathcal{N}(0, \sigma^2)| \le t], \Pr[\mathrm{Bern}(p) = 1].

    X ~ Laplace(m, b), z = (t - m)/b     P[X > t] = e^{-z}/2 for z >= 0, 1 - e^z/2 for z < 0
    X ~ N(m, s^2)                        P[X <= t] = Phi((t - m)/s)
    X ~ Uniform(a, b)                    P[X <= t] = min(1, max(0, (t - a)/(b - a)))
    X ~ Bernoulli(p)                     P[X = 1] = p, P[X = 0] = 1 - p

A law without atoms does not tell < from <=. Laws whose parameter has two conventions (Geometric, Exponential) are left alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from .tree import Node, number

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


def turned(relation: str) -> str:
    """The relation read from the other side."""
    return _TURNED[relation]


def tail(law: str, parameters: Sequence[Node], relation: str, at: Node, absolute: bool) -> Node | None:
    """P[X relation at], or P[|X| relation at], as an expression; None if it is not among those above."""
    if law == "Bernoulli":
        return _bernoulli(parameters[0], relation, at, absolute)
    if relation not in ("<", "<=", ">", ">="):
        return None
    above = relation in (">", ">=")
    if absolute:
        return _two_sided(law, parameters, at, above)
    if law == "Laplace":
        z = _quotient(_difference(at, parameters[0]), parameters[1])
        near, far = _half_exp(_minus(z)), _half_exp(z)
        upper = _cases(near, z, _difference(number(1), far))
        lower = _cases(_difference(number(1), near), z, far)
        return upper if above else lower
    if law == "Normal":
        z = _quotient(_difference(at, parameters[0]), parameters[1])
        return Node("call", (_minus(z) if above else z,), "Phi")
    if law == "Uniform":
        low, high = parameters
        part = _quotient(_difference(at, low), _difference(high, low))
        below = Node("call", (number(1), Node("call", (number(0), part), "max")), "min")
        return _difference(number(1), below) if above else below
    return None


def _bernoulli(p: Node, relation: str, at: Node, absolute: bool) -> Node | None:
    if relation != "==" or absolute or at.kind != "num" or at.value not in (0, 1):
        return None
    return p if at.value == 1 else _difference(number(1), p)


def _two_sided(law: str, parameters: Sequence[Node], at: Node, above: bool) -> Node | None:
    """P[|X| > t] of a law that is symmetric about 0: twice one tail for t >= 0, and 1 for t < 0."""
    if law not in ("Laplace", "Normal") or parameters[0].kind != "num" or parameters[0].value != 0:
        return None
    z = _quotient(at, parameters[1])
    one = Node("call", (_minus(z),), "exp" if law == "Laplace" else "Phi")
    outside = one if law == "Laplace" else Node("*", (number(2), one))
    outer = _cases(outside, z, number(1))
    return outer if above else _difference(number(1), outer)


def _cases(value: Node, z: Node, otherwise: Node) -> Node:
    return Node("cases", (value, Node("rel", (z, number(0)), ">="), otherwise))


def _half_exp(z: Node) -> Node:
    return Node("*", (Node("call", (z,), "exp"), Node("inv", (number(2),))))


def _minus(x: Node) -> Node:
    return Node("neg", (x,))


def _difference(x: Node, y: Node) -> Node:
    return x if y.kind == "num" and y.value == 0 else Node("+", (x, _minus(y)))


def _quotient(x: Node, y: Node) -> Node:
    return Node("*", (x, Node("inv", (y,))))
