"""Certificates, claims and verdicts as JSON (docs/certificates.md describes the format).

Terms go into one table, each row a node that refers to earlier rows, so that sharing survives and decoding needs no recursion.
Decoding trusts nothing: any malformed input is a CodecError that names the place.
"""

from __future__ import annotations  # noqa: I001 (long lists of names on few lines)

from typing import Any

from flint import fmpq, fmpz

from . import boxes, induction, integrals, ladder, rules, sums
from .statements import (
    Certificate, Claim, Domain, Evidence, Fact, Have, Open, Pattern, Point, Proved, Range, Refuted, Statement,
    Undefined, Verdict,
)  # fmt: skip
from .terms import (
    BINDERS, FUNCTIONS, RELATIONS, TRUE, Term, TermError, bind, const, func, num, piecewise, relation, sym,
)  # fmt: skip
from .terms import _make as node

FORMAT, VERSION = "dpsym-certificate", 1
MAX_TERMS = 200_000

#: Every rule with the kinds of its fields, in order.
RULES: dict[str, tuple[type[rules.Rule], dict[str, str]]] = {
    "Given": (rules.Given, {}),
    "Identity": (rules.Identity, {}),
    "Rounding": (rules.Rounding, {}),
    "Sign": (rules.Sign, {"form": "term?"}),
    "Follows": (rules.Follows, {"of": "name"}),
    "Chain": (rules.Chain, {"of": "names"}),
    "Combine": (rules.Combine, {"using": "pairs", "rest": "term", "signs": "names"}),
    "Instance": (rules.Instance, {"of": "name", "at": "pairs", "inside": "names"}),
    "Replace": (rules.Replace, {"equal": "name", "of": "name"}),
    "Cases": (rules.Cases, {"condition": "term", "yes": "name", "no": "name"}),
    "Absurd": (rules.Absurd, {"of": "name"}),
    "Split": (rules.Split, {"symbol": "name", "of": "names"}),
    "Chord": (rules.Chord, {"symbol": "name", "low": "term", "high": "term", "second": "name", "inside": "names"}),
    "Tangent": (rules.Tangent, {"symbol": "name", "at": "term", "second": "name", "inside": "names"}),
    "OneSign": (ladder.OneSign, {"of": "name"}),
    "Polynomial": (ladder.Polynomial, {}),
    "Sturm": (ladder.Sturm, {"symbol": "name"}),
    "Scaled": (ladder.Scaled, {"of": "name", "factor": "term", "signs": "names"}),
    "Ladder": (ladder.Ladder, {"of": "name", "left": "name?", "right": "name?", "order": "int"}),
    "Close": (ladder.Close, {"of": "name"}),
    "Glue": (ladder.Glue, {"of": "names"}),
    "FromPattern": (ladder.FromPattern, {"of": "name"}),
    "Induct": (induction.Induct, {"symbol": "name", "base": "name", "step": "name", "closed": "names"}),
    "Whole": (induction.Whole, {"of": "name"}),
    "Unroll": (sums.Unroll, {}),
    "Termwise": (sums.Termwise, {"of": "name", "nonnegative": "name?"}),
    "Cut": (sums.Cut, {}),
    "Telescope": (sums.Telescope, {"form": "term", "low": "term?", "high": "term?"}),
    "Binomial": (sums.Binomial, {"x": "term", "y": "term", "factor": "term", "order": "int"}),
    "Antiderivative": (integrals.Antiderivative, {"of": "term", "low": "term", "high": "term", "order": "int"}),
    "Pointwise": (integrals.Pointwise, {"of": "name"}),
    "Dominated": (integrals.Dominated, {"of": "name"}),
    "Join": (integrals.Join, {"at": "term"}),
    "Balls": (boxes.Balls, {"tree": "tree", "prec": "int"}),
}


class CodecError(ValueError):
    """Malformed JSON for a certificate, claim or verdict; the message says where, what was found and what was expected."""


def _fail(where: str, found: Any, expected: str) -> CodecError:
    return CodecError(f"{where}: found {str(found)[:80]!r}, expected {expected}")


# -- encoding ---------------------------------------------------------------------------------------------------


