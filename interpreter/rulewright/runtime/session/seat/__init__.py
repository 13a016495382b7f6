"""What a seat sees of a game, as one value: words from a layout; things from views, the story and the question."""
