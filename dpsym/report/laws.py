"""Statements about all laws, facts, propositions and proofs of them, as text and as LaTeX.

Text is what an author would write in the language of dpsym.objects.language; LaTeX is what a paper prints: ∫ p(x) dx, (a)_+, 1{c}.
Points that an Int binds have no names; they are given the name of their space, with primes where that is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..kernel.laws.statements import Fact, Field, Model, Proposition, Refuted, Setting, Sharp, Tight, event
from ..kernel.laws.terms import name_of, opened, points_of, space_of
from ..kernel.statements import Range
from ..kernel.terms import BINDERS, MINUS_ONE, ONE, ZERO, Term, mul, node, rebuild, subterms, sym
from ..notation import name_latex
from ..objects.applied import Said
from . import decimals, latex, layout, text
from .latex import domain_latex
from .prose import plain_latex
from .text import ATOM, MOST_PARTS, POWER, PRODUCT, Printed, domain_texts, text_size
from .tidy import Named, Worth, abbreviations, replaced, tidy

Printer = Callable[[Term, Mapping[Term, Printed]], Printed]
TOO_LONG = f"<more than {MOST_PARTS} parts>"  # where parts are shared, a term may be exponentially long


def law_text(t: Term) -> str:
    """The term as an author would write it: `Int(max(p(x) - u*q(x), 0), x) <= delta`."""
    return _printed(_flat(_with_names(t)), _text) if text_size(t) <= MOST_PARTS else TOO_LONG


def law_latex(t: Term) -> str:
    """The term as a formula, without dollars. dpsym.reading.latex reads it back, given the fields with their spaces."""
    if text_size(t) > MOST_PARTS:
        return rf"\text{{{TOO_LONG}}}"
    named = _with_names(t)
    latex.demand_apart(names_in(named))
    return _printed(named, _latex)


def names_in(t: Term) -> Iterator[str]:
    """The symbols, fields and points of a term, without primes."""
    for u in subterms(t):
        if u.op in ("sym", "at", *BINDERS):
            yield u.name
        elif u.op in ("point", "Int"):
            yield (space_of(u) if name_of(u).startswith("#") else name_of(u)).rstrip("'")


def names_of(p: Proposition) -> Iterator[str]:
    """The names of all that a statement speaks of."""
    facts = (*(f for _, f in p.given), *p.claims)
    yield from p.setting.where.names
    for f in (*p.setting.fields, *p.exists, *(t for fact in facts for t in fact.tests)):
        yield from (f.name, *f.spaces)
    for t in (*p.setting.where.conditions, *(fact.statement for fact in facts)):
        yield from names_in(t)


def _with_names(t: Term) -> Term:
    """Bound points have names that neither the other points nor the symbols have."""
    return _named(t, t.free | {name_of(p) for p in points_of(t)})


def _printed(t: Term, printer: Printer) -> str:
    done: dict[Term, Printed] = {}
    for u in subterms(t):
        done[u] = printer(u, done)
    return done[t][0]


def _named(t: Term, taken: frozenset[str]) -> Term:
    """The term with names for bound points, for printing only."""
    if t.op != "Int":
        return rebuild(t, tuple(_named(a, taken) for a in t.args)) if t.args else t
    used = taken | {name_of(p) for p in points_of(t)}
    name = space_of(t)
    while name in used:
        name += "'"
    x = node("point", (), f"{name}:{space_of(t)}")
    return node("Int", (_named(opened(t, x), used | {name}),), str(x.value))


def _flat(t: Term) -> Term:
    """Sums of sums and products of products without inner parentheses, for printing only. A minus sign stays where it is."""
    args = tuple(map(_flat, t.args))
    if t.op == "+":
        args = tuple(b for a in args for b in (a.args if a.op == "+" else (a,)))
    elif t.op == "*" and args[0] is not MINUS_ONE:
        factors = [b for a in args for b in (a.args if a.op == "*" and a.args[0] is not MINUS_ONE else (a,))]
        below = [f for f in factors if f.op == "**" and f.rhs is MINUS_ONE]
        above = [f for f in factors if f not in below and f is not ONE]
        return mul(*(above or [ONE]), *below)
    return rebuild(t, args)


def _is_indicator(t: Term) -> bool:
    return t.op == "Piecewise" and len(t.args) == 3 and t.args[0] is ONE and t.args[2] is ZERO


def _text(t: Term, done: Mapping[Term, Printed]) -> Printed:
    inner = [done[a][0] for a in t.args]
    if t.op == "point":
        return name_of(t), ATOM
    if t.op == "at":
        return f"{t.value}({', '.join(inner)})", ATOM
    if t.op == "Int":
        return f"Int({inner[0]}, {name_of(t)})", ATOM
    return (f"Indicator({inner[1]})", ATOM) if _is_indicator(t) else text._print(t, done)


def _latex(t: Term, done: Mapping[Term, Printed]) -> Printed:
    inner = [done[a][0] for a in t.args]
    if t.op == "point":
        return point_latex(t), ATOM
    if t.op == "at":
        return f"{name_latex(str(t.value))}({', '.join(inner)})", ATOM
    if t.op == "Int":
        body, tightness = done[t.args[0]]
        body = body if tightness >= PRODUCT or t.args[0].op == "Piecewise" else rf"\left({body}\right)"
        return rf"\int {body} \, \mathrm{{d}}{point_latex(t)}", POWER  # the differential closes it
    if _is_indicator(t):
        return rf"\mathbf{{1}}\{{{inner[1]}\}}", ATOM
    if t.op == "max" and len(t.args) == 2 and t.args[1] is ZERO:
        return rf"\left({inner[0]}\right)_+", ATOM
    return latex._print(t, done)


def point_latex(p: Term) -> str:
    name = name_of(p)
    return name_latex(name.rstrip("'")) + "'" * (len(name) - len(name.rstrip("'")))


# -- facts ----------------------------------------------------------------------------------------------------


def _spaces_said(fact: Fact, name: Callable[[str], str]) -> Mapping[Field, str]:
    """` of X` behind each test of a fact with a point that stands at its tests alone: no field of the setting says what it is of."""
    bound = {t.name for t in fact.tests}
    told = {p for u in subterms(fact.statement) if u.op == "at" and u.name not in bound for p in u.args}
    return {t: "" if fact.points <= told else f" of {', '.join(map(name, t.spaces))}" for t in fact.tests}


def fact_text(fact: Fact) -> str:
    of = _spaces_said(fact, str)
    tests = [f"for all {'events' if t.integer else 'tests'} {t.name}{of[t]}" for t in fact.tests]
    points = sorted(name_of(p) for p in fact.points)
    quantified = [*tests, *([f"for all {', '.join(points)}"] if points else [])]
    return f"{' and '.join(quantified)}: {law_text(fact.statement)}" if quantified else law_text(fact.statement)


def tidied(fact: Fact) -> Fact:
    """The fact as a reader likes it, with the same value wherever it has one: dpsym.report.tidy."""
    return replace(fact, statement=tidy(fact.statement))


def fact_latex(fact: Fact) -> str:
    of = _spaces_said(fact, name_latex)
    kinds = {t: (r" \in \{0, 1\}" if t.integer else r" \in [0, 1]") for t in fact.tests}
    tests = [name_latex(t.name) + kinds[t] + of[t].replace(" of ", r" \text{ of } ") for t in fact.tests]
    bound = ", ".join([*tests, *sorted(point_latex(p) for p in fact.points)])
    return (rf"\forall {bound}\colon\ " if bound else "") + law_latex(fact.statement)


# -- fields ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """How the parts of a statement are written: as text, or in LaTeX with formulas in dollars. Who has a form can forget no other."""

    words: Callable[[str], str]
    name: Callable[[str], str]
    term: Callable[[Term], str]
    fact: Callable[[Fact], str]
    range: Callable[[Range], str]

    def field(self, f: Field) -> str:
        """A field with its kind, what it is a function of, and the range of its values."""
        *others, last = map(self.name, f.spaces)
        if f.mass:
            return f"{self.name(f.name)}: a law of {last}" + (f" for each {', '.join(others)}" if others else "")
        said = f"{self.name(f.name)}: {_ONE_OF[kind_of(f)]} of {', '.join((*others, last))}"
        ends = ((">=", f.lower), ("<=", f.upper)) if kind_of(f) != "events" else ()
        return said + "".join(f", {self.words(op)} {self.term(end)}" for op, end in ends if end is not None)

    def domain(self, ranges: Iterable[Range], conditions: Iterable[Term]) -> str:
        return ", ".join([*map(self.range, ranges), *map(self.term, conditions)])


_ONE_OF = {"events": "an event", "integer-valued functions": "an integer-valued function", "functions": "a function"}


def kind_of(f: Field) -> str:
    """What fields like it are called. An event has the values 0 and 1; of the others the ends are to be said."""
    if f.mass:
        return "laws" if len(f.spaces) == 1 else "laws of their last points"
    if f == event(f.name, *f.spaces):
        return "events"
    return "integer-valued functions" if f.integer else "functions"


def field_text(f: Field) -> str:
    return TEXT.field(f)


def model_text(refuted: Refuted) -> str:
    """The model in which a claim fails, and how it fails there."""
    model = refuted.model
    parts = [f"{name} = {text.term_text(v)}" for name, v in model.params]
    parts += _tables(model, refuted.proposition.setting)
    if refuted.culprit is not None:
        found = f"{text.term_text(refuted.culprit)} has no value"
    else:
        sides = decimals.sides(refuted.claim)
        found = "both sides are equal" if sides.equal else f"{sides.lhs} {refuted.claim.op} {sides.rhs} is false"
    return f"at {', '.join(parts)}: {found}" if parts else found


# -- propositions and proofs --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A step of a proof as it is printed: its name, what it states, and why: words, formulas, names of the steps that are cited."""

    name: str
    fact: Fact
    why: tuple[str | Term | tuple[str, ...], ...]


