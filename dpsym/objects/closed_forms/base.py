"""What a table of closed forms is. Kernel terms, no SymPy.

A table belongs to a family of pairs of laws, P and Q, with parameters: the distance d > 0 of the locations, the scale, and so on.
For each kind of divergence it has a form, a list of cases. A case is a value and the conditions on which the divergence has it; it
names the statements of the library that show this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...kernel.substitution import substitute
from ...kernel.terms import MINUS_ONE, ZERO, Term, rebuild, relation, sym

Conditions = tuple[Term, ...]


def flat(t: Term) -> Term:
    """The term with sums of sums and products of products written as one, as one writes them by hand; -x stays -x."""
    args = tuple(map(flat, t.args))
    if t.op not in ("+", "*") or _is_negative(t):
        return rebuild(t, args)
    spliced = (part for a in args for part in (a.args if a.op == t.op and not _is_negative(a) else (a,)))
    return rebuild(t, tuple(spliced))


def _is_negative(t: Term) -> bool:
    return t.op == "*" and len(t.args) == 2 and t.args[0] is MINUS_ONE


@dataclass(frozen=True)
class Stated:
    """What the library states under a name: this value, on these conditions."""

    value: Term
    where: Conditions
    integers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """A value, and where the divergence has it.

    `stated` are the statements of the library: names, each with its conditions. They cover `when`; if that is empty, one of them holds
    where the case applies. `let` gives symbols of the value that are no parameters; their conditions are those of `stated`.
    `at` are parameters that have one value here, an isolated one: the other cases have no value there, and are silent about it.
    `same` says that the value holds for coinciding laws too, d = 0; the library states that under the names with `_same` behind them.
    """

    value: Term
    stated: Mapping[str, Conditions]
    when: Conditions = ()
    let: Mapping[str, Term] = field(default_factory=dict)
    at: Mapping[str, Term] = field(default_factory=dict)
    same: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", flat(self.value))

    @property
    def ranges(self) -> tuple[Conditions, ...]:
        """The conditions: one of these holds altogether."""
        return (self.when,) if self.when else tuple(self.stated.values())


@dataclass(frozen=True)
class Form:
    """A divergence by cases."""

    cases: tuple[Case, ...]

    def __init__(self, *cases: Case) -> None:
        object.__setattr__(self, "cases", cases)


def single(name: str, value: Term, same: bool = False) -> Form:
    """A form without cases."""
    return Form(Case(value, {name: ()}, same=same))


DISTANCE = "d"


@dataclass(frozen=True)
class Table:
    """The closed forms of a family of pairs of laws, by kind: tv, hockey, kl, power (Rényi), max, approximate max, hellinger, chi.

    `laws` is what the laws themselves demand, `beyond` more than that, `apart` that the laws differ; `integers` names the parameters
    that are integers. `level` is the parameter of the hockey stick, log(gamma); the order of the Rényi divergence is alpha.
    """

    chapter: str
    forms: Mapping[str, Form]
    laws: Conditions = ()
    beyond: Conditions = ()
    apart: Conditions = ()
    integers: tuple[str, ...] = ()
    level: str = "eps"

    def statements(self) -> Iterator[tuple[str, Stated]]:
        """What the library states, by name: of laws at a distance, and of coinciding ones."""
        for form in self.forms.values():
            for case in form.cases:
                for name, conditions in case.stated.items():
                    if SAME in conditions:
                        yield name, self._same(case, tuple(c for c in conditions if c is not SAME))
                        continue
                    where = (*self.laws, *self.beyond, *self.apart, *conditions)
                    yield name, Stated(case.value, where, (*self.integers, *case.let))
                    if case.same:
                        yield f"{name}_same", self._same(case, () if case.let else conditions)

    def _same(self, case: Case, conditions: Conditions) -> Stated:
        zero = {DISTANCE: ZERO}
        value = substitute(substitute(case.value, case.let), zero)
        integers = tuple(i for i in self.integers if i != DISTANCE)
        return Stated(value, (*self.laws, *(substitute(c, zero) for c in conditions)), integers)


#: What the Rényi divergence itself demands of its order, besides alpha != 1.
ORDER = relation(">", sym("alpha"), ZERO)
#: The condition of a case about coinciding laws alone.
SAME = relation("==", sym(DISTANCE), ZERO)
