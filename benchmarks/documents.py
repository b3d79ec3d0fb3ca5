"""`dpsym check` of a document of thirty pages, made of short documents of the tests: the first run, an unchanged one, an edited one.

It is a LaTeX file with one file for each ten sections, which it puts in with \\input; about half of the sections have a false line.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from .tables import Goal, Part, Table

SHORT = Path(__file__).parent.parent / "tests" / "latex" / "documents"
PAGES = 30
CHARACTERS = 680  # of these sections on one page, as pdflatex sets them in 11 points: all 339 take 57 pages
PER_FILE = 10
MOST_FIRST, MOST_AGAIN = 60.0, 2.0  # seconds
RUNS = 5
_OWN_FRAME = re.compile(r"\\documentclass|\\begin\{document\}")


def sections() -> Iterator[str]:
    """Short documents as sections, from all files of them in turn, until the pages are full."""
    texts = [re.split(r"^@@ ", path.read_text("utf-8"), flags=re.M)[1:] for path in sorted(SHORT.glob("*.txt"))]
    rounds = range(max(map(len, texts)))
    size = 0
    for block in (blocks[k] for k in rounds for blocks in texts if k < len(blocks)):
        head, _, text = block.partition("\n")
        if _OWN_FRAME.search(text):
            continue
        made = f"\\section{{{head.partition(';')[0]}}}\n\n{text.rstrip()}\n\n"
        size += len(made)
        if size > PAGES * CHARACTERS:
            return
        yield made


def write(folder: Path) -> Path:
    """The document in a folder; its main file."""
    found = list(sections())
    inputs = []
    for k in range(0, len(found), PER_FILE):
        name = f"part{k // PER_FILE}.tex"
        (folder / name).write_text("".join(found[k : k + PER_FILE]), "utf-8")
        inputs.append(f"\\input{{{name}}}\n")
    main = folder / "main.tex"
    text = f"\\documentclass{{article}}\n\\begin{{document}}\n{''.join(inputs)}\\end{{document}}\n"
    main.write_text(text, "utf-8")
    return main


def measure() -> Part:
    """The three runs, with the processor time that they take."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        main = write(folder)
        environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package is compiled
        _run(main, environment, "--reading")
        first, processor, summary = _run(main, environment)
        again = [_run(main, environment) for _ in range(RUNS)]
        part = folder / "part1.tex"
        part.write_text(part.read_text("utf-8") + "\nLet $u > 0$. Then \\[ u^2 + 1 > u. \\]\n", "utf-8")
        edited, edited_processor, _ = _run(main, environment)
    least = min(again)
    rows = (
        ("first run", f"{first:.1f}", f"{processor:.1f}"),
        ("unchanged", f"{least[0]:.2f}", f"{least[1]:.2f}"),
        ("one display more", f"{edited:.2f}", f"{edited_processor:.2f}"),
    )
    goals = (
        Goal(f"first run under {MOST_FIRST:g} s", f"{first:.1f} s", first < MOST_FIRST),
        Goal(f"unchanged under {MOST_AGAIN:g} s", f"{least[0]:.2f} s", least[0] < MOST_AGAIN),
    )
    title = f"Documents: {summary}"
    table = Table(title, ("dpsym check main.tex", "seconds on the wall", "processor"), rows, goals)
    data = {
        "first": [first, processor],
        "unchanged": [list(a[:2]) for a in again],
        "edited": [edited, edited_processor],
    }
    return Part("documents", (table,), {**data, "summary": summary})


def _run(main: Path, environment: dict[str, str], *options: str) -> tuple[float, float, str]:
    """Seconds on the wall, processor time, and the last line."""
    start, used = time.perf_counter(), _processor()
    done = subprocess.run(
        [sys.executable, "-m", "dpsym", "check", str(main), *options],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    last = done.stdout.splitlines()[-1].partition(": ")[2]
    return time.perf_counter() - start, _processor() - used, last


def _processor() -> float:
    times = os.times()
    return times.children_user + times.children_system
