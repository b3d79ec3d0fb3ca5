"""Conversions between notions of privacy: the graph is read off the library's theorems, a route is a theorem that cites them."""
