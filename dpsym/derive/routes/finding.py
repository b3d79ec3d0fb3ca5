"""Routes: one edge after the other, each with the values of its symbols.

What is known after some edges is a form with its parameters, terms in the symbols of the route. Some of these are *given* (the
parameters of the notion that one starts from), the others are *free*: an edge or a universal notion leaves them open, and whoever uses
the route may choose them (the order α, the level ε at which δ is asked for). To go on, the parameters of the next hypothesis are set
equal to what is known: a symbol of the next theorem gets a value, or a free symbol does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...kernel.statements import Range
from ...kernel.substitution import substitute
from ...kernel.terms import Term, exp, relation, sym
from .graph import Edge, edges
from .solving import inverse
from .templates import Form, PairNotion, Values

LONGEST = 4  # edges


@dataclass(frozen=True, eq=False)
class Link:
    """An edge with a term for each of its symbols."""

    edge: Edge
    reals: Mapping[str, Term]


@dataclass(frozen=True, eq=False)
class Route:
    """Edges from a notion on. `start` are the parameters of its form, `given` those of the notion itself."""

    notion: PairNotion
    given: Mapping[str, Term]
    start: Values
    links: tuple[Link, ...] = ()
    form: Form = field(kw_only=True)
    values: Values = field(kw_only=True)
    free: Mapping[str, Range] = field(kw_only=True)
    fixed: frozenset[str] = field(kw_only=True)  # names of given symbols
    before: tuple[Link, ...] = field(
        default=(), kw_only=True
    )  # what leads to `start`, where several steps are put together
    demands: tuple[Term, ...] = field(default=(), kw_only=True)  # conditions of what puts them together

    @property
    def names(self) -> tuple[str, ...]:
        """The entries of the library, in order."""
        return tuple(link.edge.name for link in self.links)

    def put(self, values: Mapping[str, Term]) -> Route:
        """The route with terms for free symbols, or numbers for given ones."""
        if not values:
            return self
        gone = {n: r for n, r in self.free.items() if n not in values}
        return replace(
            self,
            given={n: substitute(t, values) for n, t in self.given.items()},
            start=tuple(substitute(t, values) for t in self.start),
            links=tuple(
                Link(link.edge, {n: substitute(t, values) for n, t in link.reals.items()}) for link in self.links
            ),
            values=tuple(substitute(t, values) for t in self.values),
            free=gone,
            before=tuple(
                Link(link.edge, {n: substitute(t, values) for n, t in link.reals.items()}) for link in self.before
            ),
            demands=tuple(substitute(t, values) for t in self.demands),
        )


def ends(r: Range, t: Term) -> list[Term]:
    """The range as relations about a term."""
    found = [] if r.lower is None else [relation(">" if r.lower_open else ">=", t, r.lower)]
    return found if r.upper is None else [*found, relation("<" if r.upper_open else "<=", t, r.upper)]


def begin(notion: PairNotion, given: Mapping[str, Term]) -> Route:
    """Nothing but what is given."""
    fixed = frozenset[str]().union(*(t.free for t in given.values()))
    free: dict[str, Range] = {}
    put: dict[str, Term] = dict(given)
    for p in notion.universal:
        name = fresh(p.name, fixed)
        free[name], put[p.name] = replace(p.range, name=name), sym(name)
    start = notion.values(put)
    return Route(notion, given, start, form=notion.form, values=start, free=free, fixed=fixed)


def fresh(name: str, taken: frozenset[str] | set[str]) -> str:
    """A name that can be printed and read: eps_1 where eps is taken."""
    return next(n for n in (name, *(f"{name}_{k}" for k in range(1, len(taken) + 2))) if n not in taken)


def extended(route: Route, edge: Edge) -> Route | None:
    """The route with one more edge, if what is known can be what the edge asks for."""
    taken = {*route.fixed, *route.free, *(n for link in route.links for t in link.reals.values() for n in t.free)}
    own = {n: fresh(n, taken) for n in edge.symbols}  # symbols of the edge, apart from ours
    rename = {n: sym(m) for n, m in own.items()}
    unknown, found = set(own.values()), dict[str, Term]()
    here = route
    wanted = [(k, substitute(h, rename)) for said in edge.given.values() for k, h in zip(range(9), said.values)]
    while wanted:
        left = []
        for k, h in wanted:
            known, asked = here.values[k], substitute(h, found)
            step = solved(known, asked, unknown - found.keys(), here.free)
            if step is None:
                left.append((k, h))
            elif step[0] in unknown:
                found = {n: substitute(t, dict([step])) for n, t in found.items()} | dict([step])
            elif step[0]:  # a free symbol of the route becomes a term of the edge, whose symbols are free from now on
                here = here.put(dict([step]))
                found = {n: substitute(t, dict([step])) for n, t in found.items()}
                unknown -= step[1].free
        if len(left) == len(wanted):
            return None
        wanted = left
    ranges = {own[r.name]: replace(r, name=own[r.name]) for r in edge.ranges}
    free = {**here.free, **{n: ranges[n] for n in own.values() if n not in found}}
    reals = {n: substitute(rename[n], found) for n in edge.symbols}
    claim = next(iter(edge.claims.values()))
    values = tuple(substitute(v, reals) for v in claim.values)
    longer = replace(here, links=(*here.links, Link(edge, reals)), form=edge.target, values=values, free=free)
    return in_levels(longer, {*taken, *own.values()})


def in_levels(route: Route, taken: set[str]) -> Route:
    """A free factor u whose logarithm is a parameter is written e^ε, with ε free."""
    for name, value in zip(route.form.parameters, route.values):
        if value.op == "log" and value.args[0].op == "sym" and str(value.args[0].value) in route.free:
            factor, level = str(value.args[0].value), fresh(name, taken)
            free = {level: Range(level), **route.free}
            changed = replace(route, free=free).put({factor: exp(sym(level))})
            return replace(
                changed, values=tuple(sym(level) if v is value else w for v, w in zip(route.values, changed.values))
            )
    return route


Solution = tuple[str, Term]


def solved(known: Term, asked: Term, unknown: set[str], free: Mapping[str, Range]) -> Solution | None:
    """A value that makes the two equal: of a symbol of the edge, or of a free one of the route. ("", ...) if they are equal already."""
    if known is asked:
        return "", known
    open_symbols = sorted(asked.free & unknown)
    if asked.op == "sym" and str(asked.value) in unknown:
        return str(asked.value), known
    if known.op == "sym" and str(known.value) in free:
        return str(known.value), asked
    if len(open_symbols) == 1:
        value = inverse(asked, open_symbols[0], known)
        return None if value is None else (open_symbols[0], value)
    return None


def routes(notion: PairNotion, given: Mapping[str, Term], goal: Form, longest: int = LONGEST) -> Iterator[Route]:
    """All routes to a form, short ones first, that come to no form twice, unless at another order."""
    return onward(begin(notion, given), goal, longest)


def onward(start: Route, goal: Form, longest: int = LONGEST) -> Iterator[Route]:
    """All routes that go on from one."""
    now: Sequence[Route] = [start]
    if start.form is goal:
        yield start
    for _ in range(longest):
        later = []
        for route in now:
            seen = {route.notion.form.name, *(link.edge.target.name for link in route.links)}
            for edge in edges():
                if edge.source is route.form and (edge.target.name not in seen or _moves(route, edge, goal)):
                    longer = extended(route, edge)
                    if longer is not None:
                        later.append(longer)
        yield from (r for r in later if r.form is goal)
        now = [r for r in later if r.form is not goal]


def _moves(route: Route, edge: Edge, goal: Form) -> bool:
    """Whether an edge leads from parameters that are fixed to others of the form that is asked for: to a lower order, for one."""
    if (
        edge.source is not edge.target
        or edge.target is not goal
        or route.free
        or any(link.edge is edge for link in route.links)
    ):
        return False
    known, told = ({s.values for s in said.values()} for said in (edge.given, edge.claims))
    return not known & told
