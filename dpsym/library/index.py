"""The index of the library: what each entry is called and says, to be listed and searched without importing a chapter.

theorems/index.json is written by `python -m dpsym.library.index`, and by `dpsym certify`. It is not believed where it may be old:
it holds a digest of each chapter with the chapters that it imports, and one of the modules that write statements (`WRITERS`). A chapter
that does not have its digest any more is imported and read, and so are all of them if one of the writers has changed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ..reading.likeness import folded
from .base import Entry, LibraryError

FORMAT, VERSION = "dpsym-index", 1
ROOT = Path(__file__).parents[2]
#: What decides how an entry is written here, besides its chapter: files, and folders whose modules count.
WRITERS = (
    "dpsym/notation.py", "dpsym/reading/likeness.py", "dpsym/kernel/laws/chains.py",
    "dpsym/kernel/laws/statements.py", "dpsym/kernel/laws/terms.py", "dpsym/kernel/statements.py",
    "dpsym/kernel/substitution.py", "dpsym/kernel/terms.py", "dpsym/kernel/verdicts.py", "dpsym/objects/algebra.py",
    "dpsym/objects/applied",
    "dpsym/objects/closed_forms", "dpsym/objects/definitions.py", "dpsym/objects/families.py",
    "dpsym/objects/language.py", "dpsym/objects/unfold.py", "dpsym/library/base.py", "dpsym/library/chains.py",
    "dpsym/library/closed_forms.py", "dpsym/library/entries.py", "dpsym/library/index.py", "dpsym/library/loading.py",
    "dpsym/library/tactics.py", "dpsym/library/theorem.py",
    "dpsym/report/laws.py", "dpsym/report/steps.py", "dpsym/report/text.py", "theorems/references.bib",
    "theorems/catalogue",
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """An entry in the index. `statement` is one line, as its author wrote it; `source` names the work, its author and the place."""

    name: str
    kind: str
    title: str
    statement: str
    source: str = ""
    tags: tuple[str, ...] = ()

    @property
    def chapter(self) -> str:
        return self.name.partition(".")[0]


@dataclass(frozen=True)
class Section:
    """A chapter in the index, with the first sentence of its docstring."""

    name: str
    about: str
    rows: tuple[Row, ...]


def index_path() -> Path:
    return ROOT / "theorems" / "index.json"


def sections() -> tuple[Section, ...]:
    """The chapters that have entries, in alphabetical order: from the file where that is known to be what they say."""
    return tuple(s for s in read() if isinstance(s, Section) and s.rows)


def broken() -> tuple[LibraryError, ...]:
    """Why chapters cannot be read: slips of their authors. The others are not concerned."""
    return tuple(s for s in read() if isinstance(s, LibraryError))


@cache
def read() -> tuple[Section | LibraryError, ...]:
    """Every chapter, or why it cannot be read."""
    stored = _stored(index_path())
    return tuple(stored.get(name) or _section_or_slip(name) for name in chapters())


def _section_or_slip(name: str) -> Section | LibraryError:
    try:
        return section(name)
    except LibraryError as error:
        return error


def rows() -> list[Row]:
    """Every entry, in the library's order."""
    return [row for s in sections() for row in s.rows]


# -- searching ------------------------------------------------------------------------------------------------


#: Words of the field that name the same thing: one of them finds the others.
ALIKE = (
    ("gaussian", "normal"), ("tv", "total variation", "statistical distance"), ("kl", "kullback"), ("rdp", "renyi"),
    ("zcdp", "cdp", "concentrated"), ("gdp", "gaussian privacy"), ("ldp", "local", "randomized response"), ("dp", "privacy", "private"),
    ("adp", "approximate", "epsdelta"), ("rr", "randomized response"), ("em", "exponential mechanism"),
    ("amplification", "subsampling"), ("moments accountant", "renyi"), ("utility", "accuracy"), ("error", "accuracy"),
    ("mse", "variance"),
)  # fmt: skip
#: Words that say nothing about a subject: an entry without them is found too.
SMALL = frozenset((
    "a", "an", "and", "are", "at", "by", "for", "from", "i", "in", "is", "it", "of", "on", "or", "that", "the", "to", "under", "with",
))  # fmt: skip


