"""Claims, propositions and certificates as JSON. Reading them back is the kernel's: kernel/reals/codec.py, kernel/laws/codec.py."""
