"""Report noisy max: the candidate with the greatest noisy score, noise Lap(2Δ/ε) or Gumbel(2Δ/ε) on every score, independently.

Laplace. Candidate r wins if its noise exceeds θ = max of the other noisy scores − its own score, and the noises of the others do
not depend on the database. A changed record moves the maximum by at most Δ and the own score by at most Δ, so θ by at most 2Δ; if
all scores move one way, by at most Δ. The tail G of Lap(b) satisfies G(θ) <= e^{s/b} G(θ') for |θ − θ'| <= s. Ties have
probability 0.

Gumbel. The distribution function is e^{−e^{−(x − m)/b}}. That of the greatest of the others is a product, e^{−A e^{−x/b}} with A
the sum of their e^{u/b}; so r wins with probability e^{u_r/b}/(A + e^{u_r/b}). This is the exponential mechanism.
"""

from dpsym.library.closed_forms import density
from dpsym.library.entries import Formula
from dpsym.library.theorem import Integrate, Pointwise, Theorem, Variant, forall, have
from dpsym.objects import families
from dpsym.objects.language import Abs, Eq, Ge, Gt, Int, Kernel, Le, Piecewise, Query, Symbol, exp, log, num
from dpsym.objects.unfold import Pure
from theorems.vocabulary import P, Q, e_eps, eps, half, p, q, x, y

# -- the tail of Laplace noise ---------------------------------------------------------------------------------------------

_NOISE = density(families.LAPLACE, "x", "0", "b")

tail_above = Formula(
    title="The tail of the Laplace law above a point that is not negative",
    claim=f"Integral({_NOISE}, (x, t, oo)) == exp(-(t/b))/2",
    where=["b > 0", "t >= 0"],
)
tail_below = Formula(
    title="The tail of the Laplace law above a negative point",
    claim=f"Integral({_NOISE}, (x, t, oo)) == 1 - exp(t/b)/2",
    where=["b > 0", "t < 0"],
)

# -- the other candidates --------------------------------------------------------------------------------------------------
# A and B are the greatest noisy scores of some candidates before and after, a and b that of one more.

greatest_moves = Formula(
    title="The greatest of the noisy scores moves by at most Δ if each does: the step from some candidates to one more",
    claim="abs(max(A, a) - max(B, b)) <= D",
    given=["abs(A - B) <= D", "abs(a - b) <= D"],
)
greatest_moves_one_way = Formula(
    title="If all scores rise, by at most Δ, so does the greatest: the step from some candidates to one more",
    claim="0 <= max(A, a) - max(B, b) <= D",
    given=["0 <= A - B <= D", "0 <= a - b <= D"],
)
threshold_moves = Formula(
    title="What the noise of a candidate must exceed, the greatest of the others minus its own score, moves by at most 2Δ",
    claim="abs((A - u) - (B - v)) <= 2*D",
    given=["abs(A - B) <= D", "abs(u - v) <= D"],
)
threshold_moves_one_way = Formula(
    title="If all scores rise, by at most Δ, what the noise of a candidate must exceed moves by at most Δ",
    claim="abs((A - u) - (B - v)) <= D",
    given=["0 <= A - B <= D", "0 <= u - v <= D"],
)

# -- privacy ---------------------------------------------------------------------------------------------------------------

b, s = Symbol("b"), Symbol("s")
N, S, T = Kernel("n", x, y), Query("s", x, y), Query("t", x, y)
n, before, after = N.density, S.density, T.density


def tail(t):
    """The probability that Lap(b) exceeds t."""
    return Piecewise((exp(-(t / b)) / 2, Ge(t, 0)), (1 - exp(t / b) / 2, Le(t, 0)))


wins = Int(n * tail(before), y)
wins_after = Int(n * tail(after), y)

