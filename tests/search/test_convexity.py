"""Tangents of exp and chords of convex terms, as proofs that the kernel replays."""

import pytest

from dpsym.kernel.reals.check import check_step
from dpsym.kernel.reals.context import Context
from dpsym.kernel.reals.rules.patterns import Ladder
from dpsym.kernel.statements import Domain, Fact, Range
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import ONE, TWO, ZERO, Term, exp, func, log, num, relation, sym
from dpsym.search.builder import Builder
from dpsym.search.strategy import new_prover
from dpsym.search.techniques.convexity import Chord, below_chord, tangent_of_exp
from dpsym.search.work import Work

T, U, A = sym("t"), sym("u"), sym("a")
STEPS = 2_000_000
POSITIVE = Range("t", ZERO, None)


def replayed(proof) -> bool:
    ctx = Context()
    for have in proof:
        assert check_step(have, ctx) is None
        ctx.facts[have.name] = have.statement
    return True


def chord(f: Term, low: Term, high: Term, domain: Domain) -> Chord:
    """The lemma that f is below its chord from low to high."""
    at_low, at_high = substitute(f, {"t": low}), substitute(f, {"t": high})
    line = at_low + (at_high - at_low) / (high - low) * (T - low)
    between = [relation("<=", low, T), relation("<=", T, high), relation("<", low, high)]
    fact = Fact(domain.with_conditions(*between), relation("<=", f, line))
    return Chord(fact, "t", low, high)


def test_exp_lies_above_its_tangent_at_zero():
    builder = Builder()
    step = tangent_of_exp(builder)
    assert step is not None
    proof = builder.proof(step)
    assert proof[-1].statement == Fact(Domain((Range("t"),)), relation("<=", ONE + T, exp(T)))
    assert replayed(proof)
    assert tangent_of_exp(builder) == step


CONVEX = {
    "exp": (exp(T), ZERO, ONE, Domain((Range("t"),))),
    "square on all reals": (T**2, num(-3), U, Domain((Range("t"), Range("u")))),
    "t log t from 1/u to u": (T * log(T), 1 / U, U, Domain((POSITIVE, Range("u", ONE, None)))),
    "powers": (T**A, 1 / U, U, Domain((POSITIVE, Range("u", ONE, None), Range("a", ONE, None)))),
    "a symbol called s": (exp(sym("s") * T), ZERO, TWO, Domain((Range("t"), Range("s")))),
}


@pytest.mark.parametrize("name", CONVEX)
def test_a_convex_term_lies_below_its_chord(name):
    lemma, prover = chord(*CONVEX[name]), new_prover(Work(STEPS))
    step = below_chord(prover, lemma)
    assert step is not None
    proof = prover.builder.proof(step)
    assert proof[-1].statement == lemma.fact
    assert replayed(proof)
    assert sum(isinstance(h.by, Ladder) for h in proof) >= 2


NOT_CONVEX = {
    "log": (log(T), ONE, TWO, Domain((POSITIVE,))),
    "cube across zero": (T**3, num(-1), ONE, Domain((Range("t"),))),
    "minus the absolute value": (-func("sqrt", T**2), num(-1), ONE, Domain((Range("t"),))),
}


@pytest.mark.parametrize("name", NOT_CONVEX)
def test_a_term_that_is_not_convex_has_no_such_proof(name):
    assert below_chord(new_prover(Work(STEPS)), chord(*NOT_CONVEX[name])) is None
