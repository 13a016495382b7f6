"""The native engine: compiles a module of the IR to WebAssembly, which wasmtime runs where it is installed."""
