"""Syntax tree -> program: names resolved and types checked, knowing no edition."""
