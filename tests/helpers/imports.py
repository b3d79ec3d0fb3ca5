"""Which module imports which, read from the source: at the top, inside functions, by name, or for annotations only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Import:
    """`name` is what is taken from the module, None for the module itself; `lazy` imports run when a function does."""

    line: int
    module: str
    name: str | None
    lazy: bool
    annotation: bool  # under `if TYPE_CHECKING`


@cache
def modules(*packages: str) -> dict[str, Path]:
    """The modules of the packages by name. A package is a module too if its `__init__` holds more than a docstring."""
    found = {}
    for path in sorted(p for package in packages for p in (ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[-1] != "__init__":
            found[".".join(parts)] = path
        elif any(not isinstance(node, ast.Expr) for node in parsed(path).body):
            found[".".join(parts[:-1])] = path
    return found


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def package_of(module: str, path: Path) -> str:
    return module if path.name == "__init__.py" else module.rpartition(".")[0]


def _within(module: str, package: str, level: int) -> str:
    """The absolute name of `module` as `from` with `level` dots in `package` means it."""
    base = package.split(".")[: len(package.split(".")) - level + 1] if level else []
    return ".".join([*base, *([module] if module else [])])


def _exists(module: str) -> bool:
    place = ROOT.joinpath(*module.split("."))
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


@cache
def imports(module: str, path: Path) -> tuple[Import, ...]:
    """All imports of a module. Where `import_module` is called, each string that names a module counts as one:
    by its full name, and in the table of a package's `__init__` by its name in the package.
    """
    package = package_of(module, path)
    tree = parsed(path)
    places: tuple[str, ...] = ()
    if any(isinstance(n, ast.Name) and n.id == "import_module" for n in ast.walk(tree)):
        places = ("", f"{package}.") if path.name == "__init__.py" else ("",)
    return tuple(i for i in _imports(tree, package, places) if i.module != module)


def _imports(
    node: ast.AST, package: str, places: tuple[str, ...], lazy: bool = False, annotation: bool = False
) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(child.lineno, alias.name, None, lazy, annotation)
        elif isinstance(child, ast.ImportFrom):
            source = _within(child.module or "", package, child.level)
            for alias in child.names:
                deeper = f"{source}.{alias.name}"
                if _exists(deeper):
                    yield Import(child.lineno, deeper, None, lazy, annotation)
                else:
                    yield Import(child.lineno, source, alias.name, lazy, annotation)
        elif places and isinstance(child, ast.Constant) and isinstance(child.value, str):
            named = [f"{place}{child.value}" for place in places if child.value.replace(".", "_").isidentifier()]
            yield from (Import(child.lineno, n, None, True, annotation) for n in named if _exists(n))
        else:
            inside = lazy or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            typing = annotation or (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING")
            yield from _imports(child, package, places, inside, typing)
