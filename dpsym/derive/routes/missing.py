"""Conversions that do not exist, and why: a pair of laws that satisfies what is given, and not what is asked for, however large."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...kernel.laws.models import refute
from ...kernel.laws.statements import Fact, Proposition, Refuted, Setting
from ...kernel.statements import Domain
from ...kernel.terms import ZERO, Scalar, Term, num
from ...library.theorem import tables
from .asking import Asked, shown
from .templates import CONCENTRATED, ENTROPY, PURE, RENYI, WAYS, P, PairNotion, Q

HIGH = 1000  # a level that nobody asks for

#: What the loss of two normal laws, which is not bounded, says against.
UNBOUNDED = ("zCDP", "RDP", "GDP", "KL")


@dataclass(frozen=True)
class Missing:
    """The reason, whether nothing can lead there, and the laws P and Q that the kernel has checked, if there are any."""

    reason: str
    impossible: bool = False
    laws: tuple[tuple[Term, ...], tuple[Term, ...]] | None = None

    def __str__(self) -> str:
        return self.reason


def why_not(have: Asked, want: Asked) -> Missing:
    """Why nothing leads from one to the other: a counterexample, or that the library has no theorem that does."""
    if want.notion in (PURE, RENYI, CONCENTRATED, ENTROPY) and "delta" in have.values:
        delta = have.values["delta"]
        if delta.op == "num" and delta is not ZERO:
            found = _disjoint(have, want.notion, delta)
            if found is not None:
                return found
    if want.notion is PURE and have.notion.name in UNBOUNDED:
        return Missing(
            f"two normal laws satisfy {have}, and p/q is not bounded: no eps is enough (closed_normal, gaussian.curve)",
            impossible=True,
        )
    return Missing(f"no theorem of the library leads from {have} to {want.notion.name}")


def _disjoint(have: Asked, goal: PairNotion, delta: Term) -> Missing | None:
    """P and Q have 1 − δ in common, and each shows itself with probability δ. The kernel checks both parts."""
    rest = num(1 - Fraction(int(delta.number.p), int(delta.number.q)))
    p: tuple[Scalar, ...] = (delta, rest, ZERO)
    q: tuple[Scalar, ...] = (ZERO, rest, delta)
    given = {f"given.{w}": have.notion.form.fact(w, have.notion.values(have.values)) for w in WAYS}
    high = {n: num(HIGH) for n in goal.names} | {"alpha": num(2)}
    claim = goal.form.fact("PQ", goal.values(high))
    setting = Setting(Domain(()), (P.field, Q.field))
    proposition = Proposition(setting, tuple(given.items()), (Fact(claim.statement),))
    if not isinstance(refute(proposition, tables({P: p, Q: q}, {}, [P, Q])), Refuted):
        return None
    here, there = (", ".join(map(shown, row)) for row in ((delta, rest, ZERO), (ZERO, rest, delta)))
    return Missing(
        f"P = ({here}) and Q = ({there}) satisfy {have}, and an outcome of probability {shown(delta)} under P is impossible under Q: "
        f"no {goal.name} holds, however large (checked by the kernel)",
        True,
        (tuple(t for t in p if isinstance(t, Term)), tuple(t for t in q if isinstance(t, Term))),
    )
