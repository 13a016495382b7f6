"""Lowering of statements, choices, powers, events, hooks and the end of the game."""
