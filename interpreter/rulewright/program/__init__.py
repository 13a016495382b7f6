"""Syntax tree -> program: names resolved and types checked, knowing no edition."""

from rulewright.program.from_syntax import program_from

__all__ = ["program_from"]
