"""Statements about all laws: points, fields and `Int` (docs/laws.md)."""
