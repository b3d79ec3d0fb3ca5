"""How long dpsym takes to start: whole commands on the wall, and single imports."""

from __future__ import annotations

import tempfile
from pathlib import Path

from .commands import python, wall
from .tables import Goal, Part, Table

MOST_SECONDS = 0.3
MOST_FINDING = 1.0
CLAIM = ("tanh(eps/2) <= eps/2", "--where", "eps > 0")
MODULES = (
    "dpsym",
    "dpsym.cli",
    "dpsym.cli.replay",
    "dpsym.running.checking",
    "dpsym.cli.app",
    "dpsym.search",
    "sympy",
)
RUNS = 5


def measure() -> Part:
    """The table of commands and the table of imports."""
    with tempfile.TemporaryDirectory() as folder:
        certificate = str(Path(folder, "tanh.json"))
        python("-m", "dpsym", "check", *CLAIM, "--save", certificate)
        commands = {
            "python -c pass": wall("-c", "pass"),
            "python -c 'import dpsym'": wall("-c", "import dpsym"),
            "dpsym replay tanh.json": wall("-m", "dpsym", "replay", certificate),
            f'dpsym check "{CLAIM[0]}" --where "{CLAIM[2]}"': wall("-m", "dpsym", "check", *CLAIM),
            "dpsym --help": wall("-m", "dpsym", "--help"),
            "dpsym list": wall("-m", "dpsym", "list"),
            "dpsym search Rényi": wall("-m", "dpsym", "search", "Rényi"),
        }
    imports = {module: min(_import_seconds(module) for _ in range(RUNS)) for module in MODULES}
    replay = commands["dpsym replay tanh.json"].least
    finding = max(commands[name].least for name in ("dpsym list", "dpsym search Rényi"))
    goals = (
        Goal(f"replay of one certificate under {MOST_SECONDS} s in all", f"{replay:.2f} s", replay < MOST_SECONDS),
        Goal(f"list and search under {MOST_FINDING:g} s", f"{finding:.2f} s", finding < MOST_FINDING),
    )
    rows = tuple((name, *(f"{seconds:.2f}" for seconds in time)) for name, time in commands.items())
    tables = (
        Table("Start-up: seconds on the wall", ("command", "median", "least", "processor"), rows, goals),
        Table(
            "Imports: milliseconds, with everything that they import",
            ("module", "least"),
            tuple((module, f"{1000 * seconds:.1f}") for module, seconds in imports.items()),
        ),
    )
    data = {
        "commands": {name: time._asdict() for name, time in commands.items()},
        "import_seconds": imports,
    }
    return Part("startup", tables, data)


def _import_seconds(module: str) -> float:
    """What `python -X importtime` says of the module and everything it imports, its parent package included."""
    total = 0
    for line in python("-X", "importtime", "-c", f"import {module}").stderr.splitlines():
        cells = line.removeprefix("import time:").split("|")
        name = cells[-1].rstrip("\n")
        if len(cells) == 3 and name.strip() in {module, module.partition(".")[0]} and name == " " + name.strip():
            total += int(cells[1])
    return total / 1e6