def proposition_lines(p: Proposition, said: Mapping[str | int, Said] | None = None) -> list[str]:
    """What a proposition speaks of, assumes and claims, a line for each part.

    `said` has notions in words, by the name of the hypothesis or the number of the claim that they begin with; what they mean follows.
    """
    where = domain_texts(p.setting.where) if p.setting.where.ranges else []
    words = said or {}
    lines = [
        *(f"  about   {field_text(f)}" for f in p.setting.fields),
        *([f"  where   {', '.join(where)}"] if where else []),
    ]
    lines += _said_lines("given", p.given, words)
    lines += [f"  exists  {field_text(f)}" for f in p.exists]
    return [*lines, *_said_lines("claim", enumerate(p.claims), words)]


def _said_lines(kind: str, facts: Iterable[tuple[str | int, Fact]], said: Mapping[str | int, Said]) -> list[str]:
    """A line for each fact, before what a notion means one with its words; a fact after them that is no part of them says so.

    Hypotheses have names that tell: those of a notion begin with its own.
    """
    lines, left, own = [], 0, ""  # how many facts of the notion at hand are left, and what its name begins with
    for name, f in facts:
        label = f"{name}: " if isinstance(name, str) else ""
        left -= 1
        if name in said:
            left, own = said[name].size, label.rpartition(".")[0]
            called = f"{own}: " if own else ""
            lines.append(f"  {kind}   {called}{said[name].words(law_text)}, that is:")
        besides = "besides, " if left == 0 and lines and label.startswith(own) else ""
        lines.append(f"  {kind}   {besides}{label}{fact_text(f)}")
    return lines


