"""Claims with integrals and inverse functions: true ones are proved and replayed, false and meaningless ones are not."""

from __future__ import annotations

import json
from fractions import Fraction
from math import inf
from random import Random

import pytest

from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.arithmetic.derivative import derivative
from dpsym.kernel.reals.check import check
from dpsym.kernel.reals.codec import certificate_from_json
from dpsym.kernel.reals.context import Context
from dpsym.kernel.statements import Certificate, Claim, Domain, Range
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import ZERO, bind, num, relation, sub
from dpsym.kernel.verdicts import Proved
from dpsym.reading.text.claims import read_claims
from dpsym.search.outcome import Budget
from dpsym.search.refuting.refuter import find_witness
from dpsym.search.strategy import new_prover
from dpsym.search.techniques.antiderivative import antiderivative
from dpsym.search.techniques.integrals import by_integrals, define_integrals
from dpsym.search.work import Work
from tests.helpers.independent import value, violated

STEPS = 20_000_000


def claim(text: str, where: str = "") -> Claim:
    (only,) = read_claims(text, where=[where] if where else [])
    return only


def proved(c: Claim) -> Certificate | None:
    """A certificate that the kernel accepts, after a journey through JSON."""
    prover = new_prover(Work(STEPS))
    prover.effort = inf
    define_integrals(prover, c.statement, c.domain, 0)
    if not prover.define(c.statement, c.domain):
        return None
    step = by_integrals(prover, c.fact, 0)
    if step is None:
        return None
    witness = find_witness(c, Budget())
    assert witness is not None
    certificate = Certificate(c, prover.builder.proof(step), witness)
    again = certificate_from_json(json.loads(json.dumps(certificate_to_json(certificate))))
    assert isinstance(check(again), Proved)
    return certificate


TRUE = [
    ("hockeystick(1, Normal(0, 4.2247), Normal(1, 4.2247)) <= 1e-6", ""),  # 9.99897e-7
    ("TV(Laplace(0, 1.23457), Laplace(1, 1.23457)) <= 0.34", ""),
    ("TV(Normal(0.125, 3.7731), Normal(1, 3.7731)) <= 0.0925", ""),
    ("Integral(exp(-t), (t, 0, oo)) == 1", ""),
    ("Integral(exp(-x*t), (t, 0, oo)) <= 1/x", "x > 0"),
    ("Integral(exp(-(t - m)**2/(2*s**2))/(s*sqrt(2*pi)), (t, -oo, oo)) == 1", "s > 0"),
    ("Integral(t*exp(-(t - m)**2/(2*s**2))/(s*sqrt(2*pi)), (t, -oo, oo)) == m", "s > 0"),
    ("Integral(exp(-abs(t - m)/b)/(2*b), (t, -oo, oo)) == 1", "b > 0"),
    ("Integral(abs(t)*exp(-abs(t)), (t, -oo, oo)) == 2", ""),
    ("Integral(1/(1 + t), (t, 0, x)) <= x", "x >= 0"),
    ("Integral(exp(-t**2)/(1 + t), (t, 0, x)) <= x", "x >= 0"),
    ("Integral(exp(-t**2)/(1 + t), (t, 0, 1)) <= 1", ""),
    ("Integral(exp(-t**2)/(1 + t**2), (t, 0, oo)) <= 1", ""),
    ("Integral(log(t), (t, 0, 1)) == -1", ""),
    ("Integral(t**(x - 1), (t, 0, 1)) == 1/x", "x > 0"),
    ("Integral(1/sqrt(t), (t, 0, x)) == 2*sqrt(x)", "x > 0"),
    ("Integral(exp(-t**2), (t, x, oo)) <= Integral(t/x*exp(-t**2), (t, x, oo))", "x > 0"),
    ("Integral(t*exp(-t), (t, 0, x)) < 1", "x > 0"),
    ("Integral(max(t, 1 - t), (t, 0, 1)) == 3/4", ""),
    ("Integral(Piecewise((t, t < 1), (1, True)), (t, 0, 2)) == 3/2", ""),
    ("Integral(exp(-t)/(1 + x*t), (t, 0, oo)) <= 1", "x >= 0"),
    ("LambertW(x) <= x", "x >= 0"),
    ("LambertW(x) <= log(1 + x)", "x >= 0"),
    ("1 - p <= exp(-PhiInv(p)**2/2)/2", "1/2 < p < 1"),
]


