"""Bayesian privacy: how far one transcript moves the belief about one record.

The adversary knows all records but one. The unknown record θ has the prior π, and the transcript y that was seen has probability L(θ)
if the record is θ. So y has probability Z = ∫ L π, and the posterior is L π/Z. If the record is replaced, L changes by a factor of e^ε
at most. If it is added, L is within a factor of e^ε of the probability r of y without the record, so any two L are within e^(2ε).

- Prior and posterior are within tanh(ε/4) (`semantic.prior_to_posterior`) if the record is replaced, within tanh(ε/2) if it is added.
- The source's 2ε is right and never attained; the last step of its proof, e^(2ε) <= 1 + 2ε, is false for every ε > 0.

The way back is in `bayesian_converse`.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Pointwise,
    Real,
    Sharp,
    Source,
    Step,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Eq, Event, Ge, Gt, Int, Kernel, Law, Le, Point, Query, Symbol, exp, log, num
from theorems.semantic import prior_to_posterior
from theorems.vocabulary import e_eps, eps, half, y

r, c = Symbol("r"), Symbol("c")
theta = Point("theta")
other = Point("theta'", like=theta)
Prior, Likelihood = Law("pi", theta), Query("L", theta, lower=0)
prior, likelihood = Prior.density, Likelihood.density
Z = Int(likelihood * prior, theta)
posterior = likelihood * prior / Z
shift = num(1, 2) * Int(Abs(posterior - prior), theta)

# -- Theorem 1, after the source's proof ------------------------------------------------------------------------------

M = Kernel("M", theta, y)
m = M.density
Joint = Query("J", theta, y, lower=0)
joint = Joint.density
seen = Int(m * prior, theta)

bayes = Theorem(
    title="Bayes' rule, (10) and (11) with what was left out",
    source=Source("biswas", "(10), (11)"),
    about=[Prior, M, Joint],
    given={"joint": forall(theta, y, Eq(joint, m * prior)), "possible": forall(y, Gt(seen, 0))},
    claim=forall(theta, y, Eq(joint / Int(joint, theta), m / seen * prior)),
    proof=[
        have("marginal", forall(y, Eq(Int(joint, theta), seen)), by=Under(theta, using=["joint"], finite=["possible"])),
        have("goal", by=Pointwise(["joint", "marginal", "possible"])),
    ],
    witness=(
        {},
        {
            Prior: [half, half],
            M: [num(2, 3), num(1, 3), num(1, 3), num(2, 3)],
            Joint: [num(1, 3), num(1, 6), num(1, 6), num(1, 3)],
        },
    ),
    fails=[
        Variant(
            "with another joint law",
            {Prior: [half, half], M: [half, half, half, half], Joint: [1, 0, 0, 1]},
            drop=["joint"],
        ),
    ],
)

bayes_as_printed = Falsehood(
    title="Bayes' rule, with the denominator for the data set X = X' ∪ {x} of the proof's first line",
    source=Source("biswas", "(10)"),
    about=[Prior, M],
    given={"possible": forall(y, Gt(seen, 0))},
    claim=forall(theta, y, Eq(m * prior / seen, m * prior / m)),
    values={Prior: [half, half], M: [num(2, 3), num(1, 3), num(1, 3), num(2, 3)]},
    why="With X fixed the quotient is 1 and the posterior would be the prior; the denominator is the mean over the prior.",
)

below_reference = {"near": forall(theta, Le(r, e_eps * likelihood)), "possible": Gt(Z, 0)}
within_reference = {
    "below": forall(theta, Le(likelihood, e_eps * r)),
    "above": forall(theta, Le(r, e_eps * likelihood)),
}


def mean_is_large(near: str, finite: str) -> list[Step]:
    """r <= e^ε L, in the mean: r <= e^ε Z."""
    return [
        have("mean", Le(r * Int(prior, theta), e_eps * Z), by=Under(theta, using=[near], finite=[finite])),
        have("r<=uZ", Le(r, e_eps * Z), by=Real(["mean", "pi.mass"])),
    ]


def possible() -> list[Step]:
    """Z is finite, and positive: r <= e^ε Z."""
    return [
        have("finite", Le(Z, e_eps * r * Int(prior, theta)), by=Under(theta, using=["below"])),
        *mean_is_large("above", "finite"),
        have("possible", Gt(Z, 0), by=Real(["r<=uZ"])),
    ]


equation_12 = Theorem(
    title="(12) with X = X' ∪ {x} in the numerator: L(x)/Z <= e^ε L(x)/r",
    source=Source("biswas", "(12)"),
    about=[Prior, Likelihood],
    where=[Ge(eps, 0), Gt(r, 0)],
    given=below_reference,
    claim=forall(theta, Le(likelihood / Z * prior, e_eps * (likelihood / r) * prior)),
    proof=[
        *mean_is_large("near", "possible"),
        have("quotient", Le(1 / Z, e_eps / r), by=Real(["r<=uZ", "possible"])),
        have("goal", by=Pointwise(["quotient", "possible"])),
    ],
    witness=({"eps": log(num(2)), "r": half}, {Prior: [half, half], Likelihood: [num(1, 4), 1]}),
    fails=[
        Variant("without closeness", {Prior: [1], Likelihood: [1]}, {"eps": 0, "r": 2}, drop=["near"]),
        Variant(
            "when the transcript is impossible",
            {Prior: [0, 1], Likelihood: [1, 0]},
            {"eps": 0, "r": 1},
            drop=["near", "possible"],
        ),
    ],
)

equation_12_as_printed = Falsehood(
    title="(12) with the same M(X) as in the denominators of (10) and (11): L(x)/Z <= e^ε Z/r",
    source=Source("biswas", "(12)"),
    about=[Prior, Likelihood],
    where=[Ge(eps, 0), Gt(r, 0)],
    given=within_reference,
    claim=forall(theta, Le(likelihood / Z, e_eps * (Z / r))),
    values={Prior: [num(9, 10), num(1, 10)], Likelihood: [num(1, 3), num(2, 3)]},
    params={"eps": log(num(2)), "r": num(2, 3)},
    why="M(X) in the numerator is the data set with x, in the denominator it was the mean over the prior.",
)

# how likely A is: before, and after the transcript
A = Event("A", theta)
a = A.density
before, after = Int(a * prior, theta), Int(a * posterior, theta)

posterior_ratio = Theorem(
    title="(13), (14): the posterior is at most e^(2ε) times the prior, after (12)",
    source=Source("biswas", "(13), (14)"),
    about=[Prior, Likelihood],
    where=[Ge(eps, 0), Gt(r, 0)],
    given=within_reference,
    claim=forall(theta, Le(posterior, exp(2 * eps) * prior)),
    proof=[
        *possible(),
        have(
            "(12)",
            forall(theta, Le(likelihood / Z * prior, e_eps * (likelihood / r) * prior)),
            by=Cite(equation_12, given={"near": "above"}),
        ),
        have("near", forall(theta, Le(likelihood / r, e_eps)), by=Pointwise(["below"])),
        have(
            "(13)", forall(theta, Le(e_eps * (likelihood / r) * prior, e_eps * e_eps * prior)), by=Pointwise(["near"])
        ),
        have("(14)", by=Pointwise({"(12)": 1, "(13)": 1, "possible": 0})),
    ],
    witness=({"eps": log(num(2)), "r": 1}, {Prior: [half, half], Likelihood: [2, half]}),
    fails=[
        Variant(
            "without the upper bound", {Prior: [half, half], Likelihood: [4, 1]}, {"eps": 0, "r": 1}, drop=["below"]
        ),
        Variant(
            "without the lower bound", {Prior: [half, half], Likelihood: [1, 0]}, {"eps": 0, "r": 1}, drop=["above"]
        ),
    ],
)


def ratio_bound(v: Term) -> list[Step]:
    """From L <= v Z: the posterior of A is at most v times its prior."""
    return [
        have("inside", forall(theta, Le(a * posterior, v * (a * prior))), by=Pointwise(["L<=vZ", "possible"])),
        have("sum", Le(after, v * before), by=Integrate(theta, "inside", using=["possible"])),
        have("goal", Le(after / before, v), by=Real(["sum", "charged"])),
    ]


def rare(v: Term) -> list[Term]:
    """A prior whose first value is so rare that the posterior of it is more than c < v times as likely."""
    t = (v - c) / (2 * (v - c) + 2 * v**2)
    return [t, 1 - t]


def nearly(v: Term) -> dict[str, Term]:
    """A point at which c is close to the bound v."""
    return {"eps": log(num(2)), "c": v - num(1, 2000)}


added_ratio = Theorem(
    title="If the record is added, no event becomes more than e^(2ε) times as likely, and e^(2ε) is the least such number",
    source=Source("biswas", "(14)"),
    about=[Prior, Likelihood, A],
    where=[Gt(eps, 0), Gt(r, 0)],
    given={**within_reference, "charged": Gt(before, 0)},
    claim=Le(after / before, exp(2 * eps)),
    proof=[
        *possible(),
        have(
            "L<=vZ",
            forall(theta, Le(likelihood, exp(2 * eps) * Z)),
            by=Pointwise(["below", "r<=uZ"], finite=["possible"]),
        ),
        *ratio_bound(exp(2 * eps)),
    ],
    tight=Sharp({Prior: rare(e_eps**2), Likelihood: [e_eps, 1 / e_eps], A: [1, 0]}, params={"r": 1}, at=nearly(num(4))),
    fails=[
        Variant(
            "with e^ε",
            {Prior: [num(1, 10), num(9, 10)], Likelihood: [2, half], A: [1, 0]},
            {"eps": log(num(2)), "r": 1},
            claim=Le(after / before, exp(eps)),
        ),
        Variant(
            "without the upper bound",
            {Prior: [num(1, 10), num(9, 10)], Likelihood: [9, 1], A: [1, 0]},
            {"eps": log(num(2)), "r": 1},
            drop=["below"],
        ),
        Variant(
            "without the lower bound",
            {Prior: [num(1, 10), num(9, 10)], Likelihood: [1, 0], A: [1, 0]},
            {"eps": log(num(2)), "r": 1},
            drop=["above"],
        ),
        Variant(
            "for an event without prior",
            {Prior: [0, 1], Likelihood: [1, 1], A: [1, 0]},
            {"eps": 1, "r": 1},
            drop=["charged"],
        ),
    ],
)

replaced = {"near": forall(theta, other, Le(likelihood, e_eps * Likelihood(other))), "possible": Gt(Z, 0)}

replaced_ratio = Theorem(
    title="If the record is replaced, no event becomes more than e^ε times as likely, and e^ε is the least such number",
    source=Source("biswas", "(14)", sharpened=True),
    about=[Prior, Likelihood, A],
    where=[Gt(eps, 0)],
    given={**replaced, "charged": Gt(before, 0)},
    claim=Le(after / before, e_eps),
    proof=[
        have(
            "mean",
            forall(
                theta, Le(likelihood * Int(Prior(other), other), e_eps * Int(Likelihood(other) * Prior(other), other))
            ),
            by=Under(other, using=["near"], finite=["possible"]),
        ),
        have("L<=vZ", forall(theta, Le(likelihood, e_eps * Z)), by=Pointwise(["mean", "pi.mass"])),
        *ratio_bound(e_eps),
    ],
    tight=Sharp({Prior: rare(e_eps), Likelihood: [e_eps, 1], A: [1, 0]}, at=nearly(num(2))),
    fails=[
        Variant(
            "with e^(ε/2)",
            {Prior: [num(1, 10), num(9, 10)], Likelihood: [4, 1], A: [1, 0]},
            {"eps": 2 * log(num(2))},
            claim=Le(after / before, exp(eps / 2)),
        ),
        Variant(
            "without closeness",
            {Prior: [num(1, 10), num(9, 10)], Likelihood: [1, 0], A: [1, 0]},
            {"eps": log(num(2))},
            drop=["near"],
        ),
        Variant(
            "for an event without prior", {Prior: [0, 1], Likelihood: [1, 1], A: [1, 0]}, {"eps": 1}, drop=["charged"]
        ),
    ],
)

taylor_as_printed = Formula(
    title="(15): e^(2ε) <= 1 + 2ε",
    source=Source("biswas", "(15)"),
    claim="exp(2*eps) <= 1 + 2*eps",
    where=["eps >= 0"],
    fails_at={"eps": "1/2"},
)

taylor = Formula(
    title="The Taylor polynomial is a lower bound: (15) fails for every ε > 0",
    source=Source("biswas", "(15)"),
    claim="exp(2*eps) > 1 + 2*eps",
    where=["eps > 0"],
)

one_minus = Formula(
    title="What Theorem 1 needs in place of (15)",
    source=Source("biswas", "(15)"),
    claim="1 - exp(-2*eps) <= 2*eps",
    where=["eps >= 0"],
)

bound = 2 * (1 - exp(-2 * eps)) * posterior + prior - posterior

theorem_1 = Theorem(
    title="Prior and posterior are within 2ε",
    source=Source("biswas", "Theorem 1"),
    about=[Prior, Likelihood],
    where=[Ge(eps, 0), Gt(r, 0)],
    given=within_reference,
    claim=Le(shift, 2 * eps),
    proof=[
        *possible(),
        have("(14)", forall(theta, Le(posterior, exp(2 * eps) * prior)), by=Cite(posterior_ratio)),
        have(
            "back",
            forall(theta, Le(exp(-2 * eps) * posterior, prior)),
            by=Pointwise({"(14)": exp(-2 * eps), "possible": 0}),
        ),
        have("part", Ge(1 - exp(-2 * eps), 0), by=Real()),
        have("above it", forall(theta, Le(posterior - prior, bound)), by=Pointwise({"back": 2, "possible": 0})),
        have("kept", forall(theta, Le(0, (1 - exp(-2 * eps)) * posterior)), by=Pointwise(["part", "possible"])),
        have("below it", forall(theta, Le(prior - posterior, bound)), by=Pointwise({"kept": 2, "possible": 0})),
        have(
            "cut", forall(theta, Le(Abs(posterior - prior), bound)), by=Pointwise(["above it", "below it", "possible"])
        ),
        have(
            "sum",
            Le(
                Int(Abs(posterior - prior), theta),
                2 * (1 - exp(-2 * eps)) / Z * Z + Int(prior, theta) - 1 / Z * Z,
            ),
            by=Integrate(
                theta,
                "cut",
                using=["possible"],
                parts=[
                    (1, Abs(posterior - prior)),
                    (-(2 * (1 - exp(-2 * eps)) - 1) / Z, likelihood * prior),
                    (-1, prior),
                ],
            ),
        ),
        have("most", Le(shift, 1 - exp(-2 * eps)), by=Real(["sum", "pi.mass", "possible"])),
        have("(15)", Le(1 - exp(-2 * eps), 2 * eps), by=Real()),
        have("goal", by=Real(["most", "(15)"])),
    ],
    witness=({"eps": log(num(2)), "r": 1}, {Prior: [half, half], Likelihood: [2, half]}),
    fails=[
        Variant(
            "with ε/8",
            {Prior: [half, half], Likelihood: [2, half]},
            {"eps": log(num(2)), "r": 1},
            claim=Le(shift, eps / 8),
        ),
        Variant(
            "without the upper bound", {Prior: [half, half], Likelihood: [3, 1]}, {"eps": 0, "r": 1}, drop=["below"]
        ),
        Variant(
            "without the lower bound", {Prior: [half, half], Likelihood: [1, 0]}, {"eps": 0, "r": 1}, drop=["above"]
        ),
    ],
)

added = Theorem(
    title="If the record is added, prior and posterior are within tanh(ε/2), and no less can be said",
    source=Source("biswas", "Theorem 1", sharpened=True),
    about=[Prior, Likelihood],
    where=[Gt(eps, 0), Gt(r, 0)],
    given=within_reference,
    claim=Le(shift, (e_eps - 1) / (e_eps + 1)),
    proof=[
        *possible(),
        have(
            "near",
            forall(theta, other, Le(likelihood / exp(2 * eps), Likelihood(other))),
            by=Pointwise(["below", ("above", {theta: other})]),
        ),
        have(
            "cited",
            Le(shift, (exp(2 * eps / 2) - 1) / (exp(2 * eps / 2) + 1)),
            by=Cite(prior_to_posterior, reals={"eps": 2 * eps}),
        ),
        have("goal", by=Real(["cited"])),
    ],
    tight=Attained({Prior: [1 / (e_eps + 1), e_eps / (e_eps + 1)], Likelihood: [e_eps, 1 / e_eps]}, params={"r": 1}),
    fails=[
        Variant(
            "with tanh(ε/4), which is right if the record is replaced",
            {Prior: [num(1, 5), num(4, 5)], Likelihood: [4, num(1, 4)]},
            {"eps": 2 * log(num(2)), "r": 1},
            claim=Le(shift, (exp(eps / 2) - 1) / (exp(eps / 2) + 1)),
        ),
        Variant(
            "without the upper bound",
            {Prior: [num(1, 5), num(4, 5)], Likelihood: [16, 1]},
            {"eps": log(num(2)), "r": 1},
            drop=["below"],
        ),
        Variant(
            "without the lower bound",
            {Prior: [half, half], Likelihood: [1, 0]},
            {"eps": log(num(2)), "r": 1},
            drop=["above"],
        ),
    ],
)
