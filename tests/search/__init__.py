"""Proving and refuting."""
