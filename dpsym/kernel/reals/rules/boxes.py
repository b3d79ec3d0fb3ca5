"""Balls on boxes: a branch-and-bound proof is a tree of bisections whose leaves are enclosures of one sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Union

from flint import arb

from ...arithmetic.balls import holds, precision
from ...statements import Domain
from ...terms import Term
from ...verdicts import StepRejected, require
from ..judgement import FactStep
from ..quadrature import Program
from .base import FactRule

MAX_PREC = 4096
MAX_LEAVES = 100_000
NATURAL, MEAN, OUTSIDE = "n", "m", "x"
Tree = Union[str, tuple[int, "Tree", "Tree"]]  # a leaf n, m or x<i>, or (axis, left, right)


def box_of(domain: Domain, names: tuple[str, ...], prec: int) -> list[arb] | None:
    """Balls that contain the ranges of the symbols; None if one is unbounded."""
    box = []
    for name in names:
        r = domain.range(name)
        if r.lower is None or r.upper is None:
            return None
        low, high = Program([r.lower, r.upper], (), point=True).run((), prec)
        with precision(prec):
            box.append(low.union(high))
    return box


def halves(x: arb, prec: int) -> tuple[arb, arb]:
    """Two balls that cover x, split at its midpoint."""
    with precision(prec):
        middle = x.mid()
        return x.lower().union(middle), middle.union(x.upper())


class BoxProgram:
    """A term and its slopes over boxes of the symbols `names`."""

    def __init__(self, t: Term, names: tuple[str, ...]) -> None:
        self._value = Program([t], names)
        self._slopes: Program | None = None
        self.names = names

    def natural(self, box: Sequence[arb], prec: int) -> arb:
        return self._value.run(box, prec)[0]

    def with_slopes(self, slopes: Sequence[Term]) -> None:
        self._slopes = Program(slopes, self.names)

    def mean_value(self, box: Sequence[arb], prec: int) -> arb:
        """t(m) + sum dt/dx_i(box) (box_i - m_i), m the midpoint."""
        if self._slopes is None:
            raise StepRejected("a mean-value form", "slopes")
        middle = [x.mid() for x in box]
        total = self._value.run(middle, prec)[0]
        slopes = self._slopes.run(box, prec)
        with precision(prec):
            for slope, x, m in zip(slopes, box, middle):
                total += slope * (x - m)
        return total


@dataclass(frozen=True)
class Balls(FactRule):
    """every leaf box of the tree has G > 0 (or >= 0) as an enclosure, or violates a side condition of D ⊢ G > 0 on D

    - all symbols that G and the side conditions speak of have bounded ranges
    - mean-value leaves: G is differentiable in each of these symbols on the whole box, the side conditions left aside

    Leaves: "n" natural enclosure, "m" mean-value form, "x3" side condition number 3 fails on the whole box.
    """

    grade: ClassVar[str] = "enclosure"
    tree: Tree
    prec: int = 64

    def conclude(self, step: FactStep) -> None:
        require(2 <= self.prec <= MAX_PREC and step.sign != "==", f"{step.op} at {self.prec} bits", "an inequality")
        spoken = step.gap.free.union(*(c.free for c in step.domain.conditions))
        names = tuple(n for n in step.domain.names if n in spoken)
        box = box_of(step.domain, names, self.prec)
        if box is None:
            raise StepRejected(("the domain", step.domain), "a bounded box")
        program = BoxProgram(step.gap, names)
        found = self._leaves(box)
        if any(leaf == MEAN for leaf, _ in found):
            whole = Domain(step.domain.ranges)
            program.with_slopes([step.slope(step.gap, n, whole) for n in names])
        conditions = [(c.op, Program([c.lhs, c.rhs], names)) for c in step.domain.conditions]
        for leaf, part in found:
            seen = self._holds(leaf, program, conditions, part, step.sign)
            require(seen, (f"leaf {leaf!r} on the box", part), f"an enclosure {step.sign} 0")

    def _leaves(self, box: list[arb]) -> list[tuple[str, list[arb]]]:
        """The leaves of the tree with their boxes."""
        found: list[tuple[str, list[arb]]] = []
        todo: list[tuple[Tree, list[arb]]] = [(self.tree, box)]
        while todo:
            tree, part = todo.pop()
            if isinstance(tree, str):
                found.append((tree, part))
                require(len(found) <= MAX_LEAVES, "too many leaves", f"at most {MAX_LEAVES}")
            else:
                axis, left, right = tree
                require(0 <= axis < len(part), f"the axis {axis}", "the number of a symbol")
                for side, half in zip((left, right), halves(part[axis], self.prec)):
                    todo.append((side, [*part[:axis], half, *part[axis + 1 :]]))
        return found

    def _holds(
        self, leaf: str, program: BoxProgram, conditions: list[tuple[str, Program]], box: list[arb], op: str
    ) -> bool:
        if leaf in (NATURAL, MEAN):
            value = program.natural(box, self.prec) if leaf == NATURAL else program.mean_value(box, self.prec)
            return holds(op, value, arb(0)) is True
        number = leaf[1:]
        known = leaf[:1] == OUTSIDE and number.isascii() and number.isdigit() and len(number) < 8
        require(
            known and int(number) < len(conditions), f"the leaf {leaf!r}", "n, m, or x and the number of a condition"
        )
        condition, sides = conditions[int(number)]
        return holds(condition, *sides.run(box, self.prec)) is False
