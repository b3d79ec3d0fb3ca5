"""Who answers for the entries of the library: verdicts by the kernel, samples with what the stored certificates know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, cached_property

from ..kernel.laws.statements import Certificate as LawCertificate
from ..kernel.laws.statements import Fact, Model, Proposition
from ..kernel.laws.terms import Substitution, fields_of
from ..kernel.terms import Term, sym
from ..reading.grids import Values, read_grid
from ..sampling.chains import ChainQuestion, sample_chain
from ..sampling.claims import sample_claims
from ..sampling.laws import Question, sample_laws
from ..sampling.table import Sample
from .base import Entry, LibraryError, Verified
from .certificates import is_certified
from .chains import KFold
from .entries import Falsehood, Formula
from .loading import named
from .theorem import Theorem, tables
from .verifying import Verifier


class Librarian:
    """One for the whole library, or for what a verifier knows. Theorems that it has replayed are not replayed again."""

    def __init__(self, verifier: Verifier | None = None) -> None:
        self._own = verifier

    @cached_property
    def verifier(self) -> Verifier:
        return self._own or Verifier()

    def check(self, entry: Entry) -> Verified:
        """What the kernel says of an entry of the library; others have no certificate."""
        if self.verifier.known.get(named(entry).name) is not entry:
            raise LibraryError(f"{entry.label}: found an entry that no chapter holds, expected one of the library")
        return self.verifier(entry.name)

    def sample(self, entry: Entry, grid: Mapping[str, Values], laws: int = 3, seed: int = 0) -> Sample:
        """Both sides over the grid. A row in which a statement fails that the library calls true is an ArithmeticError."""
        values, entry = read_grid(grid), named(entry)
        if isinstance(entry, Formula):
            found = sample_claims(entry.label, entry.claims, values, self._formula_point(entry))
            is_true = entry.fails_at is None
        elif isinstance(entry, (Theorem, Falsehood)):
            found = sample_laws(entry.label, self._question(entry), values, laws, seed)
            is_true = isinstance(entry, Theorem)
        elif isinstance(entry, KFold):
            found = sample_chain(entry.label, self._chain_question(entry), values, laws, seed)
            is_true = True
        else:
            entry._refuse("to compute")
        if is_true and (wrong := [row for row in found if row.fails]):
            raise ArithmeticError(f"{entry.label}: found a row in which it fails, expected none: {wrong[0]}")
        return found

    def _chain_question(self, entry: KFold) -> ChainQuestion:
        """The chain, and the values that the certificate of its step names. A hypothesis for all levels cannot be looked at."""
        chain = entry.chain
        moved = {n for u in chain.uses for n, v in u.levels if v != sym(n)}
        if spoken := sorted(moved & {n for f in entry.hypotheses.values() for n in f.statement.free}):
            raise LibraryError(
                f"{entry.label}: found hypotheses for all {', '.join(spoken)}, expected ones that a table of laws can satisfy"
            )
        stored = self.verifier.shelf.theorem(entry.step.name)
        known = stored.witness if isinstance(stored, LawCertificate) else None
        defaults = {} if known is None else dict(known.params)
        return ChainQuestion(chain, entry.each_step, entry.base.domain, defaults, known)

    def _formula_point(self, entry: Formula) -> Mapping[str, Term]:
        """The point where a formula fails, or one that its certificates name."""
        if entry.fails_at is not None:
            return dict(entry.point)
        stored = self.verifier.shelf.formula(entry.name) if entry.name else ()
        return {n: v for c in stored for n, v in c.witness} if isinstance(stored, tuple) else {}

    def _question(self, entry: Theorem | Falsehood) -> Question:
        if isinstance(entry, Falsehood):
            return Question(entry.proposition, None, {"counterexample": entry.model}, dict(entry.model.params))
        p = chosen(entry)
        stored = self.verifier.shelf.theorem(entry.name) if is_certified(entry) and entry.name else None
        if isinstance(stored, LawCertificate) and entry.tight is not None and stored.tight:
            tight = entry.tightness(stored.tight[0][0].point)
            return Question(p, tight, {}, {**dict(stored.witness.params), **dict(tight.point)})
        if isinstance(stored, LawCertificate):
            return Question(p, None, {"witness": stored.witness}, dict(stored.witness.params))
        if entry.witness is not None:
            witness: Model = tables(entry.witness[1], entry.witness[0], entry.fields)
            return Question(p, None, {"witness": witness}, dict(witness.params))
        return Question(p)


def chosen(theorem: Theorem) -> Proposition:
    """The statement with the fields that exist as the proof chooses them."""
    p = theorem.proposition
    if not p.exists:
        return p
    if missing := [f.name for f in theorem.existing if f not in theorem.choice]:
        raise LibraryError(
            f"{theorem.label}: found no choice for {', '.join(missing)}, expected fields that the proof names"
        )
    unknown = sorted({n for t in theorem.choice.values() for n in fields_of(t)} - p.setting.by_name.keys())
    if unknown:
        raise LibraryError(
            f"{theorem.label}: found {', '.join(unknown)}, which another theorem says there are, expected fields as terms"
        )
    put = Substitution(fields={f.name: (f.points, t) for f, t in theorem.choice.items()})
    return replace(p, claims=tuple(Fact(put(f.statement)) for f in p.claims), exists=())


@cache
def librarian() -> Librarian:
    """The one of this process."""
    return Librarian()
