"""Players, balance measurements and environments for learning."""
