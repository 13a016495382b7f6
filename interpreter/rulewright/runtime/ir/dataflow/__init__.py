"""Dataflow: what is known of code before any of it is played, for passes and for engines.

`uses` are the locals that code reads and gives values to, `effects` what it changes and hangs on. `intervals` and
`spans` say between which numbers a number lies, from the `constraints` of the code; `points_to` in which places
pieces lie that are moved (`locations`); `available` what expressions come to where code stands.
"""
