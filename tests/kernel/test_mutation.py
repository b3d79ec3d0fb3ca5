"""Every field of several certificates, altered: the kernel rejects, or what it accepts is true all the same.

Accepted mutants are held against an independent evaluator: each fact on sampled points of its domain, each pattern
along its symbol, the claim itself, and the witness.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.reals import codec
from dpsym.kernel.reals.check import check
from dpsym.kernel.reals.codec import CodecError
from dpsym.kernel.reals.rules import RULES
from dpsym.kernel.statements import Certificate, Domain, Fact, Pattern
from dpsym.kernel.terms import FUNCTIONS, RELATIONS
from dpsym.kernel.verdicts import Proved
from tests.helpers import certificates
from tests.helpers.independent import NotDefined, Unsure, coordinate, number, points, truth, value, violated
from tests.helpers.sampling import sampled

#: For each operation the ones it is swapped with.
UNARY = ["exp", "log", "sqrt", "abs", "sinh", "cosh", "tanh", "erf", "erfc", "floor", "ceil", "gamma", "acosh", "atanh"]


def mutants(obj: Any) -> Iterator[tuple[str, Any]]:
    """Every certificate that differs in one place, with a description of the place."""
    names = [h["name"] for h in obj["proof"]]
    symbols = [*sorted({r[1] for r in obj["terms"] if r[0] == "sym"}), "fresh"]

    def altered(path: tuple, new: Any) -> tuple[str, Any]:
        copied = copy.deepcopy(obj)
        spot = copied
        for k in path[:-1]:
            spot = spot[k]
        spot[path[-1]] = new
        return f"{path} -> {str(new)[:60]}", copied

    def walk(v: Any, path: tuple) -> Iterator[tuple[str, Any]]:
        if isinstance(v, dict):
            for k, inner in v.items():
                yield from walk(inner, (*path, k))
        elif isinstance(v, list):
            for i, inner in enumerate(v):
                yield altered(path, v[:i] + v[i + 1 :])
                if i:
                    yield altered(path, [*v[: i - 1], v[i], v[i - 1], *v[i + 1 :]])
                yield from walk(inner, (*path, i))
        else:
            yield from (altered(path, new) for new in others(v, path))

    def others(v: Any, path: tuple) -> list[Any]:
        if isinstance(v, bool):
            return [not v]
        if isinstance(v, int):
            return [v + 1, v - 1, -v, 0]
        if v is None:
            return [0, 1, names[0], "limit"]
        if not isinstance(v, str):
            return []
        if path[0] == "terms":
            return row_values(path, v)
        swaps = [n for n in (*names, "limit") if n != v][:4] if v in (*names, "limit") else []
        swaps += [op for op in RELATIONS if op != v] if v in RELATIONS else []
        swaps += [s for s in symbols if s != v] if v in symbols else []
        swaps += [leaf for leaf in ("n", "m", "x0", "x1") if leaf != v] if v in ("n", "m", "x0") else []
        swaps += [r for r in RULES if r != v] if path[-1] == "rule" else []
        return swaps or [v + "x"]

    def row_values(path: tuple, v: str) -> list[Any]:
        op = obj["terms"][path[1]][0]
        if path[2] == 0:
            if v in UNARY:
                return [u for u in UNARY if u != v]
            return {"+": ["*", "max"], "*": ["+", "min"], "**": ["+", "binomial"]}.get(
                v, [r for r in RELATIONS if r != v and v in RELATIONS]
            )
        if op == "num":
            q = Fraction(v)
            return [str(q + 1), str(q - 1), str(-q), str(q + Fraction(1, 1000)), str(q - Fraction(1, 1000)), "0"]
        return [s for s in symbols if s != v]

    for section in ("claim", "proof", "witness", "terms"):
        yield from walk(obj[section], (section,))


def untrue(certificate: Certificate, rng: Random) -> str | None:
    """What an independent evaluator finds wrong with an accepted certificate."""
    claim = certificate.claim
    env = dict(certificate.witness)
    if any(t.op == "num" for t in env.values()):
        wrong = outside(claim.fact.domain, {n: number(t.value) for n, t in env.items() if t.op == "num"})
        if wrong:
            return wrong
    at = violated(claim.fact.domain, claim.statement, rng, 12)
    if at is not None:
        return f"the claim fails at {at}"
    for have in certificate.proof:
        s = have.statement
        if isinstance(s, Fact):
            at = violated(s.domain, s.statement, rng, 5)
            if at is not None:
                return f"{have.name} fails at {at}"
        elif not follows_pattern(s, rng):
            return f"{have.name} is no pattern of {s.term}"
    return None


def outside(domain: Domain, env: dict[str, Fraction]) -> str | None:
    for c in domain.conditions:
        try:
            if c.free <= env.keys() and truth(c, env) is False:
                return f"the witness violates {c}"
        except NotDefined:
            return f"the witness gives no meaning to {c}"
        except Unsure:
            continue
    return None


def follows_pattern(p: Pattern, rng: Random) -> bool:
    """Whether the signs along the symbol, the others fixed, form a subsequence of the pattern."""
    for fixed in list(points(p.domain, rng, 2, tries=5)) or [{}]:
        xs = sorted({x for x in (coordinate(p.domain.range(p.symbol), rng) for _ in range(12)) if x is not None})
        rest = iter(p.signs)
        last = 0
        for x in xs:
            try:
                v = value(p.term, {**fixed, p.symbol: x})
            except Unsure:
                continue
            except NotDefined:
                return False
            s = 0 if abs(v) < 1e-25 else 1 if v > 0 else -1
            if s and s != last:
                if s not in rest:
                    return False
                last = s
    return True


@pytest.mark.parametrize("build", sampled(list(certificates.ALL), 4), ids=lambda f: f.__name__)
def test_mutants(build) -> None:
    original = build()
    obj = certificate_to_json(original)
    rng = Random(build.__name__)
    assert untrue(original, rng) is None
    tried = accepted = 0
    for where, mutant in mutants(obj):
        tried += 1
        try:
            certificate = codec.certificate_from_json(mutant)
        except CodecError:
            continue
        verdict = check(certificate)
        if not isinstance(verdict, Proved):
            continue
        accepted += 1
        wrong = untrue(certificate, rng)
        assert wrong is None, (where, wrong)
    assert tried > 100
    assert accepted < tried / 2


def test_the_table_of_functions_is_covered() -> None:
    assert set(UNARY) <= set(FUNCTIONS)
