"""Terms made ready for a reader: no `+ 0`, no `* 1`, one fraction bar; and names for long terms that recur.

Only for show. Nothing here changes where a term is defined or what its value is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from flint import fmpq

from ..kernel.terms import BINDERS, MINUS_ONE, ONE, ZERO, Term, add, mul, neg, num, power, rebuild, subterms, sym
from .text import term_text

Named = tuple[tuple[str, Term], ...]  # abbreviations, each using only those before it
MOST_NAMES = 8
_LETTERS = "ABCDFGHJKLMNPQRSTUVWXYZ"


def tidy(t: Term) -> Term:
    """The same term without neutral elements, with numbers in front and one denominator for each product."""
    done: dict[Term, Term] = {}
    for u in subterms(t):
        done[u] = _tidy_node(rebuild(u, tuple(done[a] for a in u.args)))
    return done[t]


def _tidy_node(t: Term) -> Term:
    if t.op == "+":
        return _tidy_sum(t)
    if t.op == "*":
        return _tidy_product(t)
    if t.op == "**":
        if t.rhs is ONE:
            return t.lhs
        if t.rhs is MINUS_ONE and t.lhs is not ZERO:
            one_over = mul(ONE, t)
            found = _tidy_product(one_over)
            return t if found is one_over and ZERO in _factors(t.lhs) else found
    return t


def _tidy_sum(t: Term) -> Term:
    parts: list[Term] = []
    constant, place = fmpq(0), 0
    flat = [b for a in t.args for b in (a.args if a.op == "+" else (a,))]
    for a in flat:
        if a.op == "num":
            place = place if constant else len(parts)
            constant += a.value
        else:
            parts.append(_subtracted(a) if parts or constant else a)
    if constant:
        parts.insert(place, num(constant))
    return add(*parts)


def _subtracted(t: Term) -> Term:
    """A product with a negative number in front as -(...), which a sum prints with a minus."""
    if t.op != "*" or t.args[0].op != "num" or t.args[0].value > 0:  # type: ignore[operator]
        return t
    front, rest = neg(t.args[0]), t.args[1:]
    return neg(mul(*rest) if front is ONE and not _is_reciprocal(rest[0]) else mul(front, *rest))


def _tidy_product(t: Term) -> Term:
    """The number in front, then what is above the fraction bar, then one denominator."""
    coefficient = fmpq(1)
    above: list[Term] = []
    below: list[Term] = []
    for factor, upside in [pair for a in _factors(t) for pair in _placed(a)]:
        if factor is ZERO:
            return ZERO if all(a.op == "num" for a in t.args) else t
        if factor.op == "num":
            coefficient = coefficient * factor.value if upside else coefficient / factor.value
        else:
            (above if upside else below).append(factor)
    for a in [a for a in above if a.op == "exp" and a in below]:  # never 0
        above.remove(a)
        below.remove(a)
    return _quotient(coefficient, above, below)


def _placed(a: Term) -> list[tuple[Term, bool]]:
    """The parts of a factor, each with whether it stands above the fraction bar."""
    if not _is_reciprocal(a):
        return [(a, True)]
    parts = _factors(a.lhs) if a.rhs is MINUS_ONE else [a.lhs]
    exponent = -int(a.rhs.value)  # type: ignore[arg-type]
    out: list[tuple[Term, bool]] = []
    for b in parts:
        if b.op == "num":
            out.append((num(b.value**exponent), False))  # type: ignore[operator]
        elif _is_reciprocal(b) and b.lhs.op == "num" and b.lhs is not ZERO and exponent == 1:
            out.append((num(b.lhs.value ** -int(b.rhs.value)), True))  # type: ignore[operator,arg-type]
        else:
            out.append((b if exponent == 1 else power(b, num(exponent)), False))
    return out


def _quotient(coefficient: fmpq, above: list[Term], below: list[Term]) -> Term:
    top, bottom = fmpq(coefficient.p), fmpq(coefficient.q)
    if not above and not below:
        return num(coefficient)
    if bottom != 1:
        below = [num(bottom), *below]
    if abs(top) != 1 or not above:
        above = [num(top), *above]
    elif top < 0:
        return neg(_quotient(-coefficient, above, below[1:] if bottom != 1 else below))
    return mul(*above, power(mul(*below), MINUS_ONE)) if below else mul(*above)


def _factors(t: Term) -> list[Term]:
    return [b for a in t.args for b in _factors(a)] if t.op == "*" else [t]


def _is_power(t: Term) -> bool:
    """A power with a whole number as its exponent."""
    return t.op == "**" and t.rhs.op == "num" and t.rhs.value.q == 1  # type: ignore[union-attr]


def _is_reciprocal(t: Term) -> bool:
    return _is_power(t) and t.rhs.value < 0  # type: ignore[operator]


# -- names for long terms ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Worth:
    """What is worth a name: which terms may have one, how long each is in characters, the least length, and what a name must save."""

    may: Callable[[Term], bool]
    length: Callable[[Term], int]
    least: int
    gain: int


REALS = Worth(lambda u: u.op != "Piecewise", lambda u: len(term_text(u)), least=22, gain=60)


def abbreviations(shown: Sequence[Term], taken: Iterable[str], worth: Worth = REALS) -> Named:
    """Names for the long terms that recur in what is shown, those that save most first; in the order of use."""
    names = (letter for letter in _LETTERS if letter not in set(taken))
    found: list[tuple[str, Term]] = []
    pool = list(shown)
    for name in names:
        best = _most_saving(pool, worth)
        if best is None or len(found) == MOST_NAMES:
            break
        pool = [replaced(t, ((name, best),)) for t in pool] + [best]
        found = [(n, replaced(t, ((name, best),))) for n, t in found] + [(name, best)]
    return _in_order_of_use(found)


def _most_saving(pool: Sequence[Term], worth: Worth) -> Term | None:
    counts: Counter[Term] = Counter(u for t in pool for u in _occurrences(t, worth))
    lengths = {u: worth.length(u) for u, n in counts.items() if n > 2}
    long = {u: n for u, n in lengths.items() if n >= worth.least}
    best = max(long, key=lambda u: (long[u] * (counts[u] - 1), long[u]), default=None)
    return best if best is not None and long[best] * (counts[best] - 1) >= worth.gain else None


def _occurrences(t: Term, worth: Worth) -> Iterator[Term]:
    """Every place of a sum, product, power or function that is not under a binder; -t and 1/t count as t."""
    todo = [t]
    while todo:
        u = todo.pop()
        if u.op in ("num", "sym", "const", "true", "point", *BINDERS):
            continue
        inverse = (u.op == "*" and u.args[0] is MINUS_ONE) or (u.op == "**" and u.rhs is MINUS_ONE)
        if not u.is_relation and not inverse and worth.may(u):
            yield u
        todo.extend(u.args)


def replaced(t: Term, named: Named) -> Term:
    """The term with each named one written by its name; bodies of binders are left alone."""
    for name, value in named:  # a value is written with the names before it
        t = _replaced(t, value, sym(name))
    return t


def _replaced(t: Term, old: Term, new: Term) -> Term:
    done: dict[Term, Term] = {}
    for u in subterms(t):
        if u is old:
            done[u] = new
        else:
            done[u] = u if u.op in BINDERS else rebuild(u, tuple(done[a] for a in u.args))
    return done[t]


def _in_order_of_use(found: Sequence[tuple[str, Term]]) -> Named:
    """Each after those it uses."""
    ordered: list[tuple[str, Term]] = []
    waiting = list(found)
    while waiting:
        later = {name for name, _ in waiting}
        ready = next((pair for pair in waiting if not (pair[1].free & (later - {pair[0]}))), waiting[0])
        waiting.remove(ready)
        ordered.append(ready)
    return tuple(ordered)
