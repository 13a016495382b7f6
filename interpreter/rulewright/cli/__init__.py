"""The command line and the terminal, where people and other programs meet a game."""
