"""The exact optimum of k mechanisms that are (ε, δⱼ)-private, each of which may depend on what those before it said.

After one more mechanism the hockey-stick divergence is at most that after randomized response,

    E_u(next) <= δ + (1 − δ) (e^ε E_{u/e^ε} + E_{u e^ε})/(e^ε + 1),

at every level u. So after n of them it is at most, with w = Π (1 − δⱼ),

    1 − w + w Σᵢ C(n, i) (e^(iε) − u e^((n−i)ε))₊ / (1 + e^ε)^n,

and n answers of randomized response attain that at every level.
"""

from dpsym.kernel.terms import Term, bind, func
from dpsym.library.chains import KFold, Steps
from dpsym.library.entries import Formula
from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Tables,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Eq,
    Event,
    FieldSymbol,
    Ge,
    Gt,
    Int,
    Kernel,
    Law,
    Le,
    Min,
    Piecewise,
    Symbol,
    exp,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import HockeyStick
from theorems.vocabulary import delta, e_eps, eps, half, x, y

P, Q = Law("P", x), Law("Q", x)
K, L = Kernel("K", x, y), Kernel("L", x, y)
p, q, k, l = P.density, Q.density, K.density, L.density
n, u, r, h = (Symbol(name) for name in ("n", "u", "r", "h"))
fair = [half, half]
alike: Tables = {P: [1], Q: [1], K: fair, L: fair}
next_stick = {
    "PQ": forall(x, Le(Int(pos(k - e_eps * l), y), delta)),
    "QP": forall(x, Le(Int(pos(l - e_eps * k), y), delta)),
}

# -- the exact optimum

i = Symbol("i")
A, B, C, D, G = (Symbol(name) for name in "ABCDG")
weight = Symbol("w")  # that nothing was lost: the product of the 1 − δⱼ


def answers(n: Term, u: Term) -> Term:
    """E_u of n answers of randomized response: Σᵢ C(n, i) (e^(iε) − u e^((n−i)ε))₊ / (1 + e^ε)^n."""
    told = func("binomial", n, i) * pos(exp(i * eps) - u * exp((n - i) * eps))
    return bind("Sum", told, "i", num(0), n) / (1 + e_eps) ** n


exact_steps = Steps(x, {P: K, Q: L}, {"n": (0, n + 1), "w": (1, weight * (1 - delta))})
exact_bound = Le(HockeyStick(P, Q, u), 1 - weight + weight * answers(n, u))
kept = Ge(weight, 0)

exact_start = Theorem(
    title="Laws that are equal: E_u <= (1 − u)₊",
    about=[P, Q],
    where=[Gt(eps, 0), Ge(u, 0)],
    given=exact_steps.equal,
    claim={"goal": exact_steps.before(exact_bound), "kept": exact_steps.before(kept)},
    proof=[
        have("at", forall(x, Eq(pos(p - u * q), pos(1 - u) * p)), by=Pointwise(["equal"], cases=[Ge(u, 1)])),
        have("sum", Eq(HockeyStick(P, Q, u), pos(1 - u) * Int(p, x)), by=Integrate(x, "at")),
        have("goal", by=Real(["sum", "P.mass"])),
        have("kept", by=Real()),
    ],
    witness=({"eps": 1, "u": 1}, {P: fair, Q: fair}),
)

lower, upper = u / e_eps, u * e_eps
share = 1 / (e_eps + 1)
up, down = pos(p - lower * q), pos(p - upper * q)
both = pos(p * k - u * (q * l))
over, under = pos(k - e_eps * l), pos(l - e_eps * k)
some = Gt(eps, 0)  # at ε = 0 the quotients have no value
W, X, Z = (Symbol(name) for name in "WXZ")
times = (Le(W * X, W * Z), [Ge(W, 0), Le(X, Z)])
a = Piecewise((Min(pos(e_eps * p - u * q) / (e_eps**2 - 1), u * q), some), default=0)
b = Piecewise((Min(pos(e_eps * (u * q) - p) / (e_eps**2 - 1), p), some), default=Min(p, u * q))
rest = pos(p - e_eps * (u * q))
mixed = delta * p + (1 - delta) * (share * (e_eps * up + down))

