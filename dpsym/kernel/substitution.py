"""Capture-free substitution of symbols by terms: the only way in which the kernel puts a term for a symbol."""

from __future__ import annotations

from collections.abc import Mapping

from .terms import BINDERS, Term, TermError, rebuild


def substitute(t: Term, values: Mapping[str, Term]) -> Term:
    """Simultaneous substitution of symbols by terms. A value that a binder would capture is refused."""
    memo: dict[tuple[Term, frozenset[str]], Term] = {}

    def walk(u: Term, live: frozenset[str]) -> Term:
        live &= u.free  # the symbols that are replaced in u
        if not live:
            return u
        if u.op == "sym":
            return values[u.name]
        if (u, live) not in memo:
            inner = [live] * len(u.args)
            if u.op in BINDERS:
                inner[0] = live - {u.name}
                if any(u.name in values[n].free for n in inner[0] & u.args[0].free):
                    raise TermError(f"substitution would capture the bound symbol {u.name!r}")
            memo[u, live] = rebuild(u, tuple(map(walk, u.args, inner)))
        return memo[u, live]

    return walk(t, frozenset(values))
