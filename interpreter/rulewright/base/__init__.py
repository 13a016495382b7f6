"""Foundations without knowledge of the language: shipped library, cache, record classes, file access, deadlines."""
