"""Emits procedures that can suspend for a choice, and the options they offer."""