told = [delta, (1 - delta) * e_eps * share, (1 - delta) * share, 0]  # the truth, marked, or an answer with odds e^ε

one_more = Theorem(
    title="One more (ε, δ)-private mechanism: E_u <= δ + (1 − δ) (e^ε E_{u/e^ε} + E_{u e^ε})/(e^ε + 1)",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    about=[P, Q, K, L],
    where=[Ge(eps, 0), Ge(u, 0), Ge(delta, 0), Le(delta, 1)],
    given=next_stick,
    claim=Le(Int(both, x, y), delta + (1 - delta) * (share * (e_eps * Int(up, x) + Int(down, x)))),
    proof=[
        have("a>=0", forall(x, Ge(a, 0)), by=Pointwise(cases=[some])),
        have("b>=0", forall(x, Ge(b, 0)), by=Pointwise(cases=[some])),
        have(
            "cut",
            forall(x, y, Le(both, b * over + a * (under + e_eps * k - l) + rest * k)),
            by=Pointwise(
                cases=[some],
                lemmas=[
                    Lemma(
                        Le(
                            pos(A * C - B * D),
                            Min(pos(G * B - A) / (G**2 - 1), A) * pos(C - G * D)
                            + Min(pos(G * A - B) / (G**2 - 1), B) * (pos(D - G * C) + G * C - D)
                            + pos(A - G * B) * C,
                        ),
                        [Ge(A, 0), Ge(B, 0), Ge(C, 0), Ge(D, 0), Gt(G, 1)],
                        {"A": p, "B": u * q, "C": k, "D": l, "G": e_eps},
                    ),
                    Lemma(
                        Le(pos(A * C - B * D), Min(A, B) * pos(C - D) + pos(A - B) * C),
                        [Ge(A, 0), Ge(B, 0), Ge(C, 0), Ge(D, 0)],
                        {"A": p, "B": u * q, "C": k, "D": l},
                    ),
                ],
            ),
        ),
        have(
            "at_x.sum",
            forall(
                x,
                Le(
                    Int(both, y),
                    b * Int(over, y) + a * Int(under, y) + (a * e_eps + rest) * Int(k, y) - a * Int(l, y),
                ),
            ),
            by=Integrate(
                y,
                "cut",
                using=["PQ", "QP"],
                parts=[(1, both), (-b, over), (-a, under), (-(a * e_eps + rest), k), (a, l)],
            ),
        ),
        have(
            "PQ.b",
            forall(x, Le(b * Int(over, y), b * delta)),
            by=Pointwise(["PQ", "b>=0"], lemmas=[Lemma(*times, {"W": b, "X": Int(over, y), "Z": delta})]),
        ),
        have(
            "QP.a",
            forall(x, Le(a * Int(under, y), a * delta)),
            by=Pointwise(["QP", "a>=0"], lemmas=[Lemma(*times, {"W": a, "X": Int(under, y), "Z": delta})]),
        ),
        have(
            "at_x",
            forall(x, Le(Int(both, y), b * delta + a * (delta + e_eps - 1) + rest)),
            by=Pointwise(
                {
                    "at_x.sum": 1,
                    "PQ.b": 1,
                    "QP.a": 1,
                    "K.mass": a * e_eps + rest,
                    "L.mass": -a,
                    "a>=0": 0,
                    "b>=0": 0,
                }
            ),
        ),
        have(
            "mixed",
            forall(x, Le(b * delta + a * (delta + e_eps - 1) + rest, mixed)),
            by=Pointwise(
                cases=[some],
                lemmas=[
                    Lemma(
                        Le(
                            Min(pos(G * B - A) / (G**2 - 1), A) * D
                            + Min(pos(G * A - B) / (G**2 - 1), B) * (D + G - 1)
                            + pos(A - G * B),
                            D * A + (1 - D) * (1 / (G + 1) * (G * pos(A - 1 / G * B) + pos(A - G * B))),
                        ),
                        [Ge(A, 0), Ge(B, 0), Ge(D, 0), Le(D, 1), Gt(G, 1)],
                        {"A": p, "B": u * q, "D": delta, "G": e_eps},
                    ),
                    Lemma(
                        Le(Min(A, B) * D + pos(A - B), D * A + (1 - D) * pos(A - B)),
                        [Ge(A, 0), Ge(B, 0), Ge(D, 0), Le(D, 1)],
                        {"A": p, "B": u * q, "D": delta},
                    ),
                ],
            ),
        ),
        have("below", forall(x, Le(Int(both, y), mixed)), by=Pointwise(["at_x", "mixed"])),
        have(
            "sum",
            Le(
                Int(both, x, y),
                delta * Int(p, x) + (1 - delta) * share * e_eps * Int(up, x) + (1 - delta) * share * Int(down, x),
            ),
            by=Integrate(x, "below"),
        ),
        have("goal", by=Real(["sum", "P.mass"])),
    ],
    tight=Attained(
        {P: [1], Q: [1], K: told, L: told[::-1]},
        params={"u": 1},
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [1], Q: [1], K: [num(2, 3), num(1, 3)], L: [num(1, 3), num(2, 3)]},
            {"eps": log(num(2)), "u": 1, "delta": 0},
            claim=Le(Int(both, x, y), num(99, 100) * (share * (e_eps * Int(up, x) + Int(down, x)))),
        ),
        Variant(
            "without privacy in one direction",
            {P: [1], Q: [1], K: [half, half], L: [num(1, 4), num(3, 4)]},
            {"eps": log(num(3, 2)), "u": 1, "delta": 0},
            drop=["PQ"],
        ),
    ],
    witness=({"eps": 1, "u": 1, "delta": 0}, alike),
)


