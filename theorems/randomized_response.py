"""Randomized response represents all pure pairs: p = (e^ε a + b)/(e^ε + 1) and q = (a + e^ε b)/(e^ε + 1) for two laws a and b.

So (P, Q) is what post-processing makes of the answers of randomized response: draw from a on answer 1 and from b on answer 0. Solve the
two equations; a >= 0 is q <= e^ε p, and b >= 0 is p <= e^ε q.

Warner's questionnaire with fair coins is randomized response for e^ε = 3: the truth on tails, a second coin on heads. From #Y answers
Yes of n the fraction p of those with the property is estimated by 2(#Y/n − 1/4): without bias, but outside of [0, 1] if #Y/n is
outside of [1/4, 3/4]. The most likely p is that number cut to [0, 1].
"""

from dpsym.library.entries import Definition, Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Pointwise,
    Real,
    Source,
    Swap,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Eq, Event, Ge, Gt, Int, Law, Le, Point, Symbol, exp, log, num
from dpsym.objects.unfold import Pure
from theorems.instances import of
from theorems.vocabulary import P, Q, e_eps, eps, half, p, q, x, y

A, B = Law("a", x), Law("b", x)
a, b = A.density, B.density
one = (e_eps * p - q) / (e_eps - 1)
zero = (e_eps * q - p) / (e_eps - 1)

representation = Theorem(
    title="Pure pairs are post-processed randomized response",
    source=Source("kairouz-oh-viswanath", "Theorem 3.1, for δ = 0"),
    about=[P, Q],
    where=[Gt(eps, 0)],
    given={"near": Pure(P, Q, eps)},
    exists=[A, B],
    claim={"P": forall(x, Eq(p, (e_eps * a + b) / (e_eps + 1))), "Q": forall(x, Eq(q, (a + e_eps * b) / (e_eps + 1)))},
    choice={A: one, B: zero},
    proof=[
        have("P", forall(x, Eq(p, (e_eps * one + zero) / (e_eps + 1))), by=Pointwise()),
        have("Q", forall(x, Eq(q, (one + e_eps * zero) / (e_eps + 1))), by=Pointwise()),
        have("same", forall(x, Eq(one, e_eps / (e_eps - 1) * p - 1 / (e_eps - 1) * q)), by=Pointwise()),
        have("same'", forall(x, Eq(zero, e_eps / (e_eps - 1) * q - 1 / (e_eps - 1) * p)), by=Pointwise()),
        have(
            "a.sum",
            Eq(Int(one, x), e_eps / (e_eps - 1) * Int(p, x) - 1 / (e_eps - 1) * Int(q, x)),
            by=Integrate(x, "same"),
        ),
        have(
            "b.sum",
            Eq(Int(zero, x), e_eps / (e_eps - 1) * Int(q, x) - 1 / (e_eps - 1) * Int(p, x)),
            by=Integrate(x, "same'"),
        ),
        have("a.mass", Eq(Int(one, x), 1), by=Real(["a.sum", "P.mass", "Q.mass"])),
        have("b.mass", Eq(Int(zero, x), 1), by=Real(["b.sum", "P.mass", "Q.mass"])),
    ],
    witness=({"eps": 1}, {P: [num(1, 2), num(1, 2)], Q: [num(1, 2), num(1, 2)]}),
)

converse = Theorem(
    title="What randomized response represents is pure",
    about=[P, Q, A, B],
    where=[Gt(eps, 0)],
    given={"P": forall(x, Eq(p, (e_eps * a + b) / (e_eps + 1))), "Q": forall(x, Eq(q, (a + e_eps * b) / (e_eps + 1)))},
    claim=Pure(P, Q, eps),
    proof=[
        have("PQ", forall(x, Le(p, e_eps * q)), by=Pointwise(["P", "Q"])),
        have("QP", forall(x, Le(q, e_eps * p)), by=Pointwise(["P", "Q"])),
    ],
    witness=(
        {"eps": log(num(2))},
        {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], A: [1, 0], B: [0, 1]},
    ),
    fails=[
        Variant(
            "without the second equation",
            {P: [num(2, 3), num(1, 3)], Q: [0, 1], A: [1, 0], B: [0, 1]},
            {"eps": log(num(2))},
            drop=["Q"],
        ),
        Variant(
            "with a smaller constant",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], A: [1, 0], B: [0, 1]},
            {"eps": log(num(2))},
            claim=Le(p, (e_eps - num(1, 10)) * q),
        ),
    ],
)

