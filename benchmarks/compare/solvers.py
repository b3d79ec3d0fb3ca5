"""The SMT solvers: each gets the same problem (smtlib.py), in the configuration that decides most of these claims.

Both know exp and pi by lemmas that they add as they go (signs, monotonicity, tangents, secants) and their answers count as
they give them. That holds for z3 from the version on that reads `(exp x)`. For an earlier one exp is an uninterpreted
function without axioms. What is `unsat` for every function is unsat for the exponential, so a proof is a proof; but a
model is no counterexample, since its exp need not be the exponential function: there `sat` counts as unknown.
"""

from __future__ import annotations

from dpsym.kernel.statements import Claim

from .outcomes import Outcome
from .smtlib import Problem, problem

Z3_PI = "(define-fun real.pi () Real pi)"
Z3_ANY_EXP = "(declare-fun any_exp (Real) Real)"
CVC5_OPTIONS = {"nl-ext-tplanes": "true", "decision": "justification"}


def z3(claim: Claim) -> Outcome:
    """The answer of z3."""
    from z3 import Solver, parse_smt2_string, sat, unsat

    asked = problem(claim)
    guessed = "exp" in asked.uses and not _z3_knows_exp()
    text = asked.text.replace("(exp ", "(any_exp ") if guessed else asked.text
    solver = Solver()
    solver.add(parse_smt2_string("\n".join([Z3_PI, Z3_ANY_EXP, text])))
    answer = solver.check()
    if answer == unsat:
        return Outcome("proved", "unsat")
    if answer == sat:
        return Outcome("unknown", "sat, for a function in place of exp") if guessed else Outcome("refuted", "sat")
    return Outcome("unknown", solver.reason_unknown())


def _z3_knows_exp() -> bool:
    """Whether this version of z3 has the exponential function."""
    from z3 import Z3Exception, parse_smt2_string

    try:
        parse_smt2_string("(assert (= (exp 0.0) 1.0))")
    except Z3Exception:
        return False
    return True


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
