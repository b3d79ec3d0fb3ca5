"""A name has one writing in a question, through every door; what cannot be seen is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Le, Symbol

from dpsym.notation import name_latex
from dpsym.reading.latex import LatexError
from dpsym.reading.latex import read_claims as read_latex
from dpsym.reading.latex.derivations import read_document
from dpsym.reading.letters import VARIANTS, is_name
from dpsym.reading.python import RefusedError, claims_from_sympy
from dpsym.reading.text.claims import ReadError, read_claims
from dpsym.reading.text.file import ClaimsFileError, read_claims_file

#: Pairs that are one name, or would be printed as one.
TWINS = [
    ("ϵ", "ε"),
    ("eps", "ε"),
    ("eps", "epsilon"),
    ("ϕ", "φ"),
    ("µ", "μ"),
    ("eps_1", "ε_1"),
    ("phi", "φ"),
    ("x_", "x"),
]
#: Letters that look like others, or are others in another font.
FOREIGN = ["𝐱", "ｘ", "а", "Α", "ℓ", "xⁿ", "é", "ªb", "变", "ſ", "ﬁ", "\u3164"]
TWO = r"both .* and .* occur"
HIDDEN = [
    "\u200b",
    "\u202e",
    "\u2066",
    "\x1b[8m",
    "\x0b",
    "\x1c",
    "\x85",
    "\u2028",
    "\u00ad",
    "\ufeff",
    "\x00",
]


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_two_writings_of_a_name_in_one_question_are_refused(one: str, other: str) -> None:
    for texts in (
        {"claim": f"{one} <= {other}"},
        {"claim": f"{one} <= {one} + 1", "where": [f"{other} > 0"]},
        {"claim": f"{one} <= {one} + 1", "given": [f"{other} <= 1"]},
        {"claim": f"{one} <= {one} + 1", "let": [f"{other} = 2"]},
        {"claim": f"{one} <= 1", "where": [f"{other} in integers"]},
        {"claim": f"Sum({other}, ({other}, 1, 3)) <= {one}"},
    ):
        with pytest.raises(ReadError, match=TWO):
            read_claims(**texts)
    with pytest.raises(RefusedError, match=TWO):
        claims_from_sympy(Le(Symbol(one), Symbol(other)))
    with pytest.raises(ReadError, match=TWO):
        claims_from_sympy(Le(Symbol(one), 1), where=[f"{other} > 0"])


@pytest.mark.parametrize("name", ["ε", "ϵ", "ε_1", "eps", "gamma", "δ_x"])
def test_one_writing_is_read_and_meets_its_conditions(name: str) -> None:
    (claim,) = read_claims(f"{name} <= {name} + 1", where=[f"{name} > 0"])
    (same,) = claims_from_sympy(Le(Symbol(name), Symbol(name) + 1), where=[f"{name} > 0"])
    assert claim.domain == same.domain
    assert len(claim.domain.ranges) == 1


@given(
    st.lists(
        st.sampled_from([*"xyzεϵφϕµμΔ", "eps", "epsilon", "phi", "x_1", "x_", "hat_x", "eps_1", "ε_1"]),
        min_size=2,
        max_size=5,
    )
)
def test_no_two_names_of_a_claim_are_printed_alike(names: list[str]) -> None:
    try:
        (claim,) = read_claims(f"{' + '.join(names)} <= 1")
    except ReadError:
        return
    printed = [name_latex(r.name) for r in claim.domain.ranges]
    assert len(set(printed)) == len(printed) == len(set(names))


@pytest.mark.parametrize("name", FOREIGN)
def test_other_letters_are_refused_by_name(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(ReadError, match=r"unexpected character [A-Z]"):
        read_claims(f"{name} <= x")
    with pytest.raises(RefusedError, match="unmarked Latin and Greek letters"):
        claims_from_sympy(Le(Symbol(name), 1))
    with pytest.raises(LatexError):
        read_latex(rf"{name} \le {name} + 1")


@pytest.mark.parametrize("character", HIDDEN)
def test_what_cannot_be_seen_is_refused_with_its_place(character: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="unexpected character") as caught:
        read_claims(f"x <= x + 1{character}+ 0")
    assert caught.value.start == len("x <= x + 1")
    with pytest.raises(ReadError, match="unexpected character"):
        read_claims("x <= x + 1", where=[f"x{character} > 0"])
    with pytest.raises(RefusedError):
        claims_from_sympy(Le(Symbol(f"x{character}"), 1))
    for formula in (rf"x \le x + 1{character}", rf"x \le x + 1 \text{{ {character} }}", f"x \\le x + 1 % {character}"):
        with pytest.raises(LatexError, match="unexpected character"):
            read_latex(formula)
    path = tmp_path / "claims.toml"
    escaped = "".join(f"\\u{ord(c):04x}" for c in character)
    path.write_text(f'[[claim]]\nclaim = "x <= x + 1{escaped}"\n', "utf-8")
    with pytest.raises(ClaimsFileError, match="unexpected character"):
        read_claims_file(path)


def test_every_second_shape_is_a_letter_of_the_table() -> None:
    for shape, letter in VARIANTS.items():
        (claim,) = read_claims(f"{shape} <= 1")
        assert claim.domain.names == (letter,)


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        (r"\epsilon \le \varepsilon", []), (r"ε \le 1 + \epsilon", []), (r"\epsilon \le 1 + \epsilon", [r"\varepsilon > 0"]),
        (r"\hat{x} \le \widehat{x}", []), (r"\phi \le 1", [r"\varphi < 1"]), (r"\epsilon \le 1", ["ε > 0"]),
    ],
)  # fmt: skip
def test_latex_refuses_two_writings_across_claim_and_conditions(claim: str, where: list[str]) -> None:
    with pytest.raises(LatexError, match=TWO):
        read_latex(claim, where=where)


def test_a_unit_of_a_document_writes_a_letter_in_one_way() -> None:
    document = read_document("# A\nLet $\\epsilon > 0$.\n$$\\varepsilon \\ge 0$$\n# B\n$$\\varepsilon \\ge 0$$\n")
    assert [d.error is None for d in document.displays] == [False, True]
    assert "both \\epsilon and \\varepsilon occur" in str(document.displays[0].error)


@pytest.mark.parametrize("character", ["\x1b", "\u202e", "\x00", "\u2066"])
def test_a_document_that_steers_the_terminal_is_refused(character: str) -> None:
    with pytest.raises(LatexError, match="line 2, column 3: unexpected character"):
        read_document(f"# A\nab{character}c\n$$x \\le x$$")
