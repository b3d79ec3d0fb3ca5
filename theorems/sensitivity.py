"""How far a sum or a mean moves between neighbours.

With g, h the values of a row in [0, 1] and r the sum over the other rows, n of them:

    query            change-one             add/remove
    sum, r + g       |g − h| <= 1           |g| <= 1
    mean of n        |g − h|/n <= 1/n       |r/n − (r + g)/(n + 1)| <= 1/(n + 1), over all sizes 1/2

A mean with noise that is scaled to the actual n is not private for add/remove neighbours at any level: the scales differ. Histograms
are in histogram_sensitivity, means and medians of any numbers in unbounded_sensitivity.
"""

from dpsym.library.entries import Definition, Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Tables,
    Theorem,
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
    Le,
    Symbol,
    Test,
    num,
)
from theorems.databases import W, i, w
from theorems.instances import of
from theorems.vocabulary import half

definition = Definition(
    title="Sensitivity: the supremum of |f(x) − f(y)| over neighbours, for one neighbouring relation and one norm",
    source=Source("cummings", "Definition 3"),
    object="dpsym.objects.mechanisms.queries.Sensitivity",
    examples=of("Sensitivity"),
)

# -- sums ----------------------------------------------------------------------------------------------------------

count_attained = Formula(
    title="A count changes by 1 when a row with the property takes the place of one without, or is added",
    source=Source("cummings", "Section 2.1, 1"),
    claim="abs((r + 1) - (r + 0)) == 1",
    where=["r in integers"],
)

linear_exactly_one = Formula(
    title="The sensitivity |g(1) − g(0)| of a linear query on rows 0 and 1 is 1, whatever g",
    source=Source("cummings", "Section 2.1, 3"),
    claim="abs(g1 - g0) == 1",
    where=["0 <= g0 <= 1", "0 <= g1 <= 1"],
    fails_at={"g0": "1/2", "g1": "1/2"},
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
