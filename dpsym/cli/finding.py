"""The commands `list` and `search`, and the list of a chapter: from the index, without importing or replaying anything."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from .exits import FAILED, OK, exit_codes
from .printing import echo

if TYPE_CHECKING:
    from ..library.index import Row, Section

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def list_entries(
    text: Annotated[list[str] | None, typer.Argument(metavar="[TEXT]", help="Words of the name or title.")] = None,
    as_json: Json = False,
) -> None:
    """List the entries of the library with their titles; with TEXT, those that have its words in name or title."""
    with exit_codes():
        from ..library.index import rows, search, sections

        found = search(" ".join(text), everywhere=False) if text else rows()
        number = len(sections())
        _print(found, as_json, "" if text else f" in {number} {'chapter' if number == 1 else 'chapters'}")
        _tell_broken()
    raise typer.Exit(OK if found else FAILED)


def search(
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="Words; accents and case do not matter.")],
    as_json: Json = False,
) -> None:
    """Find entries by words in their name, title, statement, source and tags, with their statements."""
    with exit_codes():
        from ..library.index import search

        found = search(" ".join(text))
        _print(found, as_json, "", statements=True)
        _tell_broken()
    raise typer.Exit(OK if found else FAILED)


def _tell_broken() -> None:
    """Chapters that cannot be read are left out, and named."""
    from ..library.index import broken

    for error in broken():
        print(f"left out: {error}", file=sys.stderr)


def section_named(name: str) -> Section | None:
    """The chapter of this name."""
    from ..library.index import sections

    return None if "." in name else next((s for s in sections() if s.name == name), None)


def print_section(section: Section, as_json: bool) -> None:
    if not as_json:
        print(f"{section.name}: {section.about}\n")
    _print(section.rows, as_json, "")


def _print(rows: Sequence[Row], as_json: bool, where: str, statements: bool = False) -> None:
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=1, ensure_ascii=False))
        return
    width, kinds = (
        max((len(text) for text in texts), default=0) for texts in ([r.name for r in rows], [r.kind for r in rows])
    )
    lines = []
    for row in rows:
        lines.append(f"{row.name:<{width}}  {row.kind:<{kinds}}  {row.title}")
        lines += [f"    {row.statement}"] if statements and row.statement else []
    echo("\n".join([*lines, f"{len(rows)} {'entry' if len(rows) == 1 else 'entries'}{where}"]))
