"""Certificates and claims read from JSON (docs/certificates.md describes the format).

Terms come in one table, each row a node that refers to earlier rows, so decoding needs no recursion. Decoding trusts nothing: any
malformed input is a CodecError that names the place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flint import fmpq, fmpz

from ..statements import Certificate, Claim, Domain, Fact, Have, Pattern, Point, Range, Rule, Statement
from ..terms import (
    BINDERS,
    FUNCTIONS,
    RELATIONS,
    TRUE,
    Term,
    TermError,
    bind,
    const,
    func,
    node,
    num,
    piecewise,
    relation,
    sym,
)
from .rules import RULES

FORMAT, VERSION = "dpsym-certificate", 2
MAX_TERMS = 200_000  # rows of the table
MAX_STRING = 10_000  # characters of a string
MAX_TREE = 200  # bisections in a row


class CodecError(ValueError):
    """Malformed JSON for a certificate, claim or verdict; the message says where, what was found and what was expected."""


def malformed(where: str, found: Any, expected: str) -> CodecError:
    return CodecError(f"{where}: found {str(found)[:80]!a}, expected {expected}")


class Decoder:
    format = FORMAT

    def __init__(self, obj: Any) -> None:
        self.top = self.object(obj, "certificate")
        if self.top.get("format") != self.format or self.top.get("version") != VERSION:
            raise malformed(
                "format", (self.top.get("format"), self.top.get("version")), f"{self.format}, version {VERSION}"
            )
        rows = self.list(self.top.get("terms"), "terms")
        if len(rows) > MAX_TERMS:
            raise malformed("terms", len(rows), f"at most {MAX_TERMS} rows")
        self.terms: list[Term] = []
        for i, row in enumerate(rows):
            try:
                self.terms.append(self.row(row, f"terms[{i}]"))
            except (TermError, ValueError, ZeroDivisionError) as error:
                raise CodecError(f"terms[{i}]: {error}") from None

    def object(self, value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise malformed(where, value, "an object")
        return value

    def list(self, value: Any, where: str) -> list[Any]:
        if not isinstance(value, list):
            raise malformed(where, value, "a list")
        return value

    def string(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or len(value) > MAX_STRING or not value.isprintable():
            raise malformed(where, value, f"at most {MAX_STRING} printable characters")
        return value

    def boolean(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            raise malformed(where, value, "true or false")
        return value

    def integer(self, value: Any, where: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise malformed(where, value, "an integer")
        return value

    def strings(self, value: Any, where: str) -> tuple[str, ...]:
        return tuple(self.string(v, where) for v in self.list(value, where))

    def term(self, value: Any, where: str) -> Term:
        i = self.integer(value, where)
        if not 0 <= i < len(self.terms):
            raise malformed(where, i, f"the number of a term, 0 to {len(self.terms) - 1}")
        return self.terms[i]

    def optional(self, value: Any, where: str) -> Term | None:
        return None if value is None else self.term(value, where)

    def row(self, row: Any, where: str) -> Term:
        """One node; its arguments are rows already read."""
        row = self.list(row, where)
        op = self.string(row[0] if row else None, where)
        if op in ("num", "sym", "const"):
            value = self.string(row[1] if len(row) == 2 else None, where)
            return _number(value) if op == "num" else sym(value) if op == "sym" else const(value)
        if op in BINDERS:
            name = self.string(row[1] if len(row) == 5 else None, where)
            body, lower, upper = self.operands(row[2:], where)
            return bind(op, body, name, lower, upper)
        args = self.operands(row[1:], where)
        if (op in ("+", "*") and len(args) >= 2) or (op == "**" and len(args) == 2):
            return node(op, args)
        if op in FUNCTIONS:
            return func(op, *args)
        if op == "Piecewise" and len(args) >= 2:
            pairs = [(args[i], self.relation_term(args[i + 1], where)) for i in range(0, len(args) - 1, 2)]
            return piecewise(pairs, args[-1] if len(args) % 2 else None)
        if op in RELATIONS and len(args) == 2:
            return relation(op, *args)
        if op == "true" and not args:
            return TRUE
        raise malformed(where, row, "a term")

    def operands(self, rows: Any, where: str) -> tuple[Term, ...]:
        return tuple(self.term(i, where) for i in rows)

    def relation_term(self, t: Term, where: str) -> Term:
        if not t.is_relation:
            raise malformed(where, t, "a relation")
        return t

    def domain(self, value: Any, where: str) -> Domain:
        value = self.object(value, where)
        ranges = []
        for i, item in enumerate(self.list(value.get("ranges"), where)):
            at = f"{where}.ranges[{i}]"
            r = self.object(item, at)
            ends = self.optional(r.get("lower"), at), self.optional(r.get("upper"), at)
            flags = [self.boolean(r.get(k), at) for k in ("lower_open", "upper_open", "integer")]
            ranges.append(Range(self.string(r.get("name"), at), *ends, *flags))
        conditions = tuple(self.term(c, where) for c in self.list(value.get("conditions"), where))
        return Domain(tuple(ranges), conditions)

    def pairs(self, value: Any, where: str) -> tuple[tuple[str, Term], ...]:
        out = []
        for item in self.list(value, where):
            if not isinstance(item, list) or len(item) != 2:
                raise malformed(where, item, "a pair [name, term]")
            out.append((self.string(item[0], where), self.term(item[1], where)))
        return tuple(out)

    def claim(self, value: Any, where: str = "claim") -> Claim:
        value = self.object(value, where)
        given = tuple(self.term(g, f"{where}.given") for g in self.list(value.get("given"), where))
        lhs, rhs = self.term(value.get("lhs"), f"{where}.lhs"), self.term(value.get("rhs"), f"{where}.rhs")
        let = self.pairs(value.get("let"), f"{where}.let")
        domain = self.domain(value.get("domain"), f"{where}.domain")
        op = self.string(value.get("relation"), f"{where}.relation")
        return Claim(domain, given, lhs, op, rhs, let, self.string(value.get("id"), f"{where}.id"))

    def statement(self, value: Any, where: str) -> Statement:
        value = self.object(value, where)
        domain = self.domain(value.get("domain"), f"{where}.domain")
        if "fact" in value:
            return Fact(domain, self.term(value["fact"], f"{where}.fact"))
        signs = tuple(self.integer(s, f"{where}.signs") for s in self.list(value.get("signs"), f"{where}.signs"))
        symbol, t = self.string(value.get("symbol"), where), self.term(value.get("term"), f"{where}.term")
        return Pattern(domain, symbol, t, signs, self.boolean(value.get("strict"), f"{where}.strict"))

    def rule(self, value: Any, where: str) -> Rule:
        value = self.object(value, where)
        name = self.string(value.get("rule"), f"{where}.rule")
        if name not in RULES:
            raise malformed(f"{where}.rule", name, f"one of {', '.join(RULES)}")
        cls, fields = RULES[name]
        return cls(**{field: self.field(value.get(field), kind, f"{where}.{field}") for field, kind in fields.items()})

    def field(self, value: Any, kind: str, where: str) -> Any:
        readers: dict[str, Callable[[Any, str], Any]] = {
            "term": self.term,
            "term?": self.optional,
            "name": self.string,
            "symbol": self.string,
            "name?": lambda v, w: None if v is None else self.string(v, w),
            "names": self.strings,
            "pairs": self.pairs,
            "int": self.integer,
            "tree": self.tree,
        }
        return readers[kind](value, where)

    def tree(self, value: Any, where: str, depth: int = 0) -> Any:
        if isinstance(value, str):
            return self.string(value, where)
        if not isinstance(value, list) or len(value) != 3 or depth > MAX_TREE:
            raise malformed(where, value, "a leaf or [axis, left, right]")
        left, right = (self.tree(v, where, depth + 1) for v in value[1:])
        return (self.integer(value[0], where), left, right)

    def proof(self, value: Any, within: str = "proof") -> tuple[Have, ...]:
        out = []
        for i, item in enumerate(self.list(value, within)):
            where = f"{within}[{i}]"
            h = self.object(item, where)
            name = self.string(h.get("name"), f"{where}.name")
            statement = self.statement(h.get("statement"), f"{where}.statement")
            rule = self.rule(h.get("by"), f"{where}.by")
            out.append(Have(name, statement, rule, self.strings(h.get("defined"), f"{where}.defined")))
        return tuple(out)


def _number(text: str) -> Term:
    top, slash, bottom = text.partition("/")
    digits = text.isascii() and top.removeprefix("-").isdigit() and (bottom.isdigit() if slash else True)
    if not digits:
        raise TermError(f"found the number {text[:40]!r}, expected p or p/q")
    return num(fmpq(fmpz(top), fmpz(bottom or "1")))


Read = TypeVar("Read")


def _decoded(obj: Any, read: Callable[[Decoder], Read]) -> Read:
    """Turns the refusals of the vocabulary's own constructors into CodecErrors."""
    try:
        return read(Decoder(obj))
    except TermError as error:
        raise CodecError(str(error)) from None


def certificate_from_json(obj: Any) -> Certificate:
    """The certificate, or a CodecError that names the place."""
    return _decoded(
        obj,
        lambda d: Certificate(
            d.claim(d.top.get("claim")), d.proof(d.top.get("proof")), d.pairs(d.top.get("witness"), "witness")
        ),
    )


def claim_from_json(obj: Any) -> Claim:
    return _decoded(obj, lambda d: d.claim(d.top.get("claim")))


def point_from_json(obj: Any) -> Point:
    return _decoded(obj, lambda d: d.pairs(d.top.get("point"), "point"))


def fact_from_json(obj: Any) -> Fact:
    found = _decoded(obj, lambda d: d.statement(d.top.get("statement"), "statement"))
    if not isinstance(found, Fact):
        raise malformed("statement", found, "a fact")
    return found
