"""Imports point one way, and the kernel stands on python-flint and the standard library alone.

tests/layers.txt is the order: every module sees only what stands before it there, whether it imports at the top, inside a
function, by name or for annotations.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import dpsym
from tests.helpers.imports import imports, modules, package_of, parsed

LAYERS = Path(__file__).parent / "layers.txt"
OURS = modules("dpsym", "theorems")
MODULES = sorted(OURS.values())
KERNEL = {name: path for name, path in OURS.items() if name.startswith("dpsym.kernel.")}


def layers() -> list[str]:
    """The modules in their order, lowest first."""
    order = []
    for line in LAYERS.read_text("utf-8").splitlines():
        package, _, names = line.partition("#")[0].partition(":")
        order += [package.strip() if name == "." else f"{package.strip()}.{name}" for name in names.split()]
    return order


RANK = {name: place for place, name in enumerate(layers())}


def loaded_by(module: str) -> set[str]:
    """What is loaded together with a module."""
    found: set[str] = set()
    todo = [module]
    while todo:
        name = todo.pop()
        for i in imports(name, OURS[name]):
            if not i.lazy and not i.annotation and i.module in OURS and i.module not in found:
                found.add(i.module)
                todo.append(i.module)
    return found


def test_one_way_the_order_names_every_module_once() -> None:
    assert not [name for name, times in Counter(layers()).items() if times > 1]
    assert sorted(RANK) == sorted(OURS)


@pytest.mark.parametrize("module", OURS)
def test_one_way_a_module_sees_only_what_stands_before_it(module: str) -> None:
    up = {i.module for i in imports(module, OURS[module]) if i.module in OURS and RANK[i.module] >= RANK[module]}
    assert not up


def test_one_way_inside_a_function_only_what_is_not_loaded_yet() -> None:
    idle = {
        (module, i.module)
        for module, path in OURS.items()
        for i in imports(module, path)
        if i.lazy and i.module in loaded_by(module)
    }
    assert not idle


def test_one_way_private_names_stay_in_their_package() -> None:
    taken = {
        (module, i.module, i.name)
        for module, path in OURS.items()
        for i in imports(module, path)
        if i.module in OURS and i.name is not None and i.name.startswith("_") and not i.name.startswith("__")
        if package_of(module, path) != package_of(i.module, OURS[i.module])
    }
    assert not taken


@pytest.mark.parametrize("module", KERNEL)
def test_the_kernel_imports_flint_and_the_standard_library_only(module: str) -> None:
    for i in imports(module, KERNEL[module]):
        top, part = [*i.module.split("."), ""][:2]
        allowed = top == "flint" or (top, part) == ("dpsym", "kernel") or top in sys.stdlib_module_names
        assert allowed, f"{module}:{i.line}: the kernel imports {i.module}"


@pytest.mark.parametrize("path", KERNEL.values(), ids=lambda p: p.stem)
def test_the_kernel_neither_asserts_nor_prints_nor_evaluates(path: Path) -> None:
    for node in ast.walk(parsed(path)):
        assert not isinstance(node, ast.Assert), f"{path}:{node.lineno}: assert in the kernel"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "eval", "exec", "compile", "input", "open", "__import__"), (
                f"{path}:{node.lineno}: {node.func.id} in the kernel"
            )


def test_nothing_is_evaluated_from_a_string() -> None:
    for path, node in ((p, n) for p in MODULES for n in ast.walk(parsed(p))):
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            assert name not in ("eval", "exec", "sympify", "parse_expr", "S"), f"{path}:{node.lineno}: {name}"


def test_nothing_is_unpickled() -> None:
    taken = {(module, i.module) for module, path in OURS.items() for i in imports(module, path)}
    assert not [pair for pair in taken if pair[1] in ("dill", "marshal", "pickle", "shelve")]


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import dpsym", ("flint", "mpmath", "sympy", "typer", "rich")),
        ("import dpsym.cli.replay", ("mpmath", "sympy", "typer", "rich", "dpsym.search")),
        ("import dpsym.cli.main", ("flint", "mpmath", "sympy", "typer", "rich")),
        ("import dpsym.cli.app", ("flint", "mpmath", "sympy", "rich")),
        ("from dpsym import check", ("sympy", "typer", "rich")),
        ("import dpsym.library.loading", ("mpmath", "sympy", "typer", "rich", "dpsym.search", "dpsym.report")),
        (
            "from dpsym.library.loading import theorems; theorems()",  # statements write terms as text, and nothing else
            ("mpmath", "sympy", "typer", "rich", "dpsym.search", "dpsym.report.proof", "dpsym.report.latex"),
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


def test_imports_of_every_kind_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(
        "from typing import TYPE_CHECKING\n"
        "from importlib import import_module\n"
        "from . import answer\n"
        "from ..kernel.terms import _make\n"
        "if TYPE_CHECKING:\n    from ..search.prover import Prover\n"
        "class A:\n    def f(self):\n        import dpsym.report.text\n        import_module('dpsym.cli.main')\n"
    )
    ours = [i for i in imports("dpsym.running.sample", path) if i.module.startswith("dpsym")]
    assert [(i.line, i.module, i.name, i.lazy, i.annotation) for i in ours] == [
        (3, "dpsym.running.answer", None, False, False),
        (4, "dpsym.kernel.terms", "_make", False, False),
        (6, "dpsym.search.prover", "Prover", False, True),
        (9, "dpsym.report.text", None, True, False),
        (10, "dpsym.cli.main", None, True, False),
    ]
