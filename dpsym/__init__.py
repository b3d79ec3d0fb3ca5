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
    from .derive.calibrating import calibrate
    from .derive.constants import best_constant
    from .derive.gaps import explain_gap
    from .derive.optimizing import optimize
    from .derive.posing import QuestionError
    from .derive.regions import valid_region
    from .derive.routes.answer import convert
    from .derive.routes.comparing import compare
    from .kernel.statements import Certificate, Claim, Domain, Range
    from .kernel.verdicts import Evidence, Open, Proved, Refuted, Rejected, Undefined
    from .reading.python import RefusedError
    from .reading.text.claims import ReadError, read_claims
    from .reading.text.file import ClaimsFileError
    from .report.proof_latex import latex
    from .running.answer import Answer
    from .running.checking import Checked, check, check_file
    from .running.proofreading.checking import proofread
    from .running.workers import InternalError
    from .search.outcome import Budget, Sampled

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
    "QuestionError",
    "Range",
    "ReadError",
    "RefusedError",
    "Refuted",
    "Rejected",
    "Sampled",
    "Undefined",
    "best_constant",
    "calibrate",
    "check",
    "check_file",
    "compare",
    "convert",
    "explain_gap",
    "latex",
    "optimize",
    "proofread",
    "read_claims",
    "valid_region",
]

_HOME = {
    "derive.calibrating": ("calibrate",),
    "derive.routes.answer": ("convert",),
    "derive.routes.comparing": ("compare",),
    "derive.constants": ("best_constant",),
    "derive.gaps": ("explain_gap",),
    "derive.optimizing": ("optimize",),
    "derive.posing": ("QuestionError",),
    "derive.regions": ("valid_region",),
    "running.answer": ("Answer",),
    "search.outcome": ("Budget", "Sampled"),
    "running.checking": ("Checked", "check", "check_file"),
    "kernel.statements": ("Certificate", "Claim", "Domain", "Range"),
    "kernel.verdicts": (
        *("Evidence", "Rejected"),
        *("Proved", "Refuted", "Undefined", "Open"),
    ),
    "running.proofreading.checking": ("proofread",),
    "report.proof_latex": ("latex",),
    "reading.text.file": ("ClaimsFileError",),
    "reading.python": ("RefusedError",),
    "reading.text.claims": ("ReadError", "read_claims"),
    "running.workers": ("InternalError",),
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
