"""Static analyses of IR code, for passes and engines.

- `control_flow`: the control-flow graph of basic blocks.
- `uses`: the locals that code reads and assigns, for liveness analysis.
- `effects`: side effects of statements, and the state that expressions read.
- `interval_arithmetic`: the interval of an operator's result.
"""
