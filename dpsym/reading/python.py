"""The SymPy door: expressions, relations and conditions built in Python become kernel terms, and terms go back.

What arrives is what SymPy left: it has rewritten the expression when it was built (`x/x` is 1 before anyone asks about
x = 0), so definedness is judged on that; text keeps what was written. What SymPy can say and dpsym cannot is refused by
name. The assumptions of a `Symbol("eps", positive=True)` become conditions of the domain, and a bare symbol takes its
place; a symbol without assumptions ranges over the reals.

    claims_from_sympy(Le(tanh(eps/2), eps/2), where=[eps > 0])
    claims_from_sympy(Le(x, exp(x) - 1), where=["x >= 0"])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Union

import sympy
from sympy.assumptions.assume import AppliedPredicate
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue

from ..kernel.statements import Claim, Domain, Range
from ..kernel.terms import (
    BINDERS,
    HALF,
    MINUS_ONE,
    MINUS_OO,
    ONE,
    OO,
    PI,
    TWO,
    WORDS,
    ZERO,
    Term,
    TermError,
    add,
    bind,
    div,
    exp,
    func,
    mul,
    neg,
    num,
    piecewise,
    power,
    relation,
    sqrt,
    subterms,
    sym,
)
from ..objects.symbolic import from_term
from .domains import Condition, build_domain, certain, free_symbols, met_by_index
from .letters import TwoWritings, is_name, symbol_name
from .limits import power_limit
from .objects import Demand
from .text.claims import Question
from .text.grammar import KNOWN

__all__ = ["RefusedError", "claims_from_sympy", "from_term", "to_term"]

Entry = Union[str, sympy.Basic, bool]  # a claim, condition or hypothesis, as text or as a SymPy object


class RefusedError(ValueError):
    """Something SymPy can say and dpsym cannot; the message names it."""


#: SymPy functions and the kernel function of the same arguments.
_SAME: dict[Any, str] = {
    sympy.exp: "exp", sympy.log: "log", sympy.Abs: "abs", sympy.Min: "min", sympy.Max: "max",
    sympy.sinh: "sinh", sympy.cosh: "cosh", sympy.tanh: "tanh", sympy.asinh: "asinh", sympy.acosh: "acosh",
    sympy.atanh: "atanh", sympy.erf: "erf", sympy.erfc: "erfc", sympy.LambertW: "LambertW", sympy.gamma: "gamma",
    sympy.loggamma: "loggamma", sympy.binomial: "binomial", sympy.floor: "floor", sympy.ceiling: "ceil",
}  # fmt: skip
#: SymPy functions that are an expression in the kernel's.
_REWRITTEN: dict[Any, Callable[[Term], Term]] = {
    sympy.factorial: lambda n: func("gamma", n + 1),
    sympy.sech: lambda x: div(ONE, func("cosh", x)),
    sympy.csch: lambda x: div(ONE, func("sinh", x)),
    sympy.coth: lambda x: div(func("cosh", x), func("sinh", x)),
    sympy.erfinv: lambda x: div(func("PhiInv", div(x + 1, TWO)), sqrt(TWO)),
    sympy.erfcinv: lambda x: neg(div(func("PhiInv", div(x, TWO)), sqrt(TWO))),
}
_BINDERS: dict[Any, str] = {sympy.Sum: "Sum", sympy.Product: "Product", sympy.Integral: "Integral"}
_RELATIONS: dict[Any, str] = {
    sympy.Le: "<=", sympy.Lt: "<", sympy.Ge: ">=", sympy.Gt: ">", sympy.Eq: "==", sympy.Ne: "!=",
}  # fmt: skip
_NAMES = {f.__name__ for f in (*_SAME, *_REWRITTEN, *_BINDERS)} | {"sqrt", "Piecewise"}
_READS = ", ".join(sorted(_NAMES, key=str.lower))
_HINT = "SymPy has already turned the relation into {0}; write it as text, or as Le(a, b, evaluate=False)"
_EQUALITY = "found a Python bool, expected a relation; in Python a == b compares expressions: write Eq(a, b)"


def to_term(expr: Any) -> Term:
    """The kernel's term for a SymPy expression, an int or a Fraction. Assumptions of its symbols are left behind."""
    return _Reader().term(expr)


