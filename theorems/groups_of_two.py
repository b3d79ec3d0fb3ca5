"""Datasets that are two steps apart: a mechanism on datasets is private for groups of two.

Two neighbouring steps lead from d to d': two(d, d') is 1 only if some dataset e is a neighbour of both, and mid(d, d', .) draws
one. The levels of the two steps add up; of (ε,δ) the second δ is paid for at e^ε.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Instantiate,
    Integrate,
    Pointwise,
    Source,
    Step,
    Tables,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import ApproximateDP, Mechanism, PureDP
from dpsym.objects.language import (
    Event,
    Ge,
    Int,
    Kernel,
    Le,
    Point,
    exp,
    num,
)
from theorems.datasets import A, M, Near, d, log_2, near, other, private, ways, y
from theorems.vocabulary import delta, e_eps, eps

middle = Point("e", like=d)
Two, Between = Event("two", d, other), Kernel("mid", d, other, middle)
two, between = Two.density, Between.density
G = Mechanism(M, Two)
there = two * between
steps_of_two = {
    "first": forall(d, other, middle, Le(there, there * Near(d, middle))),
    "second": forall(d, other, middle, Le(there, there * Near(middle, other))),
}
line = [1, 1, 0, 1, 1, 1, 0, 1, 1]  # 0 ~ 1 ~ 2, and each dataset is its own neighbour
through = [*[1, 0, 0], *[1, 0, 0], *[0, 1, 0], *[1, 0, 0], *[0, 1, 0], *[0, 0, 1], *[0, 1, 0], *[0, 0, 1], *[0, 0, 1]]
three: Tables = {M: [num(n, 7) for n in (4, 2, 1, 2, 4, 1, 1, 4, 2)], Near: line, Two: [1] * 9, Between: through}
one: Tables = {M: [1], Near: [1], Two: [1], Between: [1]}
jump: Tables = {M: [1, 0, 0, 1], Near: [1, 0, 0, 1], Two: [0, 1, 0, 0]}


def two_steps(way: str) -> list[Step]:
    """M(d) <= e^ε M(e) <= e^(2ε) M(d') for all e in between, summed over them."""
    left, right = (d, middle), (middle, other)  # the two steps, as they stand in near
    renamed = {left: {other: middle}, right: {d: middle}}
    names = {left: "first", right: "second"}
    (a, *_), (b, c) = (d, middle, other), (middle, other)
    order = [(left, a, b), (right, b, c)] if way == "PQ" else [(right, c, b), (left, b, a)]
    steps = []
    for number, (link, start, end) in enumerate(order, 1):
        n = f"{way}.{number}"
        near_, from_, to = Near(*link), M(start, y), M(end, y)
        steps += [
            have(
                f"{n}.near",
                forall(*link, y, Le(near_ * from_, near_ * (e_eps * to))),
                by=Pointwise([(f"private.{way}", renamed[link])]),
            ),
            have(
                n,
                forall(d, other, middle, y, Le(there * from_, e_eps * (there * to))),
                by=Pointwise({names[link]: from_, f"{n}.near": there}),
            ),
        ]
    start, end = (M(d, y), M(other, y)) if way == "PQ" else (M(other, y), M(d, y))
    return [
        *steps,
        have(
            f"{way}.both",
            forall(d, other, middle, y, Le(there * start, exp(2 * eps) * (there * end))),
            by=Pointwise({f"{way}.1": 1, f"{way}.2": e_eps}),
        ),
        have(
            f"{way}.sum",
            forall(
                d, other, y, Le(two * start * Int(between, middle), exp(2 * eps) * (two * end) * Int(between, middle))
            ),
            by=Integrate(middle, f"{way}.both"),
        ),
        have(
            f"claim.{way}",
            by=Pointwise({f"{way}.sum": 1, "mid.mass": exp(2 * eps) * (two * end) - two * start}),
        ),
    ]


pure = Theorem(
    title="An ε-DP mechanism is 2ε-DP for datasets that are two steps apart",
    source=Source("dwork-roth", "Theorem 2.2"),
    about=[M, Near, Two, Between],
    where=[Ge(eps, 0)],
    given={"private": PureDP(eps)(A), **steps_of_two},
    claim=PureDP(2 * eps)(G),
    proof=[*two_steps("PQ"), *two_steps("QP")],
    witness=({"eps": 1}, one),
    fails=[
        Variant("with 3ε/2", three, log_2, claim=PureDP(3 * eps / 2)(G)),
        Variant("without privacy", {**three, M: [1, 0, 0, 0, 1, 0, 0, 0, 1]}, {"eps": 1}, drop=private),
        Variant("without a first step", {**jump, Between: [1, 0, 0, 1, 1, 0, 0, 1]}, {"eps": 1}, drop=["first"]),
        Variant("without a second step", {**jump, Between: [1, 0, 1, 0, 1, 0, 0, 1]}, {"eps": 1}, drop=["second"]),
    ],
)

# -- (ε,δ)-privacy: the event of d and d' is an event for each of the two steps ----------------------------------------------

Seen, apex = Event("E", d, other, y), Point("f", like=d)
in_S = Seen.density
most = (1 + e_eps) * delta


def of(x: Term) -> Term:
    """The probability of the event of d and d' at the dataset x."""
    return Int(in_S * M(x, y), y)


def event_steps(way: str) -> list[Step]:
    """M(d) in S <= e^ε M(e) in S + δ <= e^(2ε) M(d') in S + (1 + e^ε) δ, for all e in between, summed over them."""
    links = [("first", (d, middle)), ("second", (middle, other))]
    steps = []
    for number, (name, link) in enumerate(links if way == "PQ" else links[::-1], 1):
        n = f"{way}.{number}"
        start, end = link if way == "PQ" else link[::-1]
        first = name == "first"
        event = Seen(d, apex, y) if first else Seen(apex, other, y)
        (a, b), near_ = ways[way], Near(*link)
        steps += [
            have(
                f"{n}.event",
                forall(d, other, apex, Le(near * Int(event * a, y), near * (e_eps * Int(event * b, y) + delta))),
                by=Instantiate(f"private.{way}", event, at=(d, other, y)),
            ),
            have(
                f"{n}.near",
                forall(d, other, middle, Le(near_ * of(start), near_ * (e_eps * of(end) + delta))),
                by=Pointwise(
                    [(f"{n}.event", {other: middle, apex: other} if first else {d: middle, apex: d})],
                ),
            ),
            have(
                n,
                forall(d, other, middle, Le(there * of(start), there * (e_eps * of(end) + delta))),
                by=Pointwise({name: of(start), f"{n}.near": there}),
            ),
        ]
    start, end = (d, other) if way == "PQ" else (other, d)
    bound = exp(2 * eps) * of(end) + most
    return [
        *steps,
        have(
            f"{way}.both",
            forall(d, other, middle, Le(there * of(start), there * bound)),
            by=Pointwise({f"{way}.1": 1, f"{way}.2": e_eps}),
        ),
        have(
            f"{way}.sum",
            forall(d, other, Le(two * of(start) * Int(between, middle), two * bound * Int(between, middle))),
            by=Integrate(middle, f"{way}.both", constants=[of(d), of(other)]),
        ),
        have(
            f"claim.{way}",
            by=Pointwise({f"{way}.sum": 1, "mid.mass": two * bound - two * of(start)}),
        ),
    ]


approximate = Theorem(
    title="An (ε,δ)-DP mechanism is (2ε, (1 + e^ε) δ)-DP for datasets that are two steps apart",
    source=Source("brown", "Exercise 7.2"),
    about=[M, Near, Two, Between, Seen],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"private": ApproximateDP(eps, delta)(A), **steps_of_two},
    claim=ApproximateDP(2 * eps, most)(G),
    proof=[*event_steps("PQ"), *event_steps("QP")],
    witness=({"eps": 1, "delta": 0}, {**one, Seen: [1]}),
    fails=[
        Variant(
            "without privacy",
            {**jump, Near: [1] * 4, Between: [1, 0] * 4, Seen: [1, 0] * 4},
            {"eps": 1, "delta": num(1, 10)},
            drop=private,
        ),
        Variant(
            "without a first step",
            {**jump, Between: [1, 0, 0, 1, 1, 0, 0, 1], Seen: [1, 0] * 4},
            {"eps": 1, "delta": num(1, 10)},
            drop=["first"],
        ),
        Variant(
            "without a second step",
            {**jump, Between: [1, 0, 1, 0, 1, 0, 0, 1], Seen: [1, 0] * 4},
            {"eps": 1, "delta": num(1, 10)},
            drop=["second"],
        ),
    ],
)
