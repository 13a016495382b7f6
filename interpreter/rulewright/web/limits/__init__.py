"""Rate limits, connection limits and request budgets."""
