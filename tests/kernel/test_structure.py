"""The structure that keeps holes out: rules learn of terms by judgements alone, and refuse in one way."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import dpsym
from dpsym.kernel.laws.rules import RULES as LAW_RULES
from dpsym.kernel.reals.rules import RULES
from dpsym.report.rules import declaration, rules_table

ROOT = Path(dpsym.__file__).parent
KERNEL = sorted((ROOT / "kernel").rglob("*.py"))
RULE_MODULES = sorted((ROOT / "kernel" / "reals" / "rules").glob("*.py"))
MOST_STATEMENTS = 25


def names_in(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    return {n.attr for n in nodes if isinstance(n, ast.Attribute)} | {n.id for n in nodes if isinstance(n, ast.Name)}


@pytest.mark.parametrize("path", RULE_MODULES, ids=lambda p: p.name)
def test_rules_do_not_import_arithmetic(path: Path) -> None:
    imported = re.findall(r"^from (\S+) import", path.read_text("utf-8"), re.M)
    arithmetic = {m for m in imported if "arithmetic" in m or m.endswith("quadrature")}
    allowed = {"...arithmetic.balls", "..quadrature"} if path.name == "boxes.py" else set()
    assert arithmetic <= allowed


@pytest.mark.parametrize("path", RULE_MODULES, ids=lambda p: p.name)
def test_rules_do_not_ask_what_holds_only_where_it_is_defined(path: Path) -> None:
    asked = {
        n for n in names_in(path) if n.endswith("_where_defined") or n in ("_ctx", "bounds", "field", "derivative")
    }
    assert asked <= {"field"}  # of dataclasses


@pytest.mark.parametrize("path", [ROOT / "kernel" / "laws" / "rules.py", ROOT / "kernel" / "laws" / "choices.py"])
def test_rules_for_laws_ask_a_sight_that_demands_definedness(path: Path) -> None:
    assert not {n for n in names_in(path) if n.endswith("_where_defined")}


def test_refusals_are_caught_in_one_place() -> None:
    caught = []
    for path in KERNEL:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.ExceptHandler)
                and node.type is not None
                and "StepRejected" in ast.unparse(node.type)
            ):
                caught.append(path.name)
    assert caught == ["verdicts.py"]


@pytest.mark.parametrize("path", KERNEL, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_no_exemptions_in_the_kernel(path: Path) -> None:
    assert not re.search(r"type: ignore|fmt: (skip|off)|# noqa|if \(wrong := ", path.read_text("utf-8"))


@pytest.mark.parametrize("rule", [r for r, _ in (*RULES.values(), *LAW_RULES.values())], ids=lambda r: r.__name__)
def test_a_rule_declares_its_figure_and_is_short(rule: type) -> None:
    figure, _ = declaration(rule)
    assert "⊢" in figure
    path = ROOT.parent / (rule.__module__.replace(".", "/") + ".py")
    tree = ast.parse(path.read_text("utf-8"))
    (own,) = (n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == rule.__name__)
    for method in (n for n in own.body if isinstance(n, ast.FunctionDef)):
        statements = sum(isinstance(n, ast.stmt) for n in ast.walk(method)) - 1
        assert statements - (ast.get_docstring(method) is not None) <= MOST_STATEMENTS, method.name


def test_the_page_of_the_kernel_has_the_table_of_all_rules() -> None:
    page = (ROOT.parent / "docs" / "kernel.md").read_text("utf-8")
    between = page.partition("<!-- rules -->\n")[2].partition("<!-- end of rules -->")[0]
    assert between == rules_table()


def test_every_module_of_the_kernel_is_on_its_page() -> None:
    page = (ROOT.parent / "docs" / "kernel.md").read_text("utf-8")
    assert [p.name for p in KERNEL if p.name != "__init__.py" and f"{p.name}`" not in page] == []
