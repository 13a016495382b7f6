"""Editions: the cards, numbers and texts of one published box of a game, loaded from YAML files."""
