"""What is answered: a sharp bound in one or more branches with their proofs, a curve, a certified number, or a family without bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flint import arb

from ...kernel.laws.statements import Certificate
from ...kernel.terms import Term
from ...library.certificates import Shelf
from ...library.replaying import bundle
from ...library.theorem import Theorem
from ...report.decimals import decimal
from ...report.latex import term_latex
from ...report.layout import display
from ...report.text import relation_text, term_text
from ..plots import draw_pieces
from .numbers import Number
from .unbounded import Family


@dataclass(frozen=True)
class Branch:
    """A sharp bound under conditions. `theorem` with `values` for its symbols states it; P and Q attain it.

    On a curve there are unknowns, which satisfy equations in the parameters of the question.
    """

    bound: Term
    where: tuple[Term, ...]
    by: str
    theorem: Theorem | None = None
    values: Mapping[str, Term] = field(default_factory=dict)
    certificate: Certificate | None = None
    p: tuple[Term, ...] = ()
    q: tuple[Term, ...] = ()
    unknowns: tuple[str, ...] = ()
    equations: tuple[Term, ...] = ()
    attained_by: str = ""  # a pair that is no table

    def lines(self) -> list[str]:
        found = [f"<= {term_text(self.bound)}" + _for(self.where)]
        if self.unknowns:
            found += [f"   where {' and '.join(map(relation_text, self.equations))}"]
        found.append(f"   proof: {self.by}")
        if self.p:
            found.append(f"   attained by P = {_table(self.p)}, Q = {_table(self.q)}")
        elif self.attained_by:
            found.append(f"   attained by {self.attained_by}")
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            "bound": term_text(self.bound),
            "where": [relation_text(c) for c in self.where],
            "proof": self.by,
            "unknowns": list(self.unknowns),
            "equations": [relation_text(e) for e in self.equations],
            "P": [term_text(t) for t in self.p],
            "Q": [term_text(t) for t in self.q],
            "attained_by": self.attained_by,
        }


@dataclass(frozen=True)
class Tight:
    """The answer to `tightest`. `status` is exact, curve, number, unbounded or open; it is not a truth value.

    `covers` says how it is known that the branches are all there is; `value` is a ball that contains the bound, where the parameters
    are numbers, and `number` the certified bracket with the pair that attains its lower end.
    """

    quantity: str
    given: str
    status: str
    branches: tuple[Branch, ...] = ()
    covers: str = ""
    value: arb | None = None
    number: Number | None = None
    family: Family | None = None
    rests: tuple[str, ...] = ()
    seconds: float = 0.0
    at: Mapping[str, Term] = field(default_factory=dict)
    note: str = ""

    def __bool__(self) -> bool:
        raise TypeError("an answer may be open or unbounded; compare answer.status with 'exact'")

    @property
    def bound(self) -> Term | None:
        """The bound, where there is one branch without unknowns."""
        return self.branches[0].bound if len(self.branches) == 1 and not self.branches[0].unknowns else None

    def __str__(self) -> str:
        return "\n".join([self._head(), *self._lines()])

    def _head(self) -> str:
        at = "".join(f", {n} = {term_text(v)}" for n, v in self.at.items())
        head = f"{self.status:<9} {self.quantity} given {self.given}{at}"
        if self.value is not None:
            head += f"   = {decimal(self.value, 15)}" if self.status != "number" else ""
        return head

    def _lines(self) -> list[str]:
        found: list[str] = []
        if self.number is not None:
            low, high = (decimal(b, 16) for b in (self.number.lower, self.number.upper))
            found.append(f"  between {low} and {high}: {self.number.digits} digits, certified")
        for branch in self.branches:
            found += [f"  {line}" for line in branch.lines()]
        if self.covers:
            found.append(f"  cases: {self.covers}")
        if self.family is not None:
            shown = "proved by the kernel for all B" if self.family.proved else "not proved"
            tables = f"P = {_table(self.family.p)}, Q = {_table(self.family.q)}"
            found.append(f"  exceeds every B for {tables}{_for(self.family.where)}: {shown}")
        found += [f"  rests on {r}" for r in self.rests]
        return [*found, *([f"  {self.note}"] if self.note else [])]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        found: dict[str, Any] = {
            "quantity": self.quantity, "given": self.given, "status": self.status, "covers": self.covers,
            "branches": [b.to_json() for b in self.branches], "rests": list(self.rests), "note": self.note,
            "seconds": round(self.seconds, 3), "at": {n: term_text(v) for n, v in self.at.items()},
        }  # fmt: skip
        if self.value is not None:
            found["value"] = self.value.str(20)
        if self.number is not None:
            number = self.number
            found["number"] = {
                "lower": number.lower.str(20, radius=False), "upper": number.upper.str(20, radius=False), "digits": number.digits,
                "P": [str(w) for w in number.p], "Q": [str(w) for w in number.q],
            }  # fmt: skip
        if self.family is not None:
            found["family"] = {
                "P": [term_text(t) for t in self.family.p], "Q": [term_text(t) for t in self.family.q],
                "where": [relation_text(c) for c in self.family.where], "proved": self.family.proved,
            }  # fmt: skip
        return found

    def saved(self) -> list[dict[str, Any]]:
        """The theorems of the branches, for `dpsym replay`; none if the answer is a number, or a family."""
        shelf = Shelf()
        found: dict[str, Certificate] = {}
        for number, branch in enumerate(self.branches):
            if branch.theorem is None:
                continue
            name = branch.theorem.name
            certificate = branch.certificate or shelf.theorem(name)
            if isinstance(certificate, Certificate):
                found.setdefault(name if branch.certificate is None else f"derived.branch_{number + 1}", certificate)
        return bundle(found.items(), shelf)

    def latex(self) -> str:
        """The bounds as displayed formulas; each with its conditions."""
        if not self.branches:
            return f"% {self}".replace("\n", "\n% ")
        return display(self._formula(b) for b in self.branches)

    def _formula(self, branch: Branch) -> str:
        bound = rf"\mathrm{{{self.quantity}}} \le {term_latex(branch.bound)}"
        conditions = ", ".join(map(term_latex, branch.where))
        equations = ", ".join(map(term_latex, branch.equations))
        where = rf" \quad \text{{for }} {conditions}" if conditions else ""
        return bound + where + (rf" \quad \text{{where }} {equations}" if equations else "")

    def plot(self, path: Any = None) -> Any:
        """The bound of each branch along its first symbol, the others at simple values."""
        shown = [b for b in self.branches if not b.unknowns]
        pieces = [(term_text(b.bound) + _for(b.where), b.bound, b.where) for b in shown]
        return draw_pieces(f"{self.quantity} given {self.given}", pieces, path)

    def _repr_latex_(self) -> str:
        return self.latex()


def _table(values: Sequence[Term]) -> str:
    return f"[{', '.join(map(term_text, values))}]"


def _for(where: Sequence[Term]) -> str:
    return f"   for {', '.join(map(relation_text, where))}" if where else ""