def search(text: str, everywhere: bool = True) -> list[Row]:
    """The entries in which every word of the text occurs: in the name and the title, or also in statement, source, tags and chapter.

    Case, accents, hyphens and the writing of Greek letters do not matter, and other names of a thing are found too (`ALIKE`). Those
    that have the words in the name come first, then in the title; what is false comes last.
    """
    words, small = _asked(text)
    found = []
    for row, places in _places(everywhere):
        reached = [_reach(names, places) for names in words]
        if all(r is not None for r in reached):
            extra = sum(_reach(names, places) is None for names in small)
            found.append((row.kind == "falsehood", sum(min(r or 0, 2) for r in reached), extra, row))
    return [row for *_, row in sorted(found, key=lambda one: one[:-1])]


def nearly(text: str) -> list[Row]:
    """The entries with the most words of the text, at least half of several: for a text of which no entry has all words."""
    words, _ = _asked(text)
    counted = [(sum(_reach(names, places) is not None for names in words), row) for row, places in _places(True)]
    most = max((count for count, _ in counted), default=0)
    return [row for count, row in counted if count == most] if 2 * most >= len(words) > 1 else []


def _asked(text: str) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The words of a question under all their names, and its small words; if it has no others, these are what is asked."""
    plain = _plain(text)
    several = [name for names in ALIKE for name in names if " " in name and f" {name} " in f" {plain} "]
    for name in several:
        plain = f" {plain} ".replace(f" {name} ", " ").strip()
    words = [*several, *plain.split()]
    telling = [w for w in words if w not in SMALL] or words
    return [_names(w) for w in telling], [_names(w) for w in words if w not in telling]


def _places(everywhere: bool) -> Iterator[tuple[Row, list[str]]]:
    """Each entry with the texts in which words are looked for, the weightiest first."""
    for s in sections():
        for row in s.rows:
            more = [row.statement, row.source, row.kind, *row.tags, s.about] if everywhere else []
            yield row, [_plain(part) for part in (row.name, row.title, *more)]


def _plain(text: str) -> str:
    return folded(text).replace("-", " ").replace("kfold", "k fold")


def _names(word: str) -> tuple[str, ...]:
    """The word and its other names."""
    return tuple(dict.fromkeys((word, *(n for names in ALIKE if word in names for n in names))))


def _reach(names: Sequence[str], places: Sequence[str]) -> int | None:
    """The first place in which a word begins with one of these names."""
    return next((i for i, place in enumerate(places) if any(_begins(name, place) for name in names)), None)


def _begins(name: str, place: str) -> bool:
    """Whether a word of the place begins with the name."""
    at = place.find(name)
    while at > 0 and place[at - 1].isalnum() and name[0].isalnum():
        at = place.find(name, at + 1)
    return at >= 0


# -- the file -------------------------------------------------------------------------------------------------


def _stored(path: Path) -> dict[str, Section]:
    """What the file says of the chapters that are as they were when it was made."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if (data["format"], data["version"]) != (FORMAT, VERSION) or data["writers"] != digest(WRITERS):
            return {}
        return {
            name: Section(name, found["about"], tuple(_row(row) for row in found["entries"]))
            for name, found in data["chapters"].items()
            if found["digest"] == digest([f"theorems/{n}.py" for n in (name, *found["imports"])])
        }
    except (OSError, ValueError, LookupError, TypeError):  # missing, or written by something else
        return {}


def _row(data: Any) -> Row:
    return Row(**{**data, "tags": tuple(data["tags"])})


def old() -> list[str]:
    """The chapters of which the file does not say what they are today."""
    stored = _stored(index_path())
    return [name for name in chapters() if name not in stored]


def write() -> Path:
    """Makes the file anew, from the chapters that can be read."""
    made = {name: _section_or_slip(name) for name in chapters()}
    found = {name: (s, _imports(name)) for name, s in made.items() if isinstance(s, Section)}
    stated = {
        name: {
            "digest": digest([f"theorems/{n}.py" for n in (name, *imported)]),
            "imports": imported,
            "about": s.about,
            "entries": [asdict(row) for row in s.rows],
        }
        for name, (s, imported) in found.items()
    }
    lines = ",\n".join(f"{json.dumps(n)}: {json.dumps(c, ensure_ascii=False)}" for n, c in stated.items())
    head = f'"format": "{FORMAT}", "version": {VERSION}, "writers": "{digest(WRITERS)}"'
    index_path().write_text(f'{{{head}, "chapters": {{\n{lines}\n}}}}\n', "utf-8")
    read.cache_clear()
    return index_path()


def digest(places: Sequence[str]) -> str:
    """Of the content of files, and of the modules and tables in folders."""
    whole = blake2b(digest_size=16)
    for place in places:
        path = ROOT / place
        inside = sorted(p for p in path.iterdir() if p.suffix in (".py", ".toml")) if path.is_dir() else [path]
        for file in inside:
            content = file.read_bytes()
            whole.update(f"{file.name} {len(content)}\n".encode())
            whole.update(content)
    return whole.hexdigest()


