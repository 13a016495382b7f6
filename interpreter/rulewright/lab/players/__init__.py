"""Search players for any game, limited to the information of their seat."""
