"""The kernel for claims about real numbers: definedness, rules, and the two entrances `check` and `refute`."""
