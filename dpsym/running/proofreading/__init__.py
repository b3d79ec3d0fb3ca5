"""Proofreading: the derivations of a document, step by step. `proofread(text)` is the entrance."""

from .checking import Proofread, proofread

__all__ = ["Proofread", "proofread"]
