"""All that code may call to change the table."""

from __future__ import annotations

from rulewright.engines.native.table import exchanging as exchanging
from rulewright.engines.native.table.moving import Forget, Mistaken, Reset, Viewers
from rulewright.engines.native.table.routine import MAKING
from rulewright.engines.native.table.showing import HeardOf, Knowing, Learn, Sees, Show, Tell
from rulewright.engines.native.write.tables import Tables


def add_runtime(tables: Tables) -> None:
    """Put all that code may call into the module."""
    Viewers(tables, "viewers", ("S", "place"), "i32").put()
    Mistaken(tables, "mistaken", ("S", "piece", "who"), None, sets=1).put()
    Forget(tables, "forget", ("S", "seen"), None, sets=1).put()
    Reset(tables, "reset", ("S", "piece", "left", "place")).put()
    for change, (routine, takes) in MAKING.items():
        routine(tables, change.verb, ("S", *takes)).put()
    if tables.knowledge:
        Show(tables, "show", ("S", "piece", "player"), None, sets=1).put()
        Learn(tables, "learn", ("S", "place")).put()
        Sees(tables, "sees", ("S", "piece", "player"), "i32").put()
    if tables.tells:
        Tell(tables, "tell", ("value",)).put()
        Knowing(tables, "knowing", ("S", "piece"), "i32").put()
    if tables.traces:
        HeardOf(tables, "heard_of", ("S", "piece"), "i64").put()
