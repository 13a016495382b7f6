"""Determinization: game histories sampled from the log of one seat."""
