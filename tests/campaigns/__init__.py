"""Generators for the long campaigns."""