def at_level(v: Term) -> Term:
    """The invariant at another level."""
    return Le(HockeyStick(P, Q, v), 1 - weight + weight * answers(n, v))


pascal = Formula(
    title="One more answer of randomized response, by Pascal's triangle",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    claim="Sum(binomial(n + 1, i)*max(exp(i*eps) - u*exp((n + 1 - i)*eps), 0), (i, 0, n + 1))/(1 + exp(eps))**(n + 1) == "
    "1/(exp(eps) + 1)*("
    "exp(eps)*(Sum(binomial(n, i)*max(exp(i*eps) - u/exp(eps)*exp((n - i)*eps), 0), (i, 0, n))/(1 + exp(eps))**n)"
    " + Sum(binomial(n, i)*max(exp(i*eps) - u*exp(eps)*exp((n - i)*eps), 0), (i, 0, n))/(1 + exp(eps))**n)",
    where=["n in integers", "n >= 0", "eps > 0", "u >= 0"],
)

exact_step = Theorem(
    title="One more (ε, δ)-private mechanism: w becomes w (1 − δ), and n answers become n + 1",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    about=[P, Q, K, L],
    where=[Gt(eps, 0), Ge(u, 0), Ge(delta, 0), Le(delta, 1), Ge(n, 0)],
    integers=["n"],
    given={"so_far.low": at_level(lower), "so_far.high": at_level(upper), "kept": kept, **next_stick},
    claim={"stick": exact_steps.after(exact_bound), "w": exact_steps.after(kept)},
    proof=[
        have(
            "one_more",
            Le(Int(both, x, y), delta + (1 - delta) * (share * (e_eps * Int(up, x) + Int(down, x)))),
            by=Cite(one_more, fields={"P": P, "Q": Q, "K": K, "L": L}),
        ),
        have(
            "pascal",
            Eq(answers(n + 1, u), share * (e_eps * answers(n, lower) + answers(n, upper))),
            by=Real(),
        ),
        have(
            "stick",
            by=Real(
                {
                    "one_more": 1,
                    "so_far.low": (1 - delta) * share * e_eps,
                    "so_far.high": (1 - delta) * share,
                    "pascal": weight * (1 - delta),
                }
            ),
        ),
        have("w", by=Real(["kept"])),
    ],
    witness=({"eps": 1, "u": 1, "delta": 0, "n": 0, "w": 1}, alike),
)

