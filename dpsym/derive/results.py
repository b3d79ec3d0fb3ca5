"""What a derivation hands back: values with their findings, which the kernel has checked; they print themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..encoding.findings import finding_to_json
from ..kernel.reals.findings import Fails, Finding, Gap, Holds, Optimum, Piece, Region
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Certificate, Claim, Range
from ..kernel.terms import Term
from ..report.decimals import decimal
from ..report.latex import range_latex, term_latex
from ..report.text import claim_text, domain_texts, range_text, term_text

DIGITS = 12


def number_text(t: Term, digits: int = 6) -> str:
    """A closed term with its decimals, where it is not a plain number."""
    text = term_text(t)
    if t.op == "num" and t.number.q == 1:
        return text
    about = decimal(enclose(t, 256), digits)
    return text if about.strip(".") == text else f"{text} = {about}"


def short_text(t: Term) -> str:
    """A decimal for a rational number that is one, the term otherwise."""
    if t.op != "num" or t.number.q == 1:
        return term_text(t)
    q, digits = int(t.number.q), 0
    while 10**digits % q and digits < 40:
        digits += 1
    if digits == 40:
        return term_text(t)
    whole = str(abs(int(t.number.p)) * 10**digits // q).rjust(digits + 1, "0")
    return ("-" if t.number < 0 else "") + whole[:-digits] + "." + whole[-digits:]


def decimals_between(low: Term, high: Term) -> str:
    """The decimals that two numbers have in common."""
    a, b = (decimal(enclose(t, 256), 20).rstrip(".") for t in (low, high))
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    return a[:same] + "..." if same > DIGITS // 2 else f"{a}... to {b}"


def certificates_of(finding: Finding) -> tuple[Certificate, ...]:
    """All certificates of a finding, in order."""
    if isinstance(finding, Optimum):
        return finding.certificates
    found: list[Certificate] = [] if finding.monotone is None else [finding.monotone]
    for p in finding.pieces:
        if isinstance(p, Holds):
            found.append(p.certificate)
        elif isinstance(p, Fails):
            found += p.certificates
    return tuple(found)


@dataclass(frozen=True)
class Derived:
    """The common part: the finding (None if nothing was proved), why not, and the seconds it took."""

    finding: Finding | None
    reason: str
    seconds: float

    def __bool__(self) -> bool:
        raise TypeError("a derivation may be open and is not a bool; compare its status")

    @property
    def proofs(self) -> tuple[Certificate, ...]:
        return () if self.finding is None else certificates_of(self.finding)

    def to_json(self) -> dict[str, Any] | None:
        """The finding, for `dpsym replay`; None if nothing was proved."""
        return None if self.finding is None else finding_to_json(self.finding)


@dataclass(frozen=True, repr=False)
class Constant(Derived):
    """The least (or greatest) constant for which a claim holds.

    `status` is exact, enclosed (`lower` < constant <= `upper`, to 12 digits), never, always or open. `attained`: the claim holds at
    the constant itself. `how` says where it is sharp.
    """

    claim: Claim
    symbol: str
    sense: str  # least or greatest
    status: str
    value: Term | None = None
    lower: Term | None = None
    upper: Term | None = None
    attained: bool = True
    how: str = ""

    @property
    def exact(self) -> bool:
        return self.status == "exact"

    def __str__(self) -> str:
        question = f"{claim_text(self.claim)}"
        if self.value is not None and self.exact:
            sign = {"least": ">", "greatest": "<"}[self.sense] + ("=" if self.attained else "")
            found = f"{self.symbol} = {number_text(self.value)}"
            holds = f"holds exactly for {self.symbol} {sign} {term_text(self.value)}"
            return f"{self.sense:<9} {found}   {question}\n          {holds}; {self.how}".rstrip("; ")
        if self.status == "enclosed" and self.lower is not None and self.upper is not None:
            digits = decimals_between(self.lower, self.upper)
            between = f"{short_text(self.lower)} < {self.symbol} <= {short_text(self.upper)}"
            return f"{self.sense:<9} {self.symbol} = {digits}   {question}\n          proved: {between}; {self.how}"
        said = {
            "never": f"no {self.symbol}: the claim fails for each of its values",
            "always": f"every {self.symbol} of its range: the claim holds for all of them",
        }.get(self.status, "no constant was proved")
        return f"{self.status:<9} {said}   {question}" + (f"\n          {self.reason}" if self.reason else "")

    __repr__ = __str__

    def latex(self) -> str:
        """The constant as a formula."""
        name, extreme = self.symbol, {"least": r"\min", "greatest": r"\max"}[self.sense]
        if self.value is not None and self.exact:
            op = r"\ge" if self.sense == "least" else r"\le"
            op = op if self.attained else {r"\ge": ">", r"\le": "<"}[op]
            return f"{name} {op} {term_latex(self.value)}"
        if self.lower is not None and self.upper is not None:
            return rf"{term_latex(self.lower)} < {extreme} {name} \le {term_latex(self.upper)}"
        return rf"\text{{{self.status}}}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def as_json(self) -> dict[str, Any]:
        """The answer in one object; every number is text."""
        return {
            "question": "constant",
            "claim": term_text(self.claim.statement),
            "where": domain_texts(self.claim.domain),
            "symbol": self.symbol,
            "sense": self.sense,
            "status": self.status,
            "value": None if self.value is None else term_text(self.value),
            "lower": None if self.lower is None else term_text(self.lower),
            "upper": None if self.upper is None else term_text(self.upper),
            "attained": self.attained,
            "how": self.how,
            "reason": self.reason,
            "seconds": round(self.seconds, 3),
        }


def piece_text(r: Range) -> str:
    """A range with decimals where its ends are decimals."""
    text = range_text(r)
    for end in (r.lower, r.upper):
        if end is not None and end.op == "num" and end.number.q > 10**6:
            text = text.replace(term_text(end), short_text(end))
    return text


def piece_kind(p: Piece) -> str:
    return "holds" if isinstance(p, Holds) else "fails" if isinstance(p, Fails) else "gap"


@dataclass(frozen=True, repr=False)
class ValidRegion(Derived):
    """Exactly where a claim holds: pieces in rising order, proved to hold or fail, and short gaps that isolate ends.

    `status` is exact (no gaps but points), enclosed, or open.
    """

    claim: Claim
    symbol: str
    status: str
    pieces: tuple[tuple[str, Range], ...] = ()

    @property
    def exact(self) -> bool:
        return self.status == "exact"

    @property
    def holds(self) -> tuple[Range, ...]:
        return tuple(r for kind, r in self.pieces if kind == "holds")

    def __str__(self) -> str:
        lines = [f"{self.status:<9} {claim_text(self.claim)}"]
        for kind, r in self.pieces:
            ends = [e for e in (r.lower, r.upper) if e is not None and e.op != "num"]
            about = ", ".join(f"{term_text(e)} = {decimal(enclose(e, 256), 6)}" for e in dict.fromkeys(ends))
            if kind == "gap" and r.lower is not None and r.upper is not None:
                point = r.lower is r.upper
                text = range_text(r) if point else f"an end at {self.symbol} = {decimals_between(r.lower, r.upper)}"
                lines.append(f"  {'no value' if point else 'isolated':<9} {text}")
            else:
                lines.append(f"  {kind:<9} {piece_text(r)}" + (f"   ({about})" if about else ""))
        return "\n".join(lines) + (f"\n  {self.reason}" if self.reason else "")

    __repr__ = __str__

    def latex(self) -> str:
        parts = [range_latex(r) for kind, r in self.pieces if kind == "holds"]
        return r" \quad\text{or}\quad ".join(parts) if parts else r"\emptyset"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def as_json(self) -> dict[str, Any]:
        pieces = [
            {
                "kind": kind,
                "lower": None if r.lower is None else term_text(r.lower),
                "upper": None if r.upper is None else term_text(r.upper),
                "lower_open": r.lower_open,
                "upper_open": r.upper_open,
            }
            for kind, r in self.pieces
        ]
        return {
            "question": "region",
            "claim": term_text(self.claim.statement),
            "where": domain_texts(self.claim.domain),
            "symbol": self.symbol,
            "status": self.status,
            "pieces": pieces,
            "reason": self.reason,
            "seconds": round(self.seconds, 3),
        }


def pieces_of(region: Region) -> tuple[tuple[str, Range], ...]:
    return tuple((piece_kind(p), p.piece) for p in region.pieces)


def is_exact(region: Region) -> bool:
    """Whether the only gaps are single points."""
    return all(not isinstance(p, Gap) or p.piece.lower is p.piece.upper for p in region.pieces)
