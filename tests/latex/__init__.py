"""Reading LaTeX: formulas, documents, proofs."""
