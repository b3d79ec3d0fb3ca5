"""Claims as text."""
