"""From text to a checked program and a world."""
