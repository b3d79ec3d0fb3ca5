"""What the kernel computes with: normal forms, bounds, signs, balls, series at ends, derivatives."""
