"""Emits the exported functions: single games, whole games, search, replay, and the API for other languages."""
