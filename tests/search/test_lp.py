"""The exact simplex against the enumeration of all vertices, and its edge cases."""

from __future__ import annotations

from itertools import combinations

from flint import fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.search.techniques.lp import INFEASIBLE, LIMIT, OPTIMAL, UNBOUNDED, Vector, solve
from tests.helpers.lengths import drawn

SMALL = st.integers(-3, 3)


def vertex(columns: list[list[int]], b: list[int], chosen: tuple[int, ...]) -> list[fmpq] | None:
    """The solution supported by the chosen columns, if they are independent and it is nonnegative."""
    rows, n = len(b), len(chosen)
    matrix = fmpq_mat(rows, n + 1, [x for i in range(rows) for x in [*(columns[j][i] for j in chosen), b[i]]])
    reduced, rank = matrix.rref()
    pivots = [next((k for k in range(n + 1) if reduced[i, k] != 0), None) for i in range(rank)]
    if pivots != list(range(n)):
        return None
    values = [reduced[i, n] for i in range(n)]
    return values if all(v >= 0 for v in values) else None


def least_cost(columns: list[list[int]], b: list[int], costs: list[int]) -> fmpq | None:
    """The cheapest vertex, by trying them all."""
    best = None
    for size in range(min(len(b), len(columns)) + 1):
        for chosen in combinations(range(len(columns)), size):
            values = vertex(columns, b, chosen)
            if values is not None:
                cost = sum((costs[j] * v for j, v in zip(chosen, values, strict=True)), fmpq(0))
                best = cost if best is None or cost < best else best
    return best


def as_vector(entries: list[int]) -> Vector:
    return {i: fmpq(a) for i, a in enumerate(entries) if a}


@st.composite
def programs(draw: st.DrawFn) -> tuple[list[list[int]], list[int], list[int]]:
    rows, n = draw(st.integers(1, 4)), draw(st.integers(0, 6))
    columns = [[draw(SMALL) for _ in range(rows)] for _ in range(n)]
    return columns, [draw(SMALL) for _ in range(rows)], [draw(st.integers(0, 5)) for _ in range(n)]


@drawn(60, 300, programs())
def test_the_optimum_is_the_cheapest_vertex(program: tuple[list[list[int]], list[int], list[int]]) -> None:
    columns, b, costs = program
    found = solve([as_vector(c) for c in columns], as_vector(b), costs)
    best = least_cost(columns, b, costs)
    if best is None:
        assert found.status == INFEASIBLE
        assert not found.values
        return
    assert found.status == OPTIMAL
    assert all(v > 0 for v in found.values.values())
    for i, target in enumerate(b):
        assert sum((columns[j][i] * v for j, v in found.values.items()), fmpq(0)) == target
    assert sum((costs[j] * v for j, v in found.values.items()), fmpq(0)) == best


@settings(max_examples=50, deadline=None)
@given(programs())
def test_the_same_program_takes_the_same_pivots(program: tuple[list[list[int]], list[int], list[int]]) -> None:
    columns, b, costs = program
    vectors = [as_vector(c) for c in columns]
    assert solve(vectors, as_vector(b), costs) == solve(vectors, as_vector(b), costs)


def test_nothing_to_solve() -> None:
    assert solve([], {}, []).status == OPTIMAL
    assert solve([], {"row": fmpq(1)}, []).status == INFEASIBLE
    assert solve([{"row": fmpq(-1)}], {"row": fmpq(1)}, [1]).status == INFEASIBLE


def test_a_negative_cost_may_be_unbounded() -> None:
    columns: list[Vector] = [{0: fmpq(1)}, {0: fmpq(-1)}]
    assert solve(columns, {0: fmpq(1)}, [-1, 0]).status == UNBOUNDED
    assert solve(columns, {0: fmpq(1)}, [1, 0]).values == {0: fmpq(1)}


def test_the_limit_on_pivots() -> None:
    columns: list[Vector] = [{0: fmpq(1), 1: fmpq(1)}, {0: fmpq(1), 1: fmpq(-1)}]
    target: Vector = {0: fmpq(2), 1: fmpq(1)}
    assert solve(columns, target, [1, 1], max_pivots=1).status == LIMIT
    assert solve(columns, target, [1, 1]).values == {0: fmpq(3, 2), 1: fmpq(1, 2)}


def test_a_degenerate_program_that_cycles_under_careless_rules() -> None:
    """Beale's example: minimise -3/4 x1 + 20 x2 - 1/2 x3 + 6 x4."""
    columns: list[Vector] = [
        {0: fmpq(1, 4), 1: fmpq(1, 2)},
        {0: fmpq(-8), 1: fmpq(-12)},
        {0: fmpq(-1), 1: fmpq(-1, 2), 2: fmpq(1)},
        {0: fmpq(9), 1: fmpq(3)},
        {0: fmpq(1)},
        {1: fmpq(1)},
        {2: fmpq(1)},
    ]
    found = solve(columns, {2: fmpq(1)}, [fmpq(-3, 4), 20, fmpq(-1, 2), 6, 0, 0, 0])
    assert found.status == OPTIMAL
    assert fmpq(-3, 4) * found.values.get(0, fmpq(0)) + fmpq(-1, 2) * found.values.get(2, fmpq(0)) == fmpq(-5, 4)
