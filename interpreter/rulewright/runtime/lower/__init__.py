"""World -> module: what rules say becomes code of the intermediate form, with every name settled."""
