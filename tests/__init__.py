"""The tests, a package: what they share is imported from tests.helpers."""
