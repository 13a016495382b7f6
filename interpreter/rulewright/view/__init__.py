"""What one player may see; games, events and rules as programs and people meet them."""
