"""The SMT solvers: each gets the same problem (smtlib.py), in the configuration that decides most of these claims.

Both know exp and pi by lemmas that they add as they go: signs, monotonicity, tangents and so on.

The lemmas of z3 leave room. It says `sat` of `1/sinh(x) > 1/x and x > 0`, with a model whose exp is some function above
1 + x. Its `unsat` is a proof; its `sat` counts as a refutation if no exp occurs, or if the values that the model gives to the
symbols are a counterexample to the claim, and as unknown otherwise. Earlier versions of z3 do not read `(exp x)`. For them
exp is an uninterpreted function without axioms: what is `unsat` for every function is unsat for the exponential, but a model
says nothing, since its exp need not be the exponential function, and `sat` is always unknown.
"""

from __future__ import annotations

from typing import Any

from dpsym.kernel.reals.check import refute
from dpsym.kernel.statements import Claim
from dpsym.kernel.terms import num
from dpsym.kernel.verdicts import Refuted

from .outcomes import Outcome
from .smtlib import Problem, problem, symbol_name

Z3_PI = "(define-fun real.pi () Real pi)"
Z3_ANY_EXP = "(declare-fun any_exp (Real) Real)"
CVC5_OPTIONS = {"nl-ext-tplanes": "true", "decision": "justification"}


def z3(claim: Claim) -> Outcome:
    """The answer of z3."""
    from z3 import Solver, parse_smt2_string, sat, unsat

    asked = problem(claim)
    any_exp = "exp" in asked.uses and not _z3_knows_exp()
    text = asked.text.replace("(exp ", "(any_exp ") if any_exp else asked.text
    solver = Solver()
    solver.add(parse_smt2_string("\n".join([Z3_PI, Z3_ANY_EXP, text])))
    answer = solver.check()
    if answer == unsat:
        return Outcome("proved", "unsat")
    if answer != sat:
        return Outcome("unknown", solver.reason_unknown())
    if any_exp:
        return Outcome("unknown", "sat, for a function in place of exp")
    if "exp" in asked.uses and not _is_counterexample(claim, solver.model()):
        return Outcome("unknown", "sat, but the model is no counterexample")
    return Outcome("refuted", "sat")


def _z3_knows_exp() -> bool:
    """Whether this version of z3 has the exponential function."""
    from z3 import Z3Exception, parse_smt2_string

    try:
        parse_smt2_string("(assert (= (exp 0.0) 1.0))")
    except Z3Exception:
        return False
    return True


def _is_counterexample(claim: Claim, model: Any) -> bool:
    """Whether the claim fails where the model of z3 says; values that are not rational are not looked at."""
    from z3 import Int, Real, is_algebraic_value

    point = []
    for r in claim.domain.ranges:
        unknown = Int(symbol_name(r.name)) if r.integer else Real(symbol_name(r.name))
        value = model.eval(unknown, model_completion=True)
        if is_algebraic_value(value):
            return False
        point.append((r.name, num(value.as_long() if r.integer else value.as_fraction())))
    return isinstance(refute(claim, tuple(point)), Refuted)


def cvc5(claim: Claim) -> Outcome:
    """The answer of cvc5."""
    from cvc5 import InputLanguage, InputParser, Solver, SymbolManager, TermManager

    asked = problem(claim)
    terms = TermManager()
    solver, symbols = Solver(terms), SymbolManager(terms)
    solver.setLogic(_logic(asked))
    for option, value in CVC5_OPTIONS.items():
        solver.setOption(option, value)
    parser = InputParser(solver, symbols)
    parser.setStringInput(InputLanguage.SMT_LIB_2_6, asked.text, "claim")
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, symbols)
    answer = solver.checkSat()
    if answer.isUnknown():
        return Outcome("unknown", answer.getUnknownExplanation().name.lower())
    return Outcome("proved", "unsat") if answer.isUnsat() else Outcome("refuted", "sat")


def _logic(asked: Problem) -> str:
    """Quantifier-free non-linear arithmetic, of integers as well (I), with transcendental functions (T)."""
    integers = "I" if "Int" in asked.uses else ""
    transcendental = "T" if asked.uses & {"exp", "real.pi"} else ""
    return f"QF_N{integers}RA{transcendental}"
