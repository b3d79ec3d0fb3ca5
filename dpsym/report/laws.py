"""Statements about all laws, facts and theorems, as text and as LaTeX.

Text is what an author would write in the language of dpsym.objects.language; LaTeX is what a paper prints: ∫ p(x) dx, (a)_+, 1{c}.
Points that an Int binds have no names; they are given the name of their space, with primes where that is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from ..kernel.laws.statements import Fact, Field
from ..kernel.laws.terms import name_of, node, opened, points_of, space_of
from ..kernel.terms import MINUS_ONE, ONE, ZERO, Term, mul, rebuild, subterms
from ..theorem import Step, Theorem
from . import latex, text
from .latex import domain_latex, name_latex
from .text import ATOM, POWER, PRODUCT, Printed, domain_texts

Printer = Callable[[Term, Mapping[Term, Printed]], Printed]


def law_text(t: Term) -> str:
    """The term as an author would write it: `Int(max(p(x) - u*q(x), 0), x) <= delta`."""
    return _printed(t, _text)


def law_latex(t: Term) -> str:
    """The term as a formula, without dollars."""
    return _printed(t, _latex)


def _printed(t: Term, printer: Printer) -> str:
    t = _flat(_named(t, frozenset(name_of(p) for p in points_of(t))))
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


def fact_text(fact: Fact) -> str:
    tests = [f"for all {'events' if t.integer else 'tests'} {t.name}" for t in fact.tests]
    points = sorted(name_of(p) for p in fact.points)
    quantified = [*tests, *([f"for all {', '.join(points)}"] if points else [])]
    return f"{' and '.join(quantified)}: {law_text(fact.statement)}" if quantified else law_text(fact.statement)


def fact_latex(fact: Fact) -> str:
    tests = [name_latex(t.name) for t in fact.tests]
    bound = ", ".join([*tests, *sorted(point_latex(p) for p in fact.points)])
    return (rf"\forall {bound}\colon\ " if bound else "") + law_latex(fact.statement)


def field_text(f: Field) -> str:
    spaces = ", ".join(f.spaces)
    if f.mass:
        return f"{f.name}: a law of {f.spaces[-1]}" + (
            f" for each {', '.join(f.spaces[:-1])}" if len(f.spaces) > 1 else ""
        )
    if f.integer:
        return f"{f.name}: an event of {spaces}"
    ends = "".join(f", {op} {end!r}" for op, end in ((">=", f.lower), ("<=", f.upper)) if end is not None)
    return f"{f.name}: a function of {spaces}{ends}"


# -- theorems -------------------------------------------------------------------------------------------------


def theorem_text(theorem: Theorem) -> str:
    """Statement, proof and tightness, a line for each part."""
    p = theorem.proposition
    source = f"   [{theorem.source.key}, {theorem.source.place}]" if theorem.source else ""
    lines = [f"{theorem.name}: {theorem.title}{source}"]
    lines += [f"  about   {field_text(f)}" for f in p.setting.fields]
    lines += [f"  where   {', '.join(domain_texts(p.setting.where))}"] if p.setting.where.ranges else []
    lines += [f"  given   {name}: {fact_text(f)}" for name, f in p.given]
    lines += [f"  exists  {field_text(f)}" for f in p.exists]
    lines += [f"  claim   {fact_text(f)}" for f in p.claims]
    lines += [f"  {s.name}: {_step_text(s)}" for s in theorem.proof]
    if theorem.tight is not None:
        lines.append(f"  tight   {type(theorem.tight).__name__.lower()}")
    lines += [f"  false   {v.why}" for v in theorem.fails]
    return "\n".join(lines)


def _step_text(step: Step) -> str:
    fact = step.statement if isinstance(step.statement, Fact) else Fact(step.statement)
    return f"{fact_text(fact)}   by {type(step.by).__name__}{_citing(step)}"


def _citing(step: Step) -> str:
    of, using = getattr(step.by, "of", None), getattr(step.by, "using", ())
    names = [of] if isinstance(of, str) else []
    names += [u if isinstance(u, str) else u[0] for u in using]
    if hasattr(step.by, "theorem"):
        names.insert(0, step.by.theorem.name)
    return f" ({', '.join(names)})" if names else ""


def theorem_latex(theorem: Theorem) -> str:
    """A theorem environment and the proof step by step, for a document with amsmath, amssymb and amsthm."""
    p = theorem.proposition
    lines = [rf"\begin{{theorem}}[{_escaped(theorem.title)}]"]
    lines.append(
        _sentence(p.setting.fields, "Let")
        + (rf" and ${domain_latex(p.setting.where)}$" if p.setting.where.ranges else "")
        + "."
    )
    if p.given:
        lines.append("Suppose that\n" + _aligned(fact_latex(f) for _, f in p.given))
    lines.append("Then" + (f" there are {_names(p.exists)} with" if p.exists else ""))
    lines += [_aligned(fact_latex(f) for f in p.claims), r"\end{theorem}", r"\begin{proof}", r"\begin{enumerate}"]
    for s in theorem.proof:
        fact = s.statement if isinstance(s.statement, Fact) else Fact(s.statement)
        lines.append(
            rf"\item[({_escaped(s.name)})] ${fact_latex(fact)}$, by {type(s.by).__name__}{_escaped(_citing(s))}."
        )
    lines += [r"\end{enumerate}", r"\end{proof}"]
    return "\n".join(lines)


def _sentence(fields: Iterable[Field], verb: str) -> str:
    kinds = {"laws": [], "events": [], "functions": []}  # type: dict[str, list[str]]
    for f in fields:
        kinds["laws" if f.mass else "events" if f.integer else "functions"].append(f"${name_latex(f.name)}$")
    return f"{verb} " + ", ".join(f"{', '.join(names)} be {kind}" for kind, names in kinds.items() if names)


def _names(fields: Iterable[Field]) -> str:
    return ", ".join(f"${name_latex(f.name)}$" for f in fields)


def _aligned(rows: Iterable[str]) -> str:
    return "\\begin{align*}\n" + " \\\\\n".join(f"& {row}" for row in rows) + "\n\\end{align*}"


_SIGNS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "−": "-", "‖": r"\|", "²": "^2"}
_MATH = {**{c: latex.NAMES[c] for c in latex.NAMES if not c.isascii()}, **_SIGNS}
_ACCENTS = {"é": r"\'e", "ö": r"\"o", "_": r"\_", "^": r"\^{}", "%": r"\%", "&": r"\&", "#": r"\#"}
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
_FORMULA = re.compile(rf"<=|>=|({'|'.join(map(re.escape, _MATH))})[{_SUBSCRIPTS}]*")


def _escaped(words: str) -> str:
    """Words for LaTeX: letters and signs of formulas in dollars, accents and special characters as commands."""
    formulas = [(m.start(), m.end(), _in_math(m.group())) for m in _FORMULA.finditer(words)]
    text, at = "", 0
    for start, end, formula in formulas:
        text += "".join(_ACCENTS.get(c, c) for c in words[at:start]) + f"${formula}$"
        at = end
    return text + "".join(_ACCENTS.get(c, c) for c in words[at:])


def _in_math(found: str) -> str:
    letter = found.rstrip(_SUBSCRIPTS)
    index = "".join(str(_SUBSCRIPTS.index(c)) for c in found[len(letter) :])
    return _MATH[letter] + (f"_{{{index}}}" if index else "")
