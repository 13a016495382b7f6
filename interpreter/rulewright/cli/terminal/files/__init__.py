"""Files of a terminal game: saved games and scenarios."""
