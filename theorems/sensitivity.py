"""Databases, neighbours, and how far a query moves between neighbours.

A database is a matrix, a row for each person, or a histogram, a count for each kind of row. A histogram forgets the order of the rows,
and nothing else: two matrices with the same histogram are rearrangements of each other.

Neighbours differ by one row that is *changed*, or by one row that is *added or removed*. With g, h the values of a row in [0, 1]
and r the sum over the other rows, n of them:

    query                            change-one                    add/remove
    sum, r + g                       |g − h| <= 1                  |g| <= 1
    mean of n                        |g − h|/n <= 1/n              |r/n − (r + g)/(n + 1)| <= 1/(n + 1), over all sizes 1/2
    histogram, norm ℓ₁               2                             1
    mean or median of any numbers    unbounded                     unbounded

A mean with noise that is scaled to the actual n is not private for add/remove neighbours at any level: the scales differ.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Swap,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Abs,
    Eq,
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    Lt,
    Point,
    Query,
    Symbol,
    Test,
    num,
)
from theorems.instances import of
from theorems.vocabulary import half

# -- databases and neighbours --------------------------------------------------------------------------------------

neighbours = Definition(
    title="Neighbouring databases: change-one, or add/remove",
    source=Source("cummings", "Definition 2"),
    object="dpsym.objects.mechanisms.base.Neighbours",
    examples=of("Neighbours"),
)

adjacent = Definition(
    title="Adjacent datasets: of the same size, different in exactly one place",
    source=Source("brown", "Definition 3.1"),
    object="dpsym.objects.mechanisms.base.Neighbours",
    examples=of("Neighbours"),
)

definition = Definition(
    title="Sensitivity: the supremum of |f(x) − f(y)| over neighbours, for one neighbouring relation and one norm",
    source=Source("cummings", "Definition 3"),
    object="dpsym.objects.mechanisms.queries.Sensitivity",
    examples=of("Sensitivity"),
)

# Rows are the points of a space with equal weights w; s and t say which rows are Yes. The histogram is the fraction of Yes.

i, j = Point("i"), Point("j", like=Point("i"))
W, S, T = Law("w", i), Event("s", i), Event("t", i)
w, s, t = W.density, S.density, T.density
c = Symbol("c")
yes = Int(s * w, i)

order_is_lost = Falsehood(
    title="Databases with the same histogram are the same",
    source=Source("cummings", "Section 1.1"),
    about=[W, S, T],
    given={"histogram": Eq(Int(s * w, i), Int(t * w, i))},
    claim=forall(i, Eq(s, t)),
    values={W: [half, half], S: [1, 0], T: [0, 1]},
    why="[Yes, No] and [No, Yes] have the same histogram: it forgets the order of the rows.",
)

K = Kernel("k", i, j)
tj, wj = T(j), W(j)
moved = s * tj * wj / c + (1 - s) * (1 - tj) * wj / (1 - c)

rearranged = Theorem(
    title="Databases with the same histogram are rearrangements: rows are matched to equal rows, each as often as it occurs",
    source=Source("cummings", "Section 1.1", sharpened=True),
    about=[W, S, T],
    where=[Gt(c, 0), Lt(c, 1)],
    given={"x": Eq(Int(s * w, i), c), "y": Eq(Int(t * w, i), c)},
    exists=[K],
    claim={
        "equal rows": forall(i, j, Eq(K.density * (s - tj), 0)),
        "as often": forall(j, Eq(Int(w * K.density, i), wj)),
    },
    choice={K: moved},
    proof=[
        have("s.most", forall(i, Le(s * (1 - s), 0)), by=Pointwise()),
        have("s.bit", forall(i, Eq(s * (1 - s), 0)), by=Pointwise(["s.most"])),
        have("t.most", forall(j, Le(tj * (1 - tj), 0)), by=Pointwise()),
        have("t.bit", forall(j, Eq(tj * (1 - tj), 0)), by=Pointwise(["t.most"])),
        have(
            "equal rows",
            forall(i, j, Eq(moved * (s - tj), 0)),
            by=Pointwise(
                {"s.bit": (1 - tj) * wj / (1 - c) - tj * wj / c, "t.bit": s * wj / c - (1 - s) * wj / (1 - c)}
            ),
        ),
        have(
            "as often.sum",
            forall(
                j,
                Eq(
                    Int(w * moved, i),
                    tj * wj / c * Int(s * w, i) + (1 - tj) * wj / (1 - c) * (Int(w, i) - Int(s * w, i)),
                ),
            ),
            by=Under(i),
        ),
        have("as often", forall(j, Eq(Int(w * moved, i), wj)), by=Pointwise(["as often.sum", "x", "w.mass"])),
        have(
            "k.sum",
            forall(i, Eq(Int(moved, j), s / c * Int(tj * wj, j) + (1 - s) / (1 - c) * (Int(wj, j) - Int(tj * wj, j)))),
            by=Under(j),
        ),
        have("k.mass", forall(i, Eq(Int(moved, j), 1)), by=Pointwise(["k.sum", "y", "w.mass"])),
    ],
    witness=({"c": half}, {W: [half, half], S: [1, 0], T: [0, 1]}),
)

# Mechanisms on matrices and on histograms. c(m, h) marks the histogram of a matrix; u gives every histogram a chance.

m, h_, y_ = Point("m"), Point("h"), Point("y")
m_ = Point("m'", like=m)
U, C, M, H_ = Law("u", m), Event("c", m, h_), Kernel("M", m, y_), Kernel("H", h_, y_)
counted = Int(C.density * U.density, m)
chosen = C.density * (U.density * M.density)
averaged = Int(chosen, m) / counted
both = C(m, h_) * C(m_, h_)

by_histogram = Theorem(
    title="A mechanism on matrices that has the same law for all matrices of a histogram is a mechanism on histograms",
    source=Source("cummings", "Section 1.1", sharpened=True),
    about=[U, C, M],
    given={
        "order": forall(m, m_, h_, y_, Eq(both * (M(m, y_) - M(m_, y_)), 0)),
        "occurs": forall(h_, Gt(counted, 0)),
    },
    exists=[H_],
    claim=forall(m, h_, y_, Eq(C.density * (M.density - H_.density), 0)),
    choice={H_: averaged},
    proof=[
        have(
            "at",
            forall(
                m, m_, h_, y_, Eq(C(m_, h_) * (C(m, h_) * (U(m) * M(m, y_))), C(m_, h_) * M(m_, y_) * (C(m, h_) * U(m)))
            ),
            by=Pointwise({"order": U(m)}),
        ),
        have(
            "sum",
            forall(
                m_,
                h_,
                y_,
                Eq(C(m_, h_) * Int(chosen, m), C(m_, h_) * M(m_, y_) * counted),
            ),
            by=Integrate(m, "at", parts=[(C(m_, h_), chosen), (-(C(m_, h_) * M(m_, y_)), C.density * U.density)]),
        ),
        have(
            "sum at m",
            forall(m, h_, y_, Eq(C.density * Int(chosen, m), C.density * M.density * counted)),
            by=Pointwise([("sum", {m_: m})]),
        ),
        have(
            "goal",
            forall(m, h_, y_, Eq(C.density * (M.density - averaged), 0)),
            by=Pointwise({"sum at m": -1 / counted, "occurs": 0}),
        ),
        have("swap", forall(h_, Eq(Int(chosen, y_, m), Int(chosen, m, y_))), by=Swap()),
        have("pull", forall(m, h_, Eq(Int(chosen, y_), C.density * U.density * Int(M.density, y_))), by=Under(y_)),
        have("inner", forall(h_, Eq(Int(chosen, m, y_), counted)), by=Under(m, using=["pull", "M.mass"])),
        have(
            "outer",
            forall(h_, Eq(Int(averaged, y_), Int(chosen, y_, m) / counted)),
            by=Integrate(y_, parts=[(1, averaged), (-1 / counted, Int(chosen, m))], using=["occurs"]),
        ),
        have("mass", forall(h_, Eq(Int(averaged, y_), 1)), by=Pointwise(["outer", "swap", "inner", "occurs"])),
    ],
    witness=({}, {U: [half, half], C: [1, 1], M: [1, 0, 1, 0]}),
)

B1, B2 = Event("b1", m), Event("b2", m)
same_histogram = Indicator(Le(Abs(B1(m) + B2(m) - B1(m_) - B2(m_)), 0))

first_row = Falsehood(
    title="Every mechanism on matrices of two answers is one on histograms: it has the same law for matrices with the same histogram",
    source=Source("cummings", "Section 1.1"),
    about=[B1, B2, M],
    claim=forall(m, m_, y_, Eq(same_histogram * (M(m, y_) - M(m_, y_)), 0)),
    values={B1: [0, 0, 1, 1], B2: [0, 1, 0, 1], M: [1, 0, 1, 0, 0, 1, 0, 1]},
    why="The mechanism that releases the first row: it tells [Yes, No] from [No, Yes].",
)

example = Falsehood(
    title="Matrices of four rows with the histogram ⟨3, 1⟩, three times Yes and once No, are the same",
    source=Source("cummings", "Section 1.1"),
    about=[W, S, T],
    given={
        "rows": forall(i, Eq(w, num(1, 4))),
        "x.yes": Eq(4 * Int(s * w, i), 3),
        "x.no": Eq(4 * Int((1 - s) * w, i), 1),
        "y.yes": Eq(4 * Int(t * w, i), 3),
        "y.no": Eq(4 * Int((1 - t) * w, i), 1),
    },
    claim=forall(i, Eq(s, t)),
    values={W: [num(1, 4)] * 4, S: [1, 1, 0, 1], T: [0, 1, 1, 1]},
    why="[Yes, Yes, No, Yes] and [No, Yes, Yes, Yes] both have it: from the histogram one comes back up to the order of the rows only.",
)

# a, b are differences of two counts, r is the sum of the |differences| of all others.

one_kind = Formula(
    title="‖x − y‖₁ <= 1 for histograms: if one count differs, no other does",
    source=Source("cummings", "Remark 1"),
    claim="abs(b) + r <= 0",
    where=["a in integers", "a != 0", "b in integers", "r >= 0"],
    given=["abs(a) + abs(b) + r <= 1"],
)

by_one = Formula(
    title="‖x − y‖₁ <= 1 for histograms: a count that differs, differs by one",
    source=Source("cummings", "Remark 1"),
    claim="abs(a) <= 1",
    where=["a in integers", "r >= 0"],
    given=["abs(a) + r <= 1"],
)

changed_row = Formula(
    title="A changed row: one count falls by one, another rises by one, and ‖x − y‖₁ = 2",
    source=Source("cummings", "Remark 1", sharpened=True),
    claim="abs((m - 1) - m) + abs((l + 1) - l) == 2",
    where=["m in integers", "l in integers"],
)

# -- sums ----------------------------------------------------------------------------------------------------------

count_attained = Formula(
    title="A count changes by 1 when a row with the property takes the place of one without, or is added",
    source=Source("cummings", "Section 2.1, 1"),
    claim="abs((r + 1) - (r + 0)) == 1",
    where=["r in integers"],
)

# Every row has weight w = 1/n; d marks the row that is changed, and g, h are the values before and after.

n = Symbol("n")
a_, b_ = Symbol("a"), Symbol("b")
G, H, D = Test("g", i), Test("h", i), Event("d", i)
g, h, d = G.density, H.density, D.density
before, after, marked = Int(g * w, i), Int(h * w, i), Int(d * w, i)
one_row: Tables = {W: [1 / n, 1 - 1 / n], G: [1, 0], H: [0, 0], D: [1, 0]}

linear_changed = Theorem(
    title="Linear queries with values in [0, 1]: when one of n rows is changed, the sum changes by at most 1 and the mean by 1/n",
    source=Source("cummings", "Section 2.1, 3"),
    about=[W, G, H, D],
    where=[Ge(n, 1)],
    given={"one row": Le(marked, 1 / n), "other rows": forall(i, Eq((1 - d) * (g - h), 0))},
    claim={"sum": Le(Abs(n * before - n * after), 1), "mean": Le(Abs(before - after), 1 / n)},
    proof=[
        have("over.in", forall(i, Le(g * w - h * w, d * w)), by=Pointwise(["other rows"], cases=[Ge(d, 1)])),
        have("over", Le(before - after, marked), by=Integrate(i, "over.in")),
        have("under.in", forall(i, Le(h * w - g * w, d * w)), by=Pointwise(["other rows"], cases=[Ge(d, 1)])),
        have("under", Le(after - before, marked), by=Integrate(i, "under.in")),
        have("mean", by=Real(["over", "under", "one row"], cases=[Ge(before, after)])),
        have("scaled", Eq(Abs(n * before - n * after), n * Abs(before - after)), by=Real(cases=[Ge(before, after)])),
        have("sum", by=Real(["scaled", "mean"])),
    ],
    tight=Attained(one_row, claim="sum"),
    fails=[
        Variant(
            "when more rows are changed",
            {W: [half, half], G: [1, 1], H: [0, 0], D: [1, 1]},
            {"n": 2},
            drop=["one row"],
        ),
        Variant(
            "when other rows are changed",
            {W: [half, half], G: [1, 1], H: [0, 0], D: [1, 0]},
            {"n": 2},
            drop=["other rows"],
        ),
        Variant(
            "with nine tenths",
            {W: [half, half], G: [1, 0], H: [0, 0], D: [1, 0]},
            {"n": 2},
            claim=Le(Abs(before - after), num(9, 10) / n),
        ),
    ],
)

# Rows that are added: sums over the rows of the larger database are Ints over a space whose points have measure one each.
# d marks the row that is added, so before there are n rows with d = 0, and one with d = 1.

rest, new = Int((1 - d) * g, i), Int(d * g, i)
with_all = Int(g, i)
one_added = {"one row": Eq(Int(d, i), 1), "other rows": Eq(Int(1 - d, i), n)}
all_rows = [
    have("new<=1.in", forall(i, Le(d * g, d)), by=Pointwise()),
    have("new<=1", Le(new, Int(d, i)), by=Integrate(i, "new<=1.in", using=["one row"])),
    have("rest<=n.in", forall(i, Le((1 - d) * g, 1 - d)), by=Pointwise()),
    have("rest<=n", Le(rest, Int(1 - d, i)), by=Integrate(i, "rest<=n.in", using=["other rows"])),
    have(
        "split",
        Eq(with_all, rest + new),
        by=Integrate(i, parts=[(1, g), (-1, (1 - d) * g), (-1, d * g)], using=["new<=1", "rest<=n"]),
    ),
]

linear_added = Theorem(
    title="A count, or a linear query with values in [0, 1], changes by at most 1 when a row is added to n others, or removed",
    source=Source("cummings", "Section 2.1, 1 and 3"),
    about=[G, D],
    where=[Ge(n, 0)],
    given=one_added,
    claim=Le(Abs(with_all - rest), 1),
    proof=[*all_rows, have("goal", by=Real(["split", "new<=1", "one row"]))],
    witness=({"n": 1}, {G: [1, 0], D: [1, 0]}),
    fails=[
        Variant("when two rows are added", {G: [1, 1], D: [1, 1]}, {"n": 0}, drop=["one row"]),
        Variant("with nine tenths", {G: [1, 0], D: [1, 0]}, {"n": 1}, claim=Le(Abs(with_all - rest), num(9, 10))),
    ],
)

mean_added = Theorem(
    title="A fraction, or a mean of values in [0, 1], changes by at most 1/(n + 1) when a row is added to n others, or removed",
    source=Source("cummings", "Section 2.1, 2 and 3", sharpened=True),
    about=[G, D],
    where=[Ge(n, 1)],
    given=one_added,
    claim=Le(Abs(rest / n - with_all / (n + 1)), 1 / (n + 1)),
    proof=[
        *all_rows,
        have(
            "means",
            Eq(rest / n - with_all / (n + 1), (rest / n - new) / (n + 1)),
            by=Real({"split": -1 / (n + 1), "new<=1": 0, "rest<=n": 0}),
        ),
        have("before<=1", Le(rest / n, 1), by=Real({"rest<=n": 1 / n, "other rows": 1 / n})),
        have("new<=one", Le(new, 1), by=Real(["new<=1", "one row"])),
        have("between", Le(Abs(rest / n - new), 1), by=Real(["before<=1", "new<=one"], cases=[Ge(rest / n, new)])),
        have(
            "scaled",
            Le(Abs((rest / n - new) / (n + 1)), 1 / (n + 1)),
            by=Real(
                ["between"],
                lemmas=[
                    Lemma(Le(Abs(a_ / b_), 1 / b_), [Gt(b_, 0), Le(Abs(a_), 1)], {"a": rest / n - new, "b": n + 1})
                ],
            ),
        ),
        have("goal", by=Real(["means", "scaled"])),
    ],
    tight=Attained({G: [1, 0], D: [1, 0]}, params={"n": 1}),
    fails=[
        Variant("when two rows are added", {G: [1, 1, 0], D: [1, 1, 0]}, {"n": 1}, drop=["one row"]),
        Variant("when there are more rows", {G: [0, 1, 1, 1], D: [1, 0, 0, 0]}, {"n": 1}, drop=["other rows"]),
        Variant(
            "with nine tenths",
            {G: [1, 0], D: [1, 0]},
            {"n": 1},
            claim=Le(Abs(rest / n - with_all / (n + 1)), num(9, 10) / (n + 1)),
        ),
    ],
)

# Histograms: c(i) rows of the kind i. One more of the kind that d marks; one less of the kind that d marks and one more of that of e.

Counts, E_ = Query("c", i, lower=0), Event("e", i)
counts, gains = Counts.density, E_.density
counted_ = Int(counts * g, i)
more_of_one, moved_row = Int((counts + d) * g, i), Int((counts - d + gains) * g, i)
histogram_steps = [
    have("c.in", forall(i, Le(counts * g, counts)), by=Pointwise()),
    have("c", Le(counted_, Int(counts, i)), by=Integrate(i, "c.in", using=["rows"])),
    have("d.in", forall(i, Le(d * g, d)), by=Pointwise()),
    have("d", Le(new, Int(d, i)), by=Integrate(i, "d.in", using=["one row"])),
]
another = [
    have("e.in", forall(i, Le(gains * g, gains)), by=Pointwise()),
    have("e", Le(Int(gains * g, i), Int(gains, i)), by=Integrate(i, "e.in", using=["another"])),
    have(
        "split",
        Eq(moved_row, counted_ - new + Int(gains * g, i)),
        by=Integrate(
            i,
            parts=[(1, (counts - d + gains) * g), (-1, counts * g), (1, d * g), (-1, gains * g)],
            using=["c", "d", "e"],
        ),
    ),
    have(
        "sum",
        Le(Abs(moved_row - counted_), 1),
        by=Real(["split", "d", "e", "one row", "another"], cases=[Ge(new, Int(gains * g, i))]),
    ),
]
one_kind_more = {"rows": Eq(Int(counts, i), n), "one row": Eq(Int(d, i), 1)}

linear_histogram_added = Theorem(
    title="Σ x_i g(i), with g at the i-th kind of row: one more row of a kind changes it by at most 1",
    source=Source("cummings", "Section 2.1, 3", sharpened=True),
    about=[Counts, G, D],
    where=[Ge(n, 0)],
    given=one_kind_more,
    claim=Le(Abs(more_of_one - counted_), 1),
    proof=[
        *histogram_steps,
        have(
            "split",
            Eq(more_of_one, counted_ + new),
            by=Integrate(i, parts=[(1, (counts + d) * g), (-1, counts * g), (-1, d * g)], using=["c", "d"]),
        ),
        have("goal", by=Real(["split", "d", "one row"])),
    ],
    witness=({"n": 1}, {Counts: [1, 0], G: [1, 0], D: [1, 0]}),
    fails=[
        Variant(
            "when there is one more of two kinds", {Counts: [1, 0], G: [1, 1], D: [1, 1]}, {"n": 1}, drop=["one row"]
        ),
        Variant(
            "with nine tenths",
            {Counts: [1, 0], G: [1, 0], D: [1, 0]},
            {"n": 1},
            claim=Le(Abs(more_of_one - counted_), num(9, 10)),
        ),
    ],
)

linear_histogram_changed = Theorem(
    title="Σ x_i g(i), and this sum over n = ‖x‖₁: a row of one kind that becomes one of another changes it by at most 1, and 1/n",
    source=Source("cummings", "Section 2.1, 3", sharpened=True),
    about=[Counts, G, D, E_],
    where=[Ge(n, 1)],
    given={**one_kind_more, "another": Eq(Int(gains, i), 1)},
    claim={
        "sum": Le(Abs(moved_row - counted_), 1),
        "mean": Le(Abs(moved_row / Int(counts - d + gains, i) - counted_ / Int(counts, i)), 1 / n),
    },
    proof=[
        *histogram_steps,
        *another,
        have(
            "mean.scaled",
            Le(Abs((moved_row - counted_) / n), 1 / n),
            by=Real(
                ["sum"],
                lemmas=[
                    Lemma(Le(Abs(a_ / b_), 1 / b_), [Gt(b_, 0), Le(Abs(a_), 1)], {"a": moved_row - counted_, "b": n})
                ],
            ),
        ),
        have(
            "as many",
            Eq(Int(counts - d + gains, i), Int(counts, i) - Int(d, i) + Int(gains, i)),
            by=Integrate(
                i,
                parts=[(1, counts - d + gains), (-1, counts), (1, d), (-1, gains)],
                using=["rows", "one row", "another"],
            ),
        ),
        have("n rows", Eq(Int(counts - d + gains, i), n), by=Real(["as many", "rows", "one row", "another"])),
        have(
            "means",
            Eq(moved_row / Int(counts - d + gains, i) - counted_ / Int(counts, i), (moved_row - counted_) / n),
            by=Real(["n rows", "rows", "sum"]),
        ),
        have(
            "mean",
            by=Real(
                ["mean.scaled", "means", "n rows", "rows"],
                lemmas=[
                    Lemma(
                        Le(Abs(a_), c),
                        [Eq(a_, b_), Le(Abs(b_), c)],
                        {
                            "a": moved_row / Int(counts - d + gains, i) - counted_ / Int(counts, i),
                            "b": (moved_row - counted_) / n,
                            "c": 1 / n,
                        },
                    )
                ],
            ),
        ),
    ],
    tight=Attained({Counts: [1, 0], G: [0, 1], D: [1, 0], E_: [0, 1]}, params={"n": 1}, claim="sum"),
    fails=[
        Variant(
            "when two rows are changed",
            {Counts: [1, 1, 0], G: [1, 1, 0], D: [1, 1, 0], E_: [0, 0, 1]},
            {"n": 2},
            drop=["one row"],
        ),
        Variant(
            "when two rows are added",
            {Counts: [1, 0, 0], G: [0, 1, 1], D: [1, 0, 0], E_: [0, 1, 1]},
            {"n": 1},
            drop=["another"],
        ),
        Variant(
            "when there are fewer rows",
            {Counts: [1, 0], G: [0, 1], D: [1, 0], E_: [0, 1]},
            {"n": 2},
            drop=["rows"],
        ),
        Variant(
            "with nine tenths",
            {Counts: [1, 0], G: [0, 1], D: [1, 0], E_: [0, 1]},
            {"n": 1},
            claim=Le(Abs(moved_row - counted_), num(9, 10)),
        ),
    ],
)

linear_histogram_as_printed = Formula(
    title="Σ x_i g(x_i) as printed, where x_i is a count: one more row, from count m to m + 1, changes it by at most 1",
    source=Source("cummings", "Section 2.1, 3"),
    claim="abs((r + (m + 1)*g_of_m_plus_1) - (r + m*g_of_m)) <= 1",
    where=["m in integers", "m >= 0", "0 <= g_of_m <= 1", "0 <= g_of_m_plus_1 <= 1", "r >= 0"],
    fails_at={"m": "2", "g_of_m": "0", "g_of_m_plus_1": "1", "r": "0"},
)

linear_histogram_attained = Formula(
    title="Σ x_i g(i): one more row of a kind with g(i) = 1, or in place of one with g = 0, changes it by exactly 1",
    source=Source("cummings", "Section 2.1, 3", sharpened=True),
    claim="abs((r + (m - 1)*0 + (l + 1)*1) - (r + m*0 + l*1)) == 1",
    where=["m in integers", "m >= 1", "l in integers", "l >= 0"],
)

# -- means ---------------------------------------------------------------------------------------------------------

fraction_attained = Formula(
    title="A fraction of n rows changes by exactly 1/n when a row gets the property",
    source=Source("cummings", "Section 2.1, 2"),
    claim="abs((r + 1)/n - (r + 0)/n) == 1/n",
    where=["n in integers", "n >= 1"],
)

fraction_added_attained = Formula(
    title="A fraction changes by exactly 1/(n + 1) when the first row with the property is added to n others",
    source=Source("cummings", "Section 2.1, 2", sharpened=True),
    claim="abs(0/n - (0 + 1)/(n + 1)) == 1/(n + 1)",
    where=["n in integers", "n >= 1"],
)

fraction_added_all_sizes = Formula(
    title="Over all sizes the sensitivity of a fraction is 1/2 for add/remove neighbours, attained by sizes 1 and 2",
    source=Source("cummings", "Section 2.1, 2", sharpened=True),
    claim="abs(r/n - (r + g)/(n + 1)) <= abs(0/1 - (0 + 1)/(1 + 1)) == 1/2",
    where=["n in integers", "n >= 1", "0 <= r <= n", "0 <= g <= 1"],
)

fraction_added_as_printed = Formula(
    title="The sensitivity of a fraction, the maximum over all add/remove neighbours (sizes m and m + 1), is 1/n",
    source=Source("cummings", "Section 2.1, 2"),
    claim="abs(r/m - (r + g)/(m + 1)) <= 1/n",
    where=["m in integers", "m >= 1", "n in integers", "n >= 1", "0 <= r <= m", "0 <= g <= 1"],
    fails_at={"m": "1", "n": "10", "r": "0", "g": "1"},
)

empty_database = Formula(
    title="A fraction of the rows of an empty database",
    source=Source("cummings", "Section 2.1, 2"),
    claim="0 <= r/n <= 1",
    where=["n in integers", "n >= 0", "0 <= r <= n"],
    fails_at={"n": "0", "r": "0"},
)

noise_of_actual_size = Formula(
    title="Lap(1/(nε)) with the actual n is not private for add/remove neighbours: far out the ratio is above every constant",
    source=Source("cummings", "Section 2.1, 2", sharpened=True),
    claim="(n*eps/2*exp(-n*eps*abs(z)))/((n + 1)*eps/2*exp(-(n + 1)*eps*abs(z))) > c",
    where=["n in integers", "n >= 1", "eps > 0", "c > 0", "z > 0", "z > log(2*c)/eps"],
)

mean_histogram_as_printed = Formula(
    title="Σ x_i g(x_i)/‖x‖₁ as printed changes by at most 1/n, from counts (m, 1) to (m + 1, 0) of n = m + 1 rows",
    source=Source("cummings", "Section 2.1, 3"),
    claim="abs(((m + 1)*g_of_m_plus_1 + 0*g_of_0)/(m + 1) - (m*g_of_m + 1*g_of_1)/(m + 1)) <= 1/(m + 1)",
    where=["m in integers", "m >= 2", *(f"0 <= g_of_{k} <= 1" for k in ("0", "1", "m", "m_plus_1"))],
    fails_at={"m": "2", "g_of_0": "0", "g_of_1": "0", "g_of_m": "0", "g_of_m_plus_1": "1"},
)

# -- unbounded queries ---------------------------------------------------------------------------------------------

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

# -- histograms: h counts the rows in each bucket, b and c are the buckets of a row ---------------------------------------------

bucket = Point("b")
Counts, Bucket, Other = Query("h", bucket), Law("b", bucket), Law("c", bucket)
counts, old, new = Counts.density, Bucket.density, Other.density
distance_added = Int(Abs((counts + old) - counts), bucket)
distance_changed = Int(Abs((counts - old + new) - counts), bucket)

histogram_added = Theorem(
    title="A row that is added to a histogram of any number of buckets moves it by 1 in the norm ℓ₁",
    source=Source("cummings", "Section 2.2"),
    about=[Counts, Bucket],
    claim=Eq(distance_added, 1),
    proof=[
        have("sum", Eq(distance_added, Int(old, bucket)), by=Under(bucket)),
        have("goal", by=Real(["sum", "b.mass"])),
    ],
    tight=Attained({Counts: [3, 1], Bucket: [1, 0]}),
)

histogram_changed_as_printed = Falsehood(
    title="A row that is changed moves a histogram by at most 1 in the norm ℓ₁",
    source=Source("cummings", "Section 2.2"),
    about=[Counts, Bucket, Other],
    claim=Le(distance_changed, 1),
    values={Counts: [1, 0], Bucket: [1, 0], Other: [0, 1]},
    why="One bucket loses the row and another gains it.",
)

histogram_changed = Theorem(
    title="A row that is changed moves a histogram of any number of buckets by at most 2 in the norm ℓ₁",
    source=Source("cummings", "Section 2.2", sharpened=True),
    about=[Counts, Bucket, Other],
    claim=Le(distance_changed, 2),
    proof=[
        have("sum", Le(distance_changed, Int(old, bucket) + Int(new, bucket)), by=Under(bucket, cases=[Ge(new, old)])),
        have("goal", by=Real(["sum", "b.mass", "c.mass"])),
    ],
    tight=Attained({Counts: [3, 1], Bucket: [1, 0], Other: [0, 1]}),
    fails=[
        Variant("with 1.9", {Counts: [3, 1], Bucket: [1, 0], Other: [0, 1]}, claim=Le(distance_changed, num(19, 10)))
    ],
)
