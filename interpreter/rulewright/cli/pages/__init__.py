"""What is told of a game in pages, and as data for readers in other languages."""
