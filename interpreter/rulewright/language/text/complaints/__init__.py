"""Complaints (diagnostics) as values, and their output formats for people and machines."""
