"""The audit of a peer: each function against its truth, and against itself.

A function is asked at the corners of its domain and at random points; balls of 20, 60 and 300 digits decide whether an answer is below
the truth. A property is asked at random points, too, and is broken where two answers differ the wrong way by more than 1e-6, relative,
or 1e-3 for k steps. What is found is made simple, and comes with code that shows it.

    unsafe     an answer is certainly below the truth, of a function that promises a bound; by rounding if none is off by over 1e-9
    estimate   the same of a function whose documentation says that it is approximate
    failed     no such answer, but no number at valid arguments, or a property that is broken
    safe       none of these, at so many points; it is no proof
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import random
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib import metadata
from typing import Any, Literal

from flint import arb

from ..objects.errors import ObjectError
from ..running.containment import Finished, contained
from ..testing.domains import Between, Domain, Point, domain_of, simpler_points
from ..testing.sound import Case, Report, examine, read_answer
from .base import Audited, Monotone, Peer, Property, Same
from .containing import MEMORY, SECONDS, Contained, PeerError

Verdict = Literal["safe", "unsafe", "estimate", "failed"]
POINTS = 60
PAIRS = 12  # for each property
TOLERANCES = {Monotone: Fraction(1, 10**6), Same: Fraction(1, 10**3)}  # relative; k steps may be rounded k times
IMPORT_SECONDS = 120.0
MOST_SIMPLER = 60  # calls to make one finding simple


@dataclass(frozen=True)
class Broken:
    """Two answers of a function that a property forbids."""

    wanted: Property
    points: tuple[Point, Point]
    answers: tuple[str, str]

    @property
    def text(self) -> str:
        (first, second), (a, b) = self.points, self.answers
        at = ", ".join(f"{n}={v!r}" for n, v in first.items())
        if isinstance(self.wanted, Same):
            return f"{self.wanted.name}: {a} and {b} at {at}"
        name = self.wanted.argument
        return f"{self.wanted.name}: {a}, but {b} for {name}={second[name]!r}, at {at}"

    def to_json(self) -> dict[str, Any]:
        return {
            "property": self.wanted.name,
            "points": list(self.points),
            "answers": list(self.answers),
            "text": self.text,
        }


@dataclass(frozen=True)
class Found:
    """What is found of one function."""

    audited: Audited
    report: Report
    broken: tuple[Broken, ...]

    @property
    def verdict(self) -> Verdict:
        if self.report.unsound:
            return "unsafe" if self.audited.promise == "bound" else "estimate"
        return "failed" if self.report.errors or self.broken else "safe"

    @property
    def words(self) -> str:
        by_rounding = self.verdict == "unsafe" and all(c.size == "rounding" for c in self.report.unsound)
        return f"{self.verdict} by rounding" if by_rounding else self.verdict

    @cached_property
    def worst(self) -> Case | None:
        """The unsound answer that is off the most, made simple."""
        return next((c for c in self.report.simple if c.verdict == "unsound"), None)

    @property
    def ratio(self) -> str:
        return self.report.worst.ratio if self.report.worst else ""

    def reproducers(self) -> Iterator[tuple[str, str]]:
        """Titles and code."""
        for case in self.report.simple:
            title = "unsound" if case.verdict == "unsound" else f"no number ({case.reason})"
            yield title, reproducer(self.audited, case.point)
        for broken in self.broken:
            yield broken.wanted.name, broken_code(self.audited, broken)

    def to_json(self) -> dict[str, Any]:
        return {
            **self.report.to_json(),
            "verdict": self.verdict,
            "words": self.words,
            "promise": self.audited.promise,
            "read": self.audited.read,
            "broken": [b.to_json() for b in self.broken],
            "reproducers": [{"title": title, "code": code} for title, code in self.reproducers()],
        }


@dataclass(frozen=True)
class Audit:
    """What is found of one peer."""

    peer: Peer
    version: str
    points: int
    seed: int
    found: tuple[Found, ...]

    @property
    def ok(self) -> bool:
        return all(f.verdict in ("safe", "estimate") for f in self.found)

    def to_json(self) -> dict[str, Any]:
        return {
            "peer": self.peer.distribution,
            "version": self.version,
            "python": ".".join(map(str, sys.version_info[:3])),
            "points": self.points,
            "seed": self.seed,
            "functions": [f.to_json() for f in self.found],
        }


def audit(
    peer: Peer,
    points: int = POINTS,
    seed: int = 0,
    seconds: float = SECONDS,
    only: str = "",
    tell: Callable[[str], None] | None = None,
) -> Audit:
    """Audits the functions whose name contains `only`; an ObjectError says that the peer is not there."""
    version = installed(peer)
    chosen = [a for a in peer.functions if only.lower() in a.name.lower()]
    if not chosen:
        names = "; ".join(a.name for a in peer.functions)
        raise ObjectError(f"{peer.distribution}: found no function with {only!r} in its name, expected one of: {names}")
    found = []
    for audited in chosen:
        if tell is not None:
            tell(f"{peer.distribution} {version}: {audited.name}")
        found.append(audit_function(audited, points, seed, seconds))
    return Audit(peer, version, points, seed, tuple(found))


def audit_function(audited: Audited, points: int = POINTS, seed: int = 0, seconds: float = SECONDS) -> Found:
    call, where = Contained(audited.call, seconds), domain_of(audited.domain)
    report = examine(
        call,
        audited.truth,
        where,
        slack=audited.slack,
        points=points,
        seed=seed,
        name=audited.name,
        shrinks=MOST_SIMPLER,
    )
    broken = [
        b for p in audited.properties if (b := broken_property(call, p, where, points, seed, seconds)) is not None
    ]
    return Found(audited, report, tuple(broken))


def installed(peer: Peer) -> str:
    """The version of a peer, which can be imported; tried in a process of its own first."""
    if importlib.util.find_spec(peer.module.partition(".")[0]) is None:
        raise ObjectError(
            f"{peer.distribution} is not installed here, expected a peer that is: pip install {peer.distribution}"
        )
    try:
        version = metadata.version(peer.distribution)
    except metadata.PackageNotFoundError:
        version = "of no version"
    if peer.prepare is not None:
        peer.prepare()
    ended = contained(lambda: _imports(peer.module), IMPORT_SECONDS, MEMORY, processor=True)
    if ended != Finished(0):
        why = f"exit code {ended.code}" if isinstance(ended, Finished) else ended.reason
        raise ObjectError(f"{peer.distribution} {version} is installed, but {peer.module} cannot be imported: {why}")
    importlib.import_module(peer.module)
    return version


def _imports(module: str) -> int:
    try:
        importlib.import_module(module)
    except Exception as error:  # whatever it is, it is said, and nothing of the peer runs
        print(f"{module}: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


# -- properties ----------------------------------------------------------------------------------------------------------


Pair = tuple[Point, Point]


def broken_property(
    call: Contained, wanted: Property, domain: Domain, points: int, seed: int, seconds: float
) -> Broken | None:
    """The first pair of answers that breaks it, made simple."""
    other = Contained(wanted.other, seconds) if isinstance(wanted, Same) else call
    for pair in _pairs(wanted, domain, min(points, PAIRS), seed):
        found = _break(call, other, wanted, pair)
        if found is not None:
            return _simple(call, other, wanted, domain, found)
    return None


def _pairs(wanted: Property, domain: Domain, count: int, seed: int) -> Iterator[Pair]:
    source = random.Random(seed + 1)
    for point in domain.points(2 * count, seed + 1) if isinstance(wanted, Monotone) else domain.points(count, seed + 1):
        if isinstance(wanted, Same):
            yield point, point
            continue
        name = wanted.argument
        other = domain.axes[name].draw(source)
        if other != point[name]:
            low, high = sorted((point[name], other))
            yield {**point, name: low}, {**point, name: high}


def _break(call: Contained, other: Contained, wanted: Property, pair: Pair) -> Broken | None:
    try:
        answers = call(**pair[0]), other(**pair[1])
    except PeerError:
        return None  # it is found by itself
    a, b = (read_answer(x) for x in answers)
    if isinstance(a, str) or isinstance(b, str):
        return None
    if _differ(a, b, wanted):
        return Broken(wanted, pair, (repr(answers[0]), repr(answers[1])))
    return None


def _differ(a: Fraction | arb, b: Fraction | arb, wanted: Property) -> bool:
    """Whether the answers differ the wrong way; infinite ones only with what is finite."""
    if isinstance(a, arb) or isinstance(b, arb):
        x, y = (float(v) if isinstance(v, arb) else 0.0 for v in (a, b))
    else:
        gap = b - a
        if abs(gap) <= TOLERANCES[type(wanted)] * max(abs(a), abs(b)):
            return False
        x, y = 0.0, 1.0 if gap > 0 else -1.0
    if isinstance(wanted, Same):
        return x != y
    return y < x if wanted.rises else y > x


def _simple(call: Contained, other: Contained, wanted: Property, domain: Domain, found: Broken) -> Broken:
    tried = 0
    while True:
        for pair in _simpler_pairs(wanted, domain, found.points):
            if tried >= MOST_SIMPLER:
                return found
            tried += 1
            again = _break(call, other, wanted, pair)
            if again is not None:
                found = again
                break
        else:
            return found


def _simpler_pairs(wanted: Property, domain: Domain, pair: Pair) -> Iterator[Pair]:
    if isinstance(wanted, Same):
        yield from ((p, p) for p in simpler_points(domain, pair[0]))
        return
    name = wanted.argument
    for p in simpler_points(domain, pair[0]):
        if p[name] == pair[0][name]:
            yield p, {**p, name: pair[1][name]}
        elif p[name] < pair[1][name]:
            yield p, {**pair[1]}
    axis = domain.axes[name]
    if isinstance(axis, Between):
        yield from ((pair[0], {**pair[1], name: v}) for v in axis.simpler(pair[1][name]) if v > pair[0][name])


# -- reproducers -----------------------------------------------------------------------------------------------------------


def reproducer(audited: Audited, point: Point) -> str:
    """Code that prints the peer's answer and the certified truth."""
    truth = audited.truth
    given = _arguments(point)
    return "\n".join(
        (
            *_source(audited.call),
            "from dpsym.testing.sound import told",
            f"from {truth.__module__} import {truth.__name__} as truth",
            "",
            f'print("peer ", {audited.call.__name__}({given}))',
            f'print("truth", told(truth, {given}))',
        )
    )


def broken_code(audited: Audited, broken: Broken) -> str:
    """Code that prints two answers."""
    other = broken.wanted.other if isinstance(broken.wanted, Same) else audited.call
    parts = [*_source(audited.call), *(_source(other) if other is not audited.call else ())]
    calls = zip((audited.call, other), broken.points)
    return "\n".join((*parts, *(f"print({f.__name__}({_arguments(p)}))" for f, p in calls)))


def _source(function: Callable[..., Any]) -> Sequence[str]:
    """The source, as text that needs nothing but what it imports."""
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):
        return (f"from {function.__module__} import {function.__name__}", "")
    return ("from typing import Any", "", "", *textwrap.dedent(source).rstrip().splitlines(), "", "")


def _arguments(point: Point) -> str:
    return ", ".join(f"{n}={v!r}" for n, v in point.items())
