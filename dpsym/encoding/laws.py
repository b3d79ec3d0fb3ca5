"""Certificates about all laws as JSON (docs/laws.md describes the format): one table of terms, as for claims about reals."""

from __future__ import annotations

from typing import Any

from ..kernel.laws.codec import FORMAT
from ..kernel.laws.rules import RULES
from ..kernel.laws.statements import Certificate, Choice, Fact, Field, Model, Proposition, Rule, Sharp, Tight
from ..kernel.reals.codec import VERSION
from .reals import Encoder


class LawEncoder(Encoder):
    def of_field(self, f: Field) -> dict[str, Any]:
        return {
            "name": f.name,
            "spaces": list(f.spaces),
            "lower": self.optional(f.lower),
            "upper": self.optional(f.upper),
            "integer": f.integer,
            "mass": f.mass,
        }

    def fact(self, f: Fact) -> dict[str, Any]:
        return {"statement": self.term(f.statement), "tests": [self.of_field(t) for t in f.tests]}

    def proposition(self, p: Proposition) -> dict[str, Any]:
        return {
            "where": self.domain(p.setting.where),
            "fields": [self.of_field(f) for f in p.setting.fields],
            "given": [[n, self.fact(f)] for n, f in p.given],
            "claims": [self.fact(f) for f in p.claims],
            "exists": [self.of_field(f) for f in p.exists],
        }

    def choice(self, c: Choice) -> list[Any]:
        return [c[0], [self.term(p) for p in c[1]], self.term(c[2])]

    def model(self, m: Model) -> dict[str, Any]:
        return {
            "params": self.point(m.params),
            "sizes": [list(s) for s in m.sizes],
            "fields": [[n, [self.term(v) for v in table]] for n, table in m.fields],
        }

    def tight(self, t: Tight, proofs: Any) -> dict[str, Any]:
        out = {
            "kind": type(t).__name__,
            "where": self.domain(t.where),
            "model": self.model(t.model),
            "claim": t.claim,
            "point": self.point(t.point),
            "proofs": [[self.have(h) for h in proof] for proof in proofs],
        }
        return {**out, "symbol": t.symbol} if isinstance(t, Sharp) else out

    def law_rule(self, r: Rule) -> dict[str, Any]:
        name = type(r).__name__
        return {
            "rule": name,
            **{f: self.law_value(getattr(r, f), kind) for f, kind in RULES[type(r).__name__][1].items()},
        }

    def law_value(self, value: Any, kind: str) -> Any:
        if kind == "uses":
            return [[n, [[self.term(a), self.term(b)] for a, b in renaming]] for n, renaming in value]
        if kind == "proof":
            return [self.have(h) for h in value]
        if kind == "terms":
            return [[self.term(a), self.term(b)] for a, b in value]
        if kind == "list":
            return [self.term(a) for a in value]
        if kind == "renames":
            return [list(pair) for pair in value]
        return [self.choice(c) for c in value] if kind == "choices" else self.field(value, kind)


def certificate_to_json(c: Certificate) -> dict[str, Any]:
    e = LawEncoder()
    proof = [{"name": h.name, "fact": e.fact(h.fact), "by": e.law_rule(h.by)} for h in c.proof]
    body = {
        "proposition": e.proposition(c.proposition),
        "proof": proof,
        "witness": e.model(c.witness),
        "choice": [e.choice(x) for x in c.choice],
        "tight": [e.tight(t, proofs) for t, proofs in c.tight],
    }
    return {"format": FORMAT, "version": VERSION, "terms": e.rows, **body}
