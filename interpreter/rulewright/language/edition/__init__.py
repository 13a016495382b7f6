"""From YAML to an edition, the choice of cards, numbers and words of one box of a game."""
