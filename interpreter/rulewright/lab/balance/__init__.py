"""Balance measurement: how strong cards are, from the results of many games, with sequential statistics."""
