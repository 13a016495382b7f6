"""Players of any game: what they know is what their seat may know."""
