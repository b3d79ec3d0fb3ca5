"""Outcomes on their way from a worker to its parent, as JSON.

A verdict is not read, it is made again: a message says which certificate, or which point, the worker's verdict rests on, and the
kernel judges that here once more (`check`, `refute`). So nothing that arrives on a pipe can state what was not checked.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from ..encoding.reals import certificate_to_json, fact_to_json, point_to_json
from ..kernel.reals.check import check, refute
from ..kernel.reals.codec import certificate_from_json, fact_from_json, point_from_json
from ..kernel.statements import Claim
from ..kernel.verdicts import Open, Proved, Refuted, Rejected, Undefined, Verdict
from ..search.outcome import Outcome, Sampled, Side
from .answer import Bug, Failure, MemoryLimit

_OPEN = ("where", "found", "expected", "reason")
_FAILURES: dict[str, type[Bug | MemoryLimit]] = {"bug": Bug, "memory": MemoryLimit}


class TransportError(ValueError):
    """A message that does not keep to the protocol, or a verdict that the kernel does not confirm."""


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    sampled = dataclasses.asdict(dataclasses.replace(outcome.sampled, at=()))
    return {
        **_verdict_to_json(outcome.result),
        "sampled": {**sampled, "at": point_to_json(outcome.sampled.at)},
        "seconds": outcome.seconds,
        "tried": list(outcome.tried),
        "steps": outcome.steps,
    }


def outcome_from_json(obj: dict[str, Any], claim: Claim) -> Outcome:
    """The outcome that a worker sent about `claim`, its verdict judged anew by the kernel."""
    try:
        sampled = {
            **obj["sampled"],
            "at": point_from_json(obj["sampled"]["at"]),
            "face": tuple(Side(**side) for side in obj["sampled"]["face"]),
        }
        result = _verdict_from_json(obj, claim)
        return Outcome(result, Sampled(**sampled), float(obj["seconds"]), tuple(obj["tried"]), int(obj["steps"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise TransportError(f"found a message without {error}, expected an outcome") from error


def _verdict_to_json(v: Verdict) -> dict[str, Any]:
    if isinstance(v, Proved):
        return {"verdict": "proved", "certificate": certificate_to_json(v.certificate)}
    if isinstance(v, (Refuted, Undefined)):
        return {"verdict": v.verdict, "point": point_to_json(v.point)}
    left = None if v.left is None else fact_to_json(v.left)
    return {"verdict": "open", **{name: getattr(v, name) for name in _OPEN}, "left": left}


def _verdict_from_json(obj: dict[str, Any], claim: Claim) -> Verdict:
    kind = obj["verdict"]
    if kind == "open":
        left = None if obj["left"] is None else fact_from_json(obj["left"])
        return Open(claim, **{name: str(obj[name]) for name in _OPEN}, left=left)
    if kind == "proved":
        certificate = certificate_from_json(obj["certificate"])
        if certificate.claim != claim:
            raise TransportError(f"found a proof of {certificate.claim!r}, expected one of {claim!r}")
        found: Proved | Refuted | Undefined | Rejected = check(certificate)
    elif kind in ("refuted", "undefined"):
        found = refute(claim, point_from_json(obj["point"]))
    else:
        raise TransportError(f"found the verdict {kind!r}, expected proved, refuted, undefined or open")
    if isinstance(found, Rejected) or found.verdict != kind:
        raise TransportError(f"found the verdict {kind!r}, but the kernel says {found!r}")
    return found


def failure_to_json(failure: Bug | MemoryLimit) -> dict[str, Any]:
    kind = next(name for name, cls in _FAILURES.items() if isinstance(failure, cls))
    return {"failure": kind, **dataclasses.asdict(failure)}


def failure_from_json(obj: dict[str, Any]) -> Failure:
    values = {name: value for name, value in obj.items() if name != "failure"}
    try:
        return _FAILURES[obj["failure"]](**values)
    except (KeyError, TypeError) as error:
        raise TransportError(f"found {obj!r}, expected a failure") from error
