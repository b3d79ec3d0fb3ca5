"""Findings: where a claim holds, and how small a term can be. Bundles of certificates, and the checks that put them together.

A finding says something that no single claim says: for which values of a symbol a claim holds for all values of the others (so also
the least constant that makes it true), or what the least value of a term is. `check_region` and `check_optimum` build each claim that
this needs from the finding itself, and ask for a certificate of exactly that claim. The set of values in question is called valid:

    valid(s)    for all points of the claim's domain with that value of the symbol that satisfy `given`, the claim holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Union

from ..arithmetic.closed import compare_closed
from ..arithmetic.integrality import integer_valued
from ..arithmetic.limits import limit_sign
from ..statements import Certificate, Claim, Domain, Range
from ..substitution import substitute
from ..terms import ZERO, Term, add, func, mul, negated, num, relation, sub, sym
from ..verdicts import Proved, Rejected, StepRejected, refusal, require
from .check import check, demand_ends
from .context import Context
from .coverage import covered, has_interior, within
from .membership import membership
from .points import in_domain

Values = tuple[tuple[str, Term], ...]
WIDEST = num(1, 10**12)  # of a gap, relative to its ends
MAX_PIECES = 200


@dataclass(frozen=True)
class Holds:
    """Every value in `piece` is valid.

    `certificate` is of the claim with the piece as range of the symbol; or, with `at`, of the claim at that value, from where
    validity spreads over the piece.
    """

    piece: Range
    certificate: Certificate
    at: Term | None = None


@dataclass(frozen=True)
class Fails:
    """No value in `piece` is valid: at `values`, terms in `parameter` (if there is one), the claim fails.

    `certificates` show it: that the values lie in their ranges and satisfy conditions and hypotheses, and that the relation fails.
    With `limit` the value of the symbol tends to `limit` as the parameter tends to an end of its range (the upper one, if `upper`).
    """

    piece: Range
    values: Values
    parameter: Range | None
    certificates: tuple[Certificate, ...]
    limit: Term | None = None
    upper: bool = True
    order: int = 4


@dataclass(frozen=True)
class Gap:
    """Nothing is said of the values in `piece`, which is short: it isolates an end."""

    piece: Range


Piece = Union[Holds, Fails, Gap]


@dataclass(frozen=True)
class Region:
    """Which values of `symbol` are valid: the pieces, in rising order, cover its range.

    `monotone` shows that validity spreads: from a valid value to every larger one if `rising`, to every smaller one otherwise.
    """

    claim: Claim
    symbol: str
    pieces: tuple[Piece, ...]
    monotone: Certificate | None = None
    rising: bool = True


@dataclass(frozen=True)
class Optimum:
    """For all values of the other symbols, the least value of `term` over those of `over` is `value` (`greatest`: the greatest).

    `certificates` are of the bound, and of what says that it is reached at `optimiser`: the values lie in their ranges, satisfy
    conditions and hypotheses, and the term is `value` there. With `slack`, a symbol s > 0 that the optimiser may mention, the
    term comes within s of `value`: then that is its infimum.
    """

    domain: Domain
    given: tuple[Term, ...]
    term: Term
    over: tuple[str, ...]
    greatest: bool
    value: Term
    optimiser: Values
    certificates: tuple[Certificate, ...]
    slack: Range | None = None


Finding = Union[Region, Optimum]


@dataclass(frozen=True)
class Found:
    """The kernel has checked the finding. Only `check_finding` makes one."""

    finding: Finding

    def __bool__(self) -> bool:
        raise TypeError("a finding is not a bool; ask isinstance(..., Found)")


def check_finding(finding: Finding) -> Found | Rejected:
    """Found if every certificate is one of the claim that the finding needs in its place, and together they show the finding."""
    wrong = refusal("", lambda: _region(finding) if isinstance(finding, Region) else _optimum(finding))
    return Found(finding) if wrong is None else wrong


# -- regions --------------------------------------------------------------------------------------------------


def _region(region: Region) -> None:
    claim, symbol = region.claim, region.symbol
    require(claim.relation in ("<=", "<", ">=", ">"), f"the relation {claim.relation}", "one of <= < >= >")
    require(symbol in claim.domain.names, f"the symbol {symbol}", "a symbol of the claim")
    require(1 <= len(region.pieces) <= MAX_PIECES, f"{len(region.pieces)} pieces", f"1 to {MAX_PIECES}")
    require(not all(isinstance(p, Gap) for p in region.pieces), "nothing but gaps", "a piece that says something")
    whole = claim.domain.range(symbol)
    demand_ends(claim.domain)
    ranges = [p.piece for p in region.pieces]
    demand_ends(Domain(tuple(Range(f"x{i}", r.lower, r.upper) for i, r in enumerate(ranges))))
    require(
        all(r.name == symbol and within(r, whole) for r in ranges),
        ("the pieces", ranges),
        ("each an interval within, and of the kind of,", whole),
    )
    require(covered(whole, ranges), ("the pieces", ranges), ("intervals in rising order that cover", whole))
    if region.monotone is not None:
        _certified("monotone", region.monotone, spreading(region))
    for i, p in enumerate(region.pieces):
        where = f"piece {i + 1}"
        if isinstance(p, Holds):
            _holds(where, region, p)
        elif isinstance(p, Fails):
            _fails(where, region, p)
        else:
            _gap(p.piece)


def spreading(region: Region) -> Claim:
    """What shows that validity spreads: with another value of the symbol, further on, the right side gains on the left one.

    If L(s) <= R(s) and R(t) - L(t) >= R(s) - L(s), then L(t) <= R(t). No condition or hypothesis may depend on the symbol.
    """
    claim, symbol = region.claim, region.symbol
    bound = [c for c in (*claim.domain.conditions, *claim.given) if symbol in c.free]
    require(not bound, ("conditions on the symbol", bound), "conditions on other symbols alone")
    other = symbol + "'"
    while other in claim.domain.names:
        other += "'"
    r = claim.domain.range(symbol)
    further = Range(other, r.lower, r.upper, r.lower_open, r.upper_open, r.integer)
    s, t = sym(symbol), sym(other)
    domain = claim.domain.with_range(further).with_conditions(relation("<=" if region.rising else ">=", s, t))
    left, right = (claim.lhs, claim.rhs) if claim.relation in ("<=", "<") else (claim.rhs, claim.lhs)
    new_left, new_right = (substitute(side, {symbol: t}) for side in (left, right))
    if symbol not in left.free:
        return Claim(domain, claim.given, right, "<=", new_right)
    if symbol not in right.free:
        return Claim(domain, claim.given, new_left, "<=", left)
    return Claim(domain, claim.given, sub(right, left), "<=", sub(new_right, new_left))


def _holds(where: str, region: Region, p: Holds) -> None:
    _certified(where, p.certificate, holding(region, p.piece, p.at))
    if p.at is None:
        return
    require(region.monotone is not None, f"{where}: validity at a value", "a proof that it spreads")
    own = Domain((region.claim.domain.range(region.symbol),))
    inside = in_domain(own, {region.symbol: p.at}) is True
    require(inside, ("the value", p.at), ("a value certainly in the range of", region.symbol))
    require(within(p.piece, _side(region.symbol, p.at, False, region.rising)), ("the piece", p.piece), ("beyond", p.at))


def holding(region: Region, piece: Range, at: Term | None) -> Claim:
    """The claim on a piece, or at a value of the symbol."""
    claim, symbol = region.claim, region.symbol
    if at is None:
        return Claim(claim.domain.with_range(piece), claim.given, claim.lhs, claim.relation, claim.rhs)
    put = {symbol: at}
    ranges = tuple(r for r in claim.domain.ranges if r.name != symbol)
    domain = Domain(ranges, tuple(substitute(c, put) for c in claim.domain.conditions))
    given = tuple(substitute(g, put) for g in claim.given)
    return Claim(domain, given, substitute(claim.lhs, put), claim.relation, substitute(claim.rhs, put))


def _side(symbol: str, end: Term | None, is_open: bool, upward: bool) -> Range:
    """All numbers from an end on, upward or downward; all numbers if there is no end."""
    return Range(symbol, end, None, is_open, True) if upward else Range(symbol, None, end, True, is_open)


def _fails(where: str, region: Region, p: Fails) -> None:
    _all_certified(where, p.certificates, failing(region.claim, p.values, p.parameter))
    spread_over(where, region, p)


def spread_over(where: str, region: Region, p: Fails) -> None:
    """Demands that the values of the symbol, and what validity would spread to from before them, are the whole piece."""
    symbol = region.symbol
    value = dict(p.values)[symbol]
    own = p.parameter if value is sym(symbol) else None  # the symbol itself is the parameter
    if own is not None and within(p.piece, own):
        return
    require(region.monotone is not None, f"{where}: failure at some values", "a proof that validity spreads")
    if p.limit is not None:
        _tends(p, value, p.limit)
        reach = _side(symbol, p.limit, True, not region.rising)
    elif not value.free:
        reach = _side(symbol, value, False, not region.rising)
    else:
        if own is None or not has_interior(own):
            raise StepRejected((f"{where}: the value", value, "of", symbol), "a number, the parameter, or a limit")
        end, is_open = (own.upper, own.upper_open) if region.rising else (own.lower, own.lower_open)
        reach = _side(symbol, end, is_open, not region.rising)
    require(within(p.piece, reach), (f"{where}:", p.piece), ("no further than", reach))


def failing(claim: Claim, values: Values, parameter: Range | None) -> tuple[Claim, ...]:
    """What shows that a claim fails at values of all its symbols, for all values of the parameter."""
    put = dict(values)
    domain = Domain(() if parameter is None else (parameter,))
    demand_ends(domain)
    require(sorted(n for n, _ in values) == sorted(claim.domain.names), (values,), "one value for each symbol")
    shown = _inside(put, claim.domain.ranges, domain)
    relations = (*shown, *(substitute(c, put) for c in (*claim.domain.conditions, *claim.given)))
    opposite = negated(substitute(claim.statement, put))
    return tuple(Claim(domain, (), r.lhs, r.op, r.rhs) for r in (*relations, opposite))


def _inside(put: Mapping[str, Term], ranges: Sequence[Range], domain: Domain) -> list[Term]:
    """The relations that say that each value lies in its range. It is an integer where it must be, and defined."""
    relations: list[Term] = []
    for r in ranges:
        value = put[r.name]
        require(value.free <= set(domain.names), ("the value", value, f"of {r.name}"), ("symbols of", domain))
        if value.op == "sym" and within(domain.range(value.name), r):
            continue
        whole = not r.integer or integer_valued(value, domain)
        require(whole, ("the value", value, f"of {r.name}"), "an integer")
        wanted = membership(value, r)  # a certificate of a relation shows that its sides are defined
        known = bool(wanted) or Context().undefined(value, domain) is None
        require(known, ("the value", value, f"of {r.name}"), "a term that is seen to be defined")
        relations += wanted
    return relations


def _tends(p: Fails, value: Term, limit: Term) -> None:
    """Demands that the value of the symbol tends to the limit as the parameter, a real number, tends to an end of its range."""
    t = p.parameter
    if t is None:
        raise StepRejected("a limit without a parameter", "a parameter that tends to an end of its range")
    require(not limit.free, ("the limit", limit), "a number")
    end = t.upper if p.upper else t.lower
    require(end is None or has_interior(t), ("the range", t), "an interval, or numbers up to infinity")
    real = Domain((Range(t.name, t.lower, t.upper, t.lower_open, t.upper_open),))
    distance = sub(value, limit)
    require(Context().undefined(distance, real) is None, (distance,), ("a term that is seen to be defined for", real))
    seen = limit_sign(distance, t.name, Domain(), end, p.upper, p.order, lambda: None)
    require(seen == 0, ("the value", value), ("a value that tends to", limit))


def _gap(r: Range) -> None:
    """A gap is a point or a very short interval; its ends are in order."""
    if r.lower is None or r.upper is None:
        raise StepRejected(("the gap", r), "two ends")
    size = func("max", func("abs", r.lower), func("abs", r.upper))
    length = sub(r.upper, r.lower)
    short = compare_closed(length, ZERO) == 1 and compare_closed(length, mul(WIDEST, size)) == -1
    require(r.lower is r.upper or short, ("the gap", r), "ends in order: a point, or shorter than 1e-12 of them")


# -- optima ---------------------------------------------------------------------------------------------------


def _optimum(o: Optimum) -> None:
    demand_ends(o.domain)
    _all_certified("optimum", o.certificates, optimal(o))


def optimal(o: Optimum) -> tuple[Claim, ...]:
    """What shows an optimum: the bound everywhere, the optimiser in the domain, and the value there."""
    known = bool(o.over) and len(set(o.over)) == len(o.over) and set(o.over) <= set(o.domain.names)
    require(known, f"the symbols {', '.join(o.over)}", "different symbols of the domain")
    require(sorted(n for n, _ in o.optimiser) == sorted(o.over), (o.optimiser,), "one value for each of them")
    free = set(o.domain.names) - set(o.over)
    require(o.value.free <= free, ("the value", o.value), f"a term in {sorted(free)}")
    every = Claim(o.domain, o.given, o.term, "<=" if o.greatest else ">=", o.value)
    put, s = dict(o.optimiser), o.slack
    others = Domain(
        (*(r for r in o.domain.ranges if r.name in free), *(() if s is None else (s,))),
        tuple(c for c in o.domain.conditions if c.free <= free),
    )
    given = tuple(g for g in o.given if g.free <= free)
    shown = _inside(put, [o.domain.range(n) for n in o.over], others.with_conditions(*given))
    rest = (substitute(c, put) for c in (*o.domain.conditions, *o.given) if not c.free <= free)
    at = substitute(o.term, put)
    if s is None:
        reached = relation("==", at, o.value)
    else:
        demand_ends(Domain((s,)))
        small = s.lower is ZERO and s.lower_open and has_interior(s) and s.name not in o.domain.names
        require(small, ("the slack", s), "a new symbol that takes small positive values")
        close = (">=", sub(o.value, sym(s.name))) if o.greatest else ("<=", add(o.value, sym(s.name)))
        reached = relation(close[0], at, close[1])
    return every, *(Claim(others, given, r.lhs, r.op, r.rhs) for r in (*shown, *rest, reached))


# -- certificates ---------------------------------------------------------------------------------------------


def _all_certified(where: str, certificates: Sequence[Certificate], wanted: Sequence[Claim]) -> None:
    require(len(certificates) == len(wanted), f"{where}: {len(certificates)} certificates", f"{len(wanted)} of them")
    for certificate, claim in zip(certificates, wanted):
        _certified(where, certificate, claim)


def _certified(where: str, certificate: Certificate, wanted: Claim) -> None:
    """Demands that the certificate is one of this claim, and that the kernel accepts it."""
    require(certificate.claim == wanted, (f"{where}: a certificate of", certificate.claim), ("one of", wanted))
    answer = check(certificate)
    if not isinstance(answer, Proved):
        raise StepRejected(answer.found, answer.expected, f"{where}, {answer.where}")
