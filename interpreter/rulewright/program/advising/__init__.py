"""What to write instead: help is tried before it is given, and natural sentences are put into the language."""

from rulewright.program.advising.advising import advise
from rulewright.program.advising.restoring import restores

__all__ = ["advise", "restores"]
