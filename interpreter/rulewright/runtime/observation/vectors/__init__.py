"""Observations and information states as rows of numbers, for learners."""
