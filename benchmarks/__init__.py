"""Measurements of dpsym: `python -m benchmarks` from the root of the repository. See README.md."""
