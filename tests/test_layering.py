"""Imports point one way, and the kernel stands on python-flint and the standard library alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dpsym

ROOT = Path(dpsym.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
KERNEL = sorted((ROOT / "kernel").rglob("*.py"))

#: What each layer may import of dpsym besides itself. A layer that is not listed may import nothing.
MAY_SEE = {
    "kernel": set(),
    "objects": {"kernel"},
    "theorem": {"kernel", "objects", "report"},  # report: a theorem prints itself, imported when it does
    "library": {"kernel", "objects", "theorem"},
    "entries": {"kernel", "objects", "theorem", "reading"},  # reading: formulas are stated in text
    "verifying": {"kernel", "objects", "theorem", "library", "entries", "report"},
    "catalogue": {"library", "verifying"},
    "perturbing": {"kernel", "theorem", "library", "entries", "verifying"},
    "certifying": {
        *("kernel", "objects", "theorem", "library", "entries", "verifying", "perturbing"),
        *("search", "answer"),
    },
    "publishing": {"kernel", "theorem", "entries", "verifying", "catalogue", "report"},
    "library_commands": {"library", "verifying", "catalogue", "publishing", "exits"},
    "answer": {"kernel", "report"},  # report: an answer prints itself, imported when it does
    "search": {"kernel", "objects", "answer"},
    "derive": {"kernel", "objects", "answer", "search", "entries", "verifying"},  # closed forms are formulas
    "notation": set(),
    "reading": {"kernel", "objects", "notation"},
    "report": {"kernel", "objects", "theorem", "answer", "notation"},
    "strategies": {"kernel", "objects"},
    "trust": set(),
    "serving": {"kernel", "answer", "search"},
    "workers": {"kernel", "answer", "search", "serving"},
    "checking": {"kernel", "answer", "reading", "workers"},
    "auditing": {"kernel", "answer", "report", "workers"},
    "proofreading": {"kernel", "answer", "reading", "report", "workers", "exits", "notation"},
    "exits": {"workers"},
    "replaying": {"kernel", "report", "exits"},
    "commands": {
        "kernel",
        "answer",
        "reading",
        "report",
        "checking",
        "auditing",
        "proofreading",
        "replaying",
        "trust",
        "library_commands",
        "exits",
        "__init__",
    },
    "cli": {"commands", "replaying", "exits"},
    "__init__": {"kernel", "answer", "reading", "report", "proofreading", "workers", "checking"},
}


def layer(path: Path) -> str:
    part = path.relative_to(ROOT).parts[0]
    return part.removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Each imported module with its line, absolute: `dpsym.kernel.terms`, `flint`."""
    package = ["dpsym", *path.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                deeper = ROOT.parent.joinpath(*module.split("."), alias.name)
                is_module = module.startswith("dpsym") and (deeper.is_dir() or deeper.with_suffix(".py").exists())
                yield node.lineno, f"{module}.{alias.name}" if is_module else module


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    own = layer(path)
    for line, module in imported(path):
        if module == "dpsym" or module.startswith("dpsym."):
            other = module.split(".")[1] if "." in module else "__init__"
            assert other == own or other in MAY_SEE.get(own, set()), f"{path}:{line}: {own} imports {module}"


@pytest.mark.parametrize("path", KERNEL, ids=lambda p: p.name)
def test_the_kernel_imports_flint_and_the_standard_library_only(path: Path) -> None:
    for line, module in imported(path):
        top = module.split(".")[0]
        allowed = top in ("flint", "dpsym") or top in sys.stdlib_module_names
        assert allowed, f"{path}:{line}: the kernel imports {module}"


@pytest.mark.parametrize("path", KERNEL, ids=lambda p: p.name)
def test_the_kernel_neither_asserts_nor_prints_nor_evaluates(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not isinstance(node, ast.Assert), f"{path}:{node.lineno}: assert in the kernel"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "eval", "exec", "compile", "input", "open", "__import__"), (
                f"{path}:{node.lineno}: {node.func.id} in the kernel"
            )


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_is_evaluated_from_a_string(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            assert name not in ("eval", "exec", "sympify", "parse_expr", "S"), f"{path}:{node.lineno}: {name}"


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import dpsym", ("flint", "mpmath", "sympy", "typer", "rich")),
        ("import dpsym.replaying", ("mpmath", "sympy", "typer", "rich", "dpsym.search")),
        ("import dpsym.cli", ("flint", "mpmath", "sympy", "typer", "rich")),
        ("import dpsym.commands", ("flint", "mpmath", "sympy", "rich")),
        ("from dpsym import check", ("sympy", "typer", "rich")),
        ("import dpsym.library", ("mpmath", "sympy", "typer", "rich", "dpsym.search", "dpsym.report")),
        (
            "from dpsym.library import collect; collect()",
            ("mpmath", "sympy", "typer", "rich", "dpsym.search", "dpsym.report"),
        ),
    ],
)
def test_what_is_not_needed_is_not_loaded(code: str, absent: tuple[str, ...]) -> None:
    found = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint([m for m in {absent!r} if m in sys.modules])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == "[]\n"


def test_every_public_name_is_there() -> None:
    for name in dpsym.__all__:
        assert getattr(dpsym, name) is not None
    assert dpsym.__version__
    with pytest.raises(AttributeError, match="no_such_name"):
        dpsym.no_such_name  # noqa: B018
