"""Closed forms and masses: proved from the definition, and the certificate replays in the kernel after a trip through JSON."""

from __future__ import annotations

import pytest

from dpsym.derive.closed_forms import MASSES, PRINCIPLES, THEOREMS, derivation, derive
from dpsym.kernel.check import check
from dpsym.kernel.codec import certificate_from_json, certificate_to_json
from dpsym.kernel.statements import Proved
from dpsym.objects import Laplace, ObjectError, TotalVariation, Uniform

NAMES = [*THEOREMS, *(f"mass.{law}" for law in MASSES)]


@pytest.mark.parametrize("name", NAMES)
def test_closed_forms_are_proved_and_replay(name):
    found = derive(name)
    replayed = check(certificate_from_json(certificate_to_json(found.certificate)))
    assert isinstance(replayed, Proved)
    assert found.steps


def test_an_object_finds_its_derivation():
    assert derivation(TotalVariation(Laplace(0, 1), Laplace(1, 1))).name == "laplace.tv"
    with pytest.raises(ObjectError, match="no derivation"):
        derivation(TotalVariation(Uniform(0, 1), Uniform(0, 2)))


def test_what_is_assumed_is_listed():
    assert {"DiscreteLaplace", "DiscreteGaussian", "Gumbel"} <= set(PRINCIPLES)
