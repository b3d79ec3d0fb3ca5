"""Sharp bounds on one quantity of two laws, given a notion of privacy: derived, proved, and attained."""
