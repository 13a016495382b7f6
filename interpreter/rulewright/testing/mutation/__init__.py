"""Mutants of rules, and whether scenarios notice them."""
