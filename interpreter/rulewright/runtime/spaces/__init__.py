"""Spaces of actions and observations, and values of positions, for programs that learn."""
