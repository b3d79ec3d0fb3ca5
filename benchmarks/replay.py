"""Finding all certificates of the inequalities against replaying them from JSON, in a fresh process, with the kernel."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from statistics import median

from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.statements import Certificate
from dpsym.kernel.verdicts import Proved

from .commands import python, wall
from .prover import decided
from .tables import Goal, Part, Table

MOST_SHARE = 1 / 5
MOST_SECONDS = 0.3  # for one certificate, with the start of the interpreter
RUNS = 5
REPLAY = """
import sys, time
from dpsym.cli.replay import read_certificates
from dpsym.kernel.reals.check import check
from dpsym.kernel.verdicts import Proved
start = time.perf_counter()
accepted = all(isinstance(check(c), Proved) for c in read_certificates(sys.argv[1]))
print(time.perf_counter() - start if accepted else "rejected")
"""


def measure() -> Part:
    """The totals, and the wall time of `dpsym replay` for the longest proof."""
    proved = [(d.answer.seconds, d.answer.result.certificate) for d in decided() if isinstance(d.answer.result, Proved)]
    finding = sum(seconds for seconds, _ in proved)
    longest = max((certificate for _, certificate in proved), key=lambda c: len(c.proof))
    with tempfile.TemporaryDirectory() as folder:
        every = _write(Path(folder, "every.json"), [certificate for _, certificate in proved])
        one = _write(Path(folder, "one.json"), [longest])
        kernel = median(float(python("-c", REPLAY, str(every)).stdout) for _ in range(RUNS))
        replaying = wall("-m", "dpsym", "replay", str(every), runs=RUNS)
        single = wall("-m", "dpsym", "replay", str(one))
        size = every.stat().st_size
    share = kernel / finding
    name = f"{longest.claim.id}, {len(longest.proof)} steps"
    rows = (
        (f"find {len(proved)} proofs", f"{finding:.2f}"),
        (f"read and replay the {len(proved)} certificates ({size / 1e6:.2f} MB) in a fresh process", f"{kernel:.2f}"),
        ("`dpsym replay` of all, with its start", f"{replaying.median:.2f}"),
        (f"`dpsym replay` of one ({name}), with its start: median", f"{single.median:.2f}"),
        (f"`dpsym replay` of one ({name}), with its start: least", f"{single.least:.2f}"),
    )
    goals = (
        Goal(f"replaying under {MOST_SHARE:.0%} of finding", f"{share:.0%}", share < MOST_SHARE),
        Goal(f"one certificate under {MOST_SECONDS} s in all", f"{single.least:.2f} s", single.least < MOST_SECONDS),
    )
    data = {
        "certificates": len(proved),
        "bytes": size,
        "finding_seconds": finding,
        "replaying_seconds": kernel,
        "share": share,
        "replaying_command": replaying._asdict(),
        "single_command": {"id": longest.claim.id, "steps": len(longest.proof), **single._asdict()},
    }
    return Part("replay", (Table("Replay: seconds on the wall", ("what", "seconds"), rows, goals),), data)


def _write(path: Path, certificates: list[Certificate]) -> Path:
    path.write_text(json.dumps([certificate_to_json(c) for c in certificates]), "utf-8")
    return path
