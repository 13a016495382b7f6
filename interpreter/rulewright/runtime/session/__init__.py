"""What programs import: an edition's rules ready to play, games, saves."""
