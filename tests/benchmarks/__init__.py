"""The benchmark: its contestants, its certificates, its comparison."""
