"""Certificates about all laws read from JSON (docs/laws.md describes the format): one table of terms, as for claims about reals."""

from __future__ import annotations

from typing import Any

from ..reals.codec import CodecError, Decoder, malformed
from ..statements import Have as RealHave
from ..terms import NAME, Term, TermError, node
from .rules import RULES
from .statements import (
    Attained,
    Certificate,
    Choice,
    Fact,
    Field,
    Have,
    Model,
    Proposition,
    Rule,
    Setting,
    Sharp,
    Tight,
)
from .terms import at, is_space

FORMAT = "dpsym-theorem"


class LawDecoder(Decoder):
    format = FORMAT

    def row(self, row: Any, where: str) -> Term:
        if not isinstance(row, list) or not row or row[0] not in ("point", "at", "Int"):
            return super().row(row, where)
        value = self.string(row[1] if len(row) > 1 else None, where)
        args = self.operands(row[2:], where)
        if row[0] == "at":
            return at(value, *args)
        name, _, space = value.partition(":")
        if not is_space(space) or not (
            NAME.fullmatch(name) or (name[:1] == "#" and name[1:].isdecimal() and name.isascii())
        ):
            raise malformed(where, row, "a point x:X or #1:X")
        if row[0] == "point" and not args:
            return node("point", (), value)
        if row[0] == "Int" and len(args) == 1 and args[0].op != "point" and name == f"#{args[0].height + 1}":
            return node("Int", args, value)
        raise malformed(where, row, "a point, or an Int whose number is one more than the heights in its body")

    def pair(self, value: Any, where: str) -> list[Any]:
        pair: list[Any] = self.list(value, where)
        if len(pair) != 2:
            raise malformed(where, pair, "a pair")
        return pair

    def of_field(self, value: Any, where: str) -> Field:
        value = self.object(value, where)
        name, spaces = self.string(value.get("name"), where), self.strings(value.get("spaces"), where)
        lower, upper = (self.optional(value.get(k), where) for k in ("lower", "upper"))
        integer, mass = (self.boolean(value.get(k), where) for k in ("integer", "mass"))
        return Field(name, spaces, lower, upper, integer, mass)

    def many_fields(self, value: Any, where: str) -> tuple[Field, ...]:
        return tuple(self.of_field(v, where) for v in self.list(value, where))

    def fact(self, value: Any, where: str) -> Fact:
        value = self.object(value, where)
        return Fact(self.term(value.get("statement"), where), self.many_fields(value.get("tests"), where))

    def proposition(self) -> Proposition:
        p, w = self.object(self.top.get("proposition"), "proposition"), "proposition"
        setting = Setting(self.domain(p.get("where"), f"{w}.where"), self.many_fields(p.get("fields"), f"{w}.fields"))
        given = []
        for item in self.list(p.get("given"), f"{w}.given"):
            label, fact = self.pair(item, f"{w}.given")
            given.append((self.string(label, f"{w}.given"), self.fact(fact, f"{w}.given")))
        claims = tuple(self.fact(f, f"{w}.claims") for f in self.list(p.get("claims"), f"{w}.claims"))
        return Proposition(setting, tuple(given), claims, self.many_fields(p.get("exists"), f"{w}.exists"))

    def choice(self, value: Any, where: str) -> Choice:
        value = self.list(value, where)
        if len(value) != 3:
            raise malformed(where, value, "[field, points, term]")
        points = tuple(self.term(p, where) for p in self.list(value[1], where))
        return self.string(value[0], where), points, self.term(value[2], where)

    def model(self, value: Any, where: str) -> Model:
        value = self.object(value, where)
        sizes, tables = [], []
        for item in self.list(value.get("sizes"), where):
            space, n = self.pair(item, where)
            sizes.append((self.string(space, where), self.integer(n, where)))
        for item in self.list(value.get("fields"), where):
            name, table = self.pair(item, where)
            tables.append((self.string(name, where), tuple(self.term(v, where) for v in self.list(table, where))))
        return Model(self.pairs(value.get("params"), where), tuple(sizes), tuple(tables))

    def tight(self, value: Any, where: str) -> tuple[Tight, tuple[tuple[RealHave, ...], ...]]:
        value = self.object(value, where)
        claim, point = self.integer(value.get("claim"), where), self.pairs(value.get("point"), where)
        domain, model = self.domain(value.get("where"), where), self.model(value.get("model"), where)
        proofs = tuple(self.proof(p, f"{where}.proofs") for p in self.list(value.get("proofs"), where))
        if value.get("kind") == "Sharp":
            return Sharp(domain, model, point, self.string(value.get("symbol"), where), claim), proofs
        if value.get("kind") != "Attained":
            raise malformed(where, value.get("kind"), "Attained or Sharp")
        return Attained(domain, model, point, claim), proofs

    def law_rule(self, value: Any, where: str) -> Rule:
        value = self.object(value, where)
        name = self.string(value.get("rule"), where)
        if name not in RULES:
            raise malformed(where, name, f"one of {', '.join(RULES)}")
        cls, kinds = RULES[name]
        return cls(**{f: self.law_value(value.get(f), kind, f"{where}.{f}") for f, kind in kinds.items()})

    def law_value(self, value: Any, kind: str, where: str) -> Any:
        if kind == "uses":
            pairs = [self.pair(v, where) for v in self.list(value, where)]
            return tuple((self.string(n, where), self.law_value(r, "terms", where)) for n, r in pairs)
        if kind == "proof":
            return self.proof(value, where)
        if kind in ("terms", "renames"):
            pairs = [self.pair(v, where) for v in self.list(value, where)]
            read = self.term if kind == "terms" else self.string
            return tuple((read(a, where), read(b, where)) for a, b in pairs)
        if kind == "list":
            return tuple(self.term(v, where) for v in self.list(value, where))
        if kind == "choices":
            return tuple(self.choice(v, where) for v in self.list(value, where))
        return self.field(value, kind, where)

    def steps(self) -> tuple[Have, ...]:
        out = []
        for i, item in enumerate(self.list(self.top.get("proof"), "proof")):
            where, h = f"proof[{i}]", self.object(item, f"proof[{i}]")
            name, fact = self.string(h.get("name"), where), self.fact(h.get("fact"), where)
            out.append(Have(name, fact, self.law_rule(h.get("by"), f"{where}.by")))
        return tuple(out)


def certificate_from_json(obj: Any) -> Certificate:
    """The certificate, or a CodecError that names the place."""
    try:
        d = LawDecoder(obj)
        choice = tuple(d.choice(c, "choice") for c in d.list(d.top.get("choice"), "choice"))
        tight = tuple(d.tight(t, "tight") for t in d.list(d.top.get("tight"), "tight"))
        return Certificate(d.proposition(), d.steps(), d.model(d.top.get("witness"), "witness"), choice, tight)
    except TermError as error:
        raise CodecError(str(error)) from None
