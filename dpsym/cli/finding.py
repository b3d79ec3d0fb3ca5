"""The commands `list` and `search`, and the list of a topic or a chapter: from the index, without importing or replaying anything."""

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
    from ..library.contents import Topic
    from ..library.index import Row

MOST_NEAR = 12  # entries that have some of the words are shown
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def list_entries(
    text: Annotated[list[str] | None, typer.Argument(metavar="[TEXT]", help="Words of the name or title.")] = None,
    source: Annotated[
        str, typer.Option(metavar="WORDS", help="Only what comes from this source (key or author).")
    ] = "",
    as_json: Json = False,
) -> None:
    """List the entries of the library by topic, with their titles; with TEXT, those that have its words in name or title."""
    with exit_codes():
        found = _listed(" ".join(text or ()), source)
        if as_json or text or source:
            _print(found, as_json, "")
        else:
            _print_topics()
        _tell_broken()
    raise typer.Exit(OK if found else FAILED)


def _listed(text: str, source: str) -> Sequence[Row]:
    """The entries in the order of the book, or those that are found, the best first."""
    from ..library.contents import topics
    from ..library.index import search
    from ..reading.likeness import folded

    found = search(text, everywhere=False) if text else [row for topic in topics() for row in topic.rows]
    return [row for row in found if all(word in folded(row.source) for word in folded(source).split())]


def search(
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="Words; accents and case do not matter.")],
    as_json: Json = False,
) -> None:
    """Find entries by words in their name, title, statement, source and tags, with their statements."""
    with exit_codes():
        from ..library.index import nearly, search

        found = search(" ".join(text))
        near = [] if found else nearly(" ".join(text))
        _print(found, as_json, ", none with all of these words" if near else "", statements=True)
        if near and not as_json:
            echo(f"\n{_count(near)} with most of them:\n{_table(near[:MOST_NEAR])}")
        _tell_broken()
    raise typer.Exit(OK if found else FAILED)


def _tell_broken() -> None:
    """Chapters that cannot be read are left out, and named."""
    from ..library.index import broken

    for error in broken():
        print(f"left out: {error}", file=sys.stderr)


def print_chapter(name: str, as_json: bool) -> bool:
    """Prints a topic or a section of the library, if there is one of this name."""
    from ..library.contents import topics
    from ..library.index import sections

    topic = next((t for t in topics() if t.name == name), None)
    section = next((s for s in sections() if s.name == name), None)
    if topic is not None:
        _print([*topic.rows, *topic.see], True, "") if as_json else _print_topic(topic)
    elif section is not None:
        if not as_json:
            echo(f"{section.name}: {section.about}\n")
        _print(section.rows, as_json, "")
    return topic is not None or section is not None


def _print_topic(topic: Topic) -> None:
    echo(f"{topic.name}: {topic.title}")
    for section in topic.sections:
        echo(f"\n  {section.name}: {section.about}\n" + _table(section.rows, "    "))
    if topic.see:
        echo("\n  listed here too\n" + _table(topic.see, "    "))
    echo(f"\n{_count(topic.rows)}")


def _print_topics() -> None:
    """The whole book: each topic with what lives in it, in one column of names."""
    from ..library.contents import topics

    every = [row for topic in topics() for row in topic.rows]
    for topic in topics():
        echo(f"{topic.title} ({topic.name})\n" + _table(topic.rows, "  ", every) + "\n")
    echo(f"{_count(every)} in {len(topics())} topics")


def print_rows(rows: Sequence[Row], as_json: bool) -> None:
    """Entries with their statements, as `search` prints them."""
    _print(rows, as_json, "", statements=True)


def _print(rows: Sequence[Row], as_json: bool, where: str, statements: bool = False) -> None:
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=1, ensure_ascii=False))
    else:
        table = _table(rows, statements=statements)
        echo("\n".join([*([table] if table else []), f"{_count(rows)}{where}"]))


def _count(rows: Sequence[Row]) -> str:
    return f"{len(rows)} {'entry' if len(rows) == 1 else 'entries'}"


def _table(rows: Sequence[Row], indent: str = "", among: Sequence[Row] = (), statements: bool = False) -> str:
    """A line for each entry, in columns as wide as `among` wants them."""
    width = max((len(r.name) for r in among or rows), default=0)
    kinds = max((len(r.kind) for r in among or rows), default=0)
    lines = []
    for row in rows:
        lines.append(f"{indent}{row.name:<{width}}  {row.kind:<{kinds}}  {row.title}")
        lines += [f"{indent}    {row.statement}"] if statements and row.statement else []
    return "\n".join(lines)
