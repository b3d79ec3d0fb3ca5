r"""Markdown, notebooks and reStructuredText to a text with $...$ and $$...$$, which the document reader scans.

Markdown       $...$, $$...$$, ```math, \\(...\\) and \\[...\\]: Markdown eats a backslash before a mark, so that \[ is a bracket;
               it is a display in a file that never doubles it, if a formula stands inside
kramdown       $$...$$ inside a line of text is a formula in the sentence
notebooks      the Markdown cells; a place is given in its cell
reST           .. math:: blocks, :math:`...`

Code, front matter and comments are blanked, but not what an author says to the tool in them. Every character keeps its place or
stands for one.
"""

from __future__ import annotations

import json
import re
from typing import Any

from .positions import Assembly, Origin

_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
_FRONT = re.compile(r"\A---\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([^\n`]*)\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.S | re.M)
_TOKEN = re.compile(
    r"(?P<comment><!--.*?-->)"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\n).)+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<display>\$\$(?:(?!\n[ \t]*\n).)+?\$\$)"
    r"|(?P<inline>\$(?![\s$])(?:\\.|[^$\\\n]|\n(?![ \t]*\n))+?(?<![\s\\])\$(?![0-9]))"
    r"|(?P<environment>\\begin\{(?P<name>[a-z]+\*?)\}.*?\\end\{(?P=name)\})"
    r"|(?P<open>\\\\\\?[\[(])"
    r"|(?P<escape>\\[\\`*_{}\[\]()#+.!|<>$:\"'~-])"
    r"|(?P<entity>&(?:lt|gt|amp);)"
    r"|(?P<dollar>\$)",
    re.S,
)
_DIRECTED = re.compile(r"<!--[ \t]*dpsym:")  # what an author says to the tool stays
_ENVIRONMENTS = ("equation", "align", "gather", "multline", "eqnarray", "alignat", "flalign")
_CLOSERS = {"[": "]", "(": ")"}


def markdown(assembly: Assembly, origin: int, kramdown: bool | None = None) -> None:
    """The Markdown of an origin. `kramdown`: whether $$ inside a line is a formula in the sentence; a front matter says so too."""
    text = assembly.origins[origin].text
    front = _FRONT.match(text)
    at = front.end() if front else 0
    assembly.blank(origin, 0, at)
    inner = kramdown if kramdown is not None else front is not None
    for fence in _FENCE.finditer(text, at):
        _prose(assembly, origin, at, fence.start(), inner)
        if fence[2].strip() == "math":
            assembly.put("$$", origin, fence.start())
            assembly.copy(origin, fence.start(3), fence.end(3))
            assembly.put("$$\n", origin, fence.end(3))
        else:
            assembly.blank(origin, fence.start(), fence.end())
        at = fence.end()
    _prose(assembly, origin, at, len(text), inner)


def _prose(assembly: Assembly, origin: int, start: int, end: int, kramdown: bool) -> None:
    text = assembly.origins[origin].text
    at = start
    while (match := _TOKEN.search(text, at, end)) is not None:
        _quoted(assembly, origin, at, match.start())
        at = _token(assembly, origin, match, end, kramdown)
    _quoted(assembly, origin, at, end)


def _token(assembly: Assembly, origin: int, match: re.Match[str], end: int, kramdown: bool) -> int:
    """One piece of Markdown that is no plain text; returns where it ends."""
    text, start, stop = match.string, match.start(), match.end()
    if match["comment"] and _DIRECTED.match(match["comment"]):
        assembly.copy(origin, start, stop)
    elif match["comment"] or match["code"] or match["dollar"]:
        assembly.blank(origin, start, stop)
    elif match["display"]:
        mark = "$" if kramdown and _inside_a_line(text, start, stop) else "$$"
        assembly.put(mark, origin, start)
        _formula(assembly, origin, start + 2, stop - 2)
        assembly.put(mark, origin, stop - 2)
    elif match["inline"] or (match["environment"] and match["name"].rstrip("*") in _ENVIRONMENTS):
        _formula(assembly, origin, start, stop)
    elif match["open"]:
        return _escaped(assembly, origin, match, end)
    elif match["entity"]:
        assembly.put(_ENTITIES[match["entity"]], origin, start)
    elif match["escape"]:
        mark = match["escape"][1]
        if mark in _CLOSERS and (found := _single(text, start, end)) is not None:
            assembly.copy(origin, start, found)
            return found
        assembly.put(" " if mark in "\\$" else mark, origin, start)
    else:  # an environment that is no formula
        assembly.copy(origin, start, stop)
    return stop


