"""Records of single games: offers, choices, holdings and results."""
