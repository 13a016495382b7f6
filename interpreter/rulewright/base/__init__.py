"""Library files, cache, records and plain files: knows nothing of the language."""
