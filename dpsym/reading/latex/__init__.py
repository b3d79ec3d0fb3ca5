"""LaTeX to claims, strict and safe: docs/latex.md says what is read and what is refused."""

from .claims import ReadClaim, read_claims, read_conditions, read_expression, read_tree
from .stream import Scope
from .tokens import LatexError

__all__ = ["LatexError", "ReadClaim", "Scope", "read_claims", "read_conditions", "read_expression", "read_tree"]
