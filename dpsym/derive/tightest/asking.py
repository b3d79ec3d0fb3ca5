"""`tightest(quantity, given=notion)`: the library first, then a derivation, then certified numbers.

piecewise linear notions    a theorem of the library, or one derived from the rays (rays.py, events.py)
divergences in one direction    a theorem of the library, in closed form or as a curve; numbers where the parameters are numbers
both directions, all orders    numbers, by a linear program (numbers.py)
Gaussian privacy    the Gaussian pair (gaussian.py)
what nothing bounds    a family (unbounded.py)
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from flint import arb, ctx

from ...kernel.laws.statements import Certificate
from ...kernel.reals.points import satisfied
from ...kernel.reals.quadrature import enclose
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, Term, add, log, num, relation, sym
from ...library.certifying import certify
from ...library.desk import librarian
from ...library.failures import CertifyError
from ...library.theorem import Theorem
from ...objects.language import Symbol, sqrt
from ...report.text import term_text
from ..routes.limits import BLACKWELL
from . import events, rays
from .algebra import folded, neat, putting
from .answer import Branch, Tight
from .covering import covered, possible, trimmed
from .gaussian import DEFINITION, concentrated_value, gaussian_value
from .matching import Match, matches
from .notions import Notion, at_values, read_notion, read_quantity, read_values
from .numbers import PRECISION, Number, binary_bracket, bracket, convex, limit, zcdp_bracket
from .pairing import solved_pair
from .quantities import KINDS, Event, P, Q, Quantity
from .rays import LINEAR
from .unbounded import Family, family, grows, smooth_family

NEEDS_NUMBERS = "no closed form is known; where all parameters are numbers the bound is certified"
WIDE = "no closed form is known, and the certified bracket is too wide for a first digit"
DIGITS_SEEN = 64  # bits of a bound, relative to its size
SECONDS = 20.0  # of search for each step of a derivation, as steps


def tightest(quantity: Any, *, given: Any, at: Mapping[str, Any] | None = None) -> Tight:
    """The sharp bound on a quantity over all pairs of laws that satisfy a notion, with proof and the pair that attains it.

    >>> tightest("TV", given="pure(eps)").status
    'exact'
    """
    start = time.process_time()
    asked, notion, values = read_quantity(quantity), read_notion(given), read_values(at)
    if values:
        asked, notion = at_values(asked, notion, values)
    try:
        found = _answer(asked, notion)
    except CertifyError as error:
        found = Tight(asked.text, notion.text, "open", note=f"a step of the derivation was not proved\n{error}")
    if found.status == "number" and found.number is not None and not found.number.digits:
        found = replace(found, status="open", note=WIDE)
    return replace(found, seconds=time.process_time() - start, at=values)


def _answer(asked: Quantity | Event, notion: Notion) -> Tight:
    if notion.name == "gdp":
        return _gaussian(asked, notion)
    if notion.name == "zcdp":
        return _concentrated(asked, notion)
    if isinstance(asked, Event):
        return _event(asked, notion)
    if notion.is_equality and asked.kind.zeros:
        same = Branch(neat(asked.shown(asked.kind.least)), (), "P and Q are the same law", attained_by="P = Q")
        return _valued(Tight(asked.text, notion.text, "exact", (same,)), asked, notion)
    if grows(asked, notion):
        return Tight(asked.text, notion.text, "unbounded", family=_family(asked, notion))
    if notion.linear:
        return _valued(_linear(asked, notion), asked, notion)
    return _smooth(asked, notion)


# -- piecewise linear notions ----------------------------------------------------------------------------------------------


def _canonical(asked: Quantity) -> tuple[Quantity, dict[str, Term]]:
    """The quantity with its own symbols, and the terms of the question that they stand for."""
    names = asked.kind.parameters
    own = Quantity(asked.kind.name, asked.kind, tuple(Symbol(n) for n in names), asked.backwards)
    return own, dict(zip(names, asked.parameters))


def _linear(asked: Quantity, notion: Notion) -> Tight:
    own, parameters = _canonical(asked)
    values = {**notion.values, **parameters}
    known = [m for m in matches(notion.facts, own.integral) if not m.unknowns]
    whole = [m for m in known if not _extra(m, notion)]
    if whole:
        best = min(whole, key=lambda m: len(_text(m.put(next(iter(m.theorem.claims.values())).statement.rhs))))
        return Tight(asked.text, notion.text, "exact", (_cited(best, asked, values),))
    branches, inner = [], dict[Term, None]()
    for theorem, certificate in _derived(asked.kind.name, asked.backwards, notion.linear):
        assert theorem.tight is not None
        inner.update(dict.fromkeys(theorem.tight.where))
        branches.append(_branch(theorem, certificate, values, asked, "derived, certified and replayed"))
    base = [_sides(substitute(c, values)) for c in (*LINEAR[notion.linear].where, *own.conditions, *inner)]
    return _cases(asked, notion, branches, base)


def _cases(asked: Quantity | Event, notion: Notion, branches: Sequence[Branch], base: Sequence[Term]) -> Tight:
    """Branches that are possible; exact if they cover the domain."""
    here = tuple(b for b in branches if possible(b.where))
    covers = covered([b.where for b in here], base) if here else ""
    return Tight(asked.text, notion.text, "exact" if covers else "open", here, covers if len(here) > 1 else "")


def _extra(match: Match, notion: Notion) -> bool:
    """Whether the theorem asks for more than the notion: a condition between parameters."""
    tight = match.theorem.tight
    assert tight is not None
    conditions = (*match.theorem.where, *tight.where)
    return any(len(match.put(c).free) > 1 for c in conditions)


@cache
def _derived(kind: str, backwards: bool, notion: str) -> tuple[tuple[Theorem, Certificate], ...]:
    quantity = Quantity(kind, KINDS[kind], tuple(Symbol(n) for n in KINDS[kind].parameters), backwards)
    found = []
    for case in rays.cases(quantity, LINEAR[notion]):
        theorem = rays.theorem(quantity, LINEAR[notion], case)
        found.append((theorem, certify(theorem, {}, SECONDS)))
    return tuple(found)


def _branch(theorem: Theorem, certificate: Certificate, values: Mapping[str, Term], asked: Quantity, by: str) -> Branch:
    put = putting(values)
    tight = theorem.tight
    assert tight is not None
    (claim,) = theorem.claims.values()
    bound = neat(asked.shown(put(claim.statement.rhs)))
    p, q = (tuple(neat(put(t)) for t in tight.values[law]) for law in (P, Q))
    where = trimmed([_sides(put(c)) for c in (*theorem.where, *tight.where)])
    return Branch(bound, where, by, theorem, dict(values), certificate, p, q)


def _cited(match: Match, asked: Quantity, values: Mapping[str, Term] | None = None) -> Branch:
    """A theorem of the library, replayed now."""
    theorem = match.theorem
    verified = librarian().check(theorem)
    if verified.verdict != "proved":
        raise ArithmeticError(f"{theorem.name}: found {verified.verdict}, expected a theorem that is proved")
    into = {n: substitute(t, dict(values or {})) for n, t in match.values.items()}
    put = putting(into)
    (claim,) = theorem.claims.values()
    tight = theorem.tight
    assert tight is not None
    bound = neat(asked.shown(put(claim.statement.rhs)))
    own = bool(tight.params)  # the pair is given by a symbol of its own
    p, q = (tuple(neat(put(t)) for t in tight.values[law]) for law in (P, Q))
    where = trimmed([_sides(put(c)) for c in (*theorem.where, *(() if own else tight.where))])
    equations = tuple(_sides(substitute(e, dict(values or {}))) for e in match.equations)
    note = f"{theorem.name} of the library, replayed"
    if asked.kind.name == "TV" and KINDS["TV"].integral(*asked.laws) is not claim.statement.lhs:
        note += "; TV is E_1"
    attained = ""
    if own and (pair := solved_pair(theorem, into, where)) is not None:
        p, q = pair
    elif own:
        equal = ", ".join(f"{_text(put(sym(n)))} = {_text(neat(put(v)))}" for n, v in tight.params.items())
        attained = f"P = [{', '.join(map(_text, p))}], Q = [{', '.join(map(_text, q))}] with {equal}"
        p, q = (), ()
    return Branch(bound, where, note, theorem, into, None, p, q, match.unknowns, equations, attained)


def _sides(r: Term) -> Term:
    return relation(r.op, folded(r.lhs), folded(r.rhs))


def _text(t: Term) -> str:
    return term_text(t)


# -- smooth constraints --------------------------------------------------------------------------------------------------------


def _itself(asked: Quantity, notion: Notion) -> Tight | None:
    """The quantity is what the notion bounds."""
    same = [c for c in notion.smooth if c.kind is asked.kind and c.parameters == asked.parameters]
    if not any(c.backwards == asked.backwards for c in same):
        return None
    level = same[0].level
    where = trimmed([*notion.conditions, *asked.conditions])
    pair = "a pair (x, 1 - x), (1 - x, x)" if len(same) > 1 else "a pair (1, 0), (x, 1 - x)"
    branch = Branch(
        neat(asked.shown(level)), where, "the hypothesis", attained_by=f"{pair} with x as large as it allows"
    )
    return Tight(asked.text, notion.text, "exact", (branch,))


def _smooth(asked: Quantity, notion: Notion) -> Tight:
    itself = _itself(asked, notion)
    if itself is not None:
        return _valued(itself, asked, notion)
    known = _known(asked, notion)
    closed = [m for m in known if not m.unknowns]
    curves = [m for m in known if m.unknowns]
    found = _cases(asked, notion, [_cited(m, asked) for m in closed], (*notion.conditions, *asked.conditions))
    if found.status == "exact":
        return _valued(found, asked, notion)
    branches = (*found.branches, *(b for m in curves if possible((b := _cited(m, asked)).where)))
    if branches and not curves and any(c.free for b in branches for c in b.where):
        return replace(found, status="partial", note="exact where the conditions hold")
    covers = "along the curve, by continuity; numbers do not rest on this" if curves else ""
    found = replace(found, status="curve" if curves else "number", branches=branches, covers=covers)
    number = _number(asked, notion)
    if number is None:
        return found if curves else replace(found, status="open", note=NEEDS_NUMBERS)
    return replace(found, number=number, value=number.ball)


def _known(asked: Quantity, notion: Notion) -> list[Match]:
    """Theorems of the library; total variation is E_1."""
    found = list(matches(notion.facts, asked.integral))
    if not found and asked.kind.name == "TV":
        found = list(matches(notion.facts, Quantity("E", KINDS["E"], (ONE,)).integral))
    if not found and asked.kind.name == "hellinger2" and notion.name in ("renyi", "chi2"):
        divergence = _divergence(notion)
        found = [] if divergence is None else _through_kl(asked, divergence)
    return [m for m in found if "contact" not in m.theorem.name.partition(".")[2]] or found


def _divergence(notion: Notion) -> Term | None:
    """The bound on D_α, α > 1, which bounds KL as well."""
    if notion.name == "chi2":
        return log(1 + notion.parameters[0])
    return notion.parameters[1]


def _through_kl(asked: Quantity, divergence: Term) -> list[Match]:
    """H² given D_α: KL is below D_α, and the pair that attains the bound given KL has D_α = KL."""
    kl = read_notion("kl(1)")
    given = replace(kl, parameters=(divergence,), smooth=(replace(kl.smooth[0], level=divergence),))
    if librarian().verifier("renyi_divergence.kl_below").verdict != "proved":
        return []
    return list(matches(given.facts, asked.integral))


def _number(asked: Quantity, notion: Notion) -> Number | None:
    """The certified bracket, if all parameters are numbers."""
    terms = (*asked.parameters, *notion.parameters)
    if any(t.free for t in terms):
        return None
    limits = [limit(convex(c.kind.name, c.parameters, c.backwards), c.level) for c in notion.smooth]
    found = bracket(convex(asked.kind.name, asked.parameters, asked.backwards), limits)
    return None if found is None else _shown(found, asked)


def _shown(number: Number, asked: Quantity) -> Number:
    """The bracket of what is shown, which is increasing in the integral."""
    with ctx.workprec(PRECISION):
        lower, upper = (enclose(asked.shown(num(b.fmpq())), PRECISION) for b in (number.lower, number.upper))
        return Number(lower.lower(), upper.upper(), number.p, number.q)


# -- events, Gaussian and concentrated privacy ---------------------------------------------------------------------------------


@cache
def _event_theorems(kind: str, notion: str) -> tuple[tuple[Theorem, Certificate], ...]:
    return tuple((t, certify(t, {}, SECONDS)) for t in events.theorems(kind, notion))


def _event(asked: Event, notion: Notion) -> Tight:
    if not notion.linear:
        return _binary(asked, notion)
    if notion.is_equality and asked.kind == "posterior":
        same = Branch(asked.level, (), "P and Q are the same law", attained_by="P = Q")
        return _valued(Tight(asked.text, notion.text, "exact", (same,)), asked, notion)
    values = {**notion.values, "s": asked.level}
    put = putting(values)
    branches = []
    for theorem, certificate in _event_theorems(asked.kind, notion.linear):
        tight = theorem.tight
        assert tight is not None
        (claim,) = theorem.claims.values()
        right = claim.statement.rhs
        bound = neat(put(events.posterior_value(LINEAR[notion.linear]) if asked.kind == "posterior" else right))
        p, q = (tuple(neat(put(t)) for t in tight.values[law]) for law in (P, Q))
        where = trimmed([_sides(put(c)) for c in theorem.where])
        branches.append(Branch(bound, where, "derived, certified and replayed", theorem, values, certificate, p, q))
    own = events.domain(asked.kind, LINEAR[notion.linear])
    return _valued(_cases(asked, notion, branches, [_sides(put(c)) for c in own]), asked, notion)


def _binary(asked: Event, notion: Notion) -> Tight:
    """P(S) for a given Q(S), a smooth notion: by data processing that of a pair on two points. A posterior may be anything below 1."""
    where = trimmed([*notion.conditions, *asked.conditions])
    if asked.kind == "posterior":
        tail = "P = (t, 1 - t), Q = (t*u, 1 - t*u), as first t and then u goes to 0 (approached)"
        return Tight(
            asked.text,
            notion.text,
            "exact",
            (Branch(ONE, where, "it is a probability", attained_by=tail),),
            value=arb(1),
        )
    if len(notion.smooth) == 1:
        found = Tight(asked.text, notion.text, "curve", (_two_points(asked, notion, where),))
    else:  # either constraint may be the one that binds
        found = Tight(asked.text, notion.text, "number")
    if asked.level.op != "num" or any(t.free for t in notion.parameters):
        return found if found.branches else replace(found, status="open", note=NEEDS_NUMBERS)
    limits = [limit(convex(c.kind.name, c.parameters, c.backwards), c.level) for c in notion.smooth]
    number = binary_bracket(asked.level.number, limits)
    return replace(found, number=number, value=number.ball)


_PROCESSING = {"KL": "kullback_leibler.data_processing", "moment": "renyi_processing.data_processing"}


def _two_points(asked: Event, notion: Notion, where: tuple[Term, ...]) -> Branch:
    """x is the bound if the laws (x, 1 - x) and (s, 1 - s) satisfy the notion with equality."""
    s = asked.level
    x = sym(next(n for n in ("x", "x0", "x1") if n not in s.free.union(*(t.free for t in notion.parameters))))
    names = dict.fromkeys(_PROCESSING.get(c.kind.name, "") for c in notion.smooth)
    for name in filter(None, names):
        if librarian().verifier(name).verdict != "proved":
            raise ArithmeticError(f"{name}: expected a theorem that is proved")
    laws = ((x, s), (1 - x, 1 - s))
    (given,) = notion.smooth
    masses = [given.kind.ratio(a / b, *given.parameters) * b for a, b in laws] if given.kind.ratio is not None else []
    known = ", ".join(f"{n} of the library, replayed" for n in names if n)
    by = known or "data processing for the Hellinger distance"
    equations = (_sides(relation("==", add(*masses), given.level)),)
    return Branch(
        x, (*where, relation(">=", x, s)), by, None, {}, None, (x, 1 - x), (s, 1 - s), (str(x.value),), equations
    )


def _gaussian(asked: Quantity | Event, notion: Notion) -> Tight:
    (mu,) = notion.parameters
    found = gaussian_value(asked, mu)
    if found is None:
        return Tight(asked.text, notion.text, "open")
    value, names = found
    for name in names:
        librarian().verifier(name)
    shown = value if isinstance(asked, Event) else asked.shown(value)
    where = trimmed([*notion.conditions, *asked.conditions])
    by = f"{', '.join(names)} of the library, replayed" if names else "the definition"
    if isinstance(asked, Event):
        by = "the most powerful test of the Gaussian pair"
    direct = not isinstance(asked, Event) and asked.kind.name in ("E", "TV")
    near = " (approached, by events in the tail)" if isinstance(asked, Event) and asked.kind == "posterior" else ""
    branch = Branch(neat(shown), where, by, attained_by=f"N(0, 1) and N({_text(mu)}, 1){near}")
    rests = () if direct else (BLACKWELL,)
    return _valued(Tight(asked.text, notion.text, "exact", (branch,), rests=rests), asked, notion)


def _concentrated(asked: Quantity | Event, notion: Notion) -> Tight:
    (rho,) = notion.parameters
    value = concentrated_value(asked, rho)
    if value is not None and isinstance(asked, Quantity):
        where = trimmed([*notion.conditions, *asked.conditions])
        branch = Branch(
            neat(asked.shown(value)), where, "the definition", attained_by=f"N(0, 1) and N({_text(sqrt(2 * rho))}, 1)"
        )
        return _valued(Tight(asked.text, notion.text, "exact", (branch,), rests=(DEFINITION,)), asked, notion)
    found = Tight(asked.text, notion.text, "open", note=NEEDS_NUMBERS)
    if isinstance(asked, Event) or any(t.free for t in (*asked.parameters, rho)):
        return found
    number = zcdp_bracket(convex(asked.kind.name, asked.parameters, asked.backwards), enclose(rho, PRECISION))
    if number is None:
        return found
    number = _shown(number, asked)
    return replace(found, status="number", number=number, value=number.ball, note="")


def _family(asked: Quantity, notion: Notion) -> Family | None:
    if not notion.linear:
        return smooth_family(asked, notion)
    own, parameters = _canonical(asked)
    found = _canonical_family(own.kind.name, own.backwards, notion.linear)
    values = {**notion.values, **parameters}
    if not possible([substitute(c, values) for c in found.where]):  # δ = 1: pairs with δ = 1/2 are among them
        values["delta"] = num(1, 2)
    put = putting(values)
    where = trimmed([_sides(put(c)) for c in found.where])
    p, q = (tuple(folded(put(t)) for t in law) for law in (found.p, found.q))
    return Family(p, q, where, found.proved)


@cache
def _canonical_family(kind: str, backwards: bool, notion: str) -> Family:
    quantity = Quantity(kind, KINDS[kind], tuple(Symbol(n) for n in KINDS[kind].parameters), backwards)
    return family(quantity, notion)


# -- values ------------------------------------------------------------------------------------------------------------------------


def _valued(found: Tight, asked: Quantity | Event, notion: Notion) -> Tight:
    """The answer with its value where all parameters are numbers: the branch whose conditions hold."""
    free = {n for b in found.branches for t in (b.bound, *b.where) for n in t.free}
    if free or not found.branches:
        return found
    here = [b for b in found.branches if all(satisfied(c, {}) is True for c in b.where)]
    if not here:
        return replace(found, status="open")
    return replace(found, branches=(here[0],), value=_told(here[0].bound))


def _told(bound: Term) -> arb:
    """The bound in numbers: with as many bits as it takes to see its first digits, as it may be a tiny difference."""
    found = enclose(bound, PRECISION)
    for bits in (4 * PRECISION, 16 * PRECISION, 64 * PRECISION):
        if found.rel_accuracy_bits() >= DIGITS_SEEN or found.is_zero():
            break
        found = enclose(bound, bits)
    return found


__all__ = ["SECONDS", "tightest"]
