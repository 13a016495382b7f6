"""YAML text to a tree of nodes, and nodes to values with their places."""
