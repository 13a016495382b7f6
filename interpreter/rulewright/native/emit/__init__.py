"""Emits IR code as WebAssembly syntax trees."""
