"""Which functions could return a constant without any test noticing?

    python -m tests.campaigns.constants dpsym.report tests/report tests/test_cli.py

runs the tests once for each public function and method of the modules, with its body replaced by `return None`, until one fails.
Printed are those that no test misses: what is printed is either not tested there or tested by tests that cannot fail.
Exit code 1 if there is any. Nothing on disk changes; each run is a forked process.
"""

from __future__ import annotations

import inspect
import os
import pkgutil
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType

import pytest

SECONDS = 120  # of processor time for one run; a run that takes longer has been noticed


def functions(name: str) -> Iterator[tuple[str, FunctionType]]:
    """The public functions and methods that a module, or the modules of a package, define."""
    module = import_module(name)
    for info in pkgutil.iter_modules(getattr(module, "__path__", ()), f"{name}."):
        yield from functions(info.name)
    for owner in (module, *(c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == name)):
        for attribute, value in list(vars(owner).items()):
            plain = getattr(value, "__func__", value.fget if isinstance(value, property) else value)
            plain = inspect.unwrap(plain) if callable(plain) else plain
            if isinstance(plain, FunctionType) and plain.__module__ == name and not attribute.startswith("_"):
                yield f"{name}.{plain.__qualname__}", plain


def silence(function: FunctionType) -> None:
    """From now on it returns None, whoever holds it."""
    cells = function.__code__.co_freevars
    source = f"def outer({', '.join(cells)}):\n    def inner(*a, **k):\n        {', '.join(cells) or 'None'}\n    return inner"
    made: dict[str, FunctionType] = {}
    exec(source, made)
    function.__code__ = made["outer"](*cells).__code__
    function.__defaults__, function.__kwdefaults__ = None, None


class Runs:
    """Runs what was collected again and again, each time with one function silenced."""

    def __init__(self, names: list[str]) -> None:
        self.names, self.missed = names, list[str]()
        self.out = os.fdopen(os.dup(1), "w")  # pytest captures the other one

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self._passes(session, None):
            raise pytest.UsageError("the tests fail as they are")
        for name, function in (pair for module in self.names for pair in functions(module)):
            if self._passes(session, function):
                self.missed.append(name)
                print(name, file=self.out, flush=True)
        return True

    def _passes(self, session: pytest.Session, function: FunctionType | None) -> bool:
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(1, 2)
            signal.setitimer(signal.ITIMER_PROF, SECONDS if function else 0)
            code = 1
            try:
                if function:
                    silence(function)
                for item, after in zip(session.items, [*session.items[1:], None]):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                    if session.testsfailed:
                        break
                code = 1 if session.testsfailed else 0
            finally:
                os._exit(code)
        return os.waitpid(child, 0)[1] == 0


def main(arguments: list[str]) -> int:
    names = [a for a in arguments if not a.startswith(("tests", "-"))]
    runs = Runs(names)
    options = [a for a in arguments if a.startswith(("tests", "-"))]
    quiet = ["-o", "addopts=--import-mode=importlib -m 'not campaign'", "-p", "no:xdist", "-p", "no:terminal"]
    pytest.main([*quiet, *options], plugins=[runs])
    return 1 if runs.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
