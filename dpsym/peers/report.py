"""Audits as text for a terminal, and as the page docs/peers.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

HEAD = """# Other accountants, audited

What other libraries answer, against what is true. This page was printed by

```sh
{command}
```

with the peers beside dpsym (`pip install dp-accounting autodp prv-accountant`, `pip install --no-deps opacus`):

    {versions}; Python {python}

The same versions, counts and seed give it again, but for answers that depend on the machine. Each function was asked at the corners
of a domain and at random points; the truth is a ball of python-flint at 20, 60 and 300 digits, and an answer is unsound only if it is
certainly below the truth: a number that a user would claim and must not. What a peer documents to be allowed (tolerances of searches,
errors that are arguments) is granted first. What was found is shown at simple arguments, with code that prints both numbers.

- **unsafe**: a function that promises a bound, or a closed form without a tolerance, answers less than the truth; **by rounding** if
  nowhere by more than 1e-9 of it.
- **failed**: no such answer, but no number at valid arguments, or a property that is broken (`count=k` is k steps,
  but for 1e-3; monotone arguments, but for 1e-6).
- **safe**: none of these at so many points, which is no proof.

Few of the errors by rounding matter in practice. They are listed because a float function that rounds to nearest is no bound, and
because `assert_sound` ([from Python](#from-python)) tells the two apart: the column *worst* is the truth over the answer, oo for an
answer of 0 or below. Of libraries that promise errors which are arguments no monotone answers are asked.
"""

TAIL = """
## From Python

`assert_sound` is what decides, for any function that answers in numbers; `truths` are the functions that were compared with.

```python
>>> from dpsym.testing import examine, truths
>>> def my_renyi(sigma, alpha):
...     return alpha / (2 * sigma**2)
>>> report = examine(my_renyi, truths.gaussian_renyi, {"sigma": (0.5, 50.0), "alpha": (1.0, 100.0)}, points=100)
>>> report.ok, report.worst.size
(False, 'rounding')
>>> from dpsym.testing import assert_sound
>>> assert_sound(my_renyi, truths.gaussian_renyi, {"sigma": (0.5, 50.0), "alpha": (1.0, 100.0)}, slack="1e-15").ok
True

```

`assert_sound` takes the same arguments and raises `UnsoundError`, an AssertionError with the report; `slack=1e-9` allows a relative
error, `bound="lower"` turns the question round, and `report.json()` is for machines. An accountant of your own is audited by
`dpsym audit-peer FILE.py`, where FILE.py holds a `dpsym.peers.base.Peer` called `PEER`; `dpsym/peers/` has four to copy.
"""


Told = Mapping[str, Any]  # an audit, or what is found of a function, as JSON has it
COLUMNS = ("function", "verdict", "points", "unsound", "errors", "worst", "broken")


def text(audit: Told) -> str:
    rows = [COLUMNS, *(_row(f) for f in audit["functions"])]
    widths = [max(len(r[i]) for r in rows) for i in range(len(COLUMNS))]
    lines = [
        f"{audit['peer']} {audit['version']}, {audit['points']} points for each function, seed {audit['seed']}",
        "",
    ]
    lines += ["  ".join(cell.ljust(w) for cell, w in zip(r, widths)).rstrip() for r in rows]
    for found in _findings(audit):
        lines += ["", f"{found['words']:<9} {found['function']}", f"  read as: {found['read']}"]
        lines += [f"  {case['verdict']:<9} {case['text']}" for case in found["simple"]]
        lines += [f"  broken    {b['text']}" for b in found["broken"]]
        for shown in found["reproducers"]:
            lines += ["", f"    # {shown['title']}", *(f"    {line}".rstrip() for line in shown["code"].splitlines())]
    return "\n".join([*lines, "", summary(audit)])


def summary(audit: Told) -> str:
    counts = Counter(f["verdict"] for f in audit["functions"])
    told = ", ".join(f"{counts[v]} {v}" for v in ("unsafe", "failed", "estimate", "safe") if counts[v])
    return f"{len(audit['functions'])} functions of {audit['peer']} {audit['version']}: {told}"


def _row(found: Told) -> tuple[str, ...]:
    counts = (str(n) for n in (found["points"], len(found["unsound"]), len(found["errors"])))
    worst = found["worst"]["ratio"] if found["worst"] else "-"
    broken = "; ".join(b["property"] for b in found["broken"])
    return found["function"], found["words"], *counts, worst, broken or "-"


def _findings(audit: Told) -> list[Told]:
    return [f for f in audit["functions"] if f["verdict"] != "safe"]


def page(audits: Sequence[Told], command: str) -> str:
    """The page about all of them, in Markdown."""
    versions = ", ".join(f"{a['peer']} {a['version']}" for a in audits)
    parts = [HEAD.format(command=command, versions=versions, python=audits[0]["python"])]
    return "\n".join([*parts, _dangerous(audits), *(_section(a) for a in audits)]) + TAIL


def _dangerous(audits: Sequence[Told]) -> str:
    """One call each of what is unsafe by more than rounding."""
    rows = [
        f"| {_cell(f['function'])} ({audit['peer']}) | {_cell(given)} | {case['answer']} | {case['truth']} |"
        for audit in audits
        for f in audit["functions"]
        for case in f["simple"]
        if f["verdict"] == "unsafe" and case["verdict"] == "unsound" and case["size"] != "rounding"
        for given in [", ".join(f"{n} = {v}" for n, v in case["point"].items())]
    ]
    head = ["## Unsafe, by one call each", "", "| function | arguments | answer | truth |", "|---|---|---|---|"]
    return "\n".join([*head, *rows]) + "\n"


def _section(audit: Told) -> str:
    lines = [f"## {audit['peer']} {audit['version']}", "", summary(audit) + ".", ""]
    lines += [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    lines += ["| " + " | ".join(_cell(c) for c in _row(f)) + " |" for f in audit["functions"]]
    for found in _findings(audit):
        lines += [
            "",
            f"### {audit['peer']}: {found['function']}",
            "",
            f"{found['words']}. Read as: {found['read']}.",
            "",
        ]
        lines += [f"- {case['verdict']}: {_cell(case['text'])}" for case in found["simple"]]
        lines += [f"- broken: {_cell(b['text'])}" for b in found["broken"]]
        for shown in found["reproducers"]:
            code = [
                "",
                f"<details><summary>{shown['title']}</summary>",
                "",
                "```py",
                *shown["code"].splitlines(),
                "```",
            ]
            lines += [*code, "", "</details>"]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
