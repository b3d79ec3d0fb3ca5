"""The docs tell the truth: every rule, field and function is documented, examples are run, links resolve."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel import terms
from dpsym.kernel.arithmetic import limits
from dpsym.kernel.reals import check as checking
from dpsym.kernel.reals import codec
from dpsym.kernel.reals.codec import certificate_from_json
from dpsym.kernel.reals.points import in_domain
from dpsym.kernel.reals.rules import RULES, boxes
from dpsym.kernel.terms import BINDERS, CONSTANTS, FUNCTIONS, RELATIONS, num
from dpsym.kernel.verdicts import Proved
from dpsym.reading import limits as text_limits
from dpsym.reading.text import claims as text
from dpsym.reading.text import tokens
from dpsym.reading.text.grammar import KNOWN
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
CERTIFICATES = (ROOT / "docs" / "certificates.md").read_text("utf-8")
TEXT = (ROOT / "docs" / "text.md").read_text("utf-8")


def section(title: str, level: int = 2) -> str:
    """The part of the page on certificates below a heading, up to the next one of its level."""
    marks = "#" * level
    found = re.search(rf"^{marks} {re.escape(title)}\n(.*?)(?=^#{{1,{level}}} |\Z)", CERTIFICATES, re.M | re.S)
    assert found, f"no section {title}"
    return found.group(1)


def lines(language: str) -> list[str]:
    blocks = re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.M | re.S)
    return [line for block in blocks for line in block.splitlines()]


# -- certificates.md --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_section_with_its_fields_and_a_reason(rule):
    about = section(rule, level=3)
    fields = RULES[rule][1]
    assert re.search(r"^-{4,}", about, re.M), "an inference figure"
    assert "Sound:" in about
    for field, kind in fields.items():
        assert re.search(rf"`{field}` \({re.escape(kind)}[):]", about), f"{field} ({kind})"
    assert fields or "No fields." in about


def test_no_rule_is_documented_that_does_not_exist():
    assert set(re.findall(r"^### (.+)$", section("The rules"), re.M)) == set(RULES)


def test_every_kind_of_field_is_documented():
    table = section("Steps")
    assert all(f"| {kind} |" in table for _, fields in RULES.values() for kind in fields.values())


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_function_is_in_the_table_of_definedness(function):
    rows = re.findall(rf"^\|[^|]*`{function}`[^|]*\|.*$", section("Definedness"), re.M)
    assert len(rows) == 1
    least, most = FUNCTIONS[function]
    arguments = rows[0].split("|")[2].strip()
    assert arguments == (str(least) if least == most else f"{least} or {most}" if most == 2 else f"{least} to {most}")


@pytest.mark.parametrize("kind", ["num", "sym", *CONSTANTS, "+", "*", "**", *BINDERS, "Piecewise", *RELATIONS, "true"])
def test_every_kind_of_node_is_in_the_table_of_terms(kind):
    assert f'"{kind}"' in section("Terms")


def test_the_limits_are_those_of_the_code():
    numbers = [codec.MAX_TERMS, checking.MAX_STEPS, terms.MAX_DEPTH, boxes.MAX_PREC, boxes.MAX_LEAVES, limits.MAX_ORDER]
    assert [n for n in numbers if f"{n:,}" not in CERTIFICATES and str(n) not in CERTIFICATES] == []


def example() -> dict:
    return json.loads(re.findall(r"^```json\n(.*?)^```", section("An example"), re.M | re.S)[0])


def test_the_example_replays():
    certificate = certificate_from_json(example())
    assert isinstance(checking.check(certificate), Proved)
    assert certificate_to_json(certificate) == example()


def test_the_example_is_explained_line_by_line():
    about = section("An example")
    assert all(f"| `{step['name']}` |" in about and f"`{step['by']['rule']}`" in about for step in example()["proof"])


# -- text.md ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", lines("term"))
def test_terms_are_read(line):
    text.read_term(line)


@pytest.mark.parametrize("line", lines("claim"))
def test_claims_are_read(line):
    assert text.read_claims(line)


@pytest.mark.parametrize("line", lines("condition"))
def test_conditions_are_read(line):
    assert text.read_claims("0 <= 1", where=[line])


@pytest.mark.parametrize("line", lines("hypothesis"))
def test_hypotheses_are_read(line):
    assert text.read_claims("0 <= 1", given=[line])


@pytest.mark.parametrize("line", lines("let"))
def test_abbreviations_are_read(line):
    name, value = text.read_let(line)
    assert text.read_claims(f"{name} == 0", let=[line])[0].lhs is value


@pytest.mark.parametrize("line", lines("refused"))
def test_refusals_say_what_the_page_says(line):
    written, _, message = line.partition(" # ")
    read = text.read_relations if re.search("[<=>]", written) else text.read_term
    with pytest.raises(text.ReadError) as error:
        read(written.strip())
    assert message.strip() in error.value.message


@pytest.mark.parametrize("name", KNOWN)
def test_every_function_of_the_syntax_is_mentioned(name):
    assert re.search(rf"`{name}\b", TEXT)


def test_the_limits_of_the_syntax_are_those_of_the_code():
    numbers = [getattr(m, n) for m in (text_limits, tokens) for n in vars(m) if n.startswith("MAX_")]
    assert [n for n in numbers if f"{n:,}" not in TEXT] == []


@pytest.mark.parametrize(
    ("claim", "where", "verdict"),
    [
        ("(a - 1)/(a - 1) == 1", "", "undefined"),
        ("(a - 1)/(a - 1) == 1", "a > 1", "proved"),
        ("exp(log(x)) == x", "", "undefined"),
        ("exp(log(x)) == x", "x > 0", "proved"),
        ("x - x <= 0", "", "proved"),
        ("x <= x**2", "", "refuted"),  # between 0 and 1: a symbol without condition ranges over the reals
    ],
)
def test_definedness_is_collected_from_the_text_as_written(claim, where, verdict):
    (read,) = text.read_claims(claim, where=[where] if where else [])
    assert decide(read, Budget(seconds=20)).verdict == verdict


def test_a_domain_has_no_point_where_a_condition_is_undefined():
    domain = text.read_claims("x >= 1", where=["log(x) > 0"])[0].domain
    assert [in_domain(domain, {"x": num(v)}) for v in (-1, 0, 1, 2)] == [False, False, False, True]


def test_definedness_of_sympy_expressions_is_collected_from_what_sympy_left():
    from sympy import Eq, Symbol

    from dpsym.reading.python import RefusedError, claims_from_sympy

    a = Symbol("a")
    (claim,) = claims_from_sympy(Eq(a * (a - 1) / (a - 1), a, evaluate=False))
    assert decide(claim).verdict == "proved"
    with pytest.raises(RefusedError):
        claims_from_sympy(Eq((a - 1) / (a - 1), 1))


# -- architecture.md --------------------------------------------------------------------------------------------

ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_every_module_named_on_the_page_of_the_architecture_exists():
    named = set(re.findall(r"`((?:dpsym|theorems)(?:\.\w+)+)`", ARCHITECTURE))
    assert len(named) > 40
    places = [ROOT.joinpath(*name.split(".")) for name in named]
    assert [p for p in places if not p.with_suffix(".py").exists() and not (p / "__init__.py").exists()] == []


def test_the_picture_has_every_package_in_the_order_of_the_layers():
    """Where most of a package stands; `dpsym` itself is the entrance and stands on top."""
    picture = re.findall(r"^```\n(.*?)^```", ARCHITECTURE, re.M | re.S)[0]
    top, *drawn = re.findall(r"^ +(dpsym[\w.]*|theorems)\b", picture, re.M)
    assert top == "dpsym"
    layers = re.findall(r"^([\w.]+): *(.*)$", (ROOT / "tests" / "layers.txt").read_text("utf-8"), re.M)
    sizes = {name: [len(ms.split()) if p == name else 0 for p, ms in layers] for name in drawn}
    sizes["dpsym.notation"] = [ms == "notation" for _, ms in layers]
    assert sorted(drawn, key=lambda name: sizes[name].index(max(sizes[name])), reverse=True) == drawn
    packages = {".".join(p.split(".")[:2]) for p, _ in layers}
    assert packages - {"dpsym", "dpsym.testing"} <= set(drawn)


# -- links ------------------------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_relative_links_resolve(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        other = (page.parent / path).resolve() if path else page
        assert other.exists(), f"{page.name}: {target}"
        assert not anchor or anchor in anchors(other), f"{page.name}: {target}"
