"""A proof as text: every rule has words, known proofs read as expected, and trivial steps are folded."""

from __future__ import annotations

import re

import pytest

from dpsym.kernel.reals.rules import RULES
from dpsym.kernel.reals.rules.base import PatternRule
from dpsym.kernel.reals.rules.boxes import Balls
from dpsym.kernel.reals.rules.logic import Rounding, Sign
from dpsym.kernel.statements import Certificate, Claim, Domain, Fact, Have, Pattern, Range
from dpsym.kernel.terms import ONE, ZERO, Term, bind, relation, sym
from dpsym.kernel.verdicts import Open, Proved
from dpsym.reading.text.claims import read_claims
from dpsym.report.outline import cited, outline
from dpsym.report.proof import proof_text
from dpsym.report.proof_latex import proof_latex
from dpsym.report.words import WORDS, Ref
from dpsym.running.answer import Answer
from dpsym.search.deciding import decide
from dpsym.search.outcome import Sampled
from tests.helpers import certificates

X = sym("x")
INSIDE = Domain((Range("x", ZERO, ONE),))


def proved(text: str, where: str = "", given: tuple[str, ...] = ()) -> Certificate:
    (claim,) = read_claims(text, where=[where] if where else [], given=given)
    result = decide(claim).result
    assert isinstance(result, Proved)
    return result.certificate


# -- the words of the rules --------------------------------------------------------------------------------------


def test_every_rule_of_the_kernel_has_words() -> None:
    assert {cls for cls, _ in RULES.values()} == set(WORDS)


def made_up(name: str) -> Certificate:
    """A certificate that ends with this rule. It need not hold: words are asked of what the kernel has accepted."""
    cls, fields = RULES[name]
    fact = Have("fact", Fact(INSIDE, relation(">", X + 1, ZERO)), Sign())
    pattern = Have("pattern", Pattern(INSIDE, "x", X + 2, (1,), True), RULES["Polynomial"][0]())
    of_pattern = name in ("Scaled", "Ladder", "Close", "Glue", "FromPattern")
    values = {
        "term": X, "term?": X + 3, "name": pattern.name if of_pattern else fact.name, "name?": "limit", "int": 4,
        "names": (pattern.name,) if name == "Glue" else (fact.name,), "pairs": (("x", ONE),), "tree": (0, "n", "m"),
    }  # fmt: skip
    chosen = {field: "x" if field == "symbol" else values[kind] for field, kind in fields.items()}
    if name == "Combine":
        chosen["using"] = ((fact.name, X),)
    statement = relation("<=", X, bind("Integral", X + 5, "t", ZERO, ONE))
    goal = Pattern(INSIDE, "x", X + 4, (1,), True) if issubclass(cls, PatternRule) else Fact(INSIDE, statement)
    return Certificate(Claim(INSIDE, (), X, "<=", ONE), (fact, pattern, Have("goal", goal, cls(**chosen))), ())


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_told_as_text_and_as_latex_with_the_steps_it_cites(name: str) -> None:
    certificate = made_up(name)
    shown = outline(certificate)
    reason = shown.lines[-1].reason
    assert any(isinstance(part, str) and part.strip() for part in reason)
    told = " ".join(proof_text(certificate).split())
    assert len(told) > 20
    assert rf"\item[({len(shown.lines)})]" in proof_latex(certificate)
    for other in cited(certificate.proof[-1]):
        said = {"fact": ("x + 1 > 0",), "pattern": ("x + 2 > 0", "polynomial")}[other]
        assert any(words in told for words in said), "a cited step is shown, told in passing, or its reason is given"


# -- known proofs ------------------------------------------------------------------------------------------------


def test_a_ladder_reads_from_the_derivative_up() -> None:
    lines = proof_text(proved("tanh(eps/2) <= eps/2", "eps > 0")).splitlines()
    assert [line.strip() for line in lines] == [
        "1.  eps*exp(eps) - exp(eps) + 1 > 0",
        "its derivative in eps is exp(eps)*eps > 0, so it rises, from 0 as eps -> 0",
        "2.  eps*exp(eps) + eps - 2*exp(eps) + 2 > 0           its derivative in eps is (1), so it rises, from 0 as eps -> 0",
        "3.  tanh(eps/2) <= eps/2",
        "right minus left side is (2) times the positive 1/(2*(exp(eps) + 1))",
        "not vacuous: eps = 1/2",
    ]  # fmt: skip


