"""Candidate fixes for a faulty line: repairs, spellings, and names in scope."""
