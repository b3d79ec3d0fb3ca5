"""`dpsym check` of files and folders: which documents there are, what is kept for the next run, and what hostile files can do."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpsym.cli import main as cli
from dpsym.cli.documents import find_documents
from dpsym.cli.exits import BadInput
from dpsym.cli.wanted import DOCUMENTS, Wanted, is_document
from dpsym.reading.latex.positions import plain
from dpsym.reading.latex.sources import LATEX, MARKDOWN
from dpsym.running import desk as desks
from dpsym.running.proofreading.papers import Paper, PaperError
from dpsym.running.proofreading.settings import Settings
from dpsym.running.store import Store, digest

Run = Callable[..., tuple[int, str, str]]
TRUE = "Let $x > 0$. $$x \\le e^x$$\n"
FALSE = "Let $x > 0$. Then\n\n$$e^x \\le 1 + x$$\n"
OPEN = "Let $x > 0$. Since $x \\le 1$,\n$$x^2 \\le x$$\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in a folder of its own: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(["check", *arguments, "--jobs", "1", "--timeout", "2"])
        out, err = capfd.readouterr()
        return int(ended.value.code or 0), out, err

    return call


def write(folder: Path, **files: str) -> None:
    """Files by name; a double underscore is a folder, the last underscore the dot."""
    for name, text in files.items():
        stem, _, suffix = name.replace("__", "/").rpartition("_")
        path = folder / f"{stem}.{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def names(*arguments: str, **wanted: Any) -> list[str]:
    return [p.name for p in find_documents(arguments, Wanted(**wanted)).papers]


# -- which documents -----------------------------------------------------------------------------------------------------------


def test_suffixes_are_those_that_are_read() -> None:
    assert {*LATEX, *MARKDOWN, ".ipynb", ".rst", ".txt"} == set(DOCUMENTS)
    assert [is_document(a) for a in ("a.tex", "A.MD", "x <= 1", "", "a\n.tex", "\0.tex", "x/2", "a.toml")] == [
        True, True, False, False, False, False, False, False,
    ]  # fmt: skip


def test_folders_files_and_what_is_put_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        tmp_path, main_tex="\\input{part}\\input{sub/deep}", part_tex=TRUE, sub__deep_tex=TRUE, sub__b_md=TRUE, c_py="x"
    )
    (tmp_path / ".hidden.md").write_text(TRUE, "utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.md").write_text(TRUE, "utf-8")
    assert names(".") == ["main.tex", "sub/b.md"]
    assert names("part.tex", "main.tex", "main.tex", "./main.tex") == ["main.tex"]
    assert names("part.tex") == ["part.tex"]
    assert names("sub", "part.tex") == ["sub/b.md", "sub/deep.tex", "part.tex"]


def test_two_that_put_each_other_in_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, a_tex="\\input{b}", b_tex="\\input{a}", c_tex="\\input{c}")
    assert names(".") == ["a.tex", "c.tex"]
    assert names("b.tex", "a.tex") == ["b.tex"]


def test_links_in_circles_and_out_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, secret_md=TRUE, docs__a_md=TRUE)
    docs = tmp_path / "docs"
    (docs / "loop").symlink_to(docs)
    (docs / "up").symlink_to(tmp_path)
    (docs / "self.md").symlink_to(docs / "self.md")
    (docs / "other.md").symlink_to(tmp_path / "secret.md")
    (docs / "same.md").symlink_to(docs / "a.md")
    (docs / "gone.md").symlink_to(docs / "nowhere.md")
    os.mkfifo(docs / "pipe.md")
    assert names("docs") == ["docs/a.md"]
    with pytest.raises(BadInput, match=r"docs/self\.md"):
        names("docs/self.md")
    with pytest.raises(BadInput, match=r"docs/pipe\.md.* is no file"):
        names("docs/pipe.md")


def test_the_entry_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, a_md=TRUE, b_md=TRUE, notes__c_md=TRUE, dpsym_toml="entry = ['b.md', 'notes']")
    assert names() == ["b.md", "notes/c.md"]
    assert names(".") == ["b.md", "notes/c.md"]
    assert names("a.md") == ["a.md"]
    assert names("notes") == ["notes/c.md"]
    (tmp_path / "dpsym.toml").write_text("entrie = 'b.md'", "utf-8")
    with pytest.raises(BadInput, match=r"^dpsym\.toml: found the key 'entrie'.*did you mean entry\?"):
        names("a.md")
    write(tmp_path, other_toml="timeout = 3")
    (paper,) = find_documents(["a.md"], Wanted(config=Path("other.toml"))).papers
    assert paper.settings.timeout == 3
    (paper,) = find_documents(["a.md"], Wanted(config=Path("other.toml"), timeout=7.0)).papers
    assert paper.settings.timeout == 7


def test_nothing_outside_of_the_folder_unless_a_flag_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        tmp_path,
        lib__m_tex=FALSE,
        paper__a_tex=TRUE + "\\input{../lib/m}\\input{../../../../../../etc/passwd}\\input{.}",
    )
    (paper,) = find_documents(["paper/a.tex"], Wanted()).papers
    assert [x.why for x in paper.text.left_out] == [
        "it is outside the folder paper, which alone is read",
        "it is outside the folder paper, which alone is read",
        "there is no such file",
    ]
    assert "passwd" not in paper.text.text
    assert "root:" not in paper.text.text
    (paper,) = find_documents(["paper/a.tex"], Wanted(root=tmp_path)).papers
    assert "1 + x" in paper.text.text


# -- the command ---------------------------------------------------------------------------------------------------------------


def test_many_documents(run: Run, tmp_path: Path) -> None:
    write(
        tmp_path,
        a_md=TRUE,
        sub__b_tex="\\section{S}\n\\input{c}",
        sub__c_tex=FALSE,
        plain_txt="no formula",
        notes_rst="x",
    )
    code, out, _ = run(".")
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == "note: e is Euler's number"  # a.md is proved
    assert lines[1] == "a.md: 1 displays, 1 read, 0 refused; 1 steps: 1 proved"
    assert lines[2].startswith("sub/c.tex:3:3: refuted e^x \\le 1 + x   at x = 1/2: ")
    assert lines[-1] == (
        "2 documents: 2 displays, 2 read, 0 refused; 2 steps: 1 proved, 1 refuted; 2 files without a display"
    )
    code, out, _ = run("a.md", "sub/b.tex", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [(r["file"], r["line"], r["verdict"]) for r in rows] == [("a.md", 1, "proved"), ("sub/c.tex", 3, "refuted")]
    assert code == 1


def test_what_cannot_be_read_is_told_and_the_others_are_checked(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a_md=TRUE, n_ipynb="{no json", empty_md="nothing")
    (tmp_path / "latin.tex").write_bytes(b"Let $x > 0$ f\xfcr $$x \\le x$$")
    code, out, err = run("a.md", "n.ipynb", "latin.tex", "empty.md", "gone.tex")
    assert code == 2
    assert "a.md: 1 displays" in out
    assert [line.partition(": ")[2].split(": ")[0] for line in err.splitlines()] == [
        "empty.md", "n.ipynb", "latin.tex", "gone.tex",
    ]  # fmt: skip
    assert "latin.tex is not UTF-8: invalid start byte at byte 13, line 1" in err
    for name in ("n.ipynb", "latin.tex", "empty.md", "gone.tex"):
        code, out, err = run(name)
        assert (code, out) == (2, "")
        assert err.startswith(f"error: {name}: ")


def test_several_arguments_are_documents(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a_md=TRUE)
    code, _, err = run("a.md", "x <= 1")
    assert (code, "'x <= 1' is no document and no folder" in err) == (2, True)
    code, _, err = run()
    assert (code, "found no argument and no dpsym.toml with an entry" in err) == (2, True)
    (tmp_path / "empty").mkdir()
    code, _, err = run("empty")
    assert (code, "empty: found no document" in err) == (2, True)
    code, _, err = run("x <= x", "--format", "sarif")
    assert (code, "found --format sarif, expected a document" in err) == (2, True)
    code, _, err = run("a.md", "--conventions", "pd")
    assert (code, "--conventions: found 'pd', expected one of dp" in err) == (2, True)


def test_settings_count_and_the_command_line_counts_more(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a_md=OPEN, dpsym_toml="fail-on = 'refuted'")
    assert run("a.md")[0] == 0
    assert run("a.md", "--fail-on", "open")[0] == 3
    write(tmp_path, dpsym_toml="assume = 'x <= 1'")
    code, out, _ = run("a.md")
    assert (code, "conditions from outside that were used: x <= 1 (dpsym.toml)" in out) == (0, True)
    write(tmp_path, dpsym_toml="assume = 'x <='")
    code, _, err = run("a.md")
    assert (code, err.startswith("error: a.md: dpsym.toml: ")) == (2, True)


def test_a_baseline_is_written_used_and_outlived(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a_md=FALSE, dpsym_toml="baseline = 'base.json'")
    code, _, err = run("a.md")
    assert (code, "cannot read the baseline" in err) == (2, True)
    code, _, err = run("a.md", "--write-baseline")
    assert (code, err) == (0, "base.json: 1 findings accepted\n")
    code, out, err = run("a.md")
    assert (code, "refuted e^x" in out, "1 accepted by the baseline" in out, err) == (0, False, True, "")
    write(tmp_path, a_md=TRUE)
    code, _, err = run("a.md")
    assert (code, err) == (0, "note: base.json: 1 of 1 accepted findings were not found\n")
    write(tmp_path, a_md=FALSE.replace("1 + x", "1 + x/2"))
    code, _, err = run("a.md")
    assert (code, "1 of 1 accepted findings were not found" in err) == (1, True)
    (tmp_path / "dpsym.toml").unlink()
    code, _, err = run("a.md", "--write-baseline")
    assert (code, "expected --baseline FILE" in err) == (2, True)


def test_a_limit_for_the_whole_document(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a_md="Let $x > 0$.\n" + "".join(f"\n$$x^{{{k}}} \\ge 0$$ text\n" for k in range(2, 40)))
    code, out, err = run("a.md", "--limit", "0.0001")
    assert code == 3
    assert "24 proved, 14 open" in out
    assert "not decided: the limit of 0.0001 s for all claims together was reached before" in out
    assert "questions were not asked" in err
    assert "38 proved" in run("a.md")[1]


def test_a_notebook_and_its_cells(run: Run, tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": "Let $x > 0$."},
        {"cell_type": "markdown", "source": "a\n\n$$e^x \\le x$$"},
    ]
    write(tmp_path, n_ipynb=json.dumps({"cells": cells}))
    code, out, err = run("n.ipynb")
    assert (code, err) == (1, "")
    assert out.startswith("n.ipynb[cell 2]:3:3: refuted")
    assert "conditions: x > 0 (line 1 of cell 1)" in out


# -- what is kept ----------------------------------------------------------------------------------------------------------------


def nobody(claims: Any, *_: Any) -> list[Any]:
    assert not claims, "it was asked again"
    return []


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "kept")


def paper(text: str, **settings: Any) -> Paper:
    return Paper("a.md", plain(text, "a.md"), settings=replace(Settings(timeout=2), **settings))


def told(p: Paper, store: Store | None) -> list[tuple[str, str]]:
    return [(f.verdict, f.message) for f in p.report(p.desk(1, store)).findings]


def test_an_unchanged_document_is_not_read_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first = told(paper(TRUE + FALSE + OPEN), store)
    assert [v for v, _ in first] == ["proved", "refuted", "open", "follows"]
    monkeypatch.setattr(desks, "decide_all", nobody)
    with monkeypatch.context() as patch:
        patch.setattr("dpsym.running.proofreading.papers.read_document", nobody)
        assert told(paper(TRUE + FALSE + OPEN), store) == first
        with pytest.raises(AssertionError):
            told(paper(TRUE + FALSE + OPEN + " "), store)
    assert told(paper(TRUE + FALSE + OPEN + " "), store) == first  # read again, but nothing is searched again


def report_path(store: Store, p: Paper) -> Path:
    return store._path("reports", digest(p._asked()))


def forged(store: Store, p: Paper, **values: Any) -> None:
    path = report_path(store, p)
    content = json.loads(path.read_text("utf-8"))["content"]
    content["report"]["findings"][0].update(values)
    store.write("reports", digest(p._asked()), content)


def test_a_kept_report_is_used_only_if_the_kernel_confirms_each_verdict(store: Store) -> None:
    true, false = paper(TRUE), paper(FALSE)
    assert told(true, store)[0][0] == "proved"
    assert told(false, store)[0][0] == "refuted"
    good = json.loads(report_path(store, true).read_text("utf-8"))["content"]["report"]["findings"][0]
    forged(store, false, verdict="proved")
    assert told(false, store)[0][0] == "refuted"
    forged(store, false, verdict="proved", asked=good["asked"])  # a proof of something else
    assert told(false, store)[0][0] == "refuted"
    forged(store, false, asked="", verdict="proved")
    assert told(false, store)[0][0] == "refuted"
    forged(store, false, asked="../../../etc/passwd")
    assert told(false, store)[0][0] == "refuted"
    forged(store, false, asked=["x"])
    assert told(false, store)[0][0] == "refuted"
    values: tuple[Any, ...] = (3, None, "x", [], {"file": "a", "line": "1", "column": 1, "cell": 0})
    for value in values:
        forged(store, false, place=value)
        assert told(false, store)[0][0] == "refuted"
    forged(store, false, verdict="certain")
    assert told(false, store)[0][0] == "refuted"
    forged(store, false, details="x", row=[])
    assert told(false, store)[0][0] == "refuted"


def test_reports_whose_evidence_is_gone_are_made_anew(store: Store, tmp_path: Path) -> None:
    first = told(paper(TRUE), store)
    for path in (tmp_path / "kept" / "verdicts").rglob("*.json"):
        path.write_text("x", "utf-8")
    assert told(paper(TRUE), store) == first
    report_path(store, paper(TRUE)).write_text("{}", "utf-8")
    assert told(paper(TRUE), store) == first


def test_what_a_report_depends_on_is_in_its_key() -> None:
    text = paper(TRUE)
    keys = {
        digest(p._asked())
        for p in (
            text, paper(FALSE), paper(TRUE, timeout=3.0), paper(TRUE, limit=7.0), paper(TRUE, conventions="dp"),
            paper(TRUE, macro_texts=(("a", "b"),)), replace(text, text=plain(TRUE, "b.md")),
        )
    }  # fmt: skip
    assert len(keys) == 7
    assert digest(replace(text, name="other", folder="x")._asked()) == digest(text._asked())


def test_without_a_cache_nothing_is_kept(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a_md=TRUE)
    assert run("a.md", "--no-cache")[0] == 0
    assert not (tmp_path / ".cache").exists()
    assert run("a.md")[0] == 0
    assert sorted(p.name for p in (tmp_path / ".cache" / "dpsym").iterdir()) == ["reports", "verdicts"]


def test_a_cache_that_cannot_be_written_is_said(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a_md=TRUE)
    (tmp_path / ".cache").write_text("", "utf-8")
    code, _, err = run("a.md")
    assert (code, err.startswith("note: verdicts are not kept: ")) == (0, True)


def test_errors_have_the_place_in_their_own_file(tmp_path: Path) -> None:
    write(tmp_path, a_tex=TRUE + "\\input{b}", b_tex="\n\n  % dpsym: asume x > 0\n")
    (found,) = find_documents([str(tmp_path / "a.tex")], Wanted()).papers
    with pytest.raises(PaperError, match=r"b\.tex:3:3: found `dpsym: asume`, expected one of"):
        found.read()


def test_a_range_that_conditions_make_empty_has_no_points_to_choose_from(run: Run, tmp_path: Path) -> None:
    """The first lemma's 0 < x < 1 beside the remark's x < 0."""
    text = (
        "\\begin{lemma} Let $0 < x < 1$. Then $x^3 \\le x^2$. \\end{lemma}\n"
        "\\begin{remark} For $x > 1$ the inequality is reversed, that is, $x^3 \\ge x^2$. \\end{remark}\n"
        "\\begin{remark} For $x < 0$ we have\n\\[ x^3 \\ge x. \\]\n\\end{remark}\n"
    )
    write(tmp_path, a_tex=text)
    code, out, err = run("a.tex")
    assert code == 1
    assert out.startswith("a.tex:4:4: refuted")
    assert "Error" not in err
