"""Search players, balance measurements and environments for reinforcement learning."""
