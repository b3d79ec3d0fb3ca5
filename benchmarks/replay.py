"""Finding all certificates of the inequalities against replaying them from JSON, in a fresh process, with the kernel."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from dpsym.kernel.codec import certificate_to_json
from dpsym.kernel.statements import Certificate, Proved

from .commands import wall
from .prover import decided
from .tables import Goal, Part, Table

MOST_SHARE = 1 / 5
MOST_SECONDS = 0.3  # for one certificate, with the start of the interpreter


def measure() -> Part:
    """The totals, and the wall time of `dpsym replay` for the longest proof."""
    proved = [(d.answer.seconds, d.answer.result.certificate) for d in decided() if isinstance(d.answer.result, Proved)]
    finding = sum(seconds for seconds, _ in proved)
    longest = max((certificate for _, certificate in proved), key=lambda c: len(c.proof))
    with tempfile.TemporaryDirectory() as folder:
        every = _write(Path(folder, "every.json"), [certificate for _, certificate in proved])
        one = _write(Path(folder, "one.json"), [longest])
        replaying = wall("-m", "dpsym.cli", "replay", str(every), runs=5).middle
        single = wall("-m", "dpsym.cli", "replay", str(one)).middle
        size = every.stat().st_size
    share = replaying / finding
    rows = (
        (f"find {len(proved)} proofs, in one process", f"{finding:.2f}"),
        (f"`dpsym replay` of all {len(proved)} certificates ({size / 1e6:.1f} MB)", f"{replaying:.2f}"),
        (f"`dpsym replay` of {longest.claim.id} alone, the most steps ({len(longest.proof)})", f"{single:.2f}"),
    )
    goals = (
        Goal(f"replaying under {MOST_SHARE:.0%} of finding", f"{share:.0%}", share < MOST_SHARE),
        Goal(f"one certificate under {MOST_SECONDS} s in all", f"{single:.2f} s", single < MOST_SECONDS),
    )
    data = {
        "certificates": len(proved),
        "bytes": size,
        "finding_seconds": finding,
        "replaying_seconds": replaying,
        "share": share,
        "single": {"id": longest.claim.id, "steps": len(longest.proof), "seconds": single},
    }
    return Part("replay", (Table("Replay: seconds on the wall", ("what", "seconds"), rows, goals),), data)


def _write(path: Path, certificates: list[Certificate]) -> Path:
    path.write_text(json.dumps([certificate_to_json(c) for c in certificates]), "utf-8")
    return path
