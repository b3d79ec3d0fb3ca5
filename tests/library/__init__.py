"""Theorems, formulas and the catalogue."""
