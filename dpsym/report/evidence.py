"""What a proof did, in a line.

`by 1*(first hypothesis) + exp(eps)*(second hypothesis)`, `ladder, 3 steps`, `balls, 12 boxes`, `sign`, ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..kernel.reals.context import nonnegative_form
from ..kernel.reals.rules.boxes import Balls, Tree
from ..kernel.reals.rules.logic import Cases, Chain, Combine, Given, Instance, Sign
from ..kernel.statements import Certificate, Claim, Fact, Have, Proof
from ..kernel.terms import ZERO, Term, negated
from ..kernel.verdicts import Evidence, Proved
from .text import relation_text, term_text

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_LONG = 200  # a longer combination is only counted
_CASES = 2  # more cases are only counted

#: The rules that name a proof, the most telling first.
_TELLING = (
    ("Induct", "induction"),
    ("Antiderivative", "integration"),
    ("Pointwise", "integration"),
    ("Balls", "balls"),
    ("Ladder", "ladder"),
    ("Sturm", "polynomial"),
    ("Polynomial", "polynomial"),
    ("Absurd", "contradiction"),
    ("Combine", "combination"),
    ("Sign", "sign"),
    ("Chain", "chain"),
    ("Identity", "identity"),
    ("Given", "a hypothesis"),
)


def summary(certificate: Certificate) -> str:
    """The proof in a few words: a combination with its multipliers, or the techniques with their sizes."""
    steps = Counter(type(h.by).__name__ for h in certificate.proof)
    combination = combination_text(certificate.claim, certificate.proof)
    parts = [combination] if combination else []
    for rule, name in _TELLING:
        if not steps[rule]:
            continue
        if rule == "Balls":
            boxes = sum(_leaves(h.by.tree) for h in certificate.proof if isinstance(h.by, Balls))
            parts.append(f"{name}, {_counted(boxes, 'box', 'boxes')}")
        elif rule == "Ladder":
            parts.append(f"{name}, {_counted(steps[rule], 'step', 'steps')}")
        elif not parts:
            parts.append(name)
    split = steps["Cases"] + steps["Split"]
    if split and not combination:
        parts.append(_counted(split + 1, "case", "cases"))
    return ", ".join(parts) or _counted(len(certificate.proof), "step", "steps")


def shown(result: Proved) -> tuple[Evidence, ...]:
    """One entry for each rule of the proof: the one that names it first, with the summary, then the others with counts.

    A verdict without a proof keeps the evidence it has.
    """
    certificate = result.certificate
    if not certificate.proof:
        return result.evidence
    grades = {type(h.by).__name__: h.by.grade for h in certificate.proof}
    counts = Counter(type(h.by).__name__ for h in certificate.proof)
    order = dict.fromkeys([_leading(certificate, counts), *(type(h.by).__name__ for h in reversed(certificate.proof))])
    details = [summary(certificate), *(_counted(counts[rule], "step", "steps") for rule in list(order)[1:])]
    return tuple(Evidence(rule, grades[rule], detail) for rule, detail in zip(order, details, strict=True))


def _leading(certificate: Certificate, counts: Mapping[str, int]) -> str:
    if combination_text(certificate.claim, certificate.proof):
        return "Combine"
    return next((rule for rule, _ in _TELLING if counts.get(rule)), type(certificate.proof[-1].by).__name__)


def _leaves(tree: Tree) -> int:
    count, todo = 0, [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            todo.extend(node[1:])
        else:
            count += 1
    return count


def _counted(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


# -- combinations ---------------------------------------------------------------------------------------------


def combination_text(claim: Claim, proof: Proof) -> str | None:
    """`by 1*(first hypothesis) + ...` if the proof ends in a combination of hypotheses and ranges, or cases of such."""
    if not proof:
        return None
    steps = {h.name: h for h in proof}
    last, prefix = _lead(proof[-1], steps)
    leaves = _cases(last, steps)
    texts = []
    for conditions, leaf in leaves:
        leaf, inner = _lead(leaf, steps)
        text = _combination(leaf, steps, claim)
        if text is None:
            return None
        texts.append((conditions, f"{inner}{text}"))
    if len(texts) == 1:
        return f"by {prefix}{texts[0][1]}"
    joined = "; ".join(f"if {' and '.join(map(relation_text, conditions))}: {text}" for conditions, text in texts)
    if len(texts) > _CASES or len(joined) > _LONG:
        return f"by {prefix}combinations in {len(texts)} cases"
    return f"by cases, {prefix}{joined}"


def _lead(step: Have, steps: Mapping[str, Have]) -> tuple[Have, str]:
    """The step behind changes of domain and behind `exp(gap) >= 1 implies gap >= 0`."""
    prefix = ""
    while isinstance(step.by, Instance):
        behind = step.by.of
        lemma = steps[behind].statement
        if step.by.at:
            if not isinstance(lemma, Fact) or lemma.statement.lhs.op != "log" or len(step.by.inside) != 1:
                break
            behind, prefix = step.by.inside[0], "exp of both sides, "
        step = steps[behind]
    return step, prefix


def _cases(step: Have, steps: Mapping[str, Have]) -> list[tuple[tuple[Term, ...], Have]]:
    """The leaves of nested case splits with the conditions that hold there."""
    out: list[tuple[tuple[Term, ...], Have]] = []
    todo: list[tuple[tuple[Term, ...], Have]] = [((), step)]
    while todo:
        conditions, at = todo.pop()
        behind = _lead(at, steps)[0]
        at = behind if isinstance(behind.by, Cases) else at
        if not isinstance(at.by, Cases):
            out.append((conditions, at))
            continue
        c = at.by.condition
        todo.append(((*conditions, negated(c)), steps[at.by.no]))
        todo.append(((*conditions, c), steps[at.by.yes]))
    return out


def _combination(step: Have, steps: Mapping[str, Have], claim: Claim) -> str | None:
    names = _hypotheses(steps, claim)
    rule = step.by
    if isinstance(rule, (Given, Chain)) and _statement(step) in names:
        return f"1*{_hypothesis(names[_statement(step)])}"
    if not isinstance(rule, Combine) or not rule.using:
        return None
    cited = [steps[name] for name, _ in rule.using]
    if not any(_rests_on_given(h, steps) for h in cited) and not all(isinstance(h.by, (Sign, Instance)) for h in cited):
        return None
    text = ""
    pairs = sorted(zip(rule.using, cited, strict=True), key=lambda p: names.get(_statement(p[1]), len(names)))
    for (_, m), h in pairs:
        text = _plus(text, f"{_factor(m)}*{_name(h, names, claim)}")
    if rule.rest is not ZERO:
        text = _plus(text, term_text(rule.rest))
    return text if len(text) <= _LONG else f"a combination of {len(rule.using)} facts"


def _hypotheses(steps: Mapping[str, Have], claim: Claim) -> dict[Term, int]:
    """The hypotheses by their number, also as they are rewritten (absolute values by their sign) along a chain."""
    names = {r: i for i, r in reversed(list(enumerate(claim.given)))}
    for h in steps.values():
        if isinstance(h.by, Chain):
            for link in h.by.of:
                i = names.get(_statement(steps[link])) if isinstance(steps[link].by, Given) else None
                if i is not None:
                    names.setdefault(_statement(h), i)
    return names


def _rests_on_given(h: Have, steps: Mapping[str, Have]) -> bool:
    """A hypothesis, or exp of one."""
    if isinstance(h.by, Instance):
        return any(isinstance(steps[name].by, Given) for name in h.by.inside)
    return isinstance(h.by, Given)


def _statement(h: Have) -> Term:
    return h.statement.statement if isinstance(h.statement, Fact) else h.statement.term


def _plus(text: str, more: str) -> str:
    if not text:
        return more
    return f"{text} - {more[1:]}" if more.startswith("-") else f"{text} + {more}"


def _factor(m: Term) -> str:
    return f"({term_text(m)})" if m.op == "+" else term_text(m)


def _name(h: Have, names: Mapping[Term, int], claim: Claim) -> str:
    """`(first hypothesis)`, a product of hypotheses, or the relation itself."""
    statement = _statement(h)
    if statement in names:
        return _hypothesis(names[statement])
    if (
        statement.is_relation
        and isinstance(h.by, (Sign, Combine))
        and statement.lhs.op == "*"
        and statement.rhs is ZERO
    ):
        gaps = [nonnegative_form(g)[0] for g in claim.given]
        if all(a in gaps for a in statement.lhs.args):
            return "*".join(_hypothesis(gaps.index(a)) for a in statement.lhs.args)
    return f"({term_text(statement)})"


def _hypothesis(i: int) -> str:
    return f"({_ORDINALS[i]} hypothesis)" if i < len(_ORDINALS) else f"(hypothesis {i + 1})"
