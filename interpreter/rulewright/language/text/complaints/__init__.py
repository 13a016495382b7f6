"""Complaints as values, and their forms for people and machines."""
