"""Rigorous numbers for divergences: quadrature, tails, suprema."""
