r"""The parts of a document as a tree: nothing that is said in one part holds in a sibling of it.

    document > section > subsection ...       \section, `#`, `2.1 Title`
             > statement                      \begin{theorem}, `**Lemma 3.**`; its assumptions hold in its proof
             > proof                          \begin{proof}, `Proof.`; `of` is the statement it belongs to
             > item                           \item, `- `, `1. `
             > case, contradiction            added by `sentences`, which sees the words that open and close them

A part that has no written end (`**Lemma 3.**` in Markdown, the last of several cases) is certain up to `firm_until` only: behind it,
what the part assumes is no assumption any more, but nothing that may be forgotten either.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from .document import Source

_KINDS = (
    "Theorem|Lemma|Proposition|Corollary|Claim|Definition|Remark|Example|Exercise|Fact|Observation|Question|Conjecture|"
    "Assumption|Problem|Note|Property|Result|Setting"
)
_ENVIRONMENT = (
    f"{_KINDS.lower()}|thm|lem|prop|cor|defn|rem|ex|obs|conj|restatable|theo|coro|assump|solution|answer|exmp|fct|clm"
)
_UNPROVED = "definition|defn|remark|rem\\b|example|ex\\b|note|question|exercise|conjecture|assumption|setting"
_LISTS = (
    "itemize|enumerate|description|inparaenum|compactitem|compactenum|quote|quotation|abstract|minipage|framed|mdframed"
)
_NEWTHEOREM = re.compile(r"\\(?:newtheorem|declaretheorem|newtheoremstyle)\*?(?:\[[^\]]*\])?\{(\w+)\}")
_HEADING = re.compile(
    r"^[ \t]*\\(?P<tex>part|chapter|(?:sub)*section|paragraph|subparagraph)\*?(?:\[[^\]]*\])?\{(?P<textitle>[^\n]*)"
    r"|^(?P<md>#{1,6})[ \t]+(?P<mdtitle>[^\n]*)"
    r"|^(?P<number>\d+(?:\.\d+)*)\.? +(?P<plain>[A-Z][^\n$.]{3,80})$"
    r"|^(?P<under>[^\n$|]{3,80})\n(?P<rule>={3,}|-{3,})[ \t]*$",
    re.M,
)
_PLAIN = re.compile(
    rf"^[ \t>]*(?:\*\*|\*|__|_|\\noindent\b\s*|\\(?:textbf|textit|emph|textsc|bf|underline)\s*\{{)*(?P<kind>{_KINDS})"
    r"(?:~|[ \t])*(?P<number>[A-Z]?\d+(?:\.\d+)*'?|\([^)\n]{1,60}\))?(?P<rest>[ \t]*(?:\([^)\n]{1,80}\))?[ \t]*(?:[.:*_}—]|$))",
    re.M,
)
_PROOF = re.compile(
    r"^[ \t>]*(?:\*\*|\*|__|_|\\noindent\b\s*|\\(?:textbf|textit|emph|textsc|bf|underline)\s*\{)*(?:Proof|PROOF)\b"
    r"(?P<of>[ \t]+(?:of|sketch|idea)[^\n.:$]*)?[ \t]*(?:[.:*_}(—]|$)",
    re.M,
)
_BEGIN_END = re.compile(r"\\(?P<which>begin|end)\{(?P<name>\w+)\*?\}(?P<options>(?:[ \t]*\[[^\]\n]*\])?)")
_ITEM = re.compile(
    r"\\item\b(?P<options>[ \t]*\[[^\]\n]*\])?|^(?P<indent>[ \t]*)(?:[-*+]|\d+[.)]|\([a-z0-9]{1,4}\))[ \t]+(?=\S)", re.M
)
_QED = re.compile(r"∎|□|■|\\qed\b|\\qedhere\b|\\blacksquare\b|\\square\b|\\Box\b|\bQ\.?E\.?D\b\.?")
_DEDENT = re.compile(r"\n[ \t]*\n(?=[^\s])")
_LEVELS = {
    "part": 0,
    "chapter": 1,
    "section": 2,
    "subsection": 3,
    "subsubsection": 4,
    "paragraph": 8,
    "subparagraph": 9,
}
_LABEL = re.compile(r"\\label\{([^}]*)\}")
_REF = re.compile(r"\\(?:[cC]ref|autoref|ref|thmref|lemref)\*?\{([^}]*)\}")


@dataclass(eq=False)
class Part:
    """A part of the document: text[start:end]. What it assumes holds in it, and in the parts inside it."""

    kind: str
    title: str
    start: int
    end: int
    parent: Part | None = None
    level: int = 99
    marked: bool = True  # its end is written
    firm_until: int = -1  # -1: to its end
    of: Part | None = None
    number: str = ""
    labels: tuple[str, ...] = ()
    children: list[Part] = field(default_factory=list)

    def holds_at(self, place: int) -> bool:
        """Whether the place is certainly in this part."""
        return self.start <= place < self.end and (self.firm_until < 0 or place < self.firm_until)

    @property
    def chain(self) -> list[Part]:
        """The part, the statement that it proves, and what encloses them, innermost first."""
        out: list[Part] = []
        at: Part | None = self
        while at is not None:
            out.append(at)
            if at.of is not None and at.of not in out:
                out.append(at.of)
            at = at.parent
        return out

    def add(self, kind: str, title: str, start: int, end: int) -> Part:
        made = Part(kind, title, start, end, self)
        self.children.append(made)
        return made

    def walk(self) -> Iterator[Part]:
        yield self
        for child in self.children:
            yield from child.walk()

    def at(self, place: int) -> Part:
        """The innermost part that holds a place."""
        for child in reversed(self.children):
            if child.start <= place < child.end:
                return child.at(place)
        return self

    @property
    def heading(self) -> str:
        """The title of the section or statement that this part belongs to."""
        found = next((p for p in self.chain if p.title and p.kind in ("section", "statement")), None)
        return found.title if found is not None else ""


def is_assumption(part: Part) -> bool:
    """Whether a part is an environment or a paragraph `Assumption 1`, `Setting`: what stands in it is assumed."""
    return part.kind == "statement" and bool(re.match(r"\W*(?:\\\w+\{)*(?:assum|setting|hypothes)", part.title, re.I))


@dataclass(frozen=True)
class _Event:
    place: int
    rank: int  # at one place: ends, then headings, then the rest
    what: str
    match: re.Match[str]


def parts(source: Source) -> Part:
    """The tree of a document."""
    return _Builder(source).build()


class _Builder:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.shown
        self.root = Part("document", "", 0, len(source.text))
        self.open = [self.root]
        self.statements: list[Part] = []
        self.wanted: list[tuple[Part, str]] = []  # proofs with the label of their statement
        known = {m[1] for m in _NEWTHEOREM.finditer(source.text)}
        self.statement = re.compile("|".join([_ENVIRONMENT, *map(re.escape, sorted(known - {"proof"}))]))

    def build(self) -> Part:
        for event in self._events():
            getattr(self, f"_{event.what}")(event)
        while len(self.open) > 1:
            self._close(len(self.text))
        for part in self.root.walk():
            own = self.text[part.start : part.end]
            part.labels = tuple(_LABEL.findall(own)) if part.kind == "statement" else ()
        self._late_proofs()
        return self.root

    def _events(self) -> list[_Event]:
        inside = [(p.outer, p.outer_end) for p in self.source.pieces]
        found = [_Event(m.start(), 1, "heading", m) for m in _HEADING.finditer(self.text)]
        found += [_Event(m.start(), 2, "plain", m) for m in _PLAIN.finditer(self.text)]
        found += [_Event(m.start(), 2, "proof", m) for m in _PROOF.finditer(self.text)]
        found += [_Event(m.start(), 3, m["which"], m) for m in _BEGIN_END.finditer(self.text)]
        found += [_Event(m.start(), 4, "item", m) for m in _ITEM.finditer(self.text)]
        found += [_Event(m.end(), 0, "dedent", m) for m in _DEDENT.finditer(self.text)]
        marks = [_Event(m.end(), 5, "qed", m) for m in _QED.finditer(self.text)]
        found = [e for e in found if not _within(e.place, inside)]
        heads = {e.place for e in found if e.what == "heading"}
        found = [e for e in found if e.what not in ("plain", "item") or e.place not in heads]
        return sorted([*found, *marks], key=lambda e: (e.place, e.rank))

    # -- opening and closing --------------------------------------------------------------------------------------------

    def _close(self, place: int) -> None:
        part = self.open.pop()
        part.end = max(place, part.start)

    def _close_while(self, place: int, kinds: tuple[str, ...]) -> None:
        while len(self.open) > 1 and self.open[-1].kind in kinds:
            self._close(place)

    def _push(self, kind: str, title: str, place: int, *, marked: bool = True, level: int = 99) -> Part:
        part = self.open[-1].add(kind, " ".join(title.split())[:100], place, len(self.text))
        part.marked, part.level = marked, level
        self.open.append(part)
        return part

    def _heading(self, event: _Event) -> None:
        m = event.match
        level = _LEVELS[m["tex"]] if m["tex"] else len(m["md"] or "") + 1
        if m["number"]:
            level = 2 + m["number"].count(".")
        if m["rule"]:
            level = 2 if m["rule"].startswith("=") else 3
        title = m[0] if not m["rule"] else m["under"]
        while len(self.open) > 1 and not (self.open[-1].kind == "section" and self.open[-1].level < level):
            self._close(event.place)
        named = _PLAIN.match((m["textitle"] or m["mdtitle"] or m["under"] or "").strip("*"))
        if named is not None:  # ### Theorem 3
            made = self._push("statement", title, event.place, marked=False)
            made.number = named["number"] or ""
            made.level = level
            self.statements.append(made)
        elif re.match(r"\**(?:Proof|PROOF)\b", m["textitle"] or m["mdtitle"] or ""):
            made = self._push("proof", title, event.place, marked=False)
            made.of = self._statement_of(m["textitle"] or m["mdtitle"] or "")
        else:
            self._push("section", title, event.place, level=level)

    def _plain(self, event: _Event) -> None:
        if self.open[-1].kind in ("statement", "proof") and self.open[-1].marked:
            return  # `Claim 2.` inside a written proof goes on in it
        if any(p.kind == "proof" and p.marked for p in self.open):
            return
        self._close_while(event.place, ("statement", "proof", "item"))
        line = self.text[event.match.start() : (self.text.find("\n", event.match.end()) + 1 or len(self.text) + 1) - 1]
        made = self._push("statement", line, event.place, marked=False)
        made.number = event.match["number"] or ""
        self.statements.append(made)

    def _proof(self, event: _Event) -> None:
        if any(p.kind == "proof" and p.marked for p in self.open):
            return
        self._close_while(event.place, ("statement", "proof", "item"))
        made = self._push("proof", event.match[0], event.place, marked=False)
        made.of = self._statement_of(event.match["of"] or "")

    def _begin(self, event: _Event) -> None:
        name = event.match["name"]
        if name == "proof":
            self._close_while(event.place, ("item",)) if not self._in_list() else None
            made = self._push("proof", "Proof", event.place)
            made.of = self._statement_of(event.match["options"])
        elif self.statement.fullmatch(name):
            made = self._push("statement", f"{name} {event.match['options'].strip(' []')}".strip(), event.place)
            self.statements.append(made)
        elif re.fullmatch(_LISTS, name):
            self._push("list", "", event.place)

    def _in_list(self) -> bool:
        return any(p.kind == "list" for p in self.open)

    def _end(self, event: _Event) -> None:
        name = event.match["name"]
        kind = "proof" if name == "proof" else "statement" if self.statement.fullmatch(name) else "list"
        if kind == "list" and not re.fullmatch(_LISTS, name):
            return
        depth = next(
            (k for k in range(len(self.open) - 1, 0, -1) if self.open[k].kind == kind and self.open[k].marked), None
        )
        if depth is not None:
            while len(self.open) > depth:
                self._close(event.place)

    def _item(self, event: _Event) -> None:
        m = event.match
        if m["indent"] is None:  # \item
            if self._in_list():
                self._close_while(event.place, ("item",))
            self._push("item", "", event.place)
            return
        indent = len(m["indent"].expandtabs(4))
        while self.open[-1].kind == "item" and self.open[-1].level >= indent:
            self._close(event.place)
        self._push("item", "", event.place, marked=False, level=indent)

    def _dedent(self, event: _Event) -> None:
        """Text at the margin behind an empty line ends a list of Markdown, unless it is the next item."""
        if not _ITEM.match(self.text, event.place):
            while self.open[-1].kind == "item" and not self.open[-1].marked:
                self._close(event.place)

    def _qed(self, event: _Event) -> None:
        depth = next((k for k in range(len(self.open) - 1, 0, -1) if self.open[k].kind == "proof"), None)
        if depth is not None and not self.open[depth].marked:
            inside = next((p for p in self.source.pieces if p.outer <= event.match.start() < p.outer_end), None)
            place = event.place if inside is None else inside.outer_end
            while len(self.open) > depth:
                self._close(place)

    # -- which statement a proof belongs to --------------------------------------------------------------------------------

    def _statement_of(self, words: str) -> Part | None:
        """`Proof of Theorem 2`, `[Proof of \\ref{thm:x}]`, or the statement right before."""
        if refs := _REF.findall(words):
            self.wanted.append((self.open[-1], refs[0].split(",")[0].strip()))
            return None
        found = re.search(rf"({_KINDS})(?:~|\s)*([A-Z]?\d+(?:\.\d+)*)", words)
        if found is not None:
            named = [s for s in self.statements if s.number == found[2] and found[1].lower() in s.title.lower()]
            return named[-1] if len(named) == 1 else None
        before = [s for s in self.statements if s.parent is self.open[-1].parent and s is not self.open[-1]]
        proved = [s for s in before if not re.match(rf"\W*(?:\\\w+\{{)*(?:{_UNPROVED})", s.title, re.I)]
        return proved[-1] if proved else None

    def _late_proofs(self) -> None:
        """Proofs that name the label of their statement, which may stand anywhere."""
        for proof, label in self.wanted:
            named = [s for s in self.statements if label in s.labels]
            proof.of = named[0] if len(named) == 1 else None


def _within(place: int, spans: list[tuple[int, int]]) -> bool:
    k = bisect_right(spans, (place, 1 << 60)) - 1
    return k >= 0 and spans[k][0] < place < spans[k][1]


__all__ = ["Part", "is_assumption", "parts"]
