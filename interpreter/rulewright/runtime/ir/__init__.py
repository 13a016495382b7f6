"""The intermediate form: rules as a typed module that stands alone, for engines to play.

`module` says what there is, `ir_statements` and `ir_expressions` what happens; the types are those of `ir_types`.
Nothing here knows cards or events by name, so an engine in another language needs these pages, the layout of the
state, the answers' coding and the random stream, and no more.
"""
