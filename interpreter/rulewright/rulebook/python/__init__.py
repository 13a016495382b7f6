"""Lowered code as Python: the source of its functions, what they call, and bringing them to life."""
