"""Recorded games replayed under other rules: what they come to there, and where they part."""
