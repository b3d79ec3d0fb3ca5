"""What a mechanism guarantees, together with what proves it.

`privacy()`, `accuracy()`, `variance()`, `expected_error()` and `tail()` return a `Guarantee`: the notion or the number, which entries
of the library prove it for the mechanism's own law (`proved_by`), and what of it is assumed (`assumed`, names of the list ASSUMED
below; empty if all is proved). It is used like the notion or the number that it holds: it compares, prints and computes like it, and
passes its attributes on.

    noisy.privacy()                     PureDP(1/2), proved by laplace.private
    noisy.privacy() == PureDP(1/2)      True
    noisy.variance() + 1                a SymPy expression

Entries are named here, not imported: the library knows objects, objects do not know the library. `dpsym.derive.guarantees` looks
them up, asks the kernel, and compares what they state at the mechanism's parameters with what is returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy
from sympy.printing.printer import Printer

from ..errors import ObjectError


@dataclass(frozen=True)
class Assumption:
    """What is assumed, in a sentence, and why there is no proof of it here."""

    says: str
    why: str


#: All that mechanisms assume. What a guarantee assumes is one of these, by name.
ASSUMED: Mapping[str, Assumption] = {
    "one by one": Assumption(
        "What is proved of one coordinate, candidate or report, and of one more beside those that are there, holds for any number "
        "of them.",
        "Over mechanisms this is proved (k_fold): the kernel has induction over laws. The greatest of k scores, a product of k "
        "factors and a sum of k variances are numbers that no law speaks of.",
    ),
    "sums over all integers": Assumption(
        "In a sum of nonnegative terms over all integers j and k the index k may be renamed j - m, and the sum of a_m t^abs(m) with "
        "a_m >= 0 tends to the sum of a_m as t tends to 1.",
        "Both are needed to show that the sum of exp(-(k - a)^2/(2 sigma^2)) over all integers k is not greater for other a than for "
        "integers; the rest of that is proved (discrete_gaussian.overlap to shifted_sum). A change of variables in a sum over all "
        "integers, and a limit of sums, are not in the language. For integer orders alpha neither is needed but a shift by an integer.",
    ),
    "sums of the discrete Gaussian": Assumption(
        "Variance, mean size and tail of discrete Gaussian noise are the sums that define them: these are finite, and the mean is 0.",
        "They have no closed form, so the sums are returned as they stand. That a sum over all integers is finite is shown here by "
        "telescoping only, and exp(-k^2) does not telescope.",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Cited:
    """An entry of the library, and how it is used: `at` gives its symbols (and fields, at one outcome) in terms of the mechanism's.

    `states` is a term of the entry, in its symbols, which at these values is the number of the guarantee. Symbols of the entry that
    are not in `at` may have any value that its conditions allow. `one_more`: the entry is the step to one more, and is used for any
    number.
    """

    entry: str
    at: Mapping[str, Any] = field(default_factory=dict)
    states: str = ""
    one_more: bool = False


class Guarantee:
    """A notion or a number, with the entries of the library that prove it and the assumptions that are left.

    `number` is the number that the entries state: the value itself, or the parameter of the notion.
    """

    def __init__(self, value: Any, number: Any, cited: tuple[Cited, ...], assumed: tuple[str, ...] = ()) -> None:
        unknown = [a for a in assumed if a not in ASSUMED]
        if unknown or not (cited or assumed):
            raise ObjectError(
                f"Guarantee: found {unknown or 'nothing'}, expected entries of the library, or names of ASSUMED"
            )
        counted = ("one by one",) if any(c.one_more for c in cited) else ()
        self.value, self.number, self.cited, self.assumed = value, number, cited, (*assumed, *counted)

    @property
    def proved_by(self) -> tuple[str, ...]:
        """The names of the entries of the library, in the order of the argument."""
        return tuple(c.entry for c in self.cited)

    @property
    def is_proved(self) -> bool:
        """Whether nothing is assumed."""
        return not self.assumed

    # -- it is used like its value ---------------------------------------------------------------------------------------

    def _sympy_(self) -> Any:
        return self.value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in (
            "value",
            "number",
            "cited",
            "assumed",
        ):  # not there yet, while it is copied
            raise AttributeError(name)
        return getattr(self.value, name)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, Guarantee) else other))

    def __hash__(self) -> int:
        return hash(self.value)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        said = [f"proved by {', '.join(self.proved_by)}"] if self.cited else []
        said += [f"assumed: {', '.join(self.assumed)}"] if self.assumed else []
        return f"{self.value}, {'; '.join(said)}"

    def _latex(self, printer: Printer) -> str:
        return str(printer._print(self.value))

    def _sympystr(self, printer: Printer) -> str:
        return str(printer._print(self.value))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {sympy.latex(self.value)}$"


class Bound(Guarantee):
    """A number with its proof. What is computed with it is a SymPy expression, without.

    In several coordinates `number` may be that of one of them, from which the value is made.
    """

    def __init__(self, value: Any, *cited: Cited, number: Any = None, assumed: tuple[str, ...] = ()) -> None:
        super().__init__(value, value if number is None else number, cited, assumed)

    def __add__(self, other: Any) -> Any:
        return self.value + other

    def __radd__(self, other: Any) -> Any:
        return other + self.value

    def __sub__(self, other: Any) -> Any:
        return self.value - other

    def __rsub__(self, other: Any) -> Any:
        return other - self.value

    def __mul__(self, other: Any) -> Any:
        return self.value * other

    def __rmul__(self, other: Any) -> Any:
        return other * self.value

    def __truediv__(self, other: Any) -> Any:
        return self.value / other

    def __rtruediv__(self, other: Any) -> Any:
        return other / self.value

    def __pow__(self, other: Any) -> Any:
        return self.value**other

    def __neg__(self) -> Any:
        return -self.value

    def __lt__(self, other: Any) -> Any:
        return self.value < other

    def __le__(self, other: Any) -> Any:
        return self.value <= other

    def __gt__(self, other: Any) -> Any:
        return self.value > other

    def __ge__(self, other: Any) -> Any:
        return self.value >= other

    def __float__(self) -> float:
        return float(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __hash__(self) -> int:
        return hash(self.value)


class Privacy(Guarantee):
    """A privacy notion with its proof; `number` is the parameter of the notion that the entries state."""

    def __init__(self, notion: Any, number: Any, *cited: Cited, assumed: tuple[str, ...] = ()) -> None:
        super().__init__(notion, number, cited, assumed)
