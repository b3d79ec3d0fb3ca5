"""What is audited of a peer: functions, each with a truth, a domain, and what the peer promises of it.

A function is Python code that imports the peer inside, takes the arguments of a point by name, and returns the peer's answer. It is
what is run, and its source is what a reproducer shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Promise = Literal["bound", "estimate"]


@dataclass(frozen=True)
class Same:
    """Another function of the same arguments must answer the same, such as k steps in a loop instead of `count=k`."""

    name: str
    other: Callable[..., Any]


@dataclass(frozen=True)
class Monotone:
    """The answer never falls, or never rises, as one argument grows."""

    argument: str
    rises: bool

    @property
    def name(self) -> str:
        return f"{'rises' if self.rises else 'falls'} in {self.argument}"


Property = Same | Monotone


@dataclass(frozen=True)
class Audited:
    """One function of a peer. It is a `bound` if its documentation calls it one, or exact; an `estimate` if it says so.

    `read` is how the documentation is read, with what it allows: an allowance is put into the call, or in `slack`.
    """

    name: str
    call: Callable[..., Any]
    truth: Callable[..., Any]
    domain: Mapping[str, Any]
    read: str
    promise: Promise = "bound"
    slack: str = "0"
    properties: tuple[Property, ...] = field(default=())


@dataclass(frozen=True)
class Peer:
    """A library, and how it is installed."""

    module: str  # what is imported to see whether it is there
    distribution: str  # what it is called where it is installed from
    functions: tuple[Audited, ...]
    prepare: Callable[[], None] | None = None  # before the module is imported
