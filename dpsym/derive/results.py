"""What a derivation hands back: values with their findings, which the kernel has checked; they print themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..encoding.findings import finding_to_json
from ..kernel.reals.findings import Fails, Finding, Holds, Optimum
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Certificate, Claim, Domain, Range
from ..kernel.substitution import substitute
from ..kernel.terms import Term
from ..report.findings import decimals_between, number_text, piece_lines, short_text
from ..report.latex import range_latex, term_latex
from ..report.layout import aligned
from ..report.text import claim_text, domain_texts, term_text
from .plots import draw
from .posing import QuestionError


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
            how = f"; {self.how}" if self.how else ""
            return f"{self.sense:<9} {self.symbol} = {digits}   {question}\n          proved: {between}{how}"
        said = {
            "never": f"no {self.symbol}: the claim fails for each of its values",
            "always": f"every {self.symbol} of its range: the claim holds for all of them",
        }.get(self.status, "no constant was proved")
        return f"{self.status:<9} {said}   {question}" + (f"\n          {self.reason}" if self.reason else "")

    __repr__ = __str__

    def latex(self) -> str:
        """The constant as a formula."""
        return aligned(self._formula())

    def _formula(self) -> str:
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

    def plot(self, path: Any = None) -> Any:
        """The sides of the claim along its first symbol, at the constant, and their difference."""
        at = self.value if self.value is not None else self.upper
        if at is None:
            raise QuestionError("plot: found no constant to draw at")
        domain, put = self.claim.domain.without(self.symbol), {self.symbol: at}
        sides = [(term_text(side), substitute(side, put)) for side in (self.claim.lhs, self.claim.rhs)]
        return draw(f"{self.symbol} = {short_text(at)}", sides, domain, path)

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
        lines = [f"{self.status:<9} {claim_text(self.claim)}", *piece_lines(self.symbol, self.pieces)]
        return "\n".join(lines) + (f"\n  {self.reason}" if self.reason else "")

    __repr__ = __str__

    def latex(self) -> str:
        parts = [range_latex(r) for kind, r in self.pieces if kind == "holds"]
        return aligned(r" \quad\text{or}\quad ".join(parts)) if parts else r"\emptyset"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def plot(self, path: Any = None) -> Any:
        """The sides of the claim along the symbol, with the ends of the pieces."""
        first = self.claim.domain.range(self.symbol)
        domain = Domain((first, *(r for r in self.claim.domain.ranges if r is not first)))
        sides = [(term_text(side), side) for side in (self.claim.lhs, self.claim.rhs)]
        ends = [float(enclose(r.upper, 64).mid()) for _, r in self.pieces[:-1] if r.upper is not None]
        return draw(f"along {self.symbol}", sides, domain, path, ends)

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
