"""Resolution of names, lists, sums, words and event patterns."""
