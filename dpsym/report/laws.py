"""Statements about all laws, facts, propositions and proofs of them, as text and as LaTeX.

Text is what an author would write in the language of dpsym.objects.language; LaTeX is what a paper prints: ∫ p(x) dx, (a)_+, 1{c}.
Points that an Int binds have no names; they are given the name of their space, with primes where that is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..kernel.laws.statements import Fact, Field, Proposition, Refuted
from ..kernel.laws.terms import name_of, opened, points_of, space_of
from ..kernel.terms import MINUS_ONE, ONE, ZERO, Term, mul, node, rebuild, subterms
from ..notation import name_latex
from ..objects.applied import Said
from . import decimals, latex, text
from .latex import domain_latex
from .text import ATOM, POWER, PRODUCT, Printed, domain_texts

Printer = Callable[[Term, Mapping[Term, Printed]], Printed]


def law_text(t: Term) -> str:
    """The term as an author would write it: `Int(max(p(x) - u*q(x), 0), x) <= delta`."""
    return _printed(_flat(_with_names(t)), _text)


def law_latex(t: Term) -> str:
    """The term as a formula, without dollars. dpsym.reading.latex reads it back, given the fields with their spaces."""
    return _printed(_with_names(t), _latex)


def _with_names(t: Term) -> Term:
    return _named(t, frozenset(name_of(p) for p in points_of(t)))


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


def model_text(refuted: Refuted) -> str:
    """The model in which a claim fails, and how it fails there."""
    model = refuted.model
    parts = [f"{name} = {text.term_text(v)}" for name, v in model.params]
    parts += [f"{name} = [{', '.join(text.term_text(v) for v in table)}]" for name, table in model.fields]
    if refuted.culprit is not None:
        found = f"{text.term_text(refuted.culprit)} has no value"
    else:
        sides = decimals.sides(refuted.claim)
        found = "both sides are equal" if sides.equal else f"{sides.lhs} {refuted.claim.op} {sides.rhs} is false"
    return f"at {', '.join(parts)}: {found}" if parts else found


# -- propositions and proofs --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A step of a proof as it is printed: its name, what it states, and by what."""

    name: str
    fact: Fact
    by: str


def proposition_lines(p: Proposition, said: Mapping[str, Said] | None = None) -> list[str]:
    """What a proposition speaks of, assumes and claims, a line for each part.

    `said` has notions in words, by the name of the hypothesis or the number of the claim that they begin with; what they mean follows.
    """
    where = domain_texts(p.setting.where) if p.setting.where.ranges else []
    words = said or {}
    lines = [
        *(f"  about   {field_text(f)}" for f in p.setting.fields),
        *([f"  where   {', '.join(where)}"] if where else []),
    ]
    for name, f in p.given:
        lines += (
            [f"  given   {name.rpartition('.')[0]}: {words[name].words(law_text)}, that is:"] if name in words else []
        )
        lines.append(f"  given   {name}: {fact_text(f)}")
    lines += [f"  exists  {field_text(f)}" for f in p.exists]
    for number, f in enumerate(p.claims):
        lines += [f"  claim   {words[str(number)].words(law_text)}, that is:"] if str(number) in words else []
        lines.append(f"  claim   {fact_text(f)}")
    return lines


def proof_lines(proof: Iterable[Line]) -> list[str]:
    return [f"  {line.name}: {fact_text(line.fact)}   by {line.by}" for line in proof]


def _blocks(facts: Iterable[tuple[str, Fact]], said: Mapping[str, Said]) -> str:
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
        blocks[-1][1].append(fact_latex(f))
    return "\nand ".join(words + _aligned(rows) for words, rows in blocks)


def proposition_latex(p: Proposition, title: str, said: Mapping[str, Said] | None = None) -> str:
    """A theorem environment, for a document with amsmath, amssymb and amsthm; the title is LaTeX."""
    return "\n".join([rf"\begin{{theorem}}[{{{title}}}]", proposition_sentences(p, said), r"\end{theorem}"])


def proposition_sentences(p: Proposition, said: Mapping[str, Said] | None = None) -> str:
    """What a proposition speaks of, assumes and claims, as sentences with displays."""
    spoken = [_sentence(p.setting.fields)] if p.setting.fields else []
    spoken += [f"${domain_latex(p.setting.where)}$"] if p.setting.where.ranges else []
    lines = [f"Let {' and '.join(spoken)}."] if spoken else []
    if p.given:
        lines.append("Suppose that\n" + _blocks(p.given, said or {}))
    lines.append("Then" + (f" there are {_names(p.exists)} with" if p.exists else ""))
    claims = ((str(number), f) for number, f in enumerate(p.claims))
    return "\n".join([*lines, _blocks(claims, said or {})])


def proposition_display(p: Proposition) -> str:
    """The whole statement as one formula, without dollars: what it speaks of, assumes and claims, a row for each part."""
    kinds = {
        "laws": [f for f in p.setting.fields if f.mass],
        "events": [f for f in p.setting.fields if f.integer and not f.mass],
        "functions": [f for f in p.setting.fields if not f.mass and not f.integer],
    }
    spoken = [rf"{', '.join(map(_field_latex, fields))} \text{{ {kind}}}" for kind, fields in kinds.items() if fields]
    spoken += [domain_latex(p.setting.where)] if p.setting.where.ranges else []
    rows = [r"\text{for all } " + r",\ ".join(spoken)] if spoken else []
    rows += [rf"\text{{{'if' if i == 0 else 'and'} }} {fact_latex(f)}" for i, (_, f) in enumerate(p.given)]
    some = ", ".join(map(_field_latex, p.exists))
    rows += [rf"\text{{then there are }} {some} \text{{ with}}"] if some else []
    rows += [rf"\text{{{'then' if i == 0 and not some else 'and'} }} {fact_latex(f)}" for i, f in enumerate(p.claims)]
    return r"\begin{aligned}" + r" \\ ".join(f"& {row}" for row in rows) + r"\end{aligned}"


