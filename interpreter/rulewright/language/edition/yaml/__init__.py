"""YAML parsing: text to a tree of nodes with spans, and nodes to values."""
