"""A few certificates built by hand, one or two for each kind of rule."""

from __future__ import annotations

from dpsym.kernel.reals.check import check
from dpsym.kernel.reals.rules.boxes import Balls
from dpsym.kernel.reals.rules.logic import (
    Absurd,
    Cases,
    Chain,
    Combine,
    Follows,
    Given,
    Identity,
    Instance,
    Rounding,
    Sign,
    Split,
)
from dpsym.kernel.reals.rules.patterns import (
    LIMIT,
    Close,
    FromPattern,
    Glue,
    Ladder,
    OneSign,
    Polynomial,
    Scaled,
    Sturm,
)
from dpsym.kernel.statements import Certificate, Claim, Domain, Fact, Pattern, Range
from dpsym.kernel.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    TWO,
    ZERO,
    Term,
    exp,
    func,
    log,
    neg,
    num,
    relation,
    sqrt,
    sym,
)
from dpsym.kernel.verdicts import Proved
from dpsym.search.builder import Builder

X, Y, P, Q, S, E = (sym(n) for n in ("x", "y", "p", "q", "s", "e"))
REALS, POSITIVE, RIGHT = (
    Domain((Range("x"),)),
    Domain((Range("x", ZERO),)),
    Domain((Range("x", ZERO, None, False, True),)),
)
LEFT, CLOSED_UNIT = Domain((Range("x", None, ZERO, True, False),)), Domain((Range("x", ZERO, ONE, False, False),))


def sealed(builder: Builder, claim: Claim, last: str | None, **witness: Term) -> Certificate:
    """A certificate for the claim, which the kernel accepts."""
    if last is None:
        raise ValueError(f"refused: {builder.refusal}")
    certificate = Certificate(claim, builder.proof(last), tuple(witness.items()))
    verdict = check(certificate)
    if not isinstance(verdict, Proved):
        raise ValueError(f"refused: {verdict}")
    return certificate


def needed(builder: Builder, name: str | None) -> str:
    if name is None:
        raise ValueError(f"refused: {builder.refusal}")
    return name


def sign() -> Certificate:
    b = Builder()
    claim = Claim(REALS, (), X**2 + 2, ">", 2 * X)
    return sealed(b, claim, b.fact(REALS, claim.statement, Sign((X - 1) ** 2 + 1)), x=ONE)


def above_its_tangent(b: Builder, domain: Domain) -> str:
    """exp(x) >= 1 + x on one side of 0, by the ladder."""
    upper = domain is RIGHT
    inside = POSITIVE if upper else Domain((Range("x", None, ZERO),))
    s = 1 if upper else -1
    top = needed(b, b.fact(inside, relation(">", exp(X), ZERO), Sign()))
    top = needed(b, b.have(Pattern(inside, "x", exp(X), (1,), True), OneSign(top)))
    at = needed(b, b.fact(Domain(), relation("==", exp(ZERO) - 1, ZERO), Identity()))
    first = needed(
        b,
        b.have(Pattern(domain, "x", exp(X) - 1, (s,), True), Ladder(top, left=at) if upper else Ladder(top, right=at)),
    )
    t = exp(X) - (1 + X)
    at = needed(b, b.fact(Domain(), relation("==", exp(ZERO) - (1 + ZERO), ZERO), Identity()))
    second = needed(
        b, b.have(Pattern(domain, "x", t, (1,), True), Ladder(first, left=at) if upper else Ladder(first, right=at))
    )
    return needed(b, b.fact(domain, relation(">=", exp(X), 1 + X), FromPattern(second)))


def ladder() -> Certificate:
    b = Builder()
    return sealed(b, Claim(RIGHT, (), exp(X), ">=", 1 + X), above_its_tangent(b, RIGHT), x=ONE)


def split() -> Certificate:
    b = Builder()
    parts = above_its_tangent(b, LEFT), above_its_tangent(b, RIGHT)
    claim = Claim(REALS, (), exp(X), ">=", 1 + X)
    return sealed(b, claim, b.fact(REALS, claim.statement, Split("x", parts)), x=ZERO)


def instance() -> Certificate:
    b = Builder()
    lemma = above_its_tangent(b, RIGHT)
    claim = Claim(REALS, (), exp(X**2), ">=", 1 + X**2)
    return sealed(b, claim, b.fact(REALS, claim.statement, Instance(lemma, (("x", X**2),))), x=TWO)


def limit() -> Certificate:
    """log(1 + 1/x) > 1/(1 + x): the difference falls to 0."""
    b = Builder()
    slope = neg(1 / (X * (1 + X) ** 2))
    t = log(1 + 1 / X) - 1 / (1 + X)
    negative = needed(b, b.fact(POSITIVE, relation("<", slope, ZERO), Sign()))
    falling = needed(b, b.have(Pattern(POSITIVE, "x", slope, (-1,), True), OneSign(negative)))
    pattern = needed(b, b.have(Pattern(POSITIVE, "x", t, (1,), True), Ladder(falling, right=LIMIT)))
    claim = Claim(POSITIVE, (), log(1 + 1 / X), ">", 1 / (1 + X))
    return sealed(b, claim, b.fact(POSITIVE, claim.statement, FromPattern(pattern)), x=ONE)


def sturm() -> Certificate:
    b = Builder()
    claim = Claim(REALS, (), X**4 + 4, ">", 4 * X)
    return sealed(b, claim, b.fact(REALS, claim.statement, Sturm("x")), x=ONE)


