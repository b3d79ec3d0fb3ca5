"""Bad input: every one an ObjectError that names the object and the condition it breaks."""

import pytest
import sympy
from sympy import Integer, Interval, Rational, log, oo

from dpsym.objects import (
    ADD_REMOVE,
    CHANGE_ONE,
    Affine,
    ApproximateDP,
    ApproximateMax,
    ApproximateRenyi,
    ApproximateRenyiDP,
    Bernoulli,
    Binomial,
    CoinResponse,
    DiscreteGaussian,
    DiscreteGaussianMechanism,
    DiscreteLaplace,
    Exponential,
    ExponentialMechanism,
    FiniteLaw,
    FiniteMechanism,
    FourPointResponse,
    GaussianDP,
    GaussianMechanism,
    GeometricMechanism,
    Gumbel,
    HockeyStick,
    KaryResponse,
    KullbackLeibler,
    Laplace,
    LaplaceMechanism,
    MaxDivergence,
    Mixture,
    Normal,
    ObjectError,
    PrivacyLoss,
    PrivacyProfile,
    Product,
    PureDP,
    Renyi,
    RenyiDP,
    ReportNoisyMax,
    ResponseMechanism,
    SimulationDP,
    TotalVariation,
    Uniform,
    clipped_mean,
    clipped_sum,
    condition,
    counting,
    fraction,
    histogram,
    linear,
    scale,
    unbounded,
)
from dpsym.objects.mechanisms.queries import Sensitivity
from dpsym.objects.notions import epsilon_of

HALF = Rational(1, 2)
COUNT = counting().sensitivity(CHANGE_ONE)
COUNT_L2 = counting().sensitivity(CHANGE_ONE, "l2")
PLUS = counting().sensitivity(ADD_REMOVE)
HIDES = FiniteMechanism({(0,): {0: 1, 1: 0}, (1,): {0: HALF, 1: HALF}}, CHANGE_ONE)
ADDS = FiniteMechanism({(): {0: HALF, 1: HALF}, (1,): {0: HALF, 1: HALF}}, ADD_REMOVE)
ALONE = FiniteMechanism({(0,): {0: HALF, 1: HALF}}, CHANGE_ONE)

