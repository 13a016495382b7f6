"""A module as native code, to be kept and played: what the engine needs of it without what made it."""

from __future__ import annotations

from typing import Final

from rulewright.base.records import Record
from rulewright.native.layout.batch_layout import BatchLayout
from rulewright.native.layout.rows import Rows
from rulewright.native.layout.trace_layout import TraceMemory

RECORD: Final = 1 << 15
"""A playout may tell so many indices that were chosen."""

BATCH: Final = 256
"""So many games are played in one go."""


class Games(Record):
    """What plays whole games: code, where a state, seeds, results and sums lie, how many numbers these are."""

    wasm: bytes
    state: int
    seeds: int
    played: int
    wide: int
    sums: int
    summed: int


class Search(Record):
    """What searches: where games, results, a tree, and what was learned lie."""

    worlds: int
    results: int
    tree: int
    leaf: int


class Tracing(Record):
    """What replays courses: code, where a state and its options lie, and what is noted besides."""

    wasm: bytes
    rows: Rows
    state: int
    options: int
    memory: TraceMemory


class BatchCode(Record):
    """What advances many games at once: code, where the state lies with which a game begins, and the columns."""

    wasm: bytes
    rows: Rows
    first: int
    layout: BatchLayout


class Native(Record):
    """What plays a module natively: code, and where things lie in its memory. Plain data, to be kept."""

    wasm: bytes
    rows: Rows
    state: int
    options: int
    record: int
    calls: frozenset[str]
    games: Games
    search: Search | None = None
