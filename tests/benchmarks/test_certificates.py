"""The saved certificates of the benchmark claims: the kernel accepts every one, and they are about the claims as they stand."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from benchmarks.certify import CERTIFICATES, FILES, saved_certificates
from dpsym.kernel.reals.check import check
from dpsym.kernel.reals.codec import certificate_from_json
from dpsym.kernel.statements import Certificate
from dpsym.kernel.verdicts import Proved
from dpsym.reading.text.file import read_claims_file

SAVED = sorted(CERTIFICATES.glob("*.json.gz"))
CLAIMS = {claim.id: claim for path in FILES for entry in read_claims_file(path) for claim in entry.claims}
TRUE = [
    claim for path in FILES for entry in read_claims_file(path) if entry.expect == "proved" for claim in entry.claims
]


def certificates(path: Path) -> list[Certificate]:
    return [certificate_from_json(c) for c in saved_certificates(path)]


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.name.split(".")[0])
def test_the_kernel_accepts_every_certificate(path: Path) -> None:
    refused = [c.claim.id for c in certificates(path) if not isinstance(check(c), Proved)]
    assert not refused


def test_every_certificate_is_about_a_claim_of_the_files_and_most_true_claims_have_one() -> None:
    found = list(chain.from_iterable(map(certificates, SAVED)))
    assert all(c.claim in TRUE for c in found)
    assert len(found) >= 0.95 * len(TRUE)
