"""Determinization: game histories sampled from one seat's log alone."""
