"""Terms, domains and claims as text, in the syntax that dpsym.reading reads.

Printing a term that was read and reading it again gives the same term: the printed form never merges what the term
keeps apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..kernel.statements import Claim, Domain, Point, Range
from ..kernel.terms import BINDERS, MINUS_ONE, RELATIONS, Term, subterms

if TYPE_CHECKING:  # so that replaying loads nothing of the search
    pass

#: How tightly a printed form holds together; an operand printed looser than its place needs parentheses.
SUM, NEGATIVE, PRODUCT, POWER, ATOM = range(5)
MOST_PARTS = 100_001  # of a term as text; no claim that was read has more
_LETTERS = 20  # of a name or a number make one part

Printed = tuple[str, int]  # the text of a term, and how tightly it holds together


def term_text(t: Term) -> str:
    """The term with as few parentheses as reading it back needs. What shares its parts may be too long: it is cut, which is said."""
    done: dict[Term, Printed] = {}
    parts: dict[Term, int] = {}
    for u in subterms(t):  # bottom up, so that depth costs no stack
        parts[u] = _parts(u, parts)
        if parts[u] <= MOST_PARTS:
            done[u] = _print(u, done)
        else:
            done[u], parts[u] = (f"<more than {MOST_PARTS} parts>", ATOM), 1
    return done[t][0]


def text_size(t: Term, instead: Mapping[str, int] | None = None) -> int:
    """How many parts the term has as text: each of them as often as it is written.

    A symbol of `instead` counts as many as that says: the size of a term in which others are put in, before it is made.
    """
    parts: dict[Term, int] = {}
    for u in subterms(t):
        other = instead.get(u.name) if instead and u.op == "sym" else None
        parts[u] = _parts(u, parts) if other is None else other
    return parts[t]


def _parts(u: Term, parts: Mapping[Term, int]) -> int:
    own = 0 if u.value is None else len(str(u.value)) // _LETTERS
    return 1 + own + sum(parts[a] for a in u.args)


relation_text = term_text  # a relation is a term


def _print(t: Term, done: Mapping[Term, Printed]) -> Printed:
    if t.op == "num":
        return _number(t)
    if t.op in ("sym", "const"):
        return str(t.value), ATOM
    if t.op == "true":
        return "True", ATOM
    if t.op == "+":
        return _sum(t, done), SUM
    if t.op == "*":
        return _product(t, done)
    if t.op == "**":
        return _power(t, done), POWER
    if t.op in RELATIONS:
        return f"{done[t.lhs][0]} {t.op} {done[t.rhs][0]}", SUM
    inner = [done[a][0] for a in t.args]
    if t.op in BINDERS:
        return f"{t.op}({inner[0]}, ({t.value}, {inner[1]}, {inner[2]}))", ATOM
    if t.op == "Piecewise":
        pieces = [f"({value}, {condition})" for value, condition in zip(inner[::2], inner[1::2], strict=False)]
        return f"Piecewise({', '.join(pieces + ([f'({inner[-1]}, True)'] if len(inner) % 2 else []))})", ATOM
    return f"{t.op}({', '.join(inner)})", ATOM


def _number(t: Term) -> Printed:
    value = t.value
    if value < 0:  # type: ignore[operator]
        return str(value), NEGATIVE
    return str(value), ATOM if value.q == 1 else PRODUCT  # type: ignore[union-attr]


def _within(printed: Printed, least: int) -> str:
    """The operand, in parentheses if it does not hold together at least that tightly."""
    text, tightness = printed
    return text if tightness >= least else f"({text})"


def _negated(t: Term) -> Term | None:
    """The X of a term printed as -X: the product (-1)*X, X not a number."""
    if t.op == "*" and len(t.args) == 2 and t.args[0] is MINUS_ONE and t.args[1].op != "num":
        return t.args[1]
    return None


def _sum(t: Term, done: Mapping[Term, Printed]) -> str:
    parts = [_within(done[t.args[0]], NEGATIVE)]
    for a in t.args[1:]:
        text, inner = done[a][0], _negated(a)
        if a.op == "num" and text.startswith("-"):
            parts.append(f" - {text[1:]}")
        elif inner is not None:
            parts.append(f" - {_within(done[inner], PRODUCT)}")
        else:
            parts.append(f" + {_within(done[a], NEGATIVE)}")
    return "".join(parts)


def _product(t: Term, done: Mapping[Term, Printed]) -> Printed:
    inner = _negated(t)
    if inner is not None and not _is_reciprocal(inner):
        text, tightness = done[inner]
        # A number right after the sign would be read as a negative number.
        loose = tightness < PRODUCT or (tightness == PRODUCT and text[0].isdigit())
        return f"-({text})" if loose else f"-{text}", NEGATIVE
    first = done[t.args[0]]
    parts = [first[0] if t.args[0].op == "num" else _within(first, POWER)]
    for before, a in zip(t.args, t.args[1:], strict=False):
        if not _is_reciprocal(a):
            is_fraction = a.op == "num" and done[a][1] == PRODUCT
            parts.append("*" + (done[a][0] if is_fraction else _within(done[a], POWER)))
            continue
        text = _within(done[a.lhs], POWER)
        # 2/3 would be read as one number, where the term has the number 2 and the power 3**-1.
        parts.append(f"/({text})" if _whole(before) and _whole(a.lhs) and text[0] in "123456789" else f"/{text}")
    return "".join(parts), NEGATIVE if parts[0].startswith("-") else PRODUCT


def _is_reciprocal(t: Term) -> bool:
    return t.op == "**" and t.rhs is MINUS_ONE


def _whole(t: Term) -> bool:
    return t.op == "num" and t.value.q == 1  # type: ignore[union-attr]


def _power(t: Term, done: Mapping[Term, Printed]) -> str:
    exponent, tightness = done[t.rhs]
    bare = tightness >= POWER or (t.rhs.op == "num" and _whole(t.rhs))
    return f"{_within(done[t.lhs], ATOM)}**{exponent if bare else f'({exponent})'}"


# -- domains and claims ---------------------------------------------------------------------------------------


def domain_texts(domain: Domain) -> list[str]:
    """One text for each range, then for each side condition; a symbol without condition is `x in reals`."""
    return [range_text(r) for r in domain.ranges] + [term_text(c) for c in domain.conditions]


def domain_text(domain: Domain) -> str:
    return ", ".join(domain_texts(domain))


def range_text(r: Range) -> str:
    kind = f"{r.name} in integers" if r.integer else ""
    ends = _ends_text(r)
    return ", ".join(part for part in (kind, ends) if part) or f"{r.name} in reals"


def _ends_text(r: Range) -> str:
    if r.lower is not None and r.lower is r.upper and not (r.lower_open or r.upper_open):
        return f"{r.name} == {term_text(r.lower)}"
    below, above = "<" if r.lower_open else "<=", "<" if r.upper_open else "<="
    if r.lower is None:
        return "" if r.upper is None else f"{r.name} {above} {term_text(r.upper)}"
    if r.upper is None:
        return f"{r.name} {below.replace('<', '>')} {term_text(r.lower)}"
    return f"{term_text(r.lower)} {below} {r.name} {above} {term_text(r.upper)}"


def claim_text(claim: Claim) -> str:
    """The statement, what it ranges over, and what is given."""
    parts = [term_text(claim.statement)]
    if claim.domain.ranges or claim.domain.conditions:
        parts.append(f"for {domain_text(claim.domain)}")
    if claim.given:
        parts.append(f"given {', '.join(map(term_text, claim.given))}")
    return "   ".join(parts)


def point_text(point: Point) -> str:
    """`eps = 1/2, p = log(2)`."""
    return ", ".join(f"{name} = {term_text(value)}" for name, value in point)
