"""Mechanisms on finitely many datasets, for models: a law for each dataset, and which datasets are neighbours.

M(d, .) is the law of the outcome y for the dataset d. A relation of datasets is an event on pairs: `Added` marks the pairs of which one
has a record more, `Changed` those of which one record is changed. Both are symmetric, so that one inequality says both.
"""

from collections.abc import Callable, Sequence

from dpsym.kernel.terms import Scalar, Term
from dpsym.library.theorem import forall
from dpsym.objects.language import Event, FieldSymbol, Int, Kernel, Le, Point, exp, pos, term
from theorems.vocabulary import y

d = Point("d")
d_ = Point("d'", like=d)
M = Kernel("M", d, y)
Added, Changed = Event("A", d, d_), Event("C", d, d_)


def pure(mechanism: FieldSymbol, related: FieldSymbol, level: Scalar) -> Term:
    """The mechanism is `level`-private for related datasets: M(d, y) <= e^level M(d', y)."""
    law, outcome = related.density, mechanism.points[1]
    return forall(d, d_, outcome, Le(law * mechanism(d, outcome), law * (exp(term(level)) * mechanism(d_, outcome))))


def approximate(mechanism: FieldSymbol, related: FieldSymbol, level: Scalar, delta: Scalar) -> Term:
    """The mechanism is (level, delta)-private for related datasets: ∫ (M(d, y) − e^level M(d', y))₊ <= delta."""
    law, outcome = related.density, mechanism.points[1]
    over = pos(mechanism(d, outcome) - exp(term(level)) * mechanism(d_, outcome))
    return forall(d, d_, Le(law * Int(over, outcome), law * term(delta)))


def marks(data: Sequence[Sequence[object]], related: Callable[..., bool]) -> list[Scalar]:
    """The table of a relation of datasets."""
    return [int(related(a, b)) for a in data for b in data]


def change_one(a: Sequence[object], b: Sequence[object]) -> bool:
    """Of the same size, different in one place."""
    return len(a) == len(b) and sum(r != s for r, s in zip(a, b)) == 1


def add_remove(a: Sequence[object], b: Sequence[object]) -> bool:
    """One of them is the other without one record."""
    return b in without(a) or a in without(b)


def without(a: Sequence[object]) -> list[Sequence[object]]:
    """What is left when one record is taken away."""
    return [(*a[:i], *a[i + 1 :]) if isinstance(a, tuple) else a[:i] + a[i + 1 :] for i in range(len(a))]  # type: ignore[operator]


# -- one bit through randomized response, as text for formulas --------------------------------------------------------------

RESPONSE = [
    "p = (1 + s)^2/(2 + 2*s^2)",
    "q = (1 - s)^2/(2 + 2*s^2)",
]  # probabilities of the true answer and of the other one
NO_PRIOR_MOVES = [  # (w, 1 − w) by more than s, whichever answer is given; and p, q are a law
    "abs(w*p/(w*p + (1 - w)*q) - w) <= s",
    "abs(w*q/(w*q + (1 - w)*p) - w) <= s",
    "p + q == 1",
]