exact = KFold(
    title="n mechanisms that are (ε, δⱼ)-private, each of which may depend on the outcomes before it: E_u is at most "
    "1 − w + w Σᵢ C(n, i) (e^(iε) − u e^((n−i)ε))₊ / (1 + e^ε)^n at every level u, w = Π (1 − δⱼ)",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    steps=exact_steps,
    invariant=[exact_bound, kept],
    base=exact_start,
    step=exact_step,
    uses={"so_far.low": {"u": lower}, "so_far.high": {"u": upper}, "kept": {"u": u}},
    levels=["u"],
)

# -- and randomized response attains it

T, F, Y, N = (Event(name, x, y) for name in "TFYN")  # it shows P, it shows Q, yes, no
shows_p, shows_q, yes, no = (event.density for event in (T, F, Y, N))
exact_value = Eq(HockeyStick(P, Q, u), 1 - weight + weight * answers(n, u))


def value_at(v: Term) -> Term:
    """What holds of randomized response, at another level."""
    return Eq(HockeyStick(P, Q, v), 1 - weight + weight * answers(n, v))


attained_start = Theorem(
    title="Laws that are equal: E_u is (1 − u)₊",
    about=[P, Q],
    where=[Gt(eps, 0), Ge(u, 0)],
    given=exact_steps.equal,
    claim=exact_steps.before(exact_value),
    proof=exact_start.proof[:3],
    witness=({"eps": 1, "u": 1}, {P: fair, Q: fair}),
)

response = {
    "all": forall(x, y, Eq(shows_p + shows_q + yes + no, 1)),
    "P": forall(x, y, Eq(shows_p * l, 0)),
    "Q": forall(x, y, Eq(shows_q * k, 0)),
    "yes": forall(x, y, Eq(yes * k, e_eps * (yes * l))),
    "no": forall(x, y, Eq(no * l, e_eps * (no * k))),
    "K": forall(x, Eq(Int(shows_p * k, y), delta)),
    "L": forall(x, Eq(Int(shows_q * l, y), delta)),
}
first, second = pos(e_eps * p - u * q), pos(p - e_eps * (u * q))
told_yes, told_no = Int(yes * l, y), Int(no * k, y)

X, Z, W = (Symbol(name) for name in "XZW")


def in_case(name: str, event: FieldSymbol, scale: Term, factor: Term, of: Term) -> list[Step]:
    """On one of the four events: p k − u q l = factor · of there, so its positive part is factor₊ · of."""
    here = event.density
    inner = p * (here * k) - u * (q * (here * l))
    return [
        have(f"{name}.in", forall(x, y, Eq(here * both, pos(inner))), by=Pointwise(cases=[Ge(p * k, u * (q * l))])),
        have(f"{name}.same", forall(x, y, Eq(inner, factor * of)), by=Pointwise({name: scale})),
        have(
            f"{name}.cut",
            forall(x, y, Eq(here * both, pos(factor) * of)),
            by=Pointwise(
                [f"{name}.in", f"{name}.same"],
                lemmas=[
                    Lemma(Eq(pos(X), pos(Z) * W), [Ge(W, 0), Eq(X, Z * W)], {"X": inner, "Z": factor, "W": of}),
                ],
            ),
        ),
    ]


