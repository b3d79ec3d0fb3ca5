"""Audits as text for a terminal, and as the page docs/peers.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .auditing import Audit, Found

HEAD = """# Other accountants, audited

What other libraries answer, against what is true. This page was printed by

```sh
{command}
```

with the peers installed beside dpsym ({versions}; Python {python}); the same versions, counts and seed give it again, but for
answers of the peers that depend on the machine. Each function was asked at the corners of a domain and at random points; the truth is a
ball of python-flint at 20, 60 and 300 digits, and an answer is unsound only if it is certainly below the truth, a number that a user
would claim and must not. Allowances that a peer documents (tolerances of searches, errors that are arguments) are granted first. What
was found is shown at simple arguments, with code that prints both numbers.

- **unsafe**: a function that promises a bound, or a closed form without a tolerance, answers less than the truth; **by rounding** if
  nowhere by more than 1e-9 of it.
- **failed**: no such answer, but no number at valid arguments, or a property that is broken (`count=k` is k steps, monotone arguments).
- **safe**: none of these at so many points, which is no proof.

Few of the errors by rounding matter in practice. They are listed because a float function that rounds to nearest is no bound, and
because `assert_sound` ([from Python](#from-python)) tells the two apart: the column *worst* is the truth over the answer, oo for an answer of 0
or below. Of libraries that promise errors which are arguments no monotone answers are asked.
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


def text(audit: Audit) -> str:
    rows: list[tuple[str, ...]] = [("function", "verdict", "points", "unsound", "errors", "worst", "broken")]
    rows += [_row(f) for f in audit.found]
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    lines = [
        f"{audit.peer.distribution} {audit.version}, {audit.points} points for each function, seed {audit.seed}",
        "",
    ]
    lines += ["  ".join(cell.ljust(w) for cell, w in zip(r, widths)).rstrip() for r in rows]
    for found in audit.found:
        if found.verdict != "safe":
            lines += ["", *_findings(found)]
            for title, code in found.reproducers():
                lines += ["", f"    # {title}", *(f"    {line}".rstrip() for line in code.splitlines())]
    return "\n".join([*lines, "", summary(audit)])


def summary(audit: Audit) -> str:
    counts = Counter(f.verdict for f in audit.found)
    told = ", ".join(f"{counts[v]} {v}" for v in ("unsafe", "failed", "estimate", "safe") if counts[v])
    return f"{len(audit.found)} functions of {audit.peer.distribution} {audit.version}: {told}"


def _row(found: Found) -> tuple[str, ...]:
    report = found.report
    counts = (len(report.cases), len(report.unsound), len(report.errors))
    points, unsound, errors = (str(n) for n in counts)
    broken = "; ".join(b.wanted.name for b in found.broken)
    return report.name, found.words, points, unsound, errors, found.ratio or "-", broken or "-"


def _findings(found: Found) -> Iterator[str]:
    yield f"{found.words:<9} {found.report.name}"
    yield f"  read as: {found.audited.read}"
    yield from (f"  {case.verdict:<9} {case}" for case in found.report.simple)
    yield from (f"  broken    {b.text}" for b in found.broken)


def page(audits: Sequence[Audit], command: str) -> str:
    """The page about all of them, in Markdown."""
    first = audits[0].to_json()
    versions = ", ".join(f"{a.peer.distribution} {a.version}" for a in audits)
    parts = [HEAD.format(command=command, versions=versions, python=first["python"])]
    parts += [_section(a) for a in audits]
    return "\n".join(parts) + TAIL


def _section(audit: Audit) -> str:
    lines = [f"## {audit.peer.distribution} {audit.version}", "", summary(audit) + ".", ""]
    lines += ["| function | verdict | points | unsound | errors | worst | broken |", "|---|---|---|---|---|---|---|"]
    lines += ["| " + " | ".join(_cell(c) for c in _row(f)) + " |" for f in audit.found]
    for found in audit.found:
        if found.verdict != "safe":
            lines += [
                "",
                f"### {audit.peer.distribution}: {found.report.name}",
                "",
                f"{found.words}. Read as: {found.audited.read}.",
                "",
            ]
            lines += [f"- {case.verdict}: {_cell(str(case))}" for case in found.report.simple]
            lines += [f"- broken: {_cell(b.text)}" for b in found.broken]
            for title, code in found.reproducers():
                lines += [
                    "",
                    f"<details><summary>{title}</summary>",
                    "",
                    "```py",
                    *code.splitlines(),
                    "```",
                    "",
                    "</details>",
                ]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
