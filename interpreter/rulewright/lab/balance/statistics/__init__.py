"""Tallies, confidence sequences, verdicts and reports."""
