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

from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Pointwise,
    Real,
    Source,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Eq, Event, Ge, Gt, Int, Kernel, Law, Le, Lt, Point, Symbol, Test, num
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

fewer_histograms = Formula(
    title="There are fewer histograms of n answers (n + 1) than matrices (2^n)",
    source=Source("cummings", "Section 1.1"),
    claim="n + 1 < 2**n",
    where=["n in integers", "n >= 2"],
)

matrices_of_histogram = Formula(
    title="binomial(n, k) matrices have the histogram ⟨k, n − k⟩: together they are all",
    source=Source("cummings", "Section 1.1", sharpened=True),
    claim="Sum(binomial(n, k), (k, 0, n)) == 2**n",
    where=["n in integers", "n >= 0"],
)

example_yes = Formula(
    title="Yes, Yes, No, Yes: three times Yes",
    source=Source("cummings", "Section 1.1"),
    claim="1 + 1 + 0 + 1 == 3",
)

example_no = Formula(
    title="Yes, Yes, No, Yes: once No",
    source=Source("cummings", "Section 1.1"),
    claim="0 + 0 + 1 + 0 == 1",
)

example_matrices = Formula(
    title="The histogram ⟨3, 1⟩ belongs to four matrices",
    source=Source("cummings", "Section 1.1"),
    claim="binomial(4, 3) == 4",
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

count_changed = Formula(
    title="A count changes by at most 1 when a row is changed",
    source=Source("cummings", "Section 2.1, 1"),
    claim="abs((r + g) - (r + h)) <= 1",
    where=["r in integers", "g in integers", "h in integers", "0 <= g <= 1", "0 <= h <= 1"],
)

count_added = Formula(
    title="A count changes by at most 1 when a row is added or removed",
    source=Source("cummings", "Section 2.1, 1"),
    claim="abs((r + g) - r) <= 1",
    where=["r in integers", "g in integers", "0 <= g <= 1"],
)

count_attained = Formula(
    title="A count changes by 1 when a row with the property takes the place of one without, or is added",
    source=Source("cummings", "Section 2.1, 1"),
    claim="abs((r + 1) - (r + 0)) == 1",
    where=["r in integers"],
)

linear_added = Formula(
    title="A linear query with g in [0, 1] changes by at most 1 when a row is added or removed",
    source=Source("cummings", "Section 2.1, 3"),
    claim="abs((r + g) - r) <= 1",
    where=["0 <= g <= 1"],
)

# Every row has weight w = 1/n; d marks the row that is changed, and g, h are the values before and after.

n = Symbol("n")
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

linear_histogram_as_printed = Formula(
    title="Σ x_i g(x_i) as printed, where x_i is a count: one more row, from count m to m + 1, changes it by at most 1",
    source=Source("cummings", "Section 2.1, 3"),
    claim="abs((r + (m + 1)*g_of_m_plus_1) - (r + m*g_of_m)) <= 1",
    where=["m in integers", "m >= 0", "0 <= g_of_m <= 1", "0 <= g_of_m_plus_1 <= 1", "r >= 0"],
    fails_at={"m": "2", "g_of_m": "0", "g_of_m_plus_1": "1", "r": "0"},
)

linear_histogram_added = Formula(
    title="Σ x_i g(i), with g at the i-th kind of row: one more row of a kind changes it by at most 1",
    source=Source("cummings", "Section 2.1, 3", sharpened=True),
    claim="abs((r + (m + 1)*g) - (r + m*g)) <= 1",
    where=["m in integers", "m >= 0", "0 <= g <= 1"],
)

linear_histogram_changed = Formula(
    title="Σ x_i g(i): a row of one kind that becomes one of another kind changes it by at most 1",
    source=Source("cummings", "Section 2.1, 3", sharpened=True),
    claim="abs((r + (m - 1)*g + (l + 1)*h) - (r + m*g + l*h)) <= 1",
    where=["m in integers", "m >= 1", "l in integers", "l >= 0", "0 <= g <= 1", "0 <= h <= 1"],
)

linear_histogram_attained = Formula(
    title="Σ x_i g(i): one more row of a kind with g(i) = 1, or in place of one with g = 0, changes it by exactly 1",
    source=Source("cummings", "Section 2.1, 3", sharpened=True),
    claim="abs((r + (m - 1)*0 + (l + 1)*1) - (r + m*0 + l*1)) == 1",
    where=["m in integers", "m >= 1", "l in integers", "l >= 0"],
)

# -- means ---------------------------------------------------------------------------------------------------------

fraction_changed = Formula(
    title="A fraction, or a mean of values in [0, 1], of n rows changes by at most 1/n when a row is changed",
    source=Source("cummings", "Section 2.1, 2"),
    claim="abs((r + g)/n - (r + h)/n) <= 1/n",
    where=["n in integers", "n >= 1", "0 <= g <= 1", "0 <= h <= 1"],
)

fraction_attained = Formula(
    title="A fraction of n rows changes by exactly 1/n when a row gets the property",
    source=Source("cummings", "Section 2.1, 2"),
    claim="abs((r + 1)/n - (r + 0)/n) == 1/n",
    where=["n in integers", "n >= 1"],
)

fraction_added = Formula(
    title="A mean of values in [0, 1] changes by at most 1/(n + 1) when a row is added to n others",
    source=Source("cummings", "Section 2.1, 2", sharpened=True),
    claim="abs(r/n - (r + g)/(n + 1)) <= 1/(n + 1)",
    where=["n in integers", "n >= 1", "0 <= r <= n", "0 <= g <= 1"],
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

mean_histogram_changed = Formula(
    title="Σ x_i g(i)/‖x‖₁ of n rows changes by at most 1/n when a row is changed",
    source=Source("cummings", "Section 2.1, 3", sharpened=True),
    claim="abs((r + (m - 1)*g + (l + 1)*h)/n - (r + m*g + l*h)/n) <= 1/n",
    where=["n in integers", "n >= 1", "m >= 1", "l >= 0", "0 <= g <= 1", "0 <= h <= 1"],
)

# -- unbounded queries ---------------------------------------------------------------------------------------------

mean_unbounded = Formula(
    title="The mean of any numbers changes by more than any bound: a row 0 becomes n(B + 1)",
    source=Source("cummings", "Section 2.1, 4"),
    claim="abs((r + n*(B + 1))/n - (r + 0)/n) > B",
    where=["n in integers", "n >= 1", "B > 0"],
)

median_unbounded = Formula(
    title="The median of any numbers changes by more than any bound: 0, 0, v becomes 0, v, v",
    source=Source("cummings", "Section 2.1, 4"),
    claim="abs(max(min(0, v), min(max(0, v), v)) - max(min(0, 0), min(max(0, 0), v))) > B",
    where=["B > 0", "v > B"],
)

median_any_size = Formula(
    title="Of 2k + 1 rows k + 1 are more than half and k are less: with one row 0 in place of v the median falls from v to 0",
    source=Source("cummings", "Section 2.1, 4", sharpened=True),
    claim="k/(2*k + 1) < 1/2 < (k + 1)/(2*k + 1)",
    where=["k in integers", "k >= 0"],
)

median_of_range = Formula(
    title="On [0, 1] the median of three still moves by the whole range: 0, 0, 1 becomes 0, 1, 1",
    source=Source("cummings", "Section 2.1, 4", sharpened=True),
    claim="max(min(0, 1), min(max(0, 1), 1)) - max(min(0, 0), min(max(0, 0), 1)) == 1",
)

# -- histograms ----------------------------------------------------------------------------------------------------

histogram_added = Formula(
    title="A row that is added or removed moves a histogram by 1",
    source=Source("cummings", "Section 2.2"),
    claim="abs((m + 1) - m) + abs(l - l) == 1",
    where=["m in integers", "l in integers"],
)

histogram_changed_as_printed = Formula(
    title="A row that is changed moves a histogram by at most 1 in the norm ℓ₁",
    source=Source("cummings", "Section 2.2"),
    claim="abs((m - 1) - m) + abs((l + 1) - l) <= 1",
    where=["m in integers", "m >= 1", "l in integers", "l >= 0"],
    fails_at={"m": "1", "l": "0"},
)

histogram_changed = Formula(
    title="A row that moves from one bucket to another moves the histogram by 2",
    source=Source("cummings", "Section 2.2", sharpened=True),
    claim="abs((m - 1) - m) + abs((l + 1) - l) == 2",
    where=["m in integers", "m >= 1", "l in integers", "l >= 0"],
)
