"""Chains: the right ones are accepted, and each side condition, if it alone fails, is missed.

`RIGHT` is a chain with everything in it: two laws and kernels, a state that is an integer and one that is real, a level, symbols of the
step's own, a conclusion. The theorems are propositions that nobody has proved: the chain says what they must look like.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from dpsym.kernel.laws.chains import Chain, Iterated, Move, State, Use, check_chain, continued
from dpsym.kernel.laws.statements import Fact, Field, Proposition, Setting, event, law, query
from dpsym.kernel.laws.terms import Substitution, at, fresh, integral, point, pos, space_of
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, Term, bind, exp, log, num, relation, sym
from dpsym.kernel.verdicts import Rejected

h, y, z = point("h"), point("y"), point("z", "h")
p, q, k, l = at("P", h), at("Q", h), at("K", h, y), at("L", h, y)
n, s, u, g, e = map(sym, "nsuge")
LAWS = (law("P", "h"), law("Q", "h"))
KERNELS = (law("K", "h", "y"), law("L", "h", "y"))

POSITIVE = Range("u", ZERO, None, True)
GLOBAL = Domain((POSITIVE, Range("g")), (relation("<=", g, num(5)),))
NATURAL = Range("n", ZERO, None, False, True, True)
STEP = Domain(
    (*GLOBAL.ranges, NATURAL, Range("s"), Range("e", ZERO, ONE, False, False)),
    (*GLOBAL.conditions, relation("<=", e, g)),
)


def bound(level: Term = u, count: Term = n, total: Term = s) -> Term:
    """∫ (p − level q)₊ <= g n + s."""
    return relation("<=", integral(pos(p - level * q), h), g * count + total)


INVARIANT = (Fact(bound()), Fact(relation(">=", s, ZERO)))
MOVES = (Move("P", "P", "K"), Move("Q", "Q", "L"))
STATE = (State("n", ZERO, n + 1), State("s", ZERO, s + e))
HALVED = u * num(1, 2)


def at_state(count: Term, total: Term, facts: tuple[Fact, ...] = INVARIANT) -> tuple[Fact, ...]:
    put = Substitution(reals={"n": count, "s": total})
    return tuple(Fact(put(f.statement)) for f in facts)


def onward(facts: tuple[Fact, ...], moves: tuple[Move, ...] = MOVES) -> tuple[Fact, ...]:
    return tuple(Fact(continued(f.statement, moves, h, y)) for f in facts)


PSI = Fact(relation("<=", k, exp(e) * l))
BASE = Proposition(Setting(GLOBAL, LAWS), (("equal", Fact(relation("==", p, q))),), at_state(ZERO, ZERO))
NEXT = Proposition(
    Setting(STEP, LAWS + KERNELS),
    (("so_far", Fact(bound(HALVED))), ("sign", INVARIANT[1]), ("near", PSI)),
    onward(at_state(n + 1, s + e)),
)
END = Proposition(
    Setting(Domain((Range("g", None, ONE, True, False), Range("n"), Range("s"))), (*LAWS, event("E", "h"))),
    (("bound", Fact(bound(num(3)))),),
    (Fact(relation("<=", p, q)),),
)
RIGHT = Chain(
    "base", "step", h, y, INVARIANT, MOVES, STATE, ("u",),
    (Use("so_far", 0, (("u", HALVED),)), Use("sign", 1, (("u", u),))),
    (("end", (Use("bound", 0, (("u", num(3)),)),)),),
)  # fmt: skip
LIBRARY = {"base": BASE, "step": NEXT, "end": END}


@dataclass(frozen=True)
class Case:
    """A chain with theorems that differ from the right ones."""

    chain: Chain = RIGHT
    base: Proposition = BASE
    step: Proposition = NEXT
    end: Proposition = END

    def answer(self) -> Iterated | Rejected:
        return check_chain(self.chain, {"base": self.base, "step": self.step, "end": self.end})


def chain(**changes: object) -> Chain:
    return replace(RIGHT, **changes)  # type: ignore[arg-type]


def fields(p: Proposition, *put: Field) -> Proposition:
    """The proposition with other fields; what it says must still be well-formed."""
    return replace(p, setting=Setting(p.setting.where, put))


def domain(p: Proposition, where: Domain) -> Proposition:
    return replace(p, setting=Setting(where, p.setting.fields))


def given(p: Proposition, **put: Fact) -> Proposition:
    return replace(p, given=tuple({**dict(p.given), **put}.items()))


def test_the_right_chain() -> None:
    found = Case().answer()
    assert isinstance(found, Iterated), found
    assert (found.base, found.step, found.conclusions) == (BASE, NEXT, (END,))
    with pytest.raises(TypeError, match="not a bool"):
        bool(found)


def test_what_the_next_laws_are() -> None:
    pk, ql = p * k, q * l
    assert continued(relation("<=", p, q), MOVES, h, y) is relation("<=", pk, ql)
    twice = integral(integral(pos(pk - u * ql), y), h)
    assert continued(integral(pos(p - u * q), h), MOVES, h, y) is twice
    replaced = (Move("P", "P"), Move("Q", "R"))
    assert continued(relation("<=", integral(p, h), q), replaced, h, y) is relation("<=", integral(p, h), at("R", h))
    nested = integral(p * integral(pos(at("Q", z) - p), z), h)
    inner = integral(integral(pos(at("Q", z) * at("L", z, point("w", "y")) - pk), point("w", "y")), z)
    assert continued(nested, MOVES, h, y) is integral(integral(pk * inner, y), h)


def test_a_sum_of_numbers_is_a_number() -> None:
    i = sym("i")
    total = bind("Sum", i * g, "i", ZERO, n)
    assert continued(relation("<=", p, total), MOVES, h, y) is relation("<=", p * k, total)


REPLACED = (Move("P", "P"), Move("Q", "R"))
TWO_SPACES = Fact(relation("<=", integral(pos(p - u * q), h), integral(ONE, y)))
SIGNED = (Fact(relation("<=", integral(p - u * q, h), g * n + s)), INVARIANT[1])
FREE_Z = (Fact(relation("<=", at("P", z), g * n + s)), INVARIANT[1])
OVER_Y = (Fact(relation("<=", integral(ONE, y), g * n + s)), INVARIANT[1])


def with_invariant(facts: tuple[Fact, ...]) -> Case:
    """Base and step for another invariant; the hypotheses of the step that are the invariant follow suit."""
    moved = Substitution(reals={"u": HALVED})
    base = replace(BASE, claims=at_state(ZERO, ZERO, facts))
    step = replace(NEXT, claims=onward(at_state(n + 1, s + e, facts)))
    step = given(step, so_far=Fact(moved(facts[0].statement)), sign=facts[1])
    return Case(chain(invariant=facts, conclusions=()), base, step)


def with_state(name: str, start: Term, later: Term, r: Range | None = None) -> Case:
    """Base and step for another course of one number."""
    state = tuple(State(name, start, later) if t.name == name else t for t in STATE)
    course = {t.name: t for t in state}
    base = replace(BASE, claims=at_state(course["n"].start, course["s"].start))
    step = replace(NEXT, claims=onward(at_state(course["n"].next, course["s"].next)))
    return Case(chain(state=state), base, step if r is None else domain(step, STEP.with_range(r)))


def with_moves(moves: tuple[Move, ...], *put: Field) -> Case:
    step = Proposition(
        Setting(STEP, put or NEXT.setting.fields),
        (("so_far", Fact(bound(HALVED))), ("sign", INVARIANT[1])),
        onward(at_state(n + 1, s + e), moves),
    )
    return Case(chain(moves=moves), step=step)


def uses(*put: Use) -> Case:
    return Case(chain(uses=put))


SO_FAR, SIGN = RIGHT.uses
WRONG: Mapping[str, tuple[Case, str]] = {
    "no such theorem": (Case(chain(step="other")), "has been checked"),
    "no such conclusion": (Case(chain(conclusions=(("other", ()),))), "has been checked"),
    "a base that claims existence": (Case(base=replace(BASE, exists=(query("F", "h"),))), "claim no existence"),
    "a step that claims existence": (Case(step=replace(NEXT, exists=(query("F", "h"),))), "claim no existence"),
    # moves
    "one space": (Case(chain(outcome=point("y", "h"))), "points of two spaces"),
    "no point": (Case(chain(history=p)), "points of two spaces"),
    "no outcome": (Case(chain(outcome=k)), "points of two spaces"),
    "a law that does not move": (Case(chain(moves=MOVES[:1])), "the laws"),
    "a base with another field": (Case(base=fields(BASE, *LAWS, law("R", "h"))), "the laws"),
    "a base with an event": (
        Case(chain(moves=(*MOVES, Move("R", "P", "K"))), base=fields(BASE, *LAWS, event("R", "h"))),
        "the laws",
    ),
    "two moves of a law": (Case(chain(moves=(*MOVES, MOVES[0]))), "one for each law"),
    "one kernel": (with_moves((Move("P", "P"), Move("Q", "Q", "L"))), "for all laws, or for none"),
    "no kernel": (Case(chain(moves=(Move("P", "P", "K"), Move("Q", "Q", "N")))), "a kernel"),
    "a kernel that is a law": (Case(chain(moves=(MOVES[0], Move("Q", "Q", "P")))), "a kernel"),
    "a kernel that has no mass": (
        with_moves(MOVES, *LAWS, KERNELS[0], query("L", "h", "y", lower=ZERO)),
        "a kernel",
    ),
    "a kernel the wrong way round": (
        Case(
            step=Proposition(
                Setting(STEP, (*LAWS, KERNELS[0], law("L", "y", "h"))), NEXT.given[:2], (Fact(relation("<=", s, s)),)
            )
        ),
        "a kernel",
    ),
    "a law of the step that is continued": (
        with_moves((MOVES[0], Move("Q", "R", "L")), *LAWS, *KERNELS, law("R", "h")),
        "a law on histories",
    ),
    "replaced by a query": (
        with_moves(REPLACED, *LAWS, query("R", "h", lower=ZERO)),
        "a law on histories",
    ),
    "replaced by nothing": (Case(chain(moves=REPLACED)), "a law on histories"),
    "a step without the laws": (
        Case(step=Proposition(Setting(STEP, (*KERNELS, law("P", "h"))), (), (Fact(relation("<=", s, s)),))),
        "among them",
    ),
    # symbols
    "state twice": (Case(chain(state=(*STATE, STATE[0]))), "new names"),
    "state of the base": (Case(chain(state=(*STATE, State("g", ZERO, ZERO)))), "new names"),
    "an unknown level": (Case(chain(levels=("u", "e"))), "symbols of the base"),
    "a step without the state": (Case(chain(state=(*STATE, State("t", ZERO, ZERO)))), "all symbols and the state"),
    "another range": (
        Case(step=domain(NEXT, STEP.with_range(Range("g", ZERO, None, False)))),
        "but for the step's own symbols",
    ),
    "a condition less": (
        Case(step=domain(NEXT, Domain(STEP.ranges, STEP.conditions[1:]))),
        "but for the step's own symbols",
    ),
    "a condition on the state": (
        Case(step=domain(NEXT, STEP.with_conditions(relation("<=", s, num(3))))),
        "without state and levels",
    ),
    "a condition on a level": (
        Case(step=domain(NEXT, STEP.with_conditions(relation("<=", u, e)))),
        "without state and levels",
    ),
    "the start depends on a level": (with_state("s", u, s + e), "a number, in the symbols"),
    "the start depends on the step": (Case(chain(state=(STATE[0], State("s", e, s + e)))), "a number, in the symbols"),
    "the start is no number": (
        Case(chain(state=(STATE[0], State("s", integral(p, h), s + e)))),
        "a number, in the symbols",
    ),
    "the next depends on a level": (with_state("s", ZERO, s + u), "a number, in the symbols"),
    "the next is unknown": (Case(chain(state=(STATE[0], State("s", ZERO, s + sym("t"))))), "a number, in the symbols"),
    "the next is no number": (
        Case(chain(state=(STATE[0], State("s", ZERO, s + integral(p, h))))),
        "a number, in the symbols",
    ),
    # invariant
    "no invariant": (Case(chain(invariant=(), uses=(), conclusions=())), "one or more"),
    "an invariant of the step's symbols": (
        Case(chain(invariant=(Fact(relation("<=", e, s)), INVARIANT[1]))),
        "laws and state",
    ),
    "an invariant for all events": (
        Case(chain(invariant=(Fact(bound(), (event("S", "h"),)), INVARIANT[1]))),
        "laws and state",
    ),
    "another point": (Case(chain(invariant=FREE_Z)), "no point but"),
    "an Int over something else": (Case(chain(invariant=OVER_Y)), "a statement about laws and state"),
    "a signed integrand": (with_invariant(SIGNED), "seen to be >= 0"),
    # base
    "a base with a hypothesis": (Case(base=given(BASE, more=Fact(relation("<=", p, q)))), "that two laws are equal"),
    "a base about another point": (
        Case(base=given(BASE, equal=Fact(relation("==", at("P", z), at("Q", z))))),
        "that two laws are equal",
    ),
    "a base for another start": (Case(base=replace(BASE, claims=at_state(ONE, ZERO))), "the claim of the base"),
    "a base without a claim": (Case(base=replace(BASE, claims=BASE.claims[:1])), "the claim of the base"),
    # step
    "a step of the present state": (Case(step=replace(NEXT, claims=onward(at_state(n, s)))), "the claim of the step"),
    "a step of the present laws": (
        Case(step=replace(NEXT, claims=at_state(n + 1, s + e))),
        "the claim of the step",
    ),
    "a step without a claim": (Case(step=replace(NEXT, claims=NEXT.claims[:1])), "the claim of the step"),
    "a hypothesis about the state": (
        Case(step=given(NEXT, small=Fact(relation("<=", s, g)))),
        "a hypothesis without the state",
    ),
    "the invariant, not said to be used": (uses(SO_FAR), "a hypothesis without the state"),
    "a start that is no integer": (with_state("n", num(1, 2), n + 1), "an integer"),
    "a next that is no integer": (with_state("n", ZERO, n + num(1, 2)), "an integer"),
    "a start out of range": (with_state("n", num(-1), n + 1), "a value in its range"),
    "a next out of range": (with_state("n", ZERO, n - 1), "a value in its range"),
    "a start without value": (with_state("s", log(ZERO), s + e), "a term that is defined"),
    "a next without value": (with_state("s", ZERO, log(e)), "a term that is defined"),
    # uses
    "no level is named": (uses(Use("so_far", 0), SIGN), "values for"),
    "a level too many": (uses(Use("so_far", 0, (("u", HALVED), ("g", g))), SIGN), "values for"),
    "no such invariant": (uses(Use("so_far", 2, (("u", HALVED),)), SIGN), "the number of one"),
    "a negative invariant": (uses(Use("so_far", -2, (("u", HALVED),)), SIGN), "the number of one"),
    "another level": (uses(Use("so_far", 0, (("u", u * 2),)), SIGN), "max"),
    "no such hypothesis": (uses(SO_FAR, SIGN, Use("other", 0, (("u", u),))), "max"),
    "a level out of its range": (
        Case(chain(uses=(Use("so_far", 0, (("u", -u),)), SIGN)), step=given(NEXT, so_far=Fact(bound(-u)))),
        "a value in its range",
    ),
    "a level without value": (
        Case(chain(uses=(Use("so_far", 0, (("u", log(e)),)), SIGN)), step=given(NEXT, so_far=Fact(bound(log(e))))),
        "a term that is defined",
    ),
    "a level that depends on the history": (
        Case(chain(uses=(Use("so_far", 0, (("u", p),)), SIGN)), step=given(NEXT, so_far=Fact(bound(p)))),
        "numbers",
    ),
    "a hypothesis about a level": (Case(step=given(NEXT, small=Fact(relation("<=", u, ONE)))), "about levels alone"),
    # conclusion
    "a conclusion about other laws": (
        Case(end=Proposition(Setting(END.setting.where, (LAWS[0], event("E", "h"))), (), (Fact(relation("<=", p, p)),))),
        "among them",
    ),
    "a conclusion with a hypothesis of its own": (
        Case(end=given(END, more=Fact(relation("<=", p, q)))),
        "one for each hypothesis",
    ),
    "a conclusion at another level": (Case(end=given(END, bound=Fact(bound(num(2))))), "max"),
    "a conclusion outside of the domain": (
        Case(end=domain(END, END.setting.where.with_range(Range("g")))),
        "a condition of the theorem",
    ),
    "a conclusion without a symbol": (
        Case(
            chain(conclusions=(("end", (Use("sign", 1, (("u", num(3)),)),)),)),
            end=Proposition(
                Setting(Domain((Range("n"), Range("s"))), LAWS), (("sign", INVARIANT[1]),), (Fact(relation("<=", p, q)),)
            ),
        ),
        "a term of the setting",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_is_refused(what: str) -> None:
    case, expected = WRONG[what]
    found = case.answer()
    assert isinstance(found, Rejected), found
    assert expected in f"{found.found} {found.expected}", found


@pytest.mark.parametrize(
    "more",
    [relation("<=", k, u * l), relation("<=", e, num(1, 2))],
    ids=["of the kernels at every level", "of numbers that are no levels"],
)
def test_what_a_step_may_assume_besides(more: Term) -> None:
    found = Case(step=given(NEXT, more=Fact(more))).answer()
    assert isinstance(found, Iterated), found


def test_a_conclusion_may_claim_existence() -> None:
    found = Case(end=replace(END, exists=(query("F", "h"),), claims=(Fact(relation("<=", p, at("F", h))),))).answer()
    assert isinstance(found, Iterated), found


def test_an_invariant_at_a_point() -> None:
    found = with_invariant((Fact(relation("<=", p, exp(s) * q)), INVARIANT[1])).answer()
    assert isinstance(found, Iterated), found


def test_start_and_next_value_may_use_all_that_is_fixed() -> None:
    found = with_state("s", g, s + e + g + n).answer()
    assert isinstance(found, Iterated), found


def test_all_symbols_of_the_base_may_be_levels_and_a_step_may_have_no_condition_of_its_own() -> None:
    both = (("u", HALVED), ("g", g))
    step = domain(NEXT, Domain(STEP.ranges, GLOBAL.conditions))
    uses = (Use("so_far", 0, both), Use("sign", 1, (("u", u), ("g", g))))
    ends = (("end", (Use("bound", 0, (("u", num(3)), ("g", g))),)),)
    found = Case(chain(levels=("u", "g"), uses=uses, conclusions=ends), step=step).answer()
    assert isinstance(found, Iterated), found


@pytest.mark.parametrize("name", ["h", "h_", "x_", "k"])
def test_the_point_of_an_integrand_is_none_of_the_invariants_own(name: str) -> None:
    """D(x) D(h) is signed, although it is a square where x and h are one point."""
    here, x = point(name, "h"), point("x", "h")

    def d(at_point: Term) -> Term:
        return at("P", at_point) * at("P", at_point) - at("Q", at_point) * at("Q", at_point)

    fact = Fact(relation("==", integral(d(x) * d(here), x), ZERO))
    onward_fact = Fact(continued(fact.statement, MOVES, here, y))
    base = Proposition(Setting(Domain(), LAWS), (), (fact,))
    step = Proposition(Setting(Domain(), LAWS + KERNELS), (("psi", onward_fact),), (onward_fact,))
    found = check_chain(Chain("base", "step", here, y, (fact,), MOVES), {"base": base, "step": step})
    assert isinstance(found, Rejected), found
    assert "seen to be >= 0" in found.expected


def test_replacement() -> None:
    """Laws on one space, of which the second is another one in each step."""
    found = with_moves(REPLACED, *LAWS, law("R", "h")).answer()
    assert isinstance(found, Iterated), found


def test_other_fields_of_a_step_are_its_own() -> None:
    more = (*NEXT.setting.fields, query("F", "h", "y"), law("R", "w"))
    assert isinstance(Case(step=fields(NEXT, *more)).answer(), Iterated)


def test_the_hypotheses_help_with_the_next_value() -> None:
    """s >= 0 is part of the invariant, so that the square root is a number."""
    state = (STATE[0], State("s", ZERO, sym("s") ** num(1, 2)))
    base = BASE
    step = replace(NEXT, claims=onward(at_state(n + 1, s ** num(1, 2))))
    assert isinstance(Case(chain(state=state), base, step).answer(), Iterated)
    bare = Proposition(step.setting, tuple(x for x in step.given if x[0] != "sign"), step.claims)
    assert isinstance(Case(chain(state=state, uses=(SO_FAR,)), base, bare).answer(), Rejected)


@pytest.mark.parametrize("field", ["history", "outcome"])
def test_a_chain_has_points_of_authors(field: str) -> None:
    """With the point that stands for the outcome under an Int as the outcome itself, p == q was said to go on from step to step."""
    name = "0h" if field == "history" else "0y"
    wrong = check_chain(chain(**{field: fresh(space_of(getattr(RIGHT, field)), name)}), LIBRARY)
    assert isinstance(wrong, Rejected)
    assert "an author can write" in wrong.expected
