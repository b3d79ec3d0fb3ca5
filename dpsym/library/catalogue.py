"""The catalogue: for every statement of the sources what it says as printed, and what the library says of it.

theorems/catalogue/*.toml holds a `[[row]]` for each statement. The verdicts are not written there: they come from the entries
(dpsym.library.verifying). A row that does not fit the verdicts of its entries is an error, as `misfits` says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
#: Whether the entries say as much as the source does, where it is right, and as what is so, where it is not.
STRENGTHS = ("yes", "stronger", "weaker")
_REQUIRED = ("id", "kind", "printed", "entries", "as_printed", "strength")
_LISTS = ("entries", "as_printed", "counterexample_by", "corrected_by", "tight_by", "better_by")


@dataclass(frozen=True)
class Row:
    """One statement of a source. `printed` is what the source says; what is said of it is text or LaTeX, or empty.

    Whatever is said in `counterexample`, `corrected`, `tight` and `better` is shown by the entries in the list of the same name.
    `strength` says whether the entries are as strong as the source, `why` in what they are weaker or stronger.
    """

    id: str
    kind: str
    printed: str
    entries: tuple[str, ...]
    as_printed: tuple[str, ...]
    strength: str = "yes"
    why: str = ""
    counterexample: str = ""
    counterexample_by: tuple[str, ...] = ()
    corrected: str = ""
    corrected_by: tuple[str, ...] = ()
    tight: str = ""
    tight_by: tuple[str, ...] = ()
    better: str = ""
    better_by: tuple[str, ...] = ()
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
    lists = {k: tuple(v) for k, v in table.items() if k in _LISTS and isinstance(v, list)}
    texts = {k: v for k, v in table.items() if k not in _LISTS}
    flat = [v for values in lists.values() for v in values]
    if set(texts) | set(lists) != set(table) or any(not isinstance(v, str) for v in (*texts.values(), *flat)):
        raise LibraryError(f"{place}: found a value that is not text, expected strings and lists of strings")
    said = lists["as_printed"]
    for found, known in (
        (said or ("nothing",), AS_PRINTED),
        ((texts["kind"],), KINDS),
        ((texts["strength"],), STRENGTHS),
    ):
        if wrong := [t for t in found if t not in known]:
            raise LibraryError(f"{place}: found {', '.join(wrong)}, expected one of {', '.join(known)}")
    values: dict[str, Any] = {**texts, **lists}
    return Row(**values)


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
    if said & {"true", "loose"} and not verdicts & {"proved", "open"}:
        yield f"{row.id}: found {sorted(verdicts)}, expected a proof of what is called true"
    if "false" in said and "open" not in verdicts and not any(_fails(answers[n]) for n in row.entries):
        yield f"{row.id}: found {sorted(verdicts)}, expected a counterexample to what is called false"
    if "false" in said and not (row.counterexample and row.corrected):
        yield f"{row.id}: found no counterexample or no correction of what is called false"
    if "loose" in said and not (row.tight or row.better):
        yield f"{row.id}: found no tight bound, and no better one, for what is called loose"
    if said & {"misprint", "wrong proof"} and not (row.corrected or row.note):
        yield f"{row.id}: found no correction and no note"
    if "ambiguous" in said and len(row.entries) < 2:
        yield f"{row.id}: found {len(row.entries)} entries, expected one for each reading"
    if "open" in verdicts and not row.note:
        yield f"{row.id}: found an open entry, expected a note with the reason"
    if row.strength == "weaker" and not row.why:
        yield f"{row.id}: found entries that are weaker than the source, expected the reason"
    yield from _unbacked(row, answers)


def _unbacked(row: Row, answers: Mapping[str, Verified]) -> Iterator[str]:
    """What the row says without an entry of the right kind that shows it."""
    for what, shown in _SHOWN.items():
        text, names = getattr(row, what), getattr(row, f"{what}_by")
        if bool(text) != bool(names):
            yield f"{row.id}: found {what} {'without' if text else 'for nothing but'} {what}_by, expected both or none"
        for n in names:
            if n not in row.entries:
                yield f"{row.id}: found {n} in {what}_by, expected one of its entries"
            elif not shown(answers[n]):
                yield f"{row.id}: found {answers[n].kind} {n}, {answers[n].verdict}, in {what}_by, which does not show it"


def _attains(a: Verified) -> bool:
    """A theorem with laws that attain it, or that come as close as one likes; a formula; or a better bound, refuted."""
    if a.kind in ("theorem", "kfold"):
        return a.verdict == "proved" and a.shows in ("attained", "sharp")
    return a.verdict == "proved" if a.kind == "formula" else a.kind == "falsehood" and a.verdict == "refuted"


def _fails(a: Verified) -> bool:
    return a.verdict in ("refuted", "undefined") or (a.verdict == "proved" and a.shows == "refuted")


_SHOWN: Mapping[str, Callable[[Verified], bool]] = {
    "counterexample": _fails,
    "corrected": lambda a: a.verdict in ("proved", "defined"),
    "tight": _attains,
    "better": lambda a: a.verdict == "proved",
}


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
        "strength": row.strength,
        "why": row.why or None,
        "counterexample": row.counterexample or (found if row.is_erratum else "") or None,
        "counterexample_by": list(row.counterexample_by),
        "corrected": row.corrected or None,
        "corrected_by": list(row.corrected_by),
        "tight": row.tight or None,
        "tight_by": list(row.tight_by),
        "better": row.better or None,
        "better_by": list(row.better_by),
        "note": row.note or None,
    }


def decided(row: Row, answers: Mapping[str, Verified]) -> bool:
    """Whether kernel, exact model or object settle the row: every entry has a definite verdict."""
    found = [answers[n] for n in row.entries]
    return bool(found) and all(a.verdict not in ("open", "rejected") for a in found)


def used(found: Iterable[Row]) -> list[str]:
    """The entries of the rows, each once."""
    return list(dict.fromkeys(n for row in found for n in row.entries))
