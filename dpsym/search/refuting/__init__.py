"""The search for counterexamples and witnesses."""
