"""What a reader must believe: the size of the kernel and what it imports, counted from its source."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KERNEL = Path(__file__).parents[1] / "kernel"


@dataclass(frozen=True)
class SourceFile:
    """A file with its number of statements and the packages it imports, itself excepted."""

    name: str
    statements: int
    imports: frozenset[str]


def kernel_files() -> tuple[SourceFile, ...]:
    """The kernel's files with code in them, by name."""
    files = (
        measure(path.read_text("utf-8"), path.relative_to(KERNEL).as_posix()) for path in sorted(KERNEL.rglob("*.py"))
    )
    return tuple(file for file in files if file.statements)


def measure(source: str, name: str = "") -> SourceFile:
    """Counts statements as the grammar does; docstrings are none, and layout makes no difference."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = sum(isinstance(n, documented) and ast.get_docstring(n, clean=False) is not None for n in nodes)
    statements = sum(isinstance(n, ast.stmt) for n in nodes) - docstrings
    return SourceFile(name, statements, frozenset(_imports(tree, name.count("/"))))


def _imports(tree: ast.Module, depth: int = 0) -> Iterator[str]:
    """Top-level packages; an import from the kernel itself is not counted, one that leaves it is `dpsym...`.

    `depth` is the number of packages between the kernel and the file.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom):
            if node.level > 1 + depth:
                yield f"dpsym.{node.module or ''}".rstrip(".")
            elif node.level == 0 and node.module:
                yield node.module.partition(".")[0]


def kernel_text() -> str:
    """The kernel's size as a table, and what it imports."""
    files = kernel_files()
    width = max(len(file.name) for file in files)
    rows = [f"  {file.name:<{width}}  {file.statements:>5}" for file in files]
    imports = frozenset().union(*(file.imports for file in files))
    standard = sorted(name for name in imports if name in sys.stdlib_module_names and name != "__future__")
    others = sorted(name for name in imports if name not in sys.stdlib_module_names)
    return "\n".join(
        [
            f"the kernel: {len(files)} files, {sum(file.statements for file in files)} statements",
            *rows,
            f"  {'total':<{width}}  {sum(file.statements for file in files):>5}",
            f"imports: {', '.join(others)}; from the standard library: {', '.join(standard)}",
        ]
    )
