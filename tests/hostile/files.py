"""Files and claims made to hurt: each with the command that is to survive it.

A hostile input is at most 100 kB. It may be refused (2), rejected (1), left open (3) or even decided (0); it must not run out of its
time limit, take more than 2 GiB, die by a signal or end in a traceback.
"""

# ruff: noqa: E501 (one line for each input)
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

MOST_BYTES = 100_000
HIDING = "exp(x) <= 1 + x   for x in reals\x1b[8m"
SECONDS = 1  # the --timeout of a claim
REPLAY_SECONDS = 3  # and of a certificate


@dataclass(frozen=True)
class Hostile:
    """`write` makes the input below a directory and gives the arguments of the command."""

    name: str
    write: Callable[[Path], list[str]]
    codes: frozenset[int]

    @property
    def is_variant(self) -> bool:
        """The same terms under another rule, for the long run."""
        return self.name.endswith(("Given", "Rounding"))


HOSTILE: list[Hostile] = []


def _add(name: str, write: Callable[[Path], list[str]], *codes: int) -> None:
    HOSTILE.append(Hostile(name, write, frozenset(codes)))


def _check(*arguments: str) -> Callable[[Path], list[str]]:
    return lambda _: ["check", *arguments, "--timeout", str(SECONDS), "--jobs", "1"]


def _file(name: str, text: str, *options: str) -> Callable[[Path], list[str]]:
    def write(directory: Path) -> list[str]:
        (directory / name).write_text(text, "utf-8")
        return ["check", str(directory / name), "--timeout", str(SECONDS), "--jobs", "1", *options]

    return write


# -- claims in text ---------------------------------------------------------------------------------------------------------


def _doublings(count: int) -> list[str]:
    lets = ["--let", "a0 = x + 1"]
    for k in range(count):
        lets += ["--let", f"a{k + 1} = a{k}*a{k} + a{k}"]
    return lets


_add("text: 9,990 parentheses", _check("(" * 5000 + "x" + ")" * 4990 + " <= 1"), 2)
_add("text: 88,000 characters", _check("x <= 1" + " + 1" * 22_000), 2)
_add("text: a tower of powers", _check("9**9**9**9**9 >= x"), 2)
_add("text: large numbers multiplied", _check("*".join(["10**9999"] * 300) + " >= x"), 0, 1, 2, 3)
_add("text: a power of a power", _check("((10**9000)**2)**2 + x >= ((10**9000)**2)**2"), 0, 2, 3)
_add("text: a number of 90,000 digits", _check("x <= " + "7" * 90_000), 2)
_add("text: an exponent of 1,000 digits", _check("x**" + "9" * 1000 + " >= 0"), 2)
_add("text: 60 doublings of a shared term", _check("a60 >= 0", *_doublings(60)), 2)
_add(
    "text: nested sums",
    _check("Sum(Sum(Sum(Sum(i*j*k*l, (i, 1, 200)), (j, 1, 200)), (k, 1, 200)), (l, 1, 200)) >= x"),
    2,
)
_add(
    "text: many sums of 10,000 terms",
    _check(" + ".join(f"Sum(exp(-i*x)/(i+{k}), (i, 1, 10000))" for k in range(100)) + " >= 0"),
    0,
    2,
    3,
)
_add(
    "text: sums that grow with each other",
    _check("Sum(Sum(Sum(1/(i+j+k), (i, 1, j)), (j, 1, k)), (k, 1, n)) >= 0"),
    0,
    1,
    3,
)
_add("text: 1,300 symbols", _check(" + ".join(f"x{k}" for k in range(1300)) + " <= 1"), 0, 1, 2, 3)
_add("text: a deep chain of functions", _check("exp(" * 40 + "x" + ")" * 40 + " > 0"), 0, 1, 2, 3)
_add("text: 40 nested minima", _check("min(x, " * 40 + "1" + ")" * 40 + " <= 1"), 0, 2, 3)
_add("text: a huge end of a range", _check("x <= 1", "--where", "0 <= x <= exp(exp(exp(exp(9))))"), 0, 1, 2, 3)
_add(
    "text: an end that is a hard number",
    _check("x <= 1", "--where", "x <= gamma(10000)**100 - binomial(10000, 5000)**50"),
    0,
    1,
    2,
    3,
)
_add(
    "text: a hard comparison of ends",
    _check("x <= 1", "--where", "x <= exp(sqrt(2)**1000), x < exp(sqrt(2)**1000) + exp(-10000)"),
    0,
    1,
    2,
    3,
)
_add(
    "text: integers between far ends",
    _check("n <= 1", "--where", "n in integers, 10**9000 < n < 10**9000 + 1/2"),
    1,
    2,
    3,
)
_add("text: an integral with a wild body", _check("Integral(1/(t - x)**1000*exp(t**9999), (t, 0, 1)) >= 0"), 0, 1, 2, 3)
_add("text: a name that hides the rest", _check("exp(x) <= 1 + x   for x in reals\x1b[8m"), 2)
_add("text: a polynomial that explodes", _check("(a + b + c + d + f + g + h)**300 >= -1"), 0, 1, 2, 3)
_add(
    "text: 300 hypotheses",
    _check("x0 <= 1", *[p for k in range(300) for p in ("--given", f"x{k}*x{k + 1} <= exp(x{k + 2})")]),
    0,
    1,
    2,
    3,
)
_add("text: degrees in the thousands", _check("(x**5000 + y**4999)*(x**4998 - y**4997) <= exp(x*y)**4000"), 0, 1, 2, 3)
_add(
    "text: a law with a wild parameter",
    _check("TV(Bernoulli(" + "sqrt(" * 60 + "p" + ")" * 60 + "), Bernoulli(p**9999)) <= 1"),
    0,
    1,
    2,
    3,
)

