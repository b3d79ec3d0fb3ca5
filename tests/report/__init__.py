"""Text, LaTeX and JSON of answers, proofs and statements."""
