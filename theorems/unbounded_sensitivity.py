"""Queries that no noise makes private: a mean or a median of any numbers moves as far as one likes."""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import (
    Integrate,
    Pointwise,
    Real,
    Source,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Abs,
    Eq,
    Ge,
    Gt,
    Indicator,
    Int,
    Le,
    Lt,
    Query,
    Symbol,
    num,
)
from theorems.databases import S, T, W, i, s, t, w
from theorems.sensitivity import D, d, marked
from theorems.vocabulary import half

mean_unbounded = Formula(
    title="The mean of any numbers changes by more than any bound: a row 0 becomes n(B + 1)",
    source=Source("cummings", "Section 2.1, 4"),
    claim="abs((r + n*(B + 1))/n - (r + 0)/n) > B",
    where=["n in integers", "n >= 1", "B > 0"],
)

# A median a of the values of the rows: at least half of them are at most a, and at least half are at least a.

k, v, a_, c_ = Symbol("k"), Symbol("v"), Symbol("a"), Symbol("c")


def median(name: str, value: Term, at: Term) -> dict[str, Term]:
    return {
        f"{name}.low": Ge(Int(Indicator(Le(value, at)) * w, i), half),
        f"{name}.high": Ge(Int(Indicator(Ge(value, at)) * w, i), half),
    }


median_moves = Theorem(
    title="Of 2k + 1 rows k + 1 are v > 0, and after a change k, the others are 0: the median falls from v to 0",
    source=Source("cummings", "Section 2.1, 4"),
    about=[W, S, T],
    where=[Ge(k, 0), Gt(v, 0)],
    given={
        "before": Eq(Int(s * w, i), (k + 1) / (2 * k + 1)),
        "after": Eq(Int(t * w, i), k / (2 * k + 1)),
        **median("x", v * s, a_),
        **median("y", v * t, c_),
    },
    claim={"x": Eq(a_, v), "y": Eq(c_, 0)},
    proof=[
        have(
            "x.less.in",
            forall(i, Le(Indicator(Lt(a_, v)) * (Indicator(Le(v * s, a_)) * w), w - s * w)),
            by=Pointwise(cases=[Lt(a_, v), Ge(s, 1), Le(v * s, a_)]),
        ),
        have(
            "x.less",
            Le(Indicator(Lt(a_, v)) * Int(Indicator(Le(v * s, a_)) * w, i), Int(w, i) - Int(s * w, i)),
            by=Integrate(i, "x.less.in"),
        ),
        have("x.odds", Lt(1 - (k + 1) / (2 * k + 1), half), by=Real()),
        have("a>=v", Ge(a_, v), by=Real(["x.less", "w.mass", "before", "x.low", "x.odds"], cases=[Lt(a_, v)])),
        have(
            "x.more.in",
            forall(i, Le(Indicator(Gt(a_, v)) * (Indicator(Ge(v * s, a_)) * w), 0)),
            by=Pointwise(cases=[Gt(a_, v), Ge(v * s, a_)]),
        ),
        have(
            "x.more",
            Le(Indicator(Gt(a_, v)) * Int(Indicator(Ge(v * s, a_)) * w, i), 0),
            by=Integrate(i, "x.more.in"),
        ),
        have("a<=v", Le(a_, v), by=Real(["x.more", "x.high"], cases=[Gt(a_, v)])),
        have("x", by=Real(["a>=v", "a<=v"])),
        have(
            "y.more.in",
            forall(i, Le(Indicator(Gt(c_, 0)) * (Indicator(Ge(v * t, c_)) * w), t * w)),
            by=Pointwise(cases=[Gt(c_, 0), Ge(t, 1), Ge(v * t, c_)]),
        ),
        have(
            "y.more",
            Le(Indicator(Gt(c_, 0)) * Int(Indicator(Ge(v * t, c_)) * w, i), Int(t * w, i)),
            by=Integrate(i, "y.more.in"),
        ),
        have("y.odds", Lt(k / (2 * k + 1), half), by=Real()),
        have("c<=0", Le(c_, 0), by=Real(["y.more", "after", "y.high", "y.odds"], cases=[Gt(c_, 0)])),
        have(
            "y.less.in",
            forall(i, Le(Indicator(Lt(c_, 0)) * (Indicator(Le(v * t, c_)) * w), 0)),
            by=Pointwise(cases=[Lt(c_, 0), Le(v * t, c_)]),
        ),
        have(
            "y.less",
            Le(Indicator(Lt(c_, 0)) * Int(Indicator(Le(v * t, c_)) * w, i), 0),
            by=Integrate(i, "y.less.in"),
        ),
        have("c>=0", Ge(c_, 0), by=Real(["y.less", "y.low"], cases=[Lt(c_, 0)])),
        have("y", by=Real(["c<=0", "c>=0"])),
    ],
    witness=({"k": 1, "v": 1, "a": 1, "c": 0}, {W: [num(1, 3)] * 3, S: [1, 1, 0], T: [1, 0, 0]}),
    fails=[
        Variant(
            "with one more v",
            {W: [num(1, 3)] * 3, S: [1, 1, 0], T: [1, 1, 0]},
            {"k": 1, "v": 1, "a": 1, "c": 1},
            drop=["after"],
        ),
    ],
)

Before, After = Query("x", i), Query("y", i)

median_unbounded = Falsehood(
    title="The median of numbers in [0, 1000] changes by at most 999 when one of three rows is changed",
    source=Source("cummings", "Section 2.1, 4"),
    about=[W, Before, After, D],
    given={
        "rows": forall(i, Eq(w, num(1, 3))),
        "one row": Le(3 * marked, 1),
        "other rows": forall(i, Eq((1 - d) * (Before.density - After.density), 0)),
        "x": forall(i, Le(Abs(Before.density - 500), 500)),
        "y": forall(i, Le(Abs(After.density - 500), 500)),
        **median("before", Before.density, a_),
        **median("after", After.density, c_),
    },
    claim=Le(Abs(a_ - c_), 999),
    values={W: [num(1, 3)] * 3, Before: [0, 1000, 1000], After: [0, 0, 1000], D: [0, 1, 0]},
    params={"a": 1000, "c": 0},
    why="0, 1000, 1000 becomes 0, 0, 1000: the median moves by the whole range, whatever it is (median_moves).",
)
