"""Sharp bounds: every quantity given every notion, with status, time, and two checks that share no code with the derivation.

`rows()` asks the questions; `python -m benchmarks.tightest` prints a table. Each exact bound is compared with random exact pairs of
laws on a few points, whose levels are put in for the parameters of the notion (no pair is above), and with the pair that
attains it (equal).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import mpmath

from benchmarks import pairs
from dpsym.derive.tightest.answer import Tight
from dpsym.derive.tightest.asking import tightest
from dpsym.report.text import term_text

#: what is asked, and given what: symbols in the order of the parameters
QUANTITIES = (
    "TV", "E(v)", "KL", "KL(Q, P)", "renyi(b)", "chi2", "hellinger2", "triangular", "probability(s)", "posterior(w)", "shift(w)",
)  # fmt: skip
NOTIONS = (
    "pure(eps)", "approx(eps, delta)", "tv(t)", "max(eps)", "hockey(eps, delta)", "hellinger2(h)", "chi2(c)", "kl(k)", "renyi(2, r)",
    "renyi(3, r)", "gdp(mu)", "zcdp(rho)",
)  # fmt: skip
#: at numbers: no closed form
NUMBERS = (
    ("TV", "kl(1/2)"), ("E(2)", "kl(1/2)"), ("E(2)", "renyi(3, 1/2)"), ("TV", "renyi(3/2, 1)"), ("E(exp(1))", "renyi(10, 1/10)"),
    ("TV", "kldp(1/2)"), ("E(2)", "rdp(3, 1)"), ("TV", "rdp(2, 1/2)"), ("KL", "rdp(2, 1)"), ("hellinger2", "rdp(2, 1)"),
    ("hellinger2", "kldp(1)"), ("triangular", "kl(1)"), ("probability(1/10)", "renyi(2, 1)"), ("probability(1/10)", "kl(1/2)"),
    ("TV", "zcdp(1/10)"), ("E(exp(1))", "zcdp(1/10)"),
)  # fmt: skip
VALUES = {"b": "5/2", "v": "3/2", "s": "1/5", "w": "1/3"}
#: parameters at which attaining pairs are looked at
SAMPLES: dict[str, str] = {
    **VALUES, "eps": "4/5", "delta": "1/8", "t": "1/4", "h": "1/5", "c": "3/4", "k": "2/5", "r": "3/10", "mu": "1", "rho": "1/10",
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One question: the answer in a line, status, proof, seconds, random pairs that were not above, whether its pair is equal."""

    question: str
    answer: str
    status: str
    proof: str
    seconds: float
    pairs: int
    attained: str


def questions() -> Iterator[tuple[str, str]]:
    for notion in NOTIONS:
        for quantity in QUANTITIES:
            yield quantity, notion
    yield from NUMBERS


def rows(asked: Sequence[tuple[str, str]] | None = None) -> Iterator[Row]:
    """The questions with their answers, checked."""
    for quantity, notion in asked if asked is not None else questions():
        start = time.process_time()
        found = tightest(quantity, given=notion)
        seconds = time.process_time() - start
        count = never_above(found, quantity, notion)
        yield Row(
            f"{quantity} given {notion}",
            said(found),
            found.status,
            proof(found),
            seconds,
            count,
            attained(found, quantity, notion),
        )


def said(found: Tight) -> str:
    """The bound in a line."""
    if found.number is not None:
        return f"{found.number.upper.str(15, radius=False)} ({found.number.digits} digits)"
    if found.family is not None or not found.branches:
        return "no bound" if found.status == "unbounded" else ""
    return "; ".join(_one(found, i) for i in range(len(found.branches)))


def _one(found: Tight, i: int) -> str:
    from dpsym.report.text import relation_text

    branch = found.branches[i]
    shared = [c for c in branch.where if all(c in b.where for b in found.branches)]
    own = [relation_text(c) for c in branch.where if c not in shared]
    return term_text(branch.bound) + (f" if {', '.join(own)}" if own and len(found.branches) > 1 else "")


def proof(found: Tight) -> str:
    if found.family is not None:
        return "family, proved" if found.family.proved else "family, not proved"
    if found.number is not None and not found.branches:
        return "certified bracket"
    said_by = dict.fromkeys(b.by.partition(" of the library")[0].partition(",")[0] for b in found.branches)
    return ", ".join(said_by) + ("; rests on Blackwell" if any("Blackwell" in r for r in found.rests) else "")


# -- checks ----------------------------------------------------------------------------------------------------------------------


