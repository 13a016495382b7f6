"""Saved games, with the logs that a seed and its decisions cannot reproduce."""