def _tables(model: Model, setting: Setting) -> list[str]:
    """The tables of a model, the last point running fastest, and the sizes of the spaces that the lengths of tables do not tell."""
    told, size = set[str](), -1
    while size != len(told):
        size = len(told)
        told |= {s for f in setting.fields if len({*f.spaces} - told) == 1 for s in f.spaces}
    parts = [f"{name} = [{', '.join(text.term_text(v) for v in table)}]" for name, table in model.fields]
    spaces = {s for f in setting.fields for s in f.spaces} - told
    return parts + [f"{s} has {n} {'point' if n == 1 else 'points'}" for s, n in model.sizes if s in spaces]


def tight_line(tight: Tight, setting: Setting) -> str:
    """That a claim cannot be improved: the tables for which it holds with equality, or comes as near as one likes."""
    model = tight.model
    parts = [f"{name} = {text.term_text(v)}" for name, v in model.params if v is not sym(name)]
    parts += _tables(model, setting)
    where = ", ".join(domain_texts(tight.where))
    how = f"exceeds each {tight.symbol} by" if isinstance(tight, Sharp) else "is attained by"
    said = f"claim {tight.claim + 1} {how}"
    return f"  tight   {said} {', '.join(parts)}" + (f"   for {where}" if where else "")


def proof_lines(proof: Iterable[Line]) -> list[str]:
    return [f"  {line.name}: {fact_text(line.fact)}   {_why(line, str, law_text)}" for line in proof]


