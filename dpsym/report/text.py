"""Terms, claims and answers as text, in the syntax that dpsym.reading reads.

Printing a term that was read and reading it again gives the same term: the printed form never merges what the term
keeps apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..answer import BUG, Answer
from ..kernel.statements import Claim, Domain, Evidence, Open, Point, Proved, Range, Refuted, Undefined
from ..kernel.terms import BINDERS, MINUS_ONE, NEGATED, RELATIONS, Term, subterms

#: How tightly a printed form holds together; an operand printed looser than its place needs parentheses.
SUM, NEGATIVE, PRODUCT, POWER, ATOM = range(5)
_WIDTH = 110  # an answer longer than this continues on an indented line
_FIGURES = 8  # of a sampled number that is printed with an exponent
_ZEROS = 4  # zeros of a sampled number that are counted and not printed
_DIGITS = 20  # of two sides that are equal
LONGEST = 600  # characters of a goal that is left over
_GRADES = ("exact", "enclosure", "cited")

Printed = tuple[str, int]  # the text of a term, and how tightly it holds together


def term_text(t: Term) -> str:
    """The term with as few parentheses as reading it back needs."""
    done: dict[Term, Printed] = {}
    for u in subterms(t):  # bottom up, so that depth costs no stack
        done[u] = _print(u, done)
    return done[t][0]


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


# -- answers --------------------------------------------------------------------------------------------------


def answer_text(answer: Answer) -> str:
    """The verdict, the claim as it was read with its domain, and what backs it; long ones continue indented."""
    head = f"{answer.verdict:<9} {claim_text(answer.claim)}"
    tail = reason_text(answer)
    if not tail:
        return head
    if len(head) + 3 + len(tail) <= _WIDTH and "\n" not in tail:
        return f"{head}   {tail}"
    return "\n".join([head, *(f"{'':10}{line}" for line in tail.splitlines())])


def reason_text(answer: Answer) -> str:
    """What backs the verdict: the evidence, the counterexample, the undefined part, or what is left over."""
    result = answer.result
    if isinstance(result, Proved):
        return proved_text(result)
    if isinstance(result, Refuted):
        lhs, rhs = shortened(result.lhs, result.rhs)
        found = f"{lhs} {NEGATED[result.claim.relation]} {rhs}"
        detail = f", {result.detail}" if result.detail else ""
        return f"{_at(result.point)}{'  ' if result.point else ''}{found}{detail}"
    if isinstance(result, Undefined):
        return f"{_at(result.point)}{' ' if result.point else ''}{undefined_text(result)}"
    return "; ".join(part for part in (open_text(result), sampled_text(answer)) if part)


def shortened(lhs: str, rhs: str) -> tuple[str, str]:
    """Two decimals without the digits that they share beyond the first few: equal sides have hundreds of them."""
    if lhs != rhs or len(lhs) <= _DIGITS or not lhs.endswith("...") or "e" in lhs:
        return lhs, rhs
    return f"{lhs[:_DIGITS]}...", f"{rhs[:_DIGITS]}..."


def proved_text(result: Proved) -> str:
    """The proof in a line, its weakest grade, and what it assumes."""
    from .evidence import summary  # which prints terms, so it stands on this module

    if not result.certificate.proof:
        return evidence_text(result.evidence)
    grade = max((e.grade for e in result.evidence), key=_GRADES.index)
    cited = tuple(e for e in result.evidence if e.grade == "cited")
    return evidence_text((Evidence("", grade if grade != "cited" else "exact", summary(result.certificate)), *cited))


def evidence_text(evidence: Sequence[Evidence]) -> str:
    """What the proof did, the weakest grade among its steps, and what it assumes."""
    steps = dict.fromkeys(e.detail or e.rule for e in evidence if e.grade != "cited")
    assumed = dict.fromkeys(e.detail or e.rule for e in evidence if e.grade == "cited")
    parts = list(steps)
    if evidence:
        parts.append(max((e.grade for e in evidence), key=lambda g: _GRADES.index(g) if g in _GRADES else len(_GRADES)))
    if assumed:
        parts.append(f"assuming {' and '.join(assumed)}")
    return ", ".join(parts)


def undefined_text(result: Undefined) -> str:
    return f"{term_text(result.where)} is undefined" + (f", {result.why}" if result.why else "")


def open_text(result: Open) -> str:
    """Why it is open: the reason, and the step or box left over with what was found there."""
    left = result.where
    if result.left is not None:
        left = _cut(f"left over: {relation_text(result.left.statement)} for {domain_text(result.left.domain)}")
    if result.found and not result.reason.startswith(BUG):
        left += f"{': ' if left else ''}found {result.found}"
    if result.expected:
        left += f"{', ' if left else ''}expected {result.expected}"
    return "; ".join(part for part in (result.reason, left) if part)


def _cut(text: str) -> str:
    """A goal that is left over may be very long."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def _at(point: Point) -> str:
    return f"at {point_text(point)}:" if point else ""


def sampled_text(answer: Answer) -> str:
    """The smallest slack that the sample has seen, where, and that it proves nothing."""
    sampled = answer.sampled
    if not sampled.points:
        return "no point sampled"
    count = f"{sampled.points} sample{'s' if sampled.points != 1 else ''}, not trusted"
    if not sampled.min_slack:
        return f"no slack seen ({count})"
    at = ", ".join(f"{name} = {sample_text(value) or term_text(value)}" for name, value in sampled.at)
    sides = [f"{name} {'=' if reached else '->'} {end}" for name, reached, end in face_texts(answer)]
    face = f"face {', '.join(sides)}; " if sides else ""
    return f"smallest slack seen: {sampled.min_slack}{f' at {at}' if at else ''} ({face}{count})"


def face_texts(answer: Answer) -> list[tuple[str, bool, str]]:
    """The symbols that sit at an end where the sample is tightest: the name, whether it is reached, and the end."""
    out = []
    for side in answer.sampled.face:
        r = answer.claim.domain.range(side.symbol)
        end = r.upper if side.upper else r.lower
        infinite = "oo" if side.upper else "-oo"
        out.append((side.symbol, side.reached, infinite if end is None else term_text(end)))
    return out


def sample_text(t: Term) -> str:
    """A number with many zeros as `3e-12`, one close to an integer as `1 + 3e-12`; empty for anything else."""
    if t.op != "num":
        return ""
    p, q = int(t.value.p), int(t.value.q)  # type: ignore[union-attr]
    whole = (2 * p + q) // (2 * q)
    rest = _scientific(p - whole * q, q)
    if rest and whole:
        return f"{whole} {'-' if rest.startswith('-') else '+'} {rest.lstrip('-')}"
    return rest or _scientific(p, q)


def _scientific(p: int, q: int) -> str:
    """p/q as `3e-12` or `3e12` if that is exact and short, else empty."""
    zeros = len(str(p)) - len(str(p).rstrip("0"))
    exponent = zeros if q == 1 else -(len(str(q)) - 1)
    exact = p != 0 and (q == 1 or str(q).strip("0") == "1")
    figures = str(p)[: len(str(p)) - zeros] if q == 1 else str(p)
    return f"{figures}e{exponent}" if exact and abs(exponent) >= _ZEROS and len(figures) <= _FIGURES else ""
