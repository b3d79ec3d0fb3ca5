"""The words of the rules: why a step holds, for every rule of the kernel. Text and LaTeX are printed from here.

Words are strings with formulas (terms) and references to steps between them. A rule speaks of the step's statement as
*it*, or of the difference of its two sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Union

from ..kernel.reals.context import nonnegative_form
from ..kernel.reals.rules import boxes, integrals, sums
from ..kernel.reals.rules import integers as induction
from ..kernel.reals.rules import logic as rules
from ..kernel.reals.rules import patterns as ladder
from ..kernel.statements import Fact, Have, Pattern, Range, Rule
from ..kernel.terms import MINUS_ONE, ONE, OO, ZERO, Term, neg, relation, sym
from .seen import end_value, factored, visible
from .tidy import tidy


@dataclass(frozen=True)
class Ref:
    """A step that is shown with a number, by its name in the certificate."""

    name: str


@dataclass(frozen=True)
class To:
    """`symbol -> end`."""

    symbol: str
    end: Term


@dataclass(frozen=True)
class At:
    """`symbol = value`."""

    symbol: str
    value: Term


@dataclass(frozen=True)
class Signs:
    """`- to +`."""

    signs: tuple[int, ...]


Part = Union[str, Term, Ref, To, At, Signs, Range]
Words = tuple[Part, ...]


@dataclass(frozen=True)
class Subject:
    """What a reason speaks of: the term of the statement, or the difference of its sides."""

    name: str
    derivative: str


IT = Subject("it", "its derivative")
_MINUS_IT = Subject("its negative", "the derivative of its negative")


class View(Protocol):
    """What the words of a step may ask of the proof around it."""

    def noun(self, name: str, inline: bool = True, multiples: bool = False) -> Words:
        """A cited step: its number, or the hypothesis it is.

        With `inline` what it says, if that is short; with `multiples` the multiple that it is of another step.
        """

    def step(self, name: str) -> Have: ...

    def is_folded(self, name: str) -> bool:
        """Whether a step on a narrower domain is told by the one that cites it."""

    def unscaled(self, h: Have) -> tuple[str, Term, tuple[str, ...]]:
        """The step that is shown and of which a scaled one is a multiple, the factor, and what shows its sign."""

    def reason(self, name: str, subject: Subject) -> Words | None:
        """The reason of a step that is not shown itself, told of another subject; None if it is shown."""


def difference(r: Term, sign: int) -> Subject:
    """What to call sign * gap, the gap being the side or difference that the relation says is not negative."""
    rightward = (r.op in ("<", "<=")) == (sign > 0)
    if ZERO in r.args:
        return IT if (r.lhs is ZERO) == rightward else _MINUS_IT
    name = "right minus left side" if rightward else "left minus right side"
    return Subject(name, f"the derivative of {name}")


def subject_of(h: Have) -> Subject:
    """The term of a pattern, or the gap of a relation."""
    return IT if isinstance(h.statement, Pattern) else difference(h.statement.statement, 1)


def listed(items: Sequence[Words], last: str = " and ") -> Words:
    """a, b and c."""
    out: list[Part] = []
    for i, item in enumerate(items):
        out += [*([] if i == 0 else [last] if i == len(items) - 1 else [", "]), *item]
    return tuple(out)


def _nouns(names: Iterable[str], view: View) -> Words:
    return listed([view.noun(n) for n in names])


# -- facts -------------------------------------------------------------------------------------------------------


def _plain(words: str) -> Callable[[Have, View, Subject], Words]:
    return lambda h, view, subject: (words,)


def _sign(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    fact: Any = h.statement
    if by.form is not None:
        return (f"{subject.name} equals ", tidy(by.form), ", whose sign can be seen")
    if visible(fact):
        return ("by the signs and ranges of its parts",)
    r = fact.statement
    term = r.lhs if r.rhs is ZERO else r.rhs if r.lhs is ZERO else nonnegative_form(r)[0]
    product = factored(term, fact.domain)
    if product is None or product is tidy(term):
        return ("by the signs of its factors",)
    return ("it" if ZERO in r.args else subject.name, " is ", product, ", by the signs of the factors")


def _of(words: str) -> Callable[[Have, View, Subject], Words]:
    """Words that end with the one cited step."""
    return lambda h, view, subject: (words, *view.noun(h.by.of))  # type: ignore[attr-defined]


def _close(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    return (*(view.reason(by.of, subject) or ("by ", *view.noun(by.of))), "; at the ends by continuity")


def _from_pattern(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    cited: Any = view.step(by.of).statement
    told = view.reason(by.of, difference(h.statement.statement, cited.signs[0]))  # type: ignore[union-attr]
    return told or ("by ", *view.noun(by.of))


def _chain(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    statements = [(n, view.step(n).statement) for n in by.of]
    links = [n for n, s in statements if not (isinstance(s, Fact) and s.statement.lhs is s.statement.rhs)]
    return ("by ", *_nouns(links or by.of, view), *((", in turn",) if len(links) > 1 else ()))


def _combine(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    items: list[Words] = []
    for name, m in by.using:
        noun, factor = view.noun(name), tidy(m)
        bare = isinstance(noun[0], Term)
        if bare and (factor is not ONE or len(by.using) > 1):
            noun = ("[", *noun, "]")
        items.append(noun if factor is ONE else (factor, " times ", *noun))
    rest = tidy(by.rest)
    if not items:
        return ("both sides are equal",) if rest is ZERO else (f"{subject.name} is ", rest, ", which has this sign")
    if rest is not ZERO:
        items.append((rest, ", which is not negative"))
    return ("by " if len(items) == 1 else "add up ", *listed(items), *_by_signs(by.signs, view))


def _by_signs(names: Sequence[str], view: View) -> Words:
    return ("; signs by ", *_nouns(names, view)) if names else ()


def _instance(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    inside = tuple(dict.fromkeys(by.inside))
    if not by.at:
        return ("by ", *narrowed(h, view))
    values = listed([(At(name, tidy(t)),) for name, t in by.at])
    extra = (", allowed by ", *_nouns(inside, view)) if inside else ()
    return (*view.noun(by.of, False), " with ", *values, *extra)


def _replace(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    return ("by ", *view.noun(by.of), ", with ", *view.noun(by.equal))


def narrowed(h: Have, view: View) -> Words:
    """`(5) with (2) and (3)`: a step, and those that show its conditions."""
    of, *inside = dict.fromkeys(_unfolded(h, view))
    return (*view.noun(of, False), *((" with ", *_nouns(inside, view)) if inside else ()))


def _unfolded(h: Have, view: View) -> Iterator[str]:
    """The step that is narrowed, then those that show its conditions, each unfolded in turn."""
    by: Any = h.by
    for name in (by.of, *by.inside):
        if view.is_folded(name):
            yield from _unfolded(view.step(name), view)
        else:
            yield name


def _cases(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    return (
        "by cases: ",
        *view.noun(by.yes, False),
        " if ",
        tidy(by.condition),
        ", ",
        *view.noun(by.no, False),
        " if not",
    )


def _parts(words: str) -> Callable[[Have, View, Subject], Words]:
    """Steps on parts of a range, each with its part."""

    def reason(h: Have, view: View, subject: Subject) -> Words:
        by: Any = h.by
        symbol = by.symbol if isinstance(by, rules.Split) else h.statement.symbol  # type: ignore[union-attr]
        items = [(*view.noun(n, False), " for ", view.step(n).statement.domain.range(symbol)) for n in by.of]
        return (words, *listed(items))

    return reason


def _absurd(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    return ("there is no such point: ", *view.noun(by.of), " contradicts a condition")


def _allowed(names: Sequence[str], view: View) -> Words:
    return ("; inside the range by ", *_nouns(names, view)) if names else ()


def _induct(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    start = h.statement.domain.range(by.symbol).lower or ZERO
    base = (*view.noun(by.base), " for ", At(by.symbol, start))
    return ("by induction on ", sym(by.symbol), ": ", *base, ", ", *view.noun(by.step, False), " for the step")


def _antiderivative(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    ends = (", which tends to ", tidy(by.low), " at the lower end and to ", tidy(by.high), " at the upper end")
    return ("the integrand is the derivative of ", tidy(by.of), *ends)


def _telescope(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    return ("the terms are the differences of ", tidy(by.form))


def _join(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    return ("the range of integration is cut at ", tidy(by.at))


def _balls(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    n = leaves(by.tree)
    return (f"by interval arithmetic on {n} box{'es' if n != 1 else ''} with {by.prec} bits",)


def leaves(tree: boxes.Tree) -> int:
    """The number of boxes that a tree cuts the domain into."""
    count, todo = 0, [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            count += 1
        else:
            todo += node[1:]
    return count


# -- patterns ----------------------------------------------------------------------------------------------------


def _sturm(h: Have, view: View, subject: Subject) -> Words:
    symbol = h.statement.symbol if isinstance(h.statement, Pattern) else h.by.symbol  # type: ignore[attr-defined]
    return (f"{subject.name} has the sign of a polynomial in ", sym(symbol), ", by Sturm's theorem")


def multiple(h: Have, view: View, sign: int = 1) -> Words:
    """`(4) times the positive exp(x)`: what a scaled pattern, or its negative, is of one that is shown."""
    base, product, signs = view.unscaled(h)
    mine: Any = h.statement
    theirs: Any = view.step(base).statement
    noun, factor = view.noun(base, False), tidy(product if sign > 0 else neg(product))
    if factor is ONE:
        return noun
    if factor is MINUS_ONE:
        return ("minus ", *noun)
    kind = "positive" if (mine.signs == theirs.signs) == (sign > 0) else "negative"
    if not mine.strict:
        kind = {"positive": "nonnegative", "negative": "nonpositive"}[kind]
    return (*noun, " times " if factor.op == "num" else f" times the {kind} ", factor, *_by_signs(signs, view))


def _scaled(h: Have, view: View, subject: Subject) -> Words:
    if subject is _MINUS_IT:
        return ("it is ", *multiple(h, view, -1))
    return (f"{subject.name} is ", *multiple(h, view))


def _ladder(h: Have, view: View, subject: Subject) -> Words:
    by: Any = h.by
    s: Any = h.statement
    cited = view.step(by.of)
    motion = ", then ".join("rises" if sign > 0 else "falls" for sign in cited.statement.signs)  # type: ignore[union-attr]
    head: Words = (f"{subject.derivative} in ", sym(s.symbol), " is ", *view.noun(by.of, multiples=True))
    return (*head, f", so it {motion}", *_end(h, view, False), *_end(h, view, True))


def _end(h: Have, view: View, upper: bool) -> Words:
    """`, from 0 as x -> 0`: the value at an end that the rule used."""
    by: Any = h.by
    s: Any = h.statement
    end = by.right if upper else by.left
    if end is None:
        return ()
    r = s.domain.range(s.symbol)
    at = (r.upper if upper else r.lower) or (OO if upper else neg(OO))
    word, positive = (", to " if upper else ", from "), _wanted(view.step(by.of), upper) > 0
    kind = "a nonnegative" if positive else "a nonpositive"
    if end != ladder.LIMIT:
        return (word, kind, " value at ", At(s.symbol, at), " by ", *view.noun(end))
    value = end_value(s, upper, by.order)
    if value is None:
        return (word, kind, " limit as ", To(s.symbol, at))
    shown = value if value is ZERO else relation(">=" if positive else "<=", value, ZERO)
    return (word, shown, " as ", To(s.symbol, at))


def _wanted(cited: Have, upper: bool) -> int:
    """The sign that the rule asks for at an end, from the pattern of the derivative."""
    signs = cited.statement.signs  # type: ignore[union-attr]
    return -signs[-1] if upper else signs[0]


#: Every rule with its words. `h` is the step, `subject` what to call the thing whose sign is shown.
WORDS: dict[type[Rule], Callable[[Have, View, Subject], Words]] = {
    rules.Given: _plain("a hypothesis"),
    rules.Identity: _plain("both sides are equal"),
    rules.Rounding: _plain("by the definition of rounding"),
    rules.Sign: _sign,
    rules.Follows: _of("by "),
    rules.Chain: _chain,
    rules.Combine: _combine,
    rules.Instance: _instance,
    rules.Replace: _replace,
    rules.Cases: _cases,
    rules.Absurd: _absurd,
    rules.Split: _parts("part by part: "),
    ladder.OneSign: _of("by "),
    ladder.Polynomial: _sturm,
    ladder.Sturm: _sturm,
    ladder.Scaled: _scaled,
    ladder.Ladder: _ladder,
    ladder.Close: _close,
    ladder.Glue: _parts("side by side: "),
    ladder.FromPattern: _from_pattern,
    induction.Induct: _induct,
    induction.Whole: _of("an integer above -1 is not negative, by "),
    sums.Termwise: _of("term by term, by "),
    sums.Cut: _plain("the sum is cut in two"),
    sums.Telescope: _telescope,
    sums.Linear: _of("term by term, by "),
    sums.Binomial: _plain("by the binomial theorem"),
    sums.Pascal: _plain("as C(n + 1, i) = C(n, i) + C(n, i - 1)"),
    integrals.Antiderivative: _antiderivative,
    integrals.Pointwise: _of("the integrals compare as their integrands do, by "),
    integrals.Dominated: _of("the integrand is below the other in absolute value, by "),
    integrals.Join: _join,
    boxes.Balls: _balls,
}