def _why(line: Line, words: Callable[[str], str], formula: Callable[[Term], str]) -> str:
    """The reason of a step as text, or as LaTeX."""
    parts = []
    for part in line.why:
        if isinstance(part, str):
            parts.append(words(part))
        elif isinstance(part, Term):
            parts.append(formula(part))
        else:
            *first, last = (_cited(name, words) for name in part)
            parts.append(f"{', '.join(first)} and {last}" if first else last)
    return "".join(parts)


def _cited(name: str, words: Callable[[str], str]) -> str:
    """`(sum)`; that the mass of a law is one has no line of its own."""
    law = name.removesuffix(".mass")
    return words(f"the mass of {law}") if law != name else f"({_label(name) if words is plain_latex else name})"


def _label(name: str) -> str:
    """The name of a step in LaTeX; `delta>=0` is a formula."""
    return plain_latex(name) if any(sign in name for sign in "<>=") else latex.escaped(name)


def _blocks(facts: Iterable[tuple[str | int, Fact]], said: Mapping[str | int, Said]) -> str:
    """Displays of formulas; before what a notion means stands the notion in words."""
    blocks: list[tuple[str, list[str]]] = []
    left = 0  # facts of the notion at hand
    for name, f in facts:
        left -= 1
        if name in said:
            left = said[name].size
            words = said[name].words(lambda t: f"${law_latex(t)}$", lambda n: f"${name_latex(n)}$")
            blocks.append((f"{words}, that is,\n", []))
        elif not blocks or left == 0:
            blocks.append(("", []))
        blocks[-1][1].append(fact_latex(tidied(f)))
    return "\nand ".join(words + layout.display(rows) for words, rows in blocks)


def proposition_latex(p: Proposition, title: str, said: Mapping[str | int, Said] | None = None) -> str:
    """A theorem environment, for a document with amsmath, amssymb and amsthm; the title is LaTeX."""
    return "\n".join([rf"\begin{{theorem}}[{{{title}}}]\sloppy", proposition_sentences(p, said), r"\end{theorem}"])


def proposition_sentences(p: Proposition, said: Mapping[str | int, Said] | None = None) -> str:
    """What a proposition speaks of, assumes and claims, as sentences with displays."""
    latex.demand_apart(names_of(p))
    fields = "; ".join(f"{names} be {kind}{of}" for kind, names, of in _sentences(p.setting.fields))
    lines = [f"Let {fields}."] if fields else []
    lines += [f"Let {latex.domain_sentence(p.setting.where)}."] if p.setting.where.ranges else []
    if p.given:
        lines.append("Suppose that\n" + _blocks(p.given, said or {}))
    some = "; ".join(f"{kind} {names}{of}" for kind, names, of in _sentences(p.exists))
    lines.append("Then" + (f" there are {some} with" if some else ""))
    claims = enumerate(p.claims)
    return "\n".join([*lines, _blocks(claims, said or {})])


def proposition_display(p: Proposition) -> str:
    """The whole statement as one formula, without dollars: what it speaks of, assumes and claims, a row for each part."""
    latex.demand_apart(names_of(p))
    spoken = _displayed(p.setting.fields)
    spoken += [domain_latex(p.setting.where)] if p.setting.where.ranges else []
    rows = [r"\text{for all } " + r",\ ".join(spoken)] if spoken else []
    rows += [rf"\text{{{'if' if i == 0 else 'and'} }} {fact_latex(f)}" for i, (_, f) in enumerate(p.given)]
    some = ",\\ ".join(_displayed(p.exists))
    rows += [rf"\text{{then there are }} {some} \text{{ with}}"] if some else []
    rows += [rf"\text{{{'then' if i == 0 and not some else 'and'} }} {fact_latex(f)}" for i, f in enumerate(p.claims)]
    return r"\begin{aligned}" + r" \\ ".join(f"& {row}" for row in rows) + r"\end{aligned}"


def _displayed(fields: Iterable[Field]) -> list[str]:
    """Fields by kind, at their points and between their ends."""
    return [
        rf"{', '.join(_ranged(f, _applied(f)) for f in some)} \text{{ {kind}}}"
        for kind, some in _by_kind(fields).items()
    ]


