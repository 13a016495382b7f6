"""The table as drawn on the terminal."""
