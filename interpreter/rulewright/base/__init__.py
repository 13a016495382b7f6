"""Foundations without knowledge of the language: shipped library, cache, record classes, plain files, deadlines."""
