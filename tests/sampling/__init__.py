"""Statements in numbers: grids, two arithmetics, laws, tables and plots."""
