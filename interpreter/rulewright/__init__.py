"""Rulewright: a rule language for turn-based card games, and an interpreter that plays it."""

__version__ = "0.1.0"
