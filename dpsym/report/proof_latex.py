r"""An answer as a LaTeX fragment: the claim, the verdict and what backs it, for a proved claim the whole proof.

It compiles inside a document that uses the packages amsmath, amssymb and amsthm.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..kernel.statements import Certificate, Claim, Range
from ..kernel.terms import NEGATED, OO, Term, neg
from ..kernel.verdicts import Open, Proved, Refuted, Undefined
from ..notation import name_latex
from . import layout
from .answers import sample_text, sampled_text, shortened
from .decimals import sides_at
from .latex import (
    RELATIONS,
    claim_latex,
    conditions_sentence,
    decimal_latex,
    domain_sentence,
    escaped,
    point_sentence,
    range_latex,
    term_latex,
)
from .outline import Line, Outline, outline
from .tidy import tidy
from .words import At, Part, Ref, Signs, To, Words

if TYPE_CHECKING:  # so that replaying loads nothing of the search
    from ..search.outcome import Outcome, Side

PACKAGES = r"% needs \usepackage{amsmath, amssymb, amsthm}"


def latex(value: Any) -> str:
    """The LaTeX of an answer, a verdict, a theorem, a claim or a term; formulas without dollars, the others as a fragment.

    The formula of a term or a claim is read back by dpsym.reading.latex to the same term or claim.
    """
    if isinstance(value, Term):
        return term_latex(value)
    if isinstance(value, Claim):
        return claim_latex(value)
    if isinstance(value, (Proved, Refuted, Undefined, Open)):
        from ..search.outcome import Outcome, Sampled

        return fragment_latex(Outcome(value, Sampled(0, 0, "", (), "inconclusive"), 0.0))
    if hasattr(value, "latex"):
        return str(value.latex())
    raise TypeError(f"found {type(value).__name__}, expected an answer, a verdict, a theorem, a claim or a term")


def fragment_latex(answer: Outcome) -> str:
    """The claim with its verdict, then the proof, the counterexample, the undefined part, or what is left over."""
    result = answer.result
    lines = [rf"\noindent\textbf{{{answer.verdict.capitalize()}.}} {claim_sentence(answer.claim)}"]
    if isinstance(result, Proved):
        lines.append(proof_latex(result.certificate))
    elif isinstance(result, Refuted):
        lines.append(_refuted(result))
    elif isinstance(result, Undefined):
        why = f", {escaped(result.why)}" if result.why else ""
        lines.append(f"{_at(result)}{_formula(result.where)} is undefined{why}.")
    else:
        lines.append(_open(result, answer))
    return re.sub(r"\n\s*\n", "\n", "\n".join(lines))  # an empty line would start a paragraph


def claim_sentence(claim: Claim) -> str:
    """What the claim ranges over and what is given, in a sentence, and the statement as a display."""
    parts = []
    if claim.domain.ranges or claim.domain.conditions:
        parts.append(f"For {domain_sentence(claim.domain)}")
    if claim.given:
        given = " and ".join(_formula(tidy(g)) for g in claim.given)
        parts.append(f"{'given' if parts else 'Given'} {given}")
    return ", ".join(parts) + (":\n" if parts else "\n") + layout.display([term_latex(tidy(claim.statement))])


def _refuted(result: Refuted) -> str:
    """The exact point and the decimals of both sides there, cut off and not rounded."""
    sides = sides_at(result)
    lhs, rhs = map(decimal_latex, shortened(sides.lhs, sides.rhs))
    found = rf"\[ {lhs} {RELATIONS[NEGATED[result.claim.relation]]} {rhs} \]"
    detail = f" ({escaped(sides.detail)})" if sides.detail else ""
    return f"{_at(result) or 'In fact, '}the left and the right side, decimals cut off{detail}:\n{found}"


def _at(result: Refuted | Undefined) -> str:
    return f"At {point_sentence(result.point)}, " if result.point else ""


def _open(result: Open, answer: Outcome) -> str:
    sentences = [escaped(result.reason)] if result.reason else []
    if result.left is not None:
        where = f" for {domain_sentence(result.left.domain)}" if result.left.domain.names else ""
        sentences.append(f"left over: {_formula(result.left.statement)}{where}")
    elif result.where:
        sentences.append(escaped(result.where))
    if result.found or result.expected:
        sentences.append(escaped(f"found {result.found}, expected {result.expected}"))
    sentences.append(_sampled(answer))
    return " ".join(f"{s[:1].upper()}{s[1:]}." for s in sentences if s)


def _sampled(answer: Outcome) -> str:
    """As in the text, with the slack, the point and the face as formulas."""
    sampled = answer.sampled
    if not sampled.min_slack:
        return escaped(sampled_text(answer))
    values = ((name, decimal_latex(sample_text(value)) or term_latex(value)) for name, value in sampled.at)
    at = r",\ ".join(f"{name_latex(name)} = {value}" for name, value in values)
    sides = [_side(answer.claim, side) for side in sampled.face]
    face = f"face ${', '.join(sides)}$; " if sides else ""
    count = f"{sampled.points} sample{'s' if sampled.points != 1 else ''}, not trusted"
    return f"smallest slack seen: ${decimal_latex(sampled.min_slack)}${f' at ${at}$' if at else ''} ({face}{count})"


def _side(claim: Claim, side: Side) -> str:
    r = claim.domain.range(side.symbol)
    end = (r.upper or OO) if side.upper else (r.lower or neg(OO))
    return rf"{name_latex(side.symbol)} {'=' if side.reached else chr(92) + 'to'} {term_latex(end)}"


# -- proofs ------------------------------------------------------------------------------------------------------


def proof_latex(certificate: Certificate) -> str:
    r"""A `proof` environment with one item for each step, numbered as in the text."""
    shown = outline(certificate)
    lines = [r"\begin{proof}\sloppy"]
    if shown.hypotheses:
        named = "; ".join(f"{label}: {_formula(c)}" for label, c in shown.hypotheses)
        lines.append(f"Hypotheses: {named}.")
    if shown.names:
        lines.append(_named(shown.names))
    lines.append(r"\begin{enumerate}")
    lines += [_item(number, line, shown) for number, line in enumerate(shown.lines, 1)]
    lines.append(r"\end{enumerate}")
    if shown.witness:
        lines.append(f"Not vacuous: {point_sentence(shown.witness)}.")
    return "\n".join([*lines, r"\end{proof}"])


def _item(number: int, line: Line, shown: Outline) -> str:
    said = f"{_where(line)}{_words(line.statement, shown)}"
    reason = _words(line.reason, shown)
    text = rf"\item[({number})] {_sentence(said)}" + f"\n{_sentence(reason[:1].upper() + reason[1:])}"
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def _sentence(text: str) -> str:
    """With a full stop, unless a display ends it."""
    return text if text.endswith("\n") else f"{text}."


def _where(line: Line) -> str:
    parts = [f"for {conditions_sentence(line.ranges, ())}"] if line.ranges else []
    parts += [f"assuming {conditions_sentence((), line.conditions)}"] if line.conditions else []
    said = ", ".join(parts)
    return f"{said[:1].upper()}{said[1:]}: " if said else ""


def _words(words: Words, shown: Outline) -> str:
    return "".join(_part(part, shown) for part in words)


def _part(part: Part, shown: Outline) -> str:
    if isinstance(part, str):
        return escaped(part)
    if isinstance(part, Ref):
        return f"({shown.numbers[part.name]})"
    if isinstance(part, To):
        return rf"${name_latex(part.symbol)} \to {term_latex(part.end)}$"
    if isinstance(part, At):
        return f"${name_latex(part.symbol)} = {term_latex(part.value)}$"
    if isinstance(part, Signs):
        return " to ".join("$+$" if sign > 0 else "$-$" for sign in part.signs)
    return f"${range_latex(part)}$" if isinstance(part, Range) else _formula(part)


# -- formulas in the line and on lines of their own ----------------------------------------------------------------


def _formula(t: Term) -> str:
    return layout.inline(term_latex(t), layout.ITEM)


def _named(names: Sequence[tuple[str, Term]]) -> str:
    """Abbreviations in a sentence, or in a display if one of them is long."""
    said = [f"{name} = {term_latex(t)}" for name, t in names]
    if all(layout.fits(one, layout.INLINE) for one in said):
        return f"Write {'; '.join(f'${one}$' for one in said)}."
    return f"Write\n{layout.display(said)}"
