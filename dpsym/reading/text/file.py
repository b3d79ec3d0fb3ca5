"""Files of claims: TOML with one `[[claim]]` table for each.

[[claim]]
id = "tanh"                          # optional; letters, digits, . _ -; the default is its number
claim = "tanh(eps/2) <= eps/2"       # required; a chain a <= b <= c counts as several claims
where = ["eps > 0"]                  # optional, as are given and let; a string or a list of strings
expect = "proved"                    # optional: proved, refuted, undefined or open
note = "any text"                    # optional, as is source
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...kernel.statements import Claim
from .claims import ReadError, read_claims

VERDICTS = ("proved", "refuted", "undefined", "open")
LIST_KEYS = ("where", "given", "let")
TEXT_KEYS = ("id", "claim", "expect", "note", "source")
MAX_BYTES = 16 << 20


class ClaimsFileError(ValueError):
    """A file of claims that cannot be used; the message has the file, the place and what was expected."""


@dataclass(frozen=True)
class Entry:
    """One `[[claim]]` table: its claims (several if it states a chain) and the verdict its author expects."""

    id: str
    claims: tuple[Claim, ...]
    expect: str = ""
    note: str = ""
    source: str = ""


def read_claims_file(path: str | Path) -> tuple[Entry, ...]:
    """Every claim of the file, in order."""
    path = Path(path)
    text = _text(path)
    try:
        document = tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, and a number of too many digits
        raise ClaimsFileError(f"{path}: not TOML: {error}") from None
    except RecursionError:
        raise ClaimsFileError(f"{path}: not TOML: nested too deeply") from None
    tables = _tables(path, document)
    lines = [text.count("\n", 0, match.start()) + 1 for match in re.finditer(r"^[ \t]*\[\[[ \t]*claim\b", text, re.M)]
    places = lines if len(lines) == len(tables) else [0] * len(tables)  # [[claim]] inside a string: no line is known
    entries: list[Entry] = []
    taken: set[str] = set()
    for number, (table, line) in enumerate(zip(tables, places, strict=True), 1):
        place = _place(path, table, number, line)
        entry = _entry(place, table, number)
        for name in {entry.id, *(claim.id for claim in entry.claims)}:
            if name in taken:
                raise ClaimsFileError(f"{place}: found the id {name!r} a second time, expected a different one")
            taken.add(name)
        entries.append(entry)
    return tuple(entries)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise ClaimsFileError(f"{path}: cannot read it: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise ClaimsFileError(f"{path}: found more than {MAX_BYTES >> 20} MiB, expected a file of claims")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ClaimsFileError(
            f"{path}: line {line}: found the byte 0x{data[error.start]:02x}, which is not UTF-8"
        ) from None


def _tables(path: Path, document: Mapping[str, Any]) -> list[Any]:
    for key in document:
        if key != "claim":
            raise ClaimsFileError(f"{path}: found the key {key!r}, expected [[claim]] tables only")
    tables = document.get("claim", [])
    if isinstance(tables, dict):
        raise ClaimsFileError(f"{path}: found [claim], expected [[claim]] with double brackets")
    if not isinstance(tables, list) or not tables:
        raise ClaimsFileError(f"{path}: found no claim, expected at least one [[claim]] table")
    return tables


def _place(path: Path, table: Any, number: int, line: int) -> str:
    name = table.get("id") if isinstance(table, dict) else None
    label = f"claim {name!r}" if isinstance(name, str) and name else f"claim number {number}"
    return f"{path}: line {line}: {label}" if line else f"{path}: {label}"


def _entry(place: str, table: Any, number: int) -> Entry:
    if not isinstance(table, dict):
        raise ClaimsFileError(f"{place}: found {_kind(table)}, expected a table")
    for key, value in table.items():
        if key not in TEXT_KEYS + LIST_KEYS:
            known = ", ".join(("id", "claim", *LIST_KEYS, "expect", "note", "source"))
            raise ClaimsFileError(f"{place}: found the key {key!r}, expected one of {known}")
        if key in TEXT_KEYS and not isinstance(value, str):
            raise ClaimsFileError(f"{place}: {key}: found {_kind(value)}, expected a string")
    if "claim" not in table:
        raise ClaimsFileError(f'{place}: found no key claim, expected claim = "..."')
    name = table.get("id", str(number))
    if not re.fullmatch(r"[\w.-]+", name) or name.startswith("."):
        raise ClaimsFileError(f"{place}: found the id {name!r}, expected letters, digits, dots, dashes and underscores")
    expect = table.get("expect", "")
    if "expect" in table and expect not in VERDICTS:
        raise ClaimsFileError(f"{place}: expect: found {expect!r}, expected one of {', '.join(VERDICTS)}")
    lists = {key: _strings(place, key, table.get(key, [])) for key in LIST_KEYS}
    try:
        claims = read_claims(table["claim"], id=name, **lists)
    except ReadError as error:
        raise ClaimsFileError(f"{place}: {error}") from None
    return Entry(name, claims, expect, table.get("note", ""), table.get("source", ""))


def _strings(place: str, key: str, value: Any) -> tuple[str, ...]:
    """A string, or a list of strings, as a tuple."""
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list):
        raise ClaimsFileError(f"{place}: {key}: found {_kind(value)}, expected a string or a list of strings")
    for item in value:
        if not isinstance(item, str):
            raise ClaimsFileError(f"{place}: {key}: found {_kind(item)} in the list, expected strings")
    return tuple(value)


def _kind(value: Any) -> str:
    names = {bool: "a boolean", int: "an integer", float: "a float", str: "a string", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")
