"""The native form, and how it becomes the bytes of WebAssembly; knows nothing of games."""
