"""Random terms (`strategies`) and laws (`laws`), for tests of dpsym and of what is built on it. They need hypothesis."""
