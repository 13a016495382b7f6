"""Static analyses of IR code, for passes and engines.

`control_flow` has the control-flow graph, `uses` the locals that code reads and assigns (for liveness), `effects`
the side effects of statements and the state that expressions read, `interval_arithmetic` the ranges of operators.
"""
