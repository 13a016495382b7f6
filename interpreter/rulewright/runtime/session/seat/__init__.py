"""The seat value: everything a seat sees, as one JSON value made from a layout of words and from facts."""