def _single(text: str, start: int, end: int) -> int | None:
    r"""The end of \[...\] where it is a formula: the file never doubles the backslash, and what stands inside is no link."""
    stop = text.find("\\" + _CLOSERS[text[start + 1]], start, end)
    if stop < 0 or re.search(r"\\\\[\[(]", text) or "\n\n" in text[start:stop] or "](" in text[start : stop + 3]:
        return None
    return stop + 2 if re.search(r"\\[A-Za-z]|[=<>^_]", text[start + 2 : stop]) else None


def _inside_a_line(text: str, start: int, stop: int) -> bool:
    """Whether words stand on the line before a formula or behind it: for kramdown it is then part of the sentence."""
    before = text[text.rfind("\n", 0, start) + 1 : start].strip(" \t>*-0123456789.")
    line_end = text.find("\n", stop)
    behind = text[stop : line_end if line_end >= 0 else len(text)].strip(" \t.,;:")
    return bool(before) or bool(behind)


def _escaped(assembly: Assembly, origin: int, match: re.Match[str], end: int) -> int:
    r"""\\( ... \\) and \\\[ ... \\\]: what Markdown leaves is a formula; in the second form its other escapes are eaten too."""
    text, opening = match.string, match["open"]
    closer = opening[:-1] + _CLOSERS[opening[-1]]
    stop = text.find(closer, match.end(), end)
    if stop < 0 and len(opening) == 4:
        closer = closer[1:]
        stop = text.find(closer, match.end(), end)
    blank_line = text.find("\n\n", match.end(), stop) if stop >= 0 else -1
    if stop < 0 or blank_line >= 0:
        assembly.blank(origin, match.start(), match.end())
        return match.end()
    mark = "$$" if opening[-1] == "[" else "$"
    assembly.put(mark, origin, match.start())
    if len(opening) == 4 or "\\\\" in text[match.end() : stop].replace("\\\\\n", ""):
        _unescaped(assembly, origin, match.end(), stop)
    else:
        _formula(assembly, origin, match.end(), stop)
    assembly.put(mark, origin, stop)
    return stop + len(closer)


def _unescaped(assembly: Assembly, origin: int, start: int, end: int) -> None:
    """Without the backslashes that Markdown eats, and with the characters that entities stand for."""
    text, at = assembly.origins[origin].text, start
    for match in re.compile(r"\\([\\`*_{}\[\]()#+.!|<>$:\"'~-])|&(?:lt|gt|amp);").finditer(text, start, end):
        _quoted(assembly, origin, at, match.start())
        assembly.put(_ENTITIES.get(match[0], match[1] or ""), origin, match.start())
        at = match.end()
    _quoted(assembly, origin, at, end)


def _formula(assembly: Assembly, origin: int, start: int, end: int) -> None:
    r"""A formula as it is, but for \_ and \*, which Markdown wants, and entities."""
    text, at = assembly.origins[origin].text, start
    for match in re.compile(r"\\\\|\\([_*])|&(?:lt|gt|amp);").finditer(text, start, end):
        if match[0] == "\\\\":
            continue
        _quoted(assembly, origin, at, match.start())
        assembly.put(_ENTITIES.get(match[0], match[1] or ""), origin, match.start())
        at = match.end()
    _quoted(assembly, origin, at, end)