def _split(text: str) -> tuple[str, list[str]]:
    name, _, rest = text.partition("(")
    return name, [a.strip() for a in rest.removesuffix(")").split(",")] if rest else []


def _fixed(text: str) -> Any:
    """A number of mpmath from a parameter."""
    from dpsym.reading.text.claims import read_term

    return pairs.number(read_term(SAMPLES.get(text, text)), {})


def measured(quantity: str, p: Any, q: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The quantity of a pair with the values of its symbols; a probability for each event."""
    name, args = _split(quantity)
    if args[-2:] == ["Q", "P"]:
        p, q, args = q, p, args[:-2]
    if name == "probability":
        for a, b in pairs.events(p, q):
            if 0 < b < 1 and args[0] in SAMPLES:
                yield a, {args[0]: b}
        return
    numbers = [_fixed(a) for a in args]
    yield pairs.QUANTITIES[name](p, q, *numbers), {a: n for a, n in zip(args, numbers) if a in SAMPLES}


def never_above(found: Tight, quantity: str, notion: str, tries: int = 25, seed: int = 0) -> int:
    """How many random pairs were compared with the bound; one above it is an ArithmeticError."""
    count, r = 0, Random(seed)
    name, args = _split(notion)
    with mpmath.workdps(pairs.DIGITS):
        for _ in range(tries if found.status in ("exact", "curve", "number") else 0):
            p, q = pairs.random_pair(r)
            fixed = [_fixed(a) for a in args[:-1]]
            level = pairs.level(name, p, q, *fixed)
            for value, symbols in measured(quantity, p, q):
                most = _most(found, notion, {**dict(zip(args[:-1], fixed)), args[-1]: level, **symbols}, level)
                if most is None:
                    continue
                if value > most + pairs.TOLERANCE * max(1, abs(most)):
                    raise ArithmeticError(f"{quantity} given {notion}: found {value} > {most} for {p}, {q}")
                count += 1
    return count


def _most(found: Tight, notion: str, values: dict[str, Any], level: Any) -> Any:
    """The bound at these values; that of a number where the pair satisfies the notion as it is asked."""
    if found.number is None:
        return pairs.bound(found, values)
    asked = _fixed(_split(notion)[1][-1])
    return mpmath.mpf(found.number.upper.str(30, radius=False)) if level <= asked else None


def attained(found: Tight, quantity: str, notion: str) -> str:
    """`equal` if the tables that attain the bound do, at the samples; `bracket` for a number; else what attains it."""
    if found.number is not None:
        return f"{found.number.digits} digits"
    tables = [b for b in found.branches if b.p and not b.unknowns]
    if not tables:
        return "by " + found.branches[0].attained_by.partition(" with")[0][:40] if found.branches else ""
    name, args = _split(notion)
    with mpmath.workdps(pairs.DIGITS):
        values = {n: _fixed(n) for n in SAMPLES}
        for branch in tables:
            if not pairs.holds(branch, values):
                continue
            p, q = ([pairs.number(t, values) for t in law] for law in (branch.p, branch.q))
            if (
                pairs.level(name, *_charged(p, q), *(_fixed(a) for a in args[:-1]))
                > values.get(args[-1], 0) + pairs.TOLERANCE
            ):
                raise ArithmeticError(f"{quantity} given {notion}: found a pair that does not satisfy the notion")
            limit = pairs.number(branch.bound, values)
            if not any(abs(value - limit) < pairs.TOLERANCE for value, _ in measured(quantity, p, q)):
                raise ArithmeticError(f"{quantity} given {notion}: found a pair that does not attain {limit}")
            return "equal"
    return ""


def _charged(p: Any, q: Any) -> tuple[list[Any], list[Any]]:
    """Without points that have no mass."""
    kept = [(a, b) for a, b in zip(p, q) if a + b > 0]
    return [a for a, _ in kept], [b for _, b in kept]


def main() -> None:
    print("| question | bound | status | proof | s | random pairs | attained |\n|---|---|---|---|---|---|---|")
    found = []
    for row in rows():
        found.append(row)
        print(
            f"| {row.question} | {row.answer} | {row.status} | {row.proof} | {row.seconds:.2f} | {row.pairs} | {row.attained} |",
            flush=True,
        )
    count = {s: sum(r.status == s for r in found) for s in dict.fromkeys(r.status for r in found)}
    print(f"\n{len(found)} questions: " + ", ".join(f"{n} {s}" for s, n in count.items()))


if __name__ == "__main__":
    main()
