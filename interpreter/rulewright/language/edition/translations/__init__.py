"""Translations of an edition's names and texts, and of the program's own messages."""
