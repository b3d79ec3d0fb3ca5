"""The second opinion: mpmath on a grid, with no code of the kernel."""
