"""Saved games and scenarios in files."""
