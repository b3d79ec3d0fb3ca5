r"""A theorem about all laws, as dpsym.report.laws prints it, read back in the scope that it prints.

    Let $P$, $Q$ be laws of $x$; $0 \le f \le 1$ be functions of $x$, $y$. Let $\varepsilon \ge 0$.
    Suppose that \[ \forall S \in \{0, 1\}\colon\ ... \]
    Then there are laws $R$ of $x$ with \[ ... \]

This is a form for round trips, and not prose: a sentence of any other form is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...kernel.laws.statements import Fact, Field, Proposition, Setting, event, law, test
from ...kernel.statements import Domain
from ...kernel.terms import Term, TermError, relation
from ..domains import DomainError, build_domain
from .claims import read_conditions, read_expression, read_tree, to_condition
from .formula import read_formula
from .lower import Lowering
from .stream import Scope
from .tokens import LatexError

_KINDS = ("laws of their last points", "laws", "events", "integer-valued functions", "functions")
_DISPLAY = re.compile(r"\\\[ (.*?) \\\]|\\begin\{align\*\}\n(.*?)\n\\end\{align\*\}", re.S)
_FORMULA = re.compile(r"\$([^$]*)\$")
_BOUND = re.compile(r"(?P<event>[^,]+?) \\in \\\{0, 1\\\}|(?P<test>[^,]+?) \\in \[0, 1\]|(?P<point>[^,]+)")


def read_theorem(text: str) -> Proposition:
    """The proposition in a theorem environment. Raises LatexError where a sentence is not of this form."""
    start = re.search(r"^(?:Let|Suppose that|Then)\b", text, re.M)
    whole = re.sub(r"\\end\{(?:theorem|falsehood)\}.*\Z", "", text[start.start() if start else 0 :], flags=re.S)
    said, then, claimed = whole.rpartition("\nThen") if not whole.startswith("Then") else ("", "Then", whole[4:])
    if not then:
        raise LatexError("found no sentence that starts with Then", text)
    declared, _, supposed = ("\n" + said).partition("\nSuppose that\n")
    fields, where = _declared(declared.strip(), text)
    some, _, displays = claimed.partition(" with\n") if claimed.startswith(" there are ") else ("", "", claimed)
    exists = tuple(_fields(some.removeprefix(" there are "), text, reverse=True)) if some else ()
    setting = Setting(where, tuple(fields))
    try:
        given = tuple((f"h{k}", f) for k, f in enumerate(_facts(supposed, setting, text)))
        return Proposition(setting, given, tuple(_facts(displays, setting.with_fields(exists), text)), exists)
    except TermError as error:
        raise LatexError(str(error), text) from None


# -- what it speaks of ----------------------------------------------------------------------------------------------------


def _declared(said: str, text: str) -> tuple[list[Field], Domain]:
    fields: list[Field] = []
    where = Domain()
    for sentence in re.split(r"\.\n?(?=Let |\Z)", said):
        words = sentence.removeprefix("Let ").strip()
        if not words:
            continue
        if " be " in words:
            fields += _fields(words, text)
        else:
            where = _domain(words, text)
    return fields, where


def _domain(words: str, text: str) -> Domain:
    """Ranges and conditions, each in dollars, or a display of them."""
    shown = [row for m in _DISPLAY.finditer(words) for row in _rows(m[1] or m[2])] or _FORMULA.findall(words)
    written = r",\ ".join(shown)
    lowering = Lowering(written)
    try:
        return build_domain([to_condition(s, lowering) for s in read_conditions(written)], [])
    except DomainError as error:
        raise LatexError(str(error), text) from None


def _fields(words: str, text: str, reverse: bool = False) -> Iterator[Field]:
    """`$P$, $Q$ be laws of $x$`, or in the other order `laws $P$, $Q$ of $x$`, several of them parted by semicolons."""
    for group in words.split("; "):
        names, _, rest = group.partition(" be ")
        kind = next((k for k in _KINDS if (group if reverse else rest).startswith(k)), None)
        if kind is None:
            raise LatexError(f"found {group!r}, expected fields with their kind: {', '.join(_KINDS)}", text)
        if reverse:
            names, _, rest = group.removeprefix(kind).partition(" of ")
            rest = f"{kind} of {rest}" if rest else kind
        spaces = tuple(_name(s) for s in _FORMULA.findall(rest.removeprefix(kind)))
        for shown in _FORMULA.findall(names):
            yield _field(kind, shown, spaces, text)


def _field(kind: str, shown: str, spaces: tuple[str, ...], text: str) -> Field:
    if kind == "laws of their last points":
        name, _, points = shown.partition("(")
        return law(_name(name), *map(_name, points.removesuffix(")").split(", ")))
    if kind in ("laws", "events"):
        return (law if kind == "laws" else event)(_name(shown), *spaces)
    ends = shown.split(r" \le ")
    place = next((k for k, end in enumerate(ends) if re.search(r"[A-Za-z]", end.replace(r"\frac", ""))), None)
    if place is None or place > 1 or len(ends) > place + 2:
        raise LatexError(f"found {shown!r}, expected a name between its ends", text)
    lower = read_expression(ends[0]) if place else None
    upper = read_expression(ends[place + 1]) if len(ends) > place + 1 else None
    return Field(_name(ends[place]), spaces, lower, upper, integer=kind.startswith("integer"))


def _name(shown: str) -> str:
    """The name of a field or a space, which may be one that no symbol has: E is a field, and a symbol would be Euler's number."""
    node = read_tree(shown)
    if node.kind != "name":
        raise LatexError(f"found {shown!r}, expected a name", shown)
    return str(node.value)


