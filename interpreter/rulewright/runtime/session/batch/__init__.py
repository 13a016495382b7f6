"""Batches: many games at once, in flat arrays."""
