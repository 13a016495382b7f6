"""Loading the rules of an edition, and compiled games by setup."""
