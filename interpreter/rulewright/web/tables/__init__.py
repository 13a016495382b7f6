"""Tables in play: their games, commands, seats and editions."""
