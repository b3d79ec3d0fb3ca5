"""How far a query of a histogram moves between neighbours: h counts the rows of each kind.

A linear query is Σ h(k) g(k) with g in [0, 1]. It moves by at most 1, by a row that is changed as by one that is added. The histogram
itself moves by 2 and by 1 in the norm ℓ₁.
"""

from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
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
    Int,
    Law,
    Le,
    Point,
    Query,
    num,
)
from theorems.databases import c, i
from theorems.sensitivity import D, G, a_, b_, d, g, n, new

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
