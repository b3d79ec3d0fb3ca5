"""Statements about any number of steps, as text and as LaTeX: what goes on from step to step, what is asked of each, what holds."""

from __future__ import annotations

from ..kernel.laws.chains import Chain, Move
from ..kernel.laws.statements import Fact
from ..kernel.laws.terms import at, name_of
from ..kernel.statements import Domain
from ..kernel.terms import Term, mul, sym
from ..library.chains import KFold
from ..library.theorem import Theorem
from ..notation import name_latex
from .latex import domain_latex, term_latex
from .laws import fact_latex, fact_text, field_text, law_latex, law_text, plain_latex
from .text import domain_texts, term_text


def chain_lines(entry: KFold) -> list[str]:
    """What is said of any number of steps, a line for each part."""
    chain, step = entry.chain, entry.step.setting
    laws = ", ".join(m.law for m in chain.moves)
    tracked = {m.law for m in chain.moves}
    return [
        f"  laws    {laws} on histories {name_of(chain.history)}, equal at the start",
        *(f"  then    {m.law}' = {law_text(_next(m, chain))}" for m in chain.moves),
        *(f"  state   {s.name} = {term_text(s.start)}, then {term_text(s.next)}" for s in chain.state),
        *(f"  step    {field_text(f)}" for f in step.fields if f.name not in tracked),
        *_words("  where   ", entry.base.domain),
        *_words("  step    with its own ", entry.own),
        *(f"  for all {', '.join(chain.levels)} of that domain, in hypotheses and claims" for _ in chain.levels[:1]),
        *(f"  given   in each step, {name}: {fact_text(f)}" for name, f in entry.hypotheses.items()),
        *(f"  claim   after any number of steps: {fact_text(f)}" for f in chain.invariant),
        *(line for c in entry.conclusions for line in _conclusion(c.theorem)),
        f"  by      induction: {entry.base.label} for none, {entry.step.label} for one more",
    ]


def chain_latex(entry: KFold, title: str) -> str:
    """A theorem environment; the title is LaTeX."""
    lines = [rf"\begin{{theorem}}[{{{title}}}]", _setting_latex(entry)]
    if entry.hypotheses:
        lines.append("Suppose that in each step\n" + _aligned(list(entry.hypotheses.values())))
    lines.append("Then after any number of steps\n" + _aligned(list(entry.chain.invariant)))
    lines += [_conclusion_latex(c.theorem) for c in entry.conclusions]
    proof = f"By induction: {plain_latex(entry.base.label)} for none, {plain_latex(entry.step.label)} for one more."
    return "\n".join([*lines, r"\end{theorem}", rf"\begin{{proof}}{proof}\end{{proof}}"])


def _setting_latex(entry: KFold) -> str:
    """The laws and how they go on, what each step has of its own, the state, and what is meant for all values."""
    chain, tracked = entry.chain, {m.law for m in entry.chain.moves}
    laws = ", ".join(f"${name_latex(m.law)}$" for m in chain.moves)
    onward = ", ".join(f"${name_latex(m.law)}' = {law_latex(_next(m, chain))}$" for m in chain.moves)
    state = "; ".join(
        f"${term_latex(sym(s.name))} = {term_latex(s.start)}$ at the start, then ${term_latex(s.next)}$"
        for s in chain.state
    )
    fields = "; ".join(plain_latex(field_text(f)) for f in entry.step.setting.fields if f.name not in tracked)
    levels = ", ".join(f"${term_latex(sym(n))}$" for n in chain.levels)
    return (
        f"Let {laws} be laws that are equal at the start and go on by {onward} in each step"
        + (f", for ${domain_latex(entry.base.domain)}$" if entry.base.domain.ranges else "")
        + (f", each with ${domain_latex(entry.own)}$ of its own" if entry.own.ranges else "")
        + (f" ({fields})" if fields else "")
        + (f". Let {state}" if state else "")
        + (f". What is assumed and claimed is meant for all {levels}" if levels else "")
        + "."
    )


def _conclusion_latex(theorem: Theorem) -> str:
    domain = _told(theorem.domain)
    where = f", for ${domain_latex(domain)}$," if domain.ranges else ""
    there = "; ".join(plain_latex(field_text(f)) for f in theorem.proposition.exists)
    return f"and so{where}{f' there are {there} with' if there else ''}\n" + _aligned(list(theorem.claims.values()))


def _next(m: Move, chain: Chain) -> Term:
    of = at(m.of, chain.history)
    return of if m.kernel is None else mul(of, at(m.kernel, chain.history, chain.outcome))


def _words(head: str, where: Domain) -> list[str]:
    return [f"{head}{', '.join(domain_texts(where))}"] if where.ranges else []


def _conclusion(theorem: Theorem) -> list[str]:
    domain = _told(theorem.domain)
    where = domain_texts(domain) if domain.ranges else []
    head = f"  so      for {', '.join(where)}: " if where else "  so      "
    there = [f"{head}there is {field_text(f)}" for f in theorem.proposition.exists]
    return [*there, *(f"{head}{fact_text(f)}   by {theorem.label}" for f in theorem.claims.values())]


def _told(domain: Domain) -> Domain:
    """The domain without symbols of which it says nothing: they are those of the state."""
    named = {n for c in domain.conditions for n in c.free}
    bare = {r.name for r in domain.ranges if r.lower is r.upper is None and not r.integer and r.name not in named}
    return Domain(tuple(r for r in domain.ranges if r.name not in bare), domain.conditions)


def _aligned(facts: list[Fact]) -> str:
    return "\\begin{align*}\n" + " \\\\\n".join(f"& {fact_latex(f)}" for f in facts) + "\n\\end{align*}"
