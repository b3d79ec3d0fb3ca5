"""Why an entry has no certificate, in the author's own symbols: one block with step, rule, found, expected, what is left, and slack.

The kernel speaks of terms in prefix form, and of the real symbols `_1`, `_2`, ... that stand for fields at points and for Ints. Here
they are put back, and terms are printed as an author writes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from textwrap import wrap

from ..kernel.laws.models import demand_model
from ..kernel.laws.statements import Model, Proposition
from ..kernel.laws.terms import Substitution
from ..kernel.statements import Claim
from ..kernel.statements import Fact as RealFact
from ..kernel.terms import BINDERS, CONSTANTS, FUNCTIONS, RELATIONS, Term, TermError, const, node, num, sym
from ..kernel.verdicts import refusal
from ..report.laws import law_text, model_text
from ..report.text import range_text
from ..search.exact_roots import fold
from ..search.opinion.second import second_opinion
from ..search.refuting.climbing import counterexample
from ..search.refuting.models import random_model
from .theorem import Theorem
from .theorem import tables as model_of

_WIDE = 116
_POINTS = 200  # at which the goal that is left is looked at
_MODELS = 400  # that are tried as a witness


@dataclass(frozen=True)
class Failure:
    """A part of an entry that could not be certified; what is empty is not printed."""

    entry: str
    step: str = ""
    found: str = ""
    expected: str = ""
    rule: str = ""
    goal: str = ""  # the fact about reals that was left
    where: str = ""  # what is known there
    slack: str = ""  # of that fact: the smallest that was seen, and at which point
    fails: str = ""  # a model, or a point, where the entry itself is false

    def __str__(self) -> str:
        parts = ("fails", "step", "rule", "found", "expected", "goal", "where", "slack")
        lines = [self.entry]
        for label in parts:
            if text := getattr(self, label):
                lines += wrap(text, _WIDE, initial_indent=f"  {label:<9} ", subsequent_indent=" " * 12)
        return "\n".join(lines)


class CertifyError(ValueError):
    """An entry that could not be certified."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


def with_goal(failure: Failure, left: RealFact, atoms: Mapping[str, Term]) -> Failure:
    """The failure with the goal that was left, and the smallest slack that a sample of its domain shows.

    `atoms` are what the symbols of the goal stand for: fields at points and Ints.
    """
    put, s = Substitution(dict(atoms)), left.statement
    ranges = [range_text(r) for r in left.domain.ranges if r.name not in atoms]
    known = [law_text(put(c)) for c in left.domain.conditions]
    sampled = second_opinion(Claim(left.domain, (), s.lhs, s.op, s.rhs), "proved", points=_POINTS)
    at = ", ".join(f"{law_text(put(sym(n)))} = {law_text(v)}" for n, v in sampled.at)
    slack = f"{sampled.min_slack} at {at}" if at else sampled.min_slack or "nothing: no point of the domain was found"
    found = "a goal that is false" if sampled.opinion == "contradicts" else failure.found
    return replace(failure, found=found, goal=law_text(put(s)), where=", ".join([*ranges, *known]), slack=slack)


def refuting_model(theorem: Theorem) -> str:
    """A model in which the theorem is false, if one is found, else nothing: its tables, and the two sides there."""
    try:
        p = theorem.proposition
        near = [model_of(theorem.witness[1], theorem.witness[0], theorem.fields)] if theorem.witness else []
    except TermError:
        return ""  # not well-formed, which is what its failure says
    found = counterexample(p, near)
    return "" if found is None else model_text(found)


# -- witnesses ------------------------------------------------------------------------------------------------------


def witness_to_write(p: Proposition, variables: Mapping[str, str]) -> str:
    """The line that an author can write: a model of setting and hypotheses that was found, or the shape of one.

    Its tables are those of fields, which a chapter calls by its own variables: p's field f may be F there.
    """
    r = Random(0)
    for _ in range(_MODELS):
        model = random_model(p, r)
        if _is_model(p, model):
            params = ", ".join(f'"{n}": {_python(v)}' for n, v in model.params)
            tables = ", ".join(
                f"{variables.get(n, n)}: [{', '.join(map(_python, values))}]" for n, values in model.fields
            )
            return f"witness=({{{params}}}, {{{tables}}})"
    params = ", ".join(f'"{n}": ...' for n in p.setting.where.names)
    tables = ", ".join(f"{variables.get(f.name, f.name)}: [...]" for f in p.setting.fields)
    return f"witness=({{{params}}}, {{{tables}}}) with values that satisfy {', '.join(n for n, _ in p.given) or 'it'}"


def _is_model(p: Proposition, model: Model) -> bool:
    try:
        return refusal("model", lambda: demand_model(replace(p, exists=()), model)) is None
    except (ValueError, ArithmeticError, LookupError):  # a value that is none, such as log(0)
        return False


def _python(t: Term) -> str:
    """A number, or a term of numbers such as a logarithm of one, as it is written in a chapter."""
    t = fold(t)
    if t.op != "num":
        parts = [_python(a) if "/" in str(a.value) or a.op != "num" else f"num({a.value})" for a in t.args]
        return f" {t.op} ".join(f"({p})" for p in parts) if t.op in ("+", "*", "**") else f"{t.op}({', '.join(parts)})"
    text = str(t.value)
    return f"num({text.replace('/', ', ')})" if "/" in text else text


# -- the kernel's words ---------------------------------------------------------------------------------------------

_OPS = sorted((*RELATIONS, *FUNCTIONS, "+", "*", "**", "Piecewise"), key=len, reverse=True)
_NODE = rf"(at|point|Int|{'|'.join(BINDERS)})\[([^\]]*)\]"  # of terms about laws, and sums: they have a value
_HEAD = re.compile(rf"(?:{_NODE}|({'|'.join(map(re.escape, _OPS))}))\(")
_LEAF = re.compile(r"-?\d+(?:/\d+)?|[A-Za-z_]\w*")


def in_words(message: str) -> str:
    """A message of the kernel with its terms as an author writes them."""
    out, i = [], 0
    while i < len(message):
        head = _HEAD.match(message, i)
        read = _term(message, i) if head and (i == 0 or not message[i - 1].isalnum()) else None
        if read is None:
            out.append(message[i])
            i += 1
        else:
            t, i = read
            out.append(law_text(t))
    return "".join(out)


def _term(text: str, i: int) -> tuple[Term, int] | None:
    """The term in prefix form that begins here, and where it ends; None if there is none."""
    head = _HEAD.match(text, i)
    if head is None:
        leaf = _LEAF.match(text, i)
        return None if leaf is None else (_leaf(leaf.group()), leaf.end())
    op, value = head.group(1) or head.group(3), head.group(2)
    args: list[Term] = []
    i = head.end()
    while not text.startswith(")", i):
        read = _term(text, i)
        if read is None:
            return None
        args.append(read[0])
        i = read[1] + 2 if text.startswith(", ", read[1]) else read[1]
        if i == read[1] and not text.startswith(")", i):
            return None
    return _built(op, args, value, i + 1)


def _leaf(text: str) -> Term:
    if text[0].isdigit() or text[0] == "-":
        return num(text)
    return const(text) if text in CONSTANTS else sym(text)


def _built(op: str, args: Sequence[Term], value: str | None, end: int) -> tuple[Term, int] | None:
    try:
        return node(op, tuple(args), value), end
    except (TermError, ValueError, IndexError):
        return None
