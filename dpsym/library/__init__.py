"""The theorem library: entries, their certificates, and what the kernel says of them today."""