def polynomial() -> Certificate:
    b = Builder()
    pattern = needed(b, b.have(Pattern(RIGHT, "x", X**3 - 3 * X + 2, (1,)), Polynomial()))
    scaled = needed(b, b.have(Pattern(RIGHT, "x", (X**3 - 3 * X + 2) * exp(X), (1,)), Scaled(pattern, exp(X))))
    claim = Claim(RIGHT, (), (X**3 + 2) * exp(X), ">=", 3 * X * exp(X))
    return sealed(b, claim, b.fact(RIGHT, claim.statement, FromPattern(scaled)), x=TWO)


def glue() -> Certificate:
    b = Builder()
    outside = Domain((Range("x", None, ZERO),))
    left = needed(b, b.have(Pattern(outside, "x", X**2, (1,), True), Polynomial()))
    left = needed(b, b.have(Pattern(LEFT, "x", X**2, (1,), True), Close(left)))
    right = needed(b, b.have(Pattern(POSITIVE, "x", X**2, (1,), True), Polynomial()))
    whole = needed(b, b.have(Pattern(REALS, "x", X**2, (1,)), Glue((left, right))))
    claim = Claim(REALS, (), X**2, ">=", ZERO)
    return sealed(b, claim, b.fact(REALS, claim.statement, FromPattern(whole)), x=ONE)


def farkas() -> Certificate:
    """p <= exp(e) s and s <= exp(e) q give p <= exp(2 e) q."""
    b = Builder()
    domain = Domain((Range("e", ZERO, None, False, True), *(Range(n, ZERO, ONE, False, False) for n in "pqs")))
    given = relation("<=", P, exp(E) * S), relation("<=", S, exp(E) * Q)
    whole = domain.with_conditions(*given)
    names = [needed(b, b.fact(whole, g, Given())) for g in given]
    claim = Claim(domain, given, P, "<=", exp(2 * E) * Q)
    last = b.fact(whole, claim.statement, Combine(((names[0], ONE), (names[1], exp(E)))))
    return sealed(b, claim, last, e=ONE, p=HALF, q=HALF, s=HALF)


def cases() -> Certificate:
    b = Builder()
    claim = Claim(REALS, (), func("abs", X), ">=", X)
    c = relation(">=", X, ZERO)
    yes = needed(b, b.fact(REALS.with_conditions(c), claim.statement, Identity()))
    no = needed(b, b.fact(REALS.with_conditions(relation("<", X, ZERO)), claim.statement, Sign()))
    return sealed(b, claim, b.fact(REALS, claim.statement, Cases(c, yes, no)), x=MINUS_ONE)


def balls() -> Certificate:
    b = Builder()
    claim = Claim(CLOSED_UNIT, (), exp(X) * 9 / 10, "<", 1 + X + X**2)
    tree = (0, (0, "m", (0, "m", "n")), (0, (0, "m", "m"), (0, "m", "m")))
    return sealed(b, claim, b.fact(CLOSED_UNIT, claim.statement, Balls(tree, 53)), x=HALF)


def balls_with_condition() -> Certificate:
    b = Builder()
    domain = Domain(
        (Range("x", ZERO, ONE, False, False), Range("y", ZERO, ONE, True, True)), (relation("<=", X + Y, HALF),)
    )
    claim = Claim(domain, (), X * Y, "<", num(3, 10))
    tree = (0, (1, "n", (0, "m", "x0")), (1, (0, (1, "n", "x0"), "x0"), "x0"))
    return sealed(b, claim, b.fact(domain, claim.statement, Balls(tree)), x=ZERO, y=HALF)


def chain() -> Certificate:
    """1 + x <= exp(x) < exp(x) + 1."""
    b = Builder()
    below = needed(b, b.fact(RIGHT, relation("<=", 1 + X, exp(X)), Follows(above_its_tangent(b, RIGHT))))
    strict = needed(b, b.fact(RIGHT, relation("<", exp(X), exp(X) + 1), Sign()))
    claim = Claim(RIGHT, (), 1 + X, "<", exp(X) + 1)
    return sealed(b, claim, b.fact(RIGHT, claim.statement, Chain((below, strict))), x=TWO)


def rounding_and_absurd() -> Certificate:
    """floor(x) <= x, twice: in a case that cannot be, and in the other."""
    b = Builder()
    claim = Claim(REALS, (), func("floor", X), "<=", X)
    c = relation("<", exp(X), ZERO)
    impossible = needed(b, b.fact(REALS, relation(">=", exp(X), ZERO), Sign()))
    yes = needed(b, b.fact(REALS.with_conditions(c), claim.statement, Absurd(impossible)))
    no = needed(b, b.fact(REALS, claim.statement, Rounding()))
    no = needed(b, b.fact(REALS.with_conditions(relation(">=", exp(X), ZERO)), claim.statement, Follows(no)))
    return sealed(b, claim, _fresh(b, Fact(REALS, claim.statement), Cases(c, yes, no)), x=HALF)


def _fresh(b: Builder, statement: Fact, by: Cases) -> str | None:
    """A step for a statement that is known already, by another rule."""
    b._known.pop(statement, None)
    return b.have(statement, by)


def irrational_end() -> Certificate:
    b = Builder()
    domain = Domain((Range("x", sqrt(TWO), None, False, True), Range("y", ONE, num(3), False, True, True)))
    claim = Claim(domain, (), X**2 * Y + 1, ">", TWO)
    return sealed(b, claim, b.fact(domain, claim.statement, Sign()), x=TWO, y=ONE)


ALL = [
    sign,
    ladder,
    split,
    instance,
    limit,
    sturm,
    polynomial,
    glue,
    farkas,
    cases,
    balls,
    balls_with_condition,
    chain,
    rounding_and_absurd,
    irrational_end,
]
