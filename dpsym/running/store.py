"""Verdicts that are kept in files, so that what was asked before is not searched again. Nothing in a file is believed.

A file is named by the digest of what was asked: the claim with its domain and hypotheses, the budget, and the sources of kernel, search
and encoding. It holds the claim and what the search found: the certificate, or the point. Who reads it asks the kernel again, as for
the answer of a worker (`transport`): a proof is replayed, a counterexample is judged at its point. So a file that was damaged, or
written by someone else, can be useless, but cannot make a false claim proved or a true one refuted. What is `open` carries no evidence;
a file could at worst hide that search would have found something. A file that cannot be read, or that the kernel does not confirm,
counts as absent.

A search that was cut short from outside (processor time, memory, a crash, a bug) is not kept: it may go otherwise the next time.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from ..kernel.statements import Claim
from ..search.outcome import Budget
from .answer import Answer
from .containment import within

FORMAT = 1
MAX_BYTES = 8 << 20  # of one file
MAX_FILES = 2_000  # in each of the 256 folders; the oldest go first
REPLAY_SECONDS = 10.0  # for what one file holds; it was found in less
_ROOT = Path(__file__).resolve().parents[1]
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")
_DECIDING = ("kernel", "search", "encoding")


def default_folder() -> Path:
    """`dpsym` in the cache folder of the user."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "dpsym"


@cache
def sources_digest(packages: tuple[str, ...] = ()) -> str:
    """A digest of the sources of these packages of dpsym, or of all of it, and of what they run on."""
    import flint

    made = hashlib.sha256(f"{FORMAT} {sys.version_info[:2]} {flint.__version__}".encode())
    for folder in (_ROOT / p for p in packages) if packages else (_ROOT,):
        for path in sorted(folder.rglob("*.py")):
            made.update(f"\n{path.relative_to(_ROOT)}\n".encode())
            made.update(path.read_bytes())
    return made.hexdigest()


def digest(obj: Any) -> str:
    """The digest of something that is JSON."""
    return hashlib.sha256(json.dumps(obj, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


class Store:
    """The verdicts below a folder. `problem` says why nothing could be written, if so."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problem = ""

    # -- verdicts -------------------------------------------------------------------------------------------------------

    def key(self, claim: Claim, budget: Budget) -> str:
        """The digest of what is asked."""
        return digest({**_asked(claim, budget), "by": sources_digest(_DECIDING)})

    def recall(self, key: str, claim: Claim | None = None) -> Answer | None:
        """The answer that was kept, its verdict judged anew by the kernel; None if there is none that the kernel confirms.

        Of a claim that is given the file must hold an answer; without one, the claim is that of the file.
        """
        from ..kernel.reals.codec import claim_from_json
        from .transport import outcome_from_json

        found = self.read("verdicts", key)
        try:
            if found is None or digest({**found["asked"], "by": sources_digest(_DECIDING)}) != key:
                return None
            with within(REPLAY_SECONDS):
                own = claim_from_json(found["asked"]["claim"])
                if claim is not None and own != claim:
                    return None
                return Answer.of(outcome_from_json(found["outcome"], claim or own))
        except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError, TimeoutError):
            return None

    def keep(self, key: str, claim: Claim, budget: Budget, answer: Answer) -> None:
        """Writes an answer down."""
        from .transport import outcome_to_json

        if answer.failure is None:
            self.write("verdicts", key, {"asked": _asked(claim, budget), "outcome": outcome_to_json(answer)})

    # -- files ----------------------------------------------------------------------------------------------------------

    def _path(self, kind: str, key: str) -> Path:
        """The file of a key. Raises ValueError for what is no digest: it may come from a file."""
        if not _DIGEST.match(key):
            raise ValueError(f"found the key {key!r}, expected a digest")
        return self.folder / kind / key[:2] / f"{key[2:]}.json"

    def read(self, kind: str, key: str) -> dict[str, Any] | None:
        """What was written under this key, if it is unharmed."""
        try:
            with self._path(kind, key).open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
            whole = json.loads(data) if len(data) <= MAX_BYTES else None
        except (OSError, ValueError, RecursionError):
            return None
        if not isinstance(whole, dict) or whole.get("format") != FORMAT or not isinstance(whole.get("content"), dict):
            return None
        content: dict[str, Any] = whole["content"]
        return content if whole.get("digest") == digest(content) else None

    def write(self, kind: str, key: str, content: dict[str, Any]) -> None:
        """Writes a file, in one go; if that is not possible, `problem` says why."""
        if self.problem:
            return
        text = json.dumps({"format": FORMAT, "digest": digest(content), "content": content})
        if len(text) > MAX_BYTES:
            return
        path = self._path(kind, key)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make_room(path.parent)
            handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            os.replace(name, path)
        except OSError as error:
            self.problem = f"{path.parent}: {error.strerror or error}"

    def _make_room(self, folder: Path) -> None:
        """Drops the older half of a folder that is full."""
        with os.scandir(folder) as entries:
            files = [e.path for e in entries]
        if len(files) >= MAX_FILES:
            for path in sorted(files, key=_age)[: MAX_FILES // 2]:
                Path(path).unlink(missing_ok=True)


def _age(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0


def _asked(claim: Claim, budget: Budget) -> dict[str, Any]:
    from ..encoding.reals import claim_to_json

    return {"claim": claim_to_json(claim), "budget": dataclasses.asdict(budget)}
