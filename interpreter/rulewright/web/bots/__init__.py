"""Worker processes of the bots, and the scheduler that asks them."""