class _Encoder:
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
            {"name": r.name, "lower": self.optional(r.lower), "upper": self.optional(r.upper), "lower_open": r.lower_open,
             "upper_open": r.upper_open, "integer": r.integer}
            for r in d.ranges
        ]  # fmt: skip
        return {"ranges": ranges, "conditions": [self.term(c) for c in d.conditions]}

    def claim(self, c: Claim) -> dict[str, Any]:
        return {
            "id": c.id, "domain": self.domain(c.domain), "given": [self.term(g) for g in c.given], "lhs": self.term(c.lhs),
            "relation": c.relation, "rhs": self.term(c.rhs), "let": [[n, self.term(t)] for n, t in c.let],
        }  # fmt: skip

    def statement(self, s: Statement) -> dict[str, Any]:
        if isinstance(s, Fact):
            return {"domain": self.domain(s.domain), "fact": self.term(s.statement)}
        return {
            "domain": self.domain(s.domain), "symbol": s.symbol, "term": self.term(s.term), "signs": list(s.signs), "strict": s.strict
        }  # fmt: skip

    def rule(self, r: rules.Rule) -> dict[str, Any]:
        name = type(r).__name__
        fields = {field: self.field(getattr(r, field), kind) for field, kind in RULES[name][1].items()}
        return {"rule": name, **fields}

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


def _sealed(encoder: _Encoder, body: dict[str, Any]) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "terms": encoder.rows, **body}


def certificate_to_json(c: Certificate) -> dict[str, Any]:
    e = _Encoder()
    return _sealed(e, {"claim": e.claim(c.claim), "proof": [e.have(h) for h in c.proof], "witness": e.point(c.witness)})


def claim_to_json(c: Claim) -> dict[str, Any]:
    e = _Encoder()
    return _sealed(e, {"claim": e.claim(c)})


def verdict_to_json(v: Verdict) -> dict[str, Any]:
    e = _Encoder()
    body: dict[str, Any] = {"verdict": v.verdict, "claim": e.claim(v.claim)}
    if isinstance(v, Proved):
        body["evidence"] = [[x.rule, x.grade, x.detail] for x in v.evidence]
        body["proof"], body["witness"] = [e.have(h) for h in v.certificate.proof], e.point(v.certificate.witness)
    elif isinstance(v, Refuted):
        body |= {"point": e.point(v.point), "lhs": v.lhs, "rhs": v.rhs, "detail": v.detail}
    elif isinstance(v, Undefined):
        body |= {"point": e.point(v.point), "where": e.term(v.where), "why": v.why}
    else:
        body |= {"where": v.where, "found": v.found, "expected": v.expected, "reason": v.reason}
        body["left"] = None if v.left is None else e.statement(v.left)
    return _sealed(e, body)


# -- decoding ---------------------------------------------------------------------------------------------------


