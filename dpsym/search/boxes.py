"""Branch and bound with balls: finds the tree of bisections that the rule Balls replays."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from ..kernel.arithmetic.balls import Unsupported, holds
from ..kernel.arithmetic.derivative import NotDifferentiable, derivative
from ..kernel.reals.context import Context, nonnegative_form
from ..kernel.reals.quadrature import Program
from ..kernel.reals.rules.boxes import MEAN, NATURAL, OUTSIDE, Balls, BoxProgram, Tree, box_of, halves
from ..kernel.statements import Domain, Fact
from ..kernel.terms import Term, TermError
from .work import Work, operations

MAX_DEPTH = 60


def box_proof(fact: Fact, work: Work, prec: int = 64, most: int = 2000) -> Balls | None:
    """A proof by balls, if at most `most` boxes are enough."""
    gap, op = nonnegative_form(fact.statement)
    domain = fact.domain
    names = tuple(n for n in domain.names if n in gap.free or any(n in c.free for c in domain.conditions))
    try:
        box = box_of(domain, names, prec)
        if box is None or op == "==" or any(not x.is_finite() for x in box):
            return None
        conditions = [(c.op, Program([c.lhs, c.rhs], names)) for c in domain.conditions]
        cost = (2 + len(names)) * operations(gap, *domain.conditions)  # with the derivatives of a mean value form
        program, slopes = BoxProgram(gap, names), _slopes(gap, names, domain)
        if slopes is not None:
            program.with_slopes(slopes)
        search = _Search(program, conditions, op, prec, most, lambda: work.evaluate(cost), slopes is not None)
        tree = search.grow(box, 0)
    except (Unsupported, NotDifferentiable, TermError):
        return None
    return None if tree is None else Balls(tree, prec)


def _slopes(gap: Term, names: tuple[str, ...], domain: Domain) -> list[Term] | None:
    """The derivatives of the gap, if it is seen to have them on the whole box."""
    box, ctx = Domain(domain.ranges), Context()
    if any(box.range(n).integer for n in names) or ctx.undefined(gap, box) is not None:
        return None
    try:
        slopes = [derivative(gap, n) for n in names]
    except NotDifferentiable:
        return None
    return slopes if all(ctx.undefined(s, box) is None for s in slopes) else None


class _Search:
    def __init__(
        self,
        program: BoxProgram,
        conditions: list[tuple[str, Program]],
        op: str,
        prec: int,
        most: int,
        count: Callable[[], None],
        smooth: bool,
    ) -> None:
        self.program, self.conditions, self.op, self.prec, self.left = program, conditions, op, prec, most
        self.count = count  # called for each box
        self.smooth = smooth

    def grow(self, box: list[arb], depth: int) -> Tree | None:
        self.left -= 1
        self.count()
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
        return None if left is None or right is None else (axis, left, right)

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
        if self.smooth and holds(self.op, self.program.mean_value(box, self.prec), arb(0)):
            return MEAN
        return None
