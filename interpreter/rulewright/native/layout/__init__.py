"""Memory layout of states, frames, lists and search trees, and the conversion between states and rows."""
