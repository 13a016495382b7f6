"""Emits tree search: descent, playouts, learned leaf values, and rewards."""
