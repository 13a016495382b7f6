"""The Python back end: lowered code as the source of one module, what it calls, and bringing it to life.

Plain functions for what never stops, one function for each block where a game can be taken up again. `S` is the
row of the state, `G` the running game's tape: what is told goes to `G.log`, options just worked out to `G.options`.
"""
