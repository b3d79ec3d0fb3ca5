"""The theorem library: one module per topic."""
