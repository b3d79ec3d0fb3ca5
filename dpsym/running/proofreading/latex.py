r"""What proofreading found, as LaTeX: aligned chains with reasons and verdicts, and the errata as a list.

For a document with amsmath, amssymb and amsthm; `report.standalone` wraps it into one that compiles. Lines are broken by
dpsym.report.layout. What an author wrote and was not read is set as it was written where that is certain to compile
(`dpsym.report.foreign`), and in typewriter letters elsewhere.
"""

from __future__ import annotations

import re

from ...kernel.terms import Term
from ...notation import name_latex
from ...reading.latex.derivations import Derivation
from ...report import layout
from ...report.foreign import foreign_latex
from ...report.latex import RELATIONS, escaped, point_latex, point_sentence, term_latex
from ...report.tidy import tidy
from .checking import Broken, Proofread
from .claims import Checked
from .report import shown_point, source_of, squeezed, where

_REASON = 60  # characters of a reason beside a row
_GAP = 40.0  # pt between a row and its verdict


def proofread_latex(found: Proofread) -> str:
    """Every derivation as an aligned chain with its verdicts, then the errata."""
    parts = []
    for derivation in found.document.derivations:
        if not any(c.derivation is derivation for c in found.shown):
            continue
        if derivation.part.heading:
            parts.append(f"% {squeezed(derivation.part.heading)}")
        parts.append(chain_latex(found, derivation))
    if found.broken:
        parts.append(errata_latex(found))
    return "\n\n".join(parts)


def chain_latex(found: Proofread, derivation: Derivation) -> str:
    """The chain as it was read, one relation in each row, with the author's reason and the verdict; long ones over several rows."""
    steps = found.of(derivation)
    read = [c for c in steps if _statement(c) is not None]
    shown = _display(read) if read else ""
    legend = _legend(steps)
    unread = [f"Not read: {foreign_latex(source_of(found, c))} ({c.verdict})." for c in steps if _statement(c) is None]
    parts = [part for part in (shown, legend, *unread) if part]
    return "{\\sloppy\n" + "\n".join(parts) + "\\par}" if legend or unread else shown


def _statement(c: Checked) -> Term | None:
    return c.fact if c.fact is not None else c.posed.claim.statement if c.posed is not None else None


def _display(steps: list[Checked]) -> str:
    """Rows with a column for verdicts if they are short enough, otherwise each verdict below its relation."""
    sides: list[tuple[str, str, str]] = []
    for k, c in enumerate(steps):
        statement = _statement(c)
        assert statement is not None
        goes_on = k > 0 and steps[k - 1].step.right is c.step.left
        left = "" if goes_on else term_latex(statement.lhs)
        sides.append((left, f"{RELATIONS[statement.op]} {term_latex(statement.rhs)}", _verdict(c)))
    if sum(max(map(layout.measured, column)) for column in zip(*sides, strict=True)) + _GAP <= layout.LINE:
        rows = [f"{left} &{right} && {verdict}" for left, right, verdict in sides]
    else:
        rows = [f"& {row}" for one in sides for row in _stacked(*one)]
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def _stacked(left: str, right: str, verdict: str) -> list[str]:
    rows = layout.rows(f"{left} {right}") if left else layout.rows(right, indent=1)
    return [*map(str, rows), *map(str, layout.rows(verdict, indent=4))]


def _verdict(c: Checked) -> str:
    reason = squeezed(c.step.reason).strip("()") if c.step.reason else ""
    plain = reason and len(reason) <= _REASON and not re.search(r"[\\$]", reason)
    text = f"{reason}: {c.verdict}" if plain else c.verdict
    at = f" \\text{{ at }} {point_latex(shown_point(c))}" if c.is_broken and shown_point(c) else ""
    return rf"\text{{({escaped(text)})}}{at}"


def _legend(steps: list[Checked]) -> str:
    atoms = {a.symbol: a.opaque.key for c in steps if c.posed is not None for a in c.posed.read.atoms}
    if not atoms:
        return ""
    return f"Here {', '.join(f'${name_latex(s)}$ is {foreign_latex(key)}' for s, key in atoms.items())}."


def errata_latex(found: Proofread) -> str:
    """The broken steps: where, what is written, a counterexample, and what could stand there."""
    items = [_erratum(found, b) for b in found.broken]
    return "\n".join([r"\begin{description}\sloppy", *items, r"\end{description}"])


def _erratum(found: Proofread, b: Broken) -> str:
    c = b.checked
    claim = c.posed.claim if c.posed is not None else None
    parts = [rf"\item[{{{escaped(where(found, c))}}}]"]
    if claim is not None:
        parts.append(f"It reads {_sentence([claim.statement])}")
    if shown_point(c):
        parts.append(f"It fails at {point_sentence(shown_point(c))}.")
    if b.repair is not None and b.repair.hypotheses:
        parts.append(f"It holds if {_sentence(b.repair.hypotheses)}")
    elif b.repair is not None:
        parts.append(f"Instead, {_sentence([b.repair.claim.statement])}")
    return "\n".join(part.rstrip("\n") for part in parts)


def _sentence(statements: list[Term] | tuple[Term, ...]) -> str:
    """Formulas at the end of a sentence, displayed if they are long."""
    shown = [term_latex(tidy(t)) for t in statements]
    if all(layout.fits(one, layout.INLINE) for one in shown):
        return ", ".join(f"${one}$" for one in shown) + "."
    return f"\n{layout.display(shown, layout.ITEM)}"
