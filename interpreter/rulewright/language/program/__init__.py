"""Name resolution and type checking: syntax trees become a program that is independent of any edition."""
