"""The library for people: entries, the catalogue and its errata, as text and as LaTeX."""
