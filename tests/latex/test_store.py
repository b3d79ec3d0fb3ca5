"""Verdicts that are kept: found again by what was asked, judged again by the kernel, never believed, and never in the way."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dpsym.kernel.statements import Claim
from dpsym.kernel.verdicts import Proved, Refuted
from dpsym.reading.text.claims import read_claims
from dpsym.running import desk as desks
from dpsym.running import store as stores
from dpsym.running import workers
from dpsym.running.answer import Answer, Bug, WholeLimit, failed
from dpsym.running.desk import BATCH, Desk
from dpsym.running.store import Store, default_folder, digest
from dpsym.search.outcome import Budget

BUDGET = Budget(seconds=2)


def claim(text: str, where: str = "x > 0") -> Claim:
    (found,) = read_claims(text, where=[where])
    return found


TRUE, FALSE, WIDE = claim("x <= exp(x)"), claim("exp(x) <= 1 + x"), claim("x <= exp(x)", "x > 1")


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    store = Store(tmp_path / "cache")
    answers = Desk(1, store).decide([TRUE, FALSE], BUDGET)
    assert [a.verdict for a in answers] == ["proved", "refuted"]
    return store


def nobody(claims: Any, *_: Any) -> list[Answer]:
    assert not claims, "it was asked again"
    return []


def test_what_was_asked_before_is_not_searched_again(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "decide_all", nobody)
    desk = Desk(1, Store(kept.folder))
    seen: list[int] = []
    proved, refuted = desk.decide([TRUE, FALSE], BUDGET, lambda k, a: seen.append(k))
    assert isinstance(proved.result, Proved)
    assert isinstance(refuted.result, Refuted)
    assert (proved.claim, refuted.claim) == (TRUE, FALSE)
    assert seen == [0, 1]
    assert desk.steps == proved.steps + refuted.steps > 0
    assert desk.key_of(proved) == kept.key(TRUE, BUDGET)


def test_another_question_has_another_key(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {kept.key(TRUE, BUDGET), kept.key(FALSE, BUDGET), kept.key(WIDE, BUDGET), kept.key(TRUE, Budget(seconds=3))}
    assert len(keys) == 4
    assert kept.recall(kept.key(WIDE, BUDGET)) is None
    assert kept.recall(kept.key(TRUE, BUDGET), WIDE) is None  # not even if the key is forced
    before = kept.key(TRUE, BUDGET)
    monkeypatch.setattr(stores, "sources_digest", lambda packages=(): "another kernel")
    assert kept.key(TRUE, BUDGET) != before
    assert kept.recall(before, TRUE) is None


def path_of(store: Store, asked: Claim) -> Path:
    return store._path("verdicts", store.key(asked, BUDGET))


def change(path: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    """Edits a file, and mends its digest, as someone would who wants it to be believed."""
    whole = json.loads(path.read_text("utf-8"))
    edit(whole["content"])
    path.write_text(json.dumps({**whole, "digest": digest(whole["content"])}), "utf-8")


def as_proved(content: dict[str, Any]) -> None:
    content["outcome"]["verdict"] = "proved"


def with_a_certificate_of(other: Path) -> Callable[[dict[str, Any]], None]:
    def edit(content: dict[str, Any]) -> None:
        content["outcome"] = json.loads(other.read_text("utf-8"))["content"]["outcome"]

    return edit


def test_a_forged_proof_is_not_believed(kept: Store) -> None:
    """The certificate of a true claim under the key of a false one, whatever else is changed to make it fit."""
    key, path, other = kept.key(FALSE, BUDGET), path_of(kept, FALSE), path_of(kept, TRUE)
    change(path, as_proved)
    assert kept.recall(key, FALSE) is None
    change(path, with_a_certificate_of(other))
    assert kept.recall(key, FALSE) is None

    def restated(content: dict[str, Any]) -> None:
        content["outcome"]["certificate"]["claim"] = content["asked"]["claim"]

    change(path, restated)
    assert kept.recall(key, FALSE) is None


def test_a_forged_refutation_is_not_believed(kept: Store) -> None:
    key, path = kept.key(TRUE, BUDGET), path_of(kept, TRUE)
    change(path, with_a_certificate_of(path_of(kept, FALSE)))  # a point where the other claim fails
    assert kept.recall(key, TRUE) is None


def test_the_claim_of_a_file_is_tied_to_its_name(kept: Store) -> None:
    path = path_of(kept, FALSE)
    path.write_text(path_of(kept, TRUE).read_text("utf-8"), "utf-8")
    assert kept.recall(kept.key(FALSE, BUDGET)) is None
    assert kept.recall(kept.key(FALSE, BUDGET), FALSE) is None


DAMAGED = [
    b"", b"{", b"null", b"[]", b"3", b"[" * 100_000, b"\xff\xfe\x00", b"{}", b'{"format": 1}',
    b'{"format": 1, "content": {}, "digest": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"}',
    b'{"format": 1, "content": {"asked": 1}, "digest": 2}', b"1" * 10_000,
]  # fmt: skip


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_files_count_as_absent_and_are_written_anew(kept: Store, data: bytes) -> None:
    path = path_of(kept, TRUE)
    path.write_bytes(data)
    assert kept.recall(kept.key(TRUE, BUDGET), TRUE) is None
    (answer,) = Desk(1, Store(kept.folder)).decide([TRUE], BUDGET)
    assert answer.verdict == "proved"
    assert kept.recall(kept.key(TRUE, BUDGET), TRUE) is not None


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9])
def test_files_that_end_too_early(kept: Store, cut: float) -> None:
    path = path_of(kept, TRUE)
    path.write_bytes(path.read_bytes()[: int(cut * path.stat().st_size)])
    assert kept.recall(kept.key(TRUE, BUDGET), TRUE) is None


def test_values_of_other_types_are_no_crash(kept: Store) -> None:
    path = path_of(kept, TRUE)
    whole = path.read_text("utf-8")
    values: tuple[Any, ...] = (None, 1, "x", [], {})
    for value in values:
        for name in ("asked", "outcome"):
            path.write_text(whole, "utf-8")
            change(path, lambda content, name=name, value=value: content.update({name: value}))  # type: ignore[misc]
            assert kept.recall(kept.key(TRUE, BUDGET), TRUE) is None
        for name in ("verdict", "certificate", "sampled", "steps", "tried"):
            path.write_text(whole, "utf-8")
            change(path, lambda content, name=name, value=value: content["outcome"].update({name: value}))  # type: ignore[misc]
            found = kept.recall(kept.key(TRUE, BUDGET), TRUE)
            assert found is None or isinstance(found.result, Proved)


def test_a_folder_that_cannot_be_written_is_told_once_and_hurts_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    store = Store(tmp_path / "file")
    (answer,) = Desk(1, store).decide([TRUE], BUDGET)
    assert answer.verdict == "proved"
    assert "Not a directory" in store.problem


def test_links_in_a_circle_and_folders_in_the_way(kept: Store) -> None:
    path = path_of(kept, TRUE)
    path.unlink()
    path.symlink_to(path)
    assert kept.recall(kept.key(TRUE, BUDGET), TRUE) is None
    path.unlink()
    path.mkdir()
    assert kept.recall(kept.key(TRUE, BUDGET), TRUE) is None
    Desk(1, kept).decide([TRUE], BUDGET)
    assert kept.problem


def test_a_full_folder_loses_its_oldest_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "MAX_FILES", 10)
    store = Store(tmp_path)
    for k in range(25):
        store.write("verdicts", f"{k:064}", {"k": k})
        os.utime(store._path("verdicts", f"{k:064}"), (k, k))
    left = sorted(int(p.stem) for p in (tmp_path / "verdicts" / "00").iterdir())
    assert len(left) <= 10
    assert left[-1] == 24
    assert store.read("verdicts", f"{24:064}") == {"k": 24}


def test_only_digests_are_names_of_files(tmp_path: Path) -> None:
    for key in ("", "x", "../../../../etc/passwd", "a" * 63, "A" * 64, "a" * 64 + "\n"):
        assert Store(tmp_path).read("verdicts", key) is None
        with pytest.raises(ValueError, match="expected a digest"):
            Store(tmp_path).write("verdicts", key, {})


def test_what_was_cut_short_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(claims: Any, budget: Budget, jobs: Any, on_done: Any) -> list[Answer]:
        return [failed(c, budget, 0.0, Bug("Traceback\nValueError: x")) for c in claims]

    monkeypatch.setattr(desks, "decide_all", broken)
    store = Store(tmp_path)
    desk = Desk(1, store)
    (answer,) = desk.decide([TRUE], BUDGET)
    assert (answer.verdict, len(desk.bugs), desk.cut_short) == ("open", 1, 1)
    assert desk.steps == BUDGET.steps
    assert store.recall(store.key(TRUE, BUDGET), TRUE) is None


def test_the_limit_for_all_counts_steps_and_what_is_left_is_open(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    many = [claim(f"x <= exp(x) + {k}") for k in range(2 * BATCH + 3)]
    first = Desk(1, kept).decide(many, BUDGET)
    assert {a.verdict for a in first} == {"proved"}
    monkeypatch.setattr(desks, "decide_all", nobody)
    desk = Desk(1, kept, seconds=sum(a.steps for a in first[:BATCH]) / 1_000_000)
    seen: list[int] = []
    answers = desk.decide([*many, many[0]], BUDGET, lambda k, a: seen.append(k))
    assert [a.verdict for a in answers] == ["proved"] * BATCH + ["open"] * (BATCH + 3) + ["proved"]
    assert desk.left_out == BATCH + 3
    assert seen == list(range(2 * BATCH + 4))
    assert isinstance(answers[-2].failure, WholeLimit)
    assert "was reached before" in answers[-2].failure.reason


def test_the_same_question_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Claim] = []
    real = workers.decide_all

    def counting(claims: Any, *rest: Any) -> list[Answer]:
        asked.extend(claims)
        return real(claims, *rest)

    monkeypatch.setattr(desks, "decide_all", counting)
    desk = Desk(1)
    seen: list[int] = []
    one, two, three = desk.decide([TRUE, FALSE, TRUE], BUDGET, lambda k, a: seen.append(k))
    assert (one is three, sorted(seen)) == (True, [0, 1, 2])
    assert desk.decide([FALSE, TRUE], BUDGET) == [two, one]
    assert asked == [TRUE, FALSE]
    assert desk.steps == one.steps + two.steps


def test_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert default_folder() == Path("/somewhere/dpsym")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_folder() == Path.home() / ".cache" / "dpsym"
