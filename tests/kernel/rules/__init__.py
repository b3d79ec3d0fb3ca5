"""Generators of right and wrong applications of every rule of the kernel, and the evaluator that judges them."""
