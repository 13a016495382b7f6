"""The story of a game, as sentences for one reader."""
