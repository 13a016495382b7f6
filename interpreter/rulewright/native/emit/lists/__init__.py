"""Lists as loops, bit sets, masks and memory."""
