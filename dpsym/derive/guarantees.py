"""What stands behind a guarantee of a mechanism: the entries that it cites, looked up, verified, and compared with what it says.

`derivation(guarantee)` gives the entries with the kernel's verdicts. `compare(guarantee, values)` puts numbers in: each entry's
conditions and pointwise hypotheses must hold at the mechanism's parameters, and the term that an entry is cited for must have the value
of the guarantee, by enclosures of both. Found differences are an `ObjectError`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..kernel.statements import Range
from ..kernel.terms import Term, func, rebuild, relation, subterms, sym
from ..library.base import Entry
from ..library.chains import KFold
from ..library.entries import Formula
from ..library.loading import entries
from ..library.theorem import Theorem
from ..library.verifying import Verified, Verifier
from ..objects import symbolic
from ..objects.errors import ObjectError
from ..objects.mechanisms.guarantees import Cited, Guarantee
from ..reading.text.claims import read_let, read_term


@dataclass(frozen=True)
class Step:
    """An entry that a guarantee cites, with what the kernel says of it today."""

    cited: Cited
    entry: Entry
    verified: Verified


@cache
def _verifier() -> Verifier:
    return Verifier()


@cache
def _verified(name: str) -> Verified:
    return _verifier()(name)


def derivation(guarantee: Guarantee) -> tuple[Step, ...]:
    """The entries behind a guarantee, in order; an error if one is not there, or not proved."""
    found = []
    for cited in guarantee.cited:
        if cited.entry not in entries():
            raise ObjectError(f"{guarantee}: found {cited.entry}, expected an entry of the library")
        verified = _verified(cited.entry)
        if verified.verdict != "proved":
            raise ObjectError(f"{guarantee}: {cited.entry} is {verified.verdict}, expected proved: {verified.detail}")
        found.append(Step(cited, entries()[cited.entry], verified))
    return tuple(found)


def compare(guarantee: Guarantee, values: Mapping[Any, Any]) -> int:
    """Puts numbers into the guarantee and its entries; the count of conditions, hypotheses and values that agreed."""
    agreed, stated = 0, False
    for step in derivation(guarantee):
        at = {name: _number(v, values) for name, v in step.cited.at.items()}
        for r in _demands(step.entry):
            if r.free and r.free <= at.keys() and not _binds(r):
                _require(guarantee, step, r, at)
                agreed += 1
        if step.cited.states:
            _states(guarantee, step, at, values)
            agreed, stated = agreed + 1, True
    if guarantee.cited and not stated:
        raise ObjectError(f"{guarantee}: found no entry that states {guarantee.number}")
    return agreed


def _number(value: Any, values: Mapping[Any, Any]) -> Any:
    return symbolic.substituted(symbolic.exact(value), values)


def _demands(entry: Entry) -> Iterator[Term]:
    """The conditions and hypotheses of an entry; fields at points are symbols with the name of the field."""
    if isinstance(entry, Formula):
        for claim in entry.claims:
            yield from claim.domain.conditions
            yield from claim.given
            for r in claim.domain.ranges:
                yield from _range(r)
    elif isinstance(entry, Theorem):
        yield from entry.where
        yield from (_pointwise(fact.statement) for _, fact in entry.proposition.given)
    elif not isinstance(entry, KFold):  # its conditions are those of each step
        raise ObjectError(f"{entry.label}: found a {type(entry).__name__.lower()}, expected a theorem or a formula")


def _range(r: Range) -> Iterator[Term]:
    if r.lower is not None:
        yield relation(">" if r.lower_open else ">=", sym(r.name), r.lower)
    if r.upper is not None:
        yield relation("<" if r.upper_open else "<=", sym(r.name), r.upper)
    if r.integer:
        yield relation("==", func("floor", sym(r.name)), sym(r.name))


def _pointwise(t: Term) -> Term:
    """The term with each field at points as a symbol; an Int stays."""
    if t.op == "at":
        return sym(str(t.value))
    return rebuild(t, tuple(map(_pointwise, t.args))) if t.args else t


def _binds(t: Term) -> bool:
    return any(u.op in ("Int", "Integral", "Sum", "Product") for u in subterms(t))


def _require(guarantee: Guarantee, step: Step, r: Term, at: Mapping[str, Any]) -> None:
    a, b = (symbolic.from_term(side, at) for side in (r.lhs, r.rhs))
    found = symbolic.compare(a, b)
    if found is None and symbolic.ball_of(a - b).contains(0):
        found = 0
    holds = {"<": (-1,), "<=": (-1, 0), "==": (0,), ">=": (0, 1), ">": (1,), "!=": (-1, 1)}[r.op]
    if found not in holds:
        raise ObjectError(f"{guarantee}: {step.cited.entry} is cited where {r!r} fails: {a} and {b}")


def _states(guarantee: Guarantee, step: Step, at: Mapping[str, Any], values: Mapping[Any, Any]) -> None:
    """The cited term occurs in the entry's claims or hypotheses, and has the value of the guarantee."""
    let: dict[str, Term] = {}
    if isinstance(step.entry, Formula):
        for definition in step.entry.let:
            name, value = read_let(definition, let)
            let[name] = value
    term = read_term(step.cited.states, let)
    if not any(term in set(subterms(said)) for said in _said(step.entry)):
        raise ObjectError(f"{guarantee}: found no {step.cited.states} in {step.cited.entry}")
    here, there = _number(guarantee.number, values), symbolic.from_term(term, at)
    if not symbolic.ball_of(here).overlaps(symbolic.ball_of(there)):
        raise ObjectError(f"{guarantee}: it says {here}, {step.cited.entry} states {there}")


def _said(entry: Entry) -> Iterator[Term]:
    if isinstance(entry, Formula):
        for claim in entry.claims:
            yield from (claim.statement, *claim.given)
    elif isinstance(entry, Theorem):
        yield from (fact.statement for fact in entry.proposition.claims)
