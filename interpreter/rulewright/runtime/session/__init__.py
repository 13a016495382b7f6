"""The public Python interface: an edition's rules ready to play, games and saves."""