def _quoted(assembly: Assembly, origin: int, start: int, end: int) -> None:
    """Copies; the > of a quotation goes, if the line before is quoted too or a blank line or a heading stands before."""
    text, at = assembly.origins[origin].text, start
    for match in re.compile(r"^[ \t]*>[ \t>]*", re.M).finditer(text, start, end):
        if match.start() and text[match.start() - 1] != "\n":
            continue
        before = text[text.rfind("\n", 0, max(match.start() - 1, 0)) + 1 : max(match.start() - 1, 0)].strip()
        if before and not before.startswith((">", "#")):
            continue
        assembly.copy(origin, at, match.start())
        assembly.blank(origin, match.start(), match.end())
        at = match.end()
    assembly.copy(origin, at, end)


# -- notebooks ----------------------------------------------------------------------------------------------------------------


def notebook(assembly: Assembly, name: str, text: str) -> None:
    """The Markdown cells of a notebook, each an origin of its own. Nothing is run. Raises ValueError."""
    try:
        found = json.loads(text)
    except RecursionError:
        raise ValueError(f"{name} is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{name} is no notebook: {error}") from None
    cells = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(cells, list):
        raise ValueError(f"{name} is no notebook: it has no list of cells")
    for number, cell in enumerate(cells, 1):
        source = _source(cell)
        if source is not None:
            origin = assembly.open(Origin(name, source, number))
            markdown(assembly, origin, kramdown=False)
            assembly.put("\n\n", origin, len(source))


def _source(cell: Any) -> str | None:
    if not isinstance(cell, dict) or cell.get("cell_type") != "markdown":
        return None
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(s for s in source if isinstance(s, str))
    return source if isinstance(source, str) else None


# -- reStructuredText -----------------------------------------------------------------------------------------------------------

_ROLE = re.compile(r":math:`([^`]+)`")
_DIRECTIVE = re.compile(r"^([ \t]*)\.\. math::[ \t]*([^\n]*)\n", re.M)
_OPTION = re.compile(r"[ \t]*:\w+:[^\n]*\n")


def restructured(assembly: Assembly, origin: int) -> None:
    """The text of an origin in reStructuredText."""
    text = assembly.origins[origin].text
    at = 0
    for match in _DIRECTIVE.finditer(text):
        if match.start() < at:
            continue
        _roles(assembly, origin, at, match.start())
        at = _block(assembly, origin, match)
    _roles(assembly, origin, at, len(text))


def _roles(assembly: Assembly, origin: int, start: int, end: int) -> None:
    text, at = assembly.origins[origin].text, start
    for match in _ROLE.finditer(text, start, end):
        _undollared(assembly, origin, at, match.start())
        assembly.put("$", origin, match.start())
        assembly.copy(origin, *match.span(1))
        assembly.put("$", origin, match.end(1))
        at = match.end()
    _undollared(assembly, origin, at, end)


def _undollared(assembly: Assembly, origin: int, start: int, end: int) -> None:
    """A dollar sign is no mark here, and neither is a backslash before a bracket."""
    text, at = assembly.origins[origin].text, start
    for match in re.compile(r"\$|\\[\[\](){}]").finditer(text, start, end):
        assembly.copy(origin, at, match.start())
        assembly.blank(origin, *match.span())
        at = match.end()
    assembly.copy(origin, at, end)


def _block(assembly: Assembly, origin: int, match: re.Match[str]) -> int:
    """The indented lines below `.. math::`; formulas with a blank line between them are several. Returns where the block ends."""
    text, indent = match.string, len(match[1])
    at = match.end()
    formulas: list[tuple[int, int]] = [match.span(2)] if match[2].strip() else []
    start: int | None = None
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop + 1
        line = text[at:stop]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        if not line.strip() or _OPTION.fullmatch(line):
            start = None
        elif start is None:
            start = at
            formulas.append((at, stop))
        else:
            formulas[-1] = (formulas[-1][0], stop)
        at = stop
    for first, last in formulas:
        assembly.put("$$", origin, first)
        assembly.copy(origin, first, last)
        assembly.put("$$\n\n", origin, last)
    return at
