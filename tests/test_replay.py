"""What `dpsym replay` reads: names and lengths of statements, and refusals that anyone can read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dpsym.cli.replay import CertificateFileError, read_certificates
from dpsym.derive.constants import fresh
from dpsym.encoding.findings import finding_to_json
from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.reals.check import check
from dpsym.kernel.reals.findings import Fails, Finding, Gap, Optimum, Region
from dpsym.kernel.reals.rules.logic import Sign
from dpsym.kernel.statements import Certificate, Claim, Domain, Have, Range
from dpsym.kernel.terms import MAX_TEXT, ONE, ZERO, Term, TermError, add, bind, num, power, relation, sym
from dpsym.kernel.verdicts import Rejected, StepRejected, refusal
from dpsym.reading.text.claims import read_claims
from dpsym.report.text import MOST_PARTS, term_text, text_size

x, c = sym("x"), sym("c")
LINE = Domain((Range("x", ZERO),))
OPTIMUM = Optimum(LINE, (), x, ("x",), False, ZERO, (("x", sym("s")),), (), Range("s", ZERO, ONE, True, False))
FAILS = Fails(Range("c", None, ONE), (("x", ONE), ("c", c)), Range("t", ZERO, ONE), ())
REGION = Region(Claim(Domain((*LINE.ranges, Range("c"))), (), x, "<=", c), "c", (FAILS, Gap(Range("c", ONE))))
ODD = "t__"  # no name: it would be printed like another one


def bound(name: str) -> Term:
    return bind("Sum", ONE, name, ZERO, ONE)


def written(found: Finding | Certificate, tmp_path: Path) -> Path:
    path = tmp_path / "found.json"
    data = certificate_to_json(found) if isinstance(found, Certificate) else finding_to_json(found)
    path.write_text(json.dumps(data), "utf-8")
    return path


ODDLY_NAMED: dict[str, Finding] = {
    "slack": replace(OPTIMUM, slack=Range(ODD, ZERO, ONE, True, False)),
    "a symbol of the optimiser": replace(OPTIMUM, optimiser=(("x", sym(ODD)),)),
    "bound in the optimiser": replace(OPTIMUM, optimiser=(("x", bound(ODD)),)),
    "the symbol that is chosen": replace(OPTIMUM, over=(ODD,)),
    "bound in the end of a range": replace(OPTIMUM, domain=Domain((Range("x", bound(ODD)),))),
    "bound in the end of a piece": replace(REGION, pieces=(Gap(Range("c", bound(ODD))),)),
    "bound in a limit": replace(REGION, pieces=(replace(FAILS, limit=bound(ODD)),)),
    "a parameter": replace(REGION, pieces=(replace(FAILS, parameter=Range(ODD, ZERO, ONE)),)),
    "another symbol of a piece": replace(REGION, pieces=(Gap(Range(ODD, ONE)),)),
    "two writings": replace(OPTIMUM, slack=Range("eps", ZERO, ONE, True, False), optimiser=(("x", sym("ε")),)),
}


@pytest.mark.parametrize("name", ["log", "Phi", "Sum", "Piecewise", "ln"])
def test_a_symbol_is_not_called_like_a_function(name: str, tmp_path: Path) -> None:
    """`log*(x + 1)` is one character from `log(x + 1)`."""
    claim = Claim(Domain((Range(name, ZERO),)), (), ZERO, "<=", sym(name))
    with pytest.raises(CertificateFileError, match=f"a symbol called {name}, expected a name that no function has"):
        read_certificates(written(Certificate(claim, (Have("goal", claim.fact, Sign()),), ((name, ONE),)), tmp_path))


@pytest.mark.parametrize("name", ODDLY_NAMED)
def test_no_name_of_a_finding_is_forgotten(name: str, tmp_path: Path) -> None:
    with pytest.raises(CertificateFileError, match=r"t__|both (eps|ε) and (eps|ε) occur"):
        read_certificates(written(ODDLY_NAMED[name], tmp_path))


@pytest.mark.parametrize("found", [OPTIMUM, REGION])
def test_findings_with_names_are_read(found: Finding, tmp_path: Path) -> None:
    assert read_certificates(written(found, tmp_path)) == (found,)


def test_new_names_of_findings_are_names() -> None:
    (claim,) = read_claims("s >= Sum(s1, (s1, 0, 1))", where=["s > 1"])
    assert fresh("s", claim) == "s2"
    assert fresh("t", claim) == "t"


# -- lengths ----------------------------------------------------------------------------------------------------------


def doubled(t: Term, times: int = 60) -> Term:
    for _ in range(times):
        t = add(t, t)
    return t


LONG = {"shared": doubled(x), "long names": add(*[sym("n" * 190)] * 5000), "long numbers": add(*[num(10**9000)] * 5)}


@pytest.mark.parametrize("name", LONG)
def test_the_text_of_a_term_in_a_message_is_cut_and_says_so(name: str) -> None:
    text = repr(LONG[name])
    assert len(text) < MAX_TEXT + 100
    assert text.endswith(f"... (cut after {MAX_TEXT} characters)")


def raises(error: Exception) -> None:
    raise error


@pytest.mark.parametrize("kind", [StepRejected, TermError])
def test_refusals_are_cut_and_say_so(kind: type[Exception]) -> None:
    long = "n" * 99_999
    error = StepRejected(("a", [doubled(x)] * 50), long, long) if kind is StepRejected else TermError(long)
    refused = refusal("step", lambda: raises(error))
    assert isinstance(refused, Rejected)
    assert len(refused.where + refused.found + refused.expected) < 3 * (MAX_TEXT + 100)
    assert "(cut after" in refused.found
    assert Rejected("w" * 99_999, "f", "e").where.endswith("characters)")


def by_sign(claim: Claim) -> Certificate:
    return Certificate(claim, (Have("goal", claim.fact, Sign()),), (("x", ONE),))


def test_a_short_certificate_is_not_refused_with_a_long_text() -> None:
    refused = check(by_sign(Claim(LINE, (), doubled(x, 12), "<=", ZERO)))
    assert isinstance(refused, Rejected)
    assert len(refused.found) + len(refused.expected) < 3 * MAX_TEXT


def test_a_claim_that_cannot_be_printed_whole_is_not_read(tmp_path: Path) -> None:
    for lhs in (doubled(x), add(*[power(num(10**9000 + 1), x)] * 500)):
        with pytest.raises(CertificateFileError, match=f"more than {MOST_PARTS} parts"):
            read_certificates(written(by_sign(Claim(LINE, (), lhs, ">=", ZERO)), tmp_path))
    conditions = tuple(relation(">=", add(doubled(x, 12), num(i)), ZERO) for i in range(20))
    with pytest.raises(CertificateFileError, match=f"more than {MOST_PARTS} parts"):  # together they are too long
        read_certificates(written(by_sign(Claim(Domain(LINE.ranges, conditions), (), x, ">=", ZERO)), tmp_path))


def test_the_size_of_a_text_counts_what_is_written() -> None:
    assert [text_size(t) for t in (x, add(x, x), doubled(x, 3), num(10**19), num(10**20))] == [1, 3, 15, 2, 2]
    assert term_text(doubled(x)).count(f"<more than {MOST_PARTS} parts>") > 0


def test_a_message_about_a_file_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    names = [{"name": "x", "lower": None, "upper": None}] * MAX_TEXT
    data = certificate_to_json(by_sign(Claim(LINE, (), x, ">=", ZERO)))
    data["claim"]["domain"]["ranges"] = [{**data["claim"]["domain"]["ranges"][0], **n} for n in names]
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(CertificateFileError, match="cut after"):
        read_certificates(path)
