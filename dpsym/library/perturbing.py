"""How much a proof has to spare: every step of a stored certificate, perturbed, and every step, left out. No search.

A perturbed step (another relation, sign or constant) is rejected by the kernel, or it is accepted with the same reasons: then the step
says less than it could, which is *slack* and no error. If even the negation of a step is accepted, its domain is empty: a case that
does not occur, *vacuous*. A step that the rest does not need is *idle*: it should not be there.
`python -m dpsym.library.perturbing [NAME...]` prints both.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeVar

from ..kernel.laws.check import check_step, concludes
from ..kernel.laws.context import Context
from ..kernel.laws.statements import Certificate, Fact, Proposition
from ..kernel.reals.check import check_step as check_real_step
from ..kernel.reals.context import Context as RealContext
from ..kernel.statements import Certificate as RealCertificate
from ..kernel.statements import Fact as RealFact
from ..kernel.terms import NEGATED, ONE, Term, mul, num, rebuild, relation, subterms
from ..kernel.verdicts import Rejected
from .base import Entry
from .certificates import Shelf, is_certified
from .loading import entries
from .theorem import Theorem

F = TypeVar("F")
EVERYTHING = ""  # no step has this name
STRICT = {"<=": "<", ">=": ">", "<": "<=", ">": ">="}


@dataclass(frozen=True)
class Slack:
    """A step that is accepted in a perturbed form."""

    entry: str
    step: str
    kind: str
    statement: Term


def perturbations(s: Term) -> Iterator[tuple[str, Term]]:
    """The relation negated, or made strict; a side with the other sign; a side shifted; the first number in it changed."""
    yield "negated", relation(NEGATED[s.op], s.lhs, s.rhs)
    if s.op in ("<=", ">="):
        yield "strict", relation(STRICT[s.op], s.lhs, s.rhs)
    if s.op == "==":
        yield "weakened", relation("<=", s.lhs, s.rhs)
    if s.rhs.op != "num":
        yield "sign", relation(s.op, s.lhs, mul(num(-1), s.rhs))
    up = s.op in (">=", ">")
    yield "constant", relation(s.op, s.lhs, s.rhs + ONE if up else s.rhs - ONE)
    changed = _first_number_changed(s)
    if changed is not None:
        yield "number", changed


def _first_number_changed(s: Term) -> Term | None:
    """The statement with its first number n, other than 0 and -1, replaced by n + 1."""
    numbers = [t for t in subterms(s) if t.op == "num" and t not in (num(0), num(-1))]
    if not numbers:
        return None
    old = numbers[0]

    def put(t: Term) -> Term:
        if t is old:
            return old + ONE
        return rebuild(t, tuple(map(put, t.args))) if t.args else t

    try:
        return put(s)
    except ValueError:  # a place where only some numbers may stand
        return None


class Asked(dict[str, F]):
    """Facts that note the names under which they are asked for. A step that does not ask for a fact is judged without it as with it."""

    def __init__(self, facts: Mapping[str, F]) -> None:
        super().__init__(facts)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> F:
        self.names.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: object = None) -> Any:
        self.names.add(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.names.add(str(name))
        return super().__contains__(name)

    def __iter__(self) -> Iterator[str]:
        self.names.add(EVERYTHING)
        return super().__iter__()

    def keys(self) -> Any:
        self.names.add(EVERYTHING)
        return super().keys()

    def values(self) -> Any:
        self.names.add(EVERYTHING)
        return super().values()

    def items(self) -> Any:
        self.names.add(EVERYTHING)
        return super().items()


# -- theorems about laws ------------------------------------------------------------------------------------------


def slack_of_theorem(name: str, certificate: Certificate, library: Mapping[str, Proposition]) -> Iterator[Slack]:
    ctx = Context(certificate.proposition, library)
    for have in certificate.proof:
        for kind, other in perturbations(have.fact.statement):
            before = dict(ctx.facts), ctx.setting, ctx.brought
            accepted = check_step(replace(have, fact=Fact(other, have.fact.tests)), ctx) is None
            ctx.facts, ctx.setting, ctx.brought = before
            if accepted:
                yield Slack(name, have.name, kind, other)
        if check_step(have, ctx) is not None:
            raise ValueError(
                f"{name}, step {have.name}: found a step that is rejected, expected a certificate that replays"
            )


def idle_in_theorem(certificate: Certificate, library: Mapping[str, Proposition]) -> Iterator[str]:
    """Steps without which the rest is accepted."""
    proof, ctx = certificate.proof, Context(certificate.proposition, library)
    states, asked = [], []  # before each step: what is known; and what the step asked for
    for have in proof:
        states.append((dict(ctx.facts), ctx.setting, ctx.brought))
        ctx.facts = Asked(ctx.facts)
        check_step(have, ctx)
        asked.append(frozenset(ctx.facts.names))
    brings = [a[1:] != b[1:] for a, b in pairwise([*states, (ctx.facts, ctx.setting, ctx.brought)])]
    for i, have in enumerate(proof):
        facts, ctx.setting, ctx.brought = states[i]
        ctx.facts = dict(facts)
        for j in range(i + 1, len(proof)):
            if not (brings[i] or brings[j] or asked[j].intersection((have.name, EVERYTHING))):
                ctx.facts[proof[j].name] = proof[j].fact  # it follows without the step as with it
            elif check_step(proof[j], ctx) is not None:
                break
        else:
            if concludes(certificate, ctx):
                yield have.name


# -- formulas -------------------------------------------------------------------------------------------------------


def slack_of_formula(name: str, certificate: RealCertificate) -> Iterator[Slack]:
    ctx = RealContext()
    for have in certificate.proof:
        s = have.statement
        for kind, other in perturbations(s.statement) if isinstance(s, RealFact) else ():
            if check_real_step(replace(have, statement=RealFact(s.domain, other)), ctx) is None:
                vacuous = kind == "negated" and s.domain != certificate.claim.fact.domain
                yield Slack(name, have.name, "vacuous" if vacuous else kind, other)
        ctx.facts[have.name] = s


def idle_in_formula(certificate: RealCertificate) -> Iterator[str]:
    proof, ctx = certificate.proof, RealContext()
    states, asked = [], []
    for have in proof:
        states.append(dict(ctx.facts))
        ctx.facts = Asked(ctx.facts)
        check_real_step(have, ctx)
        asked.append(frozenset(ctx.facts.names))
        ctx.facts[have.name] = have.statement
    for i, have in enumerate(proof[:-1]):
        ctx.facts = dict(states[i])
        for j in range(i + 1, len(proof)):
            needs = asked[j].intersection((have.name, EVERYTHING))
            if needs and check_real_step(proof[j], ctx) is not None:
                break
            ctx.facts[proof[j].name] = proof[j].statement
        else:
            yield have.name


# -- the library ----------------------------------------------------------------------------------------------------


def slack(entry: Entry, library: Mapping[str, Proposition]) -> list[Slack]:
    """All slack of an entry that has certificates."""
    return [found for c in _certificates(entry) for found in _slack(entry.name, c, library)]


def _slack(name: str, c: Certificate | RealCertificate, library: Mapping[str, Proposition]) -> Iterator[Slack]:
    return slack_of_theorem(name, c, library) if isinstance(c, Certificate) else slack_of_formula(name, c)


def idle(entry: Entry, library: Mapping[str, Proposition]) -> list[str]:
    """The steps of an entry that could be left out."""
    return [
        step
        for c in _certificates(entry)
        for step in (idle_in_theorem(c, library) if isinstance(c, Certificate) else idle_in_formula(c))
    ]


def _certificates(entry: Entry) -> tuple[Certificate | RealCertificate, ...]:
    """Those of the entry; none if it has none, and none if they cannot be read, which verification tells."""
    found = Shelf().of(entry) if is_certified(entry) else ()
    if isinstance(found, Rejected):
        return ()
    return found if isinstance(found, tuple) else (found,)


def propositions(known: Mapping[str, Entry]) -> dict[str, Proposition]:
    return {n: e.proposition for n, e in known.items() if isinstance(e, Theorem)}


def main(names: Iterable[str]) -> int:
    known = entries()
    library, bad = propositions(known), 0
    names = list(names)
    if unknown := [n for n in names if n not in known]:
        print(f"error: found {', '.join(unknown)}, expected names of the library", file=sys.stderr)
        return 2
    for name in names or known:
        for s in slack(known[name], library):
            print(f"slack  {s.entry}, step {s.step}: {s.kind}, {s.statement!r}")
        for step in idle(known[name], library):
            bad += 1
            print(f"idle   {name}, step {step}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