TABLE = {
    # an eps for a mechanism that has none
    "eps of normal noise": (lambda: GaussianMechanism(COUNT_L2, 1).epsilon, "GaussianMechanism", "no eps"),
    "eps of discrete normal noise": (
        lambda: DiscreteGaussianMechanism(COUNT_L2, 1).epsilon,
        "DiscreteGaussianMechanism",
        "no eps",
    ),
    "eps of a table with an impossible outcome": (lambda: epsilon_of(HIDES), "FiniteMechanism", "no eps"),
    "eps of the true answer": (
        lambda: ResponseMechanism(1, HALF).epsilon,
        "FiniteMechanism|ResponseMechanism",
        "no eps",
    ),
    "classical calibration beyond its limit": (
        lambda: GaussianMechanism.classical(COUNT_L2, 5, HALF),
        "GaussianMechanism",
        "eps",
    ),
    "normal noise for delta zero": (
        lambda: GaussianMechanism.classical(COUNT_L2, HALF, 0),
        "GaussianMechanism",
        r"delta must lie in \(0, 1\)",
    ),
    "no neighbours": (
        lambda: PureDP(1).level(ALONE),
        "FiniteMechanism",
        "no two of its datasets are change-one neighbours",
    ),
    # neighbouring relations
    "mixed relations": (
        lambda: ALONE.composed_with(ADDS),
        "composition",
        "change-one.*add/remove",
    ),
    "simulation under add/remove": (lambda: SimulationDP(1).level(ADDS), "simulation privacy", "change-one"),
    "no relation": (
        lambda: FiniteMechanism({(0,): {0: 1}}, None),
        "FiniteMechanism",
        "expected CHANGE_ONE or ADD_REMOVE",
    ),
    "a number for a sensitivity": (lambda: LaplaceMechanism(1, 1), "LaplaceMechanism", "expected a Sensitivity"),
    "a word for a relation": (
        lambda: counting().sensitivity("change-one"),
        "count",
        "expected CHANGE_ONE or ADD_REMOVE",
    ),
    "the wrong norm": (
        lambda: GaussianMechanism(histogram(3).sensitivity(CHANGE_ONE), 1),
        "GaussianMechanism",
        "l2 sensitivity",
    ),
    # unbounded queries
    "unbounded sum": (lambda: unbounded("sum"), "sum", "sensitivity is unbounded"),
    "median": (lambda: unbounded("median"), "median", "sensitivity is unbounded"),
    "clipping to a half line": (lambda: clipped_sum(0, oo), "clipping", "unbounded"),
    "mean clipped to the line": (lambda: clipped_mean(-oo, oo, 5), "clipping", "unbounded"),
    "linear on a half line": (lambda: linear(-oo, 0), "clipping", "unbounded"),
    "infinite sensitivity": (lambda: Sensitivity(oo, CHANGE_ONE), "Sensitivity", "no noise of finite scale"),
    "empty range": (lambda: clipped_sum(1, 1), "clipping", "lower end must be below"),
    "no records": (lambda: fraction(0), "mean", "at least one record"),
    "sensitivity zero": (lambda: Sensitivity(0, CHANGE_ONE), "Sensitivity", "must be positive"),
    "one bin": (lambda: histogram(1), "histogram", "2 or more"),
    # scales
    "sigma zero": (lambda: Normal(0, 0), "Normal", "standard deviation must be positive, found 0"),
    "sigma negative": (lambda: Normal(0, -1), "Normal", "standard deviation must be positive, found -1"),
    "sigma hidden zero": (
        lambda: Normal(0, sympy.sqrt(2) * sympy.sqrt(3) - sympy.sqrt(6)),
        "Normal",
        "must be positive",
    ),
    "sigma substituted to zero": (lambda: Normal(0, sympy.Symbol("s")).subs("s", 0), "Normal", "must be positive"),
    "discrete sigma zero": (lambda: DiscreteGaussian(0, 0), "DiscreteGaussian", "standard deviation must be positive"),
    "scale negative": (lambda: Laplace(0, -1), "Laplace", "scale must be positive, found -1"),
    "scale zero": (lambda: Laplace(0, 0), "Laplace", "scale must be positive"),
    "discrete scale negative": (lambda: DiscreteLaplace(0, -2), "DiscreteLaplace", "scale must be positive"),
    "gumbel scale": (lambda: Gumbel(0, 0), "Gumbel", "scale must be positive"),
    "rate": (lambda: Exponential(-1), "Exponential", "rate must be positive"),
    "interval": (lambda: Uniform(1, 1), "Uniform", "upper end must be above"),
    "scaled by a negative number": (lambda: scale(Normal(0, 1), -1), "scale", "scale must be positive"),
    "affine scale zero": (lambda: Affine(Exponential(1), 0, 0), "Affine", "scale must be positive"),
    "infinite scale": (lambda: Laplace(0, oo), "Laplace", "must be finite"),
    "a location between integers": (lambda: DiscreteLaplace(HALF, 1), "DiscreteLaplace", "location must be an integer"),
    "mechanism sigma zero": (lambda: GaussianMechanism(COUNT_L2, 0), "GaussianMechanism", "sigma must be positive"),
    "mechanism eps negative": (lambda: LaplaceMechanism(COUNT, -1), "LaplaceMechanism", "eps must be positive"),
    "geometric eps zero": (lambda: GeometricMechanism(COUNT, 0), "GeometricMechanism", "eps must be positive"),
    "exponential eps": (lambda: ExponentialMechanism(COUNT, 0), "ExponentialMechanism", "eps must be positive"),
    "noisy max eps": (lambda: ReportNoisyMax(COUNT, -1), "ReportNoisyMax", "eps must be positive"),
    "a float that is no number": (lambda: Normal(0, float("nan")), "Normal: deviation", "expected a real number"),
    "a complex number": (lambda: Normal(sympy.I, 1), "Normal: mean", "expected a real number"),
    # orders and probabilities
    "RDP of order below one": (lambda: RenyiDP(HALF, 1), "RenyiDP", "order alpha must be at least 1, found 1/2"),
    "approximate RDP of order below one": (
        lambda: ApproximateRenyiDP(0, HALF, 1),
        "ApproximateRenyiDP",
        "order alpha must be at least 1",
    ),
    "Rényi of order zero": (lambda: Renyi(0, Normal(0, 1), Normal(1, 1)), "Renyi", "order alpha must be positive"),
    "approximate Rényi of order one": (
        lambda: ApproximateRenyi(1, HALF, Normal(0, 1), Normal(1, 1)),
        "ApproximateRenyi",
        "order alpha must be above 1",
    ),
    "gamma zero": (lambda: HockeyStick(0, Normal(0, 1), Normal(1, 1)), "HockeyStick", "gamma must be positive"),
    "delta above one": (lambda: ApproximateDP(1, 2), "ApproximateDP", "delta must be at most 1"),
    "delta negative": (
        lambda: ApproximateMax(-1, Normal(0, 1), Normal(1, 1)),
        "ApproximateMax",
        r"delta must lie in \[0, 1\]",
    ),
    "eps negative": (lambda: PureDP(-log(2)), "PureDP", "eps must not be negative"),
    "mu negative": (lambda: GaussianDP(-1), "GaussianDP", "mu must not be negative"),
    "Bernoulli": (lambda: Bernoulli(2), "Bernoulli", r"must lie in \[0, 1\], found 2"),
    "binomial trials": (lambda: Binomial(-1, HALF), "Binomial", "number of trials"),
    "one answer": (lambda: KaryResponse(1, 1, 0), "KaryResponse", "integer above 1"),
    "coins": (lambda: CoinResponse(2, HALF, 0), "CoinResponse", r"\[0, 1\]"),
    "four points": (lambda: FourPointResponse(1, 2, 0), "FourPointResponse", r"\[0, 1\]"),
    "failure probability": (
        lambda: LaplaceMechanism(COUNT, 1).accuracy(0),
        "LaplaceMechanism",
        r"beta must lie in \(0, 1\)",
    ),
    # weights
    "weights below one": (
        lambda: FiniteLaw({0: HALF, 1: Rational(1, 3)}),
        "FiniteLaw",
        "weights must sum to one, found 5/6",
    ),
    "negative weight": (lambda: FiniteLaw({0: 2, 1: -1}), "FiniteLaw", "weights must not be negative, found -1"),
    "mixture weights": (
        lambda: Mixture({Normal(0, 1): HALF, Normal(1, 1): 1}),
        "Mixture",
        "weights must sum to one, found 3/2",
    ),
    "weights in a table": (
        lambda: FiniteMechanism({(0,): {0: HALF}}, CHANGE_ONE),
        "FiniteLaw",
        "weights must sum to one",
    ),
    "irrational weights": (lambda: FiniteLaw({0: 1 / sympy.sqrt(2), 1: HALF}), "FiniteLaw", "weights must sum to one"),
    "symbolic weights": (lambda: FiniteLaw({0: sympy.Symbol("p"), 1: HALF}), "FiniteLaw", "weights must sum to one"),
    "no outcome": (lambda: FiniteLaw({}), "FiniteLaw", "expected one or more"),
    "an event of probability zero": (lambda: condition(Bernoulli(0), [1]), "Bernoulli", "probability 0"),
    "an interval of probability zero": (
        lambda: condition(Exponential(1), Interval(-2, -1)),
        "Exponential",
        "probability 0",
    ),
    "an empty mixture": (lambda: Mixture({}), "Mixture", "expected one or more laws"),
    "a mixture of numbers": (lambda: Mixture({Integer(1): 1}), "Mixture", "expected one or more laws"),
    # spaces
    "reals and integers": (
        lambda: TotalVariation(Normal(0, 1), DiscreteGaussian(0, 1)),
        "TotalVariation",
        "different spaces, reals and integers",
    ),
    "different outcomes": (
        lambda: HockeyStick(2, FiniteLaw({"a": 1}), FiniteLaw({"b": 1})),
        "HockeyStick",
        "different spaces",
    ),
    "different trials": (
        lambda: KullbackLeibler(Binomial(3, HALF), Binomial(4, HALF)),
        "KullbackLeibler",
        "different spaces",
    ),
    "many different trials": (
        lambda: TotalVariation(Binomial(10**7, HALF), Binomial(10**7 + 1, HALF)),
        "TotalVariation",
        "different spaces",
    ),
    "vectors of different length": (
        lambda: TotalVariation(Product(Normal(0, 1)), Product(Normal(0, 1), Normal(0, 1))),
        "TotalVariation",
        "different spaces",
    ),
    "profile of different spaces": (
        lambda: PrivacyProfile(Bernoulli(HALF), Normal(0, 1)),
        "PrivacyProfile",
        "different spaces",
    ),
    "mixture of different spaces": (
        lambda: Mixture({Normal(0, 1): HALF, DiscreteGaussian(0, 1): HALF}),
        "Mixture",
        "not on one space",
    ),
    "table of different spaces": (
        lambda: FiniteMechanism({(0,): {0: 1}, (1,): {1: 1}}, CHANGE_ONE),
        "FiniteMechanism",
        r"the law of \(1,\) is on",
    ),
    "no law": (lambda: TotalVariation(Normal(0, 1), Integer(1)), "TotalVariation", "expected two laws"),
    "loss of different supports": (lambda: PrivacyLoss(Bernoulli(0), Bernoulli(HALF)), "PrivacyLoss", "supports"),
    "product of numbers": (lambda: Product(1, 2), "Product", "expected one or more laws"),
    # divergences that cannot be enclosed
    "total variation of two Laplace coordinates": (
        lambda: TotalVariation(Product(Normal(0, 1), Laplace(0, 1)), Product(Normal(1, 1), Laplace(1, 1))).enclose(
            {}, 10
        ),
        "TotalVariation",
        "coordinates do not determine it",
    ),
    "two mixtures": (
        lambda: MaxDivergence(*[Mixture({Laplace(0, 1): w, Laplace(1, 1): 1 - w}) for w in (HALF, HALF / 2)]).enclose(),
        "max divergence",
        "found two",
    ),
    "a sum that is too long": (
        lambda: KullbackLeibler(DiscreteGaussian(0, 10**7), DiscreteGaussian(1, 10**8)).enclose({}, 10),
        "DiscreteGaussian",
        "too wide",
    ),
    "a symbol without a value": (
        lambda: TotalVariation(Laplace(0, sympy.Symbol("b")), Laplace(1, 1)).enclose({}, 10),
        "TotalVariation",
        "no value was given for",
    ),
}


@pytest.mark.parametrize("name", list(TABLE))
def test_bad_input_is_refused_with_the_object_and_the_condition(name):
    build, named, words = TABLE[name]
    with pytest.raises(ObjectError, match=f"(?s)({named}).*({words})|({words}).*({named})"):
        build()
