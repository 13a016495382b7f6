"""What a seat knows: what it sees, the log of all that it saw and was told, and games dealt from that log alone."""