# -- what it says ---------------------------------------------------------------------------------------------------------


def _facts(said: str, setting: Setting, text: str) -> Iterator[Fact]:
    for m in _DISPLAY.finditer(said):
        for shown in _rows(m[1] or m[2]):
            yield _fact(shown, setting, text)


def _rows(shown: str) -> list[str]:
    """The formulas of a display; a row that is indented goes on with the one before."""
    found: list[str] = []
    for row in re.split(r" \\\\\n", shown):
        bare = row.removeprefix("& ")
        if found and bare.startswith(r"\quad"):
            found[-1] += rf" \\ {bare}"
        else:
            found.append(bare)
    return found


def _fact(shown: str, setting: Setting, text: str) -> Fact:
    quantified = re.match(r"\\forall (.*?)\\colon\\ (.*)", shown, re.S)
    bound, statement = (quantified[1], quantified[2]) if quantified else ("", shown)
    tests: list[Field] = []
    for m in _BOUND.finditer(bound):
        written = (m["event"] or m["test"] or "").strip()
        if written:
            tests.append((event if m["event"] else test)(_name(written), *_spaces(written, statement, setting, text)))
    fields = {f.name: f.spaces for f in (*setting.fields, *tests)}
    return Fact(
        _statement(statement, Scope(declared=frozenset(setting.where.names), fields=fields), text), tuple(tests)
    )


_APPLIED = re.compile(r"(\\mathrm\{\w+\}|\\?[A-Za-z]+)\(([^()]*)\)")


def _spaces(name: str, statement: str, setting: Setting, text: str) -> list[str]:
    """What a bound test is a function of: its points are of the spaces at which declared fields have them, or named after theirs."""
    known: dict[str, str] = {}
    for shown, points in _APPLIED.findall(statement):
        declared = next((f for f in setting.fields if shown in (f.name, rf"\mathrm{{{f.name}}}")), None)
        if declared is not None:
            known |= dict(zip(points.split(", "), declared.spaces))
    found = re.search(rf"(?<![A-Za-z]){re.escape(name)}\(([^()]*)\)", statement)
    if found is None:
        raise LatexError(f"found no points of {name}, expected {name}(x)", text)
    return [known.get(p) or _name(p.rstrip("'")) for p in found[1].split(", ")]


def _statement(written: str, scope: Scope, text: str) -> Term:
    formula = read_formula(rf"\begin{{aligned}} {written} \end{{aligned}}", scope=scope)
    links = [link for s in formula.statements for link in s.links]
    if len(links) != 1 or links[0].left is None:
        raise LatexError(f"found {written!r}, expected one relation", text)
    lowering = Lowering(written, scope)
    lowering.reserve([links[0].left, links[0].right])
    left, right = lowering.term(links[0].left), lowering.term(links[0].right)
    if lowering.atoms:
        raise LatexError(f"found {written!r}, expected densities and numbers", text)
    return relation(links[0].relation, left, right)
