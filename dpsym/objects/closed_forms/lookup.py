"""The closed form of a divergence of two laws, read from the tables as a SymPy expression: what `doit()` returns.

Conditions are decided by the kernel's comparison of exact numbers and by the assumptions of SymPy's symbols. The first case that
certainly applies is the form; cases before it that may apply become the pieces of a Piecewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy
from sympy import Abs

from ...kernel.terms import Term
from ..laws import (
    Bernoulli,
    BinaryResponse,
    CoinResponse,
    DiscreteLaplace,
    FourPointResponse,
    KaryResponse,
    Laplace,
    Law,
    Normal,
)
from ..symbolic import compare, from_term, maximum
from .base import DISTANCE, ORDER, SAME, Case, Conditions, Form, Table
from .discrete_laplace import DISCRETE_LAPLACE
from .laplace import LAPLACE, LAPLACE_SCALES
from .normal import NORMAL, NORMAL_DEVIATIONS
from .response import BINARY, COINS, FOUR_POINTS, KARY, TWO_POINTS

Values = Mapping[str, sympy.Expr]


def table_of(p: Law, q: Law) -> tuple[Table, dict[str, Any]] | None:
    """The table of a pair of laws, with the values of its parameters; None if there is none."""
    if type(p) is not type(q):
        return None
    if isinstance(p, (Laplace, Normal, DiscreteLaplace)):
        return _at_locations(p, q)
    if isinstance(p, Bernoulli):
        return TWO_POINTS, {"p": p.args[0], "q": q.args[0]}
    *parameters, truth = p.args
    if parameters != list(q.args[:-1]) or truth == q.args[-1]:
        return None
    if isinstance(p, BinaryResponse):
        return BINARY, {"eps": parameters[0]}
    if isinstance(p, KaryResponse):
        return KARY, {"eps": parameters[0], "k": parameters[1]}
    if isinstance(p, CoinResponse):
        return COINS, {"p": parameters[0], "q": parameters[1]}
    if isinstance(p, FourPointResponse):
        return FOUR_POINTS, {"eps": parameters[0], "delta": parameters[1]}
    return None


def _at_locations(p: Law, q: Law) -> tuple[Table, dict[str, Any]] | None:
    (m, s), (n, r) = p.args, q.args
    d = Abs(m - n)
    if isinstance(p, Normal):
        return (NORMAL, {"d": d, "s": s}) if s == r else (NORMAL_DEVIATIONS, {"m": m, "n": n, "s": s, "r": r})
    if isinstance(p, Laplace):
        return (LAPLACE, {"d": d, "b": s}) if s == r else (LAPLACE_SCALES, {"d": d, "b": s, "c": r})
    return (DISCRETE_LAPLACE, {"d": d, "b": s}) if s == r else None


def form_of(kind: str, p: Law, q: Law, parameter: Any = None) -> tuple[Table, Form, dict[str, Any]] | None:
    """The form of a divergence, with the values of its parameters; None if it is in no table, or the table may not apply."""
    found = table_of(p, q)
    if found is None:
        return None
    table, values = found
    if table is COINS and kind in ("hockey", "kl", "chi", "max") and p.args[-1] == 0:
        kind = f"{kind} reversed"
    if kind not in table.forms or not all(_decided(_relation(c, values)) for c in table.beyond):
        return None
    if kind.startswith("hockey"):
        values[table.level] = sympy.log(parameter)
    if kind == "power":
        values["alpha"] = parameter
    if kind == "approximate max":
        values["delta"] = parameter
    return table, table.forms[kind], values


def closed_form(kind: str, p: Law, q: Law, parameter: Any = None) -> Any:
    """The certified closed form of a divergence, None if there is none; kinds as in Table."""
    found = form_of(kind, p, q, parameter)
    return None if found is None else read(*found[1:])


def certified_by(kind: str, p: Law, q: Law, parameter: Any = None) -> tuple[str, ...]:
    """The names of the library's statements that show the closed form, for all values that its symbols may have."""
    found = form_of(kind, p, q, parameter)
    if found is None or read(*found[1:]) is None:
        return ()
    table, form, values = found
    return tuple(
        f"{table.chapter}.{name}" for case, _ in applicable(form, values) for name in _statements(case, values)
    )


