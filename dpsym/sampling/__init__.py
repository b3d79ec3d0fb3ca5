"""Statements looked at in numbers: both sides over a grid of parameters, and in exact finite laws. It shows, and proves nothing."""
