"""Certified accounting."""
