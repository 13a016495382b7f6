"""The search for a first history that agrees with a seat's log."""
