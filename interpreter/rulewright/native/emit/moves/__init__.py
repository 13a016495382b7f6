"""Moves of cards, zone changes, and knowledge of card positions."""
