"""Derivations: numbers of compositions, routes between notions, calibration."""
