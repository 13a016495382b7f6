"""Emits lists: loops, bit sets, masks, reductions, and lists in memory."""
