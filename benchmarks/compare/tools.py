"""The tools of the comparison. Their packages are imported when a tool is loaded."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from dpsym.kernel.statements import Claim

from .outcomes import Decide, Outcome

UNLIMITED = 1e6  # seconds: the process has its limit


class Tool(NamedTuple):
    """Where to find the function that decides a claim, and the package from PyPI that it needs."""

    place: str
    module: str
    package: str
    says_undefined: bool = False


class MissingError(RuntimeError):
    """A package that a tool needs is not installed; the message says what to do."""


TOOLS = {
    "dpsym": Tool("tools.dpsym", "dpsym.search", "dpsym", says_undefined=True),
    "SymPy ask": Tool("sympy_door.ask", "sympy", "sympy"),
    "SymPy solve": Tool("sympy_door.solve", "sympy", "sympy"),
    "z3": Tool("solvers.z3", "z3", "z3-solver"),
    "cvc5": Tool("solvers.cvc5", "cvc5", "cvc5"),
}


def load(name: str) -> Decide:
    """The function that decides a claim with this tool, and all that it imports."""
    tool = TOOLS[name]
    try:
        import_module(tool.module)
    except ImportError as error:
        raise MissingError(
            f"{name} needs the package {tool.package}: install the extra with pip install -e '.[compare]' ({error})"
        ) from None
    module, _, function = tool.place.partition(".")
    decide: Decide = getattr(import_module(f".{module}", __package__), function)
    return decide


def dpsym(claim: Claim) -> Outcome:
    """dpsym's own verdict: the search and the kernel, with the default limits of steps and evaluations."""
    from dpsym.kernel.verdicts import Open
    from dpsym.search.deciding import decide
    from dpsym.search.outcome import Budget

    result = decide(claim, Budget(seconds=UNLIMITED)).result
    return Outcome("unknown", result.reason) if isinstance(result, Open) else Outcome(result.verdict)