# -- Warner's questionnaire ----------------------------------------------------------------------------------------

warner = Definition(
    title="Randomized response with two coins: the truth, or the answer of a second coin",
    source=Source("cummings", "Definition 7"),
    object="dpsym.objects.laws.CoinResponse",
    examples=of("CoinResponse"),
)

yes_to_yes = Formula(
    title="Yes is three times as likely if it is the truth",
    source=Source("cummings", "Proposition 8"),
    claim="(1/2 + 1/4)/(1/4) == 3",
)

no_to_no = Formula(
    title="No is three times as likely if it is the truth",
    source=Source("cummings", "Proposition 8"),
    claim="(3/4)/(1/4) == 3",
)

R, E = Law("R", y), Event("E", x, y)
r, in_E = R.density, E.density
three = [num(3, 4), num(1, 4)]
ours, theirs = Int(in_E * (p * r), x, y), Int(in_E * (q * r), x, y)

others_cancel = Theorem(
    title="The answers of the other persons, whatever their law, cancel: the level is that of the person who changes",
    source=Source("cummings", "Proposition 8", sharpened=True),
    about=[P, Q, R, E],
    where=[Ge(eps, 0)],
    given={"person": Pure(P, Q, eps)},
    claim={"PQ": Le(ours, e_eps * theirs), "QP": Le(theirs, e_eps * ours)},
    proof=[
        have("PQ.at", forall(x, y, Le(in_E * (p * r), e_eps * (in_E * (q * r)))), by=Pointwise(["person.PQ"])),
        have("PQ.sum", forall(x, Le(Int(in_E * (p * r), y), e_eps * Int(in_E * (q * r), y))), by=Integrate(y, "PQ.at")),
        have("PQ", by=Integrate(x, "PQ.sum")),
        have("QP.at", forall(x, y, Le(in_E * (q * r), e_eps * (in_E * (p * r)))), by=Pointwise(["person.QP"])),
        have("QP.sum", forall(x, Le(Int(in_E * (q * r), y), e_eps * Int(in_E * (p * r), y))), by=Integrate(y, "QP.at")),
        have("QP", by=Integrate(x, "QP.sum")),
    ],
    tight=Attained(
        {
            P: [e_eps / (1 + e_eps), 1 / (1 + e_eps)],
            Q: [1 / (1 + e_eps), e_eps / (1 + e_eps)],
            R: three,
            E: [1, 1, 0, 0],
        },
        claim="PQ",
    ),
    fails=[
        Variant(
            "without the first direction",
            {P: [num(1, 2), num(1, 2)], Q: [num(1, 8), num(7, 8)], R: [1], E: [1, 0]},
            {"eps": log(num(2))},
            drop=["person.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: [num(1, 8), num(7, 8)], Q: [num(1, 2), num(1, 2)], R: [1], E: [1, 0]},
            {"eps": log(num(2))},
            drop=["person.QP"],
        ),
        Variant(
            "with a smaller level",
            {P: three, Q: three[::-1], R: three, E: [1, 1, 0, 0]},
            {"eps": log(num(3))},
            claim=Le(ours, exp(num(9, 10) * eps) * theirs),
        ),
    ],
)

# A person flips a coin; on tails the answer is true, on heads a second coin answers: a is the answer Yes, b the answer No.

truly_yes, truly_no = half * a + half * (half * a + half * b), half * b + half * (half * a + half * b)
given_yes, given_no = Int(in_E * (truly_yes * r), x, y), Int(in_E * (truly_no * r), x, y)

warner_private = Theorem(
    title="Randomized response with fair coins is ln 3-DP, whatever the other persons answer, and no less",
    source=Source("cummings", "Proposition 8"),
    about=[A, B, R, E],
    claim={"Yes": Le(given_yes, 3 * given_no), "No": Le(given_no, 3 * given_yes)},
    proof=[
        step
        for n, one, two in (("Yes", truly_yes, truly_no), ("No", truly_no, truly_yes))
        for step in (
            have(f"{n}.at", forall(x, y, Le(in_E * (one * r), 3 * (in_E * (two * r)))), by=Pointwise()),
            have(
                f"{n}.sum",
                forall(x, Le(Int(in_E * (one * r), y), 3 * Int(in_E * (two * r), y))),
                by=Integrate(y, f"{n}.at"),
            ),
            have(n, by=Integrate(x, f"{n}.sum")),
        )
    ],
    tight=Attained({A: [1, 0], B: [0, 1], R: three, E: [1, 1, 0, 0]}, claim="Yes"),
    fails=[
        Variant(
            "with 2.99",
            {A: [1, 0], B: [0, 1], R: [1], E: [1, 0]},
            claim=Le(given_yes, num(299, 100) * given_no),
        ),
    ],
)

# n persons i, np of them with the property; a is what all of them answer, and its law P is any. Below, q is the probability of Yes
# for a person drawn at random.

Person, Everything = Point("i"), Point("a")
Answers, Has, Yes = Law("P", Everything), Event("s", Person), Event("yes", Person, Everything)
answers, has, yes = Answers.density, Has.density, Yes.density
persons, share = Symbol("n"), Symbol("p")
number_of_yes = Int(answers * Int(yes, Person), Everything)

expected_yes = Theorem(
    title="The expected number of Yes of n persons, np of whom have the property: n/4 + np/2, however answers depend on each other",
    source=Source("cummings", "after Proposition 8", sharpened=True),
    about=[Answers, Has, Yes],
    where=[Ge(persons, 0), Ge(share, 0), Le(share, 1)],
    given={
        "persons": Eq(Int(num(1), Person), persons),
        "property": Eq(Int(has, Person), persons * share),
        "answer": forall(Person, Eq(Int(answers * yes, Everything), num(3, 4) * has + num(1, 4) * (1 - has))),
    },
    claim=Eq(number_of_yes, num(1, 4) * persons + half * (persons * share)),
    proof=[
        have(
            "each",
            Eq(
                Int(answers * yes, Person, Everything),
                half * Int(has, Person) + num(1, 4) * Int(num(1), Person),
            ),
            by=Integrate(Person, "answer", using=["persons", "property"]),
        ),
        have(
            "swap",
            Eq(Int(answers * yes, Person, Everything), Int(answers * yes, Everything, Person)),
            by=Swap(["each"]),
        ),
        have("few.in", forall(Person, Everything, Le(yes, 1)), by=Pointwise()),
        have(
            "few",
            forall(Everything, Le(Int(yes, Person), Int(num(1), Person))),
            by=Integrate(Person, "few.in", using=["persons"]),
        ),
        have(
            "out",
            forall(Everything, Eq(Int(answers * yes, Person), answers * Int(yes, Person))),
            by=Under(Person, finite=["few"]),
        ),
        have(
            "all",
            Eq(Int(answers * yes, Everything, Person), number_of_yes),
            by=Integrate(Everything, "out", using=["swap", "few"]),
        ),
        have("goal", by=Real(["each", "swap", "all", "persons", "property"])),
    ],
    witness=(
        {"n": 2, "p": half},
        {Answers: [num(3, 16), num(1, 16), num(9, 16), num(3, 16)], Has: [1, 0], Yes: [0, 0, 1, 1, 0, 1, 0, 1]},
    ),
    fails=[
        Variant(
            "when there are more persons",
            {Answers: [num(3, 16), num(1, 16), num(9, 16), num(3, 16)], Has: [1, 0], Yes: [0, 0, 1, 1, 0, 1, 0, 1]},
            {"n": 1, "p": 1},
            drop=["persons"],
        ),
        Variant(
            "when more of them have the property",
            {Answers: [num(3, 16), num(1, 16), num(9, 16), num(3, 16)], Has: [1, 0], Yes: [0, 0, 1, 1, 0, 1, 0, 1]},
            {"n": 2, "p": 0},
            drop=["property"],
        ),
        Variant("when all say Yes", {Answers: [1], Has: [1], Yes: [1]}, {"n": 1, "p": 1}, drop=["answer"]),
    ],
)

expected_yes_drawn = Formula(
    title="The expected number of Yes if the n persons are drawn at random: the mean of a binomial law",
    source=Source("cummings", "after Proposition 8"),
    claim="Sum(k*binomial(n, k)*q**k*(1 - q)**(n - k), (k, 0, n)) == 1/4*n + 1/2*n*p",
    where=["n in integers", "n >= 1", "0 <= p <= 1"],
    let=["q = p*(3/4) + (1 - p)*(1/4)"],
)

unbiased = Formula(
    title="The estimator 2(#Y/n − 1/4) has mean p",
    source=Source("cummings", "after Proposition 8", sharpened=True),
    claim="2*((1/4*n + 1/2*n*p)/n - 1/4) == p",
    where=["n in integers", "n >= 1", "0 <= p <= 1"],
)

estimator_as_printed = Formula(
    title="2(#Y/n − 1/4) is a most likely fraction, so it is a fraction",
    source=Source("cummings", "after Proposition 8"),
    claim="0 <= 2*(y/n - 1/4) <= 1",
    where=["n in integers", "n >= 1", "y in integers", "0 <= y <= n"],
    fails_at={"n": "1", "y": "0"},
)

# The logarithm of the likelihood of p over that of the claimed best p, for each person; t = #Y/n.

most_likely_inside = Formula(
    title="For 1/4 <= #Y/n <= 3/4 no p is more likely than 2(#Y/n − 1/4)",
    source=Source("cummings", "after Proposition 8", sharpened=True),
    claim="t*log((1/4 + p/2)/(1/4 + m/2)) + (1 - t)*log((3/4 - p/2)/(3/4 - m/2)) <= 0",
    where=["1/4 <= t <= 3/4", "0 <= p <= 1"],
    let=["m = 2*(t - 1/4)"],
)

most_likely_below = Formula(
    title="For #Y/n <= 1/4 no p is more likely than 0",
    source=Source("cummings", "after Proposition 8", sharpened=True),
    claim="t*log((1/4 + p/2)/(1/4)) + (1 - t)*log((3/4 - p/2)/(3/4)) <= 0",
    where=["0 <= t <= 1/4", "0 <= p <= 1"],
)

most_likely_above = Formula(
    title="For #Y/n >= 3/4 no p is more likely than 1",
    source=Source("cummings", "after Proposition 8", sharpened=True),
    claim="t*log((1/4 + p/2)/(3/4)) + (1 - t)*log((3/4 - p/2)/(1/4)) <= 0",
    where=["3/4 <= t <= 1", "0 <= p <= 1"],
)


def _variance(n: str, q: str) -> str:
    """The variance of a binomial law, by its moments: the number of Yes of n persons with the same probability."""
    mean = f"{n}*({q})"
    return f"(Sum(j*(j - 1)*binomial({n}, j)*({q})**j*(1 - {q})**({n} - j), (j, 0, {n})) + {mean} - ({mean})**2)"


variance_given_data = Formula(
    title="The number of Yes of m persons with the property and of l without have variances 3m/16 and 3l/16; "
    "by utility.variances_add 2(#Y/n − 1/4), n = m + l, has variance 3/(4n)",
    source=Source("cummings", "after Proposition 8", sharpened=True),
    claim=[
        f"{_variance('m', '3/4')} == 3*m/16",
        f"{_variance('l', '1/4')} == 3*l/16",
        f"(2/(m + l))**2*({_variance('m', '3/4')} + {_variance('l', '1/4')}) == 3/(4*(m + l))",
    ],
    where=["m in integers", "m >= 0", "l in integers", "l >= 0", "m + l >= 1"],
)

variance_drawn = Formula(
    title="For persons drawn at random the variance of 2(#Y/n − 1/4) is 3/(4n) + p(1 − p)/n, by the moments of a binomial law",
    source=Source("cummings", "after Proposition 8", sharpened=True),
    claim="(2/n)**2*(Sum(k*(k - 1)*binomial(n, k)*q**k*(1 - q)**(n - k), (k, 0, n)) + n*q - (n*q)**2) == "
    "3/(4*n) + p*(1 - p)/n",
    where=["n in integers", "n >= 1", "0 <= p <= 1"],
    let=["q = p*(3/4) + (1 - p)*(1/4)"],
)

variance_falls = Formula(
    title="The variance 3/(4n) is above every bound v for n < 3/(4v)",
    source=Source("cummings", "after Proposition 8"),
    claim="3/(4*n) > v",
    where=["n in integers", "n >= 1", "v > 0", "n < 3/(4*v)"],
)

local_is_worse = Formula(
    title="From three persons on the variance is above that of the Laplace mechanism, 2/(n ln 3)², at the same level",
    source=Source("cummings", "after Proposition 8", sharpened=True),
    claim="3/(4*n) > 2/(n*log(3))**2",
    where=["n in integers", "n >= 3"],
)

# -- coins p and q: the truth with probability p, else a coin that shows 1 with probability q ------------------------------------

level = Formula(
    title="The exact level of randomized response with coins p and q: the logarithm of the greatest of the four ratios",
    claim="log(max((p + (1 - p)*q)/((1 - p)*q), (1 - p)*q/(p + (1 - p)*q), "
    "(1 - (1 - p)*q)/((1 - p)*(1 - q)), (1 - p)*(1 - q)/(1 - (1 - p)*q))) == "
    "log(max((p + (1 - p)*q)/((1 - p)*q), (1 - (1 - p)*q)/((1 - p)*(1 - q))))",
    where=["0 <= p < 1", "0 < q < 1"],
)

without_truth = Formula(
    title="With p = 0 the reports do not depend on the truth: both chances are q",
    claim="abs((0 + (1 - 0)*q) - (1 - 0)*q) == 0",
    where=["0 <= q <= 1"],
)

unbiased_with_coins = Formula(
    title="The estimator (share of ones − (1 − p)q)/p has mean s",
    claim="((p*s + (1 - p)*q) - (1 - p)*q)/p == s",
    where=["0 < p <= 1", "0 <= q <= 1", "0 <= s <= 1"],
)

variance_with_coins = Formula(
    title="For n persons drawn at random the variance of the estimator (share of ones − (1 − p)q)/p is r(1 − r)/(np²), "
    "by the moments of a binomial law",
    claim="(1/(n*p))**2*(Sum(k*(k - 1)*binomial(n, k)*r**k*(1 - r)**(n - k), (k, 0, n)) + n*r - (n*r)**2) == r*(1 - r)/(n*p**2)",
    where=["n in integers", "n >= 1", "0 < p <= 1", "0 < r < 1"],
)

variance_of_reports = Formula(
    title="The same for all shares, certain reports included: a report has variance (1 − r)(0 − r)² + r(1 − r)², and variances add up",
    claim="(1/(n*p))**2*(n*((1 - r)*(0 - r)**2 + r*(1 - r)**2)) == r*(1 - r)/(n*p**2)",
    where=["n in integers", "n >= 1", "0 < p <= 1", "0 <= r <= 1"],
)

# -- k answers ------------------------------------------------------------------------------------------------------------------------

many_answers_as_coins = Formula(
    title="It is the truth with probability p = (e^ε − 1)/(e^ε + k − 1), else one of all k answers",
    claim="p + (1 - p)/k == exp(eps)/(exp(eps) + k - 1)",
    let=["p = (exp(eps) - 1)/(exp(eps) + k - 1)"],
    where=["eps >= 0", "k in integers", "k >= 2"],
)

many_answers_wrong = Formula(
    title="The answer is not the truth with probability (k − 1)/(e^ε + k − 1)",
    claim="Sum(1/(exp(eps) + k - 1), (i, 2, k)) == (k - 1)/(exp(eps) + k - 1)",
    where=["eps >= 0", "k in integers", "k >= 2"],
)
