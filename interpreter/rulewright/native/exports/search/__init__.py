"""Tree search inside the module."""
