"""Searching as a game file offers it: worlds and tree lie where its reader wants them."""

from __future__ import annotations

from typing import Any

from rulewright.engines.native.entries.many_games import add_won
from rulewright.engines.native.entries.play_entries import add_judged
from rulewright.engines.native.entries.search_entries import add_search
from rulewright.engines.native.layout.search_layout import CHOICE, RESULT, TREE, SearchMemory
from rulewright.engines.native.translating.tables import MOST_OPTIONS, Tables


def add_reader_search(tables: Tables) -> dict[str, Any] | None:
    """Put `plant`, `search` and `found` into the module, and say what a reader has to know of them.

    None where nobody can win.
    """
    outcome, players = tables.module.outcome, tables.module.players
    if not outcome.values:
        return None
    record = tables.wasm.reserve(4 * len(outcome.values) * players)
    memory = SearchMemory.of(tables.wasm.reserve, MOST_OPTIONS, players)
    add_judged(tables, record)
    add_won(tables)
    for inner in ("judged", "won"):
        tables.wasm.functions[inner].exported = False
    add_search(tables, memory, record)
    return {"at": memory.results, "bytes": RESULT, "head": TREE, "choice": CHOICE}
