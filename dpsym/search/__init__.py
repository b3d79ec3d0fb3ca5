"""Search: finds proofs, counterexamples and witnesses. It is not trusted; every verdict is the kernel's."""
