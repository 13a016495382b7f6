"""Views, logs and observations of one seat: everything a player may know about a game."""
