"""Entries of the library for people: the statement, its proof or counterexample, and what it rests on, as text and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..kernel.statements import Certificate
from ..library.base import Entry, Source
from ..library.chains import KFold
from ..library.entries import Definition, Falsehood, Formula, Unsettled
from ..library.theorem import Theorem
from ..library.verifying import Verified
from . import layout
from .chains import chain_latex, chain_lines
from .latex import escaped, point_sentence
from .laws import fact_latex, fact_text, proposition_lines, proposition_sentences, tidied
from .proof import proof_text
from .proof_latex import claim_sentence, proof_latex
from .prose import plain_latex
from .text import claim_text

Certificates = Sequence[Certificate]

PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[a4paper, margin=2.5cm]{geometry}
\usepackage{amsmath, amssymb, amsthm, longtable}
\newtheorem{theorem}{Theorem}
\newtheorem*{falsehood}{False statement}
\newtheorem*{definition}{Definition}
\allowdisplaybreaks
\begin{document}
"""


def standalone(body: str) -> str:
    """A document that compiles with pdflatex."""
    return f"{PREAMBLE}{body}\n\\end{{document}}\n"


# -- text -----------------------------------------------------------------------------------------------------------


def entry_text(entry: Entry, answer: Verified, certificates: Certificates = ()) -> str:
    """The entry as `dpsym show` prints it; the certificates are those of a formula, whose proofs they hold."""
    lines = [f"{answer.verdict:<9} {entry.name}: {entry.title}{_cited(entry.source)}"]
    if isinstance(entry, Theorem):
        lines += entry.lines()
    elif isinstance(entry, Formula):
        lines += [f"  against {entry.against}"] if entry.against else []
        lines += [f"  claim   {claim_text(c)}" for c in entry.claims]
        lines += [f"  {line}" for c in certificates for line in proof_text(c).splitlines()]
    elif isinstance(entry, KFold):
        lines += chain_lines(entry)
    elif isinstance(entry, Falsehood):
        lines += entry.statement.lines()
    elif isinstance(entry, Definition):
        lines += [f"  is      {entry.object}", *_meaning(entry)]
    lines += [f"  why     {entry.why}"] if isinstance(entry, Falsehood) and entry.why else []
    lines += [f"  found   {answer.detail}"] if answer.detail else []
    return "\n".join(lines)


def _meaning(entry: Definition) -> list[str]:
    """What a notion says of a mechanism M, a line for each fact."""
    if not entry.object.startswith("dpsym.objects.notions."):
        return []
    from ..objects.deciding import meaning

    return [f"  means   {fact_text(f)}" for f in meaning(entry.object.rpartition(".")[2]).values()]


def stated(entry: Entry) -> list[str]:
    """The statement alone, with everything that it speaks of and assumes, and what of a source it refutes."""
    if isinstance(entry, KFold):
        return chain_lines(entry)
    if isinstance(entry, (Theorem, Falsehood)):
        theorem = entry if isinstance(entry, Theorem) else entry.statement
        return proposition_lines(theorem.proposition, theorem.said)
    against = entry.against if isinstance(entry, Formula) else ""
    return [f"  {statement_text(entry)}", *([f"  and that this refutes: {against}"] if against else [])]


def statement_text(entry: Entry) -> str:
    """The claim in a line, for tables."""
    if isinstance(entry, Formula):
        return "; ".join(map(claim_text, entry.claims))
    if isinstance(entry, KFold):
        return "; ".join(map(fact_text, entry.chain.invariant))
    return (
        "; ".join(map(fact_text, entry.proposition.claims)) if isinstance(entry, (Theorem, Falsehood)) else entry.title
    )


def bibliography(text: str) -> dict[str, str]:
    """Author, title and year of each work in a BibTeX file, by key."""
    works = {}
    for key, body in re.findall(r"@\w+\{([^,]+),\n(.*?)\n\}", text, re.S):
        found = dict(re.findall(r"^\s*(\w+) = \{(.*)\},?$", body, re.M))
        parts = [found.get("author", ""), rf"\emph{{{found.get('title', key)}}}", found.get("year", "")]
        works[key] = ", ".join(part for part in parts if part) + "."
    return works


def _cited(source: Source | None) -> str:
    return f"   [{source.key}{', ' + source.place if source.place else ''}]" if source else ""


def entry_json(entry: Entry, answer: Verified) -> dict[str, Any]:
    source = entry.source
    return {
        "name": entry.name,
        "kind": answer.kind,
        "title": entry.title,
        "statement": statement_text(entry),
        "stated": [line.strip() for line in stated(entry)],
        "verdict": answer.verdict,
        "detail": answer.detail or None,
        "steps": answer.steps,
        "seconds": round(answer.seconds, 3),
        "source": {"key": source.key, "place": source.place, "sharpened": source.sharpened} if source else None,
    }


# -- LaTeX ----------------------------------------------------------------------------------------------------------


def entry_latex(entry: Entry, answer: Verified, certificates: Certificates = ()) -> str:
    """The entry as an environment with its citation and status, and the proof where there is one."""
    status = rf"% {entry.name}: {answer.verdict}"
    cite = rf", \cite[{plain_latex(entry.source.place)}]{{{entry.source.key}}}" if entry.source else ""
    if isinstance(entry, Theorem):
        return f"{status}\n{entry.latex(cite)}{_status(answer)}"
    title = plain_latex(entry.title)
    if isinstance(entry, KFold):
        return f"{status}\n{chain_latex(entry, title + cite)}{_status(answer)}"
    if isinstance(entry, Formula) and entry.fails_at is None:
        body = "\n".join(map(claim_sentence, entry.claims))
        body += f"\nThis refutes: {plain_latex(entry.against)}." if entry.against else ""
        begin, end = rf"\begin{{theorem}}[{{{title}{cite}}}]\sloppy", r"\end{theorem}"
        return "\n".join([status, begin, body, end, *map(proof_latex, certificates)]) + _status(answer)
    if isinstance(entry, Formula):
        body = "\n".join(map(claim_sentence, entry.claims))
        return _false(status, title + cite, f"{body}\nIt fails at {point_sentence(entry.point)}.")
    if isinstance(entry, Falsehood):
        body = f"{proposition_sentences(entry.proposition)}\nIt fails {plain_latex(answer.detail)}."
        return _false(status, title + cite, body)
    if isinstance(entry, Definition):
        shown = getattr(entry.value, "__name__", entry.object)
        body = "\n".join([rf"\texttt{{{escaped(shown)}}}", *_meaning_latex(entry)])
        return f"{status}\n\\begin{{definition}}[{{{title}{cite}}}]\\sloppy\n{body}\n\\end{{definition}}"
    reason = plain_latex(entry.reason if isinstance(entry, Unsettled) else answer.detail)
    return f"{status}\n\\paragraph{{{title}{cite}.}} {answer.verdict}: {reason}"


def _meaning_latex(entry: Definition) -> list[str]:
    if not entry.object.startswith("dpsym.objects.notions."):
        return []
    from ..objects.deciding import meaning

    facts = meaning(entry.object.rpartition(".")[2]).values()
    return [layout.display(fact_latex(tidied(f)) for f in facts)] if facts else []


def _false(status: str, title: str, body: str) -> str:
    return f"{status}\n\\begin{{falsehood}}[{{{title}}}]\\sloppy\n{body}\n\\end{{falsehood}}"


def _status(answer: Verified) -> str:
    return f"\n\\noindent\\emph{{Replayed by the kernel: {answer.verdict}, {answer.steps} steps.}}"
