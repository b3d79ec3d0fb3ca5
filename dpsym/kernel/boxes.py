"""Balls on boxes: a branch-and-bound proof is a tree of bisections whose leaves are enclosures of one sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Union

from flint import arb

from .balls import Program, Unsupported, holds, precision
from .context import Context, nonnegative_form
from .derivative import NotDifferentiable, derivative
from .rules import Outcome, Rule
from .statements import Domain, Fact, Have, Rejected
from .terms import Term, TermError

MAX_PREC = 4096
MAX_LEAVES = 100_000
NATURAL, MEAN, OUTSIDE = "n", "m", "x"
Tree = Union[str, tuple]  # a leaf n, m or x<i>, or (axis, left, right)


def box_of(domain: Domain, names: tuple[str, ...], prec: int) -> list[arb] | None:
    """Balls that contain the ranges of the symbols; None if one is unbounded."""
    box = []
    for name in names:
        r = domain.range(name)
        if r.lower is None or r.upper is None:
            return None
        low, high = (Program([end], (), point=True).run((), prec)[0] for end in (r.lower, r.upper))
        with precision(prec):
            box.append(low.union(high))
    return box


def halves(x: arb, prec: int) -> tuple[arb, arb]:
    """Two balls that cover x, split at its midpoint."""
    with precision(prec):
        middle = x.mid()
        return x.lower().union(middle), middle.union(x.upper())


class BoxProgram:
    """The gap of a relation and its gradient over boxes of the symbols `names`."""

    def __init__(self, gap: Term, names: tuple[str, ...]) -> None:
        self.names = names
        self._value = Program([gap], names)
        self._gap = gap
        self._gradient: Program | None = None

    def natural(self, box: list[arb], prec: int) -> arb:
        return self._value.run(box, prec)[0]

    def mean_value(self, box: list[arb], prec: int) -> arb:
        """G(m) + sum dG/dx_i(box) (box_i - m_i), m the midpoint."""
        if self._gradient is None:
            self._gradient = Program([derivative(self._gap, n) for n in self.names], self.names)
        middle = [x.mid() for x in box]
        total = self._value.run(middle, prec)[0]
        slopes = self._gradient.run(box, prec)
        with precision(prec):
            for slope, x, m in zip(slopes, box, middle):
                total += slope * (x - m)
        return total


@dataclass(frozen=True)
class Balls(Rule):
    """Every leaf box of the tree has G > 0 (or >= 0) as an enclosure, or violates a side condition of D ⊢ G > 0 on D.

    Leaves: "n" natural enclosure, "m" mean-value form, "x3" side condition number 3 fails on the whole box.
    """

    grade: ClassVar[str] = "enclosure"
    tree: Tree
    prec: int = 64

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        gap, op = nonnegative_form(goal.statement)
        names = tuple(n for n in goal.domain.names if n in gap.free or any(n in c.free for c in goal.domain.conditions))
        box = box_of(goal.domain, names, self.prec) if 2 <= self.prec <= MAX_PREC else None
        if box is None or op == "==":
            return Rejected(have.name, f"{goal.statement!r} at {self.prec} bits", "an inequality on a bounded box")
        try:
            program = BoxProgram(gap, names)
            conditions = [(c.op, Program([c.lhs, c.rhs], names)) for c in goal.domain.conditions]
            return self._walk(program, conditions, box, op, have.name)
        except (NotDifferentiable, Unsupported, TermError) as error:
            return Rejected(have.name, str(error), "terms with ball arithmetic")

    def _walk(self, program: BoxProgram, conditions, box: list[arb], op: str, where: str) -> Outcome:
        todo: list[tuple[Tree, list[arb]]] = [(self.tree, box)]
        leaves = 0
        while todo:
            tree, part = todo.pop()
            if isinstance(tree, tuple):
                if len(tree) != 3 or not isinstance(tree[0], int) or not 0 <= tree[0] < len(part):
                    return Rejected(where, f"a node {str(tree)[:80]}", "(axis, left, right)")
                axis, left, right = tree
                low, high = halves(part[axis], self.prec)
                todo.append((left, [*part[:axis], low, *part[axis + 1 :]]))
                todo.append((right, [*part[:axis], high, *part[axis + 1 :]]))
                continue
            leaves += 1
            if leaves > MAX_LEAVES or not self._leaf(tree, program, conditions, part, op):
                return Rejected(where, f"leaf {tree!r} on the box {[x.str(6) for x in part]}", f"an enclosure {op} 0")
        return None

    def _leaf(self, leaf: str, program: BoxProgram, conditions, box: list[arb], op: str) -> bool:
        if leaf in (NATURAL, MEAN):
            value = program.natural(box, self.prec) if leaf == NATURAL else program.mean_value(box, self.prec)
            return holds(op, value, arb(0)) is True
        number = leaf[1:].isascii() and leaf[1:].isdigit() and len(leaf) < 9
        if leaf[:1] == OUTSIDE and number and int(leaf[1:]) < len(conditions):
            condition_op, sides = conditions[int(leaf[1:])]
            return holds(condition_op, *sides.run(box, self.prec)) is False
        return False
