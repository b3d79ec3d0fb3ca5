"""Puts the helpers of the tests on the path, and makes every hypothesis test of this directory deterministic."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parents[1] / "helpers"))

settings.register_profile(
    "kernel", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck), print_blob=False
)
settings.load_profile("kernel")
