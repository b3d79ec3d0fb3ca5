"""Samples of statements about numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flint import arb

from ..kernel.arithmetic.balls import precision
from ..kernel.statements import Claim
from ..kernel.terms import Term
from ..reading.grids import Grid
from ..report.text import claim_text
from .evaluating import EXACT_PREC, Evaluator, Number
from .points import demand_known, grid_points
from .rows import Row, exact_text
from .table import Sample

STRICT = ("<", ">")


def sample_claims(name: str, claims: Sequence[Claim], grid: Grid, defaults: Mapping[str, Term]) -> Sample:
    """Both sides of each claim at the points of the grid that satisfy its domain and hypotheses."""
    demand_known(grid, tuple(dict.fromkeys(n for c in claims for n in c.domain.names)))
    rows: list[Row] = []
    out: dict[str, None] = {}
    filled: dict[str, Term] = {}
    for number, claim in enumerate(claims):
        own = {n: v for n, v in grid.items() if n in claim.domain.names}
        points = grid_points(claim.domain, own, defaults, claim.given)
        filled |= points.filled
        out |= dict.fromkeys(points.left_out)
        for values, (left, right) in zip(
            points.values, Evaluator([claim.lhs, claim.rhs], points.names).numbers(points.values)
        ):
            at = tuple(zip(points.names, values))
            op = claim.relation
            rows.append(Row(at, "", number, left, right, slack(op, left, right), op in STRICT))
    return Sample(name, tuple(map(claim_text, claims)), tuple(rows), {}, tuple(out), notes(filled))


def slack(op: str, left: Number, right: Number) -> Number:
    """What is left until the relation fails: right - left, for >= and > the other way round, for == minus the distance."""
    if op in (">", ">="):
        left, right = right, left
    with precision(EXACT_PREC):
        ball: arb = right.ball - left.ball
        ball = -abs(ball) if op == "==" else ball
    if left.value is None or right.value is None:
        return Number(ball, None, left.undefined or right.undefined)
    value = right.value - left.value
    exact = None if left.exact is None or right.exact is None else right.exact - left.exact
    if op == "==":
        value, exact = -abs(value), None if exact is None else -abs(exact)
    return Number(ball, value, exact=exact)


def notes(filled: Mapping[str, Term]) -> tuple[str, ...]:
    """What stands for parameters that nobody gave."""
    said = ", ".join(f"{n} = {exact_text(v)}" for n, v in filled.items())
    return (f"not given, so as in the stored certificate: {said}",) if said else ()
