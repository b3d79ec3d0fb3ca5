"""What `tightest` and `convert` save is replayed by the kernel alone, and nothing that is changed in it is accepted and false."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dpsym.cli.main import main
from dpsym.cli.replay import CertificateFileError, NamedTheorem, ReplayedTheorem, read_certificates, replayed
from dpsym.derive.routes.answer import convert
from dpsym.derive.tightest.asking import tightest
from dpsym.encoding.laws import certificate_to_json
from dpsym.kernel.laws.models import refute
from dpsym.kernel.laws.statements import Attained, Certificate, Fact, Proposition, Refuted
from dpsym.kernel.terms import num, relation
from dpsym.library.theorem import at_point
from dpsym.search.refuting.models import random_models
from tests.helpers.sampling import WHOLE

QUICK = [("hellinger2", "pure(eps)")]
ASKED = [
    *QUICK, ("E(v)", "pure(eps)"), ("TV", "approx(eps, delta)"), ("TV", "kl(k)"), ("KL", "chi2(c)"), ("probability(s)", "pure(eps)"),
    ("E(v)", "chi2(c)"), ("TV", "hellinger2(h)"),
]  # fmt: skip
CONVERTED = [("zCDP(0.1)", "DP(delta=1e-9)"), ("pure(1)", "zCDP"), ("RDP(2, 1)", "DP(delta=1e-5)"), ("zCDP(rho)", "DP")]


@cache
def saved(kind: str, first: str, second: str) -> str:
    found = tightest(first, given=second) if kind == "tightest" else convert(first, second)
    return json.dumps(found.saved())


def accepted(value: Any, path: Path) -> list[NamedTheorem]:
    """The theorems of a file that the kernel accepts."""
    path.write_text(json.dumps(value), "utf-8")
    try:
        found = read_certificates(path)
    except CertificateFileError:
        return []
    answers = [a for a in replayed(found) if isinstance(a, ReplayedTheorem)]
    assert all(str(a) for a in answers)
    return [a.theorem for a in answers if a.accepted]


def is_true(c: Certificate, tries: int) -> bool:
    """Whether no random model refutes the theorem, and a better bound is refuted by the tables that are said to attain it."""
    p = c.proposition
    near = [c.witness, *(at_point(t.model, t.point) for t, _ in c.tight)]
    if random_models(p, tries, 0, near).refuted is not None:
        return False
    for tight, _ in c.tight:
        s = p.claims[tight.claim].statement
        if not isinstance(tight, Attained) or s.op not in ("<=", "<"):
            continue
        less = Proposition(p.setting, p.given, (Fact(relation(s.op, s.lhs, s.rhs - num(1, 1000))),))
        if not isinstance(refute(less, at_point(tight.model, tight.point)), Refuted):
            return False
    return True


@pytest.mark.parametrize(("quantity", "given"), QUICK)
def test_sharp_bounds_are_saved_and_replayed(
    quantity: str, given: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bound.json"
    with pytest.raises(SystemExit) as ended:
        main(["tightest", quantity, "--given", given, "--save", str(path)])
    assert ended.value.code == 0
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(path)])
    assert ended.value.code == 0
    out = capfd.readouterr().out
    assert "proved    derived.branch_1" in out
    assert "tight   claim 1 is attained by P = [" in out


def test_routes_are_saved_with_what_they_cite(tmp_path: Path) -> None:
    value = json.loads(saved("convert", "RDP(2, 1)", "DP(delta=1e-5)"))
    names = [t.name for t in accepted(value, tmp_path / "routes.json")]
    assert names == [entry["name"] for entry in value]
    assert {"contact.second_moment", "conversions.renyi_to_approximate", "route_1.at_numbers"} <= set(names)
    without = [entry for entry in value if entry["name"] != "contact.second_moment"]
    assert "route_1.route" not in [t.name for t in accepted(without, tmp_path / "routes.json")]


def test_names_are_taken_once_and_are_words(tmp_path: Path) -> None:
    (value,) = json.loads(saved("tightest", *QUICK[0]))
    path = tmp_path / "bound.json"
    assert len(accepted([value, value], path)) == 1
    for name in ("", "a b", "x\nproved    y", "a..b", "é", 3):
        assert not accepted([{**value, "name": name}], path)
    label = deepcopy(value)
    label["certificate"]["proposition"]["given"][0][0] = "x: 0 <= 1\n  claim"
    assert not accepted([label], path)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all numbers, texts and lists inside a value."""
    inside = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    return [at] * bool(at) + [p for k, v in inside for p in places(v, (*at, k))]


