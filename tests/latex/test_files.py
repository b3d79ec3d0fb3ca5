"""Files to text: what is put in, what is left out, and the place in its file that every character comes from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpsym.reading.latex.document import scan
from dpsym.reading.latex.markup import markdown
from dpsym.reading.latex.positions import Assembled, Assembly, Origin
from dpsym.reading.latex.sources import MAX_DEPTH, assembled


def displays(found: Assembled) -> list[str]:
    source = scan(found.text)
    return [" ".join(source.text[p.start : p.end].split()) for p in source.displays]


def inline(found: Assembled) -> list[str]:
    source = scan(found.text)
    return [source.text[p.start : p.end] for p in source.pieces if not p.display]


def of_markdown(text: str) -> Assembled:
    assembly = Assembly()
    markdown(assembly, assembly.open(Origin("a.md", text)))
    return assembly.done()


def test_inputs_are_put_in_and_places_lead_back(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(
        "\\documentclass{article}\n% \\input{gone}\n\\input{parts/one}\n\\[ a \\le b \\]\n", "utf-8"
    )
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "one.tex").write_text("x\n  \\[ c \\le d \\]\n\\input two", "utf-8")
    (tmp_path / "parts" / "two.tex").write_text("\\[ e \\le f \\]", "utf-8")
    found = assembled(tmp_path / "main.tex")
    assert displays(found) == [r"c \le d", r"e \le f", r"a \le b"]
    assert str(found.place(found.text.index("c \\le"))) == "parts/one.tex:2:6"
    assert str(found.place(found.text.index("e \\le"))) == "parts/two.tex:1:4"
    assert str(found.place(found.text.index("a \\le"))) == "main.tex:4:4"
    assert found.left_out == ()
    assert "gone" not in found.text


def test_comments_go_but_not_what_is_said_to_the_tool(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("5\\% % \\[ x \\]\n% dpsym: assume x > 0\n\\\\% \\[ y \\]\n", "utf-8")
    found = assembled(tmp_path / "a.tex")
    assert displays(found) == []
    assert "dpsym: assume x > 0" in found.text
    assert "5\\%" in found.text


def test_macros_of_packages_and_classes_beside_the_document(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("\\documentclass{ours}\\usepackage{amsmath,mine}\n\\[ \\eps \\le \\kk \\]", "utf-8")
    (tmp_path / "ours.cls").write_text("\\LoadClass{article}\\newcommand{\\kk}{k} \\[ not this \\]", "utf-8")
    (tmp_path / "mine.sty").write_text(
        "% \\newcommand{\\eps}{e}\n\\RequirePackage{mine}\n\\newcommand{\\eps}{\\varepsilon}", "utf-8"
    )
    found = assembled(tmp_path / "a.tex")
    assert displays(found) == [r"\eps \le \kk"]
    macros = scan(found.text).macros
    assert [t.text for t in macros["eps"].body] == ["varepsilon"]
    assert [t.text for t in macros["kk"].body] == ["k"]


@pytest.mark.parametrize("target", ["../secret", "/etc/passwd", "a/../../secret", "link", "|ls", "~/x", "x$HOME", "\0"])
def test_nothing_outside_the_folder_is_read(tmp_path: Path, target: str) -> None:
    (tmp_path / "secret.tex").write_text("\\[ s \\le t \\]", "utf-8")
    folder = tmp_path / "paper"
    (folder / "a").mkdir(parents=True)
    (folder / "link.tex").symlink_to(tmp_path / "secret.tex")
    (folder / "a.tex").write_text(f"\\input{{{target}}}", "utf-8")
    found = assembled(folder / "a.tex")
    assert displays(found) == []
    assert len(found.left_out) == 1


def test_a_folder_above_is_read_if_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "lib.sty").write_text("\\newcommand{\\eps}{\\varepsilon}", "utf-8")
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / "a.tex").write_text("\\input{../lib.sty}", "utf-8")
    assert "eps" not in scan(assembled(tmp_path / "paper" / "a.tex").text).macros
    found = assembled(tmp_path / "paper" / "a.tex", root=tmp_path)
    assert "eps" in scan(found.text).macros
    assert found.place(found.text.index("\\eps")).file == "../lib.sty"


def test_circles_and_depth_are_bounded(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("\\input{a}\\input{f0}", "utf-8")
    for k in range(MAX_DEPTH + 3):
        (tmp_path / f"f{k}.tex").write_text(f"\\[ x_{k} \\]\\input{{f{k + 1}}}", "utf-8")
    found = assembled(tmp_path / "a.tex")
    assert len(displays(found)) == MAX_DEPTH
    assert [left.why for left in found.left_out] == [
        "it names itself",
        f"nested deeper than {MAX_DEPTH} files",
    ]


@pytest.mark.parametrize(
    ("text", "shown", "sentence"),
    [
        ("We have $$x \\le y$$", ["x \\le y"], []),
        ("---\ntitle: a\n---\nHere $$x$$ is.\n\n$$x \\le y$$\n", ["x \\le y"], ["x"]),
        ("So \\\\[ x \\le y \\\\] and \\\\(z\\\\) and \\[[DMNS06](http://x.org/a=b)\\]", ["x \\le y"], ["z"]),
        ("\\\\\\[ \\\\frac{1}{2} \\\\le M\\(x\\) \\\\\\]", ["\\frac{1}{2} \\le M(x)"], []),
        ("\\[ x \\le y \\]", ["x \\le y"], []),
        ("\\[1\\] and \\[see [a](b)\\]", [], []),
        ("```math\nx \\le y\n```\n\n```\n$$code$$\n```\n`$a$`", ["x \\le y"], []),
        ("$$x\\_1 &lt; y$$ <!-- $$z$$ -->", ["x_1 < y"], []),
        ("> Quoted:\n> $$x\n> \\le y$$", ["x \\le y"], []),
        ("$$x\n> y$$", ["x > y"], []),
        ("\\begin{align}x\\_1 &\\le y \\\\ &\\le z\\end{align}", ["\\begin{align}x_1 &\\le y \\\\ &\\le z\\end{align}"], []),
        ("It costs 5\\$ and $6 and $7.", [], []),
    ],
)  # fmt: skip
def test_markdown(text: str, shown: list[str], sentence: list[str]) -> None:
    found = of_markdown(text)
    assert displays(found) == shown
    assert inline(found) == sentence
    for k, c in enumerate(found.text):  # a letter that was copied leads back to itself
        if c.isalpha():
            place = found.place(k)
            assert text.split("\n")[place.line - 1][place.column - 1] in (c, "&")


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.tex", "a.rst", "a.ipynb"])
def test_what_an_author_says_to_the_tool_stays_in_every_kind_of_file(tmp_path: Path, name: str) -> None:
    said = "% dpsym: assume x > 0" if name in ("a.tex", "a.rst") else "<!-- dpsym: assume x > 0 -->"
    text = f"A.\n\n{said}\n\nB <!-- $$y$$ -->\n"
    written = json.dumps({"cells": [{"cell_type": "markdown", "source": text}]}) if name == "a.ipynb" else text
    (tmp_path / name).write_text(written, "utf-8")
    found = assembled(tmp_path / name)
    (directive,) = scan(found.text).directives
    assert (directive.word, directive.said) == ("assume", "x > 0")
    assert found.place(directive.start).line == 3
    assert displays(found) == []


def test_a_notebook(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "code", "source": ["print('$$x$$')"], "outputs": [{"text": "$$y$$"}]},
        {"cell_type": "markdown", "source": ["# T\n", "$$a \\le b$$\n"]},
        {"cell_type": "markdown", "source": "$c$"},
        {"cell_type": "markdown", "source": 3}, "no cell",
    ]  # fmt: skip
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": cells}), "utf-8")
    found = assembled(tmp_path / "n.ipynb")
    assert displays(found) == ["a \\le b"]
    assert inline(found) == ["c"]
    assert str(found.place(found.text.index("a \\le"))) == "n.ipynb[cell 2]:2:3"


@pytest.mark.parametrize("text", ["{", "[]", '{"cells": 1}', "[" * 100_000])
def test_what_is_no_notebook(tmp_path: Path, text: str) -> None:
    (tmp_path / "n.ipynb").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"n\.ipynb"):
        assembled(tmp_path / "n.ipynb")


def test_restructured_text(tmp_path: Path) -> None:
    text = "Let :math:`x > 0`; it costs $5.\n\n.. math::\n   :label: eq\n\n   x \\le y\n   + z\n\n   y \\le w\n\n"
    text += "And\n\n.. math:: a = b\n\n$$no$$\n"
    (tmp_path / "n.rst").write_text(text, "utf-8")
    found = assembled(tmp_path / "n.rst")
    assert displays(found) == ["x \\le y + z", "y \\le w", "a = b"]
    assert inline(found) == ["x > 0"]
    assert str(found.place(found.text.index("y \\le w"))) == "n.rst:9:4"
