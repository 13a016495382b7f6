"""Pages about a game for readers, and its texts as data for programs in other languages."""
