r"""`dpsym.toml`: what an author settles for a document once.

entry = ["paper.tex", "appendix/"]        # what `dpsym check` of this folder reads; without it, every document in it
assume = ["eps > 0", "0 < delta < 1"]     # conditions, firm for the whole document
conventions = "dp"                        # as --conventions
fail-on = "follows"                       # as --fail-on
timeout = 5                               # seconds for each claim
limit = 300                               # seconds for all claims of a document
baseline = "dpsym-baseline.json"          # findings that are accepted

[macros]                                  # that the document does not define itself
eps = '\varepsilon'
norm = '\lVert #1 \rVert'

It is found in the folder of a document or above it, up to the working directory. Paths are relative to it, and do not lead out of its
folder. Every key is checked: its name, its type, its value.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...reading.latex.macros import Macro
from ...reading.latex.outside import PROFILES, Told, macro
from ...reading.likeness import nearest, perhaps
from .findings import GRAVITY

NAME = "dpsym.toml"
MAX_BYTES = 1 << 20
MAX_MACROS = 1_000
CLAIM_SECONDS = 5.0  # for one claim of a document; most steps that are proved take less than one
DOCUMENT_SECONDS = 600.0  # for all claims of a document


class SettingsError(ValueError):
    """A dpsym.toml that cannot be used; the message names the file, the key, what was found and what was expected."""


@dataclass(frozen=True)
class Settings:
    """What holds for a document, whoever said it: a dpsym.toml, the command line, or nobody."""

    file: Path | None = None
    entry: tuple[Path, ...] = ()
    assume: tuple[Told, ...] = ()
    macros: Mapping[str, Macro] = field(default_factory=dict)
    macro_texts: tuple[tuple[str, str], ...] = ()
    conventions: str = ""
    fail_on: str = "open"
    timeout: float = CLAIM_SECONDS
    limit: float = DOCUMENT_SECONDS
    baseline: Path | None = None


def find_settings(folder: Path, top: Path) -> Path | None:
    """The nearest dpsym.toml in a folder or above it, up to `top`; in the folder alone if `top` is not above it."""
    folder, top = folder.resolve(), top.resolve()
    above = [folder, *folder.parents] if folder.is_relative_to(top) else [folder]
    for candidate in above:
        if (candidate / NAME).is_file():
            return candidate / NAME
        if candidate == top:
            break
    return None


def read_settings(path: Path, shown: str = "") -> Settings:
    """The settings of a file. Raises SettingsError."""
    shown = shown or str(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise SettingsError(f"{shown}: cannot read it: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise SettingsError(f"{shown}: found more than {MAX_BYTES >> 20} MiB, expected settings")
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SettingsError(f"{shown}: not UTF-8: {error.reason} at byte {error.start}") from None
    except ValueError as error:  # TOMLDecodeError, and a number of too many digits
        raise SettingsError(f"{shown}: not TOML: {error}") from None
    except RecursionError:
        raise SettingsError(f"{shown}: not TOML: nested too deeply") from None
    out = Settings(file=path)
    for key, value in table.items():
        if key not in _KEYS:
            known = f"expected one of {', '.join(_KEYS)}{perhaps(nearest(key, _KEYS)[:1])}"
            raise SettingsError(f"{shown}: found the key {key!r}, {known}")
        out = _KEYS[key](_At(shown, key, path.parent), value, out)
    return out


# -- keys ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _At:
    """The place of a value, for what is wrong with it."""

    file: str
    key: str
    folder: Path

    def wrong(self, found: str, expected: str, suggested: str = "") -> SettingsError:
        return SettingsError(f"{self.file}: {self.key}: found {found}, expected {expected}{suggested}")

    def text(self, value: Any, expected: str = "a string") -> str:
        if not isinstance(value, str):
            raise self.wrong(_kind(value), expected)
        return value

    def texts(self, value: Any) -> tuple[str, ...]:
        expected = "a string or a list of strings"
        return tuple(self.text(v, expected) for v in (value if isinstance(value, list) else [value]))

    def seconds(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.wrong(_kind(value), "a number of seconds")
        if not (value > 0 and math.isfinite(float(value))):
            raise self.wrong(str(value), "a positive number of seconds")
        return float(value)

    def one_of(self, value: Any, known: tuple[str, ...]) -> str:
        text = self.text(value)
        if text not in known:
            raise self.wrong(repr(text), f"one of {', '.join(known)}", perhaps(nearest(text, known)[:1]))
        return text

    def path(self, value: str) -> Path:
        """A path below the folder of the file."""
        try:
            path = (self.folder / value).resolve()
            inside = path.is_relative_to(self.folder.resolve())
        except (OSError, ValueError, RuntimeError):
            inside = False
        if not value or not inside:
            raise self.wrong(repr(value), "a path below the folder of this file")
        return self.folder / value


def _entry(at: _At, value: Any, out: Settings) -> Settings:
    paths = tuple(map(at.path, at.texts(value)))
    for path in paths:
        if not path.exists():
            raise at.wrong(repr(str(path.relative_to(at.folder))), "a file or folder that is there")
    return replace(out, entry=paths)


def _assume(at: _At, value: Any, out: Settings) -> Settings:
    return replace(out, assume=tuple(Told(text, NAME) for text in at.texts(value)))


def _macros(at: _At, value: Any, out: Settings) -> Settings:
    if not isinstance(value, dict):
        raise at.wrong(_kind(value), "a table [macros] of names and what they stand for")
    if len(value) > MAX_MACROS:
        raise at.wrong(f"{len(value)} macros", f"at most {MAX_MACROS}")
    made: dict[str, Macro] = {}
    for name, body in value.items():
        inner = replace(at, key=f"macros.{name}")
        try:
            made[name] = macro(name, inner.text(body))
        except SettingsError:
            raise
        except ValueError as error:
            raise SettingsError(f"{inner.file}: {inner.key}: {error}") from None
    return replace(out, macros=made, macro_texts=tuple(value.items()))


_KEYS: dict[str, Callable[[_At, Any, Settings], Settings]] = {
    "entry": _entry,
    "assume": _assume,
    "macros": _macros,
    "conventions": lambda at, value, out: replace(out, conventions=at.one_of(value, tuple(PROFILES))),
    "fail-on": lambda at, value, out: replace(out, fail_on=at.one_of(value, GRAVITY)),
    "timeout": lambda at, value, out: replace(out, timeout=at.seconds(value)),
    "limit": lambda at, value, out: replace(out, limit=at.seconds(value)),
    "baseline": lambda at, value, out: replace(out, baseline=at.path(at.text(value))),
}


def _kind(value: Any) -> str:
    names = {bool: "a boolean", int: "an integer", float: "a float", str: "a string", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


__all__ = ["CLAIM_SECONDS", "DOCUMENT_SECONDS", "NAME", "Settings", "SettingsError", "find_settings", "read_settings"]
