"""A certificate as a proof that a person can follow, as text: numbered lines, each with its reason.

1.  for x > 0:   x*exp(x) > 0                                  by its sign
2.  for x > 0:   x*exp(x) - (exp(x) - 1) has sign +            its derivative is (1), and it tends to a limit >= 0 at x -> 0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..kernel import boxes, induction, ladder, rules
from ..kernel.statements import Certificate, Domain, Fact, Have, Pattern, Statement
from ..kernel.terms import Term
from .text import domain_text, relation_text, term_text

Numbers = Mapping[str, int]
_WIDE = 78  # a statement longer than this has its reason on a line of its own


def proof_text(certificate: Certificate) -> str:
    """Every step with its number, its statement and its reason; the domain where it is not the claim's."""
    numbers = {h.name: i for i, h in enumerate(certificate.proof, 1)}
    lines = []
    for h in certificate.proof:
        said = _statement(h.statement, certificate.claim.fact.domain)
        head = f"{numbers[h.name]:3d}.  {said}"
        reason = reason_text(h, numbers)
        lines.append(f"{head:<{_WIDE}}  {reason}" if len(head) <= _WIDE else f"{head}\n      {reason}")
    witness = ", ".join(f"{n} = {term_text(t)}" for n, t in certificate.witness)
    return "\n".join([*lines, f"      not vacuous: {witness}"] if witness else lines)


def _statement(s: Statement, whole: Domain) -> str:
    where = "" if s.domain == whole or not s.domain.ranges else f"for {domain_text(s.domain)}:   "
    if isinstance(s, Fact):
        return where + relation_text(s.statement)
    signs = ", ".join("+" if sign > 0 else "-" for sign in s.signs)
    along = f"has sign {signs}" if len(s.signs) == 1 else f"has signs {signs} along {s.symbol}"
    return f"{where}{term_text(s.term)} {along}"


def reason_text(h: Have, numbers: Numbers) -> str:
    """Why a step holds, with the numbers of the steps it cites."""
    return _REASONS[type(h.by)](h, numbers)


def _ref(name: str, numbers: Numbers) -> str:
    return f"({numbers[name]})"


def _refs(names: tuple[str, ...], numbers: Numbers) -> str:
    return ", ".join(_ref(n, numbers) for n in names)


def _combine(h: Have, numbers: Numbers) -> str:
    by: Any = h.by
    parts = [f"{_factor(m)}{_ref(name, numbers)}" for name, m in by.using]
    if term_text(by.rest) != "0":
        parts.append(term_text(by.rest))
    return "as " + " + ".join(parts)


def _factor(m: Term) -> str:
    text = term_text(m)
    if text == "1":
        return ""
    return f"({text})*" if m.op == "+" else f"{text}*"


def _instance(h: Have, numbers: Numbers) -> str:
    by: Any = h.by
    if not by.at:
        return f"{_ref(by.of, numbers)}, whose conditions are {_refs(by.inside, numbers)}"
    values = ", ".join(f"{name} = {term_text(t)}" for name, t in by.at)
    return f"{_ref(by.of, numbers)} with {values}"


def _ladder(h: Have, numbers: Numbers) -> str:
    by: Any = h.by
    s = h.statement
    parts = [f"its derivative is {_ref(by.of, numbers)}"]
    if isinstance(s, Pattern):
        r = s.domain.range(s.symbol)
        for end, at, infinite in ((by.left, r.lower, "-oo"), (by.right, r.upper, "oo")):
            place = f"{s.symbol} -> {infinite if at is None else term_text(at)}"
            if end == ladder.LIMIT:
                parts.append(f"its limit at {place} has the right sign")
            elif end is not None:
                parts.append(f"its value at {place} is {_ref(end, numbers)}")
    return ", ".join(parts)


def _induct(h: Have, numbers: Numbers) -> str:
    by: Any = h.by
    return f"by induction on {by.symbol}: start {_ref(by.base, numbers)}, step {_ref(by.step, numbers)}"


def _balls(h: Have, numbers: Numbers) -> str:
    by: Any = h.by
    return f"by enclosures on {leaves(by.tree)} boxes, {by.prec} bits"


def leaves(tree: boxes.Tree) -> int:
    return 1 if isinstance(tree, str) else leaves(tree[1]) + leaves(tree[2])


def _sign(h: Have, numbers: Numbers) -> str:
    by: Any = h.by
    return "by its sign" if by.form is None else f"by the sign of {term_text(by.form)}"


def _of(words: str) -> Callable[[Have, Numbers], str]:
    """A reason with the one cited step, or the list of them, in place of {}."""

    def reason(h: Have, numbers: Numbers) -> str:
        of: Any = h.by.of  # type: ignore[attr-defined]
        return words.format(_ref(of, numbers) if isinstance(of, str) else _refs(of, numbers))

    return reason


def _plain(words: str) -> Callable[[Have, Numbers], str]:
    return lambda h, numbers: words


def _cases(h: Have, numbers: Numbers) -> str:
    by: Any = h.by
    return f"{_ref(by.yes, numbers)} where {relation_text(by.condition)}, {_ref(by.no, numbers)} elsewhere"


def _scaled(h: Have, numbers: Numbers) -> str:
    by: Any = h.by
    return f"{_ref(by.of, numbers)} times {term_text(by.factor)}"


def _convex(what: str) -> Callable[[Have, Numbers], str]:
    def reason(h: Have, numbers: Numbers) -> str:
        by: Any = h.by
        return f"{what} of a convex function, by {_ref(by.second, numbers)}"

    return reason


_REASONS: dict[type[rules.Rule], Callable[[Have, Numbers], str]] = {
    rules.Given: _plain("a hypothesis"),
    rules.Identity: _plain("an identity"),
    rules.Rounding: _plain("by definition"),
    rules.Sign: _sign,
    rules.Follows: _of("from {}"),
    rules.Chain: _of("chain of {}"),
    rules.Combine: _combine,
    rules.Instance: _instance,
    rules.Cases: _cases,
    rules.Absurd: _of("no such points: {} contradicts a condition"),
    rules.Split: _of("part by part: {}"),
    rules.Chord: _convex("below the chord"),
    rules.Tangent: _convex("above the tangent"),
    ladder.OneSign: _of("from {}"),
    ladder.Polynomial: _plain("a polynomial, by Sturm's theorem"),
    ladder.Sturm: _plain("a polynomial, by Sturm's theorem"),
    ladder.Scaled: _scaled,
    ladder.Ladder: _ladder,
    ladder.Close: _of("{}, and it is continuous up to the ends"),
    ladder.Glue: _of("{} side by side"),
    ladder.FromPattern: _of("from {}"),
    induction.Induct: _induct,
    induction.Unroll: _plain("the last term taken out"),
    boxes.Balls: _balls,
}
