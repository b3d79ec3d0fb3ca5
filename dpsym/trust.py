"""What a reader must believe: the size of the kernel and what it imports, counted from its source."""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KERNEL = Path(__file__).parent / "kernel"
_LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


@dataclass(frozen=True)
class SourceFile:
    """A file with its number of code lines and the packages it imports, itself excepted."""

    name: str
    lines: int
    imports: frozenset[str]


def kernel_files() -> tuple[SourceFile, ...]:
    """The kernel's files with code in them, by name."""
    files = (
        measure(path.read_text("utf-8"), path.relative_to(KERNEL).as_posix()) for path in sorted(KERNEL.rglob("*.py"))
    )
    return tuple(file for file in files if file.lines)


def measure(source: str, name: str = "") -> SourceFile:
    """Counts the lines that hold code: no blank lines, comments or docstrings."""
    tree = ast.parse(source)
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _LAYOUT:
            code.update(range(token.start[0], token.end[0] + 1))
    for first, last in _docstrings(tree):
        code.difference_update(range(first, last + 1))
    return SourceFile(name, len(code), frozenset(_imports(tree, name.count("/"))))


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, int]]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            first = node.body[0]
            if ast.get_docstring(node, clean=False) is not None:
                yield first.lineno, first.end_lineno or first.lineno


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
    rows = [f"  {file.name:<{width}}  {file.lines:>5}" for file in files]
    imports = frozenset().union(*(file.imports for file in files))
    standard = sorted(name for name in imports if name in sys.stdlib_module_names and name != "__future__")
    others = sorted(name for name in imports if name not in sys.stdlib_module_names)
    return "\n".join(
        [
            f"the kernel: {len(files)} files, {sum(file.lines for file in files)} lines of code",
            *rows,
            f"  {'total':<{width}}  {sum(file.lines for file in files):>5}",
            f"imports: {', '.join(others)}; from the standard library: {', '.join(standard)}",
        ]
    )
