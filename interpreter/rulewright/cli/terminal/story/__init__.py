"""The story of a game as told to a person."""
