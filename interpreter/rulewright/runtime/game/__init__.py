"""State + choice -> state. Pure: no I/O, no clock, no chance but the game's own stream."""