def claims_from_sympy(
    claim: Entry, where: Sequence[Entry] = (), given: Sequence[Entry] = (), id: str = ""
) -> tuple[Claim, ...]:
    """One claim for each relation of `claim` (an `And`, or a chain in text, has several), ids `id.1`, `id.2`, ...

    Entries are SymPy objects or text, freely mixed. Assumptions of the symbols become conditions of the domain.
    """
    reader = _Reader()
    links = reader.relations(claim, "claim")
    if not links or any(link.op == "!=" for link in links):
        raise RefusedError(f"found the claim {_shown(claim)}, expected one of == <= < >= >")
    hypotheses = [h for entry in _entries(given) for h in reader.relations(entry, "given")]
    conditions = [c for entry in _entries(where) for c in reader.conditions(entry)]
    claims = []
    for k, link in enumerate(links, 1):
        names = [name for t in (link, *hypotheses) for name in free_symbols(t)]
        used = {*names, *(n for c in conditions for n in (c.relation.free if c.relation else {c.name}))}
        domain = build_domain([*reader.assumed(used), *conditions], names, reader.demands)
        reader.check_ends(domain, (link, *hypotheses, *domain.conditions))
        name = id if len(links) == 1 else f"{id}.{k}" if id else str(k)
        claims.append(Claim(domain, tuple(hypotheses), link.lhs, link.op, link.rhs, (), name))
    return tuple(claims)


def _entries(entries: Sequence[Entry]) -> Sequence[Entry]:
    if isinstance(entries, (str, bool, sympy.Basic)):
        raise RefusedError(f"found {_shown(entries)}, expected a list of conditions: write [{_shown(entries)}]")
    return entries


def _shown(found: Any) -> str:
    text = str(found)
    return text if len(text) <= 80 else text[:77] + "..."


def _refused(found: Any) -> RefusedError:
    kind = "" if isinstance(found, (sympy.Function, sympy.Number)) else f" of type {type(found).__name__}"
    return RefusedError(f"found {_shown(found)}{kind}, which dpsym cannot read; it reads: {_READS}")


