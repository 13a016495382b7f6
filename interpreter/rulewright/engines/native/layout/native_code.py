"""A module as native code, to be kept and played: what the engine needs of it without what made it."""

from __future__ import annotations

from typing import Final

from attrs import define

from rulewright.engines.native.layout.batch_layout import BatchLayout
from rulewright.engines.native.layout.rows import Rows
from rulewright.engines.native.layout.trace_layout import TraceMemory

RECORD: Final = 1 << 15
"""A playout may tell so many indices that were chosen."""

BATCH: Final = 256
"""So many games are played in one go."""


@define
class Games:
    """What plays whole games: code, where a state, seeds, results and sums lie, how many numbers these are."""

    wasm: bytes
    state: int
    seeds: int
    played: int
    wide: int
    sums: int
    summed: int


@define
class Search:
    """What searches: where games, results, a tree, and what was learned lie."""

    worlds: int
    results: int
    tree: int
    leaf: int


@define
class Tracing:
    """What replays courses: code, where a state and its options lie, and what is noted besides."""

    wasm: bytes
    rows: Rows
    state: int
    options: int
    memory: TraceMemory


@define
class BatchCode:
    """What advances many games at once: code, where the state lies with which a game begins, and the columns."""

    wasm: bytes
    rows: Rows
    first: int
    layout: BatchLayout


@define
class Native:
    """What plays a module natively: code, and where things lie in its memory. Plain data, to be kept."""

    wasm: bytes
    rows: Rows
    state: int
    options: int
    record: int
    calls: frozenset[str]
    games: Games
    search: Search | None = None
