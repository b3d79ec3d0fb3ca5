"""Rules under attack: a rule applied to facts that are true in a world must give a fact that is true in that world.

Worlds are finite measure spaces with weights, null points and spaces without mass included; the evaluator is our own
(helpers/worlds.py). Steps are random: many are rejected, and those that the kernel accepts must hold. Each test also asks that some
are accepted.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpsym.kernel.laws import rules
from dpsym.kernel.laws.check import check_step
from dpsym.kernel.laws.context import Context
from dpsym.kernel.laws.statements import Fact, Field, Have, Proposition, Setting, event, law, query
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import Substitution, at, indicator, integral, point, points_of, replace_points, space_of
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, Term, TermError, func, num, piecewise, relation, sym
from dpsym.library.loading import theorems
from dpsym.search.residual import Unproved, prove_fact
from tests.helpers.sampling import sampled
from tests.helpers.worlds import World

x, x2, y, n = point("x", "X"), point("x2", "X"), point("y", "Y"), point("n", "N")
A = sym("a")
FIELDS = (
    law("p", "X"),
    law("q", "X"),
    law("k", "X", "Y"),
    query("f", "X"),
    query("g", "X", lower=ZERO),
    query("h", "N"),
    unit("s", "X"),
    event("e", "X"),
)
SETTING = Setting(Domain((Range("a"),)), FIELDS)
ROUNDS = 300


def weights(r: Random, least: int, most: int, mass: bool) -> list[Fraction]:
    out = [Fraction(r.choice((0, 1, 1, 2, 3))) for _ in range(r.randint(least, most))]
    if mass and not any(out):
        out[0] = Fraction(1)
    return out


def number(r: Random) -> Fraction:
    return Fraction(r.choice((-2, -1, 0, 0, 1, 1, 2, 3)), r.choice((1, 1, 2)))


def world(r: Random) -> World:
    space = {
        "X": weights(r, 1, 3, True),
        "Y": weights(r, 1, 2, True),
        "N": r.choice(([], [Fraction(0)], [Fraction(1)])),
    }
    tables: dict[str, dict[tuple[int, ...], Fraction]] = {}
    for f in FIELDS:
        cells: list[tuple[int, ...]] = [()]
        for s in f.spaces:
            cells = [(*c, i) for c in cells for i in range(len(space[s]))]
        tables[f.name] = {c: _cell(r, f) for c in cells}
        if f.mass:
            _normalise(tables[f.name], space[f.spaces[-1]])
    if r.random() < 0.4:
        tables["q"] = dict(tables["p"])
    return World(space, tables, {"a": number(r)})


def _cell(r: Random, f: Field) -> Fraction:
    if f.integer:
        return Fraction(r.randint(0, 1))
    if f.upper is ONE:
        return Fraction(r.randint(0, 3), 3)
    return abs(number(r)) if f.lower is ZERO else number(r)


def _normalise(table: dict, w: list[Fraction]) -> None:
    rows: dict[tuple, list[tuple]] = {}
    for c in table:
        rows.setdefault(c[:-1], []).append(c)
    for cells in rows.values():
        total = sum(table[c] * w[c[-1]] for c in cells)
        if not total:
            heavy = next(c for c in cells if w[c[-1]])
            table[heavy] = Fraction(1) / w[heavy[-1]]
            total = Fraction(1)
        for c in cells:
            table[c] /= total


def simple(r: Random, points: tuple[Term, ...]) -> Term:
    """A field at one of the points, or a number."""
    choices: list[Term] = [A, num(r.randint(-1, 2)), ONE]
    for p in points:
        choices += [at(f.name, p) for f in FIELDS if f.spaces == (space_of(p),)]
    if x in points and y in points:
        choices += [at("k", x, y)] * 3
    return r.choice(choices)


def expression(r: Random, points: tuple[Term, ...], depth: int = 2) -> Term:
    if depth == 0 or r.random() < 0.25:
        return simple(r, points)
    kind = r.choice(("+", "-", "*", "*", "max", "abs", "if", "Int"))
    a = expression(r, points, depth - 1)
    if kind == "abs":
        return func("abs", a)
    if kind == "max":
        return func("max", a, ZERO)
    if kind == "Int":
        v = r.choice((point("z", "X"), point("w", "Y")))
        return integral(
            expression(r, (*points, v), depth - 1) * at("p", v) if space_of(v) == "X" else simple(r, (*points, v)), v
        )
    b = expression(r, points, depth - 1)
    if kind == "if":
        return indicator(relation(r.choice(("<=", ">", "==")), a, b))
    return a + b if kind == "+" else a - b if kind == "-" else a * b


def body(r: Random, v: Term, points: tuple[Term, ...]) -> Term:
    """An integrand, mostly with a density."""
    if space_of(v) == "Y":
        return expression(r, points, 1) * at("k", x, y) if x in points else simple(r, (*points, v))
    d = r.choice((at("p", v), at("q", v), at("p", v) - at("q", v), func("max", at("p", v) - A * at("q", v), ZERO)))
    factor = r.choice((ONE, at("s", v), at("e", v), simple(r, (v, *points)), indicator(relation(">", at("f", v), A))))
    return r.choice((d, factor * d, d * factor, d, simple(r, (v, *points))))


def context(facts: dict[str, Fact], setting: Setting = SETTING) -> Context:
    return Context(Proposition(setting, tuple(facts.items()), (Fact(relation("==", ZERO, ZERO)),)), LIBRARY)


LIBRARY = {name: t.proposition for name, t in theorems().items()}


def attack(make, seed: int, least: int = 5) -> None:
    """`make(random, world)` gives facts and a step, or None; accepted steps must be true where the facts are."""
    r, accepted = Random(seed), 0
    for _ in range(ROUNDS):
        w = world(r)
        try:
            made = make(r, w)
        except TermError:
            continue
        if made is None:
            continue
        facts, step = made
        if any(f.wrong_in(SETTING) for f in facts.values()) or not all(w.satisfies(f) for f in facts.values()):
            continue
        ctx = context(facts)
        if check_step(step, ctx) is None:
            accepted += 1
            assert w.satisfies(step.fact), f"{step} from {facts} is false in {w}"
    assert accepted >= least


@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_integrate(seed: int) -> None:
    def make(r: Random, w: World):
        v, others = r.choice(((x, ()), (x, (y,)), (y, (x,)), (x, (n,))))
        parts = [
            (r.choice((ONE, num(2), num(-1), A, simple(r, others))), body(r, v, others)) for _ in range(r.randint(1, 3))
        ]
        slack = r.choice((ZERO, at("g", v) if space_of(v) == "X" else ZERO))
        left = sum((c * b for c, b in parts), ZERO)
        right = left + slack if r.random() < 0.7 else expression(r, (v, *others), 1)
        op = r.choice(("<=", "==", "<", ">="))
        if r.random() < 0.5:  # the premise is made true: both sides are compared in the world
            op = next((o for o in ("==", "<=", ">=") if w.satisfies(Fact(relation(o, left, right)))), op)
        facts = {"h": Fact(relation(op, left, right)), "more": Fact(relation("<=", at("h", n), A))}
        mine = [(c, b) for c, b in parts]
        if right is not left:
            mine += [(num(-1), b) for b in _summands(right)] if r.random() < 0.8 else []
        if r.random() < 0.2:
            mine.append((simple(r, (v,)), body(r, v, others)))
        total = lambda side: sum((c * integral(b, v) for c, b in side), ZERO)  # noqa: E731
        goal = relation(r.choice((op, "<=", "==")), total(mine[: len(parts)]), ZERO - total(mine[len(parts) :]))
        return facts, Have("goal", Fact(goal), rules.Integrate(v, tuple(mine), "h", r.choice(((), ("more",)))))

    attack(make, seed)


def _summands(t: Term) -> list[Term]:
    return [b for a in t.args for b in _summands(a)] if t.op == "+" else [] if t is ZERO else [t]


@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_vanish(seed: int) -> None:
    def make(r: Random, w: World):
        g = r.choice((
            func("max", at("p", x) - at("q", x), ZERO), at("p", x) - at("q", x), func("abs", at("f", x) * at("p", x)), at("e", x) * at("p", x),  # noqa: E501
            at("f", x) * at("p", x), at("s", x) * func("max", at("p", x) - at("q", x), ZERO) * func("abs", at("h", n)), body(r, x, (n,)),  # noqa: E501
        ))  # fmt: skip
        facts = {"h": Fact(relation(r.choice(("<=", "==")), integral(g, x), ZERO))}
        goal = relation(r.choice(("==", "==", "<=")), r.choice((g, g, g, replace_points(g, {x: x2}))), ZERO)
        return facts, Have("goal", Fact(goal), rules.Vanish("h", r.choice((x, x, x2))))

    attack(make, seed)


@pytest.mark.parametrize("seed", range(2))
def test_swap(seed: int) -> None:
    def make(r: Random, w: World):
        f = body(r, x, (y,)) * r.choice((at("k", x, y), ONE)) * expression(r, (x, y), 1)
        other = f if r.random() < 0.8 else body(r, x, (y,))
        goal = relation("==", integral(integral(f, y), x), integral(integral(other, x), y))
        facts = {"h": Fact(relation("<=", integral(integral(f, y), x), num(100)))}
        return facts, Have("goal", Fact(goal), rules.Swap(r.choice(((), ("h",)))))

    attack(make, seed)


@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_instantiate(seed: int) -> None:
    def make(r: Random, w: World):
        s = r.choice((event("S", "X"), unit("S", "X")))
        S = at("S", x)
        i = lambda d: integral(d, x)  # noqa: E731
        phi = r.choice((
            relation("<=", i(S * at("p", x)), num(2) * i(S * at("q", x)) + A), relation("<=", i(S * S * at("p", x)), i(S * at("p", x))),
            relation("==", i(S * (ONE - S) * at("p", x)), ZERO), relation("<=", i(S * at("p", x)) * i(S * at("q", x)), i(S * at("p", x))),  # noqa: E501
            relation("!=", i(S * at("p", x)), num(1, 2)), relation("<=", at("g", x2) * i(S * at("p", x)), at("g", x2) * A + ONE),
            relation("<=", i(func("max", S * at("p", x) - num(1, 2), ZERO)), A),
        ))  # fmt: skip
        value = r.choice((
            indicator(relation(">", at("p", x), at("q", x))), at("s", x), at("e", x), num(1, 2), num(2), at("f", x), ONE - at("s", x),
            at("s", x) * at("s", x2), indicator(relation("<=", at("f", x), at("f", x2))), at("e", x) * at("s", x), at("g", x),
            piecewise([(ONE, relation(">", at("p", x), ZERO))]),
        ))  # fmt: skip
        if not s.integer and w.satisfies(Fact(phi, (s,))) and not _for_tests(w, phi, r):
            return None  # the evaluator tries events only
        goal = Substitution(fields={"S": ((x,), value)})(phi)
        return {"h": Fact(phi, (s,))}, Have("goal", Fact(goal), rules.Instantiate("h", "S", (x,), value))

    attack(make, seed)


def _for_tests(w: World, phi: Term, r: Random) -> bool:
    if phi.op == "!=":
        return False
    cells: list[tuple[int, ...]] = [(i,) for i in range(len(w.weights["X"]))]
    for _ in range(20):
        tables = {**w.tables, "S": {c: Fraction(r.randint(0, 4), 4) for c in cells}}
        if not World(w.weights, tables, w.reals).satisfies(Fact(phi)):
            return False
    return all(o not in repr(phi) for o in ("S](point[#1:X]()), at[S",))  # squares: only sampled


@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_pointwise(seed: int) -> None:
    def make(r: Random, w: World):
        points = r.choice(((), (x,), (x, x2), (n,), (x, n)))
        left, right = expression(r, points, 1), expression(r, points, 1)
        if r.random() < 0.3 and points:  # says something of a alone
            left, right = A + at("g", x) if x in points else A + func("abs", at("h", n)), ZERO
        op = next((o for o in ("==", "<=", ">=") if w.satisfies(Fact(relation(o, left, right)))), "<=")
        facts = {"h": Fact(relation(op, left, right))}
        renaming = {p: r.choice((p, p, x, x2, n)) for p in points_of(facts["h"].statement)}
        kept = replace_points(facts["h"].statement, renaming)
        goal = r.choice(
            (
                kept,
                relation("<=", kept.lhs, kept.rhs),
                relation("<=", kept.lhs - kept.rhs, ZERO),
                relation("<=", A, A + ONE),
            )
        )
        if Fact(goal).wrong_in(SETTING):
            return None
        rule = rules.Pointwise((("h", tuple(renaming.items())),))
        premises = (Fact(kept),)  # whether the rule allows it or not
        proof = prove_fact(rule.real(Fact(goal), premises, SETTING), seconds=0.3)
        kind = r.choice((rules.Pointwise, rules.Pointwise, rules.Real))
        return facts, Have("goal", Fact(goal), kind(rule.using, () if isinstance(proof, Unproved) else proof))

    attack(make, seed)


@pytest.mark.parametrize("seed", range(2))
def test_defined(seed: int) -> None:
    def make(r: Random, w: World):
        p, q = at("p", x), at("q", x)
        inner = piecewise([(ZERO, relation("<=", p, ZERO)), (p * p / q, relation(">", q, ZERO))])
        b = r.choice(
            (inner, at("g", x) * inner, piecewise([(inner, relation(">", at("f", x), ZERO))], ZERO), func("abs", inner))
        )
        conditions = [relation(">", p, ZERO), relation("<=", q, ZERO), relation(">", at("f", x), ZERO)]
        chosen = [c for c in conditions if r.random() < 0.7] or conditions[:2]
        never: Term = indicator(chosen[0])
        if len(chosen) == 2:
            never = never * indicator(chosen[1])
        if len(chosen) == 3:
            never = indicator(chosen[2]) * never * indicator(chosen[1])
        facts = {"h": Fact(relation("<=", integral(b, x), num(50)))}
        return facts, Have("goal", Fact(relation("==", never, ZERO)), rules.Defined("h", b, x))

    attack(make, seed)


@pytest.mark.parametrize("seed", range(2))
def test_mass(seed: int) -> None:
    def make(r: Random, w: World):
        f, v = r.choice((("p", x), ("q", x), ("k", y), ("k", x), ("s", x), ("g", x)))
        t = at("k", x, y) if f == "k" else at(f, v)
        goal = relation("==", integral(r.choice((t, t, num(2) * t)), v), r.choice((ONE, ONE, num(2))))
        return {}, Have("goal", Fact(goal), rules.Mass(r.choice((f, "p"))))

    attack(make, seed)


@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_separate(seed: int) -> None:
    """Both halves hold for one c, which is looked for among the values of f."""
    r, accepted = Random(seed), 0
    for _ in range(ROUNDS):
        w = world(r)
        f = r.choice((at("f", x), at("p", x), at("h", n), A, at("p", x) - at("q", x)))
        g = r.choice((at("f", x2), at("g", x2), at("h", n), A, integral(at("g", x) * at("p", x), x), at("f", x)))
        facts = {"h": Fact(relation("<=", f, g))}
        if not w.satisfies(facts["h"]):
            continue
        ctx, c = context(facts), sym("c")
        halves = [Fact(relation("<=", f, c)), Fact(relation("<=", c, g))]
        if check_step(Have("1", halves[0], rules.Separate("h", "c")), ctx) is None:
            assert check_step(Have("2", halves[1], rules.Separate("h", "c")), ctx) is None
            accepted += 1
            values = (
                {number(r) for _ in range(5)}
                | {v for table in w.tables.values() for v in table.values()}
                | {w.reals["a"]}
            )
            values |= {a - b for a in w.tables["p"].values() for b in w.tables["q"].values()}
            assert any(
                all(World(w.weights, w.tables, {**w.reals, "c": v}).satisfies(h) for h in halves) for v in values
            )
    assert accepted >= 5


CITED = ("expectations.markov", "expectations.union_bound", "total_variation.triangle", "expectations.change_of_measure", "expectations.jensen",  # noqa: E501
         "post_processing.hockey_stick")  # fmt: skip


@pytest.mark.parametrize("name", CITED)
def test_cite(name: str) -> None:
    known = LIBRARY[name]

    def make(r: Random, w: World):
        loose = r.choice(((), (), (x2,), (n,)))
        spaces = {s: {"y": "Y"}.get(s, "X") for f in known.setting.fields for s in f.spaces}
        fields, facts = [], {}
        for f in known.setting.fields:
            params = tuple(point(f"v{i}", spaces[s]) for i, s in enumerate(f.spaces))
            fields.append((f.name, params, _value(r, f, params, loose)))
            if f.mass:
                facts[f"mass {f.name}"] = Fact(relation("==", integral(fields[-1][2], params[-1]), ONE))
        reals = tuple(
            (m, r.choice((A, num(1), num(2), num(1, 2), *(at("g", v) for v in loose if v is x2))))
            for m in known.setting.where.names
        )
        for m, v in reals:
            if points_of(v) or v.op == "sym":
                facts[f"positive {m}"] = Fact(relation(">", v, ZERO))
        claim = known.claims[0]
        points = {
            p: p2 for q in (claim, *(f for _, f in known.given)) for p in q.points for p2 in [_landed(r, p, spaces)]
        }
        put = Substitution(dict(reals), points, spaces, {c[0]: (c[1], c[2]) for c in fields})
        given = tuple((label, f"given {label}") for label, _ in known.given)
        facts |= {f"given {label}": Fact(put(f.statement)) for label, f in known.given}
        using = tuple(m for m in facts if not m.startswith("given"))
        step = rules.Cite(name, 0, reals, tuple(fields), tuple(spaces.items()), tuple(points.items()), given, using)
        return facts, Have("goal", Fact(put(claim.statement)), step)

    attack(make, 1, least=1)


def _landed(r: Random, p: Term, spaces: dict[str, str]) -> Term:
    return r.choice((x, x, x2)) if spaces[space_of(p)] == "X" else y


def _value(r: Random, f: Field, params: tuple[Term, ...], loose: tuple[Term, ...]) -> Term:
    if len(params) == 2:
        return at("k", *params)
    v = params[0]
    if f.mass:
        half = num(1, 2)
        return r.choice(
            (
                at("p", v),
                at("q", v),
                half * at("p", v) + half * at("q", v),
                at("g", v),
                num(2) * at("p", v) - at("q", v),
            )
        )
    if f.integer:
        others = [indicator(relation(">", at("f", v), at("f", u))) for u in loose if u is x2]
        return r.choice((at("e", v), indicator(relation(">", at("p", v), A)), at("s", v), *others, *others))
    others = [at("g", v) * at("g", u) if u is x2 else func("abs", at("h", u)) for u in loose]
    return r.choice((at("g", v), at("f", v), A, at("s", v), func("abs", at("f", v)), *others, *others))
