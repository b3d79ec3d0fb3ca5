"""Findings read from JSON (docs/certificates.md describes the format): one table of terms for all certificates of a finding."""

from __future__ import annotations

from typing import Any

from ..statements import Certificate, Range
from ..terms import Term, TermError
from .codec import CodecError, Decoder, malformed
from .findings import MAX_PIECES, Fails, Finding, Gap, Holds, Optimum, Piece, Region

FINDING = "dpsym-finding"


class FindingDecoder(Decoder):
    format = FINDING

    def finding(self) -> Finding:
        kind = self.string(self.top.get("finding"), "finding")
        if kind not in ("region", "optimum"):
            raise malformed("finding", kind, "region or optimum")
        return self.region() if kind == "region" else self.optimum()

    def region(self) -> Region:
        pieces = self.list(self.top.get("pieces"), "pieces")
        if len(pieces) > MAX_PIECES:
            raise malformed("pieces", len(pieces), f"at most {MAX_PIECES} pieces")
        return Region(
            self.claim(self.top.get("claim")),
            self.string(self.top.get("symbol"), "symbol"),
            tuple(self.piece(p, f"pieces[{i}]") for i, p in enumerate(pieces)),
            None if self.top.get("monotone") is None else self.certificate(self.top["monotone"], "monotone"),
            self.boolean(self.top.get("rising"), "rising"),
        )

    def piece(self, value: Any, where: str) -> Piece:
        value = self.object(value, where)
        kind, piece = self.string(value.get("piece"), where), self.one_range(value.get("range"), where)
        if kind == "holds":
            certificate = self.certificate(value.get("certificate"), where)
            return Holds(piece, certificate, self.optional(value.get("at"), where))
        if kind == "fails":
            parameter = value.get("parameter")
            return Fails(
                piece,
                self.pairs(value.get("values"), where),
                None if parameter is None else self.one_range(parameter, where),
                self.certificates(value.get("certificates"), where),
                self.optional(value.get("limit"), where),
                self.boolean(value.get("upper"), where),
                self.integer(value.get("order"), where),
            )
        if kind != "gap":
            raise malformed(where, kind, "holds, fails or gap")
        return Gap(piece)

    def optimum(self) -> Optimum:
        slack = self.top.get("slack")
        return Optimum(
            self.domain(self.top.get("domain"), "domain"),
            tuple(self.relation_of(g, "given") for g in self.list(self.top.get("given"), "given")),
            self.term(self.top.get("term"), "term"),
            self.strings(self.top.get("over"), "over"),
            self.boolean(self.top.get("greatest"), "greatest"),
            self.term(self.top.get("value"), "value"),
            self.pairs(self.top.get("optimiser"), "optimiser"),
            self.certificates(self.top.get("certificates"), "certificates"),
            None if slack is None else self.one_range(slack, "slack"),
        )

    def relation_of(self, value: Any, where: str) -> Term:
        return self.relation_term(self.term(value, where), where)

    def one_range(self, value: Any, where: str) -> Range:
        return self.domain({"ranges": [value], "conditions": []}, where).ranges[0]

    def certificates(self, value: Any, where: str) -> tuple[Certificate, ...]:
        return tuple(self.certificate(v, where) for v in self.list(value, where))

    def certificate(self, value: Any, where: str) -> Certificate:
        value = self.object(value, where)
        proof = self.proof(value.get("proof"), f"{where}.proof")
        return Certificate(
            self.claim(value.get("claim"), f"{where}.claim"), proof, self.pairs(value.get("witness"), where)
        )


def finding_from_json(obj: Any) -> Finding:
    """The finding, or a CodecError that names the place."""
    try:
        return FindingDecoder(obj).finding()
    except TermError as error:
        raise CodecError(str(error)) from None
