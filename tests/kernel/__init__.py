"""The kernel: terms, arithmetic, the rules of real statements."""