# -- claims in LaTeX ----------------------------------------------------------------------------------------------------------

_add("latex: 9,000 braces", _check(r"\frac" + "{" * 9_000 + r" \le 1"), 2)
_add("latex: parentheses", _check("(" * 9_000 + r"x \le 1"), 2)
_add("latex: fractions in fractions", _check(r"\frac{1}{1+" * 200 + "x" + "}" * 200 + r"\le 1"), 2)
_add("latex: 19,000 primes", _check("x" + "'" * 19_000 + r"\le 1"), 2)
_add("latex: bars", _check("|" * 5_000 + "x" + "|" * 5_000 + r"\le 1"), 2)
_add("latex: a number of 19,000 digits", _check("7" * 19_000 + r"\le x"), 2)
_add("latex: scripts in scripts", _check("x^{" * 3_000 + "2" + "}" * 3_000 + r"\le 1"), 2)
_add("latex: sums in sums", _check(r"\sum_{i=1}^{9999} " * 40 + r"i \le 1"), 2, 3)
_add("latex: a right-to-left override", _check("x \\le x + 1 \\text{\u202e}"), 2)

# -- documents ----------------------------------------------------------------------------------------------------------------


def _macros() -> str:
    lines = [r"\newcommand{\A}{x + x}"]
    names = [chr(ord("A") + k // 26) + chr(ord("a") + k % 26) for k in range(60)]
    lines += [rf"\newcommand{{\{b}}}{{\{a}\{a}}}" for a, b in zip(["A", *names], names)]
    return "\n".join(lines) + rf"$$\{names[-1]} \le 1$$"


_add("document: macros that double", _file("m.tex", _macros()), 2, 3)
_add("document: a macro that calls itself", _file("m.tex", r"\def\a{\a\a}$$\a \le 1$$"), 2, 3)
_add(
    "document: a macro of a macro's argument",
    _file("m.tex", r"\newcommand{\d}[1]{#1#1#1#1}$$" + r"\d{" * 40 + "x" + "}" * 40 + r"\le 1$$"),
    2,
    3,
)
_add("document: 12,000 displays", _file("d.md", "$$x$$\n" * 12_000, "--reading"), 0, 2, 3)
_add("document: 3,000 claims", _file("d.md", "$$x \\le y$$\n" * 3_000, "--reading"), 0, 2, 3)
_add("document: 5,500 conditions", _file("d.md", "for all $x > 0$, " * 5_500 + "$$x \\ge 0$$", "--reading"), 0, 2, 3)
_add("document: conditions and displays", _file("d.md", "Let $x > 0$. $$x \\ge 0$$\n" * 900, "--reading"), 0, 2, 3)
_add("document: dollars", _file("d.md", "$" * 99_000), 2, 3)
_add("document: backslashes", _file("d.tex", "\\" * 99_000), 2)
_add("document: openings without end", _file("d.tex", r"\begin{align}" * 7_000), 2)
_add("document: fences without end", _file("d.md", "```\n" * 20_000 + "$$x \\le x$$"), 0, 2, 3)
_add("document: verbatim without end", _file("d.tex", r"\begin{verbatim}" * 6_000 + "$$x \\le x$$"), 0, 2, 3)
_add("document: definitions without end", _file("d.tex", r"\newcommand{\a" * 7_000 + "$$x \\le x$$"), 0, 2, 3)
_add("document: definitions of definitions", _file("d.tex", r"\def\a" * 16_000 + "{" * 100 + "$$x \\le x$$"), 0, 2, 3)
_add("document: headings", _file("d.md", "# A\n" * 20_000 + "$$x \\le x$$", "--reading"), 0, 2, 3)
_add("document: an escape sequence", _file("d.md", "# A\x1b[2J\n$$x \\le x$$"), 2)
_add(
    "document: definitions that grow",
    _file(
        "d.tex",
        "".join(f"$$x_{{{k + 1}}} := x_{{{k}}} x_{{{k}}} + x_{{{k}}}$$\n" for k in range(60)) + "$$x_{60} \\ge 0$$",
    ),
    0,
    1,
    2,
    3,
)
_add(
    "document: a table of 2,000 rows",
    _file("d.tex", r"\begin{align}" + r"x &\le x + 1 \\" * 2_000 + r"\end{align}"),
    0,
    2,
    3,
)

# -- files of claims ------------------------------------------------------------------------------------------------------------

_add("toml: 9,000 tables", _file("c.toml", "[[claim]]\n" * 9_000), 2)
_add("toml: lists in lists", _file("c.toml", "a = " + "[" * 40_000), 2)
_add("toml: dotted keys", _file("c.toml", ".".join(["a"] * 40_000) + " = 1"), 2)
_add("toml: a long number", _file("c.toml", "claim = " + "9" * 90_000), 2)
_add("toml: inline tables", _file("c.toml", "claim = " + "{a = " * 20_000), 2)
_add(
    "toml: not UTF-8 in the end",
    lambda d: ((d / "c.toml").write_bytes(b"[[claim]]\n" * 100 + b"\xff"), ["check", str(d / "c.toml")])[1],
    2,
)
_add("toml: an escape sequence in a claim", _file("c.toml", '[[claim]]\nclaim = "x <= x + 1\\u001b[8m"\n'), 2)
_add(
    "toml: where as a bomb",
    _file("c.toml", '[[claim]]\nclaim = "x <= 1"\nwhere = [' + '"x > 0",' * 9_000 + "]\n"),
    1,
    2,
    3,
)

# -- certificates ---------------------------------------------------------------------------------------------------------------


@cache
def template() -> dict[str, Any]:
    """The certificate of x <= x, made and encoded as today."""
    from dpsym.encoding.reals import certificate_to_json
    from dpsym.kernel.verdicts import Proved
    from dpsym.reading.text.claims import read_claims
    from dpsym.search.deciding import decide

    (claim,) = read_claims("x <= x", where=["0 <= x <= 1"])
    result = decide(claim).result
    assert isinstance(result, Proved)
    return certificate_to_json(result.certificate)


def certificate(
    terms: list[Any],
    lhs: int,
    rhs: int,
    relation: str = "<=",
    rule: dict[str, Any] | None = None,
    symbols: tuple[str, ...] = ("x",),
    ends: dict[str, int | None] | None = None,
) -> dict[str, Any]:
    """A claim lhs relation rhs for all symbols in [0, 1], with one step that states it.

    A rule's fields that are lists of one number name terms; so do `ends`, which take the place of 0 and 1.
    """
    found: dict[str, Any] = json.loads(json.dumps(template()))
    base = len(found["terms"])
    found["terms"] += [_shifted(row, base) for row in terms] + [[relation, lhs + base, rhs + base]]
    found["claim"] |= {"lhs": lhs + base, "relation": relation, "rhs": rhs + base}
    one = found["claim"]["domain"]["ranges"][0] | {k: v if v is None else v + base for k, v in (ends or {}).items()}
    one["upper_open"] = one["upper"] is None
    domain = {"ranges": [{**one, "name": s} for s in symbols], "conditions": []}
    found["claim"]["domain"] = domain
    step = json.loads(json.dumps(found["proof"][-1]))
    step["statement"] = {**step["statement"], "domain": domain, "fact": len(found["terms"]) - 1}
    step["by"] = {k: v[0] + base if isinstance(v, list) else v for k, v in (rule or step["by"]).items()}
    found["proof"] = [step]
    half = found["witness"]
    found["witness"] = (
        {s: next(iter(half.values())) for s in symbols}
        if isinstance(half, dict)
        else [[s, half[0][1]] for s in symbols]
    )
    return found


def _shifted(row: list[Any], base: int) -> list[Any]:
    return [row[0], *(v + base if isinstance(v, int) else v for v in row[1:])]


def _replay(make: Callable[[], Any]) -> Callable[[Path], list[str]]:
    def write(directory: Path) -> list[str]:
        (directory / "c.json").write_text(json.dumps(make()), "utf-8")
        return ["replay", str(directory / "c.json"), "--timeout", str(REPLAY_SECONDS)]

    return write


def _raw(text: str) -> Callable[[Path], list[str]]:
    def write(directory: Path) -> list[str]:
        (directory / "c.json").write_text(text, "utf-8")
        return ["replay", str(directory / "c.json"), "--timeout", str(REPLAY_SECONDS)]

    return write


def _shared(count: int, op: str = "+") -> list[Any]:
    return [["sym", "x"], *([op, k, k] for k in range(count))]


def _sums(depth: int, upper: int) -> list[Any]:
    rows: list[Any] = [["num", "1"], ["num", str(upper)], ["sym", "i0"]]
    rows += [["sym", f"i{k}"] for k in range(1, depth)]
    rows.append(["*", *range(2, 2 + depth)] if depth > 1 else ["+", 2, 2])
    rows.append(["exp", len(rows) - 1])
    for k in range(depth):
        rows.append(["Sum", f"i{k}", len(rows) - 1, 0, 1])
    return rows


_add("certificate: x <= x, to see that the others are read", _replay(lambda: certificate([["sym", "x"]], 0, 0)), 0)
_RULES: list[dict[str, Any]] = [
    {"rule": "Identity"},
    {"rule": "Sign", "form": None},
    {"rule": "Given"},
    {"rule": "Rounding"},
]


def _add_rule(rule: dict[str, Any]) -> None:
    name = rule["rule"]
    _add(
        f"certificate: 60 doublings of a sum, {name}",
        _replay(lambda: certificate(_shared(60), 60, 59, ">=", rule)),
        0,
        1,
        2,
        3,
    )
    _add(
        f"certificate: 60 doublings of a product, {name}",
        _replay(lambda: certificate(_shared(60, "*"), 60, 59, "<=", rule)),
        0,
        1,
        2,
        3,
    )
    _add(
        f"certificate: 280 doublings of powers, {name}",
        _replay(lambda: certificate(_shared(280, "**"), 280, 279, "<=", rule)),
        0,
        1,
        2,
        3,
    )
    _add(
        f"certificate: sums of 10,000**4 terms, {name}",
        _replay(lambda: certificate(_sums(4, 10_000), len(_sums(4, 1)) - 1, 0, ">=", rule)),
        0,
        1,
        2,
        3,
    )
    _add(
        f"certificate: sums of 200**4 terms, {name}",
        _replay(lambda: certificate(_sums(4, 200), len(_sums(4, 1)) - 1, 0, ">=", rule)),
        0,
        1,
        2,
        3,
    )
    _add(
        f"certificate: a sum of 10**9 terms, {name}",
        _replay(lambda: certificate(_sums(1, 10**9), len(_sums(1, 1)) - 1, 0, ">=", rule)),
        0,
        1,
        2,
        3,
    )
    _add(
        f"certificate: (10**9000)**20000 twice, {name}",
        _replay(lambda: certificate([["num", "1" + "0" * 9000], ["num", "20000"], ["**", 0, 1], ["**", 2, 1], ["sym", "x"], ["+", 3, 4]], 5, 3, ">=", rule)),
        0, 1, 2, 3,
    )  # fmt: skip
    _add(
        f"certificate: exponents of exponents, {name}",
        _replay(lambda: certificate([["sym", "x"], *(["exp", k] for k in range(250))], 250, 249, ">=", rule)),
        0, 1, 2, 3,
    )  # fmt: skip
    _add(
        f"certificate: 90 symbols multiplied out, {name}",
        _replay(lambda: certificate(
            [*(["sym", f"x{k}"] for k in range(90)), ["+", *range(90)], ["num", "40"], ["**", 90, 91]], 92, 90, ">=", rule, tuple(f"x{k}" for k in range(90)))),
        0, 1, 2, 3,
    )  # fmt: skip


for _rule in _RULES:
    _add_rule(_rule)
_add(
    "certificate: a name that prints as another claim",
    _replay(lambda: certificate([["sym", HIDING]], 0, 0, symbols=(HIDING,))),
    1,
    2,
)
for _word in ("pi", "E", "oo", "π"):  # they print as numbers
    _add(f"certificate: a symbol called {_word}", _replay(lambda word=_word: certificate([["sym", word]], 0, 0, symbols=(word,))), 2)  # type: ignore[misc]  # fmt: skip
_add("certificate: a bound symbol called pi", _replay(lambda: certificate([["num", "1"], ["sym", "x"], ["Sum", "pi", 1, 0, 0]], 2, 2)), 2)  # fmt: skip
_add(
    "certificate: a name of 90,000 characters",
    _replay(lambda: certificate([["sym", "x" * 90_000]], 0, 0, symbols=("x" * 9,))),
    1,
    2,
)
_add(
    "certificate: a deep tree",
    _replay(lambda: certificate([["sym", "x"], *(["sqrt", k] for k in range(4_000))], 4_000, 0)),
    1,
    2,
)
_add(
    "certificate: 4,000 terms",
    _replay(
        lambda: certificate(
            [["sym", "x"], *(["num", str(k)] for k in range(4_000)), ["+", *range(4_000)]], 4_001, 4_001
        )
    ),
    0,
    1,
    2,
    3,
)
_add("certificate: a number of 90,000 digits", _replay(lambda: certificate([["num", "7" * 90_000]], 0, 0)), 0, 1, 2, 3)


# -- certificates whose factors are all small, and their product is not ---------------------------------------------------------

_XYZ = ("x", "y", "z")
_LONG = f"{3**5000}/{2**7900}"  # as long as an end may be
_SIGN: dict[str, Any] = {"rule": "Sign", "form": None}


def _wide_power() -> dict[str, Any]:
    """(a x + b y + c z)**300 with coefficients of 1,300 bits: few terms, short coefficients, 2 GB."""
    terms: list[Any] = [["sym", s] for s in _XYZ] + [["num", str(3**820 + 2 * k)] for k in range(3)]
    terms += [["*", k + 3, k] for k in range(3)] + [["+", 6, 7, 8], ["num", "300"], ["**", 9, 10], ["num", "0"]]
    return certificate(terms, 11, 12, "==", symbols=_XYZ)


def _tail_power() -> dict[str, Any]:
    """The limit of erfc(t)**15000 to 16 terms."""
    body = [["sym", "t"], ["erfc", 0], ["num", "15000"], ["**", 1, 2]]
    slope = [["num", "2"], ["**", 0, 4], ["num", "-1"], ["*", 6, 5], ["exp", 7], ["const", "pi"], ["sqrt", 9], ["num", "14999"], ["**", 1, 11], ["num", "-30000"], ["**", 10, 6], ["*", 13, 12, 8, 14]]  # fmt: skip
    ends = [["num", "0"], ["const", "oo"], ["Integral", "t", 15, 16, 17], ["num", "-1"], ["sym", "x"]]
    rule = {"rule": "Antiderivative", "of": [3], "low": [20], "high": [16], "order": 16}
    return certificate([*body, *slope, *ends, ["num", "1"]], 18, 19, "==", rule | {"low": [21]})


def _long_end() -> dict[str, Any]:
    """The sign of x**20000 + ... - 1 from an end of 16,000 bits on, by Descartes' rule."""
    terms: list[Any] = [["sym", "x"], ["num", _LONG], ["num", "0"], ["num", "-1"]]
    powers: list[Any] = [["num", str(k)] for k in range(19_000, 20_000, 8)]
    powers += [["**", 0, 4 + k] for k in range(len(powers))]
    half = len(powers) // 2
    terms += [*powers, ["+", 3, *range(4 + half, 4 + 2 * half)]]
    return certificate(terms, len(terms) - 1, 2, ">=", _SIGN, ends={"lower": 1, "upper": None})


def _many_factors() -> dict[str, Any]:
    """A product of 300 factors (x + j y)**9 + 1."""
    terms: list[Any] = [["sym", "x"], ["sym", "y"], ["num", "9"], ["num", "1"], ["num", "0"]]
    for j in range(300):
        at = len(terms)
        terms += [["num", str(3**60 + j)], ["*", at, 1], ["+", 0, at + 1], ["**", at + 2, 2], ["+", at + 3, 3]]
    terms.append(["*", *range(9, len(terms), 5)])
    return certificate(terms, len(terms) - 1, 4, "==", symbols=("x", "y"))


def _long_chain(degree: int, rule: dict[str, Any]) -> dict[str, Any]:
    """A polynomial with coefficients of 1,500 bits, by a Sturm chain."""
    terms: list[Any] = [["sym", "x"], ["num", "0"]]
    parts = []
    for k in range(degree + 1):
        at = len(terms)
        terms += [["num", str((-1) ** k * pow(3, 941 + 7 * k, 2**1500 - 3))], ["num", str(k)], ["**", 0, at + 1], ["*", at, at + 2]]  # fmt: skip
        parts.append(at + 3)
    terms.append(["+", *parts])
    return certificate(terms, len(terms) - 1, 1, ">=", rule)


def _far_shift() -> dict[str, Any]:
    """x**2400 y + ... shifted to an end of 16,000 bits."""
    terms: list[Any] = [["sym", "x"], ["sym", "y"], ["num", _LONG], ["num", "0"], ["num", "2400"], ["**", 0, 4], ["num", "-1"], ["*", 6, 0], ["*", 5, 1], ["+", 8, 7, 6]]  # fmt: skip
    return certificate(terms, 9, 3, ">=", _SIGN, ("x", "y"), {"lower": 2, "upper": None})


def _sparse_divisor() -> dict[str, Any]:
    """A common divisor of two polynomials with few terms and degrees of 10,000."""
    terms: list[Any] = [["sym", s] for s in _XYZ] + [["num", str(n)] for n in (9990, 9989, 9983, 777, 555, 1, -1, 0)]
    terms += [["**", 0, 3], ["**", 1, 4], ["**", 2, 5], ["+", 11, 12, 13, 8], ["**", 1, 6], ["**", 2, 7], ["*", 0, 2]]
    terms += [["+", 17, 15, 8], ["+", 0, 16, 8], ["*", 14, 18], ["*", 14, 19], ["**", 21, 9], ["*", 20, 22]]
    return certificate(terms, 23, 10, "==", symbols=_XYZ)


def _sparse_factors() -> dict[str, Any]:
    """(x**100 + y**100 + 1)(x**100 + y**99 + 2), multiplied out and factored again."""
    terms: list[Any] = [["sym", "x"], ["sym", "y"], ["num", "100"], ["num", "99"], ["num", "1"], ["num", "2"], ["**", 0, 2], ["**", 1, 2], ["**", 1, 3], ["+", 6, 7, 4], ["+", 6, 8, 5], ["*", 9, 10], ["log", 11], ["num", "0"]]  # fmt: skip
    return certificate(terms, 12, 13, "==", symbols=("x", "y"))


def _many_denominators() -> dict[str, Any]:
    """Sums of x**k/p_k and y**k/q_k, multiplied: short coefficients, but not over their common denominator."""
    terms: list[Any] = [["sym", "x"], ["sym", "y"], ["num", "0"]]
    sums = []
    for s in (0, 1):
        parts = []
        for k in range(140):
            at = len(terms)
            terms += [["num", f"1/{3**500 + 4 * k + 2 * s}"], ["num", str(k)], ["**", s, at + 1], ["*", at, at + 2]]
            parts.append(at + 3)
        sums.append(len(terms))
        terms.append(["+", *parts])
    return certificate([*terms, ["*", *sums]], len(terms), 2, "==", symbols=("x", "y"))


def _many_symbols() -> dict[str, Any]:
    """A product of three polynomials of 10 terms in 12 symbols, to be factored: few terms, low degrees, many symbols."""
    symbols, draw = tuple("abcdefghijkl"), Random(13)
    terms: list[Any] = [["sym", s] for s in symbols] + [["num", str(k)] for k in range(-3, 61)]
    sums = []
    for _ in range(3):
        parts = []
        for _ in range(10):
            degrees = Counter(draw.randrange(12) for _ in range(60) if draw.random() < 0.5)
            powers = range(len(terms), len(terms) + len(degrees))
            terms += [["**", s, 15 + k] for s, k in degrees.items()]
            terms.append(["*", 15 + draw.choice([-3, -1, 1, 2, 3]), *powers])
            parts.append(len(terms) - 1)
        terms.append(["+", *parts])
        sums.append(len(terms) - 1)
    return certificate([*terms, ["*", *sums]], len(terms), 15, ">=", _SIGN, symbols)


def _long_factors() -> dict[str, Any]:
    """x (x + 1) ... (x + 1499) from an end of 16,000 bits on: the product of all ends is long."""
    terms: list[Any] = [["sym", "x"], ["num", _LONG], ["num", "0"]]
    terms += [row for j in range(1500) for row in (["num", str(j)], ["+", 0, 3 + 2 * j])]
    terms.append(["*", *range(4, len(terms), 2)])
    return certificate(terms, len(terms) - 1, 2, ">=", _SIGN, ends={"lower": 1, "upper": None})


for _name, _make in (
    ("a power of three terms with long coefficients", _wide_power),
    ("the limit of a high power of a tail", _tail_power),
    ("degrees of thousands at an end of 16,000 bits", _long_end),
    ("300 factors multiplied out", _many_factors),
    ("a long Sturm chain, Sign", lambda: _long_chain(79, _SIGN)),
    ("a long Sturm chain, Sturm", lambda: _long_chain(79, {"rule": "Sturm", "symbol": "x"})),
    ("a shift to an end of 16,000 bits", _far_shift),
    ("a common divisor with few terms and high degrees", _sparse_divisor),
    ("a product of two sparse polynomials", _sparse_factors),
    ("1,500 factors with ends of 16,000 bits", _long_factors),
    ("280 different denominators", _many_denominators),
    ("a product of polynomials in 12 symbols", _many_symbols),
):
    _add(f"certificate: {_name}", _replay(_make), 0, 1)
_add("certificate: a fraction over zero", _replay(lambda: certificate([["num", "1/0"]], 0, 0)), 2)
_add("certificate: lists in lists", _raw("[" * 99_000), 2)
_add("certificate: objects in objects", _raw('{"a":' * 19_000), 2)
_add("certificate: a long integer", _raw('{"version": ' + "9" * 90_000 + "}"), 2)
_add("certificate: 30,000 empty lists", _raw("[" + ",".join(["[]"] * 30_000) + "]"), 2)
_add("certificate: not JSON", _raw('{"format": NaN, "x": Infinity}'), 2)
_add("certificate: an empty file", _raw(""), 2)
_add("certificate: 90 proofs in one file", _replay(lambda: [certificate([["sym", "x"]], 0, 0)] * 90), 0)
