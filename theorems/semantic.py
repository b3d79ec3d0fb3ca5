"""What an adversary learns: prior and posterior of a parameter θ, when one transcript has been seen.

If the likelihoods of any two parameters differ by a factor of e^ε at most, then prior and posterior are within tanh(ε/4) in total
variation, for every prior. All likelihoods lie between some c and e^ε c; the posterior exceeds the prior where L is above its mean Z,
and max(L − Z, 0) is below its chord from c to e^ε c. What is left is (z − e^(ε/2))² >= 0 for z = Z/c.
"""

from dpsym.objects.language import Abs, Gt, Int, Law, Le, Point, Query, Symbol, exp, log, num, pos, tanh
from dpsym.theorem import (
    Attained,
    Integrate,
    Lemma,
    Mass,
    Pointwise,
    Real,
    Separate,
    Source,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)

eps = Symbol("eps")
theta = Point("theta")
other = Point("theta'", like=theta)
Prior, Likelihood = Law("pi", theta), Query("L", theta, lower=0)
prior, likelihood = Prior.density, Likelihood.density
Z = Int(likelihood * prior, theta)
posterior = likelihood * prior / Z
w = exp(eps / 2)
u = exp(eps)
c, z, v = Symbol("c"), Symbol("z"), Symbol("v")
slope = (u * c - Z) / ((u - 1) * c)
claim = Le(num(1, 2) * Int(Abs(posterior - prior), theta), (w - 1) / (w + 1))
square = Lemma(
    Le((v**2 - z) * (z - 1) / ((v**2 - 1) * z), (v - 1) / (v + 1)), [Gt(v, 1), Gt(z, 0)], {"v": w, "z": Z / c}
)

prior_to_posterior = Theorem(
    name="semantic.prior_to_posterior",
    title="Prior and posterior are within tanh(ε/4)",
    source=Source("biswas", "Theorem 1", sharpened=True),
    about=[Prior, Likelihood],
    where=[Gt(eps, 0)],
    given={"near": forall(theta, other, Le(likelihood / u, Likelihood(other))), "possible": Gt(Z, 0)},
    claim=claim,
    proof=[
        have("L/u<=c", forall(theta, Le(likelihood / u, c)), by=Separate("near", "c")),
        have("c<=L", forall(other, Le(c, Likelihood(other))), by=Separate("near", "c")),
        have("mass", Prior.mass, by=Mass(Prior)),
        have(
            "above",
            Le(c * Int(prior, theta), Z),
            by=Under(theta, using=[("c<=L", {other: theta})], finite=["possible"]),
        ),
        have("below", Le(Z, u * c * Int(prior, theta)), by=Under(theta, using=["L/u<=c"], finite=["possible"])),
        have("c>0", Gt(c, 0), by=Real(["below", "possible", "mass"])),
        have("c<=Z", Le(c, Z), by=Real(["above", "mass"])),
        have("Z<=uc", Le(Z, u * c), by=Real(["below", "mass"])),
        have(
            "chord",
            forall(theta, Le(pos(likelihood - Z), slope * (likelihood - c))),
            by=Pointwise(
                ["L/u<=c", ("c<=L", {other: theta}), "c>0", "c<=Z", "Z<=uc"],
                cases=[Gt(likelihood, Z)],
                finite=["possible"],
            ),
        ),
        have(
            "cut",
            forall(theta, Le(Abs(posterior - prior), (2 * slope * (likelihood - c) - likelihood + Z) * prior / Z)),
            by=Pointwise(["chord", "c>0", "possible"], cases=[Gt(likelihood, Z)]),
        ),
        have(
            "sum",
            Le(
                Int(Abs(posterior - prior), theta),
                (2 * slope - 1) / Z * Z + (1 - 2 * slope * c / Z) * Int(prior, theta),
            ),
            by=Integrate(
                theta,
                "cut",
                using=["possible", "c>0"],
                parts=[
                    (1, Abs(posterior - prior)),
                    (-((2 * slope - 1) / Z), likelihood * prior),
                    (2 * slope * c / Z - 1, prior),
                ],
            ),
        ),
        have("most", Le(claim.lhs, slope * (1 - c / Z)), by=Real(["sum", "mass", "c>0", "possible"])),
        have("square", Le(slope * (1 - c / Z), claim.rhs), by=Real(["c>0", "possible"], lemmas=[square])),
        have("goal", claim, by=Real(["most", "square", "c>0", "possible"])),
    ],
    tight=Attained({Prior: [1 / (w + 1), w / (w + 1)], Likelihood: [u, 1]}),
    fails=[
        Variant(
            "with tanh(ε/5)",
            {Prior: [num(1, 3), num(2, 3)], Likelihood: [4, 1]},
            {"eps": 2 * log(num(2))},
            claim=Le(claim.lhs, tanh(eps / 5)),
        ),
        Variant(
            "without closeness", {Prior: [num(1, 2), num(1, 2)], Likelihood: [1, 0]}, {"eps": num(1, 10)}, drop=["near"]
        ),
        Variant("when the transcript is impossible", {Prior: [1], Likelihood: [0]}, {"eps": 1}, drop=["possible"]),
    ],
)
