"""Each condition of the kernel, taken out in turn: does a test notice?

    python -m tests.kernel.mutation                       every module of dpsym/kernel/reals and dpsym/kernel/laws that judges
    python -m tests.kernel.mutation reals/rules sums      those whose path contains one of these words
    python -m tests.kernel.mutation --list                the mutants, without running anything
    python -m tests.kernel.mutation --equivalent          only those that EQUIVALENT names: does one of them no longer survive?
    python -m tests.kernel.mutation --tests=PATH          with these tests instead of all of tests/kernel

A mutant differs from the kernel in one place:

- a guard (`if c: raise`, `if c: return`, `if c: continue`) is gone;
- one operand of an `and` or an `or` is gone, and so is `all(...)` or `any(...)` where it stands alone;
- a statement that only demands something, `require(...)` or `step.shows(...)`, is gone, or an element of a list that is demanded;
- one branch of `a if c else b` is taken always;
- `<` and `<=` are swapped, `>` and `>=` too.

Every test of tests/kernel that runs the line is run, the quickest first, until one fails. Nothing on disk changes: each mutant
is a forked process in which the code of one function is replaced. What survives is printed; exit code 1 if anything does.
EQUIVALENT (equivalent.json) names mutants that accept nothing more, with the reason: the result is the same, comes later, or is a
wider ball. They are not run unless one asks for it.
"""

from __future__ import annotations

import ast
import copy
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
KERNEL = ROOT / "dpsym" / "kernel"
#: Modules that judge nothing: formats, printing, and the language that terms are built in (which has tests of its own).
LEFT_OUT = ("codec", "laws/terms", "__init__")
SECONDS = 60  # of processor time for one mutant; one that takes longer has been noticed
JOBS = 2
#: Calls that build something up: without them a result is wrong, not a condition weaker. They are taken out too.
EQUIVALENT = Path(__file__).with_name("equivalent.json")


@dataclass(frozen=True)
class Mutant:
    """One change: `path` and `lines` say where, `function` whose code is replaced, `change` what is different."""

    path: str
    function: str
    lines: tuple[int, int]
    change: str
    code: CodeType

    @property
    def name(self) -> str:
        """Without line numbers, so that it stays the same while other things change."""
        return f"{self.path} {self.function}: {self.change}"


def modules(words: list[str]) -> list[Path]:
    paths = sorted([*KERNEL.glob("reals/**/*.py"), *KERNEL.glob("laws/**/*.py"), KERNEL / "statements.py"])
    kept = [p for p in paths if not any(out in str(p.relative_to(KERNEL)) for out in LEFT_OUT)]
    return [p for p in kept if not words or any(w in str(p.relative_to(KERNEL)) for w in words)]


# -- making mutants ---------------------------------------------------------------------------------------------------


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    source = path.read_text()
    tree = ast.parse(source)
    for function, node in _functions(tree):
        number = 0
        seen: dict[str, int] = {}
        while True:
            changed = _changed(node, number)
            if changed is None:
                break
            number += 1
            new, at, change = changed
            seen[change] = seen.get(change, 0) + 1
            if seen[change] > 1:
                change += f" ({seen[change]})"
            code = _compiled(tree, node, new, path)
            yield Mutant(str(path.relative_to(ROOT)), function, at, change, code)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


class _Changer(ast.NodeTransformer):
    """Makes the change with the given number; counts the others."""

    def __init__(self, wanted: int) -> None:
        self.left, self.done = wanted, ""
        self.at = (0, 0)

    def take(self, node: ast.AST, change: str) -> bool:
        if self.done:
            return False
        if self.left:
            self.left -= 1
            return False
        self.done = change
        self.at = (node.lineno, node.end_lineno or node.lineno)  # type: ignore[attr-defined]
        return True

    def visit(self, node: ast.AST) -> Any:
        for change, make in _changes(node):
            if self.take(node, change):
                return make()
        return self.generic_visit(node)


def _changed(function: ast.FunctionDef, number: int) -> tuple[ast.FunctionDef, tuple[int, int], str] | None:
    changer = _Changer(number)
    new = changer.visit(copy.deepcopy(function))
    return (ast.fix_missing_locations(new), changer.at, changer.done) if changer.done else None


