"""The kernel's size is counted, and counted right."""

from __future__ import annotations

from dpsym.cli.trust import kernel_files, kernel_text, measure

SOURCE = '''"""A docstring
over two lines."""

import os.path
from collections import abc

from . import sibling
from ..search import clever

# a comment


class A:
    """Also a docstring."""

    text = """a string
    that is code"""  # and a comment

    def f(self):
        "short"
        return (
            1
        )
'''


def test_statements_are_counted_without_docstrings_whatever_the_layout() -> None:
    assert measure(SOURCE).statements == 4 + 1 + 1 + 2
    assert measure("a = (\n    1,\n    2,\n)\nif a: b = 1; c = 2\n").statements == 4


def test_imports_are_listed_and_those_that_leave_the_kernel_named() -> None:
    assert measure(SOURCE).imports == {"os", "collections", "dpsym.search"}


def test_the_kernel_is_small_enough_to_read() -> None:
    files = kernel_files()
    assert {"terms.py", "statements.py"} <= {file.name for file in files}
    assert sum(file.statements for file in files) < 5496
    assert max(file.statements for file in files) < 450


def test_so_is_its_part_about_laws() -> None:
    files = [file for file in kernel_files() if file.name.startswith("laws/")]
    assert {"laws/terms.py", "laws/rules.py", "laws/check.py"} <= {file.name for file in files}
    assert sum(file.statements for file in files) < 1280
    assert all(not name.startswith("dpsym") for file in files for name in file.imports)


def test_the_table_adds_up() -> None:
    first, *rows, total, imports = kernel_text().splitlines()
    count = sum(int(row.split()[-1]) for row in rows)
    assert total.split() == ["total", str(count)]
    assert first == f"the kernel: {len(rows)} files, {count} statements"
    assert imports.startswith("imports: flint; from the standard library: ")
