"""What to write instead: help is tried before it is given, and natural sentences are put into the language."""

from rulewright.program.advising.advising import advise

__all__ = ["advise"]
