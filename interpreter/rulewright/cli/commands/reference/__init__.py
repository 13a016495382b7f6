"""Commands that print information about editions, cards and other names."""
