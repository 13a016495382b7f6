"""Dealing a game anew for a seat, inside the module: what `game.dealing_anew` does, with states in memory."""
