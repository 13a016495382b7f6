"""The native engine on the Python side: single games, batches, replays and search trees."""
