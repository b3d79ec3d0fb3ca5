"""What the kernel says of the whole library, asked once for all tests and all workers of a run."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dpsym.library.verifying import Verified

#: A process that has imported nothing but what verification needs; it ends with 1 if that is search.
ASK = """
import json, sys
from dataclasses import asdict
from dpsym.library.verifying import verify
print(json.dumps([asdict(a) for a in verify(jobs=2)]))
sys.exit(any(m.startswith("dpsym.search") or m == "dpsym.library.certifying" for m in sys.modules))
"""


@pytest.fixture(scope="session")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verified]:
    """Who comes first asks; the others wait, and read what was said."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base  # the directory of the run, not of the worker
    with (shared / "library.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _said(shared / "library.json")
    return {a["name"]: Verified(**a) for a in found}


def _said(path: Path) -> list[dict]:
    if not path.exists():
        done = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, done.stderr
        path.write_text(done.stdout, "utf-8")
    return json.loads(path.read_text("utf-8"))
