"""A spot checker of certificates that shares no code with the kernel."""
