"""Databases as matrices and as histograms, and their neighbours.

A database is a matrix, a row for each person, or a histogram, a count for each kind of row. A histogram forgets the order of the rows,
and nothing else: two matrices with the same histogram are rearrangements of each other. Neighbours differ by one row that is *changed*,
or by one row that is *added or removed*.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import (
    Integrate,
    Pointwise,
    Source,
    Step,
    Swap,
    Theorem,
    Under,
    Vanish,
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
    Max,
    Point,
    Symbol,
    num,
)
from theorems.instances import of
from theorems.vocabulary import half

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
    title="Databases of answers Yes and No, both of which occur, with the same histogram: a law matches rows to equal rows, "
    "each as often as it occurs",
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

# Any kinds of rows: s(i, k) and t(i, k) mark the kind k of row i before and after. A kind that occurs has a share of at least c.

kind = Point("k")
S_, T_ = Event("s", i, kind), Event("t", i, kind)
si, ti, tk = S_.density, T_.density, T_(j, kind)
count = Int(si * w, i)
absent = Indicator(Le(count, 0))
inverse = 1 / Max(count, c)
drawn = si * tk * (wj * inverse)
matched = Int(drawn, kind)

apart = Indicator(Le(Int(si * tk, kind), 0))


def none_of(n: str, field: Term, at: Term, *counted: str) -> list[Step]:
    """A kind that does not occur is the kind of no row: field = field * count * inverse."""
    return [
        have(
            f"{n}.in",
            forall(kind, Eq(Int(absent * (field * w), at), absent * Int(field * w, at))),
            by=Integrate(at, parts=[(1, absent * (field * w)), (-absent, field * w)]),
        ),
        have(
            f"{n}.zero",
            forall(kind, Le(Int(absent * (field * w), at), 0)),
            by=Pointwise([f"{n}.in", *counted], cases=[Le(count, 0)]),
        ),
        have(f"{n}.at", forall(at, kind, Eq(absent * (field * w), 0)), by=Vanish(f"{n}.zero", at)),
        have(
            f"{n}.all",
            forall(at, kind, Eq(field * (count * inverse), field)),
            by=Pointwise([f"{n}.at", "rows", "share"], cases=[Le(count, 0), Gt(field, 0), Ge(count, c)]),
        ),
    ]


rearranged_kinds = Theorem(
    title="Databases with the same histogram, any kinds of rows: a law matches rows of the same kind, each as often as it occurs",
    source=Source("cummings", "Section 1.1", sharpened=True),
    about=[W, S_, T_],
    where=[Gt(c, 0)],
    given={
        "rows": forall(i, Gt(w, 0)),
        "x": forall(i, Eq(Int(si, kind), 1)),
        "y": forall(i, Eq(Int(ti, kind), 1)),
        "histogram": forall(kind, Eq(Int(ti * w, i), count)),
        "share": forall(kind, Le(c * (1 - absent), count)),
    },
    exists=[K],
    claim={
        "same kind": forall(i, j, Eq(K.density * Indicator(Le(Int(si * tk, kind), 0)), 0)),
        "as often": forall(j, Eq(Int(w * K.density, i), wj)),
    },
    choice={K: matched},
    proof=[
        have("inverse>=0", forall(kind, Ge(inverse, 0)), by=Pointwise()),
        have("inverse<=", forall(kind, Le(inverse, 1 / c)), by=Pointwise(cases=[Ge(count, c)])),
        *none_of("s", si, i),
        *none_of("t", ti, i, "histogram"),
        have(
            "at most",
            forall(i, j, kind, Le(drawn, wj / c * si)),
            by=Pointwise(["inverse<=", "inverse>=0"], cases=[Ge(si, 1), Ge(tk, 1)]),
        ),
        have(
            "finite",
            forall(i, j, Le(matched, wj / c * Int(si, kind))),
            by=Integrate(kind, "at most", using=["inverse>=0", "x"]),
        ),
        have("drawn>=0", forall(i, j, kind, Ge(drawn, 0)), by=Pointwise(["inverse>=0"])),
        have("w.drawn>=0", forall(i, j, kind, Ge(w * drawn, 0)), by=Pointwise(["inverse>=0"])),
        # mass one
        have(
            "j.in",
            forall(i, kind, Eq(Int(drawn, j), si * inverse * Int(tk * wj, j))),
            by=Integrate(j, parts=[(1, drawn), (-(si * inverse), tk * wj)], using=["inverse>=0"]),
        ),
        have(
            "j.at",
            forall(i, kind, Eq(Int(drawn, j), si)),
            by=Pointwise({"j.in": 1, "histogram": si * inverse, "s.all": 1, "inverse>=0": 0}),
        ),
        have("j.sum", forall(i, Eq(Int(drawn, kind, j), Int(si, kind))), by=Integrate(kind, "j.at", using=["x"])),
        have(
            "j.swap",
            forall(i, Eq(Int(drawn, kind, j), Int(matched, j))),
            by=Swap(["j.sum", "x", "drawn>=0"]),
        ),
        have("k.mass", forall(i, Eq(Int(matched, j), 1)), by=Pointwise(["j.swap", "j.sum", "x"])),
        # as often
        have("y.j", forall(j, Eq(Int(tk, kind), 1)), by=Pointwise([("y", {i: j})])),
        have(
            "i.in",
            forall(j, kind, Eq(Int(w * drawn, i), tk * (wj * inverse) * count)),
            by=Integrate(i, parts=[(1, w * drawn), (-(tk * (wj * inverse)), si * w)], using=["inverse>=0"]),
        ),
        have("t.j", forall(j, kind, Eq(tk * (count * inverse), tk)), by=Pointwise([("t.all", {i: j})])),
        have(
            "i.at",
            forall(j, kind, Eq(Int(w * drawn, i), wj * tk)),
            by=Pointwise({"i.in": 1, "t.j": wj, "inverse>=0": 0}),
        ),
        have(
            "i.sum",
            forall(j, Eq(Int(w * drawn, kind, i), wj * Int(tk, kind))),
            by=Integrate(kind, "i.at", using=["y.j"]),
        ),
        have(
            "i.swap",
            forall(j, Eq(Int(w * drawn, kind, i), Int(w * drawn, i, kind))),
            by=Swap(["i.sum", "y.j", "w.drawn>=0"]),
        ),
        have(
            "i.pull",
            forall(i, j, Eq(Int(w * drawn, kind), w * matched)),
            by=Integrate(kind, parts=[(1, w * drawn), (-w, drawn)], using=["finite", "inverse>=0"]),
        ),
        have(
            "i.out",
            forall(j, Eq(Int(w * drawn, i, kind), Int(w * matched, i))),
            by=Integrate(i, "i.pull", using=["i.swap", "i.sum", "finite"]),
        ),
        have("as often", forall(j, Eq(Int(w * matched, i), wj)), by=Pointwise(["i.out", "i.swap", "i.sum", "y.j"])),
        # same kind
        have("both.at", forall(i, j, kind, Le(si * tk, si)), by=Pointwise()),
        have("both", forall(i, j, Le(Int(si * tk, kind), Int(si, kind))), by=Integrate(kind, "both.at", using=["x"])),
        have(
            "apart.in",
            forall(i, j, Eq(Int(apart * (si * tk), kind), apart * Int(si * tk, kind))),
            by=Integrate(kind, parts=[(1, apart * (si * tk)), (-apart, si * tk)], using=["both"]),
        ),
        have(
            "apart.zero",
            forall(i, j, Le(Int(apart * (si * tk), kind), 0)),
            by=Pointwise(["apart.in"], cases=[Le(Int(si * tk, kind), 0)]),
        ),
        have("apart.at", forall(i, j, kind, Eq(apart * (si * tk), 0)), by=Vanish("apart.zero", kind)),
        have(
            "apart.drawn",
            forall(i, j, kind, Eq(apart * drawn, 0)),
            by=Pointwise({"apart.at": wj * inverse, "inverse>=0": 0}),
        ),
        have(
            "same.sum",
            forall(i, j, Eq(apart * matched, 0)),
            by=Integrate(kind, "apart.drawn", parts=[(apart, drawn)], using=["finite", "both"]),
        ),
        have("same kind", forall(i, j, Eq(matched * apart, 0)), by=Pointwise(["same.sum"])),
    ],
    witness=({"c": half}, {W: [half, half], S_: [1, 0, 0, 1], T_: [0, 1, 1, 0]}),
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