class _Reader:
    """Reads the SymPy objects of one claim; remembers its symbols, so that a name means one thing throughout."""

    def __init__(self) -> None:
        self.symbols: dict[str, sympy.Symbol] = {}
        self.text = Question()  # for the entries that are text
        self._demanded: list[Demand] = []
        self._ends: list[_Ends] = []  # of sums, products and integrals, to be judged on the domain

    @property
    def demands(self) -> list[Demand]:
        """What the laws of the claim demand of their parameters."""
        return list(dict.fromkeys([*self._demanded, *self.text.demands]))

    # -- expressions

    def term(self, expr: Any) -> Term:
        try:
            return self._term(expr)
        except TermError as error:
            raise RefusedError(str(error)) from None
        except RecursionError:
            raise RefusedError("the expression is nested too deeply") from None

    def _term(self, expr: Any) -> Term:
        if isinstance(expr, (int, float, complex, str, Fraction)):
            return _python_number(expr)
        if isinstance(expr, sympy.Symbol):
            return self._symbol(expr)
        if isinstance(expr, (sympy.Number, sympy.NumberSymbol)):
            return _number(expr)
        if isinstance(expr, (sympy.Add, sympy.Mul)) and expr.is_commutative:
            key, build = (_subtracted, add) if isinstance(expr, sympy.Add) else (_divided, mul)
            return build(*map(self._term, sorted(expr.args, key=key)))
        if isinstance(expr, sympy.Pow):
            return self._power(*expr.args)
        if isinstance(expr, sympy.Piecewise):
            return self._piecewise(expr)
        if hasattr(expr, "defining_term"):
            return self._divergence(expr)
        kind = type(expr)
        if kind in _SAME:
            args = expr.args
            if kind in (sympy.Min, sympy.Max):
                args = sorted(args, key=sympy.default_sort_key)
            return func(_SAME[kind], *map(self._term, args))
        if kind in _REWRITTEN:
            return _REWRITTEN[kind](*map(self._term, expr.args))
        if kind in _BINDERS:
            return self._binder(expr)
        raise _refused(expr)

    def _divergence(self, expr: Any) -> Term:
        """A divergence of dpsym.objects: its defining integral."""
        for s in sorted(expr.free_symbols, key=lambda s: s.name):
            self._symbol(s)
        try:
            found: Term = expr.defining_term()
        except ValueError as error:
            raise RefusedError(str(error)) from None
        condition = expr.defined_when()
        if isinstance(condition, BooleanFalse):
            raise RefusedError(f"found {_shown(expr)}, whose parameters are out of range")
        demands = [c.relation for c in self.conditions(condition) if c.relation is not None]
        self._demanded += [Demand(r, f"{_shown(expr)}: the parameters must be in range") for r in demands]
        return found

    def _symbol(self, s: sympy.Symbol) -> Term:
        if isinstance(s, sympy.Wild) or type(s) not in (sympy.Symbol, sympy.Dummy):
            raise _refused(s)
        written = _checked_name(s.name)
        try:
            self.text.spellings.note(written)
        except TwoWritings as error:
            raise RefusedError(str(error)) from None
        known = self.symbols.setdefault(symbol_name(written), s)
        if known != s:
            raise RefusedError(
                f"two different symbols are called {s.name}: one with {_assumptions(known)}, one with {_assumptions(s)}"
            )
        return sym(symbol_name(written))

    def _power(self, base: sympy.Expr, exponent: sympy.Expr) -> Term:
        if base is sympy.E:
            return exp(self._term(exponent))
        a, b = self._term(base), self._term(exponent)
        if wrong := power_limit(a, b):
            raise RefusedError(f"found {_shown(base)} to the power {_shown(exponent)}: {wrong}")
        if b in (HALF, neg(HALF)):
            return sqrt(a) if b is HALF else power(sqrt(a), MINUS_ONE)
        return power(a, b)

    def _piecewise(self, expr: sympy.Piecewise) -> Term:
        pieces: list[tuple[Term, Term]] = []
        for value, condition in expr.args:
            if isinstance(condition, BooleanTrue):
                default = self._term(value)
                return piecewise(pieces, default) if pieces else default
            pieces.append((self._term(value), self._relation(condition)))
        return piecewise(pieces)

    def _binder(self, expr: sympy.Basic) -> Term:
        """Nested limits are nested binders, the first innermost."""
        inside, demanded = len(self._ends), len(self._demanded)
        body = self._term(expr.args[0])
        for limit in expr.args[1:]:
            if len(limit) != 3:
                raise RefusedError(f"found {_shown(expr)} without both ends, expected ({limit[0]}, lower, upper)")
            variable = self._symbol(limit[0])
            body = bind(_BINDERS[type(expr)], body, str(variable.value), self._end(limit[1]), self._end(limit[2]))
            self._ends[inside:] = [e.within(body) for e in self._ends[inside:]]
            self._ends.append(_Ends(body, _shown(expr)))
            for demand in self._demanded[demanded:]:
                if body.value in demand.relation.free and not met_by_index(demand.relation, body):
                    raise RefusedError(f"{demand.words} for each {body.value}, which its range does not show")
            self._demanded[demanded:] = [d for d in self._demanded[demanded:] if body.value not in d.relation.free]
        return body

    def check_ends(self, domain: Domain, used: Iterable[Term]) -> None:
        """SymPy gives a value to sums, products and integrals whose ends are reversed, the kernel another one or none."""
        occurring = {u for t in used for u in subterms(t) if u.op in BINDERS}
        for ends in self._ends:
            if ends.binder in occurring and not ends.are_ordered(domain):
                raise RefusedError(
                    f"found {ends.shown}: SymPy reads reversed ends as minus the rest, dpsym as an empty sum or not at all; "
                    "the domain must show that they are in order"
                )

    def _end(self, expr: Any) -> Term:
        if expr in (sympy.oo, -sympy.oo):
            return OO if expr is sympy.oo else neg(OO)
        return self._term(expr)

    # -- relations and conditions

    def relations(self, entry: Entry, role: str) -> list[Term]:
        """The relations of a claim or hypothesis; one that SymPy found true says nothing as a hypothesis."""
        if isinstance(entry, str):
            read = self.text.conditions if role == "given" else self.text.relations
            found = tuple(c if isinstance(c, Condition) else Condition(c) for c in read(entry))
            if any(c.relation is None for c in found):
                raise RefusedError(f"found the membership {entry} in {role}, expected a relation; it belongs in where")
            return [c.relation for c in found if c.relation is not None]
        if isinstance(entry, (bool, BooleanTrue, BooleanFalse)):
            if role != "claim" and isinstance(entry, BooleanTrue):
                return []
            raise RefusedError(f"{role}: {_EQUALITY if isinstance(entry, bool) else _HINT.format(entry)}")
        if isinstance(entry, And):
            return [r for part in sorted(entry.args, key=sympy.default_sort_key) for r in self.relations(part, role)]
        try:
            found_relation = self._relation(entry)
            if role != "where" and any(side in (OO, MINUS_OO) for side in found_relation.args):
                raise RefusedError(
                    f"{role}: found {_shown(entry)}; infinity may only be an end of a sum, integral or range"
                )
            return [found_relation]
        except TermError as error:
            raise RefusedError(str(error)) from None
        except RecursionError:
            raise RefusedError("the expression is nested too deeply") from None

    def _relation(self, entry: Any) -> Term:
        if not isinstance(entry, Relational) or type(entry) not in _RELATIONS:
            raise RefusedError(f"found {_shown(entry)}, expected a relation: Eq, Le, Lt, Ge or Gt")
        if any(not isinstance(side, sympy.Expr) for side in entry.args):
            raise RefusedError(f"found {_shown(entry)}, expected a relation between two real expressions")
        return relation(_RELATIONS[type(entry)], self._end(entry.lhs), self._end(entry.rhs))

    def conditions(self, entry: Entry) -> list[Condition]:
        if isinstance(entry, str):
            return list(self.text.conditions(entry))
        if isinstance(entry, And):
            return [c for part in sorted(entry.args, key=sympy.default_sort_key) for c in self.conditions(part)]
        if isinstance(entry, sympy.Contains):
            return self._member(*entry.args)
        if isinstance(entry, AppliedPredicate):
            return self._predicate(entry)
        return [Condition(relation=r, text=_shown(entry)) for r in self.relations(entry, "where")]

    def _member(self, x: sympy.Expr, s: sympy.Set) -> list[Condition]:
        shown = f"{x} in {s}"
        if not isinstance(x, sympy.Symbol):
            raise RefusedError(f"found {shown}, expected the membership of a symbol")
        name = str(self._symbol(x).value)
        if isinstance(s, sympy.Interval):
            bounds = [(">" if s.left_open else ">=", s.start), ("<" if s.right_open else "<=", s.end)]
            return [Condition(relation(op, sym(name), self._end(e)), text=shown) for op, e in bounds]
        facts = {sympy.S.Reals: "real", sympy.S.Integers: "integer", sympy.S.Naturals0: "integer nonnegative",
                 sympy.S.Naturals: "integer positive"}.get(s)  # fmt: skip
        if facts is None:
            raise RefusedError(f"found {shown}, expected an Interval, Reals, Integers, Naturals or Naturals0")
        return list(_facts(name, facts.split()))

    def _predicate(self, entry: AppliedPredicate) -> list[Condition]:
        fact = str(entry.function.name)
        symbol = entry.arguments[0]
        if fact not in _REPRESENTED or not isinstance(symbol, sympy.Symbol):
            raise RefusedError(f"found {_shown(entry)}, expected Q.{', Q.'.join(_REPRESENTED)} of a symbol")
        return list(_facts(str(self._symbol(symbol).value), [fact]))

    def assumed(self, names: Iterable[str]) -> list[Condition]:
        """The conditions that the assumptions of the named symbols say."""
        used = set(names)
        return [c for name, s in self.symbols.items() if name in used for c in _facts(name, _represented(s))]


