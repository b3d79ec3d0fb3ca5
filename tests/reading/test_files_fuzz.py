"""Files of claims and certificates with random damage: read, or refused with a message and the file's name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.cli.replay import CertificateFileError, Replayable, read_certificates
from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.reals.check import check
from dpsym.kernel.statements import Certificate
from dpsym.kernel.verdicts import Proved, Rejected
from dpsym.reading.text.claims import read_claims
from dpsym.reading.text.file import ClaimsFileError, read_claims_file
from dpsym.search.deciding import decide

TOML = """[[claim]]
id = "tanh"
claim = "tanh(eps/2) <= eps/2"
where = ["eps > 0"]
expect = "proved"

[[claim]]
id = "law"
claim = "TV(Laplace(0, b), Laplace(1, b)) <= u"
where = "b > 0, u in [0, 1]"
given = ["u >= 1/2"]
let = ["v = b + 1"]
note = "any text"
"""
CLAIMS = {
    "exp(x) >= 1 + x": "", "x*y <= 1": "0 <= x <= 1, 0 <= y <= 1", "Sum(i, (i, 0, n)) >= 0": "n in integers, n >= 0",
}  # fmt: skip
PIECES = [
    "[[",
    "]]",
    '"',
    "'",
    "=",
    "\n",
    "claim",
    ".",
    "{",
    "}",
    "[",
    "]",
    ",",
    "1",
    "e",
    "\\u0000",
    "#",
    "\x00",
    "é",
    "oo",
    "<",
    "(",
]
VALUES: list[object] = [None, True, 0, -1, 10**30, 1.5, "", "x", "Sum", [], {}, [0], ["+", 0, 0], "1/0", "9" * 50]


def damaged(text: str, rng: Random) -> str:
    for _ in range(rng.choice((1, 2, 6))):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        to = min(to, at + rng.choice((0, 1, 5, 40)))
        text = text[:at] + rng.choice([*PIECES, "", text[at:to] * 2]) + text[to:] or "x"
    return text


def changed(value: object, rng: Random) -> object:
    """One place of a JSON value exchanged for another value, dropped or doubled."""
    if isinstance(value, dict) and value and rng.random() < 0.95:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.95:
        at = rng.randrange(len(value))
        kind = rng.random()
        if kind < 0.2:
            return [*value[:at], *value[at + 1 :]]
        if kind < 0.3:
            return [*value[: at + 1], *value[at:]]
        return [*value[:at], changed(value[at], rng), *value[at + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.6:
        return value + rng.choice((-1, 1, 3))
    return rng.choice(VALUES)


def certificates() -> list[object]:
    found: list[object] = []
    for claim, where in CLAIMS.items():
        (asked,) = read_claims(claim, where=[where] if where else [])
        result = decide(asked).result
        assert isinstance(result, Proved)
        found.append(certificate_to_json(result.certificate))
    return found


@pytest.fixture(scope="module")
def sound() -> list[object]:
    return certificates()


@given(st.integers(0, 2**64))
@settings(max_examples=300)
def test_damaged_files_of_claims(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    path = tmp_path_factory.getbasetemp() / "claims.toml"
    path.write_text(damaged(TOML, Random(seed)), "utf-8", newline="")
    refusal = ""
    try:
        assert read_claims_file(path)
    except ClaimsFileError as error:
        refusal = str(error)
    assert not refusal or "claims.toml" in refusal


@given(seed=st.integers(0, 2**64))
@settings(max_examples=150)
def test_damaged_certificates(tmp_path_factory: pytest.TempPathFactory, sound: list[object], seed: int) -> None:
    judged(tmp_path_factory.getbasetemp() / "certificate.json", sound, Random(seed))


@pytest.mark.campaign
@given(seed=st.integers(0, 2**64))
@settings(max_examples=5_000)
def test_many_damaged_certificates(tmp_path_factory: pytest.TempPathFactory, sound: list[object], seed: int) -> None:
    judged(tmp_path_factory.getbasetemp() / "certificate.json", sound, Random(seed))


def judged(path: Path, sound: list[object], rng: Random) -> None:
    """A damaged certificate is refused as a file, rejected, or still proves what it now claims."""
    value = rng.choice(sound)
    for _ in range(rng.choice((1, 1, 2, 5))):
        value = changed(value, rng)
    path.write_text(json.dumps(value), "utf-8")
    found: Sequence[Replayable] = ()
    refusal = ""
    try:
        found = read_certificates(path)
    except CertificateFileError as error:
        refusal = str(error)
    assert not refusal or "certificate.json" in refusal
    for certificate in found:
        assert isinstance(certificate, Certificate)
        assert isinstance(check(certificate), (Proved, Rejected))
