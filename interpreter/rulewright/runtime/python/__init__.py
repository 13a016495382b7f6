"""The Python engine: compiles the code of a module to Python functions, and the runtime that these call."""
