"""The native engine: a module's code as WebAssembly, compiled by wasmtime where that is installed."""
