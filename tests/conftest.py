"""Every hypothesis test draws the same examples in every run, and the fast tests leave no module of dpsym out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.helpers.imports import modules

settings.register_profile(
    "same", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck), print_blob=False
)
settings.load_profile("same")

FAST = "not campaign"
ELSEWHERE = {"dpsym.__main__"}  # only ever a process of its own; the tests of the README start it
loaded = pytest.StashKey[set[str]]()
missing = pytest.StashKey[list[str]]()


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What commands keep for the next run stays apart from what the user has kept."""
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before


def pytest_configure(config: pytest.Config) -> None:
    config.stash[loaded] = set()
    config.stash[missing] = []


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker of xdist has ended and hands over what it has loaded."""
    node.config.stash[loaded].update(getattr(node, "workeroutput", {}).get("loaded", ()))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """If all fast tests ran and passed, each module of dpsym was loaded by one of them."""
    config = session.config
    here = {name for name in sys.modules if name.startswith("dpsym")}
    if hasattr(config, "workeroutput"):
        config.workeroutput["loaded"] = sorted(here)
        return
    everything = config.args_source is not pytest.Config.ArgsSource.ARGS and not config.option.keyword
    if everything and config.option.markexpr == FAST and not config.option.collectonly and session.exitstatus == 0:
        seen: set[str] = config.stash[loaded]
        config.stash[missing] = sorted(modules("dpsym").keys() - seen - here - ELSEWHERE)
        if config.stash[missing]:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if names := terminalreporter.config.stash[missing]:
        terminalreporter.write_line(f"no fast test loads {', '.join(names)}", red=True)
