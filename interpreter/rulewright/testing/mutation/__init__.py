"""Mutation testing of rules: small changes that scenarios should detect."""
