"""For tests of dpsym and of what is built on it: is a float function a bound (`assert_sound`), true values as balls (`truths`).

Random terms (`strategies`) and laws (`laws`) need hypothesis.
"""

from .sound import Case, Report, UnsoundError, assert_sound, examine

__all__ = ["Case", "Report", "UnsoundError", "assert_sound", "examine"]
