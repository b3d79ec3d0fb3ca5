"""The catalogue: for every statement of the sources what it says as printed, and what the library says of it.

theorems/catalogue/*.toml holds a `[[row]]` for each statement. The verdicts are not written there: they come from the entries
(dpsym.library.verifying). A row that does not fit the verdicts of its entries is an error, as `misfits` says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from .base import LibraryError
from .loading import directory
from .verifying import Verified

#: What can be said of a statement as it is printed.
AS_PRINTED = ("definition", "true", "loose", "false", "misprint", "wrong proof", "ambiguous")
KINDS = (
    "definition", "theorem", "lemma", "claim", "corollary", "remark", "equation", "step", "steps", "example", "exercise",
    "property", "text",
)  # fmt: skip
_REQUIRED = ("id", "kind", "printed", "entries", "as_printed")


@dataclass(frozen=True)
class Row:
    """One statement of a source. `printed` is what the source says; the last four are text or LaTeX, or empty."""

    id: str
    kind: str
    printed: str
    entries: tuple[str, ...]
    as_printed: tuple[str, ...]
    counterexample: str = ""
    corrected: str = ""
    tight: str = ""
    note: str = ""

    @property
    def is_erratum(self) -> bool:
        return bool({"false", "misprint", "wrong proof"} & set(self.as_printed))


@lru_cache(maxsize=4)
def rows(where: Path | None = None) -> tuple[Row, ...]:
    """All rows, source by source, in the order of the files."""
    folder = where or directory().parent / "catalogue"
    found: dict[str, Row] = {}
    for path in sorted(folder.glob("*.toml")):
        for number, table in enumerate(_tables(path), 1):
            row = _row(f"{path.name}: row {table.get('id', number)}", table)
            if row.id in found:
                raise LibraryError(f"{path.name}: found the id {row.id} a second time")
            found[row.id] = row
    return tuple(found.values())


def _tables(path: Path) -> Sequence[Mapping[str, Any]]:
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LibraryError(f"{path.name}: not TOML: {error}") from None
    found = document.get("row")
    if set(document) != {"row"} or not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise LibraryError(f"{path.name}: found {sorted(document)}, expected [[row]] tables only")
    return found


def _row(place: str, table: Mapping[str, Any]) -> Row:
    names = [f.name for f in fields(Row)]
    unknown = [k for k in table if k not in names]
    missing = [k for k in _REQUIRED if k not in table]
    if unknown or missing:
        raise LibraryError(f"{place}: found the keys {unknown} and no {missing}, expected {', '.join(names)}")
    names_of, said = tuple(table["entries"]), tuple(table["as_printed"])
    texts = {k: v for k, v in table.items() if k not in ("entries", "as_printed")}
    if any(not isinstance(v, str) for v in (*texts.values(), *names_of, *said)):
        raise LibraryError(f"{place}: found a value that is not text, expected strings and lists of strings")
    wrong = [t for t in said if t not in AS_PRINTED] or ([] if said else ["nothing"])
    if wrong or table["kind"] not in KINDS:
        raise LibraryError(
            f"{place}: found {', '.join(wrong) or table['kind']}, expected one of {', '.join(AS_PRINTED if wrong else KINDS)}"
        )
    return Row(entries=names_of, as_printed=said, **texts)


def misfits(row: Row, answers: Mapping[str, Verified]) -> Iterator[str]:
    """What the row says that its entries do not bear out."""
    if missing := [n for n in row.entries if n not in answers]:
        yield f"{row.id}: found no entries {', '.join(missing)}"
        return
    verdicts = {answers[n].verdict for n in row.entries}
    said = set(row.as_printed)
    if not row.entries:
        yield f"{row.id}: found no entry, expected one"
    if "rejected" in verdicts:
        yield f"{row.id}: found an entry that is rejected"
    if "definition" in said and "defined" not in verdicts:
        yield f"{row.id}: found {sorted(verdicts)}, expected an object for a definition"
    if said & {"true", "loose"} and not verdicts & {"proved", "open", "assumed"}:
        yield f"{row.id}: found {sorted(verdicts)}, expected a proof of what is called true"
    if "false" in said and not verdicts & {"refuted", "undefined", "open"}:
        yield f"{row.id}: found {sorted(verdicts)}, expected a counterexample to what is called false"
    if "false" in said and not (row.counterexample and row.corrected):
        yield f"{row.id}: found no counterexample or no correction of what is called false"
    if "loose" in said and not row.tight:
        yield f"{row.id}: found no tight bound for what is called loose"
    if said & {"misprint", "wrong proof"} and not (row.corrected or row.note):
        yield f"{row.id}: found no correction and no note"
    if "ambiguous" in said and len(row.entries) < 2:
        yield f"{row.id}: found {len(row.entries)} entries, expected one for each reading"
    if "open" in verdicts and not row.note:
        yield f"{row.id}: found an open entry, expected a note with the reason"


def coverage_json(row: Row, answers: Mapping[str, Verified]) -> dict[str, Any]:
    """The row with the verdicts of its entries; the counterexample is that of an entry where the row gives none."""
    found = next((answers[n].detail for n in row.entries if answers[n].verdict in ("refuted", "undefined")), "")
    return {
        "id": row.id,
        "kind": row.kind,
        "printed": row.printed,
        "entries": list(row.entries),
        "as_printed": list(row.as_printed),
        "verdicts": {n: answers[n].verdict for n in row.entries},
        "counterexample": row.counterexample or (found if row.is_erratum else "") or None,
        "corrected": row.corrected or None,
        "tight": row.tight or None,
        "note": row.note or None,
    }


def decided(row: Row, answers: Mapping[str, Verified]) -> bool:
    """Whether kernel, exact model or object settle the row: every entry has a definite verdict and rests on no principle."""
    found = [answers[n] for n in row.entries]
    return bool(found) and all(a.verdict not in ("open", "assumed", "rejected") and not a.rests for a in found)


def used(found: Iterable[Row]) -> list[str]:
    """The entries of the rows, each once."""
    return list(dict.fromkeys(n for row in found for n in row.entries))