private = Theorem(
    title="Report noisy max with Laplace noise of scale b is ε-private if thresholds move by at most εb (2Δ, or Δ if all move "
    "one way); n is the law of the other noises",
    about=[P, Q, N, S, T],
    where=[Gt(eps, 0), Gt(b, 0)],
    given={
        "P": forall(x, Eq(p, wins)),
        "Q": forall(x, Eq(q, wins_after)),
        "thresholds": forall(x, y, Le(Abs(before - after), eps * b)),
    },
    claim=Pure(P, Q, eps),
    proof=[
        have(
            "up",
            forall(x, y, Le(tail(before), e_eps * tail(after))),
            by=Pointwise(["thresholds"], cases=[Ge(before, 0), Ge(after, 0)]),
        ),
        have("up.in", forall(x, y, Le(n * tail(before), e_eps * (n * tail(after)))), by=Pointwise(["up"])),
        have("up.sum", forall(x, Le(wins, e_eps * wins_after)), by=Integrate(y, "up.in", using=["P", "Q"])),
        have("PQ", forall(x, Le(p, e_eps * q)), by=Pointwise(["up.sum", "P", "Q"])),
        have(
            "down",
            forall(x, y, Le(tail(after), e_eps * tail(before))),
            by=Pointwise(["thresholds"], cases=[Ge(before, 0), Ge(after, 0)]),
        ),
        have("down.in", forall(x, y, Le(n * tail(after), e_eps * (n * tail(before)))), by=Pointwise(["down"])),
        have("down.sum", forall(x, Le(wins_after, e_eps * wins)), by=Integrate(y, "down.in", using=["P", "Q"])),
        have("QP", forall(x, Le(q, e_eps * p)), by=Pointwise(["down.sum", "P", "Q"])),
    ],
    witness=({"eps": 1, "b": 1}, {P: [half, half], Q: [half, half], N: [1, 1], S: [0, 0], T: [0, 0]}),
    fails=[
        Variant(
            "when thresholds move more",
            {P: [half, half], Q: [num(1, 8), num(7, 8)], N: [1, 1], S: [0, 0], T: [log(num(4)), -log(num(4))]},
            {"eps": log(num(2)), "b": 1},
            drop=["thresholds"],
        ),
        Variant(
            "when P has another law",
            {P: [1, 0], Q: [half, half], N: [1, 1], S: [0, 0], T: [0, 0]},
            {"eps": log(num(2)), "b": 1},
            drop=["P"],
        ),
        Variant(
            "when Q has another law",
            {P: [half, half], Q: [1, 0], N: [1, 1], S: [0, 0], T: [0, 0]},
            {"eps": log(num(2)), "b": 1},
            drop=["Q"],
        ),
        Variant(
            "with a smaller level",
            {P: [half, half], Q: [num(1, 4), num(3, 4)], N: [1, 1], S: [0, 0], T: [log(num(2)), -log(num(2))]},
            {"eps": log(num(2)), "b": 1},
            claim=forall(x, Le(p, exp(eps * num(9, 10)) * q)),
        ),
    ],
)

# -- accuracy --------------------------------------------------------------------------------------------------------------

near_best = Formula(
    title="If all noises are at most s in size, the score of the winner is within 2s of the best",
    claim="u >= m - 2*s",
    given=["u + y >= m + z", "abs(y) <= s", "abs(z) <= s"],
)

# -- Gumbel noise: A is the sum of e^{u/b} over the other candidates -------------------------------------------------------------

gumbel_below = Formula(
    title="A Gumbel variable is at most t with probability e^{−e^{−(t − u)/b}}",
    claim=f"Integral({density(families.GUMBEL, 'x', 'u', 'b')}, (x, -oo, t)) == exp(-exp(-((t - u)/b)))",
    where=["b > 0"],
)
gumbel_first = Formula(
    title="That is e^{−a e^{−t/b}} with a = e^{u/b}",
    claim="exp(-exp(-((t - u)/b))) == exp(-(exp(u/b)*exp(-(t/b))))",
    where=["b > 0"],
)
gumbel_product = Formula(
    title="The greatest of independent Gumbel variables is at most t with probability e^{−A e^{−t/b}}: the step to one more candidate",
    claim="exp(-(A*exp(-(t/b))))*exp(-exp(-((t - u)/b))) == exp(-((A + exp(u/b))*exp(-(t/b))))",
    where=["b > 0"],
)
gumbel_wins = Formula(
    title="A candidate with Gumbel noise wins with probability e^{u/b}/(A + e^{u/b}): the exponential mechanism",
    claim=f"Integral({density(families.GUMBEL, 'x', 'u', 'b')}*exp(-(A*exp(-(x/b)))), (x, -oo, oo)) == exp(u/b)/(A + exp(u/b))",
    where=["b > 0", "A > 0"],
)
