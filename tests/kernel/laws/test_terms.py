"""Terms about laws: names of bound points do not matter, and no substitution captures."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsym.kernel.laws.terms import (
    Substitution,
    at,
    certain_integrals,
    ill_formed,
    indicator,
    integral,
    opened,
    point,
    points_of,
    pos,
)
from dpsym.kernel.terms import ONE, ZERO, Term, TermError, num, piecewise, relation, sym
from tests.helpers.worlds import World

x, y, z = point("x"), point("y", "x"), point("z", "x")
p, q = at("p", x), at("q", x)
SPACES = {"p": ("x",), "q": ("x",), "k": ("x", "x")}


def test_bound_points_have_no_names() -> None:
    assert integral(at("p", x), x) is integral(at("p", y), y)
    assert integral(integral(at("k", x, y), y), x) is integral(integral(at("k", y, x), x), y)
    assert integral(integral(at("k", x, y), y), x) is not integral(integral(at("k", x, y), x), y)
    assert points_of(integral(at("k", x, y), y)) == {x}


def test_opening_undoes_integrating() -> None:
    body = at("k", x, y) * integral(at("k", y, x), x)
    assert opened(integral(body, y), z) is at("k", x, z) * integral(at("k", z, y), y)


def test_substitution_does_not_capture() -> None:
    t = integral(at("p", x), x)
    inner = integral(at("k", x, y), y)  # a term with an Int of its own, at x
    assert Substitution(fields={"p": ((x,), inner)})(t) is integral(integral(at("k", x, y), y), x)
    free = at("k", x, y)  # y stays free, although the Int in t may have been written with y
    put = Substitution(fields={"p": ((x,), free)})(integral(at("p", y), y))
    assert put is integral(at("k", z, y), z)
    assert points_of(put) == {y}


def test_real_symbols_may_become_terms_with_ints() -> None:
    t = integral(sym("a") * p, x)
    put = Substitution(reals={"a": integral(q, x)})(t)
    assert put is integral(integral(at("q", y), y) * p, x)


def test_spaces_change() -> None:
    u = point("u", "U")
    put = Substitution(spaces={"x": "U"}, fields={"p": ((u,), at("r", u))})(integral(p, x))
    assert put is integral(at("r", u), u)


@pytest.mark.parametrize("build", [lambda: point("1"), lambda: point("x", "#1"), lambda: at("p"), lambda: at("p", ONE),
                                   lambda: integral(p, ONE), lambda: point(""), lambda: point("x:y")])  # fmt: skip
def test_what_is_no_term_is_refused(build) -> None:
    with pytest.raises(TermError):
        build()


@pytest.mark.parametrize(
    "t", [at("r", x), at("k", x), at("k", x, x), x + 1, sym("b"), integral(p, x).args[0], at("p", point("u"))]
)
def test_ill_formed_terms_are_named(t: Term) -> None:
    assert ill_formed(t, SPACES, ("a",)) is not None


def test_well_formed_terms_are_accepted() -> None:
    assert (
        ill_formed(relation("<=", integral(at("k", x, y) * p, x), sym("a") * pos(at("q", y))), SPACES, ("a",)) is None
    )


def test_ints_in_pieces_may_have_no_value() -> None:
    i, j = integral(p, x), integral(q, x)
    t = piecewise([(i, relation(">", j, ZERO))], ONE)
    assert certain_integrals(relation("<=", t, ONE)) == {j}
    assert certain_integrals(relation("<=", t + i, ONE)) == {i, j}


numbers = st.integers(-2, 2).map(num)


def terms(points: tuple[Term, ...], depth: int = 3) -> st.SearchStrategy[Term]:
    leaf = [numbers, st.just(sym("a")), *(st.just(at(f, v)) for f in "pq" for v in points)]
    leaf += [st.just(at("k", v, w)) for v in points for w in points if v is not w]
    if not depth:
        return st.one_of(leaf)
    inner, fresh = terms(points, depth - 1), point(f"v{depth}", "x")
    pair = st.tuples(inner, inner)
    return st.one_of(
        *leaf,
        pair.map(lambda ab: ab[0] + ab[1]),
        pair.map(lambda ab: ab[0] * ab[1]),
        pair.map(lambda ab: indicator(relation("<=", *ab))),
        terms((*points, fresh), depth - 1).map(lambda t: integral(t, fresh)),
    )


TABLES: dict[str, dict[tuple[int, ...], Fraction]] = {
    "p": {(0,): Fraction(1), (1,): Fraction(-2)},
    "q": {(0,): Fraction(3), (1,): Fraction(1, 2)},
    "k": {(0, 0): Fraction(1), (0, 1): Fraction(2), (1, 0): Fraction(-1), (1, 1): Fraction(5)},
}


@given(terms((x,)), terms((x, y), 2), terms((y,), 2))
def test_substitution_means_what_it_says(t: Term, body: Term, value: Term) -> None:
    """Replacing p by a term with a free point y, and a by a term, is evaluating with other tables."""
    world = World({"x": [Fraction(1), Fraction(2)]}, TABLES, {"a": Fraction(1, 3)})
    put = Substitution(reals={"a": value}, fields={"p": ((x,), body)})(t)
    for i in range(2):
        for j in range(2):
            at_y = {"y:x": j}
            table: dict[tuple[int, ...], Fraction] = {(m,): world.value(body, {**at_y, "x:x": m}) for m in range(2)}
            other = World(world.weights, {**TABLES, "p": table}, {"a": world.value(value, at_y)})
            assert world.value(put, {"x:x": i, **at_y}) == other.value(t, {"x:x": i})
