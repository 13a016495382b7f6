"""Names in the files that somebody works on: what they mean, where they stand, and how they are changed."""
