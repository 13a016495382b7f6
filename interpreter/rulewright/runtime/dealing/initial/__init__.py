"""The search for a first trajectory that agrees with a seat's log."""
