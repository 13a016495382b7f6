"""Explanations: causes, refusals, traces, and help on a card."""