def _text(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:110]


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What may be changed at this very node."""
    if (
        isinstance(node, ast.If)
        and not node.orelse
        and isinstance(node.body[-1], (ast.Raise, ast.Return, ast.Continue))
    ):
        yield f"without `if {_text(node.test)}`", lambda: ast.copy_location(ast.Pass(), node)
    if isinstance(node, ast.BoolOp):
        for i, operand in enumerate(node.values):
            word = "and" if isinstance(node.op, ast.And) else "or"
            yield f"without the operand `{_text(operand)}` of `{word}`", partial(_without, node, i)
    if isinstance(node, ast.IfExp):
        yield f"always `{_text(node.body)}` not `{_text(node.orelse)}`", lambda: node.body
        yield f"always `{_text(node.orelse)}` not `{_text(node.body)}`", lambda: node.orelse
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _SWAPPED:
        swapped = ast.Compare(node.left, [_SWAPPED[type(node.ops[0])]()], node.comparators)
        yield f"`{_text(swapped)}`", lambda: ast.copy_location(swapped, node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield f"without `{_text(node)}`", lambda: ast.copy_location(ast.Pass(), node)
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and not isinstance(node.value, ast.Constant):
        yield f"without `{_text(node)}`", lambda: ast.copy_location(ast.Pass(), node)
    if isinstance(node, ast.For) and isinstance(node.iter, (ast.Tuple, ast.List)) and len(node.iter.elts) > 1:
        for i, element in enumerate(node.iter.elts):
            yield f"without `{_text(element)}` in `for`", partial(_fewer, node, node.iter, i)
    if isinstance(node, (ast.Return, ast.Assign)) and isinstance(node.value, ast.Call) and _folds(node.value):
        neutral = _text(node.value.func) == "all"
        yield f"without `{_text(node.value)}`", lambda: _constant(node, neutral)


_SWAPPED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}


def _folds(value: ast.Call) -> bool:
    return isinstance(value.func, ast.Name) and value.func.id in ("all", "any")


def _without(node: ast.BoolOp, i: int) -> ast.expr:
    rest = node.values[:i] + node.values[i + 1 :]
    return rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(node.op, rest), node)


def _fewer(node: ast.For, listed: ast.Tuple | ast.List, i: int) -> ast.For:
    listed.elts.pop(i)
    return node


def _constant(node: ast.Return | ast.Assign, value: bool) -> ast.stmt:
    node.value = ast.copy_location(ast.Constant(value), node)
    return node


def _compiled(tree: ast.Module, old: ast.FunctionDef, new: ast.FunctionDef, path: Path) -> CodeType:
    """The code of the changed function, compiled where it stands."""
    body: list[ast.stmt] = []
    for node in tree.body:
        if node is old:
            body.append(new)
        elif isinstance(node, ast.ClassDef) and old in node.body:
            same = copy.copy(node)
            same.body = [new if n is old else n for n in node.body]
            body.append(same)
        else:
            body.append(node)
    outer = compile(ast.Module(body, []), str(path), "exec", dont_inherit=True)
    return next(c for c in _codes(outer) if c.co_name == new.name and c.co_firstlineno == _first_line(new))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for c in code.co_consts:
        if isinstance(c, CodeType):
            yield c
            yield from _codes(c)


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(d.lineno for d in node.decorator_list)])


def apply(mutant: Mutant) -> None:
    """From now on the function has the changed code, whoever holds it."""
    owner: Any = import_module(mutant.path.removesuffix(".py").replace("/", "."))
    *outer, last = mutant.function.split(".")
    for part in outer:
        owner = vars(owner)[part]
    value = vars(owner)[last]
    value = getattr(value, "__func__", value.fget if isinstance(value, property) else value)
    function = getattr(value, "__wrapped__", value)
    assert isinstance(function, FunctionType), mutant.name
    function.__code__ = mutant.code


def forget() -> None:
    """Empties the kernel's caches: a result that is remembered runs no line, and knows nothing of a change."""
    for name, module in list(sys.modules.items()):
        if name.startswith("dpsym.kernel"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


# -- running tests ----------------------------------------------------------------------------------------------------


class Runs:
    """Runs the collected tests once, to see which lines each runs, and then for each mutant those that run its lines."""

    def __init__(self, made: list[Mutant]) -> None:
        self.mutants, self.survivors, self.finished = made, list[Mutant](), False
        self.out = os.fdopen(os.dup(1), "w")  # pytest captures the other one

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        began = time.monotonic()
        lines, seconds = self._baseline(session)
        self.say(
            f"{len(session.items)} tests as they are: {time.monotonic() - began:.0f} s; {len(self.mutants)} mutants"
        )
        running: dict[int, Mutant] = {}
        todo = list(reversed(self.mutants))
        done = 0
        while todo or running:
            while todo and len(running) < JOBS:
                mutant = todo.pop()
                items = self._items(session, mutant, lines, seconds)
                running[self._start(session, mutant, items)] = mutant
            child, status = os.wait()
            mutant = running.pop(child)
            done += 1
            if status == 0:
                self.survivors.append(mutant)
                self.say(f"survived: {mutant.path}:{mutant.lines[0]} {mutant.function}: {mutant.change}")
            if done % 100 == 0:
                self.say(
                    f"{done} of {len(self.mutants)}, {len(self.survivors)} survive, {time.monotonic() - began:.0f} s"
                )
        self.finished = True
        return True

    def say(self, text: str) -> None:
        print(text, file=self.out, flush=True)

    def _baseline(self, session: pytest.Session) -> tuple[dict[tuple[str, int], list[int]], list[float]]:
        """The tests that run a line, and how long each takes; found out in a process of its own."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            with os.fdopen(writing, "w") as pipe:
                json.dump(self._traced(session), pipe)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            found = json.load(pipe)
        os.waitpid(child, 0)
        if found["failed"]:
            names = "\n".join(session.items[i].nodeid for i in found["failed"])
            self.say(f"these tests fail as they are, and are left out:\n{names}")
        lines: dict[tuple[str, int], list[int]] = {}
        for i, run in enumerate(found["lines"]):
            for path, line in run if i not in found["failed"] else ():
                lines.setdefault((path, line), []).append(i)
        return lines, found["seconds"]

    def _traced(self, session: pytest.Session) -> dict[str, Any]:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        wanted = {str(ROOT / m.path): m.path for m in self.mutants}
        hit: set[tuple[str, int]] = set()

        def local(frame: Any, event: str, _: Any) -> Any:
            if event == "line":
                hit.add((wanted[frame.f_code.co_filename], frame.f_lineno))
            return local

        def trace(frame: Any, event: str, _: Any) -> Any:
            if frame.f_code.co_filename not in wanted:
                return None
            hit.add((wanted[frame.f_code.co_filename], frame.f_code.co_firstlineno))
            return local

        runs, seconds, failed = [], [], []
        for item, after in zip(session.items, [*session.items[1:], None]):
            hit.clear()
            forget()
            began, before = time.process_time(), session.testsfailed
            sys.settrace(trace)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            sys.settrace(None)
            seconds.append(time.process_time() - began)
            runs.append(sorted(hit))
            if session.testsfailed > before:
                failed.append(len(runs) - 1)
        return {"lines": runs, "seconds": seconds, "failed": failed}

    def _items(self, session: pytest.Session, mutant: Mutant, lines: dict, seconds: list[float]) -> list[pytest.Item]:
        """The tests that run a line of the mutant, the quickest first."""
        first, last = mutant.lines
        chosen = {i for line in range(first, last + 1) for i in lines.get((mutant.path, line), ())}
        return [session.items[i] for i in sorted(chosen, key=lambda i: seconds[i])]

    def _start(self, session: pytest.Session, mutant: Mutant, items: list[pytest.Item]) -> int:
        child = os.fork()
        if child:
            return child
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        code = 1
        try:
            apply(mutant)
            forget()
            for item, after in zip(items, [*items[1:], None]):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if session.testsfailed:
                    break
            code = 1 if session.testsfailed else 0
        finally:
            os._exit(code)


def main(arguments: list[str]) -> int:
    words = [a for a in arguments if not a.startswith("-")]
    known = json.loads(EQUIVALENT.read_text())
    every = [m for path in modules(words) for m in mutants(path)]
    made = [m for m in every if (m.name in known) == ("--equivalent" in arguments)]
    stale = sorted(set(known) - {m.name for m in every}) if not words else []
    if "--list" in arguments:
        print("\n".join(f"{m.path}:{m.lines[0]} {m.function}: {m.change}" for m in made))
        return 0
    tests = [a.removeprefix("--tests=") for a in arguments if a.startswith("--tests=")] or ["tests/kernel"]
    runs = Runs(made)
    quiet = ["-o", "addopts=--import-mode=importlib -m 'not campaign'", "-p", "no:xdist", "-p", "no:terminal"]
    pytest.main([*quiet, *tests], plugins=[runs])
    if not runs.finished:
        print("nothing was found out: no tests were collected")
        return 2
    survivors = {m.name for m in runs.survivors}
    left = sorted({m.name for m in made} - survivors if "--equivalent" in arguments else survivors)
    what = "noticed after all" if "--equivalent" in arguments else "survivor"
    print(f"{len(made)} mutants, {len(survivors)} survive")
    print("\n".join([*(f"{what}: {name}" for name in left), *(f"not there any more: {name}" for name in stale)]))
    return 1 if left or stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
