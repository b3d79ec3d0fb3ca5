"""A baseline: findings that were looked at and accepted. They are counted, and do not make a run fail.

A finding is known again by its fingerprint: the file, what is written, how it was read and what was found. It survives lines that move;
it does not survive another formula, another condition or another verdict. Each is accepted as often as it stands in the file.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .findings import Finding

FORMAT = 1
MAX_BYTES = 16 << 20
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")


class BaselineError(ValueError):
    """A baseline that cannot be used; the message says what was found and what was expected."""


def read_baseline(path: Path) -> Counter[str]:
    """How often each fingerprint is accepted. Raises BaselineError."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise BaselineError(f"{path}: cannot read the baseline: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise BaselineError(f"{path}: found more than {MAX_BYTES >> 20} MiB, expected a baseline")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise BaselineError(f"{path}: found no JSON, expected what --write-baseline writes") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("accepted"), list):
        raise BaselineError(f'{path}: expected an object with "format": {FORMAT} and a list "accepted"')
    return Counter(_fingerprint(path, k, entry) for k, entry in enumerate(found["accepted"], 1))


def _fingerprint(path: Path, number: int, entry: Any) -> str:
    value = entry.get("fingerprint") if isinstance(entry, dict) else None
    if not isinstance(value, str) or not _DIGEST.match(value):
        raise BaselineError(f"{path}: entry {number}: expected an object with a fingerprint of 64 hexadecimal digits")
    return value


def write_baseline(path: Path, findings: Iterable[Finding]) -> int:
    """Accepts these findings and no others; what stands beside a fingerprint is for whoever reads the file. How many they are."""
    accepted = [
        {
            "file": f.place.file,
            "verdict": f.verdict,
            "name": f.name,
            "written": f.written,
            "message": f.message,
            "fingerprint": f.fingerprint,
        }
        for f in findings
        if not f.is_good
    ]
    text = json.dumps({"format": FORMAT, "accepted": accepted}, indent=1, ensure_ascii=False) + "\n"
    new = path.with_name(path.name + ".new")
    try:
        new.write_text(text, "utf-8")
        os.replace(new, path)
    except OSError as error:
        raise BaselineError(f"{path}: cannot write the baseline: {error.strerror or error}") from None
    return len(accepted)


__all__ = ["BaselineError", "read_baseline", "write_baseline"]
