"""From a world to games that are played: IR, lowering, the Python engine, observation, dealing, sessions."""
