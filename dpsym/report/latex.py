"""Terms, claims and answers as LaTeX, straight from the kernel's terms.

`term_latex` and `claim_latex` are formulas without dollars; `answer_latex` is wrapped for a notebook.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..answer import Answer
from ..kernel.statements import Claim, Domain, Point, Range, Refuted, Undefined
from ..kernel.terms import BINDERS, MINUS_ONE, NEGATED, ONE, Term, mul, num, subterms
from .text import ATOM, NEGATIVE, POWER, PRODUCT, SUM, Printed, reason_text, shortened

RELATIONS = {"<": "<", "<=": r"\le", "==": "=", "!=": r"\ne", ">=": r"\ge", ">": ">"}
_LETTERS = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ζ": "zeta", "η": "eta", "θ": "theta", "ι": "iota",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "ρ": "rho", "σ": "sigma", "τ": "tau",
    "υ": "upsilon", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda",
    "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
#: Names that print as something other than themselves; everything else is a letter or a word.
NAMES = {
    **{name: f"\\{name}" for name in _LETTERS.values()},
    **{letter: f"\\{name}" for letter, name in _LETTERS.items()},
    **dict.fromkeys(("eps", "epsilon", "ε"), r"\varepsilon"),
    **dict.fromkeys(("phi", "φ"), r"\varphi"),
    "ell": r"\ell",
}
_FUNCTIONS = {
    "log": r"\log", "min": r"\min", "max": r"\max", "sinh": r"\sinh", "cosh": r"\cosh", "tanh": r"\tanh",
    "Phi": r"\Phi", "PhiInv": r"\Phi^{-1}", "gamma": r"\Gamma", "loggamma": r"\log\Gamma",
}  # fmt: skip
_DELIMITERS = {"abs": ("|", "|"), "floor": (r"\lfloor ", r" \rfloor"), "ceil": (r"\lceil ", r" \rceil")}
_SIGNS = {"Sum": r"\sum", "Product": r"\prod", "Integral": r"\int"}
_SPECIAL = {c: f"\\{c}" for c in "{}_#$%&"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def term_latex(t: Term) -> str:
    """The term as a formula; quotients are fractions, and parentheses stand where the reading needs them."""
    done: dict[Term, Printed] = {}
    for u in subterms(t):
        done[u] = _print(u, done)
    return done[t][0]


def name_latex(name: str) -> str:
    """`eps_1` is an epsilon with index 1, `x12` an x with index 12; longer words are set upright."""
    stem, *indices = [part for part in name.split("_") if part] or [name]
    if (digits := re.fullmatch(r"(\D+?)(\d+)", stem)) and not indices:
        stem, indices = digits[1], [digits[2]]
    head = NAMES.get(stem) or (stem if len(stem) == 1 else rf"\mathrm{{{stem}}}")
    tail = ",".join(NAMES.get(i) or (i if len(i) == 1 or i.isdigit() else rf"\mathrm{{{i}}}") for i in indices)
    return f"{head}_{{{tail}}}" if tail else head


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
        part = _within(done[a], NEGATIVE)
        text += f" - {part[1:]}" if part.startswith("-") else f" + {part}"
    return text


def _product(t: Term, done: Mapping[Term, Printed]) -> Printed:
    """Factors over a fraction bar; the sign of the first number stands in front."""
    first = t.args[0]
    if first is MINUS_ONE and len(t.args) == 2 and t.args[1].op != "num":
        # The inner product keeps its own fraction bar: -(a/b).
        return "-" + _within(done[t.args[1]], PRODUCT), NEGATIVE
    sign, factors = "", list(t.args)
    if first.op == "num" and first.value < 0:  # type: ignore[operator]
        sign, factors[0] = "-", num(-first.value)  # type: ignore[operator]
    below = [a.lhs for a in factors if _is_reciprocal(a)]
    above = [a for a in factors if not _is_reciprocal(a)]
    if len(above) > 1 and above[0] is ONE:
        del above[0]
    if not below:
        lone = _printed(above[0], done)[1] if len(above) == 1 else PRODUCT
        return sign + _juxtaposed(above, done), NEGATIVE if sign else min(lone, PRODUCT)
    if above and above[0].op == "num":  # 1/2*x/y is x over 2 y
        top, bottom = above[0].value.p, above[0].value.q  # type: ignore[union-attr]
        above = [num(top)] * (top != 1 or len(above) == 1) + above[1:]
        below = [num(bottom)] * (bottom != 1) + below
    text = rf"\frac{{{_juxtaposed(above, done)}}}{{{_juxtaposed(below, done)}}}"
    return sign + text, NEGATIVE if sign else POWER


def _is_reciprocal(t: Term) -> bool:
    return t.op == "**" and t.rhs is MINUS_ONE


def _juxtaposed(factors: list[Term], done: Mapping[Term, Printed]) -> str:
    """Factors side by side, with a dot where two numbers would run together. A lone factor needs no parentheses."""
    if len(factors) == 1:
        return _printed(factors[0], done)[0]
    text = ""
    for a in factors or [mul()]:
        part = _within(_printed(a, done), POWER)
        dot = r" \cdot " if text and (part[0].isdigit() or part.startswith(r"\frac")) else " " if text else ""
        text += dot + part
    return text


def _printed(t: Term, done: Mapping[Term, Printed]) -> Printed:
    return _number(t) if t.op == "num" else done[t]


def _power(t: Term, done: Mapping[Term, Printed]) -> Printed:
    if _is_reciprocal(t):
        return rf"\frac{{1}}{{{done[t.lhs][0]}}}", POWER
    return f"{_within(done[t.lhs], ATOM)}^{{{done[t.rhs][0]}}}", POWER


def _binder(t: Term, done: Mapping[Term, Printed]) -> str:
    body, (lower, upper) = _within(done[t.args[0]], PRODUCT), (done[a][0] for a in t.args[1:])
    name = name_latex(str(t.value))
    if t.op == "Integral":
        return rf"\int_{{{lower}}}^{{{upper}}} {body} \, d{name}"
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
        return ("e", ATOM) if t.args[0] is ONE else (f"e^{{{inner[0]}}}", POWER)
    if t.op == "sqrt":
        return rf"\sqrt{{{inner[0]}}}", POWER
    if t.op == "binomial":
        return rf"\binom{{{inner[0]}}}{{{inner[1]}}}", POWER
    if t.op in _DELIMITERS:
        left, right = _DELIMITERS[t.op]
        return rf"\left{left}{inner[0]}\right{right.strip()}", ATOM
    if t.op == "LambertW":
        branch = inner[1] if len(inner) == 2 else "0"
        return rf"W_{{{branch}}}\left({inner[0]}\right)", ATOM
    name = _FUNCTIONS.get(t.op, rf"\operatorname{{{t.op}}}")
    return rf"{name}\left({', '.join(inner)}\right)", ATOM


# -- domains, claims, answers ---------------------------------------------------------------------------------


def domain_latex(domain: Domain) -> str:
    return r",\ ".join([range_latex(r) for r in domain.ranges] + [term_latex(c) for c in domain.conditions])


def range_latex(r: Range) -> str:
    name = name_latex(r.name)
    kind = rf"{name} \in \mathbb{{Z}}" if r.integer else ""
    return r",\ ".join(part for part in (kind, _ends(r, name)) if part) or rf"{name} \in \mathbb{{R}}"


def _ends(r: Range, name: str) -> str:
    below, above = "<" if r.lower_open else r"\le", "<" if r.upper_open else r"\le"
    if r.lower is None:
        return "" if r.upper is None else f"{name} {above} {term_latex(r.upper)}"
    if r.upper is None:
        return f"{name} {'>' if r.lower_open else RELATIONS['>=']} {term_latex(r.lower)}"
    if r.lower is r.upper:
        return f"{name} = {term_latex(r.lower)}"
    return f"{term_latex(r.lower)} {below} {name} {above} {term_latex(r.upper)}"


def claim_latex(claim: Claim) -> str:
    """The statement, what it ranges over, and what is given."""
    parts = [term_latex(claim.statement)]
    if claim.domain.ranges or claim.domain.conditions:
        parts.append(rf"\text{{for }} {domain_latex(claim.domain)}")
    if claim.given:
        parts.append(rf"\text{{given }} {', '.join(map(term_latex, claim.given))}")
    return r" \quad ".join(parts)


def point_latex(point: Point) -> str:
    return r",\ ".join(f"{name_latex(name)} = {term_latex(value)}" for name, value in point)


def decimal_latex(text: str) -> str:
    r"""`2.71828...` with dots, `5.0...e-10` with a power of ten, `[2.7 +/- 1e-9]` with \pm."""
    text = text.replace("+/-", r"\pm")
    text = re.sub(r"(\d|\.\.\.)e([+-]?)0*(\d+)", lambda m: rf"{m[1]} \cdot 10^{{{m[2].strip('+')}{m[3]}}}", text)
    return text.replace("...", r"\ldots")


def answer_latex(answer: Answer) -> str:
    """The verdict and the claim as one formula in dollars, with what backs the verdict."""
    result = answer.result
    parts = [rf"\text{{{answer.verdict}:}} \quad {claim_latex(answer.claim)}"]
    if isinstance(result, Refuted):
        lhs, rhs = map(decimal_latex, shortened(result.lhs, result.rhs))
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
