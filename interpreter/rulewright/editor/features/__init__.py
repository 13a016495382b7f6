"""One module for each question that an editor asks."""
