"""Mutated formulas: nothing but the reader's own error, no hang, and no reading that changes when white space does."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.reading.latex import LatexError, read_claims, read_conditions
from dpsym.reading.latex.derivations import read_document
from dpsym.reading.latex.formula import read_formula
from dpsym.reading.latex.lower import Lowering
from dpsym.reading.latex.tokens import tokenize
from dpsym.reading.latex.tree import same
from dpsym.reading.letters import steering
from dpsym.running.proofreading.checking import posed_steps

HERE = Path(__file__).parent
ITEMS = [item for name in ("corpus.json", "second.json") for item in json.loads((HERE / name).read_text("utf-8"))]
FORMULAS = [item["latex"] for item in ITEMS]
READABLE = [item["latex"] for item in ITEMS if item["kind"] in ("expr", "chain")]
PIECES = [
    *re.findall(
        r"\S+",
        r"""\frac \sqrt \log \exp \sum \prod \int \max \min \Pr \mathbb \mathrm \hat \bar \left \right \text \quad \cdot \pm \in \le \ge
        \ne
    \begin{cases} \end{cases} \begin{aligned} \end{aligned} \\ & _ ^ { } ( ) [ ] | \| \{ \} , . ; : = < > + - / ! ' * # ~ \, \! \: e d x
    \varepsilon \delta \Delta f \Phi \Gamma \Gamma( \pi \infty \mathcal{N} d_{TV} D_\alpha( _{i=1}^{k} ^{-1} ^{2} _i _{12} 0 1 2 12 1.5
    .5 \forall \ % $ é ε ≤ ²""",
    ),
    *("\n", "\t", "\u200b", "\x00", "\\"),
]


SOURCES = [path.read_text("utf-8") for path in sorted((HERE / "sources").glob("*.txt"))]
MARKS = [*PIECES, "$$", "\\begin{align}", "\\end{align}", "\\newcommand{\\a}[1]{#1#1}", "\\def\\x{\\x}", "\\x", "\\a", "\n\n",
         "Theorem 3.", "for all $x$", "where $x = y$", "let $y = x$"]  # fmt: skip


def mutated(seed: int) -> str:
    """A formula of the corpus with a few places changed: half of the time characters, half of the time whole tokens."""
    rng = Random(seed)
    text = rng.choice(READABLE if seed % 2 else FORMULAS)
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = _tokens_changed(text, rng) if seed % 2 else _characters_changed(text, rng)
    return text


def _characters_changed(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.randrange(1, 12))
    other = rng.choice(FORMULAS)
    return rng.choice(
        (
            text[:at] + rng.choice(PIECES) + text[at:],
            text[:at] + text[at + rng.choice((1, 1, 2, 5)) :],
            text[:at] + rng.choice(PIECES) + text[at + 1 :],
            text[:at] + text[at:end] * 2 + text[end:],
            text[:at] + other[rng.randrange(len(other)) :][: rng.randrange(1, 15)] + text[at:],
        )
    )


def _tokens_changed(text: str, rng: Random) -> str:
    """Names, numbers and signs exchanged for others, tokens dropped, doubled or swapped."""
    try:
        words = [text[t.start : t.end] for t in tokenize(text)]
    except LatexError:
        return text
    if not words:
        return text
    at = rng.randrange(len(words))
    alike = (
        ("x", "y", "k", "e", "p", r"\varepsilon", r"\delta", r"\alpha", "2", "3"),
        ("+", "-", "/", r"\cdot", r"\le", "=", "<"),
    )
    group = next((g for g in alike if words[at] in g), None)
    kind = rng.randrange(6)
    if group is not None and kind < 4:
        words[at] = rng.choice(group)
    elif kind == 4:
        del words[at]
    elif kind == 5:
        words.insert(at, rng.choice(words))
    else:
        other = rng.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    return " ".join(words)


def meaning(text: str) -> object:
    """What a formula says, without places; None if it is refused."""
    try:
        formula = read_formula(text)
        lowering = Lowering(text, formula.scope)
        lowering.reserve([n for s in formula.statements for n in s.nodes])
        terms = [lowering.term(n) for s in formula.statements for n in s.nodes]
    except LatexError:
        return None
    said = [(s.name, s.kind, same(s.relation) if s.relation else "") for s in (*formula.conditions, *formula.given)]
    links = [[(link.relation, link.left is None) for link in s.links] for s in formula.statements]
    return terms, links, said, [[same(n) for n in s.given] for s in formula.statements]


def respaced(text: str, rng: Random) -> str | None:
    """The same tokens with other white space; None where there is nothing to tokenize."""
    try:
        tokens = tokenize(text)
    except LatexError:
        return None
    out = ""
    for token in tokens:
        word = text[token.start : token.end]
        if out and out[-1:].isalpha() and "\\" in out and word[:1].isalpha() and out.rpartition("\\")[2].isalpha():
            out += " "
        out += rng.choice(("", " ", "  ", "\n", "\t")) + word
    return out


@given(st.integers(0, 2**64))
@settings(max_examples=400)
def test_mutated_formulas(seed: int) -> None:
    reads_or_refuses(seed)


@pytest.mark.parametrize("end", [r"\end", r"\end + x^{2}", r"\end{case}", r"\end{cases", r"\end cases}"])
def test_cases_end_where_they_say_so(end: str) -> None:
    with pytest.raises(LatexError, match="closed"):
        read_formula(r"\begin{cases} 1 & \text{if } x > 0 \\ 0 & \text{otherwise}" + end)


@pytest.mark.campaign
@given(st.integers(0, 2**64))
@settings(max_examples=10_000)
def test_many_mutated_formulas(seed: int) -> None:
    reads_or_refuses(seed)


def reads_or_refuses(seed: int) -> None:
    """A formula is read or refused, and white space makes no difference."""
    text = mutated(seed)
    found = meaning(text)
    for reader in (read_claims, read_conditions):
        with suppress(LatexError):
            reader(text)
    with suppress(LatexError):
        read_claims(mutated(seed + 1), where=[text], given=[mutated(seed + 2)])
    other = respaced(text, Random(seed))
    if other is not None and "%" not in text and "\\tag" not in text:
        assert meaning(other) == found, (text, other)


@given(st.integers(0, 2**64))
@settings(max_examples=25)
def test_mutated_documents(seed: int) -> None:
    """Whatever a document holds, its displays are read or refused, and its steps are posed or said to be impossible."""
    rng = Random(seed)
    text = rng.choice(SOURCES)
    start = rng.randrange(max(1, len(text) - 6000))
    text = text[start : start + 6000]
    for _ in range(rng.choice((1, 5, 40))):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(MARKS) + text[at + rng.choice((0, 0, 3)) :]
    if steering(text) is not None:
        with pytest.raises(LatexError, match="unexpected character"):
            read_document(text)
        return
    document = read_document(text)
    assert len(list(posed_steps(document, Lowering(text)))) == sum(len(d.steps) for d in document.derivations)
