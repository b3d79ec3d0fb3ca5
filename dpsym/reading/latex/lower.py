r"""The typed tree to terms of the kernel. What is only named becomes a symbol with a range; the table says which.

A sum over an indexed family (\sum_{i=1}^k \varepsilon_i) has no term of its own: constants are taken out of it, it is parted at +, and
what is left is a quantity that is only named. Two such sums are the same symbol exactly if they say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...kernel.laws.terms import at as field_at
from ...kernel.laws.terms import integral, point
from ...kernel.terms import (
    MINUS_ONE,
    OO,
    PI,
    Term,
    TermError,
    add,
    bind,
    func,
    mul,
    neg,
    num,
    piecewise,
    power,
    relation,
    sym,
)
from ...objects.definitions import LawTerm
from ..domains import DomainError, check_demand
from ..limits import MAX_SUM_TERMS, power_limit, size_limit, sum_terms
from ..objects import LAWS, Demand, divergence, divergence_demands, law
from .stream import Scope
from .tokens import LatexError
from .tree import Node, Opaque, bound_names, names, number, parts, same


@dataclass(frozen=True)
class Atom:
    """A quantity that is only named: the symbol that stands for it, and what it is."""

    symbol: str
    opaque: Opaque
    node: Node


@dataclass
class Lowering:
    """Turns nodes into terms. One object for everything that shares symbols: a chain, its conditions, a whole derivation."""

    text: str = ""
    scope: Scope = field(default_factory=Scope)
    atoms: dict[str, Atom] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    positive: frozenset[str] = frozenset()
    nonnegative_families: frozenset[str] = frozenset()
    points: list[str] = field(default_factory=list)  # bound points, in statements about laws

    def reserve(self, nodes: Iterable[Node]) -> None:
        """Names that no quantity may be given."""
        for node in nodes:
            self.used |= set(names(node)) | bound_names(node)

    def term(self, node: Node) -> Term:
        """The term of a node, checked for size. Raises LatexError."""
        try:
            found = self._term(node)
        except TermError as error:
            raise LatexError(str(error), self.text, node.start, node.end) from None
        except RecursionError:
            raise LatexError("the formula is nested too deeply", self.text, node.start, node.end) from None
        if problem := size_limit(found):
            raise LatexError(problem, self.text, node.start, node.end)
        return found

    def relation(self, node: Node, source: str = "") -> Term:
        """The relation of a node that has its places in `source`, if that is another text."""
        own, self.text = self.text, source or self.text
        try:
            return relation(node.value, self.term(node.args[0]), self.term(node.args[1]))
        finally:
            self.text = own

    def demands(self, *nodes: Node) -> list[Demand]:
        """What the concrete laws in these nodes demand of their parameters. Raises LatexError."""
        found: dict[Demand, None] = {}
        for node in nodes:
            for law_node, bound in _laws(node):
                for demand in self._demanded(law_node):
                    self._check_demand(demand, law_node, bound)
                    found[demand] = None
        return list(found)

    def _demanded(self, node: Node) -> tuple[Demand, ...]:
        if node.kind == "tail":
            return law(str(node.value), [self._term(a) for a in node.args[1:]]).demands
        order, p, q = self._laws(node)
        return divergence_demands(str(node.value[0]), order, p, q)

    def _check_demand(self, demand: Demand, node: Node, bound: frozenset[str]) -> None:
        if demand.relation.free & bound:
            message = f"{demand.words} for each index, which is not seen here: write the sum out"
            raise LatexError(message, self.text, node.start, node.end)
        try:
            check_demand(demand)
        except DomainError as error:
            raise LatexError(error.message, self.text, node.start, node.end) from None

    # -- one node -------------------------------------------------------------------------------------------------------

    def _term(self, node: Node) -> Term:
        kind = node.kind
        if kind == "num":
            return num(node.value)
        if kind == "const":
            return PI if node.value == "pi" else OO
        if kind == "name":
            return sym(str(node.value))
        if kind == "group":
            return self._term(node.args[0])
        if kind == "+":
            return add(*map(self._term, node.args))
        if kind == "*":
            return mul(*map(self._term, node.args))
        if kind == "inv":
            return power(self._term(node.args[0]), MINUS_ONE)
        if kind == "neg":
            return neg(self._term(node.args[0]))
        if kind == "^":
            return self._power(node)
        if kind == "call":
            return self._call(node)
        if kind == "rel":
            return relation(node.value, *map(self._term, node.args))
        if kind == "cases":
            return self._cases(node)
        if kind in ("sum", "prod", "int"):
            return self._binder(node)
        if kind in ("opaque", "over"):
            return self._opaque(node)
        if kind == "dev":
            inner = self._term(node.args[0])
            return inner if node.args[0].kind == "name" and node.args[0].value in self.positive else func("abs", inner)
        if kind == "tail":
            return self._term(node.args[0])
        if kind == "law":
            return self._law(node)
        if kind == "field":
            return field_at(str(node.value), *(self._point(p, str(node.value), k) for k, p in enumerate(node.args)))
        if kind == "Int":
            return self._integral(node)
        raise LatexError("an index outside its sum", self.text, node.start, node.end)

    def _power(self, node: Node) -> Term:
        base, exponent = map(self._term, node.args)
        if problem := power_limit(base, exponent):
            raise LatexError(problem, self.text, node.start, node.end)
        return power(base, exponent)

    def _call(self, node: Node) -> Term:
        return func(str(node.value), *map(self._term, node.args))

    def _cases(self, node: Node) -> Term:
        args = list(map(self._term, node.args))
        default = args.pop() if len(args) % 2 else None
        return piecewise(list(zip(args[::2], args[1::2], strict=True)), default)

    def _laws(self, node: Node) -> tuple[list[Term], LawTerm, LawTerm]:
        """The parameters of a divergence of concrete laws, and the laws."""
        kind, p, q = node.value
        order = [self._term(node.args[0])] if kind == "D" else []
        rest = [self._term(a) for a in node.args[len(order) :]]
        return order, law(p, rest[: LAWS[p]]), law(q, rest[LAWS[p] :])

    def _law(self, node: Node) -> Term:
        order, p, q = self._laws(node)
        avoid = frozenset(self.used).union(p.free, q.free, *(t.free for t in order))
        try:
            return divergence(str(node.value[0]), order, p, q, avoid)
        except ValueError as error:
            raise LatexError(str(error), self.text, node.start, node.end) from None

    # -- statements about laws --------------------------------------------------------------------------------------------

    def _point(self, node: Node, owner: str, place: int) -> Term:
        spaces = self.scope.fields.get(owner, ())
        if place >= len(spaces):
            raise LatexError(f"{owner} takes {len(spaces)} points", self.text, node.start, node.end)
        return point(point_name(str(node.value)), spaces[place])

    def _integral(self, node: Node) -> Term:
        name = str(node.value)
        body = self._term(node.args[0])
        spaces = {
            self.scope.fields[str(p.value)][k]
            for p in parts(node.args[0])
            if p.kind == "field"
            for k, a in enumerate(p.args)
            if a.value == name
        }
        stem = point_name(name).rstrip("'")
        if not spaces and any(stem in declared for declared in self.scope.fields.values()):
            spaces = {stem}  # a point that stands nowhere bears the name of its space
        if len(spaces) != 1:
            raise LatexError(f"the space of {name} is not known", self.text, node.start, node.end)
        return integral(body, point(point_name(name), spaces.pop()))

    # -- sums -------------------------------------------------------------------------------------------------------------

    def _binder(self, node: Node) -> Term:
        if _has_family(node.args[0]):
            return self._family_sum(node) if node.kind == "sum" else self._opaque(node)
        op = {"sum": "Sum", "prod": "Product", "int": "Integral"}[node.kind]
        body, lower, upper = map(self._term, node.args)
        found = bind(op, body, str(node.value), lower, upper)
        if sum_terms(found, {}) > MAX_SUM_TERMS:
            raise LatexError(f"more than {MAX_SUM_TERMS} terms", self.text, node.start, node.end)
        return found

    def _family_sum(self, node: Node) -> Term:
        """Parted at +, constants in front: sum (a + c b_i) is sum a + c sum b_i. The parts of an infinite sum may diverge."""
        body = _ungrouped(node.args[0])
        index = str(node.value)
        if body.kind == "+" and not _is_infinite(node):
            return add(*(self._family_sum(_with_body(node, part)) for part in body.args))
        if body.kind == "neg":
            return neg(self._family_sum(_with_body(node, body.args[0])))
        if body.kind == "*":
            inside = [f for f in body.args if _depends(f, index)]
            outside = [f for f in body.args if not _depends(f, index)]
            if outside:
                rest = Node("*", tuple(inside)) if len(inside) > 1 else inside[0] if inside else number(1)
                return mul(*map(self._term, outside), self._term(_with_body(node, rest)))
            if _has_family(body):  # w_i x_i and x_i w_i are one product
                ordered = tuple(sorted(body.args, key=lambda f: same(f, ((index, "#"),))))
                return self._opaque(_with_body(node, Node("*", ordered, None, body.start, body.end)))
        return self._opaque(node) if _has_family(body) else self._binder(_with_body(node, body))

    def _opaque(self, node: Node) -> Term:
        key = self._key(node) if node.kind == "opaque" else same(node)
        if key not in self.atoms:
            what = node.value if node.kind == "opaque" else self._named_sum(node, key)
            if node.kind == "opaque" and node.args:
                raise LatexError("this quantity depends on an index outside its sum", self.text, node.start, node.end)
            symbol = what.symbol if what.symbol and what.symbol not in self._taken() else self._fresh(what.kind)
            self.atoms[key] = Atom(symbol, what, node)
        return sym(self.atoms[key].symbol)

    def _key(self, node: Node) -> str:
        return str(node.value.key)

    def _named_sum(self, node: Node, key: str) -> Opaque:
        bound = frozenset({str(node.value[0] if node.kind == "over" else node.value)})
        forward = node.kind != "int" or _runs_forward(node)
        lower = 0 if forward and self._nonnegative(node.args[0], bound) else None
        kind = "sum" if node.kind == "over" else node.kind
        return Opaque(kind, self.text[node.start : node.end] or key, lower, None)

    def _nonnegative(self, node: Node, bound: frozenset[str]) -> bool:
        """Whether a summand is certainly at least 0; of a bound name nothing is known, whatever its letter means elsewhere."""
        if node.kind == "group":
            return self._nonnegative(node.args[0], bound)
        if node.kind == "num":
            return bool(node.value >= 0)
        if node.kind in ("*", "+"):
            return all(self._nonnegative(a, bound) for a in node.args)
        if node.kind == "^":
            even = node.args[1].kind == "num" and node.args[1].value.denominator == 1 and node.args[1].value % 2 == 0
            return even or self._nonnegative(node.args[0], bound)
        if node.kind == "call":
            return node.value in ("exp", "abs", "sqrt", "cosh")
        if node.kind == "index":
            return str(node.value) in self.nonnegative_families
        if node.kind == "opaque":
            return node.value.lower is not None and node.value.lower >= 0
        if node.kind == "name":
            return str(node.value) in self.positive and node.value not in bound
        return False

    def _taken(self) -> set[str]:
        return self.used | {a.symbol for a in self.atoms.values()}

    def _fresh(self, kind: str) -> str:
        taken = self._taken()
        return next(f"{kind}{k}" for k in range(1, len(taken) + 2) if f"{kind}{k}" not in taken)


def point_name(name: str) -> str:
    """The name of a point: primes are part of it as marks."""
    stem, _, last = name.rpartition("_")
    if last.startswith("prime"):
        return stem + "'" * int(last[5:] or 1)
    return name


def _laws(node: Node, bound: frozenset[str] = frozenset()) -> Iterator[tuple[Node, frozenset[str]]]:
    """The divergences of concrete laws in a node, with the indices in force."""
    if node.kind in ("law", "tail"):
        yield node, bound
    inner = bound | {node.value} if node.kind in ("sum", "prod", "int") else bound
    inner = inner | {node.value[0]} if node.kind == "over" else inner
    for k, a in enumerate(node.args):
        yield from _laws(a, inner if k == 0 else bound)


def _has_family(node: Node) -> bool:
    return any(p.kind in ("index", "over") or (p.kind == "opaque" and p.args) for p in parts(node))


def _is_infinite(node: Node) -> bool:
    return any(p.kind == "const" and p.value == "oo" for end in node.args[1:] for p in parts(end))


def _runs_forward(node: Node) -> bool:
    """Whether the lower end of an integral is certainly not above its upper end."""
    lower, upper = node.args[1:]
    if (lower.kind == "neg" and lower.args[0].value == "oo") or (upper.kind == "const" and upper.value == "oo"):
        return True
    return lower.kind == "num" and upper.kind == "num" and bool(lower.value <= upper.value)


def _depends(node: Node, index: str) -> bool:
    return any(p.kind == "name" and p.value == index for p in parts(node))


def _ungrouped(node: Node) -> Node:
    return _ungrouped(node.args[0]) if node.kind == "group" else node


def _with_body(node: Node, body: Node) -> Node:
    return Node(node.kind, (body, *node.args[1:]), node.value, node.start, node.end)


__all__ = ["Atom", "Lowering", "point_name"]
