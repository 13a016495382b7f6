"""Spaces of actions and observations, and values of positions, for machine learning."""
