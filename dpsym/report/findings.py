"""Findings as text: regions piece by piece, optima with their places."""

from __future__ import annotations

import re

from ..kernel.arithmetic.balls import precision
from ..kernel.reals.findings import Fails, Finding, Gap, Holds, Optimum, Piece, Region
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Range
from ..kernel.terms import Term
from .decimals import decimal
from .text import claim_text, domain_text, point_text, range_text, term_text

PREC = 256
ENOUGH = 6  # digits that two ends have in common, to be worth printing


def number_text(t: Term, digits: int = 6) -> str:
    """A closed term with its decimals, where it is not a plain number."""
    text = term_text(t)
    if t.op == "num" and t.number.q == 1:
        return text
    about = decimals(t, digits)
    return text if about.strip(".") == text else f"{text} = {about}"


def decimals(t: Term, digits: int) -> str:
    """The first digits of a closed term."""
    with precision(PREC):
        ball = enclose(t, PREC)
        tiny = (
            ball.is_finite() and ball.contains(0) and not ball.is_zero()
        )  # of which the sign is not known, nor that it is 0
        return "0.000000..." if tiny and ball.rad() < 1e-12 else decimal(ball, digits)


def short_text(t: Term) -> str:
    """A decimal for a rational number that is one, the term otherwise."""
    if t.op != "num" or t.number.q == 1:
        return term_text(t)
    q, digits = int(t.number.q), 0
    while 10**digits % q and digits < 40:
        digits += 1
    if digits == 40:
        return term_text(t)
    whole = str(abs(int(t.number.p)) * 10**digits // q).rjust(digits + 1, "0")
    return ("-" if t.number < 0 else "") + whole[:-digits] + "." + whole[-digits:]


def decimals_between(low: Term, high: Term) -> str:
    """The decimals that two numbers have in common, those before the point all among them."""
    a, b = (decimals(t, 20).rstrip(".") for t in (low, high))
    if "e" in a + b:  # digits without their exponent would be another number
        return f"{short_text(low)} to {short_text(high)}"
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    return a[:same] + "..." if same > ENOUGH and "." in a[:same] else f"{short_text(low)} to {short_text(high)}"


def piece_text(r: Range) -> str:
    """A range, with decimals where its ends are decimals."""
    text = range_text(r)
    for end in dict.fromkeys((r.lower, r.upper)):
        if (
            end is not None and end.op == "num" and end.number.q > 10**6
        ):  # a whole number of the text, no part of another
            text = re.sub(rf"(?<![\w./]){re.escape(term_text(end))}(?![\w./])", short_text(end), text)
    return text


def piece_kind(p: Piece) -> str:
    return "holds" if isinstance(p, Holds) else "fails" if isinstance(p, Fails) else "gap"


def piece_lines(symbol: str, pieces: tuple[tuple[str, Range], ...]) -> list[str]:
    """One line for each piece; a gap is an isolated end, or a point without a value."""
    lines = []
    for kind, r in pieces:
        ends = [e for e in (r.lower, r.upper) if e is not None and e.op != "num"]
        about = ", ".join(f"{term_text(e)} = {decimals(e, 6)}" for e in dict.fromkeys(ends))
        if kind == "gap" and r.lower is not None and r.upper is not None:
            point = r.lower is r.upper
            text = range_text(r) if point else f"{symbol} = {decimals_between(r.lower, r.upper)}"
            lines.append(f"  {'unsaid' if point else 'isolated':<9} {text}")
        else:
            lines.append(f"  {kind:<9} {piece_text(r)}" + (f"   ({about})" if about else ""))
    return lines


def pieces_of(region: Region) -> tuple[tuple[str, Range], ...]:
    """The pieces with what is said of them; neighbours of one kind that share an end are one."""
    found: list[tuple[str, Range]] = []
    for p in region.pieces:
        kind, r = piece_kind(p), p.piece
        last = found[-1][1] if found and found[-1][0] == kind != "gap" else None
        if last is not None and last.upper is r.lower and not (last.upper_open and r.lower_open):
            found[-1] = kind, Range(r.name, last.lower, r.upper, last.lower_open, r.upper_open, r.integer)
        else:
            found.append((kind, r))
    return tuple(found)


def is_exact(region: Region) -> bool:
    """Whether the only gaps are single points."""
    return all(not isinstance(p, Gap) or p.piece.lower is p.piece.upper for p in region.pieces)


def finding_text(finding: Finding) -> str:
    """What a finding says."""
    if isinstance(finding, Region):
        first = f"where it holds along {finding.symbol}: {claim_text(finding.claim)}"
        return "\n".join([first, *piece_lines(finding.symbol, pieces_of(finding))])
    return _optimum_text(finding)


def _optimum_text(o: Optimum) -> str:
    extreme = ("max" if o.greatest else "min") if o.slack is None else "sup" if o.greatest else "inf"
    given = f"   given {', '.join(map(term_text, o.given))}" if o.given else ""
    text = f"{extreme} over {', '.join(o.over)} of {term_text(o.term)} = {term_text(o.value)}   for {domain_text(o.domain)}"
    near = f"   with {piece_text(o.slack)}" if o.slack is not None else ""
    return f"{text}{given}\n  at {point_text(o.optimiser)}{near}"
