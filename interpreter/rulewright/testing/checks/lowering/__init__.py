"""Checks that lower an edition: every configuration that can differ."""