def changed(value: Any, r: Random) -> Any:
    """The value with one place changed, in a way that often still makes sense: another number, operator, name, or an item less."""
    found = deepcopy(value)
    *path, last = r.choice(places(found))
    box = found
    for key in path:
        box = box[key]
    old = box[last]
    if isinstance(old, bool) or old is None:
        box[last] = not old
    elif isinstance(old, int):
        box[last] = old + r.choice((-2, -1, 1, 2))
    elif isinstance(old, str):
        others = [
            o for o in ("<=", "<", ">=", ">", "==", "+", "*", "P", "Q", "1", "2", "1/2", "-1", "exp", "log") if o != old
        ]
        box[last] = r.choice(others)
    elif isinstance(old, list) and old:
        kind = r.random()
        if kind < 0.5:
            del old[r.randrange(len(old))]
        else:
            i, k = r.randrange(len(old)), r.randrange(len(old))
            old[i], old[k] = old[k], old[i]
    elif isinstance(box, dict):
        del box[last]
    return found


def attacked(kind: str, first: str, second: str, tries: int, seed: int, path: Path) -> tuple[int, int]:
    """Changed files: how many were accepted in part with another theorem, all of which are true."""
    value, r = json.loads(saved(kind, first, second)), Random(seed)
    known = {json.dumps(entry["certificate"]) for entry in value}
    stated = {_statement(t.certificate) for t in accepted(value, path)}
    others = 0
    for _ in range(tries):
        number = r.randrange(len(value))
        one = changed(value[number], r)
        needed = value[:number] if number else []
        for theorem in accepted([*needed, one], path):
            c = theorem.certificate
            if json.dumps(certificate_to_json(c)) in known or _statement(c) in stated:
                continue
            others += 1
            assert is_true(c, 40), str(c.proposition)
    return tries, others


def _statement(c: Certificate) -> tuple[Any, ...]:
    return c.proposition, tuple(t for t, _ in c.tight)


def test_changed_bounds_are_not_accepted_if_false(tmp_path: Path) -> None:
    attacked("tightest", *QUICK[0], 60, 1, tmp_path / "bound.json")


@pytest.mark.campaign
@pytest.mark.parametrize(("quantity", "given"), ASKED)
def test_many_changed_bounds(quantity: str, given: str, tmp_path: Path) -> None:
    attacked("tightest", quantity, given, 400 if WHOLE else 80, 2, tmp_path / "bound.json")


@pytest.mark.campaign
@pytest.mark.parametrize(("given", "to"), CONVERTED)
def test_many_changed_routes(given: str, to: str, tmp_path: Path) -> None:
    attacked("convert", given, to, 150 if WHOLE else 40, 3, tmp_path / "routes.json")


def test_the_judge_of_this_attack_sees_what_is_false() -> None:
    """The bound halved, and the tables exchanged for equal laws."""
    (found,) = tightest(QUICK[0][0], given=QUICK[0][1]).branches
    assert found.certificate is not None
    c, p = found.certificate, found.certificate.proposition
    s = p.claims[0].statement
    assert is_true(c, 30)
    half = Proposition(p.setting, p.given, (Fact(relation(s.op, s.lhs, s.rhs / 2)),))
    assert not is_true(Certificate(half, c.proof, c.witness, c.choice, c.tight), 30)
    double = Proposition(p.setting, p.given, (Fact(relation(s.op, s.lhs, 2 * s.rhs + 1)),))
    assert not is_true(Certificate(double, c.proof, c.witness, c.choice, c.tight), 30)
