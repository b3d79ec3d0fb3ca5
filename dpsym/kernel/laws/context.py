"""What a rule for laws may look at: the setting, the facts proved so far, the theorems that may be cited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from ..check import rejects_proof
from ..context import Context as RealContext
from ..statements import Fact as RealFact
from ..statements import Proof, Rejected
from ..terms import Term, subterms
from .sight import Sight
from .statements import Fact, Proposition
from .terms import LAW_OPS


class Context:
    def __init__(self, proposition: Proposition, library: Mapping[str, Proposition]) -> None:
        self.setting = proposition.setting
        self.given = tuple(fact for _, fact in proposition.given)
        self.library = library
        self.facts: dict[str, Fact] = dict(proposition.given)
        self.separated: dict[str, str] = {}  # symbols that `Separate` brought in, with the fact they separate

    def fact(self, name: str) -> Fact | Rejected:
        """An earlier fact that binds no tests."""
        found = self.facts.get(name)
        if found is None:
            return Rejected(name, "no earlier fact of that name", "an earlier fact")
        return Rejected(name, "a fact for all tests", "an instance of it") if found.tests else found

    def sight(self, names: Iterable[str], goal: Fact) -> Sight | Rejected:
        """What is seen with the help of the named facts, at the points of the goal."""
        cited = []
        for name in names:
            found = self.fact(name)
            if isinstance(found, Rejected):
                return found
            cited.append(found)
        return Sight(self.setting, cited, goal.points)


def rejects_real(proof: Proof, goal: RealFact, where: str) -> Rejected | None:
    """None if the real kernel accepts the proof of the real fact. A term about laws is none of its business."""
    strange = next((t for h in proof for t in _terms(h) if t.op in LAW_OPS), None)
    if strange is not None:
        return Rejected(where, f"{strange!r} in a proof about reals", "terms without fields and Ints")
    wrong = rejects_proof(proof, goal, RealContext())
    return None if wrong is None else Rejected(f"{where}, {wrong.where}", wrong.found, wrong.expected)


def _terms(value: Any) -> Iterable[Term]:
    """Every term in a tree of dataclasses and tuples, with its parts."""
    if isinstance(value, Term):
        yield from subterms(value)
    elif is_dataclass(value) and not isinstance(value, type):
        for f in fields(value):
            yield from _terms(getattr(value, f.name))
    elif isinstance(value, tuple):
        for v in value:
            yield from _terms(v)
