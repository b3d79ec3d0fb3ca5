"""JSON: round trips, and malformed input that raises nothing but CodecError."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from dpsym.encoding.reals import certificate_to_json, claim_to_json, fact_to_json, point_to_json
from dpsym.kernel.reals import codec
from dpsym.kernel.reals.check import check
from dpsym.kernel.reals.codec import CodecError
from dpsym.kernel.statements import Claim, Domain, Range
from dpsym.kernel.terms import ONE, ZERO, Term, log, num, power, sym
from dpsym.kernel.verdicts import Proved
from dpsym.testing.strategies import relations, terms
from tests.helpers import certificates
from tests.helpers.lengths import drawn

X = sym("x")
CERTIFICATES = [build() for build in certificates.ALL]
JSON = [certificate_to_json(c) for c in CERTIFICATES]


def through_text(obj: Any) -> Any:
    return json.loads(json.dumps(obj))


@pytest.mark.parametrize("i", range(len(CERTIFICATES)))
def test_certificates(i: int) -> None:
    again = codec.certificate_from_json(through_text(JSON[i]))
    assert again == CERTIFICATES[i]
    assert isinstance(check(again), Proved)
    assert certificate_to_json(again) == JSON[i]


@drawn(
    40,
    200,
    relations(terms(max_leaves=10), ("<", "<=", "==", ">=", ">")),
    st.lists(relations(terms(max_leaves=4)), max_size=2),
)
def test_claims(r: Term, given: list[Term]) -> None:
    claim = Claim(
        Domain((Range("x"), Range("y", ZERO, log(num(3)), False, True))),
        tuple(given),
        r.lhs,
        r.op,
        r.rhs,
        (("s", r.lhs),),
        "a",
    )
    again = codec.claim_from_json(through_text(claim_to_json(claim)))
    assert again == claim
    assert again.id == claim.id


def test_points_and_facts() -> None:
    point = (("x", log(num(2))), ("y", ONE))
    assert codec.point_from_json(through_text(point_to_json(point))) == point
    for c in CERTIFICATES:
        assert codec.fact_from_json(through_text(fact_to_json(c.claim.fact))) == c.claim.fact


def decode(obj: Any) -> None:
    """Any answer, or a CodecError; a certificate that can be read can be judged."""
    try:
        check(codec.certificate_from_json(obj))
    except CodecError:
        return


JUNK = [
    None,
    True,
    False,
    0,
    1,
    -1,
    10**30,
    1.5,
    "",
    "x",
    "limit",
    "s1",
    "num",
    "²",
    "-",
    "1/0",
    "9" * 5000,
    [],
    [0],
    [[0]],
    {},
    {"rule": "Sign"},
    ["num", "1"],
    -(10**9),
]


def paths(obj: Any, at: tuple = ()) -> list[tuple]:
    found = [at] if at else []
    if isinstance(obj, dict):
        for k in obj:
            found += paths(obj[k], (*at, k))
    elif isinstance(obj, list):
        for i, item in enumerate(obj):
            found += paths(item, (*at, i))
    return found


def replaced(obj: Any, path: tuple, change) -> Any:
    new = copy.deepcopy(obj)
    spot = new
    for k in path[:-1]:
        spot = spot[k]
    change(spot, path[-1])
    return new


@pytest.mark.parametrize("i", range(0, len(JSON), 2))
def test_every_field_replaced_or_deleted(i: int) -> None:
    rng = Random(i)
    for path in paths(JSON[i]):
        for junk in rng.sample(JUNK, 2):
            decode(replaced(JSON[i], path, lambda spot, k, junk=junk: spot.__setitem__(k, junk)))
        decode(replaced(JSON[i], path, lambda spot, k: spot.__delitem__(k)))


values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.text(max_size=5) | st.sampled_from(JUNK),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "fact", "rule", "terms", "of"]), inner, max_size=2)
    ),
    max_leaves=6,
)


@drawn(80, 400, st.sampled_from(JSON), st.data())
def test_random_replacements(obj: Any, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(paths(obj)))
    decode(replaced(obj, path, lambda spot, k: spot.__setitem__(k, data.draw(values))))


@drawn(40, 200, values)
def test_anything_at_all(obj: Any) -> None:
    for decoder in (codec.certificate_from_json, codec.claim_from_json, codec.point_from_json, codec.fact_from_json):
        with pytest.raises(CodecError):
            decoder(obj)
    with pytest.raises(CodecError):
        codec.certificate_from_json(
            {"format": codec.FORMAT, "version": codec.VERSION, "terms": obj, "claim": obj, "proof": obj, "witness": obj}
        )


def row(*cells: Any) -> dict[str, Any]:
    """A claim x <= (a row), over one real symbol."""
    claim = {
        "id": "",
        "domain": {
            "ranges": [
                {"name": "x", "lower": None, "upper": None, "lower_open": True, "upper_open": True, "integer": False}
            ],
            "conditions": [],
        },
        "given": [],
        "lhs": 0,
        "relation": "<=",
        "rhs": 3,
        "let": [],
    }
    return {
        "format": codec.FORMAT,
        "version": codec.VERSION,
        "terms": [["sym", "x"], ["num", "1"], ["<", 0, 1], list(cells)],
        "claim": claim,
    }


@pytest.mark.parametrize(
    "cells",
    [
        ("num", "1/0"),
        ("num", "1.5"),
        ("num", "--1"),
        ("num", "1/-2"),
        ("num", ""),
        ("num", 1),
        ("num", "1", "2"),
        ("sym", ""),
        ("sym",),
        ("const", "e"),
        ("+", 0),
        ("+",),
        ("*", 0),
        ("**", 0),
        ("**", 0, 0, 0),
        ("exp",),
        ("exp", 0, 0),
        ("log", 3),
        ("log", -1),
        ("log", 0.0),
        ("log", True),
        ("log", "0"),
        ("sin", 0),
        ("Sum", "i", 0, 0),
        ("Sum", "", 0, 0, 0),
        ("Sum", 0, 0, 0, 0),
        ("Piecewise", 0),
        ("Piecewise", 0, 0),
        ("<", 0),
        ("true", 0),
        ("binomial", 0),
        ("LambertW", 0, 0),
        ("min",),
        ("+", 0, 2),
        ("exp", 2),
        ("<", 2, 0),
        ("Piecewise", 2, 2),
        (),
        ("__import__", 0),
    ],
)
def test_malformed_rows(cells: tuple) -> None:
    with pytest.raises(CodecError):
        codec.claim_from_json(row(*cells))


def test_depth_and_number_limits() -> None:
    rows = [["sym", "x"], *(["exp", i] for i in range(400))]
    with pytest.raises(CodecError):
        codec.claim_from_json({**row("num", "1"), "terms": rows})
    tree: Any = "n"
    for _ in range(300):
        tree = [0, tree, "n"]
    obj = copy.deepcopy(JSON[certificates.ALL.index(certificates.balls)])
    obj["proof"][-1]["by"]["tree"] = tree
    with pytest.raises(CodecError):
        codec.certificate_from_json(obj)
    assert codec.claim_from_json(row("num", "7" * 4000))
    assert power(X, num(1)) is not X
