"""Symbolic proof checking and bound derivation for differential privacy.

>>> from dpsym import check
>>> check("tanh(eps/2) <= eps/2", where="eps > 0").verdict
'proved'

The names below are imported on first use, so that `import dpsym` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .answer import Answer, Budget, Sampled
    from .checking import Checked, check, check_file
    from .kernel.statements import (
        Certificate,
        Claim,
        Domain,
        Evidence,
        Open,
        Proved,
        Range,
        Refuted,
        Rejected,
        Undefined,
    )
    from .proofreading.checking import proofread
    from .reading.claims_file import ClaimsFileError
    from .reading.python import RefusedError
    from .reading.text import ReadError, read_claims
    from .report.proof_latex import latex
    from .workers import InternalError

    __version__: str

__all__ = [
    "Answer",
    "Budget",
    "Certificate",
    "Checked",
    "Claim",
    "ClaimsFileError",
    "Domain",
    "Evidence",
    "InternalError",
    "Open",
    "Proved",
    "Range",
    "ReadError",
    "RefusedError",
    "Refuted",
    "Rejected",
    "Sampled",
    "Undefined",
    "check",
    "check_file",
    "latex",
    "proofread",
    "read_claims",
]

_HOME = {
    "answer": ("Answer", "Budget", "Sampled"),
    "checking": ("Checked", "check", "check_file"),
    "kernel.statements": (
        *("Certificate", "Claim", "Domain", "Evidence", "Range", "Rejected"),
        *("Proved", "Refuted", "Undefined", "Open"),
    ),
    "proofreading.checking": ("proofread",),
    "report.proof_latex": ("latex",),
    "reading.claims_file": ("ClaimsFileError",),
    "reading.python": ("RefusedError",),
    "reading.text": ("ReadError", "read_claims"),
    "workers": ("InternalError",),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("dpsym")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'dpsym' has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
