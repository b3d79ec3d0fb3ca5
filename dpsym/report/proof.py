"""A proof as text that a person can follow: numbered lines, each with its reason.

Lines that hold on another domain than the claim's stand below a line that says where.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from ..kernel.statements import Certificate, Range
from ..kernel.verdicts import Proved
from .outline import Line, Outline, outline
from .text import point_text, range_text, term_text
from .words import At, Part, Ref, Signs, To, Words

if TYPE_CHECKING:  # so that replaying loads nothing of the search
    from ..search.outcome import Outcome

_STATEMENT = 54  # a statement longer than this has its reason on a line of its own
_WIDE = 118  # and so has a line that would be longer than this


def explain_text(answer: Outcome) -> str:
    """The proof of a proved claim; for any other, what was tried."""
    if isinstance(answer.result, Proved):
        return proof_text(answer.result.certificate)
    return f"tried: {', '.join(answer.tried) or 'counterexamples only'}"


def proof_text(certificate: Certificate) -> str:
    """Hypotheses and abbreviations, then every line with its number, its statement and its reason."""
    shown = outline(certificate)
    heads = [f"      {label}:  {term_text(c)}" for label, c in shown.hypotheses]
    heads += [f"      {name} = {term_text(t)}" for name, t in shown.names]
    lines = [line for head in heads for line in _wrapped(head, 10)]
    where = ""
    for number, line in enumerate(shown.lines, 1):
        if (here := where_text(line)) != where:
            lines += _wrapped(f"      {here or 'on the whole domain'}:", 8)
            where = here
        lines += _line(number, line, shown)
    if shown.witness:
        lines.append(f"      not vacuous: {point_text(shown.witness)}")
    return "\n".join(lines)


def where_text(line: Line) -> str:
    """`for eps > 2, assuming q <= eps`."""
    ranges, conditions = map(range_text, line.ranges), map(term_text, line.conditions)
    parts = (("for ", ", ".join(ranges)), ("assuming ", ", ".join(conditions)))
    return ", ".join(word + said for word, said in parts if said)


def _line(number: int, line: Line, shown: Outline) -> list[str]:
    head = f"{number:3d}.  {words_text(line.statement, shown)}"
    reason = words_text(line.reason, shown)
    if len(head) <= _STATEMENT and _STATEMENT + 2 + len(reason) <= _WIDE:
        return [f"{head:<{_STATEMENT}}  {reason}"]
    return [*_wrapped(head, 10), *_wrapped(f"        {reason}", 8)]


def _wrapped(text: str, indent: int) -> list[str]:
    return wrap(
        text,
        _WIDE,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )


def words_text(words: Words, shown: Outline) -> str:
    return "".join(_part(part, shown) for part in words)


def _part(part: Part, shown: Outline) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Ref):
        return f"({shown.numbers[part.name]})"
    if isinstance(part, To):
        return f"{part.symbol} -> {term_text(part.end)}"
    if isinstance(part, At):
        return f"{part.symbol} = {term_text(part.value)}"
    if isinstance(part, Signs):
        return " to ".join("+" if sign > 0 else "-" for sign in part.signs)
    return range_text(part) if isinstance(part, Range) else term_text(part)
