"""What an accountant answers: the best route's number with its safe side, the other routes beside it, and what shows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from flint import arb

from ..derive.rounding import decimal
from ..kernel.statements import Claim
from ..kernel.terms import Term
from ..objects.errors import ObjectError
from .desk import Served
from .figures import Figure, Value, shown

EXACT, BETWEEN, ABOVE = "exact optimum", "optimum between two bounds", "upper bound"

#: The claims whose truth makes the answer safe; or the reason why there are none.
Claims = Callable[[], "tuple[Claim, ...] | str"]


@dataclass(frozen=True)
class Bound:
    """What one route gives. `kind` says whether the two ends of `value` enclose the optimum, or a bound on it."""

    route: str
    value: Value
    kind: str
    entries: tuple[str, ...]
    claims: Claims = field(compare=False, repr=False, default=lambda: "this route has no claim")
    rests: str = ""
    alpha: Fraction | None = None

    @property
    def exact(self) -> bool:
        return self.kind == EXACT

    @property
    def upper(self) -> Figure:
        return self.value.upper

    def __str__(self) -> str:
        at = f" at alpha = {decimal(self.alpha)}" if self.alpha is not None else ""
        return f"{self.upper}  {self.route}{at}"


@dataclass(frozen=True)
class Missing:
    """A route that gives nothing here, and why."""

    route: str
    why: str


@dataclass(frozen=True)
class Result(Served):
    """The answer to a question about a composition."""

    composition: Any  # a Composition
    asked: str  # epsilon, delta or renyi
    at: Term  # the δ, ε or α of the question
    bounds: tuple[Bound, ...]  # best first
    missing: tuple[Missing, ...] = ()

    @property
    def best(self) -> Bound:
        return self.bounds[0]

    @property
    def alternatives(self) -> tuple[Bound, ...]:
        return self.bounds[1:]

    @property
    def upper(self) -> Figure:
        """What may be claimed."""
        return self.best.upper

    @property
    def lower(self) -> Figure:
        """The lower end of the ball: below the optimum if `kind` says that it is enclosed, else below the bound only."""
        return self.best.value.lower

    @property
    def ball(self) -> arb:
        return self.best.value.ball

    @property
    def log(self) -> arb:
        return self.best.value.log

    @property
    def route(self) -> str:
        return self.best.route

    @property
    def kind(self) -> str:
        return self.best.kind

    @property
    def exact(self) -> bool:
        return self.best.exact

    def __getitem__(self, route: str) -> Bound:
        """The bound of a route, by its name in any case."""
        for bound in self.bounds:
            if bound.route.lower() == route.lower():
                return bound
        why = next(
            (m.why for m in self.missing if m.route.lower() == route.lower()),
            f"expected one of {', '.join(b.route for b in self.bounds)}",
        )
        raise ObjectError(f"found no route {route!r}: {why}")

    def certificate(self, route: str | None = None) -> Any:
        """What the kernel says of the final inequality of a route, the best one if left out (certifying.Certified)."""
        return self.desk.certify(self, self.best if route is None else self[route])

    def save(self, path: str | Path, route: str | None = None) -> None:
        """Writes the final inequality and the theorems behind it for `dpsym replay`; ObjectError if the kernel has not shown it."""
        data = self.certificate(route).saved()
        Path(path).write_text(json.dumps(data) + "\n", "utf-8")

    @property
    def question(self) -> str:
        name = {"epsilon": "delta", "delta": "eps", "renyi": "alpha"}[self.asked]
        return f"{name} = {shown(self.at)}"

    def lines(self) -> list[str]:
        about = "" if self.composition.neighbours is None else f", {self.composition.neighbours} neighbours"
        name = {"epsilon": "eps", "delta": "delta", "renyi": "D_alpha"}[self.asked]
        head = f"{self.composition}{about}"
        lines = [head, f"  {name} <= {self.upper} at {self.question}   {self.kind}"]
        if self.kind == BETWEEN:
            lines.append(f"  and the optimum is at least {self.lower}")
        width = max(len(str(b.upper)) for b in self.bounds)
        for b in self.bounds:
            at = f" at alpha = {decimal(b.alpha)}" if b.alpha is not None else ""
            lines.append(f"    {b.upper!s:<{width}}  {b.route}{at}   by {', '.join(b.entries) or 'its definition'}")
        lines += [f"    -{' ' * (width - 1)}  {m.route}: {m.why}" for m in self.missing]
        return [*lines, *([f"  rests on {self.best.rests}"] if self.best.rests else [])]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def to_json(self) -> dict[str, Any]:
        """Numbers as text, as they are told."""
        relation = self.composition.neighbours
        return {
            "composition": [{"part": str(p), "times": k} for p, k in self.composition.parts],
            "neighbours": None if relation is None else str(relation),
            "asked": self.asked,
            "at": shown(self.at),
            "upper": str(self.upper),
            "lower": str(self.lower),
            "kind": self.kind,
            "route": self.route,
            "rests": self.best.rests,
            "routes": [
                {
                    "route": b.route,
                    "upper": str(b.upper),
                    "lower": str(b.value.lower),
                    "kind": b.kind,
                    "alpha": None if b.alpha is None else decimal(b.alpha),
                    "entries": list(b.entries),
                    "rests": b.rests,
                }
                for b in self.bounds
            ],
            "missing": [{"route": m.route, "why": m.why} for m in self.missing],
        }


@dataclass(frozen=True)
class Profile:
    """δ at several levels."""

    composition: Any  # a Composition
    points: tuple[Result, ...]

    def __iter__(self) -> Any:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, place: int) -> Result:
        return self.points[place]

    @property
    def levels(self) -> Sequence[Term]:
        return [p.at for p in self.points]

    def __str__(self) -> str:
        rows = [(shown(p.at), str(p.upper), f"{p.route}, {p.kind}") for p in self.points]
        widths = [max(len(r[i]) for r in (("eps", "delta", ""), *rows)) for i in range(2)]
        lines = [f"  {'eps':<{widths[0]}}  {'delta':<{widths[1]}}  by"]
        lines += [f"  {a:<{widths[0]}}  {b:<{widths[1]}}  {c}" for a, b, c in rows]
        return "\n".join([str(self.composition), *lines])

    __repr__ = __str__