class _Decoder:
    format = FORMAT

    def __init__(self, obj: Any) -> None:
        self.top = self.object(obj, "certificate")
        if self.top.get("format") != self.format or self.top.get("version") != VERSION:
            raise _fail(
                "format", (self.top.get("format"), self.top.get("version")), f"{self.format}, version {VERSION}"
            )
        rows = self.list(self.top.get("terms"), "terms")
        if len(rows) > MAX_TERMS:
            raise _fail("terms", len(rows), f"at most {MAX_TERMS} rows")
        self.terms: list[Term] = []
        for i, row in enumerate(rows):
            try:
                self.terms.append(self.row(row, f"terms[{i}]"))
            except (TermError, ValueError, ZeroDivisionError) as error:
                raise CodecError(f"terms[{i}]: {error}") from None

    def object(self, value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _fail(where, value, "an object")
        return value

    def list(self, value: Any, where: str) -> list[Any]:
        if not isinstance(value, list):
            raise _fail(where, value, "a list")
        return value

    def string(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or len(value) > 10_000:
            raise _fail(where, value, "a string")
        return value

    def boolean(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            raise _fail(where, value, "true or false")
        return value

    def integer(self, value: Any, where: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise _fail(where, value, "an integer")
        return value

    def strings(self, value: Any, where: str) -> tuple[str, ...]:
        return tuple(self.string(v, where) for v in self.list(value, where))

    def term(self, value: Any, where: str) -> Term:
        i = self.integer(value, where)
        if not 0 <= i < len(self.terms):
            raise _fail(where, i, f"the number of a term, 0 to {len(self.terms) - 1}")
        return self.terms[i]

    def optional(self, value: Any, where: str) -> Term | None:
        return None if value is None else self.term(value, where)

    def row(self, row: Any, where: str) -> Term:
        """One node; its arguments are rows already read."""
        row = self.list(row, where)
        op = self.string(row[0] if row else None, where)
        if op in ("num", "sym", "const"):
            value = self.string(row[1] if len(row) == 2 else None, where)
            return _number(value) if op == "num" else sym(_symbol(value)) if op == "sym" else const(value)
        if op in BINDERS:
            name = self.string(row[1] if len(row) == 5 else None, where)
            body, lower, upper = self.operands(row[2:], where)
            return bind(op, body, _symbol(name), lower, upper)
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
        raise _fail(where, row, "a term")

    def operands(self, rows: Any, where: str) -> tuple[Term, ...]:
        return tuple(self.term(i, where) for i in rows)

    def relation_term(self, t: Term, where: str) -> Term:
        if not t.is_relation:
            raise _fail(where, t, "a relation")
        return t

    def domain(self, value: Any, where: str) -> Domain:
        value = self.object(value, where)
        ranges = []
        for i, item in enumerate(self.list(value.get("ranges"), where)):
            at = f"{where}.ranges[{i}]"
            r = self.object(item, at)
            ends = self.optional(r.get("lower"), at), self.optional(r.get("upper"), at)
            flags = [self.boolean(r.get(k), at) for k in ("lower_open", "upper_open", "integer")]
            ranges.append(Range(_symbol(self.string(r.get("name"), at)), *ends, *flags))
        conditions = tuple(self.term(c, where) for c in self.list(value.get("conditions"), where))
        return Domain(tuple(ranges), conditions)

    def pairs(self, value: Any, where: str) -> tuple[tuple[str, Term], ...]:
        out = []
        for item in self.list(value, where):
            if not isinstance(item, list) or len(item) != 2:
                raise _fail(where, item, "a pair [name, term]")
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

    def rule(self, value: Any, where: str) -> rules.Rule:
        value = self.object(value, where)
        name = self.string(value.get("rule"), f"{where}.rule")
        if name not in RULES:
            raise _fail(f"{where}.rule", name, f"one of {', '.join(RULES)}")
        cls, fields = RULES[name]
        return cls(**{field: self.field(value.get(field), kind, f"{where}.{field}") for field, kind in fields.items()})

    def field(self, value: Any, kind: str, where: str) -> Any:
        readers = {
            "term": self.term, "term?": self.optional, "name": self.string, "names": self.strings, "pairs": self.pairs,
            "int": self.integer, "tree": self.tree, "name?": lambda v, w: None if v is None else self.string(v, w),
        }  # fmt: skip
        return readers[kind](value, where)

    def tree(self, value: Any, where: str, depth: int = 0) -> Any:
        if isinstance(value, str):
            return self.string(value, where)
        if not isinstance(value, list) or len(value) != 3 or depth > 200:
            raise _fail(where, value, "a leaf or [axis, left, right]")
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
    if len(text) > 100_000 or not digits:
        raise TermError(f"found the number {text[:40]!r}, expected p or p/q")
    return num(fmpq(fmpz(top), fmpz(bottom or "1")))


def _symbol(name: str) -> str:
    if not name or len(name) > 200:
        raise TermError(f"found the symbol {name[:40]!r}, expected a name")
    return name


def _decoding(build):
    """Turns the refusals of the vocabulary's own constructors into CodecErrors."""

    def decode(obj: Any):
        try:
            return build(_Decoder(obj))
        except TermError as error:
            raise CodecError(str(error)) from None

    decode.__doc__ = build.__doc__
    return decode


@_decoding
def certificate_from_json(d: _Decoder) -> Certificate:
    return Certificate(
        d.claim(d.top.get("claim")), d.proof(d.top.get("proof")), d.pairs(d.top.get("witness"), "witness")
    )


@_decoding
def claim_from_json(d: _Decoder) -> Claim:
    return d.claim(d.top.get("claim"))


@_decoding
def verdict_from_json(d: _Decoder) -> Verdict:
    top, claim = d.top, d.claim(d.top.get("claim"))
    kind = top.get("verdict")
    if kind == "proved":
        certificate = Certificate(claim, d.proof(top.get("proof")), d.pairs(top.get("witness"), "witness"))
        evidence = tuple(Evidence(*d.strings(e, "evidence")) for e in d.list(top.get("evidence"), "evidence"))
        return Proved(claim, evidence, certificate)
    if kind == "refuted":
        texts = [d.string(top.get(k), k) for k in ("lhs", "rhs", "detail")]
        return Refuted(claim, d.pairs(top.get("point"), "point"), *texts)
    if kind == "undefined":
        point, culprit = d.pairs(top.get("point"), "point"), d.term(top.get("where"), "where")
        return Undefined(claim, point, culprit, d.string(top.get("why"), "why"))
    if kind == "open":
        left = None if top.get("left") is None else d.statement(top.get("left"), "left")
        if left is not None and not isinstance(left, Fact):
            raise _fail("left", "a sign pattern", "a fact")
        where, found, expected, reason = (d.string(top.get(k), k) for k in ("where", "found", "expected", "reason"))
        return Open(claim, where, found, expected, reason, left)
    raise _fail("verdict", kind, "proved, refuted, undefined or open")
