"""Mistakes of authors, made by the hundred in all that is shipped, and what the checker says of them."""
