"""Many games at once, in flat arrays."""
