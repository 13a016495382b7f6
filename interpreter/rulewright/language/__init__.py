"""The compiler front end: from rule texts and edition files to a checked program."""
