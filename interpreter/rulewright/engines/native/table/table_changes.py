"""All that code may call to change the table."""

from __future__ import annotations

from rulewright.engines.native.table.exchanging import ExchangePieces, ExchangePlaces
from rulewright.engines.native.table.moving import Forget, Mistaken, Move, Reset, Viewers
from rulewright.engines.native.table.showing import Learn, Reverse, Sees, Show, Shuffle
from rulewright.engines.native.write.tables import Tables


def add_runtime(tables: Tables) -> None:
    """Put all that code may call into the module."""
    Viewers(tables, "viewers", ("S", "place"), "i32").put()
    Mistaken(tables, "mistaken", ("S", "piece", "who"), None, sets=1).put()
    Forget(tables, "forget", ("S", "seen"), None, sets=1).put()
    Reset(tables, "reset", ("S", "piece", "left", "place")).put()
    Move(tables, "move", ("S", "piece", "place", "on_top", "clear")).put()
    ExchangePlaces(tables, "exchange_places", ("S", "one", "other")).put()
    ExchangePieces(tables, "exchange_pieces", ("S", "one", "other")).put()
    Shuffle(tables, "shuffle", ("S", "place")).put()
    Reverse(tables, "reverse", ("S", "place")).put()
    if tables.knowledge:
        Show(tables, "show", ("S", "piece", "player"), None, sets=1).put()
        Learn(tables, "learn", ("S", "place")).put()
        Sees(tables, "sees", ("S", "piece", "player"), "i32").put()
