r"""Sentences: words and formulas in turn, each in its part and paragraph; and the cases and contradictions that their words open.

A sentence goes through a display unless the display ends with a full stop or a capital letter follows it. Cases end where the next one
begins, where the words say that they are over ("in both cases"), or with the part they stand in; of the last case only the paragraph
in which it begins is certain. An assumption for contradiction ends with the sentence that names the contradiction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from .document import Piece, Source
from .structure import Part, parts

_INLINE, _SHOWN = "\x01", "\x02"  # fillers of formulas; no document holds these characters
_STOP = re.compile(r"(?<=[.!?])[\"')\]}*_”’]*(?=\s)")
_ABBREVIATIONS = re.compile(
    r"\b(?:e\.g|i\.e|cf|eqs?|eqn|thm|lem|prop|cor|sec|fig|def|ch|resp|w\.l\.o\.g|wlog|s\.t|w\.r\.t|a\.s|a\.e|vs|etc|viz|approx|"
    r"no|refs?|app|dr|prof|st|al|iid|i\.i\.d|w\.h\.p|[A-Z])\.$",
    re.I,
)
_BLANK = re.compile(r"\n[ \t]*\n")
_LABELS = re.compile(
    r"\\(?:label|tag|tag\*|nonumber|notag|qedhere|qed|square|blacksquare|,|;|quad|\s)(?:\{[^}]*\})?|\\end\{[^}]*\}|\s"
)
_CASE = re.compile(
    r"^(?:(?:[\W_]|\\[a-z]+\b)*)(?:sub-?)?case(?:\s*\(?(?:\d+|[ivx]+|[a-z])\)?[\s.:,(—–-]|\s*[:(])"
    r"|^\W*(?:first(?:ly)?|now|next|second(?:ly)?|third(?:ly)?|finally|otherwise|on the other hand|conversely|in contrast|by contrast|"
    r"it remains|similarly|likewise|alternatively)[,:]?(?:\s+(?:to|we|let us|now|then))*"
    r"\s+(?:suppose|assume|consider|if|when|treat|handle)\b"
    r"|^\W*(?:otherwise)\b"
    r"|^\W*(?:suppose|assume|consider|let us (?:suppose|assume|consider)|we consider)"
    r"\s+(?:first|now|next|then|instead|otherwise|the case|that we are in)\b"
    r"|^\W*(?:in|for) the (?:first|second|third|other|remaining|latter|former|last|opposite)\s*case\b",
    re.I,
)
_OVER = re.compile(
    r"\b(?:in (?:both|either|any|all|each|every) (?:of (?:these|the|those) )?(?:\w+ )?cases?|in any event|both cases|all cases|"
    r"combining|altogether|overall|in summary|to summari[sz]e|putting (?:everything|this|these|it all)|we conclude|"
    r"this concludes|this completes|in conclusion|in general|more generally|generally|dropping|drop (?:the|this)|no longer assume|"
    r"regardless|without (?:this|the|that) (?:assumption|condition|restriction))\b",
    re.I,
)
_AGAINST = re.compile(
    r"\b(?:for|towards?|to get|to reach|to obtain|by way of|by|to derive|in order to (?:get|reach|obtain|derive))\s+(?:the sake of\s+)?"
    r"(?:an?\s+)?contradiction\b|\b(?:suppose|assume)\s+(?:on |to )?(?:the )?(?:contrary|opposite|not\b|otherwise)|"
    r"\bcontrary\b.{0,20}\b(?:suppose|assume)|\bwere (?:false|not true)\b",
    re.I,
)
_REACHED = re.compile(
    r"\b(?:contradict(?:ion|s|ing|ed)?|absurd(?:ity)?|impossible|cannot (?:be|hold)|which is false)\b|⊥|\\bot\b", re.I
)
_COMMANDS = re.compile(r"\\(?:cite|citep|citet|ref|eqref|cref|Cref|autoref|label|footnote)\*?(?:\[[^\]]*\])?\{[^}]*\}")


@dataclass(eq=False)
class Sentence:
    """text[start:end]; `words[k]` stand before `pieces[k]`, `words[-1]` behind the last, in lower case and without commands."""

    start: int
    end: int
    part: Part
    paragraph: int
    pieces: list[Piece] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    asks: bool = False

    @property
    def all_words(self) -> str:
        return " # ".join(self.words)


def plain(text: str) -> str:
    """The words of a text, in lower case, without commands and marks."""
    text = re.sub(r"\\label\{[^}]*\}", " ", text)
    text = _COMMANDS.sub(" ref ", text)
    text = re.sub(r"\\(?:begin|end)\{[^}]*\}(?:\[[^\]]*\])?", " ", text)
    text = re.sub(r"\\[A-Za-z]+\*?", " ", text)
    text = re.sub(r"[{}*_~`\"“”\\>#]|''", " ", text).replace("’", "'")
    return " ".join(text.split()).lower()


def sentences(source: Source) -> tuple[list[Sentence], Part]:
    """All sentences of a document, in its order, and the tree of its parts."""
    root = parts(source)
    flat = _flat(source)
    edges = {0, len(flat)}
    edges |= {place for p in root.walk() for place in (p.start, p.end)}
    edges |= {
        flat.find("\n", p.start) + 1 for p in root.walk() if p.kind == "section" and "\n" in flat[p.start : p.end]
    }
    edges |= _stops(flat, source)
    breaks = _paragraphs(flat, edges)
    found = _cut(source, flat, sorted(edges), breaks, root)
    _blocks(found, source)
    _uncertain(found, root)
    return found, root


def _flat(source: Source) -> str:
    out, at = [], 0
    for p in source.pieces:
        out += [source.shown[at : p.outer], (_SHOWN if p.display else _INLINE) * (p.outer_end - p.outer)]
        at = p.outer_end
    return "".join([*out, source.shown[at:]])


def _stops(flat: str, source: Source) -> set[int]:
    found = set()
    for match in _STOP.finditer(flat):
        following = flat[match.end() :].lstrip()[:1]
        if following.islower() or _ABBREVIATIONS.search(flat[max(0, match.start() - 12) : match.start()]):
            continue
        found.add(match.end())
    ends = {
        p.outer_end: _LABELS.sub("", source.shown[p.start : p.end])[-1:] in (".", "!", "?")
        for p in source.pieces
        if p.display
    }
    for end, is_full in ends.items():
        following = flat[end:].lstrip(" \t\n.,;")[:1]
        if following.isupper() or (is_full and not following.islower()):
            found.add(end)
    for match in _BLANK.finditer(flat):
        before, after = flat[: match.start()].rstrip()[-1:], flat[match.end() :].lstrip()[:1]
        if after == _SHOWN or (before == _SHOWN and (after.islower() or after in (_INLINE, ""))):
            continue
        found.add(match.end())
    return found


def _paragraphs(flat: str, edges: set[int]) -> list[int]:
    """Places where a paragraph begins: a sentence ends there, and a line is empty."""
    out: dict[int, int] = {}  # by where the blanks around the place begin
    for edge in sorted(edges):
        end = edge
        while end < len(flat) and flat[end].isspace():
            end += 1
        start = edge
        while start > 0 and flat[start - 1].isspace():
            start -= 1
        if _BLANK.search(flat[start:end]):
            out[start] = edge
    return sorted(out.values())


def _cut(source: Source, flat: str, edges: list[int], breaks: list[int], root: Part) -> list[Sentence]:
    out: list[Sentence] = []
    paragraph, k, b = 0, 0, 0
    for start, end in pairwise(edges):
        while b < len(breaks) and breaks[b] <= start:
            paragraph += 1
            b += 1
        mine = []
        while k < len(source.pieces) and source.pieces[k].outer < end:
            mine.append(source.pieces[k])
            k += 1
        if not flat[start:end].strip():
            continue
        places = [start, *(x for p in mine for x in (p.outer, p.outer_end)), end]
        words = [plain(source.shown[a:b_]) for a, b_ in zip(places[::2], places[1::2], strict=True)]
        sentence = Sentence(start, end, root.at(start), paragraph, mine, words)
        sentence.asks = flat[start:end].rstrip().endswith("?")
        out.append(sentence)
    return out


# -- cases and contradictions ----------------------------------------------------------------------------------------------


def _blocks(found: list[Sentence], source: Source) -> None:
    """Cases and contradictions become parts of their own, and their sentences move into them."""
    groups: dict[int, list[Sentence]] = {}
    for s in found:
        groups.setdefault(id(s.part), []).append(s)
    for group in groups.values():
        part = group[0].part
        if part.kind == "section" and part.level >= 8 and _CASE.match(group[0].all_words.lstrip("# ")):
            part.kind = "case"  # \paragraph{Case 1}
        _cases(group, part)
    for group in groups.values():
        _contradictions(group)


def _cases(group: list[Sentence], part: Part) -> None:
    starts = [k for k, s in enumerate(group) if _CASE.match(_opening(s))]
    for n, k in enumerate(starts):
        stop = starts[n + 1] if n + 1 < len(starts) else len(group)
        over = next((j for j in range(k + 1, stop) if _OVER.search(group[j].all_words)), None)
        is_last = n + 1 == len(starts) and over is None
        stop = over if over is not None else stop
        end = group[stop].start if stop < len(group) else part.end
        case = part.add("case", "", group[k].start, end)
        case.marked = not is_last
        for child in [c for c in part.children if c is not case and case.start <= c.start and c.end <= case.end]:
            part.children.remove(child)
            case.children.append(child)
            child.parent = case
        for s in group[k:stop]:
            s.part = case


def _opening(s: Sentence) -> str:
    return s.all_words.lstrip("# ")


def _contradictions(group: list[Sentence]) -> None:
    for k, s in enumerate(group):
        if not _AGAINST.search(s.all_words) or not re.search(r"\b(?:suppose|assume|were|let)\b", s.all_words):
            continue
        part = s.part
        stop = next((j for j in range(k + 1, len(group)) if _REACHED.search(group[j].all_words)), None)
        last = len(group) - 1 if stop is None else stop
        inside = [t for t in group[k : last + 1] if t.part is part or part in t.part.chain]
        end = group[last].end if stop is not None else part.end
        block = part.add("contradiction", "", s.start, min(end, part.end))
        block.marked = stop is not None
        for t in inside:
            if t.part is part:
                t.part = block


def _uncertain(found: list[Sentence], root: Part) -> None:
    """Parts without a written end are certain to the end of the paragraph in which they begin to say something."""
    for part in root.walk():
        if part.marked or part.kind not in ("statement", "case", "contradiction"):
            continue
        own = [s for s in found if part.start <= s.start < part.end]
        first = next((s for s in own if s.pieces), None)
        if first is None:
            continue
        paragraph = first.paragraph
        if not any(p.display for s in own if s.paragraph == paragraph for p in s.pieces):  # a head of its own
            following = [s.paragraph for s in own if s.paragraph > paragraph]
            paragraph = following[0] if following else paragraph
        part.firm_until = max(s.end for s in own if s.paragraph <= paragraph)


__all__ = ["Sentence", "plain", "sentences"]
