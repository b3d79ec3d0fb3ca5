"""Reading text, files of claims and SymPy."""
