"""What exists: the terms that are chosen are functions of their points alone, in their ranges, with mass one."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws import rules
from dpsym.kernel.laws.check import check
from dpsym.kernel.laws.statements import (
    Certificate,
    Choice,
    Fact,
    Field,
    Have,
    Model,
    Proposition,
    Proved,
    Setting,
    law,
    query,
)
from dpsym.kernel.laws.terms import at, integral, point
from dpsym.kernel.statements import Domain
from dpsym.kernel.terms import ONE, ZERO, Term, num, relation
from dpsym.kernel.verdicts import Rejected
from dpsym.search.residual import Unproved, prove_fact

x, y = point("x"), point("y")
f, g, p = at("f", x), at("g", y), at("p", x)
SETTING = Setting(Domain(), (query("f", "x"), query("g", "y"), law("p", "x")))
WITNESS = Model((), (("x", 1), ("y", 1)), (("f", (ONE,)), ("g", (ONE,)), ("p", (ONE,))))


def judge(claim: Term, stated: Term, field: Field, choice: tuple[Choice, ...], *more: Have) -> Proved | Rejected:
    """The claim that such a field exists, with a proof of what is stated."""
    real = rules.Pointwise.real(Fact(stated), (), SETTING)
    found = prove_fact(real, seconds=5)
    proof = () if isinstance(found, Unproved) else found
    steps = (*more, Have("goal", Fact(stated), rules.Pointwise((), proof)))
    return check(Certificate(Proposition(SETTING, (), (Fact(claim),), (field,)), steps, WITNESS, choice))


def eq(a: Term, b: Term) -> Term:
    return relation("==", a, b)


def test_a_term_in_its_points_exists() -> None:
    assert isinstance(judge(eq(at("r", x), f + 1), eq(f + 1, f + 1), query("r", "x"), (("r", (x,), f + 1),)), Proved)


def test_a_law_exists_with_its_mass() -> None:
    mass = Have("mass", Fact(eq(integral(p, x), ONE)), rules.Mass("p"))
    claim, stated = eq(at("r", x), p), eq(p, p)
    assert isinstance(judge(claim, stated, law("r", "x"), (("r", (x,), p),), mass), Proved)
    assert isinstance(judge(claim, stated, law("r", "x"), (("r", (x,), p),)), Rejected)


@pytest.mark.parametrize(
    ("claim", "stated", "field", "choice"),
    [
        (eq(at("r", y), f), eq(f, f), query("r", "y"), (("r", (y,), f),)),  # it would say that f is constant
        (eq(at("r", x), f), eq(f, f), query("r", "x"), ()),
        (eq(at("r", x), f), eq(f, f), query("r", "x"), (("r", (x,), f), ("s", (x,), f))),
        (eq(at("r", x), f), eq(f, f), query("r", "x", lower=ZERO), (("r", (x,), f),)),
        (eq(at("r", x), f), eq(f, f), query("r", "x", upper=ONE), (("r", (x,), f),)),
        (eq(at("r", x), f), eq(f, f), query("r", "x"), (("r", (x,), f + 1),)),
        (eq(at("r", x), f), eq(f, f), query("r", "x"), (("r", (y,), g),)),
        (
            eq(at("r", x), num(1, 2)),
            eq(num(1, 2), num(1, 2)),
            Field("r", ("x",), ZERO, ONE, True),
            (("r", (x,), num(1, 2)),),
        ),
        (eq(at("r", x), ONE / f), eq(ONE / f, ONE / f), query("r", "x"), (("r", (x,), ONE / f),)),
        (eq(at("r", x), at("h", x)), eq(f, f), query("r", "x"), (("r", (x,), f),)),
    ],
)
def test_what_is_no_such_term_does_not(claim: Term, stated: Term, field: Field, choice: tuple[Choice, ...]) -> None:
    try:
        assert isinstance(judge(claim, stated, field, choice), Rejected)
    except ValueError:  # the proposition itself is refused
        assert "h" in repr(claim)


def test_a_proof_has_steps_and_a_model() -> None:
    proposition = Proposition(SETTING, (), (Fact(eq(integral(p, x), ONE)),))
    mass = Have("mass", Fact(eq(integral(p, x), ONE)), rules.Mass("p"))
    assert isinstance(check(Certificate(proposition, (mass,), WITNESS)), Proved)
    assert isinstance(check(Certificate(proposition, (), WITNESS)), Rejected)
    assert isinstance(check(Certificate(proposition, (mass,), Model())), Rejected)
    assert isinstance(check(Certificate(proposition, (mass, mass), WITNESS)), Rejected)
    half = Model((), WITNESS.sizes, (("f", (ONE,)), ("g", (ONE,)), ("p", (num(1, 2),))))
    assert isinstance(check(Certificate(proposition, (mass,), half)), Rejected)
