"""Every rule for laws: one right application, and at least five wrong ones that are rejected with what was found and expected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from dpsym.kernel.laws import rules
from dpsym.kernel.laws.check import check_step
from dpsym.kernel.laws.context import Context, LawStep
from dpsym.kernel.laws.rules import RULES
from dpsym.kernel.laws.statements import Fact, Field, Have, Proposition, Rule, Setting, event, law, query
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import at, indicator, integral, point
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, Term, TermError, func, node, num, piecewise, relation, sym
from dpsym.kernel.verdicts import Rejected, StepRejected
from dpsym.search.residual import Unproved, prove_fact

x, x2, y, n = point("x", "X"), point("x2", "X"), point("y", "Y"), point("n", "N")
a = sym("a")
p, q, f, g, s, e = (at(name, x) for name in "pqfgse")
k = at("k", x, y)
h = at("h", n)
S = at("S", x)
SETTING = Setting(
    Domain((Range("a", ZERO, None, False),)),
    (law("p", "X"), law("q", "X"), law("k", "X", "Y"), query("f", "X"), query("g", "X", lower=ZERO), query("h", "N", lower=ZERO),
     unit("s", "X"), event("e", "X"), query("z", "Z")),
)  # fmt: skip


def int_(body: Term, *over: Term) -> Term:
    for v in reversed(over or (x,)):
        body = integral(body, v)
    return body


def le(u: Term, v: Term) -> Term:
    return relation("<=", u, v)


def eq(u: Term, v: Term) -> Term:
    return relation("==", u, v)


#: Facts that the steps below may cite; nobody says that they are true.
FACTS = {
    "pq": Fact(le(p, a * q)),
    "pq2": Fact(le(at("p", x2), a * at("q", x2))),
    "closed": Fact(le(a, ONE)),
    "with_h": Fact(le(p + h, a * q + h)),
    "n_says": Fact(le(ONE + h, a)),
    "n_int": Fact(le(int_(f * p) + h, a)),
    "x_int": Fact(le(int_(f * p) + g, a)),
    "n_square": Fact(le(a + h**2, ZERO)),
    "a_square": Fact(le(a + a**2, ZERO)),
    "distinct": Fact(relation("!=", f - at("f", x2), ZERO)),
    "off_diagonal": Fact(le(f, at("f", x2) - 1)),
    "two": Fact(le(f, at("f", x2))),
    "null": Fact(le(h, a)),
    "mean": Fact(le(int_(g * p), a)),
    "square": Fact(le(int_(p * p), a)),
    "zero": Fact(le(int_(func("max", p - q, ZERO)), ZERO)),
    "signed": Fact(le(int_(p - q), ZERO)),
    "zero_n": Fact(le(int_(func("max", p - q, ZERO)) * h, ZERO)),
    "events": Fact(le(int_(S * p), a * int_(S * q)), (event("S", "X"),)),
    "at_x2": Fact(le(at("g", x2) * int_(S * p), a), (event("S", "X"),)),
    "tests": Fact(le(int_(S * S * p), a), (unit("S", "X"),)),
    "square_events": Fact(le(int_(S * S * p), a), (event("S", "X"),)),
    "unequal": Fact(relation("!=", int_(S * p), num(1, 2)), (event("S", "X"),)),
    "ratio": Fact(le(int_(piecewise([(ZERO, le(p, ZERO)), (p / q, relation(">", q, ZERO))])), a)),
    "strict": Fact(relation("<", p, a * q)),
    "not": Fact(relation("!=", p, q)),
    "sep": Fact(le(f, at("g", x2))),
    "sep_null": Fact(le(h, f)),
    "same": Fact(eq(f * p, g * q)),
    "e<=s": Fact(le(int_(e * p), int_(s * p))),
    "e<=a": Fact(le(int_(e * p), a)),
}
GIVEN = {"about_s": Fact(le(int_(s * p), a))}

MARKOV = Proposition(
    Setting(Domain((Range("b", ZERO, None), Range("m", ZERO, None, False))), (law("P", "x"), query("f", "x", lower=ZERO))),
    (("mean", Fact(le(integral(at("f", point("x")) * at("P", point("x")), point("x")), sym("m")))),),
    (Fact(le(sym("b") * integral(indicator(relation(">=", at("f", point("x")), sym("b"))) * at("P", point("x")), point("x")), sym("m"))),),  # noqa: E501
)  # fmt: skip
POINTED = Proposition(
    Setting(Domain(), (query("u", "x"), query("v", "x"))),
    (("h", Fact(le(at("u", point("x")), at("v", point("x"))))),),
    (Fact(le(at("u", point("x")) - at("v", point("x")), ZERO)),),
)
u_at = {name: at("u", point(name, "x")) for name in "xz"}
RENAMED = Proposition(
    Setting(Domain(), (query("u", "x"),)), (("h", Fact(relation("!=", u_at["z"], ZERO))),), (Fact(relation("!=", u_at["x"], ZERO)),)
)  # fmt: skip
CLOSED = Proposition(
    Setting(Domain((Range("b"), Range("c"))), ()), (("h", Fact(le(sym("c") + sym("b") ** 2, ZERO))),), (Fact(le(sym("c"), ZERO)),)
)  # fmt: skip
xx, ff, pp, rr = point("x"), at("f", point("x")), at("P", point("x")), at("R", point("x"))
#: With a mean of at most m there is a law R with r <= 2 p and f r <= 4 m p: two claims about the same R.
SOME = Proposition(
    Setting(Domain((Range("m", ZERO, None, False),)), (law("P", "x"), query("f", "x", lower=ZERO))),
    (("mean", Fact(le(integral(ff * pp, xx), sym("m")))),),
    (Fact(le(rr, 2 * pp)), Fact(le(integral(ff * rr, xx), 4 * sym("m")))),
    (law("R", "x"),),
)
LIBRARY = {"some": SOME, "markov": MARKOV, "pointed": POINTED, "renamed": RENAMED, "closed": CLOSED}


def judge(statement: Term | Fact, rule: Rule) -> Rejected | None:
    ctx = Context(Proposition(SETTING, tuple(GIVEN.items()), (Fact(eq(ZERO, ZERO)),)), LIBRARY)
    ctx.facts.update(FACTS)
    return check_step(Have("goal", statement if isinstance(statement, Fact) else Fact(statement), rule), ctx)


def proved(
    statement: Term, using: tuple = (), kind: type[rules.Pointwise] = rules.Pointwise, finite: tuple = ()
) -> rules.Pointwise:
    """The rule with a proof about reals, if there is one."""
    ctx = Context(Proposition(SETTING, (), (Fact(eq(ZERO, ZERO)),)), {})
    ctx.facts.update(FACTS)
    rule = kind(using, (), finite)
    try:
        premises = rule.premises(LawStep(Fact(statement), ctx))
    except StepRejected:
        return rule
    proof = prove_fact(rule.real(Fact(statement), premises, SETTING), seconds=5)
    return replace(rule, proof=() if isinstance(proof, Unproved) else proof)


def forced(
    statement: Term, cited: str, landed: Term, renaming: tuple = (), kind: type[rules.Pointwise] = rules.Pointwise
) -> rules.Pointwise:
    """A rule whose proof about reals is right, if the cited fact could be used so."""
    proof = prove_fact(rules.Pointwise.real(Fact(statement), (Fact(landed),), SETTING), seconds=5)
    if isinstance(proof, Unproved):
        raise ValueError("no proof")
    return kind(((cited, renaming),), proof)


here = (("pq", ()),)
there = (("pq", ((x, x2),)),)
mean_parts = ((ONE, g * p), (-a, p))
cut = indicator(relation(">", p, a * q))
markov = rules.Cite(
    "markov", 0, (("b", a + 1), ("m", a)), (("P", (x,), p), ("f", (x,), g)), (("x", "X"),), (), (("mean", "mean"),), ("p.mass",)
)  # fmt: skip
markov_claim = le((a + 1) * int_(indicator(relation(">=", g, a + 1)) * p), a)
pointed = rules.Cite(
    "pointed", 0, (), (("u", (x,), p), ("v", (x,), a * q)), (("x", "X"),), ((point("x"), x),), (("h", "pq"),)
)
x3 = point("x3", "X")


def distinct(landed: Term) -> rules.Cite:
    """The theorem at the point `landed`, its field a difference that depends on x2 as well."""
    points = ((point("x"), landed), (point("z", "x"), x))
    return rules.Cite("renamed", 0, (), (("u", (x,), f - at("f", x2)),), (("x", "X"),), points, (("h", "distinct"),))


FACTS["p.mass"] = Fact(eq(int_(p), ONE))
ratio = piecewise([(ZERO, le(p, ZERO)), (p / q, relation(">", q, ZERO))])
outside = indicator(relation(">", p, ZERO)) * indicator(le(q, ZERO))
z_ = point("z_", "Z")  # a space without a law: it may be null, and then an Int over it says nothing
FACTS["null"] = Fact(le(integral(g, z_), ZERO))
only = piecewise([(ONE, relation(">", p, ZERO))])
FACTS["null_piece"] = Fact(le(integral(only, z_), ONE))
inner = piecewise(
    [(ZERO, le(p, ZERO)), (piecewise([(ONE, relation(">", ONE / p, ZERO))]), relation(">", q, ZERO))], ONE
)
FACTS["inner"] = Fact(le(int_(inner * q), ONE))
never_inner = indicator(relation(">", p, ZERO)) * indicator(relation(">", q, ZERO)) * indicator(le(ONE / p, ZERO))

obtain = rules.Obtain(
    "some", 0, (("m", a),), (("P", (x,), p), ("f", (x,), g)), (("x", "X"),), ((xx, x),), (("mean", "mean"),), ("p.mass",), (("R", "r"),)
)  # fmt: skip
r_at_x = at("r", x)
obtained = le(r_at_x, 2 * p)
closed_claim = le(int_(g * r_at_x), 4 * a)

RIGHT: dict[str, tuple[Term | Fact, Rule | Callable[[Term], Rule]]] = {
    "Pointwise": (le(p - a * q, ZERO), lambda t: proved(t, here)),
    "Pointwise, elsewhere": (le(at("p", x2) - a * at("q", x2), ZERO), lambda t: proved(t, there)),
    "Pointwise, a range": (le(ZERO, p * s), proved),
    "Pointwise, a known Int": (eq(int_(f * p) + g, int_(f * p) + g), lambda t: proved(t, finite=("x_int",))),
    "Real": (le(a, num(2)), lambda t: proved(t, (("closed", ()),), rules.Real)),
    "Integrate": (le(int_(p), a * int_(q)), rules.Integrate(x, ((ONE, p), (-a, q)), "pq")),
    "Integrate, of <": (le(int_(p), a * int_(q)), rules.Integrate(x, ((ONE, p), (-a, q)), "strict")),
    "Integrate, a bounded factor": (
        eq(int_(num(2) * s * p), num(2) * int_(s * p)),
        rules.Integrate(x, ((ONE, num(2) * s * p), (num(-2), s * p))),
    ),
    "Integrate, one not known, ==": (
        eq(int_(f * p), int_(g * q)),
        rules.Integrate(x, ((ONE, f * p), (-ONE, g * q)), "same", ("gq",)),
    ),
    "Mass": (eq(int_(k, y), ONE), rules.Mass("k")),
    "Vanish": (eq(func("max", p - q, ZERO), ZERO), rules.Vanish("zero", x)),
    "Swap": (eq(int_(p * k, x, y), int_(p * k, y, x)), rules.Swap()),
    "Instantiate": (le(int_(cut * p), a * int_(cut * q)), rules.Instantiate("events", "S", (x,), cut)),
    "Instantiate, a test": (le(int_(s * p), a * int_(s * q)), rules.Instantiate("events", "S", (x,), s)),
    "Instantiate, with another point": (
        le(int_(indicator(le(f, at("f", x2))) * p), a * int_(indicator(le(f, at("f", x2))) * q)),
        rules.Instantiate("events", "S", (x,), indicator(le(f, at("f", x2)))),
    ),
    "Generalize": (Fact(le(int_(S * p), a), (event("S", "X"),)), rules.Generalize("e<=a", "e")),
    "Defined": (eq(outside, ZERO), rules.Defined("ratio", ratio, x)),
    "Separate": (le(f, sym("c")), rules.Separate("sep", "c")),
    "Cite": (markov_claim, markov),
    "Cite, at a point": (le(p - a * q, ZERO), pointed),
    "Cite, with another point": (relation("!=", at("f", x3) - at("f", x2), ZERO), distinct(x3)),
    "Obtain": (obtained, obtain),
    "Obtain, another claim": (closed_claim, replace(obtain, claim=1, points=())),
    "Cite, closed": (le(a, ZERO), rules.Cite("closed", 0, (("b", a), ("c", a)), given=(("h", "a_square"),))),
}
FACTS["gq"] = Fact(le(int_(g * q), a))

WRONG: dict[str, dict[str, tuple[Term | Fact, Rule]]] = {
    "Pointwise": {
        "no proof": (le(p - a * q, ZERO), rules.Pointwise(here)),
        "a proof of something else": (le(p - a * q, ONE), replace(proved(le(p - a * q, ZERO), here))),
        "a fact at another point": (le(at("p", x2), a * at("q", x2)), proved(le(p, a * q), here)),
        "two points put at one": (le(f, f), proved(le(f, f), (("two", ((x2, x),)),))),
        "a fact with a point that the goal has not": (
            le(a, num(2)),
            rules.Pointwise((("null", ()),), proved(le(a, num(2)), (("closed", ()),)).proof),
        ),
        "a fact of a null space for a closed goal": (le(ONE, a), forced(le(ONE, a), "n_says", le(ONE + h, a))),
        "a fact of a null space for another point": (
            le(ONE + p, a + p),
            forced(le(ONE + p, a + p), "n_says", le(ONE + h, a)),
        ),
        "a diagonal": (le(f, f - 1), forced(le(f, f - 1), "off_diagonal", le(f, f - 1), ((x2, x),))),
        "another point's fact": (
            le(at("p", x2), a * at("q", x2)),
            forced(le(at("p", x2), a * at("q", x2)), "pq", FACTS["pq2"].statement),
        ),
        "no such fact": (le(p, a * q), replace(proved(le(p, a * q), here), using=(("nothing", ()),))),
        "a fact for all events": (le(p, a * q), replace(proved(le(p, a * q), here), using=(("events", ()),))),
        "an Int that may be infinite": (eq(int_(p * p), int_(p * p)), proved(eq(int_(p * p), int_(p * p)))),
        "an Int of an unbounded function": (eq(int_(f * p), int_(f * p)), proved(eq(int_(f * p), int_(f * p)))),
        "an Int that a fact of a null space speaks of": (
            eq(int_(f * p), int_(f * p)),
            proved(eq(int_(f * p), int_(f * p)), finite=("n_int",)),
        ),
        "an Int that a fact with another point speaks of": (
            eq(int_(f * p), int_(f * p)),
            proved(eq(int_(f * p), int_(f * p)), finite=("x_int",)),
        ),
        "a division by a density": (eq(p / q, p / q), proved(eq(p / q, p / q))),
        "another space": (le(h, a * h), proved(le(p, a * q), (("pq", ((x, n),)),))),
        "the wrong relation": (relation("<", p, a * q), proved(le(p, a * q), here)),
        "an unknown field": (le(at("r", x), a), proved(le(p, a * q), here)),
        "an unknown symbol": (le(p, sym("b")), proved(le(p, a * q), here)),
    },
    "Real": {
        "a statement with points": (le(p, a * q), proved(le(p, a * q), here, rules.Real)),
        "a fact with points": (le(a, num(2)), rules.Real(here, proved(le(a, num(2)), (("closed", ()),)).proof)),
        "no premise": (le(a, num(2)), replace(proved(le(a, num(2)), (("closed", ()),), rules.Real), using=())),
        "a null point": (le(a, num(2)), rules.Real((("null", ()),), proved(le(a, num(2)), (("closed", ()),)).proof)),
        "no proof": (le(a, num(2)), rules.Real((("closed", ()),))),
        "a fact of a null space": (le(ONE, a), forced(le(ONE, a), "n_says", le(ONE + h, a), (), rules.Real)),
        "an Int not known from the point": (
            eq(int_(h * 1, n), int_(h * 1, n)),
            proved(eq(int_(h * 1, n), int_(h * 1, n)), (), rules.Real, ("null",)),
        ),
    },
    "Integrate": {
        "other parts": (le(int_(p), a * int_(q)), rules.Integrate(x, ((ONE, p), (a, q)), "pq")),
        "parts of another goal": (le(int_(p), num(2) * a * int_(q)), rules.Integrate(x, ((ONE, p), (-a, q)), "pq")),
        "a coefficient with the point": (le(p * int_(p), a * int_(q)), rules.Integrate(x, ((p, ONE), (-a, q)), "pq")),
        "== of <=": (eq(int_(p), a * int_(q)), rules.Integrate(x, ((ONE, p), (-a, q)), "pq")),
        "< of <": (relation("<", int_(p), a * int_(q)), rules.Integrate(x, ((ONE, p), (-a, q)), "strict")),
        "!=": (relation("!=", int_(p), int_(q)), rules.Integrate(x, ((ONE, p), (-ONE, q)), "not")),
        "the wrong point": (le(int_(p), a * int_(q)), rules.Integrate(y, ((ONE, p), (-a, q)), "pq")),
        "an infinite Int": (eq(int_(p * p), int_(p * p)), rules.Integrate(x, ((ONE, p * p), (-ONE, p * p)))),
        "two that are not known": (
            eq(int_(f * p), int_(g * q)),
            rules.Integrate(x, ((ONE, f * p), (-ONE, g * q)), "same"),
        ),
        "one not known, <=, no sign": (
            le(int_(f * p), int_(g * q)),
            rules.Integrate(x, ((ONE, f * p), (-ONE, g * q)), "same_le", ("gq",)),
        ),
        "one not known, on the right": (
            le(int_(q), int_(g * q)),
            rules.Integrate(x, ((ONE, q), (-ONE, g * q)), "q<=gq"),
        ),
        "the square of a density": (
            eq(int_(num(2) * (p * p)), num(2) * int_(p * p)),
            rules.Integrate(x, ((ONE, num(2) * (p * p)), (num(-2), p * p))),
        ),
        "a point of a null space lost": (le(int_(p), a * int_(p)), rules.Integrate(x, ((h, p), (-a, p)), "hp")),
        "a point of a null space that cancels": (
            le(int_(p), a * int_(q)),
            rules.Integrate(x, ((ONE, p), (-a, q)), "with_h"),
        ),
        "a measure": (eq(int_(ONE), int_(ONE)), rules.Integrate(x, ((ONE, ONE), (-ONE, ONE)))),
        "a coefficient without value": (
            eq(int_(p) / a, int_(p) / a),
            rules.Integrate(x, ((a ** num(-1), p), (-(a ** num(-1)), p))),
        ),
    },
    "Mass": {
        "a test": (eq(int_(s), ONE), rules.Mass("s")),
        "the wrong argument": (eq(int_(k, x), ONE), rules.Mass("k")),
        "twice": (eq(int_(num(2) * p), ONE), rules.Mass("p")),
        "another number": (eq(int_(p), num(2)), rules.Mass("p")),
        "another field": (eq(int_(p), ONE), rules.Mass("q")),
        "no such field": (eq(int_(p), ONE), rules.Mass("r")),
        "<": (relation("<", int_(p), ONE), rules.Mass("p")),
    },
    "Vanish": {
        "a signed integrand": (eq(p - q, ZERO), rules.Vanish("signed", x)),
        "another integrand": (eq(func("max", q - p, ZERO), ZERO), rules.Vanish("zero", x)),
        "a bound that is not 0": (eq(g * p, ZERO), rules.Vanish("mean", x)),
        "another relation": (le(func("max", p - q, ZERO), -ONE), rules.Vanish("zero", x)),
        "the wrong point": (eq(func("max", p - q, ZERO), ZERO), rules.Vanish("zero", y)),
        "no such fact": (eq(func("max", p - q, ZERO), ZERO), rules.Vanish("nothing", x)),
        "a product": (eq(func("max", p - q, ZERO) * h, ZERO), rules.Vanish("zero_n", x)),
        "an integrand free of a point of a null space": (eq(g, ZERO), rules.Vanish("null", z_)),
    },
    "Swap": {
        "another integrand": (eq(int_(p * k, x, y), int_(q * k, y, x)), rules.Swap()),
        "an unbounded factor": (eq(int_(f * p * k, x, y), int_(f * p * k, y, x)), rules.Swap()),
        "an infinite side": (eq(int_(g * p * k, x, y), int_(g * p * k, y, x)), rules.Swap()),
        "one Int": (eq(int_(p), int_(p)), rules.Swap()),
        "<=": (le(int_(p * k, x, y), int_(p * k, y, x)), rules.Swap()),
        "not swapped": (eq(int_(p * k, x, y), int_(p * k, x, y)), rules.Swap()),
    },
    "Instantiate": {
        "no event": (le(int_(f * p), a * int_(f * q)), rules.Instantiate("events", "S", (x,), f)),
        "above one": (le(int_(num(2) * p), a * int_(num(2) * q)), rules.Instantiate("events", "S", (x,), num(2))),
        "a test in a square": (le(int_(s * s * p), a), rules.Instantiate("square_events", "S", (x,), s)),
        "a test in !=": (relation("!=", int_(s * p), num(1, 2)), rules.Instantiate("unequal", "S", (x,), s)),
        "another statement": (le(int_(cut * p), a * int_(q)), rules.Instantiate("events", "S", (x,), cut)),
        "another test": (le(int_(cut * p), a * int_(cut * q)), rules.Instantiate("events", "T", (x,), cut)),
        "a fact without tests": (le(int_(cut * p), a * int_(cut * q)), rules.Instantiate("mean", "S", (x,), cut)),
        "an event without value": (
            le(int_(indicator(le(p / q, ONE)) * p), a * int_(indicator(le(p / q, ONE)) * q)),
            rules.Instantiate("events", "S", (x,), indicator(le(p / q, ONE))),
        ),
        "points of another space": (le(int_(cut * p), a * int_(cut * q)), rules.Instantiate("events", "S", (y,), cut)),
        "a point of the fact": (
            le(at("g", x2) * int_(indicator(le(f, at("f", x2))) * p), a),
            rules.Instantiate("at_x2", "S", (x,), indicator(le(f, at("f", x2)))),
        ),
        "the point twice": (le(int_(cut * p), a * int_(cut * q)), rules.Instantiate("events", "S", (x, x), cut)),
    },
    "Generalize": {
        "a test that a hypothesis speaks of": (
            Fact(le(int_(S * p), a), (unit("S", "X"),)),
            rules.Generalize("about_s", "s"),
        ),
        "an event for a test": (Fact(le(int_(e * p), int_(S * p)), (event("S", "X"),)), rules.Generalize("e<=s", "s")),
        "a test for an event": (Fact(le(int_(S * p), a), (unit("S", "X"),)), rules.Generalize("e<=a", "e")),
        "a law": (Fact(le(int_(e * p), a), (event("S", "X"),)), rules.Generalize("e<=a", "p")),
        "another statement": (Fact(le(int_(S * q), a), (event("S", "X"),)), rules.Generalize("e<=a", "e")),
        "no tests": (le(int_(e * p), a), rules.Generalize("e<=a", "e")),
        "no such field": (Fact(le(int_(S * p), a), (event("S", "X"),)), rules.Generalize("e<=a", "r")),
    },
    "Defined": {
        "one condition": (eq(indicator(relation(">", p, ZERO)), ZERO), rules.Defined("ratio", ratio, x)),
        "the other condition": (eq(indicator(le(q, ZERO)), ZERO), rules.Defined("ratio", ratio, x)),
        "a fact that does not speak of it": (eq(outside, ZERO), rules.Defined("mean", ratio, x)),
        "another body": (eq(outside, ZERO), rules.Defined("ratio", p / q, x)),
        "another point": (eq(outside, ZERO), rules.Defined("ratio", ratio, y)),
        "== 1": (eq(outside, ONE), rules.Defined("ratio", ratio, x)),
        "conditions free of a point of a null space": (
            eq(indicator(le(p, ZERO)), ZERO),
            rules.Defined("null_piece", only, z_),
        ),
        "conditions without a value": (eq(never_inner, ZERO), rules.Defined("inner", inner * q, x)),
    },
    "Separate": {
        "a symbol that is taken": (le(f, a), rules.Separate("sep", "a")),
        "a space without a law": (le(h, sym("c")), rules.Separate("sep_null", "c")),
        "the same points": (le(p, sym("c")), rules.Separate("pq", "c")),
        "another half": (le(sym("c"), f), rules.Separate("sep", "c")),
        "both at once": (le(f, at("g", x2)), rules.Separate("sep", "c")),
        "no such fact": (le(f, sym("c")), rules.Separate("nothing", "c")),
        "a bad name": (le(f, sym("_1")), rules.Separate("sep", "_1")),
    },
    "Cite": {
        "no such theorem": (markov_claim, replace(markov, theorem="nothing")),
        "no such claim": (markov_claim, replace(markov, claim=1)),
        "outside its domain": (
            le(-a * int_(indicator(relation(">=", g, -a)) * p), a),
            replace(markov, reals=(("b", -a), ("m", a))),
        ),
        "a hypothesis that is missing": (markov_claim, replace(markov, given=())),
        "another fact for a hypothesis": (markov_claim, replace(markov, given=(("mean", "square"),))),
        "a density without mass": (
            le((a + 1) * int_(indicator(relation(">=", g, a + 1)) * g), a),
            replace(markov, fields=(("P", (x,), g), ("f", (x,), g))),
        ),
        "a mass that is not cited": (markov_claim, replace(markov, using=())),
        "a query below its range": (
            le((a + 1) * int_(indicator(relation(">=", f, a + 1)) * p), a),
            replace(markov, fields=(("P", (x,), p), ("f", (x,), f))),
        ),
        "another statement": (le(markov_claim.lhs, a - 1), markov),
        "a field that is missing": (markov_claim, replace(markov, fields=(("P", (x,), p),))),
        "a symbol that is missing": (markov_claim, replace(markov, reals=(("b", a + 1),))),
        "points of another space": (le(p - a * q, ZERO), replace(pointed, points=((point("x"), y),))),
        "a point that is missing": (le(p - a * q, ZERO), replace(pointed, points=())),
        "another diagonal": (relation("!=", at("f", x2) - at("f", x2), ZERO), distinct(x2)),
        "a term at a null point that is lost": (
            le(a, ZERO),
            rules.Cite("closed", 0, (("b", h), ("c", a)), given=(("h", "n_square"),)),
        ),
        "a diagonal": (
            le(f - f, ZERO),
            replace(
                pointed,
                fields=(("u", (x,), f), ("v", (x,), at("f", x2))),
                points=((point("x"), x2),),
                given=(("h", "two"),),
            ),
        ),
    },
}
WRONG["Obtain"] = {
    "no such theorem": (obtained, replace(obtain, theorem="nothing")),
    "no such claim": (obtained, replace(obtain, claim=2)),
    "another statement": (le(r_at_x, p), obtain),
    "a hypothesis that is missing": (obtained, replace(obtain, given=())),
    "a density without mass": (le(r_at_x, 2 * g), replace(obtain, fields=(("P", (x,), g), ("f", (x,), g)))),
    "no names": (obtained, replace(obtain, names=())),
    "a name for what is not there": (obtained, replace(obtain, names=(("R", "r"), ("T", "t")))),
    "the name of a field that is there": (le(at("q", x), 2 * p), replace(obtain, names=(("R", "q"),))),
    "a bad name": (obtained, replace(obtain, names=(("R", "_r"),))),
    "a field that depends on a point": (
        le(r_at_x, 2 * p + 0 * a),
        replace(obtain, fields=(("P", (x,), p), ("f", (x,), g * at("k", x2, y) * 0 + g))),
    ),
    "a field that depends on a point of the goal": (
        le(int_(k * r_at_x), 4 * a),
        replace(obtain, claim=1, points=(), fields=(("P", (x,), p), ("f", (x,), k)), given=(("mean", "mean_y"),)),
    ),
    "a number that depends on a point": (closed_claim, replace(obtain, claim=1, points=(), reals=(("m", a + 0 * s),))),
}
WRONG["Cite"]["a theorem that says that something exists"] = (
    le(p, 2 * p),
    rules.Cite(*list(vars(obtain).values())[:-1]),
)


def obtaining(*steps: tuple[Term | Fact, Rule]) -> list[bool]:
    """Which of the steps are accepted, one after the other."""
    ctx = Context(Proposition(SETTING, tuple(GIVEN.items()), (Fact(eq(ZERO, ZERO)),)), LIBRARY)
    ctx.facts.update(FACTS)
    stated = [s if isinstance(s, Fact) else Fact(s) for s, _ in steps]
    return [check_step(Have(str(i), f, rule), ctx) is None for i, (f, (_, rule)) in enumerate(zip(stated, steps))]


def test_what_is_obtained_is_one_thing() -> None:
    second = (closed_claim, replace(obtain, claim=1, points=()))
    other = replace(obtain, reals=(("m", a + 1),), claim=1, points=(), given=(("mean", "mean_more"),))
    FACTS["mean_more"] = Fact(le(int_(g * p), a + 1))
    assert obtaining((obtained, obtain), second) == [True, True]
    assert obtaining((obtained, obtain), (le(int_(g * r_at_x), 4 * (a + 1)), other)) == [True, False]
    assert obtaining((le(int_(g * r_at_x), 4 * (a + 1)), other)) == [True]
    assert obtaining((obtained, obtain), (eq(int_(r_at_x), ONE), rules.Mass("r"))) == [True, True]


def test_nothing_is_obtained_from_itself() -> None:
    """A theorem whose field is what it gives would say that there is a fixed point."""
    itself = replace(
        obtain, fields=(("P", (x,), r_at_x), ("f", (x,), g)), given=(("mean", "mean_r"),), using=("r.mass",)
    )
    assert obtaining((le(r_at_x, 2 * r_at_x), itself)) == [False]
    first = (closed_claim, replace(obtain, claim=1, points=()))
    again = replace(
        itself, names=(("R", "r2"),), reals=(("m", 4 * a),), given=(("mean", "0"),), using=("1",), spaces=(("x", "X"),)
    )
    steps = [first, (eq(int_(r_at_x), ONE), rules.Mass("r")), (le(at("r2", x), 2 * r_at_x), again)]
    assert obtaining(*steps) == [True, True, True]
    assert obtaining(*steps[:2], (le(r_at_x, 2 * r_at_x), replace(again, names=(("R", "r"),)))) == [True, True, False]


def test_a_given_field_is_not_obtained() -> None:
    """`names` speaks of what exists alone: no given field of the theorem gets the name of what it gives."""
    renamed = replace(obtain, names=(("R", "r"), ("P", "r")), using=("p.mass",))
    assert obtaining((le(r_at_x, 2 * r_at_x), renamed)) == [False]


def test_a_bound_test_does_not_capture_what_is_obtained() -> None:
    """for all S: Φ(S), said before, does not become a statement about a field called S that is obtained later."""
    assert obtaining((le(at("S", x), 2 * p), replace(obtain, names=(("R", "S"),)))) == [False]
    least = Proposition(
        Setting(Domain(), (unit("f", "x"),)),
        (("all", Fact(le(at("t", xx), ff), (unit("t", "x"),))),),
        (Fact(le(ONE, ff)),),
    )
    t = at("t", x)
    ctx = Context(Proposition(SETTING, (), (Fact(eq(ZERO, ZERO)),)), {"least": least})
    ctx.facts["all"] = Fact(le(t, t), (unit("t", "X"),))
    ctx.setting = ctx.setting.with_fields((unit("t", "X"),))
    cite = rules.Cite("least", 0, (), (("f", (x,), t),), (("x", "X"),), ((xx, x),), (("all", "all"),))
    found = check_step(Have("goal", Fact(le(ONE, t)), cite), ctx)
    assert isinstance(found, Rejected)
    assert "whose tests are no fields" in found.expected


def test_no_hypothesis_binds_the_name_of_what_exists() -> None:
    """for all E: Φ(E), and there is E: a proposition in which E is both is refused, or one could be taken for the other."""
    bound = (("all", Fact(le(integral(at("E", xx) * pp, xx), ONE), (event("E", "x"),))),)
    claim = (Fact(le(integral(at("E", xx) * pp, xx), ZERO)),)
    with pytest.raises(TermError, match="declared twice"):
        Proposition(Setting(Domain(), (law("P", "x"),)), bound, claim, (event("E", "x"),))


def test_what_is_obtained_is_not_generalized() -> None:
    """An event that exists, and a fact about it, say nothing of other events."""
    there = Proposition(
        Setting(Domain(), (law("P", "x"),)), (), (Fact(le(integral(at("E", xx) * pp, xx), ZERO)),), (event("E", "x"),)
    )
    step = rules.Obtain("there", 0, (), (("P", (x,), p),), (("x", "X"),), (), (), ("p.mass",), (("E", "o"),))
    ctx = Context(Proposition(SETTING, (), (Fact(eq(ZERO, ZERO)),)), {"there": there})
    ctx.facts.update(FACTS)
    assert check_step(Have("1", Fact(le(int_(at("o", x) * p), ZERO)), step), ctx) is None
    every = Fact(le(int_(S * p), ZERO), (event("S", "X"),))
    assert isinstance(check_step(Have("2", every, rules.Generalize("1", "o")), ctx), Rejected)
    ctx.facts["e<=o"] = Fact(le(int_(e * p), int_(at("o", x) * p)))
    smaller = Fact(le(int_(S * p), int_(at("o", x) * p)), (event("S", "X"),))
    assert isinstance(check_step(Have("3", smaller, rules.Generalize("e<=o", "e")), ctx), Rejected)


def test_a_rejected_step_obtains_nothing() -> None:
    ctx = Context(Proposition(SETTING, (), (Fact(eq(ZERO, ZERO)),)), LIBRARY)
    ctx.facts.update(FACTS)
    assert check_step(Have("1", Fact(le(r_at_x, p)), obtain), ctx) is not None
    assert "r" not in ctx.setting.by_name
    assert "r" not in ctx.brought


FACTS["mean_y"] = Fact(le(int_(k * p), a))
FACTS["mean_r"] = Fact(le(int_(g * p), a))
FACTS["same_le"] = Fact(le(f * p, g * q))
FACTS["q<=gq"] = Fact(le(q, g * q))
FACTS["hp"] = Fact(le(h * p, a * p))


@pytest.mark.parametrize("case", RIGHT)
def test_right_applications_are_accepted(case: str) -> None:
    statement, rule = RIGHT[case]
    if not isinstance(rule, Rule):
        assert isinstance(statement, Term)
        rule = rule(statement)
    assert judge(statement, rule) is None


@pytest.mark.parametrize(("rule", "case"), [(r, c) for r, cases in WRONG.items() for c in cases])
def test_wrong_applications_are_rejected(rule: str, case: str) -> None:
    statement, step = WRONG[rule][case]
    found = judge(statement, step)
    assert isinstance(found, Rejected)
    assert found.found
    assert found.expected


def test_every_rule_has_a_right_and_five_wrong_applications() -> None:
    assert set(WRONG) == set(RULES)
    assert {case.partition(",")[0] for case in RIGHT} == set(RULES)
    assert min(len(cases) for cases in WRONG.values()) >= 5


def test_every_rule_has_its_figure() -> None:
    for rule, _ in RULES.values():
        assert "⊢" in (rule.__doc__ or "") or "----" in (rule.__doc__ or "") or issubclass(rule, rules.Real)


@pytest.mark.parametrize("name", ["", "pq"])
def test_names_are_new(name: str) -> None:
    ctx = Context(Proposition(SETTING, tuple(FACTS.items()), (Fact(eq(ZERO, ZERO)),)), {})
    assert isinstance(check_step(Have(name, Fact(eq(int_(p), ONE)), rules.Mass("p")), ctx), Rejected)


@pytest.mark.parametrize("rule", [rules.Integrate(ONE, (), None), rules.Integrate(x, ((x, x),)), rules.Vanish("zero", ONE),
                                  rules.Instantiate("events", "S", (ONE,), ONE), rules.Defined("ratio", x, x), Rule(),
                                  rules.Pointwise((("pq", ((ONE, ONE),)),)), rules.Cite("markov", reals=(("b", x),))])  # fmt: skip
def test_malformed_rules_are_rejected_and_do_not_crash(rule: Rule) -> None:
    for statement in (eq(p, p), le(int_(p), a), relation("!=", p, q)):
        assert isinstance(judge(statement, rule), Rejected)


def test_a_rejected_separation_leaves_no_symbol_behind() -> None:
    ctx = Context(Proposition(SETTING, (), (Fact(eq(ZERO, ZERO)),)), {})
    ctx.facts.update(FACTS)
    assert check_step(Have("1", Fact(le(p, sym("c"))), rules.Separate("pq", "c")), ctx) is not None
    assert "c" not in ctx.setting.where.names
    assert check_step(Have("2", Fact(le(f, sym("c"))), rules.Separate("sep", "c")), ctx) is None
    assert check_step(Have("3", Fact(le(h, sym("c"))), rules.Separate("sep_null", "c")), ctx) is not None


# -- what a hostile reading found ------------------------------------------------------------------------------------------


def test_the_mass_is_that_of_the_point_the_int_binds() -> None:
    """Int(p(y), z) is not the mass of p, whatever the point y is called: p(y) is any number, and the Int that of a space."""
    for name in ("y_", "x_", "y", "z"):
        y, z = point(name, "X"), point("w", "X")
        ctx = Context(Proposition(SETTING, (), (Fact(eq(ZERO, ZERO)),)), {})
        found = check_step(Have("m", Fact(eq(integral(at("p", y), z), ONE)), rules.Mass("p")), ctx)
        assert isinstance(found, Rejected)
        assert check_step(Have("m", Fact(eq(integral(at("p", y), y), ONE)), rules.Mass("p")), ctx) is None


def test_what_is_seen_at_a_point_of_the_goal_gives_nothing_that_stays() -> None:
    """c > 0 seen at points of a space that may be null: a law f/c with Int(f) == c need not exist, for c may be 0."""
    number, f, g = Range("a", ZERO, None), Field("f", ("y",), ZERO), Field("g", ("x",), ZERO)
    yy = point("y", "y")
    there = Proposition(
        Setting(Domain((number,)), (f, g)),
        (("total", Fact(eq(integral(at("f", yy), yy), sym("a")))),),
        (Fact(eq(at("g", xx) * integral(at("h", yy), yy), at("g", xx))),),
        (law("h", "y"),),
    )
    c = sym("c")
    setting = Setting(Domain((Range("c", ZERO, None, False),)), (f, g))
    known = {"total": Fact(eq(integral(at("f", yy), yy), c)), "here": Fact(relation("<", ZERO * at("g", xx), c))}
    ctx = Context(Proposition(setting, tuple(known.items()), (Fact(eq(ZERO, ZERO)),)), {"there": there})
    fields = (("f", (yy,), at("f", yy)), ("g", (xx,), at("g", xx)))
    step = rules.Obtain(
        "there", 0, (("a", c),), fields, (), ((xx, xx),), (("total", "total"),), ("here",), (("h", "k"),)
    )
    goal = Fact(eq(at("g", xx) * integral(at("k", yy), yy), at("g", xx)))
    found = check_step(Have("o", goal, step), ctx)
    assert isinstance(found, Rejected)
    assert "a value in its range" in found.expected


def test_an_int_with_a_number_that_is_not_its_height_is_refused() -> None:
    """It would capture: Int(Int[#2](p(#2) f(x)), x) binds both points at once."""
    odd = node("Int", (at("p", node("point", (), "#2:X")),), "#2:X")
    assert "not its height" in str(Fact(eq(odd, ONE)).wrong_in(SETTING))
    assert Fact(eq(integral(at("p", x), x), ONE)).wrong_in(SETTING) is None


ODD = ["\u0440", "p\u3164", "\uff50", "p q", ""]


@pytest.mark.parametrize("name", [*ODD, "log", "Int", "max"])
def test_a_field_has_a_name_that_looks_like_no_other(name: str) -> None:
    with pytest.raises(TermError):
        event(name, "X")


@pytest.mark.parametrize("name", ODD)
def test_so_has_a_space(name: str) -> None:
    with pytest.raises(TermError):
        event("e", name)
