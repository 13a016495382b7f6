"""Resolution of expressions: names, lists, arithmetic, conditions, words and event patterns."""
