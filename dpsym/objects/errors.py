"""What bad input raises: one error that names the object and the condition it breaks."""

from __future__ import annotations


class ObjectError(ValueError):
    """An object that cannot be built or asked this; the message names it, the condition, and what was found."""


class ContradictionError(RuntimeError):
    """A computed level and the definition of the notion disagree: a bug here, not a matter of input."""
