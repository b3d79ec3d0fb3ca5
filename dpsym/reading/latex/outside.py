r"""What is said of a document from outside: conditions and macros, and conventions that a reader takes for granted.

    --where "eps > 0", assume = ["eps > 0"] in dpsym.toml      firm for the whole document, with where they were said
    [macros] eps = '\varepsilon' in dpsym.toml                  where the document does not define the name itself
    --conventions dp                                           firm for names of which the document says nothing

A convention is never guessed into a document that speaks for itself. It holds for a name only if no condition, definition, word,
comment or condition from outside anywhere in the document speaks of its letter, with whatever accents and labels, and nothing that
was not read may do so. A formula that the text neither claims nor gives as a reason counts as speaking of its names: a display and
`since $\varepsilon \le 1$` leave the convention alone; `let $\varepsilon \ge 0$`, `if $\varepsilon = 0$`, `the case $\varepsilon = 0$`
in any section do not.
What is read is the same with and without conventions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...kernel.terms import num, relation, sym
from ..domains import Condition
from .conditions import Stated
from .macros import Macro, definition_spans, definitions
from .said import EVERYTHING, Force, Prose, Said, Standing, stem
from .structure import Part

_NAME = re.compile(r"[A-Za-z]+\Z")
_ARGUMENT = re.compile(r"(?<!\\)#([1-9])")
MAX_MACRO = 2_000  # characters

#: A profile says of letters what they are: `positive`, `chance` (in (0, 1)) or `count` (a whole number from 1 on).
PROFILES: Mapping[str, Mapping[str, str]] = {
    "dp": {
        **dict.fromkeys(("eps", "sigma", "b"), "positive"),
        **dict.fromkeys(("delta", "p"), "chance"),
        **dict.fromkeys(("n", "k"), "count"),
    }
}


@dataclass(frozen=True)
class Told:
    """A condition from outside, in text or LaTeX, and where it was said."""

    condition: str
    label: str = "--where"


@dataclass(frozen=True)
class Outside:
    conditions: tuple[Told, ...] = ()
    macros: Mapping[str, Macro] = field(default_factory=dict)
    conventions: str = ""  # a key of PROFILES, or nothing


def macro(name: str, body: str) -> Macro:
    """The macro \\name that stands for a text; its arguments are #1, #2, ... Raises ValueError."""
    if not _NAME.match(name):
        raise ValueError(f"found the name {name!r}, expected letters, without the backslash")
    if len(body) > MAX_MACRO:
        raise ValueError(f"found {len(body)} characters, expected at most {MAX_MACRO}")
    count = max((int(k) for k in _ARGUMENT.findall(body)), default=0)
    text = f"\\newcommand{{\\{name}}}[{count}]{{{body}}}"
    whole = definition_spans(text) == [(0, len(text))]  # a brace of the body may end the definition early
    if not whole or "%" in body or "\n" in body:
        raise ValueError(
            f"found {body!r}, expected LaTeX that a macro may stand for: braces in pairs, one line, no comment"
        )
    return definitions(text)[name]


def conventional(profile: str, prose: Prose, names: Iterable[str], root: Part) -> list[Said]:
    """The conventions of a profile on those of these names of which nothing in the document speaks."""
    table = PROFILES[profile]
    spoken = {stem(n) for s in prose.said if _declares(s) for n in s.names}
    spoken |= {letter for u in prose.unread if not u.claimed for letter in u.letters}
    spoken |= {stem(n) for n in prose.functions | prose.laws}
    out = []
    for name in sorted(set(names)):
        letter = stem(name)
        if letter in table and not spoken & {letter, *EVERYTHING}:
            for c in _conditions(name, table[letter]):
                label = f"--conventions {profile}"
                out.append(Said(Stated(text=c.text), -1, root, Force.FIRM, told=c, label=label))
    return out


def _declares(s: Said) -> bool:
    """Whether a formula may say where its names are: all but what the text claims, or uses as known."""
    return s.force is not Force.SOFT or s.standing not in (Standing.CLAIM, Standing.REASON)


def _conditions(name: str, kind: str) -> list[Condition]:
    symbol = sym(name)
    if kind == "count":
        whole = Condition(name=name, kind="integers", text=f"{name} integer")
        return [Condition(relation=relation(">=", symbol, num(1)), text=f"{name} >= 1"), whole]
    out = [Condition(relation=relation(">", symbol, num(0)), text=f"{name} > 0")]
    if kind == "chance":
        out.append(Condition(relation=relation("<", symbol, num(1)), text=f"{name} < 1"))
    return out


__all__ = ["PROFILES", "Outside", "Told", "conventional", "macro"]
