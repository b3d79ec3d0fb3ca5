r"""Files to the text that is read: LaTeX with the files it names, Markdown, notebooks and reStructuredText, each with the way back.

    \input{part}, \include{part}, \subfile{part}                      the file is put in
    \usepackage{macros}, \documentclass{ours}, \RequirePackage{...}   of a file beside the document, its macros are put in

Nothing is executed. A file outside the folder of the document is followed only if the caller names a folder above it; a file that
is not followed is listed with the reason. Files, depth and characters are bounded. Files are UTF-8; one that is not is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from os.path import relpath
from pathlib import Path

from .document import MAX_DOCUMENT
from .macros import definition_spans
from .markup import markdown, notebook, restructured
from .positions import Assembled, Assembly, Origin

LATEX = (".tex", ".ltx", ".latex")
MARKDOWN = (".md", ".markdown", ".rmd", ".qmd")
MAX_FILES = 200
MAX_DEPTH = 10
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*(%[^\n]*)")
_DIRECTIVE = re.compile(r"%+\s*dpsym\s*:")
_NAMED = re.compile(
    r"\\(input|include|subfile|usepackage|RequirePackage|documentclass|LoadClass)(?![A-Za-z])\s*(?:\[[^\]]*\]\s*)?"
    r"(?:\{([^{}\n]*)\}|(?<=input)\s+([^\s{}\\%]+))"
)
_STYLES = {"usepackage": ".sty", "RequirePackage": ".sty", "documentclass": ".cls", "LoadClass": ".cls"}
_BUILTIN = re.compile(r"[A-Za-z0-9-]+\Z")  # a package of the distribution is no file of ours


def assembled(path: Path, root: Path | None = None) -> Assembled:
    """The text of a document. Files below `root`, or else its own folder, are followed. Raises ValueError and OSError."""
    assembly = Assembly()
    text = _text_of(path)
    suffix = path.suffix.lower()
    assembly.files.append(path.resolve())
    if suffix == ".ipynb":
        notebook(assembly, path.name, text)
    elif suffix in MARKDOWN:
        markdown(assembly, assembly.open(Origin(path.name, text)))
    elif suffix == ".rst":
        restructured(assembly, assembly.open(Origin(path.name, text)))
    elif suffix in LATEX:
        _Followed(assembly, path.resolve().parent, (root or path.parent).resolve()).file(path, path.name, text, 0)
    else:
        origin = assembly.open(Origin(path.name, text))
        assembly.copy(origin, 0, len(text))
    return assembly.done()


def _text_of(path: Path) -> str:
    """The text of a file. Of a notebook only the Markdown counts in the end, so that the file may be larger."""
    most = MAX_DOCUMENT * (8 if path.suffix.lower() == ".ipynb" else 1)
    if not path.is_file():  # the open of a pipe would wait
        path.stat()
        raise ValueError(f"{path.name} is no file")
    with path.open("rb") as stream:
        data = stream.read(4 * most + 1)
    if len(data) > 4 * most:
        raise ValueError(f"{path.name} has more than {4 * most} bytes, which is the most that is read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{path.name} is not UTF-8: {error.reason} at byte {error.start}, line {line}") from None
    if len(text) > most:
        raise ValueError(f"{path.name} has {len(text)} characters, at most {most} are read")
    return text.replace("\r\n", "\n")


@dataclass
class _Followed:
    """A LaTeX document in `folder` with the files it names, below `root`."""

    assembly: Assembly
    folder: Path
    root: Path
    open_files: list[Path] = field(default_factory=list)
    styles: set[Path] = field(default_factory=set)

    def file(self, path: Path, name: str, text: str, depth: int) -> None:
        """The text of a file, comments blanked, with the files it names in their places."""
        origin = self.assembly.open(Origin(name, text))
        self.open_files.append(path.resolve())
        comments = [m.span(1) for m in _COMMENT.finditer(text) if not _DIRECTIVE.match(m[1])]
        hidden = [False] * (len(text) + 1)
        for start, end in comments:
            hidden[start:end] = [True] * (end - start)
        at = 0
        for match in _NAMED.finditer(text):
            if hidden[match.start()]:
                continue
            self._plain(origin, text, at, match.start(), comments)
            if match[1] in _STYLES:
                self.assembly.copy(origin, match.start(), match.end())
            for target in (match[2] if match[2] is not None else match[3]).split(","):
                self._follow(match[1], target.strip(), path, (origin, match.start()), depth)
            at = match.end()
        self._plain(origin, text, at, len(text), comments)
        self.open_files.pop()

    def _plain(self, origin: int, text: str, start: int, end: int, comments: list[tuple[int, int]]) -> None:
        at = start
        for first, last in comments:
            if first >= at and last <= end:
                self.assembly.copy(origin, at, first)
                self.assembly.blank(origin, first, last)
                at = last
        self.assembly.copy(origin, at, end)

    # -- the files it names -----------------------------------------------------------------------------------------------

    def _follow(self, command: str, target: str, path: Path, at: tuple[int, int], depth: int) -> None:
        """The file that a command names, `at` a place of an origin, put in; or left out, with the reason."""
        suffix = _STYLES.get(command, ".tex")
        written = f"\\{command}{{{target}}}"
        found = self._find(target, suffix, path.resolve().parent)
        if isinstance(found, str):
            if suffix == ".tex" or not _BUILTIN.match(target):
                self.assembly.leave_out(*at, written, found)
            return
        if problem := self._too_much(found, depth):
            self.assembly.leave_out(*at, written, problem)
            return
        try:
            text = _text_of(found)
        except OSError as error:
            self.assembly.leave_out(*at, written, error.strerror or "it cannot be read")
            return
        except ValueError as error:
            self.assembly.leave_out(*at, written, str(error))
            return
        self.assembly.files.append(found)
        shown = relpath(found, self.folder)
        if found.suffix not in (".sty", ".cls"):
            self.file(found, shown, text, depth + 1)
        else:
            self._style(found, shown, text, depth + 1)

    def _find(self, target: str, suffix: str, folder: Path) -> Path | str:
        """The file that is meant, or why it is not followed."""
        if not target or len(target) > 300 or any(c in target for c in "\0\n\\|*?<>\"'`$~"):
            return "this is no path"
        for base in dict.fromkeys((self.folder, folder)):
            for name in (target, target + suffix):
                try:
                    found = (base / name).resolve()
                    if not found.is_file():
                        continue
                except (OSError, ValueError, RuntimeError):  # links in a circle are a RuntimeError up to Python 3.12
                    continue
                if not found.is_relative_to(self.root):
                    return f"it is outside the folder {self.root.name}, which alone is read"
                return found
        return "there is no such file"

    def _too_much(self, found: Path, depth: int) -> str:
        if found in self.open_files:
            return "it names itself"
        if depth >= MAX_DEPTH:
            return f"nested deeper than {MAX_DEPTH} files"
        if len(self.assembly.origins) >= MAX_FILES:
            return f"more than {MAX_FILES} files"
        return f"more than {MAX_DOCUMENT} characters in all" if self.assembly.length > MAX_DOCUMENT else ""

    def _style(self, path: Path, name: str, text: str, depth: int) -> None:
        """The macros of a package or class, each on a line of its own; what else it does is left alone."""
        if path in self.styles:
            return
        self.styles.add(path)
        origin = self.assembly.open(Origin(name, text))
        comments = [m.span(1) for m in _COMMENT.finditer(text)]
        for start, end in definition_spans(text):
            self.assembly.put("\n", origin, start)
            self._plain(origin, text, start, end, comments)
        self.assembly.put("\n", origin, len(text))
        self.open_files.append(path)
        for match in _NAMED.finditer(text):
            if match[1] in _STYLES and match[2] is not None and not any(a <= match.start() < b for a, b in comments):
                for target in match[2].split(","):
                    self._follow(match[1], target.strip(), path, (origin, match.start()), depth)
        self.open_files.pop()


__all__ = ["LATEX", "MARKDOWN", "MAX_DEPTH", "MAX_FILES", "assembled"]
