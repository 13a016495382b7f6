"""Names and texts of an edition, and of the program, in other languages."""
