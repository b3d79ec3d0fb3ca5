"""dpsym beside SymPy, z3 and cvc5 on the same files of claims: `python -m benchmarks compare`."""
