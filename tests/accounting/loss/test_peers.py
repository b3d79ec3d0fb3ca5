"""Beside other libraries, where they are installed: what they tell is where they say it is."""

from __future__ import annotations

import logging
import warnings
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from dpsym.accounting.loss import (
    LossDistribution,
    Step,
    discrete_gaussian,
    discrete_laplace,
    gaussian,
    laplace,
    poisson,
)

without_dp_accounting = pytest.mark.skipif(find_spec("dp_accounting") is None, reason="dp_accounting is not installed")
without_prv_accountant = pytest.mark.skipif(
    find_spec("prv_accountant") is None, reason="prv_accountant is not installed"
)

#: What is composed, and dp_accounting's constructor with its arguments.
CASES: list[tuple[Step, int, str, tuple[Any, ...], dict[str, Any]]] = [
    (poisson(gaussian(1), "0.01"), 1000, "from_gaussian_mechanism", (1,), {"sampling_prob": 0.01}),
    (poisson(gaussian(2), "0.25"), 100, "from_gaussian_mechanism", (2,), {"sampling_prob": 0.25}),
    (poisson(laplace(2), "0.125"), 200, "from_laplace_mechanism", (2,), {"sampling_prob": 0.125}),
    (laplace(4), 300, "from_laplace_mechanism", (4,), {}),
    (discrete_laplace(4), 100, "from_discrete_laplace_mechanism", (0.25,), {}),
    (discrete_gaussian(5), 100, "from_discrete_gaussian_mechanism", (5,), {}),
]


@pytest.mark.campaign
@without_dp_accounting
@pytest.mark.parametrize(("step", "k", "name", "arguments", "options"), CASES, ids=lambda x: str(x)[:40])
def test_pessimistic_is_above_and_near(
    step: Step, k: int, name: str, arguments: tuple[Any, ...], options: dict[str, Any]
) -> None:
    """dp_accounting's pessimistic ε is an upper bound, up to its transforms in floating point, and near the least."""
    logging.getLogger().setLevel(logging.ERROR)
    module = import_module("dp_accounting.pld.privacy_loss_distribution")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        told = getattr(module, name)(*arguments, value_discretization_interval=1e-4, **options).self_compose(k)
        theirs = float(told.get_epsilon_for_delta(1e-6))
    found = LossDistribution([(step, k)]).epsilon("1e-6")
    assert found.lower is not None
    assert found.upper is not None
    assert float(found.lower) <= theirs * (1 + 1e-6)
    assert theirs <= float(found.upper) * 1.001


@pytest.mark.campaign
@without_prv_accountant
@pytest.mark.parametrize(("sigma", "rate", "k"), [(1.0, "0.01", 1000), (0.75, "0.03125", 200)])
def test_two_sides_of_another_overlap(sigma: float, rate: str, k: int) -> None:
    """prv_accountant tells a lower and an upper ε for the direction "remove"; both directions here."""
    prv: Any = import_module("prv_accountant")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        accountant = prv.PRVAccountant(
            prvs=[prv.PoissonSubsampledGaussianMechanism(sampling_probability=float(rate), noise_multiplier=sigma)],
            max_self_compositions=[k],
            eps_error=0.01,
            delta_error=1e-9,
        )
        low, _, high = accountant.compute_epsilon(delta=1e-6, num_self_compositions=[k])
    found = LossDistribution([(poisson(gaussian(sigma), rate), k)]).epsilon("1e-6")
    assert found.lower is not None
    assert found.upper is not None
    assert low <= float(found.upper)
    assert float(found.lower) <= high
