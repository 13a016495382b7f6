"""What a seat sees of a state: vectors, hashes and visibility."""