@dataclass(frozen=True)
class _Ends:
    """A sum, product or integral of SymPy, with the binders around it: `inner` to be renamed into them, the innermost first."""

    binder: Term
    shown: str
    around: tuple[Term, ...] = ()

    def within(self, outer: Term) -> _Ends:
        return replace(self, around=(*self.around, outer))

    def are_ordered(self, domain: Domain) -> bool:
        """Whether the kernel sees lower <= upper on the domain; an empty sum, upper == lower - 1, is the same to both."""
        _, lower, upper = self.binder.args
        if lower is MINUS_OO or upper is OO:
            return lower is not OO and upper is not MINUS_OO
        if lower is OO or upper is MINUS_OO:
            return False
        for outer in reversed(self.around):
            name, (_, low, high) = str(outer.value), outer.args
            if name in domain.names:
                return False
            ends = [(">=", low)] * (low is not MINUS_OO) + [("<=", high)] * (high is not OO)
            domain = domain.with_range(Range(name, integer=outer.op != "Integral"))
            domain = domain.with_conditions(*(relation(op, sym(name), end) for op, end in ends))
        ordered = [relation("<=", lower, upper), relation(">=", upper, lower)]
        if self.binder.op != "Integral":
            ordered.append(relation(">=", add(upper, ONE), lower))
        return any(certain(r, domain) for r in ordered)


