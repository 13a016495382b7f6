"""The native form as bytes of WebAssembly, with calls written out where that is quicker."""
