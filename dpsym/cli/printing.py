"""Answers on stdout: text (coloured on a terminal), JSON or LaTeX; everything else beside them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .exits import BadInput

if TYPE_CHECKING:
    from ..reading.text.file import Entry
    from ..running.answer import Answer
    from ..running.checking import Checked

Style = Literal["text", "json", "latex"]  # of the answers on stdout
COLOURS = {
    "proved": "bold green", "refuted": "bold red", "undefined": "bold magenta", "open": "bold yellow", "follows": "bold yellow",
}  # fmt: skip


def printable(text: str) -> str:
    """The text with every character that could move the cursor written out."""
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def echo(text: str, verdict: str = "") -> None:
    """Prints to stdout; on a terminal the first word that is the verdict is coloured."""
    if not sys.stdout.isatty():
        print(text, flush=True)
        return
    from rich.console import Console
    from rich.text import Text

    line = Text(text)
    at = text.find(verdict) if verdict else -1
    if at >= 0:
        line.stylize(COLOURS.get(verdict, "bold"), at, at + len(verdict))
    Console(highlight=False, soft_wrap=True).print(line)


def saved(proved: Any, path: Path) -> None:
    """Writes what was proved for `dpsym replay`; without any, that is said."""
    if not proved:
        print("nothing that the kernel can replay: no file was written", file=sys.stderr)
        return
    try:
        path.write_text(json.dumps(proved) + "\n", "utf-8")
    except OSError as error:
        raise BadInput(f"--save {path}: {error.strerror}") from None


def remark(text: str, style: Style) -> None:
    """What is said besides the answers: nothing in JSON, a comment in LaTeX."""
    if style == "text":
        echo(text)
    elif style == "latex":
        print("\n".join(f"% {line}" if line else "" for line in text.splitlines()), flush=True)


def print_answer(entry: Entry, answer: Answer, style: Style, from_file: bool) -> None:
    if style == "latex":
        from ..report.proof_latex import PACKAGES

        label = f"{PACKAGES}\n" + (f"% {answer.claim.id or entry.id}\n" if from_file else "")
        print(f"{label}{answer.latex()}", flush=True)
        return
    if style == "json":
        from ..report.json import answer_json

        found = answer_json(answer)
        print(json.dumps({**found, "expect": entry.expect} if entry.expect else found), flush=True)
        return
    from ..report.answers import answer_text

    text = answer_text(answer)
    if from_file:
        label = f"{answer.claim.id or entry.id}: "
        text = label + text.replace("\n", "\n" + " " * len(label))
    echo(text, answer.verdict)


@contextmanager
def progress(total: int, doing: str = "deciding") -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """A progress bar on stderr, if there is a terminal and more than one thing to do. Yields what to print answers inside."""
    if total < 2 or not sys.stderr.isatty():
        yield nullcontext
        return
    from rich.console import Console
    from rich.progress import Progress

    # auto_refresh would start a thread, and a process with threads cannot fork its workers
    bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False)
    task = bar.add_task(doing, total=total)

    @contextmanager
    def step() -> Iterator[None]:
        bar.stop()  # so that the answer and the bar do not mix
        yield
        bar.start()
        bar.update(task, advance=1, refresh=True)

    with bar:
        yield step


def summary(checked: Sequence[Checked]) -> str:
    """How many claims of a file got which verdict, and which were not as expected."""
    counts = Counter(c.verdict for c in checked)
    parts = ", ".join(f"{counts[v]} {v}" for v in COLOURS if counts[v])
    lines = [f"{len(checked)} claim{'s' if len(checked) != 1 else ''}: {parts}"]
    expecting = [c for c in checked if c.entry.expect]
    wrong = [c for c in expecting if not c.as_expected]
    if expecting:
        lines[0] += f"; {len(expecting) - len(wrong)} of {len(expecting)} as expected"
    width = max((len(c.entry.id) for c in wrong), default=0)
    lines += [f"  {c.entry.id:<{width}}  expected {c.entry.expect}, got {c.verdict}" for c in wrong]
    return "\n".join(lines)
