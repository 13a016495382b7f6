"""Scenarios, checks without play, mutation of rules, and the pytest plugin."""
