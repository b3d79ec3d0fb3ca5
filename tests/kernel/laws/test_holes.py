"""Steps and models that were once accepted though what they say is false: each names the world in which it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from dpsym.kernel.laws import rules
from dpsym.kernel.laws.affine import degree
from dpsym.kernel.laws.chains import Move, continued
from dpsym.kernel.laws.check import check, check_step
from dpsym.kernel.laws.choices import is_event
from dpsym.kernel.laws.context import Context, demand_real
from dpsym.kernel.laws.models import refute
from dpsym.kernel.laws.sight import Sight
from dpsym.kernel.laws.statements import (
    Attained,
    Certificate,
    Fact,
    Have,
    Model,
    Proposition,
    Proved,
    Rule,
    Setting,
    Sharp,
    event,
    law,
    query,
)
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import (
    Substitution,
    at,
    certain_parts,
    fresh,
    hidden_points,
    indicator,
    integral,
    point,
    replace_points,
)
from dpsym.kernel.laws.tightness import tight_goals
from dpsym.kernel.reals.context import Context as RealContext
from dpsym.kernel.reals.points import is_closed
from dpsym.kernel.reals.rules.logic import Sign
from dpsym.kernel.statements import Claim, Domain, Pattern, Range
from dpsym.kernel.statements import Fact as RealFact
from dpsym.kernel.statements import Have as RealHave
from dpsym.kernel.terms import ONE, ZERO, Term, TermError, add, bind, func, neg, node, num, piecewise, relation, sym
from dpsym.kernel.verdicts import Rejected, StepRejected
from dpsym.library.certificates import Shelf
from tests.helpers.refusing import rejects_tight

x, y, n = point("x", "X"), point("y", "Y"), point("n", "N")
a, b, m = sym("a"), sym("b"), sym("m")
p, f, g, h, u, S = at("p", x), at("f", x), at("g", y), at("h", n), at("u", y), at("S", x)
SETTING = Setting(
    Domain((Range("a"),)), (law("p", "X"), query("f", "X"), query("g", "Y"), query("u", "Y"), query("h", "N"))
)


def judge(facts: dict[str, Fact], goal: Term, rule: Rule) -> Rejected | None:
    ctx = Context(Proposition(SETTING, tuple(facts.items()), (Fact(relation("==", ZERO, ZERO)),)), {})
    return check_step(Have("goal", Fact(goal), rule), ctx)


def test_parts_that_cancel_bring_in_no_points() -> None:
    """N null and a = -1: the hypothesis says nothing, and |a| is not a."""
    size, vacuous = func("abs", a), {"n": Fact(relation(">=", a, ZERO * h))}
    goal = relation("==", size * integral(p, x), a * integral(p, x))
    for more in (((h, p), (neg(h), p)), ((ONE, h * p), (neg(ONE), h * p))):
        parts = ((size, p), (neg(a), p), *more)
        assert isinstance(judge(vacuous, goal, rules.Integrate(x, parts, None, ("n",))), Rejected)
    kept = {"a": Fact(relation(">=", a, ZERO))}
    assert judge(kept, goal, rules.Integrate(x, ((size, p), (neg(a), p)), None, ("a",))) is None


def test_an_inner_int_over_a_null_space_needs_no_value() -> None:
    """Y null and f = -1: the inner Int is 0 whatever f is."""
    piece = piecewise([(g, relation(">", f, ZERO))])
    body, never = p * integral(piece, y), relation("==", indicator(relation("<=", f, ZERO)), ZERO)
    known = {"k": Fact(relation("<=", integral(body, x), ONE))}
    assert isinstance(judge(known, never, rules.Defined("k", body, x)), Rejected)
    outer = p * piecewise([(ONE, relation(">", f, ZERO))])
    assert judge({"k": Fact(relation("<=", integral(outer, x), ONE))}, never, rules.Defined("k", outer, x)) is None


def test_a_hypothesis_for_all_events_is_cited_without_points() -> None:
    """X = Y = [0, 1], p = 1, f(x) = x, u(y) = y: for each S almost all y are not P(S), but every y is P(f <= y)."""

    def statement(of: Term) -> tuple[Fact, Term]:
        below = indicator(relation("<=", f, of))
        hypothesis = Fact(relation("!=", integral(S * p, x), of), (event("S", "X"),))
        return hypothesis, relation("!=", integral(below * p, x), of)

    fields = (law("p", "X"), query("f", "X"))
    given, claim = statement(b)
    known = Proposition(Setting(Domain((Range("b"),)), fields), (("h", given),), (Fact(claim),))
    model = Model((("b", num(1, 2)),), (("X", 1),), (("p", (ONE,)), ("f", (ONE,))))
    step = Have("goal", Fact(claim), rules.Instantiate("h", "S", (x,), indicator(relation("<=", f, b))))
    assert isinstance(check(Certificate(known, (step,), model)), Proved)

    mass = Have("mass", Fact(relation("==", integral(p, x), ONE)), rules.Mass("p"))
    for of, where, more in ((u, Domain(), (query("u", "Y"),)), (a, Domain((Range("a"),)), ())):
        given, claim = statement(of)
        cite = rules.Cite(
            "known", 0, (("b", of),), (("p", (x,), p), ("f", (x,), f)), given=(("h", "h"),), using=("mass",)
        )
        ours = Proposition(Setting(where, fields + more), (("h", given),), (Fact(claim),))
        model = Model((("a", num(1, 2)),) if of is a else (), (("X", 1), ("Y", 1)), (("p", (ONE,)), ("f", (ONE,)),
                      *((("u", (num(1, 2),)),) if of is u else ())))  # fmt: skip
        result = check(Certificate(ours, (mass, Have("goal", Fact(claim), cite)), model), {"known": known})
        assert isinstance(result, Rejected if of is u else Proved)


def test_a_tight_model_gives_integers_for_integers() -> None:
    """m (1 - m) <= 1/4 is attained at 1/2, which is no integer."""
    setting = Setting(Domain((Range("m", ZERO, ONE, False, False, True),)), (law("p", "X"),))
    claim = relation("<=", m * (ONE - m) * integral(p, x), num(1, 4) * integral(p, x))
    loose = Proposition(setting, (), (Fact(claim),))
    half = Attained(Domain(), Model((("m", num(1, 2)),), (("X", 1),), (("p", (ONE,)),)), ())
    for goals in range(8):
        assert isinstance(rejects_tight(loose, half, ((),) * goals), Rejected)
    exact = Proposition(setting, (), (Fact(relation("<=", m * (ONE - m) * integral(p, x), ZERO)),))
    one = Attained(Domain(), Model((("m", ONE),), (("X", 1),), (("p", (ONE,)),)), ())
    assert any(rejects_tight(exact, one, ((),) * goals) is None for goals in range(8))


def test_numbers_in_models_and_ranges_are_no_terms_about_laws() -> None:
    """A point where a number should be is refused; it once reached the arithmetic, which crashed."""
    prop = Proposition(SETTING, (), (Fact(relation("<=", integral(f * p, x), a)),))
    for strange in (f, x, integral(p, x), ONE / at("p", x)):
        sizes = tuple((space, 1) for space in "XYN")
        tables = (("p", (ONE,)), ("f", (strange,)), ("g", (ZERO,)), ("u", (ZERO,)), ("h", (ZERO,)))
        for params in ((("a", strange),), (("a", ZERO),)):
            model = Model(params, sizes, tables)
            proof = (Have("goal", prop.claims[0], rules.Mass("p")),)
            for goals in range(8):
                tight = (Attained(Domain(), model, ()), ((),) * goals)
                assert isinstance(check(Certificate(prop, proof, model, (), (tight,))), Rejected)
                assert isinstance(rejects_tight(prop, *tight), Rejected)
            assert isinstance(refute(prop, model), Rejected)
    for end in (integral(p, x), at("p", x)):
        with pytest.raises(TermError):
            Setting(Domain((Range("a", end, None, False),)), SETTING.fields)


def test_an_instance_keeps_the_points_of_its_fact() -> None:
    """N null and a = 5: the hypothesis says nothing, and 1 + a is not at most 1."""
    every = {"h": Fact(relation("<=", at("T", n) + a, ONE), (event("T", "N"),))}
    for value, right in ((ONE, False), (num(1, 2), False), (indicator(relation(">", h, ZERO)), True)):
        found = judge(every, relation("<=", value + a, ONE), rules.Instantiate("h", "T", (n,), value))
        assert found is None if right else isinstance(found, Rejected)


def test_a_cited_claim_keeps_its_points() -> None:
    """N null and a = -1: what holds for almost all points of N says nothing of a."""
    z, fields = point("z", "Z"), (query("F", "Z"), query("G", "Z"))
    F, G = at("F", z), at("G", z)
    given, claim = Fact(relation(">=", F + ZERO * G, ZERO)), Fact(relation(">=", F, ZERO))
    known = Proposition(Setting(Domain(), fields), (("h", given),), (claim,))
    for first, right in ((a, False), (a + h, True)):
        facts = {"h": Fact(relation(">=", first + ZERO * h, ZERO))}
        chosen = (("F", (n,), first), ("G", (n,), h))
        cite = rules.Cite("known", 0, (), chosen, (("Z", "N"),), ((z, n),), (("h", "h"),))
        ctx = Context(Proposition(SETTING, tuple(facts.items()), (Fact(relation("==", ZERO, ZERO)),)), {"known": known})
        found = check_step(Have("goal", Fact(relation(">=", first, ZERO)), cite), ctx)
        assert found is None if right else isinstance(found, Rejected)


STRANGE = {"an Int": integral(ONE, n), "a field": at("p", x), "a field in a sum": ONE + at("p", x)}


@pytest.mark.parametrize("name", STRANGE)
def test_no_statement_about_numbers_has_a_term_about_laws(name: str) -> None:
    """What is given to the real kernel cannot be built with one. Int(Integral(1, (k, a, 0)), n) <= 5 as a condition once said that
    the inner integral has a value, which over a null space it need not have: a <= 0 was proved for all a >= 0."""
    t = STRANGE[name]
    real = Domain((Range("a"),))
    makers = [
        lambda: Range("b", t, None, False),
        lambda: Domain(real.ranges, (relation("<=", t, a),)),
        lambda: Claim(real, (relation("<=", t, a),), a, "<=", a),
        lambda: Claim(real, (), a, "<=", t),
        lambda: RealFact(real, relation("<=", a, t)),
        lambda: Pattern(real, "a", t, (1,)),
    ]
    for make in makers:
        with pytest.raises(TermError, match="found"):
            make()
    assert RealContext().undefined(t, real) is not None
    assert RealContext().undefined(a, real) is None


def test_a_rule_about_numbers_does_not_look_at_a_term_about_laws() -> None:
    """A multiplier that has no value for the real kernel: 0 * p(x) is not 0 there, nor anything else."""
    goal = RealFact(Domain((Range("a", ZERO, None, False),)), relation(">=", a, ZERO))
    fine, strange = (RealHave("s", goal, Sign(a + k * ZERO)) for k in (ONE, at("p", x)))
    demand_real((fine,), goal)
    with pytest.raises(StepRejected):
        demand_real((strange,), goal)


def test_a_point_does_not_bear_the_name_of_a_symbol() -> None:
    """p(a) with a point a and the symbol a would print as one."""
    twin = at("p", point("a", "X"))
    assert Fact(relation(">=", twin, ZERO)).wrong_in(SETTING)
    assert Fact(relation(">=", p, ZERO)).wrong_in(SETTING) is None


def doubled(make: Callable[[Term, Term], Term], t: Term, times: int = 60) -> Term:
    for _ in range(times):
        t = make(t, t)
    return t


def test_shared_parts_are_looked_at_once() -> None:
    """Terms that are small as graphs and beyond all bounds as trees."""
    sight = Sight(SETTING)
    assert not sight.finite(integral(doubled(lambda s, t: func("max", s, t), f * p), x))
    with pytest.raises(StepRejected, match="product"):
        sight.finite(integral(doubled(lambda s, t: s * t, f), x))
    with pytest.raises(StepRejected, match="product"):
        sight.finite(integral(f * doubled(lambda s, t: s * t, ONE), x))
    events = Setting(Domain(), (event("S", "X"),))
    assert is_event(doubled(lambda s, t: func("max", s, t), S), events)
    assert not is_event(doubled(lambda s, t: func("max", s, t), S * num(2)), events)


BOUND, FRESH = node("point", (), "#1:Y"), fresh("Y", 0)


@pytest.mark.parametrize("hidden", [BOUND, FRESH])
def test_a_point_that_no_author_can_write_is_in_no_rule_and_no_choice(hidden: Term) -> None:
    """With the bound point of Int(k(x, y), y) as a parameter, y was put for it: Int(k(x, y)) <= 1 over the whole space was proved."""
    kernel, s = law("k", "X", "Y"), unit("s", "X", "Y")
    total = integral(at("k", x, y), y)
    goal = Fact(relation("<=", node("Int", (at("k", x, y),), "#1:Y"), ONE))
    everywhere = Fact(relation("<=", at("r", x, y), ONE), (unit("r", "X", "Y"),))
    ctx = Context(Proposition(Setting(Domain(), (kernel, s)), (("all", everywhere),), (goal,)), {})
    assert check_step(Have("m", Fact(relation("==", total, ONE)), rules.Mass("k")), ctx) is None
    wrong = check_step(Have("bad", goal, rules.Instantiate("all", "r", (x, hidden), total, ("m",))), ctx)
    assert isinstance(wrong, Rejected)
    assert "an author can write" in wrong.expected
    right = Fact(relation("<=", at("s", x, y), ONE))
    assert check_step(Have("good", right, rules.Instantiate("all", "r", (x, y), at("s", x, y), ())), ctx) is None
    place = rules.Cite("t", points=((x, x), (y, hidden)))
    assert hidden_points(place) == {hidden}
    assert hidden_points((("s", (x, hidden), total),)) == {hidden}
    assert not hidden_points(rules.Cite("t", points=((x, x), (y, y))))
    with pytest.raises(TermError, match="expected terms"):
        hidden_points(rules.Cite)


def test_what_is_chosen_has_points_of_authors() -> None:
    certificate = Shelf().theorem("randomized_response.representation")
    assert isinstance(certificate, Certificate)
    assert isinstance(check(certificate), Proved)
    name, params, term = certificate.choice[0]
    moved = {p: fresh(p.name.partition(":")[2], 9) for p in params}
    other = (name, tuple(moved.values()), replace_points(term, moved))
    wrong = check(replace(certificate, choice=(other, *certificate.choice[1:])))
    assert isinstance(wrong, Rejected)
    assert "an author can write" in wrong.expected


def test_bound_points_are_not_replaced() -> None:
    for values in ({BOUND: y}, {y: BOUND}):
        with pytest.raises(TermError, match="no Int binds"):
            replace_points(at("k", x, y), values)


def test_a_value_about_laws_is_no_point_of_a_domain() -> None:
    assert not is_closed(integral(p, x))
    assert is_closed(ONE)


def test_an_int_over_another_space_says_nothing() -> None:
    """That N has finite measure does not show that X has."""
    setting = Setting(Domain((Range("a"),)), (unit("S", "X"), unit("T", "N")))
    known = Fact(relation("<=", integral(ONE, n), a))
    assert Sight(setting, [known]).finite(integral(at("T", n), n))
    assert not Sight(setting, [known]).finite(integral(S, x))


def test_a_condition_with_an_index_of_the_kernel_is_refused() -> None:
    """The real symbols that stand for fields are called `_1`, `_2`, ...: an index must not be."""
    for index, fine in (("i", True), ("_1", False)):
        where = Domain((Range("a"),), (relation(">=", bind("Sum", a - sym(index), index, ZERO, num(3)), ZERO),))
        if fine:
            assert Setting(where)
        else:
            with pytest.raises(TermError, match="expected names"):
                Setting(where)


def test_a_rule_is_made_of_tuples_texts_numbers_and_terms() -> None:
    """A list, a dict or an iterator was not looked into, and could be read once for the check and never again."""
    for odd in ([(x, FRESH)], {x: FRESH}, iter([(x, FRESH)]), {x}):
        with pytest.raises(TermError, match="expected terms, texts"):
            hidden_points(rules.Cite("t", points=odd))  # type: ignore[arg-type]


def test_a_field_does_not_bear_the_name_of_a_symbol() -> None:
    with pytest.raises(TermError, match="declared twice"):
        Setting(Domain((Range("a"),)), (query("a", "X"),))


def test_pieces_there_must_be() -> None:
    with pytest.raises(TermError, match="found no pieces"):
        piecewise([])


def nested(depth: int) -> Term:
    """Its parts are shared: as a tree it has 2**depth Ints."""
    t: Term = ONE
    for _ in range(depth):
        t = integral(p * t, x) + integral(at("r", x) * t, x)
    return t


@pytest.mark.parametrize("depth", [3, 60])
def test_ints_that_are_shared_are_walked_once(depth: int) -> None:
    """With points named by how deep an Int stands one term was another one on each way to it, and no walk came to its end."""
    put = Substitution(spaces={"X": "Y"}, fields={"p": ((x,), at("q", x))})
    expected: Term = ONE
    for _ in range(depth):
        expected = integral(at("q", y) * expected, y) + integral(at("r", y) * expected, y)
    assert put(nested(depth)) is expected
    moved = continued(nested(depth), (Move("p", "p", "k"), Move("r", "r", "k")), x, y)
    expected = ONE
    for _ in range(depth):
        one, two = (at(law, x) * at("k", x, y) for law in ("p", "r"))
        expected = integral(integral(one * expected, y), x) + integral(integral(two * expected, y), x)
    assert moved is expected


def test_substitution_names_no_int_like_one_around_it() -> None:
    """Int over x of k(x, y) under Int over y of the same space: neither is taken for the other."""
    z = point("z", "X")
    t = integral(integral(at("k", x, z), z) * at("k", x, x), x) + integral(at("k", x, z), z)
    assert Substitution()(t) is t
    swapped = Substitution(fields={"k": ((x, z), at("k", z, x))})
    inner = integral(integral(at("k", x, z), z), x)
    assert swapped(inner) is integral(integral(at("k", z, x), z), x)
    assert swapped(inner) is not inner


@pytest.mark.parametrize("word", ["not", "and", "in", "True", "reals", "oo"])
def test_words_of_a_claim_are_no_names(word: str) -> None:
    """An event called `not` was printed as `not(x) <= 1`."""
    with pytest.raises(TermError):
        event(word, "X")
    with pytest.raises(TermError):
        query("f", word)


@pytest.mark.parametrize("word", ["not", "pi", "E"])
def test_a_point_has_no_name_of_a_number(word: str) -> None:
    """p(pi) <= pi spoke of a point and of a number."""
    assert event("E", "X").name == "E"
    with pytest.raises(TermError):
        point(word, "X")
    with pytest.raises(TermError):
        point("x", word)
    loose = node("point", (), f"{word}:X")  # as it is read from a file
    assert hidden_points(at("p", loose)) == {loose}
    assert Fact(relation("<=", at("p", loose), ONE)).wrong_in(SETTING) is not None


def test_a_space_has_no_primes() -> None:
    """X' printed as a point of the space X: Int(Int(1, X'), X) was the text of two statements."""
    for wrong in (lambda: point("x", "X'"), lambda: point("x'"), lambda: law("p", "X'"), lambda: query("f", "X", "Y'")):
        with pytest.raises(TermError, match="expected"):
            wrong()
    assert point("x'", "X").value == "x':X"
    over = node("Int", (ONE,), "#1:X'")
    assert "of no field" in (Fact(relation("==", over, ONE)).wrong_in(SETTING) or "")


def test_what_is_copied_is_counted_before() -> None:
    """One fact at many points, or one term for a field at many points: the product of two lengths was written out."""
    long = Fact(relation(">=", add(*(f * num(k) for k in range(1, 5000))), ZERO))
    using = (("long", ((x, x),)),) * 50
    wrong = judge({"long": long}, relation(">=", f, f), rules.Pointwise(using))
    assert wrong is not None
    assert "terms to be copied" in wrong.found
    put = Substitution(fields={"g": ((y,), long.statement.lhs)})
    places = add(*(at("g", point(f"y{k}", "Y")) for k in range(50)))
    with pytest.raises(TermError, match="terms to be copied"):
        put(places)


def test_what_is_found_of_a_shared_term_is_found_once_however_many_parts_it_has() -> None:
    """More parts than a cache held made a walk of the graph one of the tree: 2^60 steps for each of these."""
    many = [add(*map(num, range(64 * k, 64 * k + 64))) for k in range(80)] + [num(k) for k in range(6000)]
    t = f
    for _ in range(60):
        t = add(t, *many, t)
    assert degree(t, f.name) == 1
    assert degree(t * t, f.name) == 2
    assert t.points == {str(x.value)}
    assert (t.height, integral(t, x).height, integral(t, x).points) == (0, 1, frozenset())


def test_parts_are_listed_for_whole_statements_only() -> None:
    """A set for each part of a statement of n parts, n^2 in all: 94 kB took 3 GB."""
    certain_parts.cache_clear()
    t = f
    for k in range(200):
        t = t + num(k)
    assert len(certain_parts(relation("<=", t, ZERO))) == 401
    assert certain_parts.cache_info().currsize == 1


def test_a_model_has_each_name_once() -> None:
    """With two values for a symbol, or two tables for a field, the last one counted and both were printed."""
    domain = Domain((Range("a"),))
    prop = Proposition(Setting(domain, (query("f", "X"),)), (), (Fact(relation("<=", sym("a"), ZERO)),))
    fine = Model((("a", ONE),), (("X", 1),), (("f", (ZERO,)),))
    assert not isinstance(refute(prop, fine), Rejected)
    for part in ("params", "sizes", "fields"):
        twice = replace(fine, **{part: getattr(fine, part) * 2})
        assert isinstance(refute(prop, twice), Rejected)


def test_only_rules_of_the_kernel_are_followed() -> None:
    class Anything(rules.LawRule):
        def conclude(self, step: object) -> None:
            """Nothing is asked."""

    assert judge({}, relation("<=", ONE, ZERO), Anything()) is not None


def test_no_point_bears_the_name_of_another_space() -> None:
    """Printed as *for all Y: Int(1, Y') + 0*p(Y) == 2*, with Y a point of X: what Int binds is one of Y, and reads as one of X."""
    size = integral(ONE, y)
    given, fields = (("size", Fact(relation("==", size, num(2)))),), (law("p", "X"), query("g", "Y"))
    for name in ("Y", "Y'"):
        named = Fact(relation("==", size + ZERO * at("p", point(name, "X")), num(2)))
        with pytest.raises(TermError, match="called like a symbol or another space"):
            Proposition(Setting(fields=fields), given, (named,))
    for free in (point("Y'", "Y"), point("z", "Y")):  # one like it, or a name that is that of no space
        Proposition(Setting(fields=fields), given, (Fact(relation("==", size + ZERO * at("g", free), num(2))),))


def test_an_int_is_over_a_space_that_is_declared() -> None:
    """Nothing printed would say what the points of any other are."""
    for body in (ONE, p):
        with pytest.raises(TermError, match="point of no field"):
            Proposition(SETTING, (), (Fact(relation("==", integral(body, point("w", "W")) + ZERO * p, ONE)),))


def test_a_tight_model_has_no_symbols_but_those_it_is_for() -> None:
    """With m = 1/2 and f = [m] it was printed as f = [1/2], and accepted for any f; so was f = [1/0], of which nothing was asked."""
    setting = Setting(Domain((Range("m"),)), (law("p", "X"), query("f", "X")))
    claim = Proposition(setting, (), (Fact(relation("<=", m * integral(p, x), m)),))
    for value, where in (
        (m, Domain()),
        (sym("z"), Domain()),
        (m / (m - m), Domain((Range("m"),))),
        (num(1) / num(0), Domain()),
    ):
        half, at_two = Model((("m", num(1, 2)),), (("X", 1),), (("p", (ONE,)), ("f", (value,)))), (("m", num(2)),)
        tight = Attained(where, half, at_two if where.names else ())
        assert all(isinstance(rejects_tight(claim, tight, ((),) * goals), Rejected) for goals in range(8))
    nowhere = Attained(Domain(), Model((("m", num(1) / num(0)),), (("X", 1),), (("p", (ONE,)), ("f", (ZERO,)))), ())
    free = Proposition(setting, (), (Fact(relation("<=", integral(p, x), ONE)),))
    assert all(isinstance(rejects_tight(free, nowhere, ((),) * goals), Rejected) for goals in range(8))
    half = Model((("m", num(1, 2)),), (("X", 1),), (("p", (ONE,)), ("f", (ZERO,))))
    assert any(rejects_tight(claim, Attained(Domain(), half, ()), ((),) * goals) is None for goals in range(8))


def test_a_tight_model_has_no_symbol_with_the_name_of_something_else() -> None:
    """Printed as *exceeds each a by a = 1/2, p = [max(0, (1 + a)/2), ...]*: with a = 1/2 that is 3/4, which exceeds not each a < 1."""
    setting = Setting(Domain((Range("a", ZERO, ONE, False, False),)), (law("p", "X"), event("S", "X")))
    claim = Proposition(setting, (), (Fact(relation("<=", integral(S * p, x), ONE)),))

    def judged(name: str, value: Term, where: Domain, bound: str | None = None) -> set[str]:
        weight = func("max", ZERO, (ONE + sym(name)) * num(1, 2)) if bound else ONE + ZERO * sym(name)
        table = Model((("a", value),), (("X", 2),), (("p", (weight, ONE - weight)), ("S", (ONE, ZERO))))
        point = tuple((r.name, ZERO) for r in where.ranges)
        sharp = Sharp(where, table, (*point, (bound, ZERO)), bound) if bound else Attained(where, table, point)
        wrong = rejects_tight(claim, sharp, ((),) * len(tight_goals(claim, sharp)))
        return set() if wrong is None else {wrong.expected}

    own = Domain((Range("a", ZERO, ONE, False, False),))
    named = {"such as are no fields, and symbols of the statement only where they stand for themselves"}
    assert judged("a", num(1, 2), Domain(), "a") == judged("p", num(1, 2), Domain(), "p") == named
    assert judged("a", ONE - a, own) == judged("p", num(1, 2), Domain((Range("p"),))) == named
    assert judged("a", a, own) == judged("b", num(1, 2), Domain((Range("b"),))) == set()
    assert judged("b", num(1, 2), Domain(), "b") != named  # but that lhs > b has no proof here
