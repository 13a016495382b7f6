"""What several commands need: how they end, what they are given, how they speak, bots, cores."""