def _statements(case: Case, values: Values) -> Iterator[str]:
    """The statements of a case that may be needed: not those whose conditions fail, nor those about another distance."""
    same = _decided(_relation(SAME, values)) if DISTANCE in values else False
    for name, conditions in case.stated.items():
        known = [c for c in conditions if not c.free & case.let.keys()]
        if _left(tuple(known), values, []) is None:
            continue
        if SAME in conditions or same is not True:
            yield name
        if case.same and same is not False:
            yield f"{name}_same"


def read(form: Form, values: Values) -> Any:
    """The value of a form: of the case that applies, or by pieces; None if its cases are not known to cover the parameters."""
    cases = applicable(form, values)
    if not cases or cases[-1][1] is not True:
        return None
    pieces = [(_value(case, values), condition) for case, condition in cases]
    return pieces[0][0] if len(pieces) == 1 else sympy.Piecewise(*pieces)


def applicable(form: Form, values: Values) -> list[tuple[Case, Any]]:
    """The cases that apply or may apply where those before do not, each with its condition, up to the first that certainly does."""
    isolated = next((c for c in form.cases if c.at and all(from_term(t) == values[n] for n, t in c.at.items())), None)
    if isolated is not None:
        return [(isolated, True)]
    found: list[tuple[Case, Any]] = []
    for case in form.cases:
        met = [sympy.Eq(values[n], from_term(t)) for n, t in case.at.items()]
        if met and sympy.false not in met:  # the parameters may have these values
            found.append((case, sympy.And(*met)))
    failed: list[Relation] = []
    for case in form.cases:
        ranges = [] if case.at else [_left(r, values, failed) for r in case.ranges]
        if () in ranges:
            return [*found, (case, True)]
        undecided = [r for r in ranges if r is not None]
        if undecided:
            found.append((case, sympy.Or(*(sympy.And(*(from_term(c, values) for c in r)) for r in undecided))))
            if len(undecided) == len(undecided[0]) == 1:
                failed.append(_relation(undecided[0][0], values))
    return found


def _value(case: Case, values: Values) -> Any:
    known = dict(values)
    for name, t in case.let.items():
        known[name] = _read(t, known)
    return _read(case.value, known)


def _read(t: Term, values: Values) -> Any:
    return from_term(t, values, {"max": maximum})


# -- conditions -----------------------------------------------------------------------------------------------------

Relation = tuple[str, Any, Any]  # its sign and its two sides

#: What follows from the failure of a relation, between the same two sides.
_FOLLOWS = {">=": ("<", "<="), "<=": (">", ">="), ">": ("<=",), "<": (">=",), "==": ()}


def _relation(c: Term, values: Values) -> Relation:
    """The sides with their values. A distance is not negative, so d == 0 is read as d <= 0."""
    return "<=" if c is SAME else c.op, _read(c.lhs, values), _read(c.rhs, values)


def _left(conditions: Conditions, values: Values, failed: list[Relation]) -> Conditions | None:
    """What of the conditions cannot be decided, given relations that do not hold; None if one of them is false."""
    left: list[Term] = []
    for c in conditions:
        if c is ORDER or (decided := _decided(_relation(c, values), failed)):
            continue
        if decided is False:
            return None
        left.append(c)
    return tuple(left)


def _decided(r: Relation, failed: list[Relation] | tuple[()] = ()) -> bool | None:
    """Whether a relation holds; None if that cannot be told."""
    op, a, b = r
    gap = a - b
    if any(c == a and d == b and op in _FOLLOWS[f] for f, c, d in failed):
        return True
    if not gap.free_symbols:
        found = compare(a, b)
    else:
        found = 0 if gap.is_zero else 1 if gap.is_positive else -1 if gap.is_negative else None
        if found is None:
            return _by_weak_sign(op, gap)
    if found is None:
        return None
    return {"<": found < 0, "<=": found <= 0, ">": found > 0, ">=": found >= 0, "==": found == 0}[op]


def _by_weak_sign(op: str, gap: Any) -> bool | None:
    if gap.is_nonnegative:
        return {">=": True, "<": False}.get(op)
    if gap.is_nonpositive:
        return {"<=": True, ">": False}.get(op)
    return False if op == "==" and gap.is_nonzero else None
