"""Statements about any number of steps, as text and as LaTeX: the parts of the statement, and by what they hold."""

from __future__ import annotations

from ..library.chains import KFold
from .latex import demand_apart
from .laws import LATEX, TEXT, names_of
from .prose import plain_latex


def chain_lines(entry: KFold) -> list[str]:
    """What is said of any number of steps, a line for each part."""
    by = f"induction: {entry.base.label} for none, {entry.step.label} for one more"
    return [f"  {head:<8}{said}" for head, said in (*entry.iteration.parts(TEXT), ("by", by))]


def chain_latex(entry: KFold, title: str) -> str:
    """A theorem environment with an item for each part; the title is LaTeX."""
    demand_apart((*names_of(entry.base.proposition), *names_of(entry.step.proposition)))
    items = [rf"\item[{head}] {said}" for head, said in entry.iteration.parts(LATEX)]
    proof = f"By induction: {plain_latex(entry.base.label)} for none, {plain_latex(entry.step.label)} for one more."
    return "\n".join(
        [
            rf"\begin{{theorem}}[{{{title}}}]\sloppy\leavevmode",
            r"\begin{description}",
            *items,
            r"\end{description}",
            r"\end{theorem}",
            rf"\begin{{proof}}\sloppy {proof}\end{{proof}}",
        ]
    )
