"""Emits moves of cards, changes of zones, and updates of what players know."""
