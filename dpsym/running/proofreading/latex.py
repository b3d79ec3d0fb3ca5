r"""What proofreading found, as LaTeX: aligned chains with reasons and verdicts, and an errata table.

For a document with amsmath, amssymb and amsthm; `report.standalone` wraps it into one that compiles.
"""

from __future__ import annotations

import re

from ...notation import name_latex
from ...reading.latex.derivations import Derivation
from ...report.latex import RELATIONS, escaped, point_latex, term_latex
from .checking import Broken, Proofread
from .claims import Checked
from .report import _squeezed, shown_point, source_of, where

_ROW = 60  # characters of a reason beside a row


def proofread_latex(found: Proofread) -> str:
    """Every derivation as an aligned chain with its verdicts, then the errata."""
    parts = []
    for derivation in found.document.derivations:
        if derivation.unit.title:
            parts.append(f"% {_squeezed(derivation.unit.title)}")
        parts.append(chain_latex(found, derivation))
    if found.broken:
        parts.append(errata_latex(found))
    return "\n\n".join(parts)


def chain_latex(found: Proofread, derivation: Derivation) -> str:
    """The chain as it was read, one relation in each row, with the author's reason and the verdict."""
    steps = found.of(derivation)
    rows = []
    for k, c in enumerate(steps):
        if c.posed is None and c.fact is None:
            rows.append(rf"& \text{{{escaped(_squeezed(source_of(found, c)))}}} && \text{{{c.verdict}}}")
            continue
        statement = c.fact if c.fact is not None else c.posed.claim.statement  # type: ignore[union-attr]
        left = term_latex(statement.lhs) if k == 0 or steps[k - 1].step.right is not c.step.left else ""
        rows.append(f"{left} &{RELATIONS[statement.op]} {term_latex(statement.rhs)} && {_verdict(c)}")
    legend = _legend(steps)
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}" + (f"\n{legend}" if legend else "")


def _verdict(c: Checked) -> str:
    reason = _squeezed(c.step.reason).strip("()") if c.step.reason else ""
    text = f"{reason}: {c.verdict}" if reason and len(reason) <= _ROW and not re.search(r"[\\$]", reason) else c.verdict
    at = f" \\text{{ at }} {point_latex(shown_point(c))}" if c.is_broken and shown_point(c) else ""
    return rf"\text{{({escaped(text)})}}{at}"


def _legend(steps: list[Checked]) -> str:
    atoms = {a.symbol: a.opaque.key for c in steps if c.posed is not None for a in c.posed.read.atoms}
    if not atoms:
        return ""
    named = ", ".join(rf"${name_latex(s)}$ for \texttt{{{escaped(key)}}}" for s, key in atoms.items())
    return f"Here {named}."


def errata_latex(found: Proofread) -> str:
    """A table of the broken steps: where, what is written, a counterexample, and what could stand there."""
    rows = [_erratum(found, b) for b in found.broken]
    head = "\\begin{tabular}{llll}\nplace & reads & fails at & instead \\\\\n\\hline\n"
    return head + " \\\\\n".join(rows) + " \\\\\n\\end{tabular}"


def _erratum(found: Proofread, b: Broken) -> str:
    c = b.checked
    claim = c.posed.claim if c.posed is not None else None
    reads = f"${term_latex(claim.statement)}$" if claim is not None else ""
    at = f"${point_latex(shown_point(c))}$"
    instead = ""
    if b.repair is not None:
        shown = b.repair.hypotheses or (b.repair.claim.statement,)
        instead = ("if " if b.repair.hypotheses else "") + ", ".join(f"${term_latex(t)}$" for t in shown)
    return f"{escaped(where(found, c))} & {reads} & {at} & {instead}"
