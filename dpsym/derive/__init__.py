"""Derivations: closed forms and total masses as claims that search proves and the kernel replays."""