# -- numbers, names and assumptions ------------------------------------------------------------------------------


def _python_number(value: Any) -> Term:
    if isinstance(value, float):
        raise RefusedError(f"found the float {value}; write {_as_rational(value)}")
    if isinstance(value, (bool, complex, str)):
        raise RefusedError(f"found {value!r} of type {type(value).__name__}, expected a SymPy expression")
    return num(value)


def _as_rational(value: Any) -> str:
    try:
        exact = Fraction(str(value)).limit_denominator(10**15)
    except (ValueError, OverflowError):
        return "an exact number"
    return f"Rational({exact.numerator}, {exact.denominator})"


def _number(expr: Any) -> Term:
    if isinstance(expr, sympy.Rational):
        return num(int(expr.p), int(expr.q))
    if isinstance(expr, sympy.Float):
        raise RefusedError(f"found the float {float(expr):g}; write {_as_rational(expr.n(15))}")
    if expr is sympy.pi:
        return PI
    if expr is sympy.E:
        return exp(ONE)
    if expr is sympy.GoldenRatio:
        return mul(HALF, add(ONE, sqrt(num(5))))
    if expr in (sympy.oo, -sympy.oo):
        raise RefusedError(f"found {expr} inside an expression; it may only be an end of a sum, integral or range")
    raise _refused(expr)


def _subtracted(t: sympy.Expr) -> bool:
    """Negative terms last: exp(x) - 1 rather than -1 + exp(x)."""
    return bool(t.as_coeff_Mul()[0].is_negative)


def _divided(t: sympy.Expr) -> bool:
    """Divisors last."""
    return bool(t.is_Pow and t.exp.as_coeff_Mul()[0].is_negative)


def _checked_name(name: str) -> str:
    if not is_name(name):
        wanted = "unmarked Latin and Greek letters, digits and single underscores"
        raise RefusedError(f"found a symbol called {name!r}, expected {wanted}")
    if name in WORDS or (name in KNOWN and name != "gamma"):
        raise RefusedError(f"found a symbol called {name}, which has another meaning; rename it")
    return name


#: Assumptions that a domain can say, with their relation to zero.
_REPRESENTED = {"real": "", "integer": "", "positive": ">", "nonnegative": ">=", "negative": "<", "nonpositive": "<=",
                "nonzero": "!="}  # fmt: skip


def _facts(name: str, facts: Iterable[str]) -> Iterator[Condition]:
    for fact in facts:
        if op := _REPRESENTED[fact]:
            yield Condition(relation(op, sym(name), ZERO), text=f"{name} {op} 0")
        else:
            yield Condition(name=name, kind=f"{fact}s", text=f"{name} in {fact}s")


def _represented(s: sympy.Symbol) -> list[str]:
    """The strongest assumptions of a symbol that a domain can say; refused if anything is left unsaid."""
    facts = s.assumptions0
    said = [fact for fact in _REPRESENTED if facts.get(fact)]
    implied = sympy.Dummy(**dict.fromkeys(said, True)).assumptions0
    unsaid = {fact: value for fact, value in facts.items() if fact not in implied}
    if unsaid:
        told = {fact: value for fact, value in _written(s).items() if fact in unsaid} or unsaid
        raise RefusedError(
            f"the symbol {s.name} is assumed {', '.join(f'{fact}={value}' for fact, value in told.items())}, "
            f"which a domain cannot say; it can say {', '.join(_REPRESENTED)}"
        )
    weaker = {"positive": ("nonnegative", "nonzero"), "negative": ("nonpositive", "nonzero"), "integer": ("real",)}
    dropped = {w for fact in said for w in weaker.get(fact, ())}
    kept = [fact for fact in said if fact not in dropped]
    return [fact for fact in kept if fact != "real" or kept == ["real"]]


def _written(s: sympy.Symbol) -> dict[str, bool]:
    """The assumptions as their author wrote them, where SymPy remembers."""
    return dict(getattr(s, "_assumptions_orig", s.assumptions0))


def _assumptions(s: sympy.Symbol) -> str:
    written = [fact if value else f"{fact}=False" for fact, value in _written(s).items() if fact != "commutative"]
    return ", ".join(written) or "no assumptions"