attained_step = Theorem(
    title="One more answer of randomized response, which shows the law with probability δ, and else has odds e^ε",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    about=[P, Q, K, L, T, F, Y, N],
    where=[Gt(eps, 0), Ge(u, 0), Ge(delta, 0), Le(delta, 1), Ge(n, 0)],
    integers=["n"],
    given={"so_far.low": value_at(lower), "so_far.high": value_at(upper), **response},
    claim=exact_steps.after(exact_value),
    proof=[
        *in_case("P", T, -u * q, p, shows_p * k),
        *in_case("Q", F, p, -u * q, shows_q * l),
        *in_case("yes", Y, p, e_eps * p - u * q, yes * l),
        *in_case("no", N, -u * q, p - e_eps * (u * q), no * k),
        have(
            "cut",
            forall(x, y, Eq(both, p * (shows_p * k) + first * (yes * l) + second * (no * k))),
            by=Pointwise({"P.cut": 1, "Q.cut": 1, "yes.cut": 1, "no.cut": 1, "all": -both}),
        ),
        have(
            "at_x.sum",
            forall(x, Eq(Int(both, y), p * Int(shows_p * k, y) + first * told_yes + second * told_no)),
            by=Integrate(y, "cut"),
        ),
        have(
            "K.parts",
            forall(x, y, Eq(k, shows_p * k + e_eps * (yes * l) + no * k)),
            by=Pointwise({"all": -k, "Q": 1, "yes": 1}),
        ),
        have(
            "L.parts",
            forall(x, y, Eq(l, shows_q * l + yes * l + e_eps * (no * k))),
            by=Pointwise({"all": -l, "P": 1, "no": 1}),
        ),
        have(
            "K.sum",
            forall(x, Eq(Int(k, y), Int(shows_p * k, y) + e_eps * told_yes + told_no)),
            by=Integrate(y, "K.parts"),
        ),
        have(
            "L.sum",
            forall(x, Eq(Int(l, y), Int(shows_q * l, y) + told_yes + e_eps * told_no)),
            by=Integrate(y, "L.parts"),
        ),
        have("K.one", forall(x, Eq(e_eps * told_yes + told_no, 1 - delta)), by=Pointwise(["K.sum", "K", "K.mass"])),
        have("L.one", forall(x, Eq(told_yes + e_eps * told_no, 1 - delta)), by=Pointwise(["L.sum", "L", "L.mass"])),
        have(
            "told.yes",
            forall(x, Eq(told_yes, (1 - delta) * share)),
            by=Pointwise({"K.one": e_eps / (e_eps**2 - 1), "L.one": -1 / (e_eps**2 - 1)}),
        ),
        have(
            "told.no",
            forall(x, Eq(told_no, (1 - delta) * share)),
            by=Pointwise({"L.one": e_eps / (e_eps**2 - 1), "K.one": -1 / (e_eps**2 - 1)}),
        ),
        have("up", forall(x, Eq(first, e_eps * up)), by=Pointwise()),
        have("down", forall(x, Eq(second, down)), by=Pointwise()),
        have(
            "at_x",
            forall(x, Eq(Int(both, y), mixed)),
            by=Pointwise(
                {
                    "at_x.sum": 1,
                    "K": p,
                    "told.yes": first,
                    "told.no": second,
                    "up": (1 - delta) * share,
                    "down": (1 - delta) * share,
                }
            ),
        ),
        have(
            "sum",
            Eq(
                Int(both, x, y),
                delta * Int(p, x) + (1 - delta) * share * e_eps * Int(up, x) + (1 - delta) * share * Int(down, x),
            ),
            by=Integrate(x, "at_x"),
        ),
        have("pascal", Eq(answers(n + 1, u), share * (e_eps * answers(n, lower) + answers(n, upper))), by=Real()),
        have(
            "goal",
            by=Real(
                {
                    "sum": 1,
                    "P.mass": delta,
                    "so_far.low": (1 - delta) * share * e_eps,
                    "so_far.high": (1 - delta) * share,
                    "pascal": -weight * (1 - delta),
                }
            ),
        ),
    ],
    witness=(
        {"eps": log(num(2)), "u": 1, "delta": 0, "n": 0, "w": 1},
        {
            P: [1],
            Q: [1],
            K: [num(2, 3), num(1, 3)],
            L: [num(1, 3), num(2, 3)],
            T: [0, 0],
            F: [0, 0],
            Y: [1, 0],
            N: [0, 1],
        },
    ),
)

exact_attained = KFold(
    title="n answers of randomized response, which shows the law with probability δⱼ and else has odds e^ε, "
    "attain the optimum at every level",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    steps=exact_steps,
    invariant=[exact_value],
    base=attained_start,
    step=attained_step,
    uses={"so_far.low": {"u": lower}, "so_far.high": {"u": upper}},
    levels=["u"],
)
