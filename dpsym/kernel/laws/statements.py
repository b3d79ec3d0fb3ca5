"""The vocabulary of statements about all laws: Field, Setting, Fact, Proposition, Have, Certificate. It decides nothing.

A *setting* fixes real symbols with their domain and fields on spaces. It is read so: for all sigma-finite measures on the spaces,
all measurable functions for the fields that have their ranges and masses, and all values of the symbols in the domain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..statements import Domain, Point, Proof
from ..terms import NAME, ONE, ZERO, Term, TermError
from .terms import RESERVED, ill_formed, is_space, name_of, points_of


@dataclass(frozen=True)
class Field:
    """A function of points of `spaces` with its range; ends are numbers or None, and belong to it.

    With `mass` it integrates to one in its last argument, for almost all values of the others: a law, or a kernel. With `integer` it
    takes whole values: in [0, 1] it is an event.
    """

    name: str
    spaces: tuple[str, ...]
    lower: Term | None = None
    upper: Term | None = None
    integer: bool = False
    mass: bool = False

    def __post_init__(self) -> None:
        if (
            self.name in RESERVED
            or not NAME.fullmatch(self.name)
            or not self.spaces
            or not all(map(is_space, self.spaces))
        ):
            raise TermError(f"found the field {self.name!a} on {self.spaces!a}, expected a name and spaces")
        if any(end is not None and end.op != "num" for end in (self.lower, self.upper)):
            raise TermError(f"{self.name}: found the range {self.lower} to {self.upper}, expected numbers")
        if self.mass and (self.lower is not ZERO or self.upper is not None or self.integer):
            raise TermError(f"{self.name}: found a density in {self.lower} to {self.upper}, expected 0 to infinity")


def law(name: str, *spaces: str) -> Field:
    """A density on the last space, for each point of the others."""
    return Field(name, spaces, ZERO, mass=True)


def test(name: str, *spaces: str) -> Field:
    return Field(name, spaces, ZERO, ONE)


def event(name: str, *spaces: str) -> Field:
    return Field(name, spaces, ZERO, ONE, integer=True)


def query(name: str, *spaces: str, lower: Term | None = None, upper: Term | None = None) -> Field:
    return Field(name, spaces, lower, upper)


@dataclass(frozen=True)
class Setting:
    """Real symbols with their domain, and fields."""

    where: Domain = field(default_factory=Domain)
    fields: tuple[Field, ...] = ()

    def __post_init__(self) -> None:
        names = [*self.where.names, *(f.name for f in self.fields)]
        if len(set(names)) != len(names):
            raise TermError(f"setting: a name is declared twice among {names}")
        odd = [n for n in self.where.names if not NAME.fullmatch(n) or n.startswith("_")]
        ends = [end for r in self.where.ranges for end in (r.lower, r.upper) if end is not None]
        wrong = odd or [w for c in (*self.where.conditions, *ends) if (w := ill_formed(c, {}, self.where.names))]
        if wrong:
            raise TermError(f"setting: found {wrong}, expected names, and conditions and ranges of the symbols alone")

    def with_fields(self, more: tuple[Field, ...]) -> Setting:
        return Setting(self.where, self.fields + more) if more else self

    @property
    def by_name(self) -> Mapping[str, Field]:
        return {f.name: f for f in self.fields}


@dataclass(frozen=True)
class Fact:
    """For all `tests`, and almost all values of the points of the statement: both sides are defined, and the relation holds.

    An Int is defined where its body is defined almost everywhere and its absolute value has a finite integral.
    """

    statement: Term
    tests: tuple[Field, ...] = ()

    @property
    def points(self) -> frozenset[Term]:
        return points_of(self.statement)

    def wrong_in(self, setting: Setting) -> str | None:
        """Why the fact says nothing in this setting, or None."""
        if not self.statement.is_relation:
            return f"{self.statement!r}, which is no relation"
        try:
            fields = setting.with_fields(self.tests).by_name
        except TermError as error:
            return str(error)
        if any(t.mass or t.lower is not ZERO or t.upper is not ONE for t in self.tests):
            return f"{self.tests}, which are neither tests nor events"
        names = [name_of(p) for p in self.points]
        if len(set(names)) != len(names):
            return f"points of the same name among {sorted(names)}"
        return ill_formed(self.statement, {n: f.spaces for n, f in fields.items()}, setting.where.names)


@dataclass(frozen=True)
class Proposition:
    """In the setting, if all of `given` hold, all of `claims` hold: for some fields `exists` with their ranges and masses."""

    setting: Setting
    given: tuple[tuple[str, Fact], ...]
    claims: tuple[Fact, ...]
    exists: tuple[Field, ...] = ()

    def __post_init__(self) -> None:
        names = [name for name, _ in self.given]
        if len(set(names)) != len(names) or not all(names):
            raise TermError(f"proposition: found hypotheses named {names}, expected different names")
        if not self.claims or any(f.tests for f in self.claims):
            raise TermError(
                "proposition: found no claim, or one that binds tests, expected claims about fields of the setting"
            )
        whole = self.setting.with_fields(self.exists)
        facts = [(f, s) for _, f in self.given for s in (self.setting, whole)]  # no test has the name of what exists
        for f, setting in (*facts, *((f, whole) for f in self.claims)):
            wrong = f.wrong_in(setting)
            if wrong is not None:
                raise TermError(f"proposition: found {wrong}")


@dataclass(frozen=True)
class Rule:
    """How a step follows; its fields are what the step says besides its conclusion. The rules themselves are in rules.py."""


@dataclass(frozen=True)
class Have:
    """One step: `fact` holds by `by`, which cites earlier names only."""

    name: str
    fact: Fact
    by: Rule


@dataclass(frozen=True)
class Model:
    """Values of the symbols, sizes of the spaces, and tables of the fields: a tuple of terms, the last point running fastest."""

    params: tuple[tuple[str, Term], ...] = ()
    sizes: tuple[tuple[str, int], ...] = ()
    fields: tuple[tuple[str, tuple[Term, ...]], ...] = ()


@dataclass(frozen=True)
class Attained:
    """For all symbols in `where`, the model satisfies setting and hypotheses, and claim number `claim` holds with equality."""

    where: Domain
    model: Model
    point: Point  # shows that there are such symbols
    claim: int = 0


@dataclass(frozen=True)
class Sharp:
    """For all symbols in `where` and all c below the right side of the claim, the model satisfies setting and hypotheses, and lhs > c.

    The claim is lhs <= rhs without points. The tables may depend on c; the model gives the symbols of the setting terms without c.
    """

    where: Domain
    model: Model
    point: Point  # with a value for c
    symbol: str = "c"
    claim: int = 0


Tight = Attained | Sharp


Choice = tuple[str, tuple[Term, ...], Term]  # a field, its points, and the term it stands for


@dataclass(frozen=True)
class Certificate:
    """A proposition, its proof, the fields that exist as terms, a model in which the setting and all of `given` hold,

    and models that show that claims are tight, each with proofs for the real kernel.
    """

    proposition: Proposition
    proof: tuple[Have, ...]
    witness: Model
    choice: tuple[Choice, ...] = ()
    tight: tuple[tuple[Tight, tuple[Proof, ...]], ...] = ()


@dataclass(frozen=True)
class Proved:
    proposition: Proposition

    def __bool__(self) -> bool:
        raise TypeError("a verdict is not a bool; ask isinstance(..., Proved)")


@dataclass(frozen=True)
class Refuted:
    """The claim fails in `model`; `claim` is the failing relation without points and Ints; `culprit` a part of it without a value."""

    proposition: Proposition
    model: Model
    claim: Term
    culprit: Term | None = None

    def __bool__(self) -> bool:
        raise TypeError("a verdict is not a bool; ask isinstance(..., Refuted)")
