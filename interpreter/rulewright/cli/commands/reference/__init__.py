"""Commands that print what an edition or a card is."""
