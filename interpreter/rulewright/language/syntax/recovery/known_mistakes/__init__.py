"""Recognizers of common mistakes, which give more specific help than the general diagnosis."""
