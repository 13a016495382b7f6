"""Encodes syntax trees as binary WebAssembly, after inlining calls where that is faster."""
