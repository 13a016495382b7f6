"""The tree form of WebAssembly code, with constructors that fold constants."""
