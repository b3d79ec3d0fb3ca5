"""Tight bounds: models with terms in symbols, in which a claim holds with equality, or nothing smaller would do.

What is claimed becomes goals about real numbers, and the real kernel has to accept each.
"""

from __future__ import annotations

from ..arithmetic.integrality import integer_valued
from ..reals.check import demand_ends, values_of
from ..reals.context import Context as RealContext
from ..reals.points import in_domain
from ..statements import Fact as RealFact
from ..statements import Proof, Range
from ..terms import TermError, relation, sym
from ..verdicts import require
from .context import demand_real
from .models import Grounded
from .statements import Proposition, Sharp, Tight


def tight_goals(p: Proposition, tight: Tight) -> list[RealFact]:
    """What the real kernel has to accept, in order."""
    if p.exists or not 0 <= tight.claim < len(p.claims) or p.claims[tight.claim].points:
        raise TermError(
            "tight: found no such claim, or one with points, expected a closed claim about the fields of the setting"
        )
    grounded, where, claim = Grounded(tight.model, p.setting), tight.where, p.claims[tight.claim].statement
    lhs, rhs = (grounded.real(t, {}, grounded.tables) for t in claim.args)
    if claim.op not in ("<=", "==") or (claim.op == "==" and isinstance(tight, Sharp)):
        raise TermError(f"tight: found a claim with {claim.op}, expected <=")
    last = relation("==", lhs, rhs)
    if isinstance(tight, Sharp):
        if (
            tight.symbol in where.names
            or any(tight.symbol in v.free for v in grounded.params.values())
            or tight.symbol in rhs.free
        ):
            raise TermError(f"tight: found {tight.symbol} among the symbols, expected a new one, for the tables alone")
        where = where.with_range(Range(tight.symbol)).with_conditions(relation("<", sym(tight.symbol), rhs))
        last = relation(">", lhs, sym(tight.symbol))
    relations = [
        *grounded.domain_holds(),
        *grounded.setting_holds(),
        *(r for _, f in p.given for r in grounded.instances(f)),
        last,
    ]
    integers = [v for r in p.setting.where.ranges if r.integer for v in (grounded.params[r.name],)]
    if any(v.op not in ("num", "sym") or not integer_valued(v, where) for v in integers):
        raise TermError(f"tight: found {integers}, expected integers")
    return [RealFact(where, r) for r in dict.fromkeys(relations)]


def demand_tight(p: Proposition, tight: Tight, proofs: tuple[Proof, ...]) -> None:
    """The claim is tight: every goal is seen, or proved by the real kernel with the proof in its place."""
    goals = tight_goals(p, tight)
    require(len(proofs) == len(goals), f"{len(proofs)} proofs", f"one for each of {len(goals)} goals")
    where = goals[0].domain
    require(  # or a = 1/2, p = [a, 1 - a] would be printed, with another a
        {*where.names}.isdisjoint(p.setting.by_name)
        and all(v is sym(n) for n, v in tight.model.params if n in where.names),
        f"the symbols {where.names} of the model",
        "such as are no fields, and symbols of the statement only where they stand for themselves",
    )
    demand_ends(where)
    require(
        in_domain(where, values_of(tight.point)) is True, (tight.point,), "a point that certainly lies in its domain"
    )
    ctx = RealContext()
    shown = {side for goal in goals for side in goal.statement.args}  # with their goals, which are on this domain
    undefined = [
        *(v for _, v in tight.model.params if ctx.undefined(v, where, granted=shown) is not None),
        *(v for _, t in tight.model.fields for v in t if ctx.undefined(v, where, granted=shown) is not None),
        # the last condition of a sharp one is c < rhs, which says nothing where rhs has no value
        *(
            c.rhs
            for c in where.conditions[-1:]
            if isinstance(tight, Sharp) and ctx.undefined(c.rhs, tight.where) is not None
        ),
    ]
    require(not undefined, (undefined,), ("values, and a right side, that are defined for all symbols in", where))
    for goal, proof in zip(goals, proofs):
        if proof or not needs_no_proof(goal, ctx):
            demand_real(proof, goal)


def needs_no_proof(goal: RealFact, ctx: RealContext) -> bool:
    """Whether the goal needs no proof."""
    r = goal.statement
    equal = r.op in ("==", "<=", ">=") and ctx.same_where_defined(r.lhs, r.rhs, goal.domain)
    return ctx.undefined(r, goal.domain) is None and (equal or ctx.holds_where_defined(r, goal.domain))
