"""Laws, divergences, notions, mechanisms."""
