"""Commands that play, simulate, measure and build games."""
