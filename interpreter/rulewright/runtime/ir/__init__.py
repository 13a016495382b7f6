"""The intermediate representation (IR): rules as a self-contained typed module that engines execute.

`module` has the tables (zones, variables, decisions); `nodes` has the types, expressions and statements of the
code. The IR knows no card or event by name. An engine in another language needs only this package: the nodes, the
layout of the state, the coding of options and the random generator.
"""
