"""Mechanisms and the queries they answer."""
