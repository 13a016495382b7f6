"""Trials of fixes: the part of a file to parse, and the budget."""
