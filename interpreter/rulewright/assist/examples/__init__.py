"""Retrieval of worked examples: documents, ranking, and substitution of a game's names."""
