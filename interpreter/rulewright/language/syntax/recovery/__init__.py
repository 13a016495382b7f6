"""Error recovery: diagnosis, continuations, and placeholders for lines with mistakes."""
