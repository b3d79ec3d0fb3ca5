"""Terms, claims and answers as LaTeX, straight from the kernel's terms.

`term_latex` and `claim_latex` are formulas without dollars; `answer_latex` is wrapped for a notebook. What they print,
dpsym.reading.latex reads back to the same term and the same claim: nothing is merged, and a dot stands where two factors
side by side would have another reading. `report.tidy` makes terms ready for people first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..kernel.statements import Claim, Domain, Point, Range
from ..kernel.terms import BINDERS, MINUS_ONE, NEGATED, Term, TermError, subterms
from ..kernel.verdicts import Refuted, Undefined
from ..notation import name_latex
from . import layout
from .answers import reason_text, shortened
from .decimals import sides_at
from .text import ATOM, NEGATIVE, POWER, PRODUCT, SUM, Printed

if TYPE_CHECKING:  # so that replaying loads nothing of the search
    from ..search.outcome import Outcome

RELATIONS = {"<": "<", "<=": r"\le", "==": "=", "!=": r"\ne", ">=": r"\ge", ">": ">"}
_FUNCTIONS = {
    "log": r"\log", "min": r"\min", "max": r"\max", "sinh": r"\sinh", "cosh": r"\cosh", "tanh": r"\tanh",
    "Phi": r"\Phi", "PhiInv": r"\Phi^{-1}", "gamma": r"\Gamma",
}  # fmt: skip
_DELIMITERS = {"abs": ("|", "|"), "floor": (r"\lfloor ", r" \rfloor"), "ceil": (r"\lceil ", r" \rceil")}
_SIGNS = {"Sum": r"\sum", "Product": r"\prod", "Integral": r"\int"}
_SPECIAL = {c: f"\\{c}" for c in "{}_#$%&"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def demand_apart(names: Iterable[str]) -> None:
    """Two names that LaTeX would print alike are refused: the formula would be another one."""
    printed: dict[str, str] = {}
    for name in names:
        other = printed.setdefault(name_latex(name), name)
        if other != name:
            raise TermError(f"LaTeX: found {other} and {name}, which are printed alike, expected different letters")


def names_in(t: Term) -> Iterator[str]:
    """The symbols of a term, those that are bound in it included."""
    return (u.name for u in subterms(t) if u.op in ("sym", *BINDERS))


def term_latex(t: Term) -> str:
    """The term as a formula; quotients are fractions, and parentheses stand where the reading needs them."""
    demand_apart(names_in(t))
    done: dict[Term, Printed] = {}
    for u in subterms(t):
        done[u] = _print(u, done)
    return done[t][0]


def _print(t: Term, done: Mapping[Term, Printed]) -> Printed:
    if t.op == "num":
        return _number(t)
    if t.op == "sym":
        return name_latex(str(t.value)), ATOM
    if t.op == "const":
        return (r"\pi" if t.value == "pi" else r"\infty"), ATOM
    if t.op == "+":
        return _sum(t, done), SUM
    if t.op == "*":
        return _product(t, done)
    if t.op == "**":
        return _power(t, done)
    if t.op in BINDERS:
        return _binder(t, done), NEGATIVE
    if t.op == "Piecewise":
        return _piecewise(t, done), SUM
    if t.op in RELATIONS:
        return f"{done[t.lhs][0]} {RELATIONS[t.op]} {done[t.rhs][0]}", SUM
    return _function(t, [done[a][0] for a in t.args])


def _number(t: Term) -> Printed:
    p, q = str(abs(t.value).p), str(t.value.q)  # type: ignore[union-attr,arg-type]
    sign = "-" if t.value < 0 else ""  # type: ignore[operator]
    text = sign + (p if q == "1" else rf"\frac{{{p}}}{{{q}}}")
    return text, NEGATIVE if sign else ATOM if q == "1" else POWER


def _within(printed: Printed, least: int) -> str:
    text, tightness = printed
    return text if tightness >= least else rf"\left({text}\right)"


def _sum(t: Term, done: Mapping[Term, Printed]) -> str:
    text = _within(done[t.args[0]], NEGATIVE)
    for a in t.args[1:]:
        inner = _negated(a)
        if a.op == "num" and a.value < 0:  # type: ignore[operator]
            text += f" - {done[a][0][1:]}"
        elif inner is not None:
            text += f" - {_within(done[inner], PRODUCT)}"
        else:
            part = _within(done[a], NEGATIVE)
            text += rf" + \left({part}\right)" if part.startswith("-") else f" + {part}"
    return text


def _negated(t: Term) -> Term | None:
    """The X of a term printed as -X: the product (-1)*X, X not a number."""
    if t.op == "*" and len(t.args) == 2 and t.args[0] is MINUS_ONE and t.args[1].op != "num":
        return t.args[1]
    return None


def _product(t: Term, done: Mapping[Term, Printed]) -> Printed:
    """A fraction if the last factor alone divides, otherwise factors side by side; -X if the first is -1."""
    inner = _negated(t)
    if inner is not None:
        text, tightness = done[inner]
        joins = tightness == PRODUCT and inner.op == "*" and inner.args[0].op == "num"  # -2x is (-2) x
        return f"-{text}" if tightness >= PRODUCT and not joins else rf"-\left({text}\right)", NEGATIVE
    *above, last = t.args
    if _is_reciprocal(last) and not any(map(_is_reciprocal, above)):
        below = last.lhs
        if not (len(above) == 1 and _whole(above[0]) and _whole(below) and below.value):  # 2/3 is one number
            return rf"\frac{{{_numerator(above, done)}}}{{{done[below][0]}}}", POWER
    text = _juxtaposed(t.args, done)
    return text, NEGATIVE if text.startswith("-") else PRODUCT


def _numerator(factors: Sequence[Term], done: Mapping[Term, Printed]) -> str:
    if len(factors) > 1:
        return _juxtaposed(factors, done)
    text, tightness = done[factors[0]]
    return rf"\left({text}\right)" if tightness == PRODUCT or (tightness == NEGATIVE and _flat(factors[0])) else text


def _flat(t: Term) -> bool:
    """Whether a product prints as factors side by side."""
    return t.op == "*" and _negated(t) is None


def _is_reciprocal(t: Term) -> bool:
    return t.op == "**" and t.rhs is MINUS_ONE


def _whole(t: Term) -> bool:
    return t.op == "num" and t.value.q == 1 and t.value >= 0  # type: ignore[union-attr,operator]


def _juxtaposed(factors: Sequence[Term], done: Mapping[Term, Printed]) -> str:
    """Factors side by side, with a dot where they would run together, spell a word or look like a function."""
    text = ""
    for k, a in enumerate(factors):
        first_number = not k and a.op == "num"
        part = done[a][0] if first_number else _within(done[a], POWER)
        if k:
            text += r" \cdot " if _needs_dot(factors[:k], a, part, factors[k + 1 :]) else " "
        text += part
    return text


def _needs_dot(before: Sequence[Term], a: Term, part: str, after: Sequence[Term]) -> bool:
    left = before[-1]
    if part[0].isdigit() or part.startswith(r"\frac"):
        return True
    if part.startswith(r"\left("):
        return _base(left).op in ("sym", "const")
    if left.op == "sym" and left.value == "Delta" and _base(a).op in ("sym", "at"):
        return True
    if not _is_letter(a):
        return False
    if _base(left).op == "sym" and _base(left).value in ("Delta", "d"):
        return True
    if not _is_letter(left) or left.op != "sym":
        return False
    pair = f"{left.value}{_base(a).value}"
    row = (len(before) > 1 and _is_letter(before[-2])) or (a.op == "sym" and bool(after) and _is_letter(after[0]))
    return row or pair.isupper() or pair in ("ln", "Pr")


def _base(t: Term) -> Term:
    return t.lhs if t.op == "**" else t


def _is_letter(t: Term) -> bool:
    """A Latin letter, perhaps with a power or, of a field, with its points."""
    base = _base(t)
    return base.op in ("sym", "at") and len(str(base.value).partition("_")[0]) == 1 and base.value != "e"


def _power(t: Term, done: Mapping[Term, Printed]) -> Printed:
    base, exponent = _within(done[t.lhs], ATOM), done[t.rhs][0]
    if t.lhs.op == "sym" and "^" in base:
        base = rf"\left({base}\right)"
    if t.lhs.op == "log":  # \log(x)^p may be a power of x
        base = rf"\left({base}\right)"
    if t.lhs.op == "sym" and exponent.startswith((r"\mathrm", r"\text")):  # a word above a letter would be its label
        exponent = rf"\left({exponent}\right)"
    return f"{base}^{{{exponent}}}", POWER


def _binder(t: Term, done: Mapping[Term, Printed]) -> str:
    body, (lower, upper) = _within(done[t.args[0]], PRODUCT), (done[a][0] for a in t.args[1:])
    name = name_latex(str(t.value))
    if t.op == "Integral":
        return rf"\int_{{{lower}}}^{{{upper}}} {body} \, \mathrm{{d}}{name}"
    if t.op == "Product" and done[t.args[0]][1] == PRODUCT:  # or a factor could stand behind the product
        body = rf"\left({body}\right)"
    return f"{_SIGNS[t.op]}_{{{name}={lower}}}^{{{upper}}} {body}"


def _piecewise(t: Term, done: Mapping[Term, Printed]) -> str:
    rows = [
        rf"{done[value][0]} & \text{{if }} {done[condition][0]}"
        for value, condition in zip(t.args[::2], t.args[1::2], strict=False)
    ]
    if len(t.args) % 2:
        rows.append(rf"{done[t.args[-1]][0]} & \text{{otherwise}}")
    return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"


def _function(t: Term, inner: list[str]) -> Printed:
    if t.op == "exp":
        return f"e^{{{inner[0]}}}", POWER
    if t.op == "sqrt":
        return rf"\sqrt{{{inner[0]}}}", POWER
    if t.op == "binomial":
        return rf"\binom{{{inner[0]}}}{{{inner[1]}}}", POWER
    if t.op in _DELIMITERS:
        left, right = _DELIMITERS[t.op]
        return rf"\left{left}{inner[0]}\right{right.strip()}", ATOM
    if t.op == "LambertW":
        branch = f"_{{{inner[1]}}}" if len(inner) == 2 else ""
        return rf"\operatorname{{W}}{branch}\left({inner[0]}\right)", ATOM
    name = _FUNCTIONS.get(t.op, rf"\operatorname{{{t.op}}}")
    return rf"{name}\left({', '.join(inner)}\right)", ATOM


# -- domains, claims, answers ---------------------------------------------------------------------------------


def domain_latex(domain: Domain) -> str:
    """What the symbols range over."""
    demand_apart((*domain.names, *(n for c in domain.conditions for n in names_in(c))))
    return r",\ ".join([range_latex(r) for r in domain.ranges] + [term_latex(c) for c in domain.conditions])


def domain_sentence(domain: Domain) -> str:
    """The same in a sentence: a formula in dollars for each range and condition, so that a line can end between them."""
    domain_latex(domain)
    return conditions_sentence(domain.ranges, domain.conditions)


def conditions_sentence(ranges: Sequence[Range], conditions: Sequence[Term]) -> str:
    """Ranges and conditions, each a formula in dollars; displayed if one of them is long."""
    parts = [*map(range_latex, ranges), *map(term_latex, conditions)]
    if all(layout.fits(part, layout.INLINE) for part in parts):
        return ", ".join(f"${part}$" for part in parts)
    return f"\n{layout.display(parts, layout.ITEM)}\n"


def range_latex(r: Range) -> str:
    name = name_latex(r.name)
    kind = rf"{name} \in \mathbb{{Z}}" if r.integer else ""
    return r",\ ".join(part for part in (kind, _ends(r, name)) if part) or rf"{name} \in \mathbb{{R}}"


def _ends(r: Range, name: str) -> str:
    below, above = "<" if r.lower_open else r"\le", "<" if r.upper_open else r"\le"
    if r.lower is not None and r.lower is r.upper and not (r.lower_open or r.upper_open):
        return f"{name} = {term_latex(r.lower)}"
    if r.lower is None:
        return "" if r.upper is None else f"{name} {above} {term_latex(r.upper)}"
    if r.upper is None:
        return f"{name} {'>' if r.lower_open else RELATIONS['>=']} {term_latex(r.lower)}"
    return f"{term_latex(r.lower)} {below} {name} {above} {term_latex(r.upper)}"


def claim_latex(claim: Claim) -> str:
    """The statement, what it ranges over, and what is given, on one row: a condition on a row of its own would read as a claim."""
    stated = (claim.statement, *claim.given, *claim.domain.conditions)
    demand_apart((*claim.domain.names, *(n for t in stated for n in names_in(t))))
    parts = [term_latex(claim.statement)]
    if claim.domain.ranges or claim.domain.conditions:
        parts.append(rf"\text{{for }} {domain_latex(claim.domain)}")
    if claim.given:
        parts.append(rf"\text{{given }} {', '.join(map(term_latex, claim.given))}")
    return r" \quad ".join(parts)


def point_latex(point: Point) -> str:
    return r",\ ".join(f"{name_latex(name)} = {term_latex(value)}" for name, value in point)


def point_sentence(point: Point) -> str:
    """The same in a sentence, a formula for each symbol, displayed if one of them is long."""
    parts = [f"{name_latex(name)} = {term_latex(value)}" for name, value in point]
    if all(layout.fits(part, layout.INLINE) for part in parts):
        return ", ".join(f"${part}$" for part in parts)
    return f"\n{layout.display(parts, layout.ITEM)}\n"


def decimal_latex(text: str) -> str:
    r"""`2.71828...` with dots, `5.0...e-10` with a power of ten, `[2.7 +/- 1e-9]` with \pm."""
    text = text.replace("+/-", r"\pm")
    text = re.sub(r"(\d|\.\.\.)e([+-]?)0*(\d+)", lambda m: rf"{m[1]} \cdot 10^{{{m[2].strip('+')}{m[3]}}}", text)
    return text.replace("...", r"\ldots")


def answer_latex(answer: Outcome) -> str:
    """The verdict and the claim as one formula in dollars, with what backs the verdict."""
    result = answer.result
    parts = [rf"\text{{{answer.verdict}:}} \quad {claim_latex(answer.claim)}"]
    if isinstance(result, Refuted):
        found = sides_at(result)
        lhs, rhs = map(decimal_latex, shortened(found.lhs, found.rhs))
        at = rf"\text{{at }} {point_latex(result.point)}:\ " if result.point else ""
        parts.append(f"{at}{lhs} {RELATIONS[NEGATED[result.claim.relation]]} {rhs}")
    elif isinstance(result, Undefined):
        at = rf"\text{{at }} {point_latex(result.point)}:\ " if result.point else ""
        why = f", {result.why}" if result.why else ""
        parts.append(rf"{at}{term_latex(result.where)} \text{{ is undefined{escaped(why)}}}")
    elif reason := reason_text(answer):
        parts.append(rf"\text{{{escaped(reason)}}}")
    return "$" + r" \qquad ".join(parts) + "$"


def escaped(text: str) -> str:
    return "".join(_SPECIAL.get(c, c) for c in text.replace("\n", " "))
