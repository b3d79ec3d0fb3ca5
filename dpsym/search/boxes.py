"""Branch and bound with balls: finds the tree of bisections that the rule Balls replays."""

from __future__ import annotations

from flint import arb

from ..kernel.balls import Program, Unsupported, holds
from ..kernel.boxes import MEAN, NATURAL, OUTSIDE, Balls, BoxProgram, Tree, box_of, halves
from ..kernel.context import nonnegative_form
from ..kernel.derivative import NotDifferentiable
from ..kernel.statements import Fact
from ..kernel.terms import TermError

MAX_DEPTH = 60


def box_proof(fact: Fact, prec: int = 64, most: int = 2000) -> Balls | None:
    """A proof by balls, if at most `most` boxes are enough."""
    gap, op = nonnegative_form(fact.statement)
    domain = fact.domain
    names = tuple(n for n in domain.names if n in gap.free or any(n in c.free for c in domain.conditions))
    try:
        box = box_of(domain, names, prec)
        if box is None or op == "==" or any(not x.is_finite() for x in box):
            return None
        search = _Search(
            BoxProgram(gap, names), [(c.op, Program([c.lhs, c.rhs], names)) for c in domain.conditions], op, prec, most
        )
        tree = search.grow(box, 0)
    except (Unsupported, NotDifferentiable, TermError):
        return None
    return None if tree is None else Balls(tree, prec)


class _Search:
    def __init__(self, program: BoxProgram, conditions, op: str, prec: int, most: int) -> None:
        self.program, self.conditions, self.op, self.prec, self.left = program, conditions, op, prec, most
        self.smooth = True

    def grow(self, box: list[arb], depth: int) -> Tree | None:
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            return None
        leaf = self.leaf(box)
        if leaf == "":
            return None
        if leaf is not None:
            return leaf
        if not box:
            return None
        axis = max(range(len(box)), key=lambda i: float(box[i].rad()))
        low, high = halves(box[axis], self.prec)
        left = self.grow([*box[:axis], low, *box[axis + 1 :]], depth + 1)
        right = None if left is None else self.grow([*box[:axis], high, *box[axis + 1 :]], depth + 1)
        return None if right is None else (axis, left, right)

    def leaf(self, box: list[arb]) -> str | None:
        """A leaf that settles the box, None if it must be split, "" if the claim fails on it."""
        value = self.program.natural(box, self.prec)
        if holds(self.op, value, arb(0)):
            return NATURAL
        for i, (op, sides) in enumerate(self.conditions):
            if holds(op, *sides.run(box, self.prec)) is False:
                return f"{OUTSIDE}{i}"
        if holds(self.op, value, arb(0)) is False and not self.conditions:
            return ""
        if self.smooth:
            try:
                if holds(self.op, self.program.mean_value(box, self.prec), arb(0)):
                    return MEAN
            except NotDifferentiable:
                self.smooth = False
        return None