def _by_kind(fields: Iterable[Field]) -> dict[str, list[Field]]:
    found: dict[str, list[Field]] = {}
    for f in sorted(fields, key=lambda f: (not f.mass, len(f.spaces) if f.mass else 0, not f.integer)):
        found.setdefault(kind_of(f), []).append(f)
    return found


def _applied(f: Field) -> str:
    return f"{name_latex(f.name)}({', '.join(map(name_latex, f.spaces))})"


def _ranged(f: Field, shown: str) -> str:
    """The field between its ends, where they are not the nature of its kind."""
    if f.mass or kind_of(f) == "events":
        return shown
    below = rf"{latex.term_latex(f.lower)} \le " if f.lower is not None else ""
    above = rf" \le {latex.term_latex(f.upper)}" if f.upper is not None else ""
    return f"{below}{shown}{above}"


def proof_latex(proof: Iterable[Line]) -> str:
    """A proof environment, an item for each step; long terms that recur and have no points get names."""
    lines = [replace(line, fact=tidied(line.fact), why=tuple(map(_tidy_part, line.why))) for line in proof]
    named = abbreviations([line.fact.statement for line in lines], _taken(lines), _WORTH)
    written = layout.display(f"{name} = {law_latex(t)}" for name, t in named) if named else ""
    items = [_item(line, named) for line in lines]
    head = [r"\begin{proof}\sloppy", *([f"Write\n{written}"] if named else []), r"\begin{description}"]
    return "\n".join([*head, *items, r"\end{description}", r"\end{proof}"])


#: Only long terms, so that a short proof has no names; with points or an integration variable in it a term has no value of its own.
_WORTH = Worth(lambda u: not points_of(u), lambda u: len(law_text(u)), least=60, gain=300)


def _tidy_part(part: str | Term | tuple[str, ...]) -> str | Term | tuple[str, ...]:
    return tidy(part) if isinstance(part, Term) else part


def _taken(lines: Iterable[Line]) -> set[str]:
    """The names that the lines speak of."""
    found: set[str] = set()
    for line in lines:
        for u in subterms(line.fact.statement):
            if u.op in ("sym", "at", "point", "Int"):
                found |= {name_of(u), space_of(u)} if u.op in ("point", "Int") else {str(u.value)}
        found |= {f.name for f in line.fact.tests}
    return found


def _item(line: Line, named: Named) -> str:
    fact = replace(line.fact, statement=replaced(line.fact.statement, named))
    shown = layout.inline(fact_latex(fact), layout.ITEM).rstrip("\n")
    why = _why(line, plain_latex, lambda t: layout.inline(law_latex(replaced(t, named)), layout.ITEM))
    end = "" if why.endswith("\n") else "."
    stop = "" if shown.endswith(("]", "}")) else "."
    return rf"\item[\normalfont({_label(line.name)})] {shown}{stop}" + f"\n{why[:1].upper()}{why[1:]}{end}".rstrip("\n")


def _sentences(fields: Iterable[Field]) -> list[tuple[str, str, str]]:
    """Fields in a sentence, by kind and spaces: the kind, the names between their ends, and what they are functions of.

    Laws of their last points have these points behind their names.
    """
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for kind, some in _by_kind(fields).items():
        for f in some:
            kernel = f.mass and len(f.spaces) > 1
            shown = _ranged(f, _applied(f) if kernel else name_latex(f.name))
            found.setdefault((kind, () if kernel else f.spaces), []).append(f"${shown}$")
    of = {spaces: ", ".join(f"${name_latex(s)}$" for s in spaces) for _, spaces in found}
    return [(k, ", ".join(names), f" of {of[spaces]}" if spaces else "") for (k, spaces), names in found.items()]


TEXT = Form(str, str, law_text, fact_text, text.range_text)
LATEX = Form(
    plain_latex,
    lambda n: f"${name_latex(n)}$",
    lambda t: layout.inline(law_latex(tidy(t)), layout.ITEM),
    lambda f: layout.inline(fact_latex(tidied(f)), layout.ITEM),
    lambda r: f"${latex.range_latex(r)}$",
)
HTML = replace(
    LATEX, words=str, term=lambda t: f"${law_latex(t)}$", fact=lambda f: f"${fact_latex(f)}$"
)  # the words of a notebook are no LaTeX
