"""How likely it is that anything is released: probabilities that add up, and independent ones that are multiplied.

At most one of n records is released, each with probability 1/(2n): one of them is with probability 1/2. In k steps one after the
other, in each of which something happens with probability r whatever has been before, nothing happens at all with probability
(1 − r)^k. That is said of two laws of transcripts: P, and Q, under which nothing ever happens. Where Q has mass, P has (1 − r)^k times
as much, and where it has none, something has happened.
"""

from dpsym.library.chains import Conclusion, KFold, Steps
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
from dpsym.objects.language import Eq, Event, Ge, Gt, Indicator, Int, Kernel, Law, Le, Lt, Symbol, num
from theorems.vocabulary import half, x, y

place = Source("biswas", "Remark 2, case 2")
n, r, count = Symbol("n"), Symbol("r"), Symbol("k")
P, Q, E = Law("P", x), Law("Q", x), Event("e", x)
p, q, record = P.density, Q.density, E.density

# -- at most one of n records: x is the record that is released, or says that none is; e marks the records

one_of_n = Theorem(
    title="If at most one of n records is released, each with probability 1/(2n), one is released with probability 1/2",
    source=place,
    about=[P, E],
    where=[Ge(n, 1)],
    given={"records": Eq(Int(record, x), n), "each": forall(x, Eq(record * p, record * (1 / (2 * n))))},
    claim=Eq(Int(record * p, x), half),
    proof=[
        have("sum", Eq(Int(record * p, x), 1 / (2 * n) * Int(record, x)), by=Integrate(x, "each", using=["records"])),
        have("goal", by=Real(["sum", "records"])),
    ],
    tight=Attained({P: [half, half], E: [1, 0]}, params={"n": 1}),
    fails=[
        Variant("when there are fewer records", {P: [num(1, 4), num(3, 4)], E: [1, 0]}, {"n": 2}, drop=["records"]),
        Variant("when one is more likely", {P: [1, 0], E: [1, 0]}, {"n": 1}, drop=["each"]),
    ],
)

# -- one step after the other

K, L = Kernel("K", x, y), Kernel("L", x, y)
k, l = K.density, L.density
rate = [Ge(r, 0), Lt(r, 1)]
steps = Steps(x, {P: K, Q: L}, {"k": (0, count + 1)})
quiet = forall(x, Eq(Indicator(Gt(q, 0)) * p, (1 - r) ** count * q))
sure: Tables = {P: [1], Q: [1]}

never_start = Theorem(
    title="Before the first step nothing has happened",
    about=[P, Q],
    where=rate,
    given=steps.equal,
    claim=steps.before(quiet),
    proof=[have("goal", by=Pointwise(["equal"], cases=[Gt(q, 0)]))],
    witness=({"r": half}, sure),
)

never_step = Theorem(
    title="One more step, in which something happens with probability r: that nothing has happened is 1 − r times as likely",
    source=place,
    about=[P, Q, K, L],
    where=rate,
    given={"so_far": quiet, "next": forall(x, y, Eq(Indicator(Gt(l, 0)) * k, (1 - r) * l))},
    claim=steps.after(quiet),
    proof=[
        have(
            "both",
            forall(x, y, Eq(Indicator(Gt(q * l, 0)), Indicator(Gt(q, 0)) * Indicator(Gt(l, 0)))),
            by=Pointwise(cases=[Gt(q, 0), Gt(l, 0)]),
        ),
        have(
            "multiplied",
            forall(x, y, Eq(Indicator(Gt(q * l, 0)) * (p * k), (1 - r) ** count * q * ((1 - r) * l))),
            by=Pointwise({"both": p * k, "so_far": Indicator(Gt(l, 0)) * k, "next": (1 - r) ** count * q}),
        ),
        have("goal", by=Pointwise(["multiplied"])),
    ],
    witness=({"r": half, "k": 0}, {**sure, K: [half, half], L: [0, 1]}),
)

something = Theorem(
    title="Something has happened with probability 1 − (1 − r)^k",
    source=place,
    about=[P, Q],
    where=rate,
    given={"quiet": quiet},
    claim={
        "nothing": Eq(Int(Indicator(Gt(q, 0)) * p, x), (1 - r) ** count),
        "something": Eq(Int(Indicator(Le(q, 0)) * p, x), 1 - (1 - r) ** count),
    },
    proof=[
        have(
            "sum",
            Eq(Int(Indicator(Gt(q, 0)) * p, x), (1 - r) ** count * Int(q, x)),
            by=Integrate(x, "quiet"),
        ),
        have("nothing", by=Real(["sum", "Q.mass"])),
        have(
            "split",
            Eq(Int(Indicator(Le(q, 0)) * p, x), Int(p, x) - Int(Indicator(Gt(q, 0)) * p, x)),
            by=Under(x, cases=[Gt(q, 0)]),
        ),
        have("something", by=Real(["split", "nothing", "P.mass"])),
    ],
    tight=Attained({P: [half, half], Q: [0, 1]}, params={"r": half, "k": 1}, claim="nothing"),
    fails=[Variant("of any laws", {P: [1, 0], Q: [0, 1]}, {"r": half, "k": 1}, drop=["quiet"])],
)

never = KFold(
    title="k steps, in each of which something happens with probability r whatever has been before: nothing happens at all with "
    "probability (1 − r)^k",
    source=place,
    steps=steps,
    invariant=[quiet],
    base=never_start,
    step=never_step,
    uses={"so_far": {}},
    conclusions=[Conclusion(something, {"quiet": {}})],
)
