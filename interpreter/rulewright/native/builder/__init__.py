"""Records WebAssembly functions as their statements are carried out."""
