"""The native engine, with batches, replays and search trees on top of a host."""
