"""Mistakes that many make, by habit or by a slip: recognised, so that the help can be plain."""
