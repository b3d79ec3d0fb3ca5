r"""The typed tree of a formula: what was written, with its place, before any of it becomes a term of the kernel.

kind    value                  args                        for
num     Fraction                                           1.25
const   pi, oo
name    the name                                           \hat{\varepsilon}_1
index   the family             the indices                 \varepsilon_i below a sum over i
+ *     -                      parts, factors              one flat sum, one flat product as written
inv     -                      (x,)                        a factor that divides
neg     -                      (x,)                        -x
^       -                      (base, exponent)
call    the function           arguments                   a function of the kernel
sum, prod, int   bound name    (body, lower, upper)
over    (bound name, set)      (body, outer names)         a sum over a set that is only named, and what the set depends on
cases   -                      values and relations        as Piecewise
rel     the relation           (lhs, rhs)
opaque  Opaque                 bound names in its text     Pr[...], E[...], d_TV(...), f(x)
group   -                      (x,)                        parentheses; they keep a product from being flattened
law     (divergence, laws)     parameters                  a divergence of concrete laws
tail    the law                (value, parameters)         the probability of an event about a concrete law
field   the field              names of points             p(x) in a statement about laws
Int     the point              (body,)                     \int ... dx over a space
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Opaque:
    """A quantity that is only named: `key` is how it was written, without blanks. `lower` and `upper` bound its values."""

    kind: str  # Pr, E, TV, D, norm, size, f, member, sum
    key: str
    lower: int | None = None
    upper: int | None = None
    strict: bool = False  # lower is not attained
    symbol: str = ""  # the symbol that should stand for it, if it is free
    labels: tuple[str, ...] = ()  # of a member: the names in its index


@dataclass(frozen=True)
class Node:
    kind: str
    args: tuple[Node, ...] = ()
    value: Any = None
    start: int = 0
    end: int = 0

    def __repr__(self) -> str:
        inner = ", ".join(map(repr, self.args))
        value = "" if self.value is None else str(self.value)
        return f"{self.kind}[{value}]({inner})" if self.args else f"{self.kind}[{value}]"


def number(value: int | Fraction, start: int = 0, end: int = 0) -> Node:
    return Node("num", (), Fraction(value), start, end)


def parts(node: Node) -> Iterator[Node]:
    """The node and everything below it."""
    yield node
    for a in node.args:
        yield from parts(a)


def names(node: Node, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names that stand free in a node, families included, in the order they are written."""
    if node.kind in ("name", "index") and node.value not in bound:
        yield str(node.value)
    inner = bound
    if node.kind in ("sum", "prod", "int"):
        inner = bound | {node.value}
    elif node.kind == "over":
        inner = bound | {node.value[0]}
    for k, a in enumerate(node.args):
        yield from names(a, inner if k == 0 else bound)


def bound_names(node: Node) -> set[str]:
    found = {p.value for p in parts(node) if p.kind in ("sum", "prod", "int")}
    return found | {p.value[0] for p in parts(node) if p.kind == "over"}


def same(node: Node, renamed: tuple[tuple[str, str], ...] = ()) -> str:
    """A text that two nodes share exactly if they say the same up to places, groups and the names of bound indices."""
    if node.kind == "group":
        return same(node.args[0], renamed)
    table = dict(renamed)
    if node.kind == "name":
        return table.get(node.value, str(node.value))
    value = node.value
    inner = renamed
    if node.kind in ("sum", "prod", "int"):
        value = f"#{len(renamed)}"
        inner = (*renamed, (node.value, value))
    elif node.kind == "over":
        value = (f"#{len(renamed)}", node.value[1])
        inner = (*renamed, (node.value[0], value[0]))
    elif node.kind == "opaque":
        value = node.value.key
    texts = [same(a, inner if k == 0 else renamed) for k, a in enumerate(node.args)]
    return f"{node.kind}[{value}]({','.join(texts)})"