@pytest.mark.parametrize(("text", "where"), TRUE)
def test_true_claims(text: str, where: str) -> None:
    c = claim(text, where)
    assert proved(c) is not None
    assert violated(c.domain, c.statement, Random(1), 5) is None


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("Integral(1/t, (t, 0, 1)) >= 0", ""),
        ("Integral(1/t, (t, -1, 1)) == 0", ""),
        ("Integral(1/t, (t, 1, oo)) >= 0", ""),
        ("Integral(1/t**2, (t, -1, 1)) == -2", ""),
        ("Integral(t, (t, -oo, oo)) == 0", ""),
        ("Integral(t, (t, 1, 0)) == -1/2", ""),
        ("Integral(exp(-t), (t, 0, x)) == 1 - exp(-x)", ""),
        ("Integral(exp(-x*t), (t, 0, oo)) >= 0", "x >= 0"),
        ("Integral(exp(-t), (t, 0, oo)) == 2", ""),
        ("Integral(exp(-t), (t, 0, oo)) < 1", ""),
        ("Integral(exp(-t), (t, 0, x)) <= x/2", "x >= 0"),
        ("Integral(exp(-abs(t)), (t, -oo, oo)) <= 1", ""),
        ("Integral(Piecewise((1/t, t > 0), (0, True)), (t, 0, 1)) >= 0", ""),
        ("Integral(1/(t - x), (t, 0, 1)) >= 0", "0 < x < 1"),
        ("Integral(1/sqrt(t - x), (t, 0, 1)) >= 0", "0 < x < 1"),
        ("LambertW(x) >= x", "x >= 0"),
        ("LambertW(x) >= log(1 + x)", "x >= 0"),
        ("PhiInv(p) >= 0", "0 < p < 1"),
    ],
)
def test_false_and_meaningless_claims(text: str, where: str) -> None:
    assert proved(claim(text, where)) is None


def test_antiderivatives() -> None:
    """Whatever is found has the derivative that was asked for, by numbers."""
    domain = Domain((Range("t", ZERO), Range("x", ZERO)))
    texts = [
        "t**3*exp(-x*t)", "t**2 + 1/t", "t*log(t)**2", "1/(t*(1 + t))", "t/(1 + t)**2", "1/(1 + exp(-t))", "tanh(t)",
        "sqrt(1 + t)", "t**x*log(t)", "x**t", "1/(x + t)**2", "t*log(1 + t)", "cosh(t)**2", "erfc(t)", "exp(x*t - t**2/2)",
        "t**2*exp(-(t - x)**2/2)", "exp(-t)*(1 - exp(-t))**2",
    ]  # fmt: skip
    for text in texts:
        f = claim(f"{text} >= 0", "t > 0, x > 1").lhs
        found = antiderivative(f, "t", domain, Work())
        assert found is not None, text
        for t, x in ((Fraction(1, 2), Fraction(3)), (Fraction(7, 3), Fraction(5, 4))):
            assert abs(value(sub(derivative(found, "t"), f), {"t": t, "x": x})) < 1e-25, text


def test_random_integrals_against_quadrature() -> None:
    rng = Random(3)
    for _ in range(40):
        k, c = rng.randint(0, 3), rng.randint(1, 4)
        shape = rng.choice(
            ["t**{k}*exp(-{c}*t)", "t**{k}/(t + {c})**2", "t**{k}*log(t + {c})", "t**{k}*exp(-(t - {c})**2)"]
        )
        f = claim(shape.format(k=k, c=c) + " >= 0", "t > 0").lhs
        u = bind("Integral", f, "t", num(rng.randint(0, 2)), num(rng.randint(3, 6)))
        found = antiderivative(f, "t", Domain((Range("t", ZERO),)), Work())
        assert found is not None
        low, high = (substitute(found, {"t": e}) for e in u.args[1:])
        assert abs(value(sub(u, sub(high, low)), {})) < 1e-25


def test_definedness_is_cited() -> None:
    """Later steps speak of an improper integral only with the fact that shows it converges."""
    c = claim("Integral(exp(-x*t), (t, 0, oo)) <= 1/x", "x > 0")
    certificate = proved(c)
    assert certificate is not None
    assert certificate.proof[-1].defined
    assert Context().undefined(c.lhs, c.domain, ()) is not None
    assert relation("==", c.lhs, c.rhs) in [h.statement.statement for h in certificate.proof]  # type: ignore[union-attr]
