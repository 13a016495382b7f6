"""Scenario tests, static checks of editions, mutation testing of rules, and the pytest plugin."""
