"""Emits what a seat observes of a state: visibility, observation vectors and digests."""
