"""What can be said of a step: the verdict is a type, and each type holds what backs it.

Shown       it follows from the firm conditions, perhaps with lines that are proved themselves
Follows     it follows, but from formulas of the text that are not proved: `needs` are they
Refuted     a point fails it that satisfies every condition, firm or soft; or it cannot hold at all where it stands
Undefined   the same, and the step has no value at the point
Unproved    none of these; `why` says where it fails and what would have to hold, or what is not known
Definition  it says what a new name, or a word, stands for
Condition   the text assumes it
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Union

from ..answer import Answer


@dataclass(frozen=True)
class Cited:
    """A formula of the document that is used: its line, how it is written, and its own verdict if it is a claim."""

    line: int
    text: str
    verdict: str = ""
    label: str = ""  # of what does not stand in the document
    file: str = ""  # of a document that consists of several

    @property
    def place(self) -> str:
        return self.label or (f"line {self.line} of {self.file}" if self.file else f"line {self.line}")


@dataclass(frozen=True)
class Used:
    """What a verdict rests on: conditions, and definitions that were put in, in the order of the document."""

    conditions: tuple[Cited, ...] = ()
    substitutions: tuple[Cited, ...] = ()


@dataclass(frozen=True)
class Shown:
    word: ClassVar[str] = "proved"
    answer: Answer
    lines: tuple[Cited, ...] = ()  # proved themselves


@dataclass(frozen=True)
class Follows:
    word: ClassVar[str] = "follows"
    answer: Answer
    needs: tuple[Cited, ...]
    lines: tuple[Cited, ...] = ()


@dataclass(frozen=True)
class Refuted:
    word: ClassVar[str] = "refuted"
    answer: Answer
    lines: tuple[Cited, ...] = ()  # formulas that hold at the point as well
    rests_on: tuple[str, ...] = ()  # quantities that are only named


@dataclass(frozen=True)
class Undefined:
    word: ClassVar[str] = "undefined"
    answer: Answer
    lines: tuple[Cited, ...] = ()
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unproved:
    word: ClassVar[str] = "open"
    why: str = ""
    answer: Answer | None = None
    unless: tuple[Cited, ...] = ()  # formulas that may be conditions, and at which it would not fail


@dataclass(frozen=True)
class Definition:
    word: ClassVar[str] = "definition"
    why: str = "it says what the name stands for"


@dataclass(frozen=True)
class Condition:
    word: ClassVar[str] = "condition"
    why: str = "the text assumes it"


Verdict = Union[Shown, Follows, Refuted, Undefined, Unproved, Definition, Condition]
WORDS = ("proved", "follows", "refuted", "undefined", "open", "definition", "condition")


def answer_of(verdict: Verdict) -> Answer | None:
    """What the prover or the kernel said, if it was asked."""
    return None if isinstance(verdict, (Definition, Condition)) else verdict.answer
