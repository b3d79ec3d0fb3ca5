"""The least or greatest value of a term over some of its symbols, for all values of the others, with the place where it is taken.

Without other symbols this is the question for the best constant in `term >= c`. With others the candidates are the values at ends,
limits and stationary points, as terms in the others; the one that agrees with numbers at sample points is proved: a bound
everywhere, and equality at the optimiser.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Any

from flint import arb, fmpq

from ..kernel.arithmetic.balls import Unsupported, precision
from ..kernel.reals.findings import Fails, Found, Optimum, Region
from ..kernel.reals.points import in_domain
from ..kernel.statements import Claim, Domain, Range
from ..kernel.substitution import substitute
from ..kernel.terms import ONE, ZERO, Term, TermError, add, div, neg, num, power, sub, sym
from ..report.findings import decimals_between, number_text, short_text
from ..report.latex import term_latex
from ..report.layout import aligned
from ..report.text import domain_texts, point_text, term_text
from ..search.exact_roots import fold
from ..search.work import OutOfSteps
from .constants import best_constant, fresh
from .locating import PREC, Landscape, Reached, size
from .naming import simplified
from .numbers import Numbers
from .plots import draw
from .posing import Bench, Progress, QuestionError, checked, demand_points, one_claim
from .results import Constant, Derived

SAMPLES = 6
AGREE = arb(10) ** -9


@dataclass(frozen=True, repr=False)
class Optimized(Derived):
    """The optimum: `value` and `optimiser` are terms in the other symbols; `lower`, `upper` enclose it where it has no closed form."""

    term: Term
    domain: Domain
    over: tuple[str, ...]
    sense: str  # min or max
    status: str  # exact, enclosed, unbounded or open
    value: Term | None = None
    optimiser: tuple[tuple[str, Term], ...] = ()
    attained: bool = True
    lower: Term | None = None
    upper: Term | None = None
    how: str = ""

    @property
    def exact(self) -> bool:
        return self.status == "exact"

    def __str__(self) -> str:
        over = ", ".join(self.over)
        where = ", ".join(domain_texts(self.domain))
        extreme = self.sense if self.attained else {"min": "inf", "max": "sup"}[self.sense]
        question = f"{extreme} over {over} of {term_text(self.term)}"
        if self.value is not None:
            found = number_text(self.value) if not self.value.free else term_text(self.value)
            at = f"\n          at {point_text(self.optimiser)}" if self.optimiser and self.attained else ""
            return f"{self.status:<9} {question} = {found}   for {where}{at or _indented(self.how)}"
        if self.lower is not None and self.upper is not None:
            between = f"{short_text(self.lower)} to {short_text(self.upper)}"
            digits = decimals_between(self.lower, self.upper)
            return f"{self.status:<9} {question} = {digits}   for {where}\n          proved: {between}{'; ' * bool(self.how)}{self.how}"
        return f"{self.status:<9} {question}   for {where}{_indented(self.reason)}"

    __repr__ = __str__

    def latex(self) -> str:
        return aligned(self.formula())

    def formula(self) -> str:
        """The answer on one row."""
        over = ", ".join(term_latex(sym(n)) for n in self.over)
        extreme = {"min": r"\min", "max": r"\max"} if self.attained else {"min": r"\inf", "max": r"\sup"}
        left = rf"{extreme[self.sense]}_{{{over}}} {term_latex(self.term)}"
        if self.value is not None:
            return f"{left} = {term_latex(self.value)}"
        if self.lower is not None and self.upper is not None:
            return rf"{term_latex(self.lower)} \le {left} \le {term_latex(self.upper)}"
        return left

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def plot(self, path: Any = None) -> Any:
        """The expression along the first symbol that was chosen, and its optimum."""
        curves = [(term_text(self.term), self.term)]
        if self.value is not None:
            curves.append((term_text(self.value), self.value))
        first = self.domain.range(self.over[0])
        domain = Domain((first, *(r for r in self.domain.ranges if r is not first)))
        return draw(f"{self.sense} over {', '.join(self.over)}", curves, domain, path)

    def as_json(self) -> dict[str, Any]:
        return {
            "question": "optimum",
            "term": term_text(self.term),
            "where": domain_texts(self.domain),
            "over": list(self.over),
            "sense": self.sense,
            "status": self.status,
            "value": None if self.value is None else term_text(self.value),
            "optimiser": {n: term_text(t) for n, t in self.optimiser},
            "attained": self.attained,
            "lower": None if self.lower is None else term_text(self.lower),
            "upper": None if self.upper is None else term_text(self.upper),
            "how": self.how,
            "reason": self.reason,
            "seconds": round(self.seconds, 3),
        }


def _indented(text: str) -> str:
    return f"\n          {text}" if text else ""


def optimize(
    expr: Any,
    over: Any,
    where: Any = (),
    given: Any = (),
    sense: str = "min",
    let: Any = (),
    timeout: float = 60,
    progress: Progress | None = None,
) -> Optimized:
    """The least (`sense="max"`: the greatest) value of an expression over the symbols `over`, for all values of its others."""
    start = time.perf_counter()
    if sense not in ("min", "max"):
        raise QuestionError(f"found the sense {sense!r}, expected 'min' or 'max'")
    question = _question(expr, where, given, let)
    names = tuple(str(n) for n in (over if isinstance(over, (list, tuple, set)) else (over,)))
    unknown = [n for n in names if n not in question.lhs.free]
    if unknown or not names:
        known = ", ".join(sorted(question.lhs.free)) or "no symbols"
        raise QuestionError(f"found no {', '.join(unknown) or 'symbol'} in the expression, which has {known}")
    bench = Bench(timeout, progress)
    demand_points(question, bench)
    found = optimum_of(question, names, sense, bench)
    return replace(found, seconds=time.perf_counter() - start)


def optimum_of(question: Claim, over: tuple[str, ...], sense: str, bench: Bench) -> Optimized:
    """The optimum of the left side of a claim."""
    try:
        return _Search(question, over, sense, bench).run()
    except OutOfSteps:
        reason = "the steps of the time limit are used up"
        return Optimized(None, reason, 0.0, question.lhs, question.domain, over, sense, "open")


def _question(expr: Any, where: Any, given: Any, let: Any) -> Claim:
    """The expression as the left side of `expr >= 0`, with its domain."""
    if isinstance(expr, str):
        if any(op in expr for op in ("<", ">", "==")):
            raise QuestionError("found a relation, expected an expression to optimise")
        return one_claim(f"{expr} >= 0", where, given, let)
    import sympy

    return one_claim(sympy.Ge(expr, 0, evaluate=False), where, given, let)


class _Search:
    def __init__(self, question: Claim, over: tuple[str, ...], sense: str, bench: Bench) -> None:
        self.question, self.over, self.sense, self.bench = question, over, sense, bench
        self.term, self.domain = question.lhs, question.domain
        self.greatest = sense == "max"
        self.conditions = (*self.domain.conditions, *question.given)
        self.fixed = tuple(r for r in self.domain.ranges if r.name not in over)

    def run(self) -> Optimized:
        return self._numbers() if not self.fixed else self._terms()

    def answer(self, status: str, finding: Any = None, reason: str = "", **found: Any) -> Optimized:
        return Optimized(finding, reason, 0.0, self.term, self.domain, self.over, self.sense, status, **found)

    # -- no other symbols -------------------------------------------------------------------------------------

    def _numbers(self) -> Optimized:
        c = fresh("c", self.question)
        op = "<=" if self.greatest else ">="
        domain = self.domain.with_range(Range(c))
        claim = Claim(domain, self.question.given, self.term, op, sym(c))
        found = best_constant(claim, c, timeout=max(self.bench.seconds, 1e-3), progress=self.bench.say)
        if found.status == "enclosed":
            return self.answer("enclosed", found.finding, lower=found.lower, upper=found.upper, how=found.how)
        if found.status != "exact" or found.value is None:
            if found.status == "never":
                return self.answer("unbounded", found.finding, found.reason)
            return self.answer("open", None, found.reason)
        at = _closed_place(found, c)
        if at is not None:
            o = self._optimum(found.value, at)
            if o is not None:
                return self.answer("exact", o, value=found.value, optimiser=at)
        return self.answer("exact", found.finding, value=found.value, attained=at is not None, how=found.how)

    # -- other symbols ----------------------------------------------------------------------------------------

    def _terms(self) -> Optimized:
        moving = tuple(r for r in self.domain.ranges if r.name in self.over)
        conditions = tuple(c for c in self.conditions if c.free & set(self.over))
        sign = self.term if self.greatest else neg(self.term)
        landscape = Landscape(sign, Domain(moving), conditions, self.bench.work, Domain(self._narrowed()))
        leaves = landscape.symbolic()
        numbers = self._sampled(moving, conditions)
        if not numbers:
            return self.answer("open", None, "the expression could not be evaluated")
        reason = "no candidate agrees with numbers at sample points; the optimum may have several forms"
        for leaf in self._agreeing(leaves, numbers):
            value = leaf.value if self.greatest else fold(neg(leaf.value))
            for way in self._written(value)[:3]:
                self.bench.say(f"trying {term_text(way)}")
                for at, slack in self._places(leaf):
                    o = self._optimum(way, at, slack)
                    if o is not None:
                        return self.answer("exact", o, value=way, optimiser=at, attained=slack is None)
            reason = f"it seems to be {term_text(self._written(value)[0])} (not proved)"
        return self.answer("open", None, reason)

    def _narrowed(self) -> tuple[Range, ...]:
        """The ranges of the other symbols, with the ends that conditions such as p < a bring from one to another: signs are seen."""
        found = {r.name: r for r in self.fixed}
        for _ in self.fixed:
            for c in self.conditions:
                low, high = (c.lhs, c.rhs) if c.op in ("<", "<=") else (c.rhs, c.lhs)
                if (
                    c.op == "=="
                    or low.op != "sym"
                    or high.op != "sym"
                    or not {str(low.value), str(high.value)} <= found.keys()
                ):
                    continue
                a, b, strict = found[str(low.value)], found[str(high.value)], c.op in ("<", ">")
                if b.lower is None and a.lower is not None:
                    found[b.name] = replace(b, lower=a.lower, lower_open=strict or a.lower_open)
                if a.upper is None and b.upper is not None:
                    found[a.name] = replace(a, upper=b.upper, upper_open=strict or b.upper_open)
        return tuple(found.values())

    def _sampled(self, moving: Sequence[Range], conditions: Sequence[Term]) -> list[tuple[dict[str, Term], arb]]:
        """The optimum in numbers at a few values of the other symbols."""
        own = tuple(c for c in self.conditions if not c.free & set(self.over))
        points = Landscape(ZERO, Domain(self.fixed, own), (), self.bench.work).sample(200)
        middle = sorted(points, key=lambda p: sum(map(_remote, p)))[:SAMPLES]
        found = []
        for point in middle:
            put: dict[str, Term] = {r.name: num(x) for r, x in zip(self.fixed, point)}
            t = substitute(self.term if self.greatest else neg(self.term), put)
            here = tuple(substitute(c, put) for c in conditions)
            seen = Landscape(t, Domain((*moving,), here), (), self.bench.work).highest()
            if seen is not None:
                found.append((put, seen.value))
        return found

    def _agreeing(self, leaves: Sequence[Reached], numbers: list[tuple[dict[str, Term], arb]]) -> Iterator[Reached]:
        """Candidates that agree with the largest numbers at all sample points, those of the other candidates among them.

        A search along the axes stops at a border that two symbols share, below the optimum: a candidate may lie above what it saw.
        """
        rated = [(leaf, values) for leaf in leaves if (values := self._values(leaf, [put for put, _ in numbers]))]
        highest = [seen for _, seen in numbers]
        for leaf, values in rated:
            for i, (put, _) in enumerate(numbers):
                above = bool(values[i] > highest[i] + AGREE * (1 + abs(highest[i])))
                if above and not leaf.tends and self._inside(leaf, put):
                    highest[i] = values[i].mid()
        for leaf, values in sorted(rated, key=lambda pair: (len(pair[0].tends), size(pair[0].value))):
            room = AGREE if not leaf.tends else AGREE * 10**6
            with precision(PREC):
                if all(abs(v - h) < room * (1 + abs(h)) for v, h in zip(values, highest)):
                    yield leaf

    def _values(self, leaf: Reached, points: Sequence[dict[str, Term]]) -> list[arb]:
        """A candidate at the sample points; nothing if it has no value at one of them."""
        names = [r.name for r in self.fixed]
        try:
            program = Numbers([leaf.value], names, point=True)
        except Unsupported:
            return []
        with precision(PREC):
            found = [program.run([arb(put[n].number) for n in names], PREC)[0] for put in points]
        return found if all(v.is_finite() for v in found) else []

    def _inside(self, leaf: Reached, put: dict[str, Term]) -> bool:
        """Whether the place of a candidate lies in the domain, at a sample point."""
        at = {n: fold(substitute(t, put)) for n, t in leaf.at}
        try:
            return in_domain(self.domain.with_conditions(*self.question.given), {**put, **at}) is True
        except (TermError, Unsupported):
            return False

    def _written(self, value: Term) -> list[Term]:
        positive = tuple(
            r.name for r in self._narrowed() if r.lower is not None and r.lower.op == "num" and r.lower.number >= 0
        )
        ways = dict.fromkeys((value, *simplified(value, positive)))
        return sorted(ways, key=size)

    def _places(self, leaf: Reached) -> Iterator[tuple[tuple[tuple[str, Term], ...], Range | None]]:
        """The optimiser; for a limit, ways to come within s of it."""
        if not leaf.tends:
            short = tuple((n, self._written(t)[0]) for n, t in leaf.at)
            yield short, None
            if short != leaf.at:
                yield leaf.at, None
            return
        if len(leaf.tends) > 1:
            return
        name, end = leaf.tends[0]
        slack = Range(fresh("s", self.question), ZERO, num(1, 2), True, False)
        s = sym(slack.name)
        for small in (s, power(s, num(2)), div(s, num(4))):
            away = div(ONE, small) if end.end is None else small
            x = (
                (away if end.upper else neg(away))
                if end.end is None
                else (sub(end.end, away) if end.upper else add(end.end, away))
            )
            x = fold(x)
            yield (*((n, substitute(t, {name: x})) for n, t in leaf.at), (name, x)), slack

    def _optimum(self, value: Term, at: tuple[tuple[str, Term], ...], slack: Range | None = None) -> Optimum | None:
        order = {n: i for i, n in enumerate(self.over)}
        at = tuple(sorted(at, key=lambda pair: order[pair[0]]))
        try:
            wanted = Optimum(
                self.domain, self.question.given, self.term, self.over, self.greatest, value, at, (), slack
            )
        except TermError:
            return None
        found = self.bench.optimum(wanted)
        return found if found is not None and isinstance(checked(found), Found) else None


def _remote(x: fmpq) -> float:
    """How far a number is from those in the midst of things: by factors, as what is large or small lies far out."""
    size = abs(int(x.p) / int(x.q))
    return abs(log2(size / 0.7)) if size else 4.0


def _closed_place(found: Constant, c: str) -> tuple[tuple[str, Term], ...] | None:
    """The point at which a best constant is sharp, if there is one."""
    region = found.finding
    if not isinstance(region, Region):
        return None
    fails = next((p for p in region.pieces if isinstance(p, Fails)), None)
    if fails is None:
        return None
    at = tuple((n, t) for n, t in fails.values if n != c)
    return at if all(not t.free for _, t in at) else None
