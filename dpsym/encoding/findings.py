"""Findings as JSON (docs/certificates.md describes the format)."""

from __future__ import annotations

from typing import Any

from ..kernel.reals.codec import VERSION
from ..kernel.reals.findings import Fails, Finding, Gap, Holds, Piece, Region
from ..kernel.reals.findings_codec import FINDING
from ..kernel.statements import Certificate, Domain, Range
from .reals import Encoder


class FindingEncoder(Encoder):
    def range(self, r: Range | None) -> Any:
        return None if r is None else self.domain(Domain((r,)))["ranges"][0]

    def certificate(self, c: Certificate | None) -> Any:
        if c is None:
            return None
        return {
            "claim": self.claim(c.claim),
            "proof": [self.have(h) for h in c.proof],
            "witness": self.point(c.witness),
        }

    def piece(self, p: Piece) -> dict[str, Any]:
        where = self.range(p.piece)
        if isinstance(p, Gap):
            return {"piece": "gap", "range": where}
        if isinstance(p, Holds):
            found = {"certificate": self.certificate(p.certificate), "at": self.optional(p.at)}
            return {"piece": "holds", "range": where, **found}
        return {"piece": "fails", "range": where, **self.failure(p)}

    def failure(self, p: Fails) -> dict[str, Any]:
        return {
            "values": self.point(p.values),
            "parameter": self.range(p.parameter),
            "certificates": [self.certificate(c) for c in p.certificates],
            "limit": self.optional(p.limit),
            "upper": p.upper,
            "order": p.order,
        }

    def finding(self, f: Finding) -> dict[str, Any]:
        if isinstance(f, Region):
            return {
                "finding": "region",
                "claim": self.claim(f.claim),
                "symbol": f.symbol,
                "pieces": [self.piece(p) for p in f.pieces],
                "monotone": self.certificate(f.monotone),
                "rising": f.rising,
            }
        return {
            "finding": "optimum",
            "domain": self.domain(f.domain),
            "given": [self.term(g) for g in f.given],
            "term": self.term(f.term),
            "over": list(f.over),
            "greatest": f.greatest,
            "value": self.term(f.value),
            "optimiser": self.point(f.optimiser),
            "certificates": [self.certificate(c) for c in f.certificates],
            "slack": self.range(f.slack),
        }


def finding_to_json(f: Finding) -> dict[str, Any]:
    e = FindingEncoder()
    body = e.finding(f)
    return {"format": FINDING, "version": VERSION, "terms": e.rows, **body}
