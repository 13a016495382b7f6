"""The Python engine: a module's code as Python functions, and what they call."""