def _field_latex(f: Field) -> str:
    return _ranged(f, f"{name_latex(f.name)}({', '.join(map(name_latex, f.spaces))})")


def _ranged(f: Field, shown: str) -> str:
    """The field between its ends, where they are not the nature of its kind."""
    if f.mass or f.integer:
        return shown
    below = rf"{latex.term_latex(f.lower)} \le " if f.lower is not None else ""
    above = rf" \le {latex.term_latex(f.upper)}" if f.upper is not None else ""
    return f"{below}{shown}{above}"


def proof_latex(proof: Iterable[Line]) -> str:
    """A proof environment, an item for each step."""
    items = [rf"\item[({plain_latex(s.name)})] ${fact_latex(s.fact)}$, by {plain_latex(s.by)}." for s in proof]
    return "\n".join([r"\begin{proof}", r"\begin{enumerate}", *items, r"\end{enumerate}", r"\end{proof}"])


def _sentence(fields: Iterable[Field]) -> str:
    kinds = {"laws": [], "events": [], "functions": []}  # type: dict[str, list[str]]
    for f in fields:
        kinds["laws" if f.mass else "events" if f.integer else "functions"].append(
            f"${_ranged(f, name_latex(f.name))}$"
        )
    return ", ".join(f"{', '.join(names)} be {kind}" for kind, names in kinds.items() if names)


def _names(fields: Iterable[Field]) -> str:
    return ", ".join(f"${name_latex(f.name)}$" for f in fields)


def _aligned(rows: Iterable[str]) -> str:
    return "\\begin{align*}\n" + " \\\\\n".join(f"& {row}" for row in rows) + "\n\\end{align*}"


_LETTERS = {
    "ε": r"\varepsilon", "δ": r"\delta", "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "λ": r"\lambda", "μ": r"\mu",
    "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "θ": r"\theta", "Δ": r"\Delta", "Φ": r"\Phi", "Σ": r"\sum", "∫": r"\int",
    "Ω": r"\Omega", "√": r"\surd", "∞": r"\infty", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "∈": r"\in", "∉": r"\notin",
    "·": r"\cdot", "×": r"\times", "→": r"\to", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "∀": r"\forall", "∃": r"\exists",
    "∥": r"\|", "‖": r"\|", "−": "-", "±": r"\pm", "½": r"\tfrac12", "∧": r"\wedge", "∨": r"\vee", "∪": r"\cup", "∩": r"\cap",
    "²": "^2", "³": "^3", "⁻": "^-",
    "⁺": "^+", "₊": "_+", "¹": "^1", "ⁿ": "^n", "₀": "_0", "₁": "_1", "₂": "_2", "ᵢ": "_i", "ₖ": "_k", "ₙ": "_n", "′": "'",
    "<": "<", ">": ">", "|": "|", "∼": r"\sim", "𝒳": r"\mathcal{X}", "𝒴": r"\mathcal{Y}", "ℓ": r"\ell", "∣": r"\mid", "∂": r"\partial",
    "⊆": r"\subseteq", "⟨": r"\langle", "⟩": r"\rangle", "…": r"\ldots", "ē": r"\bar e", "ℝ": r"\mathbb{R}",
    "ℕ": r"\mathbb{N}", "≡": r"\equiv",
    "ω": r"\omega", "τ": r"\tau", "φ": r"\varphi", "ψ": r"\psi", "η": r"\eta", "κ": r"\kappa", "ν": r"\nu", "χ": r"\chi", "ζ": r"\zeta",
}  # fmt: skip
_TEXT = {"_": r"\_", "^": r"\^{}", "~": r"\~{}", "%": r"\%", "&": r"\&", "#": r"\#", "{": r"\{", "}": r"\}", "$": r"\$"}
_MARKS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "bar", "\u0307": "dot"}
_RELATIONS = {"<=": "≤", ">=": "≥", "!=": "≠"}


def plain_latex(words: str) -> str:
    """Words with letters such as ε, or a text that is LaTeX already: it has a dollar, or a backslash and is then one formula."""
    if "$" in words:
        return words
    if "\\" in words:
        return f"${words}$"
    for two, one in _RELATIONS.items():
        words = words.replace(two, one)
    pieces = re.findall(f".[{''.join(_MARKS)}]?", words, re.S)
    return "".join(map(_letter_latex, pieces)).replace("$$", " ")


def _letter_latex(piece: str) -> str:
    """A letter, perhaps with a combining mark: ε̂ is \\hat{\\varepsilon}."""
    letter, mark = piece[0], piece[1:]
    if mark:
        return rf"$\{_MARKS[mark]}{{{_LETTERS.get(letter, letter)}}}$"
    return f"${_LETTERS[letter]}$" if letter in _LETTERS else _TEXT.get(letter, letter)