def test_a_combination_shows_its_multipliers_and_names_the_hypotheses() -> None:
    given = ("p <= exp(eps)*s", "s <= exp(eps)*q")
    text = proof_text(proved("p <= exp(2*eps)*q", "eps >= 0", given))
    assert "H1:  p <= exp(eps)*s" in text
    assert "H2:  s <= exp(eps)*q" in text
    assert "add up H1 and exp(eps) times H2" in text


def test_a_sign_by_factors_shows_the_factors() -> None:
    text = proof_text(proved("2*x*y <= x**2 + y**2"))
    assert "right minus left side is (x - y)**2, by the signs of the factors" in text


def test_parts_of_a_range_say_which_part_and_stand_below_it() -> None:
    text = proof_text(certificates.split())
    assert "for x <= 0:" in text
    assert "on the whole domain:" in text
    assert "part by part: (3) for x <= 0 and (5) for x >= 0" in text


def test_the_witness_ends_the_proof() -> None:
    assert proof_text(certificates.limit()).endswith("not vacuous: x = 1")


def test_an_induction_says_start_and_step() -> None:
    text = proof_text(proved("Product(1 + d, (i, 1, k)) <= exp(k*d)", "d >= 0, k in integers, k >= 1"))
    assert re.search(r"by induction on k: .* for k = 1, .* for the step", text)
    assert "assuming Product(1 + d, (i, 1, k)) <= exp(k*d)" in text


@pytest.mark.parametrize("make", certificates.ALL, ids=lambda make: make.__name__)
def test_folding_keeps_every_number_and_shows_no_more_than_the_certificate(make) -> None:
    certificate = make()
    shown = outline(certificate)
    assert 1 <= len(shown.lines) <= len(certificate.proof)
    assert sorted(shown.numbers.values()) == list(range(1, len(shown.lines) + 1))
    assert certificate.proof[-1].name in shown.numbers
    assert shown.lines[-1].statement == (certificate.claim.statement,)
    assert max(map(len, proof_text(certificate).splitlines())) <= 118


def test_references_point_backwards() -> None:
    """A line cites only lines above it."""
    for make in certificates.ALL:
        shown = outline(make())
        for number, line in enumerate(shown.lines, 1):
            refs = [shown.numbers[part.name] for part in line.reason if isinstance(part, Ref)]
            assert all(ref < number for ref in refs), make.__name__


def test_long_terms_that_recur_get_names_and_the_claim_does_not_use_them() -> None:
    long = "exp(x) + exp(2*x) + exp(3*x) + sqrt(x)"
    (claim,) = read_claims(f"({long})*y <= ({long})*z", where=["x > 0"])
    t = claim.lhs.args[0]
    have = Have("only", Fact(claim.domain, relation("<=", t * t, t**3)), Rounding())
    last = Have("goal", claim.fact, Sign())
    shown = outline(Certificate(claim, (have, last), ()))
    assert [term for _, term in shown.names] == [t]
    ((name, _),) = shown.names
    assert name not in claim.domain.names
    assert shown.lines[-1].statement == (claim.statement,)
    assert sym(name) in _parts(shown.lines[0].statement[0])


def _parts(t: object) -> set[Term]:
    assert isinstance(t, Term)
    return {t, *(u for a in t.args for u in _parts(a))}


def test_what_was_tried_explains_a_claim_that_is_not_proved() -> None:
    (claim,) = read_claims("x <= 1")
    nothing = Sampled(0, 50, "", (), "inconclusive")
    assert Answer(Open(claim), nothing, 0.0, ("ladder", "balls")).explain() == "tried: ladder, balls"
    assert Answer(Open(claim), nothing, 0.0).explain() == "tried: counterexamples only"


def test_boxes_are_counted() -> None:
    (claim,) = read_claims("x <= 2", where=["0 <= x <= 1"])
    for tree, said in (("n", "1 box with"), ((0, "n", (0, "n", "m")), "3 boxes with")):
        assert said in proof_text(Certificate(claim, (Have("goal", claim.fact, Balls(tree, 64)),), ()))
