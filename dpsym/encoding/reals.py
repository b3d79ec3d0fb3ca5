"""Claims and certificates about real numbers as JSON (docs/certificates.md describes the format).

Terms go into one table, each row a node that refers to earlier rows, so that sharing survives.
"""

from __future__ import annotations

from typing import Any

from ..kernel.reals.codec import FORMAT, VERSION
from ..kernel.reals.rules import RULES
from ..kernel.statements import Certificate, Claim, Domain, Fact, Have, Point, Rule, Statement
from ..kernel.terms import Term


class Encoder:
    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._index: dict[Term, int] = {}

    def term(self, t: Term) -> int:
        found = self._index.get(t)
        if found is None:
            args = [self.term(a) for a in t.args]
            head = [t.op] if t.value is None else [t.op, str(t.value)]
            found = self._index[t] = len(self.rows)
            self.rows.append(head + args)
        return found

    def optional(self, t: Term | None) -> int | None:
        return None if t is None else self.term(t)

    def domain(self, d: Domain) -> dict[str, Any]:
        ranges = [
            {
                "name": r.name,
                "lower": self.optional(r.lower),
                "upper": self.optional(r.upper),
                "lower_open": r.lower_open,
                "upper_open": r.upper_open,
                "integer": r.integer,
            }
            for r in d.ranges
        ]
        return {"ranges": ranges, "conditions": [self.term(c) for c in d.conditions]}

    def claim(self, c: Claim) -> dict[str, Any]:
        return {
            "id": c.id,
            "domain": self.domain(c.domain),
            "given": [self.term(g) for g in c.given],
            "lhs": self.term(c.lhs),
            "relation": c.relation,
            "rhs": self.term(c.rhs),
            "let": [[n, self.term(t)] for n, t in c.let],
        }

    def statement(self, s: Statement) -> dict[str, Any]:
        if isinstance(s, Fact):
            return {"domain": self.domain(s.domain), "fact": self.term(s.statement)}
        return {
            "domain": self.domain(s.domain),
            "symbol": s.symbol,
            "term": self.term(s.term),
            "signs": list(s.signs),
            "strict": s.strict,
        }

    def rule(self, r: Rule) -> dict[str, Any]:
        fields = {field: self.field(getattr(r, field), kind) for field, kind in RULES[type(r).__name__][1].items()}
        return {"rule": type(r).__name__, **fields}

    def field(self, value: Any, kind: str) -> Any:
        if kind in ("term", "term?"):
            return self.optional(value)
        if kind == "names":
            return list(value)
        if kind == "pairs":
            return [[n, self.term(t)] for n, t in value]
        return _tree_to_json(value) if kind == "tree" else value

    def have(self, h: Have) -> dict[str, Any]:
        statement, by = self.statement(h.statement), self.rule(h.by)
        return {"name": h.name, "statement": statement, "by": by, "defined": list(h.defined)}

    def point(self, p: Point) -> list[list[Any]]:
        return [[n, self.term(t)] for n, t in p]


def _tree_to_json(tree: Any) -> Any:
    return tree if isinstance(tree, str) else [tree[0], _tree_to_json(tree[1]), _tree_to_json(tree[2])]


def _sealed(encoder: Encoder, body: dict[str, Any]) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "terms": encoder.rows, **body}


def certificate_to_json(c: Certificate) -> dict[str, Any]:
    e = Encoder()
    return _sealed(e, {"claim": e.claim(c.claim), "proof": [e.have(h) for h in c.proof], "witness": e.point(c.witness)})


def claim_to_json(c: Claim) -> dict[str, Any]:
    e = Encoder()
    return _sealed(e, {"claim": e.claim(c)})


def point_to_json(p: Point) -> dict[str, Any]:
    e = Encoder()
    return _sealed(e, {"point": e.point(p)})


def fact_to_json(f: Fact) -> dict[str, Any]:
    e = Encoder()
    return _sealed(e, {"statement": e.statement(f)})