def chapters() -> list[str]:
    """The names of the chapters, in alphabetical order."""
    return sorted(p.stem for p in (ROOT / "theorems").glob("*.py") if p.stem != "__init__")


# -- from the chapters ----------------------------------------------------------------------------------------


def section(name: str) -> Section:
    """What a chapter says, imported."""
    import inspect

    from ..kernel.terms import TermError
    from .loading import chapter, slip

    loaded = chapter(name)
    doc = inspect.cleandoc(sys.modules[f"theorems.{name}"].__doc__ or "")
    about = re.split(r"(?<=[.:])\s|\n\n", doc, maxsplit=1)[0].rstrip(".:")
    try:
        return Section(name, " ".join(about.split()), tuple(map(row_of, loaded.entries.values())))
    except (TermError, LibraryError) as error:  # a statement that cannot be unfolded
        raise slip(name, error) from error


def row_of(entry: Entry) -> Row:
    return Row(entry.name, kind(entry), entry.title, statement(entry), _source(entry), tuple(_tags(entry)))


def kind(entry: Entry) -> str:
    return type(entry).__name__.lower()


def statement(entry: Entry) -> str:
    """The statement in a line, with what it assumes: that of a formula as it is written, that of a theorem as it unfolds."""
    from ..report.laws import TEXT, fact_text
    from ..report.text import domain_texts
    from .chains import KFold
    from .entries import Definition, Falsehood, Formula, Unsettled
    from .theorem import Theorem

    if isinstance(entry, Formula):
        claim = entry.claim if isinstance(entry.claim, str) else "; ".join(entry.claim)
        return _line(claim, entry.where, entry.given, entry.let)
    if isinstance(entry, (Theorem, Falsehood)):
        p = entry.proposition
        given = [fact_text(f) for _, f in p.given]
        some = f"there are {', '.join(map(TEXT.field, p.exists))} with " if p.exists else ""
        return _line(some + "; ".join(map(fact_text, p.claims)), domain_texts(p.setting.where), given)
    if isinstance(entry, KFold):
        return "; ".join(f"{head} {said}" for head, said in entry.iteration.parts(TEXT))
    if isinstance(entry, Definition):
        return entry.object
    return entry.reason if isinstance(entry, Unsettled) else ""


def _line(claim: str, where: Sequence[str], given: Sequence[str], let: Sequence[str] = ()) -> str:
    parts = [("for", where), ("given", given), ("let", let)]
    return "   ".join([claim, *(f"{word} {', '.join(texts)}" for word, texts in parts if texts)])


def _source(entry: Entry) -> str:
    if entry.source is None:
        return ""
    work = _works().get(entry.source.key, "")
    return ", ".join(part for part in (entry.source.key, entry.source.place, work) if part)


def _tags(entry: Entry) -> Iterable[str]:
    from .entries import Falsehood, Formula
    from .theorem import Theorem

    if isinstance(entry, Theorem) and entry.tight is not None:
        yield "tight"
    if isinstance(entry, Falsehood) or (isinstance(entry, Formula) and entry.fails_at is not None):
        yield "false"
    yield from _catalogued().get(entry.name, ())


@cache
def _works() -> dict[str, str]:
    """Authors and title of each work that is cited."""
    text = (ROOT / "theorems" / "references.bib").read_text("utf-8")
    works = {}
    for key, body in re.findall(r"@\w+\{([^,]+),\n(.*?)\n\}", text, re.S):
        found = dict(re.findall(r"^\s*(\w+) = \{(.*)\},?$", body, re.M))
        works[key] = ", ".join(found[f] for f in ("author", "title", "year") if f in found)
    return works


@cache
def _catalogued() -> dict[str, list[str]]:
    """The statements of the sources that each entry settles."""
    import tomllib

    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "theorems" / "catalogue").glob("*.toml")):
        for row in tomllib.loads(path.read_text("utf-8"))["row"]:
            for name in row["entries"]:
                found.setdefault(name, []).append(row["id"])
    return found


def _imports(name: str) -> list[str]:
    """The chapters that a chapter imports, directly or through others."""
    from .loading import imported

    found: dict[str, None] = {}
    todo = [name]
    while todo:
        for other in imported(todo.pop()):
            if other != name and other not in found:
                found[other] = None
                todo.append(other)
    return sorted(found)


if __name__ == "__main__":
    print(f"wrote {write().relative_to(ROOT)}")
